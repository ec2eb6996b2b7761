//! What a table cannot say of Ruby: what `self` is, types that are opened, methods.

use super::nodes;
use super::state::{Receiver, Ruby};
use crate::build::Build;
use crate::shapes::{self, type_scope};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, Namespace, Role, ScopeId, ScopeKind, Span, SymbolKind,
    Visibility,
};

/// What the hooks remember.
pub(super) fn ruby<'w>(walk: &'w mut Walk<'_, '_>) -> &'w mut Ruby {
    walk.build.remembered.of::<Ruby>()
}

/// Lowers what stands in `inside` where `self` is something else.
pub(super) fn received<T>(
    walk: &mut Walk<'_, '_>,
    receiver: Receiver,
    inside: impl FnOnce(&mut Walk<'_, '_>) -> T,
) -> T {
    ruby(walk).receivers.push(receiver);
    let value = inside(walk);
    ruby(walk).receivers.pop();
    value
}

/// True in a block in the body of a type, outside of its methods: whoever takes the block may run it with an instance.
pub(super) fn is_in_block_of_type(walk: &Walk<'_, '_>) -> bool {
    let scopes = &walk.build.facts.scopes;
    let mut current = Some(walk.build.scope);
    let mut is_in_block = false;
    while let Some(id) = current {
        indexer_core::work::add(1);
        match scopes[id.index()].kind {
            ScopeKind::Type => return is_in_block,
            ScopeKind::Function | ScopeKind::Extension => return false,
            ScopeKind::Lambda => is_in_block = true,
            _ => {}
        }
        current = scopes[id.index()].parent;
    }
    false
}

/// True in a block that stands in no type and no method.
fn is_in_free_block(walk: &mut Walk<'_, '_>) -> bool {
    let scope = walk.build.scope;
    walk.build.facts.scopes[scope.index()].kind != ScopeKind::File
        && super::drawn::is_outside(walk)
        && type_scope(walk).is_none()
}

/// What `self` is; unknown outside of types.
pub(super) fn this_value(walk: &mut Walk<'_, '_>) -> ExprId {
    let receiver = ruby(walk).receivers.last().copied();
    if let Some(scope) = type_scope(walk)
        && receiver == Some(Receiver::Type)
        && is_in_block_of_type(walk)
    {
        let of_type = walk.build.expression(Expression::SelfType(scope));
        let of_instance = walk.build.expression(Expression::SelfInstance(scope));
        return walk.build.union(&[of_type, of_instance]);
    }
    match (type_scope(walk), receiver) {
        (Some(scope), Some(Receiver::Instance)) => walk.build.expression(Expression::SelfInstance(scope)),
        (Some(scope), Some(Receiver::Type)) => walk.build.expression(Expression::SelfType(scope)),
        _ => ExprId::UNKNOWN,
    }
}

/// `self`.
pub(super) fn this(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.tally.neither += walk.count_identifiers();
    this_value(walk)
}

/// A constant: a class, a module, or a value.
pub(super) fn constant(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    constant_at(walk, span)
}

/// The token at `span` names a constant.
pub(super) fn constant_at(walk: &mut Walk<'_, '_>, span: Span) -> ExprId {
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::TYPE.with(Namespace::VALUE))
}

/// `A::B`, and `::B`, which is looked for outside of all types.
pub(super) fn scope_resolution(walk: &mut Walk<'_, '_>) -> ExprId {
    let (role, mut of, mut value) = (walk.build.role, None, ExprId::UNKNOWN);
    walk.build.role = Role::Read;
    walk.children(|walk, field| match field {
        Field::Scope => of = Some(walk.lower()),
        Field::Name if walk.is_identifier() => {
            walk.build.role = role;
            value = match of {
                Some(of) => walk.member_of(of, Access::Path),
                None => {
                    let around = std::mem::replace(&mut walk.build.scope, ScopeId(0));
                    let value = constant(walk);
                    walk.build.scope = around;
                    value
                }
            };
            walk.build.role = Role::Read;
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    value
}

/// A local, or a method without a receiver and arguments.
pub(super) fn identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    let name = walk.build.name(span);
    if shapes::is_bound(walk, name) {
        return walk.build.use_name(span, Namespace::VALUE);
    }
    let role = if walk.build.role == Role::Read { Role::Call } else { walk.build.role };
    let mark = walk.build.uses.mark();
    let callee = walk.with_role(role, bare_method);
    walk.call_of(mark, callee, &[])
}

/// The current token names a method without a receiver: one of `self`, else a function.
pub(super) fn bare_method(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    own_method(walk, span)
}

/// The token at `span` names a method without a receiver.
pub(super) fn own_method(walk: &mut Walk<'_, '_>, span: Span) -> ExprId {
    let this = this_value(walk);
    // Who takes a block may run it with a `self` of its own: then the method may be of any type.
    if this.is_unknown() && !is_in_free_block(walk) {
        return walk.build.use_name(span, Namespace::CALLABLE);
    }
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    let function = match this.is_unknown() {
        // Blocks around may define it.
        true => {
            let function = walk.build.use_name(span, Namespace::CALLABLE);
            walk.build.uses.silence_last();
            function
        }
        false => {
            let function = Expression::Name { name, scope, bound: None, namespace: Namespace::CALLABLE };
            walk.build.expression(function)
        }
    };
    let member = walk.build.expression(Expression::Member { of: this, name, access: Access::Value });
    let either = walk.build.expression(Expression::Case { member, name: function });
    walk.build.use_member(span, either);
    either
}

/// `class A < B` and `module A`: in its body `self` is the type.
pub(super) fn opened(walk: &mut Walk<'_, '_>) -> ExprId {
    let shape = if walk.kind() == "module" { &nodes::MODULE } else { &nodes::CLASS };
    let outer = std::mem::replace(&mut ruby(walk).is_singleton, false);
    let before = std::mem::take(&mut ruby(walk).members);
    super::calls::note_struct(walk);
    received(walk, Receiver::Type, |walk| shapes::lower(walk, shape));
    ruby(walk).is_singleton = outer;
    ruby(walk).members = before;
    ExprId::UNKNOWN
}

/// What is a part of a type that other places open too.
pub(super) fn type_opened(walk: &mut Walk<'_, '_>, id: DefId) {
    walk.build.definition(id).flags.add(Flags::PARTIAL);
}

/// `class << self`: what is defined there is of the type itself.
pub(super) fn singleton_class(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_self = walk.node().child_by_field_name("value").is_some_and(|value| value.kind() == "self");
    let place = walk.build.place();
    let outer = ruby(walk).is_singleton;
    let visibility = walk.build.shapes.visibility.get(&place.scope()).copied();
    if is_self {
        ruby(walk).is_singleton = true;
        walk.build.shapes.visibility.remove(&place.scope());
    } else {
        walk.build.open_scope(ScopeKind::Block, walk.span());
    }
    walk.children(|walk, field| match field {
        Field::Body => drop(received(walk, Receiver::Type, |walk| walk.lower())),
        _ => walk.other(),
    });
    ruby(walk).is_singleton = outer;
    match visibility {
        Some(visibility) => drop(walk.build.shapes.visibility.insert(place.scope(), visibility)),
        None => drop(walk.build.shapes.visibility.remove(&place.scope())),
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `def a` and `def self.a`.
pub(super) fn method(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let object = node.child_by_field_name("object").map(|object| object.kind());
    let is_static = object.is_some() || ruby(walk).is_singleton;
    let receiver = if is_static { Receiver::Type } else { Receiver::Instance };
    let shape = match object {
        None => &nodes::METHOD,
        Some("self") => &nodes::SINGLETON,
        Some(_) => &nodes::EXTENDING,
    };
    let name = node.child_by_field_name("name").map(crate::walk::span_of).unwrap_or_default();
    let name = walk.build.name(name);
    ruby(walk).methods.push(name);
    received(walk, receiver, |walk| shapes::lower(walk, shape));
    ruby(walk).methods.pop();
    ExprId::UNKNOWN
}

/// `initialize` makes instances; what is written has a name of its own.
pub(super) fn method_defined(walk: &mut Walk<'_, '_>, id: DefId) {
    let is_static = ruby(walk).is_singleton;
    if is_test(walk, id) {
        walk.build.definition(id).flags.add(Flags::TEST);
    }
    let definition = walk.build.definition(id);
    let (name, scope, end) = (definition.name, definition.scope, definition.name_span.end as usize);
    if definition.kind != SymbolKind::Method {
        definition.flags.add(Flags::EXPORTED);
    } else if is_static {
        definition.flags.add(Flags::STATIC);
    } else if walk.build.names.get(name) == "initialize" {
        let this = walk.build.expression(Expression::SelfInstance(scope));
        let definition = walk.build.definition(id);
        definition.kind = SymbolKind::Constructor;
        definition.value = this;
    }
    written(walk.build, id, end);
}

/// True for what Minitest runs: methods that are named as tests, of classes that are based on one of tests.
fn is_test(walk: &mut Walk<'_, '_>, id: DefId) -> bool {
    let definition = walk.build.definition(id);
    let (name, has_parameters) = (definition.name, definition.parameters.len > 0);
    if has_parameters || !walk.build.names.get(name).starts_with("test_") {
        return false;
    }
    let class = walk.node().parent().and_then(|body| body.parent()).filter(|one| one.kind() == "class");
    let Some(base) = class.and_then(|one| one.child_by_field_name("superclass")) else { return false };
    let base = walk.build.text(crate::walk::span_of(base)).trim_end();
    ["Test", "TestCase", "Spec"].iter().any(|end| base.ends_with(end))
}

/// `def a=(to)` defines `a=`, although the grammar ends the name before the sign.
fn written(build: &mut Build<'_>, id: DefId, end: usize) {
    let definition = &build.facts.definitions[id.index()];
    let (text, takes) = (build.names.get(definition.name), definition.parameters.len > 0);
    let is_word = text.ends_with(|last: char| last.is_alphanumeric() || last == '_');
    if is_word && takes && build.source.as_bytes().get(end) == Some(&b'=') {
        let text = format!("{text}=");
        build.definition(id).name = build.names.made(&text);
    }
}

/// `def self.a`: no instance is needed.
pub(super) fn singleton_defined(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    definition.flags.add(Flags::STATIC);
    // A bare `private` is of the methods of instances.
    definition.visibility = Visibility::Public;
    let end = definition.name_span.end as usize;
    written(walk.build, id, end);
}

/// `alias new old`.
pub(super) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, mut defined) = (walk.span(), None);
    let is_static = ruby(walk).is_singleton;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            let is_member = type_scope(walk).is_some();
            let kind = if is_member { SymbolKind::Method } else { SymbolKind::Function };
            let id = walk.build.define(walk.span(), kind, Namespace::CALLABLE);
            let signature = crate::text::folded(walk.build.text(span));
            let definition = walk.build.definition(id);
            definition.visibility = Visibility::Public;
            definition.signature = signature;
            definition.span = span;
            if is_static {
                definition.flags.add(Flags::STATIC);
            }
            defined = Some(id);
        }
        Field::Alias if walk.is_identifier() => {
            let receiver = if is_static { Receiver::Type } else { Receiver::Instance };
            let mark = walk.build.uses.mark();
            let named = received(walk, receiver, bare_method);
            let value = walk.call_of(mark, named, &[]);
            if let Some(id) = defined {
                walk.build.definition(id).value = value;
            }
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
