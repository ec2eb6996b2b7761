//! Interfaces, enumerations, namespaces, type aliases, ambient declarations.

use crate::languages::javascript::head::{self, Head};
use crate::languages::javascript::state::{Export, Frame, Remembers, This};
use crate::languages::javascript::{classes, signatures, text};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{DefId, ExprId, Flags, Namespace, Owner, Role, ScopeKind, Span, SymbolKind, Visibility};

const BOTH: Namespace = Namespace::VALUE.with(Namespace::TYPE);

/// `interface A<T> extends B { ... }`.
pub(super) fn interface(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let mut head = Some(Head::take(walk));
    let place = walk.build.place();
    let mut id = None;
    let mut bases = Vec::new();
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && id.is_none() => {
            let new = head::define(walk, SymbolKind::Interface, Namespace::TYPE);
            walk.build.owner = Owner::Definition(new);
            id = Some(new);
        }
        Field::TypeParameters => type_parameters(walk, id, span),
        Field::Body => {
            let list = walk.build.list(&bases);
            let start = walk.span().start;
            let outer = walk.build.scope;
            let scope = walk.build.open_scope(ScopeKind::Type, walk.span());
            let mut frame = Frame::new(scope, This::Instance(scope), false);
            frame.class = Some(scope);
            walk.state().frames.push(frame);
            if let Some(id) = id {
                walk.build.definition(id).body = Some(scope);
                walk.build.definition(id).bases = list;
                if let Some(head) = head.take() {
                    head.finish(walk, id, start, Flags::NONE);
                }
            }
            classes::members(walk, scope);
            walk.state().frames.pop();
            walk.build.scope = outer;
        }
        _ if walk.kind() == "extends_type_clause" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| classes::base(walk, &mut bases));
                ExprId::UNKNOWN
            });
        }
        _ => drop(walk.lower()),
    });
    if let (Some(id), Some(head)) = (id, head) {
        head.finish(walk, id, span.end, Flags::NONE);
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn type_parameters(walk: &mut Walk<'_, '_>, id: Option<DefId>, span: Span) {
    let run = signatures::type_parameters(walk, span);
    if let Some(id) = id {
        walk.build.definition(id).type_parameters = run;
    }
}

/// `type A<T> = B`.
pub(super) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let mut head = Some(Head::take(walk));
    let place = walk.build.place();
    let mut id = None;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && id.is_none() => {
            let new = head::define(walk, SymbolKind::TypeAlias, Namespace::TYPE);
            if let Some(head) = head.take() {
                head.finish(walk, new, span.end, Flags::NONE);
            }
            id = Some(new);
        }
        Field::TypeParameters => type_parameters(walk, id, span),
        Field::Value => {
            let is_object = walk.kind() == "object_type";
            walk.state().named = id.filter(|_| is_object);
            let value = walk.lower_as(Role::Type);
            walk.state().named = None;
            if let Some(id) = id {
                walk.build.definition(id).value = value;
            }
        }
        _ => drop(walk.lower()),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `enum A { B, C = 1 }`.
pub(super) fn enumeration(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let mut head = Some(Head::take(walk));
    let place = walk.build.place();
    let mut id = None;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && id.is_none() => {
            let new = head::define(walk, SymbolKind::Enum, BOTH);
            walk.build.owner = Owner::Definition(new);
            id = Some(new);
        }
        Field::Body => {
            let start = walk.span().start;
            let scope = walk.build.open_scope(ScopeKind::Type, walk.span());
            if let Some(id) = id {
                walk.build.definition(id).body = Some(scope);
                if let Some(head) = head.take() {
                    head.finish(walk, id, start, Flags::NONE);
                }
            }
            walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Name => variant(walk),
                    _ if walk.kind() == "enum_assignment" => {
                        walk.lower_with(|walk| {
                            walk.children(|walk, field| match field {
                                Field::Name => variant(walk),
                                _ => drop(walk.lower_as(Role::Read)),
                            });
                            ExprId::UNKNOWN
                        });
                    }
                    _ => drop(walk.lower()),
                });
                ExprId::UNKNOWN
            });
        }
        _ => drop(walk.lower()),
    });
    if let (Some(id), Some(head)) = (id, head) {
        head.finish(walk, id, span.end, Flags::NONE);
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn variant(walk: &mut Walk<'_, '_>) {
    let head = Head::take(walk);
    let scope = walk.build.scope;
    if let Some(id) = head::define_member(walk, scope, SymbolKind::Variant) {
        let end = head.span.end;
        head.finish(walk, id, end, Flags::NONE);
    }
}

/// `namespace A.B { ... }`, `module "a" { ... }`.
pub(super) fn namespace(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let mut head = Some(Head::take(walk));
    let place = walk.build.place();
    let mut id = None;
    let ambient = walk.state().ambient;
    walk.children(|walk, field| match field {
        Field::Name => names(walk, &mut id),
        Field::Body => {
            let start = walk.span().start;
            // The scope of the innermost name is that of the body.
            if let (Some(id), Some(head)) = (id, head.take()) {
                finish(walk, id, head, start);
            }
            body(walk, id, ambient);
        }
        _ => drop(walk.lower()),
    });
    if let (Some(id), Some(head)) = (id, head) {
        finish(walk, id, head, span.end);
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The head belongs to the outermost name; all names stand in one declaration.
fn finish(walk: &mut Walk<'_, '_>, id: DefId, head: Head, end: u32) {
    let span = head.span;
    let mut outer = id;
    while let Owner::Definition(owner) = walk.build.definition(outer).owner {
        let is_part = span.covers(walk.build.definition(owner).name_span);
        if !is_part {
            break;
        }
        let definition = walk.build.definition(outer);
        definition.span = span;
        definition.visibility = Visibility::Public;
        outer = owner;
    }
    head.finish(walk, outer, end, Flags::NONE);
}

fn names(walk: &mut Walk<'_, '_>, id: &mut Option<DefId>) {
    if walk.is_identifier() {
        let kind = SymbolKind::Module;
        if let Some(outer) = *id {
            // `B` in `A.B`: inside A.
            let scope = walk.build.open_scope(ScopeKind::Module, walk.span());
            walk.build.definition(outer).body = Some(scope);
            walk.build.owner = Owner::Definition(outer);
        }
        let new = head::define(walk, kind, BOTH);
        *id = Some(new);
        return;
    }
    match walk.kind() {
        "nested_identifier" | "member_expression" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_named() && !walk.node().is_extra() {
                        names(walk, id);
                    } else {
                        walk.lower();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        "string" if id.is_none() => {
            let content = text::content(walk.text());
            let name = walk.build.names.name(content);
            let scope = walk.build.scope;
            let (span, kind) = (walk.span(), SymbolKind::Module);
            let new = walk.build.define_as(name, span, kind, scope, Namespace::MEMBER);
            walk.build.definition(new).flags.add(Flags::EXPORTED);
            walk.state().named_modules.push(new);
            *id = Some(new);
        }
        _ => drop(walk.lower()),
    }
}

fn body(walk: &mut Walk<'_, '_>, id: Option<DefId>, ambient: bool) {
    let scope = walk.build.open_scope(ScopeKind::Module, walk.span());
    if let Some(id) = id {
        walk.build.definition(id).body = Some(scope);
        walk.build.owner = Owner::Definition(id);
        walk.build.enclosing = Some(id);
    }
    walk.state().frames.push(Frame::new(scope, This::Nothing, true));
    walk.state().ambient = ambient;
    walk.lower_with(|walk| {
        walk.lower_children();
        ExprId::UNKNOWN
    });
    walk.state().frames.pop();
    walk.state().export = Export::No;
}

/// `declare ...`: what it declares is made elsewhere.
pub(super) fn ambient(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let before = {
        let state = walk.state();
        state.start.get_or_insert(span.start);
        std::mem::replace(&mut state.ambient, true)
    };
    walk.each_child(|walk, _| match walk.kind() {
        // `declare global { ... }` adds to what every file sees.
        "statement_block" => {
            let before = std::mem::replace(&mut walk.state().is_global, true);
            walk.lower_with(|walk| {
                walk.lower_children();
                ExprId::UNKNOWN
            });
            walk.state().is_global = before;
        }
        _ if walk.is_identifier() => walk.neither(),
        _ => drop(walk.lower()),
    });
    walk.state().ambient = before;
    ExprId::UNKNOWN
}
