//! What one question reads, and when its answer may leave.
//!
//! Bytes of the index are checked when they are first read, which is in the middle of a question: a
//! reader that finds damage goes on with a neutral value and leaves a mark on its segment. So
//! whether an answer is right is known only once it is there. [`Workspace::query`] and its sisters
//! hand out a [`Reading`]; every state that the question looks at comes from it, and all of them
//! are asked for marks before the answer leaves. What was damaged is built again then, and the
//! question asked anew.

use crate::types::damage::Damage;
use crate::types::error::EngineError;
use crate::types::package_root::PackageRoot;
use crate::workspace::open::Workspace;
use crate::workspace::snapshot::Snapshot;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// Times that a question is asked at most. Each one that finds damage has what it found built again
/// in memory, where nothing is damaged, so there is one for each state that it looks at and one more.
const ROUNDS: usize = 6;

/// What one question reads of a workspace: the snapshot that it is asked of, for which it stands, and
/// those of other states that it takes beside.
#[derive(Debug)]
pub struct Reading<'w> {
    workspace: &'w Workspace,
    snapshot: Arc<Snapshot>,
    beside: Mutex<Vec<Arc<Snapshot>>>,
}

impl<'w> Reading<'w> {
    /// A reading of one snapshot so far. Whoever makes one has to ask it whether it is
    /// [`outdated`](Self::outdated) when the answer is there; [`Workspace::query`] does.
    pub fn new(workspace: &'w Workspace, snapshot: Arc<Snapshot>) -> Self {
        Self { workspace, snapshot, beside: Mutex::default() }
    }

    /// The workspace. States of it that are looked at come from [`at`](Self::at) and
    /// [`index`](Self::index).
    pub fn workspace(&self) -> &'w Workspace {
        self.workspace
    }

    /// The snapshot that the question is asked of.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// A snapshot of a revision beside it; see [`Workspace::at_unless`].
    pub fn at(&self, revision: &str, stop: &AtomicBool) -> Result<Arc<Snapshot>, EngineError> {
        self.workspace.at_unless(revision, stop).map(|snapshot| self.note(snapshot))
    }

    /// Refreshes and stores; see [`Workspace::index_unless`].
    pub fn index(&self, rebuild: bool, stop: &AtomicBool) -> Result<Arc<Snapshot>, EngineError> {
        self.workspace.index_unless(rebuild, stop).map(|snapshot| self.note(snapshot))
    }

    /// A snapshot of an installed package, of which `root` is the folder, as it is now on disk. A package that cannot be
    /// stored is answered from memory.
    pub fn package(&self, root: &Path, package: &PackageRoot) -> Result<Arc<Snapshot>, EngineError> {
        self.workspace.package(root, package).map(|snapshot| self.note(snapshot))
    }

    /// A snapshot of another repository, as it is now on disk or at a revision: the answer stands for it too.
    pub fn of_other(
        &self,
        workspace: &Workspace,
        revision: Option<&str>,
    ) -> Result<Arc<Snapshot>, EngineError> {
        let snapshot = match revision {
            Some(revision) => workspace.at(revision),
            None => workspace.refresh(),
        };
        snapshot.map(|snapshot| self.note(snapshot))
    }

    fn note(&self, snapshot: Arc<Snapshot>) -> Arc<Snapshot> {
        self.beside.lock().unwrap_or_else(PoisonError::into_inner).push(snapshot.clone());
        snapshot
    }

    /// True when bytes of any of the states failed a check: nothing that was read is to be used.
    pub fn damaged(&self) -> bool {
        self.any(Snapshot::damaged)
    }

    /// True when one of the states is damaged, or a file that was read through it had changed.
    pub fn outdated(&self) -> bool {
        self.any(Snapshot::outdated)
    }

    fn any(&self, is: impl Fn(&Snapshot) -> bool) -> bool {
        is(&self.snapshot)
            || self.beside.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|one| is(one))
    }
}

/// As the snapshot that the question is asked of.
impl Deref for Reading<'_> {
    type Target = Arc<Snapshot>;

    fn deref(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }
}

/// Asks until what was read is sound. A file that changed under the question has it asked once more,
/// and the second answer is given as it is: somebody may be writing all the time.
pub(crate) fn answered<T>(
    workspace: &Workspace,
    mut take: impl FnMut() -> Result<Arc<Snapshot>, EngineError>,
    mut ask: impl FnMut(&Reading<'_>) -> T,
) -> Result<T, EngineError> {
    let mut changed = false;
    for _ in 0..ROUNDS {
        let reading = Reading::new(workspace, take()?);
        let answer = ask(&reading);
        if !reading.damaged() {
            if changed || !reading.outdated() {
                return Ok(answer);
            }
            changed = true;
        }
    }
    Err(EngineError::Build("what was just built is damaged, again and again".into()))
}

impl Workspace {
    /// Refreshes, then asks. Where the question finds a view damaged that it looks at, refreshes and
    /// asks again, so that nothing leaves that rests on damage; once more where a file changed under
    /// it, and then the answer is given as it is.
    pub fn query<T>(&self, ask: impl FnMut(&Reading<'_>) -> T) -> Result<T, EngineError> {
        answered(self, || self.refresh(), ask)
    }

    /// Asks a revision; like [`query`](Self::query). Until `stop` is set: then it is
    /// [`EngineError::Cancelled`].
    pub fn query_at<T>(
        &self,
        revision: &str,
        stop: &AtomicBool,
        ask: impl FnMut(&Reading<'_>) -> T,
    ) -> Result<T, EngineError> {
        answered(self, || self.at_unless(revision, stop), ask)
    }

    /// A snapshot of a revision, or of the files on disk, every byte of whose view was checked: for
    /// those who cannot take back what they said already. O(index).
    pub fn verified(&self, revision: Option<&str>) -> Result<Arc<Snapshot>, EngineError> {
        let verify = |reading: &Reading<'_>| {
            reading.view.verify();
            reading.snapshot().clone()
        };
        match revision {
            Some(revision) => self.query_at(revision, &self.options.cancel, verify),
            None => self.query(verify),
        }
    }

    /// What was found damaged in revisions that were asked about lately, and built again. Does not
    /// wait for a question about one that is being answered.
    pub fn damage_of_revisions(&self) -> Vec<Damage> {
        let Ok(revisions) = self.revisions.try_lock() else { return Vec::new() };
        revisions.damage()
    }
}
