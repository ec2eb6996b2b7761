//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{
    Assign, At, Branch, Call, Counts, Define, Import, Lambda, Member, Parameter, Shape as Of, Style,
    Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Access, Flags, LiteralKind, Namespace, Role as Used, ScopeKind, SymbolKind, Visibility};

const STYLE: Style = Style {
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

const TYPE: Define = Define {
    kind: SymbolKind::Class,
    namespace: Namespace::ANY,
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Field(Field::ClassParameters),
    bases: At::Field(Field::Extend),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    symbols: true,
    style: &STYLE,
    ..Define::BASE
};

const CALLABLE: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: Namespace::ANY.with(Namespace::CALLABLE),
    symbols: true,
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("parameters"),
    result: At::Field(Field::ReturnType),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

pub(super) const FUNCTION: Of = Of::Define(CALLABLE);
pub(super) const CONSTRUCTOR: Of =
    Of::Define(Define { kind: SymbolKind::Constructor, member: None, ..CALLABLE });

const VARIABLES: Variables = Variables {
    namespace: Namespace::ANY,
    name: At::Any(&[At::Field(Field::Name), At::Field(Field::Pattern)]),
    annotation: At::Field(Field::Type),
    value: At::Field(Field::Value),
    inside: &["identifiers", "tuple_pattern"],
    style: &STYLE,
    ..Variables::BASE
};

const VARIANT: Define = Define { kind: SymbolKind::Variant, ..TYPE };

const CALL: Call = Call { ..Call::BASE };
const CASE: Branch = Branch { counts: Counts::Case, scope: true, alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    ("operator_identifier", Lower(hooks::name)),
    ("type_identifier", Lower(hooks::name)),
    ("stable_identifier", Shape(&Of::Path(Used::Read))),
    ("stable_type_identifier", Shape(&Of::Path(Used::Type))),
    ("access_qualifier", Shape(&Of::Neither)),
    ("end_marker", Shape(&Of::Neither)),
    // Declarations.
    ("package_clause", Shape(&Of::Package(At::Field(Field::Name), At::Field(Field::Body)))),
    (
        "import_declaration",
        Shape(&Of::Import(Import {
            path: At::Any(&[At::Field(Field::Path), At::Field(Field::Name)]),
            alias: At::Field(Field::Alias),
            wildcard: At::Kind("namespace_wildcard"),
            lists: &["namespace_selectors"],
            ..Import::BASE
        })),
    ),
    ("class_definition", Shape(&Of::Define(TYPE))),
    ("object_definition", Shape(&Of::Define(TYPE))),
    ("package_object", Shape(&Of::Define(TYPE))),
    ("trait_definition", Shape(&Of::Define(Define { kind: SymbolKind::Trait, ..TYPE }))),
    ("enum_definition", Shape(&Of::Define(Define { kind: SymbolKind::Enum, ..TYPE }))),
    ("full_enum_case", Shape(&Of::Define(VARIANT))),
    ("simple_enum_case", Shape(&Of::Define(VARIANT))),
    ("function_definition", Lower(hooks::function)),
    ("function_declaration", Lower(hooks::function)),
    ("given_definition", Shape(&Of::Define(Define { kind: SymbolKind::Constant, member: None, ..CALLABLE }))),
    (
        "type_definition",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: Namespace::ANY,
            type_parameters: At::Kind("type_parameters"),
            value: At::Field(Field::Type),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("val_definition", Shape(&Of::Variables(VARIABLES))),
    ("val_declaration", Shape(&Of::Variables(VARIABLES))),
    ("var_definition", Shape(&Of::Variables(VARIABLES))),
    ("var_declaration", Shape(&Of::Variables(VARIABLES))),
    ("annotation", Shape(&Of::Annotation(At::Field(Field::Name)))),
    ("self_type", Shape(&Of::Argument(At::Nth(0)))),
    ("parameter", Shape(&Of::Argument(At::Field(Field::Name)))),
    // Type parameters are names of their definition alone.
    ("type_parameters", Shape(&Of::Argument(At::Field(Field::Name)))),
    // Types.
    ("generic_type", Shape(&Of::Generic(At::Field(Field::Type), At::Field(Field::TypeArguments)))),
    ("type_arguments", Shape(&Of::Types)),
    ("applied_constructor_type", Through),
    // Statements.
    ("block", Shape(&Of::Scope(ScopeKind::Block))),
    ("indented_block", Shape(&Of::Scope(ScopeKind::Block))),
    ("case_clause", Lower(hooks::clause)),
    ("alternative_pattern", Lower(hooks::pattern)),
    ("capture_pattern", Lower(hooks::pattern)),
    ("case_class_pattern", Lower(hooks::pattern)),
    ("infix_pattern", Lower(hooks::pattern)),
    ("named_pattern", Lower(hooks::pattern)),
    ("tuple_pattern", Lower(hooks::pattern)),
    ("typed_pattern", Lower(hooks::pattern)),
    ("for_expression", Shape(&Of::Branch(LOOP))),
    ("enumerator", Lower(hooks::enumerator)),
    ("while_expression", Shape(&Of::Branch(LOOP))),
    ("do_while_expression", Shape(&Of::Branch(LOOP))),
    ("catch_clause", Shape(&Of::Branch(LOOP))),
    ("return_expression", Shape(&Of::Return)),
    // Expressions.
    ("if_expression", Shape(&Of::Branch(Branch::BASE))),
    ("match_expression", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("guard", Shape(&Of::Branch(Branch { counts: Counts::Case, ..CASE }))),
    ("assignment_expression", Shape(&Of::Assign(Assign { style: &STYLE, ..Assign::BASE }))),
    ("parenthesized_expression", Through),
    ("call_expression", Shape(&Of::Call(CALL))),
    (
        "instance_expression",
        Shape(&Of::Call(Call {
            of: At::Kinds(&["generic_type", "projected_type", "stable_type_identifier", "type_identifier"]),
            arguments: At::Kind("arguments"),
            makes: true,
            ..CALL
        })),
    ),
    (
        "infix_expression",
        Shape(&Of::Call(Call {
            receiver: At::Field(Field::Left),
            of: At::Field(Field::Operator),
            arguments: At::None,
            block: At::Field(Field::Right),
            ..CALL
        })),
    ),
    ("generic_function", Shape(&Of::Generic(At::Field(Field::Function), At::Field(Field::TypeArguments)))),
    (
        "field_expression",
        Shape(&Of::Member(Member {
            of: At::Field(Field::Value),
            name: At::Field(Field::Field),
            access: Access::Value,
            inside: &[],
        })),
    ),
    (
        "lambda_expression",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Field(Field::Parameters),
            body: At::After("=>"),
            returns: false,
            typed: false,
            style: &STYLE,
        })),
    ),
    ("interpolated_string_expression", Lower(hooks::interpolated)),
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
