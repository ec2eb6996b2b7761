//! Lists of names that take a value apart (`[$a, $b] = f()`).

use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Span};

/// A list of names that takes a value apart.
pub(super) struct Pattern {
    pub(super) span: Span,
    /// The place of the next name.
    pub(super) index: u32,
    /// True where keys say which element each name is given.
    pub(super) is_keyed: bool,
}

/// Which element of a value a name is given.
#[derive(Clone, Copy)]
pub(super) enum Element {
    At(u32),
    /// One of them.
    Any,
    /// A part of one.
    Inner,
}

impl Pattern {
    /// A token between the names.
    pub(super) fn next(&mut self, token: &str) {
        match token {
            "," => self.index += 1,
            "=>" => self.is_keyed = true,
            _ => {}
        }
    }

    /// What a name is given that stands inside of these.
    pub(super) fn element(open: &[Pattern]) -> Option<Element> {
        match open {
            [] => None,
            [one] if one.is_keyed => Some(Element::Any),
            [one] => Some(Element::At(one.index)),
            _ => Some(Element::Inner),
        }
    }
}

impl Element {
    /// The element of this value.
    pub(super) fn of(self, walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
        match self {
            Self::At(index) => walk.build.expression(Expression::Item { of, index }),
            Self::Any => walk.build.expression(Expression::Element(of)),
            Self::Inner => ExprId::UNKNOWN,
        }
    }
}
