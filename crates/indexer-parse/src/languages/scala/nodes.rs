//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{declare, expressions, names, patterns};
use crate::shapes::{Assign, At, Branch, Counts, Define, Parameter, Shape as Of, Style, Variables, Word};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Flags, LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

pub(super) const STYLE: Style = Style {
    words: &[
        ("private", Word::Visible(Visibility::Private)),
        ("protected", Word::Visible(Visibility::Restricted)),
        ("abstract", Word::Is(Flags::ABSTRACT)),
        ("sealed", Word::Is(Flags::ABSTRACT)),
        ("case", Word::Is(Flags::RECORD)),
    ],
    modifiers: &["access_modifier"],
    lists: &["modifiers"],
    annotations: &["annotation"],
    documents: "/**",
    deprecated: &["deprecated"],
    parameters: &[
        Parameter {
            node: "class_parameter",
            value: At::Field(Field::DefaultValue),
            field: &["val", "var"],
            ..Parameter::BASE
        },
        Parameter { node: "parameter", value: At::Field(Field::DefaultValue), ..Parameter::BASE },
        Parameter { node: "binding", ..Parameter::BASE },
    ],
    type_parameter: ("", At::Field(Field::Bound)),
    types: &[
        "applied_constructor_type",
        "compound_type",
        "generic_type",
        "projected_type",
        "stable_type_identifier",
        "type_identifier",
    ],
    bases: &["extends_clause"],
    ..Style::BASE
};

/// Of a case class the parameters are fields.
const CASE_STYLE: Style = Style {
    parameters: &[Parameter {
        node: "class_parameter",
        value: At::Field(Field::DefaultValue),
        field: &["identifier", "operator_identifier", "val", "var"],
        ..Parameter::BASE
    }],
    ..STYLE
};

/// A class: its name is called to make an instance, where no object has it.
const TYPE: Define = Define {
    kind: SymbolKind::Class,
    namespace: Namespace::TYPE.with(Namespace::CALLABLE),
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Field(Field::ClassParameters),
    bases: At::Field(Field::Extend),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    symbols: true,
    style: &STYLE,
    then: declare::then_type,
    ..Define::BASE
};

pub(super) const CLASS: Of = Of::Define(Define { then: declare::then_class, ..TYPE });
pub(super) const CASE_CLASS: Of = Of::Define(Define {
    namespace: names::TERM.with(Namespace::TYPE),
    style: &CASE_STYLE,
    then: declare::then_class,
    ..TYPE
});

const OBJECT: Define = Define {
    namespace: names::TERM,
    parameters: At::None,
    type_parameters: At::None,
    then: declare::then_object,
    ..TYPE
};

const CALLABLE: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: names::TERM,
    symbols: true,
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("parameters"),
    result: At::Field(Field::ReturnType),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

pub(super) const FUNCTION: Of = Of::Define(Define { then: declare::then_function, ..CALLABLE });
pub(super) const CONSTRUCTOR: Of = Of::Define(Define {
    kind: SymbolKind::Constructor,
    member: None,
    then: declare::then_function,
    ..CALLABLE
});

pub(super) const PACKAGE: Of = Of::Package(At::Field(Field::Name), At::Field(Field::Body));

pub(super) const VARIABLES: Of = Of::Variables(Variables {
    namespace: Namespace::VALUE,
    name: At::Any(&[At::Field(Field::Name), At::Field(Field::Pattern)]),
    annotation: At::Field(Field::Type),
    value: At::Field(Field::Value),
    inside: &["identifiers", "tuple_pattern"],
    style: &STYLE,
    ..Variables::BASE
});

/// A case of an enumeration.
const VARIANT: Define = Define {
    kind: SymbolKind::Variant,
    namespace: names::TERM.with(Namespace::TYPE),
    style: &CASE_STYLE,
    then: |_, _| {},
    ..TYPE
};

const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };
const CASE: Branch = Branch { counts: Counts::Case, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(names::name)),
    ("operator_identifier", Lower(names::name)),
    ("type_identifier", Lower(names::type_name)),
    ("stable_identifier", Lower(names::path)),
    ("stable_type_identifier", Lower(names::path)),
    ("access_qualifier", Shape(&Of::Neither)),
    ("end_marker", Shape(&Of::Neither)),
    ("wildcard", Lower(patterns::wildcard)),
    // Declarations.
    ("package_clause", Lower(declare::package)),
    ("import_declaration", Lower(declare::import)),
    ("export_declaration", Lower(declare::import)),
    ("class_definition", Lower(declare::class)),
    ("object_definition", Shape(&Of::Define(OBJECT))),
    ("package_object", Shape(&Of::Define(Define { then: declare::then_package_object, ..OBJECT }))),
    (
        "trait_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Trait,
            namespace: Namespace::TYPE,
            then: |_, _| {},
            ..TYPE
        })),
    ),
    (
        "enum_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Enum,
            namespace: names::TERM.with(Namespace::TYPE),
            ..TYPE
        })),
    ),
    ("full_enum_case", Shape(&Of::Define(VARIANT))),
    ("simple_enum_case", Shape(&Of::Define(VARIANT))),
    ("function_definition", Lower(declare::function)),
    ("function_declaration", Lower(declare::function)),
    ("extension_definition", Lower(declare::extension)),
    ("given_definition", Shape(&Of::Define(Define { kind: SymbolKind::Constant, member: None, ..CALLABLE }))),
    (
        "type_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: Namespace::TYPE,
            type_parameters: At::Kind("type_parameters"),
            value: At::Field(Field::Type),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("val_definition", Lower(declare::variable)),
    ("val_declaration", Shape(&VARIABLES)),
    ("var_definition", Lower(declare::variable)),
    ("var_declaration", Shape(&VARIABLES)),
    ("annotation", Shape(&Of::Annotation(At::Field(Field::Name)))),
    ("self_type", Lower(names::self_type)),
    ("parameter", Shape(&Of::Argument(At::Field(Field::Name)))),
    // Type parameters are names of their definition alone.
    ("type_parameters", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("context_bound", Lower(names::no_bound)),
    ("lower_bound", Lower(names::no_bound)),
    ("view_bound", Lower(names::no_bound)),
    ("upper_bound", Through),
    // Types.
    ("generic_type", Lower(names::generic_type)),
    ("type_arguments", Shape(&Of::Types)),
    ("applied_constructor_type", Lower(names::first_type)),
    ("annotated_type", Lower(names::first_type)),
    ("compound_type", Lower(names::first_type)),
    ("function_type", Lower(names::function_type)),
    ("infix_type", Lower(names::infix_type)),
    ("lazy_parameter_type", Through),
    ("projected_type", Lower(names::projected_type)),
    ("repeated_parameter_type", Lower(names::repeated_type)),
    ("singleton_type", Lower(names::singleton_type)),
    ("tuple_type", Lower(names::tuple_type)),
    // Patterns.
    ("alternative_pattern", Lower(patterns::of_nothing)),
    ("capture_pattern", Lower(patterns::of_nothing)),
    ("case_class_pattern", Lower(patterns::of_nothing)),
    ("infix_pattern", Lower(patterns::of_nothing)),
    ("named_pattern", Lower(patterns::of_nothing)),
    ("tuple_pattern", Lower(patterns::of_nothing)),
    ("typed_pattern", Lower(patterns::of_nothing)),
    // Statements.
    ("block", Lower(expressions::block)),
    ("indented_block", Lower(expressions::block)),
    ("case_block", Lower(patterns::function_of_cases)),
    ("indented_cases", Lower(patterns::function_of_cases)),
    ("case_clause", Lower(patterns::clause)),
    ("for_expression", Lower(expressions::comprehension)),
    ("while_expression", Shape(&Of::Branch(LOOP))),
    ("do_while_expression", Shape(&Of::Branch(LOOP))),
    ("try_expression", Lower(patterns::tried)),
    ("catch_clause", Lower(patterns::caught)),
    ("return_expression", Lower(names::leaves)),
    ("throw_expression", Lower(names::leaves)),
    // Expressions.
    ("if_expression", Lower(expressions::conditional)),
    ("match_expression", Lower(patterns::matching)),
    ("guard", Shape(&Of::Branch(CASE))),
    ("assignment_expression", Shape(&Of::Assign(Assign { style: &STYLE, ..Assign::BASE }))),
    ("parenthesized_expression", Lower(expressions::parenthesized)),
    ("ascription_expression", Lower(names::ascription)),
    ("tuple_expression", Lower(names::tuple)),
    ("unit", Lower(names::unit)),
    ("vararg", Lower(names::spread)),
    ("call_expression", Lower(expressions::call)),
    ("instance_expression", Lower(expressions::new)),
    ("infix_expression", Lower(expressions::infix)),
    ("prefix_expression", Lower(expressions::prefix)),
    ("postfix_expression", Lower(expressions::postfix)),
    ("method_value", Lower(expressions::method_value)),
    ("generic_function", Lower(names::generic_function)),
    ("field_expression", Lower(names::member)),
    ("lambda_expression", Lower(expressions::lambda)),
    ("interpolated_string_expression", Lower(names::interpolated)),
    // Literals.
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("character_literal", Literal(LiteralKind::Character)),
    ("floating_point_literal", Literal(LiteralKind::Float)),
    ("integer_literal", Literal(LiteralKind::Integer)),
    ("null_literal", Literal(LiteralKind::None)),
    ("string", Literal(LiteralKind::String)),
    // No identifier inside.
    ("block_comment", Leaf),
    ("comment", Leaf),
];
