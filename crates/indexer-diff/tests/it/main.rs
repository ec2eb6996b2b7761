//! What is said of small changes, symbol by symbol.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use indexer_core::work::NEVER;
use indexer_diff::{Change, Diff, File, Reach, Source, breaking, compare};

mod classes;
mod compatible;
mod growth;
mod nobody;
mod pairs;
mod signatures;
mod ways_to_write;

/// The files of a state.
type State<'a> = [(&'a str, &'a str)];

fn read(state: &State<'_>) -> Vec<File> {
    let file = |(path, text): &(&str, &str)| {
        let extension = path.rsplit('.').next().unwrap().to_lowercase();
        let is_of = |one: &indexer_parse::Language| {
            one.extensions.contains(&extension.as_str()) || one.file_names.contains(path)
        };
        let language = indexer_parse::LANGUAGES.iter().find(|one| is_of(one)).unwrap();
        let facts = indexer_parse::parse(language, text.as_bytes(), indexer_parse::Limits::default());
        File::read(Source {
            path,
            facts: facts.into(),
            text: (*text).into(),
            is_indented: language.is_indented,
            is_surface: !path.contains("test"),
            names_arguments: language.is_indented,
            types_are_optional: language.rules.types_are_optional,
            bare_types: language.rules.bare_types,
            same_types: language.rules.same_types,
            whole_unless: language.rules.surface.whole_unless,
            gives_missing: language.rules.delegation.map(|one| one.method),
            is_symbol: &|_| true,
            reach: &|_| Reach::Unknown,
            aliases: Default::default(),
            meanings: Default::default(),
        })
    };
    state.iter().map(file).collect()
}

fn shown(change: &Change<'_>) -> String {
    let end =
        |end: Option<(&str, &indexer_diff::Entity)>| end.map(|(path, one)| format!("{path}#{}", one.chain()));
    let ends: Vec<String> = [end(change.old), end(change.new)].into_iter().flatten().collect();
    let ends = if ends.len() == 2 && ends[0] == ends[1] { ends[0].clone() } else { ends.join(" > ") };
    let words: Vec<&str> = change.happened.iter().map(|one| one.as_str()).collect();
    let mut line = format!("{} {ends}", words.join("+"));
    for aspect in &change.aspects {
        let of = |text: &Option<String>| text.clone().unwrap_or_default();
        line += &format!(
            " [{} {}: {} > {}]",
            aspect.facet.as_str(),
            of(&aspect.name),
            of(&aspect.from),
            of(&aspect.to)
        );
    }
    let ways: Vec<&str> = breaking(change).into_iter().map(|one| one.as_str()).collect();
    if !ways.is_empty() {
        line += &format!(" breaks {}", ways.join(","));
    }
    line
}

fn lines(diff: &Diff<'_>) -> Vec<String> {
    diff.changes.iter().map(shown).collect()
}

/// Compares two states with what is expected, a line a change.
fn check(before: &State<'_>, after: &State<'_>, expected: &[&str]) {
    let (base, head) = (read(before), read(after));
    assert_eq!(lines(&compare(&base, &head, &NEVER)), expected, "{before:?}\n{after:?}");
    assert_eq!(lines(&compare(&head, &head, &NEVER)), [""; 0], "nothing changes into itself");
}

/// The same of one file.
fn check_file(path: &str, before: &str, after: &str, expected: &[&str]) {
    check(&[(path, before)], &[(path, after)], expected);
}
