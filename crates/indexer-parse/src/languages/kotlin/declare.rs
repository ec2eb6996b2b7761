//! Properties, companions, objects without a name.

use super::contexts;
use super::nodes;
use super::state::{Kotlin, Property};
use crate::shapes;
use crate::walk::Walk;
use indexer_core::{
    Access, Bound, DefId, ExprId, Expression, Namespace, Owner, Role, ScopeId, ScopeKind, Span,
};

/// `val a: A = b`: a local inside of functions, else a property, perhaps of a type that is named before it.
pub(super) fn property(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let has = |kind: &str| node.children(&mut node.walk()).any(|one| one.kind() == kind);
    if has("multi_variable_declaration") {
        return destructured(walk);
    }
    let is_local = walk
        .build
        .scope_around(|kind| !matches!(kind, ScopeKind::Generics))
        .is_some_and(|id| is_of_function(walk.build.facts.scopes[id.index()].kind));
    let is_extending = has("receiver_type");
    let outer = std::mem::replace(&mut walk.build.remembered.of::<Kotlin>().is_in_property, true);
    let shape = if is_local && !is_extending { &nodes::LOCAL } else { &nodes::PROPERTY };
    shapes::lower(walk, shape);
    walk.build.remembered.of::<Kotlin>().is_in_property = outer;
    ExprId::UNKNOWN
}

fn is_of_function(kind: ScopeKind) -> bool {
    matches!(kind, ScopeKind::Function | ScopeKind::Lambda | ScopeKind::Block)
}

/// A property was read: its accessors may follow, and what they give it is.
pub(super) fn then_property(walk: &mut Walk<'_, '_>, id: DefId) {
    let (scope, owner) = (walk.build.definition(id).scope, walk.build.definition(id).owner);
    extends(walk, id, Namespace::VALUE);
    walk.build.remembered.of::<Kotlin>().property = Some(Property { id, scope, owner });
}

/// A function or property that extends a type is named like any other where it is declared and imported.
fn extends(walk: &mut Walk<'_, '_>, id: DefId, namespace: Namespace) {
    let definition = walk.build.definition(id);
    let (scope, name) = (definition.scope, definition.name);
    let scopes = &walk.build.facts.scopes;
    if scopes[scope.index()].kind != ScopeKind::Extension {
        return;
    }
    let mut outer = scopes[scope.index()].parent;
    while let Some(around) = outer.filter(|one| scopes[one.index()].kind == ScopeKind::Generics) {
        outer = scopes[around.index()].parent;
    }
    if let Some(outer) = outer {
        walk.build.bind(outer, name, namespace, Bound::Definition(id), ExprId::UNKNOWN);
    }
}

pub(super) fn then_function(walk: &mut Walk<'_, '_>, id: DefId) {
    extends(walk, id, nodes::FUNCTIONS);
}

/// `get() = a`, `set(a) {}`: what a getter gives its property is, where that says nothing itself.
pub(super) fn accessor(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let is_inside = std::mem::take(&mut walk.build.remembered.of::<Kotlin>().is_in_property);
    let is_getter = walk.kind() == "getter";
    let property = walk.build.remembered.of::<Kotlin>().property;
    if let Some(one) = property.filter(|_| !is_inside) {
        walk.build.scope = one.scope;
        walk.build.owner = one.owner;
    }
    walk.build.open_scope(ScopeKind::Function, walk.span());
    contexts::bind(walk);
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "function_body" => value = walk.lower(),
        "parameter_with_optional_type" => {
            walk.lower();
        }
        _ => walk.other(),
    });
    walk.build.restore(place);
    walk.build.remembered.of::<Kotlin>().is_in_property = is_inside;
    if is_getter
        && !is_inside
        && let Some(one) = property
        && walk.build.definition(one.id).value.is_unknown()
    {
        walk.build.definition(one.id).value = value;
    }
    if is_getter { value } else { ExprId::UNKNOWN }
}

/// `= a` of a function is what it gives; a block gives what is declared.
pub(super) fn function_body(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_value = walk.node().child(0).is_some_and(|one| one.kind() == "=");
    let value = walk.lower_children();
    if is_value { value } else { ExprId::UNKNOWN }
}

/// `by a`: what a member of `a` gives.
pub(super) fn delegate(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = walk.lower_children();
    if of.is_unknown() {
        return of;
    }
    let name = walk.build.names.made("getValue");
    call_member(walk, of, name, &[])
}

/// What calling a member of `of` gives, that no token names.
pub(super) fn call_member(
    walk: &mut Walk<'_, '_>,
    of: ExprId,
    name: indexer_core::Name,
    values: &[ExprId],
) -> ExprId {
    if of.is_unknown() {
        return of;
    }
    let of = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    let arguments = walk.build.list(values);
    walk.build.expression(Expression::Call { of, arguments })
}

/// `A by b` where bases stand.
pub(super) fn delegated(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = None;
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.other();
        } else if of.is_none() {
            of = Some(walk.lower());
        } else {
            walk.lower_as(Role::Read);
        }
    });
    of.unwrap_or(ExprId::UNKNOWN)
}

/// `val (a, b) = c`: each is a component.
fn destructured(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut names, mut value) = (Vec::new(), ExprId::UNKNOWN);
    walk.each_child(|walk, _| match walk.kind() {
        "multi_variable_declaration" => components(walk, &mut names),
        "modifiers" | "binding_pattern_kind" | "type_parameters" => walk.other(),
        _ if walk.is_named() && !walk.node().is_extra() => value = walk.lower_as(Role::Read),
        _ => walk.other(),
    });
    let from = walk.span().end;
    bind_components(walk, &names, value, from);
    ExprId::UNKNOWN
}

/// The names that the current node lists, each with the type that is written.
pub(super) fn components(walk: &mut Walk<'_, '_>, found: &mut Vec<(Span, ExprId)>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() == "variable_declaration" {
                found.push(variable(walk));
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

/// The current node introduces a name, perhaps with its type.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> (Span, ExprId) {
    let (mut name, mut declared) = (None, ExprId::UNKNOWN);
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_identifier() && name.is_none() {
                name = Some(walk.local());
            } else if walk.is_named() && !walk.node().is_extra() {
                declared = walk.lower_as(Role::Type);
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    (name.unwrap_or_default(), declared)
}

/// Binds names to the parts of a value, from a byte on.
pub(super) fn bind_components(walk: &mut Walk<'_, '_>, names: &[(Span, ExprId)], of: ExprId, from: u32) {
    for ((span, declared), index) in names.iter().zip(0..) {
        if span.is_empty() {
            continue;
        }
        let value = match (declared.is_unknown(), of.is_unknown()) {
            (false, _) => walk.build.instance(*declared),
            (true, true) => ExprId::UNKNOWN,
            (true, false) => walk.build.expression(Expression::Item { of, index }),
        };
        bind(walk, *span, value, from);
    }
}

/// Binds a local.
pub(super) fn bind(walk: &mut Walk<'_, '_>, span: Span, value: ExprId, from: u32) {
    let (scope, name) = (walk.build.scope, walk.build.name(span));
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, from, value);
}

/// `companion object`: an object in its type, whose members are known there by their names alone.
pub(super) fn companion(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_named = node.children(&mut node.walk()).any(|one| one.kind() == "type_identifier");
    shapes::lower(walk, if is_named { &nodes::NAMED_COMPANION } else { &nodes::COMPANION })
}

/// A companion is `Companion` to others, whatever else it is called.
pub(super) fn then_companion(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (scope, body, name) = (definition.scope, definition.body, definition.name);
    let made = walk.build.names.made("Companion");
    if walk.build.names.get(name) == "companion" {
        walk.build.definition(id).name = made;
        let mut last = walk.build.facts.bindings.iter_mut().rev();
        if let Some(binding) = last.find(|one| one.bound == Bound::Definition(id)) {
            binding.name = made;
        }
    } else if name != made {
        walk.build.bind(scope, made, Namespace::TYPE, Bound::Definition(id), ExprId::UNKNOWN);
    }
    if let Some(body) = body {
        walk.build.remembered.of::<Kotlin>().companions.insert(body, scope);
    }
}

/// `object : A(b), C { .. }`: an instance of a class without a name.
pub(super) fn anonymous(walk: &mut Walk<'_, '_>) -> ExprId {
    let id = open_anonymous(walk);
    walk.each_child(|walk, _| anonymous_part(walk, id));
    close_anonymous(walk, id)
}

/// The class without a name that begins here.
pub(super) fn open_anonymous(walk: &mut Walk<'_, '_>) -> DefId {
    let span = walk.span();
    let id = walk.build.define_anonymous_class(span);
    walk.build.remembered.of::<Kotlin>().bases.push(Vec::new());
    id
}

/// The current node is a part of it: a base, or its body.
pub(super) fn anonymous_part(walk: &mut Walk<'_, '_>, id: DefId) {
    match walk.kind() {
        "delegation_specifier" => {
            let base = walk.lower_as(Role::Inherit);
            let of = match walk.build.facts.expression(base) {
                // What is made of a class is an instance of it.
                Expression::Call { of, .. } => of,
                _ => base,
            };
            if let Some(all) = walk.build.remembered.of::<Kotlin>().bases.last_mut()
                && !of.is_unknown()
            {
                all.push(of);
            }
        }
        "class_body" => anonymous_body(walk, id),
        _ => walk.other(),
    }
}

/// The current node holds its members.
pub(super) fn anonymous_body(walk: &mut Walk<'_, '_>, id: DefId) {
    let (span, place) = (walk.span(), walk.build.place());
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    let scope: ScopeId = walk.build.open_scope(ScopeKind::Type, span);
    walk.build.definition(id).body = Some(scope);
    walk.build.role = Role::Read;
    let outer = std::mem::take(&mut walk.build.remembered.of::<Kotlin>().is_in_property);
    walk.lower_with(Walk::lower_children);
    walk.build.remembered.of::<Kotlin>().is_in_property = outer;
    walk.build.restore(place);
}

/// Its value.
pub(super) fn close_anonymous(walk: &mut Walk<'_, '_>, id: DefId) -> ExprId {
    let bases = walk.build.remembered.of::<Kotlin>().bases.pop().unwrap_or_default();
    let only = if let [one] = bases.as_slice() { Some(*one) } else { None };
    let bases = walk.build.list(&bases);
    walk.build.definition(id).bases = bases;
    // Others know it as what it extends, and who stands beside its declaration as what it is.
    let of = match only.filter(|_| !is_kept_private(walk)) {
        Some(base) => base,
        None => walk.build.expression(Expression::Definition(id)),
    };
    walk.build.instance(of)
}

/// True for what a local or a private property is given.
fn is_kept_private(walk: &Walk<'_, '_>) -> bool {
    let Some(declared) = walk.node().parent().filter(|one| one.kind() == "property_declaration") else {
        return false;
    };
    let is_local =
        declared.parent().is_some_and(|one| matches!(one.kind(), "statements" | "control_structure_body"));
    let modifiers = declared.child(0).filter(|one| one.kind() == "modifiers");
    let is_private =
        |one| walk.build.text(crate::walk::span_of(one)).split_whitespace().any(|word| word == "private");
    is_local || modifiers.is_some_and(is_private)
}
