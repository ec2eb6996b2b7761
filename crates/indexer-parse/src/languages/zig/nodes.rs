//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{
    Assign, At, Branch, Call, Counts, Define, Parameter, Shape as Of, Style, Token, Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Flags, LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

const NAME: At = At::Kind("identifier");

pub(super) const STYLE: Style = Style {
    words: &[
        ("pub", Word::Visible(Visibility::Public)),
        ("export", Word::Visible(Visibility::Public)),
        ("extern", Word::Is(Flags::EXTERN)),
        ("const", Word::Is(Flags::NONE)),
    ],
    visibility: |standing| match standing.kind {
        SymbolKind::Field | SymbolKind::Variant => Visibility::Public,
        _ => Visibility::Private,
    },
    documents: "///",
    parameters: &[Parameter { node: "parameter", ..Parameter::BASE }],
    returns: false,
    ..Style::BASE
};

/// `const A = struct { .. }`: what stands in it has no node of its own.
const TYPE: Define = Define {
    kind: SymbolKind::Struct,
    namespace: Namespace::ANY,
    name: NAME,
    result: At::Field(Field::Type),
    body: At::Kinds(&[
        "comptime_declaration",
        "container_field",
        "function_declaration",
        "test_declaration",
        "using_namespace_declaration",
        "variable_declaration",
    ]),
    scope: Some(ScopeKind::Type),
    inside: CONTAINERS,
    style: &STYLE,
    ..Define::BASE
};

/// Kinds of the nodes that are containers without a name, where nothing around gives them one.
pub(super) const CONTAINERS: &[&str] =
    &["enum_declaration", "opaque_declaration", "struct_declaration", "union_declaration"];

pub(super) const STRUCT: Of = Of::Define(TYPE);
pub(super) const UNION: Of = Of::Define(Define { kind: SymbolKind::Union, ..TYPE });
pub(super) const ENUM: Of = Of::Define(Define { kind: SymbolKind::Enum, ..TYPE });
pub(super) const ERRORS: Of =
    Of::Define(Define { kind: SymbolKind::Enum, body: At::Kind("error_set_declaration"), ..TYPE });

/// An error, which is a name alone.
pub(super) const VALUE: Of =
    Of::Token(Token { kind: SymbolKind::Variant, namespace: Namespace::VALUE, style: &STYLE });

pub(super) const SCOPE: Of = Of::Scope(ScopeKind::Function);

const MEMBER_OF_TYPE: Define = Define {
    kind: SymbolKind::Field,
    namespace: Namespace::MEMBER,
    result: At::Field(Field::Type),
    value: At::After("="),
    style: &STYLE,
    ..Define::BASE
};

pub(super) const FIELD: Of = Of::Define(MEMBER_OF_TYPE);
pub(super) const MEMBER: Of = Of::Define(Define { kind: SymbolKind::Variant, ..MEMBER_OF_TYPE });

pub(super) const VARIABLE: Of = Of::Variables(Variables {
    // What a container declares is reached by its name, as what a file declares.
    member: SymbolKind::Variable,
    constant: &["const"],
    namespace: Namespace::ANY,
    name: At::Any(&[At::After("const"), At::After("var")]),
    annotation: At::Field(Field::Type),
    value: At::After("="),
    style: &STYLE,
    ..Variables::BASE
});

pub(super) const ASSIGN: Of =
    Of::Assign(Assign { left: At::Nth(0), right: At::Nth(1), style: &STYLE, ..Assign::BASE });

const CASE: Branch = Branch { counts: Counts::Case, scope: true, alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };
const IF: Branch = Branch { counts: Counts::If, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    ("block_label", Shape(&Of::Neither)),
    ("break_label", Shape(&Of::Neither)),
    ("error_type", Shape(&Of::Neither)),
    // Declarations.
    ("variable_declaration", Lower(hooks::declaration)),
    ("container_field", Lower(hooks::field)),
    (
        "function_declaration",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Function,
            member: Some(SymbolKind::Method),
            namespace: Namespace::ANY.with(Namespace::CALLABLE),
            parameters: At::Kind("parameters"),
            result: At::Field(Field::Type),
            body: At::Field(Field::Body),
            scope: Some(ScopeKind::Function),
            style: &STYLE,
            then: hooks::gives_type,
            ..Define::BASE
        })),
    ),
    // A type of functions; its parameters are names for readers alone.
    ("parameter", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("test_declaration", Lower(hooks::test)),
    ("comptime_declaration", Shape(&Of::Scope(ScopeKind::Function))),
    ("struct_declaration", Lower(hooks::container)),
    ("union_declaration", Lower(hooks::container)),
    ("enum_declaration", Lower(hooks::container)),
    ("opaque_declaration", Lower(hooks::container)),
    ("error_set_declaration", Lower(hooks::errors)),
    ("using_namespace_declaration", Lower(hooks::using)),
    // Types.
    ("pointer_type", Lower(hooks::pointer)),
    ("nullable_type", Lower(hooks::pointer)),
    ("slice_type", Lower(hooks::many)),
    ("array_type", Lower(hooks::many)),
    ("error_union_type", Lower(hooks::fallible)),
    // Statements.
    ("block", Shape(&Of::Scope(ScopeKind::Block))),
    ("payload", Shape(&Of::Pattern)),
    ("if_statement", Lower(hooks::captured)),
    ("if_expression", Lower(hooks::captured)),
    ("else_clause", Shape(&Of::Branch(Branch { counts: Counts::Else, ..IF }))),
    ("for_statement", Shape(&Of::Branch(LOOP))),
    ("for_expression", Shape(&Of::Branch(LOOP))),
    ("while_statement", Lower(hooks::captured)),
    ("while_expression", Lower(hooks::captured)),
    ("catch_expression", Lower(hooks::caught)),
    ("switch_expression", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("switch_case", Shape(&Of::Branch(CASE))),
    ("errdefer_statement", Shape(&Of::Scope(ScopeKind::Block))),
    ("return_expression", Lower(hooks::returned)),
    // Expressions.
    ("assignment_expression", Shape(&Of::Assign(Assign { style: &STYLE, ..Assign::BASE }))),
    ("binary_expression", Lower(hooks::binary)),
    ("struct_initializer", Lower(hooks::made)),
    ("parenthesized_expression", Through),
    (
        "call_expression",
        Shape(&Of::Call(Call {
            arguments: At::None,
            block: At::Any(&[At::After("("), At::After(",")]),
            ..Call::BASE
        })),
    ),
    ("field_expression", Lower(hooks::member)),
    ("index_expression", Shape(&Of::Index)),
    ("builtin_function", Lower(hooks::builtin)),
    ("try_expression", Through),
    // Literals.
    ("boolean", Literal(LiteralKind::Boolean)),
    ("character", Literal(LiteralKind::Character)),
    ("float", Literal(LiteralKind::Float)),
    ("integer", Literal(LiteralKind::Integer)),
    ("multiline_string", Literal(LiteralKind::String)),
    ("string", Literal(LiteralKind::String)),
    // No identifier inside.
    ("builtin_type", Leaf),
    ("comment", Leaf),
];
