//! Types as they are written.

use super::lexer::Kind;
use super::reader::FSharp;
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Namespace, Role};

/// So many tokens arguments between angles have at most.
const LONGEST: usize = 200;

impl FSharp<'_, '_, '_> {
    /// The type that begins there, up to where none goes on; gives the place behind it, and the type where it is one alone.
    pub(super) fn annotation(&mut self, at: usize) -> (usize, ExprId) {
        self.annotation_as(at, Role::Type)
    }

    pub(super) fn annotation_as(&mut self, start: usize, role: Role) -> (usize, ExprId) {
        let (mut at, mut angles) = (start, 0_u32);
        let (mut only, mut count) = (ExprId::UNKNOWN, 0);
        while at < self.tokens.end && self.reading.goes_on() {
            // What a new line begins goes on with the type only behind a sign that needs more of it.
            let needs_more = at == start
                || angles > 0
                || matches!(self.tokens.kind(at - 1), Some(Kind::Arrow | Kind::Sign(b'*' | b':')));
            if self.layout.is_start(at) && !needs_more && self.begins_other(at) {
                break;
            }
            at = match self.tokens.kind(at) {
                Some(Kind::Word | Kind::Quoted) if self.is_name(at) => {
                    // `a: int -> b: int` gives names to what is given.
                    let is_label = self.is_annotation(at + 1) && angles == 0;
                    if is_label {
                        at + 2
                    } else {
                        let role = if angles > 0 { Role::Type } else { role };
                        let (next, value) = self.type_path(at, role);
                        if angles == 0 {
                            (only, count) = (value, count + 1);
                        }
                        next
                    }
                }
                Some(Kind::Word) if self.is_any(at, &["when", "struct", "or", "null", "new", "not", "_"]) => {
                    at + 1
                }
                Some(Kind::Sign(b'<')) => {
                    angles += 1;
                    at + 1
                }
                Some(Kind::Sign(b'>')) if angles > 0 => {
                    // `'a :> B` is a bound.
                    angles -= u32::from(!self.is_bound(at));
                    at + 1
                }
                // What is given to a constructor is no type.
                Some(Kind::Sign(b'(')) if at > start && self.ends_type(at - 1) => break,
                Some(Kind::Sign(b'(' | b'{')) => self.inside(at, |file, at| file.types(at)),
                Some(Kind::Sign(b'[')) if self.is_attribute(at) => {
                    self.attributes(at, &mut super::reader::Said::nothing(at))
                }
                Some(Kind::Sign(b'[')) => self.tokens.behind(at),
                Some(Kind::Sign(b':' | b',')) if angles > 0 => at + 1,
                Some(Kind::Sign(b'*' | b'#' | b'?' | b'^' | b'/' | b'.')) => at + 1,
                Some(Kind::TypeVariable | Kind::Arrow) => {
                    count += 1;
                    at + 1
                }
                // Units of measure have exponents.
                Some(Kind::Number) if angles > 0 => at + 1,
                _ => break,
            };
        }
        (at, if count == 1 { only } else { ExprId::UNKNOWN })
    }

    /// True for the end of `:>`.
    fn is_bound(&self, at: usize) -> bool {
        at > 0 && self.tokens.sign(at - 1, b':') && self.is_joined(at - 1, at)
    }

    fn ends_type(&self, at: usize) -> bool {
        self.is_name(at) || self.tokens.sign(at, b'>')
    }

    fn begins_other(&self, at: usize) -> bool {
        matches!(self.tokens.kind(at), Some(Kind::Word | Kind::Quoted)) || self.is_attribute(at)
    }

    /// All types up to the end, whatever parts them.
    pub(super) fn types(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            at = self.annotation(at).0.max(at + 1);
        }
    }

    /// `A.B.C`; gives the place behind it.
    fn type_path(&mut self, at: usize, role: Role) -> (usize, ExprId) {
        let mut value = self.refer(at, role, Namespace::TYPE);
        let mut last = at;
        while self.tokens.sign(last + 1, b'.') && self.is_name(last + 2) && self.reading.goes_on() {
            last += 2;
            value = self.member(last, value, role);
        }
        (last + 1, value)
    }

    /// The place behind `<'a, B<C>>` that stands right behind a name; where there is none, the same place.
    pub(super) fn behind_generics(&self, open: usize) -> usize {
        if !self.tokens.sign(open, b'<') || open == 0 || !self.is_joined(open - 1, open) {
            return open;
        }
        let (mut depth, mut at) = (0_u32, open);
        while at < (open + LONGEST).min(self.tokens.end) {
            match self.tokens.kind(at) {
                Some(Kind::Sign(b'<')) => depth += 1,
                Some(Kind::Sign(b'>')) if !self.is_bound(at) => {
                    depth -= 1;
                    if depth == 0 {
                        return at + 1;
                    }
                }
                Some(Kind::Sign(b'(' | b'[' | b'{')) => {
                    at = self.tokens.behind(at);
                    continue;
                }
                Some(
                    Kind::Text | Kind::Gets | Kind::Sign(b')' | b']' | b'}' | b';' | b'|' | b'+' | b'='),
                )
                | None => {
                    return open;
                }
                _ => {}
            }
            at += 1;
        }
        open
    }

    /// The types between angles there are named; gives the place behind them.
    pub(super) fn generics(&mut self, open: usize) -> usize {
        let end = self.behind_generics(open);
        if end > open {
            self.until(end - 1, |file| file.types(open + 1));
        }
        end
    }
}
