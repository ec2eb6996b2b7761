//! The role of each node kind: C's, and what there is beside it. Kinds that are not listed have their children walked.

use super::{blocks, classes, fields, hooks, messages, methods};
use crate::language::joined;
use crate::languages::c::{self, expressions};
use crate::walk::Role::{self, Lower, Through};

const COUNT: usize = c::LANGUAGE.roles.len() + OWN.len();

pub(super) const ROLES: &[(&str, Role)] = &joined::<COUNT>(&[c::LANGUAGE.roles, OWN]);

const OWN: &[(&str, Role)] = &[
    // What C has, read otherwise.
    ("identifier", Lower(hooks::identifier)),
    ("enum_specifier", Lower(hooks::enumeration)),
    ("for_statement", Lower(blocks::looping)),
    // Classes and protocols.
    ("class_declaration", Lower(classes::forward_class)),
    ("class_implementation", Lower(classes::extension)),
    ("class_interface", Lower(classes::interface)),
    ("compatibility_alias_declaration", Lower(classes::alias)),
    ("implementation_definition", Lower(classes::members)),
    ("module_import", Lower(classes::module)),
    ("protocol_declaration", Lower(classes::protocol)),
    ("protocol_forward_declaration", Lower(classes::forward_protocol)),
    ("qualified_protocol_interface_declaration", Lower(classes::members)),
    // Their members.
    ("instance_variables", Lower(fields::variables)),
    ("method_declaration", Lower(methods::method)),
    ("method_definition", Lower(methods::method)),
    ("property_declaration", Lower(fields::property)),
    ("property_implementation", Lower(methods::implemented)),
    ("struct_declaration", Lower(fields::declaration)),
    ("visibility_specification", Lower(fields::access)),
    // Types that C does not have.
    ("generic_specifier", Lower(hooks::generic)),
    ("method_type", Through),
    ("protocol_reference_list", Lower(hooks::protocol_list)),
    ("type_name", Lower(hooks::type_name)),
    ("typedefed_specifier", Lower(hooks::built_in)),
    // Statements and values that C does not have.
    ("array_literal", Lower(hooks::listed)),
    ("at_expression", Lower(messages::at)),
    ("available_expression", Lower(expressions::all_neither)),
    ("availability_attribute_specifier", Lower(expressions::all_neither)),
    ("block_literal", Lower(blocks::block)),
    ("catch_clause", Lower(blocks::catch)),
    ("dictionary_literal", Lower(hooks::listed)),
    ("message_expression", Lower(messages::message)),
    ("selector_expression", Lower(messages::selector)),
];
