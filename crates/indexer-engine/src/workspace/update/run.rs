//! Takes in what changed: list, plan, read, link, and a view that holds the outcome.

use crate::link::environment::{Environment, differing, packages_differ};
#[cfg(feature = "faults")]
use crate::link::faults::Fault;
use crate::link::job::RefreshJob;
use crate::link::run;
use crate::publish::merge::add_segment;
use crate::source::above::expect_manifests_above;
use crate::source::plan::{RefreshPlan, plan};
use crate::source::watch::touched::WatchedChanges;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::file::{FileState, FileStatus};
use crate::types::listing::DirEntry;
use crate::types::memory::MemoryBudget;
use crate::types::state::{Current, RefreshOutcome};
use crate::workspace::exclusions::left_out;
use crate::workspace::update::merge::merge;
use indexer_core::path::is_outside;
use indexer_store::{Spill, ViewInfo};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

impl RefreshJob<'_> {
    /// Takes in what changed since `current`. Everything is new where its view is empty.
    pub(crate) fn refresh(&self, current: &mut Current) -> Result<RefreshOutcome, EngineError> {
        let done = self.take_in(current);
        if !done.as_ref().is_ok_and(|done| !done.unstable) {
            // What was seen is not in the view.
            self.watcher.inspect(|watcher| watcher.distrust());
        }
        done
    }

    fn take_in(&self, current: &mut Current) -> Result<RefreshOutcome, EngineError> {
        self.check_cancelled()?;
        let started = Instant::now();
        // Before anything is looked at: what changes from here on has a younger stamp.
        let now = self.source.now();
        let moved = packages_differ(self.root, self.options, current);
        let (mut plan, listed) = match self.touched(current) {
            Some(touched)
                if touched.is_empty() && !moved && current.view.info().links == current.links().number() =>
            {
                return Ok(RefreshOutcome { quiet: true, ..RefreshOutcome::default() });
            }
            Some(touched) => plan_touched(current, touched, now),
            None => self.sweep(current, now)?,
        };
        let leads_elsewhere = current.view.info().links != current.links().number();
        if plan.read.is_empty() && plan.drop.is_empty() {
            if !moved && !leads_elsewhere {
                return Ok(RefreshOutcome::default());
            }
            plan.reuse = (0..current.files.len()).map(|known| (known, 0)).collect();
        }
        self.facts_cache.renew();
        let room = MemoryBudget::of(self.options.memory_limit_mb).spill_room();
        let spill = Arc::new(Spill::with_room(self.facts_cache.scratch(), room));
        let taken = self.each(
            &plan.read,
            |done, total| Event::Parsing { done, total },
            |(before, at)| self.take(&listed[*at], *before, (current, &spill), now),
        )?;
        current.touched = true;
        let manifests = current.manifests.clone();
        let (known, fresh, change) = merge(current, &plan, taken);
        // What was read again says itself what is wrong with it.
        let read: FxHashSet<&str> = plan.read.iter().map(|(_, at)| listed[*at].path.as_str()).collect();
        let is_known = |path: &str| known.binary_search_by(|known| known.path.as_str().cmp(path)).is_ok();
        current.problems.retain(|(path, _)| is_known(path) && !read.contains(path.as_str()));
        current.problems.extend(change.problems.iter().cloned());
        let cold = current.view.segments().is_empty();
        let environment = Environment::new(self.root, self.options, &known, &current.manifests);
        let packages = environment.as_ref().map(Environment::packages);
        let keys = packages.as_ref().map(|now| differing(current.packages.as_ref(), now)).unwrap_or_default();
        // Whatever asked for a path may be told of another file.
        let keys = (!leads_elsewhere).then_some(keys);
        let is_asked = |keys: &Vec<_>| !current.view.files_by().consulted(keys).is_empty();
        if change.is_empty() && !cold && !keys.as_ref().is_none_or(is_asked) {
            current.files = known;
            current.packages = packages;
            return Ok(RefreshOutcome::default());
        }
        let parsed = fresh.code.values().filter(|read| read.parsed).count();
        let mut done = RefreshOutcome { parsed, ..RefreshOutcome::default() };
        let before = std::mem::replace(&mut current.files, known);
        let installed = environment.as_ref().zip(packages.as_ref());
        let change_of = (&change, installed, keys);
        let linked = run::run(self, current, &before, (fresh, spill), change_of).and_then(|linked| {
            if cold {
                self.facts_cache.give_up();
            }
            let stopped = || self.check_cancelled().is_err();
            let bytes = linked.files.finish(&stopped, self.facts_cache.scratch());
            self.check_cancelled()?;
            let bytes = bytes.ok_or_else(|| EngineError::Build("a spilled file cannot be read".into()))?;
            done.linked = linked.links;
            done.parsed += linked.parsed;
            done.unstable = linked.unstable;
            Ok(bytes)
        });
        let bytes = match linked {
            Ok(bytes) => bytes,
            Err(error) => {
                // Nothing was taken in; the next refresh starts from the same place.
                current.files = before;
                current.manifests = manifests;
                return Err(error);
            }
        };
        current.packages = packages;
        let info = self.info(current, started);
        #[cfg(feature = "faults")]
        let removed: &[String] =
            if self.fault == Some(Fault::MissingTombstone) { &[] } else { &change.removed };
        #[cfg(not(feature = "faults"))]
        let removed: &[String] = &change.removed;
        let digest = add_segment(current, info, bytes, removed)?;
        current.pending.push(digest);
        done.changed = change.paths();
        self.forget_replaced(&before, &done.changed);
        Ok(done)
    }

    /// Takes the facts of what these files contained before out of memory.
    fn forget_replaced(&self, before: &[FileState], changed: &[String]) {
        for path in changed {
            if let Ok(at) = before.binary_search_by(|known| known.path.as_str().cmp(path))
                && let FileStatus::Code(language) = &before[at].status
            {
                self.facts_cache.forget_replaced(before[at].content, language);
            }
        }
    }

    /// What a watcher saw; `None` where only a sweep can tell.
    fn touched(&self, current: &Current) -> Option<WatchedChanges> {
        let known = &current.files;
        let is_known = |path: &str| known.binary_search_by(|known| known.path.as_str().cmp(path)).is_ok();
        let watcher = self.watcher.filter(|_| !known.is_empty());
        watcher.and_then(|watcher| watcher.touched(&current.dirs, is_known))
    }

    /// Looks at every file and folder.
    fn sweep(&self, current: &mut Current, now: i64) -> Result<(RefreshPlan, Vec<DirEntry>), EngineError> {
        self.watcher.inspect(|watcher| watcher.begin_sweep());
        if current.is_listing_lost {
            expect_manifests_above(&mut current.files, self.source.prefix());
        }
        let manifests = &current.manifests;
        let lost = |known: &FileState| known.declares() && !manifests.contains_key(known.path.as_str());
        if !current.files.is_empty()
            && self.source.is_same(&current.files, &current.dirs)
            && !current.files.iter().any(lost)
        {
            self.watcher.inspect(|watcher| watcher.end_sweep(&current.dirs));
            return Ok((RefreshPlan::default(), Vec::new()));
        }
        let paths: Vec<&str> = current.files.iter().map(|known| known.path.as_str()).collect();
        let previous = (!current.files.is_empty()).then_some((paths.as_slice(), &current.dirs));
        let listing = self.source.list(previous)?;
        // One that was cut short is none.
        self.check_cancelled()?;
        current.is_listing_lost = false;
        self.watcher.inspect(|watcher| watcher.end_sweep(&listing.dirs));
        if listing.dirs != current.dirs {
            let files = listing.files.iter().filter(|file| !is_outside(&file.path)).count();
            (self.on_event)(Event::Listed { files });
            current.dirs = listing.dirs;
            current.touched = true;
        }
        let mut plan = plan(&current.files, &listing.files, now);
        plan.read_too(|before| {
            let known = &current.files[before];
            known.declares() && !current.manifests.contains_key(&known.path)
        });
        Ok((plan, listing.files))
    }

    fn info(&self, current: &Current, started: Instant) -> ViewInfo {
        let left_out = left_out(current);
        ViewInfo {
            generation: current.view.generation() + 1,
            built_at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
            head_commit: self.source.head_commit(),
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            left_out: left_out.into_iter().map(|(reason, n)| (reason.as_str().to_owned(), n)).collect(),
            settings: self.settings,
            links: current.links().number(),
        }
    }

    /// The words about a view that was taken over from another worktree or revision become those of
    /// this one.
    pub(crate) fn own(&self, current: &mut Current) {
        let of_other = current.view.info();
        let info = ViewInfo {
            generation: of_other.generation,
            built_at: of_other.built_at,
            duration_ms: of_other.duration_ms,
            links: of_other.links,
            ..self.info(current, Instant::now())
        };
        current.view = current.view.with_info(info);
    }
}

/// The plan where only these files are to be looked at.
fn plan_touched(current: &mut Current, touched: WatchedChanges, now: i64) -> (RefreshPlan, Vec<DirEntry>) {
    for (path, stamp) in touched.folders {
        let dirs = &mut current.dirs;
        if let Ok(at) = dirs.folders.binary_search_by(|(known, _)| known.cmp(&path)) {
            dirs.folders[at].1 = stamp;
            dirs.settled &= stamp.settled(now);
            current.touched = true;
        }
    }
    let mut plan = RefreshPlan::default();
    for (i, known) in current.files.iter().enumerate() {
        let path = known.path.as_str();
        if let Ok(at) = touched.files.binary_search_by(|file| file.path.as_str().cmp(path)) {
            plan.read.push((Some(i), at));
        } else if touched.gone.binary_search_by(|gone| gone.as_str().cmp(path)).is_ok() {
            plan.drop.push(i);
        } else {
            plan.reuse.push((i, 0));
        }
    }
    (plan, touched.files)
}
