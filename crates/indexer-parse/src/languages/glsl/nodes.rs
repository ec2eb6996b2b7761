//! The role of the node kinds that C does not have, and of those that are other here.

use super::super::c::expressions;
use super::{blocks, builtins};
use crate::walk::Role::{self, Leaf, Lower};

pub(super) const OWN: &[(&str, Role)] = &[
    ("identifier", Lower(builtins::identifier)),
    ("type_identifier", Lower(builtins::type_identifier)),
    ("declaration", Lower(blocks::declaration)),
    // `layout(location = 0)`: the words are those of the language.
    ("qualifier", Lower(expressions::all_neither)),
    ("extension_behavior", Leaf),
    ("extension_storage_class", Leaf),
    ("preproc_extension", Lower(expressions::all_neither)),
];
