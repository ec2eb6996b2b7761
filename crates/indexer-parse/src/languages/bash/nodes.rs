//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{Assign, At, Binds, Branch, Call, Counts, Define, Shape as Of, Style};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Neither, Shape, Through};
use indexer_core::{LiteralKind, Namespace, ScopeKind, SymbolKind};

const STYLE: Style = Style { comment: "#", ..Style::BASE };

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    namespace: Namespace::CALLABLE,
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

pub(super) const CALL: Of = Of::Call(Call {
    of: At::Field(Field::Name),
    arguments: At::None,
    namespace: Namespace::CALLABLE,
    ..Call::BASE
});

const IF: Branch = Branch { alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, ..IF };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("variable_name", Lower(hooks::variable)),
    ("word", Neither),
    ("command_name", Lower(hooks::command_name)),
    // Declarations.
    ("function_definition", Shape(&Of::Define(FUNCTION))),
    (
        "variable_assignment",
        Shape(&Of::Assign(Assign {
            left: At::Field(Field::Name),
            right: At::Field(Field::Value),
            binds: Binds::Variables,
            inside: &[],
            style: &STYLE,
            ..Assign::BASE
        })),
    ),
    ("declaration_command", Lower(hooks::declaration)),
    // Statements.
    ("command", Lower(hooks::command)),
    ("if_statement", Shape(&Of::Branch(IF))),
    ("elif_clause", Shape(&Of::Branch(Branch { counts: Counts::ElseIf, ..IF }))),
    ("else_clause", Shape(&Of::Branch(Branch { counts: Counts::Else, ..IF }))),
    ("for_statement", Shape(&Of::Branch(Branch { name: At::Field(Field::Variable), ..LOOP }))),
    ("c_style_for_statement", Shape(&Of::Branch(LOOP))),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("case_statement", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..IF }))),
    ("case_item", Shape(&Of::Branch(Branch { counts: Counts::Case, ..IF }))),
    // Texts.
    ("concatenation", Role::Children),
    ("number", Literal(LiteralKind::Integer)),
    ("raw_string", Literal(LiteralKind::String)),
    ("string", Literal(LiteralKind::String)),
    ("parenthesized_expression", Through),
    // No identifier inside.
    ("ansi_c_string", Leaf),
    ("comment", Leaf),
    ("heredoc_content", Leaf),
    ("special_variable_name", Leaf),
    ("string_content", Leaf),
    ("test_operator", Leaf),
];
