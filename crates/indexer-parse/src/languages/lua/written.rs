//! The names that a file writes, found before they are.

use super::hooks::lua;
use super::state::Written;
use crate::walk::{Walk, span_of};
use tree_sitter::Node;

/// The names that statements without `local` write, found once for the whole file: O(nodes).
pub(super) fn written<'w>(walk: &'w mut Walk<'_, '_>) -> &'w Written {
    if lua(walk).written.is_none() {
        let found = find_written(walk);
        lua(walk).written = Some(found);
    }
    lua(walk).written.get_or_insert_default()
}

fn find_written(walk: &mut Walk<'_, '_>) -> Written {
    let mut found = Written::default();
    let mut root = walk.node();
    while let Some(parent) = root.parent() {
        root = parent;
    }
    let mut cursor = root.walk();
    // For each node around, whether it is a statement with `local`.
    let mut around = Vec::new();
    loop {
        let node = cursor.node();
        indexer_core::work::add(1);
        match node.kind() {
            "function_declaration" if node.child(0).is_some_and(|first| first.kind() != "local") => {
                let name = node.child_by_field_name("name").filter(|name| name.kind() == "identifier");
                if let Some(name) = name {
                    let name = walk.build.name(span_of(name));
                    *found.all.entry(name).or_default() += 1;
                    found.functions.insert(name);
                }
            }
            "assignment_statement" if around.last() != Some(&true) => {
                let (targets, values) = sides(node);
                let is_function = values.len() == 1 && values[0].kind() == "function_definition";
                for target in targets.iter().filter(|target| target.kind() == "identifier") {
                    let name = walk.build.name(span_of(*target));
                    *found.all.entry(name).or_default() += 1;
                    if is_function && targets.len() == 1 {
                        found.functions.insert(name);
                    }
                }
            }
            _ => {}
        }
        if cursor.goto_first_child() {
            around.push(node.kind() == "variable_declaration");
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
pub(super) fn sides(node: Node<'_>) -> (Vec<Node<'_>>, Vec<Node<'_>>) {
    let node = child_of(node, "assignment_statement").unwrap_or(node);
    (listed(child_of(node, "variable_list")), listed(child_of(node, "expression_list")))
}

fn child_of<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

fn listed(list: Option<Node<'_>>) -> Vec<Node<'_>> {
    let Some(list) = list else { return Vec::new() };
    let mut cursor = list.walk();
    let is_one = |child: &Node<'_>| !child.is_extra() && child.kind() != "attribute";
    list.named_children(&mut cursor).filter(is_one).collect()
}
