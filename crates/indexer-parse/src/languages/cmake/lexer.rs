//! Texts of CMake to tokens.

use super::words::is_control;
use crate::tokens::{self, TokenKind};
use indexer_core::{Span, Verbatim, work};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The name of a command, before its parenthesis.
    Command,
    /// An argument without quotes.
    Argument,
    /// An argument in quotes or long brackets.
    Text,
    /// The name in `${name}`, which stands in the argument before it.
    Variable,
    /// The name in `$<TARGET_FILE:name>`, which stands in the argument before it.
    Target,
    /// A parenthesis.
    Sign(u8),
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
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at, depth: 0, found: Lexed::default() };
    while lexer.at < lexer.bytes.len() {
        work::add(1);
        lexer.token();
    }
    lexer.found
}

/// How many tokens are identifiers.
pub(super) fn identifiers(text: &str) -> u32 {
    lex(text).tokens.iter().filter(|token| is_identifier(text, token)).count() as u32
}

/// True for a token that may be a name, and is no word of the language.
pub(super) fn is_identifier(text: &str, token: &Token) -> bool {
    match token.kind {
        Kind::Command => !is_control(token.span.text(text)),
        Kind::Argument => is_name(token.span.text(text)),
        Kind::Variable | Kind::Target => true,
        Kind::Text | Kind::Sign(_) => false,
    }
}

/// True for an argument that may be the name of a target or variable.
pub(super) fn is_name(text: &str) -> bool {
    work::add(text.len() / 64);
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:+-".contains(&byte))
        && text.bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && !text.starts_with('-')
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// How many parentheses are open.
    depth: u32,
    found: Lexed,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.found.tokens.push(Token { kind, span: Span::new(start as u32, end as u32) });
    }

    fn verbatim(&mut self, start: usize, is_comment: bool) {
        let span = Span::new(start as u32, self.at as u32);
        self.found.verbatim.push(Verbatim { span, is_comment });
    }

    /// Goes to where `wanted` stands from here on, and behind it; to the end where it does not.
    fn pass(&mut self, wanted: &str) {
        let start = self.at;
        let found = memchr::memmem::find(&self.bytes[self.at..], wanted.as_bytes());
        work::add(1 + found.unwrap_or(self.bytes.len() - self.at) / 64);
        self.at = found.map_or(self.bytes.len(), |found| self.at + found + wanted.len());
        if found.is_none() {
            self.found.never_ends(start.min(self.bytes.len().saturating_sub(1)));
        }
    }

    fn token(&mut self) {
        let start = self.at;
        match self.byte(0) {
            b'#' => {
                self.at += 1;
                match self.long_bracket() {
                    true => {}
                    false => {
                        self.at = memchr::memchr(b'\n', &self.bytes[start..])
                            .map_or(self.bytes.len(), |end| start + end)
                    }
                }
                work::add((self.at - start) / 64);
                self.verbatim(start, true);
            }
            b'(' => {
                self.at += 1;
                self.depth += 1;
                self.push(Kind::Sign(b'('), start, self.at);
            }
            b')' => {
                self.at += 1;
                self.depth = self.depth.saturating_sub(1);
                self.push(Kind::Sign(b')'), start, self.at);
            }
            byte if byte.is_ascii_whitespace() => self.at += 1,
            _ if self.depth == 0 => self.command(),
            b'"' => self.quoted(),
            b'[' if self.long_bracket() => {
                self.verbatim(start, false);
                self.push(Kind::Text, start, self.at);
            }
            _ => self.unquoted(),
        }
    }

    /// `[==[ .. ]==]`; false where none begins here.
    fn long_bracket(&mut self) -> bool {
        let signs = self.bytes[self.at..].iter().skip(1).take_while(|byte| **byte == b'=').count();
        work::add(signs / 64);
        if self.byte(0) != b'[' || self.byte(1 + signs) != b'[' {
            return false;
        }
        self.at += 2 + signs;
        self.pass(&format!("]{}]", "=".repeat(signs)));
        true
    }

    /// A word outside of parentheses: the name of a command where one opens behind it.
    fn command(&mut self) {
        let start = self.at;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = self.bytes[start..].iter().take_while(|byte| is_part(byte)).count();
        work::add(length / 64);
        if length == 0 {
            self.at += 1;
            return;
        }
        self.at += length;
        let blanks = self.bytes[self.at..].iter().take_while(|byte| matches!(**byte, b' ' | b'\t')).count();
        work::add(blanks / 64);
        if self.byte(blanks) == b'(' {
            self.push(Kind::Command, start, start + length);
        }
        self.at += blanks;
    }

    fn quoted(&mut self) {
        let start = self.at;
        let own = self.found.tokens.len();
        self.push(Kind::Text, start, start);
        self.at += 1;
        while self.at < self.bytes.len() && self.byte(0) != b'"' {
            self.part();
        }
        if self.at >= self.bytes.len() {
            self.found.never_ends(start);
        }
        self.at = (self.at + 1).min(self.bytes.len());
        self.found.tokens[own].span.end = self.at as u32;
        self.verbatim(start, false);
    }

    fn unquoted(&mut self) {
        let start = self.at;
        let own = self.found.tokens.len();
        self.push(Kind::Argument, start, start);
        loop {
            match self.byte(0) {
                _ if self.at >= self.bytes.len() => break,
                b'(' | b')' | b'#' | b'"' => break,
                byte if byte.is_ascii_whitespace() => break,
                _ => self.part(),
            }
        }
        self.found.tokens[own].span.end = self.at as u32;
    }

    /// One sign of an argument, or what it puts in.
    fn part(&mut self) {
        work::add(1);
        let rest = &self.bytes[self.at..];
        if rest[0] == b'\\' {
            let next = self.text[self.at + 1..].chars().next().map_or(0, char::len_utf8);
            self.at += 1 + next;
            return;
        }
        let (kind, skipped) = match rest {
            [b'$', b'{', ..] => (Kind::Variable, 2),
            [b'$', b'<', b'T', b'A', b'R', b'G', b'E', b'T', b'_', ..] => {
                let word =
                    rest[2..].iter().take_while(|byte| byte.is_ascii_uppercase() || **byte == b'_').count();
                (Kind::Target, if rest.get(2 + word) == Some(&b':') { 3 + word } else { 0 })
            }
            _ => {
                self.at += 1;
                return;
            }
        };
        let start = self.at + skipped;
        let name = self.bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"_.:+-/".contains(byte));
        let length = name.count();
        let closes = match kind {
            Kind::Variable => self.bytes.get(start + length) == Some(&b'}'),
            _ => matches!(self.bytes.get(start + length), Some(b'>' | b',')),
        };
        work::add(length / 64);
        if skipped > 0 && length > 0 && closes {
            self.push(kind, start, start + length);
        }
        // A name that is put together has what it is made of behind this.
        self.at = if skipped == 0 { self.at + 2 } else { start + length };
    }
}
