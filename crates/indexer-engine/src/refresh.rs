//! One refresh: list, plan, read, link, and a view that holds the outcome.

use crate::damage::Damage;
use crate::database::{Fresh, Plain};
use crate::error::EngineError;
use crate::event::{Event, OnEvent};
use crate::facts::{Read, Shelf};
#[cfg(feature = "faults")]
use crate::faults::Fault;
use crate::limits::{BINARY_HEAD, EXAMPLES, LARGEST_FILE, LARGEST_SCRIPT, LARGEST_TEXT};
use crate::link::{self, Change};
use crate::names::is_text;
use crate::options::Options;
use crate::plan::{Known, Plan, Standing, plan};
use crate::scip::Scip;
use crate::snapshot::LeftOut;
use crate::source::{Frame, Listed, Source};
use crate::watch::{Touched, Watcher};
use indexer_core::path::extension;
use indexer_core::{ContentId, ManifestFacts, Problem, ProblemKind, work};
use indexer_store::{Bytes, Digest, LiveMask, Segment, View, ViewInfo, ViewSegment};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A progress event comes after this many files.
const PROGRESS: usize = 64;

/// What a refresh works with.
pub(crate) struct Job<'a> {
    pub(crate) source: &'a dyn Source,
    pub(crate) shelf: &'a Shelf,
    pub(crate) options: &'a Options,
    /// Set when who asked wants no answer any more; `options` says so for everybody.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) on_event: &'a OnEvent,
    pub(crate) pool: &'a (dyn Fn() -> Result<&'a ThreadPool, EngineError> + Sync),
    pub(crate) settings: u64,
    pub(crate) scip: &'a Scip,
    pub(crate) watcher: &'a Watcher,
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
    /// True when the view was taken over from another worktree or revision, and the stored head does
    /// not name it yet.
    pub(crate) adopted: bool,
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
            adopted: false,
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
    /// True when a watcher told that nothing was touched.
    pub(crate) quiet: bool,
}

/// What reading one file gave.
enum Outcome {
    Same,
    Code(Read),
    Manifest(Box<ManifestFacts>, Plain),
    Text(Plain),
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
        match work::is_stopped(&self.options.cancel) || work::is_stopped(self.stop) {
            true => Err(EngineError::Cancelled),
            false => Ok(()),
        }
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
            // What was stopped half-way is no result.
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

    /// Takes in what changed since `current`. Everything is new where its view is empty.
    pub(crate) fn refresh(&self, current: &mut Current) -> Result<Done, EngineError> {
        let done = self.take_in(current);
        if !done.as_ref().is_ok_and(|done| !done.unstable) {
            // What was seen is not in the view.
            self.watcher.distrust();
        }
        done
    }

    fn take_in(&self, current: &mut Current) -> Result<Done, EngineError> {
        self.check_cancelled()?;
        let started = Instant::now();
        // Before anything is looked at: what changes from here on has a younger stamp.
        let now = self.source.now();
        let (plan, listed) = match self.touched(current) {
            Some(touched) if touched.is_empty() => return Ok(Done { quiet: true, ..Done::default() }),
            Some(touched) => plan_touched(current, touched, now),
            None => self.sweep(current, now)?,
        };
        if plan.read.is_empty() && plan.drop.is_empty() {
            return Ok(Done::default());
        }
        self.shelf.renew();
        let taken = self.each(
            &plan.read,
            |done, total| Event::Parsing { done, total },
            |(before, at)| self.take(&listed[*at], *before, current, now),
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
        let parsed = fresh.code.values().filter(|read| read.parsed).count();
        let mut done = Done { parsed, ..Done::default() };
        let before = std::mem::replace(&mut current.known, known);
        let linked = link::run(self, current, &before, &fresh, &change).and_then(|linked| {
            let stopped = || self.check_cancelled().is_err();
            let bytes = indexer_store::write_unless(&linked.records, &stopped);
            bytes.map(|bytes| (linked, bytes)).ok_or(EngineError::Cancelled)
        });
        let (linked, bytes) = match linked {
            Ok(linked) => linked,
            Err(error) => {
                // Nothing was taken in; the next refresh starts from the same place.
                current.known = before;
                current.manifests = manifests;
                return Err(error);
            }
        };
        done.linked = linked.links;
        done.parsed += linked.parsed;
        done.unstable = linked.unstable;
        let info = self.info(current, started);
        #[cfg(feature = "faults")]
        let removed: &[String] =
            if self.fault == Some(Fault::MissingTombstone) { &[] } else { &change.removed };
        #[cfg(not(feature = "faults"))]
        let removed: &[String] = &change.removed;
        let digest = add_segment(current, info, bytes, removed)?;
        current.pending.push(digest);
        done.changed = change.paths();
        Ok(done)
    }

    /// What a watcher saw; `None` where only a sweep can tell.
    fn touched(&self, current: &Current) -> Option<Touched> {
        let known = &current.known;
        let is_known = |path: &str| known.binary_search_by(|known| known.path.as_str().cmp(path)).is_ok();
        if known.is_empty() { None } else { self.watcher.touched(&current.frame, is_known) }
    }

    /// Looks at every file and folder.
    fn sweep(&self, current: &mut Current, now: i64) -> Result<(Plan, Vec<Listed>), EngineError> {
        self.watcher.begin_sweep();
        let manifests = &current.manifests;
        let lost = |known: &Known| {
            known.standing == Standing::Manifest && !manifests.contains_key(known.path.as_str())
        };
        if !current.known.is_empty()
            && self.source.is_same(&current.known, &current.frame)
            && !current.known.iter().any(lost)
        {
            self.watcher.end_sweep(&current.frame);
            return Ok((Plan::default(), Vec::new()));
        }
        let paths: Vec<&str> = current.known.iter().map(|known| known.path.as_str()).collect();
        let previous = (!current.known.is_empty()).then_some((paths.as_slice(), &current.frame));
        let listing = self.source.list(previous)?;
        // One that was cut short is none.
        self.check_cancelled()?;
        self.watcher.end_sweep(&listing.frame);
        if listing.frame != current.frame {
            (self.on_event)(Event::Listed { files: listing.files.len() });
            current.frame = listing.frame;
            current.touched = true;
        }
        let mut plan = plan(&current.known, &listing.files, now);
        plan.read_too(|before| {
            let Known { path, standing, .. } = &current.known[before];
            *standing == Standing::Manifest && !current.manifests.contains_key(path)
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
            left_out: left_out.into_iter().map(|(reason, n)| (reason.word().to_owned(), n)).collect(),
            settings: self.settings,
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
            ..self.info(current, Instant::now())
        };
        current.view = current.view.with_info(info);
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
        let outcome = match self.source.size(listed) {
            Ok(size) => {
                known.stamp.size = size;
                self.outcome(before, current, &mut known, listed.content)
            }
            Err(error) => unreadable(&mut known, &error),
        };
        Taken { previous, known, outcome }
    }

    /// `content` is what the file holds where that is known before it is read.
    fn outcome(
        &self,
        before: Option<&Known>,
        current: &Current,
        known: &mut Known,
        content: Option<ContentId>,
    ) -> Outcome {
        let path = known.path.as_str();
        let manifest = indexer_parse::is_manifest(path);
        let mut language = indexer_parse::language_of(path, b"");
        let limit = self.options.max_file_size_kb.map_or(LARGEST_FILE, |kb| kb.saturating_mul(1024));
        let sniffed = language.is_none() && !manifest;
        let text = sniffed && is_text(path);
        if sniffed && !text && (known.stamp.size > LARGEST_SCRIPT || !extension(path).is_empty()) {
            return Outcome::Out(None);
        }
        if known.stamp.size > limit.min(if text { LARGEST_TEXT } else { LARGEST_FILE }) {
            known.standing = Standing::Out(LeftOut::TooLarge);
            return Outcome::Out(None);
        }
        if let (Some(content), Some(language)) = (content, language)
            && !indexer_parse::is_told_by_content(path)
            && let Some((facts, words)) = self.shelf.both(content, language)
            // Else places are counted in the text.
            && facts.lines.is_ascii()
        {
            known.content = content;
            known.standing = Standing::Code(language.id.to_owned());
            return Outcome::Code(Read { facts, words, places: None, parsed: false });
        }
        let bytes = match self.source.read(path, content) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Outcome::Gone,
            Err(error) => return unreadable(known, &error),
        };
        known.content = ContentId::of(&bytes);
        let kept = !manifest || current.manifests.contains_key(path);
        if let Some(before) = before.filter(|before| before.content == known.content && kept) {
            known.standing = before.standing.clone();
            return Outcome::Same;
        }
        if manifest {
            known.standing = Standing::Manifest;
            let facts = indexer_parse::read_manifest(path, &crate::redact::redacted(&bytes).0);
            return Outcome::Manifest(Box::new(facts), self.plain(known.content, &bytes));
        }
        if bytes[..bytes.len().min(BINARY_HEAD)].contains(&0) {
            known.standing = Standing::Out(match sniffed && !text {
                true => LeftOut::UnknownLanguage,
                false => LeftOut::Binary,
            });
            return Outcome::Out(None);
        }
        language = indexer_parse::language_of(path, &bytes);
        let Some(language) = language else {
            if !text {
                return Outcome::Out(None);
            }
            known.standing = Standing::Text;
            return Outcome::Text(self.plain(known.content, &bytes));
        };
        known.standing = Standing::Code(language.id.to_owned());
        #[cfg(feature = "faults")]
        if self.fault == Some(Fault::StalePack)
            && let Some((facts, words)) = before.and_then(|before| self.shelf.both(before.content, language))
        {
            return Outcome::Code(Read { facts, words, places: None, parsed: false });
        }
        // What nobody waits for is not taken in.
        self.shelf.read(known.content, &bytes, language).map_or(Outcome::Gone, Outcome::Code)
    }
}

impl Job<'_> {
    /// What there is to know of a file that is no code.
    fn plain(&self, content: ContentId, bytes: &[u8]) -> Plain {
        let lines = indexer_core::LineTable::new(bytes).count();
        // A manifest may be of any size; what is large is data.
        let words = match bytes.len() as u64 > LARGEST_TEXT {
            true => Arc::default(),
            false => self.shelf.read_text(content, bytes),
        };
        Plain { bytes: bytes.len() as u32, lines, words }
    }
}

fn unreadable(known: &mut Known, error: &io::Error) -> Outcome {
    known.standing = Standing::Out(LeftOut::Unreadable);
    Outcome::Out(Some(Problem::whole(ProblemKind::Unreadable, error.to_string())))
}

/// The plan where only these files are to be looked at.
fn plan_touched(current: &mut Current, touched: Touched, now: i64) -> (Plan, Vec<Listed>) {
    for (path, stamp) in touched.folders {
        let frame = &mut current.frame;
        if let Ok(at) = frame.folders.binary_search_by(|(known, _)| known.cmp(&path)) {
            frame.folders[at].1 = stamp;
            frame.settled &= stamp.settled(now);
            current.touched = true;
        }
    }
    let mut plan = Plan::default();
    for (i, known) in current.known.iter().enumerate() {
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

/// Some paths for each reason for which files are left out.
pub(crate) fn left_out_examples(current: &Current) -> BTreeMap<LeftOut, Vec<String>> {
    let mut examples = current.frame.examples.clone();
    for known in &current.known {
        if let Standing::Out(reason) = known.standing {
            let of_reason = examples.entry(reason).or_default();
            if of_reason.len() < EXAMPLES {
                of_reason.push(known.path.clone());
            }
        }
    }
    for path in examples.values_mut().flatten() {
        *path = crate::redact::redacted_text(std::mem::take(path));
    }
    examples
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
            Outcome::Text(plain) => {
                replaced(&mut change.added, &path);
                fresh.texts.insert(path, plain);
            }
            Outcome::Manifest(facts, plain) => {
                // Read only because its facts were not kept.
                if before.is_none_or(|before| before.content != one.known.content) {
                    replaced(&mut change.added, &path);
                    change
                        .old_manifests
                        .extend(current.manifests.remove(&path).map(|old| (path.clone(), old)));
                }
                fresh.texts.insert(path.clone(), plain);
                current.manifests.insert(path, *facts);
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
