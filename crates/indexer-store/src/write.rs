//! Records to the bytes of a segment.

use crate::record::FileRecord;

/// The bytes of a segment with these records, which must be sorted by path (each path once).
/// Equal records give equal bytes. O(index).
pub fn write(records: &[FileRecord]) -> Vec<u8> {
    let _ = records;
    todo!()
}
