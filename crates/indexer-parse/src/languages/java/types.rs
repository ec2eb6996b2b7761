//! Types as they are written.

use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, List, Name, Namespace, Role, ScopeKind, Span, TypeParameter};

/// A name as a type. `var` stands for the type of the value.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text() == "var" {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    walk.in_type(|walk| walk.build.use_name(span, Namespace::TYPE))
}

/// `a.b.C` outside of types: the head of an annotation or directive.
pub(super) fn scoped(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let mut of = ExprId::UNKNOWN;
    let mut first = true;
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.other();
        } else if first {
            first = false;
            of = walk.lower_as(Role::Read);
        } else if walk.is_identifier() {
            walk.build.role = role;
            of = walk.member_of(of, Access::Value);
        } else {
            walk.other();
        }
    });
    walk.build.role = role;
    of
}

/// `a.B.C<T>` as a type: all but the last name may be packages.
pub(super) fn scoped_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if !walk.is_identifier() {
            if walk.is_named() {
                let inner = walk.lower_as(Role::Read);
                if matches!(walk.kind(), "scoped_type_identifier" | "generic_type") {
                    of = inner;
                }
            }
        } else if of.is_unknown() {
            let span = walk.span();
            walk.build.role = Role::Read;
            of = walk.build.use_name(span, Namespace::TYPE);
        } else {
            walk.build.role = role;
            of = walk.in_type(|walk| walk.member_of(of, Access::Value));
        }
    });
    walk.build.role = role;
    of
}

/// `Name<A, B>`.
pub(super) fn generic(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut arguments) = (ExprId::UNKNOWN, Vec::new());
    walk.each_child(|walk, _| match walk.kind() {
        "type_arguments" => {
            arguments = walk.with_role(Role::Read, |walk| walk.lower_list());
        }
        "type_identifier" | "scoped_type_identifier" => of = walk.lower(),
        _ => walk.other(),
    });
    if arguments.is_empty() {
        return of;
    }
    walk.build.apply(of, &arguments)
}

/// The generic type without its arguments.
pub(super) fn head(walk: &Walk<'_, '_>, of: ExprId) -> ExprId {
    match walk.build.facts.expression(of) {
        Expression::Apply { of, .. } => of,
        _ => of,
    }
}

/// The last name of a type that is written.
pub(super) fn last_name(walk: &Walk<'_, '_>, of: ExprId) -> Option<Name> {
    match walk.build.facts.expression(head(walk, of)) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => Some(name),
        _ => None,
    }
}

/// A type of the language itself: a name that nothing binds.
pub(super) fn primitive(walk: &mut Walk<'_, '_>) -> ExprId {
    let text = walk.text();
    let (name, scope) = (walk.build.names.name(text), walk.build.scope);
    let namespace = Namespace::TYPE;
    walk.build.expression(Expression::Name { name, scope, bound: None, namespace })
}

/// `@A T`: the type.
pub(super) fn annotated(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "annotation" | "marker_annotation" => drop(walk.lower_as(Role::Read)),
        _ if walk.is_named() => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// `T[]`.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut element = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        crate::table::Field::Element => element = walk.lower(),
        _ => walk.other(),
    });
    array_of(walk, element)
}

/// The type of arrays with these elements; the stubs define it under a name that no program has.
pub(super) fn array_of(walk: &mut Walk<'_, '_>, element: ExprId) -> ExprId {
    let of = walk.build.made_type("array·");
    walk.build.apply(of, &[element])
}

/// `A | B` in a catch.
pub(super) fn union(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.lower_list();
    walk.build.union(&items)
}

/// `? extends T` and `? super T`: at least a `T`, and whatever a `T` may be given to, which is then
/// used as one.
pub(super) fn wildcard(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "annotation" | "marker_annotation" => drop(walk.lower()),
        "extends" | "super" => {}
        _ if walk.is_named() => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// `T.class`: the class of `T`, of a primitive type that of its objects.
pub(super) fn class_literal(walk: &mut Walk<'_, '_>) -> ExprId {
    let text = walk.text();
    let written = walk.lower_children();
    let primitive = text.split('.').next().and_then(|name| super::link::class_of_primitive(name.trim()));
    let of = match primitive {
        Some(name) => walk.build.made_type(name),
        None => written,
    };
    let class = walk.build.made_type("Class");
    let class = if of.is_unknown() { class } else { walk.build.apply(class, &[of]) };
    walk.build.expression(Expression::Instance(class))
}

/// An instance of a type of the language itself.
pub(super) fn primitive_value(walk: &mut Walk<'_, '_>, name: &str) -> ExprId {
    let of = walk.build.made_type(name);
    instance(walk, of)
}

/// `<T extends A & B>`: opens a scope for them, which the caller leaves.
pub(super) fn parameters(walk: &mut Walk<'_, '_>, span: Span) -> List {
    let scope = walk.build.open_scope(ScopeKind::Generics, span);
    let mut found: Vec<(Name, Vec<ExprId>)> = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() == "type_parameter" {
                walk.lower_with(|walk| {
                    walk.each_child(|walk, _| match walk.kind() {
                        "type_bound" => {
                            let bounds = walk.lower_list();
                            if let Some((_, of)) = found.last_mut() {
                                of.extend(bounds);
                            }
                        }
                        "type_identifier" if walk.is_identifier() => {
                            let token = walk.local();
                            found.push((walk.build.name(token), Vec::new()));
                        }
                        _ => walk.other(),
                    });
                    ExprId::UNKNOWN
                });
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    let all = found.into_iter().map(|(name, bounds)| TypeParameter::bounded(name, walk.build.list(&bounds)));
    let all = all.collect();
    walk.build.bind_type_parameters(scope, all, Namespace::TYPE)
}

/// Type parameters of nothing that has any (broken code).
pub(super) fn other_parameters(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    parameters(walk, span);
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// What an annotation makes a place: an instance of the type.
pub(super) fn instance(walk: &mut Walk<'_, '_>, annotation: ExprId) -> ExprId {
    walk.build.instance(annotation)
}
