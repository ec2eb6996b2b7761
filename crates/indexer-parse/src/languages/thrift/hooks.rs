//! What a table cannot say of Thrift.

use super::nodes;
use crate::shapes::{self, FileImport, import_file};
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Namespace, Role, Span, SymbolKind};

/// A name; directly in an enumeration, a member of it. `base.Service` behind `extends` is two names beside each other.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.build.role == Role::Inherit {
        if walk.next_kind() == Some(".") {
            return walk.with_role(Role::Read, |walk| walk.build.use_name(span, Namespace::ANY));
        }
        if walk.node().prev_sibling().is_some_and(|before| before.kind() == ".") {
            return walk.member_of(ExprId::UNKNOWN, Access::Value);
        }
    }
    let around = walk.build.enclosing;
    let in_enum = around.is_some_and(|id| walk.build.definition(id).kind == SymbolKind::Enum);
    if in_enum { shapes::lower(walk, &nodes::VALUE) } else { walk.build.use_name(span, Namespace::ANY) }
}

/// `include "a/base.thrift"`: what that file declares is named `base.Name`.
pub(super) fn include(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut path = None;
    walk.each_child(|walk, _| {
        if walk.kind() == "string" {
            path = Some(walk.span());
        }
        walk.other();
    });
    let Some(path) = path else { return ExprId::UNKNOWN };
    let text = walk.build.text(path);
    let start = text.rfind('/').map_or(1, |slash| slash + 1);
    let end = text.rfind('.').filter(|end| *end > start).unwrap_or(start);
    let alias = Span::new(path.start + start as u32, path.start + end as u32);
    import_file(walk, FileImport { path, alias, ..FileImport::default() });
    ExprId::UNKNOWN
}
