//! Terms and vectors of files, by a term indexer for each thread.

use indexer_core::{FileFacts, FileWords, Problem, ProblemKind};
use indexer_search::TermIndexer;
use std::borrow::Cow;
use std::cell::RefCell;

thread_local! {
    static TERM_INDEXER: RefCell<TermIndexer<'static>> = RefCell::new(TermIndexer::new(indexer_embedding::table()));
}

/// The words of a file of code whose bytes, with secrets hidden, gave these facts.
pub(crate) fn of_code(facts: &FileFacts, bytes: &[u8]) -> FileWords {
    // A file that is not parsed has no words either.
    let refused = |problem: &Problem| matches!(problem.kind, ProblemKind::TooLarge | ProblemKind::Binary);
    if facts.problems.iter().any(refused) {
        return FileWords::default();
    }
    let text = text_of(bytes);
    fitted(TERM_INDEXER.with_borrow_mut(|term_indexer| term_indexer.code(facts, &text)))
}

/// The words of a text of no language, its secrets hidden.
pub(crate) fn of_text(bytes: &[u8]) -> FileWords {
    fitted(TERM_INDEXER.with_borrow_mut(|term_indexer| term_indexer.text(&text_of(bytes))))
}

/// What `String::from_utf8_lossy` gives; that looks at each byte by itself, and nearly all files are UTF-8.
pub(crate) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Forgets what this thread keeps from file to file, which a panic may have left half done.
pub(crate) fn begin_anew() {
    TERM_INDEXER.set(TermIndexer::new(indexer_embedding::table()));
}

/// The words in as much memory as they need: those of all files wait for the segment.
fn fitted(mut words: FileWords) -> FileWords {
    for bytes in [&mut words.table, &mut words.postings, &mut words.signs, &mut words.levels] {
        bytes.shrink_to_fit();
    }
    for numbers in [&mut words.terms, &mut words.ends, &mut words.embedded] {
        numbers.shrink_to_fit();
    }
    words
}

/// The vector of a path, encoded; empty where no word of it has one.
pub(crate) fn path_vector(path: &str) -> Vec<u8> {
    let vector = TERM_INDEXER.with_borrow_mut(|term_indexer| term_indexer.path_vector(path));
    vector.map_or_else(Vec::new, |vector| indexer_search::packed::packed(&vector).to_vec())
}
