//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{assembly, expressions, hooks, types};
use crate::shapes::{
    Assign, At, Branch, Counts, Define, Parameter, Shape as Of, Style, Token, Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Flags, LiteralKind, Namespace, Role as Used, ScopeKind, SymbolKind, Visibility};

const STYLE: Style = Style {
    words: &[
        ("public", Word::Visible(Visibility::Public)),
        ("external", Word::Visible(Visibility::Public)),
        ("internal", Word::Visible(Visibility::Restricted)),
        ("private", Word::Visible(Visibility::Private)),
        ("abstract", Word::Is(Flags::ABSTRACT)),
        ("constant", Word::Is(Flags::CONST)),
        ("immutable", Word::Is(Flags::NONE)),
    ],
    modifiers: &["immutable", "state_mutability", "visibility"],
    visibility: |standing| match standing.kind {
        SymbolKind::Field | SymbolKind::Constant if standing.owner.is_some() => Visibility::Restricted,
        _ => Visibility::Public,
    },
    parameters: &[
        Parameter { node: "parameter", ..Parameter::BASE },
        Parameter { node: "error_parameter", ..Parameter::BASE },
        Parameter { node: "event_parameter", ..Parameter::BASE },
    ],
    unnamed_parameters: true,
    types: &["user_defined_type"],
    bases: &["inheritance_specifier"],
    ..Style::BASE
};

const TYPE: Define = Define {
    kind: SymbolKind::Class,
    namespace: Namespace::ANY,
    bases: At::Kind("inheritance_specifier"),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    ..Define::BASE
};

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: Namespace::ANY.with(Namespace::CALLABLE),
    parameters: At::Kind("parameter"),
    result: At::Field(Field::ReturnType),
    named_results: true,
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

/// What is told: an event, an error.
const TOLD: Define = Define {
    kind: SymbolKind::Struct,
    member: None,
    parameters: At::Kinds(&["error_parameter", "event_parameter"]),
    ..FUNCTION
};

const VARIABLE: Variables = Variables {
    constant: &["constant", "immutable"],
    namespace: Namespace::ANY,
    annotation: At::Field(Field::Type),
    value: At::Field(Field::Value),
    style: &STYLE,
    ..Variables::BASE
};

const ASSIGN: Assign = Assign { style: &STYLE, ..Assign::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    ("primitive_type", Lower(types::primitive)),
    ("type_name", Lower(types::name)),
    ("return_type_definition", Lower(types::results)),
    ("user_defined_type", Shape(&Of::Path(Used::Type))),
    ("type_alias", Shape(&Of::Path(Used::Type))),
    ("yul_label", Shape(&Of::Neither)),
    // Declarations.
    ("import_directive", Lower(hooks::import)),
    ("using_directive", Lower(hooks::using)),
    ("pragma_directive", Shape(&Of::Neither)),
    ("contract_declaration", Shape(&Of::Define(TYPE))),
    ("library_declaration", Shape(&Of::Define(TYPE))),
    ("interface_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Interface, ..TYPE }))),
    ("struct_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Struct, ..TYPE }))),
    ("enum_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Enum, ..TYPE }))),
    (
        "enum_value",
        Shape(&Of::Token(Token { kind: SymbolKind::Variant, namespace: Namespace::VALUE, style: &STYLE })),
    ),
    (
        "user_defined_type_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            value: At::Kind("primitive_type"),
            body: At::None,
            scope: None,
            then: |walk, id| walk.build.definition(id).flags.add(Flags::DISTINCT),
            ..TYPE
        })),
    ),
    ("event_definition", Shape(&Of::Define(TOLD))),
    ("error_declaration", Shape(&Of::Define(TOLD))),
    ("function_definition", Shape(&Of::Define(Define { then: hooks::function, ..FUNCTION }))),
    ("modifier_definition", Shape(&Of::Define(FUNCTION))),
    (
        "constructor_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Constructor,
            member: None,
            name: At::Kind("constructor"),
            symbols: true,
            ..FUNCTION
        })),
    ),
    (
        "fallback_receive_definition",
        Shape(&Of::Define(Define {
            name: At::Kinds(&["fallback", "function", "receive"]),
            symbols: true,
            ..FUNCTION
        })),
    ),
    ("state_variable_declaration", Shape(&Of::Variables(VARIABLE))),
    ("constant_variable_declaration", Shape(&Of::Variables(VARIABLE))),
    ("struct_member", Shape(&Of::Variables(VARIABLE))),
    (
        "variable_declaration_statement",
        Shape(&Of::Variables(Variables {
            each: &["variable_declaration"],
            inside: &["variable_declaration_tuple"],
            ..VARIABLE
        })),
    ),
    ("variable_declaration", Lower(hooks::local)),
    ("parameter", Lower(hooks::local)),
    ("modifier_invocation", Shape(&Of::Annotation(At::Kind("identifier")))),
    // Statements.
    ("block_statement", Shape(&Of::Scope(ScopeKind::Block))),
    ("statement", Through),
    ("expression", Through),
    ("if_statement", Shape(&Of::Branch(Branch { alternative: At::After("else"), ..Branch::BASE }))),
    ("for_statement", Shape(&Of::Branch(LOOP))),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("do_while_statement", Shape(&Of::Branch(LOOP))),
    ("catch_clause", Shape(&Of::Branch(LOOP))),
    ("try_statement", Shape(&Of::Scope(ScopeKind::Block))),
    ("return_statement", Shape(&Of::Return)),
    ("emit_statement", Lower(expressions::call)),
    ("revert_statement", Lower(expressions::call)),
    // Expressions.
    ("assignment_expression", Shape(&Of::Assign(ASSIGN))),
    ("augmented_assignment_expression", Shape(&Of::Assign(ASSIGN))),
    ("binary_expression", Lower(expressions::binary)),
    ("ternary_expression", Lower(expressions::choice)),
    ("tuple_expression", Lower(expressions::tuple)),
    ("unary_expression", Lower(expressions::unary)),
    ("update_expression", Through),
    ("parenthesized_expression", Through),
    ("call_argument", Through),
    ("call_struct_argument", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("struct_field_assignment", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("call_expression", Lower(expressions::call)),
    ("struct_expression", Lower(expressions::options)),
    ("new_expression", Through),
    ("type_cast_expression", Lower(expressions::conversion)),
    ("payable_conversion_expression", Lower(expressions::conversion)),
    ("meta_type_expression", Lower(expressions::meta)),
    ("array_access", Lower(expressions::index)),
    ("slice_access", Through),
    ("member_expression", Lower(expressions::member)),
    ("yul_path", Lower(assembly::path)),
    ("yul_variable_declaration", Lower(assembly::locals)),
    ("yul_function_definition", Lower(assembly::function)),
    ("yul_identifier", Through),
    // Literals.
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("hex_string_literal", Literal(LiteralKind::String)),
    ("number_literal", Lower(expressions::number)),
    ("string_literal", Literal(LiteralKind::String)),
    ("unicode_string_literal", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
];
