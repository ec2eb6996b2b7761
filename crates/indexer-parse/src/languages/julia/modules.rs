//! Modules, and what they offer.

use super::functions::{Made, declared};
use super::hooks::NAME;
use super::state::Julia;
use crate::shapes::declare::{self, Opened};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Flags, Namespace, Owner, Role, ScopeId, ScopeKind, SymbolKind, Visibility};

/// `module A .. end`. The first of a file is what the file declares itself as: files that it includes are of it too, so
/// what stands in it is bound in the file.
pub(super) fn module(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let Some(token) = node.child_by_field_name("name").filter(|one| one.kind() == "identifier") else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let token = span_of(token);
    let is_first =
        walk.build.owner == Owner::File && !std::mem::replace(&mut walk.build.shapes.has_package, true);
    walk.build.shapes.taken.insert(token.start);
    if is_first {
        let made = Made { token, kind: SymbolKind::Package, whole, end: token.end, scope: None };
        let opened = declared(walk, made, Namespace::MEMBER);
        let definition = walk.build.definition(opened.id);
        definition.flags.add(Flags::EXPORTED);
        definition.flags.add(Flags::DECLARATION);
        let name = definition.name;
        walk.build.shapes.package = vec![name];
        declare::close(walk, opened);
        walk.lower_children();
        return ExprId::UNKNOWN;
    }
    let scope = Some(ScopeKind::Module);
    let made = Made { token, kind: SymbolKind::Module, whole, end: token.end, scope };
    let opened: Opened = declared(walk, made, NAME);
    walk.lower_children();
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `export a, b`: names of the module around.
pub(super) fn export(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::None if walk.is_identifier() => {
            let token = walk.span();
            walk.with_role(Role::Read, |walk| walk.build.use_name(token, NAME));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The scope of the module around: that of the file where there is none.
pub(super) fn scope_of_module(walk: &Walk<'_, '_>) -> ScopeId {
    walk.build.scope_around(|kind| matches!(kind, ScopeKind::Module | ScopeKind::File)).unwrap_or(ScopeId(0))
}

/// Who may name what is called so: what begins with `_` is not meant for others.
pub(super) fn visibility(text: &str) -> Visibility {
    if text.starts_with('_') { Visibility::Package } else { Visibility::Public }
}

/// The documentation of what begins at a byte, where a text stands right before it.
pub(super) fn documentation(walk: &mut Walk<'_, '_>, start: u32) -> Option<String> {
    let span = walk.build.remembered.of::<Julia>().doc.take().filter(|span| span.end <= start)?;
    let between = walk.build.source.get(span.end as usize..start as usize)?;
    // A macro may stand between: `@inline f() = 1`.
    let is_near =
        between.trim_start().is_empty() || between.trim_start().starts_with('@') && !between.contains("\n\n");
    if !is_near {
        return None;
    }
    let text = walk.build.text(span).trim_matches('"');
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    let mut text = lines.join("\n");
    text.truncate(text.floor_char_boundary(2_000));
    (!text.is_empty()).then_some(text)
}
