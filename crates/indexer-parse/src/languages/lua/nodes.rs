//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{assign, functions, hooks, requires, tables};
use crate::shapes::{At, Branch, Call, Counts, Define, Lambda, Member, Shape as Of, Style, Word};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Name, Shape, Through};
use indexer_core::{Access, LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

pub(super) const STYLE: Style = Style {
    words: &[("local", Word::Visible(Visibility::Private))],
    comment: "--",
    returns: true,
    ..Style::BASE
};

const DEFINED: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: Namespace::VALUE,
    name: At::Fields(&[Field::Name, Field::Field, Field::Method]),
    of: At::Field(Field::Table),
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    abstract_without_body: false,
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
    opened: functions::opened,
    ..Define::BASE
};

/// `function f()`, `function M.f()`, `function M:f()`, `f = function()`, `M.f = function()`.
pub(super) const FUNCTION: Of =
    Of::Define(Define { bound_in: functions::bound_in, then: functions::defined, ..DEFINED });
/// `local function f()`.
pub(super) const LOCAL: Of = Of::Define(Define { then: functions::local_defined, ..DEFINED });
/// `local f = function()`.
pub(super) const LOCAL_VALUE: Of = Of::Define(Define { then: functions::value_defined, ..DEFINED });
/// `{ f = function() end }`.
pub(super) const FIELD: Of = Of::Define(Define {
    kind: SymbolKind::Method,
    of: At::None,
    name: At::Field(Field::Name),
    bound_in: functions::bound_in_table,
    then: functions::defined,
    ..DEFINED
});

pub(super) const CALL: Of = Of::Call(Call { of: At::Field(Field::Name), ..Call::BASE });

pub(super) const IF: Of = Of::Branch(Branch { alternative: At::None, ..Branch::BASE });
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, ..Branch::BASE };

const fn member(name: Field) -> Member {
    Member { of: At::Field(Field::Table), name: At::Field(name), access: Access::Value, inside: &[] }
}

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Name(Namespace::VALUE)),
    ("attribute", Shape(&Of::Neither)),
    ("goto_statement", Shape(&Of::Neither)),
    ("label_statement", Shape(&Of::Neither)),
    // Declarations.
    ("function_declaration", Lower(functions::declaration)),
    ("assignment_statement", Lower(assign::assignment)),
    ("variable_declaration", Lower(assign::locals)),
    ("table_constructor", Lower(tables::argument)),
    ("field", Lower(tables::plain_field)),
    // Statements.
    ("block", Shape(&Of::Scope(ScopeKind::Block))),
    ("if_statement", Lower(hooks::condition)),
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
    // What the body declares holds in the condition behind it.
    ("repeat_statement", Shape(&Of::Branch(Branch { inside: &["block"], ..LOOP }))),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("return_statement", Lower(hooks::returned)),
    // Expressions.
    ("expression_list", Through),
    ("parenthesized_expression", Through),
    ("binary_expression", Lower(hooks::binary)),
    ("bracket_index_expression", Shape(&Of::Index)),
    ("dot_index_expression", Shape(&Of::Member(member(Field::Field)))),
    ("method_index_expression", Shape(&Of::Member(member(Field::Method)))),
    ("function_call", Lower(requires::call)),
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
