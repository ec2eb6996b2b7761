//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{declare, expressions, parameters, statements, types};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Member, Neither, Through};
use indexer_core::{Access, LiteralKind};

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(expressions::identifier)),
    ("type_identifier", Lower(expressions::type_identifier)),
    ("field_identifier", Neither),
    ("statement_identifier", Neither),
    // Declarations.
    ("declaration", Lower(declare::declaration)),
    ("field_declaration", Lower(declare::declaration)),
    ("type_definition", Lower(declare::declaration)),
    ("function_definition", Lower(declare::function)),
    ("struct_specifier", Lower(types::structure)),
    ("union_specifier", Lower(types::structure)),
    ("enum_specifier", Lower(types::structure)),
    ("enumerator", Lower(types::loose_enumerator)),
    ("parameter_list", Lower(parameters::loose)),
    // Types.
    ("type_descriptor", Lower(types::descriptor)),
    ("sized_type_specifier", Lower(types::sized)),
    ("macro_type_specifier", Lower(types::by_macro)),
    ("primitive_type", Leaf),
    ("attribute_specifier", Lower(expressions::all_neither)),
    ("attribute_declaration", Lower(expressions::all_neither)),
    ("ms_declspec_modifier", Lower(expressions::all_neither)),
    // Statements.
    ("compound_statement", Lower(statements::block)),
    ("if_statement", Lower(statements::if_statement)),
    ("else_clause", Lower(statements::else_clause)),
    ("while_statement", Lower(statements::looping)),
    ("do_statement", Lower(statements::looping)),
    ("for_statement", Lower(statements::looping)),
    ("switch_statement", Lower(statements::switch)),
    ("case_statement", Lower(statements::case)),
    ("goto_statement", Lower(statements::goto)),
    ("return_statement", Lower(statements::returns)),
    // Expressions.
    ("call_expression", Lower(expressions::call)),
    ("field_expression", Member(Field::Argument, Field::Field, Access::Value)),
    ("subscript_expression", Lower(expressions::subscript)),
    ("pointer_expression", Lower(expressions::pointer)),
    ("assignment_expression", Lower(expressions::assignment)),
    ("update_expression", Lower(expressions::update)),
    ("binary_expression", Lower(expressions::binary)),
    ("unary_expression", Lower(expressions::unary)),
    ("conditional_expression", Lower(statements::conditional)),
    ("cast_expression", Lower(expressions::cast)),
    ("compound_literal_expression", Lower(expressions::cast)),
    ("comma_expression", Lower(expressions::comma)),
    ("initializer_list", Lower(expressions::initializer_list)),
    ("initializer_pair", Lower(expressions::initializer_pair)),
    ("offsetof_expression", Lower(expressions::offset_of)),
    ("sizeof_expression", Lower(expressions::size_of)),
    ("alignof_expression", Lower(expressions::size_of)),
    ("parenthesized_expression", Through),
    ("extension_expression", Through),
    ("gnu_asm_output_operand", Lower(expressions::operand)),
    ("gnu_asm_input_operand", Lower(expressions::operand)),
    ("gnu_asm_goto_list", Lower(expressions::all_neither)),
    // Literals.
    ("string_literal", Literal(LiteralKind::String)),
    ("concatenated_string", Literal(LiteralKind::String)),
    ("char_literal", Literal(LiteralKind::Character)),
    ("number_literal", Literal(LiteralKind::Integer)),
    ("true", Literal(LiteralKind::Boolean)),
    ("false", Literal(LiteralKind::Boolean)),
    ("null", Literal(LiteralKind::None)),
    // No identifier inside.
    ("break_statement", Leaf),
    ("comment", Leaf),
    ("continue_statement", Leaf),
    ("escape_sequence", Leaf),
    ("storage_class_specifier", Leaf),
    ("string_content", Leaf),
    ("system_lib_string", Leaf),
];
