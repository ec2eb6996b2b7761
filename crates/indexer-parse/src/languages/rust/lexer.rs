//! The tokens of plain token trees, read from the text.
//!
//! A step of the cursor over a token tree costs more than a whole token here, since the grammar
//! gives its tokens below hidden nodes. Only what is beyond doubt is read; at anything else (comments,
//! floats, raw strings, keywords, braces) [`super::tokens`] asks the tree.

use super::macros;
use super::tokens::{DEPTH, Kind, Token};
use indexer_core::{LiteralKind, Span};

/// Adds the tokens of the token tree at `span`, which holds no error. False where they are to be
/// had from the tree; what was added is then of no use.
pub(super) fn read(source: &str, span: Span, tokens: &mut Vec<Token>) -> bool {
    let mut lexer = Lexer { source, at: span.start as usize, tokens };
    lexer.group(0).is_some() && lexer.at == span.end as usize
}

/// The number of identifiers among the tokens at `span`, which holds no error; `None` where only the
/// tree tells. Here all delimiters do.
pub(super) fn identifiers(source: &str, span: Span) -> Option<u32> {
    let mut lexer = Lexer { source, at: span.start as usize, tokens: &mut Vec::new() };
    let mut count = 0;
    while lexer.at < span.end as usize {
        lexer.tokens.clear();
        match lexer.byte(0) {
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => match lexer.word_here()? {
                (Kind::Name, len) => {
                    count += 1;
                    lexer.at += len;
                }
                // Words that are not listed among the grammar's tokens are identifiers there.
                (Kind::Other, len) => {
                    let text = &source[lexer.at..lexer.at + len];
                    if matches!(text, "macro_rules" | "raw") {
                        return None;
                    }
                    let identifier = macros::is_word(text) && !matches!(text, "_" | "where" | "static");
                    count += u32::from(identifier);
                    lexer.at += len;
                }
                (_, len) => lexer.at += len,
            },
            b'0'..=b'9' => lexer.number()?,
            b'"' => lexer.text()?,
            b'\'' => lexer.character()?,
            b'/' if matches!(lexer.byte(1), b'/' | b'*') => return None,
            b'$' | 0x80.. => return None,
            _ => lexer.at += 1,
        }
    }
    Some(count)
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    tokens: &'s mut Vec<Token>,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.source.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn add(&mut self, kind: Kind, len: usize) {
        let span = Span::new(self.at as u32, (self.at + len) as u32);
        self.tokens.push(Token { kind, span, end: 0 });
        self.at += len;
    }

    /// The group that begins here, and what it holds.
    fn group(&mut self, depth: u32) -> Option<()> {
        let close = match self.byte(0) {
            b'(' => b')',
            b'[' => b']',
            _ => return None,
        };
        if depth > DEPTH || self.is_rewritten() {
            return None;
        }
        let index = self.tokens.len();
        self.add(Kind::Group, 1);
        loop {
            match self.byte(0) {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b'(' | b'[' => self.group(depth + 1)?,
                byte if byte == close => break,
                b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word()?,
                b'0'..=b'9' => self.number()?,
                b'"' => self.text()?,
                b'\'' => self.character()?,
                byte => self.punctuation(byte)?,
            }
        }
        self.at += 1;
        let end = self.tokens.len() as u32;
        let group = &mut self.tokens[index];
        (group.span.end, group.end) = (self.at as u32, end);
        Some(())
    }

    /// True where the group that begins here is that of a `matches!`, which is parsed as a `match`.
    fn is_rewritten(&self) -> bool {
        let [.., name, bang] = self.tokens.as_slice() else { return false };
        name.kind == Kind::Name && bang.kind == Kind::Bang && name.span.text(self.source) == "matches"
    }

    fn word(&mut self) -> Option<()> {
        match self.word_here()? {
            (Kind::Other, _) => None,
            (kind, len) => {
                self.add(kind, len);
                Some(())
            }
        }
    }

    /// What the word is that begins here, and its length.
    fn word_here(&self) -> Option<(Kind, usize)> {
        let bytes = &self.source.as_bytes()[self.at..];
        let len = bytes.iter().position(|b| !is_word_byte(*b))?;
        // Raw names, prefixed strings, names with letters beyond ASCII.
        if matches!(bytes[len], b'"' | b'\'' | b'#' | 0x80..) {
            return None;
        }
        let kind = match &self.source[self.at..self.at + len] {
            "self" => Kind::SelfValue,
            "crate" | "super" => Kind::Root,
            "as" => Kind::As,
            "await" => Kind::Await,
            "mut" => Kind::Mutable,
            "true" | "false" => Kind::Literal(LiteralKind::Boolean),
            text if super::paths::is_primitive(text) => Kind::Primitive,
            text if macros::is_word(text) || KEYWORDS.contains(&text) => Kind::Other,
            _ => Kind::Name,
        };
        Some((kind, len))
    }

    /// An integer, decimal or hexadecimal.
    fn number(&mut self) -> Option<()> {
        let bytes = &self.source.as_bytes()[self.at..];
        let len = bytes.iter().position(|b| !is_word_byte(*b))?;
        let (digits, follows) = (&self.source[self.at..self.at + len], bytes.get(len + 1).copied()?);
        // `1.5`, `1.`, `1..2`; but `x.0.y` is an integer with a member.
        if bytes[len] >= 0x80 || bytes[len] == b'.' && !follows.is_ascii_alphabetic() {
            return None;
        }
        let plain = match digits.strip_prefix("0x") {
            Some(digits) => !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()),
            None => {
                let suffix = digits.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
                suffix.is_empty() || suffix.starts_with(['u', 'i']) && super::paths::is_primitive(suffix)
            }
        };
        plain.then(|| self.add(Kind::Literal(LiteralKind::Integer), len))
    }

    /// A string without prefix.
    fn text(&mut self) -> Option<()> {
        let bytes = &self.source.as_bytes()[self.at..];
        let mut len = 1;
        loop {
            match bytes.get(len)? {
                b'"' => break,
                b'\\' => len += 2,
                _ => len += 1,
            }
        }
        self.add(Kind::Text, len + 1);
        Some(())
    }

    /// `'a'` and `'\n'`.
    fn character(&mut self) -> Option<()> {
        let len = match (self.byte(1), self.byte(2), self.byte(3)) {
            (b'\\', b'x' | b'u' | 0x80.., _) => return None,
            (b'\\', _, b'\'') => 4,
            (b'\\' | b'\'' | 0x80.., ..) => return None,
            (_, b'\'', _) => 3,
            _ => return None,
        };
        self.add(Kind::Literal(LiteralKind::Character), len);
        Some(())
    }

    fn punctuation(&mut self, byte: u8) -> Option<()> {
        let (next, third) = (self.byte(1), self.byte(2));
        let (kind, len) = match (byte, next) {
            (b'<' | b'>', b'<' | b'>') if byte == next && third != b'=' => (Kind::Arithmetic, 2),
            (b'<' | b'>', b'<' | b'>') if byte == next => return None,
            (b'=' | b'!' | b'<' | b'>', b'=') => (Kind::Compare, 2),
            (b':', b':') => (Kind::Colons, 2),
            (b'&', b'&') => (Kind::And, 2),
            (b'|', b'|') => (Kind::Or, 2),
            // `+=`, `=>`, `->`, `..`, comments.
            (b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'&' | b'|', b'=') => return None,
            (b'=' | b'-', b'>') | (b'.', b'.') | (b'/', b'/' | b'*') => return None,
            (b'.', _) => (Kind::Dot, 1),
            (b',', _) => (Kind::Comma, 1),
            (b';', _) => (Kind::Semicolon, 1),
            (b'?', _) => (Kind::Question, 1),
            (b'!', _) => (Kind::Bang, 1),
            (b'=', _) => (Kind::Assign, 1),
            (b'&', _) => (Kind::Ampersand, 1),
            (b'*', _) => (Kind::Star, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'<' | b'>', _) => (Kind::Less, 1),
            (b'+' | b'/' | b'%' | b'^' | b'|', _) => (Kind::Arithmetic, 1),
            _ => return None,
        };
        self.add(kind, len);
        Some(())
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Words that are no identifiers among tokens, or may not be.
const KEYWORDS: &[&str] = &[
    "async",
    "break",
    "const",
    "continue",
    "default",
    "enum",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "let",
    "loop",
    "macro_rules",
    "match",
    "mod",
    "pub",
    "raw",
    "return",
    "struct",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
    "while",
];
