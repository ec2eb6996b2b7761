//! Texts of Groovy to tokens.

use super::words;
use crate::tokens::{self, TokenKind};
use indexer_core::{Span, Verbatim, work};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a word of the language.
    Word,
    /// A text, before what is put into it.
    Text,
    /// A number.
    Number,
    /// One sign.
    Sign(u8),
    /// `->`.
    Arrow,
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
    let at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lexer =
        Lexer { text, bytes: text.as_bytes(), at, found: Lexed::default(), nested: Vec::new(), depth: 0 };
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
    token.kind == Kind::Word && !words::is_keyword(token.span.text(text))
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    found: Lexed,
    /// Brackets that are open: line ends mean nothing in round and square ones.
    nested: Vec<u8>,
    /// How many texts are around.
    depth: u32,
}

impl Lexer<'_> {
    /// Reads to the end, or behind the brace that closes what is put into a text.
    fn run(&mut self, is_inside: bool) {
        let outer = self.nested.len();
        while self.at < self.bytes.len() {
            work::add(1);
            if is_inside && self.byte(0) == b'}' && self.nested.len() <= outer {
                self.at += 1;
                self.push(Kind::Sign(b'}'), self.at - 1);
                return;
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
        if self.depth == 0 {
            let span = Span::new(start as u32, self.at as u32);
            self.found.verbatim.push(Verbatim { span, is_comment });
        }
    }

    /// Goes to where `wanted` stands from here on, and behind it: the end of what begins at `start`.
    fn pass(&mut self, start: usize, wanted: &str) {
        let from = self.at.min(self.bytes.len());
        let found = memchr::memmem::find(&self.bytes[from..], wanted.as_bytes());
        work::add(1 + found.unwrap_or(self.bytes.len() - from) / 64);
        self.at = found.map_or(self.bytes.len(), |found| from + found + wanted.len());
        if found.is_none() {
            self.found.never_ends(start);
        }
    }

    fn line_comment(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        work::add(1 + length / 64);
        self.at += length;
        self.verbatim(start, true);
    }

    fn sign(&mut self) {
        let start = self.at;
        let sign = self.byte(0);
        match sign {
            b'(' | b'[' | b'{' => self.nested.push(sign),
            b')' | b']' | b'}' => {
                // What is not closed in braces ends with them.
                while sign == b'}' && self.nested.last().is_some_and(|open| *open != b'{') {
                    self.nested.pop();
                }
                self.nested.pop();
            }
            _ => {}
        }
        self.at += 1;
        self.push(Kind::Sign(sign), start);
    }

    fn token(&mut self) {
        let start = self.at;
        match self.byte(0) {
            b'\n' | b';' => {
                let ends = self.byte(0) == b';' || !matches!(self.nested.last(), Some(b'(' | b'['));
                self.at += 1;
                if ends && self.found.tokens.last().is_some_and(|last| last.kind != Kind::End) {
                    self.push(Kind::End, start);
                }
            }
            byte if byte.is_ascii_whitespace() => self.at += 1,
            b'\\' => self.at += if self.byte(1) == b'\r' { 3 } else { 2 }.min(self.bytes.len() - start),
            b'/' if self.byte(1) == b'/' => self.line_comment(),
            b'/' if self.byte(1) == b'*' => {
                self.at += 2;
                self.pass(start, "*/");
                self.verbatim(start, true);
            }
            b'\'' if self.bytes[start..].starts_with(b"'''") => self.plain("'''"),
            b'\'' => self.plain("'"),
            b'"' if self.bytes[start..].starts_with(b"\"\"\"") => self.filled("\"\"\""),
            b'"' => self.filled("\""),
            b'/' if !self.follows_value() && self.is_closed_slashy() => self.filled("/"),
            b'$' if self.byte(1) == b'/' && !self.follows_value() => {
                self.at += 2;
                self.pass(start, "/$");
                self.verbatim(start, false);
                self.push(Kind::Text, start);
            }
            b'-' if self.byte(1) == b'>' => {
                self.at += 2;
                self.push(Kind::Arrow, start);
            }
            byte if is_start(byte) => {
                let rest = &self.bytes[start..];
                let length = rest.iter().take_while(|byte| is_start(**byte) || byte.is_ascii_digit()).count();
                work::add(length / 64);
                self.at += length;
                self.push(Kind::Word, start);
            }
            byte if byte.is_ascii_digit() => {
                let rest = &self.bytes[start..];
                let length =
                    rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
                work::add(length / 64);
                self.at += length;
                if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
                    let rest = &self.bytes[self.at + 1..];
                    self.at += 1 + rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                }
                self.push(Kind::Number, start);
            }
            _ => self.sign(),
        }
    }

    /// True where a value stands before, so that `/` divides.
    fn follows_value(&self) -> bool {
        self.found.tokens.last().is_some_and(|last| match last.kind {
            Kind::Number | Kind::Text | Kind::Sign(b')' | b']' | b'}') => true,
            Kind::Word => !words::begins_value(last.span.text(self.text)),
            _ => false,
        })
    }

    /// True where a text in slashes ends on its line, as nearly all do.
    fn is_closed_slashy(&self) -> bool {
        let rest = &self.bytes[self.at + 1..];
        let length = memchr::memchr2(b'/', b'\n', rest).unwrap_or(rest.len());
        work::add(length / 64);
        length > 0 && rest.get(length) == Some(&b'/')
    }

    /// A text into which nothing is put.
    fn plain(&mut self, quote: &str) {
        let start = self.at;
        self.at += quote.len();
        while self.at < self.bytes.len() && !self.bytes[self.at..].starts_with(quote.as_bytes()) {
            match self.byte(0) {
                b'\\' => self.at += 1 + self.character(1),
                b'\n' if quote.len() == 1 => break,
                _ => self.at += 1,
            }
            work::add(1);
        }
        if !self.is_quote(quote) {
            self.found.never_ends(start);
        }
        if self.byte(0) != b'\n' {
            self.at += quote.len();
        }
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// True where the quote stands here.
    fn is_quote(&self, quote: &str) -> bool {
        self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(quote.as_bytes()))
    }

    /// How long the character is that stands so far ahead.
    fn character(&self, ahead: usize) -> usize {
        self.text.get(self.at + ahead..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    }

    /// A text with `$name` and `${ .. }` in it, which is read as code.
    fn filled(&mut self, quote: &str) {
        let start = self.at;
        let own = self.found.tokens.len();
        self.at += quote.len();
        self.push(Kind::Text, start);
        self.depth += 1;
        while self.at < self.bytes.len() && !self.bytes[self.at..].starts_with(quote.as_bytes()) {
            work::add(1);
            match self.byte(0) {
                // Between slashes a backslash is one, but before a slash.
                b'\\' if quote == "/" && self.byte(1) != b'/' => self.at += 1,
                b'\\' => self.at += 1 + self.character(1),
                b'\n' if quote == "\"" => break,
                b'$' if self.byte(1) == b'{' && self.depth < DEEPEST => {
                    self.at += 1;
                    let outer = self.nested.len();
                    self.sign();
                    self.nested.truncate(outer);
                    self.nested.push(b'(');
                    self.run(true);
                    self.nested.truncate(outer);
                }
                b'$' if is_start(self.byte(1)) => {
                    self.at += 1;
                    self.path();
                }
                _ => self.at += 1,
            }
        }
        self.depth -= 1;
        if !self.is_quote(quote) {
            self.found.never_ends(start);
        }
        if self.byte(0) != b'\n' || quote != "\"" {
            self.at += quote.len();
        }
        self.at = self.at.min(self.bytes.len());
        self.found.tokens[own].span.end = self.at as u32;
        self.verbatim(start, false);
    }

    /// `a.b` behind `$`.
    fn path(&mut self) {
        loop {
            let start = self.at;
            let rest = &self.bytes[start..];
            let is_part = |byte: &&u8| (is_start(**byte) && **byte != b'$') || byte.is_ascii_digit();
            let length = rest.iter().take_while(is_part).count();
            work::add(1 + length / 64);
            self.at += length;
            self.push(Kind::Word, start);
            if self.byte(0) != b'.' || !is_start(self.byte(1)) || self.byte(1) == b'$' {
                break;
            }
            self.sign();
        }
    }
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_hold_code_and_slashes_divide() {
        let told = |text: &'static str| -> Vec<&str> {
            lex(text).tokens.iter().map(|token| token.span.text(text)).collect()
        };
        assert_eq!(told("a / b / c"), ["a", "/", "b", "/", "c"]);
        assert_eq!(told("x = /a b/"), ["x", "=", "/a b/"]);
        assert_eq!(told("x = /a(\\\\/\\\\/b)/ + y"), ["x", "=", "/a(\\\\/\\\\/b)/", "+", "y"]);
        assert_eq!(
            told("\"a $b.c ${d + 1}\""),
            ["\"a $b.c ${d + 1}\"", "b", ".", "c", "{", "d", "+", "1", "}"]
        );
    }
}
