//! The crates without I/O use nothing of the standard library that differs from run to run.
//!
//! A scan and not clippy's disallowed types: those are a setting of the whole workspace, and the
//! crates above may do all of this.

use super::Finding;
use crate::rust_text::RustText;
use crate::tree::File;

/// The crates whose results depend on their arguments alone.
pub(super) const PURE: &[&str] = &[
    "indexer-core",
    "indexer-parse",
    "indexer-link",
    "indexer-graph",
    "indexer-search",
    "indexer-diff",
    "indexer-scip",
];

/// Types whose order differs from run to run.
const RANDOM_ORDER: &[&str] = &["HashMap", "HashSet", "RandomState"];
/// Modules of `std` that reach outside.
const OUTSIDE: &[&str] = &["env", "fs", "net", "process", "time"];

/// Scans what the pure crates ship.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let is_pure = |file: &&File| PURE.iter().any(|name| file.crate_folder() == format!("crates/{name}"));
    let test_files = super::words::test_files(files);
    let shipped = files.iter().filter(|file| file.is_shipped() && !test_files.contains(&file.path));
    shipped.filter(is_pure).flat_map(scan).collect()
}

fn scan(file: &File) -> Vec<Finding> {
    let source = RustText::new(&file.text);
    let mut found = Vec::new();
    for word in RANDOM_ORDER {
        let what = format!("{word} has an order of chance; use rustc_hash's, or a BTreeMap or BTreeSet");
        found.extend(source.places(word).map(|line| Finding::at(file, line, what.as_str())));
    }
    found.extend(
        source.places("rand").map(|line| Finding::at(file, line, "random numbers have no place here")),
    );
    for (line, module) in std_modules(&source.code) {
        if OUTSIDE.contains(&module) {
            found.push(Finding::at(file, line, format!("std::{module} reaches outside the program")));
        }
    }
    found
}

/// The modules that `std::x` and `std::{x, y::z}` name, with their lines.
fn std_modules(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("std::") {
        let rest = &code[at + "std::".len()..];
        let word =
            |text: &'_ str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let mut push = |offset: usize, text| {
            found.push((code[..at + "std::".len() + offset].matches('\n').count() + 1, text));
        };
        if !rest.starts_with('{') {
            push(0, &rest[..word(rest)]);
            continue;
        }
        // Only the first word of each branch of the group names a module of `std`.
        let (mut depth, mut start) = (0, None);
        for (offset, c) in rest.char_indices() {
            match c {
                '{' => (depth, start) = (depth + 1, (depth == 0).then_some(offset + 1).or(start)),
                '}' => depth -= 1,
                ',' if depth == 1 => start = Some(offset + 1),
                c if c.is_whitespace() && start == Some(offset) => start = Some(offset + 1),
                _ => {}
            }
            if let Some(begin) = start.filter(|begin| depth == 1 && *begin == offset) {
                push(begin, &rest[begin..begin + word(&rest[begin..])]);
                start = None;
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    fn check_core(text: &str, expected: &[&str]) {
        let found = check(&[File::new("crates/indexer-core/src/a.rs", text)]);
        let expected: Vec<String> =
            expected.iter().map(|line| format!("crates/indexer-core/src/a.rs:{line}")).collect();
        assert_eq!(places(&found), expected, "{text}");
    }

    #[test]
    fn chance_and_the_outside_are_found() {
        check_core("use std::collections::HashMap;", &["1"]);
        check_core("let a = 1;\nlet x = std::time::Instant::now();", &["2"]);
        check_core("use std::{\n    fmt,\n    fs::{self, File},\n    env,\n};", &["3", "4"]);
        check_core("use std::fs;", &["1"]);
        check_core("rand::random()", &["1"]);
    }

    #[test]
    fn what_is_the_same_everywhere_passes() {
        check_core("use std::collections::{BTreeMap, hash_map::Entry};\nuse rustc_hash::FxHashMap;", &[]);
        check_core("// std::fs\nconst A: &str = env!(\"A\"); // HashMap", &[]);
        check_core("#[cfg(test)]\nmod tests { use std::collections::HashMap; use std::fs; }", &[]);
        let engine = [File::new("crates/indexer-engine/src/a.rs", "use std::fs;")];
        assert!(check(&engine).is_empty());
    }
}
