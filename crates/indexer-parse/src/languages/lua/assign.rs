//! `local` and assignments: to names, to members of tables, to what every file sees.

use super::hooks::lua;
use super::nodes;
use super::requires::{imported_path, is_of_standard, pcalled_path};
use super::state::{Held, Into};
use super::tables::{self, Member, Place};
use super::written::{is_given_function, is_written, sides, written};
use super::{functions, requires};
use crate::shapes::{bind_given, bound_in, define_given, function_scope, give};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Binding, Bound, DefId, ExprId, Flags, Name, Namespace, Role, ScopeId, Span, SymbolKind, Visibility,
};
use tree_sitter::Node;

/// What an assignment does to one of its targets.
enum Target {
    /// A name that `local` introduces.
    Local(Name),
    /// The same at the level of the file: the definition, and the index of its binding.
    Defined(Name, DefId, usize),
    /// The same for another name of a part of a module.
    Imported(Name, Vec<Name>, Span),
    /// The same for another name of a function of the language, or of a table of this file.
    Alias(Name),
    /// The same, where a function is given to it later.
    Forward(Name),
    /// A name that every file sees.
    Global(Name, DefId),
    /// The same where this file sees something else under the name.
    Hidden(DefId),
    /// A name that was bound before.
    Known(ScopeId, Name),
    /// A member of a table.
    Member(ScopeId, Name, Member),
    /// Anything else.
    Other,
}

/// `local a, b = c, d`, and `local a`.
pub(super) fn locals(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let (targets, values) = sides(walk, node);
    match (targets.as_slice(), values.as_slice()) {
        ([target], [value])
            if walk.kind_of(*value) == "function_definition" && walk.kind_of(*target) == "identifier" =>
        {
            functions::lower(walk, &nodes::LOCAL_VALUE, *value)
        }
        _ => assign(walk, true, &values),
    }
}

/// `a, b.c = d, e`.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let (targets, values) = sides(walk, node);
    if let ([target], [value]) = (targets.as_slice(), values.as_slice())
        && walk.kind_of(*value) == "function_definition"
        && defines_function(walk, *target)
    {
        return functions::lower(walk, &nodes::FUNCTION, *value);
    }
    assign(walk, false, &values)
}

/// Is a function that is assigned to this a definition?
fn defines_function(walk: &mut Walk<'_, '_>, target: Node<'_>) -> bool {
    match target.kind() {
        "identifier" => {
            let name = walk.build.name(span_of(target));
            let Some(scope) = bound_in(walk, name) else { return true };
            let key = (scope, name);
            let defined = lua(walk).defined.get(&key).copied();
            let is_function = defined.is_some_and(|id| walk.build.definition(id).kind.is_callable());
            is_function || lua(walk).forward.contains(&key)
        }
        "dot_index_expression" => {
            let table = walk.child_of(target, Field::Table);
            !table.is_some_and(|table| is_globals(walk, table))
        }
        _ => false,
    }
}

/// `_G`: what it has every file sees.
fn is_globals(walk: &mut Walk<'_, '_>, node: Node<'_>) -> bool {
    if node.kind() != "identifier" || walk.build.text(span_of(node)) != "_G" {
        return false;
    }
    let name = walk.build.name(span_of(node));
    bound_in(walk, name).is_none()
}

fn assign(walk: &mut Walk<'_, '_>, is_local: bool, values: &[Node<'_>]) -> ExprId {
    let statement = walk.span();
    let mut targets = Vec::new();
    let mut given = Vec::new();
    parts(walk, is_local, (statement, values), &mut targets, &mut given);
    for (i, target) in targets.into_iter().enumerate() {
        let given = given.get(i).copied().unwrap_or((ExprId::UNKNOWN, None));
        settle(walk, target, given, statement);
    }
    ExprId::UNKNOWN
}

/// Goes through both sides.
fn parts(
    walk: &mut Walk<'_, '_>,
    is_local: bool,
    (statement, values): (Span, &[Node<'_>]),
    targets: &mut Vec<Target>,
    given: &mut Vec<(ExprId, Option<Held>)>,
) {
    walk.each_child(|walk, _| match walk.kind() {
        "assignment_statement" if is_local => {
            walk.lower_with(|walk| {
                parts(walk, is_local, (statement, values), targets, given);
                ExprId::UNKNOWN
            });
        }
        "variable_list" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if !walk.is_named() || walk.node().is_extra() || walk.kind() == "attribute" {
                        walk.other();
                        return;
                    }
                    let place = (targets.len(), values);
                    let target = match is_local {
                        true => local(walk, place, statement),
                        false => target(walk, place, statement),
                    };
                    targets.push(target);
                });
                ExprId::UNKNOWN
            });
        }
        "expression_list" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if !walk.is_named() || walk.node().is_extra() {
                        walk.other();
                        return;
                    }
                    let into = into(walk, targets.get(given.len()));
                    let value = tables::lower_value(walk, into);
                    given.push(value);
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
}

/// Where the keys of a table belong that is given to a target.
fn into(walk: &mut Walk<'_, '_>, target: Option<&Target>) -> Option<Into> {
    let id = match target? {
        Target::Defined(_, id, _) | Target::Global(_, id) => *id,
        Target::Member(_, _, Member::Defined(id)) => *id,
        Target::Member(_, _, Member::Known(id)) => *id,
        Target::Known(scope, name) => match lua(walk).defined.get(&(*scope, *name)) {
            Some(id) => *id,
            None => return Some(Into::Nothing),
        },
        Target::Local(_) => return Some(Into::Nothing),
        _ => return None,
    };
    // What it was made of first has the names.
    let definition = walk.build.definition(id);
    let is_open = definition.body.is_none() && !definition.kind.is_callable();
    Some(if is_open { Into::Definition(id) } else { Into::Nothing })
}

/// The current token is introduced by `local`.
fn local(walk: &mut Walk<'_, '_>, (index, values): (usize, &[Node<'_>]), statement: Span) -> Target {
    if !walk.is_identifier() {
        walk.lower();
        return Target::Other;
    }
    let span = walk.span();
    let name = walk.build.name(span);
    let is_given = || !values.is_empty();
    if !is_given() && is_given_function(walk, name, span) {
        walk.local();
        return Target::Forward(name);
    }
    let value = values.get(index).copied();
    let path = match (index, values) {
        (1, [only]) => pcalled_path(walk, *only),
        _ => value.and_then(|value| imported_path(walk, value)),
    };
    let is_alias =
        value.is_some_and(|value| is_of_standard(walk, value) || tables::names_function(walk, name, value));
    if (path.is_some() || is_alias) && !is_written(walk, name, span) {
        walk.local();
        return match path {
            Some(path) => Target::Imported(name, path, span),
            None => Target::Alias(name),
        };
    }
    if walk.build.scope != ScopeId(0) {
        walk.local();
        return Target::Local(name);
    }
    let binding = walk.build.facts.bindings.len();
    let id = walk.build.define(span, SymbolKind::Variable, Namespace::VALUE);
    tables::describe(walk, id, Place { span: statement, before: index }, Visibility::Private);
    Target::Defined(name, id, binding)
}

/// The current node is assigned to.
fn target(walk: &mut Walk<'_, '_>, (index, values): (usize, &[Node<'_>]), statement: Span) -> Target {
    match walk.kind() {
        "identifier" if walk.is_identifier() => {
            let span = walk.span();
            let name = walk.build.name(span);
            if let Some(scope) = bound_in(walk, name) {
                walk.with_role(Role::Write, |walk| walk.build.use_name(span, Namespace::VALUE));
                return Target::Known(scope, name);
            }
            if function_scope(walk).is_some() {
                walk.with_role(Role::Write, |walk| walk.build.use_name(span, Namespace::VALUE));
                return Target::Other;
            }
            let path = values.get(index).and_then(|value| imported_path(walk, *value));
            global(walk, (name, path), Place { span: statement, before: index })
        }
        "dot_index_expression" => {
            member(walk, values.get(index).copied(), Place { span: statement, before: index })
        }
        _ => {
            let mark = walk.build.uses.mark();
            let target = walk.lower_as(Role::Read);
            walk.build.uses.retag(mark, target, Role::Write);
            Target::Other
        }
    }
}

/// The current token is set for every file: in this one it is another name of a part of a module where it is that alone.
fn global(walk: &mut Walk<'_, '_>, (name, path): (Name, Option<Vec<Name>>), place: Place) -> Target {
    let span = walk.span();
    walk.build.tally.definitions += 1;
    let path = path.filter(|_| written(walk).all.get(&name) == Some(&1) && walk.build.scope == ScopeId(0));
    let namespace = if path.is_some() { Namespace(0) } else { Namespace::VALUE };
    let id = walk.build.define_as(name, span, SymbolKind::Variable, ScopeId(0), namespace);
    tables::describe(walk, id, place, Visibility::Public);
    walk.build.definition(id).flags.add(Flags::EXPORTED);
    walk.build.shapes.introduce(ScopeId(0), name);
    if let Some(path) = path {
        requires::bind(walk, name, path, span);
        return Target::Hidden(id);
    }
    lua(walk).defined.insert((ScopeId(0), name), id);
    Target::Global(name, id)
}

/// `a.b` on the left.
fn member(walk: &mut Walk<'_, '_>, value: Option<Node<'_>>, place: Place) -> Target {
    let Some(table) = walk.child_of(walk.node(), Field::Table) else {
        walk.lower_as(Role::Write);
        return Target::Other;
    };
    let is_global = is_globals(walk, table);
    let Some((scope, kind)) = (match tables::table_at(walk, table) {
        _ if is_global => Some((ScopeId(0), SymbolKind::Variable)),
        Some(Held::Table(scope)) => Some((scope, SymbolKind::Property)),
        Some(Held::Instance(scope)) => Some((scope, SymbolKind::Field)),
        None => None,
    }) else {
        walk.lower_as(Role::Write);
        return Target::Other;
    };
    let mut target = Target::Other;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Table => drop(walk.lower_as(Role::Read)),
            Field::Field if walk.is_identifier() => {
                let name = walk.build.name(walk.span());
                target = if is_global {
                    set_global(walk, name, place)
                } else {
                    Target::Member(scope, name, tables::define(walk, scope, kind, (place, value)))
                };
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    target
}

/// `_G.a = b`: what the file itself calls `a` may be a local.
fn set_global(walk: &mut Walk<'_, '_>, name: Name, place: Place) -> Target {
    let known = lua(walk).defined.get(&(ScopeId(0), name)).copied();
    let is_set = known.is_some_and(|id| walk.build.definition(id).flags.has(Flags::EXPORTED));
    if is_set {
        let span = walk.span();
        walk.with_role(Role::Write, |walk| walk.build.use_name(span, Namespace::VALUE));
        return Target::Other;
    }
    match (global(walk, (name, None), place), known) {
        (Target::Global(_, id), Some(local)) => {
            lua(walk).defined.insert((ScopeId(0), name), local);
            Target::Hidden(id)
        }
        (target, _) => target,
    }
}

/// What a target is from here on.
fn settle(walk: &mut Walk<'_, '_>, target: Target, (value, held): (ExprId, Option<Held>), statement: Span) {
    let here = walk.build.scope;
    match target {
        Target::Local(name) => {
            walk.build.shapes.introduce(here, name);
            bind_given(walk, (here, name), (Namespace::VALUE, statement.end), value);
            hold(walk, (here, name), held);
            lua(walk).defined.remove(&(here, name));
        }
        Target::Defined(name, id, binding) => {
            walk.build.shapes.introduce(here, name);
            define_given(walk, (here, name), id, value);
            walk.build.facts.bindings[binding].from = statement.end;
            hold(walk, (here, name), held);
            lua(walk).defined.insert((here, name), id);
        }
        Target::Imported(name, path, span) => {
            walk.build.shapes.introduce(here, name);
            hold(walk, (here, name), None);
            requires::bind(walk, name, path, span);
        }
        Target::Alias(name) => {
            walk.build.shapes.introduce(here, name);
            hold(walk, (here, name), None);
            let (from, bound, namespace) = (statement.end, Bound::Alias, Namespace::VALUE);
            walk.build.facts.bindings.push(Binding { scope: here, name, namespace, from, bound, value });
        }
        Target::Forward(name) => {
            walk.build.shapes.introduce(here, name);
            hold(walk, (here, name), None);
            lua(walk).defined.remove(&(here, name));
            lua(walk).forward.insert((here, name));
        }
        Target::Global(name, id) => {
            define_given(walk, (ScopeId(0), name), id, value);
            hold(walk, (ScopeId(0), name), held);
        }
        Target::Hidden(id) => walk.build.definition(id).value = value,
        Target::Known(scope, name) => {
            let is_callable = match lua(walk).defined.get(&(scope, name)).copied() {
                Some(id) => walk.build.definition(id).kind.is_callable(),
                None => false,
            };
            if !is_callable {
                give(walk, (scope, name), value);
            }
            if let Some(held) = held {
                lua(walk).held.entry((scope, name)).or_insert(held);
            }
        }
        Target::Member(scope, name, member) => {
            tables::settle(walk, (scope, name), member, (value, held));
        }
        Target::Other => {}
    }
}

fn hold(walk: &mut Walk<'_, '_>, of: (ScopeId, Name), held: Option<Held>) {
    let state = lua(walk);
    state.imported.remove(&of);
    match held {
        Some(held) => drop(state.held.insert(of, held)),
        None => drop(state.held.remove(&of)),
    }
}
