//! Modules import downwards: no files of a crate use each other in a circle but those that are listed
//! here with the reason why they cannot do without.

use super::Finding;
use crate::modules::Modules;
use crate::tree::{Crates, File};
use std::collections::BTreeSet;

/// Cycles that are meant.
struct Inherent {
    /// Where: every file of the cycle has a path that begins with one of these.
    files: &'static [&'static str],
    /// Why there is no order among them.
    #[expect(dead_code, reason = "it is for who reads this list")]
    reason: &'static str,
}

const INHERENT: &[Inherent] = &[
    Inherent {
        files: &["crates/indexer-link/src/"],
        reason: "queries ask queries: a name needs types, a type needs names",
    },
    Inherent {
        files: &["crates/indexer-parse/src/"],
        reason: "grammars are recursive: what reads a declaration reads the bodies in it, and those declarations; a language's hooks are given the walk that calls them, which builds facts by the language's rules; bodies \
                 that were put off are walked later",
    },
    Inherent {
        files: &[
            "crates/indexer-store/src/catalogue.rs",
            "crates/indexer-store/src/file.rs",
            "crates/indexer-store/src/reference.rs",
            "crates/indexer-store/src/symbol.rs",
            "crates/indexer-store/src/view.rs",
        ],
        reason: "handles lead to each other: a view to its files, a file to its symbols, a symbol to its file and view",
    },
    Inherent {
        files: &[
            "crates/indexer-tools/src/relations/hierarchy.rs",
            "crates/indexer-tools/src/relations/satisfaction.rs",
        ],
        reason: "what satisfies an interface is told by method sets, and those by the types that are embedded",
    },
];

/// Looks for cycles in every crate.
pub(super) fn check(files: &[File], _: &Crates) -> Vec<Finding> {
    let folders: BTreeSet<&str> =
        files.iter().filter(|file| file.is_shipped()).map(File::crate_folder).collect();
    let cycles =
        folders.into_iter().flat_map(|folder| Modules::of(files, folder).cycles().into_iter().map(names));
    let is_meant = |cycle: &Vec<String>| {
        let within =
            |one: &Inherent| cycle.iter().all(|file| one.files.iter().any(|path| file.starts_with(path)));
        INHERENT.iter().any(within)
    };
    cycles
        .filter(|cycle| !is_meant(cycle))
        .map(|cycle| {
            let what = format!(
                "is in a circle of {} files with {}; see `cargo xtask modules`",
                cycle.len(),
                cycle[1]
            );
            Finding::new(&cycle[0], what)
        })
        .collect()
}

fn names(cycle: Vec<&str>) -> Vec<String> {
    cycle.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    #[test]
    fn a_circle_is_found_and_one_that_is_meant_is_not() {
        let circle = |folder: &str| {
            [
                File::new(&format!("{folder}/lib.rs"), "mod a; mod b;"),
                File::new(&format!("{folder}/a.rs"), "use crate::b::B; pub struct A;"),
                File::new(&format!("{folder}/b.rs"), "use crate::a::A; pub struct B;"),
            ]
        };
        assert_eq!(places(&check(&circle("crates/c/src"), &Crates::default())), ["crates/c/src/a.rs"]);
        assert!(check(&circle("crates/indexer-link/src"), &Crates::default()).is_empty());
    }
}
