//! The role of each node kind, and the hooks that lower what only these languages have.

use super::{assign, classes, exports, expressions, functions, imports, jsx, objects, statements};
use crate::language::joined;
use crate::walk::Role::{self, Leaf, Literal, Lower, Name, Neither, Through};
use indexer_core::{LiteralKind, Namespace};

/// Kinds that are identifiers.
pub(in crate::languages) const IDENTIFIERS: &[&str] = &[
    "identifier",
    "private_property_identifier",
    "property_identifier",
    "shorthand_property_identifier",
    "shorthand_property_identifier_pattern",
    "statement_identifier",
];

/// What all grammars of the family have. Kinds that are not listed have their children walked.
pub(in crate::languages) const SHARED: &[(&str, Role)] = &[
    ("identifier", Name(Namespace::VALUE)),
    ("private_property_identifier", Neither),
    ("property_identifier", Neither),
    ("shorthand_property_identifier", Name(Namespace::VALUE)),
    ("shorthand_property_identifier_pattern", Lower(expressions::stray_name)),
    ("statement_identifier", Neither),
    // Tokens.
    ("comment", Lower(statements::comment)),
    ("escape_sequence", Leaf),
    ("false", Literal(LiteralKind::Boolean)),
    ("hash_bang_line", Leaf),
    ("html_comment", Leaf),
    ("import", Leaf),
    ("null", Literal(LiteralKind::None)),
    ("number", Literal(LiteralKind::Float)),
    ("optional_chain", Leaf),
    ("regex", Literal(LiteralKind::Other)),
    ("string", Literal(LiteralKind::String)),
    ("string_fragment", Leaf),
    ("this", Lower(objects::this)),
    ("super", Lower(objects::superclass)),
    ("true", Literal(LiteralKind::Boolean)),
    ("undefined", Literal(LiteralKind::None)),
    // Definitions.
    ("arrow_function", Lower(functions::expression)),
    ("class", Lower(classes::class)),
    ("class_declaration", Lower(classes::class)),
    ("function_declaration", Lower(functions::declaration)),
    ("function_expression", Lower(functions::expression)),
    ("generator_function", Lower(functions::expression)),
    ("generator_function_declaration", Lower(functions::declaration)),
    ("lexical_declaration", Lower(assign::variables)),
    ("program", Lower(statements::program)),
    ("variable_declaration", Lower(assign::variables)),
    // Imports and exports.
    ("export_statement", Lower(exports::export)),
    ("import_statement", Lower(imports::import)),
    // Statements.
    ("break_statement", Lower(statements::jump)),
    ("catch_clause", Lower(statements::catch_clause)),
    ("continue_statement", Lower(statements::jump)),
    ("do_statement", Lower(statements::repeated)),
    ("else_clause", Lower(statements::else_clause)),
    ("expression_statement", Lower(statements::expression)),
    ("for_in_statement", Lower(statements::for_in)),
    ("for_statement", Lower(statements::for_statement)),
    ("if_statement", Lower(statements::if_statement)),
    ("return_statement", Lower(statements::return_statement)),
    ("statement_block", Lower(statements::block)),
    ("switch_body", Lower(statements::block)),
    ("switch_case", Lower(statements::case)),
    ("switch_default", Lower(statements::default_case)),
    ("switch_statement", Lower(statements::switch_statement)),
    ("while_statement", Lower(statements::repeated)),
    // Expressions.
    ("array", Lower(expressions::array)),
    ("assignment_expression", Lower(assign::assignment)),
    ("augmented_assignment_expression", Lower(assign::augmented)),
    ("await_expression", Lower(expressions::awaited)),
    ("binary_expression", Lower(expressions::binary)),
    ("call_expression", Lower(expressions::call)),
    ("computed_property_name", Through),
    ("decorator", Lower(classes::decorator)),
    ("member_expression", Lower(expressions::member)),
    ("meta_property", Lower(expressions::meta)),
    ("new_expression", Lower(expressions::construct)),
    ("object", Lower(objects::object)),
    ("parenthesized_expression", Lower(expressions::parenthesized)),
    ("sequence_expression", Lower(expressions::sequence)),
    ("spread_element", Through),
    ("subscript_expression", Lower(expressions::subscript)),
    ("template_string", Lower(expressions::template)),
    ("template_substitution", Through),
    ("ternary_expression", Lower(expressions::conditional)),
    ("unary_expression", Lower(expressions::unary)),
    ("update_expression", Lower(assign::update)),
    ("yield_expression", Lower(expressions::yielded)),
];

/// What the grammars with elements have.
pub(in crate::languages) const ELEMENTS: &[(&str, Role)] = &[
    ("html_character_reference", Leaf),
    ("jsx_closing_element", Lower(jsx::closing)),
    ("jsx_expression", Through),
    ("jsx_namespace_name", Lower(jsx::namespaced)),
    ("jsx_opening_element", Lower(jsx::opening)),
    ("jsx_self_closing_element", Lower(jsx::opening)),
    ("jsx_text", Leaf),
];

const OWN: &[(&str, Role)] = &[("using_declaration", Lower(assign::variables))];

const COUNT: usize = SHARED.len() + ELEMENTS.len() + OWN.len();

pub(in crate::languages) const ROLES: &[(&str, Role)] = &joined::<COUNT>(&[SHARED, ELEMENTS, OWN]);
