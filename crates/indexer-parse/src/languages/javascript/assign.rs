//! Variables, and assignments: to names, members, exports.

use super::expected::{self, Expected};
use super::head::{self, Head, describe, lower_value};
use super::patterns::{self, Binder, Definition};
use super::state::{Export, Remembers, This, union_of};
use super::{exports, globals, imports, narrow, prototypes};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    DefId, ExprId, Expression, Name, Namespace, Owner, Role, ScopeId, Span, SymbolKind, Visibility,
};
use tree_sitter::Node;

/// `const a = 1, b = 2`; also `let`, `var`, `using`.
pub(in crate::languages) fn variables(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let state = walk.state();
    let start = *state.start.get_or_insert(span.start);
    let export = std::mem::take(&mut state.export);
    let mut kind = "var";
    let mut count = 0;
    walk.each_child(|walk, _| {
        if walk.kind() == "variable_declarator" {
            count += 1;
            if count == 1 {
                walk.state().start = Some(start);
            }
            walk.state().export = export;
            walk.lower_with(|walk| declarator(walk, kind));
        } else {
            if !walk.is_named() && matches!(walk.kind(), "const" | "let" | "using") {
                kind = if walk.kind() == "let" { "let" } else { "const" };
            }
            walk.lower();
        }
    });
    walk.state().export = Export::No;
    ExprId::UNKNOWN
}

/// What the names of a declarator become.
fn binder(walk: &mut Walk<'_, '_>, kind: &str, head: &Head, value: Option<Node<'_>>) -> Binder {
    let current = walk.build.scope;
    let frame = walk.top();
    let scope = if kind == "var" { frame.scope } else { current };
    let is_definition = frame.is_module && scope == frame.scope;
    let is_value = value.is_some_and(|v| {
        matches!(v.kind(), "arrow_function" | "function_expression" | "generator_function" | "class")
    });
    if !is_definition && !is_value {
        return Binder::Local(scope);
    }
    let is_public = head.export != Export::No;
    let visibility = if is_public { Visibility::Public } else { Visibility::Private };
    let kind = if kind == "const" { SymbolKind::Constant } else { SymbolKind::Variable };
    Binder::Define(scope, Definition { kind, visibility, flags: head.flags })
}

fn declarator(walk: &mut Walk<'_, '_>, kind: &str) -> ExprId {
    let head = Head::take(walk);
    let node = walk.node();
    let value_node = walk.child_of(node, Field::Value);
    let mut binder = binder(walk, kind, &head, value_node);
    if let Some(path) = value_node.and_then(|value| imports::required_path(walk, value)) {
        let (scope, definition) = match binder {
            Binder::Define(scope, definition) => (scope, Some(definition)),
            Binder::Local(scope) => (scope, None),
            _ => (walk.build.scope, None),
        };
        binder = Binder::Require(scope, path, definition);
    }
    let first = walk.build.facts.definitions.len();
    let required = matches!(binder, Binder::Require(..)).then_some(head.span);
    let mut head = Some(head);
    let mut id = None;
    let mut local: Option<Span> = None;
    let mut annotation = ExprId::UNKNOWN;
    let mut value = ExprId::UNKNOWN;
    let mut patterns = 0;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && head.is_some() => {
            let span = walk.span();
            match &binder {
                Binder::Define(scope, definition) => {
                    id = patterns::define(walk, span, *scope, *definition, ExprId::UNKNOWN);
                    let head = head.take().unwrap_or_default();
                    match id {
                        Some(id) => annotation = describe(walk, id, head, value_node),
                        None => local = Some(span),
                    }
                }
                Binder::Local(_) => {
                    let head = head.take().unwrap_or_default();
                    annotation = head.types(walk).of;
                    local = Some(walk.local());
                }
                _ => {
                    head = None;
                    patterns::bind(walk, ExprId::UNKNOWN, &binder);
                }
            }
        }
        Field::Name => patterns += 1,
        Field::Type => annotation = walk.lower_as(Role::Type),
        Field::Value => {
            let expected = Expected::declared(walk, annotation);
            expected::expect(walk, expected);
            value = lower_value(walk, id);
        }
        _ => drop(walk.lower()),
    });
    if let Some(doc) = required {
        document(walk, first, doc);
    }
    let own = value;
    if !annotation.is_unknown() {
        value = walk.build.expression(Expression::Instance(annotation));
        if id.is_none() {
            value = walk.build.given(value, own);
        }
    }
    if let Some(id) = id {
        set_value(walk, id, own, value);
    } else if let Some(span) = local {
        let name = walk.build.name(span);
        match binder {
            Binder::Local(scope) => {
                let bound = indexer_core::Bound::Local;
                narrow::shadow(walk, name);
                walk.build.bind(scope, name, Namespace::VALUE, bound, value);
            }
            _ => {
                let scope = walk.build.scope;
                walk.state().assign(scope, name, value);
            }
        }
    }
    if patterns > 0 {
        pattern(walk, value, &binder, head.unwrap_or_default());
    }
    if let Some(value) = value_node {
        super::components::of_call(walk, (value, own), annotation, first);
    }
    ExprId::UNKNOWN
}

/// The names of a declarator that is a pattern.
fn pattern(walk: &mut Walk<'_, '_>, value: ExprId, binder: &Binder, head: Head) {
    let first = walk.build.facts.definitions.len();
    walk.children(|walk, field| {
        if field == Field::Name && !walk.is_identifier() {
            patterns::bind(walk, value, binder);
        }
    });
    document(walk, first, head.span);
}

/// All definitions from `first` on are documented by the statement at `span`.
fn document(walk: &mut Walk<'_, '_>, first: usize, span: Span) {
    let signature = crate::text::folded(walk.build.text(span));
    for definition in walk.build.facts.definitions.iter_mut().skip(first) {
        if definition.signature.is_empty() {
            definition.signature.clone_from(&signature);
            definition.span = span;
        }
    }
}

/// Gives a definition its value, unless the value made it a function or class.
pub(in crate::languages) fn set_value(walk: &mut Walk<'_, '_>, id: DefId, own: ExprId, value: ExprId) {
    let kind = walk.build.definition(id).kind;
    let is_made = walk.build.facts.expression(own) == Expression::Definition(id);
    if is_made && (kind.is_type() || (kind.is_callable() && own == value)) {
        return;
    }
    if kind.is_callable() && (is_made || is_cast_of(walk, own, id)) {
        // Its value is what a call gives, and that is what the type that it is declared or seen as says.
        let arguments = walk.build.list(&[]);
        walk.build.definition(id).value = walk.build.expression(Expression::Call { of: value, arguments });
        return;
    }
    if let Some(of) = prototypes::prototype_of(walk, own) {
        walk.state().prototypes.insert(id, of);
    }
    walk.build.definition(id).value = value;
    if own != value {
        walk.build.put_into(id, own);
    }
}

/// True for the function of a definition that is seen as some type: `(() => {}) as A`.
fn is_cast_of(walk: &Walk<'_, '_>, value: ExprId, id: DefId) -> bool {
    match walk.build.facts.expression(value) {
        Expression::Put { value, .. } => {
            walk.build.facts.expression(value) == Expression::Definition(id) || is_cast_of(walk, value, id)
        }
        _ => false,
    }
}

/// `a = b`.
pub(in crate::languages) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let named = walk.state().named.take();
    let node = walk.node();
    let Some(left) = walk.child_of(node, Field::Left) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let right = walk.child_of(node, Field::Right);
    match left.kind() {
        "identifier" => name(walk, named),
        "member_expression" => {
            let value = member(walk, left, right, named);
            walk.child_in(Field::Left, narrow::assigned);
            value
        }
        "subscript_expression" => {
            let (mut into, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
            walk.children(|walk, field| match field {
                Field::Left => into = walk.lower_as(Role::Write),
                Field::Right => value = lower_value(walk, named),
                _ => drop(walk.lower()),
            });
            walk.build.put(into, value);
            value
        }
        _ => {
            let mut value = ExprId::UNKNOWN;
            walk.children(|walk, field| match field {
                Field::Left => {}
                Field::Right => value = lower_value(walk, named),
                _ => drop(walk.lower()),
            });
            walk.child_in(Field::Left, |walk| patterns::bind(walk, value, &Binder::Assign));
            value
        }
    }
}

fn name(walk: &mut Walk<'_, '_>, named: Option<DefId>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    let mut target = None;
    walk.children(|walk, field| match field {
        Field::Left if walk.is_identifier() && target.is_none() => {
            let span = walk.span();
            target = Some(walk.build.name(span));
            walk.lower_as(Role::Write);
        }
        Field::Left => drop(walk.lower_as(Role::Write)),
        Field::Right => value = lower_value(walk, named),
        _ => drop(walk.lower()),
    });
    if let Some(name) = target {
        let scope = walk.build.scope;
        walk.child_in(Field::Left, narrow::assigned);
        walk.state().assign(scope, name, value);
    }
    value
}

/// Where an assigned member goes.
enum Goes {
    /// It is a member of the type or object with this scope.
    Into(ScopeId, SymbolKind),
    /// It is what others import under its name.
    Export,
    /// It is what every file sees under its name.
    Global(ScopeId),
    /// It is what others get of the whole file.
    Module,
    /// The members of the object on the right are members of this type.
    Prototype(DefId),
    Nowhere,
}

fn member(walk: &mut Walk<'_, '_>, left: Node<'_>, right: Option<Node<'_>>, named: Option<DefId>) -> ExprId {
    match goes(walk, left, right) {
        Goes::Into(scope, kind) => into(walk, scope, kind, left, right),
        Goes::Export => into(walk, ScopeId(0), SymbolKind::Variable, left, right),
        Goes::Global(scope) => {
            let first = walk.build.facts.definitions.len();
            let value = into(walk, scope, SymbolKind::Variable, left, right);
            let made = (first..walk.build.facts.definitions.len()).map(|id| DefId(id as u32));
            if let Some(id) = made.into_iter().find(|id| walk.build.definition(*id).scope == scope) {
                globals::publish(walk, id);
            }
            value
        }
        Goes::Module => exports::module(walk, right, named),
        Goes::Prototype(of) => {
            let scope = prototypes::make_class(walk, of);
            let mut value = ExprId::UNKNOWN;
            walk.children(|walk, field| match field {
                Field::Left => drop(walk.lower_as(Role::Write)),
                Field::Right => {
                    walk.state().into = (walk.kind() == "object").then_some(scope);
                    value = walk.lower_as(Role::Read);
                    walk.state().into = None;
                }
                _ => drop(walk.lower()),
            });
            prototypes::add_base(walk, of, value);
            value
        }
        Goes::Nowhere => {
            let mut value = ExprId::UNKNOWN;
            let mut expected = None;
            let mut into = ExprId::UNKNOWN;
            walk.children(|walk, field| match field {
                Field::Left => {
                    into = walk.lower_as(Role::Write);
                    expected = Some(Expected { of: into, is_declared: false });
                }
                Field::Right => {
                    expected::expect(walk, expected);
                    value = lower_value(walk, named);
                }
                _ => drop(walk.lower()),
            });
            walk.build.put(into, value);
            value
        }
    }
}

/// Decides by the spelling of the left side.
fn goes(walk: &mut Walk<'_, '_>, left: Node<'_>, right: Option<Node<'_>>) -> Goes {
    let (Some(object), Some(property)) =
        (left.child_by_field_name("object"), left.child_by_field_name("property"))
    else {
        return Goes::Nowhere;
    };
    let of = walk.build.text(crate::walk::span_of(object));
    let last = walk.build.text(crate::walk::span_of(property));
    let is_module = walk.top().is_module;
    match object.kind() {
        "this" => match walk.top().this {
            This::Instance(scope) | This::Type(scope) => {
                // In TypeScript a class declares its fields, and what it assigns without is inherited.
                let is_declared = walk.build.language.id != "javascript" && walk.top().class == Some(scope);
                let name = walk.build.names.name(last);
                let is_inherited = is_declared && !walk.state().members.contains_key(&(scope, name));
                let is_class = prototypes::is_class_scope(walk, scope);
                if is_class && !is_inherited { Goes::Into(scope, SymbolKind::Field) } else { Goes::Nowhere }
            }
            _ => Goes::Nowhere,
        },
        "identifier" if of == "module" && last == "exports" && is_module => Goes::Module,
        "identifier" if of == "exports" && is_module => Goes::Export,
        "member_expression" if of == "module.exports" && is_module => Goes::Export,
        "identifier" => {
            let name = walk.build.names.name(of);
            let Some(id) = walk.known(name) else {
                let is_name = property.kind() == "property_identifier";
                return globals::scope_of(walk, of).filter(|_| is_name).map_or(Goes::Nowhere, Goes::Global);
            };
            if last == "prototype" {
                let callable = walk.build.definition(id).kind == SymbolKind::Function
                    || walk.build.definition(id).kind == SymbolKind::Class;
                return if callable { Goes::Prototype(id) } else { Goes::Nowhere };
            }
            if let Some(of) = walk.state().prototypes.get(&id).copied() {
                let scope = prototypes::make_class(walk, of);
                return Goes::Into(scope, SymbolKind::Field);
            }
            match prototypes::member_scope(walk, id, right) {
                Some(scope) => Goes::Into(scope, SymbolKind::Property),
                None => Goes::Nowhere,
            }
        }
        "member_expression" => match prototypes::prototype_at(walk, object) {
            Some(id) => Goes::Into(prototypes::make_class(walk, id), SymbolKind::Field),
            None => Goes::Nowhere,
        },
        _ => Goes::Nowhere,
    }
}

/// `x.member = value` where the member is a definition, unless there is one already.
fn into(
    walk: &mut Walk<'_, '_>,
    scope: ScopeId,
    kind: SymbolKind,
    left: Node<'_>,
    right: Option<Node<'_>>,
) -> ExprId {
    let Some(property) = left.child_by_field_name("property") else { return walk.lower_children() };
    let name = walk.build.names.name(walk.build.text(crate::walk::span_of(property)));
    let known = walk.state().members.get(&(scope, name)).copied();
    let head = Head::take(walk);
    let mut head = Some(head);
    let (mut id, mut value, mut annotation) = (None, ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Left if known.is_none() && id.is_none() => {
            id = left_side(walk, scope, kind);
            if let Some(id) = id {
                let head = head.take().unwrap_or_default();
                annotation = describe(walk, id, head, right);
            }
        }
        Field::Left => drop(walk.lower_as(Role::Write)),
        Field::Right => {
            let expected = Expected::documented(walk, annotation);
            expected::expect(walk, expected);
            value = lower_value(walk, id);
        }
        _ => drop(walk.lower()),
    });
    match (id, known.flatten()) {
        (Some(id), _) => {
            let said = if annotation.is_unknown() {
                value
            } else {
                walk.build.expression(Expression::Instance(annotation))
            };
            set_value(walk, id, value, said);
        }
        (None, Some(known)) => walk.state().add_value(known, value),
        _ => {}
    }
    value
}

/// The left side of an assignment that defines its member.
fn left_side(walk: &mut Walk<'_, '_>, scope: ScopeId, kind: SymbolKind) -> Option<DefId> {
    let mut id = None;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Object => drop(walk.lower_as(Role::Read)),
            Field::Property if id.is_none() && walk.is_identifier() => {
                let place = walk.build.place();
                walk.build.owner = if scope == ScopeId(0) {
                    Owner::File
                } else {
                    walk.build.facts.scopes[scope.index()].owner
                };
                id = head::define_member(walk, scope, kind);
                walk.build.restore(place);
            }
            _ => drop(walk.lower()),
        });
        ExprId::UNKNOWN
    });
    id
}

/// `a += b`, `a ||= b`: a use of `a`.
pub(in crate::languages) fn augmented(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut sides = [ExprId::UNKNOWN; 2];
    let mut target: Option<Name> = None;
    let mut is_logical = false;
    walk.children(|walk, field| match field {
        Field::Left => {
            if walk.is_identifier() {
                let span = walk.span();
                target = Some(walk.build.name(span));
            }
            sides[0] = walk.lower_as(Role::Write);
            narrow::assigned(walk);
        }
        Field::Operator => is_logical = matches!(walk.kind(), "||=" | "&&=" | "??="),
        Field::Right => sides[1] = walk.lower_as(Role::Read),
        _ => drop(walk.lower()),
    });
    if !is_logical {
        return ExprId::UNKNOWN;
    }
    walk.build.meter.branches += 1;
    if let Some(name) = target {
        let scope = walk.build.scope;
        walk.state().assign(scope, name, sides[1]);
    }
    union_of(walk.build, &sides)
}

/// `a++`.
pub(in crate::languages) fn update(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        walk.lower_as(Role::Write);
        narrow::assigned(walk);
    });
    walk.build.literal(indexer_core::LiteralKind::Float)
}
