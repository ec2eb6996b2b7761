//! What a program opens.

use crate::cache;
use crate::damage;
use crate::disk::Disk;
use crate::error::EngineError;
use crate::event::{Event, OnEvent};
use crate::facts::Shelf;
#[cfg(feature = "faults")]
use crate::faults::Fault;
use crate::mark::Mark;
use crate::memory::Memory;
use crate::nearest;
use crate::options::Options;
use crate::publish::{self, Stored};
use crate::refresh::{Current, Done, Job, left_out, left_out_examples};
use crate::revisions::Revisions;
use crate::scip::Scip;
use crate::snapshot::{Freshness, Snapshot, State};
use crate::source::Source;
use crate::watch::Watcher;
use indexer_core::{ManifestFacts, work};
use indexer_parse::Limits;
use indexer_store::change::remove_file;
use indexer_store::{Layout, PackWriter, View};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Stack of a thread that parses and links: deep nesting is walked by recursion.
const STACK: usize = 64 << 20;
/// What manifests declare, by path.
pub(crate) type Manifests = BTreeMap<String, ManifestFacts>;
/// How long `index` waits for another process that is storing.
const PATIENCE: Duration = Duration::from_secs(30);

/// A root with its index. Shared by threads; a refresh at a time.
pub struct Workspace {
    pub(crate) options: Options,
    pub(crate) on_event: OnEvent,
    root: PathBuf,
    source: Arc<dyn Source>,
    /// The same where it is a disk.
    pub(crate) disk: Option<Arc<Disk>>,
    memory: Option<Arc<Memory>>,
    pub(crate) layout: Option<Layout>,
    cache: Option<PathBuf>,
    mark: Mark,
    /// Bytes stored since the cache was looked at.
    pub(crate) stored: AtomicUsize,
    /// Set while the disk is full and nothing in the cache can make room.
    pub(crate) full: AtomicBool,
    pub(crate) shelf: Arc<Shelf>,
    /// Hash of everything besides the files and what compilers said that an index is a function of.
    pub(crate) settings: u64,
    pub(crate) scip: Mutex<Arc<Scip>>,
    pub(crate) watcher: Watcher,
    pool: OnceLock<ThreadPool>,
    threads: usize,
    pub(crate) state: Mutex<Inner>,
    /// Revisions that were asked about.
    pub(crate) revisions: Mutex<Revisions>,
    #[cfg(feature = "faults")]
    fault: Option<Fault>,
}

#[derive(Default)]
pub(crate) struct Inner {
    pub(crate) current: Option<Current>,
    snapshot: Option<Arc<Snapshot>>,
    /// The settings that both are of.
    pub(crate) settings: u64,
}

impl Inner {
    /// Nothing yet, under these settings.
    pub(crate) fn new(settings: u64) -> Self {
        Self { settings, ..Self::default() }
    }
}

impl Workspace {
    /// Opens `options.root`. Reads no file of it yet: the first [`refresh`](Self::refresh) does.
    pub fn open(
        options: Options,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Self, EngineError> {
        let disk = Disk::new(&options)?;
        let cache = cache::cache_dir(options.cache_dir.as_deref());
        let layout = cache.as_deref().map(|dir| cache::layout(dir, &disk));
        let root = disk.path().to_owned();
        let disk = Arc::new(disk);
        let made = Self::new(options, Box::new(on_event), root, disk.clone(), None, layout);
        Ok(Self { disk: Some(disk), cache, ..made })
    }

    /// A workspace over files in memory: (path, bytes). Nothing is stored. What tests of tools use.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let memory = Arc::new(Memory::new(files));
        let root = memory.root();
        Self::new(Options::new(&root), Box::new(|_| ()), root, memory.clone(), Some(memory), None)
    }

    fn new(
        options: Options,
        on_event: OnEvent,
        root: PathBuf,
        source: Arc<dyn Source>,
        memory: Option<Arc<Memory>>,
        layout: Option<Layout>,
    ) -> Self {
        let packs = layout.as_ref().map(Layout::facts);
        let early = (!options.read_only).then_some(PackWriter::COMMIT_AT);
        Self {
            settings: options.digest(),
            scip: Mutex::default(),
            shelf: Arc::new(Shelf::new(packs, Limits::default(), early).until(Arc::clone(&options.cancel))),
            watcher: Watcher::new(&root),
            options,
            on_event,
            root,
            source,
            disk: None,
            memory,
            layout,
            cache: None,
            mark: Mark::default(),
            stored: AtomicUsize::new(0),
            full: AtomicBool::new(false),
            pool: OnceLock::new(),
            threads: 0,
            state: Mutex::default(),
            revisions: Mutex::default(),
            #[cfg(feature = "faults")]
            fault: None,
        }
    }

    /// The same with this many threads for parsing and linking; 0 for one per core.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The same with a mistake in it.
    #[cfg(feature = "faults")]
    #[must_use]
    pub fn with_fault(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// Replaces (or with `None` removes) a file of a workspace in memory; the next refresh sees it.
    /// Does nothing on a workspace over a disk.
    pub fn edit(&self, path: &str, bytes: Option<Vec<u8>>) {
        if let Some(memory) = &self.memory {
            memory.set(path, bytes);
        }
    }

    /// The root, canonical.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What it was opened with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The folder in which this root's index is kept; `None` where nothing is stored.
    pub fn cache(&self) -> Option<&Path> {
        self.layout.as_ref().map(Layout::root)
    }

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
            && publish::head_hash(self.layout.as_ref()?) == current.based
            && self.watcher.nothing_touched(&current.frame);
        same.then(|| last.clone())
    }

    fn refresh_locked(&self, state: &mut Inner) -> Result<Arc<Snapshot>, EngineError> {
        let started = Instant::now();
        let due = self.note_use();
        self.look_again(state);
        let done = self.take_in(state, &self.options.cancel)?;
        let Some(current) = &mut state.current else { return Err(EngineError::Cancelled) };
        if publish::fold_small(current) {
            state.snapshot = None;
        }
        let writable = self.writable();
        let mut unpublished = None;
        if let Some(layout) = writable
            && (!current.pending.is_empty() || current.touched || self.shelf.is_damaged())
        {
            (self.on_event)(Event::Publishing);
            let bytes = current.pending_bytes();
            let stored = self.store(layout, current, false);
            if matches!(stored, Stored::Yes) {
                self.keep_bound(layout, bytes, due);
            }
            unpublished = stored.reason();
            if let (Stored::Failed(_), Some(reason)) = (stored, &unpublished) {
                (self.on_event)(Event::Unpublished { reason: reason.clone() });
            }
        }
        if writable.is_none() {
            let mut contents: Vec<_> = current.known.iter().map(|known| known.content).collect();
            contents.sort_unstable();
            self.shelf.keep_only(|content| contents.binary_search(&content).is_ok());
            unpublished = self.nowhere().filter(|_| !current.pending.is_empty());
        }
        let took = started.elapsed();
        if !done.changed.is_empty() {
            (self.on_event)(Event::Done { parsed: done.parsed, linked: done.linked, took });
        }
        Ok(self.snapshot(state, done, unpublished))
    }

    /// The cache folder, which holds all repositories; `None` where nothing is stored.
    pub fn cache_dir(&self) -> Option<&Path> {
        self.cache.as_deref()
    }

    /// Marks the repository as used now; true when it was a while ago that somebody did.
    pub(crate) fn note_use(&self) -> bool {
        let place = self.cache_dir().zip(self.writable());
        place.is_some_and(|(cache, layout)| self.mark.note(cache, layout, &self.root))
    }

    /// Where the index may be stored.
    pub(crate) fn writable(&self) -> Option<&Layout> {
        self.layout.as_ref().filter(|_| !self.options.read_only)
    }

    /// Why nothing is stored; `None` for a workspace in memory, which has nothing to store.
    pub(crate) fn nowhere(&self) -> Option<String> {
        let reason = match self.layout {
            Some(_) => "the cache is opened for reading only",
            None => "no folder for the cache is known: name one with --cache-dir or INDEXER_CACHE_DIR",
        };
        self.memory.is_none().then(|| reason.to_owned())
    }

    /// Brings `state.current` up to date; builds from nothing where there is nothing to go on.
    fn take_in(&self, state: &mut Inner, stop: &AtomicBool) -> Result<Done, EngineError> {
        let found = self.reload(state);
        let current = state.current.get_or_insert_default();
        let done = self.advance(&*self.source, current, found, stop)?;
        if !self.has_lost_scip() {
            return Ok(done);
        }
        let damage = std::mem::take(&mut current.damage);
        self.look_again(state);
        let found = self.reload(state);
        let current = state.current.get_or_insert_default();
        let done = self.advance(&*self.source, current, found, stop)?;
        current.damage.splice(..0, damage);
        current.touched = true;
        Ok(done)
    }

    /// Makes `current` what `source` is now. `found` is what was found damaged in the stored index. Ends
    /// early where `stop` is set, or the workspace's own flag.
    pub(crate) fn advance(
        &self,
        source: &dyn Source,
        current: &mut Current,
        mut found: Vec<String>,
        stop: &AtomicBool,
    ) -> Result<Done, EngineError> {
        let pool = || self.pool();
        let scip = self.scip();
        let job = Job {
            source,
            shelf: &self.shelf,
            options: &self.options,
            stop,
            on_event: &self.on_event,
            pool: &pool,
            settings: self.settings(),
            scip: &scip,
            watcher: &self.watcher,
            #[cfg(feature = "faults")]
            fault: self.fault,
        };
        let mut done = match job.refresh(current) {
            // What was parsed so far is kept: the next start goes on from there.
            Err(EngineError::Cancelled) => {
                if self.writable().is_some() {
                    let _ = self.shelf.commit();
                }
                return Err(EngineError::Cancelled);
            }
            outcome => outcome?,
        };
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
        let packs = self.shelf.damaged_packs();
        found.extend(packs.iter().map(|path| format!("the facts pack {}", path.display())));
        if found.is_empty() && !done.changed.is_empty() {
            current.damage.clear();
        }
        for what in found {
            (self.on_event)(Event::Damaged { reason: what.clone() });
            damage::note(&mut current.damage, what);
            current.touched = true;
        }
        Ok(done)
    }

    /// Loads the stored view where there is none in memory, or where another process stored a
    /// newer one; gives what was found damaged. What is in memory and not stored is given up then:
    /// the stored view and a sweep give it again.
    fn reload(&self, state: &mut Inner) -> Vec<String> {
        let Some(layout) = &self.layout else { return Vec::new() };
        if let Some(current) = &mut state.current {
            let stored = publish::head_hash(layout);
            if stored == current.based {
                return Vec::new();
            }
            if stored.is_none() {
                // Somebody removed what was stored: all of it is stored again.
                self.mark.forget();
                self.note_use();
                current.unstored(None);
                return Vec::new();
            }
        }
        let loaded = publish::load(layout, self.settings());
        match (loaded.current, &mut state.current) {
            (Some(newer), current) => {
                *current = Some(newer);
                state.snapshot = None;
                self.watcher.distrust();
            }
            // What cannot be used is replaced. A head of other settings only once there is
            // something to store: two programs must not replace each other's at every question.
            (None, Some(current)) if loaded.damage.is_empty() => current.based = loaded.based,
            (None, Some(current)) => current.unstored(loaded.based),
            (None, current) => {
                let commit = self.source.head_commit();
                let near = nearest::for_worktree(layout, self.settings(), commit.as_deref());
                let nothing = || Current { based: loaded.based, ..Current::default() };
                *current = Some(near.unwrap_or_else(nothing));
            }
        }
        if let Some(current) = &mut state.current {
            current.condemned.extend(loaded.condemned);
        }
        loaded.damage
    }

    /// Forgets a damaged view, and its files, so that the next refresh builds from nothing.
    fn drop_damaged(&self, current: &mut Current, found: &mut Vec<String>) {
        let damaged = current.view.segments().iter().map(|held| &held.segment).filter(|s| s.damaged());
        let condemned: Vec<_> = damaged.map(|segment| segment.digest()).collect();
        found.extend(condemned.iter().map(|digest| format!("segment {digest} failed its checks")));
        let damage = std::mem::take(&mut current.damage);
        *current = Current { based: current.based, damage, condemned, ..Current::default() };
    }

    /// The state with all that is on disk now.
    pub(crate) fn brought_up<'s>(&self, state: &'s mut Inner) -> Result<&'s Current, EngineError> {
        self.look_again(state);
        self.take_in(state, &self.options.cancel)?;
        state.current.as_ref().ok_or(EngineError::Cancelled)
    }

    /// The bytes of a file as it is now.
    pub(crate) fn read_file(&self, path: &str) -> io::Result<Vec<u8>> {
        self.source.read(path, None)
    }

    fn snapshot(&self, state: &mut Inner, done: Done, unpublished: Option<String>) -> Arc<Snapshot> {
        let current = state.current.get_or_insert_default();
        let info = current.view.info();
        let kind = match (done.unstable, &unpublished) {
            (true, _) => State::Stale,
            (false, None) => State::Fresh,
            (false, Some(_)) => State::Unpublished,
        };
        let watching = self.watcher.watching();
        if done.quiet
            && let Some(last) = &state.snapshot
            && (last.freshness.state, &last.freshness.watching) == (kind, &watching)
            && last.freshness.changed.is_empty()
            && last.freshness.unpublished == unpublished
            && last.freshness.damage == current.damage
            && !last.outdated()
        {
            return last.clone();
        }
        let freshness = Freshness {
            watching,
            state: kind,
            generation: info.generation,
            head_commit: info.head_commit.clone(),
            built_at: UNIX_EPOCH + Duration::from_secs(info.built_at),
            indexing: Duration::from_millis(info.duration_ms),
            changed: done.changed,
            parsed: done.parsed,
            relinked: done.linked,
            left_out: left_out(current),
            left_out_examples: left_out_examples(current),
            problems: [current.frame.problems.as_slice(), &current.problems].concat(),
            unpublished,
            damage: current.damage.clone(),
        };
        if let Some(last) = &state.snapshot
            && last.freshness == freshness
            && !last.outdated()
        {
            return last.clone();
        }
        let manifests = current.manifests.clone();
        let mut made = self.snapshot_of(current.view.clone(), manifests, freshness);
        if let Some(last) = state.snapshot.as_ref().filter(|last| last.has_segments_of(&made.view)) {
            made.kept = last.kept.clone();
        }
        let made = Arc::new(made);
        state.snapshot = Some(made.clone());
        made
    }

    pub(crate) fn snapshot_of(&self, view: View, manifests: Manifests, freshness: Freshness) -> Snapshot {
        Snapshot {
            root: self.root.clone(),
            view,
            freshness,
            revision: None,
            source: self.source.clone(),
            scip: self.scip(),
            shelf: self.shelf.clone(),
            manifests: Arc::new(manifests),
            members: OnceLock::new(),
            sought: OnceLock::new(),
            kept: Arc::default(),
            changed: AtomicBool::new(false),
        }
    }

    /// Refreshes and stores: what the `index` command does. Folds small segments where it pays;
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
        self.note_use();
        self.look_again(state);
        if rebuild {
            let based = self.layout.as_ref().and_then(publish::head_hash);
            state.current = Some(Current { based, ..Current::default() });
            state.snapshot = None;
        }
        let mut done = self.take_in(state, stop)?;
        let Some(layout) = self.writable() else {
            if self.layout.is_none()
                && let Some(reason) = self.nowhere()
            {
                let path = self.root.clone();
                return Err(EngineError::Write { path, reason, remedy: None });
            }
            if let Some(current) = &mut state.current
                && publish::fold(current, false)
            {
                state.snapshot = None;
            }
            return Ok(self.snapshot(state, done, self.nowhere()));
        };
        let started = Instant::now();
        let bytes = loop {
            let Some(current) = &mut state.current else { return Err(EngineError::Cancelled) };
            if publish::fold(current, false) {
                (self.on_event)(Event::Folding);
                state.snapshot = None;
            }
            (self.on_event)(Event::Publishing);
            let refuse = |reason: String, remedy| {
                let path = layout.root().to_owned();
                EngineError::Write { path, reason, remedy }
            };
            let again = Some("ask again when the other processes are done");
            let bytes = current.pending_bytes();
            match self.store(layout, current, true) {
                Stored::Yes => break bytes,
                Stored::Busy if started.elapsed() < PATIENCE => {
                    check_cancelled(&self.options)?;
                    if work::is_stopped(stop) {
                        return Err(EngineError::Cancelled);
                    }
                    thread::sleep(Duration::from_millis(20));
                }
                Stored::Busy => return Err(refuse("another process holds the lock".into(), again)),
                // What the other process stored is taken in, and this stored on top.
                Stored::Superseded if started.elapsed() < PATIENCE => done = self.take_in(state, stop)?,
                Stored::Superseded => return Err(refuse("other processes keep storing".into(), again)),
                Stored::Failed(error) => return Err(refuse(error.to_string(), error.remedy())),
            }
        };
        publish::sweep_segments(layout);
        self.keep_bound(layout, bytes, true);
        Ok(self.snapshot(state, done, None))
    }

    /// Makes one segment of the view, whether it pays or not. For tests and benchmarks.
    pub fn fold(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(current) = &mut state.current {
            publish::fold(current, true);
            state.snapshot = None;
        }
    }

    fn pool(&self) -> Result<&ThreadPool, EngineError> {
        if let Some(pool) = self.pool.get() {
            return Ok(pool);
        }
        let made = ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK).build();
        let made = made.map_err(|e| EngineError::Build(e.to_string()))?;
        Ok(self.pool.get_or_init(|| made))
    }
}

fn check_cancelled(options: &Options) -> Result<(), EngineError> {
    match options.cancel.load(Ordering::Relaxed) {
        true => Err(EngineError::Cancelled),
        false => Ok(()),
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").field("options", &self.options).finish_non_exhaustive()
    }
}
