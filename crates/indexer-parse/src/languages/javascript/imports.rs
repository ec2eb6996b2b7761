//! Imports: each name that is imported is one. The first name of a path is the module as written.

use super::patterns::Definition;
use super::state::Remembers;
use super::text;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Role, ScopeId, Span,
    Visibility,
};
use tree_sitter::Node;

/// `import a, { b as c } from "d"`, `import * as a from "b"`, `import "a"`, `import a = require("b")`.
pub(in crate::languages) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    // In `declare module "a" { .. }` it is of that module.
    walk.state().is_module |= walk.state().frames.len() == 1;
    let node = walk.node();
    let mut path = node.child_by_field_name("source").map(|source| specifier(walk, source));
    walk.children(|walk, field| match walk.kind() {
        "import_clause" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| clause(walk, path, false));
                ExprId::UNKNOWN
            });
        }
        "import_require_clause" => {
            let source = walk.node().child_by_field_name("source");
            path = source.map(|source| specifier(walk, source));
            let before = walk.build.facts.imports.len();
            walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Source => source_reference(walk, path),
                    _ => clause(walk, path, true),
                });
                ExprId::UNKNOWN
            });
            by_call(walk, before);
        }
        _ if field == Field::Source => source_reference(walk, path),
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

/// The module that a string names.
pub(in crate::languages) fn specifier(walk: &mut Walk<'_, '_>, source: Node<'_>) -> Name {
    let literal = walk.build.text(span_of(source));
    walk.build.names.name(text::content(literal))
}

/// The string that names a module is a reference to it, though no identifier.
pub(in crate::languages) fn source_reference(walk: &mut Walk<'_, '_>, path: Option<Name>) {
    if let Some(name) = path.filter(|name| !walk.build.names.get(*name).is_empty()) {
        module_reference(walk, name);
    }
    walk.lower_children();
}

/// Notes that the module is used, at the string at the current node; gives what it is.
fn module_reference(walk: &mut Walk<'_, '_>, name: Name) -> ExprId {
    let span = walk.span();
    let id = add(walk, vec![name], ImportShape::Effect, None, span);
    let inner = Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1));
    reference(walk, id, 1, inner)
}

/// Adds an import in the current scope.
pub(in crate::languages) fn add(
    walk: &mut Walk<'_, '_>,
    path: Vec<Name>,
    shape: ImportShape,
    alias: Option<Name>,
    span: Span,
) -> ImportId {
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let scope = walk.build.scope;
    let (level, visibility, condition) = (0, Visibility::Private, None);
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
    id
}

/// What was imported since there were so many imports is asked for by a call.
pub(in crate::languages) fn by_call(walk: &mut Walk<'_, '_>, before: usize) {
    for import in walk.build.facts.imports.iter_mut().skip(before) {
        import.level = Import::BY_CALL;
    }
}

/// Adds an import in the current scope that others reach through the file.
pub(in crate::languages) fn add_offered(
    walk: &mut Walk<'_, '_>,
    path: Vec<Name>,
    shape: ImportShape,
    alias: Option<Name>,
    span: Span,
) -> ImportId {
    let id = add(walk, path, shape, alias, span);
    walk.build.facts.imports[id.index()].visibility = Visibility::Public;
    id
}

/// A reference to a part of an import, which no identifier token counts.
fn reference(walk: &mut Walk<'_, '_>, import: ImportId, upto: u32, span: Span) -> ExprId {
    let expression = walk.build.expression(Expression::Import { import, upto });
    let before = std::mem::replace(&mut walk.build.role, Role::Import);
    walk.build.use_member(span, expression);
    walk.build.uses.uncount_last();
    walk.build.role = before;
    expression
}

/// A reference to the whole path of an import at an identifier token.
pub(in crate::languages) fn import_token(walk: &mut Walk<'_, '_>, import: ImportId, span: Span) -> ExprId {
    let upto = walk.build.facts.imports[import.index()].path.len() as u32;
    let expression = walk.build.expression(Expression::Import { import, upto });
    walk.with_role(Role::Import, |walk| walk.build.use_member(span, expression));
    expression
}

/// A part of an import clause. `whole` says that a bare name is the module itself.
fn clause(walk: &mut Walk<'_, '_>, module: Option<Name>, whole: bool) {
    let base: Vec<Name> = module.into_iter().collect();
    match walk.kind() {
        "identifier" if walk.is_identifier() => {
            let span = walk.span();
            let mut path = base;
            if !whole {
                path.push(walk.build.names.name("default"));
            }
            let alias = walk.build.name(span);
            let id = add(walk, path, ImportShape::Item, Some(alias), span);
            import_token(walk, id, span);
            bind(walk, id, alias);
        }
        "namespace_import" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_identifier() {
                        let span = walk.local();
                        let alias = walk.build.name(span);
                        let shape = ImportShape::Item;
                        let id = add(walk, base.clone(), shape, Some(alias), span);
                        bind(walk, id, alias);
                    } else {
                        walk.lower();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        "named_imports" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.kind() == "import_specifier" {
                        walk.lower_with(|walk| named(walk, &base));
                    } else {
                        walk.lower();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        _ => drop(walk.lower()),
    }
}

/// `a as b` in an import.
fn named(walk: &mut Walk<'_, '_>, base: &[Name]) -> ExprId {
    let mut name = None;
    let mut alias = None;
    walk.children(|walk, field| match field {
        Field::Name if name.is_none() => {
            let span = walk.span();
            let is_token = walk.is_identifier();
            let text = if is_token { walk.build.text(span) } else { text::content(walk.build.text(span)) };
            name = Some((walk.build.names.name(text), span, is_token));
        }
        Field::Alias if walk.is_identifier() => {
            let span = walk.local();
            alias = Some(walk.build.name(span));
        }
        _ => drop(walk.lower()),
    });
    let Some((name, span, is_token)) = name else { return ExprId::UNKNOWN };
    let path = [base, &[name]].concat();
    let id = add(walk, path, ImportShape::Item, alias, span);
    if is_token {
        import_token(walk, id, span);
    }
    bind(walk, id, alias.unwrap_or(name));
    ExprId::UNKNOWN
}

/// Binds an import in the current scope.
fn bind(walk: &mut Walk<'_, '_>, import: ImportId, name: Name) {
    let scope = walk.build.scope;
    walk.build.bind(scope, name, Namespace::ANY, Bound::Import(import), ExprId::UNKNOWN);
}

/// The path of `require("a")` and `require("a").b` in the language where that is how modules are
/// imported; `None` for any other value.
pub(in crate::languages) fn required_path(walk: &mut Walk<'_, '_>, value: Node<'_>) -> Option<Vec<Name>> {
    if walk.build.language.id != "javascript" {
        return None;
    }
    let mut members = Vec::new();
    let mut node = value;
    while node.kind() == "member_expression" && members.len() < 4 {
        members.push(node.child_by_field_name("property")?);
        node = node.child_by_field_name("object")?;
    }
    if node.kind() != "call_expression" {
        return None;
    }
    let callee = node.child_by_field_name("function")?;
    if walk.build.text(span_of(callee)) != "require" {
        return None;
    }
    let arguments = node.child_by_field_name("arguments")?;
    let first = arguments.named_child(0).filter(|one| one.kind() == "string")?;
    let mut path = vec![specifier(walk, first)];
    for member in members.into_iter().rev() {
        path.push(walk.build.names.name(walk.build.text(span_of(member))));
    }
    Some(path)
}

/// A name of a pattern that is imported by `require`: `a` in `{ a: b }`. Gives what it is.
pub(in crate::languages) fn required(walk: &mut Walk<'_, '_>, path: &[Name], token: Option<Span>) -> ExprId {
    let span = walk.span();
    let id = add(walk, path.to_vec(), ImportShape::Effect, None, span);
    by_call(walk, id.index());
    match token {
        Some(span) => import_token(walk, id, span),
        None => ExprId::UNKNOWN,
    }
}

/// The name at the current node is bound to what a path of `require` leads to.
pub(in crate::languages) fn bind_required(
    walk: &mut Walk<'_, '_>,
    scope: ScopeId,
    path: &[Name],
    is_shorthand: bool,
    definition: Option<Definition>,
) {
    let span = walk.span();
    let name = walk.build.name(span);
    let mut path = path.to_vec();
    if is_shorthand {
        path.push(name);
    }
    let alias = Some(name).filter(|name| path.last() != Some(name) || path.len() == 1);
    let outer = std::mem::replace(&mut walk.build.scope, scope);
    let id = add(walk, path, ImportShape::Item, alias, span);
    by_call(walk, id.index());
    if is_shorthand {
        import_token(walk, id, span);
    }
    let upto = walk.build.facts.imports[id.index()].path.len() as u32;
    let first = walk.build.facts.imports[id.index()].path.first().copied();
    let is_near = first.is_some_and(|first| walk.build.names.get(first).starts_with(['.', '/', '#']));
    match definition {
        Some(definition) => {
            // The variable of what another file of the repository exports is a second name of that; what
            // comes from elsewhere is known by the variable alone.
            let namespace = if is_near { Namespace(0) } else { Namespace::VALUE };
            if is_shorthand {
                walk.build.uses.uncount_last();
            }
            let value = walk.build.expression(Expression::Import { import: id, upto });
            let new = walk.build.define(span, definition.kind, namespace);
            let one = walk.build.definition(new);
            (one.visibility, one.flags, one.value) = (definition.visibility, definition.flags, value);
            if is_near {
                bind(walk, id, name);
            } else {
                super::head::know(walk, new);
            }
        }
        None => {
            if !is_shorthand {
                walk.local();
            }
            bind(walk, id, name);
        }
    }
    walk.build.scope = outer;
}

/// What `require("a")` and `import("a")` give; `None` for calls of anything else. `first` is the
/// first argument.
pub(in crate::languages) fn called(
    walk: &mut Walk<'_, '_>,
    callee: &str,
    first: Option<Node<'_>>,
) -> Option<ExprId> {
    if !matches!(callee, "require" | "require.resolve" | "import") {
        return None;
    }
    let first = first.filter(|one| one.kind() == "string")?;
    let name = specifier(walk, first);
    if walk.build.names.get(name).is_empty() || callee == "require.resolve" {
        return None;
    }
    let span = span_of(first);
    let id = add(walk, vec![name], ImportShape::Effect, None, span);
    if callee == "require" {
        by_call(walk, id.index());
    }
    let inner = Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1));
    let module = reference(walk, id, 1, inner);
    let is_promised = callee == "import" && !names_type(walk.node());
    Some(if is_promised { walk.build.expression(Expression::Promised(module)) } else { module })
}

/// True for `import("a")` and its members where they stand for a type.
fn names_type(node: Node<'_>) -> bool {
    let above = std::iter::successors(node.parent(), |node| node.parent());
    let around = above.into_iter().find(|node| node.kind() != "member_expression");
    around.is_some_and(|node| TYPES_AROUND.contains(&node.kind()))
}

/// What has types as its parts, and no values.
const TYPES_AROUND: &[&str] = &[
    "array_type",
    "conditional_type",
    "constraint",
    "default_type",
    "function_type",
    "index_type_query",
    "intersection_type",
    "lookup_type",
    "opting_type_annotation",
    "optional_type",
    "parenthesized_type",
    "readonly_type",
    "rest_type",
    "tuple_type",
    "type_alias_declaration",
    "type_annotation",
    "type_arguments",
    "type_query",
    "union_type",
];

/// `import a = b.c`: another name for a member of a namespace.
pub(in crate::languages) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut name = None;
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_identifier() && name.is_none() {
            let span = walk.local();
            name = Some(walk.build.name(span));
        } else {
            let lowered = walk.lower();
            if walk.is_named() && !walk.node().is_extra() {
                value = lowered;
            }
        }
    });
    if let Some(name) = name {
        let scope = walk.build.scope;
        walk.build.bind(scope, name, Namespace::ANY, Bound::Alias, value);
        walk.state().start = None;
    }
    ExprId::UNKNOWN
}

/// `a.b` in a place where a namespace or type is named.
pub(in crate::languages) fn nested(walk: &mut Walk<'_, '_>) -> ExprId {
    let both = Namespace::VALUE.with(Namespace::TYPE);
    let role = walk.build.role;
    // An element of markup is a value.
    let access = if walk.kind() == "nested_type_identifier" { Access::Path } else { Access::Value };
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Object | Field::Module => {
            let inner = if role == Role::Inherit { Role::Type } else { Role::Read };
            walk.build.role = if role == Role::Type { Role::Type } else { inner };
            of = if walk.is_identifier() {
                let span = walk.span();
                walk.build.use_name(span, both)
            } else {
                walk.lower()
            };
            walk.build.role = role;
        }
        Field::Property | Field::Name if walk.is_identifier() => of = walk.member_of(of, access),
        _ => drop(walk.lower()),
    });
    of
}
