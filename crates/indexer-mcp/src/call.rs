//! One request while it is answered: who asks, in which revision, and how to speak to them.

use crate::id::Id;
use crate::level::Level;
use crate::revision::Revision;
use crate::sent::{Outlet, notification};
use crate::session::Session;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request while it is answered, handed to methods as an extension.
#[derive(Clone)]
pub struct Call {
    /// The revision that is spoken.
    pub revision: Revision,
    /// Who asks.
    pub session: Arc<Session>,
    /// Set when the client takes the question back.
    pub cancel: Arc<AtomicBool>,
    /// What the client can do.
    pub capabilities: Value,
    pub(crate) outlet: Outlet,
    /// Under which token the client wants to hear how far it is.
    pub(crate) progress: Option<Id>,
    /// The least level that the client wants to hear; `None` for nothing.
    pub(crate) level: Option<Level>,
}

impl Call {
    /// True once nobody wants the answer.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// True where somebody wants to hear how far it is.
    pub fn wants_progress(&self) -> bool {
        self.progress.is_some()
    }

    /// Says how far it is, to a client that wants to hear.
    pub fn progress(&self, done: usize, total: Option<usize>, message: Option<&str>) {
        let Some(token) = &self.progress else { return };
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            progress_token: &'a Id,
            progress: usize,
            #[serde(skip_serializing_if = "Option::is_none")]
            total: Option<usize>,
            #[serde(skip_serializing_if = "Option::is_none")]
            message: Option<&'a str>,
        }
        // The oldest revisions have no message there.
        let message = message.filter(|_| self.revision >= Revision::V2025_03_26);
        let params = Params { progress_token: token, progress: done, total, message };
        (self.outlet)(notification("notifications/progress", params));
    }

    /// Says something to a client that wants to hear it.
    pub fn log(&self, level: Level, text: &str) {
        if self.level.is_some_and(|least| level >= least) {
            let params = json!({"level": level.as_str(), "logger": "indexer", "data": text});
            (self.outlet)(notification("notifications/message", params));
        }
    }
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").field("revision", &self.revision).finish_non_exhaustive()
    }
}
