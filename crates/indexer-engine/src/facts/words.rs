//! Words and meanings of files, with what a thread remembers from file to file.

use indexer_core::{FileFacts, FileWords, Problem, ProblemKind};
use indexer_search::Scribe;
use std::cell::RefCell;

thread_local! {
    static SCRIBE: RefCell<Scribe<'static>> = RefCell::new(Scribe::new(indexer_embedding::table()));
}

/// The words of a file of code whose bytes, with secrets hidden, gave these facts.
pub(crate) fn of_code(facts: &FileFacts, bytes: &[u8]) -> FileWords {
    // What is not parsed is not read for words either.
    let refused = |problem: &Problem| matches!(problem.kind, ProblemKind::TooLarge | ProblemKind::Binary);
    if facts.problems.iter().any(refused) {
        return FileWords::default();
    }
    let text = String::from_utf8_lossy(bytes);
    SCRIBE.with_borrow_mut(|scribe| scribe.code(facts, &text))
}

/// The words of a text of no language, its secrets hidden.
pub(crate) fn of_text(bytes: &[u8]) -> FileWords {
    SCRIBE.with_borrow_mut(|scribe| scribe.text(&String::from_utf8_lossy(bytes)))
}

/// What a path means: the bytes of a vector, or none.
pub(crate) fn place(path: &str) -> Vec<u8> {
    let vector = SCRIBE.with_borrow_mut(|scribe| scribe.place(path));
    vector.map_or_else(Vec::new, |vector| indexer_search::embed::bytes(&vector).to_vec())
}
