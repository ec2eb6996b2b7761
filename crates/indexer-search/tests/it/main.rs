//! Words of files as the parser sees them.

use indexer_core::{FileFacts, FileWords, SymbolKind};
use indexer_parse::{Limits, language_of, parse};
use indexer_search::TermIndexer;
use indexer_search::chunks::decode;
use indexer_search::embed::Table;
use indexer_search::paths::is_aside;
use indexer_search::terms::{Posting, postings, weight};
use indexer_search::words::{Term, stem, whole};

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

/// The words of code, without meanings.
fn words(path: &str, text: &str) -> FileWords {
    let table = [b"SEMB1\0\0\0".as_slice(), &0_u32.to_le_bytes(), &256_u32.to_le_bytes()].concat();
    let table = Table::read(&table).expect("an empty table");
    TermIndexer::new(&table).code(&facts(path, text), text)
}

fn found(words: &FileWords, term: Term) -> Vec<Posting> {
    postings(words.find(term.0)).collect()
}

fn named(words: &FileWords, name: &str) -> usize {
    found(words, Term::written(name)).first().expect("a chunk of that name").chunk as usize
}

/// The chunks that hold a word, heaviest first.
fn holders(words: &FileWords, word: &str) -> Vec<usize> {
    let mut found = found(words, Term::of(stem(word)));
    found.sort_by(|a, b| weight(b.weight).total_cmp(&weight(a.weight)));
    found.iter().map(|posting| posting.chunk as usize).collect()
}

#[test]
fn a_symbol_is_a_chunk_and_what_is_inside_it_counts_there_alone() {
    let words = words("src/pool.rs", TEXT);
    let chunks = decode(&words.table);
    let (pool, checkout, wait) =
        (named(&words, "ConnectionPool"), named(&words, "checkout"), named(&words, "wait_for_permit"));
    assert_eq!((chunks.len(), words.chunks), (4, 4), "the file, the type and two methods");
    assert_eq!(chunks[pool].kind, SymbolKind::Struct);
    assert_eq!((chunks[checkout].first, chunks[checkout].last), (13, 17));
    assert_eq!(holders(&words, "idle"), [pool], "a field belongs to its type");
    assert!(holders(&words, "duration").contains(&0), "an import belongs to the file");
    assert_eq!(holders(&words, "permit"), [wait, checkout], "a name counts more than a use");
    assert_eq!(found(&words, whole("waitForPermit")).len(), 2);
    assert_eq!(holders(&words, "connections")[0], pool, "name and documentation");
    assert_eq!(found(&words, Term::handed_on("Socket")).len(), 1);
    assert!(found(&words, Term::handed_on("Duration")).is_empty(), "what is used there is not handed on");
}

#[test]
fn any_file_has_words() {
    for text in ["", "\u{feff}", "fn", "fn é() { \"", "impl X { fn a() {} fn a() {} }\n}}}", "// ------\n"] {
        let words = words("a.rs", text);
        let chunks = decode(&words.table);
        assert!(chunks[0].first == 1 && chunks.iter().all(|chunk| chunk.first <= chunk.last), "{text:?}");
        assert!(words.terms.is_sorted_by(|a, b| a < b));
    }
    assert!(decode(&[255; 9]).is_empty(), "a table that is damaged has no chunks");
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
