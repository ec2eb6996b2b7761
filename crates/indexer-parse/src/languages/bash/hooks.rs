//! What a table cannot say of the shell.

use super::nodes;
use crate::shapes;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Import, ImportShape, Namespace, Role, ScopeId, ScopeKind, Visibility};

/// The word that names a command is a function's or a program's; all others are texts.
pub(super) fn command_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, _| {
        if walk.kind() == "word" && walk.is_identifier() {
            let span = walk.span();
            value = walk.with_role(Role::Call, |walk| walk.build.use_name(span, Namespace::CALLABLE));
        } else {
            walk.other();
        }
    });
    value
}

/// A command. `source a.sh` gives all that the file defines.
pub(super) fn command(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let name = node.child_by_field_name("name").map(|name| walk.build.text(span_of(name)));
    if matches!(name, Some("source" | "."))
        && let Some(argument) = node.child_by_field_name("argument")
    {
        let plain = match argument.kind() {
            "word" => Some(argument),
            "string" if argument.named_child_count() == 1 => argument.named_child(0),
            "raw_string" => Some(argument),
            _ => None,
        };
        let text = plain.filter(|one| one.named_child_count() == 0).map(|one| walk.build.text(span_of(one)));
        if let Some(text) = text.map(|text| text.trim_matches('\'')).filter(|text| !text.contains('$')) {
            let path = vec![walk.build.names.made(text.trim_start_matches("./"))];
            walk.build.facts.imports.push(Import {
                scope: ScopeId(0),
                shape: ImportShape::Wildcard,
                level: 0,
                path,
                alias: None,
                visibility: Visibility::Public,
                condition: None,
                span: span_of(argument),
            });
        }
    }
    shapes::lower(walk, &nodes::CALL)
}

/// `local a=b`: a local of the function; `declare`, `export` and others outside of functions assign.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let first = walk.node().child(0).map_or("", |word| word.kind());
    let is_local = first == "local" || (matches!(first, "declare" | "typeset") && in_function(walk));
    if !is_local {
        walk.lower_children();
        return ExprId::UNKNOWN;
    }
    walk.children(|walk, _| match walk.kind() {
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
