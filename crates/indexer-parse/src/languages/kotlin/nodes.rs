//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{
    Assign, At, Binds, Branch, Call, Counts, Define, Import, Lambda, Member, Parameter, Shape as Of, Style,
    Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Access, Flags, LiteralKind, Namespace, ParameterKind, ScopeKind, SymbolKind, Visibility};

const NAME: At = At::Kind("simple_identifier");
const TYPE_NAME: At = At::Kind("type_identifier");

const STYLE: Style = Style {
    words: &[
        ("public", Word::Visible(Visibility::Public)),
        ("internal", Word::Visible(Visibility::Package)),
        ("protected", Word::Visible(Visibility::Restricted)),
        ("private", Word::Visible(Visibility::Private)),
        ("abstract", Word::Is(Flags::ABSTRACT)),
        ("sealed", Word::Is(Flags::ABSTRACT)),
        ("suspend", Word::Is(Flags::ASYNC)),
        ("external", Word::Is(Flags::EXTERN)),
        ("const", Word::Is(Flags::CONST)),
        ("data", Word::Is(Flags::RECORD)),
        ("enum", Word::Is(Flags::NONE)),
        ("annotation", Word::Is(Flags::NONE)),
    ],
    modifiers: &[
        "class_modifier",
        "function_modifier",
        "inheritance_modifier",
        "member_modifier",
        "parameter_modifier",
        "platform_modifier",
        "property_modifier",
        "visibility_modifier",
    ],
    lists: &["modifiers", "parameter_modifiers"],
    annotations: &["annotation"],
    documents: "/**",
    tests: &["Test", "ParameterizedTest", "RepeatedTest"],
    deprecated: &["Deprecated"],
    parameters: &[
        Parameter { node: "parameter", name: NAME, annotation: At::After(":"), ..Parameter::BASE },
        Parameter {
            node: "class_parameter",
            name: NAME,
            annotation: At::After(":"),
            value: At::After("="),
            field: &["binding_pattern_kind"],
            kind: ParameterKind::Plain,
            ..Parameter::BASE
        },
        Parameter { node: "variable_declaration", name: NAME, annotation: At::After(":"), ..Parameter::BASE },
        Parameter {
            node: "parameter_with_optional_type",
            name: NAME,
            annotation: At::After(":"),
            ..Parameter::BASE
        },
    ],
    type_parameter: ("type_parameter", At::After(":")),
    types: &["user_type"],
    bases: &["constructor_invocation", "delegation_specifier", "explicit_delegation"],
    ..Style::BASE
};

const TYPE: Define = Define {
    kind: SymbolKind::Class,
    by_word: &[("interface", SymbolKind::Interface), ("enum", SymbolKind::Enum)],
    namespace: Namespace::TYPE,
    name: TYPE_NAME,
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("primary_constructor"),
    bases: At::Kind("delegation_specifier"),
    body: At::Kinds(&["class_body", "enum_class_body"]),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    ..Define::BASE
};

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    // What imports look for is in one of the first name spaces; variables of the same name are in another.
    namespace: Namespace::CALLABLE.with(Namespace::MACRO),
    name: NAME,
    of: At::Field(Field::Receiver),
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("function_value_parameters"),
    result: At::After(":"),
    body: At::Kind("function_body"),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

const CALL: Call = Call {
    of: At::Nth(0),
    arguments: At::Kind("value_arguments"),
    block: At::Kind("annotated_lambda"),
    inside: &["call_suffix"],
    namespace: Namespace::CALLABLE.with(Namespace::TYPE).with(Namespace::VALUE),
    ..Call::BASE
};

/// A type that is called as a base or annotation.
const INVOCATION: Call = Call { of: At::Kind("user_type"), ..CALL };

const MEMBER: Member =
    Member { of: At::Nth(0), name: NAME, access: Access::Value, inside: &["navigation_suffix"] };

const CASE: Branch = Branch { counts: Counts::Case, alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("simple_identifier", Lower(hooks::name)),
    ("interpolated_identifier", Lower(hooks::name)),
    ("type_identifier", Lower(hooks::name)),
    ("this_expression", Shape(&Of::This)),
    ("super_expression", Shape(&Of::Super)),
    // Declarations.
    ("package_header", Shape(&Of::Package(At::Kind("identifier"), At::None))),
    (
        "import_header",
        Shape(&Of::Import(Import {
            path: At::Kind("identifier"),
            alias: At::Kind("import_alias"),
            wildcard: At::Kind("wildcard_import"),
            ..Import::BASE
        })),
    ),
    ("class_declaration", Shape(&Of::Define(TYPE))),
    ("object_declaration", Shape(&Of::Define(Define { by_word: &[], ..TYPE }))),
    // Its members are those of the class around.
    ("companion_object", Shape(&Of::Argument(TYPE_NAME))),
    (
        "enum_entry",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Variant,
            by_word: &[],
            namespace: Namespace::VALUE,
            name: NAME,
            ..TYPE
        })),
    ),
    ("function_declaration", Shape(&Of::Define(FUNCTION))),
    (
        "secondary_constructor",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Constructor,
            member: None,
            name: At::Kind("constructor"),
            symbols: true,
            of: At::None,
            body: At::Kind("statements"),
            ..FUNCTION
        })),
    ),
    (
        "property_declaration",
        Shape(&Of::Variables(Variables {
            constant: &["const"],
            each: &["variable_declaration"],
            name: NAME,
            annotation: At::After(":"),
            value: At::After("="),
            inside: &["multi_variable_declaration"],
            style: &STYLE,
            ..Variables::BASE
        })),
    ),
    (
        "type_alias",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: Namespace::TYPE,
            name: TYPE_NAME,
            type_parameters: At::Kind("type_parameters"),
            value: At::After("="),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("getter", Shape(&Of::Scope(ScopeKind::Function))),
    ("setter", Shape(&Of::Scope(ScopeKind::Function))),
    ("parameter_with_optional_type", Shape(&Of::Pattern)),
    ("annotation", Shape(&Of::Annotation(At::Kinds(&["constructor_invocation", "user_type"])))),
    ("file_annotation", Shape(&Of::Annotation(At::Kinds(&["constructor_invocation", "user_type"])))),
    ("constructor_invocation", Shape(&Of::Call(INVOCATION))),
    // Types.
    ("user_type", Lower(hooks::user_type)),
    ("nullable_type", Through),
    ("not_nullable_type", Through),
    ("parenthesized_type", Through),
    ("receiver_type", Shape(&Of::Types)),
    ("type_arguments", Shape(&Of::Types)),
    ("type_projection", Through),
    ("type_test", Shape(&Of::Types)),
    // Statements.
    ("control_structure_body", Shape(&Of::Scope(ScopeKind::Block))),
    ("function_body", Through),
    (
        "for_statement",
        Shape(&Of::Branch(Branch {
            name: At::Kinds(&["multi_variable_declaration", "variable_declaration"]),
            of: At::After("in"),
            ..LOOP
        })),
    ),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("do_while_statement", Shape(&Of::Branch(LOOP))),
    ("catch_block", Shape(&Of::Branch(Branch { name: NAME, annotation: At::Kind("user_type"), ..LOOP }))),
    (
        "assignment",
        Shape(&Of::Assign(Assign {
            left: At::Nth(0),
            right: At::Nth(1),
            binds: Binds::Never,
            inside: &[],
            style: &STYLE,
            ..Assign::BASE
        })),
    ),
    ("directly_assignable_expression", Shape(&Of::Member(MEMBER))),
    ("jump_expression", Lower(hooks::jump)),
    // Expressions.
    ("if_expression", Shape(&Of::Branch(Branch::BASE))),
    ("when_expression", Shape(&Of::Branch(Branch { counts: Counts::Switch, scope: true, ..CASE }))),
    ("when_entry", Shape(&Of::Branch(CASE))),
    ("conjunction_expression", Shape(&Of::Branch(CASE))),
    ("disjunction_expression", Shape(&Of::Branch(CASE))),
    ("elvis_expression", Shape(&Of::Branch(CASE))),
    ("parenthesized_expression", Through),
    ("as_expression", Shape(&Of::Instance(At::Nth(1)))),
    ("call_expression", Shape(&Of::Call(CALL))),
    (
        "infix_expression",
        Shape(&Of::Call(Call {
            receiver: At::Nth(0),
            of: At::Nth(1),
            arguments: At::None,
            block: At::Nth(2),
            inside: &[],
            ..CALL
        })),
    ),
    ("navigation_expression", Shape(&Of::Member(MEMBER))),
    ("callable_reference", Shape(&Of::Member(Member { name: At::Nth(1), access: Access::Path, ..MEMBER }))),
    ("value_argument", Shape(&Of::Argument(At::Before("=")))),
    ("annotated_lambda", Through),
    (
        "lambda_literal",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Kind("lambda_parameters"),
            body: At::Kind("statements"),
            returns: false,
            typed: false,
            style: &STYLE,
        })),
    ),
    (
        "anonymous_function",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Kind("function_value_parameters"),
            body: At::Kind("function_body"),
            returns: true,
            typed: false,
            style: &STYLE,
        })),
    ),
    ("object_literal", Shape(&Of::Scope(ScopeKind::Type))),
    ("indexing_expression", Shape(&Of::Index)),
    // Literals.
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("character_literal", Literal(LiteralKind::Character)),
    ("integer_literal", Literal(LiteralKind::Integer)),
    ("long_literal", Literal(LiteralKind::Integer)),
    ("null_literal", Literal(LiteralKind::None)),
    ("real_literal", Literal(LiteralKind::Float)),
    ("string_literal", Literal(LiteralKind::String)),
    // No identifier inside.
    ("label", Leaf),
    ("line_comment", Leaf),
    ("multiline_comment", Leaf),
    ("shebang_line", Leaf),
    ("string_content", Leaf),
];
