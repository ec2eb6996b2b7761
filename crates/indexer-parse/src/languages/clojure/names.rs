//! Symbols: what they name.

use super::state::Clojure;
use crate::shapes::declare::is_taken;
use crate::table::Field;
use crate::walk::{MOST_BY_NUMBER, Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Namespace, Role, Span};
use tree_sitter::Node;

/// Functions, macros and variables have names of one kind.
pub(super) const NAME: Namespace = Namespace::VALUE.with(Namespace::CALLABLE);
/// What stands before a `/`: namespaces by their aliases, and classes.
pub(super) const SPACE: Namespace = Namespace::TYPE;
/// A type is a value too.
pub(super) const TYPE: Namespace = NAME.with(SPACE);

/// The bytes of the name of a symbol without a namespace; `None` for other nodes.
pub(super) fn token(node: Node<'_>) -> Option<Span> {
    if node.kind() != "sym_lit" || node.child_by_field_name("namespace").is_some() {
        return None;
    }
    node.child_by_field_name("name").map(span_of).filter(|span| !span.is_empty())
}

/// The last name of a symbol, whatever its namespace.
pub(super) fn last<'s>(walk: &Walk<'_, 's>, node: Node<'_>) -> Option<&'s str> {
    let name = (node.kind() == "sym_lit").then(|| walk.child_of(node, Field::Name)).flatten()?;
    Some(walk.build.text(span_of(name)))
}

/// A symbol.
pub(super) fn symbol(walk: &mut Walk<'_, '_>) -> ExprId {
    // Most are a name and nothing else, which has the same bytes.
    if walk.node().child_count() == 1 && !walk.node().has_error() {
        return alone(walk);
    }
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    let role = walk.build.role;
    walk.children(|walk, field| match field {
        Field::Other if walk.is_identifier() && walk.kind() == "sym_ns" => of = Some(space(walk)),
        _ if walk.is_identifier() => {
            value = match of {
                Some(of) => walk.with_role(role, |walk| member(walk, of)),
                None => alone(walk),
            };
        }
        _ => walk.other(),
    });
    value
}

/// The current name is a member of a namespace.
fn member(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let token = walk.span();
    let name = walk.build.names.made(made_by(walk.build.text(token)));
    let value = walk.build.expression(Expression::Member { of, name, access: Access::Path });
    walk.build.use_member_as(name, token, value);
    value
}

/// What a name of another namespace stands for: `->A` and `map->A` are what makes an instance of the type.
pub(super) fn made_by(name: &str) -> &str {
    let of = name.strip_prefix("map->").or(name.strip_prefix("->"));
    of.filter(|of| of.starts_with(|first: char| first.is_uppercase())).unwrap_or(name)
}

/// What stands before the `/`.
fn space(walk: &mut Walk<'_, '_>) -> ExprId {
    let token = walk.span();
    walk.with_role(Role::Read, |walk| walk.build.use_name(token, SPACE))
}

/// A name without a namespace.
pub(super) fn alone(walk: &mut Walk<'_, '_>) -> ExprId {
    let (token, text) = (walk.span(), walk.text());
    if token.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let in_template = walk.build.remembered.of::<Clojure>().templates > 0;
    let first = text.chars().next().unwrap_or(' ');
    let is_mark =
        matches!(text, "&" | "_" | "." | "..") || first == '%' || text.ends_with('#') && in_template;
    // A method of Java, a class by its whole name.
    let is_outside = first == '.' || text.trim_end_matches('.').contains('.');
    if is_mark || is_outside {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    // `A.` makes an instance of a class.
    if let Some(class) = text.strip_suffix('.') {
        let name = walk.build.names.made(class);
        return walk.build.use_name_as(name, token, TYPE);
    }
    let namespace = if walk.build.role == Role::Type { TYPE } else { NAME };
    walk.build.use_name(token, namespace)
}

/// Visits the values in the current node, each with its number; all else in it is lowered.
pub(super) fn values(walk: &mut Walk<'_, '_>, visit: &mut dyn FnMut(&mut Walk<'_, '_>, usize)) {
    let mut nth = 0;
    walk.each_to_lower(|walk, node| {
        if is_value(node) {
            visit(walk, nth);
            nth += 1;
        } else {
            walk.other();
        }
    });
}

/// True for what a list holds: all but comments, forms that are left out, and what is said about the list.
fn is_value(node: Node<'_>) -> bool {
    node.is_named()
        && !node.is_error()
        && !matches!(node.kind(), "comment" | "dis_expr" | "meta_lit" | "old_meta_lit")
}

/// As [`values`], of a node that is entered.
pub(super) fn values_of(walk: &mut Walk<'_, '_>, visit: &mut dyn FnMut(&mut Walk<'_, '_>, usize)) {
    walk.lower_with(|walk| {
        values(walk, visit);
        ExprId::UNKNOWN
    });
}

/// The values in a node, at most so many.
pub(super) fn first_values(node: Node<'_>, most: usize) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    if most > 0 {
        values_while(node, &mut |one| {
            found.push(one);
            found.len() < most
        });
    }
    found
}

/// Gives the values in a node to `visit`, while it says so. Of long lists only the beginning is asked for by number.
pub(super) fn values_while<'t>(node: Node<'t>, visit: &mut dyn FnMut(Node<'t>) -> bool) {
    let count = node.named_child_count() as u32;
    for nth in 0..count.min(MOST_BY_NUMBER) {
        if let Some(one) = node.named_child(nth).filter(|one| is_value(*one))
            && !visit(one)
        {
            return;
        }
    }
    if count > MOST_BY_NUMBER {
        let mut cursor = node.walk();
        for one in node.named_children(&mut cursor).skip(MOST_BY_NUMBER as usize) {
            if is_value(one) && !visit(one) {
                return;
            }
        }
    }
}
