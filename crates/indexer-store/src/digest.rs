//! The name of a segment.

use crate::format::read_header;
use bincode::{Decode, Encode};
use std::fmt;

/// The 128-bit xxh3 hash of a segment's header; it is the name of the segment's file. The header
/// holds the checksums of the rest, so two segments with one digest have the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Encode, Decode)]
pub struct Digest(pub u128);

impl Digest {
    /// The digest of the bytes of a segment; that of all of them where they are none. O(1).
    pub fn of(bytes: &[u8]) -> Self {
        let header = read_header(bytes).ok().and_then(|header| bytes.get(..header.body));
        Self(xxhash_rust::xxh3::xxh3_128(header.unwrap_or(bytes)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
