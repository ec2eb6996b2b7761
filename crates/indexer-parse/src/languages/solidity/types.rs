//! Types as they are written.

use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Role};

/// What arrays and mappings are instances of, with what they hold: the stubs declare it under a name that nobody writes.
pub(super) const ARRAY: &str = "array$";

/// A type: of the language itself, of the repository, an array, a mapping or a function's.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.text().starts_with("function")
        && walk.node().child(0).is_some_and(|first| walk.kind_of(first) == "function")
    {
        return function(walk);
    }
    let (mut of, mut holds) = (ExprId::UNKNOWN, false);
    walk.each_child(|walk, _| match walk.kind() {
        // Of a mapping the last one counts: what it holds.
        "type_name" | "primitive_type" | "user_defined_type" => of = walk.lower_as(Role::Type),
        "mapping" | "[" => {
            holds = true;
            walk.other();
        }
        // Names in a mapping are for readers.
        _ if walk.is_identifier() => walk.neither(),
        _ if walk.is_named() && !walk.node().is_extra() => {
            walk.lower_as(Role::Read);
        }
        _ => walk.other(),
    });
    if !holds {
        return of;
    }
    let array = walk.build.made_type(ARRAY);
    walk.build.apply(array, &[of])
}

/// `function(address, uint256 x) view returns (bool)`.
fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut taken, mut given, mut gives) = (Vec::new(), Vec::new(), false);
    walk.each_child(|walk, _| match walk.kind() {
        "returns" => {
            gives = true;
            walk.other();
        }
        "return_type_definition" => given.push(walk.lower_as(Role::Type)),
        "type_name" | "parameter" => {
            let of = walk.lower_as(Role::Type);
            if gives { &mut given } else { &mut taken }.push(of);
        }
        _ if walk.is_named() && !walk.node().is_extra() => {
            walk.lower_as(Role::Read);
        }
        _ => walk.other(),
    });
    let parameters = walk.build.list(&taken);
    let returns = result(walk, given);
    walk.build.expression(Expression::FunctionType { parameters, returns })
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
    result(walk, types)
}

fn result(walk: &mut Walk<'_, '_>, types: Vec<ExprId>) -> ExprId {
    match types[..] {
        [] => ExprId::UNKNOWN,
        [only] => only,
        _ => {
            let items: Vec<ExprId> = types.into_iter().map(|of| walk.build.instance(of)).collect();
            walk.build.tuple(&items)
        }
    }
}
