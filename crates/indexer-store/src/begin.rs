//! The beginning of a segment that is here in part.

use crate::bytes::push_number;
use crate::change::{replace_file, replace_with_holes};
use crate::digest::Digest;
use crate::error::StoreError;
use crate::layout::{Layout, open_segment, remove_segment};
use crate::partial::{piece_extent, table_of};
use xxhash_rust::xxh3::xxh3_64;

/// Creates the file of a segment of `length` bytes that is here in part, with pieces of it: (first, bytes), and the table
/// that its source wants back. Those of `opening_pieces` must be among them. Does nothing where the segment is here
/// already, whole or in part.
pub fn begin_segment(
    layout: &Layout,
    digest: Digest,
    length: u64,
    table: &[u8],
    pieces: &[(u32, Vec<u8>)],
) -> Result<(), StoreError> {
    if layout.has_segment(digest) {
        return Ok(());
    }
    let path = layout.partial(digest);
    let mut sealed = Vec::with_capacity(table.len() + 8);
    push_number(&mut sealed, xxh3_64(table), 8);
    sealed.extend_from_slice(table);
    // First, so that no partial file is without.
    replace_file(&table_of(&path), &sealed, false)?;
    let parts = pieces.iter().map(|(first, bytes)| (piece_extent(length, *first).start, bytes.as_slice()));
    let parts: Vec<(u64, &[u8])> = parts.collect();
    replace_with_holes(&path, length, &parts)?;
    // Bytes that are none are found before a head names them.
    match open_segment(layout, digest) {
        Ok(_) => Ok(()),
        Err(error) => {
            let _ = remove_segment(layout, digest);
            Err(error)
        }
    }
}
