//! Texts of Fortran to tokens, in whichever form they are written.

use crate::tokens::{self, TokenKind};
use indexer_core::{Span, Verbatim, work};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: a name, or a keyword where the statement makes it one.
    Word,
    /// A name that a preprocessor puts together (`gemm_${k}$`).
    Composed,
    /// A number, without the name of its kind.
    Number,
    /// A text.
    Text,
    /// An operator in points, or a constant (`.and.`).
    Operator,
    /// One sign.
    Sign(u8),
    /// What ends a statement.
    End,
}

pub(super) type Token = tokens::Token<Kind>;
type Lexed = tokens::Lexed<Kind>;

impl TokenKind for Kind {
    fn sign(sign: u8) -> Self {
        Self::Sign(sign)
    }
}

/// The tokens of a text. O(bytes).
pub(super) fn lex(text: &str) -> Lexed {
    let at = text.len() - text.trim_start_matches('\u{feff}').len();
    let is_fixed = is_fixed(&text[at..]);
    let mut lexer = Lexer { bytes: text.as_bytes(), at, is_fixed, found: Lexed::default() };
    lexer.line();
    while lexer.at < lexer.bytes.len() {
        work::add(1);
        lexer.token();
    }
    lexer.end();
    // In the old form a text may go on in the next line, and what stands behind its columns is nothing.
    if is_fixed && lexer.found.unended.take().is_some() {
        lexer.found.has_branches = true;
    }
    lexer.found
}

/// How many tokens are identifiers.
pub(super) fn identifiers(text: &str) -> u32 {
    lex(text).tokens.iter().filter(|token| is_identifier(text, token)).count() as u32
}

/// True for a token that may be a name.
pub(super) fn is_identifier(_: &str, token: &Token) -> bool {
    token.kind == Kind::Word
}

/// True for a text in fixed form: the ending of its path is not known here, and tells it no better. What only one form
/// allows in the first six columns counts. O(bytes).
fn is_fixed(text: &str) -> bool {
    let (mut free, mut fixed) = (0, 0);
    for line in text.lines() {
        let bytes = line.as_bytes();
        work::add(1 + bytes.len() / 64);
        let blanks = bytes.iter().take_while(|byte| **byte == b' ').count();
        match bytes.get(blanks) {
            None | Some(b'#' | b'!' | b'\t' | b'\r') => {}
            Some(b'*') if blanks == 0 => fixed += 2,
            // `C` with more of a comment behind it, where `c = 1` and `call a` are statements.
            Some(b'c' | b'C') if blanks == 0 => match bytes.get(1) {
                None | Some(b'*' | b'-' | b'\r') => fixed += 2,
                Some(b' ') => {
                    let is_given = bytes[1..].trim_ascii_start().first() == Some(&b'=');
                    fixed += u32::from(!is_given);
                }
                Some(_) => {}
            },
            Some(byte) if blanks < 5 && (byte.is_ascii_alphabetic() || *byte == b'_') => free += 1,
            Some(b'&') if blanks != 5 => free += 1,
            Some(byte) if blanks == 5 && *byte != b'0' && !byte.is_ascii_alphabetic() => fixed += 1,
            Some(_) => free += u32::from(bytes.trim_ascii_end().last() == Some(&b'&')),
        }
    }
    fixed > free
}

struct Lexer<'t> {
    bytes: &'t [u8],
    at: usize,
    is_fixed: bool,
    found: Lexed,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.found.tokens.push(Token { kind, span: Span::new(start as u32, self.at as u32) });
    }

    fn verbatim(&mut self, start: usize, is_comment: bool) {
        let span = Span::new(start as u32, self.at as u32);
        self.found.verbatim.push(Verbatim { span, is_comment });
    }

    /// A statement ends, if there is one.
    fn end(&mut self) {
        if self.found.tokens.last().is_some_and(|last| last.kind != Kind::End) {
            self.push(Kind::End, self.at);
        }
    }

    /// Goes to the end of the line.
    fn pass_line(&mut self) {
        let rest = &self.bytes[self.at..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        work::add(1 + length / 64);
        self.at += length;
    }

    fn blanks(&mut self) {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| matches!(**byte, b' ' | b'\t' | b'\r')).count();
        work::add(length / 64);
        self.at += length;
    }

    fn comment(&mut self) {
        let start = self.at;
        self.pass_line();
        self.verbatim(start, true);
    }

    /// At the beginning of a line: passes lines without code, and ends the statement unless it goes on here.
    fn line(&mut self) {
        let mut is_continued = false;
        loop {
            work::add(1);
            let start = self.at;
            if self.is_fixed && matches!(self.byte(0), b'c' | b'C' | b'*' | b'd' | b'D') {
                self.comment();
            } else {
                self.blanks();
                match self.byte(0) {
                    b'!' if !self.is_fixed || self.at - start != 5 => self.comment(),
                    b'#' if !self.is_fixed || self.at - start != 5 => self.directive(),
                    b'$' | b'@' if !self.is_fixed && self.byte(1) == b':' => self.directive(),
                    b'\n' => {}
                    byte => {
                        let column = self.at - start;
                        if self.is_fixed
                            && column == 5
                            && self.at < self.bytes.len()
                            && byte != b'0'
                            && self.bytes[start] != b'\t'
                        {
                            self.at += 1;
                            is_continued = true;
                        }
                        // A tab stands for the columns before a statement.
                        let is_tab = self.is_fixed && self.bytes.get(start) == Some(&b'\t');
                        if is_tab && matches!(byte, b'1'..=b'9') {
                            self.at += 1;
                            is_continued = true;
                        }
                        break;
                    }
                }
            }
            if self.at >= self.bytes.len() {
                break;
            }
            self.at += 1;
        }
        if !is_continued {
            self.end();
        }
    }

    /// A line for a preprocessor, and those on which it goes on.
    fn directive(&mut self) {
        let is_comment = self.byte(1) == b'!';
        self.found.has_branches |= !is_comment;
        loop {
            let start = self.at;
            self.pass_line();
            let line = self.bytes[start..self.at].trim_ascii_end();
            if is_comment {
                self.verbatim(start, true);
            }
            if !matches!(line.last(), Some(b'&' | b'\\')) || self.at >= self.bytes.len() {
                break;
            }
            self.at += 1;
        }
    }

    fn token(&mut self) {
        let start = self.at;
        match self.byte(0) {
            b'\n' => {
                self.at += 1;
                self.line();
            }
            b' ' | b'\t' | b'\r' => self.blanks(),
            b';' => {
                self.at += 1;
                self.end();
            }
            b'!' => self.comment(),
            b'&' => self.continued(),
            quote @ (b'\'' | b'"') => self.text(quote),
            b'.' if self.byte(1).is_ascii_alphabetic() => self.operator(),
            byte if byte.is_ascii_digit() || (byte == b'.' && self.byte(1).is_ascii_digit()) => self.number(),
            byte if is_start(byte) => self.word(),
            b'$' if self.byte(1) == b'{' => self.word(),
            _ => {
                self.at += 1;
                self.push(Kind::Sign(self.bytes[start]), start);
            }
        }
    }

    /// `&` at the end of a line: the statement goes on where code stands next.
    fn continued(&mut self) {
        let start = self.at;
        self.at += 1;
        self.blanks();
        if self.byte(0) == b'!' {
            self.comment();
        }
        if self.byte(0) != b'\n' {
            // It continues nothing.
            self.at = self.at.max(start + 1);
            return;
        }
        while self.byte(0) == b'\n' {
            self.at += 1;
            self.blanks();
            match self.byte(0) {
                b'!' => self.comment(),
                b'#' => self.directive(),
                _ => {}
            }
        }
        if self.byte(0) == b'&' {
            self.at += 1;
        }
    }

    /// A text, which ends with its line unless that goes on.
    fn text(&mut self, quote: u8) {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = &self.bytes[self.at..];
            let length = memchr::memchr2(quote, b'\n', rest).unwrap_or(rest.len());
            work::add(1 + length / 64);
            let is_continued = rest[..length].trim_ascii_end().last() == Some(&b'&');
            self.at += length;
            match self.byte(0) {
                b'\n' if is_continued && !self.is_fixed => self.at += 1,
                b'\n' => {
                    self.found.never_ends(start);
                    break;
                }
                _ if self.at >= self.bytes.len() => {
                    self.found.never_ends(start);
                    break;
                }
                // A quote that is written twice is one of the text.
                _ if self.byte(1) == quote => self.at += 2,
                _ => {
                    self.at += 1;
                    break;
                }
            }
        }
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// `.and.`, `.true._lk`; else a point.
    fn operator(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        work::add(length / 64);
        let is_one = rest.get(length) == Some(&b'.');
        self.at += if is_one { length + 2 } else { 1 };
        self.push(if is_one { Kind::Operator } else { Kind::Sign(b'.') }, start);
        self.kind_name();
    }

    /// `1`, `1.5e-3`, `1.0_dp`: the name of the kind is a token of its own.
    fn number(&mut self) {
        let start = self.at;
        let digits = |lexer: &mut Self| {
            let length = lexer.bytes[lexer.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            work::add(length / 64);
            lexer.at += length;
        };
        digits(self);
        let exponent = |lexer: &Self, ahead: usize| {
            matches!(lexer.byte(ahead), b'e' | b'E' | b'd' | b'D')
                && match lexer.byte(ahead + 1) {
                    b'+' | b'-' => lexer.byte(ahead + 2).is_ascii_digit(),
                    byte => byte.is_ascii_digit(),
                }
        };
        // `1.eq.2` is a comparison.
        if self.byte(0) == b'.' && (!self.byte(1).is_ascii_alphabetic() || exponent(self, 1)) {
            self.at += 1;
            digits(self);
        }
        if exponent(self, 0) {
            self.at += 2;
            digits(self);
        }
        self.push(Kind::Number, start);
        self.kind_name();
    }

    /// `_dp` behind a number.
    fn kind_name(&mut self) {
        if self.byte(0) == b'_' && (is_start(self.byte(1)) || self.bytes[self.at + 1..].starts_with(b"${")) {
            self.at += 1;
            self.word();
        }
    }

    fn word(&mut self) {
        let start = self.at;
        let mut is_composed = false;
        loop {
            let rest = &self.bytes[self.at..];
            let length = rest.iter().take_while(|byte| is_part(**byte)).count();
            work::add(length / 64);
            self.at += length;
            if !rest[length..].starts_with(b"${") {
                break;
            }
            // As far as the line goes: what is not closed there is nothing.
            let line = memchr::memchr2(b'\n', b'}', &rest[length..]).unwrap_or(rest.len() - length);
            work::add(line / 64);
            if !rest[length + line..].starts_with(b"}$") {
                self.at += 2;
                is_composed = true;
                break;
            }
            self.at += line + 2;
            is_composed = true;
        }
        // `z'ff'`, `c_char_"a"`: what stands before a text belongs to it.
        let word = &self.bytes[start..self.at];
        let is_prefix =
            matches!(word, [b'b' | b'B' | b'o' | b'O' | b'x' | b'X' | b'z' | b'Z']) || word.ends_with(b"_");
        if is_prefix && matches!(self.byte(0), b'\'' | b'"') {
            return;
        }
        self.push(if is_composed { Kind::Composed } else { Kind::Word }, start);
    }
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<&str> {
        lex(text)
            .tokens
            .iter()
            .map(|token| if token.kind == Kind::End { ";" } else { token.span.text(text) })
            .collect()
    }

    #[test]
    fn statements_go_on_in_both_forms() {
        assert_eq!(told("a = b + & ! c\n  ! d\n  & e\nf\n"), ["a", "=", "b", "+", "e", ";", "f", ";"]);
        let fixed = "C     a comment\n      A = B +\nC     more\n     $  D\n 10   CONTINUE\n";
        assert_eq!(told(fixed), ["A", "=", "B", "+", "D", ";", "10", "CONTINUE", ";"]);
    }

    #[test]
    fn numbers_end_before_operators() {
        assert_eq!(told("1.eq.2 1.e5_dp .5d0"), ["1", ".eq.", "2", "1.e5", "dp", ".5d0", ";"]);
        assert_eq!(told("a_${k}$(1)"), ["a_${k}$", "(", "1", ")", ";"]);
    }
}
