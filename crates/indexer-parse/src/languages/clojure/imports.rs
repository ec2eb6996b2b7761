//! `ns`, and what loads other namespaces.

use super::define::{self, Made};
use super::names::{self, NAME, SPACE, values, values_of};
use crate::shapes::declare;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Bound, ExprId, Expression, Flags, ImportId, ImportShape, Name, Namespace, Role, ScopeId, Span, SymbolKind,
};

/// `(ns a.b "doc" (:require ..) (:import ..))`: the file is of the namespace.
pub(super) fn namespace(walk: &mut Walk<'_, '_>) -> ExprId {
    let first = names::first_values(walk.node(), 4);
    let token = first.get(1).and_then(|one| names::token(*one));
    let is_first = !std::mem::replace(&mut walk.build.shapes.has_package, true);
    if let Some(token) = token.filter(|_| is_first) {
        let (whole, within, kind) = (walk.span(), ScopeId(0), SymbolKind::Package);
        let (namespace, end, scope) = (Namespace::MEMBER, token.end, None);
        let opened = define::open(walk, Made { token, kind, namespace, within, whole, end, scope });
        let doc = first.get(2).filter(|one| one.kind() == "str_lit").map(|one| span_of(*one));
        let doc = doc.map(|span| define::documentation(walk.build.text(span)));
        let definition = walk.build.definition(opened.id);
        definition.flags.add(Flags::EXPORTED.with(Flags::DECLARATION));
        definition.doc = doc.filter(|text| !text.is_empty());
        declare::close(walk, opened);
        let parts = walk.build.text(token).split('.');
        let parts: Vec<String> = parts.map(str::to_owned).collect();
        walk.build.shapes.package = parts.iter().map(|part| walk.build.names.made(part)).collect();
        walk.build.shapes.taken.insert(token.start);
    }
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        1 if token.is_some() && !is_first => walk.build.tally.neither += walk.count_identifiers(),
        1 => drop(walk.lower()),
        _ if walk.kind() == "list_lit" => clause(walk),
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

/// `(:require ..)`.
fn clause(walk: &mut Walk<'_, '_>) {
    let mut word = String::new();
    values_of(walk, &mut |walk, nth| match nth {
        0 => {
            word = walk.text().to_owned();
            walk.other();
        }
        _ => spec(walk, &word, &[]),
    });
}

/// `(require '[a.b :as c])` outside of `ns`.
pub(super) fn loaded(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut word = String::new();
    values(walk, &mut |walk, nth| match nth {
        0 => {
            word = format!(":{}", walk.text());
            walk.lower_as(Role::Call);
        }
        _ if walk.kind() == "quoting_lit" => values_of(walk, &mut |walk, _| spec(walk, &word, &[])),
        _ => spec(walk, &word, &[]),
    });
    ExprId::UNKNOWN
}

/// One of what is loaded: `a.b`, `[a.b :as c :refer [d]]`, `(a [b :as c] d)` whose names stand below `a`; of Java `(a.b C D)`.
fn spec(walk: &mut Walk<'_, '_>, word: &str, above: &[Name]) {
    let is_java = word.contains("import");
    let first = names::first_values(walk.node(), 2);
    let begins = |kind: &str| first.first().is_some_and(|one| one.kind() == kind);
    match walk.kind() {
        "sym_lit" => {
            let mut path = above.to_vec();
            let token = name(walk, &mut path);
            settle(walk, &path, token, (word, None));
        }
        "list_lit" | "vec_lit" if is_java && begins("sym_lit") => {
            let mut package = Vec::new();
            values_of(walk, &mut |walk, nth| match nth {
                0 => package = silent_path(walk),
                _ => spec(walk, word, &package),
            });
        }
        // A prefix of several: no keyword stands behind the first name.
        "list_lit" | "vec_lit" if begins("sym_lit") && first.len() > 1 && first[1].kind() != "kwd_lit" => {
            let mut prefix = above.to_vec();
            values_of(walk, &mut |walk, nth| match nth {
                0 => prefix.extend(silent_path(walk)),
                _ => spec(walk, word, &prefix),
            });
        }
        "vec_lit" | "list_lit" if begins("sym_lit") => options(walk, word, above),
        "kwd_lit" => walk.other(),
        _ => {
            walk.lower_as(Role::Read);
        }
    }
}

/// The names of a path that no import has by itself.
fn silent_path(walk: &mut Walk<'_, '_>) -> Vec<Name> {
    let text = walk.text().to_owned();
    walk.build.tally.neither += walk.count_identifiers();
    text.split('.').map(|part| walk.build.names.made(part)).collect()
}

/// `[a.b :as c :refer [d e] :only [f]]`.
fn options(walk: &mut Walk<'_, '_>, word: &str, above: &[Name]) {
    let (mut path, mut key, mut space) = (above.to_vec(), String::new(), None);
    let mut is_narrowed = false;
    values_of(walk, &mut |walk, nth| {
        if nth == 0 {
            space = Some(name(walk, &mut path));
        } else if walk.kind() == "kwd_lit" {
            is_narrowed |= matches!(walk.text(), ":refer" | ":only" | ":refer-macros");
            if key == ":refer" && walk.text() == ":all" {
                add(walk, &path, ImportShape::Wildcard, space.unwrap_or_default());
            }
            key = walk.text().to_owned();
            walk.other();
        } else {
            option(walk, (&key, word), &path);
        }
    });
    if let Some(token) = space {
        let word = if is_narrowed { ":require" } else { word };
        settle(walk, &path, token, (word, None));
    }
}

/// What stands behind a keyword of an import.
fn option(walk: &mut Walk<'_, '_>, (key, word): (&str, &str), path: &[Name]) {
    match (key, walk.kind()) {
        (":as" | ":as-alias", "sym_lit") => {
            let mut alias = None;
            symbol(walk, &mut |walk| {
                let token = walk.local();
                alias = Some(walk.build.name(token));
            });
            settle(walk, path, walk.span(), (word, alias));
        }
        (":refer" | ":only" | ":refer-macros", "vec_lit" | "list_lit") => values_of(walk, &mut |walk, _| {
            if walk.kind() != "sym_lit" {
                walk.other();
                return;
            }
            let mut path = path.to_vec();
            let token = name(walk, &mut path);
            let id = add(walk, &path, ImportShape::Item, token);
            let known = walk.build.name(token);
            walk.build.bind(ScopeId(0), known, NAME.with(SPACE), Bound::Import(id), ExprId::UNKNOWN);
        }),
        _ => walk.build.tally.neither += walk.count_identifiers(),
    }
}

/// Visits the name of the current symbol.
fn symbol(walk: &mut Walk<'_, '_>, visit: &mut dyn FnMut(&mut Walk<'_, '_>)) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.is_identifier() {
            true => visit(walk),
            false => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// Adds the names of the current symbol to a path: one token, which is a reference of the import that is added next.
fn name(walk: &mut Walk<'_, '_>, path: &mut Vec<Name>) -> Span {
    let mut found = Span::default();
    symbol(walk, &mut |walk| {
        found = walk.span();
        let text = walk.text().to_owned();
        path.extend(text.split('.').map(|part| walk.build.names.made(names::made_by(part))));
        let import = ImportId(walk.build.facts.imports.len() as u32);
        let expression = walk.build.expression(Expression::Import { import, upto: path.len() as u32 });
        let last = path.last().copied();
        walk.with_role(Role::Import, |walk| match last {
            Some(last) => walk.build.use_member_as(last, found, expression),
            None => walk.neither(),
        });
    });
    found
}

/// Adds an import of a whole namespace: known by its whole name, and by its alias; `:use` brings in all names of it.
fn settle(walk: &mut Walk<'_, '_>, path: &[Name], token: Span, (word, alias): (&str, Option<Name>)) {
    let Some(last) = path.last().copied() else { return };
    let is_java = word.contains("import");
    if word.contains("use") && alias.is_none() {
        add(walk, path, ImportShape::Wildcard, token);
    }
    let id = add(walk, path, ImportShape::Item, token);
    let whole: Vec<String> = path.iter().map(|part| walk.build.names.get(*part).to_owned()).collect();
    let known = match (alias, is_java) {
        (Some(alias), _) => alias,
        (None, true) => last,
        (None, false) => walk.build.names.made(&whole.join(".")),
    };
    walk.build.facts.imports[id.index()].alias = alias;
    let namespace = if is_java { SPACE.with(NAME) } else { SPACE };
    walk.build.bind(ScopeId(0), known, namespace, Bound::Import(id), ExprId::UNKNOWN);
}

fn add(walk: &mut Walk<'_, '_>, path: &[Name], shape: ImportShape, span: Span) -> ImportId {
    walk.build.import(shape, path.to_vec(), ScopeId(0), span)
}
