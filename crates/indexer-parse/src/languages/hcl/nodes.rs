//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::walk::Role::{self, Leaf, Literal, Lower, Neither, Through};
use indexer_core::LiteralKind;

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names of attributes, blocks and keys are those of a schema that no file has.
    ("identifier", Neither),
    // Declarations.
    ("block", Lower(hooks::block)),
    // What reads addresses: names and the attributes behind them stand side by side in these.
    ("expression", Lower(hooks::expression)),
    ("binary_operation", Lower(hooks::expression)),
    ("unary_operation", Lower(hooks::expression)),
    ("conditional", Lower(hooks::conditional)),
    ("function_call", Lower(hooks::call)),
    ("for_tuple_expr", Lower(hooks::each)),
    ("for_object_expr", Lower(hooks::each)),
    ("for_intro", Lower(hooks::bound)),
    ("template_for", Lower(hooks::each)),
    ("template_for_start", Lower(hooks::bound)),
    ("template_if", Lower(hooks::conditional)),
    ("object_elem", Lower(hooks::element)),
    // Literals.
    ("bool_lit", Literal(LiteralKind::Boolean)),
    ("literal_value", Through),
    ("null_lit", Literal(LiteralKind::None)),
    ("numeric_lit", Literal(LiteralKind::Integer)),
    ("string_lit", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
    ("heredoc_identifier", Leaf),
    ("template_literal", Leaf),
];
