//! What a table cannot say of Dart.

use super::nodes;
use crate::shapes;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, LiteralKind, Namespace, ParameterKind, Role};
use tree_sitter::Node;

/// A name.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() { ExprId::UNKNOWN } else { walk.build.use_name(span, Namespace::ANY) }
}

/// A constructor, or another method or function with its body; the signature has a node of its own.
pub(super) fn method(walk: &mut Walk<'_, '_>) -> ExprId {
    let constructs = signature(walk).is_some_and(|kind| kind.contains("constructor"));
    shapes::lower(walk, if constructs { &nodes::CONSTRUCTOR } else { &nodes::METHOD })
}

/// A member without a body: fields, or the signature of a method or constructor.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    match signature(walk) {
        Some(_) => method(walk),
        None => shapes::lower(walk, &nodes::FIELDS),
    }
}

/// The kind of the signature in the current node.
fn signature(walk: &mut Walk<'_, '_>) -> Option<&'static str> {
    let mut found = None;
    walk.each_child(|walk, _| {
        let kind = walk.kind();
        if kind == "method_signature" {
            found = walk.node().named_child(0).map(|inner| walk.kind_of(inner));
        } else if found.is_none() && kind.ends_with("_signature") {
            found = Some(kind);
        }
    });
    found
}

/// `a..b = c`: the name is a member of what stands at the beginning, of which nothing is kept.
pub(super) fn selector(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    walk.children(|walk, field| match field {
        _ if walk.is_identifier() => {
            let role = if field == Field::Property { Role::Call } else { role };
            walk.with_role(role, |walk| walk.member_of(ExprId::UNKNOWN, Access::Value));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// What is assigned to: a name or a member.
pub(super) fn assignable(walk: &mut Walk<'_, '_>) -> ExprId {
    match walk.node().named_child_count() {
        1 if walk.node().child_count() == 1 => walk.lower_children(),
        _ => shapes::lower(walk, &nodes::ACCESS),
    }
}

/// Parameters in braces are given by their names; those, and the ones in square brackets, are nothing where a call leaves them
/// out, unless they are `required`.
pub(super) fn optional(walk: &mut Walk<'_, '_>, id: DefId) {
    let Some(list) = optional_parameters(walk.node()) else { return };
    let run = walk.build.definition(id).parameters;
    let (mut is_named, mut is_required) = (false, false);
    for part in list.children(&mut list.walk()) {
        match part.kind() {
            "{" => is_named = true,
            "required" => is_required = true,
            "formal_parameter" => {
                let is_required = std::mem::take(&mut is_required);
                let nothing = walk.build.literal(LiteralKind::None);
                let span = crate::walk::span_of(part);
                let all = &mut walk.build.facts.parameters[run.start as usize..][..run.len as usize];
                for one in all.iter_mut().filter(|one| span.covers(one.name_span)) {
                    if is_named {
                        one.kind = ParameterKind::Keyword;
                    }
                    if !is_required && one.default.is_unknown() {
                        one.default = nothing;
                    }
                }
            }
            _ => {}
        }
    }
}

/// The list of what calls may leave out, in the signature of the current definition.
fn optional_parameters(node: Node<'_>) -> Option<Node<'_>> {
    let mut around = node;
    loop {
        let is_next = |one: &Node<'_>| {
            one.kind().ends_with("_signature")
                || matches!(one.kind(), "formal_parameter_list" | "optional_formal_parameters")
        };
        around = around.named_children(&mut around.walk()).find(is_next)?;
        if around.kind() == "optional_formal_parameters" {
            return Some(around);
        }
    }
}
