//! Types: what a specification looks like to be is named apart from functions.

use super::hooks::with_arity;
use super::nodes::STYLE;
use super::state::Elixir;
use crate::shapes::declare::{self, Declared};
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Expression, Namespace, Role, ScopeKind, Span, SymbolKind, Visibility};
use tree_sitter::Node;

/// Before names of types, which may be those of functions too.
pub(super) const MARK: &str = "t:";

/// The current token names a type with so many arguments.
pub(super) fn name(walk: &mut Walk<'_, '_>, arguments: usize) -> ExprId {
    let (span, scope) = (walk.span(), walk.build.scope);
    let (key, plain) = (with_arity(&format!("{MARK}{}", walk.text()), arguments), walk.build.name(span));
    if arguments == 0 && walk.build.shapes.knows(walk.build.facts.scopes.as_slice(), scope, plain) {
        return walk.build.use_name(span, Namespace::VALUE);
    }
    let name = walk.build.names.made(&key);
    let namespace = Namespace::TYPE;
    let expression = walk.build.expression(Expression::Name { name, scope, bound: None, namespace });
    walk.build.use_member(span, expression);
    expression
}

/// `@type t(a) :: [a]`, `@typep`, `@opaque`.
pub(super) fn declaration(walk: &mut Walk<'_, '_>, word: &str) {
    let whole = walk.span();
    let visibility = if word == "typep" { Visibility::Private } else { Visibility::Public };
    let Some(head) = head_of(walk.node()) else { return written(walk) };
    let (token, list) = named(head);
    let Some(token) = token else { return written(walk) };
    let span = span_of(token);
    let key = with_arity(
        &format!("{MARK}{}", walk.build.text(span)),
        list.map_or(0, |list| list.named_child_count()),
    );
    let (name, bound) = (walk.build.name(span), walk.build.names.made(&key));
    let kind = SymbolKind::TypeAlias;
    let place = walk.build.place();
    let of = Declared {
        name,
        bound,
        namespace: Namespace::TYPE,
        within: walk.build.scope,
        token: span,
        kind,
        visibility,
        whole,
        end: whole.end,
        scope: Some(ScopeKind::Generics),
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    walk.build.definition(opened.id).body = None;
    if let Some(doc) = walk.build.remembered.of::<Elixir>().doc.take() {
        walk.build.definition(opened.id).doc = Some(doc);
    }
    walk.build.shapes.taken.insert(span.start);
    for one in list.into_iter().flat_map(|list| list.named_children(&mut list.walk()).collect::<Vec<_>>()) {
        if one.kind() == "identifier" {
            bind_parameter(walk, span_of(one));
        }
    }
    written(walk);
    declare::close(walk, opened);
    walk.build.restore(place);
}

/// A name that stands for any type in a declaration.
fn bind_parameter(walk: &mut Walk<'_, '_>, span: Span) {
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
}

/// `@callback f(t) :: t`: what modules that take part must define.
pub(super) fn callback(walk: &mut Walk<'_, '_>, word: &str) {
    let whole = walk.span();
    let Some(token) = head_of(walk.node()).and_then(|head| named(head).0) else { return written(walk) };
    let span = span_of(token);
    let name = walk.build.name(span);
    let kind = if word == "macrocallback" { SymbolKind::Macro } else { SymbolKind::Method };
    let of = Declared {
        name,
        bound: name,
        namespace: Namespace::MEMBER,
        within: walk.build.scope,
        token: span,
        kind,
        visibility: Visibility::Public,
        whole,
        end: whole.end,
        scope: Some(ScopeKind::Generics),
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    walk.build.definition(opened.id).body = None;
    if let Some(doc) = walk.build.remembered.of::<Elixir>().doc.take() {
        walk.build.definition(opened.id).doc = Some(doc);
    }
    walk.build.shapes.taken.insert(span.start);
    variables(walk);
    written(walk);
    declare::close(walk, opened);
}

/// `@spec f(t) :: t when a: t`: the function is no type.
pub(super) fn specification(walk: &mut Walk<'_, '_>) {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Generics, walk.span());
    if let Some(head) = head_of(walk.node()) {
        let (token, list) = named(head);
        if let Some(token) = token {
            let arguments = list.map_or(0, |list| list.named_child_count());
            walk.build.remembered.of::<Elixir>().captured = Some((token.id(), arguments));
        }
    }
    variables(walk);
    written(walk);
    walk.build.restore(place);
}

/// `when a: term, b: var`: names that stand for types in all of it.
fn variables(walk: &mut Walk<'_, '_>) {
    let Some(whole) = content(walk.node()).filter(|one| is_operator(*one, "when")) else { return };
    let Some(list) = whole.child_by_field_name("right").filter(|one| one.kind() == "keywords") else {
        return;
    };
    let pairs: Vec<Node<'_>> = list.named_children(&mut list.walk()).collect();
    for key in pairs.into_iter().filter_map(|pair| pair.child_by_field_name("key")) {
        let text = walk.build.text(span_of(key)).trim().trim_end_matches(':');
        let (name, scope) = (walk.build.names.made(text), walk.build.scope);
        walk.build.shapes.introduce(scope, name);
        walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
    }
}

/// What stands behind `@word`, as types.
fn written(walk: &mut Walk<'_, '_>) {
    walk.with_role(Role::Type, |walk| super::hooks::behind_word(walk));
}

/// What `@word ..` says: the one thing behind the word.
fn content(attribute: Node<'_>) -> Option<Node<'_>> {
    let call = attribute.child_by_field_name("operand")?;
    let list = call.named_children(&mut call.walk()).find(|one| one.kind() == "arguments")?;
    list.named_child(0)
}

fn is_operator(node: Node<'_>, operator: &str) -> bool {
    node.kind() == "binary_operator"
        && node.child_by_field_name("operator").is_some_and(|one| one.kind() == operator)
}

/// What stands before `::`.
fn head_of(attribute: Node<'_>) -> Option<Node<'_>> {
    let mut node = content(attribute)?;
    while is_operator(node, "when") {
        node = node.child_by_field_name("left")?;
    }
    if is_operator(node, "::") { node.child_by_field_name("left") } else { Some(node) }
}

/// The name of a head and the list behind it.
fn named(head: Node<'_>) -> (Option<Node<'_>>, Option<Node<'_>>) {
    match head.kind() {
        "identifier" => (Some(head), None),
        "call" => {
            let token = head.child_by_field_name("target").filter(|one| one.kind() == "identifier");
            (token, head.named_children(&mut head.walk()).find(|one| one.kind() == "arguments"))
        }
        _ => (None, None),
    }
}
