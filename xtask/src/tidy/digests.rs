//! The digest of an extractor covers every file that facts are a function of.

use super::Finding;
use super::languages::folders;
use crate::tree::File;

const CRATE: &str = "crates/indexer-parse/src/";
const SHARED: &str = "crates/indexer-parse/src/digest.rs";

/// Files of the crate on which no facts depend: (file, reason).
const NOT_FACTS: &[(&str, &str)] = &[
    ("digest.rs", "makes the digest"),
    ("language.rs", "types of the table; the values are in the languages' folders"),
    ("lib.rs", "chooses a language; facts name the one that was chosen"),
    ("manifests.rs", "manifests are read anew each time"),
    ("text_languages.rs", "names languages that have no facts"),
];

/// Looks for each file in the list whose digest should hold it.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
    let mut found = Vec::new();
    let mut expect = |list: &str, file: &str| {
        if !text(list).contains(&format!("include_str!(\"{file}\")")) {
            found.push(Finding::new(list, format!("the digest does not cover {file}")));
        }
    };
    for id in folders(files) {
        let folder = format!("{CRATE}languages/{id}/");
        let list = format!("{folder}mod.rs");
        let inside = files.iter().filter_map(|file| file.path.strip_prefix(&folder));
        // Stubs are stored with their own content id, so their facts cannot be stale.
        inside
            .filter(|name| name.ends_with(".rs") && !name.starts_with("stubs/"))
            .for_each(|n| expect(&list, n));
    }
    for name in files.iter().filter_map(|file| file.path.strip_prefix(CRATE)) {
        let excepted = NOT_FACTS.iter().any(|(file, _)| *file == name);
        if !name.contains('/') && name.ends_with(".rs") && !excepted {
            expect(SHARED, name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    #[test]
    fn a_file_that_no_digest_covers_is_found() {
        let mut files = vec![
            File::new(SHARED, "&[include_str!(\"walk.rs\")]"),
            File::new("crates/indexer-parse/src/languages/a/mod.rs", "&[include_str!(\"mod.rs\")]"),
            File::new("crates/indexer-parse/src/walk.rs", ""),
        ];
        assert_eq!(check(&files), []);
        files.push(File::new("crates/indexer-parse/src/languages/a/nodes.rs", ""));
        files.push(File::new("crates/indexer-parse/src/table.rs", ""));
        assert_eq!(places(&check(&files)), ["crates/indexer-parse/src/languages/a/mod.rs", SHARED]);
    }
}
