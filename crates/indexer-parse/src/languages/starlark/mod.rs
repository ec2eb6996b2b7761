//! Starlark, the language of Bazel and Buck: Python's grammar and hooks, with `load()` as its import.

use super::python;
use crate::language::{Language, Tier, joined};
use crate::walk::Role::{self, Lower};

mod link;
mod load;

const OWN: &[(&str, Role)] = &[("call", Lower(load::call))];

const COUNT: usize = python::nodes::ROLES.len() + OWN.len();

// The last row of a kind counts.
const ROLES: &[(&str, Role)] = &joined::<COUNT>(&[python::nodes::ROLES, OWN]);

pub(super) const LANGUAGE: Language = Language {
    id: "starlark",
    name: "Starlark",
    tier: Tier::Linked,
    extensions: &["bazel", "bzl", "bzlmod", "star"],
    file_names: &["BUCK", "BUILD", "WORKSPACE"],
    interpreters: &[],
    roles: ROLES,
    rules: &link::RULES,
    stubs: &[],
    ..python::LANGUAGE
};
