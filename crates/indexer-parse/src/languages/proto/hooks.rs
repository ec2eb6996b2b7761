//! What a table cannot say of Protocol Buffers.

use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, Namespace, Role, ScopeId, Span, SymbolKind, Visibility};

/// `a.b.C`: the first name is looked up, each other is a member of what stands before it. Behind a `.` it is looked up where
/// packages are.
pub(super) fn path(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut first = true;
    let is_from_root = walk.text().starts_with('.');
    walk.with_role(Role::Type, |walk| {
        walk.each_child(|walk, _| {
            if !walk.is_identifier() {
                walk.other();
            } else if std::mem::take(&mut first) {
                of = if is_from_root { of_root(walk) } else { of_scope(walk) };
            } else {
                of = walk.member_of(of, Access::Value);
            }
        });
    });
    of
}

fn of_scope(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    walk.build.use_name(span, Namespace::TYPE)
}

/// The name that stands behind a leading `.`: a package, or a type of a file without one.
fn of_root(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_last = walk.node().next_named_sibling().is_none();
    let has_package = walk.build.facts.definitions.iter().take(1).any(|one| one.kind == SymbolKind::Package);
    if is_last && has_package {
        return walk.member_of(ExprId::UNKNOWN, Access::Value);
    }
    let scope = std::mem::replace(&mut walk.build.scope, ScopeId(0));
    let found = of_scope(walk);
    walk.build.scope = scope;
    found
}

/// `import "a/b.proto"`: the file is loaded, and what it declares is named by its package.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut found = None;
    walk.each_child(|walk, _| {
        if walk.kind() == "string" {
            found = Some(walk.span());
        }
        walk.other();
    });
    let Some(span) = found else { return ExprId::UNKNOWN };
    let text = walk.build.text(span).trim_matches(['"', '\'']);
    walk.build.import_file(text, span);
    ExprId::UNKNOWN
}

/// `oneof a { .. }`: a field beside those that it holds, which are fields of the message.
pub(super) fn oneof(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let mut named = false;
    walk.each_child(|walk, _| {
        if named || !walk.is_identifier() {
            walk.other();
            return;
        }
        named = true;
        let name = walk.span();
        let id = walk.build.define(name, SymbolKind::Field, Namespace::VALUE);
        let signature = crate::text::folded(walk.build.text(Span::new(span.start, name.end)));
        let source = walk.build.source;
        let comments = crate::text::comments_before(source, span.start as usize);
        let definition = walk.build.definition(id);
        definition.visibility = Visibility::Public;
        definition.signature = signature;
        definition.span = span;
        if let Some((start, comments)) = comments {
            definition.span.start = start as u32;
            definition.doc = crate::text::documentation(comments, |_| false);
        }
        walk.build.restore(place);
    });
    ExprId::UNKNOWN
}

/// The signature of a service ends before what stands in it: no name holds a brace.
pub(super) fn service(walk: &mut Walk<'_, '_>, id: DefId) {
    let signature = &mut walk.build.definition(id).signature;
    let end = signature.find('{').unwrap_or(signature.len());
    signature.truncate(end);
    signature.truncate(signature.trim_end().len());
}

/// The signature of a method goes on to the type of what it gives.
pub(super) fn method(walk: &mut Walk<'_, '_>, id: DefId) {
    let node = walk.node();
    let mut cursor = node.walk();
    let end = node.children(&mut cursor).find(|child| matches!(child.kind(), "{" | ";"));
    let (start, end) = (node.start_byte() as u32, end.map_or(node.end_byte(), |end| end.start_byte()) as u32);
    let signature = crate::text::folded(walk.build.text(Span::new(start, end)));
    walk.build.definition(id).signature = signature;
}
