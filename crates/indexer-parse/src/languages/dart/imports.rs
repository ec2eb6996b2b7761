//! Imports, exports and parts.

use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Role, ScopeId, Span,
    Visibility,
};

/// A directive while it is read.
#[derive(Default)]
struct Open {
    /// Where the first path stands.
    path: Span,
    /// All paths: behind the first what is taken instead where a condition holds.
    paths: Vec<String>,
    alias: Option<Span>,
    shown: Vec<Span>,
    hidden: Vec<Name>,
    is_listed: bool,
}

/// `import 'a.dart' as b show C`: all that the file declares, or what stands behind the alias. `export` hands it on.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_export = walk.kind() == "library_export";
    let mut open = Open::default();
    // What is shown is a reference of the import that is added for it.
    let first = walk.build.facts.imports.len() as u32;
    walk.children(|walk, field| match field {
        Field::Uri => paths(walk, &mut open),
        Field::Alias if walk.is_identifier() => open.alias = Some(walk.local()),
        _ if walk.kind() == "combinator" => drop(walk.lower_with(|walk| combinator(walk, first, &mut open))),
        _ => walk.other(),
    });
    add(walk, open, is_export);
    ExprId::UNKNOWN
}

/// The paths of a directive. Which of several is taken, the platform says.
fn paths(walk: &mut Walk<'_, '_>, open: &mut Open) {
    if walk.kind() == "uri" || walk.kind() == "string_literal" {
        let text = walk.text().trim_matches(['"', '\'']).to_owned();
        if open.paths.is_empty() {
            open.path = walk.span();
        }
        open.paths.push(text);
        walk.lower();
        return;
    }
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "uri" | "string_literal" | "configuration_uri" => paths(walk, open),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// `show A, B` and `hide A, B`.
fn combinator(walk: &mut Walk<'_, '_>, first: u32, open: &mut Open) -> ExprId {
    let mut shows = false;
    walk.each_child(|walk, _| {
        shows |= walk.kind() == "show";
        if !walk.is_identifier() {
            walk.other();
        } else if shows && open.alias.is_none() {
            let span = walk.span();
            let import = ImportId(first + open.shown.len() as u32);
            let shown = walk.build.expression(Expression::Import { import, upto: 2 });
            walk.with_role(Role::Import, |walk| walk.build.use_member(span, shown));
            open.shown.push(span);
        } else {
            if !shows {
                let span = walk.span();
                open.hidden.push(walk.build.name(span));
            }
            walk.neither();
        }
    });
    open.is_listed |= shows && open.alias.is_none();
    ExprId::UNKNOWN
}

fn add(walk: &mut Walk<'_, '_>, open: Open, is_export: bool) {
    let visibility = if is_export { Visibility::Public } else { Visibility::Private };
    let path = walk.build.names.made(&open.paths.join("\n"));
    if open.is_listed {
        for shown in open.shown {
            let name = walk.build.name(shown);
            let id = walk.build.import(ImportShape::Item, vec![path, name], ScopeId(0), shown);
            walk.build.facts.imports[id.index()].visibility = visibility;
            // What is handed on is not known here.
            let namespace = if is_export { Namespace::MEMBER } else { Namespace::ANY };
            walk.build.bind(ScopeId(0), name, namespace, Bound::Import(id), ExprId::UNKNOWN);
        }
        return;
    }
    let alias = open.alias.map(|alias| walk.build.name(alias));
    let shape = if alias.is_some() { ImportShape::Item } else { ImportShape::Wildcard };
    let id = walk.build.import(shape, vec![path], ScopeId(0), open.path);
    let import = &mut walk.build.facts.imports[id.index()];
    (import.alias, import.visibility, import.left_out) = (alias, visibility, open.hidden);
    if let Some(alias) = alias {
        walk.build.bind(ScopeId(0), alias, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
    }
}

/// `part 'a.dart'` and `part of 'b.dart'`: all parts of a library are one.
pub(super) fn part(walk: &mut Walk<'_, '_>) -> ExprId {
    let has_part = walk.kind() == "part_directive";
    let mut open = Open::default();
    walk.each_child(|walk, _| match walk.kind() {
        "uri" | "string_literal" => paths(walk, &mut open),
        // The name of a library says nothing of its file.
        "dotted_identifier_list" => walk.build.tally.neither += walk.count_identifiers(),
        _ => walk.other(),
    });
    let path = walk.build.names.made(&open.paths.join("\n"));
    let id = walk.build.import(ImportShape::Wildcard, vec![path], ScopeId(0), open.path);
    let import = &mut walk.build.facts.imports[id.index()];
    import.level = Import::JOINS;
    // What a part declares, the library has for others.
    import.visibility = if has_part { Visibility::Public } else { Visibility::Private };
    ExprId::UNKNOWN
}
