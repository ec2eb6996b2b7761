//! What a table cannot say of Elixir: names, operators and clauses.

use super::state::Elixir;
use super::{calls, declare, modules, types};
use crate::shapes::declare::{as_pattern, as_value, bind_here, is_taken};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeKind};

/// The name to which a function with so many parameters is bound: it is another one than those with fewer or more.
pub(super) fn with_arity(name: &str, count: usize) -> String {
    format!("{name}/{count}")
}

/// A name that stands alone: of a variable where there is one, else a call without arguments.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let (text, id) = (walk.text(), walk.node().id());
    if text == "_" || text.starts_with("__") && text.ends_with("__") {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    let state = walk.build.remembered.of::<Elixir>();
    let in_bits = state.in_bits;
    let captured = state.captured.filter(|(node, _)| *node == id);
    let piped = state.piped.take_if(|node| *node == id).is_some();
    if let Some((_, arguments)) = captured {
        return calls::function(walk, arguments, Role::Read);
    }
    if walk.build.role == Role::Type {
        return types::name(walk, 0);
    }
    if let Some(from) = walk.build.shapes.binding {
        bind_here(walk, Namespace::VALUE, from);
        return ExprId::UNKNOWN;
    }
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    if !piped && walk.build.shapes.knows(walk.build.facts.scopes.as_slice(), scope, name) {
        return walk.build.use_name(span, Namespace::VALUE);
    }
    if in_bits {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    calls::function(walk, usize::from(piped), Role::Call)
}

/// The name of a module.
pub(super) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.span().is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let whole = modules::expanded(walk);
    modules::mention(walk, &whole)
}

/// `%Item{..}`: a structure has the name of its module.
pub(super) fn structure(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Type, Walk::lower_children)
}

/// `a.b` that is not called: `__MODULE__.Item` is a module, of others nothing is known.
pub(super) fn dot(walk: &mut Walk<'_, '_>) -> ExprId {
    let whole = modules::below_this(walk);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Right if walk.is_identifier() => match &whole {
            Some(whole) => value = modules::mention(walk, whole),
            None => walk.neither(),
        },
        _ => walk.other(),
    });
    value
}

/// `@word`, `@word value`, `&f/2`, `^pinned`.
pub(super) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let operator = walk.node().child_by_field_name("operator").map_or("", |one| one.kind());
    match operator {
        "@" => declare::attribute(walk),
        "^" => drop(as_value(walk, Walk::lower_children)),
        "&" => {
            let operand = walk.node().child_by_field_name("operand");
            let counted = operand
                .and_then(|one| Some((one.child_by_field_name("left")?, one.child_by_field_name("right")?)));
            if let Some((of, count)) = counted.filter(|(_, count)| count.kind() == "integer") {
                let count = walk.build.text(crate::walk::span_of(count)).parse().unwrap_or(0);
                walk.build.remembered.of::<Elixir>().captured = Some((of.id(), count));
            }
            as_value(walk, Walk::lower_children);
        }
        _ => drop(walk.lower_children()),
    }
    ExprId::UNKNOWN
}

/// What stands behind the word of an attribute.
pub(super) fn behind_word(walk: &mut Walk<'_, '_>) {
    walk.children(|walk, field| match field {
        Field::Operand if walk.kind() == "call" => drop(walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Target if walk.is_identifier() => walk.neither(),
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        Field::Operand if walk.is_identifier() => walk.neither(),
        _ => walk.other(),
    });
}

/// An operator with two sides.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let end = walk.span().end;
    let operator = walk.node().child_by_field_name("operator").map_or("", |one| one.kind());
    let binding = walk.build.shapes.binding;
    if walk.build.role == Role::Type {
        walk.children(|walk, field| match field {
            // `name :: type`: the name is for people.
            Field::Left if operator == "::" && walk.is_identifier() && !is_noted(walk) => walk.neither(),
            _ => walk.other(),
        });
        return ExprId::UNKNOWN;
    }
    match operator {
        "=" | "<-" => sides(
            walk,
            |walk| as_pattern(walk, binding.unwrap_or(end), |walk| walk.lower()),
            |walk| {
                match binding {
                    // `%{} = item` in a pattern.
                    Some(_) if operator == "=" => walk.lower(),
                    _ => as_value(walk, |walk| walk.lower()),
                }
            },
        ),
        "when" => sides(walk, |walk| walk.lower(), |walk| as_value(walk, |walk| walk.lower())),
        "\\\\" => sides(walk, |walk| walk.lower(), |walk| as_value(walk, |walk| walk.lower())),
        "::" => sides(
            walk,
            |walk| walk.lower(),
            |walk| {
                let before = std::mem::replace(&mut walk.build.remembered.of::<Elixir>().in_bits, true);
                as_value(walk, |walk| walk.lower());
                walk.build.remembered.of::<Elixir>().in_bits = before;
                ExprId::UNKNOWN
            },
        ),
        "|>" => sides(
            walk,
            |walk| walk.lower(),
            |walk| {
                let node = walk.node().id();
                walk.build.remembered.of::<Elixir>().piped = Some(node);
                walk.lower()
            },
        ),
        _ => {
            if matches!(operator, "&&" | "||" | "and" | "or") {
                walk.build.meter.branches += 1;
            }
            walk.lower_children();
        }
    }
    ExprId::UNKNOWN
}

/// True for the name of what a declaration or specification is about.
fn is_noted(walk: &mut Walk<'_, '_>) -> bool {
    let (start, id) = (walk.span().start, walk.node().id());
    let captured = walk.build.remembered.of::<Elixir>().captured;
    walk.build.shapes.taken.contains(&start) || captured.is_some_and(|(node, _)| node == id)
}

fn sides<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    left: impl Fn(&mut Walk<'t, 'a>) -> ExprId,
    right: impl Fn(&mut Walk<'t, 'a>) -> ExprId,
) {
    walk.children(|walk, field| match field {
        Field::Left => drop(left(walk)),
        Field::Right => drop(right(walk)),
        _ => walk.other(),
    });
}

/// `pattern -> body`: its names hold in it alone.
pub(super) fn clause(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.build.role == Role::Type {
        walk.lower_children();
        return ExprId::UNKNOWN;
    }
    let place = walk.build.place();
    let (start, span) = (walk.span().start, walk.span());
    walk.build.open_scope(ScopeKind::Block, span);
    walk.build.meter.branches += 1;
    let conditions = std::mem::take(&mut walk.build.remembered.of::<Elixir>().conditions);
    walk.children(|walk, field| match field {
        Field::Left if conditions => drop(walk.lower()),
        Field::Left => drop(as_pattern(walk, start, |walk| walk.lower())),
        _ => drop(as_value(walk, |walk| {
            walk.other();
            ExprId::UNKNOWN
        })),
    });
    walk.build.remembered.of::<Elixir>().conditions = conditions;
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `rescue`, `catch` and `else`, whose clauses are patterns whatever stood before.
pub(super) fn handlers(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::take(&mut walk.build.remembered.of::<Elixir>().conditions);
    walk.lower_block();
    walk.build.remembered.of::<Elixir>().conditions = before;
    ExprId::UNKNOWN
}

/// `fn a -> b end`.
pub(super) fn anonymous(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::take(&mut walk.build.remembered.of::<Elixir>().conditions);
    walk.build.meter.nest();
    let branches = walk.build.meter.branches;
    as_value(walk, Walk::lower_children);
    // Its first clause is no branch.
    walk.build.meter.branches = walk.build.meter.branches.saturating_sub(1).max(branches);
    walk.build.meter.leave();
    walk.build.remembered.of::<Elixir>().conditions = before;
    ExprId::UNKNOWN
}

/// A member of a module or of something unknown.
pub(super) fn member(walk: &mut Walk<'_, '_>, of: ExprId, name: &str, role: Role) -> ExprId {
    let span = walk.span();
    let name = walk.build.names.made(name);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Path });
    walk.with_role(role, |walk| walk.build.use_member(span, member));
    member
}
