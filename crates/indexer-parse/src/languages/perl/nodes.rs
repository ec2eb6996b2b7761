//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{hooks, imports, packages, subs, variables};
use crate::shapes::{At, Branch, Counts, Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape};
use indexer_core::LiteralKind;

pub(super) const STYLE: Style = Style { comment: "#", ..Style::BASE };

const IF: Branch = Branch { alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, ..IF };

pub(super) const ROLES: &[(&str, Role)] = &[
    ("source_file", Lower(packages::file)),
    ("block", Lower(packages::block)),
    // Names.
    ("bareword", Lower(hooks::bareword)),
    ("function", Lower(hooks::function)),
    ("method", Role::Neither),
    ("package", Lower(imports::package)),
    ("varname", Lower(variables::name)),
    ("scalar", Lower(variables::variable)),
    ("array", Lower(variables::variable)),
    ("arraylen", Lower(variables::variable)),
    ("hash", Lower(variables::variable)),
    ("container_variable", Lower(variables::variable)),
    ("slice_container_variable", Lower(variables::variable)),
    ("keyval_container_variable", Lower(variables::variable)),
    // Declarations.
    ("use_statement", Lower(imports::use_statement)),
    ("require_expression", Lower(imports::require)),
    ("subroutine_declaration_statement", Lower(subs::declaration)),
    ("method_declaration_statement", Lower(subs::declaration)),
    ("anonymous_subroutine_expression", Lower(subs::anonymous)),
    ("anonymous_method_expression", Lower(subs::anonymous)),
    ("mandatory_parameter", Lower(subs::parameter)),
    ("optional_parameter", Lower(subs::parameter)),
    ("named_parameter", Lower(subs::parameter)),
    ("slurpy_parameter", Lower(subs::parameter)),
    ("variable_declaration", Lower(variables::declaration)),
    ("assignment_expression", Lower(variables::assignment)),
    ("array_element_expression", Lower(variables::element)),
    ("hash_element_expression", Lower(variables::element)),
    // Control flow.
    ("conditional_statement", Shape(&Of::Branch(IF))),
    ("conditional_expression", Shape(&Of::Branch(IF))),
    ("postfix_conditional_expression", Shape(&Of::Branch(IF))),
    ("elsif", Shape(&Of::Branch(Branch { counts: Counts::ElseIf, ..IF }))),
    ("else", Shape(&Of::Branch(Branch { counts: Counts::Else, ..IF }))),
    ("for_statement", Lower(variables::for_statement)),
    ("cstyle_for_statement", Shape(&Of::Branch(LOOP))),
    ("loop_statement", Shape(&Of::Branch(LOOP))),
    ("postfix_for_expression", Shape(&Of::Branch(Branch { scope: false, ..LOOP }))),
    ("postfix_loop_expression", Shape(&Of::Branch(Branch { scope: false, ..LOOP }))),
    ("try_statement", Shape(&Of::Branch(Branch { counts: Counts::Loop, ..IF }))),
    ("block_statement", Lower(packages::block)),
    // Expressions.
    ("function_call_expression", Lower(hooks::call)),
    ("ambiguous_function_call_expression", Lower(hooks::call)),
    ("method_call_expression", Lower(hooks::method_call)),
    ("binary_expression", Lower(hooks::logical)),
    ("lowprec_logical_expression", Lower(hooks::logical)),
    // Literals.
    ("number", Literal(LiteralKind::Float)),
    ("boolean", Literal(LiteralKind::Boolean)),
    ("string_literal", Literal(LiteralKind::String)),
    ("interpolated_string_literal", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
    ("data_section", Leaf),
    ("pod", Leaf),
    ("prototype", Leaf),
];
