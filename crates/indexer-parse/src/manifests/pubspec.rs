//! `pubspec.yaml`: what a package of Dart is called, under which name its files import each other.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;

/// The facts of a `pubspec.yaml`: keys of the first level, and names below those that list packages.
pub(super) fn read(text: &str) -> ManifestFacts {
    let mut facts = ManifestFacts::default();
    let mut lists_packages = false;
    // All names of such a list stand equally far to the right.
    let mut indent = None;
    for line in text.lines() {
        let plain = line.split(" #").next().unwrap_or("").trim_end();
        let depth = plain.len() - plain.trim_start().len();
        let Some((key, value)) = plain.trim_start().split_once(':') else { continue };
        if key.is_empty() || key.starts_with(['#', '-']) {
            continue;
        }
        if depth == 0 {
            (lists_packages, indent) = (matches!(key, "dependencies" | "dev_dependencies"), None);
            let value = value.trim().trim_matches(['"', '\'']);
            if key == "name" && !value.is_empty() {
                facts.package = Some(value.to_owned());
            }
        } else if lists_packages && depth == *indent.get_or_insert(depth) {
            facts.dependencies.push(Dependency { name: key.to_owned(), package: None, path: None });
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_a_name_and_needs_others() {
        let text = "# name: no\nname: \"shop\" # own\nversion: 1.0.0\ndependencies:\n  http: ^1.0.0\n  price:\n    path: ../price\n                    dev_dependencies:\n  test: any\nflutter:\n  name: no\n";
        let facts = read(text);
        assert_eq!(facts.package.as_deref(), Some("shop"));
        let names: Vec<String> = facts.dependencies.into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["http", "price", "test"]);
    }
}
