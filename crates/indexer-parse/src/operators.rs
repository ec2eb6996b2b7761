//! Operators with two sides, as most languages have them.

use crate::table::Field;
use crate::walk::Walk;
use indexer_core::ExprId;

/// What an operator joins.
#[derive(Clone, Copy, Debug)]
pub struct Binary {
    /// What stands before it.
    pub left: ExprId,
    /// What stands behind it.
    pub right: ExprId,
    /// True for comparisons and logic.
    pub is_boolean: bool,
}

/// Lowers both sides of the current node, and counts `&&` and `||` as branches.
pub fn binary(walk: &mut Walk<'_, '_>) -> Binary {
    let start = walk.span().start;
    let mut found = Binary { left: ExprId::UNKNOWN, right: ExprId::UNKNOWN, is_boolean: false };
    let mut inner = None;
    walk.children(|walk, field| match field {
        Field::Left => {
            walk.build.logical = None;
            found.left = walk.lower();
            inner = walk.build.logical.take();
        }
        Field::Operator => {
            let operator = walk.kind();
            let is_logical = matches!(operator, "&&" | "||" | "and" | "or");
            found.is_boolean = is_logical || matches!(operator, "==" | "!=" | "<" | "<=" | ">" | ">=");
            let this = is_logical.then_some((operator, start));
            if is_logical {
                walk.build.meter.branches += 1;
                // A sequence of like operators counts once.
                walk.build.meter.cognitive += u32::from(inner != this);
            }
            inner = this;
        }
        Field::Right => found.right = walk.lower(),
        _ => walk.other(),
    });
    walk.build.logical = inner;
    found
}
