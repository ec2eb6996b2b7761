//! Calls, and macros.

use super::hooks::NAME;
use super::state::Julia;
use crate::shapes::declare;
use crate::shapes::{FileImport, import_file};
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Namespace, Role, ScopeKind, SymbolKind};
use tree_sitter::Node;

/// `f(a, b) do c .. end`, `f.(a)`: what `do` makes is the first argument.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    includes(walk);
    let mark = walk.build.uses.mark();
    let (mut callee, mut is_first) = (ExprId::UNKNOWN, true);
    let mut given = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        _ if walk.is_named() && std::mem::take(&mut is_first) => {
            callee = walk.lower_as(Role::Read);
            walk.build.uses.retag(mark, callee, Role::Call);
        }
        "argument_list" => given = walk.with_role(Role::Read, Walk::lower_list),
        "do_clause" => {
            let block = walk.lower();
            given.insert(0, block);
        }
        _ => walk.other(),
    });
    walk.call_of(mark, callee, &given)
}

/// `include("a.jl")`: the file is a part of this one's module.
fn includes(walk: &mut Walk<'_, '_>) {
    let node = walk.node();
    let callee = node.named_child(0).filter(|one| one.kind() == "identifier");
    if callee.is_none_or(|one| walk.build.text(span_of(one)) != "include") {
        return;
    }
    let list = node.named_children(&mut node.walk()).find(|one| one.kind() == "argument_list");
    let text = list.and_then(|list| list.named_child(0)).filter(|one| one.kind() == "string_literal");
    if let Some(text) = text.filter(|one| one.named_child_count() == 1) {
        import_file(walk, FileImport { path: span_of(text), everything: true, ..FileImport::default() });
    }
}

/// `a = 1` among arguments: the name is that of a parameter.
pub(super) fn named_argument(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut value, mut is_first) = (ExprId::UNKNOWN, true);
    walk.each_child(|walk, _| match walk.is_named() && std::mem::take(&mut is_first) {
        true if walk.is_identifier() => walk.neither(),
        false if walk.is_named() && walk.kind() != "operator" => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// `@m` by itself.
pub(super) fn macro_name(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| match walk.is_identifier() {
        true => {
            let token = walk.span();
            let role = if walk.build.role == Role::Import { Role::Import } else { Role::Macro };
            walk.with_role(role, |walk| walk.build.use_name(token, Namespace::MACRO));
        }
        false => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `@m a b`; `@enum A b c` declares an enumeration, and what tests assign is theirs.
pub(super) fn macro_call(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let name = node.named_children(&mut node.walk()).find(|one| one.kind() == "macro_identifier");
    let name = name.map_or("", |one| walk.build.text(span_of(one)));
    match name {
        "@enum" if walk.build.scope_around(super::hooks::is_local).is_none() => enumeration(walk),
        "@testset" | "@testsetup" | "@testitem" | "@testmodule" => {
            let (place, span) = (walk.build.place(), walk.span());
            walk.build.open_scope(ScopeKind::Block, span);
            walk.lower_children();
            walk.build.restore(place);
        }
        "@eval" => {
            let outer = std::mem::replace(&mut walk.build.remembered.of::<Julia>().is_evaluated, true);
            walk.lower_children();
            walk.build.remembered.of::<Julia>().is_evaluated = outer;
        }
        _ => drop(walk.lower_children()),
    }
    ExprId::UNKNOWN
}

/// `@enum A b c=2`, `@enum A begin b; c end`.
fn enumeration(walk: &mut Walk<'_, '_>) {
    let whole = walk.span();
    walk.each_child(|walk, _| match walk.kind() {
        "macro_argument_list" | "argument_list" => drop(walk.lower_with(|walk| {
            let mut opened: Option<declare::Opened> = None;
            let place = walk.build.place();
            walk.each_child(|walk, _| match opened {
                None if walk.is_named() => opened = named_enumeration(walk, whole),
                _ if walk.is_named() => variant(walk),
                _ => walk.other(),
            });
            if let Some(opened) = opened {
                declare::close(walk, opened);
            }
            walk.build.restore(place);
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
}

/// The name of an enumeration, perhaps with the type of its numbers.
fn named_enumeration(walk: &mut Walk<'_, '_>, whole: indexer_core::Span) -> Option<declare::Opened> {
    let node = walk.node();
    let name: Option<Node<'_>> = if walk.is_identifier() { Some(node) } else { node.named_child(0) };
    let token = name.filter(|one| one.kind() == "identifier").map(span_of)?;
    let kind = SymbolKind::Enum;
    let made = super::functions::Made { token, kind, whole, end: token.end, scope: None };
    let opened = super::functions::declared(walk, made, NAME);
    walk.build.owner = indexer_core::Owner::Definition(opened.id);
    walk.build.enclosing = Some(opened.id);
    walk.build.shapes.taken.insert(token.start);
    walk.lower();
    Some(opened)
}

/// A value of an enumeration: it is known in the module.
fn variant(walk: &mut Walk<'_, '_>) {
    match walk.kind() {
        "identifier" => {
            let token = walk.span();
            let made = super::functions::Made {
                token,
                kind: SymbolKind::Variant,
                whole: token,
                end: token.end,
                scope: None,
            };
            let opened = super::functions::declared(walk, made, NAME);
            walk.build.tally.definitions += 1;
            declare::close(walk, opened);
        }
        "assignment" | "compound_statement" => {
            let is_assignment = walk.kind() == "assignment";
            super::functions::inside(walk, &mut |walk, nth| match nth == 0 || !is_assignment {
                true => variant(walk),
                false => walk.other(),
            });
        }
        _ => walk.other(),
    }
}

/// `r"text"` calls the macro `@r_str`.
pub(super) fn prefixed(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_command = walk.kind() == "prefixed_command_literal";
    walk.each_child(|walk, _| match walk.is_identifier() {
        true => {
            let token = walk.span();
            let ending = if is_command { "_cmd" } else { "_str" };
            let name = walk.build.names.made(&format!("{}{ending}", walk.build.text(token)));
            walk.with_role(Role::Macro, |walk| walk.build.use_name_as(name, token, Namespace::MACRO));
        }
        false => walk.other(),
    });
    walk.build.literal(indexer_core::LiteralKind::Other)
}
