//! Every item of docs/invariants.md names the check that holds it.
//!
//! That tests and paths exist is what [`super::pages`] looks at; here an item must name at least one, or a check of
//! this program that there is.

use super::{CHECKS, Finding};
use crate::tree::File;

/// The page with the sentences, items of lists that begin with `- `.
pub(super) const PAGE: &str = "docs/invariants.md";

/// Reads the page item by item.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let Some(page) = files.iter().find(|file| file.path == PAGE) else {
        return vec![Finding::new(PAGE, "is not there")];
    };
    let mut found = Vec::new();
    for (line, item) in items(&page.text) {
        if !spans(&item).any(is_check) && !item.contains("clippy") {
            found.push(Finding::at(page, line, "names no test, no check of tidy and no file that holds it"));
        }
        for name in item.split("tidy `").skip(1).filter_map(|rest| rest.split('`').next()) {
            if !CHECKS.iter().any(|(check, _)| *check == name) {
                found.push(Finding::at(page, line, format!("names tidy `{name}`, which does not exist")));
            }
        }
    }
    found
}

/// The items with the line at which each begins; lines that are indented belong to the item before.
fn items(text: &str) -> Vec<(usize, String)> {
    let mut items: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(item) = line.strip_prefix("- ") {
            items.push((number, item.to_owned()));
            open = true;
        } else if open && line.starts_with("  ") {
            if let Some((_, item)) = items.last_mut() {
                item.push(' ');
                item.push_str(line.trim_start());
            }
        } else {
            open = false;
        }
    }
    items
}

/// What stands between backticks.
fn spans(item: &str) -> impl Iterator<Item = &str> {
    item.split('`').skip(1).step_by(2)
}

/// True for the name of a test, a file of source, or one of our own checks.
fn is_check(span: &str) -> bool {
    let is_name = span.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    is_name && span.matches('_').count() > 1
        || span.contains('/') && span.ends_with(".rs")
        || CHECKS.iter().any(|(check, _)| *check == span)
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    #[test]
    fn an_item_without_its_check_is_found() {
        let found = |text: &str| {
            let found = check(&[File::new(PAGE, text)]);
            places(&found).join(" ")
        };
        assert_eq!(found("# Head\n\n- Held: test\n  `a_test_of_it`.\n- So: tidy `edges`.\n"), "");
        assert_eq!(
            found("- Held: `crates/a/src/a.rs`.\n- Believed.\n  Firmly: `x`.\n"),
            "docs/invariants.md:2"
        );
        assert_eq!(found("- So: tidy `edges`, tidy `gone`.\n"), "docs/invariants.md:1");
        assert_eq!(places(&check(&[])), [PAGE]);
    }
}
