//! Merges the segments of a view into one.

use crate::record::FileRecord;
use crate::view::View;

/// The live records of all segments of `view`, sorted by path and written as one segment: byte for
/// byte what a build from nothing writes. O(index). Ask [`View::damaged`] before publishing it.
pub fn merge(view: &View) -> Vec<u8> {
    let mut records: Vec<FileRecord> = view.records().collect();
    // Sorted already, unless bytes are damaged; then what is written is not used, but it is written.
    records.sort_by(|a, b| a.path.cmp(&b.path));
    records.dedup_by(|a, b| a.path == b.path);
    crate::write(&records)
}
