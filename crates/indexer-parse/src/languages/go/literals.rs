//! Composite literals: `T{...}`, and those inside them that leave their type out.

use super::statements::protocol;
use crate::build::{ELEMENTS, may_hold_function};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, CollectionKind, ExprId, Expression, Role};
use tree_sitter::Node;

/// `T{a: 1}`.
pub(super) fn composite(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    let mut of = None;
    let mut annotation = ExprId::UNKNOWN;
    let before = walk.build.texts_met();
    let is_given = walk.node().parent().is_some_and(|around| walk.kind_of(around) == "argument_list");
    walk.children(|walk, field| match field {
        Field::Type => {
            of = Some(walk.node());
            annotation = walk.lower();
            if !annotation.is_unknown() {
                value = walk.build.expression(Expression::Instance(annotation));
            }
        }
        Field::Body => {
            let (items, fields) = body(walk, value, of);
            // What a framework reads of its own types: nothing else asks for the call.
            if !fields.is_empty() {
                walk.build.annotated(annotation, &fields, before);
            }
            if is_given && !items.is_empty() && is_list_of_texts(walk, of) {
                // Rules of frameworks read it: `Match([]string{"GET"}, "/")`.
                let items = walk.build.collection(CollectionKind::List, &items);
                value = walk.build.expression(Expression::Put { into: value, value: items });
            } else if has_expressions_as_keys(walk, of)
                && items.iter().any(|item| may_hold_function(&walk.build.facts, *item))
            {
                let items = walk.build.collection(CollectionKind::List, &items);
                value = walk.build.given(value, items);
            }
        }
        _ => walk.other(),
    });
    value
}

/// A literal or element outside of a composite literal (broken code).
pub(super) fn loose(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// The current node is the `literal_value` of something that is `value`; `of` is its type as
/// written, where it is written. Gives its elements, of many the first, and what its fields are given.
fn body<'t>(walk: &mut Walk<'t, '_>, value: ExprId, of: Option<Node<'t>>) -> (Vec<ExprId>, Vec<ExprId>) {
    let mut element = None;
    let mut items = Vec::new();
    let mut fields = Vec::new();
    // Frameworks are other packages.
    let is_of_package = of.is_some_and(|node| walk.kind_of(node) == "qualified_type");
    let mut add = |item: ExprId| {
        if !item.is_unknown() && items.len() < ELEMENTS {
            items.push(item);
        }
    };
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "keyed_element" => {
                walk.lower_with(|walk| {
                    let mut member = None;
                    walk.children(|walk, field| match field {
                        Field::Key => member = key(walk, value, of),
                        Field::Value => {
                            let item = item(walk, value, of, &mut element);
                            match member {
                                Some(member) => {
                                    walk.build.put(member, item);
                                    if let Expression::Member { name, .. } =
                                        walk.build.facts.expression(member)
                                        && is_of_package
                                        && !item.is_unknown()
                                        && fields.len() < ELEMENTS
                                    {
                                        let given = Expression::Keyword { name, value: item };
                                        fields.push(walk.build.expression(given));
                                    }
                                }
                                None => add(item),
                            }
                        }
                        _ => walk.other(),
                    });
                    ExprId::UNKNOWN
                });
            }
            "literal_element" => add(item(walk, value, of, &mut element)),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    (items, fields)
}

/// True for a `[]string`.
fn is_list_of_texts(walk: &Walk<'_, '_>, of: Option<Node<'_>>) -> bool {
    of.is_some_and(|node| walk.build.text(crate::walk::span_of(node)) == "[]string")
}

/// True where keys are expressions: not where they may be names of fields.
fn has_expressions_as_keys(walk: &Walk<'_, '_>, of: Option<Node<'_>>) -> bool {
    of.is_some_and(|node| {
        matches!(walk.kind_of(node), "map_type" | "slice_type" | "array_type" | "implicit_length_array_type")
    })
}

/// A key: the name of a field, which is given, unless the type is written and is no struct.
fn key<'t>(walk: &mut Walk<'t, '_>, value: ExprId, of: Option<Node<'t>>) -> Option<ExprId> {
    let expressions = has_expressions_as_keys(walk, of);
    let mut member = None;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_identifier() && !expressions {
                member = walk.with_role(Role::Write, |walk| Some(walk.member_of(value, Access::Value)));
            } else if walk.kind() == "literal_value" {
                let key = protocol(walk, value, "keyꞏ");
                body(walk, key, of.and_then(|node| inner(walk, node, "key")));
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    member
}

/// A value; one in braces is an element of what is around.
fn item<'t>(
    walk: &mut Walk<'t, '_>,
    value: ExprId,
    of: Option<Node<'t>>,
    element: &mut Option<ExprId>,
) -> ExprId {
    walk.lower_with(|walk| {
        let mut lowered = ExprId::UNKNOWN;
        walk.each_child(|walk, _| {
            if walk.kind() == "literal_value" {
                let known = *element.get_or_insert_with(|| walk.build.expression(Expression::Element(value)));
                let field =
                    of.map_or("", |node| if walk.kind_of(node) == "map_type" { "value" } else { "element" });
                body(walk, known, of.and_then(|node| inner(walk, node, field)));
            } else if walk.is_named() && !walk.node().is_extra() {
                lowered = walk.lower();
            } else {
                walk.other();
            }
        });
        lowered
    })
}

/// The type in a field of a type, without pointers around it.
fn inner<'t>(walk: &Walk<'t, '_>, of: Node<'t>, field: &str) -> Option<Node<'t>> {
    let mut node = of.child_by_field_name(field)?;
    while matches!(walk.kind_of(node), "pointer_type" | "parenthesized_type") {
        node = node.named_child(0)?;
    }
    Some(node)
}
