//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{At, Call, Define, Parameter, Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{LiteralKind, Namespace, ScopeKind, SymbolKind};

const NAME: At = At::Kind("name");

const STYLE: Style = Style {
    comment: "#",
    // The signature begins behind the text that documents it.
    annotations: &["description"],
    parameters: &[
        Parameter {
            node: "input_value_definition",
            name: NAME,
            annotation: At::Kind("type"),
            value: At::Kind("default_value"),
            ..Parameter::BASE
        },
        Parameter {
            node: "variable_definition",
            name: NAME,
            annotation: At::Kind("type"),
            value: At::Kind("default_value"),
            inside: &["variable"],
            ..Parameter::BASE
        },
    ],
    types: &["named_type"],
    bases: &["implements_interfaces"],
    ..Style::BASE
};

/// Directives, fragments and operations may have one name.
const DIRECTIVES: Namespace = Namespace::MACRO;

const TYPE: Define = Define {
    kind: SymbolKind::Struct,
    namespace: Namespace::TYPE,
    name: NAME,
    bases: At::Kind("implements_interfaces"),
    body: At::Kinds(&["enum_values_definition", "fields_definition", "input_fields_definition"]),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    then: hooks::describe,
    ..Define::BASE
};

/// What is added to a type elsewhere.
const EXTENSION: Define = Define { name: At::None, of: NAME, scope: None, ..TYPE };

const FIELD: Define = Define {
    kind: SymbolKind::Field,
    namespace: Namespace::VALUE,
    name: NAME,
    parameters: At::Kind("arguments_definition"),
    result: At::Kind("type"),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    then: hooks::takes,
    ..Define::BASE
};

const INPUT: Define = Define { parameters: At::None, scope: None, value: At::Kind("default_value"), ..FIELD };

const VALUE: Define = Define {
    kind: SymbolKind::Variant,
    parameters: At::None,
    scope: None,
    result: At::None,
    inside: &["enum_value"],
    ..FIELD
};

const DIRECTIVE: Define =
    Define { kind: SymbolKind::Macro, namespace: DIRECTIVES, result: At::None, ..FIELD };

const OPERATION: Define = Define {
    kind: SymbolKind::Function,
    // No document names one.
    namespace: Namespace::MEMBER,
    name: NAME,
    parameters: At::Kind("variable_definitions"),
    body: At::Kind("selection_set"),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    then: hooks::takes,
    ..Define::BASE
};

const FRAGMENT: Define =
    Define { namespace: Namespace::CALLABLE, parameters: At::None, inside: &["fragment_name"], ..OPERATION };

/// `@a(b: 1)`.
const APPLIED: Call =
    Call { of: NAME, arguments: At::Kind("arguments"), namespace: DIRECTIVES, ..Call::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("name", Role::Name(Namespace::TYPE)),
    ("named_type", Shape(&Of::Types)),
    ("type", Shape(&Of::Types)),
    ("variable", Lower(hooks::variable)),
    ("fragment_name", Lower(hooks::fragment)),
    ("field", Lower(hooks::member)),
    ("enum_value", Lower(hooks::member)),
    ("alias", Shape(&Of::Neither)),
    ("argument", Shape(&Of::Argument(NAME))),
    ("object_field", Shape(&Of::Argument(NAME))),
    ("directive", Lower(hooks::directive)),
    // Definitions.
    ("object_type_definition", Shape(&Of::Define(TYPE))),
    ("input_object_type_definition", Shape(&Of::Define(TYPE))),
    ("interface_type_definition", Shape(&Of::Define(Define { kind: SymbolKind::Interface, ..TYPE }))),
    ("union_type_definition", Shape(&Of::Define(Define { kind: SymbolKind::Union, ..TYPE }))),
    ("enum_type_definition", Shape(&Of::Define(Define { kind: SymbolKind::Enum, ..TYPE }))),
    (
        "scalar_type_definition",
        Shape(&Of::Define(Define { kind: SymbolKind::TypeAlias, scope: None, ..TYPE })),
    ),
    ("object_type_extension", Shape(&Of::Define(EXTENSION))),
    ("input_object_type_extension", Shape(&Of::Define(EXTENSION))),
    ("interface_type_extension", Shape(&Of::Define(EXTENSION))),
    ("enum_type_extension", Shape(&Of::Define(EXTENSION))),
    ("field_definition", Shape(&Of::Define(FIELD))),
    ("input_value_definition", Shape(&Of::Define(INPUT))),
    ("enum_value_definition", Shape(&Of::Define(VALUE))),
    ("directive_definition", Shape(&Of::Define(DIRECTIVE))),
    ("operation_definition", Shape(&Of::Define(OPERATION))),
    ("fragment_definition", Shape(&Of::Define(FRAGMENT))),
    // Values.
    ("default_value", Through),
    ("value", Through),
    ("boolean_value", Literal(LiteralKind::Boolean)),
    ("float_value", Literal(LiteralKind::Float)),
    ("int_value", Literal(LiteralKind::Integer)),
    ("null_value", Literal(LiteralKind::None)),
    ("string_value", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comma", Leaf),
    ("comment", Leaf),
    ("description", Leaf),
    ("directive_location", Leaf),
    ("operation_type", Leaf),
];

/// A directive before or behind what it says something of.
pub(super) const DIRECTIVE_CALL: Of = Of::Call(APPLIED);
