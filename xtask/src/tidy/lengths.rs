//! Files aim at 250 lines, warn above 400, fail above 600; their `#[cfg(test)]` part is not counted. Pages that one
//! reads first are short.

use super::Finding;
use crate::rust_text::RustText;
use crate::tree::File;

/// What a file should be about as long as.
pub(super) const AIM: usize = 250;
const WARN: usize = 400;
const FAIL: usize = 600;

/// Files that may be longer: (path, reason). Tests, stubs and fixtures are not counted at all.
const TABLES: &[(&str, &str)] = &[];

/// The pages that everybody reads, with the lines that they may have: one screen, and what is read in one go.
const PAGES: &[(&str, usize)] = &[("README.md", 60), ("ARCHITECTURE.md", 150)];

/// Shipped files above the length that warns, with their lines.
pub(super) fn long(files: &[File]) -> Vec<(&str, usize)> {
    let counted = files.iter().filter(|file| file.is_shipped());
    let measured = counted.map(|file| (file.path.as_str(), RustText::new(&file.text).lines));
    measured.filter(|(path, lines)| *lines > WARN && !TABLES.iter().any(|(table, _)| table == path)).collect()
}

/// Files above the length that fails.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, lines) in long(files).into_iter().filter(|(_, lines)| *lines > FAIL) {
        found.push(Finding::new(path, format!("{lines} lines without its tests; at most {FAIL}: split it")));
    }
    for (path, most) in PAGES {
        let page = files.iter().find(|file| file.path == *path);
        let lines = page.map_or(0, |page| page.text.lines().count());
        if lines > *most {
            found.push(Finding::new(*path, format!("{lines} lines; at most {most}: move a part to docs")));
        }
    }
    for (path, _) in TABLES.iter().filter(|(path, _)| !files.iter().any(|file| file.path == *path)) {
        found.push(Finding::new(*path, "is excepted from the length and does not exist"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_counts() {
        let file = |code: usize, tests: usize| {
            let text = format!(
                "{}#[cfg(test)]\nmod tests {{\n{}}}\n",
                "f();\n".repeat(code),
                "g();\n".repeat(tests)
            );
            [File::new("crates/a/src/a.rs", &text)]
        };
        assert_eq!(check(&file(FAIL, 900)), []);
        assert_eq!(check(&file(FAIL + 1, 0)).len(), 1);
        assert_eq!(long(&file(WARN + 1, 0)), [("crates/a/src/a.rs", WARN + 1)]);
        assert_eq!(check(&[File::new("crates/a/tests/it/a.rs", &"f();\n".repeat(900))]), []);
    }

    #[test]
    fn the_first_page_is_one_screen() {
        let page = |lines: usize| [File::new("README.md", &"text\n".repeat(lines))];
        assert_eq!(check(&page(60)), []);
        assert_eq!(check(&page(61)).len(), 1);
    }
}
