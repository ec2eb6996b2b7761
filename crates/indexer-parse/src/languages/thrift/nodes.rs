//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{At, Define, Parameter, Shape as Of, Style, Token};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape};
use indexer_core::{LiteralKind, Namespace, Role as Used, ScopeKind, SymbolKind};

const NAME: At = At::Kind("identifier");

const STYLE: Style = Style {
    parameters: &[Parameter {
        node: "parameter",
        name: NAME,
        annotation: At::Kind("type"),
        ..Parameter::BASE
    }],
    types: &["identifier"],
    ..Style::BASE
};

/// What has no node of its own for what stands in it: each field or method is a part of that.
const STRUCT: Define = Define {
    kind: SymbolKind::Struct,
    namespace: Namespace::ANY,
    name: NAME,
    body: At::Kind("field"),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    ..Define::BASE
};

const SERVICE: Define =
    Define { kind: SymbolKind::Interface, bases: NAME, body: At::Kind("function_definition"), ..STRUCT };

const FIELD: Define = Define {
    kind: SymbolKind::Field,
    namespace: Namespace::VALUE,
    name: NAME,
    result: At::Kind("type"),
    value: At::Kind("literal"),
    style: &STYLE,
    ..Define::BASE
};

/// A member of an enumeration, which is a name alone.
pub(super) const VALUE: Of =
    Of::Token(Token { kind: SymbolKind::Variant, namespace: Namespace::VALUE, style: &STYLE });

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    ("typedef_identifier", Lower(hooks::name)),
    ("type", Shape(&Of::Path(Used::Type))),
    ("definition_type", Shape(&Of::Path(Used::Type))),
    ("literal", Shape(&Of::Path(Used::Read))),
    ("annotation_definition", Shape(&Of::Neither)),
    ("fb_annotation_definition", Shape(&Of::Neither)),
    ("namespace_declaration", Shape(&Of::Neither)),
    ("package_declaration", Shape(&Of::Neither)),
    // Declarations.
    ("include_statement", Lower(hooks::include)),
    ("struct_definition", Shape(&Of::Define(STRUCT))),
    ("exception_definition", Shape(&Of::Define(STRUCT))),
    ("union_definition", Shape(&Of::Define(Define { kind: SymbolKind::Union, ..STRUCT }))),
    ("enum_definition", Shape(&Of::Define(Define { kind: SymbolKind::Enum, body: NAME, ..STRUCT }))),
    ("senum_definition", Shape(&Of::Define(Define { kind: SymbolKind::Enum, body: NAME, ..STRUCT }))),
    ("service_definition", Shape(&Of::Define(SERVICE))),
    ("interaction_definition", Shape(&Of::Define(SERVICE))),
    ("field", Shape(&Of::Define(FIELD))),
    ("const_definition", Shape(&Of::Define(Define { kind: SymbolKind::Constant, ..FIELD }))),
    (
        "typedef_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: Namespace::ANY,
            name: At::Kind("typedef_identifier"),
            value: At::Kind("definition_type"),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    (
        "function_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Method,
            namespace: Namespace::ANY.with(Namespace::CALLABLE),
            name: NAME,
            parameters: At::Kind("parameters"),
            result: At::Kind("type"),
            scope: Some(ScopeKind::Function),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    // What a method throws.
    ("parameter", Shape(&Of::Argument(NAME))),
    // Literals.
    ("boolean", Literal(LiteralKind::Boolean)),
    ("double", Literal(LiteralKind::Float)),
    ("number", Literal(LiteralKind::Integer)),
    ("string", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
    ("primitive", Leaf),
];
