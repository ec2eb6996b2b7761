//! What declares: functions, records, types, callbacks, and what is exported of them.

use super::names;
use super::nodes::{self, STYLE};
use super::state::{Condition, Erlang};
use crate::shapes::declare::{self, Declared};
use crate::shapes::{self, comment_before};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{DefId, ExprId, Flags, Name, Namespace, Role, ScopeKind, Span, SymbolKind, Visibility};
use tree_sitter::Node;

/// Macros under which code is there for tests alone.
const TESTS: &[&str] = &["TEST", "EUNIT"];

/// A form with a clause: behind `;` the next one goes on with the same function.
pub(super) fn form(walk: &mut Walk<'_, '_>) -> ExprId {
    let goes_on = walk.text().ends_with(';');
    walk.lower_children();
    if !goes_on {
        walk.build.remembered.of::<Erlang>().clause = None;
    }
    ExprId::UNKNOWN
}

/// A clause: a further one of the same name is a part of the same function.
pub(super) fn clause(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(token) = node.child_by_field_name("name").filter(|one| one.kind() == "atom").map(span_of) else {
        // A macro makes its name.
        return walk.lower_with(|walk| {
            walk.lower_block();
            ExprId::UNKNOWN
        });
    };
    let key = names::function(walk, token, names::arity(node));
    let last = walk.build.remembered.of::<Erlang>().clause.filter(|(_, name)| *name == key);
    let opened = match last {
        Some((id, _)) => {
            let end = walk.span().end;
            let definition = walk.build.definition(id);
            definition.span.end = definition.span.end.max(end);
            walk.build.tally.neither += 1;
            declare::go_on(walk, id, ScopeKind::Function)
        }
        None => {
            walk.build.tally.definitions += 1;
            function(walk, key, token)
        }
    };
    walk.build.remembered.of::<Erlang>().clause = Some((opened.id, key));
    walk.children(|walk, field| match field {
        Field::Name => {}
        _ => walk.other(),
    });
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// Adds a function, of which this is the first clause.
fn function(walk: &mut Walk<'_, '_>, key: Name, token: Span) -> declare::Opened {
    let (node, whole) = (walk.node(), walk.span());
    let list = node.child_by_field_name("args");
    let is_public = {
        let state = walk.build.remembered.of::<Erlang>();
        !state.is_module || state.exports_all || state.exported.contains(&key)
    };
    let of = Declared {
        name: walk.build.name(token),
        bound: key,
        namespace: Namespace::VALUE,
        within: walk.build.scope,
        token,
        kind: SymbolKind::Function,
        visibility: if is_public { Visibility::Public } else { Visibility::Private },
        whole,
        end: list.map_or(token.end, |list| list.end_byte() as u32),
        scope: Some(ScopeKind::Function),
        style: &STYLE,
    };
    let is_test = is_test(walk, token, names::arity(node));
    let opened = declare::open(walk, &of);
    let places: Vec<Span> = list.map_or_else(Vec::new, |list| {
        list.named_children(&mut list.walk()).filter(|one| !one.is_extra()).map(parameter).collect()
    });
    declare::parameters(walk, opened.id, &places);
    let doc = walk.build.remembered.of::<Erlang>().doc.take().filter(|(name, _)| *name == key);
    let definition = walk.build.definition(opened.id);
    if let (None, Some((_, doc))) = (&definition.doc, doc) {
        definition.doc = Some(doc);
    }
    if is_test {
        definition.flags.add(Flags::TEST);
    }
    opened
}

/// The name that a parameter has, where it has one: `#item{} = Item`.
fn parameter(node: Node<'_>) -> Span {
    let side = |name: &str| node.child_by_field_name(name).filter(|side| side.kind() == "var");
    let named = if node.kind() == "match_expr" { side("lhs").or(side("rhs")) } else { None };
    span_of(named.unwrap_or(node))
}

/// EUnit runs what is named so and takes nothing, in modules that are there for it.
fn is_test(walk: &mut Walk<'_, '_>, token: Span, arity: usize) -> bool {
    let name = names::plain(walk.build.text(token));
    if arity > 0 || !(name.ends_with("_test") || name.ends_with("_test_")) {
        return false;
    }
    let state = walk.build.remembered.of::<Erlang>();
    state.is_of_tests || state.includes_tests || state.conditions.iter().any(|one| one.is_for_tests)
}

/// `-export([a/1])`: references to what the file defines, which is public.
pub(super) fn exported(walk: &mut Walk<'_, '_>) -> ExprId {
    if let Some(arity) = names::written_arity(walk, walk.node()) {
        walk.children(|walk, field| match field {
            Field::Fun if walk.is_identifier() && walk.kind() == "atom" => {
                let key = names::function(walk, walk.span(), arity);
                walk.build.remembered.of::<Erlang>().exported.insert(key);
                names::use_function(walk, arity, Role::Read);
            }
            _ => walk.other(),
        });
    } else {
        walk.lower_children();
    }
    ExprId::UNKNOWN
}

/// `-export_type([a/1])`, before or behind the types that it names.
pub(super) fn exported_types(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        if walk.kind() != "fa" {
            return walk.other();
        }
        let arity = names::written_arity(walk, walk.node()).unwrap_or(0);
        walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Fun if walk.is_identifier() && walk.kind() == "atom" => {
                    let key = names::of_type(walk, walk.span(), arity);
                    let state = walk.build.remembered.of::<Erlang>();
                    state.exported.insert(key);
                    if let Some(id) = state.types.get(&key).copied() {
                        walk.build.definition(id).visibility = Visibility::Public;
                    }
                    names::use_type(walk, arity);
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        });
    });
    ExprId::UNKNOWN
}

/// `-optional_callbacks([a/1])`: references to what the file declares.
pub(super) fn optional(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        let arity = names::written_arity(walk, walk.node()).filter(|_| walk.kind() == "fa");
        let Some(arity) = arity else { return walk.other() };
        walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Fun if walk.is_identifier() && walk.kind() == "atom" => {
                    names::use_callback(walk, arity);
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        });
    });
    ExprId::UNKNOWN
}

/// `-compile(export_all).`
pub(super) fn options(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let exports_all = walk.text().split(|c| !is_letter(c)).any(|word| word == "export_all");
    walk.build.remembered.of::<Erlang>().exports_all |= exports_all;
    walk.build.tally.neither += walk.count_identifiers();
    ExprId::UNKNOWN
}

/// `-ifdef(TEST).`, `-ifndef(TEST).`
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = walk.node().child_by_field_name("name").map(span_of);
    let is_tests = name.is_some_and(|name| TESTS.contains(&walk.build.text(name)));
    let is_negated = walk.kind() == "pp_ifndef";
    let one = Condition { is_for_tests: is_tests && !is_negated, is_else_for_tests: is_tests && is_negated };
    walk.build.remembered.of::<Erlang>().conditions.push(one);
    walk.build.tally.neither += walk.count_identifiers();
    ExprId::UNKNOWN
}

/// `-if(A).`
pub(super) fn expression(walk: &mut Walk<'_, '_>) -> ExprId {
    let one = Condition { is_for_tests: false, is_else_for_tests: false };
    walk.build.remembered.of::<Erlang>().conditions.push(one);
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `-else.`, `-elif(A).`
pub(super) fn otherwise(walk: &mut Walk<'_, '_>) -> ExprId {
    if let Some(last) = walk.build.remembered.of::<Erlang>().conditions.last_mut() {
        last.is_for_tests = std::mem::take(&mut last.is_else_for_tests);
    }
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `-endif.`
pub(super) fn end(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.remembered.of::<Erlang>().conditions.pop();
    ExprId::UNKNOWN
}

/// A definition whose name stands at the token, up to the end of its form.
fn open(
    walk: &mut Walk<'_, '_>,
    (token, bound): (Span, Name),
    (kind, namespace): (SymbolKind, Namespace),
    (scope, visibility): (ScopeKind, Visibility),
) -> declare::Opened {
    let whole = walk.span();
    let of = Declared {
        name: walk.build.name(token),
        bound,
        namespace,
        within: walk.build.scope,
        token,
        kind,
        visibility,
        whole,
        end: whole.end,
        scope: Some(scope),
        style: &STYLE,
    };
    walk.build.tally.definitions += 1;
    declare::open(walk, &of)
}

/// `-record(item, {id = 0 :: integer()}).`
pub(super) fn record(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = walk.node().child_by_field_name("name").filter(|one| one.kind() == "atom");
    let Some(token) = name.map(span_of) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let bound = names::of_record(walk, token);
    let kind = (SymbolKind::Struct, Namespace::TYPE);
    let opened = open(walk, (token, bound), kind, (ScopeKind::Type, Visibility::Public));
    walk.children(|walk, field| match field {
        Field::Name => {}
        Field::Fields if walk.kind() == "record_field" => {
            shapes::lower(walk, &nodes::FIELD);
        }
        _ => walk.other(),
    });
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `-type a(X) :: [X].`, `-opaque`, `-nominal`.
pub(super) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let head = walk.node().child_by_field_name("name");
    let name = head.and_then(|head| head.child_by_field_name("name")).filter(|one| one.kind() == "atom");
    let (Some(head), Some(token)) = (head, name.map(span_of)) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let key = names::of_type(walk, token, names::arity(head));
    let state = walk.build.remembered.of::<Erlang>();
    let is_public = !state.is_module || state.exported.contains(&key);
    let visibility = if is_public { Visibility::Public } else { Visibility::Private };
    let kind = (SymbolKind::TypeAlias, Namespace::TYPE);
    let opened = open(walk, (token, key), kind, (ScopeKind::Function, visibility));
    walk.build.remembered.of::<Erlang>().types.insert(key, opened.id);
    finish(walk, opened, token);
    ExprId::UNKNOWN
}

/// `-callback f(t()) -> t().`: what modules that take part must define.
pub(super) fn callback(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = walk.node().child_by_field_name("fun").filter(|one| one.kind() == "atom");
    let Some(token) = name.map(span_of) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let arity = walk.node().child_by_field_name("sigs").map_or(0, names::arity);
    let bound = names::of_callback(walk, token, arity);
    let kind = (SymbolKind::Method, Namespace::VALUE);
    let opened = open(walk, (token, bound), kind, (ScopeKind::Function, Visibility::Public));
    finish(walk, opened, token);
    ExprId::UNKNOWN
}

/// Walks the types of a declaration, whose name was counted. It runs nothing.
fn finish(walk: &mut Walk<'_, '_>, opened: declare::Opened, token: Span) {
    let id: DefId = opened.id;
    walk.with_role(Role::Type, |walk| walk.each_child(|walk, _| inside(walk, token)));
    declare::close(walk, opened);
    let definition = walk.build.definition(id);
    (definition.body, definition.metrics) = (None, None);
}

fn inside(walk: &mut Walk<'_, '_>, token: Span) {
    match walk.kind() {
        "atom" if walk.span() == token => {}
        "type_name" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| inside(walk, token));
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    }
}

/// `-spec f(t()) -> t().`: the function is no type. What is said before it is said of the function.
pub(super) fn specification(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let arity = node.child_by_field_name("sigs").map_or(0, names::arity);
    let is_remote = node.child_by_field_name("module").is_some();
    let place = walk.build.place();
    let comment = comment_before(walk.build.source, &STYLE, walk.span().start as usize);
    walk.build.open_scope(ScopeKind::Function, walk.span());
    walk.build.role = Role::Type;
    walk.children(|walk, field| match field {
        Field::Fun if walk.kind() == "atom" && !is_remote => {
            if let Some((_, doc)) = &comment {
                let key = names::function(walk, walk.span(), arity);
                walk.build.remembered.of::<Erlang>().doc = Some((key, doc.clone()));
            }
            names::use_function(walk, arity, Role::Read);
        }
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}
