//! What the linker must know.

use super::words;
use indexer_core::{Linearization, LinkRules, ModulePlace, PackageRules, Rule};

pub(super) const RULES: LinkRules = LinkRules {
    language: "sql",
    ignores_case: true,
    // What a database brings along; what files define of these names comes first.
    implicit: |name| {
        let is_there = words::is_among(words::FUNCTIONS, name) || words::is_among(words::TYPES, name);
        is_there.then_some("sql")
    },
    commodity: |name| crate::text::holds(COMMODITIES, name),
    packages: Some(&PackageRules::REPOSITORY),
    packages_are_likely: true,
    likely_by: Some(Rule::Database),
    // `ALTER TABLE` adds to a table from outside, which has the columns of what it inherits too.
    linearization: Linearization::Embedding,
    // `\i a/b.sql`: a path from the folder that the shell runs in, mostly that of the file or one above.
    root: ModulePlace::at_or_above,
    ..LinkRules::BASE
};

/// Columns that many tables have, sorted.
const COMMODITIES: &[&str] = &[
    "created_at",
    "data",
    "date",
    "description",
    "device",
    "id",
    "key",
    "location",
    "name",
    "status",
    "time",
    "title",
    "type",
    "updated_at",
    "user_id",
    "value",
    "version",
];
