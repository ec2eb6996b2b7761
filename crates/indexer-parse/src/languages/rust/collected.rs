//! What `_` stands for in the type of a collection that an iterator is collected into: `let all: Vec<_> = x.collect()`.

use crate::build::Build;
use indexer_core::{ExprId, Expression};

/// Types of types are looked at this deep: `Result<Vec<_>, _>`.
const DEEPEST: usize = 3;

/// The element of what is collected, where `callee` is the method that collects.
pub(super) fn callee(build: &mut Build<'_>, callee: ExprId) -> Option<ExprId> {
    match build.facts.expression(callee) {
        Expression::Member { of, name, .. } if matches!(build.facts.name(name), "collect" | "partition") => {
            Some(build.expression(Expression::Element(of)))
        }
        _ => None,
    }
}

/// The same, where `value` is a call of it, perhaps followed by `?`.
pub(super) fn value(build: &mut Build<'_>, value: ExprId) -> Option<ExprId> {
    match build.facts.expression(value) {
        Expression::Tried(of) => {
            let element = self::value(build, of)?;
            Some(build.expression(Expression::Tried(element)))
        }
        Expression::Call { of, .. } => match build.facts.expression(of) {
            Expression::Apply { of, .. } => callee(build, of),
            _ => callee(build, of),
        },
        _ => None,
    }
}

/// The type with what is collected in the place of `_`.
pub(super) fn filled(build: &mut Build<'_>, of: ExprId, element: ExprId) -> ExprId {
    filled_at(build, of, element, 0)
}

fn filled_at(build: &mut Build<'_>, of: ExprId, element: ExprId, depth: usize) -> ExprId {
    if let Expression::Tuple(list) = build.facts.expression(of) {
        // The two halves of what is parted.
        let items = build.facts.list(list).to_vec();
        let items: Vec<ExprId> =
            items.into_iter().map(|item| filled_at(build, item, element, depth)).collect();
        return build.tuple(&items);
    }
    let Expression::Apply { of: head, arguments } = build.facts.expression(of) else { return of };
    let mut items = build.facts.list(arguments).to_vec();
    let is_tried = match build.facts.expression(head) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => {
            matches!(build.facts.name(name), "Option" | "Result")
        }
        _ => false,
    };
    if is_tried && depth < DEEPEST {
        // All of them, where each is there.
        let element = build.expression(Expression::Tried(element));
        items[0] = filled_at(build, items[0], element, depth + 1);
        return build.apply(head, &items);
    }
    if !items.iter().any(|item| item.is_unknown()) {
        return of;
    }
    let is_map = items.len() == 2;
    for (item, index) in items.iter_mut().zip(0..) {
        if item.is_unknown() {
            *item = if is_map { build.expression(Expression::Item { of: element, index }) } else { element };
        }
    }
    build.apply(head, &items)
}
