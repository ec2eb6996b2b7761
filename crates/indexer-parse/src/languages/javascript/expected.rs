//! What is expected of a value by the place where it stands: what an annotation, a function that it is
//! given to, or an object around it says of it.

use super::state::Remembers;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Name, Role, Span};

/// What is expected of a value.
#[derive(Clone, Copy, Debug)]
pub(in crate::languages) struct Expected {
    /// A value of that kind.
    pub of: ExprId,
    /// An annotation says it: then the keys of an object are uses of the members of that type.
    pub is_declared: bool,
}

impl Expected {
    /// What the annotation of a place says; `None` where there is none.
    pub(in crate::languages) fn declared(walk: &mut Walk<'_, '_>, annotation: ExprId) -> Option<Self> {
        if annotation.is_unknown() {
            return None;
        }
        let of = walk.build.expression(Expression::Instance(annotation));
        Some(Self { of, is_declared: true })
    }

    /// What a comment says of a place; `None` where none says anything. Keys are no uses: a comment is no code.
    pub(in crate::languages) fn documented(walk: &mut Walk<'_, '_>, said: ExprId) -> Option<Self> {
        Some(Self { is_declared: false, ..Self::declared(walk, said)? })
    }

    /// What argument `position` of a call is expected to be.
    pub(in crate::languages) fn argument(walk: &mut Walk<'_, '_>, call: ExprId, position: u32) -> Self {
        Self { of: walk.build.expression(Expression::Expected { call, position }), is_declared: false }
    }

    /// What the member `name` of such a value is.
    pub(in crate::languages) fn member(self, walk: &mut Walk<'_, '_>, name: Name) -> Self {
        let member = Expression::Member { of: self.of, name, access: Access::Value };
        Self { of: walk.build.expression(member), ..self }
    }

    /// What indexing such a value gives.
    pub(in crate::languages) fn indexed(self, walk: &mut Walk<'_, '_>) -> Self {
        let indexed = Expression::Index { of: self.of, index: ExprId::UNKNOWN };
        Self { of: walk.build.expression(indexed), ..self }
    }

    /// What the elements of such a value are.
    pub(in crate::languages) fn element(self, walk: &mut Walk<'_, '_>) -> Self {
        Self { of: walk.build.expression(Expression::Element(self.of)), ..self }
    }

    /// What a function of this kind gives.
    pub(in crate::languages) fn result(self, walk: &mut Walk<'_, '_>) -> Self {
        let arguments = walk.build.list(&[]);
        Self { of: walk.build.expression(Expression::Call { of: self.of, arguments }), ..self }
    }

    /// What is awaited of such a value.
    pub(in crate::languages) fn awaited(self, walk: &mut Walk<'_, '_>) -> Self {
        Self { of: walk.build.expression(Expression::Awaited(self.of)), ..self }
    }

    /// The key at `span` of an object of this kind uses the member that it names.
    pub(in crate::languages) fn key(self, walk: &mut Walk<'_, '_>, span: Span) {
        let name = walk.build.name(span);
        if !self.is_declared {
            // Where no types are written, hardly any callee says what it expects.
            if walk.build.language.id != "javascript" {
                let member = self.member(walk, name);
                walk.build.use_expected(span, member.of);
            }
            return;
        }
        let member = self.member(walk, name);
        let before = std::mem::replace(&mut walk.build.role, Role::Write);
        walk.build.use_member(span, member.of);
        walk.build.uses.uncount_last();
        walk.build.role = before;
    }
}

/// Tells the value at the current node what is expected of it, where it can use that.
pub(in crate::languages) fn expect(walk: &mut Walk<'_, '_>, expected: Option<Expected>) {
    let is_used = is_structure(walk)
        || matches!(walk.kind(), "arrow_function" | "function_expression" | "generator_function");
    walk.state().expected = expected.filter(|expected| is_used && !expected.of.is_unknown());
}

/// True for values that pass on to their parts what is expected of them.
pub(in crate::languages) fn is_structure(walk: &Walk<'_, '_>) -> bool {
    matches!(walk.kind(), "object" | "array" | "parenthesized_expression" | "ternary_expression")
}

/// What is expected of the value at the current node.
pub(in crate::languages) fn take(walk: &mut Walk<'_, '_>) -> Option<Expected> {
    walk.state().expected.take()
}
