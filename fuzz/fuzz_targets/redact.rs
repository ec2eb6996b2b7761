//! Any bytes: as long as before, with the same lines, and hiding twice is hiding once.
#![no_main]

use indexer_engine::redact::redacted;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (once, _) = redacted(bytes);
    assert_eq!(once.len(), bytes.len());
    for (before, after) in bytes.iter().zip(once.iter()) {
        assert!(before == after || matches!(after, b'*' | b'x'));
        assert!(before == after || before.is_ascii_graphic() || *before == b' ');
    }
    let (twice, count) = redacted(&once);
    assert_eq!((&*twice, count), (&*once, 0));
});
