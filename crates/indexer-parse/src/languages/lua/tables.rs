//! Tables: those that are written out, their members, and what their metatables say.

use super::functions;
use super::hooks::{held, lua};
use super::metatables::{add_base, has_index, is_set_metatable, set_metatable};
use super::nodes;
use super::requires::imported_path;
use super::state::{Held, Into};
use crate::shapes::{self, bound_in, define_given, give};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::expression::List;
use indexer_core::{
    Access, Bound, DefId, ExprId, Expression, Extension, ExtensionId, Name, Namespace, Owner, Role, Scope,
    ScopeId, ScopeKind, Span, SymbolKind, Visibility,
};
use tree_sitter::Node;

/// The member in which a table says where its instances look for members.
pub(super) const INDEX: &str = "__index";

/// Signatures of members are kept this short: there are many.
const SIGNATURE_BYTES: usize = 100;

/// More names before that of a member than this are not followed.
const DEEPEST_PATH: usize = 8;

/// Lowers what a name, member or result is given; tells what it holds.
pub(super) fn lower_value(walk: &mut Walk<'_, '_>, into: Option<Into>) -> (ExprId, Option<Held>) {
    let Some(into) = into else { return (walk.lower_as(Role::Read), None) };
    match walk.kind() {
        "table_constructor" => walk.with_role(Role::Read, |walk| constructor(walk, into)),
        "function_call" if is_set_metatable(walk) => {
            let mut held = None;
            let value = walk.lower_with(|walk| {
                let (value, found) = set_metatable(walk, into);
                held = found;
                value
            });
            (value, held)
        }
        "binary_expression" if is_alternative(walk.node()) => alternative(walk, into),
        _ => (walk.lower_as(Role::Read), None),
    }
}

/// `a or {}`.
fn is_alternative(node: Node<'_>) -> bool {
    let of = |field| node.child_by_field_name(field).map(|child| child.kind());
    of("operator") == Some("or") && of("right") == Some("table_constructor")
}

fn alternative(walk: &mut Walk<'_, '_>, into: Into) -> (ExprId, Option<Held>) {
    let mut held = None;
    walk.build.meter.branches += 1;
    let value = walk.lower_with(|walk| {
        let mut all = [ExprId::UNKNOWN; 2];
        walk.children(|walk, field| match field {
            Field::Left => all[0] = walk.lower_as(Role::Read),
            Field::Right => (all[1], held) = lower_value(walk, Some(into)),
            _ => walk.other(),
        });
        walk.build.union(&all)
    });
    (value, held)
}

/// A table that is given to a call, or stands where nothing names it: its keys declare nothing.
pub(super) fn argument(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `name = value` in such a table.
pub(super) fn plain_field(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    let has_key = is_key(walk.node());
    walk.children(|walk, field| match field {
        Field::Name if has_key && walk.is_identifier() => walk.neither(),
        Field::Value => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// `[name] = value` has the value of a name for its key, and is none that the text names.
pub(super) fn is_key(field: Node<'_>) -> bool {
    field.child(0).is_some_and(|first| first.kind() == "identifier")
        && field.child_by_field_name("name").is_some()
}

/// A table that is written out.
fn constructor(walk: &mut Walk<'_, '_>, into: Into) -> (ExprId, Option<Held>) {
    let place = walk.build.place();
    let scope = match into {
        Into::Definition(id) => body_of(walk, id),
        Into::Fields(scope) => scope,
        Into::Nothing => new_scope(walk, place.owner()),
    };
    walk.build.owner = walk.build.facts.scopes[scope.index()].owner;
    let kind = if matches!(into, Into::Fields(_)) { SymbolKind::Field } else { SymbolKind::Property };
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "field" if is_key(walk.node()) => drop(walk.lower_with(|walk| field(walk, scope, kind))),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    walk.build.restore(place);
    let value = walk.build.expression(Expression::Object(scope));
    (value, Some(Held::Table(scope)))
}

/// The scope of the members of a definition, made where there is none.
fn body_of(walk: &mut Walk<'_, '_>, id: DefId) -> ScopeId {
    if let Some(body) = walk.build.definition(id).body {
        return body;
    }
    let scope = new_scope(walk, Owner::Definition(id));
    walk.build.definition(id).body = Some(scope);
    scope
}

/// Nothing inside of a table sees its members by their names, so the current scope stays.
fn new_scope(walk: &mut Walk<'_, '_>, owner: Owner) -> ScopeId {
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let (parent, span) = (Some(walk.build.scope), walk.span());
    let (kind, bindings) = (ScopeKind::Type, List::default());
    walk.build.facts.scopes.push(Scope { kind, parent, owner, span, bindings });
    scope
}

/// `name = value` in a table whose keys are members.
fn field(walk: &mut Walk<'_, '_>, scope: ScopeId, kind: SymbolKind) -> ExprId {
    let value = walk.child_of(walk.node(), Field::Value);
    if let Some(function) = value.filter(|value| value.kind() == "function_definition") {
        lua(walk).table = Some(scope);
        return functions::lower(walk, &nodes::FIELD, function);
    }
    let span = walk.span();
    let (mut member, mut held) = (None, None);
    let (mut given, mut name) = (ExprId::UNKNOWN, None);
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && member.is_none() => {
            name = Some(walk.build.name(walk.span()));
            member = Some(define(walk, scope, kind, (Place { span, before: 0 }, value)));
        }
        Field::Value => {
            let into = match member {
                Some(Member::Defined(id)) => Some(Into::Definition(id)),
                _ => None,
            };
            (given, held) = lower_value(walk, into);
        }
        _ => walk.other(),
    });
    if let (Some(name), Some(member)) = (name, member) {
        settle(walk, (scope, name), member, (given, held));
    }
    ExprId::UNKNOWN
}

/// What a token does that names a member.
#[derive(Clone, Copy, Debug)]
pub(super) enum Member {
    /// It defines it.
    Defined(DefId),
    /// It is another way to a function of the file, or a part of a module, that has the same name.
    Alias,
    /// It gives another value to what is defined.
    Known(DefId),
}

/// The current token names a member of a table, which a declaration gives `value`.
pub(super) fn define(
    walk: &mut Walk<'_, '_>,
    scope: ScopeId,
    kind: SymbolKind,
    (place, value): (Place, Option<Node<'_>>),
) -> Member {
    let token = walk.span();
    let name = walk.build.name(token);
    if let Some(id) = lua(walk).defined.get(&(scope, name)).copied() {
        write(walk, scope, name);
        return Member::Known(id);
    }
    if let Some(function) = value.and_then(|value| function_named(walk, value)).filter(|one| one.1 == name) {
        // A function that a table offers under its own name is as public as the table.
        walk.build.definition(function.0).visibility = Visibility::Public;
        write(walk, scope, name);
        return Member::Alias;
    }
    let path = value.and_then(|value| imported_path(walk, value));
    if path.is_some_and(|path| path.len() > 1 && path.last() == Some(&name)) {
        write(walk, scope, name);
        return Member::Alias;
    }
    let owner = walk.build.facts.scopes[scope.index()].owner;
    let outer = std::mem::replace(&mut walk.build.owner, owner);
    walk.build.tally.definitions += 1;
    let id = walk.build.define_as(name, token, kind, scope, Namespace::VALUE);
    walk.build.owner = outer;
    describe(walk, id, place, Visibility::Public);
    lua(walk).defined.insert((scope, name), id);
    Member::Defined(id)
}

/// The current token writes a member of a table.
fn write(walk: &mut Walk<'_, '_>, scope: ScopeId, name: Name) {
    let owner = walk.build.facts.scopes[scope.index()].owner;
    let of = match owner {
        Owner::Definition(id) if walk.build.definition(id).body == Some(scope) => Expression::Definition(id),
        _ => Expression::Object(scope),
    };
    let of = walk.build.expression(of);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    let span = walk.span();
    walk.with_role(Role::Write, |walk| walk.build.use_member(span, member));
}

/// The function of this file that a value names, and its name.
fn function_named(walk: &mut Walk<'_, '_>, value: Node<'_>) -> Option<(DefId, Name)> {
    if value.kind() != "identifier" {
        return None;
    }
    let name = walk.build.name(span_of(value));
    let scope = bound_in(walk, name)?;
    let id = lua(walk).defined.get(&(scope, name)).copied()?;
    (walk.build.definition(id).kind == SymbolKind::Function).then_some((id, name))
}

/// True for the function of this name in a table of this file.
pub(super) fn names_function(walk: &mut Walk<'_, '_>, name: Name, value: Node<'_>) -> bool {
    if walk.kind_of(value) != "dot_index_expression" {
        return false;
    }
    let (Some(table), Some(last)) = (walk.child_of(value, Field::Table), walk.child_of(value, Field::Field))
    else {
        return false;
    };
    if walk.build.name(span_of(last)) != name {
        return false;
    }
    let Some(Held::Table(scope)) = table_at(walk, table) else { return false };
    let member = lua(walk).defined.get(&(scope, name)).copied();
    member.is_some_and(|id| is_function(walk, id))
}

/// A member is given a value.
pub(super) fn settle(
    walk: &mut Walk<'_, '_>,
    of: (ScopeId, Name),
    member: Member,
    (value, held): (ExprId, Option<Held>),
) {
    if walk.build.names.get(of.1) == INDEX {
        has_index(walk, of.0, value, held);
    }
    match member {
        Member::Defined(id) => define_given(walk, of, id, value),
        Member::Alias => walk.build.bind(of.0, of.1, Namespace::VALUE, Bound::Alias, value),
        Member::Known(id) if !walk.build.definition(id).kind.is_callable() => give(walk, of, value),
        Member::Known(_) => {}
    }
}

/// A declaration, and how many names it has before this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub span: Span,
    pub before: usize,
}

/// What all definitions have that are no functions. What is said of the first names of a statement would only be repeated.
pub(super) fn describe(walk: &mut Walk<'_, '_>, id: DefId, place: Place, visibility: Visibility) {
    let Place { span, before } = place;
    if before >= crate::text::NAMES {
        let token = walk.build.definition(id).name_span;
        let signature = walk.build.text(token).to_owned();
        let definition = walk.build.definition(id);
        (definition.span, definition.signature, definition.visibility) = (span, signature, visibility);
        return;
    }
    let found = shapes::comment_before(walk.build.source, &nodes::STYLE, span.start as usize);
    let (start, doc) = found.map_or((span.start, None), |(start, doc)| (start, Some(doc)));
    let signature = crate::text::folded_to(walk.build.text(span), SIGNATURE_BYTES);
    let definition = walk.build.definition(id);
    definition.span = Span::new(start, span.end);
    definition.doc = doc;
    definition.signature = signature;
    definition.visibility = visibility;
}

/// The table that an expression is, as far as this file says it.
pub(super) fn table_at(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<Held> {
    let (mut node, mut names) = (node, Vec::new());
    while walk.kind_of(node) == "dot_index_expression" && names.len() < DEEPEST_PATH {
        names.push(walk.child_of(node, Field::Field)?);
        node = walk.child_of(node, Field::Table)?;
    }
    if walk.kind_of(node) != "identifier" {
        return None;
    }
    let name = walk.build.name(span_of(node));
    let mut found = held(walk, name)?;
    for name in names.into_iter().rev() {
        let name = walk.build.name(span_of(name));
        let (Held::Table(scope) | Held::Instance(scope)) = found;
        let id = lua(walk).defined.get(&(scope, name)).copied()?;
        found = Held::Table(walk.build.definition(id).body.filter(|_| !is_function(walk, id))?);
    }
    Some(found)
}

fn is_function(walk: &mut Walk<'_, '_>, id: DefId) -> bool {
    walk.build.definition(id).kind.is_callable()
}

/// The scope of the table of which a function is defined. What a variable of this file holds that is made elsewhere has what
/// is added to it beside what it was made with.
pub(super) fn scope_of_function(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<ScopeId> {
    if let Some(Held::Table(scope) | Held::Instance(scope)) = table_at(walk, node) {
        return Some(scope);
    }
    let key = match node.kind() {
        "identifier" => {
            let name = walk.build.name(span_of(node));
            let Some(scope) = bound_in(walk, name) else { return added(walk, node) };
            (scope, name)
        }
        "dot_index_expression" => {
            let Some(of) = table_at(walk, walk.child_of(node, Field::Table)?) else {
                return added(walk, node);
            };
            let (Held::Table(scope) | Held::Instance(scope)) = of;
            (scope, walk.build.name(span_of(walk.child_of(node, Field::Field)?)))
        }
        _ => return None,
    };
    let Some(id) = lua(walk).defined.get(&key).copied() else { return added(walk, node) };
    let definition = walk.build.definition(id);
    if definition.kind.is_callable() || definition.body.is_some() {
        return added(walk, node);
    }
    let made = definition.value;
    let scope = body_of(walk, id);
    add_base(walk, scope, made);
    let value = walk.build.expression(Expression::Object(scope));
    define_given(walk, key, id, value);
    lua(walk).held.insert(key, Held::Table(scope));
    Some(scope)
}

/// The members that this file adds to a table that is made elsewhere: one scope for all of them.
fn added(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<ScopeId> {
    let (mut root, mut names) = (node, Vec::new());
    while root.kind() == "dot_index_expression" && names.len() < DEEPEST_PATH {
        names.push(walk.child_of(root, Field::Field)?);
        root = walk.child_of(root, Field::Table)?;
    }
    if root.kind() != "identifier" {
        return None;
    }
    let (text, span) = (walk.build.name(span_of(node)), span_of(root));
    let name = walk.build.name(span);
    let key = (bound_in(walk, name), text);
    if let Some(scope) = lua(walk).added.get(&key) {
        return Some(*scope);
    }
    let mut of = walk.build.use_name(span, Namespace::VALUE);
    walk.build.uses.silence_last();
    let mut type_name = name;
    for name in names.into_iter().rev() {
        type_name = walk.build.name(span_of(name));
        of = walk.build.expression(Expression::Member { of, name: type_name, access: Access::Value });
    }
    let id = ExtensionId(walk.build.facts.extensions.len() as u32);
    let scope = new_scope(walk, Owner::Extension(id));
    walk.build.facts.scopes[scope.index()].kind = ScopeKind::Extension;
    let (span, owner, type_name) = (walk.span(), walk.build.owner, Some(type_name));
    let (implements, type_parameters) = (None, List::default());
    let extension = Extension { scope, of, type_name, implements, type_parameters, span, owner };
    walk.build.facts.extensions.push(extension);
    lua(walk).added.insert(key, scope);
    Some(scope)
}
