//! Calls, and modules that files require.

use super::hooks::lua;
use super::link::is_standard;
use super::metatables::{is_set_metatable, set_metatable};
use super::nodes;
use super::state::Into;
use crate::shapes::{self, bound_in};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Role, Span};
use tree_sitter::Node;

/// More members of a module than this are no path.
const DEEPEST_PATH: usize = 4;

/// A call: `require("a")` gives the module, `setmetatable(a, b)` its first argument.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    if is_set_metatable(walk) {
        return set_metatable(walk, Into::Nothing).0;
    }
    let module = required(walk, node).or_else(|| pcalled(walk, node));
    let value = shapes::lower(walk, &nodes::CALL);
    match module {
        Some(text) => {
            let name = walk.build.names.name(content(walk.build.text(span_of(text))));
            let id = add(walk, vec![name], ImportShape::Effect, None, span_of(text));
            let module = reference(walk, id, text);
            if required(walk, node).is_some() { module } else { value }
        }
        None => {
            if is_call_of(walk, node, "module") {
                let is_outside = walk.build.scope == indexer_core::ScopeId(0);
                let is_global = {
                    let name = walk.build.names.name("module");
                    bound_in(walk, name).is_none()
                };
                lua(walk).is_module |= is_outside && is_global;
            }
            value
        }
    }
}

/// The arguments of a call.
pub(super) fn arguments_of(node: Node<'_>) -> Vec<Node<'_>> {
    let Some(all) = node.child_by_field_name("arguments") else { return Vec::new() };
    let mut cursor = all.walk();
    all.named_children(&mut cursor).filter(|one| !one.is_extra()).collect()
}

fn is_call_of(walk: &Walk<'_, '_>, node: Node<'_>, name: &str) -> bool {
    // The name of what is called stands first: a child is dear to find, and most calls are of something else.
    walk.kind_of(node) == "function_call"
        && walk.build.text(span_of(node)).starts_with(name)
        && walk.child_of(node, Field::Name).is_some_and(|of| walk.build.text(span_of(of)) == name)
}

/// The text that `require` is given.
fn required<'t>(walk: &Walk<'t, '_>, node: Node<'t>) -> Option<Node<'t>> {
    if !is_call_of(walk, node, "require") {
        return None;
    }
    let all = walk.child_of(node, Field::Arguments)?;
    let first = all.named_child(0).filter(|one| one.kind() == "string")?;
    is_module_name(walk, first).then_some(first)
}

/// The text that `pcall(require, "a")` has loaded.
fn pcalled<'t>(walk: &Walk<'t, '_>, node: Node<'t>) -> Option<Node<'t>> {
    if !is_call_of(walk, node, "pcall") {
        return None;
    }
    let all = walk.child_of(node, Field::Arguments)?;
    let first = all.named_child(0)?;
    if walk.build.text(span_of(first)) != "require" {
        return None;
    }
    let second = all.named_child(1).filter(|one| one.kind() == "string")?;
    is_module_name(walk, second).then_some(second)
}

fn is_module_name(walk: &Walk<'_, '_>, text: Node<'_>) -> bool {
    let name = content(walk.build.text(span_of(text)));
    !name.is_empty() && !name.contains(['\\', '\n'])
}

/// The path of the module that the second result of `pcall(require, "a")` is.
pub(super) fn pcalled_path(walk: &mut Walk<'_, '_>, value: Node<'_>) -> Option<Vec<Name>> {
    let text = pcalled(walk, value)?;
    Some(vec![walk.build.names.name(content(walk.build.text(span_of(text))))])
}

/// The path of `require("a")`, `require("a").b`, and of members of what is bound to such a path.
pub(super) fn imported_path(walk: &mut Walk<'_, '_>, value: Node<'_>) -> Option<Vec<Name>> {
    let (mut node, mut members) = (value, Vec::new());
    while walk.kind_of(node) == "dot_index_expression" && members.len() < DEEPEST_PATH {
        members.push(walk.child_of(node, Field::Field)?);
        node = walk.child_of(node, Field::Table)?;
    }
    let mut path = match walk.kind_of(node) {
        "function_call" => {
            let text = required(walk, node)?;
            vec![walk.build.names.name(content(walk.build.text(span_of(text))))]
        }
        "identifier" => {
            let name = walk.build.name(span_of(node));
            let scope = bound_in(walk, name)?;
            lua(walk).imported.get(&(scope, name)).cloned()?
        }
        _ => return None,
    };
    if path.len() + members.len() > DEEPEST_PATH {
        return None;
    }
    for member in members.into_iter().rev() {
        path.push(walk.build.names.name(walk.build.text(span_of(member))));
    }
    Some(path)
}

/// True for a name of the language, or a member of one, that nothing in the file gives another meaning.
pub(super) fn is_of_standard(walk: &mut Walk<'_, '_>, value: Node<'_>) -> bool {
    let (mut node, mut steps) = (value, 0);
    while walk.kind_of(node) == "dot_index_expression" && steps < DEEPEST_PATH {
        let Some(table) = walk.child_of(node, Field::Table) else { return false };
        (node, steps) = (table, steps + 1);
    }
    if walk.kind_of(node) != "identifier" || !is_standard(walk.build.text(span_of(node))) {
        return false;
    }
    let name = walk.build.name(span_of(node));
    bound_in(walk, name).is_none()
}

/// Binds a name in the current scope to what a path leads to.
pub(super) fn bind(walk: &mut Walk<'_, '_>, name: Name, path: Vec<Name>, span: Span) {
    let alias = Some(name).filter(|name| path.last() != Some(name) || path.len() == 1);
    let scope = walk.build.scope;
    lua(walk).imported.insert((scope, name), path.clone());
    let id = add(walk, path, ImportShape::Item, alias, span);
    walk.build.bind(scope, name, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
}

fn add(
    walk: &mut Walk<'_, '_>,
    path: Vec<Name>,
    shape: ImportShape,
    alias: Option<Name>,
    span: Span,
) -> ImportId {
    let scope = walk.build.scope;
    let id = walk.build.import(shape, path, scope, span);
    let import = &mut walk.build.facts.imports[id.index()];
    (import.alias, import.level) = (alias, Import::BY_CALL);
    id
}

/// The text that names a module is a reference to it, though no identifier.
fn reference(walk: &mut Walk<'_, '_>, import: ImportId, text: Node<'_>) -> ExprId {
    let span = span_of(text);
    let written = walk.build.text(span);
    let before = written.find(content(written)).unwrap_or(0) as u32;
    let start = span.start + before;
    let inner = Span::new(start, start + content(written).len() as u32);
    let expression = walk.build.expression(Expression::Import { import, upto: 1 });
    walk.with_role(Role::Import, |walk| walk.build.use_member(inner, expression));
    walk.build.uses.uncount_last();
    expression
}

/// The text between quotes or long brackets.
fn content(literal: &str) -> &str {
    let inner = literal.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\'']));
    inner.unwrap_or_else(|| {
        let rest = literal.trim_start_matches('[').trim_start_matches('=').trim_start_matches('[');
        rest.trim_end_matches(']').trim_end_matches('=').trim_end_matches(']')
    })
}
