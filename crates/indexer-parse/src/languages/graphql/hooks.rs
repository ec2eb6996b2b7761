//! What a table cannot say of GraphQL.

use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, Namespace, Role};

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
    walk.children(|walk, _| {
        if value.is_none() && walk.is_identifier() {
            value = Some(with(walk));
        } else {
            walk.other();
        }
    });
    value.unwrap_or(ExprId::UNKNOWN)
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
