//! Any bytes as a file of the cache: an answer or *damaged*, and no panic.
//!
//! Checksums would keep a fuzzer out, so what is behind them is also tried with right ones. The
//! first byte says which file it is, and whether its checksums are made right.
#![no_main]

use indexer_core::ContentId;
use indexer_engine::publish::fingerprints::Fingerprints;
use indexer_store::{FactsKey, Head, PackSet, Segment, View, ViewInfo, ViewSegment};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64, xxh3_128};

/// As in `crates/indexer-store/src/format.rs`.
const BLOCK: usize = 16 << 10;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    match first {
        b's' => segment(rest.to_vec()),
        b'S' => segment(sealed_segment(rest.to_vec())),
        b'h' => head(rest),
        b'H' => head(&behind(&Head::default().to_bytes()[..12], rest)),
        b'f' => fingerprints(rest),
        b'F' => fingerprints(&behind(&Fingerprints::default().to_bytes().unwrap_or_default()[..8], rest)),
        b'p' => pack(rest.to_vec()),
        b'P' => pack(sealed_pack(rest)),
        _ => {}
    }
});

fn segment(bytes: Vec<u8>) {
    let Ok(segment) = Segment::open(bytes, None) else { return };
    segment.verify();
    let view = View::new(ViewInfo::default(), vec![ViewSegment::all(segment)]);
    let _ = (view.dump(), view.totals(), view.names().with_prefix("h", 9));
    for file in view.files() {
        for symbol in file.symbols() {
            let _ = (symbol.printed(), symbol.children(), symbol.encloses());
            let _ = (view.symbols_named(symbol.name(), false), view.references_to(symbol.key()));
        }
        for reference in file.references() {
            let _ = (view.references_named(reference.name()), reference.enclosing());
        }
        let keys: Vec<_> = file.consulted().collect();
        let _ = (
            view.files_by().consulted(&keys),
            view.references_to_module(file.path()),
            view.file(file.path()),
        );
        file.extends().iter().for_each(|hash| drop(view.files_by().extended(*hash)));
        file.packages().iter().for_each(|name| drop(view.files_by().package(name)));
    }
    view.names().for_each(|_| true, |_, handle| drop(view.names().symbols(handle)));
    let _ = indexer_store::merge(&view);
}

fn head(bytes: &[u8]) {
    if let Ok(head) = Head::from_bytes(bytes) {
        assert!(Head::from_bytes(&head.to_bytes()).is_ok_and(|again| again == head));
    }
}

fn fingerprints(bytes: &[u8]) {
    if let Some(found) = Fingerprints::from_bytes(bytes) {
        let again = found.to_bytes().and_then(|bytes| Fingerprints::from_bytes(&bytes));
        assert_eq!(again, Some(found));
    }
}

fn pack(bytes: Vec<u8>) {
    let Ok(pack) = PackSet::of(bytes) else { return };
    for key in pack.keys() {
        let _ = (pack.get(&key), pack.contains(&key));
    }
    let other = FactsKey { content: ContentId::of(b""), language: String::new(), extractor: 0, limits: 0 };
    let _ = (pack.get(&other), pack.damaged());
}

/// `magic`, the hash of `body`, `body`.
fn behind(magic: &[u8], body: &[u8]) -> Vec<u8> {
    [magic, &xxh3_64(body).to_le_bytes(), body].concat()
}

/// A header and a body without checksums gets them.
fn sealed_segment(mut bytes: Vec<u8>) -> Vec<u8> {
    let Some(sections) = bytes.get(12..16) else { return bytes };
    let sections = sections.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    let header = 48 + (sections & 0xffff) * 24 + 8;
    let checksums = bytes.len();
    if checksums < header {
        return bytes;
    }
    let sums: Vec<u8> =
        bytes[header..].chunks(BLOCK).flat_map(|block| xxh3_64(block).to_le_bytes()).collect();
    bytes.extend_from_slice(&sums);
    let length = bytes.len() as u64;
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    bytes[24..32].copy_from_slice(&(checksums as u64).to_le_bytes());
    bytes[32..48].copy_from_slice(&xxh3_128(&sums).to_le_bytes());
    let sum = xxh3_64(&bytes[..header - 8]);
    bytes[header - 8..header].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// A pack with one entry: a key that is always found, and `plain` as the facts, not compressed. The
/// first byte decides whether the frame is made right too.
fn sealed_pack(plain: &[u8]) -> Vec<u8> {
    let key = FactsKey { content: ContentId::of(b"x"), language: "x".into(), extractor: 1, limits: 2 };
    let key = bincode::encode_to_vec(&key, bincode::config::standard()).unwrap_or_default();
    let frame = match plain.split_first() {
        Some((b'z', rest)) => frame(rest),
        _ => plain.to_vec(),
    };
    let entry = [&key[..], &frame].concat();
    let entry = [&xxh3_64(&entry).to_le_bytes()[..], &entry].concat();
    let mut index = Vec::new();
    for number in [xxh3_64(&key), 32, entry.len() as u64] {
        index.extend_from_slice(&number.to_le_bytes());
    }
    let mut header = b"IDXPACK\n".to_vec();
    header.extend_from_slice(&indexer_store::FORMAT.to_le_bytes());
    header.extend_from_slice(&1u32.to_le_bytes());
    header.extend_from_slice(&(32 + entry.len() as u64).to_le_bytes());
    let mut sum = Xxh3Default::new();
    sum.update(&header);
    sum.update(&index);
    header.extend_from_slice(&sum.digest().to_le_bytes());
    [header, entry, index].concat()
}

/// A zstd frame that holds `plain` as it is: one segment, one raw block after the other.
fn frame(plain: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend_from_slice(&(plain.len() as u32).to_le_bytes());
    let mut blocks = plain.chunks(1 << 16).peekable();
    if blocks.peek().is_none() {
        frame.extend_from_slice(&[1, 0, 0]);
    }
    while let Some(block) = blocks.next() {
        let header = (block.len() as u32) << 3 | u32::from(blocks.peek().is_none());
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
    frame
}
