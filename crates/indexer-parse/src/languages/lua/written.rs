//! The names that a file writes, found before they are.

use super::hooks::lua;
use super::state::Written;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Name, Span};
use tree_sitter::Node;

/// True where a statement without `local` gives anything to the name that stands at `token`.
pub(super) fn is_written(walk: &mut Walk<'_, '_>, name: Name, token: Span) -> bool {
    may_be_given(walk, token, Given::Anything) && written(walk).all.contains_key(&name)
}

/// True where a statement without `local` gives a function to the name that stands at `token`.
pub(super) fn is_given_function(walk: &mut Walk<'_, '_>, name: Name, token: Span) -> bool {
    may_be_given(walk, token, Given::Function) && written(walk).functions.contains(&name)
}

/// What a name may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    Anything,
    Function,
}

/// How many times its length a file is looked through for names, before all that it writes are found in one pass.
const LOOKS: usize = 4;

/// False where the text shows that nothing of the kind is given to a name elsewhere: nowhere stands `=`, another name or a
/// comment behind it, nor `function` before it. So it is with most names that `local` introduces.
fn may_be_given(walk: &mut Walk<'_, '_>, token: Span, given: Given) -> bool {
    let (source, name) = (walk.build.source, walk.build.text(token));
    let state = lua(walk);
    state.looked += source.len();
    if state.written.is_some() || state.looked > LOOKS * source.len() {
        return true;
    }
    indexer_core::work::add(source.len());
    let mut places = memchr::memmem::find_iter(source.as_bytes(), name.as_bytes());
    places.any(|at| at != token.start as usize && is_given_at(source, at, name.len(), given))
}

fn is_given_at(source: &str, at: usize, length: usize, given: Given) -> bool {
    let (before, after) = (&source[..at], &source[at + length..]);
    let is_of_name = |byte: Option<&u8>| {
        byte.is_some_and(|one| one.is_ascii_alphanumeric() || *one == b'_' || *one >= 0x80)
    };
    if is_of_name(before.as_bytes().last()) || is_of_name(after.as_bytes().first()) {
        return false;
    }
    // What is given something begins a statement, or stands behind another name that is.
    let line = before.trim_end_matches([' ', '\t']);
    if line.ends_with(['(', '{', '[', '=', '.']) || line.ends_with("local") {
        return false;
    }
    let after = after.trim_ascii_start();
    match after.as_bytes() {
        [b'=', b'=', ..] => false,
        [b'=', ..] => {
            let value = after[1..].trim_ascii_start();
            given == Given::Anything || value.starts_with("function") || value.starts_with("--")
        }
        // Of several names none is a function's.
        [b',', ..] => given == Given::Anything,
        [b'-', b'-', ..] => true,
        _ => {
            // `function a.b()` gives nothing to `a`.
            let before = before.trim_ascii_end();
            after.starts_with('(') && (before.ends_with("function") || before.ends_with("]]"))
        }
    }
}

/// The names that statements without `local` write, found once for the whole file: O(nodes) of statements and of what
/// functions stand in.
pub(super) fn written<'w>(walk: &'w mut Walk<'_, '_>) -> &'w Written {
    if lua(walk).written.is_none() {
        let found = find_written(walk);
        lua(walk).written = Some(found);
    }
    lua(walk).written.get_or_insert_default()
}

/// Nodes in which statements stand without a function around them, which are none with `local`.
#[rustfmt::skip]
const HOLD_STATEMENTS: &[&str] = &[
    "chunk", "block", "do_statement", "while_statement", "repeat_statement", "for_statement", "if_statement",
    "elseif_statement", "else_statement", "function_declaration", "function_definition", "ERROR",
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
    // For each node around, whether it is a statement with `local`, and how many children are left of it.
    let mut around: Vec<(bool, u32)> = Vec::new();
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
            "assignment_statement" if around.last().is_none_or(|(is_local, _)| !is_local) => {
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
        let is_broken = || kind == "variable_declaration" && node.has_error();
        let is_entered = HOLD_STATEMENTS.contains(&kind) || holds_function(node) || is_broken();
        let count = if is_entered { node.child_count() } else { 0 };
        if count > 0 && cursor.goto_first_child() {
            around.push((kind == "variable_declaration", count - 1));
            continue;
        }
        // Where none is left, the cursor need not look for one.
        loop {
            match around.last_mut() {
                Some((_, left)) if *left > 0 && cursor.goto_next_sibling() => {
                    *left -= 1;
                    break;
                }
                Some(_) if cursor.goto_parent() => drop(around.pop()),
                _ => return found,
            }
        }
    }
}

/// What is assigned to, and the values.
pub(super) fn sides<'n>(walk: &Walk<'_, '_>, node: Node<'n>) -> (Vec<Node<'n>>, Vec<Node<'n>>) {
    let mut sides = (Vec::new(), Vec::new());
    // `local` stands around an assignment, or is a list of names alone.
    let inner = match walk.kind_of(node) {
        "variable_declaration" => {
            few_named(node).into_iter().find(|one| walk.kind_of(*one) == "assignment_statement")
        }
        _ => None,
    };
    for list in few_named(inner.unwrap_or(node)) {
        match walk.kind_of(list) {
            "variable_list" if sides.0.is_empty() => sides.0 = listed(walk, list),
            "expression_list" if sides.1.is_empty() => sides.1 = listed(walk, list),
            _ => {}
        }
    }
    sides
}

fn listed<'n>(walk: &Walk<'_, '_>, list: Node<'n>) -> Vec<Node<'n>> {
    let is_one = |child: &Node<'_>| !child.is_extra() && walk.kind_of(*child) != "attribute";
    let mut all = few_named(list);
    all.retain(is_one);
    all
}

/// The named children of a node, of which there are seldom more than two: to ask for one of the first costs less than a cursor.
fn few_named(node: Node<'_>) -> Vec<Node<'_>> {
    match node.named_child_count() {
        count @ 0..=3 => (0..count as u32).filter_map(|at| node.named_child(at)).collect(),
        _ => node.named_children(&mut node.walk()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_tells_where_a_name_may_be_given_something() {
        let check = |text: &str, given: Given, expected: bool| {
            let at = text.find('x').unwrap();
            assert_eq!(is_given_at(text, at, 1, given), expected, "{text}");
        };
        for text in [
            "x = 1",
            "y, x = 1, 2",
            "x, y = 1, 2",
            "x --[[ a ]] = 1",
            "function x() end",
            "function --[[a]] x() end",
        ] {
            check(text, Given::Anything, true);
        }
        for text in [
            "x == 1",
            "f(x, y)",
            "a.x = 1",
            "local x = 1",
            "x.y = 1",
            "function x.y() end",
            "x(1)",
            "y = x, z",
        ] {
            check(text, Given::Anything, false);
        }
        check("x = 1", Given::Function, false);
        check("x = function() end", Given::Function, true);
        check("x, y = function() end", Given::Function, false);
    }
}
