//! Every language folder is in the table and the other way round; no extension twice; every group of languages is a
//! feature of each crate up to the program.

use super::Finding;
use super::words::field;
use crate::rust_text::RustText;
use crate::tree::File;
use std::collections::BTreeMap;

const FOLDER: &str = "crates/indexer-parse/src/languages/";
const TABLE: &str = "crates/indexer-parse/src/languages/mod.rs";
/// Only running the grammars can tell whether node kinds and fields exist: this test does.
const GRAMMAR_TEST: (&str, &str) =
    ("crates/indexer-parse/tests/it/conservation.rs", "fn every_kind_and_field_of_the_tables_exists()");

/// The ids of the languages that have a folder.
pub(crate) fn folders(files: &[File]) -> Vec<&str> {
    let below = files.iter().filter_map(|file| file.path.strip_prefix(FOLDER));
    let mut ids: Vec<&str> = below.filter_map(|path| path.split_once('/')).map(|(id, _)| id).collect();
    ids.dedup();
    ids
}

/// Crates that pass groups of languages on, each to one before it.
const PASS_ON: [(&str, &str); 4] = [
    ("indexer-engine", "indexer-parse"),
    ("indexer-tools", "indexer-engine"),
    ("indexer-mcp", "indexer-tools"),
    ("indexer-cli", "indexer-tools"),
];

/// Groups of languages that a crate does not pass on.
fn groups(files: &[File]) -> Vec<Finding> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
    let lines = text("crates/indexer-parse/Cargo.toml").lines();
    let groups = lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let mut found = Vec::new();
    for group in groups.filter(|name| name.starts_with("lang-") || *name == "languages") {
        for (of, from) in PASS_ON {
            let path = format!("crates/{of}/Cargo.toml");
            let wanted = format!("{group} = [\"{from}/{group}\"]");
            if !text(&path).lines().any(|line| line == wanted) {
                found.push(Finding::new(path, format!("has no line `{wanted}`")));
            }
        }
    }
    found
}

/// Compares folders and table.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
    let table = RustText::new(text(TABLE)).code;
    let mut found = groups(files);
    let folders = folders(files);
    let mut rows: Vec<&str> = Vec::new();
    for piece in table.split('&').filter_map(|piece| piece.split_once("::LANGUAGE")) {
        rows.push(piece.0);
    }
    if folders.is_empty() {
        found.push(Finding::new(FOLDER, "holds no language"));
    }
    for id in folders.iter().filter(|id| !rows.contains(id)) {
        found.push(Finding::new(format!("{FOLDER}{id}"), "is not in the table LANGUAGES"));
    }
    for row in rows.iter().filter(|row| !folders.contains(row)) {
        found.push(Finding::new(TABLE, format!("has a row {row} without a folder")));
    }
    if !rows.is_sorted() {
        found.push(Finding::new(TABLE, "rows are not in alphabetic order"));
    }
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    for id in folders {
        let path = format!("{FOLDER}{id}/mod.rs");
        let declared = text(&path);
        if field(declared, "id: \"") != Some(id) {
            found.push(Finding::new(&path, format!("its id is not its folder, {id}")));
        }
        for key in ["extensions: &[", "file_names: &["] {
            let Some(list) = declared.split_once(key).and_then(|(_, rest)| rest.split(']').next()) else {
                found.push(Finding::new(&path, format!("has no `{key}`")));
                continue;
            };
            for word in list.split('"').skip(1).step_by(2) {
                let claim = format!("{key}{word}");
                if let Some(other) = owners.insert(claim, id) {
                    found.push(Finding::new(&path, format!("claims {word:?}, as {other} does")));
                }
            }
        }
    }
    if !text(GRAMMAR_TEST.0).contains(GRAMMAR_TEST.1) {
        found.push(Finding::new(GRAMMAR_TEST.0, format!("has no `{}`", GRAMMAR_TEST.1)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(table: &str, languages: &[(&str, &str)]) -> Vec<File> {
        let mut files = vec![File::new(TABLE, table), File::new(GRAMMAR_TEST.0, GRAMMAR_TEST.1)];
        for (folder, text) in languages {
            files.push(File::new(&format!("{FOLDER}{folder}/mod.rs"), text));
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }

    const A: (&str, &str) = ("a", r#"id: "a", extensions: &["a"], file_names: &[],"#);
    const B: (&str, &str) = ("b", r#"id: "b", extensions: &["b"], file_names: &[],"#);
    const BOTH: &str = "&[&a::LANGUAGE, &b::LANGUAGE]";

    #[test]
    fn folders_and_rows_belong_together() {
        assert_eq!(check(&tree(BOTH, &[A, B])), []);
        assert_eq!(check(&tree("&[&a::LANGUAGE]", &[A, B])).len(), 1);
        assert_eq!(check(&tree(BOTH, &[A])).len(), 1);
        assert_eq!(check(&tree("&[&b::LANGUAGE, &a::LANGUAGE]", &[A, B])).len(), 1);
        assert_eq!(check(&tree(BOTH, &[A, ("b", &B.1.replace("id: \"b\"", "id: \"c\""))])).len(), 1);
    }

    #[test]
    fn an_extension_claimed_twice_is_found() {
        assert_eq!(check(&tree(BOTH, &[A, ("b", &B.1.replace("[\"b\"]", "[\"b\", \"a\"]"))])).len(), 1);
    }

    #[test]
    fn a_group_is_passed_on_by_every_crate() {
        let mut files = tree(BOTH, &[A, B]);
        files.push(File::new("crates/indexer-parse/Cargo.toml", "[features]\nlang-a = [\"dep:a\"]\n"));
        for (of, from) in PASS_ON {
            assert!(!check(&files).is_empty());
            let text = format!("[features]\nlang-a = [\"{from}/lang-a\"]\n");
            files.push(File::new(&format!("crates/{of}/Cargo.toml"), &text));
        }
        assert_eq!(check(&files), []);
    }

    #[test]
    fn the_test_over_the_grammars_must_be_there() {
        let files: Vec<File> = tree(BOTH, &[A, B]).into_iter().filter(|f| f.path != GRAMMAR_TEST.0).collect();
        assert_eq!(check(&files).len(), 1);
    }
}
