//! Names, paths and types, where a table cannot say what they are.

use crate::shapes::{receiver_by_name, type_scope};
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, LiteralKind, Namespace, Owner, Role, ScopeId, ScopeKind};

/// What a name is looked up as where a value stands. Functions and values share their names.
pub(super) const TERM: Namespace = Namespace::VALUE.with(Namespace::CALLABLE);

/// A name: `this` and `super` are identifiers here, and one that is an operator of signs alone is looked up like others.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if let Some(receiver) = receiver_by_name(walk) {
        return receiver;
    }
    let is_type = matches!(walk.build.role, Role::Type | Role::Inherit | Role::Decorate);
    walk.build.use_name(span, if is_type { Namespace::TYPE } else { TERM })
}

/// A name that stands where only types do.
pub(super) fn type_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::TYPE)
}

/// The current node as what has a member: a bare name may be a package there.
pub(super) fn qualifier(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.kind() != "identifier" || !walk.is_identifier() || matches!(walk.text(), "this" | "super") {
        return walk.lower_as(Role::Read);
    }
    let span = walk.span();
    walk.with_role(Role::Read, |walk| walk.build.use_name(span, TERM.with(Namespace::TYPE)))
}

/// `a.b.c`, `a.b.C`: each name is a member of what stands before it, and the last has the role of the place.
pub(super) fn path(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_type = walk.kind() == "stable_type_identifier";
    let role = match walk.build.role {
        Role::Read if is_type => Role::Type,
        role => role,
    };
    path_to(walk, role, if is_type { Access::Path } else { Access::Value })
}

/// The names of the current path, of which the last has this role, and is a type or a value.
pub(super) fn path_to(walk: &mut Walk<'_, '_>, role: Role, access: Access) -> ExprId {
    let last = walk.span().end;
    let (mut of, mut is_absolute) = (None, false);
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            let ends = walk.span().end == last;
            let (own, access) = if ends { (role, access) } else { (Role::Read, Access::Value) };
            of = match of {
                None if walk.text() == ROOT => {
                    is_absolute = true;
                    walk.neither();
                    None
                }
                None if is_absolute => Some(package(walk)),
                None => Some(qualifier(walk)),
                Some(of) if walk.text() == "this" => Some(this_of(walk, of)),
                Some(of) => Some(walk.with_role(own, |walk| walk.member_of(of, access))),
            };
        } else if walk.is_named() && !walk.node().is_extra() {
            is_absolute |= walk.text() == ROOT;
            let value = walk.lower_as(Role::Read);
            of = (!value.is_unknown()).then_some(value);
        } else {
            walk.other();
        }
    });
    of.unwrap_or(ExprId::UNKNOWN)
}

/// What stands before the name of a package that is meant from the root of all.
const ROOT: &str = "_root_";

/// The current token names a package.
fn package(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    walk.with_role(Role::Read, |walk| walk.build.use_name(span, Namespace::TYPE))
}

/// `C.this`: the current token is the word. The receiver of the type around that has the name.
pub(super) fn this_of(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    walk.neither();
    let Expression::Name { name, .. } = walk.build.facts.expression(of) else { return ExprId::UNKNOWN };
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        indexer_core::work::add(1);
        let scope = &walk.build.facts.scopes[id.index()];
        let (kind, owner) = (scope.kind, scope.owner);
        current = scope.parent;
        if kind == ScopeKind::Type
            && let Owner::Definition(around) = owner
            && walk.build.facts.definitions[around.index()].name == name
        {
            // The name says which type is meant, where it is one.
            retype(walk, of);
            return walk.build.expression(Expression::SelfInstance(id));
        }
    }
    ExprId::UNKNOWN
}

/// A name that was met as a value names a type or an object.
fn retype(walk: &mut Walk<'_, '_>, of: ExprId) {
    if let Expression::Name { namespace, .. } = &mut walk.build.facts.expressions[of.0 as usize] {
        *namespace = namespace.with(Namespace::TYPE);
    }
}

/// `a.b`.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value, mut is_absolute) = (None, ExprId::UNKNOWN, false);
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.other();
        } else if of.is_none() && walk.is_identifier() && walk.text() == ROOT {
            walk.neither();
            is_absolute = true;
            of = Some(ExprId::UNKNOWN);
        } else if let Some(of) = of {
            value = match walk.text() {
                _ if is_absolute && walk.is_identifier() => package(walk),
                "this" if walk.is_identifier() => this_of(walk, of),
                _ if walk.is_identifier() => walk.with_role(role, |walk| walk.member_of(of, Access::Value)),
                _ => walk.lower(),
            };
        } else {
            of = Some(qualifier(walk));
        }
    });
    walk.build.role = role;
    value
}

/// What the current node gives type arguments to, and these.
fn with_type_arguments(walk: &mut Walk<'_, '_>) -> (ExprId, Vec<ExprId>) {
    let (mut of, mut items) = (None, Vec::new());
    walk.each_child(|walk, _| {
        if walk.kind() == "type_arguments" {
            items = walk.with_role(Role::Type, Walk::lower_list);
        } else if walk.is_named() && !walk.node().is_extra() && of.is_none() {
            of = Some(walk.lower());
        } else {
            walk.other();
        }
    });
    (of.unwrap_or(ExprId::UNKNOWN), items)
}

/// `f[T]`; `a.asInstanceOf[T]` is a `T`.
pub(super) fn generic_function(walk: &mut Walk<'_, '_>) -> ExprId {
    let (of, items) = with_type_arguments(walk);
    let called = match walk.build.facts.expression(of) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => walk.build.names.get(name),
        _ => "",
    };
    match (called, items.as_slice()) {
        ("asInstanceOf", [only]) => walk.build.instance(*only),
        ("isInstanceOf", _) => walk.build.literal(LiteralKind::Boolean),
        (_, []) => of,
        // `super[T]`
        _ if matches!(walk.build.facts.expression(of), Expression::Super(_)) => of,
        _ => walk.build.apply(of, &items),
    }
}

/// `C[A]` as a type.
pub(super) fn generic_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let (of, items) = with_type_arguments(walk);
    if items.is_empty() { of } else { walk.build.apply(of, &items) }
}

/// `(A, B) => C`.
pub(super) fn function_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let (mut taken, mut gives) = (Vec::new(), ExprId::UNKNOWN);
    walk.each_child(|walk, _| {
        if walk.kind() == "parameter_types" {
            taken = parameter_types(walk);
        } else if walk.is_named() && !walk.node().is_extra() {
            gives = walk.lower();
        } else {
            walk.other();
        }
    });
    walk.build.role = role;
    let parameters = walk.build.list(&taken);
    walk.build.expression(Expression::FunctionType { parameters, returns: gives })
}

fn parameter_types(walk: &mut Walk<'_, '_>) -> Vec<ExprId> {
    let mut taken = Vec::new();
    walk.lower_with(|walk| {
        taken = walk.lower_list();
        ExprId::UNKNOWN
    });
    taken
}

/// `(A, B)` as a type; one in parentheses is itself.
pub(super) fn tuple_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.with_role(Role::Type, Walk::lower_list);
    match items.as_slice() {
        [only] => *only,
        _ => {
            let items: Vec<ExprId> = items.iter().map(|one| walk.build.instance(*one)).collect();
            walk.build.tuple(&items)
        }
    }
}

/// `A with B { .. }`: what the first says.
pub(super) fn first_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut first = None;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() && walk.kind() != "annotation" {
            let value = walk.lower();
            first.get_or_insert(value);
        } else {
            walk.other();
        }
    });
    first.unwrap_or(ExprId::UNKNOWN)
}

/// `A*`: any number of arguments, which the function has as a sequence.
pub(super) fn repeated_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let item = walk.lower_children();
    if item.is_unknown() { item } else { walk.build.expression(Expression::Sequence(item)) }
}

/// `a.type`: of the type of that value.
pub(super) fn singleton_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            of = walk.lower_as(Role::Read);
        } else {
            walk.other();
        }
    });
    of
}

/// `A#B`.
pub(super) fn projected_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| match of {
        Some(of) if walk.is_identifier() => value = walk.member_of(of, Access::Path),
        None if walk.is_named() && !walk.node().is_extra() => of = Some(walk.lower()),
        _ => walk.other(),
    });
    walk.build.role = role;
    value
}

/// `A | B` is either, `A :: B` nothing that is known.
pub(super) fn infix_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut items, mut is_union) = (Vec::new(), false);
    walk.each_child(|walk, _| {
        if walk.kind() == "operator_identifier" {
            is_union = walk.text() == "|";
            match walk.text() {
                "|" | "&" => walk.neither(),
                _ => drop(walk.lower_as(Role::Type)),
            }
        } else if walk.is_named() && !walk.node().is_extra() {
            items.push(walk.lower());
        } else {
            walk.other();
        }
    });
    if is_union { walk.build.union(&items) } else { ExprId::UNKNOWN }
}

/// `T : C`, `T >: A`: what a type parameter is not below.
pub(super) fn no_bound(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Type, Walk::lower_children);
    ExprId::UNKNOWN
}

/// `(a: A)` as a value of this type.
pub(super) fn ascription(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut value, mut of, mut seen) = (ExprId::UNKNOWN, ExprId::UNKNOWN, false);
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() || walk.kind() == "annotation" {
            walk.other();
        } else if std::mem::replace(&mut seen, true) {
            of = walk.lower_as(Role::Type);
        } else {
            value = walk.lower_as(Role::Read);
        }
    });
    if of.is_unknown() { value } else { walk.build.instance(of) }
}

/// `(a, b)`.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.with_role(Role::Read, Walk::lower_list);
    walk.build.tuple(&items)
}

/// `this: T =>`, `self: T =>` at the beginning of a body: the receiver by another name, which is a `T` too.
pub(super) fn self_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let scope: Option<ScopeId> = type_scope(walk);
    walk.each_child(|walk, _| {
        if walk.is_identifier() && walk.kind() != "type_identifier" {
            if walk.text() == "this" {
                walk.neither();
                return;
            }
            let span = walk.local();
            let name = walk.build.name(span);
            if let Some(scope) = scope {
                let value = walk.build.expression(Expression::SelfInstance(scope));
                walk.build.shapes.introduce(scope, name);
                walk.build.bind_local(scope, name, Namespace::VALUE, 0, value);
            }
        } else if walk.is_named() && !walk.node().is_extra() {
            let of = walk.lower_as(Role::Type);
            walk.build.shapes.add_base(of);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `s"a $b"`: what stands before the text is no name of the file.
pub(super) fn interpolated(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut is_text = false;
    walk.children(|walk, field| match field {
        crate::table::Field::Interpolator if walk.is_identifier() => {
            is_text = matches!(walk.text(), "s" | "f" | "raw");
            walk.neither();
        }
        _ => walk.other(),
    });
    if is_text { walk.build.literal(LiteralKind::String) } else { ExprId::UNKNOWN }
}

/// `throw a` and `return a` have no value of their own; what is returned the function around gives.
pub(super) fn leaves(walk: &mut Walk<'_, '_>) -> ExprId {
    let returns = walk.kind() == "return_expression";
    let value = walk.with_role(Role::Read, Walk::lower_children);
    if returns {
        walk.build.shapes.add_return(value);
    }
    walk.build.literal(LiteralKind::None)
}

/// `()`.
pub(super) fn unit(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.literal(LiteralKind::Unit)
}

/// `xs: _*`, `xs*`: a sequence for all arguments that are left.
pub(super) fn spread(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    let name = walk.build.names.made(indexer_core::SPREAD);
    walk.build.expression(Expression::Keyword { name, value: ExprId::UNKNOWN })
}
