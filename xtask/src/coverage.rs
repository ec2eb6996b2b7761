//! What the fixtures show: symbol kind x language and reference role x language.
//!
//! A fixture says `^ defines: class` or `^ reference: call` below a token (see
//! `crates/indexer-parse/tests/fixtures.rs`, which holds the extractor to it). A cell without
//! one must stand in `xtask/absent.tsv` with the reason why the language has none.

use crate::Done;
use crate::tiers;
use crate::tree::{self, File};
use indexer_core::{Role, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Where the tables are stored.
pub(crate) const PAGE: &str = "docs/coverage.md";
const ABSENT: &str = "xtask/absent.tsv";
const FIXTURES: &str = "crates/indexer-parse/tests/fixtures/";

/// The page and what is wrong with it.
pub(crate) struct Tables {
    pub(crate) page: String,
    /// The README with its list of languages; `None` where it has no place for one.
    pub(crate) readme: Option<String>,
    /// (place, what is wrong there).
    pub(crate) problems: Vec<(String, String)>,
}

/// Prints the page, or stores it with `--write`.
pub(crate) fn run(arguments: &[String]) -> Done {
    let root = tree::root();
    let tables = tables(&tree::files(&root)?);
    if arguments.iter().any(|one| one == "--write") {
        std::fs::write(root.join(PAGE), &tables.page).map_err(|e| format!("{PAGE}: {e}"))?;
        if let Some(readme) = &tables.readme {
            std::fs::write(root.join(tiers::README), readme)
                .map_err(|e| format!("{}: {e}", tiers::README))?;
        }
    } else {
        print!("{}", tables.page);
    }
    match tables.problems.len() {
        0 => Ok(()),
        count => {
            tables.problems.iter().for_each(|(place, what)| eprintln!("{place}: {what}"));
            Err(format!("{count} cells or lines are wrong"))
        }
    }
}

/// What a fixture asserts of a token: which table it belongs to, and its word there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim<'a> {
    Defines(&'a str),
    Reference(&'a str),
}

impl<'a> Claim<'a> {
    /// Reads `defines: class` and `reference: call`; `None` for all else.
    fn parse(text: &'a str) -> Option<Self> {
        match text.split_once(": ")? {
            ("defines", word) => Some(Self::Defines(word)),
            ("reference", word) => Some(Self::Reference(word)),
            _ => None,
        }
    }

    /// True for a word that stands in its table.
    fn is_known(self) -> bool {
        match self {
            Self::Defines(word) => global(word) && SymbolKind::parse(word).is_some(),
            Self::Reference(word) => Role::parse(word).is_some(),
        }
    }
}

/// Builds both tables from fixtures and the list of what languages do not have.
pub(crate) fn tables(files: &[File]) -> Tables {
    let languages = crate::tidy::language_folders(files);
    let mut problems = Vec::new();
    let mut counts: BTreeMap<(Claim<'_>, &str), usize> = BTreeMap::new();
    for (language, claim) in claims(files) {
        *counts.entry((claim, language)).or_default() += 1;
    }
    let mut absent = BTreeMap::new();
    for (line, language, claim, reason) in absences(files) {
        let place = format!("{ABSENT}:{line}");
        match Claim::parse(claim).filter(|claim| claim.is_known()) {
            Some(claim) if languages.contains(&language) && !reason.is_empty() => {
                absent.insert((language, claim), place);
            }
            _ => {
                problems.push((place, format!("{language}, {claim}: no such language or cell, or no reason")))
            }
        }
    }
    let mut page = String::from(
        "# What the fixtures show\n\n\
         Written by `cargo xtask coverage --write`; `cargo xtask tidy` fails when it is stale. A number is how many\n\
         tokens of the fixtures are asserted to be that; \u{2013} means that the language has none, \u{b7} that no fixture shows\n\
         it, which says nothing of the language.\n",
    );
    page.push_str(&tiers::table(files));
    page.push_str("\nA language below *linked* claims no more than its fixtures show.\n");
    let partly: Vec<&str> =
        languages.iter().copied().filter(|id| tiers::claims_what_it_shows(files, id)).collect();
    let kinds: Vec<&str> =
        SymbolKind::ALL.iter().map(|kind| kind.as_str()).filter(|kind| global(kind)).collect();
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.as_str()).collect();
    let mut table = |title: &str, words: &[&'static str], claim: fn(&'static str) -> Claim<'static>| {
        let _ = write!(page, "\n## {title}\n\n| |");
        languages.iter().for_each(|language| page.push_str(&format!(" {language} |")));
        let _ = write!(page, "\n|---|{}\n", "---|".repeat(languages.len()));
        for word in words {
            let _ = write!(page, "| {word} |");
            for language in &languages {
                let count = counts.get(&(claim(word), *language)).copied().unwrap_or(0);
                let none = absent.remove(&(*language, claim(word)));
                page.push_str(&match (count, &none) {
                    (0, None) if partly.contains(language) => " \u{b7} |".to_owned(),
                    (0, None) => " ? |".to_owned(),
                    (0, Some(_)) => " \u{2013} |".to_owned(),
                    (count, _) => format!(" {count} |"),
                });
                match (count, none) {
                    (0, None) if partly.contains(language) => {}
                    (0, None) => {
                        problems.push((PAGE.to_owned(), format!("no fixture of {language} shows {word}")))
                    }
                    (1.., Some(place)) => {
                        problems.push((place, format!("a fixture of {language} shows {word}")))
                    }
                    _ => {}
                }
            }
            page.push('\n');
        }
    };
    table("Symbol kinds", &kinds, Claim::Defines);
    table("Reference roles", &roles, Claim::Reference);
    Tables { page, readme: tiers::readme(files), problems }
}

/// Parameters and locals never leave their file: fixtures assert them as `local`. What outlines hold is in no code, and of what
/// frameworks make no language declares anything but tables.
fn global(kind: &str) -> bool {
    let is_declared = |kind: SymbolKind| {
        !kind.is_outline()
            && (kind == SymbolKind::Table || !kind.may_be_of_framework())
            && !matches!(kind, SymbolKind::Parameter | SymbolKind::Local)
    };
    SymbolKind::parse(kind).is_none_or(is_declared)
}

/// Every assertion of every fixture, with the language whose page it stands in.
fn claims(files: &[File]) -> impl Iterator<Item = (&str, Claim<'_>)> {
    let fixtures = files.iter().filter_map(|file| Some((file.path.strip_prefix(FIXTURES)?, &file.text)));
    fixtures.filter_map(|(path, text)| Some((path.strip_suffix(".md")?, text))).flat_map(
        |(language, text)| {
            let says = text.lines().filter_map(|line| line.split_once("^ "));
            let marks = says.flat_map(|(_, says)| says.trim().split(" and "));
            marks.filter_map(move |mark| Some((language, Claim::parse(mark)?)))
        },
    )
}

/// The lines of the list: number, language, cell, reason.
fn absences(files: &[File]) -> BTreeSet<(usize, &str, &str, &str)> {
    let text = files.iter().find(|file| file.path == ABSENT).map_or("", |file| file.text.as_str());
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|(index, line)| {
            let mut cells = line.splitn(3, '\t');
            let mut cell = || cells.next().unwrap_or("");
            (index + 1, cell(), cell(), cell())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(fixture: &str, absent: &str) -> Vec<(String, String)> {
        tables(&[
            File::new("crates/indexer-parse/src/languages/a/mod.rs", ""),
            File::new("crates/indexer-parse/tests/fixtures/a.md", fixture),
            File::new(ABSENT, absent),
        ])
        .problems
    }

    #[test]
    fn a_cell_is_shown_or_absent_or_a_problem() {
        let kinds = SymbolKind::ALL.iter().filter(|kind| global(kind.as_str())).count();
        let cells = kinds + Role::ALL.len();
        assert_eq!(problems("", "").len(), cells);
        assert_eq!(problems("class A\n#    ^ defines: class\n", "").len(), cells - 1);
        assert_eq!(problems("", "# x\na\tdefines: class\thas none").len(), cells - 1);
    }

    #[test]
    fn what_is_shown_is_not_absent() {
        let found = problems("#    ^ defines: class\n", "a\tdefines: class\thas none\n");
        assert!(found.iter().any(|(place, _)| place == "xtask/absent.tsv:1"), "{found:?}");
        assert!(
            problems("", "b\tdefines: class\thas none")
                .iter()
                .any(|(place, _)| place == "xtask/absent.tsv:1")
        );
        assert!(problems("", "a\tdefines: class\t").iter().any(|(place, _)| place == "xtask/absent.tsv:1"));
    }
}
