//! What the linker must know.

use super::packages::{PACKAGES, own};
use indexer_core::{Files, LinkRules, ModulePlace, ModuleQuery};

/// Columns and fields that every list and frame may have, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "args", "call", "class", "clone", "code", "cols", "columns", "count", "data", "date", "env", "filter", "fun",
    "get", "group", "groups", "id", "index", "initialize", "key", "label", "length", "message", "mean", "name", "names",
    "print", "rows", "set", "size", "sum", "title", "type", "value", "values", "vars", "x", "y",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "r",
    separator: "::",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    implicit: |name| super::base::is_given(name).then_some("base"),
    packages: Some(&PACKAGES),
    // A function that nothing in the repository has is one of a package that is loaded.
    runs_programs: true,
    root,
    ..LinkRules::BASE
};

/// `source("a.R")` reads a file, `library(a)` and `a::b` name a package.
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    match crate::shapes::by_path(files, &query) {
        ModulePlace::Unknown if query.first.contains('/') || query.first.ends_with(".R") => {
            ModulePlace::Unknown
        }
        ModulePlace::Unknown => match own(files, query.first) {
            Some(package) => ModulePlace::Folder(package),
            None => ModulePlace::External(query.first.to_owned()),
        },
        place => place,
    }
}
