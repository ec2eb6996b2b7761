//! What was found damaged in the stored index, and when.

use bincode::{Decode, Encode};
use std::time::{SystemTime, UNIX_EPOCH};

/// A damaged part of the stored index: bytes that failed a check. It was built again within the query
/// that found it; this records that it happened.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Damage {
    /// The file or part, and what is wrong with it.
    pub what: String,
    /// When it was found, in seconds since 1970.
    pub found_at: u64,
}

/// Most records that are kept: a failing disk must not fill the fingerprints with them.
const MOST: usize = 16;

/// Records damage that was found now; the oldest record goes where there are too many.
pub(crate) fn note(damage: &mut Vec<Damage>, what: String) {
    let found_at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    damage.push(Damage { what, found_at });
    if damage.len() > MOST {
        damage.remove(0);
    }
}
