//! What a shared store gave, in the state of the index.

use crate::protocol::prelude::*;
use indexer_engine::Workspace;
use indexer_store::{View, ViewSegment};

/// How much is here of a segment that came from a shared store in part. The rest comes when it is read, or is made here
/// where it does not come.
#[derive(Clone, Debug, Serialize)]
pub struct PartialSegment {
    /// Its digest, as its file is called.
    pub segment: String,
    /// Blocks that are here, after this question read what it needed.
    pub blocks_here: u64,
    /// Blocks that are not.
    pub blocks_absent: u64,
    /// Bytes of them.
    pub bytes_absent: u64,
    /// Why one that was missed did not come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl PartialSegment {
    /// Those of a view. O(bytes of them).
    pub(super) fn all(view: &View) -> Vec<Self> {
        let partial = |held: &ViewSegment| {
            let found = held.segment.presence()?;
            Some(Self {
                segment: held.segment.digest().to_string(),
                blocks_here: found.blocks_here,
                blocks_absent: found.blocks_absent,
                bytes_absent: found.bytes_absent,
                reason: found.failure,
            })
        };
        view.segments().iter().filter_map(partial).collect()
    }

    pub(super) fn write(&self, out: &mut Records) {
        out.record("partial_segment")
            .field("segment", &self.segment)
            .field("blocks_here", self.blocks_here)
            .field("blocks_absent", self.blocks_absent)
            .field("bytes_absent", self.bytes_absent)
            .some("reason", self.reason.as_deref());
    }
}

/// The shared store that the user named.
#[derive(Clone, Debug, Serialize)]
pub struct Remote {
    /// Its address.
    pub address: String,
    /// True where a key is given: what the store holds for this program is encrypted.
    pub encrypted: bool,
    /// `unasked` (an index was here), `taken`, `taken_from_ancestor`, `absent` or `failed`: in the last two all of the
    /// index was made here.
    pub state: &'static str,
    /// Commits that the index that was taken is behind.
    pub behind: usize,
    /// Requests that were made.
    pub requests: u64,
    /// Bytes that came.
    pub bytes: u64,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// Why nothing, or not all, was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Remote {
    pub(super) fn of(workspace: &Workspace) -> Option<Self> {
        let (address, fetched) = workspace.remote()?;
        Some(Self {
            address,
            encrypted: workspace.is_remote_encrypted(),
            state: fetched.state.as_str(),
            behind: fetched.behind,
            requests: fetched.requests,
            bytes: fetched.bytes,
            took_ms: u64::try_from(fetched.took.as_millis()).unwrap_or(u64::MAX),
            reason: fetched.reason,
        })
    }

    pub(super) fn write(&self, out: &mut Records) {
        out.record("remote")
            .text("address", &self.address)
            .flag("encrypted", self.encrypted)
            .field("state", self.state)
            .count("behind", self.behind as u64)
            .field("requests", self.requests)
            .field("bytes", self.bytes)
            .field("took_ms", self.took_ms)
            .some("reason", self.reason.as_deref());
    }
}
