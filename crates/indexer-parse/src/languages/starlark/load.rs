//! `load("//shop:price.bzl", "price", total = "sum")`: an import in the form of a call.

use crate::languages::python::expressions;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Role, ScopeId, Span,
    Visibility,
};

/// A call; one of `load` in the file itself binds what it names.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let text = walk.text();
    let is_load = text.strip_prefix("load").is_some_and(|rest| rest.trim_start().starts_with('('));
    if !is_load || walk.build.scope != ScopeId(0) {
        return expressions::call(walk);
    }
    let mut module = None;
    walk.children(|walk, field| match field {
        Field::Function if walk.is_identifier() => walk.neither(),
        Field::Arguments if walk.kind() == "argument_list" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| argument(walk, &mut module));
                ExprId::UNKNOWN
            });
        }
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

/// The module, which comes first, or a name that is loaded from it.
fn argument(walk: &mut Walk<'_, '_>, module: &mut Option<Name>) {
    match (walk.kind(), *module) {
        ("string", None) => {
            if let Some(span) = content(walk) {
                let name = walk.build.name(span);
                *module = Some(name);
                let import = add(walk, vec![name], ImportShape::Effect, None, span);
                use_step(walk, import, 1, span);
            }
            walk.lower_children();
        }
        ("string", Some(module)) => {
            if let Some(span) = content(walk) {
                loaded(walk, module, span, None);
            }
            walk.lower_children();
        }
        ("keyword_argument", Some(module)) => {
            let mut alias = None;
            walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Name if walk.is_identifier() => {
                        let span = walk.local();
                        alias = Some(walk.build.name(span));
                    }
                    Field::Value if walk.kind() == "string" => {
                        if let Some(span) = content(walk) {
                            loaded(walk, module, span, alias);
                        }
                        walk.lower_children();
                    }
                    _ => drop(walk.lower()),
                });
                ExprId::UNKNOWN
            });
        }
        _ => drop(walk.lower()),
    }
}

/// What a plain string says, where it says anything.
fn content(walk: &Walk<'_, '_>) -> Option<Span> {
    let (span, text) = (walk.span(), walk.text());
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_plain = !inner.is_empty() && !inner.contains([quote, '\\', '\n']);
    is_plain.then(|| Span::new(span.start + 1, span.end - 1))
}

/// `name` of the module is bound in the file.
fn loaded(walk: &mut Walk<'_, '_>, module: Name, span: Span, alias: Option<Name>) {
    let name = walk.build.name(span);
    let import = add(walk, vec![module, name], ImportShape::Item, alias, span);
    use_step(walk, import, 2, span);
    let bound = alias.unwrap_or(name);
    walk.build.bind(ScopeId(0), bound, Namespace::ANY, Bound::Import(import), ExprId::UNKNOWN);
}

/// What is loaded is not passed on to those who load the file.
fn add(
    walk: &mut Walk<'_, '_>,
    path: Vec<Name>,
    shape: ImportShape,
    alias: Option<Name>,
    span: Span,
) -> ImportId {
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let (scope, visibility) = (ScopeId(0), Visibility::Private);
    let condition = None;
    walk.build.facts.imports.push(Import {
        scope,
        shape,
        level: 0,
        path,
        alias,
        visibility,
        left_out: Vec::new(),
        condition,
        span,
    });
    id
}

/// The text at `span` uses a step of the import, though it is no identifier.
fn use_step(walk: &mut Walk<'_, '_>, import: ImportId, upto: u32, span: Span) {
    walk.with_role(Role::Import, |walk| {
        let expression = walk.build.expression(Expression::Import { import, upto });
        walk.build.use_member(span, expression);
        walk.build.uses.uncount_last();
    });
}
