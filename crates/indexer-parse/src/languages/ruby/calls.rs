//! Calls, and what some of them declare.

use super::hooks::{bare_method, received, ruby};
use super::state::Receiver;
use super::{drawn, symbols};
use crate::shapes::type_scope;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, Name, Namespace, Role, ScopeId, ScopeKind, Span, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

/// Methods of which a call may declare something, or gives something of its own: where is it called, with what? Sorted.
#[rustfmt::skip]
const ASKED: &[&str] = &[
    "alias_method", "attr", "attr_accessor", "attr_reader", "attr_writer", "autoload", "def_delegator", "def_delegators",
    "def_instance_delegator", "def_instance_delegators", "define_method", "define_singleton_method", "delegate", "extend",
    "include", "lambda", "let", "let!", "load", "module_function", "prepend", "private", "private_class_method",
    "private_constant", "proc", "protected", "public", "public_class_method", "public_constant", "require",
    "require_relative", "subject", "subject!",
];

/// A call. Some declare: `attr_reader :a`, `include A`, `require "a"`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let method = walk.child_of(node, Field::Method).map(|method| walk.build.text(span_of(method)));
    // A child is dear to find, and most calls are of none of these.
    let asks = method.is_some_and(|method| ASKED.binary_search(&method).is_ok());
    let has_receiver = asks && walk.child_of(node, Field::Receiver).is_some();
    let arguments = if asks { walk.child_of(node, Field::Arguments) } else { None };
    let mut defined = false;
    if let (Some(method), Some(arguments), false) = (method, arguments, has_receiver) {
        match method {
            "attr_reader" | "attr_writer" | "attr_accessor" | "attr" => accessors(walk, method, arguments),
            "require" | "require_relative" | "load" => require(walk, method, arguments.named_child(0)),
            "autoload" => {
                symbols::loaded(walk, arguments);
                require(walk, method, arguments.named_child(1));
            }
            "include" | "prepend" | "extend" if is_in_body(walk) => return mixed_in(walk, method),
            "module_function" if is_in_body(walk) => {
                let scope = type_scope(walk).unwrap_or(ScopeId(0));
                let this = walk.build.expression(Expression::SelfInstance(scope));
                walk.build.shapes.add_bases_before(vec![this]);
            }
            "alias_method" => aliased(walk, arguments),
            "define_method" | "define_singleton_method" => {
                defined = true;
                defined_method(walk, method, arguments);
            }
            "def_delegators" | "def_instance_delegators" => {
                delegated(walk, symbols(arguments, 1, usize::MAX));
            }
            "def_delegator" | "def_instance_delegator" => {
                let named = symbols(arguments, 2, 1);
                delegated(walk, if named.is_empty() { symbols(arguments, 1, 1) } else { named });
            }
            "delegate" if is_in_body(walk) => delegated(walk, symbols(arguments, 0, usize::MAX)),
            _ => {}
        }
    }
    let memoized = match (method, has_receiver) {
        (Some("let" | "let!" | "subject" | "subject!"), false) => memoized(walk, arguments),
        _ => None,
    };
    let before = walk.build.facts.definitions.len();
    let as_such = |walk: &mut Walk<'_, '_>| generic(walk, method);
    let (value, block) = if defined { received(walk, Receiver::Instance, as_such) } else { as_such(walk) };
    if let (Some(method), Some(arguments), false) = (method, arguments, has_receiver)
        && is_in_body(walk)
    {
        symbols::shown(walk, method, arguments, before);
    }
    if let (Some(name), Some(block)) = (memoized, block) {
        let arguments = walk.build.list(&[]);
        let gives = walk.build.expression(Expression::Call { of: block, arguments });
        let (scope, from) = (walk.build.scope, walk.span().end);
        walk.build.bind_local(scope, name, Namespace::VALUE, from, gives);
        walk.build.shapes.introduce(scope, name);
    }
    // A function without a name is what `lambda` and `proc` are given.
    match method {
        Some("lambda" | "proc") if !has_receiver => block.unwrap_or(value),
        _ => value,
    }
}

/// True in the body of a type, where calls declare.
pub(super) fn is_in_body(walk: &mut Walk<'_, '_>) -> bool {
    type_scope(walk).is_some() && ruby(walk).receivers.last() == Some(&Receiver::Type)
}

/// The call of a method as such, and the function without a name behind its arguments.
fn generic(walk: &mut Walk<'_, '_>, method: Option<&str>) -> (ExprId, Option<ExprId>) {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let declares = drawn::declares(walk, method);
    let outer = std::mem::replace(&mut ruby(walk).declares, false);
    let (mut receiver, mut callee, mut block) = (None, ExprId::UNKNOWN, None);
    let (mut values, mut is_open) = (Vec::new(), false);
    walk.children(|walk, field| match field {
        Field::Receiver => receiver = Some(walk.lower()),
        Field::Method => callee = walk.with_role(Role::Call, |walk| called(walk, receiver)),
        Field::Arguments => {
            ruby(walk).declares = declares;
            is_open = arguments(walk, &mut values);
            ruby(walk).declares = false;
        }
        Field::Block => block = Some(walk.lower()),
        _ => walk.other(),
    });
    ruby(walk).declares = outer;
    walk.build.role = role;
    let value = close(walk, mark, callee, &values, is_open);
    symbols::named(walk, method, receiver, (!is_open).then_some(values.len()));
    if let Some(block) = block.filter(|_| declares || receiver.is_none() && drawn::is_outside(walk)) {
        drawn::stands_behind(walk, block, value, values.len());
    }
    (value, block)
}

/// What is called.
fn called(walk: &mut Walk<'_, '_>, receiver: Option<ExprId>) -> ExprId {
    match receiver {
        _ if walk.kind() == "super" => super_method(walk),
        Some(receiver) if walk.is_identifier() => walk.member_of(receiver, Access::Value),
        None if walk.is_identifier() => bare_method(walk),
        _ => walk.lower_as(Role::Read),
    }
}

/// `super` without parentheses.
pub(super) fn super_call(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let callee = walk.with_role(Role::Call, super_method);
    close(walk, mark, callee, &[], true)
}

/// The method of the name of that around, of what the type extends.
fn super_method(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let (method, receiver) = (ruby(walk).methods.last().copied(), ruby(walk).receivers.last().copied());
    let (Some(scope), Some(mut name)) = (type_scope(walk), method) else { return ExprId::UNKNOWN };
    if receiver == Some(Receiver::Type) {
        let text = format!("self.{}", walk.build.names.get(name));
        name = walk.build.names.made(&text);
    }
    let of = walk.build.expression(Expression::Super(scope));
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    walk.build.use_member(span, member);
    walk.build.uses.uncount_last();
    member
}

/// The arguments of a call. Gives true where it is not known how many there are.
fn arguments(walk: &mut Walk<'_, '_>, values: &mut Vec<ExprId>) -> bool {
    let mut is_open = false;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if !walk.is_named() || walk.node().is_extra() {
                walk.other();
                return;
            }
            match walk.kind() {
                "pair" => {
                    is_open = true;
                    match ruby(walk).declares {
                        true => drawn::pair(walk, values),
                        false => values.push(keyword(walk)),
                    }
                }
                "simple_symbol" if ruby(walk).declares => values.push(drawn::given(walk)),
                "splat_argument" | "hash_splat_argument" | "block_argument" | "forward_argument" => {
                    is_open = true;
                    walk.lower();
                }
                _ => values.push(walk.lower()),
            }
        });
        ExprId::UNKNOWN
    });
    is_open
}

/// `a: b` among arguments.
fn keyword(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut value) = (None, ExprId::UNKNOWN);
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Key if walk.kind() == "hash_key_symbol" => {
                let span = walk.span();
                name = Some(walk.build.name(span));
            }
            Field::Value => value = walk.lower(),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    name.map_or(ExprId::UNKNOWN, |name| walk.build.expression(Expression::Keyword { name, value }))
}

/// The expression of a call whose callee and arguments are known.
fn close(walk: &mut Walk<'_, '_>, mark: usize, callee: ExprId, values: &[ExprId], is_open: bool) -> ExprId {
    if !is_open {
        return walk.call_of(mark, callee, values);
    }
    // How many there are is not known, so that nothing is ruled out by that.
    let arguments = walk.build.list(values);
    walk.build.expression(Expression::Call { of: callee, arguments })
}

/// `:a` in the arguments of a call, from the `first` on, at most `most` of them: the tokens without the colon.
fn symbols(arguments: Node<'_>, first: usize, most: usize) -> Vec<Span> {
    let mut cursor = arguments.walk();
    let all = arguments.named_children(&mut cursor).skip(first).take(most);
    let all = all.filter(|one| matches!(one.kind(), "simple_symbol"));
    all.map(|one| {
        let span = span_of(one);
        Span::new((span.start + 1).min(span.end), span.end)
    })
    .collect()
}

/// Defines a member of the type around that a symbol names. `declaration` is all that says it.
fn member(walk: &mut Walk<'_, '_>, span: Span, kind: SymbolKind, declaration: Span) -> DefId {
    let name = walk.build.name(span);
    let scope = walk.build.scope;
    let id = walk.build.define_as(name, span, kind, scope, Namespace::CALLABLE);
    let visibility = walk.build.shapes.visibility.get(&scope).copied().unwrap_or(Visibility::Public);
    let is_static = ruby(walk).is_singleton;
    let signature = crate::text::folded(walk.build.text(declaration));
    let definition = walk.build.definition(id);
    definition.visibility = visibility;
    definition.span = declaration;
    definition.signature = signature;
    if is_static {
        definition.flags.add(Flags::STATIC);
    }
    id
}

/// The variable of the receiver that an accessor reads.
fn variable(walk: &mut Walk<'_, '_>, name: &str) -> ExprId {
    let Some(scope) = type_scope(walk) else { return ExprId::UNKNOWN };
    let this = match ruby(walk).is_singleton {
        true => Expression::SelfType(scope),
        false => Expression::SelfInstance(scope),
    };
    let of = walk.build.expression(this);
    let name = walk.build.names.made(&format!("@{name}"));
    walk.build.expression(Expression::Member { of, name, access: Access::Value })
}

/// `:a` in the arguments of `attr_reader` and its like is a member.
fn accessors(walk: &mut Walk<'_, '_>, method: &str, arguments: Node<'_>) {
    let whole = walk.span();
    for (at, span) in symbols(arguments, 0, usize::MAX).into_iter().enumerate() {
        let declaration = if at < crate::text::NAMES { whole } else { span };
        let id = member(walk, span, SymbolKind::Accessor, declaration);
        walk.build.definition(id).span = whole;
        let text = walk.build.text(span);
        let value = variable(walk, text);
        walk.build.definition(id).value = value;
        if method == "attr_writer" {
            let name = walk.build.names.made(&format!("{text}="));
            walk.build.definition(id).name = name;
        }
    }
}

/// `alias_method :new, :old`.
fn aliased(walk: &mut Walk<'_, '_>, arguments: Node<'_>) {
    let whole = walk.span();
    if let Some(span) = symbols(arguments, 0, 1).first()
        && type_scope(walk).is_some()
    {
        let id = member(walk, *span, SymbolKind::Method, whole);
        if let Some(old) = symbols(arguments, 1, 1).first() {
            let name = walk.build.name(*old);
            let scope = walk.build.scope;
            let of = walk.build.expression(Expression::SelfInstance(scope));
            let named = walk.build.expression(Expression::Member { of, name, access: Access::Value });
            let arguments = walk.build.list(&[]);
            let value = walk.build.expression(Expression::Call { of: named, arguments });
            walk.build.definition(id).value = value;
        }
    }
}

/// `define_method(:a) { .. }`.
fn defined_method(walk: &mut Walk<'_, '_>, method: &str, arguments: Node<'_>) {
    let whole = walk.span();
    if let Some(span) = symbols(arguments, 0, 1).first()
        && is_in_body(walk)
    {
        let id = member(walk, *span, SymbolKind::Method, whole);
        if method == "define_singleton_method" {
            walk.build.definition(id).flags.add(Flags::STATIC);
        }
    }
}

/// What `let(:a) { .. }` and `subject { .. }` are called in the examples of RSpec behind them, as a local is.
fn memoized(walk: &mut Walk<'_, '_>, arguments: Option<Node<'_>>) -> Option<Name> {
    if !drawn::is_outside(walk) {
        return None;
    }
    match arguments {
        Some(arguments) => symbols(arguments, 0, 1).first().map(|span| walk.build.name(*span)),
        None => Some(walk.build.names.made("subject")),
    }
}

/// Methods that pass on to those of another object.
fn delegated(walk: &mut Walk<'_, '_>, names: Vec<Span>) {
    let whole = walk.span();
    for (at, span) in names.into_iter().enumerate() {
        let declaration = if at < crate::text::NAMES { whole } else { span };
        member(walk, span, SymbolKind::Accessor, declaration);
    }
}

/// `require "a/b"`: the file is loaded, and nothing is bound.
fn require(walk: &mut Walk<'_, '_>, method: &str, path: Option<Node<'_>>) {
    let text = path.filter(|one| one.kind() == "string" && one.named_child_count() == 1);
    let Some(text) = text.and_then(|text| text.named_child(0)).filter(|text| text.kind() == "string_content")
    else {
        return;
    };
    let span = span_of(text);
    walk.build.import_file(walk.build.text(span), span);
    if method == "require_relative"
        && let Some(import) = walk.build.facts.imports.last_mut()
    {
        import.level = 1;
    }
}

/// `include A`: the class has the members of the module; `extend A`: it has them itself.
fn mixed_in(walk: &mut Walk<'_, '_>, method: &str) -> ExprId {
    let extends = method == "extend" || ruby(walk).is_singleton;
    let mut all = Vec::new();
    walk.children(|walk, field| match field {
        Field::Arguments => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "constant" | "scope_resolution" => {
                        let base = walk.lower_as(Role::Inherit);
                        all.push(if extends { walk.build.instance(base) } else { base });
                    }
                    "self" if extends => {
                        let scope = type_scope(walk).unwrap_or(ScopeId(0));
                        all.push(walk.build.expression(Expression::SelfInstance(scope)));
                    }
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        Field::Method if walk.is_identifier() => walk.neither(),
        _ => walk.other(),
    });
    // What is mixed in last comes first.
    walk.build.shapes.add_bases_before(all);
    ExprId::UNKNOWN
}

/// The members that a call of `Struct.new` lists.
fn struct_members(call: Node<'_>, source: &str) -> Vec<Span> {
    let text = |name: &str| call.child_by_field_name(name).and_then(|one| source.get(one.byte_range()));
    let makes = matches!(
        (text("receiver"), text("method")),
        (Some("Struct"), Some("new")) | (Some("Data"), Some("define"))
    );
    match call.child_by_field_name("arguments").filter(|_| makes && call.kind() == "call") {
        Some(arguments) => symbols(arguments, 0, usize::MAX),
        None => Vec::new(),
    }
}

/// Remembers the members of the `Struct` that the class extends.
pub(super) fn note_struct(walk: &mut Walk<'_, '_>) {
    let superclass = walk.node().child_by_field_name("superclass");
    if let Some(base) = superclass.and_then(|one| one.named_child(0)) {
        ruby(walk).members = struct_members(base, walk.build.source);
    }
}

/// The members that were remembered are those of the type whose body begins.
pub(super) fn define_members(walk: &mut Walk<'_, '_>) {
    for span in std::mem::take(&mut ruby(walk).members) {
        let id = member(walk, span, SymbolKind::Accessor, span);
        let text = walk.build.text(span);
        let value = variable(walk, text);
        walk.build.definition(id).value = value;
    }
}

/// True for `A = Class.new(B)`, `A = Struct.new(:b)` and their like.
pub(super) fn makes_type(walk: &Walk<'_, '_>) -> bool {
    let Some(right) = walk.node().child_by_field_name("right").filter(|right| right.kind() == "call") else {
        return false;
    };
    let text = |name: &str| right.child_by_field_name(name).map(|one| walk.build.text(span_of(one)));
    matches!(
        (text("receiver"), text("method")),
        (Some("Class" | "Module" | "Struct"), Some("new")) | (Some("Data"), Some("define"))
    )
}

/// A type that a call makes.
pub(super) fn made_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, place) = (walk.span(), walk.build.place());
    let members = walk.node().child_by_field_name("right");
    let members = members.map(|right| struct_members(right, walk.build.source)).unwrap_or_default();
    let is_module = members.is_empty()
        && walk
            .build
            .text(span)
            .split_once('=')
            .is_some_and(|(_, right)| right.trim_start().starts_with("Module"));
    let kind = if is_module { SymbolKind::Module } else { SymbolKind::Class };
    let outer = std::mem::replace(&mut ruby(walk).is_singleton, false);
    let (mut defined, mut bases) = (None, Vec::new());
    walk.build.shapes.open_bases();
    walk.children(|walk, field| match field {
        Field::Left if walk.is_identifier() => {
            let id = walk.build.define(walk.span(), kind, Namespace::TYPE);
            walk.build.owner = indexer_core::Owner::Definition(id);
            walk.build.enclosing = Some(id);
            defined = Some(id);
        }
        Field::Right => {
            walk.lower_with(|walk| {
                made_by(walk, &members, &mut bases, defined);
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    let mut all = walk.build.shapes.close_bases();
    all.append(&mut bases);
    walk.build.restore(place);
    ruby(walk).is_singleton = outer;
    let bases = walk.build.list(&all);
    let signature = crate::text::folded(walk.build.text(span).lines().next().unwrap_or(""));
    if let Some(id) = defined {
        let definition = walk.build.definition(id);
        definition.bases = bases;
        definition.span = span;
        definition.signature = signature;
        definition.visibility = Visibility::Public;
        definition.flags.add(Flags::PARTIAL);
    }
    ExprId::UNKNOWN
}

/// The call that makes a type: its arguments, then the block that is its body.
fn made_by(walk: &mut Walk<'_, '_>, members: &[Span], bases: &mut Vec<ExprId>, defined: Option<DefId>) {
    let is_struct = !members.is_empty();
    let whole = walk.span();
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Receiver => of = walk.lower(),
        Field::Method if walk.is_identifier() => {
            walk.with_role(Role::Call, |walk| walk.member_of(of, Access::Value));
        }
        Field::Arguments => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "constant" | "scope_resolution" if !is_struct => bases.push(walk.lower_as(Role::Inherit)),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        Field::Block => {
            open_body(walk, whole, defined);
            ruby(walk).members = members.to_vec();
            received(walk, Receiver::Type, |walk| {
                walk.lower_with(|walk| {
                    walk.lower_children();
                    ExprId::UNKNOWN
                })
            });
        }
        _ => walk.other(),
    });
    if defined.is_some_and(|id| walk.build.definition(id).body.is_none()) {
        let place = walk.build.place();
        open_body(walk, whole, defined);
        ruby(walk).members = members.to_vec();
        define_members(walk);
        walk.build.restore(place);
    }
}

fn open_body(walk: &mut Walk<'_, '_>, span: Span, of: Option<DefId>) {
    let scope = walk.build.open_scope(ScopeKind::Type, span);
    if let Some(id) = of {
        walk.build.definition(id).body = Some(scope);
    }
}
