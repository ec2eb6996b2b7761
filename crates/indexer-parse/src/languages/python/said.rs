//! Names that texts spell: those of `__all__` and `__slots__`, and the members that `getattr` and the like
//! are asked for. No token stands there, and the tally does not count them.

use super::state::{FrameKind, Leaf, Remembers, Target};
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeId, Span};
use tree_sitter::Node;

/// Lists longer than this are data.
const MOST_NAMES: usize = 2_000;

/// What a list of names is a list of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lists {
    /// What the module offers.
    Names,
    /// Members of the class with this scope.
    Members(ScopeId),
}

/// What the only target that was collected since `mark` lists, by its name.
pub(super) fn lists(walk: &mut Walk<'_, '_>, mark: usize) -> Option<Lists> {
    let [Target { leaf: Leaf::Name(span), parent: None, .. }] = walk.state().targets.get(mark..)? else {
        return None;
    };
    let span = *span;
    lists_by_name(walk, span)
}

/// The same for the name at a span.
pub(super) fn lists_by_name(walk: &mut Walk<'_, '_>, span: Span) -> Option<Lists> {
    let name = walk.build.text(span);
    let (kind, scope) = (walk.top().kind, walk.top().scope);
    match (kind, name) {
        (FrameKind::File, super::surface::LIST) => Some(Lists::Names),
        (FrameKind::Class, "__slots__" | "__match_args__") => Some(Lists::Members(scope)),
        _ => None,
    }
}

/// The current node is what such a name is given: the texts in it are uses.
pub(super) fn use_listed(walk: &mut Walk<'_, '_>, lists: Lists) {
    let node = walk.node();
    let mut spans = Vec::new();
    match node.kind() {
        "list" | "tuple" | "set" => {
            let mut cursor = node.walk();
            spans
                .extend(node.named_children(&mut cursor).take(MOST_NAMES).filter_map(|one| spelt(walk, one)));
        }
        _ => spans.extend(spelt(walk, node)),
    }
    for span in spans {
        match lists {
            Lists::Names => {
                walk.build.use_name(span, Namespace::ANY);
                walk.build.uses.uncount_last();
            }
            Lists::Members(scope) => {
                let of = walk.build.expression(Expression::SelfInstance(scope));
                use_member(walk, of, span, Role::Read);
            }
        }
    }
}

/// The current node is the list of arguments of a call: where that names a member by its second one, how it is
/// used.
pub(super) fn member_asked_for(walk: &mut Walk<'_, '_>, callee: ExprId) -> Option<(Span, Role)> {
    let Expression::Name { name, .. } = walk.build.facts.expression(callee) else { return None };
    let role = match walk.build.names.get(name) {
        "getattr" | "hasattr" => Role::Read,
        "setattr" | "delattr" => Role::Write,
        _ => return None,
    };
    let second = walk.node().named_child(1)?;
    Some((spelt(walk, second)?, role))
}

/// The text at `span` names a member of `of`.
pub(super) fn use_member(walk: &mut Walk<'_, '_>, of: ExprId, span: Span, role: Role) {
    let name = walk.build.name(span);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    let before = std::mem::replace(&mut walk.build.role, role);
    walk.build.use_member(span, member);
    walk.build.uses.uncount_last();
    walk.build.role = before;
}

/// The name that a plain text literal spells: what stands between its quotes.
fn spelt(walk: &Walk<'_, '_>, node: Node<'_>) -> Option<Span> {
    if node.kind() != "string" {
        return None;
    }
    let span = span_of(node);
    let text = walk.build.text(span);
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let name = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_numeric())
        && name.chars().all(|c| c == '_' || c.is_alphanumeric());
    is_name.then(|| Span::new(span.start + 1, span.end - 1))
}
