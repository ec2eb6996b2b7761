//! What a table cannot say of Zig.

use super::nodes;
use super::state::Zig;
use crate::shapes::declare::{self, Declared};
use crate::shapes::{self, FileImport, import_file};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, ImportId, ImportShape, Namespace, Role, ScopeId, ScopeKind,
    Span, SymbolKind, Visibility,
};

/// A name; `_` takes what nobody wants.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text() == "_" {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::ANY)
}

/// `const A = struct { .. }` declares a type, other values a variable; without `const` or `var` it assigns.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut declares, mut value) = (false, "");
    walk.each_child(|_, node| match node.kind() {
        "const" | "var" => declares = true,
        kind if node.is_named() && !node.is_extra() => value = kind,
        _ => {}
    });
    let shape = match value {
        _ if !declares => &nodes::ASSIGN,
        "struct_declaration" | "opaque_declaration" => &nodes::STRUCT,
        "union_declaration" => &nodes::UNION,
        "enum_declaration" => &nodes::ENUM,
        "error_set_declaration" => &nodes::ERRORS,
        _ => &nodes::VARIABLE,
    };
    shapes::lower(walk, shape)
}

/// `test "a" { .. }`, and `test f { .. }`, which tests what has that name and leads there.
pub(super) fn test(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let children: Vec<_> = node.children(&mut node.walk()).collect();
    let head =
        children.iter().find(|one| matches!(one.kind(), "string" | "identifier")).map(|one| span_of(*one));
    let Some(token) = head else { return shapes::lower(walk, &nodes::SCOPE) };
    let name = walk.build.text(token).trim_matches('"').to_owned();
    if name.is_empty() || name.len() > LONGEST_NAME {
        return shapes::lower(walk, &nodes::SCOPE);
    }
    let body =
        children.iter().find(|one| one.kind() == "block").map_or(whole.end, |one| one.start_byte() as u32);
    let name = walk.build.names.made(&format!("test {name}"));
    let word = children.first().map_or(whole, |one| span_of(*one));
    let opened = declare::open(
        walk,
        &Declared {
            name,
            bound: name,
            namespace: Namespace::MEMBER,
            within: walk.build.scope,
            token: word,
            kind: SymbolKind::Function,
            visibility: Visibility::Private,
            whole,
            end: body,
            scope: Some(ScopeKind::Function),
            style: &nodes::STYLE,
        },
    );
    walk.build.definition(opened.id).flags.add(Flags::TEST);
    walk.each_child(|walk, _| {
        walk.lower();
    });
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// Names of tests that are longer, in bytes, are no names.
const LONGEST_NAME: usize = 300;

/// What kind of definition is around.
fn around(walk: &mut Walk<'_, '_>) -> Option<SymbolKind> {
    let id = walk.build.enclosing?;
    Some(walk.build.definition(id).kind)
}

/// `error { A, B }`: members where it is given a name.
pub(super) fn errors(walk: &mut Walk<'_, '_>) -> ExprId {
    let defines = around(walk) == Some(SymbolKind::Enum);
    walk.each_child(|walk, _| match walk.is_identifier() {
        true if defines => drop(shapes::lower(walk, &nodes::VALUE)),
        true => walk.neither(),
        false => walk.other(),
    });
    ExprId::UNKNOWN
}

/// A field, a member of an enumeration, or the type of a field without a name.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut is_named, mut has_type) = (false, false);
    walk.children(|walk, field| {
        is_named |= field == Field::Name && walk.is_identifier();
        has_type |= field == Field::Type;
    });
    let in_enum = around(walk) == Some(SymbolKind::Enum);
    let in_union = around(walk) == Some(SymbolKind::Union);
    if !is_named || !(has_type || in_enum || in_union) {
        return walk.with_role(indexer_core::Role::Type, Walk::lower_children);
    }
    shapes::lower(walk, if in_enum { &nodes::MEMBER } else { &nodes::FIELD })
}

/// `a.b`; `.b` is a member of what is expected there, which nothing says.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let role = walk.build.role;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Object => of = walk.lower_as(indexer_core::Role::Read),
        Field::Member if walk.is_identifier() => {
            value = walk.with_role(role, |walk| walk.member_of(of, Access::Value));
        }
        _ => walk.other(),
    });
    value
}

/// `@import("a.zig")` is the file, `@This()` the container around.
pub(super) fn builtin(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut called, mut path) = ("", None);
    walk.each_child(|walk, _| {
        match walk.kind() {
            "builtin_identifier" => called = walk.text(),
            "arguments" => {
                let first = walk.node().named_child(0).filter(|first| first.kind() == "string");
                path = first.map(crate::walk::span_of);
            }
            _ => {}
        }
        walk.other();
    });
    match (called, path) {
        ("@import", Some(path)) => {
            let import = ImportId(walk.build.facts.imports.len() as u32);
            import_file(walk, FileImport { path, ..FileImport::default() });
            walk.build.expression(Expression::Import { import, upto: 1 })
        }
        ("@This", _) => {
            let scope = shapes::type_scope(walk).unwrap_or(ScopeId(0));
            walk.build.expression(Expression::Object(scope))
        }
        _ => ExprId::UNKNOWN,
    }
}

/// `usingnamespace @import("a.zig")`: what the file declares is declared here too.
pub(super) fn using(walk: &mut Walk<'_, '_>) -> ExprId {
    let first = walk.build.facts.imports.len();
    walk.lower_children();
    let (all, scope) = (walk.build.facts.imports.len(), walk.build.scope);
    let is_file = walk.node().named_child(0).is_some_and(|of| of.kind() == "builtin_function");
    if is_file && all == first + 1 {
        let import = &mut walk.build.facts.imports[first];
        (import.shape, import.scope) = (ImportShape::Wildcard, scope);
    }
    ExprId::UNKNOWN
}

/// A container without a name: what it declares are its members.
pub(super) fn container(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let scope = walk.build.open_scope(ScopeKind::Type, walk.span());
    walk.lower_children();
    walk.build.restore(place);
    walk.build.expression(Expression::Object(scope))
}

/// What a function gives: a container without a name is what a call of it names.
pub(super) fn returned(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.lower_children();
    let is_container = walk.node().named_child(0).is_some_and(|of| nodes::CONTAINERS.contains(&of.kind()));
    if let Some(function) = walk.build.enclosing.filter(|_| is_container) {
        zig(walk).returned.entry(function).or_default().push(value);
    }
    ExprId::UNKNOWN
}

/// `fn List(comptime T: type) type`: the only container that it gives.
pub(super) fn gives_type(walk: &mut Walk<'_, '_>, id: DefId) {
    let returned = zig(walk).returned.remove(&id).unwrap_or_default();
    let result = walk.node().child_by_field_name("type").map_or(Span::default(), span_of);
    if let [only] = returned.as_slice()
        && walk.build.text(result) == "type"
    {
        walk.build.definition(id).value = *only;
    }
}

/// `*T`, `?T`: what it has is what a `T` has. Of many of them (`[*]T`) that is not so.
pub(super) fn pointer(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_one = walk.node().child(0).is_some_and(|first| first.kind() != "[");
    let last = walk.lower_list().pop().unwrap_or(ExprId::UNKNOWN);
    if is_one { last } else { ExprId::UNKNOWN }
}

/// Slices and arrays are types of their own.
pub(super) fn many(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `E!T`: `try`, `catch` and `if` take the `T` out.
pub(super) fn fallible(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Ok => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// `a catch b`: what `a` gives where it gives anything.
pub(super) fn caught(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.meter.branches += 1;
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let mut value = None;
    walk.each_child(|walk, _| match value {
        None if walk.is_named() && !walk.node().is_extra() => value = Some(walk.lower()),
        _ => walk.other(),
    });
    walk.build.restore(place);
    value.unwrap_or(ExprId::UNKNOWN)
}

/// `a orelse b` is what `a` is where it is anything; other operators compute.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let operator = walk.node().child_by_field_name("operator").map_or("", |operator| operator.kind());
    let found = crate::operators::binary(walk);
    if operator == "orelse" { found.left } else { ExprId::UNKNOWN }
}

/// `if (a) |b|`, `while (a) |b|`: `b` is what `a` holds.
pub(super) fn captured(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let is_loop = walk.kind().starts_with("while");
    let meter = &mut walk.build.meter;
    if is_loop {
        meter.branch()
    } else {
        meter.enter_if()
    }
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let mut held = ExprId::UNKNOWN;
    let mut is_else = false;
    walk.children(|walk, field| match field {
        Field::Condition => held = walk.lower_as(Role::Read),
        _ => {
            is_else |= walk.kind() == "else";
            if walk.kind() == "payload" {
                // Behind `else` it is the error.
                let held = if is_else { ExprId::UNKNOWN } else { held };
                walk.lower_with(|walk| payload(walk, held));
            } else {
                walk.other();
            }
        }
    });
    walk.build.meter.leave();
    let nesting = walk.build.meter.nesting;
    walk.build.restore(place);
    walk.build.meter.nesting = nesting;
    ExprId::UNKNOWN
}

/// The names between bars.
fn payload(walk: &mut Walk<'_, '_>, held: ExprId) -> ExprId {
    let from = walk.span().end;
    walk.each_child(|walk, _| match walk.is_identifier() && walk.text() != "_" {
        true => {
            let token = walk.local();
            walk.build.bind_token(token, held, from);
        }
        false => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `T{ .a = b }` makes a `T`, of which `.a` is a field.
pub(super) fn made(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut made = None;
    walk.each_child(|walk, _| match made {
        None if walk.is_named() && !walk.node().is_extra() => {
            let of = walk.lower();
            made = Some(walk.build.instance(of));
        }
        Some(made) if walk.kind() == "initializer_list" => drop(walk.lower_with(|walk| fields(walk, made))),
        _ => walk.other(),
    });
    made.unwrap_or(ExprId::UNKNOWN)
}

/// What stands between braces: fields with their values, or elements.
fn fields(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    walk.each_child(|walk, _| match walk.kind() {
        "field_initializer" => drop(walk.lower_with(|walk| {
            let mut is_named = false;
            walk.each_child(|walk, _| match walk.is_identifier() && !is_named {
                true => {
                    is_named = true;
                    walk.with_role(Role::Write, |walk| walk.member_of(of, Access::Value));
                }
                false => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "assignment_expression" => drop(walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Left if walk.kind() == "field_expression" => {
                    walk.lower_with(|walk| field_of(walk, of));
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `.a` before `=`.
fn field_of(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Member if walk.is_identifier() => {
            walk.with_role(Role::Write, |walk| walk.member_of(of, Access::Value));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

fn zig<'w>(walk: &'w mut Walk<'_, '_>) -> &'w mut Zig {
    walk.build.remembered.of::<Zig>()
}
