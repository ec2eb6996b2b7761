//! Types as they are written.

use crate::walk::Walk;
use indexer_core::{ExprId, Role};

/// What arrays and mappings are instances of, with what they hold: the stubs declare it under a name that nobody writes.
pub(super) const ARRAY: &str = "array$";

/// A type: of the language itself, of the repository, an array or a mapping.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut holds, mut is_function) = (ExprId::UNKNOWN, false, false);
    walk.children(|walk, _| match walk.kind() {
        // Of a mapping the last one counts: what it holds.
        "type_name" | "primitive_type" | "user_defined_type" => of = walk.lower_as(Role::Type),
        "mapping" | "[" => {
            holds = true;
            walk.other();
        }
        "function" => {
            is_function = true;
            walk.other();
        }
        // Names in a mapping are for readers.
        _ if walk.is_identifier() => walk.neither(),
        _ if walk.is_named() && !walk.node().is_extra() => {
            walk.lower_as(Role::Read);
        }
        _ => walk.other(),
    });
    if is_function {
        return ExprId::UNKNOWN;
    }
    if !holds {
        return of;
    }
    let array = walk.build.made_type(ARRAY);
    walk.build.apply(array, &[of])
}

/// `uint`, `address payable`, `bytes32`.
pub(super) fn primitive(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = match walk.text() {
        "uint" => "uint256",
        "int" => "int256",
        "byte" => "bytes1",
        text => text.split_whitespace().next().unwrap_or(text),
    };
    if super::link::is_primitive(name) { walk.build.made_type(name) } else { ExprId::UNKNOWN }
}

/// What a function gives: the type of its only result, or a tuple of what they all are.
pub(super) fn results(walk: &mut Walk<'_, '_>) -> ExprId {
    let types: Vec<ExprId> = walk.lower_list();
    match types[..] {
        [] => ExprId::UNKNOWN,
        [only] => only,
        _ => {
            let items: Vec<ExprId> = types.into_iter().map(|of| walk.build.instance(of)).collect();
            walk.build.tuple(&items)
        }
    }
}
