//! The states of the revisions that were asked about last.

use crate::types::damage::Damage;
use crate::types::state::Current;
use crate::workspace::snapshot::Snapshot;
use std::sync::Arc;

/// Most revisions that are kept in memory.
pub(super) const MOST_KEPT: usize = 4;

/// The states of the revisions that were asked about last.
#[derive(Debug, Default)]
pub(crate) struct Revisions {
    /// Last used first.
    pub(super) kept: Vec<KnownRevision>,
}

#[derive(Debug)]
pub(super) struct KnownRevision {
    /// Name of its folder in the cache.
    pub(super) name: String,
    pub(super) current: Current,
    pub(super) snapshot: Arc<Snapshot>,
    /// The settings that it is of.
    pub(super) settings: u64,
}

impl Revisions {
    /// What was found damaged in those that are kept.
    pub(crate) fn damage(&self) -> Vec<Damage> {
        self.kept.iter().flat_map(|kept| kept.current.damage.iter().cloned()).collect()
    }
}
