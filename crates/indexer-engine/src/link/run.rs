//! Links what a change made necessary.

use super::change::known;
use crate::link::change::FileChanges;
use crate::link::compiler_edges::CompilerEdges;
use crate::link::database::Database;
use crate::link::dependents::dependents;
#[cfg(feature = "faults")]
use crate::link::faults::{self, Fault};
use crate::link::fresh_files::FreshFiles;
use crate::link::job::RefreshJob;
use crate::link::records;
use crate::link::rules::rules;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::file::{FileState, FileStatus};
use crate::types::state::Current;
use indexer_core::{ContentId, FileEdges, FileFacts, FileId};
use indexer_link::{LinkDatabase, Linker};
use indexer_store::{FileRecord, PackedFile, SegmentBuilder};
use rustc_hash::FxHashSet;
use std::sync::{Mutex, PoisonError};

/// All files that were read or linked.
pub(crate) struct Linked {
    pub(crate) files: SegmentBuilder,
    pub(crate) links: usize,
    /// Files that had to be parsed again, because their facts were not kept.
    pub(crate) parsed: usize,
    /// True when the facts of some file could not be had.
    pub(crate) unstable: bool,
}

/// Links what `change` made necessary. `current.files` is what is now, `before` what was.
pub(crate) fn run(
    job: &RefreshJob<'_>,
    current: &Current,
    before: &[FileState],
    fresh: &FreshFiles,
    change: &FileChanges,
) -> Result<Linked, EngineError> {
    let cold = current.view.segments().is_empty();
    let replaced: FxHashSet<&str> =
        change.modified.iter().chain(&change.removed).map(String::as_str).collect();
    let below = (!cold).then_some((&current.view, replaced));
    let database =
        Database::new(job.source, job.facts_cache, &current.files, &current.manifests, fresh, below);
    let again = if cold { Some(Vec::new()) } else { dependents(job, current, before, fresh, change) };
    let mut ids: Vec<FileId> = match again {
        Some(paths) => {
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
    let linker = Linker::new(&database, rules);
    let compiled = CompilerEdges::new(job.scip, &database);
    let link = |id: &FileId| {
        #[cfg(feature = "faults")]
        let spoil = |edges| match job.fault {
            Some(fault) => faults::spoil_edges(fault, &database, edges),
            None => edges,
        };
        #[cfg(not(feature = "faults"))]
        let spoil = |edges| edges;
        let edges = |content, facts: &FileFacts| {
            spoil(compiled.apply(database.path(*id), content, facts, linker.link(*id)))
        };
        let record = record(current, fresh, &database, *id, edges);
        #[cfg(feature = "faults")]
        let record = match job.fault {
            Some(Fault::KeyByOrdinal) => record.map(|record| faults::by_ordinal(&database, record)),
            _ => record,
        };
        record
    };
    let files = Mutex::new(SegmentBuilder::default());
    let add = |id: &FileId| {
        if let Some(record) = link(id) {
            let packed = PackedFile::new(&record);
            files.lock().unwrap_or_else(PoisonError::into_inner).add(packed);
        }
    };
    job.each(&ids, |done, total| Event::Linking { done, total }, add)?;
    let mut files = files.into_inner().unwrap_or_else(PoisonError::into_inner);
    let links = files.len();
    let texts = change.added.iter().chain(&change.modified);
    for path in texts {
        if let (Some(known), Some(text)) = (known(&current.files, path), fresh.texts.get(path)) {
            files.add(PackedFile::new(&records::plain(known, current.manifests.get(path), text)));
        }
    }
    Ok(Linked { files, links, parsed: database.parsed(), unstable: database.lost() })
}

fn record(
    current: &Current,
    fresh: &FreshFiles,
    database: &Database<'_>,
    id: FileId,
    link: impl FnOnce(ContentId, &FileFacts) -> FileEdges,
) -> Option<FileRecord> {
    let path = database.path(id);
    let facts = database.facts(id)?;
    let known = known(&current.files, path)?;
    let edges = link(known.content, facts);
    let FileStatus::Code(language) = &known.status else { return None };
    let separator = rules(language).map_or(".", |rules| rules.separator);
    Some(match fresh.code.get(path) {
        Some(read) => records::code(known, language, separator, read, edges),
        None => records::relinked(current.view.file(path)?.record(), separator, facts, edges),
    })
}
