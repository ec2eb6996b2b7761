//! What a table cannot say of Ruby: what calls declare, and variables that need no declaration.

use super::nodes;
use crate::shapes::{self, this_instance, type_scope};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, Name, Namespace, Role, ScopeId, Span, SymbolKind, Visibility,
};
use tree_sitter::Node;

/// A constant: a class, a module, or a value.
pub(super) fn constant(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::TYPE.with(Namespace::VALUE))
}

/// A local, or a method without a receiver.
pub(super) fn identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::VALUE.with(Namespace::CALLABLE))
}

/// The statements of a body: a word such as `private` holds for what follows.
pub(super) fn body(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, _| match visibility_of(walk.text()).filter(|_| walk.kind() == "identifier") {
        Some(visibility) => {
            let scope = walk.build.scope;
            walk.build.shapes.visibility.insert(scope, visibility);
            walk.neither();
        }
        None => walk.other(),
    });
    ExprId::UNKNOWN
}

fn visibility_of(word: &str) -> Option<Visibility> {
    match word {
        "public" => Some(Visibility::Public),
        "protected" => Some(Visibility::Restricted),
        "private" => Some(Visibility::Private),
        _ => None,
    }
}

/// `@a` and `@@a`: a member of the receiver.
pub(super) fn instance_variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let this = this_instance(walk);
    walk.member_of(this, Access::Value)
}

/// An assignment: constants and the first assignment of an instance variable define, what else is a name is a local.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let left = walk.node().child_by_field_name("left");
    match left.map(|left| left.kind()) {
        Some("constant") => shapes::lower(walk, &nodes::CONSTANT),
        Some("instance_variable" | "class_variable") => field(walk),
        _ => shapes::lower(walk, &nodes::ASSIGN),
    }
}

fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, mut of, mut value, mut computes) = (walk.span(), None, ExprId::UNKNOWN, false);
    walk.children(|walk, field| match field {
        Field::Left if walk.is_identifier() => of = instance_target(walk),
        Field::Right => value = walk.lower_as(Role::Read),
        _ => {
            computes |= shapes::is_computing(walk);
            walk.other();
        }
    });
    if computes {
        value = ExprId::UNKNOWN;
    }
    give(walk, of, span, value);
    value
}

/// The field is given a value, its first where it is defined by that.
fn give(walk: &mut Walk<'_, '_>, of: Option<Target>, span: Span, value: ExprId) {
    match of {
        Some((of, Some(id))) => {
            let signature = crate::text::folded(walk.build.text(span));
            let definition = walk.build.definition(id);
            definition.span = span;
            definition.signature = signature;
            shapes::define_given(walk, of, id, value);
        }
        Some((of, None)) => shapes::give(walk, of, value),
        None => {}
    }
}

/// One of several targets of an assignment that is no local: of its value, nothing is known.
pub(super) fn member_target(walk: &mut Walk<'_, '_>) -> bool {
    match walk.kind() {
        "instance_variable" | "class_variable" => {
            let span = walk.span();
            let of = instance_target(walk);
            give(walk, of, span, ExprId::UNKNOWN);
        }
        "global_variable" | "constant" => drop(walk.with_role(Role::Write, Walk::lower)),
        _ => return false,
    }
    true
}

/// The class and name of a field, with its definition where this is its first assignment.
type Target = ((ScopeId, Name), Option<DefId>);

/// The first assignment in a class defines the field; others write it.
fn instance_target(walk: &mut Walk<'_, '_>) -> Option<Target> {
    let span = walk.span();
    let name = walk.build.name(span);
    let around = type_scope(walk);
    let first = around.filter(|scope| walk.build.shapes.introduce(*scope, name));
    let Some(scope) = first else {
        let this = this_instance(walk);
        walk.with_role(Role::Write, |walk| walk.member_of(this, Access::Value));
        return around.map(|scope| ((scope, name), None));
    };
    let place = walk.build.place();
    walk.build.owner = walk.build.facts.scopes[scope.index()].owner;
    walk.build.tally.definitions += 1;
    let id = walk.build.define_as(name, span, SymbolKind::Field, scope, Namespace::MEMBER);
    walk.build.restore(place);
    Some(((scope, name), Some(id)))
}

/// `initialize` makes instances.
pub(super) fn method(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    if definition.kind == SymbolKind::Method {
        let (name, scope) = (definition.name, definition.scope);
        if walk.build.names.get(name) == "initialize" {
            let this = walk.build.expression(Expression::SelfInstance(scope));
            let definition = walk.build.definition(id);
            definition.kind = SymbolKind::Constructor;
            definition.value = this;
        }
    }
}

/// `def self.a`: no instance is needed.
pub(super) fn singleton(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    definition.flags.add(Flags::STATIC);
    // A bare `private` is of the methods of instances.
    definition.visibility = Visibility::Public;
}

/// A call. Some declare: `attr_reader :a`, `include A`, `require "a"`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let method = node.child_by_field_name("method").map(|method| walk.build.text(span_of(method)));
    let has_receiver = node.child_by_field_name("receiver").is_some();
    let arguments = node.child_by_field_name("arguments");
    match (method, arguments) {
        (Some("attr_reader" | "attr_writer" | "attr_accessor"), Some(arguments)) if !has_receiver => {
            accessors(walk, arguments);
        }
        (Some("require" | "require_relative" | "load"), Some(arguments)) if !has_receiver => {
            require(walk, arguments);
        }
        (Some("include" | "prepend"), Some(_)) if !has_receiver => return mixed_in(walk),
        _ => {}
    }
    let value = shapes::lower(walk, &nodes::CALL);
    // `T.new` makes an instance of `T`.
    if method == Some("new")
        && let Expression::Call { of, .. } = walk.build.facts.expression(value)
        && let Expression::Member { of, .. } = walk.build.facts.expression(of)
    {
        return walk.build.instance(of);
    }
    value
}

/// `:a` in the arguments of `attr_reader` and its like is a member.
fn accessors(walk: &mut Walk<'_, '_>, arguments: Node<'_>) {
    let mut cursor = arguments.walk();
    let symbols = arguments.named_children(&mut cursor).filter(|one| one.kind() == "simple_symbol");
    let whole = crate::text::folded(walk.text());
    for (at, symbol) in symbols.enumerate() {
        let span = span_of(symbol);
        let span = Span::new((span.start + 1).min(span.end), span.end);
        let name = walk.build.name(span);
        let scope = walk.build.scope;
        let id = walk.build.define_as(name, span, SymbolKind::Accessor, scope, Namespace::CALLABLE);
        let declaration = walk.span();
        let signature =
            if at < crate::text::NAMES { whole.clone() } else { walk.build.text(span).to_owned() };
        let visibility = walk.build.shapes.visibility.get(&scope).copied().unwrap_or(Visibility::Public);
        let definition = walk.build.definition(id);
        definition.visibility = visibility;
        definition.signature = signature;
        definition.span = declaration;
    }
}

/// `require "a/b"`: the file is loaded, and nothing is bound.
fn require(walk: &mut Walk<'_, '_>, arguments: Node<'_>) {
    let text = arguments.named_child(0).filter(|one| one.kind() == "string" && one.named_child_count() == 1);
    let Some(text) = text.and_then(|text| text.named_child(0)).filter(|text| text.kind() == "string_content")
    else {
        return;
    };
    let span = span_of(text);
    walk.build.import_file(walk.build.text(span), span);
}

/// `include A`: the class has the members of the module.
fn mixed_in(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Arguments => {
            walk.lower_with(|walk| {
                walk.children(|walk, _| {
                    if matches!(walk.kind(), "constant" | "scope_resolution") {
                        let base = walk.lower_as(Role::Inherit);
                        walk.build.shapes.add_base(base);
                    } else {
                        walk.other();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        Field::Method if walk.is_identifier() => walk.neither(),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `alias new old`.
pub(super) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
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
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
