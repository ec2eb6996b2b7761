//! Packages, imports and module descriptors.

use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Flags, Import, ImportId, ImportShape, Name, Namespace, Role, ScopeId, Span,
    SymbolKind, Visibility,
};

/// `package a.b;`: the name is all of the path.
pub(super) fn package(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let comments = crate::text::comments_before(walk.build.source, span.start as usize);
    let comments = comments.filter(|(_, text)| text.contains("/**"));
    walk.build.facts.doc = comments.and_then(|(_, text)| crate::text::documentation(text, |_| false));
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" | "scoped_identifier" => whole_name(walk, SymbolKind::Package, span),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// Defines what is named by a whole path; its last token stands for it.
fn whole_name(walk: &mut Walk<'_, '_>, kind: SymbolKind, span: Span) {
    let tokens = walk.count_identifiers();
    if tokens == 0 || walk.node().has_error() {
        walk.lower();
        return;
    }
    let name_span = walk.span();
    walk.build.tally.neither += tokens - 1;
    walk.build.tally.definitions += 1;
    let path: String = walk.text().split_whitespace().collect();
    let name = walk.build.names.made(&path);
    let scope = walk.build.scope;
    let id = walk.build.define_as(name, name_span, kind, scope, Namespace::MEMBER);
    let signature = crate::text::folded(walk.build.text(Span::new(span.start, name_span.end)));
    let definition = walk.build.definition(id);
    definition.visibility = Visibility::Public;
    definition.flags.add(Flags::DECLARATION);
    if kind == SymbolKind::Package {
        // Imports of other languages ask by name whether anybody declares it.
        definition.flags.add(Flags::EXPORTED);
    }
    definition.span = span;
    definition.signature = signature;
}

/// `import a.b.C;`, `import a.b.*;`, `import static a.b.C.d;`. Level 1 says static.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let mut path = Vec::new();
    let mut last = span;
    let (mut is_static, mut wildcard) = (false, false);
    let role = std::mem::replace(&mut walk.build.role, Role::Import);
    walk.each_child(|walk, _| match walk.kind() {
        "static" => is_static = true,
        "asterisk" => wildcard = true,
        "identifier" | "scoped_identifier" => last = path_of(walk, &mut path),
        _ => walk.other(),
    });
    walk.build.role = role;
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let shape = match (path.last(), wildcard) {
        (None, _) => ImportShape::Effect,
        (_, true) => ImportShape::Wildcard,
        (_, false) => ImportShape::Item,
    };
    let bound = path.last().copied();
    walk.build.facts.imports.push(Import {
        scope: ScopeId(0),
        shape,
        level: u32::from(is_static),
        path,
        alias: None,
        visibility: Visibility::Private,
        condition: None,
        left_out: Vec::new(),
        span: if wildcard { span } else { last },
    });
    if let Some(name) = bound.filter(|_| shape == ImportShape::Item) {
        let members = Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE);
        let namespace = if is_static { members } else { Namespace::TYPE };
        walk.build.bind(ScopeId(0), name, namespace, Bound::Import(id), ExprId::UNKNOWN);
    }
    ExprId::UNKNOWN
}

/// Adds the names of the current path, each a reference of the import that comes next. Gives the
/// bytes of the last.
fn path_of(walk: &mut Walk<'_, '_>, path: &mut Vec<Name>) -> Span {
    let span = walk.span();
    if walk.is_identifier() {
        let name = walk.build.name(span);
        path.push(name);
        let import = ImportId(walk.build.facts.imports.len() as u32);
        let expression = Expression::Import { import, upto: path.len() as u32 };
        let expression = walk.build.expression(expression);
        walk.build.use_member(span, expression);
        return span;
    }
    let mut last = span;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "identifier" | "scoped_identifier" => last = path_of(walk, path),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    last
}

/// `module a.b { ... }`.
pub(super) fn module(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" | "scoped_identifier" => whole_name(walk, SymbolKind::Module, span),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `requires a.b;`: the module is one name.
pub(super) fn requires(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" | "scoped_identifier" if !walk.node().has_error() => {
            let span = walk.span();
            let tokens = walk.count_identifiers();
            let path: String = walk.text().split_whitespace().collect();
            let name = walk.build.names.made(&path);
            walk.build.tally.neither += tokens;
            walk.build.facts.imports.push(Import {
                scope: ScopeId(0),
                shape: ImportShape::Effect,
                level: 0,
                path: vec![name],
                alias: None,
                visibility: Visibility::Private,
                condition: None,
                left_out: Vec::new(),
                span,
            });
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
