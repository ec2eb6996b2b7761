//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{hooks, imports};
use crate::shapes::{
    Assign, At, Branch, Call, Counts, Define, Lambda, Member, Parameter, Shape as Of, Style, Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Access, Flags, LiteralKind, Namespace, Role as Used, ScopeKind, SymbolKind, Visibility};

const STYLE: Style = Style {
    words: &[
        ("abstract", Word::Is(Flags::ABSTRACT)),
        ("external", Word::Is(Flags::EXTERN)),
        ("const", Word::Is(Flags::CONST)),
        ("static", Word::Is(Flags::STATIC)),
    ],
    annotations: &["annotation"],
    visibility: |standing| {
        if standing.name.starts_with('_') { Visibility::Private } else { Visibility::Public }
    },
    documents: "///",
    deprecated: &["Deprecated", "deprecated"],
    parameter_lists: &["optional_formal_parameters"],
    parameters: &[Parameter {
        node: "formal_parameter",
        name: At::Any(&[At::Field(Field::Name), At::Kind("identifier")]),
        annotation: At::Kind("type"),
        inside: &["field_formal_parameter", "function_formal_parameter", "super_formal_parameter"],
        ..Parameter::BASE
    }],
    type_parameter: ("type_parameter", At::Field(Field::Bound)),
    types: &["type"],
    bases: &["interfaces", "mixin_application", "mixins", "superclass"],
    ..Style::BASE
};

const TYPE: Define = Define {
    kind: SymbolKind::Class,
    namespace: Namespace::ANY,
    type_parameters: At::Kind("type_parameters"),
    bases: At::Kinds(&["interfaces", "mixin_application_class", "mixins", "superclass", "type"]),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    ..Define::BASE
};

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    by_word: &[("get", SymbolKind::Accessor), ("set", SymbolKind::Accessor)],
    namespace: Namespace::ANY.with(Namespace::CALLABLE),
    name: At::Fields(&[Field::Name, Field::Operator]),
    symbols: true,
    type_parameters: At::Kind("type_parameters"),
    parameters: At::Kind("formal_parameter_list"),
    result: At::Field(Field::ReturnType),
    body: At::Kind("function_body"),
    scope: Some(ScopeKind::Function),
    inside: &[
        "constant_constructor_signature",
        "constructor_signature",
        "factory_constructor_signature",
        "function_signature",
        "getter_signature",
        "method_signature",
        "operator_signature",
        "redirecting_factory_constructor_signature",
        "setter_signature",
    ],
    style: &STYLE,
    then: hooks::optional,
    ..Define::BASE
};

pub(super) const METHOD: Of = Of::Define(FUNCTION);
pub(super) const CONSTRUCTOR: Of = Of::Define(Define {
    kind: SymbolKind::Constructor,
    member: None,
    by_word: &[],
    // `Thing.empty` is known by its last name.
    name: At::Before("formal_parameter_list"),
    result: At::None,
    body: At::Kinds(&["function_body", "initializers", "redirection"]),
    ..FUNCTION
});

const VARIABLES: Variables = Variables {
    constant: &["const"],
    namespace: Namespace::ANY,
    each: &["initialized_identifier", "static_final_declaration"],
    annotation: At::Kind("type"),
    value: At::Field(Field::Value),
    inside: &["initialized_identifier_list", "static_final_declaration_list"],
    style: &STYLE,
    ..Variables::BASE
};

pub(super) const FIELDS: Of = Of::Variables(VARIABLES);

const CALL: Call = Call { ..Call::BASE };
pub(super) const ACCESS: Of = Of::Member(MEMBER);
const MEMBER: Member = Member {
    of: At::Field(Field::Object),
    name: At::Field(Field::Property),
    access: Access::Value,
    inside: &[],
};

const CASE: Branch = Branch { counts: Counts::Case, scope: true, alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    ("identifier_dollar_escaped", Lower(hooks::name)),
    ("type_identifier", Lower(hooks::name)),
    ("type", Shape(&Of::Path(Used::Type))),
    ("label", Shape(&Of::Neither)),
    ("library_name", Shape(&Of::Neither)),
    ("symbol_literal", Shape(&Of::Neither)),
    // Declarations.
    ("import_specification", Lower(imports::import)),
    ("library_export", Lower(imports::import)),
    ("part_directive", Lower(imports::part)),
    ("part_of_directive", Lower(imports::part)),
    ("class_declaration", Shape(&Of::Define(TYPE))),
    ("mixin_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Trait, ..TYPE }))),
    ("enum_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Enum, ..TYPE }))),
    ("extension_declaration", Shape(&Of::Define(Define { bases: At::None, ..TYPE }))),
    (
        "extension_type_declaration",
        Shape(&Of::Define(Define { inside: &["extension_type_name"], name: At::Kind("identifier"), ..TYPE })),
    ),
    ("extension_type_representation", Shape(&Of::Argument(At::Field(Field::Name)))),
    (
        "enum_entry",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Variant,
            namespace: Namespace::VALUE,
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    (
        "type_alias",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: Namespace::ANY,
            name: At::Kind("type_identifier"),
            type_parameters: At::Kind("type_parameters"),
            value: At::Kind("type"),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("function_declaration", Lower(hooks::method)),
    ("external_function_declaration", Lower(hooks::method)),
    ("getter_declaration", Lower(hooks::method)),
    ("external_getter_declaration", Lower(hooks::method)),
    ("setter_declaration", Lower(hooks::method)),
    ("external_setter_declaration", Lower(hooks::method)),
    ("local_function_declaration", Lower(hooks::method)),
    ("method_declaration", Lower(hooks::method)),
    ("declaration", Lower(hooks::declaration)),
    ("top_level_variable_declaration", Shape(&Of::Variables(VARIABLES))),
    ("external_variable_declaration", Shape(&Of::Variables(VARIABLES))),
    (
        "initialized_variable_declaration",
        Shape(&Of::Variables(Variables { each: &[], inside: &["initialized_identifier"], ..VARIABLES })),
    ),
    ("annotation", Shape(&Of::Annotation(At::Field(Field::Name)))),
    // Parameters of types of functions are names for readers alone.
    ("formal_parameter", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("typed_identifier", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("record_type_field", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("field_initializer", Shape(&Of::Argument(At::Field(Field::Name)))),
    // Statements.
    ("block", Shape(&Of::Scope(ScopeKind::Block))),
    ("if_statement", Shape(&Of::Branch(Branch { scope: true, ..Branch::BASE }))),
    ("if_element", Shape(&Of::Branch(Branch { scope: true, ..Branch::BASE }))),
    (
        "for_statement",
        Shape(&Of::Branch(Branch { name: At::Field(Field::Name), of: At::Field(Field::Value), ..LOOP })),
    ),
    (
        "for_element",
        Shape(&Of::Branch(Branch { name: At::Field(Field::Name), of: At::Field(Field::Value), ..LOOP })),
    ),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("do_statement", Shape(&Of::Branch(LOOP))),
    // What a handler is told holds in the block behind it.
    ("try_statement", Shape(&Of::Branch(LOOP))),
    ("catch_clause", Shape(&Of::Pattern)),
    ("variable_pattern", Shape(&Of::Pattern)),
    ("constant_pattern", Shape(&Of::Path(Used::Read))),
    ("switch_statement", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("switch_expression", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("switch_statement_case", Shape(&Of::Branch(CASE))),
    ("switch_expression_case", Shape(&Of::Branch(CASE))),
    ("return_statement", Shape(&Of::Return)),
    ("break_statement", Shape(&Of::Neither)),
    ("continue_statement", Shape(&Of::Neither)),
    // Expressions.
    ("assignment_expression", Shape(&Of::Assign(Assign { style: &STYLE, ..Assign::BASE }))),
    ("assignable_expression", Lower(hooks::assignable)),
    ("parenthesized_expression", Through),
    ("conditional_expression", Shape(&Of::Branch(Branch { counts: Counts::Case, ..CASE }))),
    ("logical_and_expression", Shape(&Of::Branch(CASE))),
    ("logical_or_expression", Shape(&Of::Branch(CASE))),
    ("call_expression", Shape(&Of::Call(CALL))),
    ("new_expression", Shape(&Of::Call(Call { of: At::Kind("type"), makes: true, ..CALL }))),
    ("const_object_expression", Shape(&Of::Call(Call { of: At::Kind("type"), makes: true, ..CALL }))),
    ("member_expression", Shape(&Of::Member(MEMBER))),
    ("null_aware_member_expression", Shape(&Of::Member(MEMBER))),
    ("null_assertion_expression", Through),
    ("index_expression", Shape(&Of::Index)),
    ("cascade_selector", Lower(hooks::selector)),
    ("cascade_call_expression", Lower(hooks::selector)),
    ("static_member_shorthand", Lower(hooks::selector)),
    (
        "function_expression",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Field(Field::Parameters),
            body: At::Field(Field::Body),
            returns: true,
            typed: false,
            style: &STYLE,
        })),
    ),
    ("type_cast", Shape(&Of::Types)),
    ("type_test", Shape(&Of::Types)),
    // Literals.
    ("decimal_floating_point_literal", Literal(LiteralKind::Float)),
    ("decimal_integer_literal", Literal(LiteralKind::Integer)),
    ("false", Literal(LiteralKind::Boolean)),
    ("hex_integer_literal", Literal(LiteralKind::Integer)),
    ("null_literal", Literal(LiteralKind::None)),
    ("string_literal", Literal(LiteralKind::String)),
    ("true", Literal(LiteralKind::Boolean)),
    // No identifier inside.
    ("block_comment", Leaf),
    ("comment", Leaf),
    ("documentation_block_comment", Leaf),
    ("documentation_comment", Leaf),
    ("void_type", Leaf),
];
