//! What `$( )` and `${ }` name.

use super::lexer::{Kind, Lexer, is_name};
use super::words;
use indexer_core::{Span, work};

impl Lexer<'_> {
    /// The variables and functions that the text between two bytes names, in order. O(bytes).
    pub(super) fn expansions(&mut self, start: usize, end: usize) {
        let bytes = &self.text.as_bytes()[..end];
        let mut at = start;
        while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr(b'$', rest)) {
            work::add(1 + found / 64);
            at += found + 1;
            at = match bytes.get(at) {
                Some(b'(' | b'{') => self.expansion(at + 1, end),
                // `$$` is a sign for a shell.
                _ => at + 1,
            };
        }
        work::add(1 + end.saturating_sub(at) / 64);
    }

    /// What begins behind a bracket; gives the place from which more may be found.
    fn expansion(&mut self, start: usize, end: usize) -> usize {
        let next = self.word_end(start, end);
        let name = &self.text[start..next];
        let behind = self.text.as_bytes().get(next).copied().filter(|_| next < end);
        match behind {
            Some(b')' | b'}' | b':') if is_name(name) => self.push(Kind::Use, start, next),
            Some(b' ' | b'\t') if words::is_function(name) => return self.function(name, next, end),
            _ => {}
        }
        next.max(start)
    }

    /// What functions take as names: that of a function, of a variable, of what goes over a list.
    fn function(&mut self, name: &str, at: usize, end: usize) -> usize {
        let kind = match name {
            "call" => Kind::Call,
            "foreach" | "let" => Kind::Local,
            "origin" | "flavor" | "value" => Kind::Use,
            _ => return at,
        };
        let blanks =
            self.text.as_bytes()[at..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = at + blanks;
        let next = self.word_end(start, end);
        let behind = self.text.as_bytes().get(next).copied().filter(|_| next < end);
        // Functions of the language are called so too.
        let is_own = kind == Kind::Call && words::is_function(&self.text[start..next]);
        if is_name(&self.text[start..next]) && matches!(behind, Some(b',' | b')' | b'}')) && !is_own {
            self.push(kind, start, next);
        }
        next
    }

    /// Behind the letters of a name.
    fn word_end(&self, start: usize, end: usize) -> usize {
        let is_part =
            |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-+/@%".contains(byte) || **byte >= 0x80;
        let length = self.text.as_bytes()[start..end].iter().take_while(is_part).count();
        work::add(1 + length / 64);
        start + length
    }

    pub(super) fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.found.tokens.push(super::lexer::Token { kind, span: Span::new(start as u32, end as u32) });
    }
}
