//! Every language folder is in the table and the other way round; no extension twice.

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

/// Compares folders and table.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
    let table = RustText::new(text(TABLE)).code;
    let mut found = Vec::new();
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
    fn the_test_over_the_grammars_must_be_there() {
        let files: Vec<File> = tree(BOTH, &[A, B]).into_iter().filter(|f| f.path != GRAMMAR_TEST.0).collect();
        assert_eq!(check(&files).len(), 1);
    }
}
