//! How much of each language is followed: the table of the page of coverage, and the line of the README.

use crate::tidy::field;
use crate::tree::File;
use std::fmt::Write as _;

const FOLDER: &str = "crates/indexer-parse/src/languages/";
/// The page that says it in a line.
pub(crate) const README: &str = "README.md";
const BEGIN: &str = "<!-- languages -->";
const END: &str = "<!-- /languages -->";

/// The tiers, the fullest first: what a language's row says, the word, what it means.
const TIERS: &[(&str, &str, &str)] = &[
    ("Tier::Linked", "linked", "imports, types and members lead to their definitions"),
    ("Tier::Structured", "structured", "definitions, scopes, imports, calls, declared types"),
    ("Tier::Outlined", "outlined", "headings, keys or selectors"),
];

/// A language: its name, its tier as an index of [`TIERS`], its extensions.
struct Row<'f> {
    id: &'f str,
    name: &'f str,
    tier: usize,
    extensions: Vec<&'f str>,
}

fn rows(files: &[File]) -> Vec<Row<'_>> {
    fn row(file: &File) -> Option<Row<'_>> {
        let id = file.path.strip_prefix(FOLDER)?.strip_suffix("/mod.rs")?;
        let tier = TIERS.iter().position(|(says, ..)| file.text.contains(&format!("tier: {says},")))?;
        let list = file.text.split_once("extensions: &[").and_then(|(_, rest)| rest.split(']').next());
        let extensions = list.unwrap_or("").split('"').skip(1).step_by(2).collect();
        Some(Row { id, name: field(&file.text, "name: \"")?, tier, extensions })
    }
    files.iter().filter_map(row).collect()
}

/// The page that lists the formats with an outline.
const FORMATS: &str = "crates/indexer-parse/src/outlines/mod.rs";

/// A format with an outline: its name, what is outlined, its extensions and names of files.
type Outlined<'f> = (&'f str, &'f str, Vec<&'f str>, Vec<&'f str>);

fn formats(files: &[File]) -> Vec<Outlined<'_>> {
    fn list<'f>(row: &'f str, of: &str) -> Vec<&'f str> {
        let list = row.split_once(of).and_then(|(_, rest)| rest.split(']').next());
        list.unwrap_or("").split('"').skip(1).step_by(2).collect()
    }
    fn row(row: &str) -> Option<Outlined<'_>> {
        let (extensions, names) = (list(row, "extensions: &["), list(row, "file_names: &["));
        Some((field(row, "name: \"")?, field(row, "outline: \"")?, extensions, names))
    }
    let text = files.iter().find(|file| file.path == FORMATS).map_or("", |file| file.text.as_str());
    // What is code has an outline only in programs without its language.
    let languages = self::rows(files);
    let is_code = |extension: &&str| languages.iter().any(|row| row.extensions.contains(extension));
    let is_outlined = |one: &Outlined<'_>| one.2.is_empty() || !one.2.iter().all(is_code);
    text.split("\n    Format {\n").skip(1).filter_map(row).filter(is_outlined).collect()
}

/// True where the tables of a language claim only what its fixtures show: below *linked*, and where its row is
/// built on that of another language, whose fixtures show the rest.
pub(crate) fn claims_what_it_shows(files: &[File], id: &str) -> bool {
    let row = format!("{FOLDER}{id}/mod.rs");
    let is_built_on = |file: &File| file.path == row && file.text.contains("\n    ..");
    rows(files).iter().any(|row| row.id == id && row.tier > 0) || files.iter().any(is_built_on)
}

/// A row a language.
pub(crate) fn table(files: &[File]) -> String {
    let mut out =
        String::from("\n## Tiers\n\n| language | tier | what is followed | files |\n|---|---|---|---|\n");
    for row in rows(files) {
        let (_, tier, followed) = TIERS[row.tier];
        let files: Vec<String> = row.extensions.iter().map(|one| format!("`.{one}`")).collect();
        let _ = writeln!(out, "| {} | {tier} | {followed} | {} |", row.name, files.join(", "));
    }
    for (name, outline, extensions, names) in formats(files) {
        let files = extensions
            .iter()
            .map(|one| format!("`.{one}`"))
            .chain(names.iter().map(|one| format!("`{one}`")));
        let files: Vec<String> = files.collect();
        let _ = writeln!(out, "| {name} | outlined | {outline} | {} |", files.join(", "));
    }
    out
}

/// The README with the languages of each tier between its marks; `None` where it has no such marks.
pub(crate) fn readme(files: &[File]) -> Option<String> {
    let text = &files.iter().find(|file| file.path == README)?.text;
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let mut out = format!("{before}{BEGIN}");
    let rows = rows(files);
    let told = TIERS.iter().enumerate().filter_map(|(at, (_, tier, _))| {
        let mut names: Vec<&str> = rows.iter().filter(|row| row.tier == at).map(|row| row.name).collect();
        if *tier == "outlined" {
            names.extend(formats(files).iter().map(|(name, ..)| *name));
        }
        (!names.is_empty()).then(|| format!("*{tier}*: {}", names.join(", ")))
    });
    let told: Vec<String> = told.collect();
    let _ = write!(out, "{}{END}{after}", told.join("; "));
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<File> {
        let row = |tier: &str| format!("name: \"A\",\n tier: {tier},\n extensions: &[\"a\", \"b\"],");
        vec![
            File::new("crates/indexer-parse/src/languages/a/mod.rs", &row("Tier::Linked")),
            File::new("crates/indexer-parse/src/languages/b/mod.rs", &row("Tier::Structured")),
            File::new(
                FORMATS,
                "[\n    Format {\n id: \"c\",\n name: \"C\",\n extensions: &[\"c\"],\n file_names: &[\"D\"],\n outline: \"keys\",\n },",
            ),
            File::new(README, &format!("x {BEGIN}old{END} y")),
        ]
    }

    #[test]
    fn a_language_stands_under_its_tier() {
        let files = files();
        assert!(table(&files).contains("| A | structured | definitions, scopes"), "{}", table(&files));
        assert!(table(&files).contains("`.a`, `.b`"));
        let readme = readme(&files).unwrap();
        assert!(table(&files).contains("| C | outlined | keys | `.c`, `D` |"), "{}", table(&files));
        assert!(
            readme.contains("*linked*: A; *structured*: A; *outlined*: C") && !readme.contains("old"),
            "{readme}"
        );
        assert!(readme.starts_with("x ") && readme.ends_with(" y"));
    }

    #[test]
    fn only_what_is_linked_must_say_what_it_has_not() {
        assert!(!claims_what_it_shows(&files(), "a"));
        assert!(claims_what_it_shows(&files(), "b"));
    }
}
