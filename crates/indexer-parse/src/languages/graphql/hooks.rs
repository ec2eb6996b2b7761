//! What a table cannot say of GraphQL.

use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, LiteralKind, Namespace, Role};
use tree_sitter::Node;

/// `$a`: a variable of the operation around.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    named(walk, |walk| {
        let span = walk.span();
        walk.build.use_name(span, Namespace::VALUE)
    })
}

/// The name of a fragment.
pub(super) fn fragment(walk: &mut Walk<'_, '_>) -> ExprId {
    named(walk, |walk| {
        let span = walk.span();
        walk.build.use_name(span, Namespace::CALLABLE)
    })
}

/// A field that is asked for, or a value of an enumeration: a member of what nothing here says.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    named(walk, |walk| walk.member_of(ExprId::UNKNOWN, Access::Value));
    ExprId::UNKNOWN
}

/// `with` stands at the first name; all else is lowered.
fn named(walk: &mut Walk<'_, '_>, mut with: impl FnMut(&mut Walk<'_, '_>) -> ExprId) -> ExprId {
    let mut value = None;
    walk.each_child(|walk, _| {
        if value.is_none() && walk.is_identifier() {
            value = Some(with(walk));
        } else {
            walk.other();
        }
    });
    value.unwrap_or(ExprId::UNKNOWN)
}

/// A field, directive or operation: what documents it, and which of its arguments are nothing where they are left out, as their
/// types may be.
pub(super) fn takes(walk: &mut Walk<'_, '_>, id: DefId) {
    describe(walk, id);
    let node = walk.node();
    let is_list = |one: &Node<'_>| matches!(one.kind(), "arguments_definition" | "variable_definitions");
    let Some(list) = node.named_children(&mut node.walk()).find(is_list) else { return };
    let run = walk.build.definition(id).parameters;
    for part in list.named_children(&mut list.walk()) {
        let kind = part.named_children(&mut part.walk()).find(|one| one.kind() == "type");
        let Some(kind) = kind.map(crate::walk::span_of) else { continue };
        if walk.build.text(kind).ends_with('!') {
            continue;
        }
        let nothing = walk.build.literal(LiteralKind::None);
        let span = crate::walk::span_of(part);
        let all = &mut walk.build.facts.parameters[run.start as usize..][..run.len as usize];
        let left_out =
            |one: &&mut indexer_core::Parameter| span.covers(one.name_span) && one.default.is_unknown();
        for one in all.iter_mut().filter(left_out) {
            one.default = nothing;
        }
    }
}

/// The text before a definition documents it.
pub(super) fn describe(walk: &mut Walk<'_, '_>, id: DefId) {
    let Some(text) = walk.node().named_child(0).filter(|first| first.kind() == "description") else { return };
    let span = crate::walk::span_of(text);
    let doc = walk.build.text(span).trim_matches('"');
    let doc = crate::text::lines_as_documentation(doc.lines().map(str::trim));
    let definition = walk.build.definition(id);
    // It may have a comment alone.
    if doc.is_some() {
        definition.doc = doc;
    }
}

/// `@a`: a directive of which something makes use.
pub(super) fn directive(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Decorate, |walk| crate::shapes::lower(walk, &super::nodes::DIRECTIVE_CALL))
}
