//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{hooks, types};
use crate::shapes::{
    At, Binds, Branch, Counts, Define, Import, Lambda, Parameter, Shape as Of, Standing, Style, Variables,
    Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Flags, LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

const STYLE: Style = Style {
    words: &[
        ("public", Word::Visible(Visibility::Public)),
        ("internal", Word::Visible(Visibility::Package)),
        ("protected", Word::Visible(Visibility::Restricted)),
        ("private", Word::Visible(Visibility::Private)),
        ("static", Word::Is(Flags::STATIC)),
        ("abstract", Word::Is(Flags::ABSTRACT)),
        ("async", Word::Is(Flags::ASYNC)),
        ("extern", Word::Is(Flags::EXTERN)),
        ("unsafe", Word::Is(Flags::UNSAFE)),
        ("const", Word::Is(Flags::CONST)),
        ("partial", Word::Is(Flags::PARTIAL)),
        ("this", Word::Is(Flags::NONE)),
    ],
    rest: "params",
    modifiers: &["modifier"],
    annotations: &["attribute_list"],
    visibility,
    tests: &["Test", "TestCase", "TestFixture", "TestMethod", "TestClass", "Fact", "Theory"],
    deprecated: &["Obsolete"],
    parameters: &[Parameter {
        node: "parameter",
        value: At::After("="),
        receiver: &["this"],
        ..Parameter::BASE
    }],
    type_parameter: ("type_parameter", At::None),
    types: &["identifier", "generic_name", "qualified_name", "alias_qualified_name"],
    bases: &["base_list", "primary_constructor_base_type"],
    ..Style::BASE
};

/// Positional parameters of a record are members of it.
const RECORD: Style =
    Style { parameters: &[Parameter { field: &["identifier"], ..STYLE.parameters[0] }], ..STYLE };

/// Members are private and types of the assembly, where no word says more.
fn visibility(standing: Standing<'_>) -> Visibility {
    match (standing.owner, standing.kind) {
        (Some(SymbolKind::Interface | SymbolKind::Enum), _) => Visibility::Public,
        (Some(owner), _) if owner.is_type() => Visibility::Private,
        _ => Visibility::Package,
    }
}

const TYPE: Define = Define {
    kind: SymbolKind::Class,
    namespace: Namespace::TYPE,
    type_parameters: At::Kind("type_parameter_list"),
    parameters: At::Kind("parameter_list"),
    bases: At::Kind("base_list"),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    style: &STYLE,
    then: types::bind_with_arity,
    ..Define::BASE
};

const FUNCTION: Define = Define {
    kind: SymbolKind::Method,
    namespace: Namespace::CALLABLE,
    type_parameters: At::Field(Field::TypeParameters),
    result_first: true,
    parameters: At::Field(Field::Parameters),
    result: At::Fields(&[Field::Returns, Field::Type]),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

const PROPERTY: Define = Define {
    kind: SymbolKind::Accessor,
    namespace: Namespace::VALUE,
    result: At::Field(Field::Type),
    value: At::Field(Field::Value),
    body: At::None,
    style: &STYLE,
    then: types::implementation,
    ..Define::BASE
};

const FIELDS: Variables = Variables {
    constant: &["const"],
    each: &["variable_declarator"],
    annotation: At::Field(Field::Type),
    value: At::After("="),
    inside: &["variable_declaration"],
    style: &STYLE,
    ..Variables::BASE
};

/// A name with a type before it, in a pattern, a `catch` or a query.
const TYPED: Variables = Variables { annotation: At::Field(Field::Type), style: &STYLE, ..Variables::BASE };

/// `using A;`, `using static A.B;`, `using C = A.B;`.
pub(super) const USING: Of = Of::Import(Import {
    path: At::Kinds(&["alias_qualified_name", "generic_name", "identifier", "qualified_name"]),
    alias: At::Field(Field::Name),
    everything: true,
    namespace: Namespace::TYPE,
    ..Import::BASE
});

pub(super) const LAMBDA: Of = Of::Lambda(Lambda {
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    returns: true,
    typed: true,
    style: &STYLE,
});

pub(super) const NAMESPACE: Of = Of::Package(At::Field(Field::Name), At::Field(Field::Body));

const NO_ELSE: Branch = Branch { alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(types::name)),
    ("implicit_parameter", Role::Neither),
    ("calling_convention", Shape(&Of::Neither)),
    ("extern_alias_directive", Shape(&Of::Neither)),
    ("goto_statement", Shape(&Of::Neither)),
    ("preproc_pragma", Shape(&Of::Neither)),
    ("labeled_statement", Shape(&Of::Argument(At::Nth(0)))),
    // Declarations.
    ("using_directive", Lower(hooks::using)),
    ("namespace_declaration", Lower(hooks::namespace)),
    ("file_scoped_namespace_declaration", Shape(&Of::Package(At::Field(Field::Name), At::None))),
    ("class_declaration", Shape(&Of::Define(TYPE))),
    ("struct_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Struct, ..TYPE }))),
    ("record_declaration", Shape(&Of::Define(Define { style: &RECORD, ..TYPE }))),
    (
        "interface_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Interface,
            type_parameters: At::Field(Field::TypeParameters),
            ..TYPE
        })),
    ),
    ("enum_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Enum, ..TYPE }))),
    (
        "enum_member_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Variant,
            namespace: Namespace::VALUE,
            value: At::Field(Field::Value),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    (
        "delegate_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::TypeAlias,
            namespace: Namespace::TYPE,
            then: types::delegate,
            ..FUNCTION
        })),
    ),
    ("method_declaration", Shape(&Of::Define(Define { then: types::method, ..FUNCTION }))),
    ("local_function_statement", Shape(&Of::Define(Define { kind: SymbolKind::Function, ..FUNCTION }))),
    ("constructor_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Constructor, ..FUNCTION }))),
    ("destructor_declaration", Shape(&Of::Define(FUNCTION))),
    (
        "operator_declaration",
        Shape(&Of::Define(Define { name: At::Field(Field::Operator), symbols: true, ..FUNCTION })),
    ),
    (
        "conversion_operator_declaration",
        Shape(&Of::Define(Define { name: At::Kind("operator"), symbols: true, ..FUNCTION })),
    ),
    (
        "indexer_declaration",
        Shape(&Of::Define(Define {
            name: At::Kind("this"),
            symbols: true,
            parameters: At::Field(Field::Parameters),
            scope: Some(ScopeKind::Function),
            then: types::indexer,
            ..PROPERTY
        })),
    ),
    ("property_declaration", Shape(&Of::Define(PROPERTY))),
    ("event_declaration", Shape(&Of::Define(Define { kind: SymbolKind::Field, ..PROPERTY }))),
    ("accessor_declaration", Lower(hooks::accessor)),
    ("field_declaration", Shape(&Of::Variables(FIELDS))),
    ("event_field_declaration", Shape(&Of::Variables(FIELDS))),
    ("attribute_list", Through),
    ("attribute", Lower(hooks::attribute)),
    ("attribute_argument", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("type_parameter_list", Shape(&Of::Neither)),
    ("type_parameter_constraint", Shape(&Of::Types)),
    ("type_parameter_constraints_clause", Lower(types::constraints)),
    // Types.
    ("alias_qualified_name", Lower(types::global)),
    ("array_type", Lower(types::array)),
    ("generic_name", Lower(types::generic)),
    ("nullable_type", Lower(types::nullable)),
    ("predefined_type", Lower(types::predefined)),
    ("qualified_name", Lower(types::member)),
    ("tuple_type", Lower(types::tuple)),
    ("type_argument_list", Shape(&Of::Types)),
    ("tuple_element", Shape(&Of::Argument(At::Field(Field::Name)))),
    // Statements.
    ("block", Shape(&Of::Scope(ScopeKind::Block))),
    ("variable_declaration", Shape(&Of::Variables(Variables { inside: &[], ..FIELDS }))),
    ("if_statement", Shape(&Of::Branch(Branch::BASE))),
    ("for_statement", Shape(&Of::Branch(LOOP))),
    (
        "foreach_statement",
        Shape(&Of::Branch(Branch {
            name: At::Field(Field::Left),
            annotation: At::Field(Field::Type),
            of: At::Field(Field::Right),
            ..LOOP
        })),
    ),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("do_statement", Shape(&Of::Branch(LOOP))),
    ("catch_clause", Shape(&Of::Branch(LOOP))),
    ("catch_declaration", Shape(&Of::Variables(TYPED))),
    ("switch_statement", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..NO_ELSE }))),
    ("switch_section", Shape(&Of::Branch(Branch { counts: Counts::Case, ..NO_ELSE }))),
    ("switch_expression", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..NO_ELSE }))),
    ("switch_expression_arm", Shape(&Of::Branch(Branch { counts: Counts::Case, scope: true, ..NO_ELSE }))),
    ("using_statement", Shape(&Of::Scope(ScopeKind::Block))),
    ("fixed_statement", Shape(&Of::Scope(ScopeKind::Block))),
    ("return_statement", Lower(hooks::returned)),
    // Patterns and queries.
    ("declaration_pattern", Shape(&Of::Variables(TYPED))),
    ("declaration_expression", Shape(&Of::Variables(TYPED))),
    ("recursive_pattern", Shape(&Of::Variables(TYPED))),
    ("var_pattern", Shape(&Of::Pattern)),
    ("from_clause", Lower(hooks::from)),
    ("subpattern", Shape(&Of::Argument(At::Before(":")))),
    // Expressions.
    ("parenthesized_expression", Through),
    ("checked_expression", Through),
    ("arrow_expression_clause", Lower(hooks::given)),
    ("argument", Lower(hooks::argument)),
    ("anonymous_object_creation_expression", Lower(hooks::anonymous_object)),
    ("with_initializer", Shape(&Of::Argument(At::Before("=")))),
    (
        "assignment_expression",
        Shape(&Of::Assign(crate::shapes::Assign {
            left: At::Field(Field::Left),
            right: At::Field(Field::Right),
            binds: Binds::Never,
            inside: &[],
            style: &STYLE,
            ..crate::shapes::Assign::BASE
        })),
    ),
    ("await_expression", Lower(hooks::awaited)),
    ("binary_expression", Lower(hooks::binary)),
    ("conditional_expression", Lower(hooks::conditional)),
    ("default_expression", Shape(&Of::Instance(At::Field(Field::Type)))),
    ("implicit_array_creation_expression", Lower(hooks::array)),
    ("implicit_object_creation_expression", Lower(hooks::implicit_creation)),
    ("is_pattern_expression", Lower(hooks::tested)),
    ("postfix_unary_expression", Through),
    ("prefix_unary_expression", Lower(hooks::prefix)),
    ("ref_expression", Through),
    ("tuple_expression", Lower(hooks::tuple)),
    ("typeof_expression", Lower(hooks::type_of)),
    ("array_creation_expression", Lower(hooks::sized_array)),
    ("cast_expression", Shape(&Of::Instance(At::Field(Field::Type)))),
    ("as_expression", Shape(&Of::Instance(At::Field(Field::Right)))),
    ("element_access_expression", Shape(&Of::Index)),
    ("invocation_expression", Lower(hooks::call)),
    ("member_access_expression", Lower(types::member)),
    ("conditional_access_expression", Lower(hooks::conditional_access)),
    ("member_binding_expression", Lower(hooks::member_binding)),
    ("object_creation_expression", Lower(hooks::creation)),
    ("initializer_expression", Lower(hooks::initializer)),
    ("lambda_expression", Lower(hooks::lambda)),
    (
        "anonymous_method_expression",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Field(Field::Parameters),
            body: At::Kind("block"),
            returns: true,
            typed: true,
            style: &STYLE,
        })),
    ),
    // The preprocessor.
    ("preproc_if", Lower(hooks::condition)),
    ("preproc_elif", Lower(hooks::condition)),
    ("preproc_if_in_attribute_list", Lower(hooks::condition)),
    // Literals.
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("character_literal", Literal(LiteralKind::Character)),
    ("integer_literal", Literal(LiteralKind::Integer)),
    ("interpolated_string_expression", Literal(LiteralKind::String)),
    ("null_literal", Literal(LiteralKind::None)),
    ("raw_string_literal", Literal(LiteralKind::String)),
    ("real_literal", Literal(LiteralKind::Float)),
    ("string_literal", Literal(LiteralKind::String)),
    ("verbatim_string_literal", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
    ("modifier", Leaf),
];
