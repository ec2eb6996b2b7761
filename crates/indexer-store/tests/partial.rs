//! Segments that are here in part: what comes, when, and what becomes of it when it does not.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use indexer_core::key::hash_numbers;
use indexer_core::{ContentId, FileWords, Flags, Position, Span, SymbolKey, SymbolKind, Tally, Visibility};
use indexer_store::{
    Digest, FileRecord, Head, HeadSegment, Layout, LiveMask, PieceSource, SegmentSource, StoreError,
    SymbolRecord, View, ViewInfo, begin_segment, open_segment, opening_pieces, piece_count, piece_extent,
    publish_segment, write,
};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use tempfile::TempDir;

/// What the pieces of a source are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    Right,
    Changed,
    Short,
    All,
    Nothing,
}

/// A source that counts.
struct Counting {
    segment: Vec<u8>,
    given: Mutex<Given>,
    pieces: AtomicU32,
    requests: AtomicU32,
}

impl SegmentSource for Counting {
    fn pieces(self: Arc<Self>, table: &[u8]) -> Result<Arc<dyn PieceSource>, String> {
        assert_eq!(table, b"table");
        Ok(self)
    }
}

impl Counting {
    fn bytes(&self, pieces: Range<u32>) -> Vec<u8> {
        let length = self.segment.len() as u64;
        let (start, end) =
            (piece_extent(length, pieces.start).start, piece_extent(length, pieces.end - 1).end);
        self.segment[start as usize..end as usize].to_vec()
    }
}

impl PieceSource for Counting {
    fn fetch(&self, wanted: Range<u32>, _: bool) -> Result<(u32, Vec<u8>), String> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.pieces.fetch_add(wanted.len() as u32, Ordering::Relaxed);
        let bytes = self.bytes(wanted.clone());
        match *self.given.lock().unwrap() {
            Given::Right => Ok((wanted.start, bytes)),
            Given::Changed => Ok((wanted.start, bytes.iter().map(|byte| byte ^ 1).collect())),
            Given::Short => Ok((wanted.start, bytes[..1000].to_vec())),
            Given::All => Ok((0, self.segment.clone())),
            Given::Nothing => Err("nobody is there".to_owned()),
        }
    }
}

const FILES: u64 = 10_000;
const SYMBOLS: u64 = 8;

fn name(file: u64, symbol: u64) -> String {
    format!("symbol_{:08x}_{symbol}", hash_numbers([file]) as u32)
}

fn record(file: u64) -> FileRecord {
    let symbol = |n: u64| SymbolRecord {
        key: SymbolKey(hash_numbers([file, n])),
        name: name(file, n),
        qualified: format!("crate::file{file}::{}", name(file, n)),
        kind: SymbolKind::Function,
        visibility: Visibility::Public,
        flags: Flags::NONE,
        owner: None,
        name_span: Span::new(1000 * n as u32, 1000 * n as u32 + 10),
        span: Span::new(1000 * n as u32, 1000 * n as u32 + 900),
        at: Position { line: 40, column: 9 },
        start_line: 40,
        end_line: 60,
        signature: format!("fn {}(value: u{})", name(file, n), hash_numbers([n, file])),
        doc: Some(format!("What it does {}", hash_numbers([file, n, 7]))),
        metrics: None,
    };
    let path = format!("folder{}/file{file:06}.rs", file / 50);
    FileRecord {
        content: ContentId::of(path.as_bytes()),
        language: "rust".into(),
        module: format!("crate::file{file}"),
        doc: None,
        bytes: 9000,
        lines: 300,
        problems: Vec::new(),
        tally: Tally::default(),
        symbols: (0..SYMBOLS).map(symbol).collect(),
        references: Vec::new(),
        consulted: Vec::new(),
        extends: Vec::new(),
        packages: Vec::new(),
        words: FileWords::default().into(),
        path_vector: Vec::new(),
        path,
    }
}

struct Machine {
    folder: TempDir,
    source: Arc<Counting>,
    digest: Digest,
}

impl Machine {
    /// A machine where a segment was begun.
    fn new() -> Self {
        let mut records: Vec<FileRecord> = (0..FILES).map(record).collect();
        records.sort_by(|a, b| a.path.cmp(&b.path));
        let segment = write(&records);
        let digest = Digest::of(&segment);
        let source = Arc::new(Counting {
            segment,
            given: Mutex::new(Given::Right),
            pieces: AtomicU32::new(0),
            requests: AtomicU32::new(0),
        });
        let machine = Self { folder: tempfile::tempdir().unwrap(), source, digest };
        machine.begin(Given::Right).unwrap();
        machine
    }

    fn begin(&self, given: Given) -> Result<(), StoreError> {
        let length = self.source.segment.len() as u64;
        let parts = opening_pieces(length).map(|pieces| {
            let mut bytes = self.source.bytes(pieces.clone());
            if given == Given::Changed {
                let last = bytes.len() - 1;
                bytes[last] ^= 1;
            }
            (pieces.start, bytes)
        });
        begin_segment(&self.layout(), self.digest, length, b"table", &parts)
    }

    fn layout(&self) -> Layout {
        self.alone().with_source(Some(self.source.clone()))
    }

    /// Where nobody has what is absent.
    fn alone(&self) -> Layout {
        Layout::new(self.folder.path(), "repository", "worktree")
    }

    fn view(&self, layout: &Layout) -> View {
        let segments = vec![HeadSegment { digest: self.digest, live: LiveMask::all() }];
        Head { info: ViewInfo::default(), segments }.open(layout).unwrap()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.layout().segments()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn give(&self, given: Given) {
        *self.source.given.lock().unwrap() = given;
    }

    fn counts(&self) -> (u32, u32) {
        (self.source.requests.load(Ordering::Relaxed), self.source.pieces.load(Ordering::Relaxed))
    }
}

/// The lines of symbols of a name: one where it is found.
fn found(view: &View, file: u64) -> Vec<String> {
    let symbols = view.symbols_named(&name(file, 3), true);
    symbols.into_iter().map(|symbol| view.sym(symbol).signature().to_owned()).collect()
}

fn signature(file: u64) -> Vec<String> {
    vec![record(file).symbols[3].signature.clone()]
}

#[test]
fn a_question_brings_what_it_touches_and_no_more() {
    let machine = Machine::new();
    let all = piece_count(machine.source.segment.len() as u64);
    assert!(all > 100, "{all} pieces");
    let view = machine.view(&machine.layout());
    assert_eq!(found(&view, 77), signature(77));
    let (requests, pieces) = machine.counts();
    assert!(requests <= pieces && pieces <= all * 2 / 3, "{pieces} of {all} pieces in {requests} requests");
    assert_eq!(found(&view, 77), signature(77));
    assert_eq!(machine.counts(), (requests, pieces), "what came stays");
    // Another process has it too.
    let other = machine.view(&machine.layout());
    assert_eq!(found(&other, 77), signature(77));
    assert_eq!(machine.counts(), (requests, pieces));
    assert!(!view.damaged() && !other.damaged());
}

#[test]
fn what_is_read_as_a_whole_comes_in_few_requests_and_becomes_a_whole_segment() {
    let machine = Machine::new();
    let view = machine.view(&machine.layout());
    assert!(view.verify());
    let (requests, _) = machine.counts();
    assert!(requests <= 3, "{requests}");
    let name = machine.digest.to_string();
    assert_eq!(machine.files(), [name]);
    assert_eq!(fs::read(machine.layout().segment(machine.digest)).unwrap(), machine.source.segment);
    let again = open_segment(&machine.alone(), machine.digest).unwrap();
    assert!(!again.is_partial() && again.verify());
}

#[test]
fn files_in_their_order_come_in_growing_requests() {
    let machine = Machine::new();
    let view = machine.view(&machine.layout());
    assert_eq!(view.records().count() as u64, FILES);
    let (requests, pieces) = machine.counts();
    let all = piece_count(machine.source.segment.len() as u64);
    assert!(pieces <= all, "{pieces} of {all}: none comes twice");
    assert!(requests < all / 4, "{requests} requests for {all} pieces");
}

#[test]
fn somebody_brings_the_rest_while_nobody_waits() {
    let machine = Machine::new();
    let segment = open_segment(&machine.layout(), machine.digest).unwrap();
    let mut steps = 0;
    while segment.bring_some(1 << 18) {
        steps += 1;
    }
    assert!(steps > 3, "{steps}");
    assert_eq!(machine.files(), [machine.digest.to_string()]);
    // One failure ends it, and no question is worse off.
    let machine = Machine::new();
    let view = machine.view(&machine.layout());
    machine.give(Given::Nothing);
    assert!(!view.segments()[0].segment.bring_some(1 << 18));
    machine.give(Given::Right);
    assert_eq!(found(&view, 5), signature(5));
    assert!(!view.damaged());
}

#[test]
fn what_does_not_come_as_it_should_is_damage_and_no_answer() {
    for given in [Given::Changed, Given::Short, Given::Nothing] {
        let machine = Machine::new();
        machine.give(given);
        let view = machine.view(&machine.layout());
        let _ = found(&view, 77);
        assert!(view.damaged());
        let failure = view.segments()[0].segment.failure().map(str::to_owned);
        assert_eq!(failure.is_none(), given == Given::Changed, "{failure:?}");
        assert!(!view.verify());
        let (requests, _) = machine.counts();
        assert!(requests < 80, "{requests}: nobody asks for ever");
        // What is right later is found by who opens it then.
        machine.give(Given::Right);
        let again = machine.view(&machine.layout());
        assert_eq!(found(&again, 77), signature(77));
        assert!(!again.damaged());
    }
}

#[test]
fn more_than_was_asked_for_is_taken_too() {
    let machine = Machine::new();
    machine.give(Given::All);
    let view = machine.view(&machine.layout());
    assert_eq!(found(&view, 77), signature(77));
    assert_eq!(machine.counts().0, 1);
    assert!(view.verify());
    assert_eq!(machine.counts().0, 1);
}

#[test]
fn without_a_source_what_is_here_answers_and_what_is_absent_is_damage() {
    let machine = Machine::new();
    let _ = found(&machine.view(&machine.layout()), 77);
    let alone = machine.view(&machine.alone());
    assert_eq!(found(&alone, 77), signature(77));
    assert!(!alone.damaged());
    assert!(!alone.verify() && alone.damaged());
    let reason = alone.segments()[0].segment.failure().unwrap().to_owned();
    assert!(reason.contains("no shared store"), "{reason}");
}

/// Changes bytes of a file, as a writer that died would leave them.
fn harm(path: &Path, at: u64) {
    let mut bytes = fs::read(path).unwrap();
    for byte in &mut bytes[at as usize..at as usize + 100] {
        *byte ^= 0x55;
    }
    fs::write(path, bytes).unwrap();
}

#[test]
fn what_a_dead_writer_left_comes_again() {
    let machine = Machine::new();
    let layout = machine.layout();
    let _ = found(&machine.view(&layout), 77);
    let (before, _) = machine.counts();
    let partial = layout.segments().join(format!("{}.part", machine.digest));
    let length = machine.source.segment.len() as u64;
    for piece in 0..piece_count(length) - 1 {
        harm(&partial, piece_extent(length, piece).end - 200);
    }
    let view = machine.view(&layout);
    assert_eq!(found(&view, 77), signature(77));
    assert!(!view.damaged() && machine.counts().0 > before);
}

#[test]
fn a_file_whose_opening_is_wrong_is_none() {
    let machine = Machine::new();
    let layout = machine.layout();
    let partial = layout.segments().join(format!("{}.part", machine.digest));
    harm(&partial, machine.source.segment.len() as u64 - 100);
    assert!(open_segment(&layout, machine.digest).unwrap_err().is_damage());
    // As a server gave it.
    indexer_store::remove_segment(&layout, machine.digest).unwrap();
    assert!(machine.begin(Given::Changed).is_err());
    assert!(machine.files().is_empty());
    // The table of its pieces.
    machine.begin(Given::Right).unwrap();
    let table = partial.with_extension("pieces");
    fs::write(&table, b"not what it was").unwrap();
    let view = machine.view(&layout);
    let _ = found(&view, 77);
    assert!(view.damaged());
    assert!(view.segments()[0].segment.failure().unwrap().contains("damaged"));
}

#[test]
fn a_whole_segment_takes_the_place_of_one_in_part() {
    let machine = Machine::new();
    let layout = machine.layout();
    let view = machine.view(&layout);
    assert_eq!(publish_segment(&layout, &machine.source.segment).unwrap(), machine.digest);
    assert_eq!(machine.files(), [machine.digest.to_string()]);
    // Who has the other one open goes on.
    assert_eq!(found(&view, 9), signature(9));
    assert!(view.verify());
    assert_eq!(machine.files(), [machine.digest.to_string()]);
    machine.begin(Given::Right).unwrap();
    assert_eq!(machine.files(), [machine.digest.to_string()], "nothing is begun that is here");
}

#[test]
fn threads_and_processes_that_miss_the_same_share_it() {
    let machine = Machine::new();
    let views = [machine.view(&machine.layout()), machine.view(&machine.layout())];
    thread::scope(|scope| {
        for start in 0..8 {
            let view = &views[start as usize % 2];
            scope.spawn(move || {
                for file in (start * 7..FILES).step_by(97) {
                    assert_eq!(found(view, file), signature(file));
                }
            });
        }
    });
    assert!(views.iter().all(|view| !view.damaged() && view.verify()));
    let all = piece_count(machine.source.segment.len() as u64);
    // Two that share a file and no memory may both bring the same.
    assert!(machine.counts().1 <= 2 * all, "{:?} of {all}", machine.counts());
}
