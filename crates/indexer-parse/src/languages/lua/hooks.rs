//! What a table of node kinds cannot say of Lua: conditions, loops, operators, what functions and files give.

use super::nodes;
use super::state::{Held, Into, Lua};
use super::tables;
use crate::shapes::{self, bound_in, function_scope};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Flags, Name, Namespace};

/// What the hooks remember.
pub(super) fn lua<'w>(walk: &'w mut Walk<'_, '_>) -> &'w mut Lua {
    walk.build.remembered.of::<Lua>()
}

/// What a name holds at the place of the walk, as far as the file says it before.
pub(super) fn held(walk: &mut Walk<'_, '_>, name: Name) -> Option<Held> {
    let scope = bound_in(walk, name)?;
    lua(walk).held.get(&(scope, name)).copied()
}

/// What is defined in it exists under its condition.
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.inherited.add(Flags::CONDITIONAL);
    shapes::lower(walk, &nodes::IF);
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `i = 1, 10`: the name holds in the loop.
pub(super) fn numeric(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            let span = walk.local();
            let name = walk.build.name(span);
            let scope = walk.build.scope;
            walk.build.shapes.introduce(scope, name);
            walk.build.bind_local(scope, name, Namespace::VALUE, span.end, ExprId::UNKNOWN);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `a or b` gives either, `a and b` the second; of other operators nothing is known.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let operator = walk.child_of(walk.node(), Field::Operator).map(|operator| walk.kind_of(operator));
    let found = crate::operators::binary(walk);
    match operator {
        Some("or") => walk.build.union(&[found.left, found.right]),
        Some("and") => found.right,
        _ => ExprId::UNKNOWN,
    }
}

/// `return a, b`: what is asked for is nearly always the first.
pub(super) fn returned(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut first = None;
    walk.each_child(|walk, _| {
        if walk.kind() != "expression_list" {
            walk.other();
            return;
        }
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| {
                if walk.is_named() && !walk.node().is_extra() && first.is_none() {
                    first = Some(tables::lower_value(walk, Some(Into::Nothing)).0);
                } else {
                    walk.other();
                }
            });
            ExprId::UNKNOWN
        });
    });
    if let Some(value) = first {
        match function_scope(walk) {
            Some(_) => walk.build.shapes.add_return(value),
            None => lua(walk).returned.push(value),
        }
    }
    ExprId::UNKNOWN
}
