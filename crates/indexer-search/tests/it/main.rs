//! Term lists and vectors of real files.

use indexer_core::{FileFacts, SymbolKind};
use indexer_parse::{Limits, language_of, parse};
use indexer_search::terms::{of_code, weight};
use indexer_search::words::{Term, stem, whole};
use indexer_search::{TermList, rank::is_aside};

const TEXT: &str = r#"//! Connections that are kept.

use std::time::Duration;
pub use other::Socket;

/// A pool of open connections.
pub struct ConnectionPool {
    /// How long one may be idle.
    idle: Duration,
}

impl ConnectionPool {
    /// Takes a connection, or waits for one.
    pub fn checkout(&self) -> u32 {
        let waited = self.wait_for_permit();
        waited + 1
    }

    fn wait_for_permit(&self) -> u32 {
        7
    }
}
"#;

fn facts(path: &str, text: &str) -> FileFacts {
    parse(language_of(path, text.as_bytes()).expect("a language"), text.as_bytes(), Limits::default())
}

fn named(list: &TermList, name: &str) -> usize {
    list.chunks.iter().position(|chunk| chunk.written == Some(Term::of(name))).expect("a chunk of that name")
}

/// The chunks that hold a word, heaviest first.
fn holders(list: &TermList, word: &str) -> Vec<usize> {
    let mut found: Vec<_> = list.postings(Term::of(stem(word))).to_vec();
    found.sort_by(|a, b| weight(b.weight).total_cmp(&weight(a.weight)));
    found.iter().map(|posting| posting.chunk as usize).collect()
}

#[test]
fn a_symbol_is_a_chunk_and_what_is_inside_it_counts_there_alone() {
    let facts = facts("src/pool.rs", TEXT);
    let list = of_code(&facts, TEXT);
    let (pool, checkout, wait) =
        (named(&list, "ConnectionPool"), named(&list, "checkout"), named(&list, "wait_for_permit"));
    assert_eq!(list.chunks.len(), 4, "the file, the type and two methods");
    assert_eq!(list.chunks[pool].kind, SymbolKind::Struct);
    assert_eq!((list.chunks[checkout].first, list.chunks[checkout].last), (13, 17));
    assert_eq!(holders(&list, "idle"), [pool], "a field belongs to its type");
    assert!(holders(&list, "duration").contains(&0), "an import belongs to the file");
    assert_eq!(holders(&list, "permit"), [wait, checkout], "a name counts more than a use");
    assert_eq!(list.postings(whole("waitForPermit")).len(), 2);
    assert_eq!(holders(&list, "connections")[0], pool, "name and documentation");
    assert_eq!(list.chunks[0].handed_on, [Term::of("Socket")]);
}

#[test]
fn a_term_list_is_a_function_of_content_and_survives_storage() {
    let facts = facts("src/pool.rs", TEXT);
    let list = of_code(&facts, TEXT);
    assert_eq!(list, of_code(&facts, TEXT));
    assert!(list.terms.is_sorted());
    let stored = bincode::encode_to_vec(&list, bincode::config::standard()).unwrap();
    let (read, _): (TermList, usize) =
        bincode::decode_from_slice(&stored, bincode::config::standard()).unwrap();
    assert_eq!(read, list);
}

#[test]
fn any_file_has_a_term_list() {
    for text in ["", "\u{feff}", "fn", "fn é() { \"", "impl X { fn a() {} fn a() {} }\n}}}", "// ------\n"] {
        let list = of_code(&facts("a.rs", text), text);
        assert!(
            list.chunks[0].first == 1 && list.chunks.iter().all(|chunk| chunk.first <= chunk.last),
            "{text:?}"
        );
    }
}

#[test]
fn files_beside_the_code_are_known_by_their_path() {
    for path in ["tests/a.rs", "pkg/a_test.go", "src/a.spec.ts", "x/test_a.py", "src/test/java/ATest.java"] {
        assert!(is_aside(path), "{path}");
    }
    for path in ["src/a.rs", "src/latest.rs", "contest/a.py", "testing.go"] {
        assert!(!is_aside(path), "{path}");
    }
}
