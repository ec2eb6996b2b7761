//! What the linker must know.

use crate::languages::c::{conditions, include};
use indexer_core::{Conditions, Inclusion, LinkRules};

pub(super) const RULES: LinkRules = LinkRules {
    language: "glsl",
    module_name: include::module_name,
    inclusion: Some(Inclusion {
        find: include::find,
        // Functions of one name differ by their parameters.
        overloads: true,
        exclude: conditions::exclude,
        is_compiled: is_shader,
        conditions: |_, _| Conditions(Box::new(|_| None)),
        is_left_out: |_, _| false,
    }),
    most_guesses: 1,
    ..LinkRules::BASE
};

/// True for a shader by itself, and no text that others include.
fn is_shader(path: &str) -> bool {
    indexer_core::path::extension(path) != "glsl"
}
