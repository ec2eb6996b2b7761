//! Classes: heritage, fields, decorators, type parameters.

use super::expected::{self, Expected};
use super::head::{self, Head, lower_value};
use super::state::{Frame, Remembers, This};
use super::{functions, signatures};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::expression::List;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, LiteralKind, Namespace, Owner, Role, ScopeId, ScopeKind,
    SymbolKind, Visibility,
};

/// Classes are values and types.
const BOTH: Namespace = Namespace::VALUE.with(Namespace::TYPE);

/// `class`, as a declaration or an expression.
pub(in crate::languages) fn class(walk: &mut Walk<'_, '_>) -> ExprId {
    let named = if walk.kind() == "class" { walk.state().named.take() } else { None };
    let span = walk.span();
    let mut head = match named {
        Some(_) => Head { span, ..Head::default() },
        None if walk.kind() == "class" => Head { span, ..Head::default() },
        None => Head::take(walk),
    };
    let place = walk.build.place();
    let mut id = named;
    if let Some(id) = named {
        walk.build.definition(id).kind = SymbolKind::Class;
        enter(walk, id);
    }
    let is_expression = walk.kind() == "class";
    let is_abstract = walk.kind() == "abstract_class_declaration";
    let mut bases = Vec::new();
    let mut scope = None;
    let mut body_start = span.end;
    let mut anonymous = None;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => match id {
            Some(id) if named.is_some() => {
                // Its own name is seen inside it.
                let inner = walk.build.open_scope(ScopeKind::Block, span);
                let own = walk.local();
                let name = walk.build.name(own);
                walk.build.bind(inner, name, BOTH, Bound::Definition(id), ExprId::UNKNOWN);
            }
            Some(_) => drop(walk.lower()),
            None => {
                if is_expression {
                    walk.build.open_scope(ScopeKind::Block, span);
                }
                let new = head::define(walk, SymbolKind::Class, BOTH);
                enter(walk, new);
                id = Some(new);
            }
        },
        Field::Decorator => decorator_of(walk, &mut head),
        Field::TypeParameters => {
            let run = signatures::type_parameters(walk, span);
            if let Some(id) = id {
                walk.build.definition(id).type_parameters = run;
            }
        }
        Field::Body => {
            body_start = walk.span().start;
            let list = walk.build.list(&bases);
            if let Some(id) = id {
                walk.build.definition(id).bases = list;
            }
            let inner = body(walk, id);
            scope = Some(inner);
            anonymous = id.is_none().then_some(inner);
        }
        _ if walk.kind() == "class_heritage" => heritage(walk, &mut bases),
        _ => drop(walk.lower()),
    });
    walk.build.restore(place);
    if let Some(id) = id {
        let definition = walk.build.definition(id);
        if definition.signature.is_empty() {
            let flags = if is_abstract { Flags::ABSTRACT } else { Flags::NONE };
            head.finish(walk, id, body_start, flags);
        }
        return walk.build.expression(Expression::Definition(id));
    }
    match anonymous {
        Some(scope) => walk.build.expression(Expression::Object(scope)),
        None => ExprId::UNKNOWN,
    }
}

fn enter(walk: &mut Walk<'_, '_>, id: DefId) {
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
}

/// `extends A<B> implements C`.
fn heritage(walk: &mut Walk<'_, '_>, bases: &mut Vec<ExprId>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "extends_clause" => {
                walk.lower_with(|walk| {
                    walk.children(|walk, field| match field {
                        Field::TypeArguments => {
                            let arguments = walk.lower_with(types_in);
                            if let Some(of) = bases.pop() {
                                let arguments = match walk.build.facts.expression(arguments) {
                                    Expression::Tuple(list) => list,
                                    _ => List::default(),
                                };
                                bases.push(walk.build.expression(Expression::Apply { of, arguments }));
                            }
                        }
                        _ => base(walk, bases),
                    });
                    ExprId::UNKNOWN
                });
            }
            "implements_clause" => {
                walk.lower_with(|walk| {
                    walk.each_child(|walk, _| base(walk, bases));
                    ExprId::UNKNOWN
                });
            }
            _ => base(walk, bases),
        });
        ExprId::UNKNOWN
    });
}

pub(in crate::languages) fn base(walk: &mut Walk<'_, '_>, bases: &mut Vec<ExprId>) {
    if walk.is_named() && !walk.node().is_extra() && !walk.node().is_error() {
        bases.push(walk.lower_as(Role::Inherit));
    } else {
        walk.lower();
    }
}

/// The types below the current node, as a tuple.
pub(in crate::languages) fn types_in(walk: &mut Walk<'_, '_>) -> ExprId {
    let types = walk.with_role(Role::Type, |walk| walk.lower_list());
    walk.build.tuple(&types)
}

/// The body of a class: gives the scope of its members.
fn body(walk: &mut Walk<'_, '_>, id: Option<DefId>) -> ScopeId {
    let outer = walk.build.scope;
    let scope = walk.build.open_scope(ScopeKind::Type, walk.span());
    if let Some(id) = id {
        walk.build.definition(id).body = Some(scope);
    }
    declare_names(walk, scope);
    let (export, ambient) = {
        let state = walk.state();
        state.start = None;
        (std::mem::take(&mut state.export), state.ambient)
    };
    let mut frame = Frame::new(scope, This::Instance(scope), false);
    frame.class = Some(scope);
    walk.state().frames.push(frame);
    walk.build.role = Role::Read;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| member(walk, scope));
        ExprId::UNKNOWN
    });
    let state = walk.state();
    state.frames.pop();
    state.decorators.clear();
    state.start = None;
    (state.export, state.ambient) = (export, ambient);
    walk.build.scope = outer;
    scope
}

/// Notes the names of all members before they are walked: what methods assign is no field where
/// there is one.
fn declare_names(walk: &mut Walk<'_, '_>, scope: ScopeId) {
    let mut names = Vec::new();
    walk.each_child(|walk, node| {
        if node.is_named() {
            let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("property"));
            if let Some(name) = name {
                names.push(walk.build.names.name(walk.build.text(crate::walk::span_of(name))));
            }
        }
    });
    for name in names {
        walk.state().members.entry((scope, name)).or_insert(None);
    }
}

fn member(walk: &mut Walk<'_, '_>, scope: ScopeId) {
    match walk.kind() {
        "method_definition" | "method_signature" | "abstract_method_signature" => {
            walk.lower_with(|walk| {
                functions::method(walk, scope, true, None);
                ExprId::UNKNOWN
            });
        }
        "field_definition" | "public_field_definition" | "property_signature" => {
            walk.lower_with(|walk| field(walk, scope));
        }
        "class_static_block" => {
            walk.lower_with(|walk| static_block(walk, scope));
        }
        "index_signature" => {
            walk.lower_with(|walk| signatures::index(walk, scope));
        }
        "call_signature" | "construct_signature" => {
            walk.lower_with(|walk| signatures::call(walk, scope));
        }
        "decorator" => {
            let start = walk.span().start;
            walk.state().start.get_or_insert(start);
            let value = decorator(walk);
            walk.state().decorators.push(value);
        }
        _ => drop(walk.lower()),
    }
}

/// The members of an interface or object type, into `scope`.
pub(in crate::languages) fn members(walk: &mut Walk<'_, '_>, scope: ScopeId) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "method_signature" => {
                walk.lower_with(|walk| {
                    functions::method(walk, scope, false, None);
                    ExprId::UNKNOWN
                });
            }
            _ => member(walk, scope),
        });
        ExprId::UNKNOWN
    });
}

/// A field with or without type and value.
fn field(walk: &mut Walk<'_, '_>, scope: ScopeId) -> ExprId {
    let mut head = Some(Head::take(walk));
    let node = walk.node();
    let value_node = node.child_by_field_name("value");
    let (mut id, mut value, mut annotation) = (None, ExprId::UNKNOWN, ExprId::UNKNOWN);
    let (mut flags, mut seen_visibility) = (Flags::NONE, None);
    let mut is_optional = false;
    walk.children(|walk, field| match field {
        Field::Name | Field::Property if head.is_some() => {
            id = head::define_member(walk, scope, SymbolKind::Field);
            let head = head.take().unwrap_or_default();
            if let Some(id) = id {
                annotation = head::describe(walk, id, head, value_node);
                let definition = walk.build.definition(id);
                definition.flags.add(flags);
                if let Some(visibility) = seen_visibility {
                    definition.visibility = visibility;
                }
            }
        }
        Field::Type => annotation = walk.lower_as(Role::Type),
        Field::Value => {
            let this = if flags.has(Flags::STATIC) { This::Type(scope) } else { This::Instance(scope) };
            let before = std::mem::replace(&mut walk.top().this, this);
            let expected = Expected::declared(walk, annotation);
            expected::expect(walk, expected);
            value = lower_value(walk, id);
            walk.top().this = before;
        }
        Field::Decorator => {
            if let Some(head) = &mut head {
                decorator_of(walk, head);
            } else {
                walk.lower();
            }
        }
        _ => match walk.kind() {
            "static" => flags.add(Flags::STATIC),
            "abstract" => flags.add(Flags::ABSTRACT),
            "accessibility_modifier" => seen_visibility = visibility(walk.text()),
            "override_modifier" => {}
            "?" => is_optional = true,
            _ => drop(walk.lower()),
        },
    });
    if is_optional {
        annotation = or_nothing(walk, annotation);
    }
    if let Some(id) = id {
        let said = if annotation.is_unknown() {
            value
        } else {
            walk.build.expression(Expression::Instance(annotation))
        };
        super::assign::set_value(walk, id, value, said);
    }
    ExprId::UNKNOWN
}

/// The type of what need not be there, where it is one of constants, which tell types apart.
pub(in crate::languages) fn or_nothing(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    if !has_constants(walk, of) {
        return of;
    }
    let nothing = walk.build.literal(LiteralKind::None);
    walk.build.union(&[of, nothing])
}

/// True for a type of constants, or one of which some are.
pub(in crate::languages) fn has_constants(walk: &Walk<'_, '_>, of: ExprId) -> bool {
    let facts = &walk.build.facts;
    let is_constant = |of: ExprId| facts.text(of).is_some() || facts.truth(of).is_some();
    match facts.expression(of) {
        Expression::Union(list) => facts.list(list).iter().any(|one| is_constant(*one)),
        _ => is_constant(of),
    }
}

/// `static { ... }`.
fn static_block(walk: &mut Walk<'_, '_>, scope: ScopeId) -> ExprId {
    let place = walk.build.place();
    let inner = walk.build.open_scope(ScopeKind::Function, walk.span());
    let mut frame = Frame::new(inner, This::Type(scope), false);
    frame.class = Some(scope);
    walk.state().frames.push(frame);
    walk.lower_children();
    walk.state().frames.pop();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// What `public`, `protected` or `private` says.
pub(in crate::languages) fn visibility(modifier: &str) -> Option<Visibility> {
    match modifier {
        "public" => Some(Visibility::Public),
        "protected" => Some(Visibility::Restricted),
        "private" => Some(Visibility::Private),
        _ => None,
    }
}

/// `@a.b(c)`.
pub(in crate::languages) fn decorator(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    // What stands before the definition is that of no key or function among the arguments.
    let state = walk.state();
    let (start, doc, export) = (state.start.take(), state.doc.take(), std::mem::take(&mut state.export));
    let decorators = std::mem::take(&mut state.decorators);
    let value = walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_named() && !walk.node().is_extra() {
                value = walk.lower_as(Role::Decorate);
            } else {
                walk.lower();
            }
        });
        value
    });
    let state = walk.state();
    (state.start, state.doc, state.export, state.decorators) = (start, doc, export, decorators);
    value
}

/// A decorator that stands inside the definition it decorates.
pub(in crate::languages) fn decorator_of(walk: &mut Walk<'_, '_>, head: &mut Head) {
    if walk.kind() == "decorator" {
        let value = decorator(walk);
        head.decorators.push(value);
    } else {
        walk.lower();
    }
}
