//! What a table cannot say of Haskell: names, patterns and expressions.

use super::state::{Haskell, Level};
use crate::shapes::declare::{as_pattern, as_value, bind_here, is_taken};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeKind};

/// A value, a name that a pattern binds, or a name that stands for a type.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    if matches!(walk.build.role, Role::Type | Role::Inherit) {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    if let Some(from) = walk.build.shapes.binding {
        bind_here(walk, Namespace::VALUE, from);
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::VALUE)
}

/// What makes a value, also in a pattern; where types are written, one that is lifted to them.
pub(super) fn constructor(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let role = if walk.build.role == Role::Type { Role::Read } else { walk.build.role };
    walk.with_role(role, |walk| walk.build.use_name(span, Namespace::VALUE))
}

/// An operator that a file may declare. In types, it is one of types.
pub(super) fn operator(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    match walk.build.role {
        Role::Type | Role::Inherit => walk.build.use_name(span, Namespace::TYPE),
        Role::Read => walk.with_role(Role::Call, |walk| walk.build.use_name(span, Namespace::VALUE)),
        _ => walk.build.use_name(span, Namespace::VALUE),
    }
}

/// `M.lookup`: what a module has that is called `M` here.
pub(super) fn qualified(walk: &mut Walk<'_, '_>) -> ExprId {
    let (role, mut of) = (walk.build.role, ExprId::UNKNOWN);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Module => of = super::imports::qualifier(walk),
        _ if walk.is_identifier() => {
            let is_type = walk.kind() == "name";
            let role = if is_type && role == Role::Read { Role::Type } else { role };
            value = walk.with_role(role, |walk| walk.member_of(of, Access::Path));
        }
        _ => walk.other(),
    });
    value
}

/// A field that is read, given or matched by its name.
pub(super) fn field_name(walk: &mut Walk<'_, '_>) -> ExprId {
    as_value(walk, |walk| walk.with_role(Role::Read, Walk::lower_children))
}

/// `C { a = b }` and `C { a }` in a pattern: the latter binds the name too.
pub(super) fn field_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_pun = walk.node().named_child_count() == 1;
    let from = walk.build.shapes.binding;
    walk.each_child(|walk, _| {
        if walk.kind() == "field_name" && is_pun {
            let token =
                walk.node().named_child(0).filter(|one| one.kind() == "variable").map(crate::walk::span_of);
            walk.lower();
            if let (Some(token), Some(from)) = (token, from) {
                let (name, scope) = (walk.build.name(token), walk.build.scope);
                walk.build.bind_local(scope, name, Namespace::VALUE, from, ExprId::UNKNOWN);
            }
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `f a b`: what stands first is called.
pub(super) fn apply(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    if matches!(role, Role::Type | Role::Inherit) || walk.build.shapes.binding.is_some() {
        walk.lower_children();
        return ExprId::UNKNOWN;
    }
    let mut callee = ExprId::UNKNOWN;
    let mark = walk.build.uses.mark();
    walk.children(|walk, field| match field {
        Field::Function if matches!(walk.kind(), "apply" | "constructor" | "qualified" | "variable") => {
            callee = walk.lower_as(Role::Call);
        }
        _ => drop_role(walk),
    });
    let call = match walk.build.facts.expression(callee) {
        Expression::Name { .. } | Expression::Member { .. } if role != Role::Call => {
            let arguments = arguments(walk);
            walk.build.uses.set_arguments(mark, callee, arguments);
            callee
        }
        _ => callee,
    };
    if role == Role::Call { call } else { ExprId::UNKNOWN }
}

/// How many arguments stand behind the function of the outermost application.
fn arguments(walk: &Walk<'_, '_>) -> usize {
    let (mut node, mut count) = (walk.node(), 0);
    while node.kind() == "apply" && count < 64 {
        count += 1;
        match node.child_by_field_name("function") {
            Some(inner) => node = inner,
            None => break,
        }
    }
    count
}

fn drop_role(walk: &mut Walk<'_, '_>) {
    walk.with_role(Role::Read, Walk::other);
}

/// An operator with two sides; what stands before `$` is called.
pub(super) fn infix(walk: &mut Walk<'_, '_>) -> ExprId {
    if matches!(walk.build.role, Role::Type | Role::Inherit) {
        walk.lower_children();
        return ExprId::UNKNOWN;
    }
    let operator = walk.node().child_by_field_name("operator").map(crate::walk::span_of);
    let operator = operator.map_or("", |span| walk.build.text(span));
    let calls = matches!(operator, "$" | "$!" | "<$>" | "<$!>");
    if matches!(operator, "&&" | "||") {
        walk.build.meter.branches += 1;
    }
    walk.children(|walk, field| match field {
        Field::LeftOperand if calls && matches!(walk.kind(), "qualified" | "variable") => {
            walk.lower_as(Role::Call);
        }
        Field::Operator => drop(walk.with_role(Role::Call, Walk::lower)),
        _ => drop_role(walk),
    });
    ExprId::UNKNOWN
}

/// `[a | a <- as]`: what is made sees the names behind it.
pub(super) fn comprehension(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.build.meter.branch();
    walk.lower_children();
    walk.build.meter.leave();
    let nesting = walk.build.meter.nesting;
    walk.build.restore(place);
    walk.build.meter.nesting = nesting;
    ExprId::UNKNOWN
}

/// `pattern <- value`: what follows it sees the names; in a comprehension, what stands before too.
pub(super) fn generator(walk: &mut Walk<'_, '_>) -> ExprId {
    let from = if walk.kind() == "generator" { 0 } else { walk.span().end };
    walk.children(|walk, field| match field {
        Field::Pattern => drop(as_pattern(walk, from, |walk| walk.lower())),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `\a -> b`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Lambda, walk.span());
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    walk.children(|walk, field| match field {
        Field::Patterns => drop(as_pattern(walk, 0, |walk| walk.lower())),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `pattern -> value` of a case.
pub(super) fn alternative(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.build.meter.branches += 1;
    walk.children(|walk, field| match field {
        Field::Pattern | Field::Patterns => drop(as_pattern(walk, 0, |walk| walk.lower())),
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `\case`.
pub(super) fn cases(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter();
    walk.lower_children();
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// One way of a function, with guards or without: what its guards bind holds in it.
pub(super) fn matched(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    if walk.node().child_by_field_name("guards").is_some() {
        walk.build.meter.branches += 1;
    }
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let state = walk.build.remembered.of::<Haskell>();
    let level = std::mem::replace(&mut state.level, Level::Local);
    as_value(walk, |walk| walk.with_role(Role::Read, Walk::lower_children));
    walk.build.remembered.of::<Haskell>().level = level;
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `(f -> pattern)`.
pub(super) fn view(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Expression => drop(as_value(walk, |walk| walk.lower())),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
