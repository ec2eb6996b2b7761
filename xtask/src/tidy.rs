//! `cargo xtask tidy`: the sentences of docs/invariants.md, held to the tree.
//!
//! A check is a function from the files (or from what cargo says) to what is wrong; each has a test
//! beside it with a small example that it must refuse. What only running the code can tell stays
//! with the crates' tests; [`languages`] then asks that the test is there.

mod digests;
mod edges;
mod invariants;
mod languages;
mod layers;
mod lengths;
mod modules;
mod network;
mod packages;
mod pages;
mod purity;
mod versions;
mod words;

pub(crate) use languages::folders as language_folders;
pub(crate) use words::field;

use crate::Done;
use crate::coverage;
use crate::tree::{self, Crates, File};

/// Something that a check found: `path` or `path:line`, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    place: String,
    what: String,
}

impl Finding {
    fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into() }
    }

    fn at(file: &File, line: usize, what: impl Into<String>) -> Self {
        Self::new(format!("{}:{line}", file.path), what)
    }
}

type Check = fn(&[File], &Crates) -> Vec<Finding>;

/// Every check under the name that docs/invariants.md calls it by.
const CHECKS: &[(&str, Check)] = &[
    ("edges", edges::check),
    ("no-io-crates", layers::check),
    ("modules", modules::check),
    ("network", network::check),
    ("purity", |files, _| purity::check(files)),
    ("language-names", |files, _| words::languages(files)),
    ("tool-names", |files, _| words::tools(files)),
    ("prints", |files, _| words::prints(files)),
    ("changes", |files, _| words::changes(files)),
    ("unsafe", |files, _| words::unsafe_code(files)),
    ("languages", |files, _| languages::check(files)),
    ("digests", digests::check),
    ("packages", |files, _| packages::check(files)),
    ("coverage", |files, _| stale_coverage(files)),
    ("lengths", |files, _| lengths::check(files)),
    ("pages", pages::check),
    ("invariants", |files, _| invariants::check(files)),
    ("versions", |files, _| versions::check(files)),
];

/// Runs every check; an error where one found something.
pub(crate) fn run(_: &[String]) -> Done {
    let root = tree::root();
    let (files, crates) = (tree::files(&root)?, tree::crates(&root)?);
    for (path, lines) in lengths::long(&files) {
        println!("warning: {path} has {lines} lines; {} is the aim", lengths::AIM);
    }
    let mut failed = 0;
    for (name, check) in CHECKS {
        let found = check(&files, &crates);
        failed += found.len();
        println!("{:16} {}", name, if found.is_empty() { "ok" } else { "FAILED" });
        found.iter().for_each(|finding| println!("    {}: {}", finding.place, finding.what));
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} findings")) }
}

/// The generated tables are those that the fixtures give, and no cell of them is empty.
fn stale_coverage(files: &[File]) -> Vec<Finding> {
    let tables = coverage::tables(files);
    let mut found: Vec<Finding> =
        tables.problems.iter().map(|(place, what)| Finding::new(place, what)).collect();
    if !files.iter().any(|file| file.path == coverage::PAGE && file.text == tables.page) {
        found.push(Finding::new(coverage::PAGE, "stale; run `cargo xtask coverage --write`"));
    }
    if tables.readme.is_some_and(|fresh| !files.iter().any(|file| file.text == fresh)) {
        found.push(Finding::new(crate::tiers::README, "stale; run `cargo xtask coverage --write`"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of findings, for the tests of checks.
    pub(super) fn places(found: &[Finding]) -> Vec<&str> {
        found.iter().map(|finding| finding.place.as_str()).collect()
    }

    #[test]
    fn a_stale_table_is_found() {
        let files = [File::new(coverage::PAGE, "old")];
        assert!(places(&stale_coverage(&files)).contains(&coverage::PAGE));
        let fresh = [File::new(coverage::PAGE, &coverage::tables(&files).page)];
        assert!(stale_coverage(&fresh).is_empty());
    }

    #[test]
    fn every_check_stands_on_the_page() {
        let page = std::fs::read_to_string(tree::root().join(invariants::PAGE)).unwrap();
        for (name, _) in CHECKS {
            assert!(
                page.contains(&format!("tidy `{name}`")),
                "{} does not name tidy `{name}`",
                invariants::PAGE
            );
        }
    }
}
