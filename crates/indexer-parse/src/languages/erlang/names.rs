//! Names of functions and types, which are told apart by the number of their arguments.

use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Expression, Name, Namespace, Role, Span};
use tree_sitter::Node;

/// Before names of types, which may be those of functions too.
pub(super) const TYPE: &str = "t:";

/// Before names of callbacks.
const CALLBACK: &str = "callback:";

/// Before names of records, which may be those of anything else too.
pub(super) const RECORD: &str = "#";

/// An atom without the quotes around it.
pub(super) fn plain(text: &str) -> &str {
    text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).unwrap_or(text)
}

/// The name to which a function with so many parameters is bound: it is another one than those with fewer or more.
pub(super) fn function(walk: &mut Walk<'_, '_>, token: Span, arity: usize) -> Name {
    let key = format!("{}/{arity}", plain(walk.build.text(token)));
    walk.build.names.made(&key)
}

/// The same of a type.
pub(super) fn of_type(walk: &mut Walk<'_, '_>, token: Span, arity: usize) -> Name {
    let key = format!("{TYPE}{}/{arity}", plain(walk.build.text(token)));
    walk.build.names.made(&key)
}

/// The same of a record.
pub(super) fn of_record(walk: &mut Walk<'_, '_>, token: Span) -> Name {
    let key = format!("{RECORD}{}", plain(walk.build.text(token)));
    walk.build.names.made(&key)
}

/// The name to which a callback is bound: a function of the module may have the same one.
pub(super) fn of_callback(walk: &mut Walk<'_, '_>, token: Span, arity: usize) -> Name {
    let key = format!("{CALLBACK}{}/{arity}", plain(walk.build.text(token)));
    walk.build.names.made(&key)
}

/// The current token names a callback.
pub(super) fn use_callback(walk: &mut Walk<'_, '_>, arity: usize) -> ExprId {
    let name = of_callback(walk, walk.span(), arity);
    used(walk, name, Namespace::VALUE, Role::Read)
}

/// The current token names a function with so many arguments, of the file or brought into it.
pub(super) fn use_function(walk: &mut Walk<'_, '_>, arity: usize, role: Role) -> ExprId {
    let name = function(walk, walk.span(), arity);
    used(walk, name, Namespace::VALUE, role)
}

/// The current token names a type with so many arguments.
pub(super) fn use_type(walk: &mut Walk<'_, '_>, arity: usize) -> ExprId {
    let name = of_type(walk, walk.span(), arity);
    used(walk, name, Namespace::TYPE, Role::Type)
}

/// The current token names a record: a type.
pub(super) fn use_record(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = of_record(walk, walk.span());
    used(walk, name, Namespace::TYPE, Role::Type)
}

fn used(walk: &mut Walk<'_, '_>, name: Name, namespace: Namespace, role: Role) -> ExprId {
    let (span, scope) = (walk.span(), walk.build.scope);
    let expression = walk.build.expression(Expression::Name { name, scope, bound: None, namespace });
    walk.with_role(role, |walk| walk.build.use_member(span, expression));
    expression
}

/// How many arguments stand in the list of a call, a clause or a type.
pub(super) fn arity(node: Node<'_>) -> usize {
    let list = node.child_by_field_name("args");
    list.map_or(0, |list| list.named_children(&mut list.walk()).filter(|one| !one.is_extra()).count())
}

/// The number behind the name of a function: `f/2`.
pub(super) fn written_arity(walk: &Walk<'_, '_>, node: Node<'_>) -> Option<usize> {
    let number = node.child_by_field_name("arity")?.child_by_field_name("value")?;
    walk.build.text(span_of(number)).parse().ok()
}
