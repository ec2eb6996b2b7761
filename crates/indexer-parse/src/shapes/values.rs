//! Values: members, the receiver, functions without a name.

use super::head::member_at;
use super::locate::{Visited, parts};
use super::parameters::read_parameters;
use super::{At, Lambda as Shape, Member};
use crate::walk::Walk;
use indexer_core::{
    Access, Bound, ExprId, Expression, Lambda, LambdaId, List, Name, Namespace, Owner, ParameterId, Role,
    ScopeId, ScopeKind,
};

/// The current node is a name, or its first identifier is: `with` stands there; all else in it is lowered.
pub fn take_name<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    with: &mut dyn FnMut(&mut Walk<'t, 'a>) -> ExprId,
) -> ExprId {
    if walk.is_identifier() {
        return with(walk);
    }
    let mut found = None;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if found.is_none() && walk.is_identifier() {
                found = Some(with(walk));
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    found.unwrap_or(ExprId::UNKNOWN)
}

/// The scope of the members of the type around.
pub fn type_scope(walk: &Walk<'_, '_>) -> Option<ScopeId> {
    let scopes = &walk.build.facts.scopes;
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        if matches!(scopes[id.index()].kind, ScopeKind::Type | ScopeKind::Extension) {
            return Some(id);
        }
        current = scopes[id.index()].parent;
    }
    None
}

/// What a scope is the body of.
pub(super) fn owner_of_scope(walk: &Walk<'_, '_>, scope: ScopeId) -> Owner {
    let facts = &walk.build.facts;
    facts.scopes[scope.index()].owner
}

/// The receiver of the function around.
pub fn this_instance(walk: &mut Walk<'_, '_>) -> ExprId {
    let scope = type_scope(walk);
    scope.map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::SelfInstance(scope)))
}

pub(super) fn super_instance(walk: &mut Walk<'_, '_>) -> ExprId {
    let scope = type_scope(walk);
    walk.lower_children();
    scope.map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::Super(scope)))
}

/// What the current name means where it is the word for the receiver or its base, in grammars that have both as names.
pub fn receiver_by_name(walk: &mut Walk<'_, '_>) -> Option<ExprId> {
    let (is_this, is_super) = (walk.text() == "this", walk.text() == "super");
    if !is_this && !is_super {
        return None;
    }
    walk.neither();
    Some(if is_this { this_instance(walk) } else { super_instance(walk) })
}

pub(super) fn member(walk: &mut Walk<'_, '_>, shape: &'static Member) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    parts(walk, shape.inside, &mut |walk, part| {
        if of.is_none() && part.is(walk, shape.of) {
            of = Some(receiver(walk));
        } else if let Some(of) = of.filter(|_| value.is_unknown() && part.is(walk, shape.name)) {
            walk.build.role = role;
            value = member_at(walk, of, shape.access);
            walk.build.role = Role::Read;
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    walk.build.role = role;
    if value.is_unknown() { of.unwrap_or(value) } else { value }
}

/// The current node as what has a member: words for the receiver and its base too, where they are no named nodes.
pub fn receiver(walk: &mut Walk<'_, '_>) -> ExprId {
    match walk.kind() {
        "this" if !walk.is_named() => this_instance(walk),
        "base" | "super" if !walk.is_named() => super_instance(walk),
        _ => walk.lower(),
    }
}

pub(super) fn index(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.lower_list();
    walk.build.index(&items)
}

/// A generic type: its name, and its arguments as types.
pub(super) fn generic(walk: &mut Walk<'_, '_>, name: At, arguments: At) -> ExprId {
    let (mut of, mut items) = (ExprId::UNKNOWN, Vec::new());
    parts(walk, &[], &mut |walk, part| {
        if of.is_unknown() && part.is(walk, name) {
            of = walk.lower();
        } else if part.is(walk, arguments) {
            items = walk.with_role(Role::Type, Walk::lower_list);
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    if items.is_empty() { of } else { walk.build.apply(of, &items) }
}

/// A conversion: an instance of the type, whatever else stands there.
pub(super) fn instance(walk: &mut Walk<'_, '_>, annotation: At) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    parts(walk, &[], &mut |walk, part| {
        if !of.is_unknown() || !part.is(walk, annotation) {
            return Visited::Left;
        }
        of = walk.lower_as(Role::Type);
        Visited::Taken
    });
    walk.build.instance(of)
}

/// Names with marks between them.
pub(super) fn path(walk: &mut Walk<'_, '_>, own: Role) -> ExprId {
    let role = if walk.build.role == Role::Read { own } else { walk.build.role };
    let mut names = 0;
    walk.each_child(|walk, _| names += usize::from(walk.is_identifier()));
    let (mut of, mut seen, mut arguments) = (ExprId::UNKNOWN, 0, Vec::new());
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            seen += 1;
            let own = if seen == names { role } else { Role::Read };
            of = walk.with_role(own, |walk| match seen {
                1 => {
                    let span = walk.span();
                    walk.build.use_name(span, Namespace::ANY)
                }
                _ => walk.member_of(of, Access::Value),
            });
        } else if matches!(walk.kind(), "type_arguments" | "type_argument_list") {
            arguments = walk.with_role(Role::Type, Walk::lower_list);
        } else {
            walk.other();
        }
    });
    if arguments.is_empty() { of } else { walk.build.apply(of, &arguments) }
}

/// What the function around gives.
pub(super) fn returned(walk: &mut Walk<'_, '_>) -> ExprId {
    let gives = walk.node().named_child_count() > 0;
    let value = walk.lower_children();
    // Of what gives something unknown too, not all is known.
    if let Some(returns) = walk.build.shapes.returns.last_mut().filter(|_| gives) {
        returns.push(value);
    }
    ExprId::UNKNOWN
}

/// What a function gives whose returns give these.
pub(super) fn union_of_returned(walk: &mut Walk<'_, '_>, returns: &[ExprId]) -> ExprId {
    match returns.iter().any(|value| !value.is_unknown()) {
        true => walk.build.union(returns),
        false => ExprId::UNKNOWN,
    }
}

/// A function without a name.
pub(super) fn lambda(walk: &mut Walk<'_, '_>, shape: &'static Shape) -> ExprId {
    let place = walk.build.place();
    let scope = walk.build.open_scope(ScopeKind::Lambda, walk.span());
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    if shape.returns {
        walk.build.shapes.returns.push(Vec::new());
    }
    let mut value = ExprId::UNKNOWN;
    parts(walk, &[], &mut |walk, part| {
        if part.is(walk, shape.parameters) {
            let parameters = read_parameters(walk, shape.style);
            walk.build.facts.lambdas[id.index()].parameters = parameters;
            if shape.typed {
                take_from_callee(walk, id, parameters);
            }
        } else if part.is(walk, shape.body) {
            value = walk.lower();
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    walk.build.meter.leave();
    if shape.returns {
        let returns = walk.build.shapes.returns.pop().unwrap_or_default();
        if value.is_unknown() {
            value = union_of_returned(walk, &returns);
        }
    }
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// Parameters of a function without a name are what it is given, where no type is written.
pub(super) fn take_from_callee(walk: &mut Walk<'_, '_>, id: LambdaId, run: List) {
    let scope = walk.build.facts.lambdas[id.index()].scope;
    let mut values: Vec<Option<ExprId>> = Vec::with_capacity(run.len as usize);
    for index in 0..run.len {
        let is_written = !walk.build.facts.parameters[(run.start + index) as usize].annotation.is_unknown();
        let value = (!is_written).then(|| walk.build.expression(Expression::LambdaParameter(id, index)));
        values.push(value);
    }
    // They were bound last.
    for binding in walk.build.facts.bindings.iter_mut().rev().take_while(|one| one.scope == scope) {
        let Bound::Parameter(ParameterId(parameter)) = binding.bound else { continue };
        let index = parameter.checked_sub(run.start).map(|index| index as usize);
        if let Some(value) = index.and_then(|index| values.get_mut(index)?.take()) {
            binding.value = value;
        }
    }
}

/// The last name of a type or path that is written.
pub(super) fn last_name(walk: &Walk<'_, '_>, of: ExprId) -> Option<Name> {
    match walk.build.facts.expression(walk.head_of(of)) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => Some(name),
        _ => None,
    }
}
