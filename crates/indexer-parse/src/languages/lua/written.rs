//! The names that a file writes, found before they are.

use super::hooks::lua;
use super::state::Written;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use tree_sitter::Node;

/// The names that statements without `local` write, found once for the whole file: O(nodes) of statements and of what
/// functions stand in.
pub(super) fn written<'w>(walk: &'w mut Walk<'_, '_>) -> &'w Written {
    if lua(walk).written.is_none() {
        let found = find_written(walk);
        lua(walk).written = Some(found);
    }
    lua(walk).written.get_or_insert_default()
}

/// Nodes in which statements stand without a function around them.
#[rustfmt::skip]
const HOLD_STATEMENTS: &[&str] = &[
    "chunk", "block", "do_statement", "while_statement", "repeat_statement", "for_statement", "if_statement",
    "elseif_statement", "else_statement", "function_declaration", "function_definition", "variable_declaration", "ERROR",
];

fn find_written(walk: &mut Walk<'_, '_>) -> Written {
    let mut found = Written::default();
    let mut root = walk.node();
    while let Some(parent) = root.parent() {
        root = parent;
    }
    let mut cursor = root.walk();
    // Where functions are written: an expression without one holds no statement.
    let functions: Vec<usize> = walk.build.source.match_indices("function").map(|(at, _)| at).collect();
    let holds_function = |node: Node<'_>| {
        let first = functions.partition_point(|at| *at < node.start_byte());
        functions.get(first).is_some_and(|at| *at < node.end_byte())
    };
    // For each node around, whether it is a statement with `local`.
    let mut around = Vec::new();
    loop {
        let node = cursor.node();
        let kind = walk.kind_of(node);
        indexer_core::work::add(1);
        match kind {
            "function_declaration" if node.child(0).is_some_and(|first| first.kind() != "local") => {
                let name = walk.child_of(node, Field::Name).filter(|name| name.kind() == "identifier");
                if let Some(name) = name {
                    let name = walk.build.name(span_of(name));
                    *found.all.entry(name).or_default() += 1;
                    found.functions.insert(name);
                }
            }
            "assignment_statement" if around.last() != Some(&true) => {
                let (targets, values) = sides(walk, node);
                let is_function = values.len() == 1 && walk.kind_of(values[0]) == "function_definition";
                for target in &targets {
                    if walk.kind_of(*target) != "identifier" {
                        continue;
                    }
                    let name = walk.build.name(span_of(*target));
                    *found.all.entry(name).or_default() += 1;
                    if is_function && targets.len() == 1 {
                        found.functions.insert(name);
                    }
                }
            }
            _ => {}
        }
        let is_entered = HOLD_STATEMENTS.contains(&kind) || holds_function(node);
        if is_entered && cursor.goto_first_child() {
            around.push(kind == "variable_declaration");
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
            around.pop();
        }
    }
}

/// What is assigned to, and the values.
pub(super) fn sides<'n>(walk: &Walk<'_, '_>, node: Node<'n>) -> (Vec<Node<'n>>, Vec<Node<'n>>) {
    let mut sides = (Vec::new(), Vec::new());
    let mut cursor = node.walk();
    // `local` stands around an assignment, or is a list of names alone.
    if walk.kind_of(node) == "variable_declaration" && cursor.goto_first_child() {
        while walk.kind_of(cursor.node()) != "assignment_statement" {
            if !cursor.goto_next_sibling() {
                cursor.goto_parent();
                break;
            }
        }
    }
    if !cursor.goto_first_child() {
        return sides;
    }
    loop {
        let list = cursor.node();
        match walk.kind_of(list) {
            "variable_list" if sides.0.is_empty() => sides.0 = listed(walk, list),
            "expression_list" if sides.1.is_empty() => sides.1 = listed(walk, list),
            _ => {}
        }
        if !cursor.goto_next_sibling() {
            return sides;
        }
    }
}

fn listed<'n>(walk: &Walk<'_, '_>, list: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = list.walk();
    let is_one = |child: &Node<'_>| !child.is_extra() && walk.kind_of(*child) != "attribute";
    list.named_children(&mut cursor).filter(is_one).collect()
}
