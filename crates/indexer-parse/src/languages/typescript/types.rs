//! Types, and expressions that say one.

use super::mapped;
use crate::languages::javascript::classes;
use crate::languages::javascript::expected::{self, Expected};
use crate::languages::javascript::head::lower_value;
use crate::languages::javascript::narrow;
use crate::languages::javascript::signatures;
use crate::languages::javascript::state::{Remembers, union_of};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::expression::List;
use indexer_core::{
    Binding, ExprId, Expression, LiteralKind, Namespace, Owner, Role, Scope, ScopeId, ScopeKind, Span,
};

/// `: T`, `readonly T`, `(T)` and the like: the type inside.
pub(super) fn inside(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Type, |walk| walk.lower_children())
}

/// `string`, `void`, `any`.
pub(super) fn predefined(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = match walk.text() {
        "string" => LiteralKind::String,
        "number" => LiteralKind::Float,
        "boolean" => LiteralKind::Boolean,
        "void" | "never" => LiteralKind::None,
        _ => return ExprId::UNKNOWN,
    };
    walk.build.literal(kind)
}

/// A value as a type: a literal is one like it.
pub(super) fn literal(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        value = walk.lower_as(Role::Read);
        // What it holds tells types apart.
        let node = walk.node();
        match walk.kind() {
            "string" if walk.span().len() < LONGEST_TEXT => value = narrow::text(walk, node),
            "true" | "false" => value = narrow::truth_value(walk, node),
            _ => {}
        }
    });
    value
}

/// A literal type that is longer tells no types apart.
const LONGEST_TEXT: u32 = 48;

/// Types that stand for their first argument, as far as members go.
pub(super) const SAME: &[&str] =
    &["Exclude", "Extract", "NonNullable", "NoInfer", "Omit", "Partial", "Pick", "Readonly", "Required"];

/// `A<B>`.
pub(super) fn generic(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut arguments = List::default();
    let mut name = "";
    walk.children(|walk, field| match field {
        Field::Name => {
            name = walk.text();
            of = walk.lower();
        }
        Field::TypeArguments => {
            let list = walk.lower_with(classes::types_in);
            if let Expression::Tuple(list) = walk.build.facts.expression(list) {
                arguments = list;
            }
        }
        _ => drop(walk.lower()),
    });
    let Some(first) = walk.build.facts.list(arguments).first().copied() else { return of };
    let second = walk.build.facts.list(arguments).get(1).copied();
    match (name, second) {
        ("Exclude", Some(without)) if classes::has_constants(walk, without) => {
            walk.build.expression(Expression::Excluded { of: first, without })
        }
        _ => generic_of(walk, name, (of, first), arguments),
    }
}

/// The type `name` with arguments, where it is one that stands for something else.
fn generic_of(walk: &mut Walk<'_, '_>, name: &str, (of, first): (ExprId, ExprId), arguments: List) -> ExprId {
    match name {
        _ if SAME.contains(&name) => first,
        // What functions are called on, and no members of its own.
        "ThisType" => walk.build.literal(LiteralKind::None),
        "ReturnType" => {
            let arguments = walk.build.list(&[]);
            walk.build.expression(Expression::Call { of: first, arguments })
        }
        "Awaited" => walk.build.expression(Expression::Awaited(first)),
        "InstanceType" => walk.build.expression(Expression::Instance(first)),
        _ => walk.build.expression(Expression::Apply { of, arguments }),
    }
}

/// `A | B`, `A & B`: members come from either.
pub(super) fn either(walk: &mut Walk<'_, '_>) -> ExprId {
    let types = walk.with_role(Role::Type, |walk| walk.lower_list());
    let of = union_of(walk.build, &types);
    let nothing = Expression::Literal(LiteralKind::None);
    let may_be_nothing = types.iter().any(|one| walk.build.facts.expression(*one) == nothing);
    if may_be_nothing { classes::or_nothing(walk, of) } else { of }
}

/// `A extends B ? C : D`: one of both.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.scope;
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Generics, span);
    let mut values = [ExprId::UNKNOWN; 2];
    walk.children(|walk, field| {
        let value = walk.lower_as(Role::Type);
        match field {
            Field::Consequence => values[0] = value,
            Field::Alternative => values[1] = value,
            _ => {}
        }
    });
    walk.build.scope = outer;
    union_of(walk.build, &values)
}

/// `infer A`: a name for a part of a type that is matched.
pub(super) fn inferred(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut is_first = true;
    walk.each_child(|walk, _| {
        if walk.is_identifier() && std::mem::replace(&mut is_first, false) {
            let span = walk.local();
            let name = walk.build.name(span);
            let scope = walk.build.scope;
            let bound = indexer_core::Bound::Local;
            walk.build.bind(scope, name, Namespace::TYPE, bound, ExprId::UNKNOWN);
        } else {
            walk.lower();
        }
    });
    ExprId::UNKNOWN
}

/// `A[]`.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = inside(walk);
    walk.build.expression(Expression::Sequence(of))
}

/// `[A, b: B]`.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::replace(&mut walk.build.role, Role::Type);
    let mut types = Vec::new();
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.lower();
        } else if matches!(walk.kind(), "required_parameter" | "optional_parameter") {
            types.push(walk.lower_with(labelled));
        } else {
            types.push(walk.lower());
        }
    });
    walk.build.role = before;
    // The items of a tuple are values.
    for one in types.iter_mut().filter(|one| !one.is_unknown()) {
        *one = walk.build.expression(Expression::Instance(*one));
    }
    walk.build.tuple(&types)
}

fn labelled(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => of = walk.lower(),
        Field::Name | Field::Pattern if walk.is_identifier() => walk.neither(),
        _ => drop(walk.lower()),
    });
    of
}

/// `{ a: A; b(): B }`.
pub(super) fn object(walk: &mut Walk<'_, '_>) -> ExprId {
    let named = walk.state().named.take();
    let place = walk.build.place();
    let node = walk.node();
    let is_mapped = mapped::source(walk, node).is_some();
    // Who maps a type in such a way stands for that type, and has no members of its own.
    let named = named.filter(|id| !is_mapped && walk.build.definition(*id).body.is_none());
    if named.is_none() && !is_mapped && is_function(walk) {
        return only_signature(walk);
    }
    if let Some(id) = named {
        walk.build.owner = Owner::Definition(id);
    }
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let (parent, owner, span) = (Some(walk.build.scope), walk.build.owner, walk.span());
    let (kind, bindings) = (ScopeKind::Type, List::default());
    walk.build.facts.scopes.push(Scope { kind, parent, owner, span, bindings });
    if let Some(id) = named {
        walk.build.definition(id).body = Some(scope);
    }
    let outer = std::mem::replace(&mut walk.state().keyed, ExprId::UNKNOWN);
    classes::members(walk, scope);
    walk.build.restore(place);
    match std::mem::replace(&mut walk.state().keyed, outer) {
        of if is_mapped && !of.is_unknown() => of,
        _ => walk.build.expression(Expression::Object(scope)),
    }
}

/// True for `{ (a: A): B }` and `{ new (a: A): B }`, which say no more than a type of functions.
fn is_function(walk: &mut Walk<'_, '_>) -> bool {
    let (mut signatures, mut members) = (0, 0);
    walk.each_child(|_, node| {
        let is_signature = matches!(node.kind(), "call_signature" | "construct_signature");
        signatures += usize::from(is_signature);
        members += usize::from(node.is_named() && !node.is_extra());
    });
    (signatures, members) == (1, 1)
}

fn only_signature(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "call_signature" | "construct_signature" => value = walk.lower_with(signatures::function_type),
        _ => drop(walk.lower()),
    });
    value
}

/// `{ [K in A]: B }` inside an object type.
pub(super) fn mapped_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            let span = walk.local();
            let name = walk.build.name(span);
            let scope = walk.build.scope;
            let bound = indexer_core::Bound::Local;
            walk.build.bind(scope, name, Namespace::TYPE, bound, ExprId::UNKNOWN);
        }
        Field::Type if walk.kind() == "index_type_query" => {
            walk.lower_with(|walk| {
                let of = inside(walk);
                walk.state().keyed = of;
                ExprId::UNKNOWN
            });
        }
        _ => drop(walk.lower_as(Role::Type)),
    });
    ExprId::UNKNOWN
}

/// `keyof A`: names.
pub(super) fn keys(walk: &mut Walk<'_, '_>) -> ExprId {
    inside(walk);
    walk.build.literal(LiteralKind::String)
}

/// `A["b"]`: what the member is.
pub(super) fn lookup(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::replace(&mut walk.build.role, Role::Type);
    let mut of = ExprId::UNKNOWN;
    let mut key = None;
    let mut is_first = true;
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.lower();
        } else if std::mem::replace(&mut is_first, false) {
            of = walk.lower();
        } else {
            let text = walk.text();
            if text.starts_with(['"', '\'']) && !text.contains(['|', '\\']) {
                key = Some((crate::languages::javascript::text::content(text), walk.span()));
            }
            walk.lower();
        }
    });
    walk.build.role = before;
    match key {
        Some((key, span)) if !of.is_unknown() && !key.is_empty() => {
            let name = walk.build.names.name(key);
            let of = walk.build.expression(Expression::Instance(of));
            let access = indexer_core::Access::Value;
            let member = walk.build.expression(Expression::Member { of, name, access });
            // The key is a use of the member, though a string.
            let before = std::mem::replace(&mut walk.build.role, Role::Type);
            walk.build.use_member(Span::new(span.start + 1, span.end - 1), member);
            walk.build.uses.uncount_last();
            walk.build.role = before;
            member
        }
        // Some member, nobody knows which: but no value says that instead.
        None if !of.is_unknown() => {
            let of = walk.build.expression(Expression::Instance(of));
            walk.build.expression(Expression::Index { of, index: ExprId::UNKNOWN })
        }
        _ => ExprId::UNKNOWN,
    }
}

/// `typeof a` in a type.
pub(super) fn query(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Read, |walk| walk.lower_children())
}

/// The type `this`.
pub(super) fn this(walk: &mut Walk<'_, '_>) -> ExprId {
    match walk.top().class {
        Some(scope) => walk.build.expression(Expression::SelfType(scope)),
        None => ExprId::UNKNOWN,
    }
}

/// `a is B`, `asserts a`: the name is a parameter.
pub(super) fn predicate(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut is_first = false;
    walk.children(|walk, field| match field {
        Field::Type => of = walk.lower_as(Role::Type),
        Field::Name if walk.is_identifier() => {
            let span = walk.span();
            let name = walk.build.name(span);
            let scope = walk.build.scope;
            let is_value = |one: &&Binding| one.scope == scope && one.namespace.meets(Namespace::VALUE);
            let bindings = &walk.build.facts.bindings;
            is_first = bindings.iter().find(is_value).is_some_and(|one| one.name == name);
            walk.lower_as(Role::Read);
        }
        _ => drop(walk.lower_as(Role::Read)),
    });
    if is_first && !of.is_unknown() {
        return walk.build.expression(Expression::Guards(of));
    }
    walk.build.literal(LiteralKind::Boolean)
}

/// `asserts ...`: gives nothing.
pub(super) fn asserts(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        walk.lower_as(Role::Read);
    });
    walk.build.literal(LiteralKind::None)
}

/// A template in a type: a string.
pub(super) fn template(walk: &mut Walk<'_, '_>) -> ExprId {
    inside(walk);
    walk.build.literal(LiteralKind::String)
}

/// `a as B`, `a satisfies B`, `<B>a`: the value, seen as the type.
pub(super) fn seen_as(walk: &mut Walk<'_, '_>) -> ExprId {
    let named = walk.state().named.take();
    let is_cast = walk.kind() == "type_assertion";
    let keeps = walk.kind() == "satisfies_expression";
    let mut value = ExprId::UNKNOWN;
    let mut of = ExprId::UNKNOWN;
    let mut is_const = false;
    let role = walk.build.role;
    let is_part = |walk: &Walk<'_, '_>| walk.is_named() && !walk.node().is_extra();
    let is_type = |at: usize| (at == 0) == is_cast;
    let mut at = 0;
    // The type first: it is what is expected of the value, of which documentation says types too.
    let documented = std::mem::take(&mut walk.state().types);
    walk.each_child(|walk, _| {
        if !is_part(walk) {
            is_const |= walk.kind() == "const";
            walk.lower();
            return;
        }
        if is_type(at) {
            of = walk.lower_as(Role::Type);
        }
        at += 1;
    });
    walk.state().types = documented;
    at = 0;
    walk.each_child(|walk, _| {
        if !is_part(walk) {
            return;
        }
        if !is_type(at) {
            walk.build.role = role;
            if !is_cast && matches!(walk.kind(), "object" | "array") {
                let expected = Expected::declared(walk, of);
                expected::expect(walk, expected);
            }
            value = if named.is_some() { lower_value(walk, named) } else { walk.lower() };
        }
        at += 1;
    });
    if is_cast && let Expression::Tuple(list) = walk.build.facts.expression(of) {
        of = walk.build.facts.list(list).first().copied().unwrap_or(ExprId::UNKNOWN);
    }
    if keeps || is_const || of.is_unknown() {
        return value;
    }
    let seen = walk.build.expression(Expression::Instance(of));
    walk.build.given(seen, value)
}

/// `a<B>` as an expression, among bases or before a call.
pub(super) fn instantiated(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let mut of = ExprId::UNKNOWN;
    let mut arguments = List::default();
    walk.children(|walk, field| match field {
        Field::TypeArguments => {
            let list = walk.lower_with(classes::types_in);
            if let Expression::Tuple(list) = walk.build.facts.expression(list) {
                arguments = list;
            }
        }
        _ if walk.is_named() && !walk.node().is_extra() => of = walk.lower_as(role),
        _ => drop(walk.lower()),
    });
    walk.build.expression(Expression::Apply { of, arguments })
}
