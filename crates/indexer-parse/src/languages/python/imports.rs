//! Imports: each name that is imported is one.

use super::state::{FrameKind, Remembers};
use super::text;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Role, Span, Visibility,
};

/// The part of an import that comes before the imported names.
#[derive(Default)]
struct From {
    level: u32,
    path: Vec<Name>,
    spans: Vec<Span>,
    /// The names of `path` became references.
    used: bool,
    statement: Span,
}

/// `import a.b`, `import a.b as c`.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut from = From { statement: walk.span(), ..From::default() };
    walk.children(|walk, field| match field {
        Field::Name => one(walk, &mut from, true),
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

/// `from .a import b as c, d`, `from a import *`.
pub(super) fn import_from(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut from = From { statement: walk.span(), ..From::default() };
    walk.children(|walk, field| match field {
        Field::ModuleName => module_name(walk, &mut from),
        Field::Name => one(walk, &mut from, false),
        _ if walk.kind() == "wildcard_import" => {
            add(walk, &mut from, ImportShape::Wildcard, &[], None);
        }
        _ => drop(walk.lower()),
    });
    if !from.used && !from.spans.is_empty() {
        // Names are missing: the path is read all the same.
        add(walk, &mut from, ImportShape::Effect, &[], None);
    }
    ExprId::UNKNOWN
}

/// `from __future__ import a`.
pub(super) fn future(walk: &mut Walk<'_, '_>) -> ExprId {
    let path = vec![walk.build.names.name("__future__")];
    let mut from = From { path, statement: walk.span(), ..From::default() };
    walk.children(|walk, field| match field {
        Field::Name => one(walk, &mut from, false),
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

fn module_name(walk: &mut Walk<'_, '_>, from: &mut From) {
    match walk.kind() {
        "dotted_name" => dotted(walk, &mut from.spans),
        "relative_import" => walk.each_child(|walk, _| match walk.kind() {
            "import_prefix" => from.level = walk.text().bytes().filter(|b| *b == b'.').count() as u32,
            "dotted_name" => dotted(walk, &mut from.spans),
            _ => drop(walk.lower()),
        }),
        _ => drop(walk.lower()),
    }
    for span in from.spans.clone() {
        let name = walk.build.name(span);
        from.path.push(name);
    }
}

/// The names of a dotted name; the caller makes references of them.
fn dotted(walk: &mut Walk<'_, '_>, spans: &mut Vec<Span>) {
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            spans.push(walk.span());
        } else {
            walk.lower();
        }
    });
}

/// One imported name at the current node, with its alias.
fn one(walk: &mut Walk<'_, '_>, from: &mut From, root: bool) {
    let mut spans = Vec::new();
    let mut alias = None;
    match walk.kind() {
        "dotted_name" => dotted(walk, &mut spans),
        "aliased_import" => walk.children(|walk, field| match field {
            Field::Name if walk.kind() == "dotted_name" => dotted(walk, &mut spans),
            Field::Alias if walk.is_identifier() => {
                let span = walk.local();
                alias = Some(walk.build.name(span));
            }
            _ => drop(walk.lower()),
        }),
        _ => drop(walk.lower()),
    }
    if spans.is_empty() {
        return;
    }
    let shape = if root && alias.is_none() { ImportShape::Root } else { ImportShape::Item };
    add(walk, from, shape, &spans, alias);
}

fn add(walk: &mut Walk<'_, '_>, from: &mut From, shape: ImportShape, spans: &[Span], alias: Option<Name>) {
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let mut path = from.path.clone();
    for span in spans {
        path.push(walk.build.name(*span));
    }
    let bound = match shape {
        ImportShape::Root => path.first().copied(),
        ImportShape::Item => alias.or(path.last().copied()),
        ImportShape::Wildcard
        | ImportShape::Effect
        | ImportShape::Path
        | ImportShape::Source
        | ImportShape::Implied => None,
    };
    let state = walk.state();
    let frame = &state.frames[state.binding_frame()];
    let (scope, condition) = (frame.scope, frame.condition);
    let is_public = matches!(frame.kind, FrameKind::File | FrameKind::Class)
        && bound.is_none_or(|name| {
            text::visibility(walk.build.names.get(name)) == Visibility::Public
                || alias == Some(name) && path.last() == Some(&name)
        });
    let visibility = if is_public { Visibility::Public } else { Visibility::Private };
    let before = std::mem::replace(&mut walk.build.role, Role::Import);
    let shared = if std::mem::replace(&mut from.used, true) { Vec::new() } else { from.spans.clone() };
    for (i, span) in shared.iter().enumerate() {
        use_step(walk, id, i as u32 + 1, *span);
    }
    let ahead = from.path.len() as u32;
    for (i, span) in spans.iter().enumerate() {
        use_step(walk, id, ahead + i as u32 + 1, *span);
    }
    walk.build.role = before;
    let span = spans.last().copied().unwrap_or(from.statement);
    let level = from.level;
    walk.build.facts.imports.push(Import {
        scope,
        shape,
        level,
        path,
        alias,
        visibility,
        condition,
        left_out: Vec::new(),
        span,
    });
    if let Some(name) = bound {
        walk.build.bind(scope, name, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
    }
}

fn use_step(walk: &mut Walk<'_, '_>, import: ImportId, upto: u32, span: Span) {
    let expression = walk.build.expression(Expression::Import { import, upto });
    walk.build.use_member(span, expression);
}
