//! Which files are linked again, and linking them.

use crate::database::{Database, Fresh, packages};
use crate::error::EngineError;
use crate::event::Event;
#[cfg(feature = "faults")]
use crate::faults::{self, Fault};
use crate::plan::{Known, Standing};
use crate::records;
use crate::refresh::{Current, Job};
use crate::scip::Compiled;
use indexer_core::key::hash_text;
use indexer_core::path::parent;
use indexer_core::{
    ContentId, DependencyKey, FileEdges, FileFacts, FileId, LinkRules, ManifestFacts, Problem,
};
use indexer_link::{ExportFingerprints, LinkDatabase, Linker, export_fingerprints, manifest_fingerprints};
use indexer_store::{FileRecord, View};
use rustc_hash::FxHashSet;

/// How the files differ from those of the view. Paths, sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) added: Vec<String>,
    pub(crate) modified: Vec<String>,
    pub(crate) removed: Vec<String>,
    /// Facts of modified manifests before.
    pub(crate) old_manifests: Vec<(String, ManifestFacts)>,
    pub(crate) problems: Vec<(String, Problem)>,
}

impl Change {
    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.modified.is_empty() && self.removed.is_empty()
    }

    /// All paths, sorted.
    pub(crate) fn paths(&self) -> Vec<String> {
        let mut all = [self.added.as_slice(), &self.modified, &self.removed].concat();
        all.sort_unstable();
        all
    }
}

/// Records of all files that were read or linked, sorted by path.
pub(crate) struct Linked {
    pub(crate) records: Vec<FileRecord>,
    pub(crate) links: usize,
    /// Files that had to be parsed again, because their facts were not kept.
    pub(crate) parsed: usize,
    /// True when the facts of some file could not be had.
    pub(crate) unstable: bool,
}

/// The link rules of a language.
pub(crate) fn rules(id: &str) -> Option<&'static LinkRules> {
    indexer_parse::by_id(id).map(|language| language.rules)
}

/// Links what `change` made necessary. `current.known` is what is now, `before` what was.
pub(crate) fn run(
    job: &Job<'_>,
    current: &Current,
    before: &[Known],
    fresh: &Fresh,
    change: &Change,
) -> Result<Linked, EngineError> {
    let cold = current.view.segments().is_empty();
    let replaced: FxHashSet<&str> =
        change.modified.iter().chain(&change.removed).map(String::as_str).collect();
    let below = (!cold).then_some((&current.view, replaced));
    let database = Database::new(job.source, job.shelf, &current.known, &current.manifests, fresh, below);
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
    let compiled = Compiled::new(job.scip, &database);
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
        if job.fault == Some(Fault::KeyByOrdinal) {
            return record.map(|record| faults::by_ordinal(&database, record));
        }
        record
    };
    let records = job.each(&ids, |done, total| Event::Linking { done, total }, link)?;
    let mut records: Vec<FileRecord> = records.into_iter().flatten().collect();
    let links = records.len();
    let texts = change.added.iter().chain(&change.modified);
    records.extend(texts.filter_map(|path| {
        let known = known(&current.known, path)?;
        Some(records::plain(known, current.manifests.get(path), fresh.texts.get(path)?))
    }));
    records.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(Linked { records, links, parsed: database.parsed(), unstable: database.lost() })
}

fn record(
    current: &Current,
    fresh: &Fresh,
    database: &Database<'_>,
    id: FileId,
    link: impl FnOnce(ContentId, &FileFacts) -> FileEdges,
) -> Option<FileRecord> {
    let path = database.path(id);
    let facts = database.facts(id)?;
    let known = known(&current.known, path)?;
    let edges = link(known.content, facts);
    let Standing::Code(language) = &known.standing else { return None };
    let separator = rules(language).map_or(".", |rules| rules.separator);
    Some(match fresh.code.get(path) {
        Some(read) => records::code(known, language, separator, read, edges),
        None => records::relinked(current.view.file(path)?.record(), separator, facts, edges),
    })
}

fn known<'k>(all: &'k [Known], path: &str) -> Option<&'k Known> {
    all.binary_search_by(|known| known.path.as_str().cmp(path)).ok().map(|i| &all[i])
}

/// Paths of unchanged files whose edges may differ now; `None` where that cannot be told and every
/// file is linked again.
fn dependents(
    job: &Job<'_>,
    current: &Current,
    before: &[Known],
    fresh: &Fresh,
    change: &Change,
) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    for path in change.added.iter().chain(&change.removed) {
        keys.push(DependencyKey::path(path));
        let mut folder = path.as_str();
        while !folder.is_empty() {
            folder = parent(folder);
            keys.push(DependencyKey::folder(folder));
        }
    }
    for path in change.added.iter().chain(&change.modified).chain(&change.removed) {
        let old = match known(before, path).map(|known| (&known.standing, known.content)) {
            Some((Standing::Code(id), content)) => {
                let facts = job.shelf.get(content, indexer_parse::by_id(id)?)?;
                export_fingerprints(path, &facts, rules(&facts.language))
            }
            Some((Standing::Manifest, _)) => {
                let (_, facts) = change.old_manifests.iter().find(|(of, _)| of == path)?;
                manifest_keys(path, facts)
            }
            _ => ExportFingerprints::default(),
        };
        let new = match (fresh.code.get(path), current.manifests.get(path)) {
            (Some(read), _) => export_fingerprints(path, &read.facts, rules(&read.facts.language)),
            (None, Some(facts)) => manifest_keys(path, facts),
            (None, None) => ExportFingerprints::default(),
        };
        keys.extend(old.differing(&new));
    }
    pass_on(&current.view, &mut keys);
    keys.sort_unstable();
    keys.dedup();
    let found = current.view.consulting(&keys);
    Some(found.into_iter().map(|file| file.path().to_owned()).collect())
}

/// Adds what changes for those that include a file whose includes changed, however far away.
fn pass_on(view: &View, keys: &mut Vec<DependencyKey>) {
    let mut seen = FxHashSet::default();
    let mut next: Vec<DependencyKey> = keys.iter().copied().filter(|key| key.is_passed_on()).collect();
    while !next.is_empty() {
        next.sort_unstable();
        next.dedup();
        let paths = view.consulting(&next).into_iter().map(|file| hash_text(file.path()));
        let fresh: Vec<u64> = paths.filter(|path| seen.insert(*path)).collect();
        next = fresh.iter().map(|path| DependencyKey::included(*path)).collect();
        keys.extend(
            next.iter().chain(&fresh.iter().map(|path| DependencyKey::reach(*path)).collect::<Vec<_>>()),
        );
    }
}

/// What a manifest contributes: what the linker says, and the packages that it declares.
fn manifest_keys(path: &str, facts: &ManifestFacts) -> ExportFingerprints {
    let mut keys = manifest_fingerprints(path, facts);
    keys.parts.extend(packages(facts).iter().map(|name| (DependencyKey::package(name), 0)));
    keys.parts.sort_unstable();
    keys.parts.dedup();
    keys
}
