//! What a table cannot say of R.

use super::nodes;
use crate::shapes::{self, FileImport, import_file};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Namespace, Role, ScopeKind};

/// A name.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() { ExprId::UNKNOWN } else { walk.build.use_name(span, Namespace::VALUE) }
}

/// `a <- function() ..` defines a function, `a <- b` assigns, `b -> a` too; others compute.
pub(super) fn operator(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let child = |name: &str| node.child_by_field_name(name).map_or("", |child| child.kind());
    let in_function = walk.build.scope_around(|kind| matches!(kind, ScopeKind::Function | ScopeKind::Lambda));
    let is_name = child("lhs") == "identifier";
    let shape = match child("operator") {
        "<-" | "=" if is_name && child("rhs") == "function_definition" => &nodes::FUNCTION,
        "<-" | "=" | ":=" if in_function.is_some() => &nodes::ASSIGN_LOCAL,
        "<-" | "=" | ":=" => &nodes::ASSIGN,
        "<<-" => &nodes::WRITE,
        "->" if in_function.is_some() => &nodes::ASSIGN_RIGHT_LOCAL,
        "->" | "->>" => &nodes::ASSIGN_RIGHT,
        kind => {
            if matches!(kind, "&&" | "||") {
                walk.build.meter.branches += 1;
            }
            walk.lower_children();
            return ExprId::UNKNOWN;
        }
    };
    shapes::lower(walk, shape)
}

/// `a$b`, `a@b`: a member where a name stands there.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let (mut of, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Lhs => of = walk.lower_as(Role::Read),
        Field::Rhs if walk.is_identifier() => {
            value = walk.with_role(role, |walk| walk.member_of(of, Access::Value));
        }
        _ => walk.other(),
    });
    value
}

/// `dplyr::filter`: what a package has; the package is no name of the file.
pub(super) fn of_package(walk: &mut Walk<'_, '_>) -> ExprId {
    let (role, mut package) = (walk.build.role, None);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Lhs if walk.is_identifier() => {
            package = Some(walk.span());
            walk.neither();
        }
        Field::Rhs if walk.is_identifier() && package.is_some() => {
            let package = package.unwrap_or_default();
            import_file(walk, FileImport { path: package, ..FileImport::default() });
            let import = indexer_core::ImportId(walk.build.facts.imports.len() as u32 - 1);
            let of = walk.build.expression(indexer_core::Expression::Import { import, upto: 1 });
            value = walk.with_role(role, |walk| walk.member_of(of, Access::Path));
        }
        _ => walk.other(),
    });
    value
}

/// A call; `library(a)` and `source("a.R")` load what they name.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let span = node.child_by_field_name("function").map(crate::walk::span_of);
    let loads = span.map_or("", |span| walk.build.text(span));
    if !matches!(loads, "library" | "require" | "requireNamespace" | "source" | "sys.source") {
        return shapes::lower(walk, &nodes::CALL);
    }
    let first = node.child_by_field_name("arguments").and_then(|list| list.named_child(0));
    let first = first.and_then(|one| one.child_by_field_name("value"));
    let named = first.filter(|one| matches!(one.kind(), "identifier" | "string"));
    let Some(path) = named.map(crate::walk::span_of) else { return shapes::lower(walk, &nodes::CALL) };
    import_file(walk, FileImport { path, everything: true, ..FileImport::default() });
    walk.build.tally.neither += walk.count_identifiers();
    ExprId::UNKNOWN
}
