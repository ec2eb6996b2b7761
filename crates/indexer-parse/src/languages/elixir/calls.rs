//! Calls: those that declare, those that decide, and all others.

use super::hooks::{member, with_arity};
use super::state::Elixir;
use super::{declare, modules, types};
use crate::shapes::declare::as_value;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Expression, Namespace, Role, ScopeKind};
use tree_sitter::Node;

/// The current token names a function with so many arguments, of this module or brought into it.
pub(super) fn function(walk: &mut Walk<'_, '_>, arguments: usize, role: Role) -> ExprId {
    let (span, scope) = (walk.span(), walk.build.scope);
    let text = walk.text();
    if walk.build.remembered.of::<Elixir>().quoted > 0 {
        // It is called wherever this is put.
        return member(walk, ExprId::UNKNOWN, text, role);
    }
    let name = walk.build.names.made(&with_arity(text, arguments));
    let namespace = Namespace::VALUE;
    let expression = walk.build.expression(Expression::Name { name, scope, bound: None, namespace });
    walk.with_role(role, |walk| walk.build.use_member(span, expression));
    expression
}

/// A call, by the word that is called.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let target = node.child_by_field_name("target");
    let word =
        target.filter(|one| one.kind() == "identifier").map_or("", |one| walk.build.text(span_of(one)));
    let is_piped = walk.build.remembered.of::<Elixir>().piped == Some(node.id());
    if walk.build.role != Role::Type && !is_piped {
        let is_taken = match word {
            "defmodule" | "defprotocol" | "defimpl" => declare::module(walk, word),
            "def" | "defp" | "defmacro" | "defmacrop" | "defguard" | "defguardp" | "defdelegate" => {
                declare::function(walk, word)
            }
            "defstruct" | "defexception" => declare::fields(walk),
            "test" => declare::test(walk),
            "alias" | "import" | "require" | "use" => {
                modules::directive(walk, word);
                true
            }
            _ => false,
        };
        if is_taken {
            return ExprId::UNKNOWN;
        }
    }
    plain(walk, word)
}

/// How a word counts that decides.
fn enter(walk: &mut Walk<'_, '_>, word: &str) -> bool {
    match word {
        "if" | "unless" => walk.build.meter.enter_if(),
        "case" | "cond" | "receive" | "try" | "with" => walk.build.meter.enter(),
        "for" => walk.build.meter.branch(),
        _ => return false,
    }
    true
}

/// Any other call.
pub(super) fn plain(walk: &mut Walk<'_, '_>, word: &str) -> ExprId {
    let node = walk.node();
    let place = walk.build.place();
    let count = count(walk, node);
    let is_entered = enter(walk, word);
    if matches!(word, "for" | "with") {
        walk.build.open_scope(ScopeKind::Block, walk.span());
    }
    let state = walk.build.remembered.of::<Elixir>();
    state.quoted += u32::from(word == "quote");
    let conditions = std::mem::replace(&mut state.conditions, word == "cond");
    let binding = walk.build.shapes.binding;
    let mark = walk.build.uses.mark();
    let mut callee = ExprId::UNKNOWN;
    let is_type = walk.build.role == Role::Type;
    walk.children(|walk, field| match field {
        Field::Target => callee = target(walk, (count, node.id()), is_type),
        _ if walk.kind() == "arguments" => {
            walk.build.shapes.binding = binding;
            walk.lower();
        }
        _ => drop(as_value(walk, |walk| {
            walk.other();
            ExprId::UNKNOWN
        })),
    });
    let state = walk.build.remembered.of::<Elixir>();
    state.quoted -= u32::from(word == "quote");
    state.conditions = conditions;
    if is_entered {
        walk.build.meter.leave();
    }
    let nesting = walk.build.meter.nesting;
    walk.build.restore(place);
    walk.build.meter.nesting = nesting;
    walk.build.uses.set_arguments(mark, callee, count);
    ExprId::UNKNOWN
}

/// How many arguments a call has: what is piped in comes first, a block last.
fn count(walk: &mut Walk<'_, '_>, node: Node<'_>) -> usize {
    let list = modules::arguments(node);
    let mut count =
        list.map_or(0, |list| list.named_children(&mut list.walk()).filter(|one| !one.is_extra()).count());
    let has_keywords = list.is_some_and(|list| {
        list.named_child_count()
            .checked_sub(1)
            .and_then(|last| list.named_child(last as u32))
            .is_some_and(|one| one.kind() == "keywords")
    });
    let has_block = node.named_children(&mut node.walk()).any(|one| one.kind() == "do_block");
    count += usize::from(has_block && !has_keywords);
    let state = walk.build.remembered.of::<Elixir>();
    count += usize::from(state.piped.take_if(|piped| *piped == node.id()).is_some());
    match state.captured {
        Some((captured, arity)) if captured == node.id() => arity,
        _ => count,
    }
}

/// What is called.
fn target(walk: &mut Walk<'_, '_>, (count, call): (usize, usize), is_type: bool) -> ExprId {
    let role = match walk.build.remembered.of::<Elixir>().captured {
        Some((captured, _)) if captured == call => Role::Read,
        _ => Role::Call,
    };
    match walk.kind() {
        "identifier" if walk.is_identifier() => {
            let (start, id) = (walk.span().start, walk.node().id());
            let captured = walk.build.remembered.of::<Elixir>().captured;
            if walk.build.shapes.taken.contains(&start) || captured.is_some_and(|(node, _)| node == id) {
                return walk.lower();
            }
            if is_type { types::name(walk, count) } else { function(walk, count, role) }
        }
        "dot" => walk.lower_with(|walk| remote(walk, (count, call), (role, is_type))),
        _ => as_value(walk, Walk::lower),
    }
}

/// `Item.price(a)`, `item.price`, `f.(a)`.
fn remote(walk: &mut Walk<'_, '_>, (count, _): (usize, usize), (role, is_type): (Role, bool)) -> ExprId {
    let this = modules::below_this(walk);
    let left = walk.node().child_by_field_name("left");
    let is_module = left.is_some_and(|left| {
        left.kind() == "alias" || left.kind() == "atom" || walk.build.text(span_of(left)) == "__MODULE__"
    });
    let (mut of, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Left => of = walk.with_role(Role::Read, |walk| as_value(walk, Walk::lower)),
        Field::Right if walk.is_identifier() && walk.kind() == "identifier" => {
            let text = walk.text();
            value = match (is_module, is_type) {
                (true, true) => {
                    let key = with_arity(&format!("{}{text}", types::MARK), count);
                    member(walk, of, &key, Role::Type)
                }
                (true, false) if of.is_unknown() && this.is_none() => {
                    this_function(walk, left, (count, role))
                }
                (true, false) => member(walk, of, &with_arity(text, count), role),
                // A field, or a function of a module that is only known when it runs.
                _ => member(walk, of, text, if count == 0 { Role::Read } else { role }),
            };
        }
        Field::Right if walk.is_identifier() => walk.neither(),
        _ => walk.other(),
    });
    value
}

/// `__MODULE__.price(a)`: a function of the module around; one of Erlang's modules is outside.
fn this_function(walk: &mut Walk<'_, '_>, left: Option<Node<'_>>, (count, role): (usize, Role)) -> ExprId {
    let Some(left) = left else { return ExprId::UNKNOWN };
    let span = span_of(left);
    if left.kind() == "atom" {
        let name = modules::cut(walk.build.text(span).to_owned());
        let import = modules::import_of(walk, &name, span);
        let of = walk.build.expression(Expression::Import { import, upto: 1 });
        let key = with_arity(walk.text(), count);
        return member(walk, of, &key, role);
    }
    function(walk, count, role)
}
