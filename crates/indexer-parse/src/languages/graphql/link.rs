//! What the linker must know.

use indexer_core::{LinkRules, PackageRules, Surface};

/// Types and directives that every schema has, sorted.
const GIVEN: &[&str] =
    &["Boolean", "Float", "ID", "Int", "String", "deprecated", "include", "oneOf", "skip", "specifiedBy"];

/// All that a schema declares is for others, in whatever file: no document says which ones are read together.
pub(super) const RULES: LinkRules = LinkRules {
    language: "graphql",
    implicit: |name| crate::text::holds(GIVEN, name).then_some("graphql"),
    packages: Some(&PackageRules::REPOSITORY),
    packages_are_likely: true,
    surface: &Surface::PACKAGES,
    ..LinkRules::BASE
};
