//! Merges the segments of a view into one.

use crate::builder::SegmentBuilder;
use crate::mmap::Bytes;
use crate::packed_file::PackedFile;
use crate::view::View;

/// The live records of all segments of `view`, sorted by path and written as one segment: byte for
/// byte what a build from nothing writes. O(index). Ask [`View::damaged`] before publishing it.
pub fn merge(view: &View) -> Vec<u8> {
    let mut builder = SegmentBuilder::default();
    view.records().for_each(|record| builder.add(PackedFile::new(&record)));
    // Where bytes are damaged two may have one path; then what is written is not used, but it is written.
    builder.finish(&|| false, None).map_or_else(Vec::new, Bytes::into_vec)
}
