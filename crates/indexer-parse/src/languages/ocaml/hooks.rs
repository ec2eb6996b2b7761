//! Names and expressions.

use super::binds::{LOCAL, marked};
use super::state::{Level, Ocaml};
use crate::shapes::declare::{as_pattern, as_value, bind_here, is_taken};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Role, ScopeKind};

/// Before names of constructors and of fields: which of several is meant, types decide.
pub(super) const CONSTRUCTOR: &str = "constructor:";
pub(super) const FIELD: &str = "field:";

/// A value, or a name that a pattern binds.
pub(super) fn value(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    if let Some(from) = walk.build.shapes.binding {
        bind_here(walk, LOCAL, from);
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, LOCAL)
}

/// The current token names something by itself, apart from names of other kinds.
pub(super) fn use_marked(walk: &mut Walk<'_, '_>, mark: &str) -> ExprId {
    let (span, scope) = (walk.span(), walk.build.scope);
    let name = marked(walk, mark, span);
    let expression = walk.build.expression(Expression::Name { name, scope, bound: None, namespace: LOCAL });
    walk.build.use_member(span, expression);
    expression
}

/// `a`, `M.a`, `M.A`, `M.t`: what a module has.
fn path(walk: &mut Walk<'_, '_>, mark: &str, role: Role) -> ExprId {
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| match (walk.kind(), of) {
        ("module_path" | "extended_module_path", _) => {
            of = Some(walk.with_role(Role::Read, Walk::lower));
        }
        (_, Some(of)) if walk.is_identifier() => {
            let span = walk.span();
            let name = marked(walk, mark, span);
            let member = Expression::Member { of, name, access: Access::Path };
            value = walk.build.expression(member);
            walk.with_role(role, |walk| walk.build.use_member(span, value));
        }
        (_, None) if walk.is_identifier() && !mark.is_empty() => {
            value = match is_taken(walk) {
                true => ExprId::UNKNOWN,
                false => walk.with_role(role, |walk| use_marked(walk, mark)),
            };
        }
        _ if walk.is_named() => value = walk.with_role(role, Walk::lower),
        _ => walk.other(),
    });
    value
}

/// The role of a name that is a value: types are none.
fn read(walk: &Walk<'_, '_>) -> Role {
    if walk.build.role == Role::Type { Role::Read } else { walk.build.role }
}

pub(super) fn value_path(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = read(walk);
    as_value(walk, |walk| path(walk, "", role))
}

pub(super) fn constructor_path(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = read(walk);
    as_value(walk, |walk| path(walk, CONSTRUCTOR, role))
}

pub(super) fn field_path(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = read(walk);
    as_value(walk, |walk| path(walk, FIELD, role))
}

pub(super) fn type_path(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = if walk.build.role == Role::Inherit { Role::Inherit } else { Role::Type };
    as_value(walk, |walk| path(walk, super::types::TYPE, role))
}

pub(super) fn module_type_path(walk: &mut Walk<'_, '_>) -> ExprId {
    as_value(walk, |walk| path(walk, super::modules::MODULE_TYPE, Role::Type))
}

pub(super) fn class_path(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = read(walk);
    as_value(walk, |walk| path(walk, super::classes::CLASS, role))
}

pub(super) fn class_type_path(walk: &mut Walk<'_, '_>) -> ExprId {
    as_value(walk, |walk| path(walk, super::classes::CLASS, Role::Type))
}

/// A name by itself where a path would stand too, or one that a declaration has taken.
pub(super) fn constructor(walk: &mut Walk<'_, '_>) -> ExprId {
    if is_taken(walk) || walk.span().is_empty() {
        return ExprId::UNKNOWN;
    }
    let role = read(walk);
    walk.with_role(role, |walk| use_marked(walk, CONSTRUCTOR))
}

pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    if is_taken(walk) || walk.span().is_empty() {
        return ExprId::UNKNOWN;
    }
    let role = read(walk);
    walk.with_role(role, |walk| use_marked(walk, FIELD))
}

/// `f a b`: what stands first is called.
pub(super) fn application(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut callee = ExprId::UNKNOWN;
    let (mut count, mark) = (0, walk.build.uses.mark());
    walk.children(|walk, field| match field {
        Field::Function if matches!(walk.kind(), "value_path" | "constructor_path") => {
            callee = walk.lower_as(Role::Call);
        }
        _ => {
            count += usize::from(field == Field::Argument);
            walk.with_role(Role::Read, Walk::other);
        }
    });
    if !callee.is_unknown() {
        walk.build.uses.set_arguments(mark, callee, count);
    }
    ExprId::UNKNOWN
}

/// `a.b <- c`.
pub(super) fn set(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Body => walk.with_role(Role::Read, Walk::other),
        _ if walk.kind() == "field_get_expression" => drop(walk.lower_as(Role::Write)),
        _ if walk.kind() == "instance_variable_name" => drop(walk.lower_as(Role::Write)),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `a.b`: what has the field is read, whatever is done with that.
pub(super) fn field_get(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Field => drop(walk.lower()),
        _ => walk.with_role(Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}

/// `{ a = b; c }`: without a value, the name is that of one too.
pub(super) fn field_expression(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_pun = node.child_by_field_name("body").is_none();
    let path = node.named_child(0).filter(|path| path.kind() == "field_path");
    let token = path.and_then(|path| path.named_child(path.named_child_count().saturating_sub(1) as u32));
    walk.lower_children();
    if let Some(token) = token.map(span_of).filter(|token| is_pun && !token.is_empty()) {
        walk.with_role(Role::Read, |walk| walk.build.use_name(token, LOCAL));
        walk.build.uses.uncount_last();
    }
    ExprId::UNKNOWN
}

/// The same in a pattern: the name is bound too.
pub(super) fn field_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_pun = node.child_by_field_name("pattern").is_none();
    let path = node.named_child(0).filter(|path| path.kind() == "field_path");
    let token = path.and_then(|path| path.named_child(path.named_child_count().saturating_sub(1) as u32));
    walk.children(|walk, field| match field {
        Field::Type => drop(walk.lower_as(Role::Type)),
        _ => walk.other(),
    });
    let from = walk.build.shapes.binding.filter(|_| is_pun);
    if let (Some(token), Some(from)) = (token.map(span_of).filter(|token| !token.is_empty()), from) {
        let (name, scope) = (walk.build.name(token), walk.build.scope);
        walk.build.bind_local(scope, name, LOCAL, from, ExprId::UNKNOWN);
    }
    ExprId::UNKNOWN
}

/// A pattern whose type is written.
pub(super) fn typed(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Type | Field::Coercion | Field::Synonym => {
            as_value(walk, |walk| walk.lower_as(Role::Type));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `~a`, `?(b = c)`: a parameter of the function around.
pub(super) fn parameter(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Pattern => drop(as_pattern(walk, 0, |walk| walk.lower())),
        Field::Type => drop(walk.lower_as(Role::Type)),
        _ => walk.with_role(Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}

/// `fun a b -> c`, and a method of an object.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    in_scope(walk, ScopeKind::Lambda, |walk| {
        walk.build.role = Role::Read;
        typed(walk);
    })
}

/// What `inside` walks has a scope and is of no module.
pub(super) fn in_scope<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    kind: ScopeKind,
    inside: impl FnOnce(&mut Walk<'t, 'a>),
) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(kind, walk.span());
    let state = walk.build.remembered.of::<Ocaml>();
    let (level, opened) = (std::mem::replace(&mut state.level, Level::Local), state.opened);
    inside(walk);
    let state = walk.build.remembered.of::<Ocaml>();
    (state.level, state.opened) = (level, opened);
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `let a = b in c`, `let open M in a`, `let module M = .. in a`: what is declared holds in it.
pub(super) fn let_in(walk: &mut Walk<'_, '_>) -> ExprId {
    in_scope(walk, ScopeKind::Block, |walk| {
        walk.lower_children();
    })
}

/// `| pattern when guard -> value`.
pub(super) fn case(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branches += 1;
    in_scope(walk, ScopeKind::Block, |walk| {
        walk.children(|walk, field| match field {
            Field::Pattern => drop(as_pattern(walk, 0, |walk| walk.lower())),
            _ => walk.with_role(Role::Read, Walk::other),
        });
    })
}

/// `for i = 0 to n do .. done`.
pub(super) fn for_loop(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    in_scope(walk, ScopeKind::Block, |walk| {
        walk.children(|walk, field| match field {
            Field::Name => {
                let from = walk.span().end;
                as_pattern(walk, from, |walk| walk.lower());
            }
            _ => walk.other(),
        });
    });
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `[a for a in b]`.
pub(super) fn comprehension_binding(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name => drop(as_pattern(walk, 0, |walk| walk.lower())),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `M.(a + b)`, `M.[a]`, in patterns and types too: names in it are looked for in the module first.
pub(super) fn local_open(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let opened = walk.build.remembered.of::<Ocaml>().opened;
    walk.each_child(|walk, _| match walk.kind() {
        "module_path" | "extended_module_path" => super::modules::opened(walk),
        _ => walk.other(),
    });
    let scope = place.scope();
    let is_pattern = walk.build.shapes.binding.is_some();
    if is_pattern {
        // What a pattern binds holds around it.
        let inner = walk.build.scope;
        for binding in walk.build.facts.bindings.iter_mut().rev().take_while(|one| one.scope == inner) {
            binding.scope = scope;
        }
    }
    walk.build.remembered.of::<Ocaml>().opened = opened;
    walk.build.restore(place);
    ExprId::UNKNOWN
}
