//! `using` and `import`.

use super::hooks::NAME;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Bound, ExprId, Expression, ImportId, ImportShape, Name, Namespace, Role, ScopeId, Span};

/// The path of an import while it is read.
#[derive(Clone, Default)]
struct Path {
    names: Vec<Name>,
    /// Points before the first name.
    level: u32,
    /// Where its last name stands, and where that begins to be one of a macro.
    last: Span,
    is_macro: bool,
}

/// `using A, B.C`: all that they export, and their own names.
pub(super) fn using(walk: &mut Walk<'_, '_>) -> ExprId {
    statement(walk, true)
}

/// `import A, B.c`: these names alone.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    statement(walk, false)
}

fn statement(walk: &mut Walk<'_, '_>, uses: bool) -> ExprId {
    let whole = walk.span();
    walk.each_child(|walk, _| match walk.kind() {
        "selected_import" => selected(walk),
        _ if walk.is_named() && !walk.node().is_extra() => {
            let mut path = Path::default();
            let mut alias = None;
            part(walk, &mut path, &mut alias);
            if uses && alias.is_none() {
                add(walk, (&path, None), ImportShape::Wildcard, whole);
            }
            add(walk, (&path, alias), ImportShape::Item, path.last);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `A: b, c as d`.
fn selected(walk: &mut Walk<'_, '_>) {
    let mut above = Path::default();
    let mut is_first = true;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if !walk.is_named() || walk.node().is_extra() || walk.kind() == "operator" {
                walk.other();
                return;
            }
            let mut alias = None;
            if std::mem::take(&mut is_first) {
                part(walk, &mut above, &mut alias);
                return;
            }
            let mut path = above.clone();
            part(walk, &mut path, &mut alias);
            if path.names.len() > above.names.len() {
                add(walk, (&path, alias), ImportShape::Item, path.last);
            }
        });
        ExprId::UNKNOWN
    });
}

/// Adds the names of the current node to a path; the second name of `a as b` is how it is known here.
fn part(walk: &mut Walk<'_, '_>, path: &mut Path, alias: &mut Option<Name>) {
    if walk.is_identifier() {
        name(walk, path);
        return;
    }
    let kind = walk.kind();
    if walk.too_deep()
        || !matches!(kind, "import_alias" | "import_path" | "macro_identifier" | "scoped_identifier")
    {
        walk.other();
        return;
    }
    if kind == "import_path" {
        path.level = walk.text().bytes().take_while(|byte| *byte == b'.').count() as u32;
    }
    path.is_macro |= kind == "macro_identifier";
    let mut nth = 0;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match walk.is_named() && field != Field::Other {
            true if kind == "import_alias" && nth == 1 && walk.is_identifier() => {
                let token = walk.local();
                *alias = Some(walk.build.name(token));
            }
            true => {
                part(walk, path, alias);
                nth += 1;
            }
            false => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// The current name is a reference of the import that is added next.
fn name(walk: &mut Walk<'_, '_>, path: &mut Path) {
    let token = walk.span();
    if token.is_empty() {
        return;
    }
    let name = walk.build.name(token);
    path.names.push(name);
    path.last = token;
    let import = ImportId(walk.build.facts.imports.len() as u32);
    let upto = path.names.len() as u32;
    let expression = walk.build.expression(Expression::Import { import, upto });
    walk.with_role(Role::Import, |walk| walk.build.use_member(token, expression));
}

fn add(walk: &mut Walk<'_, '_>, (path, alias): (&Path, Option<Name>), shape: ImportShape, span: Span) {
    let Some(last) = path.names.last().copied() else { return };
    let id = walk.build.import(shape, path.names.clone(), ScopeId(0), span);
    let import = &mut walk.build.facts.imports[id.index()];
    (import.level, import.alias) = (path.level, alias);
    if shape == ImportShape::Item {
        let namespace = if path.is_macro { Namespace::MACRO } else { NAME };
        walk.build.bind(ScopeId(0), alias.unwrap_or(last), namespace, Bound::Import(id), ExprId::UNKNOWN);
    }
}
