//! Classes that are written as functions, and members that are assigned to functions and objects.

use super::state::Remembers;
use super::text;
use crate::walk::{Walk, span_of};
use indexer_core::expression::List;
use indexer_core::{
    DefId, ExprId, Expression, Extension, Name, Owner, Scope, ScopeId, ScopeKind, Span, SymbolKind,
};
use rustc_hash::FxHashSet;
use tree_sitter::Node;

/// True for functions that make instances: members are assigned to their prototype, they inherit, or
/// they have a capital and assign members of `this`.
pub(in crate::languages) fn is_constructor(walk: &mut Walk<'_, '_>, id: DefId, span: Span) -> bool {
    let definition = walk.build.definition(id);
    let (name, kind) = (definition.name, definition.kind);
    if kind != SymbolKind::Function {
        return false;
    }
    if walk.state().constructors.is_none() {
        let found = scan(walk);
        walk.state().constructors = Some(found);
    }
    if walk.state().constructors.as_ref().is_some_and(|found| found.contains(&name)) {
        return true;
    }
    let body = walk.build.text(span);
    text::is_capitalised(walk.build.names.get(name)) && body.contains("this.")
}

/// Names of the file that stand before `.prototype` or after `inherits(`. O(bytes).
fn scan(walk: &mut Walk<'_, '_>) -> FxHashSet<Name> {
    let source = walk.build.source;
    let mut found = FxHashSet::default();
    for (at, _) in source.match_indices(".prototype") {
        let before = &source[..at];
        let start = before
            .rfind(|c: char| !text::is_part(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        // A member's prototype (`a.B.prototype`) is no name of the file.
        if start < at && !before[..start].ends_with('.') {
            found.insert(walk.build.names.name(&source[start..at]));
        }
    }
    for (at, word) in source.match_indices("inherits(") {
        let rest = source[at + word.len()..].trim_start();
        let end = rest.find(|c: char| !text::is_part(c)).unwrap_or(rest.len());
        if end > 0 && rest[end..].trim_start().starts_with(',') {
            found.insert(walk.build.names.name(&rest[..end]));
        }
    }
    found
}

/// Makes a function a class, once; gives the scope of its members.
pub(in crate::languages) fn make_class(walk: &mut Walk<'_, '_>, id: DefId) -> ScopeId {
    if let Some(scope) = type_scope(walk, id) {
        return scope;
    }
    let scope = new_scope(walk, id);
    let definition = walk.build.definition(id);
    definition.kind = SymbolKind::Class;
    definition.body = Some(scope);
    scope
}

/// The scope of a definition's members, where its body is one.
fn type_scope(walk: &mut Walk<'_, '_>, id: DefId) -> Option<ScopeId> {
    let body = walk.build.definition(id).body?;
    (walk.build.facts.scopes[body.index()].kind == ScopeKind::Type).then_some(body)
}

fn new_scope(walk: &mut Walk<'_, '_>, id: DefId) -> ScopeId {
    let definition = walk.build.definition(id);
    let (parent, span) = (Some(definition.scope), definition.span);
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let (kind, owner, bindings) = (ScopeKind::Type, Owner::Definition(id), List::default());
    walk.build.facts.scopes.push(Scope { kind, parent, owner, span, bindings });
    scope
}

/// True where assigning a member of `this` defines it: in classes, not in objects.
pub(in crate::languages) fn is_class_scope(walk: &mut Walk<'_, '_>, scope: ScopeId) -> bool {
    let Some(info) = walk.build.facts.scopes.get(scope.index()) else { return false };
    match info.owner {
        Owner::Definition(id) => {
            let definition = walk.build.definition(id);
            definition.kind == SymbolKind::Class && definition.body == Some(scope)
        }
        _ => false,
    }
}

/// The scope of the members that are assigned to a definition itself; `None` where an assignment of
/// a member is no definition: the thing is made elsewhere.
pub(in crate::languages) fn member_scope(
    walk: &mut Walk<'_, '_>,
    id: DefId,
    right: Option<Node<'_>>,
) -> Option<ScopeId> {
    if let Some(scope) = type_scope(walk, id) {
        return Some(scope);
    }
    if let Some(scope) = walk.state().statics.get(&id) {
        return Some(*scope);
    }
    let kind = walk.build.definition(id).kind;
    let is_function = right.is_some_and(|r| {
        matches!(r.kind(), "function_expression" | "arrow_function" | "generator_function" | "class")
    });
    match kind {
        SymbolKind::Function => {
            let scope = new_scope(walk, id);
            let of = walk.build.expression(Expression::Definition(id));
            let definition = walk.build.definition(id);
            let (type_name, span, owner) = (Some(definition.name), definition.span, definition.owner);
            let (implements, type_parameters) = (None, List::default());
            let extension = Extension { scope, of, type_name, implements, type_parameters, span, owner };
            walk.build.facts.extensions.push(extension);
            walk.state().statics.insert(id, scope);
            Some(scope)
        }
        SymbolKind::Variable | SymbolKind::Constant if is_function => {
            let value = walk.build.definition(id).value;
            let scope = new_scope(walk, id);
            let made = walk.build.expression(Expression::Object(scope));
            walk.build.definition(id).body = Some(scope);
            add_base(walk, id, value);
            walk.build.definition(id).value = made;
            Some(scope)
        }
        _ => None,
    }
}

/// The class whose prototype `a.prototype` is, at a node.
pub(in crate::languages) fn prototype_at(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<DefId> {
    let (object, property) = (node.child_by_field_name("object")?, node.child_by_field_name("property")?);
    if object.kind() != "identifier" || walk.build.text(span_of(property)) != "prototype" {
        return None;
    }
    let name = walk.build.names.name(walk.build.text(span_of(object)));
    let id = walk.known(name)?;
    matches!(walk.build.definition(id).kind, SymbolKind::Function | SymbolKind::Class).then_some(id)
}

/// The class whose prototype an expression is, where this file defines it.
pub(in crate::languages) fn prototype_of(walk: &mut Walk<'_, '_>, value: ExprId) -> Option<DefId> {
    let Expression::Member { of, name, .. } = walk.build.facts.expression(value) else { return None };
    if walk.build.names.get(name) != "prototype" {
        return None;
    }
    match walk.build.facts.expression(of) {
        Expression::Name { name, .. } => {
            let id = walk.known(name)?;
            matches!(walk.build.definition(id).kind, SymbolKind::Function | SymbolKind::Class).then_some(id)
        }
        _ => None,
    }
}

/// Adds what `value` is made from to the bases of a definition: `Object.create(A.prototype)`,
/// `new A()`, `A.prototype`, or the value itself.
pub(in crate::languages) fn add_base(walk: &mut Walk<'_, '_>, id: DefId, value: ExprId) {
    if value.is_unknown() {
        return;
    }
    let base = base_of(walk, value, 0);
    let known = walk.build.definition(id).bases;
    let mut bases = walk.build.facts.list(known).to_vec();
    if !base.is_unknown() && !bases.contains(&base) {
        bases.push(base);
        let list = walk.build.list(&bases);
        walk.build.definition(id).bases = list;
    }
}

fn base_of(walk: &Walk<'_, '_>, value: ExprId, depth: u32) -> ExprId {
    let facts = &walk.build.facts;
    match facts.expression(value) {
        Expression::Member { of, name, .. } if walk.build.names.get(name) == "prototype" => of,
        Expression::Call { of, arguments } if depth < 2 => {
            let is_create = matches!(
                facts.expression(of),
                Expression::Member { name, .. } if walk.build.names.get(name) == "create"
            );
            match facts.list(arguments).first() {
                Some(first) if is_create => base_of(walk, *first, depth + 1),
                _ if is_create => ExprId::UNKNOWN,
                _ => value,
            }
        }
        // `Object.create(A.prototype)` was read as an instance of A.
        Expression::Instance(of) => of,
        Expression::Literal(_) | Expression::Object(_) => ExprId::UNKNOWN,
        _ => value,
    }
}

/// What a call does to the prototypes of this file's definitions; `first` is its first argument.
/// Gives the scope into which the members of the second argument go.
pub(in crate::languages) fn receives(
    walk: &mut Walk<'_, '_>,
    callee: &str,
    first: Node<'_>,
) -> Option<ScopeId> {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    match (callee, last) {
        (_, "assign" | "extend" | "mixin" | "defineProperties") if first.kind() == "member_expression" => {
            let id = prototype_at(walk, first)?;
            Some(make_class(walk, id))
        }
        ("Object.assign", _) if first.kind() == "identifier" => {
            let name = walk.build.names.name(walk.build.text(span_of(first)));
            let id = walk.known(name)?;
            member_scope(walk, id, None)
        }
        _ => None,
    }
}

/// `inherits(A, B)` and `Object.setPrototypeOf(A.prototype, B.prototype)`: B is a base of A.
pub(in crate::languages) fn inherits(walk: &mut Walk<'_, '_>, callee: &str, arguments: &[ExprId]) {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    let [first, second, ..] = arguments else { return };
    let id = match last {
        "inherits" => match walk.build.facts.expression(*first) {
            Expression::Name { name, .. } => walk.known(name),
            _ => None,
        },
        "setPrototypeOf" => prototype_of(walk, *first),
        _ => None,
    };
    let Some(id) = id else { return };
    if matches!(walk.build.definition(id).kind, SymbolKind::Function | SymbolKind::Class) {
        make_class(walk, id);
        add_base(walk, id, *second);
    }
}
