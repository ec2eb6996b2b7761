//! Variables: what stands before a name is a part of it.

use super::hooks::BOUND;
use super::nodes::STYLE;
use super::state::Perl;
use crate::shapes::declare::{self, Declared};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Expression, Name, Namespace, ScopeId, ScopeKind, Span, SymbolKind, Visibility};

/// Variables of every package, which nothing declares.
const SPECIAL: &[&str] = &["ENV", "ARGV", "INC", "STDIN", "STDOUT", "STDERR", "ARGVOUT", "_", "a", "b"];

/// Whose name is that of a variable with such a sign.
fn signed(walk: &mut Walk<'_, '_>, sign: char, token: Span) -> Name {
    let text = walk.build.text(token);
    walk.build.names.made(&format!("{sign}{text}"))
}

/// The sign of the variable that a node stands for: an element of an array has that of the array.
fn sign(walk: &Walk<'_, '_>, field: Field) -> char {
    match (walk.kind(), field) {
        ("array" | "arraylen", _) => '@',
        ("hash", _) => '%',
        ("container_variable" | "slice_container_variable" | "keyval_container_variable", Field::Array) => {
            '@'
        }
        ("container_variable" | "slice_container_variable" | "keyval_container_variable", _) => '%',
        _ => '$',
    }
}

/// A variable that is used; behind its sign may stand a block that gives a reference.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let field = walk.field();
    let sign = sign(walk, field);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, _| match walk.kind() {
        "varname" if walk.node().named_child_count() == 0 && walk.is_identifier() => value = used(walk, sign),
        _ => walk.other(),
    });
    value
}

/// The current token is the name of a variable.
fn used(walk: &mut Walk<'_, '_>, sign: char) -> ExprId {
    let (token, text) = (walk.span(), walk.text());
    let is_special = SPECIAL.contains(&text) || !text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_special {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    if let Some((package, _)) = text.rsplit_once("::").filter(|(package, _)| !package.is_empty()) {
        let end = token.start + package.len() as u32;
        let of = super::imports::package_at(walk, Span::new(token.start, end));
        let own = Span::new(end + 2, token.end);
        let name = signed(walk, sign, own);
        let member = Expression::Member { of, name, access: indexer_core::Access::Path };
        let expression = walk.build.expression(member);
        walk.build.use_member(own, expression);
        return expression;
    }
    let (name, scope) = (signed(walk, sign, token), walk.build.scope);
    let expression =
        walk.build.expression(Expression::Name { name, scope, bound: None, namespace: Namespace::ANY });
    walk.build.use_member(token, expression);
    expression
}

/// A name behind a sign that is no name of a variable: it holds what gives a reference.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.neither();
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `my $a`, `our ($a, @b)`.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_our = node.child(0).is_some_and(|word| word.kind() == "our");
    let end = walk.span().end;
    let from = walk.build.remembered.of::<Perl>().from.max(end);
    walk.children(|walk, field| match field {
        Field::Variable | Field::Other if matches!(walk.kind(), "scalar" | "array" | "hash") => {
            declared(walk, from, is_our);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The current node is a variable that is declared there.
pub(super) fn declared(walk: &mut Walk<'_, '_>, from: u32, is_our: bool) {
    let sign = sign(walk, Field::None);
    let whole = walk.span();
    walk.lower_with(|walk| {
        walk.children(|walk, _| {
            if walk.kind() == "varname" && walk.is_identifier() && walk.node().named_child_count() == 0 {
                declare_name(walk, sign, (whole, from, is_our));
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

fn declare_name(walk: &mut Walk<'_, '_>, sign: char, (whole, from, is_our): (Span, u32, bool)) {
    let token = walk.span();
    let (bound, name, scope) = (signed(walk, sign, token), walk.build.name(token), walk.build.scope);
    let state = walk.build.remembered.of::<Perl>();
    let (of_package, is_local) = (state.scope.unwrap_or(ScopeId(0)), state.depth > 0);
    if is_local && !is_our {
        walk.local();
        walk.build.bind_local(scope, bound, BOUND, from, ExprId::UNKNOWN);
        return;
    }
    // Others see what is of the package; what is of the file is its own.
    let of = Declared {
        name,
        bound,
        namespace: if is_our { BOUND } else { Namespace(0) },
        within: of_package,
        token,
        kind: SymbolKind::Variable,
        visibility: if is_our { Visibility::Public } else { Visibility::Private },
        whole,
        end: whole.end,
        scope: None,
        style: &STYLE,
    };
    let id = declare::declare(walk, &of);
    walk.build.tally.definitions += 1;
    if !is_our {
        let bound_to = indexer_core::Bound::Definition(id);
        let (namespace, value) = (BOUND, ExprId::UNKNOWN);
        let binding = indexer_core::Binding { scope, name: bound, namespace, from, bound: bound_to, value };
        walk.build.facts.bindings.push(binding);
    }
}

/// `my $a = ..`: the name is known behind what it is given.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let end = walk.span().end;
    walk.children(|walk, field| match field {
        Field::Left => {
            let before = std::mem::replace(&mut walk.build.remembered.of::<Perl>().from, end);
            walk.with_role(indexer_core::Role::Write, |walk| walk.lower());
            walk.build.remembered.of::<Perl>().from = before;
        }
        _ => walk.with_role(indexer_core::Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}

/// `$a{b}`, `$a->[0]`: what stands in it is read, also where an element is written.
pub(super) fn element(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(indexer_core::Role::Read, Walk::lower_children);
    ExprId::UNKNOWN
}

/// `foreach my $a (..) { .. }`.
pub(super) fn for_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let node = walk.node();
    let is_my = node.children(&mut node.walk()).take(4).any(|word| matches!(word.kind(), "my" | "state"));
    let from = node.child_by_field_name("list").map_or(0, |list| span_of(list).end);
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.build.remembered.of::<Perl>().depth += 1;
    walk.build.meter.branch();
    walk.children(|walk, field| match field {
        Field::Variable | Field::Other if is_my && walk.kind() == "scalar" => declared(walk, from, false),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.remembered.of::<Perl>().depth -= 1;
    walk.build.restore(place);
    ExprId::UNKNOWN
}
