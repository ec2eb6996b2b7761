//! What a table cannot say of Protocol Buffers.

use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, Namespace, Role, Span, SymbolKind, Visibility};

/// `a.b.C`: the first name is looked up, each other is a member of what stands before it.
pub(super) fn path(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut first = true;
    walk.with_role(Role::Type, |walk| {
        walk.children(|walk, _| {
            if !walk.is_identifier() {
                walk.other();
            } else if std::mem::take(&mut first) {
                let span = walk.span();
                of = walk.build.use_name(span, Namespace::TYPE);
            } else {
                of = walk.member_of(of, Access::Value);
            }
        });
    });
    of
}

/// `import "a/b.proto"`: the file is loaded, and what it declares is named by its package.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut found = None;
    walk.children(|walk, _| {
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
    walk.children(|walk, _| {
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

/// The signature of a service ends before what stands in it.
pub(super) fn service(walk: &mut Walk<'_, '_>, id: DefId) {
    let signature = &mut walk.build.definition(id).signature;
    let end = signature.find('{').unwrap_or(signature.len());
    signature.truncate(end);
    signature.truncate(signature.trim_end().len());
}

/// The signature of a method goes on to the type of what it gives.
pub(super) fn method(walk: &mut Walk<'_, '_>, id: DefId) {
    let text = walk.text();
    let end = text.find(['{', ';']).unwrap_or(text.len());
    let signature = crate::text::folded(&text[..end]);
    walk.build.definition(id).signature = signature;
}
