//! Any bytes as a compiler's index: taken whole or refused, and what is taken holds together.
#![no_main]

use indexer_scip::{Columns, parts, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(index) = read(bytes) else { return };
    assert_eq!(read(bytes).as_ref(), Ok(&index), "the same bytes give the same index");
    assert!(!index.documents.is_empty(), "an index without documents is refused");
    for document in &index.documents {
        for one in &document.occurrences {
            assert!((one.symbol as usize) < index.symbols.len(), "{one:?}");
            assert!(one.start <= one.end, "{one:?}");
        }
        let Some(text) = &document.text else { continue };
        let lines: Vec<&str> = text.lines().collect();
        for one in document.occurrences.iter().take(1_000) {
            let Some(line) = lines.get(one.line as usize) else { continue };
            for columns in [document.columns, Columns::Utf16, Columns::Utf32] {
                let at = columns.byte(line, one.start);
                assert!(at.is_none_or(|at| line.is_char_boundary(at)), "{one:?} in {line:?}");
            }
        }
    }
    for symbol in &index.symbols {
        if let Some(parts) = parts(symbol) {
            assert!(!parts.names.is_empty(), "{symbol}");
        }
    }
});
