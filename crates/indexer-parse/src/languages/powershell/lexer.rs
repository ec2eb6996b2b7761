//! Texts of PowerShell to tokens.

use super::words::is_keyword;
use crate::tokens::{self, TokenKind};
use indexer_core::{Span, Verbatim, work};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: a command, a word of the language, an argument, a member.
    Word,
    /// `$a`, `${a b}`, `@a`: its name, with what stands before a colon in it.
    Variable,
    /// `-Name`: a parameter that is given, or an operator.
    Parameter,
    /// A text, before what is put into it.
    Text,
    /// A number.
    Number,
    /// One sign.
    Sign(u8),
    /// `::`.
    Colons,
    /// What ends a statement: a line, `;`.
    End,
}

pub(super) type Token = tokens::Token<Kind>;
type Lexed = tokens::Lexed<Kind>;

impl TokenKind for Kind {
    fn sign(sign: u8) -> Self {
        Self::Sign(sign)
    }
}

/// Texts within what is put into texts are read to this depth.
const DEEPEST: u32 = 32;

/// The tokens of a text. O(bytes).
pub(super) fn lex(text: &str) -> Lexed {
    let mut lexer =
        Lexer { text, bytes: text.as_bytes(), at: 0, found: Lexed::default(), depth: 0, is_quiet: false };
    // A mark of the order of bytes.
    lexer.at = text.len() - text.trim_start_matches('\u{feff}').len();
    lexer.run(0);
    lexer.found
}

/// How many tokens are identifiers.
pub(super) fn identifiers(text: &str) -> u32 {
    lex(text).tokens.iter().filter(|token| is_identifier(text, token)).count() as u32
}

/// True for a token that may be a name, and is no word of the language.
pub(super) fn is_identifier(text: &str, token: &Token) -> bool {
    match token.kind {
        Kind::Word => !is_keyword(token.span.text(text)),
        Kind::Variable => true,
        _ => false,
    }
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    found: Lexed,
    /// How many texts are around.
    depth: u32,
    /// True inside of a text, of which the whole is a literal.
    is_quiet: bool,
}

impl Lexer<'_> {
    /// Reads to the end; with `close`, to the sign that closes what is open.
    fn run(&mut self, close: u8) {
        let mut depth = 0u32;
        while self.at < self.bytes.len() {
            work::add(1);
            match self.byte(0) {
                b'(' => depth += 1,
                b')' if close == b')' && depth == 0 => return,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.token();
        }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.at = self.at.min(self.bytes.len());
        self.found.tokens.push(Token { kind, span: Span::new(start as u32, self.at as u32) });
    }

    fn verbatim(&mut self, start: usize, is_comment: bool) {
        self.at = self.at.min(self.bytes.len());
        let span = Span::new(start as u32, self.at as u32);
        if !self.is_quiet {
            self.found.verbatim.push(Verbatim { span, is_comment });
        }
    }

    /// Goes to where `wanted` stands from here on, and behind it; to the end where it does not. True where it stands.
    fn pass(&mut self, wanted: &str, behind: bool) -> bool {
        let found = memchr::memmem::find(&self.bytes[self.at..], wanted.as_bytes());
        let length = if behind { wanted.len() } else { 0 };
        work::add(1 + found.unwrap_or(self.bytes.len() - self.at) / 64);
        self.at = found.map_or(self.bytes.len(), |found| self.at + found + length);
        found.is_some()
    }

    /// As [`pass`](Self::pass), behind what ends that which begins at a byte.
    fn pass_end(&mut self, start: usize, wanted: &str) {
        if !self.pass(wanted, true) {
            self.found.never_ends(start);
        }
    }

    /// True where the sign before stands right before this place, and is no blank.
    fn is_joined(&self) -> bool {
        self.found.tokens.last().is_some_and(|token| token.span.end as usize == self.at)
    }

    fn token(&mut self) {
        let start = self.at;
        match self.byte(0) {
            b'\n' | b';' => {
                self.at += 1;
                self.push(Kind::End, start);
            }
            byte if byte.is_ascii_whitespace() => self.at += 1,
            // The line goes on.
            b'`' => self.at = (self.at + 2 + usize::from(self.byte(1) == b'\r')).min(self.next_character()),
            b'#' if !self.is_joined() || !self.follows_word() => {
                self.pass("\n", false);
                self.verbatim(start, true);
            }
            b'<' if self.byte(1) == b'#' => {
                self.pass_end(start, "#>");
                self.verbatim(start, true);
            }
            b'\'' => self.plain_text(),
            b'"' => self.open_text("\""),
            b'@' if matches!(self.byte(1), b'\'' | b'"') => self.here_text(),
            b'$' => self.variable(),
            b'@' if is_start(self.byte(1)) => self.variable(),
            b'-' if is_start(self.byte(1)) && !self.follows_word() => {
                self.at += 1;
                self.pass_word(b"_");
                self.push(Kind::Parameter, start);
            }
            b':' if self.byte(1) == b':' => {
                self.at += 2;
                self.push(Kind::Colons, start);
            }
            byte if is_start(byte) => self.word(),
            byte if byte.is_ascii_digit() => {
                self.pass_word(b"_.");
                self.push(Kind::Number, start);
            }
            byte => {
                self.at += 1;
                self.push(Kind::Sign(byte), start);
            }
        }
    }

    /// Two characters further at most, for what a sign takes with it.
    fn next_character(&self) -> usize {
        let rest = &self.text[self.at..];
        self.at + rest.chars().take(3).map(char::len_utf8).sum::<usize>()
    }

    fn follows_word(&self) -> bool {
        let last = self.found.tokens.last().filter(|token| token.span.end as usize == self.at);
        last.is_some_and(|token| match token.kind {
            Kind::Word | Kind::Variable | Kind::Number => true,
            Kind::Sign(sign) => matches!(sign, b')' | b']'),
            _ => false,
        })
    }

    fn pass_word(&mut self, signs: &[u8]) {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || signs.contains(byte);
        let length = self.bytes[self.at..].iter().take_while(|byte| is_part(byte)).count();
        work::add(length / 64);
        self.at += length;
    }

    /// `Get-Item`; behind a point, and in the name of a type, a minus ends it.
    fn word(&mut self) {
        let start = self.at;
        let last = self.found.tokens.last().filter(|token| token.span.end as usize == self.at);
        let is_member =
            last.is_some_and(|token| matches!(token.kind, Kind::Sign(b'.' | b'[') | Kind::Colons));
        self.pass_word(b"_");
        while !is_member && self.byte(0) == b'-' && (is_start(self.byte(1)) || self.byte(1).is_ascii_digit())
        {
            self.at += 1;
            self.pass_word(b"_");
        }
        self.push(Kind::Word, start);
    }

    /// `$a`, `$a:b`, `${a b}`, `$(..)`, `@a`.
    fn variable(&mut self) {
        let start = self.at;
        self.at += 1;
        match self.byte(0) {
            b'{' => {
                self.pass_end(start, "}");
                self.push(Kind::Variable, start);
            }
            byte if is_start(byte) || byte.is_ascii_digit() => {
                self.pass_word(b"_");
                if self.byte(0) == b':' && is_start(self.byte(1)) {
                    self.at += 1;
                    self.pass_word(b"_");
                }
                self.push(Kind::Variable, start);
            }
            b'$' | b'?' | b'^' => {
                self.at += 1;
                self.push(Kind::Variable, start);
            }
            _ => self.push(Kind::Sign(b'$'), start),
        }
    }

    fn plain_text(&mut self) {
        let start = self.at;
        self.at += 1;
        loop {
            self.pass_end(start, "'");
            if self.byte(0) != b'\'' || self.at >= self.bytes.len() {
                break;
            }
            self.at += 1;
        }
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// `@' .. '@` and `@" .. "@`, which end at the beginning of a line.
    fn here_text(&mut self) {
        let start = self.at;
        let close = if self.byte(1) == b'"' { "\n\"@" } else { "\n'@" };
        if self.byte(1) == b'"' {
            self.at += 1;
            self.open_text(close);
            return;
        }
        self.pass_end(start, close);
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// A text into which variables and what `$( )` holds is put, from its quote on.
    fn open_text(&mut self, close: &str) {
        let start = self.at;
        let around = std::mem::replace(&mut self.is_quiet, true);
        let at = self.found.tokens.len();
        self.at += 1;
        self.found.tokens.push(Token { kind: Kind::Text, span: Span::new(start as u32, start as u32 + 1) });
        self.depth += 1;
        let mut is_ended = false;
        while self.at < self.bytes.len() {
            work::add(1);
            if self.bytes[self.at..].starts_with(close.as_bytes()) {
                self.at += close.len();
                if close == "\"" && self.byte(0) == b'"' {
                    self.at += 1;
                    continue;
                }
                is_ended = true;
                break;
            }
            match self.byte(0) {
                b'`' => self.at = (self.at + 2).min(self.next_character()),
                b'$' if self.byte(1) == b'(' && self.depth < DEEPEST => {
                    let begin = self.at;
                    self.at += 2;
                    self.push(Kind::Sign(b'('), begin + 1);
                    self.run(b')');
                    let end = self.at;
                    self.at += usize::from(self.byte(0) == b')');
                    if self.at > end {
                        self.push(Kind::Sign(b')'), end);
                    }
                }
                b'$' if self.byte(1) == b'{' || is_start(self.byte(1)) => self.variable(),
                _ => self.at += 1,
            }
        }
        self.depth -= 1;
        if !is_ended {
            self.found.never_ends(start);
        }
        while !self.text.is_char_boundary(self.at.min(self.text.len())) {
            self.at += 1;
        }
        self.at = self.at.min(self.bytes.len());
        self.is_quiet = around;
        self.verbatim(start, false);
        // Behind what was put into it.
        let end = self.at as u32;
        if self.found.tokens.len() == at + 1 {
            self.found.tokens[at].span.end = end;
        }
    }
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let show = |token: &Token| match token.kind {
            Kind::End => ";".to_owned(),
            _ => token.span.text(text).to_owned(),
        };
        lex(text).tokens.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_and_signs_are_told_apart() {
        assert_eq!(shown("Get-Item -Path $a.Count-1 # b"), "Get-Item -Path $a . Count - 1");
        assert_eq!(shown("$script:a = ${b c} + @d"), "$script:a = ${b c} + @d");
        assert_eq!(shown("[System.IO.Path]::Join(1)"), "[ System . IO . Path ] :: Join ( 1 )");
        assert_eq!(shown("a `\n b <# c #> d"), "a b d");
        assert_eq!(shown("a#b"), "a # b");
    }

    #[test]
    fn texts_hold_what_is_put_into_them() {
        assert_eq!(shown("'a''b $c' d"), "'a''b $c' d");
        assert_eq!(shown("\"a `$b $c $(d \"e\") \"\"f\" g"), "\" $c ( d \"e\" ) g");
        assert_eq!(shown("@'\n a'b\n'@ c"), "@'\n a'b\n'@ c");
        assert_eq!(shown("@\"\n \"$a\"\n\"@ c"), "\" $a c");
    }
}
