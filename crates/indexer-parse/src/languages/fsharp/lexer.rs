//! Texts of F# to tokens.

use super::words;
use crate::tokens::{self, TokenKind};
use indexer_core::{Span, Verbatim, work};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a word of the language.
    Word,
    /// A name between two pairs of back-quotes.
    Quoted,
    /// A text or a character, before what is put into it.
    Text,
    /// A number.
    Number,
    /// `'a`, `^a`: a parameter that is a type.
    TypeVariable,
    /// One sign.
    Sign(u8),
    /// `->`.
    Arrow,
    /// `<-`.
    Gets,
    /// `#load "a.fsx"`, up to its end.
    Load,
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
    let at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at, found: Lexed::default(), depth: 0 };
    if lexer.bytes[at..].starts_with(b"#!") {
        lexer.line_comment();
    }
    lexer.run(false);
    lexer.found
}

/// How many tokens are identifiers.
pub(super) fn identifiers(text: &str) -> u32 {
    lex(text).tokens.iter().filter(|token| is_identifier(text, token)).count() as u32
}

/// True for a token that may be a name, and is no word of the language.
pub(super) fn is_identifier(text: &str, token: &Token) -> bool {
    match token.kind {
        Kind::Quoted => true,
        Kind::Word => !words::is_keyword(token.span.text(text)),
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
}

impl Lexer<'_> {
    /// Reads to the end, or behind the brace that closes what is put into a text.
    fn run(&mut self, is_inside: bool) {
        let mut open = 0_usize;
        while self.at < self.bytes.len() {
            work::add(1);
            match self.byte(0) {
                b'{' if is_inside => open += 1,
                b'}' if is_inside && open == 0 => return self.sign(),
                b'}' if is_inside => open -= 1,
                _ => {}
            }
            self.token();
        }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn starts_with(&self, text: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(text)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.at = self.at.min(self.bytes.len());
        self.found.tokens.push(Token { kind, span: Span::new(start as u32, self.at as u32) });
    }

    fn verbatim(&mut self, start: usize, is_comment: bool) {
        self.at = self.at.min(self.bytes.len());
        if self.depth == 0 {
            let span = Span::new(start as u32, self.at as u32);
            self.found.verbatim.push(Verbatim { span, is_comment });
        }
    }

    fn line_comment(&mut self) {
        let start = self.at;
        self.at += self.rest_of_line();
        self.verbatim(start, true);
    }

    fn rest_of_line(&self) -> usize {
        let rest = &self.bytes[self.at..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        work::add(1 + length / 64);
        length
    }

    /// `(* .. (* .. *) .. *)`.
    fn comment(&mut self) {
        let start = self.at;
        self.at += 2;
        let mut depth = 1;
        while depth > 0 {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(next) = memchr::memchr2(b'*', b'(', rest) else {
                work::add(1 + rest.len() / 64);
                self.at = self.bytes.len();
                self.found.never_ends(start);
                break;
            };
            work::add(1 + next / 64);
            self.at += next;
            match (self.byte(0), self.byte(1)) {
                (b'*', b')') => (depth, self.at) = (depth - 1, self.at + 2),
                // `(*)` is an operator.
                (b'(', b'*') if self.byte(2) != b')' => (depth, self.at) = (depth + 1, self.at + 2),
                _ => self.at += 1,
            }
        }
        self.verbatim(start, true);
    }

    fn sign(&mut self) {
        let start = self.at;
        self.at += 1;
        self.push(Kind::Sign(self.bytes[start]), start);
    }

    fn token(&mut self) {
        let start = self.at;
        match self.byte(0) {
            byte if byte.is_ascii_whitespace() => self.at += 1,
            b'/' if self.byte(1) == b'/' => self.line_comment(),
            b'(' if self.byte(1) == b'*' && self.byte(2) != b')' => self.comment(),
            b'#' if self.is_line_start() => self.directive(),
            b'"' => self.text(0, false),
            b'@' if self.byte(1) == b'"' => self.text(1, true),
            b'$' if self.is_filled() => self.filled(),
            b'\'' => self.quote(),
            b'^' if is_start(self.byte(1)) && !self.follows_value() => {
                self.at += 1;
                self.word();
                self.push(Kind::TypeVariable, start);
            }
            b'`' if self.byte(1) == b'`' => {
                self.at += 2;
                let length = self.rest_of_line();
                let found = memchr::memmem::find(&self.bytes[self.at..self.at + length], b"``");
                self.at += found.map_or(length, |found| found + 2);
                self.push(Kind::Quoted, start);
            }
            b'-' if self.byte(1) == b'>' => {
                self.at += 2;
                self.push(Kind::Arrow, start);
            }
            b'<' if self.byte(1) == b'-' && !self.byte(2).is_ascii_digit() => {
                self.at += 2;
                self.push(Kind::Gets, start);
            }
            byte if is_start(byte) => {
                self.word();
                self.push(Kind::Word, start);
            }
            byte if byte.is_ascii_digit() => self.number(),
            _ => self.sign(),
        }
    }

    fn word(&mut self) {
        let rest = &self.bytes[self.at..];
        let is_part = |byte: &&u8| is_start(**byte) || byte.is_ascii_digit() || **byte == b'\'';
        let length = rest.iter().take_while(is_part).count();
        work::add(length / 64);
        self.at += length;
    }

    fn number(&mut self) {
        let start = self.at;
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        self.at += self.bytes[start..].iter().take_while(is_part).count();
        // `1..2` is a range, `1.5` and `1.` are numbers.
        if self.byte(0) == b'.' && self.byte(1) != b'.' && !is_start(self.byte(1)) {
            self.at += 1;
            let rest = &self.bytes[self.at..];
            self.at += rest.iter().take_while(is_part).count();
        }
        work::add((self.at - start) / 64);
        self.push(Kind::Number, start);
    }

    /// True where nothing but blanks stands before in the line.
    fn is_line_start(&self) -> bool {
        let before =
            self.bytes[..self.at].iter().rev().take(200).find(|byte| !matches!(**byte, b' ' | b'\t'));
        before.is_none_or(|byte| *byte == b'\n') && self.byte(1).is_ascii_alphabetic()
    }

    /// `#if A`, `#nowarn "1"`, `#load "a.fsx"`: what stands behind is no code. All branches are read.
    fn directive(&mut self) {
        let start = self.at;
        let is_load = self.starts_with(b"#load");
        self.found.has_branches |= self.starts_with(b"#if");
        self.at += self.rest_of_line();
        if is_load {
            self.push(Kind::Load, start);
        }
    }

    fn follows_value(&self) -> bool {
        self.found.tokens.last().is_some_and(|last| {
            last.span.end as usize == self.at
                && matches!(last.kind, Kind::Word | Kind::Number | Kind::Sign(b')' | b']'))
        })
    }

    /// `'a'` and `'\n'` are characters, `'a` is a type.
    fn quote(&mut self) {
        let start = self.at;
        let character = self.text.get(start + 1..).and_then(|rest| rest.chars().next());
        let length = character.map_or(0, char::len_utf8);
        if self.byte(1) == b'\\' {
            let rest = &self.bytes[start + 2..];
            let end = rest.iter().take(12).skip(1).position(|byte| *byte == b'\'');
            self.at = end.map_or(start + 1, |end| start + 2 + end + 2);
        } else if length > 0 && self.byte(1 + length) == b'\'' && character != Some('\n') {
            self.at += 2 + length;
        } else if is_start(self.byte(1)) {
            self.at += 1;
            self.word();
            return self.push(Kind::TypeVariable, start);
        } else {
            return self.sign();
        }
        // `B` behind it makes a byte of it.
        self.at += usize::from(self.byte(0) == b'B');
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// A text into which nothing is put; `before` bytes stand before its quote.
    fn text(&mut self, before: usize, is_plain: bool) {
        let start = self.at;
        self.at += before;
        let quote: &[u8] = if self.starts_with(b"\"\"\"") { b"\"\"\"" } else { b"\"" };
        self.at += quote.len();
        while self.at < self.bytes.len() {
            work::add(1);
            if self.starts_with(quote) {
                // `""` in a plain one is a quote.
                if !is_plain || quote.len() == 3 || self.byte(1) != b'"' {
                    break;
                }
                self.at += 2;
            } else if self.byte(0) == b'\\' && !is_plain && quote.len() == 1 {
                self.at += 1 + self.character(1);
            } else {
                self.at += 1;
            }
        }
        if self.at >= self.bytes.len() {
            self.found.never_ends(start);
        }
        self.at += quote.len();
        self.at += usize::from(self.byte(0) == b'B');
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// How long the character is that stands so far ahead.
    fn character(&self, ahead: usize) -> usize {
        self.text.get(self.at + ahead..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    }

    /// `$"`, `$@"`, `@$"`, `$$"""`.
    fn is_filled(&self) -> bool {
        let rest = &self.bytes[self.at..];
        let signs = rest.iter().take(8).take_while(|byte| matches!(**byte, b'$' | b'@')).count();
        rest.get(signs) == Some(&b'"')
    }

    /// A text with `{ .. }` in it, which is read as code.
    fn filled(&mut self) {
        let start = self.at;
        let own = self.found.tokens.len();
        let signs = self.bytes[start..].iter().take_while(|byte| matches!(**byte, b'$' | b'@')).count();
        let is_plain = self.bytes[start..start + signs].contains(&b'@');
        let braces = self.bytes[start..start + signs].iter().filter(|byte| **byte == b'$').count();
        self.at += signs;
        let quote: &[u8] = if self.starts_with(b"\"\"\"") { b"\"\"\"" } else { b"\"" };
        self.at += quote.len();
        self.push(Kind::Text, start);
        self.depth += 1;
        while self.at < self.bytes.len() && !self.starts_with(quote) {
            work::add(1);
            let open = self.bytes[self.at..].iter().take(16).take_while(|byte| **byte == b'{').count();
            match self.byte(0) {
                b'\\' if !is_plain && quote.len() == 1 => self.at += 1 + self.character(1),
                b'{' if open == braces && self.depth < DEEPEST => {
                    self.at += open - 1;
                    self.sign();
                    self.run(true);
                }
                b'{' => self.at += open.max(1),
                _ => self.at += 1,
            }
        }
        self.depth -= 1;
        if self.at >= self.bytes.len() {
            self.found.never_ends(start);
        }
        self.at += quote.len();
        self.at = self.at.min(self.bytes.len());
        self.found.tokens[own].span.end = self.at as u32;
        self.verbatim(start, false);
    }
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &'static str) -> Vec<&'static str> {
        lex(text).tokens.iter().map(|token| token.span.text(text)).collect()
    }

    #[test]
    fn quotes_are_characters_types_and_ends_of_names() {
        assert_eq!(told("f' 'a' 'a '\\n' '\\''"), ["f'", "'a'", "'a", "'\\n'", "'\\''"]);
    }

    #[test]
    fn texts_and_comments_end_where_they_do() {
        assert_eq!(
            told("@\"a\\\" \"\"\"b\"c\"\"\" (* a (* b *) *) (*) x"),
            ["@\"a\\\"", "\"\"\"b\"c\"\"\"", "(", "*", ")", "x"]
        );
        assert_eq!(
            told("$\"a {b.c} {{d}}\" 1..2"),
            ["$\"a {b.c} {{d}}\"", "{", "b", ".", "c", "}", "1", ".", ".", "2"]
        );
        assert_eq!(told("#if A\nx <- -1\n#endif"), ["x", "<-", "-", "1"]);
    }
}
