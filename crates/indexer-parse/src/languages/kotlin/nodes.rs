//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{control, declare, expressions, hooks};
use crate::shapes::{
    Assign, At, Binds, Branch, Call, Counts, Define, Import, Lambda, Parameter, Shape as Of, Style,
    Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Flags, LiteralKind, Namespace, ParameterKind, ScopeKind, SymbolKind, Visibility};

const NAME: At = At::Kind("simple_identifier");
const TYPE_NAME: At = At::Kind("type_identifier");

/// A type that is written, behind what `suspend` or an annotation says of it.
const WRITTEN: At =
    At::Kinds(&["function_type", "not_nullable_type", "nullable_type", "parenthesized_type", "user_type"]);

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
        // What each platform defines on its own.
        ("expect", Word::Is(Flags::DECLARATION)),
        ("enum", Word::Is(Flags::NONE)),
        ("annotation", Word::Is(Flags::DECORATOR)),
        ("vararg", Word::Is(Flags::NONE)),
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
        Parameter {
            node: "parameter",
            name: NAME,
            annotation: WRITTEN,
            rest: &["vararg"],
            ..Parameter::BASE
        },
        Parameter {
            node: "class_parameter",
            name: NAME,
            annotation: WRITTEN,
            value: At::After("="),
            field: &["binding_pattern_kind"],
            kind: ParameterKind::Plain,
            rest: &["vararg"],
            ..Parameter::BASE
        },
        Parameter { node: "variable_declaration", name: NAME, annotation: WRITTEN, ..Parameter::BASE },
        Parameter {
            node: "parameter_with_optional_type",
            name: NAME,
            annotation: WRITTEN,
            ..Parameter::BASE
        },
    ],
    type_parameter: ("type_parameter", At::After(":")),
    types: &["user_type"],
    bases: &["constructor_invocation", "delegation_specifier", "explicit_delegation"],
    ..Style::BASE
};

/// The name spaces of functions. What imports look for is in one of the first ones; variables of the same name are in
/// another.
pub(super) const FUNCTIONS: Namespace = Namespace::CALLABLE.with(Namespace::MACRO);

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
    namespace: FUNCTIONS,
    name: NAME,
    of: At::Field(Field::Receiver),
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("function_value_parameters"),
    result: At::After(":"),
    body: At::Kind("function_body"),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    opened: super::contexts::bind,
    then: declare::then_function,
    ..Define::BASE
};

/// `val a: A`, of a file or type, or added to a type that is named before it.
pub(super) const PROPERTY: Of = Of::Define(Define {
    kind: SymbolKind::Variable,
    member: Some(SymbolKind::Field),
    by_word: &[("const", SymbolKind::Constant)],
    namespace: Namespace::VALUE,
    name: NAME,
    of: At::Field(Field::Receiver),
    type_parameters: At::Kind("type_parameters"),
    result: At::After(":"),
    value: At::Any(&[At::After("="), At::Kinds(&["property_delegate"])]),
    body: At::Kind("getter"),
    inside: &["variable_declaration"],
    style: &STYLE,
    then: declare::then_property,
    ..Define::BASE
});

/// `val a: A` in a function.
pub(super) const LOCAL: Of = Of::Variables(Variables {
    each: &["variable_declaration"],
    name: NAME,
    annotation: WRITTEN,
    value: At::Any(&[At::After("="), At::Kinds(&["property_delegate"])]),
    style: &STYLE,
    ..Variables::BASE
});

/// `companion object`, which has no other name.
pub(super) const COMPANION: Of = Of::Define(Define {
    by_word: &[],
    name: At::Kind("companion"),
    symbols: true,
    then: declare::then_companion,
    ..TYPE
});

/// `companion object A`.
pub(super) const NAMED_COMPANION: Of =
    Of::Define(Define { by_word: &[], then: declare::then_companion, ..TYPE });

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

const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("simple_identifier", Lower(hooks::name)),
    ("interpolated_identifier", Lower(hooks::name)),
    ("type_identifier", Lower(hooks::name)),
    ("this_expression", Lower(hooks::this)),
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
    ("companion_object", Lower(declare::companion)),
    ("object_literal", Lower(declare::anonymous)),
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
    ("property_declaration", Lower(declare::property)),
    ("destructuring_declaration", Lower(declare::property)),
    ("property_delegate", Lower(declare::delegate)),
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
    ("getter", Lower(declare::accessor)),
    ("setter", Lower(declare::accessor)),
    ("parameter_with_optional_type", Shape(&Of::Pattern)),
    ("annotation", Shape(&Of::Annotation(At::Kinds(&["constructor_invocation", "user_type"])))),
    ("file_annotation", Shape(&Of::Annotation(At::Kinds(&["constructor_invocation", "user_type"])))),
    ("constructor_invocation", Shape(&Of::Call(INVOCATION))),
    ("delegation_specifier", Through),
    ("explicit_delegation", Lower(declare::delegated)),
    // Types.
    ("function_type", Lower(hooks::function_type)),
    ("parameter", Lower(hooks::named_type)),
    ("type_constraint", Lower(hooks::constraint)),
    ("user_type", Lower(hooks::user_type)),
    ("nullable_type", Lower(hooks::marked)),
    ("not_nullable_type", Through),
    ("parenthesized_type", Through),
    ("receiver_type", Shape(&Of::Types)),
    ("type_arguments", Shape(&Of::Types)),
    ("type_projection", Lower(hooks::marked)),
    ("type_test", Shape(&Of::Types)),
    // Statements.
    ("control_structure_body", Lower(control::block)),
    ("function_body", Lower(declare::function_body)),
    ("statements", Lower(expressions::statements)),
    ("for_statement", Lower(expressions::for_each)),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("do_while_statement", Shape(&Of::Branch(LOOP))),
    ("try_expression", Lower(control::tried)),
    ("catch_block", Lower(control::caught)),
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
    ("directly_assignable_expression", Lower(expressions::assigned)),
    ("jump_expression", Lower(hooks::jump)),
    // Expressions.
    ("if_expression", Lower(control::conditional)),
    ("when_expression", Lower(control::when)),
    ("check_expression", Lower(control::check)),
    ("conjunction_expression", Lower(control::conjunction)),
    ("disjunction_expression", Lower(control::disjunction)),
    ("elvis_expression", Lower(expressions::elvis)),
    ("additive_expression", Lower(expressions::binary)),
    ("comparison_expression", Lower(expressions::binary)),
    ("equality_expression", Lower(expressions::binary)),
    ("multiplicative_expression", Lower(expressions::binary)),
    ("range_expression", Lower(expressions::binary)),
    ("postfix_expression", Through),
    ("prefix_expression", Lower(expressions::prefix)),
    ("parenthesized_expression", Through),
    ("as_expression", Shape(&Of::Instance(At::Nth(1)))),
    ("call_expression", Lower(expressions::call)),
    ("infix_expression", Lower(expressions::infix)),
    ("navigation_expression", Lower(expressions::member)),
    ("callable_reference", Lower(expressions::reference)),
    ("value_argument", Lower(expressions::argument)),
    ("annotated_lambda", Through),
    ("lambda_literal", Lower(expressions::lambda)),
    (
        "anonymous_function",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Kind("function_value_parameters"),
            body: At::Kind("function_body"),
            returns: true,
            typed: true,
            style: &STYLE,
        })),
    ),
    ("indexing_expression", Lower(expressions::index)),
    // Literals.
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("character_literal", Literal(LiteralKind::Character)),
    ("bin_literal", Literal(LiteralKind::Integer)),
    ("hex_literal", Literal(LiteralKind::Integer)),
    ("integer_literal", Literal(LiteralKind::Integer)),
    ("long_literal", Literal(LiteralKind::Long)),
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
