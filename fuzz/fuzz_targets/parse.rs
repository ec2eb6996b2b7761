//! Any bytes as a file of each language: facts that add up, and no panic.
//!
//! The first byte chooses the language.
#![no_main]

use indexer_core::ProblemKind;
use indexer_parse::{LANGUAGES, Limits, parse, read_manifest};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let language = LANGUAGES[usize::from(*first) % LANGUAGES.len()];
    let facts = parse(language, text, Limits::default());
    let tally = facts.tally;
    let sum = tally.definitions + tally.references + tally.locals + tally.neither + tally.left_out;
    assert_eq!(tally.identifiers, sum, "{tally:?}");
    for definition in &facts.definitions {
        let _ = facts.name(definition.name);
        // Bytes that are not UTF-8 grow when they are replaced.
        let length = String::from_utf8_lossy(text).len() as u32;
        assert!(definition.name_span.start <= definition.name_span.end && definition.span.end <= length);
    }
    assert_eq!(facts, parse(language, text, Limits::default()), "the same bytes give the same facts");
    if facts.problems.iter().any(|problem| problem.kind == ProblemKind::Binary) {
        assert!(facts.definitions.is_empty());
    }
    for name in ["Cargo.toml", "pyproject.toml", "package.json", "go.mod", "setup.cfg"] {
        if indexer_parse::is_manifest(name) {
            read_manifest(name, text);
        }
    }
});
