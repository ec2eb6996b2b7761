//! Every crate can be packed alone, from what was packed before it.

use super::Finding;
use crate::rust_text::RustText;
use crate::tree::File;

/// The manifest of the workspace, where crates of the workspace get their versions.
const WORKSPACE: &str = "Cargo.toml";
/// What a registry shows of a crate.
const FIELDS: &[&str] = &["description = ", "license", "repository", "readme"];
/// Macros that read a file while the crate is compiled.
const INCLUDES: &[&str] = &["include!(", "include_str!(", "include_bytes!("];

/// Reads manifests, and what shipped sources include.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in files {
        if file.path == WORKSPACE {
            found.extend(versions(file));
        } else if file.path.starts_with("crates/") && file.path.ends_with("/Cargo.toml") {
            found.extend(manifest(file, files));
        } else if file.is_shipped() {
            found.extend(includes(file));
        }
    }
    found
}

/// Crates of the workspace that stand in its manifest without a version.
fn versions(file: &File) -> Vec<Finding> {
    let rows = (1..).zip(file.text.lines()).filter(|(_, line)| line.starts_with("indexer-"));
    let bad = rows.filter(|(_, line)| line.contains("path = ") && !line.contains("version = "));
    bad.map(|(line, _)| {
        Finding::at(file, line, "has a path and no version, so what needs it cannot be packed")
    })
    .collect()
}

/// What a crate's manifest lacks, and dependencies of its tests that would be packed with it.
fn manifest(file: &File, files: &[File]) -> Vec<Finding> {
    let mut found = Vec::new();
    // The readme of a crate that has one needs no field.
    let own = format!("{}/README.md", file.crate_folder());
    let has_own = files.iter().any(|other| other.path == own);
    for field in FIELDS.iter().filter(|field| !(has_own && **field == "readme")) {
        if !file.text.lines().any(|line| line.starts_with(field)) {
            found.push(Finding::new(file.path.as_str(), format!("has no {}", field.trim_end_matches(" = "))));
        }
    }
    let mut of_tests = false;
    for (line, text) in (1..).zip(file.text.lines()) {
        if text.starts_with('[') {
            of_tests = text.contains("dev-dependencies");
        }
        let is_path_alone = text.contains("path = ") && !text.contains("version = ");
        if of_tests && text.starts_with("indexer-") && !is_path_alone {
            let what = "a crate of the workspace that only tests need has a path alone, else circles cannot be packed";
            found.push(Finding::at(file, line, what));
        }
    }
    found
}

/// Files outside of the package that the crate is compiled from.
fn includes(file: &File) -> Vec<Finding> {
    let source = RustText::new(&file.text);
    let inside = &file.path[file.crate_folder().len()..];
    // From `/src/a.rs` one step up is the package, and two are outside of it.
    let depth = inside.matches('/').count() - 1;
    let mut found = Vec::new();
    for literal in source.literals.iter().filter(|literal| literal.text.starts_with("../")) {
        let line = file.text.lines().nth(literal.line - 1).unwrap_or("");
        if INCLUDES.iter().any(|include| line.contains(include))
            && literal.text.matches("../").count() > depth
        {
            found.push(Finding::at(file, literal.line, "includes a file that is not packed with the crate"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        let found = check(&[File::new(path, text)]);
        assert!(places(&found).iter().all(|place| place.starts_with(path)));
        found.len()
    }

    #[test]
    fn a_path_without_a_version_is_found() {
        assert_eq!(found(WORKSPACE, "indexer-a = { path = \"crates/indexer-a\", version = \"0.1.0\" }"), 0);
        assert_eq!(found(WORKSPACE, "indexer-a = { path = \"crates/indexer-a\" }"), 1);
    }

    #[test]
    fn a_manifest_that_a_registry_refuses_is_found() {
        let whole = "description = \"a\"\nlicense.workspace = true\nrepository.workspace = true\nreadme.workspace = true\n";
        let path = "crates/indexer-a/Cargo.toml";
        assert_eq!(found(path, whole), 0);
        assert_eq!(found(path, &whole.replace("license", "licence")), 1);
        let tests =
            |line: &str| format!("{whole}[dev-dependencies]\n{line}\n[lints]\nindexer-x.workspace = true\n");
        assert_eq!(found(path, &tests("indexer-b = { path = \"../indexer-b\" }")), 0);
        assert_eq!(found(path, &tests("indexer-b.workspace = true")), 1);
    }

    #[test]
    fn a_file_from_outside_of_the_package_is_found() {
        let include = |path: &str| format!("static A: &str = include_str!(\"{path}\");");
        assert_eq!(found("crates/indexer-a/src/b/c.rs", &include("../../table.txt")), 0);
        assert_eq!(found("crates/indexer-a/src/b/c.rs", &include("../../../other/table.txt")), 1);
        assert_eq!(found("crates/indexer-a/src/lib.rs", &include("../table.txt")), 0);
        assert_eq!(found("crates/indexer-a/src/lib.rs", "join(\"../../table.txt\")"), 0);
    }
}
