//! What a shared store gave, in the state of the index.

use crate::protocol::prelude::*;
use indexer_engine::Workspace;

/// The shared store that the user named.
#[derive(Clone, Debug, Serialize)]
pub struct Remote {
    /// Its address.
    pub address: String,
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
            .field("state", self.state)
            .count("behind", self.behind as u64)
            .field("requests", self.requests)
            .field("bytes", self.bytes)
            .field("took_ms", self.took_ms)
            .some("reason", self.reason.as_deref());
    }
}
