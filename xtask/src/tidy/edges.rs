//! The crate edges are those drawn in ARCHITECTURE.md, and no others.

use super::Finding;
use crate::tree::{Crates, File};
use std::collections::BTreeMap;

const PAGE: &str = "ARCHITECTURE.md";
/// Opens the drawing: a fenced block with one crate a line, `name -> dependency, dependency`.
const FENCE: &str = "```crates";
/// Only in the tests of other crates, so never in a drawn edge.
const FOR_TESTS: &str = "indexer-testkit";

/// Compares the drawing with what cargo says, in both directions.
pub(super) fn check(files: &[File], crates: &Crates) -> Vec<Finding> {
    let Some(page) = files.iter().find(|file| file.path == PAGE) else {
        return vec![Finding::new(PAGE, "is not there")];
    };
    let drawn = drawing(&page.text);
    let mut found = Vec::new();
    for (name, needs) in &crates.edges {
        let Some(arrows) = drawn.get(name.as_str()) else {
            found.push(Finding::new(PAGE, format!("does not draw {name}")));
            continue;
        };
        for need in needs.iter().filter(|need| !arrows.contains(&need.as_str())) {
            found.push(Finding::new(PAGE, format!("does not draw {name} -> {need}")));
        }
        for arrow in arrows.iter().filter(|arrow| !needs.iter().any(|need| need == *arrow)) {
            found.push(Finding::new(PAGE, format!("draws {name} -> {arrow}, which is not so")));
        }
        if needs.iter().any(|need| need == FOR_TESTS) {
            found.push(Finding::new(name, format!("depends on {FOR_TESTS} outside its tests")));
        }
    }
    for name in drawn.keys().filter(|name| !crates.edges.contains_key(**name)) {
        found.push(Finding::new(PAGE, format!("draws {name}, which is no crate")));
    }
    found
}

/// The crates of the drawing with their arrows.
fn drawing(page: &str) -> BTreeMap<&str, Vec<&str>> {
    let block = page.lines().skip_while(|line| line.trim() != FENCE).skip(1);
    let lines = block.take_while(|line| !line.starts_with("```")).filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let (name, arrows) = line.split_once("->").unwrap_or((line, ""));
            let arrows = arrows.split(',').map(str::trim).filter(|arrow| !arrow.is_empty());
            (name.trim(), arrows.collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_invented_arrows_are_found() {
        let page = |text: &str| [File::new(PAGE, &format!("# A\n```crates\n{text}\n```\n"))];
        let mut crates = Crates::default();
        crates.edges.insert("a".into(), vec!["b".into()]);
        crates.edges.insert("b".into(), vec![]);
        assert_eq!(check(&page("a -> b\nb"), &crates), []);
        assert_eq!(check(&page("a\nb"), &crates).len(), 1);
        assert_eq!(check(&page("a -> b\nb -> a"), &crates).len(), 1);
        assert_eq!(check(&page("a -> b"), &crates).len(), 1);
        assert_eq!(check(&page("a -> b\nb\nc"), &crates).len(), 1);
        assert_eq!(check(&[], &crates).len(), 1);
    }
}
