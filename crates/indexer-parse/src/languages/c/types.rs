//! Types: structures, unions, enumerations, and types that are named.

use super::branches::Dialect;
use super::declare::{Specifiers, define};
use super::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, Namespace, Owner, Role, ScopeId, ScopeKind, SymbolKind,
    Visibility,
};

/// `struct`, `union`, `enum`, `class`, with or without a body.
pub(in crate::languages) fn structure(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = match walk.kind() {
        "struct_specifier" => SymbolKind::Struct,
        "union_specifier" => SymbolKind::Union,
        "enum_specifier" => SymbolKind::Enum,
        _ => SymbolKind::Class,
    };
    let node = walk.node();
    let has_body = node.child_by_field_name("body").is_some();
    let template = walk.notes().template;
    let forward = !has_body && is_alone(walk) && !walk.notes().is_friend;
    if !has_body && !forward {
        return named(walk);
    }
    let mut specifiers = Specifiers::new(walk);
    let outer = walk.build.place();
    let ahead = walk.notes().ahead.take();
    let access = walk.notes().access;
    let mut open = Open { kind, id: ahead.map(|(id, _)| id), bases: Vec::new(), is_scoped: false, end: 0 };
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name if open.id.is_none() => {
            let scope = super::declare::binding_scope(walk);
            let id = name(walk, &mut open, scope);
            specifiers.made.extend(id);
            open.end = walk.span().end;
            if !has_body && let Some(id) = id {
                walk.build.definition(id).flags.add(Flags::DECLARATION);
            }
        }
        Field::Body => {
            open.end = open.end.max(walk.span().start);
            body(walk, &mut open);
        }
        _ if walk.kind() == "base_class_clause" => bases(walk, &mut open),
        Field::Base => of = walk.lower_as(Role::Type),
        _ if walk.is_named() => drop(walk.lower_as(Role::Type)),
        _ => open.is_scoped |= matches!(walk.kind(), "class" | "struct") && kind == SymbolKind::Enum,
    });
    let _ = of;
    walk.build.restore(outer);
    walk.notes().access = access;
    walk.notes().ahead = ahead;
    let Some(id) = open.id else { return ExprId::UNKNOWN };
    let bases = walk.build.list(&open.bases);
    walk.build.definition(id).bases = bases;
    let end = open.end.max(specifiers.start);
    specifiers.finish(walk, end);
    if template.is_some() {
        walk.notes().template = None;
    }
    walk.build.expression(Expression::Definition(id))
}

struct Open {
    kind: SymbolKind,
    id: Option<DefId>,
    bases: Vec<ExprId>,
    is_scoped: bool,
    end: u32,
}

/// True where only a `;` follows the current node: it declares the name and nothing else.
fn is_alone(walk: &Walk<'_, '_>) -> bool {
    let rest = walk.build.source.as_bytes().get(walk.span().end as usize..).unwrap_or(&[]);
    rest.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b';')
}

/// `struct x` that names a type.
fn named(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let cpp = walk.is_cpp();
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| {
        if field == Field::Name && walk.is_identifier() && !cpp {
            value = walk.build.use_name(walk.span(), Namespace::TAG);
        } else if walk.is_named() {
            let lowered = walk.lower();
            if field == Field::Name {
                value = lowered;
            }
        }
    });
    walk.build.role = role;
    value
}

/// The name of a type that is defined.
fn name(walk: &mut Walk<'_, '_>, open: &mut Open, scope: ScopeId) -> Option<DefId> {
    let cpp = walk.is_cpp();
    let scope = if cpp { scope } else { outside_of_types(walk, scope) };
    let namespace = match cpp {
        true => Namespace::TAG.with(Namespace::TYPE).with(Namespace::VALUE),
        false => Namespace::TAG,
    };
    if walk.is_identifier() {
        let span = walk.span();
        open.id = Some(define(walk, span, open.kind, scope, namespace));
        return open.id;
    }
    let mut found = None;
    match walk.kind() {
        "template_type" => walk.children(|walk, field| {
            if field == Field::Name && walk.is_identifier() {
                let span = walk.span();
                let id = define(walk, span, open.kind, scope, namespace);
                // One of the special cases of a template; its name alone means the template.
                walk.build.definition(id).flags.add(Flags::OVERLOAD);
                found = Some(id);
            } else if walk.is_named() {
                walk.lower_as(Role::Type);
            }
        }),
        "qualified_identifier" => {
            // `struct A::B { ... }`: a member of a type or namespace that stands elsewhere.
            walk.children(|walk, field| {
                if field == Field::Name && matches!(walk.kind(), "type_identifier" | "template_type") {
                    found = name(walk, open, scope);
                } else if walk.is_named() {
                    walk.lower_as(Role::Type);
                }
            });
        }
        _ => drop(walk.lower_as(Role::Type)),
    }
    open.id = found;
    found
}

/// The innermost scope around that is not a type's: names of types are known there in C.
fn outside_of_types(walk: &Walk<'_, '_>, scope: ScopeId) -> ScopeId {
    let mut current = scope;
    loop {
        let info = &walk.build.facts.scopes[current.index()];
        match (info.kind, info.parent) {
            (ScopeKind::Type, Some(parent)) => current = parent,
            _ => return current,
        }
    }
}

fn bases(walk: &mut Walk<'_, '_>, open: &mut Open) {
    walk.each_child(|walk, _| {
        if matches!(walk.kind(), "access_specifier" | "virtual" | "attribute_declaration") {
            walk.lower_children();
        } else if walk.is_named() {
            let base = walk.lower_as(Role::Inherit);
            if !base.is_unknown() {
                open.bases.push(base);
            }
        }
    });
}

/// The members of a type.
fn body(walk: &mut Walk<'_, '_>, open: &mut Open) {
    let span = walk.span();
    let kind = walk.build.facts.scopes[walk.build.scope.index()].kind;
    let is_enum = open.kind == SymbolKind::Enum;
    // Members of a type without any name belong to the type around.
    let is_nameless = open.id.is_none() && (is_enum || kind == ScopeKind::Type);
    let outer = walk.build.scope;
    let notes = walk.notes();
    let is_cpp = notes.dialect == Some(Dialect::Cpp);
    if !is_nameless {
        notes.access = match open.kind {
            SymbolKind::Class => Some(Visibility::Private),
            _ => None,
        };
        let scope = walk.build.open_scope(ScopeKind::Type, span);
        if let Some(id) = open.id {
            walk.build.definition(id).body = Some(scope);
            walk.build.owner = Owner::Definition(id);
            walk.build.enclosing = Some(id);
            walk.build.facts.scopes[scope.index()].owner = Owner::Definition(id);
        }
    }
    walk.build.inherited = Flags(walk.build.inherited.0 & Flags::TEST.0);
    walk.build.role = Role::Read;
    walk.each_child(|walk, _| {
        if walk.kind() == "enumerator" {
            let inner = walk.build.scope;
            let outside = if is_cpp { outer } else { outside_of_types(walk, outer) };
            let scope = if is_nameless || !open.is_scoped { outside } else { inner };
            enumerator(walk, open.id, scope, (is_cpp && scope != inner).then_some(inner));
        } else {
            walk.lower_named();
        }
    });
}

fn enumerator(walk: &mut Walk<'_, '_>, of: Option<DefId>, scope: ScopeId, also: Option<ScopeId>) {
    let mut specifiers = Specifiers::new(walk);
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && specifiers.made.is_empty() => {
            let span = walk.span();
            let id = define(walk, span, SymbolKind::Variant, scope, Namespace::VALUE);
            if let Some(also) = also {
                let name = walk.build.definition(id).name;
                walk.build.bind(also, name, Namespace::VALUE, Bound::Definition(id), ExprId::UNKNOWN);
            }
            if let Some(of) = of {
                let of = walk.build.expression(Expression::Definition(of));
                let value = walk.build.expression(Expression::Instance(of));
                walk.build.definition(id).value = value;
            }
            specifiers.made.push(id);
        }
        _ if walk.is_named() => drop(walk.lower_as(Role::Read)),
        _ => {}
    });
    let end = specifiers.span.end;
    specifiers.finish(walk, end);
}

/// An enumerator outside of an enumeration (broken code).
pub(in crate::languages) fn loose_enumerator(walk: &mut Walk<'_, '_>) -> ExprId {
    let scope = walk.build.scope;
    enumerator(walk, None, scope, None);
    ExprId::UNKNOWN
}

/// `const struct x *` in a cast or `sizeof`.
pub(in crate::languages) fn descriptor(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => of = walk.lower(),
        Field::Declarator if walk.kind() == "abstract_function_declarator" => {
            of = function_type(walk, of);
        }
        _ => walk.lower_named(),
    });
    walk.build.role = role;
    of
}

/// `int (*)(void)`: a declarator without a name that holds parameters.
fn function_type(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let mut result = of;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Parameters => result = super::parameters::of_pointer(walk, of),
            _ => walk.lower_named(),
        });
        ExprId::UNKNOWN
    });
    result
}

/// `unsigned long`, with a name in it where a macro stands there.
pub(in crate::languages) fn sized(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `MACRO(type) name`.
pub(in crate::languages) fn by_macro(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            walk.with_role(Role::Macro, |walk| walk.build.use_name(walk.span(), Namespace::MACRO));
        }
        Field::Type => value = walk.lower_as(Role::Type),
        _ => walk.lower_named(),
    });
    value
}
