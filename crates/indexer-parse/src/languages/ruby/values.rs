//! What statements and branches give: in Ruby, all of them give something.

use super::calls::define_members;
use super::hooks::ruby;
use crate::shapes::{self, Shape};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Expression, Flags, Name, Namespace, ScopeKind, Visibility};

/// The statements of a body: it gives its last one, or what a `rescue` gives. A word such as `private` holds for what
/// follows in the body of a type.
pub(super) fn body(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_type = walk.build.facts.scopes[walk.build.scope.index()].kind == ScopeKind::Type;
    if is_type {
        define_members(walk);
    }
    ruby(walk).branches.push(Vec::new());
    let mut last = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.kind() == "identifier" && is_type && modifies(walk) {
            walk.neither();
        } else if walk.is_named() && !walk.node().is_extra() {
            let is_clause = matches!(walk.kind(), "rescue" | "ensure" | "else");
            let value = walk.lower();
            if !is_clause {
                last = value;
            }
        } else {
            walk.other();
        }
    });
    let mut all = ruby(walk).branches.pop().unwrap_or_default();
    if all.is_empty() {
        return last;
    }
    all.push(last);
    walk.build.union(&all)
}

/// A word that says something of the methods that follow.
fn modifies(walk: &mut Walk<'_, '_>) -> bool {
    let scope = walk.build.scope;
    let visibility = match walk.text() {
        "public" => Visibility::Public,
        "protected" => Visibility::Restricted,
        "private" => Visibility::Private,
        // What follows is of the module itself too.
        "module_function" => {
            let this = walk.build.expression(Expression::SelfInstance(scope));
            walk.build.shapes.add_base(this);
            return true;
        }
        _ => return false,
    };
    walk.build.shapes.visibility.insert(scope, visibility);
    true
}

/// Statements of which the construct around gives the last one.
pub(super) fn branch(walk: &mut Walk<'_, '_>) -> ExprId {
    let last = statements(walk);
    if let Some(branches) = ruby(walk).branches.last_mut() {
        branches.push(last);
    }
    last
}

/// What is done else.
pub(super) fn otherwise(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.cognitive += 1;
    branch(walk)
}

/// The value of the last of the children.
pub(super) fn statements(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut last = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            last = walk.lower();
        } else {
            walk.other();
        }
    });
    last
}

/// A construct that gives what the branch gives that is taken.
fn branching(walk: &mut Walk<'_, '_>, shape: &'static Shape) -> ExprId {
    ruby(walk).branches.push(Vec::new());
    shapes::lower(walk, shape);
    let all = ruby(walk).branches.pop().unwrap_or_default();
    walk.build.union(&all)
}

/// `if`; what is defined in it exists under its condition.
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.inherited.add(Flags::CONDITIONAL);
    let value = branching(walk, &super::nodes::IF_SHAPE);
    walk.build.restore(place);
    value
}

pub(super) fn cases(walk: &mut Walk<'_, '_>) -> ExprId {
    branching(walk, &super::nodes::SWITCH_SHAPE)
}

/// `a if b`, `a unless b` and `a ? b : c`.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let mut all = Vec::new();
    walk.children(|walk, field| match field {
        Field::Body | Field::Consequence | Field::Alternative => all.push(walk.lower()),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.union(&all)
}

/// `a || b` gives either, `a && b` the second; of other operators nothing is known.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let operator = walk.child_of(walk.node(), Field::Operator).map(|operator| walk.kind_of(operator));
    if operator == Some("=~") {
        groups(walk);
    }
    let found = crate::operators::binary(walk);
    match operator {
        Some("||" | "or") => walk.build.union(&[found.left, found.right]),
        Some("&&" | "and") => found.right,
        _ => ExprId::UNKNOWN,
    }
}

/// Names in a pattern are locals; all else in it is looked up.
pub(super) fn pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    // `{name:}` binds the key.
    let names_key = node.kind() == "keyword_pattern" && node.child_by_field_name("value").is_none();
    walk.children(|walk, field| {
        let binds = !matches!(field, Field::Class | Field::Key | Field::Body);
        if names_key && field == Field::Key {
            let name = walk.build.name(walk.span());
            introduce(walk, name);
            walk.other();
        } else if binds && walk.kind() == "identifier" {
            bind(walk);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// The clause of a `case .. in`.
pub(super) fn in_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branches += 1;
    walk.children(|walk, field| {
        if field == Field::Pattern && walk.kind() == "identifier" {
            bind(walk);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

fn bind(walk: &mut Walk<'_, '_>) {
    let span = walk.local();
    let name = walk.build.name(span);
    introduce(walk, name);
}

fn introduce(walk: &mut Walk<'_, '_>, name: Name) {
    let scope = walk.build.scope;
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
}

/// `/(?<name>x)/ =~ text` binds what the groups are called.
fn groups(walk: &mut Walk<'_, '_>) {
    let node = walk.node();
    let field = |name: &str| node.child_by_field_name(name).map(span_of);
    let is_match = field("operator").is_some_and(|span| walk.build.text(span) == "=~");
    let Some(left) = node.child_by_field_name("left").filter(|left| is_match && left.kind() == "regex")
    else {
        return;
    };
    let text = walk.build.text(span_of(left));
    for (at, open) in text.match_indices("(?<") {
        let named = &text[at + open.len()..];
        let end = named.find('>').unwrap_or(0);
        if end > 0 && named[..end].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            let name = walk.build.names.name(&named[..end]);
            introduce(walk, name);
        }
    }
}
