//! Object literals: their properties and methods are definitions.

use super::expected::{self, Expected};
use super::head::{self, Head, lower_value};
use super::state::{Remembers, This};
use super::{functions, jsdoc, text};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::expression::List;
use indexer_core::{
    DefId, ExprId, Expression, Flags, Name, Namespace, Owner, Role, Scope, ScopeId, ScopeKind, SymbolKind,
    Visibility,
};

/// Signatures of properties are kept this short: there are many.
const SIGNATURE_BYTES: usize = 100;

/// `{ a: 1, b() {}, c }`.
pub(in crate::languages) fn object(walk: &mut Walk<'_, '_>) -> ExprId {
    let (named, into) = {
        let state = walk.state();
        state.types = jsdoc::Types::default();
        (state.named.take(), state.into.take())
    };
    let expected = expected::take(walk);
    let place = walk.build.place();
    let named = named.filter(|id| walk.build.definition(*id).body.is_none());
    if let Some(id) = named {
        walk.build.owner = Owner::Definition(id);
    }
    let scope = match into {
        Some(scope) => {
            walk.build.owner = walk.build.facts.scopes[scope.index()].owner;
            scope
        }
        None => new_scope(walk),
    };
    // Where the statement around begins is none of what a member declares.
    walk.state().start = None;
    if let Some(id) = named {
        walk.build.definition(id).body = Some(scope);
    }
    walk.build.role = Role::Read;
    let mut spreads = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "pair" => {
            walk.lower_with(|walk| pair(walk, scope, expected));
        }
        "method_definition" => {
            walk.lower_with(|walk| {
                functions::method(walk, scope, false, expected);
                ExprId::UNKNOWN
            });
        }
        "shorthand_property_identifier" if walk.is_identifier() => shorthand(walk, scope, expected),
        "spread_element" => {
            let value = walk.lower();
            spreads.push(value);
        }
        _ => drop(walk.lower()),
    });
    walk.build.restore(place);
    if let Some(id) = named
        && !spreads.is_empty()
    {
        let known = walk.build.definition(id).bases;
        let mut bases = walk.build.facts.list(known).to_vec();
        bases.extend(spreads);
        let bases = walk.build.list(&bases);
        walk.build.definition(id).bases = bases;
    }
    if into.is_some() { ExprId::UNKNOWN } else { walk.build.expression(Expression::Object(scope)) }
}

/// The scope of an object's members: nothing inside the object sees them by name, so the current
/// scope stays.
fn new_scope(walk: &mut Walk<'_, '_>) -> ScopeId {
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let (parent, owner, span) = (Some(walk.build.scope), walk.build.owner, walk.span());
    let (kind, bindings) = (ScopeKind::Type, List::default());
    walk.build.facts.scopes.push(Scope { kind, parent, owner, span, bindings });
    scope
}

/// What a value of an object stands under.
enum Key {
    None,
    /// A name or a string: what it says.
    Name(Name),
    /// `[a]`, `1`.
    Computed,
}

impl Key {
    /// The key at the current node.
    fn of(walk: &mut Walk<'_, '_>) -> Self {
        match walk.kind() {
            _ if walk.is_identifier() => {
                let span = walk.span();
                Self::Name(walk.build.name(span))
            }
            "string" => {
                let content = text::content(walk.text());
                if content.contains('\\') { Self::None } else { Self::Name(walk.build.names.name(content)) }
            }
            "computed_property_name" | "number" => Self::Computed,
            _ => Self::None,
        }
    }

    /// What is expected of the value under it, where that is expected of the object.
    fn expected_value(&self, walk: &mut Walk<'_, '_>, of: Expected) -> Option<Expected> {
        match self {
            Self::None => None,
            Self::Name(name) => Some(of.member(walk, *name)),
            Self::Computed => Some(of.indexed(walk)),
        }
    }
}

/// `key: value`.
fn pair(walk: &mut Walk<'_, '_>, scope: ScopeId, expected: Option<Expected>) -> ExprId {
    let head = Head::take(walk);
    let types = head.types(walk);
    let of = types.of;
    walk.state().types = types;
    let mut head = Some(head);
    let (mut id, mut value) = (None, ExprId::UNKNOWN);
    let mut key = Key::None;
    let span = walk.span();
    walk.children(|walk, field| match field {
        Field::Key if head.is_some() => {
            key = Key::of(walk);
            if let (Some(expected), true) = (expected, walk.is_identifier()) {
                expected.key(walk, walk.span());
            }
            id = head::define_member(walk, scope, SymbolKind::Property);
            let head = head.take().unwrap_or_default();
            if let Some(id) = id {
                describe(walk, id, head);
            }
        }
        Field::Value => {
            if let Some(expected) = expected {
                let expected = key.expected_value(walk, expected);
                expected::expect(walk, expected);
            }
            value = lower_value(walk, id);
            if let Some(id) = id {
                let said =
                    if of.is_unknown() { value } else { walk.build.expression(Expression::Instance(of)) };
                super::assign::set_value(walk, id, value, said);
                if walk.build.definition(id).kind == SymbolKind::Method {
                    // The signature of a function ends before its body.
                    let body = walk.node().child_by_field_name("body");
                    let end = body.map_or(span.end, |body| body.start_byte() as u32);
                    let text = walk.build.text(indexer_core::Span::new(span.start, end));
                    walk.build.definition(id).signature = crate::text::folded(text);
                }
            }
        }
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

fn describe(walk: &mut Walk<'_, '_>, id: DefId, head: Head) {
    let doc = head.doc.map(|doc| walk.build.text(doc));
    let is_deprecated = doc.is_some_and(|doc| doc.contains("@deprecated"));
    let doc = doc.and_then(text::documentation);
    let signature = crate::text::folded_to(walk.build.text(head.span), SIGNATURE_BYTES);
    let definition = walk.build.definition(id);
    definition.span = head.span;
    definition.doc = doc;
    definition.signature = signature;
    if is_deprecated {
        definition.flags.add(Flags::DEPRECATED);
    }
}

/// `{ a }`: a property and a use of the variable in one token.
fn shorthand(walk: &mut Walk<'_, '_>, scope: ScopeId, expected: Option<Expected>) {
    let span = walk.span();
    if let Some(expected) = expected {
        expected.key(walk, span);
    }
    walk.state().doc = None;
    let value = walk.build.use_name(span, Namespace::VALUE);
    walk.build.uses.uncount_last();
    if let Some(id) = head::define_member(walk, scope, SymbolKind::Property) {
        let signature = walk.text().to_owned();
        let definition = walk.build.definition(id);
        definition.value = value;
        definition.signature = signature;
        definition.visibility = Visibility::Public;
    }
}

/// `this`.
pub(in crate::languages) fn this(walk: &mut Walk<'_, '_>) -> ExprId {
    let expression = match walk.top().this {
        This::Nothing => return ExprId::UNKNOWN,
        This::Instance(scope) => Expression::SelfInstance(scope),
        This::Type(scope) => Expression::SelfType(scope),
        This::Given(value) => return value,
    };
    walk.build.expression(expression)
}

/// `super`.
pub(in crate::languages) fn superclass(walk: &mut Walk<'_, '_>) -> ExprId {
    match walk.top().class {
        Some(scope) => walk.build.expression(Expression::Super(scope)),
        None => ExprId::UNKNOWN,
    }
}
