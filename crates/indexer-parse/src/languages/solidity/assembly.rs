//! Names in assembly.

use crate::walk::Walk;
use indexer_core::{ExprId, Name, Namespace, ScopeKind};

/// `a.slot` in assembly: what stands behind the dot is of the compiler.
pub(super) fn path(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = None;
    walk.each_child(|walk, _| match walk.kind() {
        "yul_identifier" if value.is_none() => value = Some(walk.lower()),
        "yul_identifier" => walk.build.tally.neither += walk.count_identifiers(),
        _ => walk.other(),
    });
    value.unwrap_or(ExprId::UNKNOWN)
}

/// `let a, b := f()` in assembly: locals.
pub(super) fn locals(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut is_left = true;
    let mut names = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        ":=" => {
            is_left = false;
            walk.other();
        }
        "yul_identifier" if is_left => names.extend(introduced(walk)),
        _ => walk.other(),
    });
    let (scope, from) = (walk.build.scope, walk.span().end);
    for name in names {
        walk.build.bind_local(scope, name, Namespace::VALUE, from, ExprId::UNKNOWN);
    }
    ExprId::UNKNOWN
}

/// A function in assembly: its names are locals.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut names, mut seen) = (Vec::new(), 0);
    let outer = walk.build.scope;
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let scope = walk.build.scope;
    walk.each_child(|walk, _| match walk.kind() {
        "yul_identifier" => names.extend(introduced(walk)),
        "yul_block" => {
            for name in names.drain(..) {
                let scope = if seen == 0 { outer } else { scope };
                seen += 1;
                walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
            }
            walk.lower();
        }
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The current node, a name of assembly that is introduced.
fn introduced(walk: &mut Walk<'_, '_>) -> Option<Name> {
    let mut found = None;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.is_identifier() {
            true => {
                let span = walk.local();
                found = Some(walk.build.name(span));
            }
            false => walk.other(),
        });
        ExprId::UNKNOWN
    });
    found
}
