//! What the linker must know.

use super::outside;
use crate::languages::c::{conditions, include, preference, standard};
use indexer_core::{Inclusion, Linearization, LinkRules, Protocol, Surface};

/// What can be reached from outside.
const SURFACE: Surface = Surface { entry: Some(include::header), ..Surface::BASE };

pub(in crate::languages) const RULES: LinkRules = LinkRules {
    results_are_written: true,
    language: "cpp",
    conventions: &crate::languages::c::conventions::CONVENTIONS,
    standard_packages: &["std", "libc"],
    separator: "::",
    linearization: Linearization::Bases,
    implicit,
    module_name: include::module_name,
    surface: &SURFACE,
    outside: Some(outside::OUTSIDE),
    protocol: Protocol {
        element: &[&["begin", "operator*"]],
        index: &["operator[]"],
        deref: &["operator->", "operator*"],
        ..Protocol::BASE
    },
    inclusion: Some(Inclusion {
        find: include::find,
        overloads: true,
        exclude: conditions::exclude,
        is_compiled: include::is_compiled,
        conditions: preference::conditions,
        is_left_out: preference::is_left_out,
    }),
    values_are_followed: true,
    methods_are_values: false,
    commodity: |name| crate::text::holds(COMMODITIES, name),
    // Of three one is right in fewer than a third of all cases.
    most_guesses: 1,
    ..LinkRules::BASE
};

/// Members that most classes of the standard library that hold something have, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "append", "at", "back", "begin", "c_str", "cbegin", "cend", "clear", "count", "data", "emplace", "emplace_back",
    "empty", "end", "erase", "find", "first", "front", "get", "has_value", "insert", "length", "pop_back", "push_back",
    "rbegin", "rend", "reserve", "reset", "resize", "second", "size", "str", "substr", "swap", "value", "what",
];

/// What is in the name space of the standard library, and what C leaves outside of it.
fn implicit(name: &str) -> Option<&'static str> {
    if name == "std" { Some("std") } else { standard::package(name) }
}
