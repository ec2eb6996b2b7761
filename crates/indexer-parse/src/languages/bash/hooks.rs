//! What a table cannot say of the shell.

use super::{nodes, sources};
use crate::shapes;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Import, ImportShape, Namespace, Role, ScopeId, ScopeKind, Visibility};
use tree_sitter::Node;

/// The word that names a command is a function's or a program's; all others are texts.
pub(super) fn command_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.kind() == "word" && walk.is_identifier() {
            let span = walk.span();
            value = walk.with_role(Role::Call, |walk| walk.build.use_name(span, Namespace::CALLABLE));
        } else {
            walk.other();
        }
    });
    value
}

/// A command. `source a.sh` gives all that the file defines, in tests of Bats `load a` too.
pub(super) fn command(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let name = node.child_by_field_name("name").map(|name| walk.build.text(span_of(name)));
    match (name, node.child_by_field_name("argument")) {
        (Some("source" | "."), Some(argument)) => {
            let written = walk.build.text(span_of(argument)).to_owned();
            if let Some(path) = sources::sourced(&written) {
                take_in(walk, &path, 0, argument);
            }
        }
        (Some("load"), Some(argument)) if is_of_bats(walk) => {
            let written = walk.build.text(span_of(argument)).trim_matches(['"', '\'']).to_owned();
            if !written.contains(['$', '`']) {
                take_in(walk, &written, Import::BY_CALL, argument);
            }
        }
        (Some("run"), Some(argument)) if is_of_bats(walk) && argument.kind() == "word" => {
            shapes::lower(walk, &nodes::CALL);
            run(walk, argument);
            return ExprId::UNKNOWN;
        }
        _ => {}
    }
    shapes::lower(walk, &nodes::CALL)
}

/// True for a file of tests for Bats.
fn is_of_bats(walk: &Walk<'_, '_>) -> bool {
    let source = walk.build.source;
    source.lines().next().is_some_and(|first| first.starts_with("#!") && first.contains("bats"))
        || source.contains("\n@test ")
}

fn take_in(walk: &mut Walk<'_, '_>, path: &str, level: u32, argument: Node<'_>) {
    let path = vec![walk.build.names.made(path)];
    let id = walk.build.import(ImportShape::Wildcard, path, ScopeId(0), span_of(argument));
    let import = &mut walk.build.facts.imports[id.index()];
    (import.level, import.visibility) = (level, Visibility::Public);
}

/// `run a b`: the word behind it names what is run.
fn run(walk: &mut Walk<'_, '_>, argument: Node<'_>) {
    let span = span_of(argument);
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_alphabetic() || c == '_') && !text.contains(['/', '.', '='])
    };
    if is_name(walk.build.text(span)) {
        walk.with_role(Role::Call, |walk| walk.build.use_name(span, Namespace::CALLABLE));
        // It is counted as a word.
        walk.build.uses.uncount_last();
    }
}

/// `$a`; parameters of a script and a function have numbers.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if walk.text().starts_with(|first: char| first.is_ascii_digit()) {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::VALUE)
}

/// `local a=b`: a local of the function; `declare`, `export` and others outside of functions assign.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let first = walk.node().child(0).map_or("", |word| word.kind());
    let is_local = first == "local" || (matches!(first, "declare" | "typeset") && in_function(walk));
    if !is_local {
        walk.lower_children();
        return ExprId::UNKNOWN;
    }
    walk.each_child(|walk, _| match walk.kind() {
        "variable_name" if walk.is_identifier() => bind(walk),
        "variable_assignment" => {
            walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Name if walk.is_identifier() => bind(walk),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

fn in_function(walk: &Walk<'_, '_>) -> bool {
    let scopes = &walk.build.facts.scopes;
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        if scopes[id.index()].kind == ScopeKind::Function {
            return true;
        }
        current = scopes[id.index()].parent;
    }
    false
}

fn bind(walk: &mut Walk<'_, '_>) {
    let span = walk.local();
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
}
