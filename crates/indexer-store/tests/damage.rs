//! Flipped bytes and cut files: an error or the damaged flag, never a panic, never a wrong answer.

mod records;

use indexer_store::{Segment, View, ViewInfo, ViewSegment, write};
use proptest::prelude::*;

/// Reads everything that a tool may read. `None` where the view says that it is damaged.
fn read_all(bytes: Vec<u8>) -> Option<String> {
    let segment = Segment::open(bytes, None).ok()?;
    let view = View::new(ViewInfo::default(), vec![ViewSegment::all(segment)]);
    let mut said = view.dump();
    for file in view.files() {
        for symbol in file.symbols() {
            said += &symbol.printed();
            said += &format!("{:?}{:?}", symbol.children(), symbol.encloses());
            said += &format!("{:?}", view.symbols_named(symbol.name(), false));
            said += &format!("{:?}", view.symbol(symbol.key()).map(|s| view.sym(s).qualified()));
            said += &format!("{:?}", view.references_to(symbol.key()));
        }
        for reference in file.references() {
            said += &format!("{reference:?}{:?}", view.references_named(reference.name()));
            said += &format!("{:?}", reference.enclosing());
        }
        let keys: Vec<_> = file.consulted().collect();
        said += &format!("{:?}{:?}", view.files_by().consulted(&keys), view.file(file.path()));
        said +=
            &format!("{:?}", file.extends().iter().map(|h| view.files_by().extended(*h)).collect::<Vec<_>>());
        said +=
            &format!("{:?}", file.packages().iter().map(|p| view.files_by().package(p)).collect::<Vec<_>>());
        said += &format!("{:?}", view.references_to_module(file.path()));
    }
    view.names().for_each(
        |_| true,
        |name, handle| {
            said += &format!("{name}{:?}", view.names().symbols(handle));
        },
    );
    said += &format!("{:?}{:?}", view.totals(), view.names().with_prefix("h", 9));
    (!view.damaged()).then_some(said)
}

#[test]
fn every_flipped_byte_is_found() {
    let bytes = write(&records::small());
    let right = read_all(bytes.clone());
    assert!(right.is_some());
    for at in 0..bytes.len() {
        for flip in [0x01, 0x80] {
            let mut flipped = bytes.clone();
            flipped[at] ^= flip;
            assert_eq!(read_all(flipped), None, "byte {at}");
        }
    }
}

#[test]
fn every_cut_is_found_at_opening() {
    let bytes = write(&records::small());
    for length in 0..bytes.len() {
        assert!(Segment::open(bytes[..length].to_vec(), None).is_err(), "length {length}");
    }
    let longer = [bytes.as_slice(), b"x"].concat();
    assert!(Segment::open(longer, None).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bytes with right checksums and wrong content, as nobody but a mischievous writer makes them:
    /// any answer will do, but an answer it is.
    #[test]
    fn crafted_bytes_are_read_without_a_panic(
        records in records::records(4),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = write(&records);
        let header = header_length(&bytes);
        let checksums = u64::from_le_bytes(bytes[24..32].try_into().unwrap()) as usize;
        if checksums > header {
            for (index, value) in changes {
                bytes[header + index.index(checksums - header)] = value;
            }
        }
        let sums: Vec<u64> = bytes[header..checksums].chunks(16 << 10).map(xxhash_rust::xxh3::xxh3_64).collect();
        for (i, sum) in sums.iter().enumerate() {
            bytes[checksums + i * 8..checksums + i * 8 + 8].copy_from_slice(&sum.to_le_bytes());
        }
        prop_assert!(Segment::open(bytes.clone(), None).unwrap().verify());
        let _ = read_all(bytes);
    }
}

fn header_length(bytes: &[u8]) -> usize {
    let sections = bytes[12..16].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    48 + sections * 24 + 8
}
