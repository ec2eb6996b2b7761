//! Types as they are written.

use super::lexer::Kind;
use super::reader::Groovy;
use super::words;
use indexer_core::{ExprId, Namespace, Role};

/// So many tokens a type has at most.
const LONGEST: usize = 64;

impl Groovy<'_, '_, '_> {
    /// Where the type ends that begins there: `a.B<C>[]`; `None` where none does.
    pub(super) fn type_end(&self, at: usize) -> Option<usize> {
        let is_type = self.is_name(at)
            || (self.tokens.kind(at) == Some(Kind::Word) && words::is_primitive(self.tokens.text(at)));
        if !is_type {
            return None;
        }
        let mut next = at + 1;
        while self.tokens.sign(next, b'.') && self.is_name(next + 1) && next < at + LONGEST {
            next += 2;
        }
        if self.tokens.sign(next, b'<') {
            next = self.angles(next)?;
        }
        while self.tokens.sign(next, b'[') && self.tokens.sign(next + 1, b']') && next < at + LONGEST {
            next += 2;
        }
        Some(next)
    }

    /// The place behind `<A, B<C>>`; `None` where it is a comparison.
    pub(super) fn angles(&self, open: usize) -> Option<usize> {
        let mut depth = 0u32;
        for at in open..open + LONGEST {
            match self.tokens.kind(at)? {
                Kind::Sign(b'<') => depth += 1,
                Kind::Sign(b'>') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                Kind::Word | Kind::Sign(b',' | b'.' | b'?' | b'[' | b']' | b'&' | b'@') => {}
                _ => return None,
            }
        }
        None
    }

    /// The types that stand between two tokens are named; gives the first.
    pub(super) fn type_refs(&mut self, start: usize, end: usize) -> ExprId {
        self.types_as(start, end, Role::Type)
    }

    /// The same with a role for those that are no arguments of others.
    pub(super) fn types_as(&mut self, start: usize, end: usize, role: Role) -> ExprId {
        let (mut first, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
        let mut depth = 0u32;
        for at in start..end {
            match self.tokens.kind(at) {
                Some(Kind::Sign(b'<')) => depth += 1,
                Some(Kind::Sign(b'>')) => depth = depth.saturating_sub(1),
                Some(Kind::Word) if self.is_name(at) => {
                    let role = if depth > 0 { Role::Type } else { role };
                    let is_inside = at > start && self.tokens.sign(at - 1, b'.');
                    let is_path = self.tokens.sign(at + 1, b'.');
                    value = match (is_inside, is_path) {
                        // A package before a type is no name that is bound.
                        (false, true) if !self.is_type_name(at) => ExprId::UNKNOWN,
                        (true, _) if value.is_unknown() && !self.is_type_name(at) => ExprId::UNKNOWN,
                        (true, _) if value.is_unknown() => self.refer(at, role, Namespace::TYPE),
                        (true, _) => self.member(at, value, role),
                        (false, _) => self.refer(at, role, Namespace::TYPE),
                    };
                    if first.is_unknown() || (is_inside && depth == 0) {
                        first = value;
                    }
                }
                _ => {}
            }
        }
        first
    }
}
