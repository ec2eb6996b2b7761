//! Brings the state of a root up to date: from what is stored, by what changed.

use crate::link::job::RefreshJob;
use crate::publish::load::load_view;
use crate::publish::nearest;
use crate::publish::store::head_hash;
use crate::types::damage;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::source::Source;
use crate::types::state::{Current, RefreshOutcome};
use crate::workspace::open::Latest;
use crate::workspace::open::Workspace;
use indexer_store::change::remove_file;
use std::sync::atomic::AtomicBool;

/// A refresh that took in more files than this has left much behind in its threads.
const LARGE: usize = 32;

/// One update of a state to what a source is now.
pub(super) struct StateUpdate<'w> {
    pub(super) workspace: &'w Workspace,
    pub(super) source: &'w dyn Source,
    /// Set to stop this update alone.
    pub(super) stop: &'w AtomicBool,
    /// True where the source is the files on disk, which are watched.
    pub(super) is_watched: bool,
}

impl Workspace {
    /// The state, after taking in what is on disk now.
    pub(crate) fn brought_up<'s>(&self, state: &'s mut Latest) -> Result<&'s Current, EngineError> {
        self.look_again(state);
        StateUpdate::of_root(self, &self.options.cancel).take_in(state)?;
        state.current.as_ref().ok_or(EngineError::Cancelled)
    }
}

impl<'w> StateUpdate<'w> {
    /// One to what the files of the root are now.
    pub(super) fn of_root(workspace: &'w Workspace, stop: &'w AtomicBool) -> Self {
        Self { workspace, source: &*workspace.source, stop, is_watched: true }
    }

    /// Brings `state.current` up to date; builds everything where nothing was loaded.
    pub(super) fn take_in(&self, state: &mut Latest) -> Result<RefreshOutcome, EngineError> {
        let found = self.reload(state);
        let current = state.current.get_or_insert_default();
        let done = self.advance(current, found)?;
        if !self.workspace.scip.has_lost() {
            return Ok(done);
        }
        let damage = std::mem::take(&mut current.damage);
        self.workspace.look_again(state);
        let found = self.reload(state);
        let current = state.current.get_or_insert_default();
        let done = self.advance(current, found)?;
        current.damage.splice(..0, damage);
        current.touched = true;
        Ok(done)
    }

    /// Makes `current` what the source is now. `found` is what was found damaged in the stored index. Ends
    /// early where `stop` is set, or the workspace's own flag.
    pub(crate) fn advance(
        &self,
        current: &mut Current,
        mut found: Vec<String>,
    ) -> Result<RefreshOutcome, EngineError> {
        let pool = || self.workspace.pool();
        let scip = self.workspace.scip.held();
        let job = RefreshJob {
            source: self.source,
            facts_cache: &self.workspace.facts_cache,
            package_facts: &self.workspace.package_facts,
            options: &self.workspace.options,
            stop: self.stop,
            on_event: &self.workspace.on_event,
            pool: &pool,
            settings: self.workspace.settings(),
            root: self.workspace.disk.is_some().then_some(&*self.workspace.root),
            scip: &scip,
            answers: &self.workspace.answers,
            watcher: self.is_watched.then_some(&self.workspace.watcher),
            #[cfg(feature = "faults")]
            fault: self.workspace.fault,
        };
        let refreshed = job.refresh(current);
        // What cannot be written is parsed again.
        let _ = self.workspace.package_facts.commit();
        let mut done = match refreshed {
            // What was parsed so far is kept: the next start goes on from there.
            Err(EngineError::Cancelled) => {
                if self.workspace.cache.writable().is_some() {
                    let _ = self.workspace.facts_cache.commit();
                }
                return Err(EngineError::Cancelled);
            }
            outcome => outcome?,
        };
        if done.changed.len() > LARGE {
            self.workspace.end_threads();
        }
        if current.adopted && done.changed.is_empty() {
            job.own(current);
        }
        if current.view.damaged() {
            self.drop_damaged(current, &mut found);
            done = job.refresh(current)?;
            if current.view.damaged() {
                return Err(EngineError::Build("what was just built is damaged".into()));
            }
        }
        for path in scip.damaged() {
            found.push(format!("what a SCIP index said, {}", path.display()));
            // The next refresh knows that it is not there.
            let _ = remove_file(&path);
        }
        let packs = self.workspace.facts_cache.damaged_packs();
        found.extend(packs.iter().map(|path| format!("the facts pack {}", path.display())));
        if found.is_empty() && !done.changed.is_empty() {
            current.damage.clear();
        }
        for what in found {
            (self.workspace.on_event)(Event::Damaged { reason: what.clone() });
            damage::note(&mut current.damage, what);
            current.touched = true;
        }
        Ok(done)
    }

    /// Loads the stored view where there is none in memory, or where another process stored a
    /// newer one; gives what was found damaged. What is in memory and not stored is given up then:
    /// the stored view and a sweep give it again.
    pub(super) fn reload(&self, state: &mut Latest) -> Vec<String> {
        let Some(layout) = self.workspace.cache.layout() else { return Vec::new() };
        if let Some(current) = &mut state.current {
            let stored = head_hash(layout);
            if stored == current.based {
                return Vec::new();
            }
            if stored.is_none() {
                // Somebody removed what was stored: all of it is stored again.
                self.workspace.cache.note_use_again();
                current.unstored(None);
                return Vec::new();
            }
        }
        let loaded = load_view(layout, self.workspace.settings());
        match (loaded.current, &mut state.current) {
            (Some(newer), current) => {
                *current = Some(newer);
                state.snapshot = None;
                self.workspace.watcher.distrust();
            }
            // What cannot be used is replaced. A head of other settings only once there is
            // something to store: two programs must not replace each other's at every question.
            (None, Some(current)) if loaded.damage.is_empty() => current.based = loaded.based,
            (None, Some(current)) => current.unstored(loaded.based),
            (None, current) => {
                if self.is_watched {
                    self.workspace.fetch_remote(layout, "HEAD");
                }
                let commit = self.source.head_commit();
                let near = nearest::for_worktree(layout, self.workspace.settings(), commit.as_deref());
                let nothing = || Current { based: loaded.based, ..Current::default() };
                *current = Some(near.unwrap_or_else(nothing));
            }
        }
        if let Some(current) = &mut state.current {
            current.condemned.extend(loaded.condemned);
        }
        loaded.damage
    }

    /// Drops a damaged view and its list of files, so that the next refresh builds everything.
    pub(super) fn drop_damaged(&self, current: &mut Current, found: &mut Vec<String>) {
        let mut condemned = Vec::new();
        for segment in current.view.segments().iter().map(|held| &held.segment).filter(|s| s.damaged()) {
            let digest = segment.digest();
            condemned.push(digest);
            found.push(match segment.failure() {
                Some(reason) => {
                    self.workspace.note_failure(reason);
                    format!("what segment {digest} lacks did not come: {reason}")
                }
                None => format!("segment {digest} failed its checks"),
            });
        }
        let damage = std::mem::take(&mut current.damage);
        *current = Current { based: current.based, damage, condemned, ..Current::default() };
    }
}
