//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{
    Assign, At, Binds, Branch, Call, Counts, Define, Lambda, Member, Shape as Of, Style, Variables, Word,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{Access, LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

pub(super) const STYLE: Style = Style {
    words: &[("local", Word::Visible(Visibility::Private))],
    comment: "--",
    returns: true,
    ..Style::BASE
};

/// `function f()`, `function M.f()`, `function M:f()`, `f = function()`, `M.f = function()`.
pub(super) const FUNCTION: Of = Of::Define(Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: Namespace::VALUE,
    name: At::Fields(&[Field::Name, Field::Field, Field::Method]),
    of: At::Field(Field::Table),
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    inside: &[
        "assignment_statement",
        "dot_index_expression",
        "expression_list",
        "function_definition",
        "method_index_expression",
        "variable_list",
    ],
    style: &STYLE,
    ..Define::BASE
});

pub(super) const ASSIGN: Of = Of::Assign(Assign {
    left: At::Field(Field::Name),
    right: At::Field(Field::Value),
    binds: Binds::Variables,
    inside: &["expression_list", "variable_list"],
    style: &STYLE,
    lists: &["expression_list"],
    ..Assign::BASE
});

pub(super) const LOCALS: Of = Of::Variables(Variables {
    value: At::Field(Field::Value),
    inside: &["assignment_statement", "expression_list", "variable_list"],
    style: &Style { visibility: |_| Visibility::Private, ..STYLE },
    ..Variables::BASE
});

pub(super) const CALL: Of = Of::Call(Call { of: At::Field(Field::Name), ..Call::BASE });

const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    ("attribute", Shape(&Of::Neither)),
    ("goto_statement", Shape(&Of::Neither)),
    ("label_statement", Shape(&Of::Neither)),
    // Declarations.
    ("function_declaration", Shape(&FUNCTION)),
    ("assignment_statement", Lower(hooks::assignment)),
    ("variable_declaration", Lower(hooks::locals)),
    ("field", Lower(hooks::field)),
    // Statements.
    ("block", Shape(&Of::Scope(ScopeKind::Block))),
    ("if_statement", Shape(&Of::Branch(Branch { alternative: At::None, ..Branch::BASE }))),
    ("elseif_statement", Shape(&Of::Branch(Branch { counts: Counts::ElseIf, ..Branch::BASE }))),
    ("else_statement", Shape(&Of::Branch(Branch { counts: Counts::Else, ..Branch::BASE }))),
    (
        "for_statement",
        Shape(&Of::Branch(Branch {
            name: At::Kind("variable_list"),
            of: At::Kind("expression_list"),
            inside: &["for_generic_clause"],
            ..LOOP
        })),
    ),
    ("for_numeric_clause", Lower(hooks::numeric)),
    ("repeat_statement", Shape(&Of::Branch(LOOP))),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("return_statement", Shape(&Of::Return)),
    // Expressions.
    ("expression_list", Through),
    ("parenthesized_expression", Through),
    ("binary_expression", Shape(&Of::Binary)),
    ("bracket_index_expression", Shape(&Of::Index)),
    (
        "dot_index_expression",
        Shape(&Of::Member(Member {
            of: At::Field(Field::Table),
            name: At::Field(Field::Field),
            access: Access::Value,
            inside: &[],
        })),
    ),
    (
        "method_index_expression",
        Shape(&Of::Member(Member {
            of: At::Field(Field::Table),
            name: At::Field(Field::Method),
            access: Access::Value,
            inside: &[],
        })),
    ),
    ("function_call", Shape(&CALL)),
    (
        "function_definition",
        Shape(&Of::Lambda(Lambda {
            parameters: At::Field(Field::Parameters),
            body: At::Field(Field::Body),
            returns: true,
            typed: false,
            style: &STYLE,
        })),
    ),
    // Literals.
    ("false", Literal(LiteralKind::Boolean)),
    ("nil", Literal(LiteralKind::None)),
    ("number", Literal(LiteralKind::Float)),
    ("string", Literal(LiteralKind::String)),
    ("true", Literal(LiteralKind::Boolean)),
    // No identifier inside.
    ("comment", Leaf),
    ("hash_bang_line", Leaf),
    ("vararg_expression", Leaf),
];
