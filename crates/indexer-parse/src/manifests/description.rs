//! `DESCRIPTION`: what a package of R is called, and which others it needs.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;

/// Fields that list packages.
const LISTS: &[&str] = &["Depends", "Imports", "LinkingTo", "Suggests"];

/// The facts of a `DESCRIPTION`. A line that begins with a blank goes on with the field before it.
pub(super) fn read(text: &str) -> ManifestFacts {
    let mut facts = ManifestFacts::default();
    let mut field = "";
    for line in text.lines() {
        let said = match line.split_once(':') {
            Some((name, said)) if !line.starts_with([' ', '\t']) => {
                field = name;
                said
            }
            _ => line,
        };
        if field == "Package" && facts.package.is_none() {
            facts.package = Some(said.trim().to_owned()).filter(|name| !name.is_empty());
        }
        if LISTS.contains(&field) {
            let names = said.split(',').map(|one| one.split('(').next().unwrap_or("").trim());
            let names = names.filter(|name| !name.is_empty() && *name != "R");
            let needed = names.map(|name| Dependency { name: name.to_owned(), package: None, path: None });
            facts.dependencies.extend(needed);
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_a_name_and_needs_others() {
        let text = "Package: shop\nTitle: A: Shop\nDepends:\n    R (>= 4.0)\nImports:\n    cli (>= 3.4.0),\n    glue,\n\
                    Encoding: UTF-8\n";
        let facts = read(text);
        assert_eq!(facts.package.as_deref(), Some("shop"));
        let names: Vec<String> = facts.dependencies.into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["cli", "glue"]);
    }
}
