//! What the linker must know.

use super::{conditions, include, outside, preference, standard};
use indexer_core::{Inclusion, Linearization, LinkRules, Surface};

/// What can be reached from outside.
const SURFACE: Surface = Surface { entry: Some(include::header), ..Surface::BASE };

pub(in crate::languages) const RULES: LinkRules = LinkRules {
    results_are_written: true,
    language: "c",
    conventions: &super::conventions::CONVENTIONS,
    standard_packages: &["libc"],
    separator: ".",
    linearization: Linearization::Bases,
    implicit: standard::package,
    module_name: include::module_name,
    surface: &SURFACE,
    outside: Some(outside::OUTSIDE),
    inclusion: Some(Inclusion {
        find: include::find,
        overloads: false,
        exclude: conditions::exclude,
        is_compiled: include::is_compiled,
        conditions: preference::conditions,
        is_left_out: preference::is_left_out,
    }),
    values_are_followed: true,
    // Of three one is right in fewer than a third of all cases.
    most_guesses: 2,
    ..LinkRules::BASE
};
