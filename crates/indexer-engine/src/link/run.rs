//! Links what a change made necessary.

use super::change::known;
use crate::facts::guard::guarded;
use crate::link::change::FileChanges;
use crate::link::compiler_edges::CompilerEdges;
use crate::link::database::Database;
use crate::link::dependents::dependents;
use crate::link::environment::Environment;
#[cfg(feature = "faults")]
use crate::link::faults::{self, Fault};
use crate::link::fresh_files::FreshFiles;
use crate::link::job::RefreshJob;
use crate::link::kept_answers::{Kept, LinkedState, MOST_FILES};
use crate::link::records;
use crate::link::renumbering::renumbering;
use crate::link::rules::rules;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::file::{FileState, FileStatus};
use crate::types::links::Links;
use crate::types::memory::MemoryBudget;
use crate::types::state::{Current, Packages};
use indexer_core::path::is_outside;
use indexer_core::{DependencyKey, FileEdges, FileId, ProblemKind};
use indexer_link::{Answers, KnownIncludes, LinkDatabase, Linker};
use indexer_store::{FileRecord, PackedFile, SegmentBuilder, Spill};
use rustc_hash::FxHashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Files, and bytes of source, of which it is looked once whether enough facts are in memory.
const BATCH: (usize, usize) = (64, 4 << 20);
/// The same where many facts are in memory: 64 files of Linux were seen to ask for those of 250 MB of headers.
const SMALL_BATCH: (usize, usize) = (8, 1 << 20);

/// The packages that are installed beside the root, and where they are; `None` where packages are not linked.
type PackagesBeside<'a> = Option<(&'a Environment, &'a Packages)>;

/// All files that were read or linked.
pub(crate) struct Linked {
    pub(crate) files: SegmentBuilder,
    pub(crate) links: usize,
    /// Files that had to be parsed again, because their facts were not kept.
    pub(crate) parsed: usize,
    /// True when the facts of some file could not be had.
    pub(crate) unstable: bool,
}

/// Links what `change` made necessary, and what rests on the keys; everything where there are none. `current.files` is what
/// is now, `before` what was.
pub(crate) fn run(
    job: &RefreshJob<'_>,
    current: &Current,
    before: &[FileState],
    (mut fresh, spill): (FreshFiles, Arc<Spill>),
    (change, installed, keys): (&FileChanges, PackagesBeside<'_>, Option<Vec<DependencyKey>>),
) -> Result<Linked, EngineError> {
    let cold = current.view.segments().is_empty();
    let links = current.links();
    // Nobody edits a package: its next index, if there is any, is made of all that it holds.
    let may_keep = job.options.memory_limit_mb.is_none() && job.options.package.is_none();
    let environment = installed.map(|(environment, _)| environment);
    let replaced: FxHashSet<&str> =
        change.modified.iter().chain(&change.removed).map(String::as_str).collect();
    let below = (!cold).then_some((&current.view, replaced));
    let kept = match may_keep {
        true => kept_before(job, (current, &links), before, (change, installed)),
        false => None,
    };
    let (before_answers, packages_read) = kept.map(|kept| (kept.answers, kept.packages)).unzip();
    let mut database =
        Database::new(job.source, job.facts_cache, &current.files, &current.manifests, &mut fresh, below)
            .with_links(&links)
            .with_packages(environment, job.package_facts, packages_read.flatten())
            .with_framework_rules(&job.options.framework_rules);
    let again = if cold {
        Some((Vec::new(), Vec::new()))
    } else {
        keys.and_then(|keys| dependents(job, current, before, &fresh, (change, keys)))
    };
    let mut answers = match &again {
        Some((_, keys)) => {
            before_answers.map(|answers| still_true(job, answers, before, (change, keys), &database))
        }
        None => None,
    };
    let mut ids: Vec<FileId> = match again {
        Some((paths, _)) => {
            let all = paths.iter().chain(fresh.code.keys());
            all.filter_map(|path| database.find(path)).collect()
        }
        None => (0..database.own() as u32).map(FileId).collect(),
    };
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > 64 {
        // Else the first thread to need one parses it while the others wait.
        job.each(
            database.stubs(),
            |_, _| Event::Linking { done: 0, total: 0 },
            |stub| {
                stub.facts();
            },
        )?;
    }
    let budget = MemoryBudget::of(job.options.memory_limit_mb);
    let files = Mutex::new(SegmentBuilder::new(spill));
    let mut rest = ids.as_slice();
    let mut includes = None;
    while !rest.is_empty() {
        let is_first = rest.len() == ids.len();
        let run = LinkRun::new(job, (current, &fresh), &database, (answers.take(), includes.take()));
        let mut linked = 0;
        // What is linked together shares what it asks for.
        loop {
            let done = ids.len() - rest.len();
            let most = if budget.is_nearly_full(database.loaded()) { SMALL_BATCH } else { BATCH };
            let (batch, after) = rest.split_at(batch_length(&database, rest, most));
            let event = |of_batch, _| Event::Linking { done: done + of_batch, total: ids.len() };
            job.each(batch, event, |id| {
                if let Some(packed) = run.packed(*id) {
                    files.lock().unwrap_or_else(PoisonError::into_inner).add(packed);
                }
            })?;
            rest = after;
            linked += batch.iter().map(|id| database.bytes(*id)).sum::<usize>();
            if rest.is_empty() || budget.is_full(database.loaded(), linked) {
                break;
            }
        }
        if may_keep && is_first && rest.is_empty() && ids.len() <= MOST_FILES {
            answers = Some(run.linker.into_answers());
        } else {
            includes = Some(run.linker.into_includes());
        }
        database.forget();
    }
    job.check_cancelled()?;
    let (parsed, unstable) = (database.parsed(), database.lost());
    if let Some(answers) = answers.filter(|_| !unstable) {
        let packages = database.into_packages();
        // What names files of packages means nothing without them.
        if packages.is_some() == installed.is_some() {
            let state = LinkedState::of((&current.files, &links), job.settings, installed);
            job.answers.keep(state, Kept { answers, packages });
        }
    }
    let mut files = files.into_inner().unwrap_or_else(PoisonError::into_inner);
    let links = files.len();
    let texts = change.added.iter().chain(&change.modified);
    // A manifest above the root is no file of it.
    for path in texts.filter(|path| !is_outside(path)) {
        if let (Some(known), Some(text)) = (known(&current.files, path), fresh.texts.get(path)) {
            let record = records::plain(known, current.manifests.get(path).map(|facts| &**facts), text);
            files.add(PackedFile::with_words(&record, text.words.clone()));
        }
    }
    Ok(Linked { files, links, parsed, unstable })
}

/// What the linker knew of the files as they were, beside the packages that are installed still.
fn kept_before(
    job: &RefreshJob<'_>,
    (current, links): (&Current, &Links),
    before: &[FileState],
    (change, installed): (&FileChanges, PackagesBeside<'_>),
) -> Option<Kept> {
    if job.answers.is_empty() {
        return None;
    }
    if let Some((_, packages)) = installed {
        // Manifests say which of several packages is meant, and where it is.
        let is_manifest = |path: &String| {
            let lists = [before, &current.files].into_iter();
            lists.filter_map(|files| known(files, path)).any(FileState::declares)
        };
        let mut changed = change.added.iter().chain(&change.modified).chain(&change.removed);
        if current.packages.as_ref() != Some(packages) || changed.any(is_manifest) {
            return None;
        }
    }
    job.answers.take(LinkedState::of((before, links), job.settings, installed))
}

/// What of these answers about the files as they were is still true, with the numbers that files have now.
fn still_true(
    job: &RefreshJob<'_>,
    mut answers: Answers,
    before: &[FileState],
    (change, keys): (&FileChanges, &[DependencyKey]),
    database: &Database<'_>,
) -> Answers {
    let numbers = renumbering(before, database);
    let again: FxHashSet<FileId> = change.modified.iter().filter_map(|path| database.find(path)).collect();
    answers.forget(keys, |file| numbers.of(file).is_none_or(|now| again.contains(&now)));
    if !job.keeps_old_numbers() {
        answers.renumber(&numbers);
    }
    answers
}

/// How many of these files are linked before it is looked how much memory is in use: one at least.
fn batch_length(database: &Database<'_>, files: &[FileId], (most, bytes): (usize, usize)) -> usize {
    let mut left = bytes;
    let fits = |file: &&FileId| {
        let fits = left > 0;
        left = left.saturating_sub(database.bytes(**file));
        fits
    };
    files.iter().take(most).take_while(fits).count().max(1)
}

/// Files that are linked from the same facts in memory.
struct LinkRun<'a, 'd> {
    current: &'a Current,
    fresh: &'a FreshFiles,
    database: &'a Database<'d>,
    linker: Linker<'a>,
    compiled: CompilerEdges<'a, 'd>,
    #[cfg(feature = "faults")]
    fault: Option<Fault>,
}

impl<'a, 'd> LinkRun<'a, 'd> {
    fn new(
        job: &'a RefreshJob<'_>,
        (current, fresh): (&'a Current, &'a FreshFiles),
        database: &'a Database<'d>,
        (answers, includes): (Option<Answers>, Option<KnownIncludes>),
    ) -> Self {
        let linker = Linker::with_answers(database, rules, answers.unwrap_or_default());
        Self {
            current,
            fresh,
            database,
            linker: match includes {
                Some(known) => linker.with_includes(known),
                None => linker,
            },
            compiled: CompilerEdges::new(job.scip, database),
            #[cfg(feature = "faults")]
            fault: job.fault,
        }
    }

    /// What the segment will hold about a file.
    fn packed(&self, id: FileId) -> Option<PackedFile> {
        let record = self.record(id)?;
        Some(match self.fresh.code.get(&record.path) {
            Some(read) => PackedFile::with_words(&record, read.words.clone()),
            None => PackedFile::new(&record),
        })
    }

    fn record(&self, id: FileId) -> Option<FileRecord> {
        let database = self.database;
        let path = database.path(id);
        let facts = database.facts(id)?;
        let known = known(&self.current.files, path)?;
        let link = || {
            #[cfg(feature = "faults")]
            assert!(!path.ends_with(faults::PANIC_LINKED), "seeded");
            self.linker.link(id)
        };
        // What it names is not known then, and so is what it rests on.
        let (edges, problem) = match guarded(link) {
            Ok(edges) => (edges, None),
            Err(problem) => (FileEdges::default(), Some(problem)),
        };
        let edges = self.compiled.apply(path, known.content, facts, edges);
        #[cfg(feature = "faults")]
        let edges = match self.fault {
            Some(fault) => faults::spoil_edges(fault, database, edges),
            None => edges,
        };
        let FileStatus::Code(language) = &known.status else { return None };
        let separator = rules(language).map_or(".", |rules| rules.separator);
        let mut record = match self.fresh.code.get(path) {
            Some(read) => {
                let texts = database.texts(id)?;
                records::code(known, language, separator, (read, facts, texts), edges)
            }
            None => {
                let before = self.current.view.file(path)?.record_but_consulted();
                records::relinked(before, separator, (facts, || database.texts(id)), edges)?
            }
        };
        record.problems.retain(|one| one.kind != ProblemKind::Failed || facts.problems.contains(one));
        record.problems.extend(problem);
        #[cfg(feature = "faults")]
        if self.fault == Some(Fault::KeyByOrdinal) {
            return Some(faults::by_ordinal(database, record));
        }
        Some(record)
    }
}
