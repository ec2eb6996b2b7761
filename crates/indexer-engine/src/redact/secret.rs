//! What is found.

use std::ops::Range;

/// A secret that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The name of its kind.
    pub kind: &'static str,
    /// Its bytes; of a secret in pieces, those of one of them.
    pub at: Range<usize>,
}

/// Where the values of a kind stand.
pub(super) type SecretRanges = Vec<Range<usize>>;
