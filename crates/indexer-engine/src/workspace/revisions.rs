//! Snapshots of revisions and of the git index: the same pipeline over another source.

use crate::publish::load::load_view;
use crate::publish::merge::merge_newest;
use crate::publish::nearest;
use crate::publish::store::StoreOutcome;
use crate::publish::store::head_hash;
use crate::publish::usage;
use crate::source::git_index::GitIndex;
use crate::source::git_tree::{GitBlobs, GitTree};
use crate::types::damage::Damage;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::exclusion::LeftOut;
use crate::types::file::FileStatus;
use crate::types::freshness::{Freshness, NamedRevision, State, UNSAVED, Watching};
use crate::types::source::Source;
use crate::types::state::{Current, RefreshOutcome};
use crate::workspace::bring_up::StateUpdate;
use crate::workspace::exclusions::{left_out, left_out_examples, left_out_files};
use crate::workspace::open::Workspace;
use crate::workspace::remote::revision_name;
use crate::workspace::repository::STAGED;
use crate::workspace::revision_states::{KnownRevision, MOST_KEPT, Revisions};
use crate::workspace::snapshot::Snapshot;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::work;
use indexer_git::{Revision, hex};
use indexer_store::Layout;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, TryLockError};
use std::thread;
use std::time::{Duration, Instant, UNIX_EPOCH};

/// How often a question that waits for another one about a revision checks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(5);

/// A revision to make a snapshot of.
pub(super) struct WantedRevision {
    /// What it is kept under.
    pub(super) name: String,
    pub(super) asked: String,
    pub(super) commit: Option<String>,
    pub(super) source: Arc<dyn Source>,
    /// Where it is stored; `None` where it is not.
    pub(super) layout: Option<Layout>,
    /// True for a tree, which never changes; false for the git index and what is not saved.
    pub(super) fixed: bool,
}

impl Workspace {
    /// A snapshot of a revision (whatever git takes for one commit or tree), or of the git index
    /// ([`STAGED`]), whatever is checked out. Starts from the nearest state that is known, so what
    /// is alike is neither read nor linked again; what it is in the end is kept, in memory for the
    /// last few, and in the cache.
    pub fn at(&self, revision: &str) -> Result<Arc<Snapshot>, EngineError> {
        self.at_unless(revision, &self.options.cancel)
    }

    /// As [`at`](Self::at), until `stop` is set: then it is [`EngineError::Cancelled`], and what was parsed
    /// is kept.
    pub fn at_unless(&self, revision: &str, stop: &AtomicBool) -> Result<Arc<Snapshot>, EngineError> {
        self.made_unless(stop, |refresh| refresh.wanted(revision))
    }

    /// The snapshot of what is `wanted`, until `stop` is set.
    pub(super) fn made_unless(
        &self,
        stop: &AtomicBool,
        wanted: impl Fn(&RevisionRefresh<'_>) -> Result<WantedRevision, EngineError>,
    ) -> Result<Arc<Snapshot>, EngineError> {
        let mut revisions = loop {
            match self.revisions.try_lock() {
                Ok(revisions) => break revisions,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if work::is_stopped(stop) => {
                    return Err(EngineError::Cancelled);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
        };
        let mut lost = Vec::new();
        loop {
            let refresh = RevisionRefresh { workspace: self, stop };
            let snapshot = refresh.at_once(&mut revisions, &wanted, &lost)?;
            if !self.scip.has_lost() {
                return Ok(snapshot);
            }
            lost.clone_from(&snapshot.freshness.damage);
        }
    }
}

/// One refresh of a revision's snapshot.
pub(super) struct RevisionRefresh<'w> {
    pub(super) workspace: &'w Workspace,
    stop: &'w AtomicBool,
}

impl RevisionRefresh<'_> {
    /// One attempt, with the SCIP indexes there are now. `lost` is the damage found in SCIP indexes before.
    fn at_once(
        &self,
        revisions: &mut Revisions,
        wanted: impl Fn(&Self) -> Result<WantedRevision, EngineError>,
        lost: &[Damage],
    ) -> Result<Arc<Snapshot>, EngineError> {
        let workspace = self.workspace;
        workspace.scip.look();
        let settings = workspace.settings();
        revisions.kept.retain(|kept| kept.settings == settings);
        let wanted = wanted(self)?;
        let place = revisions.kept.iter().position(|kept| kept.name == wanted.name);
        let kept = place.map(|i| revisions.kept.remove(i));
        let last = kept.as_ref().map(|kept| kept.snapshot.clone());
        let before = kept.map(|kept| kept.current);
        let (mut current, done, unpublished) = self.bring(&wanted, before, &revisions.kept)?;
        current.damage.extend_from_slice(lost);
        let snapshot = self.revision_snapshot(&wanted, &current, &done, unpublished);
        let snapshot = last.filter(|last| is_same(last, &snapshot)).unwrap_or(snapshot);
        let made = KnownRevision { name: wanted.name, current, snapshot: snapshot.clone(), settings };
        revisions.kept.insert(0, made);
        revisions.kept.truncate(MOST_KEPT);
        Ok(snapshot)
    }

    fn wanted(&self, asked: &str) -> Result<WantedRevision, EngineError> {
        let workspace = self.workspace;
        let (disk, repository) = workspace.on_disk()?;
        if asked != STAGED {
            indexer_git::check(asked)?;
        } else if repository.is_bare() {
            return Err(indexer_git::GitError::NoIndex.into());
        }
        let objects = workspace.shared_objects()?;
        let stored = GitBlobs {
            objects: objects.clone(),
            root: workspace.root().to_owned(),
            prefix: repository.prefix().to_owned(),
            excluded: disk.excluded().clone(),
            max_depth: disk.max_depth(),
        };
        let (name, commit, source): (String, Option<String>, Arc<dyn Source>) = if asked == STAGED {
            let name = format!("staged-{:016x}", hash_text(&workspace.root().to_string_lossy()));
            (name, None, Arc::new(GitIndex { stored, repository: repository.clone() }))
        } else {
            let Revision { commit, tree } = objects.resolve(asked)?;
            let commit = commit.map(|id| hex(&id));
            let name = revision_name(&tree, repository);
            (name, commit.clone(), Arc::new(GitTree { stored, tree, commit }))
        };
        let layout = workspace.cache.layout().map(|layout| layout.revision(&name));
        let fixed = asked != STAGED;
        Ok(WantedRevision { name, asked: asked.to_owned(), commit, source, layout, fixed })
    }

    /// The state of a revision: `before` where that is it, else the stored one, else the nearest
    /// with what differs taken in. Stores it, best effort.
    fn bring(
        &self,
        wanted: &WantedRevision,
        before: Option<Current>,
        others: &[KnownRevision],
    ) -> Result<(Current, RefreshOutcome, Option<String>), EngineError> {
        let workspace = self.workspace;
        let started = Instant::now();
        let due = workspace.cache.note_use();
        let layout = wanted.layout.as_ref();
        let head = layout.and_then(head_hash);
        // What another process stored since is newer; what never changes is not.
        let before = before.filter(|before| wanted.fixed || head.is_none() || head == before.based);
        let (known, found, condemned) = match (before, layout) {
            (Some(before), _) => (Some(before), Vec::new(), Vec::new()),
            (None, Some(layout)) => {
                let mut loaded = load_view(layout, workspace.settings());
                // A checkout asks the store for the commit of its files; a bare repository has none.
                if loaded.current.is_none()
                    && wanted.fixed
                    && workspace.is_bare()
                    && let Some(own) = workspace.cache.layout()
                {
                    workspace.fetch_remote(own, &wanted.asked);
                    loaded = load_view(layout, workspace.settings());
                }
                (loaded.current, loaded.damage, loaded.condemned)
            }
            (None, None) => (None, Vec::new(), Vec::new()),
        };
        // What is stored may be of other settings, and then is neither loaded nor whole.
        let is_known = known.is_some();
        let mut current = match known {
            Some(current) => current,
            None => self.start(wanted, others)?.unwrap_or(Current { based: head, ..Current::default() }),
        };
        current.condemned.extend(condemned);
        let mut done = RefreshOutcome::default();
        if !(wanted.fixed && is_known && found.is_empty() && is_whole(&current)) {
            let update =
                StateUpdate { workspace, source: &*wanted.source, stop: self.stop, is_watched: false };
            done = update.advance(&mut current, found)?;
        }
        merge_newest(&mut current);
        let unstored = !current.pending.is_empty()
            || current.touched
            || current.adopted
            || workspace.facts_cache.is_damaged();
        let unpublished = match layout.filter(|_| !workspace.options.read_only) {
            Some(layout) if unstored => {
                (workspace.on_event)(Event::Publishing);
                let bytes = current.pending_bytes();
                // Another process may have stored the same.
                let outcome = workspace.cache.store(layout, &workspace.facts_cache, &mut current, false);
                if matches!(outcome, StoreOutcome::Superseded) && wanted.fixed {
                    current = load_view(layout, workspace.settings()).current.unwrap_or(current);
                }
                if matches!(outcome, StoreOutcome::Yes) {
                    workspace.cache.keep_bound(layout, &workspace.facts_cache, bytes, due);
                }
                match outcome {
                    StoreOutcome::Superseded => None,
                    other => other.reason(),
                }
            }
            Some(layout) => {
                usage::note_revision(layout);
                None
            }
            None => workspace.nowhere().filter(|_| unstored),
        };
        if !done.changed.is_empty() {
            let took = started.elapsed();
            (workspace.on_event)(Event::Done { parsed: done.parsed, linked: done.linked, took });
        }
        Ok((current, done, unpublished))
    }

    /// The nearest state that is known, in memory or stored.
    fn start(
        &self,
        wanted: &WantedRevision,
        others: &[KnownRevision],
    ) -> Result<Option<Current>, EngineError> {
        let workspace = self.workspace;
        let listing = wanted.source.list(None)?;
        // A refresh that is running has the worktree's state; what it stored before will do.
        let state = match workspace.state.try_lock() {
            Ok(state) => Some(state),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        let of_now = state.as_ref().filter(|state| state.settings == workspace.settings());
        let worktree = of_now.and_then(|state| state.current.as_ref());
        // What is not saved is stored nowhere, so nothing that is starts from it.
        let others = others.iter().filter(|kept| wanted.name == UNSAVED || kept.name != UNSAVED);
        let in_memory = worktree.into_iter().chain(others.map(|kept| &kept.current));
        let commit = wanted.commit.clone().or_else(|| wanted.source.head_commit());
        let layout = wanted.layout.as_ref();
        Ok(nearest::for_revision(layout, workspace.settings(), commit.as_deref(), &listing, in_memory))
    }

    fn revision_snapshot(
        &self,
        wanted: &WantedRevision,
        current: &Current,
        done: &RefreshOutcome,
        unpublished: Option<String>,
    ) -> Arc<Snapshot> {
        let workspace = self.workspace;
        let info = current.view.info();
        let version = match wanted.fixed {
            true => hash_text(&wanted.name),
            false => current.files.iter().fold(0, |hash, known| {
                hash_numbers([hash, hash_text(&known.path), hash_text(&known.content.hex())])
            }),
        };
        let state = match (done.unstable, &unpublished) {
            (true, _) => State::Stale,
            (false, None) => State::Fresh,
            (false, Some(_)) => State::Unpublished,
        };
        let head_commit = wanted.commit.clone().or_else(|| info.head_commit.clone());
        let freshness = Freshness {
            state,
            generation: info.generation,
            head_commit,
            built_at: UNIX_EPOCH + Duration::from_secs(info.built_at),
            indexing: Duration::from_millis(info.duration_ms),
            // Differences from the state that it was built from mean nothing to the user.
            changed: Vec::new(),
            parsed: 0,
            relinked: 0,
            watching: Watching::Off,
            left_out: left_out(current),
            left_out_examples: left_out_examples(current),
            problems: [current.dirs.problems.as_slice(), &current.problems].concat(),
            unpublished,
            damage: current.damage.clone(),
        };
        let made = workspace.snapshot_of(current.view.clone(), current.manifests.clone(), freshness);
        Arc::new(Snapshot {
            revision: Some(NamedRevision {
                name: wanted.asked.clone(),
                commit: wanted.commit.clone(),
                version,
            }),
            source: wanted.source.clone(),
            left_out_files: left_out_files(current),
            links: Arc::new(current.links()),
            ..made
        })
    }
}

/// True where all that there is to know of a tree is known. What could not be read may be there now.
fn is_whole(current: &Current) -> bool {
    let lacks = |status: &FileStatus| *status == FileStatus::Out(LeftOut::Unreadable);
    !current.view.damaged()
        && !current.adopted
        && !current.touched
        && current.based.is_some()
        && !current.files.iter().any(|known| lacks(&known.status))
}

fn is_same(last: &Snapshot, now: &Snapshot) -> bool {
    last.revision == now.revision && last.freshness == now.freshness && !last.outdated()
}
