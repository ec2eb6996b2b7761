//! Blocks of an interface: `uniform A { mat4 b; } c;`.

use super::super::c::declare::{self, Specifiers, binding_scope, define};
use crate::walk::Walk;
use indexer_core::{Bound, DefId, ExprId, Expression, Namespace, Owner, ScopeId, ScopeKind, SymbolKind};

/// A declaration, which may be a block.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let mut cursor = node.walk();
    let is_block = node.named_children(&mut cursor).any(|child| child.kind() == "field_declaration_list");
    if is_block { block(walk) } else { declare::declaration(walk) }
}

/// A block: a structure, and the one variable of it. Without such a variable its members are variables of the shader.
fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut specifiers = Specifiers::new(walk);
    let scope = binding_scope(walk);
    let mut end = specifiers.span.end;
    let (mut id, mut members, mut has_variable) = (None, None, false);
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" if walk.is_identifier() && members.is_none() && id.is_none() => {
            let namespace = Namespace::TAG.with(Namespace::TYPE);
            let made = define(walk, walk.span(), SymbolKind::Struct, scope, namespace);
            specifiers.made.push(made);
            id = Some(made);
        }
        "field_declaration_list" => {
            end = end.min(walk.span().start);
            members = Some(body(walk, id));
        }
        "identifier" if walk.is_identifier() => {
            has_variable = true;
            variable(walk, id, scope, &mut specifiers);
        }
        "array_declarator" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.is_identifier() && !has_variable {
                    true => {
                        has_variable = true;
                        variable(walk, id, scope, &mut specifiers);
                    }
                    false => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    if let Some(members) = members.filter(|_| !has_variable) {
        let bindings = walk.build.facts.bindings.iter().rev().take_while(|one| one.scope == members);
        let all: Vec<_> = bindings.map(|one| (one.name, one.bound, one.value)).collect();
        for (name, bound, value) in all.into_iter().filter(|one| matches!(one.1, Bound::Definition(_))) {
            walk.build.bind(scope, name, Namespace::VALUE, bound, value);
        }
    }
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// The members of a block.
fn body(walk: &mut Walk<'_, '_>, id: Option<DefId>) -> ScopeId {
    let place = walk.build.place();
    let scope = walk.build.open_scope(ScopeKind::Type, walk.span());
    if let Some(id) = id {
        walk.build.definition(id).body = Some(scope);
        walk.build.owner = Owner::Definition(id);
        walk.build.enclosing = Some(id);
        walk.build.facts.scopes[scope.index()].owner = Owner::Definition(id);
    }
    walk.lower_children();
    walk.build.restore(place);
    scope
}

/// The variable behind the members.
fn variable(walk: &mut Walk<'_, '_>, block: Option<DefId>, scope: ScopeId, specifiers: &mut Specifiers) {
    let id = define(walk, walk.span(), SymbolKind::Variable, scope, Namespace::VALUE);
    if let Some(block) = block {
        let of = walk.build.expression(Expression::Definition(block));
        let value = walk.build.instance(of);
        walk.build.definition(id).value = value;
    }
    specifiers.made.push(id);
}
