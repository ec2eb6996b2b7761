//! Expressions that only C++ has.

use crate::languages::c::expressions as shared;
use crate::languages::c::qualified::part;
use crate::languages::c::state::Remembers;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeId, ScopeKind};

/// `a::b::c` that is used.
pub(super) fn qualified(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut value = ExprId::UNKNOWN;
    step(walk, &mut of, &mut value);
    value
}

fn step(walk: &mut Walk<'_, '_>, of: &mut ExprId, value: &mut ExprId) {
    walk.children(|walk, field| match field {
        Field::Scope => *of = part(walk, *of).0,
        Field::Name if walk.kind() == "qualified_identifier" => {
            walk.lower_with(|walk| {
                step(walk, of, value);
                ExprId::UNKNOWN
            });
        }
        Field::Name => *value = last(walk, *of),
        _ => walk.lower_named(),
    });
}

/// The last name of a path.
fn last(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    if of.is_unknown() {
        return walk.lower();
    }
    if walk.is_identifier() {
        let role = walk.build.role;
        if walk.kind() == "type_identifier" && matches!(role, Role::Read | Role::Write) {
            walk.build.role = Role::Type;
        }
        let value = walk.member_of(of, Access::Path);
        walk.build.role = role;
        return value;
    }
    match walk.kind() {
        "template_function" | "template_method" => applied_function(walk, |walk| last(walk, of)),
        "template_type" => {
            let (value, arguments) = applied(walk, |walk| last(walk, of));
            walk.build.apply(value, &arguments)
        }
        "dependent_name" => {
            let mut value = ExprId::UNKNOWN;
            walk.each_child(|walk, _| {
                if walk.is_named() {
                    value = last(walk, of);
                }
            });
            value
        }
        _ => walk.lower(),
    }
}

/// A name with template arguments: gives what `name` makes of it, and the arguments.
fn applied<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    name: impl Fn(&mut Walk<'t, 'a>) -> ExprId,
) -> (ExprId, Vec<ExprId>) {
    let mut value = ExprId::UNKNOWN;
    let mut arguments = Vec::new();
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Name => value = name(walk),
            Field::Arguments => {
                arguments = walk.with_role(Role::Read, |walk| walk.lower_list());
            }
            _ => walk.lower_named(),
        });
        ExprId::UNKNOWN
    });
    (value, arguments)
}

/// `f(a)`, and `static_cast<T>(a)`, which is an instance of `T`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.notes().cast.take();
    let value = shared::call(walk);
    let Some(of) = std::mem::replace(&mut walk.notes().cast, outer) else { return value };
    let instance = walk.build.expression(Expression::Instance(of));
    match walk.build.facts.expression(value) {
        Expression::Call { arguments, .. } => match walk.build.facts.list(arguments).first().copied() {
            Some(given) => walk.build.given(instance, given),
            None => instance,
        },
        _ => instance,
    }
}

/// What the grammar takes for a function of that name.
fn is_cast(name: &str) -> bool {
    matches!(name, "const_cast" | "dynamic_cast" | "reinterpret_cast" | "static_cast")
}

/// The callee of a cast: a word of the language, and a type.
fn cast(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = None;
    walk.children(|walk, field| match field {
        Field::Name => walk.neither(),
        Field::Arguments => of = walk.with_role(Role::Type, Walk::lower_list).into_iter().next(),
        _ => walk.lower_named(),
    });
    walk.notes().cast = of.filter(|of| !of.is_unknown());
    ExprId::UNKNOWN
}

/// `f<T>` that is called.
pub(super) fn template_function(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = walk.child_of(walk.node(), Field::Name);
    if name.is_some_and(|name| is_cast(walk.build.text(span_of(name)))) {
        return cast(walk);
    }
    applied_function(walk, Walk::lower)
}

/// The function that `name` makes of the name of one with template arguments: they choose among overloads, and
/// say what comes out.
fn applied_function<'t, 'a>(walk: &mut Walk<'t, 'a>, name: impl Fn(&mut Walk<'t, 'a>) -> ExprId) -> ExprId {
    let (value, arguments) = applied(walk, name);
    if value.is_unknown() {
        return value;
    }
    walk.build.apply(value, &arguments)
}

/// `vector<T>`.
pub(super) fn template_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let (of, arguments) = applied(walk, Walk::lower);
    if of.is_unknown() {
        return of;
    }
    walk.build.apply(of, &arguments)
}

/// `a.b`, `a->b`, `a.A::b`, `a.b<T>`.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut receiver = ExprId::UNKNOWN;
    let mut value = ExprId::UNKNOWN;
    let role = walk.build.role;
    walk.children(|walk, field| match field {
        Field::Argument => receiver = walk.lower_as(Role::Read),
        _ if walk.kind() == "->" && !receiver.is_unknown() => {
            receiver = walk.build.expression(Expression::Deref(receiver));
        }
        Field::Field if walk.is_identifier() => value = walk.member_of(receiver, Access::Value),
        Field::Field => value = member(walk, receiver),
        _ => walk.lower_named(),
    });
    walk.build.role = role;
    value
}

/// A member that is more than a word.
fn member(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    if walk.is_identifier() {
        return walk.member_of(of, Access::Value);
    }
    match walk.kind() {
        "template_method" | "template_function" => applied_function(walk, |walk| member(walk, of)),
        "dependent_name" => {
            let mut value = ExprId::UNKNOWN;
            walk.each_child(|walk, _| {
                if walk.is_named() {
                    value = member(walk, of);
                }
            });
            value
        }
        _ => walk.lower(),
    }
}

/// The innermost scope of a type around: where `this` is an instance.
pub(super) fn type_around(walk: &Walk<'_, '_>) -> Option<ScopeId> {
    let mut scope = Some(walk.build.scope);
    while let Some(id) = scope {
        let info = &walk.build.facts.scopes[id.index()];
        if matches!(info.kind, ScopeKind::Type | ScopeKind::Extension) {
            return Some(id);
        }
        scope = info.parent;
    }
    None
}

/// `this`.
pub(super) fn this(walk: &mut Walk<'_, '_>) -> ExprId {
    match type_around(walk) {
        Some(scope) => walk.build.expression(Expression::SelfInstance(scope)),
        None => ExprId::UNKNOWN,
    }
}

/// `new T(a)`: calls a constructor.
pub(super) fn new(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let mut of = ExprId::UNKNOWN;
    let mut arguments = Vec::new();
    walk.children(|walk, field| match field {
        Field::Type => of = walk.lower_as(Role::Type),
        Field::Arguments => {
            arguments = walk.with_role(Role::Read, |walk| walk.lower_list());
        }
        _ if walk.is_named() => drop(walk.lower_as(Role::Read)),
        _ => {}
    });
    if of.is_unknown() {
        return of;
    }
    let named = walk.head_of(of);
    walk.build.uses.retag(mark, named, Role::Call);
    walk.build.uses.set_arguments(mark, named, arguments.len());
    walk.build.expression(Expression::Instance(of))
}

/// The initialisers of a constructor: fields are written, constructors of bases are called.
pub(super) fn field_initializer(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Write);
    let mark = walk.build.uses.mark();
    let mut named = false;
    let mut field = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if !named && walk.is_identifier() {
            named = true;
            let span = walk.span();
            // Parameters of the constructor do not hide what is initialised.
            let class =
                walk.build.scope_around(|kind| matches!(kind, ScopeKind::Type | ScopeKind::Extension));
            let here = walk.build.scope;
            walk.build.scope = class.unwrap_or(here);
            field = walk.build.use_name(span, Namespace::ANY.with(Namespace::MEMBER));
            walk.build.scope = here;
        } else if walk.is_named() {
            named = true;
            // The constructor of a base or another one of the class is told apart by what it is given.
            let given = walk.node();
            let is_open = (0..given.named_child_count() as u32)
                .any(|at| given.named_child(at).is_some_and(|one| one.kind() == "parameter_pack_expansion"));
            if !field.is_unknown() && given.kind() == "argument_list" && !is_open {
                walk.build.uses.set_arguments(mark, field, given.named_child_count());
            }
            let given = walk.lower_as(Role::Read);
            walk.build.put(field, given);
        }
    });
    walk.build.role = role;
    ExprId::UNKNOWN
}

/// `catch (T e)`, `requires (T a) { ... }`: parameters in a scope of their own.
pub(super) fn with_parameters(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Block, span);
    walk.children(|walk, field| match field {
        Field::Parameters if walk.kind() == "parameter_list" => {
            crate::languages::c::parameters::bound(walk);
        }
        _ if walk.is_named() => drop(walk.lower_as(Role::Read)),
        _ => {}
    });
    walk.build.restore(outer);
    ExprId::UNKNOWN
}

/// A type after `->`, `typename X::y`: the type inside.
pub(super) fn inner_type(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Type, |walk| walk.lower_children())
}

/// The name of a namespace by itself.
pub(super) fn namespace_identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    part(walk, ExprId::UNKNOWN).0
}
