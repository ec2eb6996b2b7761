//! What is stored is used only where the same sources made it: every crate that decides on it hashes its own
//! sources while it is built, and the engine puts all of these hashes together.

use super::Finding;
use crate::tree::{Crates, File};

/// The crate that stores, and the file in which it puts the hashes together.
const ENGINE: &str = "indexer-engine";
const TOGETHER: &str = "crates/indexer-engine/src/types/digests.rs";

/// Crates below the engine that need no hash: (crate, reason).
const EXCEPTED: &[(&str, &str)] = &[
    ("indexer-git", "what it lists is compared with what is stored whenever a question is asked"),
    ("indexer-scip", "what a compiler said is stored as it was taken in, until it is taken in again"),
    ("indexer-store", "its files carry the number of their format"),
];

/// The grammars that facts come from, and where cargo says which they are.
const GRAMMARS: &str = "crates/indexer-parse/src/grammars.rs";
const LOCK: &str = "Cargo.lock";
/// Grammars begin so; these have no trees.
const GRAMMAR: &[&str] = &["arborium-", "tree-sitter"];
const NO_GRAMMAR: &[&str] = &["arborium-sysroot", "tree-sitter-language"];

/// Looks for the hash of each crate that the engine depends on, and compares the grammars with the lock.
pub(super) fn check(files: &[File], crates: &Crates) -> Vec<Finding> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
    let mut found = Vec::new();
    let needs = crates.edges.get(ENGINE).into_iter().flatten().map(String::as_str);
    for name in needs.filter(|name| !EXCEPTED.iter().any(|(excepted, _)| excepted == name)).chain([ENGINE]) {
        let script = format!("crates/{name}/build.rs");
        if !text(&script).contains("indexer_digest::directives(") {
            found.push(Finding::new(script, "does not hash the sources of the crate"));
        }
        let used = if name == ENGINE { "env!(".to_owned() } else { format!("{}::", name.replace('-', "_")) };
        if !text(TOGETHER).contains(&used) {
            found.push(Finding::new(TOGETHER, format!("leaves the hash of {name} out")));
        }
    }
    let (locked, listed) = (locked(text(LOCK)), listed(text(GRAMMARS)));
    if locked.is_empty() || locked != listed {
        found.push(Finding::new(GRAMMARS, format!("lists {listed:?}, but {LOCK} has {locked:?}")));
    }
    found
}

/// The grammars of the lock with their versions.
fn locked(lock: &str) -> Vec<(&str, &str)> {
    let packages = lock.split("[[package]]").skip(1);
    let named = packages.filter_map(|package| {
        let value = |key: &str| package.lines().find_map(|line| line.strip_prefix(key)?.strip_suffix('"'));
        Some((value("name = \"")?, value("version = \"")?))
    });
    let is_grammar = |name: &str| GRAMMAR.iter().any(|begins| name.starts_with(begins));
    named.filter(|(name, _)| is_grammar(name) && !NO_GRAMMAR.contains(name)).collect()
}

/// The pairs of the list.
fn listed(text: &str) -> Vec<(&str, &str)> {
    let rows = text.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.strip_suffix("\"),"));
    rows.filter_map(|row| row.split_once("\", \"")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    const HASHED: &str = "indexer_digest::directives(\"SOURCE_DIGEST\", &[\"src\"])";

    fn tree() -> (Vec<File>, Crates) {
        let mut crates = Crates::default();
        crates.edges.insert(ENGINE.into(), vec!["indexer-core".into(), "indexer-store".into()]);
        let lock = "[[package]]\nname = \"tree-sitter-c\"\nversion = \"1.2.3\"\nsource = \"x\"\n";
        let files = vec![
            File::new("crates/indexer-core/build.rs", HASHED),
            File::new("crates/indexer-engine/build.rs", HASHED),
            File::new(TOGETHER, "[indexer_core::SOURCE_DIGEST, env!(\"SOURCE_DIGEST\")]"),
            File::new(LOCK, lock),
            File::new(GRAMMARS, "&[\n    (\"tree-sitter-c\", \"1.2.3\"),\n];"),
        ];
        (files, crates)
    }

    #[test]
    fn a_crate_whose_sources_no_hash_covers_is_found() {
        let (files, mut crates) = tree();
        assert_eq!(check(&files, &crates), []);
        crates.edges.get_mut(ENGINE).unwrap().push("indexer-link".into());
        assert_eq!(places(&check(&files, &crates)), ["crates/indexer-link/build.rs", TOGETHER]);
    }

    #[test]
    fn a_grammar_of_another_version_is_found() {
        let (mut files, crates) = tree();
        files[3].text = files[3].text.replace("1.2.3", "1.2.4");
        assert_eq!(places(&check(&files, &crates)), [GRAMMARS]);
        files[3].text.clear();
        assert_eq!(places(&check(&files, &crates)), [GRAMMARS]);
    }
}
