//! Any bytes as a file of the cache: an answer or *damaged*, and no panic.
//!
//! Checksums would keep a fuzzer out, so the bytes are also tried behind right ones where that is
//! possible.
#![no_main]

use indexer_engine::fingerprints::Fingerprints;
use indexer_store::{Head, Segment, View, ViewInfo, ViewSegment};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Head::from_bytes(bytes).map(|head| head.to_bytes());
    let _ = Fingerprints::from_bytes(bytes).and_then(|found| found.to_bytes());
    let Ok(segment) = Segment::open(bytes.to_vec(), None) else { return };
    segment.verify();
    let view = View::new(ViewInfo::default(), vec![ViewSegment::all(segment)]);
    let _ = view.dump();
    let _ = view.totals();
    for file in view.files() {
        for symbol in file.symbols() {
            let _ = (symbol.printed(), symbol.children(), view.references_to(symbol.key()));
        }
        for reference in file.references() {
            let _ = view.references_named(reference.name());
        }
        let keys: Vec<_> = file.consulted().collect();
        let _ = (view.consulting(&keys), view.references_to_module(file.path()));
    }
    view.for_each_name(|_, _, handle| drop(view.symbols_of_name(handle)));
});
