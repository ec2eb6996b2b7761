//! Any bytes: as long as before, with the same lines, hiding twice is hiding once, and the work is
//! proportional to the length, also of the same bytes repeated.
#![no_main]

use indexer_engine::redact::{redacted, work};
use libfuzzer_sys::fuzz_target;

/// Most bytes that are looked at for each byte of a text, and for a text of none.
const MOST: u64 = 2000;
/// What the input is repeated to.
const LENGTH: usize = 4 << 10;

fuzz_target!(|bytes: &[u8]| {
    let (once, _) = redacted(bytes);
    assert_eq!(once.len(), bytes.len());
    for (before, after) in bytes.iter().zip(once.iter()) {
        assert!(before == after || matches!(after, b'*' | b'x'));
        assert!(before == after || before.is_ascii_graphic() || *before == b' ');
    }
    let (twice, count) = redacted(&once);
    assert_eq!((&*twice, count), (&*once, 0));
    let all: Vec<u8> = bytes.iter().cycle().take(bytes.len().max(LENGTH)).copied().collect();
    for text in [bytes, &all] {
        assert!(work(text) <= MOST * (text.len() as u64 + 1), "{} for {}", work(text), text.len());
    }
});
