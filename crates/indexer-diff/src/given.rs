//! Values that are given by something else.

use indexer_core::Expression;

/// True for a value that a call or another name gives: nothing says that it is no function.
pub(crate) fn holds_what_is_given(value: Expression) -> bool {
    matches!(
        value,
        Expression::Name { .. }
            | Expression::Member { .. }
            | Expression::Call { .. }
            | Expression::Index { .. }
            | Expression::Item { .. }
    )
}
