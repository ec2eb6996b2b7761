//! The role of each node kind that types add.

use super::{declarations, types};
use crate::language::joined;
use crate::languages::javascript::nodes::SHARED;
use crate::languages::javascript::{classes, functions, imports, signatures};
use crate::walk::Role::{self, Lower, Name, Through};
use indexer_core::Namespace;

/// Kinds that are identifiers.
pub(in crate::languages) const IDENTIFIERS: &[&str] = &[
    "identifier",
    "private_property_identifier",
    "property_identifier",
    "shorthand_property_identifier",
    "shorthand_property_identifier_pattern",
    "statement_identifier",
    "type_identifier",
];

/// What both grammars have beside what is shared. Kinds that are not listed have their children walked.
pub(in crate::languages) const TYPES: &[(&str, Role)] = &[
    ("type_identifier", Name(Namespace::TYPE)),
    // Declarations.
    ("abstract_class_declaration", Lower(classes::class)),
    ("ambient_declaration", Lower(declarations::ambient)),
    ("enum_declaration", Lower(declarations::enumeration)),
    ("function_signature", Lower(functions::declaration)),
    ("import_alias", Lower(imports::alias)),
    ("interface_declaration", Lower(declarations::interface)),
    ("internal_module", Lower(declarations::namespace)),
    ("module", Lower(declarations::namespace)),
    ("type_alias_declaration", Lower(declarations::alias)),
    // Types.
    ("adding_type_annotation", Lower(types::inside)),
    ("array_type", Lower(types::array)),
    ("asserts", Lower(types::asserts)),
    ("asserts_annotation", Through),
    ("conditional_type", Lower(types::conditional)),
    ("constraint", Lower(types::inside)),
    ("constructor_type", Lower(signatures::function_type)),
    ("default_type", Lower(types::inside)),
    ("flow_maybe_type", Lower(types::inside)),
    ("function_type", Lower(signatures::function_type)),
    ("generic_type", Lower(types::generic)),
    ("index_type_query", Lower(types::keys)),
    ("infer_type", Lower(types::inferred)),
    ("intersection_type", Lower(types::either)),
    ("literal_type", Lower(types::literal)),
    ("lookup_type", Lower(types::lookup)),
    ("mapped_type_clause", Lower(types::mapped_clause)),
    ("nested_identifier", Lower(imports::nested)),
    ("nested_type_identifier", Lower(imports::nested)),
    ("object_type", Lower(types::object)),
    ("omitting_type_annotation", Lower(types::inside)),
    ("opting_type_annotation", Lower(types::inside)),
    ("optional_type", Lower(types::inside)),
    ("parenthesized_type", Lower(types::inside)),
    ("predefined_type", Lower(types::predefined)),
    ("readonly_type", Lower(types::inside)),
    ("rest_type", Lower(types::inside)),
    ("template_literal_type", Lower(types::template)),
    ("template_type", Lower(types::inside)),
    ("this_type", Lower(types::this)),
    ("tuple_type", Lower(types::tuple)),
    ("type_annotation", Lower(types::inside)),
    ("type_arguments", Lower(classes::types_in)),
    ("type_predicate", Lower(types::predicate)),
    ("type_predicate_annotation", Through),
    ("type_query", Lower(types::query)),
    ("union_type", Lower(types::either)),
    // Expressions.
    ("as_expression", Lower(types::seen_as)),
    ("instantiation_expression", Lower(types::instantiated)),
    ("non_null_expression", Through),
    ("satisfies_expression", Lower(types::seen_as)),
];

const OWN: &[(&str, Role)] = &[("type_assertion", Lower(types::seen_as))];

const COUNT: usize = SHARED.len() + TYPES.len() + OWN.len();

pub(super) const ROLES: &[(&str, Role)] = &joined::<COUNT>(&[SHARED, TYPES, OWN]);
