//! Packages: each goes on to the next one, or to the end of what stands around.

use super::nodes::STYLE;
use super::state::Perl;
use crate::build::Place;
use crate::shapes::declare::{self, Declared, Opened};
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Flags, Name, Namespace, Owner, ScopeId, ScopeKind, Span, SymbolKind, Visibility};

/// A package that is open.
struct Open {
    opened: Opened,
    outside: Place,
    scope: ScopeId,
    before: (Option<Name>, Option<ScopeId>),
}

/// The file.
pub(super) fn file(walk: &mut Walk<'_, '_>) -> ExprId {
    sequence(walk);
    ExprId::UNKNOWN
}

/// A block: names that are declared in it hold there.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.build.remembered.of::<Perl>().depth += 1;
    sequence(walk);
    walk.build.remembered.of::<Perl>().depth -= 1;
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn sequence(walk: &mut Walk<'_, '_>) {
    let mut around: Option<Open> = None;
    walk.children(|walk, _| {
        let is_package = matches!(walk.kind(), "class_statement" | "package_statement" | "role_statement");
        if is_package && walk.node().child_by_field_name("name").is_some() {
            let has_block =
                walk.node().named_children(&mut walk.node().walk()).any(|one| one.kind() == "block");
            let start = walk.span().start;
            if let Some(last) = around.take_if(|_| !has_block) {
                close(walk, last, start);
            }
            let open = {
                let mut begun = None;
                walk.lower_with(|walk| {
                    begun = begin(walk, has_block);
                    ExprId::UNKNOWN
                });
                begun
            };
            match (open, has_block) {
                (Some(open), false) => around = Some(open),
                (Some(open), true) => {
                    let end = walk.span().end;
                    close(walk, open, end);
                }
                (None, _) => {}
            }
        } else {
            walk.other();
        }
    });
    if let Some(last) = around {
        let end = walk.span().end;
        close(walk, last, end);
    }
}

/// Begins a package. What its block holds, where it has one, is walked too.
fn begin(walk: &mut Walk<'_, '_>, has_block: bool) -> Option<Open> {
    let (node, whole) = (walk.node(), walk.span());
    let token = node.child_by_field_name("name").map(span_of).filter(|token| !token.is_empty());
    let Some(token) = token else {
        walk.lower_children();
        return None;
    };
    let name = walk.build.name(token);
    // A package is of no other one, wherever it stands.
    let outside = walk.build.place();
    walk.build.owner = Owner::File;
    let of = Declared {
        name,
        bound: name,
        namespace: Namespace::MEMBER,
        within: ScopeId(0),
        token,
        kind: SymbolKind::Module,
        visibility: Visibility::Public,
        whole,
        end: token.end,
        scope: Some(ScopeKind::Type),
        style: &STYLE,
    };
    walk.build.shapes.taken.insert(token.start);
    let opened = declare::open(walk, &of);
    walk.build.definition(opened.id).flags.add(Flags::EXPORTED);
    let scope = walk.build.scope;
    let state = walk.build.remembered.of::<Perl>();
    let before = (state.package.replace(name), state.scope.replace(scope));
    walk.children(|walk, _| match walk.kind() {
        "block" if has_block => drop(walk.lower_with(|walk| {
            sequence(walk);
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
    Some(Open { opened, outside, scope, before })
}

/// Ends a package at a byte.
fn close(walk: &mut Walk<'_, '_>, of: Open, end: u32) {
    let Open { opened, outside, scope, before } = of;
    let definition = walk.build.definition(opened.id);
    let from = definition.span.start;
    definition.span = Span::new(from, end.max(definition.span.end));
    let span = walk.build.facts.scopes[scope.index()].span;
    walk.build.facts.scopes[scope.index()].span = Span::new(span.start, end.max(span.end));
    declare::close(walk, opened);
    walk.build.restore(outside);
    let state = walk.build.remembered.of::<Perl>();
    (state.package, state.scope) = before;
}
