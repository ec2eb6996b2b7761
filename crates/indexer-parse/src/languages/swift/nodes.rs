//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{calls, declare, expressions, names, patterns};
use crate::shapes::{At, Branch, Counts, Define, Parameter, Shape as Of, Style, Variables, Word};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Flags, LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

const STYLE: Style = Style {
    words: &[
        ("open", Word::Visible(Visibility::Public)),
        ("public", Word::Visible(Visibility::Public)),
        // Other modules name it too, those of other packages apart.
        ("package", Word::Visible(Visibility::Public)),
        ("internal", Word::Visible(Visibility::Package)),
        ("fileprivate", Word::Visible(Visibility::Private)),
        ("private", Word::Visible(Visibility::Private)),
        ("static", Word::Is(Flags::STATIC)),
        ("class", Word::Is(Flags::NONE)),
        ("async", Word::Is(Flags::ASYNC)),
    ],
    modifiers: &[
        "function_modifier",
        "inheritance_modifier",
        "member_modifier",
        "mutation_modifier",
        "ownership_modifier",
        "property_behavior_modifier",
        "property_modifier",
        "visibility_modifier",
    ],
    lists: &["modifiers"],
    annotations: &["attribute"],
    visibility: |standing| match standing.kind {
        // As visible as what they are of.
        SymbolKind::Variant => Visibility::Public,
        _ => Visibility::Package,
    },
    documents: "///",
    tests: &["Test"],
    parameters: &[Parameter {
        node: "parameter",
        annotation: At::Any(&[At::Field(Field::Type), At::Field(Field::Name)]),
        ..Parameter::BASE
    }],
    type_parameter: ("type_parameter", At::Field(Field::Name)),
    types: &["user_type"],
    bases: &["inheritance_specifier"],
    ..Style::BASE
};

const CLASS: Define = Define {
    kind: SymbolKind::Class,
    by_word: &[("struct", SymbolKind::Struct), ("enum", SymbolKind::Enum), ("protocol", SymbolKind::Trait)],
    namespace: names::TERM,
    type_parameters: At::Kind("type_parameters"),
    bases: At::Kind("inheritance_specifier"),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    ..Define::BASE
};

pub(super) const TYPE: Of = Of::Define(CLASS);

const CALLABLE: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: names::TERM,
    symbols: true,
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("parameter"),
    result: At::After("->"),
    body: At::Any(&[At::Field(Field::Body), At::Kind("computed_property")]),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

pub(super) const FUNCTION: Of = Of::Define(Define { then: declare::then_function, ..CALLABLE });
pub(super) const CONSTRUCTOR: Of = Of::Define(Define {
    kind: SymbolKind::Constructor,
    member: None,
    name: At::Kind("init"),
    result: At::None,
    then: declare::then_constructor,
    ..CALLABLE
});
pub(super) const DESTRUCTOR: Of = Of::Define(Define {
    kind: SymbolKind::Method,
    member: None,
    name: At::Kind("deinit"),
    result: At::None,
    ..CALLABLE
});
pub(super) const SUBSCRIPT: Of = Of::Define(Define {
    kind: SymbolKind::Accessor,
    member: None,
    name: At::Kind("subscript"),
    then: declare::then_subscript,
    ..CALLABLE
});

const VARIABLES: Variables = Variables {
    namespace: names::TERM,
    name: At::Any(&[
        At::Field(Field::BoundIdentifier),
        At::Field(Field::Name),
        At::Kind("simple_identifier"),
    ]),
    annotation: At::Kind("type_annotation"),
    value: At::Any(&[At::Field(Field::Value), At::Field(Field::ComputedValue)]),
    inside: &["pattern"],
    style: &STYLE,
    ..Variables::BASE
};

pub(super) const PROPERTY: Of = Of::Variables(VARIABLES);

pub(super) const CASES: Of = Of::Variables(Variables {
    kind: SymbolKind::Variant,
    member: SymbolKind::Variant,
    name: At::Field(Field::Name),
    annotation: At::None,
    value: At::None,
    inside: &[],
    ..VARIABLES
});

const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("simple_identifier", Lower(names::name)),
    ("type_identifier", Lower(names::name)),
    ("self_expression", Lower(names::this)),
    ("super_expression", Shape(&Of::Super)),
    ("value_argument_label", Shape(&Of::Neither)),
    ("availability_condition", Shape(&Of::Neither)),
    ("precedence_group_declaration", Shape(&Of::Neither)),
    ("operator_declaration", Shape(&Of::Neither)),
    ("directive", Shape(&Of::Neither)),
    ("statement_label", Shape(&Of::Neither)),
    // Types.
    ("user_type", Lower(names::user_type)),
    ("optional_type", Lower(names::optional_type)),
    ("array_type", Lower(names::array_type)),
    ("dictionary_type", Lower(names::dictionary_type)),
    ("tuple_type", Lower(names::tuple_type)),
    ("tuple_type_item", Lower(names::item)),
    ("function_type", Lower(names::function_type)),
    ("existential_type", Lower(names::marked_type)),
    ("opaque_type", Lower(names::marked_type)),
    ("protocol_composition_type", Lower(names::composition)),
    ("metatype", Lower(names::metatype)),
    ("type_annotation", Lower(names::annotation)),
    ("inheritance_constraint", Lower(names::constraint)),
    ("equality_constraint", Lower(names::constraint)),
    ("type_arguments", Lower(names::types)),
    // Declarations.
    ("import_declaration", Lower(declare::import)),
    ("class_declaration", Lower(declare::class)),
    ("protocol_declaration", Shape(&TYPE)),
    ("function_declaration", Lower(declare::function)),
    ("protocol_function_declaration", Lower(declare::function)),
    ("init_declaration", Lower(declare::constructor)),
    ("deinit_declaration", Lower(declare::constructor)),
    ("subscript_declaration", Lower(declare::subscript)),
    ("property_declaration", Lower(patterns::property)),
    ("protocol_property_declaration", Lower(patterns::property)),
    ("enum_entry", Lower(declare::cases)),
    ("enum_type_parameters", Lower(declare::payload)),
    (
        "typealias_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: names::TERM,
            type_parameters: At::Kind("type_parameters"),
            value: At::Any(&[At::Field(Field::Value), At::After("=")]),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    (
        "associatedtype_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::AssociatedType,
            namespace: Namespace::ANY,
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("attribute", Lower(names::attribute)),
    ("function_body", Lower(declare::body)),
    ("computed_property", Lower(expressions::computed)),
    ("computed_getter", Lower(expressions::accessor)),
    ("computed_setter", Lower(expressions::accessor)),
    ("computed_modify", Lower(expressions::accessor)),
    ("willset_didset_block", Shape(&Of::Scope(ScopeKind::Function))),
    ("willset_clause", Lower(expressions::accessor)),
    ("didset_clause", Lower(expressions::accessor)),
    // Statements.
    ("statements", Lower(expressions::statements)),
    ("pattern", Lower(patterns::of_nothing)),
    ("if_statement", Lower(patterns::condition)),
    ("guard_statement", Lower(patterns::condition)),
    ("while_statement", Lower(patterns::condition)),
    ("repeat_while_statement", Shape(&Of::Branch(LOOP))),
    ("for_statement", Lower(patterns::iteration)),
    ("switch_statement", Lower(patterns::switch)),
    ("switch_entry", Lower(patterns::lone_entry)),
    ("catch_block", Lower(patterns::caught)),
    ("control_transfer_statement", Lower(expressions::transfer)),
    // Expressions.
    ("assignment", Lower(expressions::assignment)),
    ("directly_assignable_expression", Through),
    ("ternary_expression", Lower(expressions::ternary)),
    ("conjunction_expression", Lower(expressions::comparison)),
    ("disjunction_expression", Lower(expressions::comparison)),
    ("equality_expression", Lower(expressions::comparison)),
    ("comparison_expression", Lower(expressions::comparison)),
    ("additive_expression", Lower(expressions::arithmetic)),
    ("multiplicative_expression", Lower(expressions::arithmetic)),
    ("range_expression", Lower(expressions::range)),
    ("open_start_range_expression", Lower(expressions::range)),
    ("open_end_range_expression", Lower(expressions::range)),
    ("infix_expression", Lower(expressions::custom)),
    ("bitwise_operation", Lower(expressions::arithmetic)),
    ("nil_coalescing_expression", Lower(expressions::coalescing)),
    ("call_expression", Lower(calls::call)),
    ("constructor_expression", Lower(calls::call)),
    ("macro_invocation", Lower(calls::macro_call)),
    ("navigation_expression", Lower(expressions::navigation)),
    ("key_path_expression", Lower(expressions::key_path)),
    ("prefix_expression", Lower(expressions::prefix)),
    ("postfix_expression", Lower(expressions::postfix)),
    ("value_argument", Through),
    ("lambda_literal", Lower(calls::lambda)),
    ("as_expression", Lower(expressions::conversion)),
    ("check_expression", Lower(expressions::check)),
    ("try_expression", Lower(expressions::marked)),
    ("await_expression", Lower(expressions::marked)),
    ("tuple_expression", Lower(expressions::tuple)),
    ("bang", Lower(expressions::bang)),
    ("array_literal", Lower(calls::collection)),
    ("dictionary_literal", Lower(calls::collection)),
    // Literals.
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("integer_literal", Literal(LiteralKind::Integer)),
    ("line_string_literal", Lower(expressions::text)),
    ("multi_line_string_literal", Lower(expressions::text)),
    ("raw_string_literal", Lower(expressions::text)),
    ("real_literal", Literal(LiteralKind::Float)),
    // No identifier inside.
    ("comment", Leaf),
    ("multiline_comment", Leaf),
];
