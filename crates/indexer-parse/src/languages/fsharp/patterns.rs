//! Patterns: which names they bind, and which they name.

use super::lexer::Kind;
use super::reader::{FSharp, Said, VALUE};
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Namespace, Role};

/// A name that a pattern binds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) token: usize,
    /// Its type, as far as it is written.
    pub(super) of: ExprId,
}

impl FSharp<'_, '_, '_> {
    /// Reads the pattern up to the end, and adds what it binds.
    pub(super) fn pattern(&mut self, mut at: usize, all: &mut Vec<Bound>) {
        // Of several names between commas the type is that of the last.
        let mut since = all.len();
        while at < self.tokens.end && self.reading.goes_on() {
            at = match self.tokens.kind(at) {
                Some(Kind::Word | Kind::Quoted) if self.is_name(at) => self.named_in_pattern(at, all),
                Some(Kind::Sign(b'[')) if self.is_attribute(at) => {
                    self.attributes(at, &mut Said::nothing(at))
                }
                Some(Kind::Sign(b'(' | b'[' | b'{')) => self.inside(at, |file, at| file.pattern(at, all)),
                Some(Kind::Sign(b':')) if self.tokens.sign(at + 1, b'?') && self.is_joined(at, at + 1) => {
                    self.annotation(at + 2).0
                }
                Some(Kind::Sign(b':')) if self.is_annotation(at) => {
                    let (next, of) = self.annotation(at + 1);
                    if let [one] = &mut all[since..] {
                        one.of = of;
                    }
                    next.max(at + 1)
                }
                Some(Kind::Sign(b',' | b';')) => {
                    since = all.len();
                    at + 1
                }
                _ => at + 1,
            };
        }
    }

    /// True for a colon behind which a type stands: it is no part of `::`, `:?` or `:>`.
    pub(super) fn is_annotation(&self, at: usize) -> bool {
        let is_part = |at: usize, signs: &[u8]| signs.iter().any(|sign| self.tokens.sign(at, *sign));
        self.tokens.sign(at, b':')
            && !(is_part(at + 1, b":?>") && self.is_joined(at, at + 1))
            && !(at > 0 && is_part(at - 1, b":") && self.is_joined(at - 1, at))
    }

    fn named_in_pattern(&mut self, at: usize, all: &mut Vec<Bound>) -> usize {
        let is_path = self.tokens.sign(at + 1, b'.') && self.is_joined(at, at + 1);
        // `{ A = b }` and `C(a = b)` name fields.
        if self.is_lone(at + 1, b'=') && !is_path {
            self.member(at, ExprId::UNKNOWN, Role::Read);
            return at + 2;
        }
        if !is_path && !self.is_capital(at) {
            all.push(Bound { token: at, of: ExprId::UNKNOWN });
            return at + 1;
        }
        let mut value = self.refer(at, Role::Read, VALUE.with(Namespace::TYPE));
        let mut last = at;
        while self.tokens.sign(last + 1, b'.') && self.is_name(last + 2) && self.reading.goes_on() {
            last += 2;
            value = self.member(last, value, Role::Read);
        }
        last + 1
    }

    /// Binds what a pattern between two tokens names as locals, which are seen from there on.
    pub(super) fn locals(&mut self, start: usize, end: usize) {
        let mut all = Vec::new();
        self.until(end, |file| file.pattern(start, &mut all));
        for one in all {
            let from = self.tokens.span(one.token).start;
            let value = self.reading.build.instance(one.of);
            self.local(one.token, from, value);
        }
    }
}
