//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{binds, calls, functions, hooks, imports, modules, types};
use crate::shapes::{At, Branch, Counts, Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::LiteralKind;

pub(super) const STYLE: Style = Style { comment: "#", ..Style::BASE };

const IF: Branch = Branch { alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::name)),
    ("field_expression", Lower(hooks::member)),
    ("macro_identifier", Lower(calls::macro_name)),
    ("quote_expression", Shape(&Of::Neither)),
    ("quote_statement", Shape(&Of::Neither)),
    // Modules.
    ("module_definition", Lower(modules::module)),
    ("export_statement", Lower(modules::export)),
    ("public_statement", Lower(modules::export)),
    ("using_statement", Lower(imports::using)),
    ("import_statement", Lower(imports::import)),
    // Types.
    ("abstract_definition", Lower(types::declared_type)),
    ("primitive_definition", Lower(types::declared_type)),
    ("struct_definition", Lower(types::declared_type)),
    ("typed_expression", Lower(types::typed)),
    ("unary_typed_expression", Shape(&Of::Types)),
    ("parametrized_type_expression", Lower(types::applied)),
    ("curly_expression", Shape(&Of::Types)),
    ("where_expression", Lower(types::constrained)),
    // Functions.
    ("function_definition", Lower(functions::function)),
    ("macro_definition", Lower(functions::function)),
    ("arrow_function_expression", Lower(functions::lambda)),
    ("do_clause", Lower(functions::lambda)),
    ("return_statement", Through),
    // Variables.
    ("assignment", Lower(binds::assignment)),
    ("compound_assignment_expression", Lower(binds::compound)),
    ("const_statement", Lower(binds::constant)),
    ("global_statement", Lower(binds::global)),
    ("local_statement", Lower(binds::local)),
    ("let_binding", Lower(binds::assignment)),
    // Control flow.
    ("if_statement", Shape(&Of::Branch(IF))),
    ("elseif_clause", Shape(&Of::Branch(Branch { counts: Counts::ElseIf, ..IF }))),
    ("else_clause", Shape(&Of::Branch(Branch { counts: Counts::Else, ..IF }))),
    ("ternary_expression", Shape(&Of::Branch(IF))),
    ("while_statement", Lower(binds::block)),
    ("for_statement", Lower(binds::block)),
    ("let_statement", Lower(binds::block)),
    ("catch_clause", Lower(binds::caught)),
    ("comprehension_expression", Lower(binds::block)),
    ("for_binding", Lower(binds::iterated)),
    ("binary_expression", Lower(hooks::binary)),
    // Calls.
    ("call_expression", Lower(calls::call)),
    ("broadcast_call_expression", Lower(calls::call)),
    ("macrocall_expression", Lower(calls::macro_call)),
    ("named_argument", Lower(calls::named_argument)),
    ("named_field", Lower(calls::named_argument)),
    ("parenthesized_expression", Through),
    // Literals.
    ("string_literal", Lower(hooks::text)),
    ("boolean_literal", Literal(LiteralKind::Boolean)),
    ("character_literal", Literal(LiteralKind::Character)),
    ("float_literal", Literal(LiteralKind::Float)),
    ("integer_literal", Literal(LiteralKind::Integer)),
    ("prefixed_string_literal", Lower(calls::prefixed)),
    ("prefixed_command_literal", Lower(calls::prefixed)),
    // No identifier inside.
    ("block_comment", Leaf),
    ("content", Leaf),
    ("escape_sequence", Leaf),
    ("line_comment", Leaf),
    ("operator", Leaf),
];
