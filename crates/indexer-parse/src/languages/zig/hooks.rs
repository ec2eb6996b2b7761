//! What a table cannot say of Zig.

use super::nodes;
use crate::shapes::declare::{self, Declared};
use crate::shapes::{self, FileImport, import_file};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Flags, Namespace, ScopeKind, SymbolKind, Visibility};

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
    walk.children(|walk, _| {
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
    walk.children(|walk, _| match walk.is_identifier() {
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

/// `@import("a.zig")` loads a file.
pub(super) fn builtin(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut imports, mut path) = (false, None);
    walk.children(|walk, _| {
        match walk.kind() {
            "builtin_identifier" => imports = walk.text() == "@import",
            "arguments" => {
                let first = walk.node().named_child(0).filter(|first| first.kind() == "string");
                path = first.map(crate::walk::span_of);
            }
            _ => {}
        }
        walk.other();
    });
    if let Some(path) = path.filter(|_| imports) {
        import_file(walk, FileImport { path, ..FileImport::default() });
    }
    ExprId::UNKNOWN
}
