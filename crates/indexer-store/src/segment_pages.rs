//! Opening and asking cost the same however large the index is, counted in 4 KiB pages. Checking a
//! block's sum reads the whole block, so its pages count too.

use crate::record::{FileRecord, SymbolRecord};
use crate::view::{View, ViewInfo, ViewSegment};
use crate::{ReferenceRecord, Segment, write};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{
    ContentId, DependencyKey, FileWords, Flags, Position, Resolution, Role, Rule, Span, SymbolKey,
    SymbolKind, Tally, Target, Visibility,
};

const SYMBOLS: u64 = 20;

fn key(file: u64, symbol: u64) -> SymbolKey {
    SymbolKey(hash_numbers([file, symbol]))
}

fn file(number: u64) -> FileRecord {
    let path = format!("folder{}/file{number:06}.rs", number / 50);
    let place = Position { line: 40, column: 9 };
    let symbol = |n: u64| SymbolRecord {
        key: key(number, n),
        name: format!("symbol_{number}_{n}"),
        qualified: format!("crate::file{number}::symbol_{number}_{n}"),
        kind: SymbolKind::Function,
        visibility: Visibility::Public,
        flags: Flags::NONE,
        owner: None,
        name_span: Span::new(1000 * n as u32, 1000 * n as u32 + 10),
        span: Span::new(1000 * n as u32, 1000 * n as u32 + 900),
        at: place,
        start_line: 40,
        end_line: 60,
        signature: format!("fn symbol_{number}_{n}(value: usize) -> usize"),
        doc: Some("What it does, in a line of words.".into()),
        metrics: None,
    };
    let reference = |n: u64| ReferenceRecord {
        name: format!("symbol_{number}_{}", n % SYMBOLS).into(),
        span: Span::new(30 * n as u32, 30 * n as u32 + 8),
        at: place,
        role: Role::Call,
        enclosing: Some(0),
        arguments: Some(2),
        resolution: Resolution::Resolved,
        rule: Rule::Path,
        targets: vec![Target::Symbol(key(number, n % SYMBOLS))],
        candidates: 0,
    };
    FileRecord {
        content: ContentId::of(path.as_bytes()),
        language: "rust".into(),
        module: format!("crate::file{number}"),
        doc: None,
        bytes: 9000,
        lines: 300,
        problems: Vec::new(),
        tally: Tally::default(),
        symbols: (0..SYMBOLS).map(symbol).collect(),
        references: (0..SYMBOLS).map(reference).collect(),
        consulted: (0..10).map(|n| DependencyKey(hash_numbers([7, number, n]))).collect(),
        extends: vec![hash_text("Base")],
        packages: Vec::new(),
        words: words(number).into(),
        path_vector: vec![7; 128],
        path,
    }
}

/// Words of which one is of this file alone.
fn words(number: u64) -> FileWords {
    let mut terms: Vec<u32> = (0..100).map(|n| hash_numbers([n, number / 50]) as u32).collect();
    terms.push(word(number));
    terms.sort_unstable();
    terms.dedup();
    let ends = (1..=terms.len() as u32).map(|n| n * 2).collect();
    let postings = vec![1; terms.len() * 2];
    FileWords { chunks: 20, table: vec![1; 300], terms, ends, postings, ..FileWords::default() }
}

fn word(number: u64) -> u32 {
    hash_numbers([9, number]) as u32
}

/// Questions that are asked of each kind: whether what one reads lies across two blocks is chance.
const ASKED: u64 = 16;

/// Pages touched by opening and `ask`, which is told the number of a file, over all that are asked.
fn pages(bytes: &[u8], files: u64, ask: fn(&View, u64) -> usize) -> usize {
    let touched = |number: u64| {
        let segment = Segment::open(bytes.to_vec(), None).unwrap();
        let view = View::new(ViewInfo::default(), vec![ViewSegment::all(segment)]);
        assert_eq!(ask(&view, number), 1);
        assert!(!view.damaged());
        view.segments()[0].segment.columns.pages.lock().unwrap().len()
    };
    (0..ASKED).map(|at| touched(files * (2 * at + 1) / (2 * ASKED))).sum()
}

#[test]
fn an_index_ten_times_larger_is_opened_and_asked_at_the_same_cost() {
    let build = |files: u64| {
        let mut records: Vec<FileRecord> = (0..files).map(file).collect();
        records.sort_by(|a, b| a.path.cmp(&b.path));
        write(&records)
    };
    const FILES: u64 = 1500;
    let (small, large) = (build(FILES), build(FILES * 10));
    assert!(large.len() > 9 * small.len());
    type Ask = (&'static str, fn(&View, u64) -> usize);
    let questions: [Ask; 6] = [
        ("nothing", |_, _| 1),
        ("symbol by key", |view, n| usize::from(view.symbol(key(n, 3)).is_some())),
        ("symbol by name", |view, n| view.symbols_named(&format!("symbol_{n}_3"), true).len()),
        ("file by path", |view, n| usize::from(view.file(&file(n).path).is_some())),
        ("references", |view, n| view.references_to(key(n, 3)).len()),
        ("files of a word", |view, n| view.segments()[0].segment.word_runs(word(n)).count()),
    ];
    for (name, ask) in questions {
        let (few, many) = (pages(&small, FILES, ask), pages(&large, FILES * 10, ask));
        println!("{name}: {few} pages of {}, {many} of {}", small.len() / 4096, large.len() / 4096);
        // A search among ten times as many takes a few steps more, each perhaps into another block of four pages.
        assert!(many * 4 <= few * 7, "{name}: {few} pages, and {many} where the index is ten times larger");
    }
}
