//! `use` and `extern crate`.

use super::{items, paths};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Role, Span, Visibility,
};

/// What all imports of one statement share.
struct Statement {
    visibility: Visibility,
    condition: Option<Name>,
    span: Span,
}

/// The part of a path that was read so far.
#[derive(Clone, Default)]
struct Prefix {
    names: Vec<Name>,
    level: u32,
}

/// `use ...;`
pub(super) fn use_declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::take(&mut walk.build.before);
    let span = walk.span();
    let mut statement = Statement { visibility: Visibility::Private, condition: before.condition, span };
    let role = std::mem::replace(&mut walk.build.role, Role::Import);
    walk.children(|walk, field| {
        if field == Field::Argument {
            let first = walk.build.facts.imports.len();
            clause(walk, &Prefix::default(), &statement);
            if walk.build.facts.imports.len() == first {
                // `use a::{};`: its path is used although it binds nothing.
                add(
                    walk,
                    &Prefix::default(),
                    &statement,
                    Clause { shape: ImportShape::Effect, alias: None, span },
                );
            }
        } else if walk.kind() == "visibility_modifier" {
            let text = walk.text();
            statement.visibility = items::read_visibility(text);
            paths::all_neither(walk);
        } else {
            walk.lower_named();
        }
    });
    walk.build.role = role;
    ExprId::UNKNOWN
}

/// What a clause adds, beyond its path.
struct Clause {
    shape: ImportShape,
    alias: Option<Name>,
    /// The bytes of the last name.
    span: Span,
}

/// What `a as b` adds; `a as _` binds nothing.
fn named(alias: Option<(Name, bool)>, span: Span) -> Clause {
    match alias {
        Some((_, true)) => Clause { shape: ImportShape::Effect, alias: None, span },
        alias => Clause { shape: ImportShape::Item, alias: alias.map(|(name, _)| name), span },
    }
}

/// One clause of a `use`: a path, an alias, a group or a wildcard.
fn clause(walk: &mut Walk<'_, '_>, prefix: &Prefix, statement: &Statement) {
    if walk.too_deep() {
        walk.lower();
        return;
    }
    match walk.kind() {
        "identifier" | "scoped_identifier" | "self" | "crate" | "super" => {
            let mut path = prefix.clone();
            let span = path_of(walk, &mut path);
            add(walk, &path, statement, named(None, span));
        }
        "use_as_clause" => {
            let mut path = prefix.clone();
            let mut span = walk.span();
            let mut alias = None;
            walk.children(|walk, field| match field {
                Field::Path => span = path_of(walk, &mut path),
                Field::Alias if !walk.span().is_empty() => {
                    let token = walk.local();
                    alias = Some((walk.build.name(token), walk.text() == "_"));
                }
                _ => walk.lower_named(),
            });
            add(walk, &path, statement, named(alias, span));
        }
        "use_wildcard" => {
            let mut path = prefix.clone();
            walk.each_child(|walk, _| match walk.kind() {
                "line_comment" | "block_comment" => {}
                "::" if path.names.is_empty() => path.level = 1,
                _ if walk.is_named() => {
                    path_of(walk, &mut path);
                }
                _ => {}
            });
            add(
                walk,
                &path,
                statement,
                Clause { shape: ImportShape::Wildcard, alias: None, span: statement.span },
            );
        }
        "scoped_use_list" => {
            let mut path = prefix.clone();
            walk.nested(|walk| {
                walk.children(|walk, field| match field {
                    Field::Path => {
                        path_of(walk, &mut path);
                    }
                    Field::List => group(walk, &path, statement),
                    _ if walk.is_named() => {
                        walk.lower();
                    }
                    _ if walk.kind() == "::" && path.names.is_empty() => path.level = 1,
                    _ => {}
                });
            });
        }
        "use_list" => group(walk, prefix, statement),
        _ => {
            walk.lower();
        }
    }
}

fn group(walk: &mut Walk<'_, '_>, prefix: &Prefix, statement: &Statement) {
    walk.nested(|walk| {
        walk.each_child(|walk, _| {
            // Comments and errors are extras; errors hold tokens.
            if walk.node().is_extra() {
                walk.lower();
            } else if walk.is_named() {
                clause(walk, prefix, statement);
            }
        });
    });
}

/// Adds the names of the current path; each token is a reference of the import that comes next (the
/// first of its group). Gives the bytes of the last name.
fn path_of(walk: &mut Walk<'_, '_>, path: &mut Prefix) -> Span {
    let span = walk.span();
    match walk.kind() {
        "self" | "crate" | "super" => {
            // `a::{self}` is `a`.
            if walk.kind() != "self" || path.names.is_empty() {
                let name = walk.build.name(span);
                path.names.push(name);
            }
            span
        }
        "identifier" if !span.is_empty() => {
            let name = walk.build.name(span);
            path.names.push(name);
            let import = ImportId(walk.build.facts.imports.len() as u32);
            let expression = Expression::Import { import, upto: path.names.len() as u32 };
            let expression = walk.build.expression(expression);
            walk.build.use_member(span, expression);
            span
        }
        "scoped_identifier" if !walk.too_deep() => {
            let mut last = span;
            walk.nested(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "::" if path.names.is_empty() => path.level = 1,
                    "line_comment" | "block_comment" => {}
                    _ if walk.is_named() => last = path_of(walk, path),
                    _ => {}
                });
            });
            last
        }
        _ => {
            walk.lower();
            span
        }
    }
}

fn add(walk: &mut Walk<'_, '_>, path: &Prefix, statement: &Statement, clause: Clause) {
    let Clause { shape, alias, span } = clause;
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let scope = walk.build.scope;
    let shape =
        if path.names.is_empty() && shape != ImportShape::Wildcard { ImportShape::Effect } else { shape };
    walk.build.facts.imports.push(Import {
        scope,
        shape,
        level: path.level,
        path: path.names.clone(),
        alias,
        visibility: statement.visibility,
        left_out: Vec::new(),
        condition: statement.condition,
        span,
    });
    if shape == ImportShape::Item
        && let Some(name) = alias.or(path.names.last().copied())
    {
        walk.build.bind(scope, name, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
    }
}

/// `extern crate a as b;`
pub(super) fn extern_crate(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::take(&mut walk.build.before);
    let span = walk.span();
    let mut statement = Statement { visibility: Visibility::Private, condition: before.condition, span };
    let mut path = Prefix { names: Vec::new(), level: 1 };
    let mut alias = None;
    let mut last = span;
    let role = std::mem::replace(&mut walk.build.role, Role::Import);
    walk.children(|walk, field| match field {
        Field::Name => last = path_of(walk, &mut path),
        Field::Alias if !walk.span().is_empty() => {
            let token = walk.local();
            alias = Some((walk.build.name(token), walk.text() == "_"));
        }
        _ if walk.kind() == "visibility_modifier" => {
            let text = walk.text();
            statement.visibility = items::read_visibility(text);
            paths::all_neither(walk);
        }
        // `crate` is the keyword here.
        _ if walk.is_named() && walk.kind() != "crate" => {
            walk.lower();
        }
        _ => {}
    });
    walk.build.role = role;
    add(walk, &path, &statement, named(alias, last));
    ExprId::UNKNOWN
}
