//! Names and types, where a table cannot say what they are.

use super::state::{Around, Kotlin};
use crate::shapes::{State, type_scope};
use crate::walk::Walk;
use indexer_core::{
    Access, ExprId, Expression, LiteralKind, Name, Namespace, Owner, RECEIVER, Role, ScopeId, ScopeKind,
};

/// A name: of a type where one stands, else of a value or type. `it` is what a function without written parameters is
/// given.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text() == "it" && !State::binds(walk, "it") {
        walk.neither();
        let around = walk.build.remembered.of::<Kotlin>().lambdas.iter().rev();
        let innermost = around.into_iter().find(|one| !one.has_parameters).map(|one| one.id);
        return innermost
            .map_or(ExprId::UNKNOWN, |id| walk.build.expression(Expression::LambdaParameter(id, 0)));
    }
    let namespace = match walk.build.role {
        Role::Type | Role::Inherit | Role::Decorate => Namespace::TYPE,
        Role::Call => Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE),
        _ => Namespace::VALUE.with(Namespace::TYPE),
    };
    use_name(walk, namespace)
}

/// The current token is used; quotes around a name are no part of it.
fn use_name(walk: &mut Walk<'_, '_>, namespace: Namespace) -> ExprId {
    let span = walk.span();
    walk.build.use_name(span, namespace)
}

/// `a.b.C<T>` as a type: all but the last name may be packages.
pub(super) fn user_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = match walk.build.role {
        Role::Read => Role::Type,
        role => role,
    };
    let names = {
        let node = walk.node();
        node.children(&mut node.walk()).filter(|one| one.kind() == "type_identifier").count()
    };
    let (mut of, mut seen, mut arguments) = (ExprId::UNKNOWN, 0, Vec::new());
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            seen += 1;
            let span = walk.span();
            let own = if seen == names { role } else { Role::Read };
            of = walk.with_role(own, |walk| match seen {
                1 => walk.build.use_name(span, Namespace::TYPE),
                _ => walk.member_of(of, Access::Value),
            });
        } else if walk.kind() == "type_arguments" {
            arguments = walk.with_role(Role::Type, Walk::lower_list);
        } else {
            walk.other();
        }
    });
    if arguments.is_empty() { of } else { walk.build.apply(of, &arguments) }
}

/// `A.(B) -> C`: what stands before the dot is given as the receiver, an argument with a name that no parameter has.
pub(super) fn function_type(walk: &mut Walk<'_, '_>) -> ExprId {
    super::annotated::read_before(walk);
    let (mut taken, mut gives) = (Vec::new(), ExprId::UNKNOWN);
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    walk.each_child(|walk, _| match walk.kind() {
        "receiver_type" => {
            let value = walk.lower();
            let name = walk.build.names.made("this");
            taken.push(walk.build.expression(Expression::Keyword { name, value }));
        }
        "function_type_parameters" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_named() && !walk.node().is_extra() {
                        taken.push(walk.lower());
                    } else {
                        walk.other();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        _ if walk.is_named() && !walk.node().is_extra() => gives = walk.lower(),
        _ => walk.other(),
    });
    walk.build.role = role;
    let parameters = walk.build.list(&taken);
    walk.build.expression(Expression::FunctionType { parameters, returns: gives })
}

/// `A?`, `out A`: the type beside its mark.
pub(super) fn marked(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        let is_mark = matches!(walk.kind(), "quest" | "type_projection_modifiers");
        if walk.is_named() && !walk.node().is_extra() && !is_mark {
            of = walk.lower();
        } else {
            walk.other();
        }
    });
    of
}

/// `a: A` in a type of functions: the name says nothing.
pub(super) fn named_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.kind() == "simple_identifier" && walk.is_identifier() {
            walk.neither();
        } else if walk.is_named() && !walk.node().is_extra() {
            of = walk.lower();
        } else {
            walk.other();
        }
    });
    of
}

/// `where T : A`: what bounds a type parameter.
pub(super) fn constraint(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut bound) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| {
        if walk.is_identifier() && name.is_none() {
            name = Some(walk.build.name(walk.span()));
            walk.lower_as(Role::Type);
        } else if walk.is_named() && !walk.node().is_extra() {
            bound = walk.lower_as(Role::Type);
        } else {
            walk.other();
        }
    });
    let Some(name) = name.filter(|_| !bound.is_unknown()) else { return ExprId::UNKNOWN };
    let bounds = walk.build.list(&[bound]);
    // Those of the definition around came last.
    let mut last = walk.build.facts.type_parameters.iter_mut().rev().take(MOST_PARAMETERS);
    if let Some(parameter) = last.find(|one| one.name == name && one.bounds.len == 0) {
        parameter.bounds = bounds;
    }
    ExprId::UNKNOWN
}

/// Among so many type parameters that came last those of the definition around are looked for.
const MOST_PARAMETERS: usize = 32;

/// `this`, `this@label`.
pub(super) fn this(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.tally.neither += walk.count_identifiers();
    let text = walk.text();
    match text.split_once('@') {
        Some((_, label)) => labelled(walk, label.trim()),
        None => innermost(walk),
    }
}

/// The receiver of the innermost function or type around: that of a function without a name is known to the linker alone.
fn innermost(walk: &mut Walk<'_, '_>) -> ExprId {
    let lambda = walk.build.remembered.of::<Kotlin>().lambdas.last().copied();
    let scope = type_scope(walk);
    // A scope stands after those around it.
    match lambda.filter(|one| scope.is_none_or(|scope| one.scope > scope)) {
        Some(one) => walk.build.expression(Expression::LambdaParameter(one.id, RECEIVER)),
        None => scope.map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::SelfInstance(scope))),
    }
}

fn labelled(walk: &mut Walk<'_, '_>, label: &str) -> ExprId {
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        let scope = &walk.build.facts.scopes[id.index()];
        let (kind, owner) = (scope.kind, scope.owner);
        current = scope.parent;
        match kind {
            ScopeKind::Type if named(walk, owner) == Some(label) => {
                return walk.build.expression(Expression::SelfInstance(id));
            }
            ScopeKind::Function if named(walk, owner) == Some(label) => {
                let around = extension_around(walk, id);
                return around
                    .map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::SelfInstance(scope)));
            }
            ScopeKind::Lambda => {
                let around = lambda_of(walk, id);
                let name = around.and_then(|one| one.label);
                if let Some((one, name)) = around.zip(name)
                    && walk.build.names.get(name) == label
                {
                    return walk.build.expression(Expression::LambdaParameter(one.id, RECEIVER));
                }
            }
            _ => {}
        }
    }
    ExprId::UNKNOWN
}

fn lambda_of(walk: &mut Walk<'_, '_>, scope: ScopeId) -> Option<Around> {
    let all = &walk.build.remembered.of::<Kotlin>().lambdas;
    all.iter().rev().find(|one| one.scope == scope).copied()
}

fn named<'w>(walk: &'w Walk<'_, '_>, owner: Owner) -> Option<&'w str> {
    let Owner::Definition(id) = owner else { return None };
    let name: Name = walk.build.facts.definitions[id.index()].name;
    Some(walk.build.names.get(name))
}

fn extension_around(walk: &Walk<'_, '_>, scope: ScopeId) -> Option<ScopeId> {
    let parent = walk.build.facts.scopes[scope.index()].parent?;
    (walk.build.facts.scopes[parent.index()].kind == ScopeKind::Extension).then_some(parent)
}

/// `return a` gives what the function around gives, `return@label a` and `throw a` nothing there: they have no value
/// themselves, so that of `a ?: return` is that of `a`.
pub(super) fn jump(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    walk.build.literal(LiteralKind::None)
}
