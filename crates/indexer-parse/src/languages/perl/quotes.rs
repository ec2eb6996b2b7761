//! What is quoted: texts, patterns, lists of words, documents.

use super::lexer::{Kind, Lexer, is_start};
use indexer_core::{Span, work};

impl Lexer<'_> {
    /// A text or pattern that begins with a sign here, and with a word before it at `start`.
    pub(super) fn quoted(&mut self, start: usize) {
        let word = &self.bytes[start..self.at];
        let parts = if matches!(word, b"s" | b"tr" | b"y") { 2 } else { 1 };
        let is_pattern =
            parts == 2 || matches!(word, b"m" | b"qr") || (word.is_empty() && self.byte(0) == b'/');
        self.blanks();
        let open = self.byte(0);
        let close = closing(open);
        self.at += 1;
        let mut is_ended = self.part(open, close);
        if parts == 2 {
            if open == close {
                is_ended &= self.part(open, close);
            } else {
                // The second part has signs of its own.
                self.blanks();
                let open = self.byte(0);
                if open.is_ascii_punctuation() {
                    self.at += 1;
                    is_ended &= self.part(open, closing(open));
                }
            }
        }
        if !is_ended {
            self.found.never_ends(start);
        }
        if is_pattern {
            let rest = &self.bytes[self.at.min(self.bytes.len())..];
            self.at += rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        }
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    fn blanks(&mut self) {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        work::add(length / 64);
        self.at += length;
    }

    /// Goes behind the sign that closes; brackets nest. False where none does.
    fn part(&mut self, open: u8, close: u8) -> bool {
        let mut depth = 0u32;
        while self.at < self.bytes.len() {
            work::add(1);
            let byte = self.byte(0);
            self.at += 1;
            if byte == b'\\' {
                self.at += 1;
            } else if byte == close && depth == 0 {
                return true;
            } else if byte == close {
                depth -= 1;
            } else if byte == open {
                depth += 1;
            }
        }
        self.at = self.bytes.len();
        false
    }

    /// `<<A`, `<<"A"`, `<<~A`: a document that begins behind this line. False where it is an operator.
    pub(super) fn begins_document(&mut self) -> bool {
        let start = self.at;
        let is_indented = self.byte(2) == b'~';
        let from = start + 2 + usize::from(is_indented);
        let quote = self.bytes.get(from).copied().unwrap_or(0);
        let is_quoted = matches!(quote, b'"' | b'\'');
        if !is_quoted && (!is_start(quote) || self.follows_value()) {
            return false;
        }
        let begin = from + usize::from(is_quoted);
        let rest = &self.bytes[begin.min(self.bytes.len())..];
        let ends = |byte: &u8| match is_quoted {
            true => *byte == quote || *byte == b'\n',
            false => !(is_start(*byte) || byte.is_ascii_digit()),
        };
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        work::add(length / 64);
        if is_quoted && rest.get(length) != Some(&quote) {
            return false;
        }
        self.documents.push((Span::new(begin as u32, (begin + length) as u32), is_indented));
        self.at = begin + length + usize::from(is_quoted);
        self.push(Kind::Text, start);
        true
    }

    /// The documents that begin with this line.
    pub(super) fn documents(&mut self) {
        for (end, is_indented) in std::mem::take(&mut self.documents) {
            let start = self.at;
            let wanted = end.text(self.text);
            let mut is_ended = false;
            while self.at < self.bytes.len() {
                let line = self.at;
                self.pass_line();
                let text = self.text.get(line..self.at).unwrap_or("").trim_end_matches('\r');
                let text = if is_indented { text.trim_start() } else { text };
                self.at = (self.at + 1).min(self.bytes.len());
                if text == wanted {
                    is_ended = true;
                    break;
                }
            }
            if !is_ended {
                self.found.never_ends(end.start as usize);
            }
            self.verbatim(start, false);
        }
    }
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        other => other,
    }
}
