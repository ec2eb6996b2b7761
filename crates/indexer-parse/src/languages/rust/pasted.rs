//! Macros that take nothing: `macro_rules! root { () => { pub mod a; } }` and `root!();` put the same items there as if
//! they were written there, so that they are read there.

use super::tokens::Buffer;
use super::{macros, made};
use crate::walk::{Walk, count_identifiers, span_of};
use indexer_core::{DefId, ExprId, Name, Span};
use tree_sitter::Node;

/// What a macro that takes nothing stands for.
#[derive(Debug)]
pub(super) struct Paste {
    name: Name,
    /// Its text, with braces.
    span: Span,
    /// How many identifiers it holds. They were counted as tokens that name nothing.
    identifiers: u32,
}

/// Most of them that are remembered in a file.
const MOST_PASTES: usize = 64;

/// Remembers the current macro where its only rule takes nothing.
pub(super) fn note(walk: &mut Walk<'_, '_>, definition: DefId) {
    let node = walk.node();
    let mut cursor = node.walk();
    let mut rules = node.children(&mut cursor).filter(|child| child.kind() == "macro_rule");
    let (Some(rule), None) = (rules.next(), rules.next()) else { return };
    let sides = (rule.child_by_field_name("left"), rule.child_by_field_name("right"));
    let (Some(left), Some(right)) = sides else { return };
    let is_braced = walk.build.text(span_of(right)).starts_with('{');
    if left.named_child_count() > 0 || left.child_count() != 2 || !is_braced || right.has_error() {
        return;
    }
    let identifiers = count_identifiers(right, crate::table::of(walk.build.language));
    let name = walk.build.definition(definition).name;
    let pastes = &mut walk.build.remembered.of::<Buffer>().pastes;
    if pastes.len() < MOST_PASTES {
        pastes.push(Paste { name, span: span_of(right), identifiers });
    }
}

/// Reads the text of the macro that is invoked by the current node, once, where items may stand.
pub(super) fn paste(walk: &mut Walk<'_, '_>) {
    let is_known = walk.build.remembered.get::<Buffer>().is_some_and(|known| !known.pastes.is_empty());
    if !is_known || walk.build.reading > 0 || !made::is_place_of_items(walk.build) {
        return;
    }
    let node = walk.node();
    let Some(name) = node.child_by_field_name("macro").filter(|name| name.kind() == "identifier") else {
        return;
    };
    if !takes_nothing(node) {
        return;
    }
    let name = walk.build.name(span_of(name));
    let Some(known) = walk.build.remembered.get::<Buffer>() else { return };
    let Some(at) = known.pastes.iter().rposition(|one| one.name == name) else { return };
    let paste = known.pastes.swap_remove(at);
    walk.build.tally.neither -= paste.identifiers;
    macros::postpone(walk.build, paste.span, ExprId::UNKNOWN, None);
    // Variables of macros in it are counted by its tree.
    if let Some(one) = walk.build.deferred.last_mut() {
        one.identifiers = None;
    }
}

/// True for `name!()`.
fn takes_nothing(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let tree = node.children(&mut cursor).find(|child| child.kind() == "token_tree");
    tree.is_some_and(|tree| tree.child_count() == 2)
}
