//! Classes and objects.

use super::binds::{LOCAL, NEVER, What, open, parameters};
use super::hooks::in_scope;
use super::state::{Level, Ocaml};
use crate::shapes::declare::{self, as_pattern, is_taken};
use crate::shapes::this_instance;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Flags, Role, ScopeKind, SymbolKind, Visibility};

/// Before names of classes.
pub(super) const CLASS: &str = "class:";

/// `class a x = object .. end`, `class type a = object .. end`.
pub(super) fn class(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let is_name = |kind: &str| matches!(kind, "class_name" | "class_type_name");
    let token = node.named_children(&mut node.walk()).find(|one| is_name(one.kind())).map(span_of);
    let level = walk.build.remembered.of::<Ocaml>().level;
    let Some(token) = token.filter(|token| !token.is_empty() && level == Level::Module) else {
        return in_scope(walk, ScopeKind::Block, |walk| {
            walk.lower_children();
        });
    };
    let first = node.child_by_field_name("body").or(node.child_by_field_name("class_type"));
    let end = first.map_or(whole.end, |body| body.start_byte() as u32);
    let is_interface = node.kind() == "class_type_binding";
    let kind = if is_interface { SymbolKind::Interface } else { SymbolKind::Class };
    let scope = Some(ScopeKind::Type);
    let opened = open(walk, What { token, kind, mark: CLASS, scope, whole, end, from: whole.start });
    let state = walk.build.remembered.of::<Ocaml>();
    let level = std::mem::replace(&mut state.level, Level::Class);
    walk.with_role(Role::Read, Walk::lower_children);
    walk.build.remembered.of::<Ocaml>().level = level;
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// The name of a class by itself.
pub(super) fn class_name(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.span().is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    super::hooks::use_marked(walk, CLASS)
}

/// `object (self) .. end`: of the class around, or a value by itself.
pub(super) fn object(walk: &mut Walk<'_, '_>) -> ExprId {
    let own = walk.node().child_by_field_name("self");
    let own = own.filter(|own| own.kind() == "value_pattern").map(|own| walk.build.name(span_of(own)));
    let state = walk.build.remembered.of::<Ocaml>();
    let (is_of_class, before) = (state.level == Level::Class, std::mem::replace(&mut state.own, own));
    let body = |walk: &mut Walk<'_, '_>| {
        walk.children(|walk, field| match field {
            Field::Other if walk.kind().ends_with("pattern") => {
                as_pattern(walk, 0, |walk| walk.lower());
            }
            Field::Type => drop(walk.lower_as(Role::Type)),
            _ => walk.other(),
        });
    };
    match is_of_class {
        true => body(walk),
        false => drop(in_scope(walk, ScopeKind::Block, body)),
    }
    walk.build.remembered.of::<Ocaml>().own = before;
    ExprId::UNKNOWN
}

/// `inherit a x`.
pub(super) fn inherit(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Class | Field::Other
            if walk.kind().starts_with("class_") && walk.kind() != "class_application" =>
        {
            walk.lower_as(Role::Inherit);
        }
        Field::Alias => drop(as_pattern(walk, 0, |walk| walk.lower())),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `inherit a x`: what stands before its arguments.
pub(super) fn class_application(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Class => drop(walk.lower_as(Role::Inherit)),
        _ => walk.with_role(Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}

/// `method a x = ..` and `method a : t`.
pub(super) fn method(walk: &mut Walk<'_, '_>) -> ExprId {
    member(walk, "method_name", SymbolKind::Method)
}

/// `val a = ..` and `val a : t`: what methods of the class see by its name.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    member(walk, "instance_variable_name", SymbolKind::Field)
}

fn member(walk: &mut Walk<'_, '_>, name: &str, kind: SymbolKind) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let token = node.named_children(&mut node.walk()).find(|one| one.kind() == name).map(span_of);
    let level = walk.build.remembered.of::<Ocaml>().level;
    let Some(token) = token.filter(|token| !token.is_empty() && level == Level::Class) else {
        return in_scope(walk, ScopeKind::Lambda, |walk| {
            walk.children(|walk, field| match field {
                Field::Type => drop(walk.lower_as(Role::Type)),
                _ if walk.kind() == "instance_variable_name" && walk.is_identifier() => walk.neither(),
                _ if walk.kind() == "method_name" && walk.is_identifier() => walk.neither(),
                _ => walk.other(),
            });
        });
    };
    let is_private = node.children(&mut node.walk()).any(|one| one.kind() == "private");
    let is_abstract = node.children(&mut node.walk()).any(|one| one.kind() == "virtual");
    let end = node.child_by_field_name("body").map_or(whole.end, |body| body.start_byte() as u32);
    let is_method = kind == SymbolKind::Method;
    let scope = Some(if is_method { ScopeKind::Function } else { ScopeKind::Block });
    let (places, from) = (parameters(node), if is_method { NEVER } else { 0 });
    let opened = open(walk, What { token, kind, mark: "", scope, whole, end, from });
    let definition = walk.build.definition(opened.id);
    if is_private || !is_method {
        definition.visibility = Visibility::Private;
    }
    if is_abstract {
        definition.flags.add(Flags::ABSTRACT);
    }
    declare::parameters(walk, opened.id, &places);
    let state = walk.build.remembered.of::<Ocaml>();
    let level = std::mem::replace(&mut state.level, Level::Local);
    walk.children(|walk, field| match field {
        Field::Type => drop(walk.lower_as(Role::Type)),
        _ => walk.with_role(Role::Read, Walk::other),
    });
    walk.build.remembered.of::<Ocaml>().level = level;
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// The name of a method or variable where it is used by itself.
pub(super) fn variable_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, LOCAL)
}

pub(super) fn method_name(walk: &mut Walk<'_, '_>) -> ExprId {
    if !walk.span().is_empty() && !is_taken(walk) {
        walk.neither();
    }
    ExprId::UNKNOWN
}

/// `a#b`.
pub(super) fn invocation(walk: &mut Walk<'_, '_>) -> ExprId {
    let object = walk.node().child_by_field_name("object").filter(|one| one.kind() == "value_path");
    let object = object.map(|one| walk.build.name(span_of(one)));
    let own = walk.build.remembered.of::<Ocaml>().own;
    let of = if object.is_some() && object == own { this_instance(walk) } else { ExprId::UNKNOWN };
    walk.children(|walk, field| match field {
        Field::Method if walk.is_identifier() => {
            walk.with_role(Role::Call, |walk| walk.member_of(of, Access::Value));
        }
        _ => walk.with_role(Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}
