//! Calls and names without a sign.

use super::imports::{package, package_at};
use super::state::Perl;
use crate::shapes::declare::is_taken;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, Bound, ExprId, Expression, Name, Namespace, Role, ScopeId, Span};

/// Variables are seen where scopes say it, and by others through the package.
pub(super) const BOUND: Namespace = Namespace::ANY.with(Namespace::MEMBER);

/// Under what the file knows a function of the package around: by its whole name, so that no other package sees it.
pub(super) fn key(walk: &mut Walk<'_, '_>, name: Name) -> Name {
    let package = walk.build.remembered.of::<Perl>().package;
    let package =
        package.map_or_else(|| "main".to_owned(), |package| walk.build.names.get(package).to_owned());
    let whole = format!("{package}::{}", walk.build.names.get(name));
    walk.build.names.made(&whole)
}

/// Lets the package around name what is bound.
pub(super) fn know(walk: &mut Walk<'_, '_>, name: Name, bound: Bound) {
    let key = key(walk, name);
    walk.build.bind(ScopeId(0), key, BOUND, bound, ExprId::UNKNOWN);
}

/// The current token, or a part of it, names a function of the package around, or one of the language.
fn own_function(walk: &mut Walk<'_, '_>, own: Span) -> ExprId {
    if super::link::is_built_in(walk.build.text(own)) {
        return walk.build.use_name(own, Namespace::ANY);
    }
    let (plain, scope) = (walk.build.name(own), walk.build.scope);
    let name = key(walk, plain);
    let expression =
        walk.build.expression(Expression::Name { name, scope, bound: None, namespace: Namespace::ANY });
    walk.build.use_member(own, expression);
    expression
}

/// The last part of the current token and the package before it, where it has one.
fn parts(walk: &mut Walk<'_, '_>) -> (Option<Span>, Span) {
    let (span, text) = (walk.span(), walk.text());
    match text.rsplit_once("::") {
        Some((before, last)) if !before.is_empty() && !last.is_empty() => {
            let end = span.start + before.len() as u32;
            (Some(Span::new(span.start, end)), Span::new(end + 2, span.end))
        }
        _ => (None, span),
    }
}

/// The current token names a function: of the package that stands before it, else one that is known here.
fn function_named(walk: &mut Walk<'_, '_>) -> ExprId {
    let (before, own) = parts(walk);
    let Some(before) = before.filter(|before| walk.build.text(*before) != "SUPER") else {
        return own_function(walk, own);
    };
    let (of, name) = (package_at(walk, before), walk.build.name(own));
    let expression = walk.build.expression(Expression::Member { of, name, access: Access::Path });
    walk.build.use_member(own, expression);
    expression
}

/// A word: a constant or a function without parentheses.
pub(super) fn bareword(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.span().is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    match walk.text() {
        "STDIN" | "STDOUT" | "STDERR" => {
            walk.neither();
            ExprId::UNKNOWN
        }
        text if text.ends_with("::") => {
            walk.neither();
            ExprId::UNKNOWN
        }
        _ => {
            let role = if walk.build.role == Role::Write { Role::Read } else { walk.build.role };
            walk.with_role(role, function_named)
        }
    }
}

/// The name of a function that is called or referred to, perhaps behind `&`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.span().is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.node().named_child_count() == 0 {
        return function_named(walk);
    }
    walk.neither();
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, _| match walk.kind() {
        "varname" if walk.is_identifier() && walk.node().named_child_count() == 0 => {
            value = function_named(walk)
        }
        _ => walk.with_role(Role::Read, Walk::other),
    });
    value
}

/// `f(1)`, `f 1`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Function if walk.kind() == "function" => drop(walk.lower_as(Role::Call)),
        _ => walk.with_role(Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}

/// `$a->b(1)`, `A::B->c`, `__PACKAGE__->d`.
pub(super) fn method_call(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Invocant if walk.kind() == "bareword" && walk.is_identifier() => {
            of = walk.with_role(Role::Read, package);
        }
        Field::Invocant if walk.text() == "__PACKAGE__" => of = own_package(walk),
        Field::Method if walk.node().named_child_count() > 0 => {
            walk.neither();
            walk.with_role(Role::Read, Walk::lower_children);
        }
        Field::Method if walk.is_identifier() => {
            let (before, own) = parts(walk);
            let name = walk.build.name(own);
            let of = if before.is_some() { ExprId::UNKNOWN } else { of };
            let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
            walk.with_role(Role::Call, |walk| walk.build.use_member(own, member));
        }
        _ => walk.with_role(Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}

/// The package around, by its name.
fn own_package(walk: &mut Walk<'_, '_>) -> ExprId {
    match walk.build.remembered.of::<Perl>().package {
        Some(name) => {
            let import = walk.build.remembered.of::<Perl>().imports.get(&name).copied();
            let span = walk.span();
            let import = import.unwrap_or_else(|| {
                let shape = indexer_core::ImportShape::Effect;
                let id = walk.build.import(shape, vec![name], indexer_core::ScopeId(0), span);
                walk.build.remembered.of::<Perl>().imports.insert(name, id);
                id
            });
            walk.build.expression(Expression::Import { import, upto: 1 })
        }
        None => ExprId::UNKNOWN,
    }
}

/// `a and b`, `a || b`.
pub(super) fn logical(walk: &mut Walk<'_, '_>) -> ExprId {
    let operator = walk.node().child_by_field_name("operator").map_or("", |one| one.kind());
    if matches!(operator, "&&" | "||" | "//" | "and" | "or") {
        walk.build.meter.branches += 1;
    }
    walk.lower_children();
    ExprId::UNKNOWN
}
