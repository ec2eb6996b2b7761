//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{Assign, At, Binds, Branch, Call, Counts, Define, Lambda, Parameter, Shape as Of, Style};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

const STYLE: Style = Style {
    comment: "#",
    visibility: |standing| {
        if standing.name.starts_with('.') { Visibility::Package } else { Visibility::Public }
    },
    parameters: &[Parameter {
        node: "parameter",
        annotation: At::None,
        value: At::Field(Field::Default),
        ..Parameter::BASE
    }],
    returns: false,
    ..Style::BASE
};

/// `price <- function(item) ..`
pub(super) const FUNCTION: Of = Of::Define(Define {
    kind: SymbolKind::Function,
    namespace: Namespace::VALUE,
    name: At::Field(Field::Lhs),
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    inside: &["function_definition"],
    style: &STYLE,
    ..Define::BASE
});

const LEFT: Assign = Assign {
    left: At::Field(Field::Lhs),
    right: At::Field(Field::Rhs),
    binds: Binds::Variables,
    style: &STYLE,
    ..Assign::BASE
};

const RIGHT: Assign = Assign { left: At::Field(Field::Rhs), right: At::Field(Field::Lhs), ..LEFT };

pub(super) const ASSIGN: Of = Of::Assign(LEFT);
pub(super) const ASSIGN_LOCAL: Of = Of::Assign(Assign { binds: Binds::Locals, ..LEFT });
pub(super) const ASSIGN_RIGHT: Of = Of::Assign(RIGHT);
pub(super) const ASSIGN_RIGHT_LOCAL: Of = Of::Assign(Assign { binds: Binds::Locals, ..RIGHT });
pub(super) const WRITE: Of = Of::Assign(Assign { binds: Binds::Never, ..LEFT });

pub(super) const CALL: Of =
    Of::Call(Call { arguments: At::None, block: At::Kind("argument"), inside: &["arguments"], ..Call::BASE });

const LOOP: Branch = Branch { counts: Counts::Loop, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    // Declarations and assignments.
    ("binary_operator", Lower(hooks::operator)),
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
    // Statements.
    ("braced_expression", Through),
    ("parenthesized_expression", Through),
    ("if_statement", Shape(&Of::Branch(Branch::BASE))),
    (
        "for_statement",
        Shape(&Of::Branch(Branch {
            name: At::Field(Field::Variable),
            of: At::Field(Field::Sequence),
            ..LOOP
        })),
    ),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("repeat_statement", Shape(&Of::Branch(LOOP))),
    // Expressions.
    ("call", Lower(hooks::call)),
    ("argument", Shape(&Of::Argument(At::Field(Field::Name)))),
    ("extract_operator", Lower(hooks::member)),
    ("namespace_operator", Lower(hooks::of_package)),
    // Literals.
    ("complex", Literal(LiteralKind::Float)),
    ("false", Literal(LiteralKind::Boolean)),
    ("float", Literal(LiteralKind::Float)),
    ("integer", Literal(LiteralKind::Integer)),
    ("null", Literal(LiteralKind::None)),
    ("string", Literal(LiteralKind::String)),
    ("true", Literal(LiteralKind::Boolean)),
    // No identifier inside.
    ("comment", Leaf),
];
