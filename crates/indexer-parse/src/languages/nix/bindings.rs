//! What binds names: sets of attributes, and `let`. Attributes are declared where the set is what the file or another declared
//! attribute gives; a set that a function is given, or that stands in a list, declares nothing.

use super::hooks::{bind_at, last_name, name, named_function, written};
use super::nodes::STYLE;
use crate::memory::Memory;
use crate::shapes::declare::{self, Declared};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Namespace, ScopeKind, SymbolKind, Visibility};
use tree_sitter::Node;

/// What Nix's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Nix {
    /// How many lists and arguments are around.
    hidden: u32,
    /// What the attributes of the set that is walked next are.
    kind: Option<SymbolKind>,
}

impl Memory for Nix {}

/// What stands here is no part of what the file declares.
pub(super) fn hidden(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.remembered.of::<Nix>().hidden += 1;
    let value = match walk.kind() {
        "list_expression" => walk.lower_children(),
        _ => walk.lower(),
    };
    walk.build.remembered.of::<Nix>().hidden -= 1;
    value
}

/// `{ a = b; }`, whose names only members see, and `rec { a = b; }`, whose names it sees itself.
pub(super) fn attributes(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = if walk.kind() == "attrset_expression" { ScopeKind::Type } else { ScopeKind::Module };
    let place = walk.build.place();
    let scope = walk.build.open_scope(kind, walk.span());
    walk.build.remembered.of::<Nix>().kind = Some(SymbolKind::Property);
    walk.lower_children();
    walk.build.restore(place);
    walk.build.expression(Expression::Object(scope))
}

/// `let a = b; in c`.
pub(super) fn let_in(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Body => value = walk.lower(),
        _ => {
            if walk.kind() == "binding_set" {
                let nix = walk.build.remembered.of::<Nix>();
                nix.kind = Some(SymbolKind::Variable);
                // What is bound here has a name, wherever it stands.
                let around = std::mem::replace(&mut nix.hidden, 0);
                walk.lower();
                walk.build.remembered.of::<Nix>().hidden = around;
            } else {
                walk.other();
            }
        }
    });
    walk.build.restore(place);
    value
}

/// The bindings of a set.
pub(super) fn set(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = walk.build.remembered.of::<Nix>().kind.take().unwrap_or(SymbolKind::Property);
    walk.each_child(|walk, _| match walk.kind() {
        "binding" => drop(walk.lower_with(|walk| binding(walk, kind))),
        "inherit" | "inherit_from" => drop(walk.lower_with(|walk| inherit(walk, kind))),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `a.b = c;`
fn binding(walk: &mut Walk<'_, '_>, kind: SymbolKind) -> ExprId {
    let node = walk.node();
    let is_hidden = walk.build.remembered.of::<Nix>().hidden > 0;
    let path = node.child_by_field_name("attrpath");
    let token = path.and_then(last_name).filter(|token| token.start_byte() < token.end_byte());
    let whole_name = path.and_then(|path| written(walk, path));
    let (Some(token), Some(whole_name)) = (token.filter(|_| !is_hidden), whole_name) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let value = node.child_by_field_name("expression");
    let is_function = value.is_some_and(|value| value.kind() == "function_expression");
    let name = walk.build.names.made(&whole_name);
    let whole = span_of(node);
    let is_set = value.is_some_and(|value| value.kind().ends_with("attrset_expression"));
    let end = match value {
        Some(value) if is_function => head_end(value),
        Some(_) if is_set => path.map_or(whole.end, |path| span_of(path).end),
        _ => whole.end,
    };
    let opened = declare::open(
        walk,
        &Declared {
            name,
            bound: name,
            namespace: Namespace::VALUE,
            within: walk.build.scope,
            token: span_of(token),
            kind: if is_function { SymbolKind::Function } else { kind },
            visibility: if kind == SymbolKind::Variable { Visibility::Private } else { Visibility::Public },
            whole,
            end,
            scope: Some(if is_function { ScopeKind::Function } else { ScopeKind::Block }),
            style: &STYLE,
        },
    );
    let id = opened.id;
    let mut given = ExprId::UNKNOWN;
    walk.children(|walk, field| match (field, walk.kind()) {
        (_, "attrpath") => named(walk, token),
        (Field::Expression, "function_expression") => named_function(walk, id),
        (Field::Expression, _) => given = walk.lower(),
        _ => walk.other(),
    });
    walk.build.definition(id).value = given;
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// Where the head of a value ends: a function before its body, a set before its attributes.
fn head_end(value: Node<'_>) -> u32 {
    let mut value = value;
    while let Some(body) = value.child_by_field_name("body").filter(|_| value.kind() == "function_expression")
    {
        if body.kind() != "function_expression" {
            return body.start_byte() as u32;
        }
        value = body;
    }
    value.start_byte() as u32
}

/// The names of a path, the last of which is defined.
fn named(walk: &mut Walk<'_, '_>, token: Node<'_>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.node() == token {
                walk.build.tally.definitions += 1;
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

/// `inherit a b;`, `inherit (c) a b;`.
fn inherit(walk: &mut Walk<'_, '_>, kind: SymbolKind) -> ExprId {
    let mut of = None;
    let binds = kind == SymbolKind::Variable;
    walk.children(|walk, field| match (field, walk.kind()) {
        (Field::Expression, _) => of = Some(walk.lower()),
        (_, "inherited_attrs") => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match (walk.is_identifier(), of) {
                    (true, Some(of)) => {
                        let span = walk.span();
                        walk.member_of(of, Access::Value);
                        if binds {
                            bind_at(walk, span);
                        }
                    }
                    // What `let inherit a;` names is the same thing.
                    (true, None) => drop(name(walk)),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
