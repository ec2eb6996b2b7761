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
        ("open", Word::Visible(Visibility::Public)),
        ("public", Word::Visible(Visibility::Public)),
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
    parameter_lists: &["lambda_function_type_parameters"],
    parameters: &[
        Parameter { node: "parameter", annotation: At::Field(Field::Name), ..Parameter::BASE },
        Parameter { node: "lambda_parameter", annotation: At::Field(Field::Name), ..Parameter::BASE },
    ],
    type_parameter: ("type_parameter", At::Field(Field::Name)),
    types: &["user_type"],
    bases: &["inheritance_specifier"],
    ..Style::BASE
};

const CLASS: Define = Define {
    kind: SymbolKind::Class,
    by_word: &[("struct", SymbolKind::Struct), ("enum", SymbolKind::Enum), ("protocol", SymbolKind::Trait)],
    namespace: Namespace::ANY,
    type_parameters: At::Kind("type_parameters"),
    bases: At::Kind("inheritance_specifier"),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    ..Define::BASE
};

pub(super) const TYPE: Of = Of::Define(CLASS);
pub(super) const EXTENSION: Of = Of::Extend(At::Field(Field::Name), At::Field(Field::Body));

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: Namespace::ANY.with(Namespace::CALLABLE),
    symbols: true,
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("parameter"),
    result: At::After("->"),
    body: At::Any(&[At::Field(Field::Body), At::Kind("computed_property")]),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

const CONSTRUCTOR: Define = Define {
    kind: SymbolKind::Constructor,
    member: None,
    name: At::Kinds(&["deinit", "init"]),
    result: At::None,
    ..FUNCTION
};

const PROPERTY: Variables = Variables {
    namespace: Namespace::ANY,
    name: At::Any(&[At::Field(Field::BoundIdentifier), At::Field(Field::Name)]),
    annotation: At::Kind("type_annotation"),
    value: At::Any(&[At::Field(Field::Value), At::Field(Field::ComputedValue)]),
    inside: &["pattern"],
    style: &STYLE,
    ..Variables::BASE
};

const CALL: Call = Call {
    of: At::Nth(0),
    arguments: At::Kind("value_arguments"),
    block: At::Kind("lambda_literal"),
    inside: &["call_suffix", "constructor_suffix"],
    ..Call::BASE
};

const CASE: Branch = Branch { counts: Counts::Case, scope: true, alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("simple_identifier", Lower(hooks::name)),
    ("type_identifier", Lower(hooks::name)),
    ("user_type", Shape(&Of::Path(Used::Type))),
    ("self_expression", Shape(&Of::This)),
    ("super_expression", Shape(&Of::Super)),
    ("value_argument_label", Shape(&Of::Neither)),
    ("availability_condition", Shape(&Of::Neither)),
    ("precedence_group_declaration", Shape(&Of::Neither)),
    ("operator_declaration", Shape(&Of::Neither)),
    ("directive", Shape(&Of::Neither)),
    ("statement_label", Shape(&Of::Neither)),
    // Declarations.
    (
        "import_declaration",
        Shape(&Of::Import(Import { path: At::Kind("identifier"), everything: true, ..Import::BASE })),
    ),
    ("class_declaration", Lower(hooks::class)),
    ("protocol_declaration", Shape(&TYPE)),
    ("function_declaration", Shape(&Of::Define(FUNCTION))),
    ("protocol_function_declaration", Shape(&Of::Define(FUNCTION))),
    ("init_declaration", Shape(&Of::Define(CONSTRUCTOR))),
    ("deinit_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Method, ..CONSTRUCTOR }))),
    (
        "subscript_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Accessor,
            member: None,
            name: At::Kind("subscript"),
            ..FUNCTION
        })),
    ),
    ("property_declaration", Shape(&Of::Variables(PROPERTY))),
    ("protocol_property_declaration", Shape(&Of::Variables(PROPERTY))),
    (
        "enum_entry",
        Shape(&Of::Variables(Variables {
            kind: SymbolKind::Variant,
            member: SymbolKind::Variant,
            name: At::Field(Field::Name),
            annotation: At::None,
            value: At::None,
            inside: &[],
            ..PROPERTY
        })),
    ),
    (
        "typealias_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: Namespace::ANY,
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
    // What is named behind the type is a condition of compilers or a value.
    ("attribute", Shape(&Of::Annotation(At::Kind("user_type")))),
    ("tuple_type_item", Shape(&Of::Types)),
    ("type_annotation", Shape(&Of::Types)),
    ("computed_property", Shape(&Of::Scope(ScopeKind::Function))),
    ("computed_getter", Shape(&Of::Scope(ScopeKind::Function))),
    ("computed_setter", Shape(&Of::Scope(ScopeKind::Function))),
    ("willset_didset_block", Shape(&Of::Scope(ScopeKind::Function))),
    // Statements.
    ("statements", Shape(&Of::Scope(ScopeKind::Block))),
    ("function_body", Through),
    ("pattern", Lower(hooks::pattern)),
    ("if_statement", Lower(hooks::condition)),
    ("guard_statement", Lower(hooks::condition)),
    ("while_statement", Lower(hooks::condition)),
    ("repeat_while_statement", Shape(&Of::Branch(LOOP))),
    ("for_statement", Shape(&Of::Branch(LOOP))),
    ("switch_statement", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("switch_entry", Shape(&Of::Branch(CASE))),
    ("catch_block", Shape(&Of::Branch(LOOP))),
    ("control_transfer_statement", Shape(&Of::Return)),
    // Expressions.
    (
        "assignment",
        Shape(&Of::Assign(Assign {
            left: At::Field(Field::Target),
            right: At::Field(Field::Result),
            inside: &["directly_assignable_expression"],
            style: &STYLE,
            ..Assign::BASE
        })),
    ),
    ("directly_assignable_expression", Through),
    ("ternary_expression", Shape(&Of::Branch(CASE))),
    ("conjunction_expression", Shape(&Of::Branch(CASE))),
    ("disjunction_expression", Shape(&Of::Branch(CASE))),
    ("nil_coalescing_expression", Shape(&Of::Branch(CASE))),
    ("call_expression", Shape(&Of::Call(CALL))),
    ("constructor_expression", Shape(&Of::Call(Call { makes: true, ..CALL }))),
    (
        "navigation_expression",
        Shape(&Of::Member(Member {
            of: At::Field(Field::Target),
            name: At::Kind("simple_identifier"),
            access: Access::Value,
            inside: &["navigation_suffix"],
        })),
    ),
    ("prefix_expression", Lower(hooks::prefix)),
    ("value_argument", Through),
    (
        "lambda_literal",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Field(Field::Type),
            body: At::Kind("statements"),
            returns: true,
            typed: false,
            style: &STYLE,
        })),
    ),
    ("as_expression", Shape(&Of::Instance(At::Field(Field::Type)))),
    ("try_expression", Through),
    ("await_expression", Through),
    ("tuple_expression", Shape(&Of::Argument(At::Field(Field::Name)))),
    // Literals.
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("integer_literal", Literal(LiteralKind::Integer)),
    ("line_string_literal", Literal(LiteralKind::String)),
    ("multi_line_string_literal", Literal(LiteralKind::String)),
    ("raw_string_literal", Literal(LiteralKind::String)),
    ("real_literal", Literal(LiteralKind::Float)),
    // No identifier inside.
    ("comment", Leaf),
    ("multiline_comment", Leaf),
];
