//! One refresh: list, plan, read, link, and a view that holds the outcome.

use crate::damage::Damage;
use crate::error::EngineError;
use crate::event::{Event, OnEvent};
use crate::facts::{Read, Shelf};
#[cfg(feature = "faults")]
use crate::faults::Fault;
use crate::link::{self, Change};
use crate::options::Options;
use crate::plan::{Known, Plan, Standing, plan};
use crate::snapshot::LeftOut;
use crate::source::{Frame, Listed, Source};
use crate::world::Fresh;
use indexer_core::path::extension;
use indexer_core::{ContentId, ManifestFacts, Problem, ProblemKind};
use indexer_store::{Bytes, Digest, LiveMask, Segment, View, ViewInfo, ViewSegment};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Bytes in which a NUL makes a file binary (as git decides).
const BINARY_HEAD: usize = 8_000;
/// Largest file without an extension in which a `#!` line is looked for.
const LARGEST_SCRIPT: u64 = 1 << 20;
/// Files are not read above this: spans are 32 bits wide.
const LARGEST_FILE: u64 = 1 << 30;
/// A progress event comes after this many files.
const PROGRESS: usize = 64;

/// What a refresh works with.
pub(crate) struct Job<'a> {
    pub(crate) source: &'a dyn Source,
    pub(crate) shelf: &'a Shelf,
    pub(crate) options: &'a Options,
    pub(crate) on_event: &'a OnEvent,
    pub(crate) pool: &'a (dyn Fn() -> Result<&'a ThreadPool, EngineError> + Sync),
    pub(crate) settings: u64,
    #[cfg(feature = "faults")]
    pub(crate) fault: Option<Fault>,
}

/// What is known of a root between refreshes.
#[derive(Clone, Debug)]
pub(crate) struct Current {
    pub(crate) view: View,
    /// All listed files, sorted by path.
    pub(crate) known: Vec<Known>,
    pub(crate) frame: Frame,
    pub(crate) manifests: BTreeMap<String, ManifestFacts>,
    /// Problems of reading: (path, problem).
    pub(crate) problems: Vec<(String, Problem)>,
    /// Segments of the view that are not stored.
    pub(crate) pending: Vec<Digest>,
    /// Hash of the stored head that the view grew from.
    pub(crate) based: Option<u64>,
    /// True when the fingerprints to be stored differ from those that are.
    pub(crate) touched: bool,
    /// What was found damaged and repaired.
    pub(crate) damage: Vec<Damage>,
    /// Stored segments that were found damaged; their files are removed before others are stored.
    pub(crate) condemned: Vec<Digest>,
}

impl Current {
    /// Takes nothing for stored but a head with this hash.
    pub(crate) fn unstored(&mut self, based: Option<u64>) {
        self.based = based;
        self.pending = self.view.segments().iter().map(|held| held.segment.digest()).collect();
        self.touched = true;
    }

    /// Bytes of the segments that are not stored.
    pub(crate) fn pending_bytes(&self) -> usize {
        let held = self.view.segments().iter().map(|held| &held.segment);
        held.filter(|one| self.pending.contains(&one.digest())).map(|one| one.bytes().len()).sum()
    }
}

impl Default for Current {
    fn default() -> Self {
        Self {
            view: View::empty(),
            known: Vec::new(),
            frame: Frame::default(),
            manifests: BTreeMap::new(),
            problems: Vec::new(),
            pending: Vec::new(),
            based: None,
            touched: false,
            damage: Vec::new(),
            condemned: Vec::new(),
        }
    }
}

/// What a refresh did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    /// Paths that changed, appeared or vanished, sorted.
    pub(crate) changed: Vec<String>,
    pub(crate) linked: usize,
    pub(crate) parsed: usize,
    /// True when some file changed while it was worked on.
    pub(crate) unstable: bool,
}

/// What reading one file gave.
enum Outcome {
    Same,
    Code(Read),
    Manifest(ManifestFacts, u32, u32),
    Out(Option<Problem>),
    Gone,
}

struct Taken {
    previous: Option<usize>,
    known: Known,
    outcome: Outcome,
}

impl Job<'_> {
    pub(crate) fn check_cancelled(&self) -> Result<(), EngineError> {
        if self.options.cancel.load(Ordering::Relaxed) { Err(EngineError::Cancelled) } else { Ok(()) }
    }

    /// Runs `work` on every item on threads with big stacks, with progress and cancellation.
    pub(crate) fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        event: fn(usize, usize) -> Event,
        work: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, EngineError> {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let done = AtomicUsize::new(0);
        let one = |item: &T| {
            self.check_cancelled()?;
            let result = work(item);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(PROGRESS) {
                (self.on_event)(event(done, items.len()));
            }
            Ok(result)
        };
        let results: Result<Vec<R>, EngineError> =
            (self.pool)()?.install(|| items.par_iter().with_max_len(4).map(one).collect());
        (self.on_event)(event(items.len(), items.len()));
        results
    }

    /// Takes in what changed since `current`. Everything is new where its view is empty.
    pub(crate) fn refresh(&self, current: &mut Current) -> Result<Done, EngineError> {
        self.check_cancelled()?;
        let started = Instant::now();
        let now = self.source.now();
        let paths: Vec<&str> = current.known.iter().map(|known| known.path.as_str()).collect();
        let previous = (!current.known.is_empty()).then_some((paths.as_slice(), &current.frame));
        let listing = self.source.list(previous)?;
        if listing.frame != current.frame {
            (self.on_event)(Event::Listed { files: listing.files.len() });
            current.frame = listing.frame;
            current.touched = true;
        }
        let plan = plan(&current.known, &listing.files, now);
        if plan.read.is_empty() && plan.drop.is_empty() {
            return Ok(Done::default());
        }
        let taken = self.each(
            &plan.read,
            |done, total| Event::Parsing { done, total },
            |(before, at)| self.take(&listing.files[*at], *before, current, now),
        )?;
        current.touched = true;
        let manifests = current.manifests.clone();
        let (known, fresh, change) = merge(current, &plan, taken);
        current.problems.retain(|(path, _)| known.binary_search_by(|k| k.path.cmp(path)).is_ok());
        current.problems.extend(change.problems.iter().cloned());
        let cold = current.view.segments().is_empty();
        if change.is_empty() && !cold {
            current.known = known;
            return Ok(Done::default());
        }
        let mut done = Done { parsed: fresh.code.len(), ..Done::default() };
        let before = std::mem::replace(&mut current.known, known);
        let linked = match link::run(self, current, &before, &fresh, &change) {
            Ok(linked) => linked,
            Err(error) => {
                // Nothing was taken in; the next refresh starts from the same place.
                current.known = before;
                current.manifests = manifests;
                return Err(error);
            }
        };
        done.linked = linked.links;
        done.unstable = linked.unstable;
        let info = self.info(current, started);
        #[cfg(feature = "faults")]
        let removed: &[String] =
            if self.fault == Some(Fault::MissingTombstone) { &[] } else { &change.removed };
        #[cfg(not(feature = "faults"))]
        let removed: &[String] = &change.removed;
        let bytes = indexer_store::write(&linked.records);
        let digest = add_segment(current, info, bytes, removed)?;
        current.pending.push(digest);
        done.changed = change.paths();
        Ok(done)
    }

    fn info(&self, current: &Current, started: Instant) -> ViewInfo {
        let left_out = left_out(current);
        ViewInfo {
            generation: current.view.generation() + 1,
            built_at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
            head_commit: self.source.head_commit(),
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            left_out: left_out.into_iter().map(|(reason, n)| (reason.word().to_owned(), n)).collect(),
            settings: self.settings,
        }
    }

    /// Reads one file and says what it is now.
    fn take(&self, listed: &Listed, previous: Option<usize>, current: &Current, now: i64) -> Taken {
        let before = previous.map(|i| &current.known[i]);
        let mut known = Known {
            path: listed.path.clone(),
            stamp: listed.stamp,
            settled: listed.stamp.settled(now),
            content: ContentId::default(),
            standing: Standing::Out(LeftOut::UnknownLanguage),
        };
        let outcome = self.outcome(before, current, &mut known);
        Taken { previous, known, outcome }
    }

    fn outcome(&self, before: Option<&Known>, current: &Current, known: &mut Known) -> Outcome {
        let path = known.path.as_str();
        let manifest = indexer_parse::is_manifest(path);
        let mut language = indexer_parse::language_of(path, b"");
        let limit = self.options.max_file_size_kb.map_or(LARGEST_FILE, |kb| kb.saturating_mul(1024));
        let sniffed = language.is_none() && !manifest;
        if sniffed && (known.stamp.size > LARGEST_SCRIPT || !extension(path).is_empty()) {
            return Outcome::Out(None);
        }
        if known.stamp.size > limit.min(LARGEST_FILE) {
            known.standing = Standing::Out(LeftOut::TooLarge);
            return Outcome::Out(None);
        }
        let bytes = match self.source.read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Outcome::Gone,
            Err(error) => {
                known.standing = Standing::Out(LeftOut::Unreadable);
                return Outcome::Out(Some(Problem::whole(ProblemKind::Unreadable, error.to_string())));
            }
        };
        known.content = ContentId::of(&bytes);
        let kept = !manifest || current.manifests.contains_key(path);
        if let Some(before) = before.filter(|before| before.content == known.content && kept) {
            known.standing = before.standing.clone();
            return Outcome::Same;
        }
        if manifest {
            known.standing = Standing::Manifest;
            let lines = indexer_core::LineTable::new(&bytes).count();
            let facts = indexer_parse::read_manifest(path, &crate::redact::redacted(&bytes).0);
            return Outcome::Manifest(facts, bytes.len() as u32, lines);
        }
        if bytes[..bytes.len().min(BINARY_HEAD)].contains(&0) {
            known.standing = Standing::Out(if sniffed { LeftOut::UnknownLanguage } else { LeftOut::Binary });
            return Outcome::Out(None);
        }
        language = language.or_else(|| indexer_parse::language_of(path, &bytes));
        let Some(language) = language else { return Outcome::Out(None) };
        known.standing = Standing::Code(language.id.to_owned());
        #[cfg(feature = "faults")]
        if self.fault == Some(Fault::StalePack)
            && let Some(facts) = before.and_then(|before| self.shelf.get(before.content, language))
        {
            return Outcome::Code(Read { facts, places: None });
        }
        Outcome::Code(self.shelf.read(known.content, &bytes, language))
    }
}

/// Files left out by reason: those that the walk counted and those that their content decided.
pub(crate) fn left_out(current: &Current) -> BTreeMap<LeftOut, u64> {
    let mut counts = current.frame.left_out.clone();
    for known in &current.known {
        if let Standing::Out(reason) = known.standing {
            *counts.entry(reason).or_default() += 1;
        }
    }
    counts
}

/// Puts a segment on top of the current view.
pub(crate) fn add_segment(
    current: &mut Current,
    info: ViewInfo,
    bytes: Vec<u8>,
    removed: &[String],
) -> Result<Digest, EngineError> {
    let segment = Segment::open(Bytes::Owned(bytes), None);
    let segment = Arc::new(segment.map_err(|e| EngineError::Build(e.to_string()))?);
    let digest = segment.digest();
    current.view = if current.view.segments().is_empty() {
        View::new(info, vec![ViewSegment { segment, live: LiveMask::all() }])
    } else {
        current.view.layered(info, segment, removed)
    };
    Ok(digest)
}

/// The files as they are now, what was read, and how that differs from the view.
fn merge(current: &mut Current, plan: &Plan, taken: Vec<Taken>) -> (Vec<Known>, Fresh, Change) {
    let mut known = Vec::with_capacity(plan.reuse.len() + taken.len());
    known.extend(plan.reuse.iter().map(|(before, _)| current.known[*before].clone()));
    let mut fresh = Fresh::default();
    let mut change = Change::default();
    let gone = plan.drop.iter().map(|i| &current.known[*i]).filter(|before| before.is_indexed());
    change.removed.extend(gone.map(|before| before.path.clone()));
    for one in taken {
        let before = one.previous.map(|i| &current.known[i]).filter(|before| before.is_indexed());
        let path = one.known.path.clone();
        let mut replaced = |added: &mut Vec<String>, path: &str| match before {
            Some(_) => change.modified.push(path.to_owned()),
            None => added.push(path.to_owned()),
        };
        match one.outcome {
            Outcome::Same => {}
            Outcome::Code(read) => {
                replaced(&mut change.added, &path);
                fresh.code.insert(path, read);
            }
            Outcome::Manifest(facts, bytes, lines) => {
                // Read only because its facts were not kept.
                if before.is_none_or(|before| before.content != one.known.content) {
                    replaced(&mut change.added, &path);
                    change
                        .old_manifests
                        .extend(current.manifests.remove(&path).map(|old| (path.clone(), old)));
                }
                fresh.manifest_sizes.insert(path.clone(), (bytes, lines));
                current.manifests.insert(path, facts);
            }
            Outcome::Out(problem) => {
                change.problems.extend(problem.map(|problem| (path.clone(), problem)));
                change.removed.extend(before.map(|_| path));
            }
            Outcome::Gone => {
                change.removed.extend(before.map(|_| path));
                continue;
            }
        }
        known.push(one.known);
    }
    known.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    for path in &change.removed {
        change.old_manifests.extend(current.manifests.remove(path).map(|old| (path.clone(), old)));
    }
    for list in [&mut change.removed, &mut change.modified, &mut change.added] {
        list.sort_unstable();
    }
    (known, fresh, change)
}
