//! Namespaces, `using`, friends, aliases, access.

use crate::languages::c::declare::{self, Specifiers, define};
use crate::languages::c::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Owner, Role, ScopeKind, Span,
    SymbolKind, Visibility,
};

/// `namespace a::b { ... }`, also inline or without a name.
pub(super) fn namespace(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    let span = walk.span();
    let mut inline = false;
    let mut names: Vec<Span> = Vec::new();
    walk.children(|walk, field| match field {
        Field::Name => collect(walk, &mut names),
        Field::Body => {
            // What has no name is known around it, and nowhere outside of the file.
            walk.notes().unnamed += u32::from(names.is_empty());
            for name in &names {
                open(walk, *name, span, inline);
            }
            walk.build.role = Role::Read;
            walk.lower();
            walk.notes().unnamed -= u32::from(names.is_empty());
        }
        _ if walk.kind() == "inline" => inline = true,
        _ => walk.lower_named(),
    });
    walk.build.restore(outer);
    ExprId::UNKNOWN
}

fn collect(walk: &mut Walk<'_, '_>, names: &mut Vec<Span>) {
    if walk.is_identifier() {
        names.push(walk.span());
    } else if walk.kind() == "nested_namespace_specifier" {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| collect(walk, names));
            ExprId::UNKNOWN
        });
    } else {
        walk.lower_named();
    }
}

fn open(walk: &mut Walk<'_, '_>, name: Span, span: Span, inline: bool) {
    let scope = walk.build.scope;
    let id = define(walk, name, SymbolKind::Module, scope, Namespace::TYPE);
    let text = walk.build.name(name);
    let inner = walk.build.open_scope(ScopeKind::Module, span);
    walk.build.owner = Owner::Definition(id);
    walk.build.facts.scopes[inner.index()].owner = Owner::Definition(id);
    let signature = crate::languages::c::text::signature(walk.build.text(Span::new(span.start, name.end)));
    let definition = walk.build.definition(id);
    definition.body = Some(inner);
    definition.span = span;
    definition.signature = signature;
    definition.visibility = Visibility::Public;
    if inline {
        wildcard(walk, scope, &[text], name);
    }
}

/// Makes what `path` offers known in `scope`.
fn wildcard(walk: &mut Walk<'_, '_>, scope: indexer_core::ScopeId, path: &[Name], span: Span) {
    walk.build.facts.imports.push(Import {
        scope,
        shape: ImportShape::Wildcard,
        level: 2,
        path: path.to_vec(),
        alias: None,
        visibility: Visibility::Public,
        condition: None,
        left_out: Vec::new(),
        span,
    });
}

/// The names of a path, each a part of an import.
fn path(walk: &mut Walk<'_, '_>, spans: &mut Vec<Span>) {
    if walk.is_identifier() {
        spans.push(walk.span());
    } else if matches!(
        walk.kind(),
        "qualified_identifier" | "nested_namespace_specifier" | "template_type" | "template_function"
    ) {
        walk.lower_with(|walk| {
            walk.children(|walk, field| {
                if field == Field::Arguments {
                    walk.lower_as(Role::Type);
                } else if walk.is_named() {
                    path(walk, spans);
                }
            });
            ExprId::UNKNOWN
        });
    } else {
        walk.lower_named();
    }
}

fn import(walk: &mut Walk<'_, '_>, shape: ImportShape, spans: &[Span], alias: Option<Name>) {
    let Some(last) = spans.last().copied() else { return };
    let names: Vec<Name> = spans.iter().map(|span| walk.build.name(*span)).collect();
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let scope = declare::binding_scope(walk);
    walk.build.facts.imports.push(Import {
        scope,
        shape,
        level: 2,
        path: names.clone(),
        alias,
        visibility: Visibility::Public,
        condition: None,
        left_out: Vec::new(),
        span: last,
    });
    let role = std::mem::replace(&mut walk.build.role, Role::Import);
    for (i, span) in spans.iter().enumerate() {
        let expression = walk.build.expression(Expression::Import { import: id, upto: i as u32 + 1 });
        walk.build.use_member(*span, expression);
    }
    walk.build.role = role;
    let bound = alias.or(names.last().copied()).filter(|_| shape == ImportShape::Item);
    if let Some(name) = bound {
        walk.build.bind(scope, name, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
    }
}

/// `using a::b;`, `using namespace a;`, `using enum E;`.
pub(super) fn using(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut shape = ImportShape::Item;
    let mut spans = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "namespace" | "enum" => shape = ImportShape::Wildcard,
        _ => path(walk, &mut spans),
    });
    import(walk, shape, &spans, None);
    ExprId::UNKNOWN
}

/// `namespace a = b::c;`.
pub(super) fn namespace_alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut alias = None;
    let mut spans = Vec::new();
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            let span = walk.local();
            alias = Some(walk.build.name(span));
        }
        _ => path(walk, &mut spans),
    });
    import(walk, ImportShape::Item, &spans, alias);
    ExprId::UNKNOWN
}

/// `using A = B;`.
pub(super) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut specifiers = Specifiers::new(walk);
    let mut made = None;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && made.is_none() => {
            let span = walk.span();
            let scope = declare::binding_scope(walk);
            let id = define(walk, span, SymbolKind::TypeAlias, scope, Namespace::TYPE.with(Namespace::VALUE));
            specifiers.made.push(id);
            made = Some(id);
        }
        Field::Type => {
            let of = walk.lower_as(Role::Type);
            if let Some(id) = made {
                walk.build.definition(id).value = of;
            }
        }
        _ => walk.lower_named(),
    });
    let end = specifiers.span.end;
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// `friend ...`: what it declares stands in the namespace around.
pub(super) fn friend(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    let notes = walk.notes();
    notes.is_friend = true;
    let access = notes.access.take();
    let mut scope = Some(walk.build.scope);
    while let Some(id) = scope {
        let info = &walk.build.facts.scopes[id.index()];
        if matches!(info.kind, ScopeKind::File | ScopeKind::Module) {
            walk.build.scope = id;
            walk.build.owner = info.owner;
            break;
        }
        scope = info.parent;
    }
    let inner = walk.build.place();
    walk.each_child(|walk, _| {
        if walk.is_named() {
            // The class and its template parameters are in sight.
            if !matches!(walk.kind(), "declaration" | "function_definition") {
                walk.build.restore(outer);
            }
            walk.lower();
            walk.build.restore(inner);
        }
    });
    walk.build.restore(outer);
    let notes = walk.notes();
    notes.is_friend = false;
    notes.access = access;
    ExprId::UNKNOWN
}

/// `public:`.
pub(super) fn access(walk: &mut Walk<'_, '_>) -> ExprId {
    let access = match walk.text().trim_end_matches(':').trim() {
        "public" => Visibility::Public,
        "protected" => Visibility::Restricted,
        _ => Visibility::Private,
    };
    walk.notes().access = Some(access);
    ExprId::UNKNOWN
}
