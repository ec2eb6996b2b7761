//! Functions as values: what is called through a variable, and methods that lists and texts name (`[$this, 'run']`,
//! `[Job::class, 'run']`, `'Job::run'`).

use super::hooks::path_from_root;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Role, Span};
use tree_sitter::Node;

/// The method that an object is called by.
const CALLED: &str = "__invoke";

/// A longer text names no method.
const LONGEST: usize = 256;

/// `call` is the current node: what it calls without a name of a function is an object, or a function without a name.
pub(super) fn invoked(walk: &mut Walk<'_, '_>, call: ExprId) {
    let node = walk.node();
    let callee = node.child_by_field_name("function").map_or("", |one| one.kind());
    let Some(list) = node.child_by_field_name("arguments") else { return };
    let Expression::Call { of, arguments } = walk.build.facts.expression(call) else { return };
    if matches!(callee, "" | "name" | "qualified_name" | "relative_name") || is_function(walk, of) {
        return;
    }
    let name = walk.build.names.made(CALLED);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    let (mark, start) = (walk.build.uses.mark(), span_of(list).start);
    walk.with_role(Role::Call, |walk| walk.build.use_member_as(name, Span::new(start, start + 1), member));
    walk.build.uses.uncount_last();
    walk.build.uses.set_arguments(mark, member, arguments.len as usize);
}

/// True for what certainly is a function without a name.
fn is_function(walk: &Walk<'_, '_>, of: ExprId) -> bool {
    let facts = &walk.build.facts;
    match facts.expression(of) {
        Expression::Lambda(_) => true,
        Expression::Name { name, scope, .. } => walk.build.shapes.is_given_lambdas(facts, scope, name),
        _ => false,
    }
}

/// The current node is a list of `of` and another value: where that is a text, it may name a method of the first.
pub(super) fn in_pair(walk: &mut Walk<'_, '_>, of: ExprId) {
    let node = walk.node();
    let mut cursor = node.walk();
    let mut items = node.named_children(&mut cursor).filter(|one| !one.is_extra());
    let (Some(first), Some(second)) = (items.next().and_then(only), items.next().and_then(only)) else {
        return;
    };
    if is_text(first) || !is_text(second) || of.is_unknown() {
        return;
    }
    let span = content(second);
    if !is_name(walk.build.text(span)) {
        return;
    }
    // `A::class` stands for `A`.
    let of = match walk.build.facts.expression(of) {
        Expression::Member { of, name, .. } if walk.build.names.get(name) == "class" => of,
        _ => of,
    };
    let name = walk.build.name(span);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    named(walk, span, member);
}

/// The value of an element without a key.
fn only(element: Node<'_>) -> Option<Node<'_>> {
    element.named_child(0).filter(|_| element.named_child_count() == 1)
}

fn is_text(node: Node<'_>) -> bool {
    matches!(node.kind(), "encapsed_string" | "string")
}

/// What stands between the quotes of a text.
fn content(node: Node<'_>) -> Span {
    let span = span_of(node);
    Span::new((span.start + 1).min(span.end), span.end.saturating_sub(1).max(span.start))
}

fn is_name(text: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.len() <= LONGEST
        && text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.chars().all(is_part)
}

/// A text, which may name a method: `'A\\B::run'`.
pub(super) fn text(walk: &mut Walk<'_, '_>) -> ExprId {
    let (whole, span) = (walk.span(), content(walk.node()));
    walk.lower_children();
    if let Some(at) = walk.build.text(span).find("::").filter(|_| whole.len() as usize <= LONGEST) {
        let (class, method) = (&walk.build.text(span)[..at], &walk.build.text(span)[at + 2..]);
        let names = class.split('\\').filter(|name| !name.is_empty());
        if !class.is_empty() && is_name(method) && names.clone().all(is_name) {
            let spans: Vec<Span> = names.map(|name| place(walk.build.source, name)).collect();
            let name = walk.build.names.name(method);
            if let Some((import, upto)) = path_from_root(walk.build, &spans, true) {
                let of =
                    walk.build.expression(Expression::Import { import, upto: upto + spans.len() as u32 });
                let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
                let role = std::mem::replace(&mut walk.build.role, Role::Read);
                walk.build.use_member_as(name, span, member);
                walk.build.uses.uncount_last();
                walk.build.role = role;
            }
        }
    }
    walk.build.string(whole)
}

/// Where a part of the source stands in it.
fn place(source: &str, part: &str) -> Span {
    let at = (part.as_ptr() as usize).saturating_sub(source.as_ptr() as usize) as u32;
    Span::new(at, at + part.len() as u32)
}

/// The text at `span` names the last step of `member`: perhaps for somebody who calls it.
fn named(walk: &mut Walk<'_, '_>, span: Span, member: ExprId) {
    walk.with_role(Role::Read, |walk| walk.build.use_member(span, member));
    walk.build.uses.uncount_last();
}
