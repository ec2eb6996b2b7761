//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{callables, docs, hooks};
use crate::shapes::{
    Assign, At, Binds, Branch, Call, Counts, Define, Import, Lambda, Member, Parameter, Shape as Of, Style,
    Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Access, Flags, LiteralKind, Namespace, ParameterKind, ScopeKind, SymbolKind, Visibility};

/// Constants have a name space of their own, beside those of variables, functions and types.
const CONSTANTS: Namespace = Namespace::MACRO;

const PARAMETER: Parameter = Parameter {
    node: "simple_parameter",
    name: At::Kind("name"),
    value: At::Field(Field::DefaultValue),
    inside: &["by_ref", "variable_name"],
    ..Parameter::BASE
};

const STYLE: Style = Style {
    words: &[
        ("public", Word::Visible(Visibility::Public)),
        ("protected", Word::Visible(Visibility::Restricted)),
        ("private", Word::Visible(Visibility::Private)),
        ("static", Word::Is(Flags::STATIC)),
        ("abstract", Word::Is(Flags::ABSTRACT)),
    ],
    modifiers: &[
        "abstract_modifier",
        "final_modifier",
        "readonly_modifier",
        "static_modifier",
        "var_modifier",
        "visibility_modifier",
    ],
    annotations: &["attribute_list"],
    documents: "/**",
    tests: &["Test"],
    deprecated: &["Deprecated"],
    parameters: &[
        PARAMETER,
        Parameter { node: "variadic_parameter", kind: ParameterKind::Rest, ..PARAMETER },
        Parameter {
            node: "property_promotion_parameter",
            field: &["readonly_modifier", "visibility_modifier"],
            ..PARAMETER
        },
    ],
    types: &["name", "qualified_name", "relative_name"],
    bases: &["base_clause", "class_interface_clause"],
    returns: true,
    documented: docs::read,
    ..Style::BASE
};

const TYPE: Define = Define {
    kind: SymbolKind::Class,
    namespace: Namespace::TYPE,
    bases: At::Kinds(&["base_clause", "class_interface_clause"]),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    ..Define::BASE
};

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    // What imports look for is in one of the first name spaces.
    namespace: Namespace::CALLABLE.with(CONSTANTS),
    parameters: At::Field(Field::Parameters),
    result: At::Field(Field::ReturnType),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

const CALL: Call = Call { namespace: Namespace::CALLABLE, ..Call::BASE };
const METHOD_CALL: Call = Call { receiver: At::Field(Field::Object), of: At::Field(Field::Name), ..CALL };
const MEMBER: Member =
    Member { of: At::Field(Field::Object), name: At::Field(Field::Name), access: Access::Value, inside: &[] };
const ASSIGN: Assign = Assign {
    left: At::Field(Field::Left),
    right: At::Field(Field::Right),
    binds: Binds::Locals,
    inside: &["by_ref", "list_literal", "variable_name"],
    patterns: &["list_literal"],
    style: &STYLE,
    ..Assign::BASE
};
const NO_ELSE: Branch = Branch { alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, ..NO_ELSE };

/// `if`.
pub(super) const IF: Of = Of::Branch(NO_ELSE);

/// `f(a)`.
pub(super) const FUNCTION_CALL: Of = Of::Call(CALL);

/// `A::B`.
pub(super) const CLASS_CONSTANT: Of = Of::Member(Member { of: At::Nth(0), name: At::Nth(1), ..MEMBER });

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("name", Lower(hooks::name)),
    ("variable_name", Lower(hooks::variable)),
    ("qualified_name", Lower(hooks::qualified_name)),
    ("relative_name", Lower(hooks::qualified_name)),
    ("relative_scope", Lower(hooks::relative_scope)),
    ("goto_statement", Shape(&Of::Neither)),
    ("named_label_statement", Shape(&Of::Neither)),
    // Declarations.
    ("namespace_definition", Shape(&Of::Package(At::Field(Field::Name), At::Field(Field::Body)))),
    (
        "namespace_use_declaration",
        Shape(&Of::Import(Import {
            path: At::Kinds(&["name", "namespace_name", "qualified_name"]),
            alias: At::Field(Field::Alias),
            each: &["namespace_use_clause"],
            namespace: Namespace::TYPE,
            by_word: &[("function", Namespace::CALLABLE), ("const", CONSTANTS)],
            inside: &["namespace_use_group"],
            level: 1,
            ..Import::BASE
        })),
    ),
    ("class_declaration", Shape(&Of::Define(TYPE))),
    ("interface_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Interface, ..TYPE }))),
    ("trait_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Trait, ..TYPE }))),
    ("enum_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Enum, ..TYPE }))),
    (
        "enum_case",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Variant,
            namespace: CONSTANTS,
            value: At::Field(Field::Value),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("function_definition", Shape(&Of::Define(FUNCTION))),
    (
        "method_declaration",
        Shape(&Of::Define(Define { kind: SymbolKind::Method, then: hooks::method, ..FUNCTION })),
    ),
    (
        "property_declaration",
        Shape(&Of::Variables(Variables {
            kind: SymbolKind::Field,
            each: &["property_element"],
            name: At::Kind("name"),
            annotation: At::Field(Field::Type),
            value: At::Field(Field::DefaultValue),
            inside: &["variable_name"],
            style: &STYLE,
            ..Variables::BASE
        })),
    ),
    (
        "const_declaration",
        Shape(&Of::Variables(Variables {
            kind: SymbolKind::Constant,
            member: SymbolKind::Constant,
            namespace: CONSTANTS,
            each: &["const_element"],
            name: At::Nth(0),
            annotation: At::Field(Field::Type),
            value: At::After("="),
            style: &STYLE,
            ..Variables::BASE
        })),
    ),
    ("property_hook", Shape(&Of::Argument(At::Kind("name")))),
    ("use_declaration", Lower(hooks::mixed_in)),
    ("use_list", Shape(&Of::Neither)),
    ("anonymous_class", Lower(hooks::anonymous)),
    ("attribute_list", Through),
    ("attribute_group", Through),
    ("attribute", Shape(&Of::Annotation(At::Nth(0)))),
    // Types.
    ("named_type", Shape(&Of::Types)),
    ("optional_type", Lower(hooks::types)),
    ("union_type", Lower(hooks::types)),
    ("intersection_type", Lower(hooks::types)),
    ("disjunctive_normal_form_type", Lower(hooks::types)),
    ("type_list", Lower(hooks::types)),
    // Statements.
    ("if_statement", Lower(hooks::condition)),
    ("else_if_clause", Shape(&Of::Branch(Branch { counts: Counts::ElseIf, ..NO_ELSE }))),
    ("else_clause", Shape(&Of::Branch(Branch { counts: Counts::Else, ..NO_ELSE }))),
    ("for_statement", Shape(&Of::Branch(LOOP))),
    ("foreach_statement", Shape(&Of::Branch(Branch { of: At::Nth(0), name: At::Nth(1), ..LOOP }))),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("do_statement", Shape(&Of::Branch(LOOP))),
    ("switch_statement", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..NO_ELSE }))),
    ("case_statement", Shape(&Of::Branch(Branch { counts: Counts::Case, ..NO_ELSE }))),
    ("match_expression", Lower(hooks::matched)),
    (
        "catch_clause",
        Shape(&Of::Branch(Branch {
            name: At::Field(Field::Name),
            annotation: At::Field(Field::Type),
            ..LOOP
        })),
    ),
    ("return_statement", Shape(&Of::Return)),
    // Expressions.
    ("parenthesized_expression", Through),
    ("argument", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("assignment_expression", Shape(&Of::Assign(ASSIGN))),
    ("reference_assignment_expression", Shape(&Of::Assign(Assign { aliases: true, ..ASSIGN }))),
    ("augmented_assignment_expression", Shape(&Of::Assign(ASSIGN))),
    ("binary_expression", Lower(hooks::binary)),
    ("conditional_expression", Lower(hooks::conditional)),
    ("clone_expression", Through),
    ("array_creation_expression", Lower(hooks::array)),
    ("function_call_expression", Lower(hooks::call)),
    ("member_call_expression", Shape(&Of::Call(METHOD_CALL))),
    ("nullsafe_member_call_expression", Shape(&Of::Call(METHOD_CALL))),
    ("scoped_call_expression", Shape(&Of::Call(Call { receiver: At::Field(Field::Scope), ..METHOD_CALL }))),
    ("member_access_expression", Shape(&Of::Member(MEMBER))),
    ("nullsafe_member_access_expression", Shape(&Of::Member(MEMBER))),
    (
        "scoped_property_access_expression",
        Shape(&Of::Member(Member {
            of: At::Field(Field::Scope),
            name: At::Kind("name"),
            inside: &["variable_name"],
            ..MEMBER
        })),
    ),
    ("class_constant_access_expression", Lower(hooks::class_constant)),
    (
        "object_creation_expression",
        Shape(&Of::Call(Call {
            of: At::Kinds(&["anonymous_class", "name", "qualified_name", "relative_name", "relative_scope"]),
            arguments: At::Kind("arguments"),
            namespace: Namespace::TYPE,
            makes: true,
            ..CALL
        })),
    ),
    (
        "anonymous_function",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Field(Field::Parameters),
            body: At::Field(Field::Body),
            returns: true,
            typed: false,
            style: &STYLE,
        })),
    ),
    (
        "arrow_function",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Field(Field::Parameters),
            body: At::Field(Field::Body),
            returns: true,
            typed: false,
            style: &STYLE,
        })),
    ),
    ("subscript_expression", Shape(&Of::Index)),
    // Literals.
    ("boolean", Literal(LiteralKind::Boolean)),
    ("encapsed_string", Lower(callables::text)),
    ("float", Literal(LiteralKind::Float)),
    ("heredoc", Literal(LiteralKind::String)),
    ("integer", Literal(LiteralKind::Integer)),
    ("nowdoc", Literal(LiteralKind::String)),
    ("null", Literal(LiteralKind::None)),
    ("string", Lower(callables::text)),
    // No identifier inside.
    ("comment", Leaf),
    ("php_tag", Leaf),
    ("primitive_type", Leaf),
    ("text", Leaf),
];
