//! The files on disk as they are now.

use crate::link::environment::packages_differ;
use crate::publish::merge::merge_newest;
use crate::publish::store::StoreOutcome;
use crate::publish::store::head_hash;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::freshness::State;
use crate::workspace::bring_up::StateUpdate;
use crate::workspace::open::Latest;
use crate::workspace::open::Workspace;
use crate::workspace::snapshot::Snapshot;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

impl Workspace {
    /// Takes in what changed on disk and gives a snapshot of it; the same one where nothing
    /// changed. Publishing is best effort: the lock is tried, never waited for.
    ///
    /// A bare repository has no files on disk: there it is what HEAD holds.
    pub fn refresh(&self) -> Result<Arc<Snapshot>, EngineError> {
        if self.is_bare() {
            return self.at("HEAD");
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.refresh_locked(&mut state)
    }

    /// From now on, changes are watched, where the system can: a refresh then looks only at what
    /// was touched. The next refresh still sweeps.
    pub fn watch(&self) {
        if self.memory.is_none() {
            self.watcher.start();
        }
    }

    /// Waits until something may have changed on disk since the last refresh; false where nothing
    /// did in time. Where nothing can be watched, true after a while.
    pub fn wait_for_change(&self, timeout: Duration) -> bool {
        self.watcher.wait(timeout)
    }

    /// The last snapshot, where certainly nothing was touched since and no refresh is running.
    pub(crate) fn unchanged(&self) -> Option<Arc<Snapshot>> {
        let state = self.state.try_lock().ok()?;
        let (current, last) = (state.current.as_ref()?, state.snapshot.as_ref()?);
        let same = last.freshness.state == State::Fresh
            && last.freshness.changed.is_empty()
            && !last.outdated()
            && head_hash(self.cache.layout()?) == current.based
            && self.watcher.nothing_touched(&current.dirs)
            && !packages_differ(self.disk.is_some().then_some(&*self.root), &self.options, current);
        same.then(|| last.clone())
    }

    pub(super) fn refresh_locked(&self, state: &mut Latest) -> Result<Arc<Snapshot>, EngineError> {
        let started = Instant::now();
        let due = self.cache.note_use();
        self.look_again(state);
        let done = StateUpdate::of_root(self, &self.options.cancel).take_in(state)?;
        let Some(current) = &mut state.current else { return Err(EngineError::Cancelled) };
        if merge_newest(current) {
            state.snapshot = None;
        }
        let writable = self.cache.writable();
        let mut unpublished = None;
        if let Some(layout) = writable
            && (!current.pending.is_empty() || current.touched || self.facts_cache.is_damaged())
        {
            (self.on_event)(Event::Publishing);
            let bytes = current.pending_bytes();
            let stored = self.cache.store(layout, &self.facts_cache, current, false);
            if matches!(stored, StoreOutcome::Yes) {
                self.cache.keep_bound(layout, &self.facts_cache, bytes, due);
            }
            unpublished = stored.reason();
            if let (StoreOutcome::Failed(_), Some(reason)) = (stored, &unpublished) {
                (self.on_event)(Event::Unpublished { reason: reason.clone() });
            }
        }
        if writable.is_none() {
            let mut contents: Vec<_> = current.files.iter().map(|known| known.content).collect();
            contents.extend_from_slice(&self.unsaved.lock().unwrap_or_else(PoisonError::into_inner));
            contents.extend(*self.declared.lock().unwrap_or_else(PoisonError::into_inner));
            contents.sort_unstable();
            self.facts_cache.keep_only(|content| contents.binary_search(&content).is_ok());
            unpublished = self.nowhere().filter(|_| !current.pending.is_empty());
        }
        let took = started.elapsed();
        if !done.changed.is_empty() {
            (self.on_event)(Event::Done { parsed: done.parsed, linked: done.linked, took });
        }
        Ok(self.snapshot(state, done, unpublished))
    }
}
