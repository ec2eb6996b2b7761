//! The `index` command: refreshes, merges and stores, whatever it takes.

use crate::publish::merge::merge_segments;
use crate::publish::store::StoreOutcome;
use crate::publish::store::head_hash;
use crate::publish::sweep::sweep_segments;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::options::Options;
use crate::types::state::Current;
use crate::workspace::bring_up::StateUpdate;
use crate::workspace::open::{Latest, Workspace};
use crate::workspace::snapshot::Snapshot;
use indexer_core::work;
use indexer_store::View;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long `index` waits for another process that is storing.
const PATIENCE: Duration = Duration::from_secs(30);

impl Workspace {
    /// Refreshes and stores: what the `index` command does. Merges small segments where it pays;
    /// `rebuild` builds from nothing. An error where the index cannot be written.
    pub fn index(&self, rebuild: bool) -> Result<Arc<Snapshot>, EngineError> {
        self.index_unless(rebuild, &self.options.cancel)
    }

    /// As [`index`](Self::index), until `stop` is set: then it is [`EngineError::Cancelled`], and what was
    /// parsed is kept.
    pub fn index_unless(&self, rebuild: bool, stop: &AtomicBool) -> Result<Arc<Snapshot>, EngineError> {
        if self.is_bare() {
            return self.at_unless("HEAD", stop);
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        self.cache.note_use();
        self.look_again(state);
        if rebuild {
            let based = self.cache.layout().and_then(head_hash);
            state.current = Some(Current { based, ..Current::default() });
            state.snapshot = None;
        }
        let mut done = StateUpdate::of_root(self, stop).take_in(state)?;
        if !self.has_come(state) {
            // What did not come is made here.
            done = StateUpdate::of_root(self, stop).take_in(state)?;
        }
        let Some(layout) = self.cache.writable() else {
            if self.cache.layout().is_none()
                && let Some(reason) = self.nowhere()
            {
                let path = self.root.clone();
                return Err(EngineError::Write { path, reason, remedy: None });
            }
            if let Some(current) = &mut state.current
                && merge_segments(current, false)
            {
                state.snapshot = None;
            }
            return Ok(self.snapshot(state, done, self.nowhere()));
        };
        let started = Instant::now();
        let bytes = loop {
            let Some(current) = &mut state.current else { return Err(EngineError::Cancelled) };
            if merge_segments(current, false) {
                (self.on_event)(Event::Merging);
                state.snapshot = None;
            }
            (self.on_event)(Event::Publishing);
            let refuse = |reason: String, remedy| {
                let path = layout.root().to_owned();
                EngineError::Write { path, reason, remedy }
            };
            let again = Some("ask again when the other processes are done");
            let bytes = current.pending_bytes();
            match self.cache.store(layout, &self.facts_cache, current, true) {
                StoreOutcome::Yes => break bytes,
                StoreOutcome::Busy if started.elapsed() < PATIENCE => {
                    check_cancelled(&self.options)?;
                    if work::is_stopped(stop) {
                        return Err(EngineError::Cancelled);
                    }
                    thread::sleep(Duration::from_millis(20));
                }
                StoreOutcome::Busy => return Err(refuse("another process holds the lock".into(), again)),
                // What the other process stored is taken in, and this stored on top.
                StoreOutcome::Superseded if started.elapsed() < PATIENCE => {
                    done = StateUpdate::of_root(self, stop).take_in(state)?
                }
                StoreOutcome::Superseded => return Err(refuse("other processes keep storing".into(), again)),
                StoreOutcome::Failed(error) => return Err(refuse(error.to_string(), error.remedy())),
            }
        };
        sweep_segments(layout);
        self.cache.keep_bound(layout, &self.facts_cache, bytes, true);
        Ok(self.snapshot(state, done, None))
    }

    /// Brings all that a shared store has of the view, for who is offline later; false where it did not come.
    fn has_come(&self, state: &Latest) -> bool {
        let view = state.current.as_ref().map(|current| &current.view);
        let partial = view.into_iter().flat_map(View::segments).filter(|held| held.segment.is_partial());
        partial.filter(|held| !held.segment.verify()).count() == 0
    }

    /// Makes one segment of the view, whether it pays or not. For tests and benchmarks.
    pub fn merge_segments(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(current) = &mut state.current {
            merge_segments(current, true);
            state.snapshot = None;
        }
    }
}

fn check_cancelled(options: &Options) -> Result<(), EngineError> {
    match options.cancel.load(Ordering::Relaxed) {
        true => Err(EngineError::Cancelled),
        false => Ok(()),
    }
}
