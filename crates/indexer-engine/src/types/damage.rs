//! What was found damaged in the stored index, and when.

use bincode::{Decode, Encode};
use std::time::{SystemTime, UNIX_EPOCH};

/// Something in the stored index that was not what was written. It is built again within the same
/// query; this says that it happened.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Damage {
    /// What, and what is wrong with it.
    pub what: String,
    /// When it was found, in seconds since 1970.
    pub found_at: u64,
}

/// Most that are kept: a broken disk must not fill the rest of it with complaints.
const MOST: usize = 16;

/// Adds what was found now.
pub(crate) fn note(damage: &mut Vec<Damage>, what: String) {
    let found_at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    damage.push(Damage { what, found_at });
    if damage.len() > MOST {
        damage.remove(0);
    }
}
