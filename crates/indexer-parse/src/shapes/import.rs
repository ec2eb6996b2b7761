//! Imports and packages.

use super::locate::{Visited, parts};
use super::{At, Import as Shape};
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Flags, Import, ImportId, ImportShape, Name, Namespace, Owner, Role, ScopeId,
    ScopeKind, Span, SymbolKind, Visibility,
};

/// An import while it is read.
#[derive(Clone)]
struct Open {
    path: Vec<Name>,
    alias: Option<Name>,
    wildcard: bool,
    namespace: Namespace,
    last: Span,
}

/// Lowers imports: one, or one for each node that lists them.
pub(super) fn import(walk: &mut Walk<'_, '_>, shape: &'static Shape) -> ExprId {
    let span = walk.span();
    let wildcard = shape.everything;
    let mut open = Open { path: Vec::new(), alias: None, wildcard, namespace: shape.namespace, last: span };
    let mut listed = false;
    parts(walk, shape.inside, &mut |walk, part| {
        if shape.lists.contains(&walk.kind()) {
            listed = true;
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| item(walk, shape, &open));
                ExprId::UNKNOWN
            });
            return Visited::Taken;
        }
        if shape.each.contains(&walk.kind()) {
            listed = true;
            let mut one = open.clone();
            let own = walk.span();
            walk.lower_with(|walk| {
                parts(walk, shape.inside, &mut |walk, part| read(walk, shape, part, &mut one));
                ExprId::UNKNOWN
            });
            add(walk, shape, one, own);
            return Visited::Taken;
        }
        read(walk, shape, part, &mut open)
    });
    if !listed {
        add(walk, shape, open, span);
    }
    ExprId::UNKNOWN
}

/// The current node, where it is named, is one of several imports below the path that was read.
fn item(walk: &mut Walk<'_, '_>, shape: &'static Shape, above: &Open) {
    if !walk.is_named() || walk.node().is_extra() {
        walk.other();
        return;
    }
    let (mut one, own) = (above.clone(), walk.span());
    if walk.is_identifier() {
        walk.with_role(Role::Import, |walk| path_of(walk, &mut one));
    } else if matches!(shape.wildcard, At::Kind(kind) if kind == walk.kind()) {
        one.wildcard = true;
        walk.other();
    } else {
        walk.lower_with(|walk| {
            parts(walk, shape.inside, &mut |walk, part| read(walk, shape, part, &mut one));
            ExprId::UNKNOWN
        });
    }
    add(walk, shape, one, own);
}

fn read(
    walk: &mut Walk<'_, '_>,
    shape: &'static Shape,
    part: super::locate::Part,
    open: &mut Open,
) -> Visited {
    if let Some((_, namespace)) = shape.by_word.iter().find(|(word, _)| *word == walk.kind()) {
        open.namespace = *namespace;
    }
    if part.is(walk, shape.wildcard) {
        open.wildcard = true;
        walk.other();
    } else if part.is(walk, shape.alias) && walk.is_named() {
        alias(walk, open);
    } else if part.is(walk, shape.path) && walk.is_named() {
        let role = std::mem::replace(&mut walk.build.role, Role::Import);
        path_of(walk, open);
        walk.build.role = role;
    } else {
        return Visited::Left;
    }
    Visited::Taken
}

fn alias(walk: &mut Walk<'_, '_>, open: &mut Open) {
    super::take_name(walk, &mut |walk| {
        let span = walk.local();
        open.alias = Some(walk.build.name(span));
        ExprId::UNKNOWN
    });
}

/// Adds the names of the current path, each a reference of the import that comes next.
fn path_of(walk: &mut Walk<'_, '_>, open: &mut Open) {
    if walk.is_identifier() {
        let span = walk.span();
        let name = walk.build.name(span);
        open.path.push(name);
        let import = ImportId(walk.build.facts.imports.len() as u32);
        let expression = Expression::Import { import, upto: open.path.len() as u32 };
        let expression = walk.build.expression(expression);
        walk.build.use_member(span, expression);
        open.last = span;
    } else if walk.is_named() && !walk.too_deep() {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| path_of(walk, open));
            ExprId::UNKNOWN
        });
    } else {
        walk.other();
    }
}

fn add(walk: &mut Walk<'_, '_>, shape: &'static Shape, open: Open, span: Span) {
    let level = shape.level;
    let Open { path, alias, wildcard, namespace, last } = open;
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let shape = match (path.last(), wildcard && alias.is_none()) {
        (None, _) => ImportShape::Effect,
        (_, true) => ImportShape::Wildcard,
        (_, false) => ImportShape::Item,
    };
    let bound = alias.or(path.last().copied()).filter(|_| shape == ImportShape::Item);
    walk.build.facts.imports.push(Import {
        scope: ScopeId(0),
        shape,
        level,
        path,
        alias,
        visibility: Visibility::Private,
        condition: None,
        left_out: Vec::new(),
        span: if shape == ImportShape::Item { last } else { span },
    });
    if let Some(name) = bound {
        walk.build.shapes.imported.insert(name);
        walk.build.bind(ScopeId(0), name, namespace, Bound::Import(id), ExprId::UNKNOWN);
    }
}

/// The package of the file: its name is all of the path. A second one is a module of its own, which nobody outside
/// sees into.
pub(super) fn package(walk: &mut Walk<'_, '_>, name: At, body: At) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let is_first =
        !std::mem::replace(&mut walk.build.shapes.has_package, true) && walk.build.owner == Owner::File;
    let mut defined = false;
    parts(walk, &[], &mut |walk, part| {
        if !defined && part.is(walk, name) && walk.is_named() {
            defined = true;
            whole_name(walk, span, is_first);
        } else if part.is(walk, body) && !is_first {
            let kind = ScopeKind::Module;
            walk.build.open_scope(kind, walk.span());
            let scope = walk.build.scope;
            if let Owner::Definition(id) = walk.build.owner {
                walk.build.definition(id).body = Some(scope);
            }
            walk.lower();
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn whole_name(walk: &mut Walk<'_, '_>, span: Span, is_first: bool) {
    let tokens = walk.count_identifiers();
    if tokens == 0 || walk.node().has_error() {
        walk.lower();
        return;
    }
    let name_span = walk.span();
    walk.build.tally.neither += tokens - 1;
    walk.build.tally.definitions += 1;
    let separator = walk.build.language.rules.separator;
    let path: String = walk.text().split_whitespace().collect();
    // Packages are named with dots, whatever separates their names here.
    let path = if separator == "." { path } else { path.replace(separator, ".") };
    let parts: Vec<Name> = path.split('.').map(|part| walk.build.names.made(part)).collect();
    walk.build.shapes.package = parts;
    let name = walk.build.names.made(&path);
    let scope = walk.build.scope;
    let kind = if is_first { SymbolKind::Package } else { SymbolKind::Module };
    let id = walk.build.define_as(name, name_span, kind, scope, Namespace::MEMBER);
    let signature = crate::text::folded(walk.build.text(Span::new(span.start, name_span.end)));
    let definition = walk.build.definition(id);
    definition.visibility = Visibility::Public;
    // Imports ask by name whether anybody declares it.
    definition.flags.add(Flags::EXPORTED);
    if is_first {
        definition.flags.add(Flags::DECLARATION);
    }
    definition.span = span;
    definition.signature = signature;
    if !is_first {
        walk.build.owner = Owner::Definition(id);
        walk.build.enclosing = Some(id);
    }
}

/// An import that names a file by a path in a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FileImport {
    /// Where the path stands, with its quotes.
    pub(crate) path: Span,
    /// What of the file is imported; the file itself where that is empty.
    pub(crate) name: Span,
    /// The name under which it is known here; that of what is imported where that is empty.
    pub(crate) alias: Span,
    /// True where all that the file declares is known here by its name.
    pub(crate) everything: bool,
}

/// Adds such an import. The path is one step, which the rules of the language find a file for; the names count as they
/// stand: what is imported is a reference, an alias is a local.
pub(crate) fn import_file(walk: &mut Walk<'_, '_>, of: FileImport) {
    let text = walk.build.text(of.path).trim_matches(['"', '\'']);
    let mut path = vec![walk.build.names.name(text)];
    let id = ImportId(walk.build.facts.imports.len() as u32);
    if !of.name.is_empty() {
        let name = walk.build.name(of.name);
        path.push(name);
        let expression = walk.build.expression(Expression::Import { import: id, upto: 2 });
        walk.with_role(Role::Import, |walk| walk.build.use_member(of.name, expression));
    }
    let alias = (!of.alias.is_empty()).then(|| walk.build.name(of.alias));
    let shape = match (of.everything, alias.is_some() || !of.name.is_empty()) {
        (_, true) => ImportShape::Item,
        (true, false) => ImportShape::Wildcard,
        (false, false) => ImportShape::Effect,
    };
    let bound = alias.or(path.get(1).copied()).filter(|_| shape == ImportShape::Item);
    let span = if of.name.is_empty() { of.path } else { of.name };
    walk.build.facts.imports.push(Import {
        scope: ScopeId(0),
        shape,
        level: 0,
        path,
        alias,
        visibility: Visibility::Private,
        condition: None,
        left_out: Vec::new(),
        span,
    });
    if let Some(name) = bound {
        walk.build.bind(ScopeId(0), name, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
    }
}
