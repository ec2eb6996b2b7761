//! Bytes to facts: the only crate that names a language.
//!
//! [`LANGUAGES`] is the table; each entry is a folder below `languages/` with a node-role table,
//! hooks, link rules, stubs and fixtures. [`parse`] drives one shared cursor walk over the tree.

pub mod build;
pub mod deferred;
pub mod frameworks;
mod generated;
mod grammars;
pub mod language;
pub mod languages;
pub mod manifests;
pub mod masked;
pub mod memory;
pub mod operators;
mod order;
pub mod outlines;
mod parse;
mod reader;
pub mod shapes;
pub mod table;
pub mod text;
mod text_languages;
mod token_reader;
mod tokens;
mod tree;
mod verbatim;
pub mod walk;
mod without_bodies;

pub use grammars::GRAMMARS;
pub use language::{Cut, Grammar, Language, Reader, Stub, Tier};
pub use languages::{
    CALLS_OF_LISTS, Conditionals, Configuration, LANGUAGES, STEPS_OF_LISTS, STEPS_OF_LISTS_EACH, read_as,
    searched,
};
pub use manifests::compilations::{
    MOST_BYTES as MOST_COMPILATION_BYTES, MOST_OF_EACH as MOST_OF_EACH_COMPILATION,
    MOST_TIMES as MOST_TIMES_A_MANIFEST,
};
pub use manifests::members::{Member, member_of, member_that_builds, members};
pub use manifests::{
    LARGEST_COMMANDS, LARGEST_MANIFEST, is_code_too, is_manifest, is_too_large_manifest, manifest_names,
    read_manifest,
};
pub use parse::{Limits, identifiers, parse, parse_tree, parse_unless, read_tree, refused};
pub use text_languages::text_language;
pub use without_bodies::without_bodies;

/// Hash of the sources of this crate, the versions of grammars among them: facts that others made are not used.
pub const SOURCE_DIGEST: &str = env!("SOURCE_DIGEST");

/// The language with this id.
pub fn by_id(id: &str) -> Option<&'static Language> {
    LANGUAGES.iter().copied().find(|language| language.id == id)
}

/// The name for people of a language by its id.
pub fn language_name(id: &str) -> Option<&'static str> {
    by_id(id).map(|language| language.name)
}

/// The names for people of all languages that are read, sorted.
pub fn language_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
    names.sort_unstable();
    names
}

/// The name for people of a language by its id, and the word for how much of it is followed, where that is less than
/// types and members ([`Tier::Linked`]).
pub fn followed_in_part(id: &str) -> Option<(&'static str, &'static str)> {
    if let Some(format) = outlines::Format::by_id(id) {
        return Some((format.name, Tier::Outlined.as_str()));
    }
    let language = by_id(id)?;
    (language.tier < Tier::Linked).then(|| (language.name, language.tier.as_str()))
}

/// True where the name of a file leaves open of which language it is (`.h`), and its content tells.
pub fn is_told_by_content(path: &str) -> bool {
    languages::is_told_by_content(path)
}

/// True where files of a language, named by its id, may have conditions of a preprocessor.
pub fn has_conditions(language: &str) -> bool {
    languages::has_conditions(language)
}

/// What of the file at `path` stands under conditions of a preprocessor. O(bytes).
pub fn conditionals(path: &str, text: &str) -> Conditionals {
    language_of(path, text.as_bytes()).map(|found| languages::conditionals(found, text)).unwrap_or_default()
}

/// The language of the file at `path` by its name or extension, else by the `#!` line that
/// `head` (the file, or its first bytes) begins with, or what that tells editors (`-*- C++ -*-`). Where an extension belongs to two languages
/// (`.h`), what `head` shows decides.
pub fn language_of(path: &str, head: &[u8]) -> Option<&'static Language> {
    let name = indexer_core::path::file_name(path);
    let extension = indexer_core::path::extension(path).to_ascii_lowercase();
    let by_name = |l: &&&Language| l.file_names.contains(&name) || l.extensions.contains(&extension.as_str());
    if let Some(found) = LANGUAGES.iter().find(by_name) {
        return languages::by_content(found, path, head);
    }
    if let Some(found) = languages::included(&extension, head) {
        return Some(found);
    }
    if !extension.is_empty() {
        return None;
    }
    if !head.starts_with(b"#!") {
        return languages::by_mode_line(head);
    }
    let line = head.split(|b| *b == b'\n').next().unwrap_or(&[]);
    let line = String::from_utf8_lossy(line);
    let program = line.split_whitespace().map(indexer_core::path::file_name);
    let program = program.map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'));
    let words: Vec<&str> = program.collect();
    LANGUAGES.iter().copied().find(|l| l.interpreters.iter().any(|i| words.contains(i)))
}
