//! What a refresh works with: the source, caches, settings and threads.

use crate::facts::cache::FactsCache;
use crate::facts::packages::PackageFacts;
#[cfg(feature = "faults")]
use crate::link::faults::Fault;
use crate::link::kept_answers::KeptAnswers;
use crate::link::scip::Scip;
use crate::source::watch::watcher::Watcher;
use crate::types::error::EngineError;
use crate::types::event::{Event, OnEvent};
use crate::types::options::Options;
use crate::types::source::Source;
use indexer_core::work;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A progress event comes after this many files.
const PROGRESS: usize = 64;

/// What a refresh works with.
pub(crate) struct RefreshJob<'a> {
    pub(crate) source: &'a dyn Source,
    pub(crate) facts_cache: &'a FactsCache,
    /// Those of installed packages.
    pub(crate) package_facts: &'a PackageFacts,
    pub(crate) options: &'a Options,
    /// Set to stop this refresh alone; `options.cancel` stops everything.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) on_event: &'a OnEvent,
    pub(crate) pool: &'a (dyn Fn() -> Result<Arc<ThreadPool>, EngineError> + Sync),
    pub(crate) settings: u64,
    /// The folder from which installed packages are looked for; `None` where there is none on disk.
    pub(crate) root: Option<&'a Path>,
    pub(crate) scip: &'a Scip,
    pub(crate) answers: &'a KeptAnswers,
    /// What watches the files on disk; `None` for a refresh of anything else, which must not take what it saw.
    pub(crate) watcher: Option<&'a Watcher>,
    #[cfg(feature = "faults")]
    pub(crate) fault: Option<Fault>,
}

impl RefreshJob<'_> {
    /// True where answers are to keep the numbers that files had: the fault that tests must notice.
    pub(crate) fn keeps_old_numbers(&self) -> bool {
        #[cfg(feature = "faults")]
        return self.fault == Some(Fault::OldNumbers);
        #[cfg(not(feature = "faults"))]
        return false;
    }

    pub(crate) fn check_cancelled(&self) -> Result<(), EngineError> {
        match work::is_stopped(&self.options.cancel) || work::is_stopped(self.stop) {
            true => Err(EngineError::Cancelled),
            false => Ok(()),
        }
    }

    /// Runs `work` on every item on threads with big stacks, with progress and cancellation.
    pub(crate) fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        event: impl Fn(usize, usize) -> Event + Sync,
        work: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, EngineError> {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let done = AtomicUsize::new(0);
        let one = |item: &T| {
            self.check_cancelled()?;
            let result = work(item);
            // A result that was stopped half-way is incomplete.
            self.check_cancelled()?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(PROGRESS) {
                (self.on_event)(event(done, items.len()));
            }
            Ok(result)
        };
        let results: Result<Vec<R>, EngineError> =
            (self.pool)()?.install(|| items.par_iter().with_max_len(4).map(one).collect());
        if results.is_ok() {
            (self.on_event)(event(items.len(), items.len()));
        }
        results
    }
}
