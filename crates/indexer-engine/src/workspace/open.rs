//! The workspace: what a program opens.

use crate::facts::cache::FactsCache;
use crate::facts::packages::PackageFacts;
#[cfg(feature = "faults")]
use crate::link::faults::Fault;
use crate::link::kept_answers::KeptAnswers;
use crate::publish::cache_folder::CacheFolder;
use crate::publish::holdings::Holding;
use crate::source::disk::root::Disk;
use crate::source::memory::MemorySource;
use crate::source::watch::watcher::Watcher;
use crate::types::error::EngineError;
use crate::types::event::{Event, OnEvent};
use crate::types::memory::MemoryBudget;
use crate::types::options::Options;
use crate::types::remote::Fetched;
use crate::types::source::Source;
use crate::types::state::Current;
use crate::workspace::revision_states::Revisions;
use crate::workspace::scip::state::ScipState;
use crate::workspace::snapshot::Snapshot;
use crate::workspace::snapshot_cache::SnapshotCache;
use crate::workspace::text_filters::TextFilters;
use indexer_core::ContentId;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_git::{Objects, Repository};
use indexer_parse::Limits;
use indexer_store::Layout;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Stack of a thread that parses and links: deep nesting is walked by recursion.
const STACK: usize = 64 << 20;

/// A root with its index. Shared by threads; a refresh at a time.
pub struct Workspace {
    pub(crate) options: Options,
    pub(crate) on_event: OnEvent,
    pub(super) root: PathBuf,
    pub(super) source: Arc<dyn Source>,
    /// The source, where it is a disk.
    pub(crate) disk: Option<Arc<Disk>>,
    pub(super) memory: Option<Arc<MemorySource>>,
    pub(crate) cache: CacheFolder,
    pub(crate) facts_cache: Arc<FactsCache>,
    /// Facts of installed packages that are linked.
    pub(crate) package_facts: PackageFacts,
    /// What is known of files that were looked through.
    pub(crate) text_filters: Arc<TextFilters>,
    /// Hash of everything that an index is a function of, besides the files and SCIP indexes.
    pub(crate) settings: u64,
    pub(crate) scip: ScipState,
    pub(crate) answers: KeptAnswers,
    pub(crate) watcher: Watcher,
    /// The threads that refreshes work on, while there are any.
    pub(super) pool: Mutex<Option<Arc<ThreadPool>>>,
    pub(super) threads: usize,
    pub(crate) state: Mutex<Latest>,
    /// The objects of the repository, once somebody asked for one.
    pub(super) objects: Mutex<Option<Arc<Objects>>>,
    /// Revisions that were asked about.
    pub(crate) revisions: Mutex<Revisions>,
    /// Texts that nobody saved, of which the last [`edited`](Self::edited) snapshot was made.
    pub(super) unsaved: Mutex<Vec<ContentId>>,
    /// The text of which the last [`declared`](Self::declared) snapshot was made.
    pub(super) declared: Mutex<Option<ContentId>>,
    /// What the shared store gave last.
    pub(super) fetched: Mutex<Fetched>,
    /// What questions keep whatever the files become.
    pub(super) kept: SnapshotCache,
    /// Installed packages that are open, the one asked last first.
    pub(super) packages: Mutex<Vec<Arc<Workspace>>>,
    #[cfg(feature = "faults")]
    pub(super) fault: Option<Fault>,
}

#[derive(Default)]
pub(crate) struct Latest {
    pub(crate) current: Option<Current>,
    pub(super) snapshot: Option<Arc<Snapshot>>,
    /// Digest of the settings under which both were made.
    pub(crate) settings: u64,
}

impl Latest {
    /// No state yet, under these settings.
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
        if let Some(problem) = options.framework_rules.problem() {
            return Err(EngineError::Option { option: "framework_rules", reason: problem.to_owned() });
        }
        let disk = Disk::new(&options)?;
        let cache = CacheFolder::of(&disk, &options);
        let root = disk.path().to_owned();
        let disk = Arc::new(disk);
        let prefix = disk.repository().map_or("", Repository::prefix).to_owned();
        let made = Self::new(options, Box::new(on_event), root, disk.clone(), cache);
        // Where modules are depends on where the root is in its repository.
        let settings = match prefix.as_str() {
            "" => made.settings,
            prefix => hash_numbers([made.settings, hash_text(prefix)]),
        };
        let scip = ScipState::new(made.cache.layout().cloned(), prefix);
        Ok(Self { disk: Some(disk), scip, settings, ..made })
    }

    /// A workspace over files in memory: (path, bytes). Nothing is stored. What tests of tools use.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let memory = Arc::new(MemorySource::new(files));
        let root = memory.root();
        let options = Options::new(&root);
        let cache = CacheFolder::none(root.clone(), &options);
        let made = Self::new(options, Box::new(|_| ()), root, memory.clone(), cache);
        Self { memory: Some(memory), ..made }
    }

    fn new(
        options: Options,
        on_event: OnEvent,
        root: PathBuf,
        source: Arc<dyn Source>,
        cache: CacheFolder,
    ) -> Self {
        let packs = cache.layout().map(Layout::facts);
        let budget = MemoryBudget::of(options.memory_limit_mb);
        let early = (!options.read_only).then_some(budget.waiting().0);
        Self {
            settings: options.digest(),
            scip: ScipState::default(),
            answers: KeptAnswers::default(),
            text_filters: Arc::default(),
            facts_cache: Arc::new(
                FactsCache::new(packs, Limits::default(), early)
                    .within(budget)
                    .until(Arc::clone(&options.cancel)),
            ),
            package_facts: PackageFacts::new(
                cache.packages(),
                options.read_only,
                Arc::clone(&options.cancel),
            ),
            watcher: Watcher::new(&root),
            options,
            on_event,
            root,
            source,
            disk: None,
            memory: None,
            cache,
            pool: Mutex::default(),
            threads: 0,
            state: Mutex::default(),
            objects: Mutex::default(),
            revisions: Mutex::default(),
            unsaved: Mutex::default(),
            declared: Mutex::default(),
            fetched: Mutex::default(),
            kept: SnapshotCache::default(),
            packages: Mutex::default(),
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

    /// The same with a seeded fault.
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

    /// True for a workspace over files in memory, beside which nothing is installed.
    pub fn is_in_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// What it was opened with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The folder in which this root's index is kept; `None` where nothing is stored.
    pub fn cache(&self) -> Option<&Path> {
        self.cache.layout().map(Layout::root)
    }

    /// The cache folder, which holds all repositories; `None` where nothing is stored.
    pub fn cache_dir(&self) -> Option<&Path> {
        self.cache.dir()
    }

    /// What the cache folder holds of all repositories, and which of them is this one's; nothing
    /// where there is no cache.
    pub fn holdings(&self) -> Vec<(Holding, bool)> {
        self.cache.holdings()
    }

    /// Why nothing is stored; `None` for a workspace in memory, which has nothing to store.
    pub(crate) fn nowhere(&self) -> Option<String> {
        self.memory.is_none().then(|| self.cache.why_not().to_owned())
    }

    /// The bytes of a file as it is now.
    pub(crate) fn read_file(&self, path: &str) -> io::Result<Vec<u8>> {
        self.source.read(path, None)
    }

    pub(super) fn pool(&self) -> Result<Arc<ThreadPool>, EngineError> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = &*pool {
            return Ok(Arc::clone(pool));
        }
        // 0 leaves it to the pool, which also looks into the environment.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let wanted = if self.threads == 0 { cores } else { self.threads };
        let allowed = MemoryBudget::of(self.options.memory_limit_mb).threads(wanted);
        let threads = if allowed < wanted { allowed } else { self.threads };
        let made = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let made = Arc::new(made.map_err(|e| EngineError::Build(e.to_string()))?);
        Ok(Arc::clone(pool.insert(made)))
    }

    /// Ends the threads after much work: those that have nothing to do hold what they freed last, which is more than all
    /// that a workspace needs between two questions. The next work makes new ones.
    pub(super) fn end_threads(&self) {
        *self.pool.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").field("options", &self.options).finish_non_exhaustive()
    }
}
