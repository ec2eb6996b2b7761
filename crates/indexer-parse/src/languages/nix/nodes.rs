//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{bindings, hooks};
use crate::shapes::{Branch, Counts, Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Neither, Shape, Through};
use indexer_core::LiteralKind;

pub(super) const STYLE: Style = Style { comment: "#", ..Style::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names of attributes that nothing else takes.
    ("identifier", Neither),
    ("variable_expression", Lower(hooks::variable)),
    ("select_expression", Lower(hooks::select)),
    // What binds names.
    ("binding_set", Lower(bindings::set)),
    ("attrset_expression", Lower(bindings::attributes)),
    ("rec_attrset_expression", Lower(bindings::attributes)),
    ("let_attrset_expression", Lower(bindings::attributes)),
    ("let_expression", Lower(bindings::let_in)),
    ("function_expression", Lower(hooks::function)),
    // What runs or decides.
    ("apply_expression", Lower(hooks::apply)),
    ("list_expression", Lower(bindings::hidden)),
    ("binary_expression", Shape(&Of::Binary)),
    ("if_expression", Shape(&Of::Branch(Branch { counts: Counts::If, ..Branch::BASE }))),
    ("path_expression", Lower(hooks::path)),
    ("interpolation", Through),
    ("parenthesized_expression", Through),
    ("source_code", Through),
    // Literals.
    ("float_expression", Literal(LiteralKind::Float)),
    ("indented_string_expression", Literal(LiteralKind::String)),
    ("integer_expression", Literal(LiteralKind::Integer)),
    ("string_expression", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
    ("ellipses", Leaf),
    ("spath_expression", Leaf),
    ("uri_expression", Leaf),
];
