//! What a table cannot say of Nix: names, functions and what they are given.

use super::bindings;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, DefId, ExprId, Expression, ImportShape, Namespace, Parameter, ParameterKind, Role, ScopeId,
    ScopeKind, Span,
};
use tree_sitter::Node;

/// So many functions in each other have their parameters in one signature (`a: b: c`).
const MOST_CURRIED: usize = 32;

/// A name that a scope binds, or the language.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.is_identifier() {
        true => value = name(walk),
        false => walk.other(),
    });
    value
}

/// The current token is a name.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    walk.build.use_name(span, Namespace::VALUE)
}

/// `a.b.c or d`.
pub(super) fn select(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match (field, walk.kind()) {
        (Field::Expression, _) => value = walk.lower(),
        (_, "attrpath") => value = path_of(walk, value, role),
        _ => walk.other(),
    });
    walk.build.role = role;
    value
}

/// `b.c` behind what has it: each name is a member of what stands before it, the last one has the role of the place.
fn path_of(walk: &mut Walk<'_, '_>, of: ExprId, role: Role) -> ExprId {
    let mut value = of;
    let node = walk.node();
    let last = node.named_child_count().checked_sub(1).and_then(|last| node.named_child(last as u32));
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_identifier() {
                let is_last = last == Some(walk.node());
                value = walk.with_role(if is_last { role } else { Role::Read }, |walk| {
                    walk.member_of(value, Access::Value)
                });
            } else if walk.is_named() {
                // A name that is only known when it runs.
                walk.lower_as(Role::Read);
                value = ExprId::UNKNOWN;
            }
        });
        ExprId::UNKNOWN
    });
    value
}

/// `f a`; what it is given declares nothing that others name.
pub(super) fn apply(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut callee, mut values) = (ExprId::UNKNOWN, Vec::new());
    let mark = walk.build.uses.mark();
    walk.children(|walk, field| match field {
        Field::Function => {
            callee = walk.lower_as(if walk.kind() == "apply_expression" { Role::Read } else { Role::Call })
        }
        Field::Argument => values.push(walk.with_role(Role::Read, bindings::hidden)),
        _ => walk.other(),
    });
    walk.call_of(mark, callee, &values)
}

/// `./a.nix`: the file at this place, or `default.nix` in the folder there.
pub(super) fn path(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, text) = (walk.span(), walk.text());
    if !text.starts_with(['/', '~']) && !text.contains("${") && (!is_folder(text) || is_loaded(walk)) {
        let name = walk.build.names.made(text);
        let import = walk.build.import(ImportShape::Effect, vec![name], ScopeId(0), span);
        let file = walk.build.expression(Expression::Import { import, upto: 1 });
        walk.with_role(Role::Import, |walk| walk.build.use_member_as(name, span, file));
        walk.build.uses.uncount_last();
    }
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `./.`, `./..`: most often the folder is meant, and no file in it.
fn is_folder(text: &str) -> bool {
    text.ends_with("/.") || text.ends_with("/..")
}

/// True where what stands here is loaded: `import ./.`, `callPackage ./. { }`.
fn is_loaded(walk: &Walk<'_, '_>) -> bool {
    let node = walk.node();
    let applied = node.parent().filter(|one| one.kind() == "apply_expression");
    let function =
        applied.and_then(|one| one.child_by_field_name("function")).filter(|one| one.id() != node.id());
    let text = function.map_or("", |one| walk.build.text(span_of(one)));
    matches!(text.rsplit('.').next(), Some("import" | "callPackage"))
}

/// A function without a name.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Function, walk.span());
    let mut none = Vec::new();
    inside(walk, &mut none);
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The function that a binding is given: its parameters and those of the functions that it gives are those of `id`.
pub(super) fn named_function(walk: &mut Walk<'_, '_>, id: DefId) {
    let mut all = Vec::new();
    curried(walk, &mut all, 0);
    let run = walk.build.parameters(all);
    walk.build.definition(id).parameters = run;
}

fn curried(walk: &mut Walk<'_, '_>, all: &mut Vec<Parameter>, depth: usize) {
    walk.lower_with(|walk| {
        walk.children(|walk, field| match (field, walk.kind()) {
            (Field::Body, "function_expression") if depth < MOST_CURRIED => curried(walk, all, depth + 1),
            (Field::Body, _) => drop(walk.lower()),
            _ => part(walk, all),
        });
        ExprId::UNKNOWN
    });
}

fn inside(walk: &mut Walk<'_, '_>, all: &mut Vec<Parameter>) {
    walk.children(|walk, field| match field {
        Field::Body => drop(walk.lower()),
        _ => part(walk, all),
    });
}

/// A part of the head of a function: `a`, `{ a, b ? c, ... }`, `@`.
fn part(walk: &mut Walk<'_, '_>, all: &mut Vec<Parameter>) {
    match walk.kind() {
        "identifier" if walk.is_identifier() => bind(walk, all),
        "formals" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "formal" => {
                        walk.lower_with(|walk| {
                            walk.children(|walk, field| match field {
                                Field::Name if walk.is_identifier() => bind(walk, all),
                                _ => walk.other(),
                            });
                            ExprId::UNKNOWN
                        });
                    }
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    }
}

fn bind(walk: &mut Walk<'_, '_>, all: &mut Vec<Parameter>) {
    let name_span = walk.local();
    bind_at(walk, name_span);
    let name = walk.build.name(name_span);
    let (annotation, default) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    all.push(Parameter { name, name_span, kind: ParameterKind::Plain, annotation, default });
}

/// Binds the name at a place in all of the scope.
pub(super) fn bind_at(walk: &mut Walk<'_, '_>, span: Span) {
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
}

/// The last name of a path of attributes; `None` where that is only known when it runs.
pub(super) fn last_name(path: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = path.walk();
    let all = path.named_children(&mut cursor);
    let mut last = None;
    for one in all {
        match one.kind() {
            "identifier" => last = Some(one),
            // `"a b"` without anything put in.
            "string_expression" if one.named_child_count() == 1 => {
                last = one.named_child(0).filter(|inner| inner.kind() == "string_fragment");
                last?;
            }
            "comment" => {}
            _ => return None,
        }
    }
    last
}

/// The whole text of a path, where all of its names are written.
pub(super) fn written(walk: &Walk<'_, '_>, path: Node<'_>) -> Option<String> {
    last_name(path)?;
    let text = walk.build.text(span_of(path));
    let mut text: String = text.chars().filter(|sign| !matches!(sign, '"' | ' ' | '\n')).collect();
    crate::text::cut(&mut text, 200);
    Some(text)
}
