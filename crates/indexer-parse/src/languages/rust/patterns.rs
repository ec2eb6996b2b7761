//! Patterns: what they bind, and what they use.

use super::functions;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeKind, Span, WHOLE};

/// Where the names of a pattern are bound.
#[derive(Debug)]
pub(super) struct Binder {
    /// The byte from which they hold; 0 for the whole scope.
    from: u32,
    /// A scope with this extent is opened at the first name.
    fresh: Option<Span>,
}

impl Binder {
    /// Binds in the current scope, from this byte on.
    pub(super) fn here(from: u32) -> Self {
        Self { from, fresh: None }
    }

    /// Binds in a block of this extent, which is opened where the pattern binds anything. The
    /// caller leaves it.
    pub(super) fn inside(extent: Span, from: u32) -> Self {
        Self { from, fresh: Some(extent) }
    }

    /// Binds the identifier at `span`, which the caller has counted.
    fn name(&mut self, walk: &mut Walk<'_, '_>, span: Span, value: ExprId) {
        if let Some(extent) = self.fresh.take() {
            walk.build.open_scope(ScopeKind::Block, extent);
        }
        let name = walk.build.name(span);
        let scope = walk.build.scope;
        walk.build.bind_local(scope, name, Namespace::VALUE, self.from, value);
    }
}

/// The current node is a pattern against which `value` is matched.
pub(super) fn bind(walk: &mut Walk<'_, '_>, value: ExprId, binder: &mut Binder) {
    if walk.too_deep() {
        walk.lower();
        return;
    }
    match walk.kind() {
        "identifier" => {
            let text = walk.text();
            // Whether a lone name binds or is a constant is only known to the compiler; by
            // convention constants and unit variants begin with an upper case letter.
            if text.starts_with(|c: char| c.is_uppercase()) {
                walk.lower_as(Role::Read);
            } else if text == "_" {
                walk.neither();
            } else if !text.is_empty() {
                let span = walk.local();
                binder.name(walk, span, value);
            }
        }
        "mut_pattern" | "ref_pattern" | "reference_pattern" | "or_pattern" => {
            walk.nested(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_named() {
                        bind(walk, value, binder);
                    }
                });
            });
        }
        "tuple_pattern" => items_of(walk, value, binder, &mut |walk, of, index| {
            walk.build.expression(Expression::Item { of, index })
        }),
        "slice_pattern" => slice(walk, value, binder),
        "tuple_struct_pattern" => tuple_struct(walk, value, binder),
        "struct_pattern" => structure(walk, value, binder),
        "captured_pattern" => walk.nested(|walk| {
            let mut first = true;
            walk.each_child(|walk, _| {
                if !walk.is_named() {
                    return;
                }
                if first && walk.kind() == "identifier" && !walk.span().is_empty() {
                    let span = walk.local();
                    binder.name(walk, span, value);
                } else {
                    bind(walk, value, binder);
                }
                first = false;
            });
        }),
        "generic_pattern" => walk.children(|walk, field| {
            if field == Field::TypeArguments {
                functions::type_arguments(walk);
            } else if walk.is_named() {
                walk.lower_as(Role::Read);
            }
        }),
        "range_pattern" => walk.each_child(|walk, _| {
            if walk.is_named() {
                walk.lower_as(Role::Read);
            }
        }),
        // Literals, paths, macros, const blocks, errors.
        _ => {
            walk.lower_as(Role::Read);
        }
    }
}

/// Positional parts: `..` hides how many there are, so that what follows it is not known by index.
fn items_of<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    value: ExprId,
    binder: &mut Binder,
    part: &mut dyn FnMut(&mut Walk<'t, 'a>, ExprId, u32) -> ExprId,
) {
    let mut index = 0;
    let mut known = !value.is_unknown();
    walk.nested(|walk| {
        walk.children(|walk, field| {
            let kind = walk.kind();
            if field == Field::Type {
                return;
            }
            if !walk.is_named() {
                index += u32::from(kind == "_");
                return;
            }
            match kind {
                "line_comment" | "block_comment" => {}
                "remaining_field_pattern" => known = false,
                _ => {
                    let one = if known { part(walk, value, index) } else { ExprId::UNKNOWN };
                    bind(walk, one, binder);
                    index += 1;
                }
            }
        });
    });
}

/// `[first, rest @ .., last]`: elements, and the slice between them.
fn slice(walk: &mut Walk<'_, '_>, value: ExprId, binder: &mut Binder) {
    let element = match value.is_unknown() {
        true => value,
        false => walk.build.expression(Expression::Element(value)),
    };
    walk.nested(|walk| {
        walk.each_child(|walk, node| {
            if !walk.is_named() || matches!(walk.kind(), "line_comment" | "block_comment") {
                return;
            }
            let is_rest = walk.kind() == "captured_pattern"
                && node.named_child(1).is_some_and(|inner| walk.kind_of(inner) == "remaining_field_pattern");
            bind(walk, if is_rest { value } else { element }, binder);
        });
    });
}

/// `Some(x)`: the path first, then the payload.
fn tuple_struct(walk: &mut Walk<'_, '_>, value: ExprId, binder: &mut Binder) {
    let mut pattern = ExprId::UNKNOWN;
    let mut index = 0;
    let mut known = true;
    walk.nested(|walk| {
        walk.children(|walk, field| {
            let kind = walk.kind();
            if field == Field::Type {
                pattern = walk.lower_as(Role::Read);
            } else if !walk.is_named() {
                index += u32::from(kind == "_");
            } else if kind == "remaining_field_pattern" {
                known = false;
            } else if kind != "line_comment" && kind != "block_comment" {
                let payload = Expression::Payload { of: value, pattern, index };
                let one = if known { walk.build.expression(payload) } else { ExprId::UNKNOWN };
                bind(walk, one, binder);
                index += 1;
            }
        });
    });
}

/// `Foo { a, b: c }`: each field's name is a reference to the field; a shorthand also binds it.
fn structure(walk: &mut Walk<'_, '_>, value: ExprId, binder: &mut Binder) {
    let mut receiver = ExprId::UNKNOWN;
    walk.nested(|walk| {
        walk.children(|walk, field| {
            if field == Field::Type {
                let pattern = walk.lower_as(Role::Read);
                receiver = walk.build.expression(match value.is_unknown() {
                    true => Expression::Instance(pattern),
                    false => Expression::Payload { of: value, pattern, index: WHOLE },
                });
            } else if walk.kind() == "field_pattern" {
                field_pattern(walk, receiver, binder);
            } else {
                walk.lower_named();
            }
        });
    });
}

fn field_pattern(walk: &mut Walk<'_, '_>, receiver: ExprId, binder: &mut Binder) {
    let mut member = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name => {
            let shorthand = walk.kind() == "shorthand_field_identifier";
            let span = walk.span();
            if span.is_empty() {
                return;
            }
            member = walk.with_role(Role::Read, |walk| walk.member_of(receiver, Access::Value));
            if shorthand {
                binder.name(walk, span, member);
            }
        }
        Field::Pattern => bind(walk, member, binder),
        _ => walk.lower_named(),
    });
}

/// The name of a field that is a number: the item of a tuple.
pub(super) fn item_of(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let index = walk.text().parse().unwrap_or(0);
    walk.build.expression(Expression::Item { of, index })
}
