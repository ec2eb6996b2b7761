//! Any bytes as a file of each language, or as a manifest: facts that add up, the same ones each time,
//! and no panic.
//!
//! The first line is the id of a language or of a format with an outline, or the name of a manifest; else the first byte chooses a
//! language for the rest.
#![no_main]

use indexer_core::{FileFacts, ProblemKind};
use indexer_parse::outlines::{Format, MOST_ENTRIES, MOST_LINKS};
use indexer_parse::{LANGUAGES, Language, Limits, identifiers, is_manifest, parse, read_manifest};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

fuzz_target!(|bytes: &[u8]| {
    let line = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (name, rest) = bytes.split_at(line);
    match std::str::from_utf8(name).ok().map(|name| (name, indexer_parse::by_id(name))) {
        Some((_, Some(language))) => code(language, &rest[1..]),
        Some((name, None)) if is_manifest(name) => manifest(name, &rest[1..]),
        Some((name, None)) if Format::by_id(name).is_some() => outline(name, &rest[1..]),
        _ => {
            let Some((first, text)) = bytes.split_first() else { return };
            code(LANGUAGES[usize::from(*first) % LANGUAGES.len()], text);
        }
    }
});

fn code(language: &'static Language, bytes: &[u8]) {
    let facts = parse(language, bytes, Limits::default());
    assert!(facts.tally.balances(), "{:?}", facts.tally);
    assert!(facts.definitions.is_sorted_by_key(|one| one.name_span), "definitions are in order");
    let text = String::from_utf8_lossy(bytes);
    let length = text.len() as u32;
    for one in &facts.definitions {
        let _ = facts.name(one.name);
        assert!(one.name_span.start <= one.name_span.end && one.name_span.end <= length, "{one:?}");
        assert!(one.span.start <= one.span.end && one.span.end <= length, "{one:?}");
    }
    let refused = |problem: ProblemKind| matches!(problem, ProblemKind::Binary | ProblemKind::TooLarge);
    if facts.problems.iter().any(|problem| refused(problem.kind)) {
        assert!(facts.definitions.is_empty());
    } else if let Some(counted) = identifiers(language, &text) {
        assert_eq!(facts.tally.identifiers, counted, "identifiers of the text");
    }
    let again = parse(language, bytes, Limits::default());
    assert!(same(&facts, &again), "the same bytes give the same facts");
}

fn outline(id: &str, bytes: &[u8]) {
    let Some(format) = Format::by_id(id) else { return };
    let facts = format.outline(bytes);
    let length = String::from_utf8_lossy(bytes).len() as u32;
    assert!(facts.definitions.is_sorted_by_key(|one| one.name_span), "entries are in order");
    for one in &facts.definitions {
        assert!(one.name_span.start <= one.name_span.end && one.name_span.end <= length, "{one:?}");
        assert!(one.span.start <= one.span.end && one.span.end <= length, "{one:?}");
    }
    assert!(facts.definitions.len() <= MOST_ENTRIES && facts.imports.len() <= MOST_LINKS);
    assert!(same(&facts, &format.outline(bytes)), "the same bytes give the same facts");
}

fn same(one: &FileFacts, other: &FileFacts) -> bool {
    let encode = |facts| bincode::encode_to_vec(facts, bincode::config::standard()).ok();
    encode(one) == encode(other)
}

fn manifest(name: &str, bytes: &[u8]) {
    let facts = read_manifest(name, bytes);
    assert_eq!(facts, read_manifest(name, bytes), "the same bytes give the same facts");
    // As two packages of one workspace, one inside the other.
    let all = ["", "a/"].map(|folder| (format!("{folder}{name}"), facts.clone()));
    let members = indexer_parse::members(&BTreeMap::from(all));
    assert!(members.is_sorted_by(|a, b| a.path <= b.path), "members are in order");
}
