//! Files that take in the text of others: what a file includes, directly and through others.

use crate::evaluator::Evaluator;
use crate::linker::Linker;
use crate::unit::Unit;
use crate::value::{Set, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    ConsultedKey, FileId, Files, Import, ImportShape, IncludeQuery, Included, ManifestFacts, ScopeId,
};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What a file includes is followed up to so many files: a thousand is usual, and nobody wrote more
/// than this.
const MOST_FILES: usize = 16 << 10;
/// Files that are remembered as included in one run, over all files that include them.
const MOST_REMEMBERED: usize = 128 << 20;

/// An import with this level looks for a name in scope; it includes no file.
const OF_NAMES: u32 = 2;

/// What a file includes itself.
#[derive(Debug, Default)]
pub(crate) struct Direct {
    certain: Vec<FileId>,
    possible: Vec<FileId>,
    /// Something outside the repository.
    external: bool,
}

/// What a file includes, directly or through others, itself among it. Sorted.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    certain: Box<[FileId]>,
    /// What is only included if a guess is right; nothing that is certain.
    possible: Box<[FileId]>,
    /// Something outside the repository is included.
    pub(crate) external: bool,
}

impl Reach {
    /// Is the file in sight? `Some(false)` where that is not proved.
    pub(crate) fn has(&self, file: FileId) -> Option<bool> {
        if self.certain.binary_search(&file).is_ok() {
            Some(true)
        } else {
            self.possible.binary_search(&file).is_ok().then_some(false)
        }
    }
}

/// True for an import that includes a file.
pub(crate) fn is_include(import: &Import) -> bool {
    import.shape == ImportShape::Wildcard && import.level < OF_NAMES
}

/// Which file an import of `unit` includes; `None` where its language includes none.
fn find(files: &dyn Files, unit: &Unit<'_>, import: &Import) -> Option<Included> {
    let inclusion = unit.rules.inclusion.as_ref()?;
    let parts: Vec<&str> = import.path.iter().map(|name| unit.facts.name(*name)).collect();
    let query = IncludeQuery { from: unit.path, path: &parts.join("/"), near: import.level > 0 };
    Some((inclusion.find)(files, query))
}

impl Linker<'_> {
    /// What a file includes itself. Made once a run.
    pub(crate) fn direct(&self, file: FileId) -> &Direct {
        static NOTHING: Direct = Direct { certain: Vec::new(), possible: Vec::new(), external: false };
        let Some(slot) = self.includes.get(file.index()) else { return &NOTHING };
        slot.get_or_init(|| {
            let mut direct = Direct::default();
            let Some(unit) = self.unit(file) else { return direct };
            let files = Unrecorded(self);
            for import in unit.facts.imports.iter().filter(|import| is_include(import)) {
                match find(&files, unit, import) {
                    Some(Included::File(path)) => direct.certain.extend(self.universe.find(&path)),
                    Some(Included::OneOf(paths)) => {
                        direct.possible.extend(paths.iter().filter_map(|path| self.universe.find(path)));
                    }
                    Some(Included::External(_)) => direct.external = true,
                    Some(Included::Unknown) | None => {}
                }
            }
            direct
        })
    }

    /// What a file includes, also through others. Made once a run. O(files included).
    pub(crate) fn reach(&self, file: FileId) -> Arc<Reach> {
        let Some(slot) = self.reaches.get(file.index()) else { return Arc::default() };
        if let Some(known) = slot.get() {
            return known.clone();
        }
        let found = Arc::new(self.follow(file));
        let files = found.certain.len() + found.possible.len();
        match self.remembered.fetch_add(files, Ordering::Relaxed) {
            0..MOST_REMEMBERED => slot.get_or_init(|| found).clone(),
            _ => found,
        }
    }

    fn follow(&self, file: FileId) -> Reach {
        let mut external = false;
        let mut certain = vec![file];
        let mut seen: rustc_hash::FxHashSet<FileId> = certain.iter().copied().collect();
        let mut next = 0;
        let mut doubtful = Vec::new();
        while let Some(here) = certain.get(next).copied().filter(|_| certain.len() < MOST_FILES) {
            next += 1;
            let direct = self.direct(here);
            external |= direct.external;
            certain.extend(direct.certain.iter().filter(|found| seen.insert(**found)));
            doubtful.extend_from_slice(&direct.possible);
        }
        let mut possible = Vec::new();
        while let Some(here) = doubtful.pop() {
            if seen.len() < MOST_FILES && seen.insert(here) {
                possible.push(here);
                let direct = self.direct(here);
                doubtful.extend(direct.certain.iter().chain(&direct.possible));
            }
        }
        certain.sort_unstable();
        possible.sort_unstable();
        Reach { certain: certain.into(), possible: possible.into(), external }
    }
}

impl Evaluator<'_, '_> {
    /// What a file includes. The answer rests on all of that.
    pub(crate) fn reach(&mut self, file: FileId) -> Arc<Reach> {
        if (file != self.file || !self.at_top())
            && let Some(unit) = self.unit(file)
        {
            self.consult(ConsultedKey::reach(unit.path_hash));
        }
        if file != self.file {
            return self.linker.reach(file);
        }
        let linker = self.linker;
        self.own.get_or_insert_with(|| linker.reach(file)).clone()
    }

    /// Records what the linked file includes.
    pub(crate) fn consult_includes(&mut self, unit: &Unit<'_>) {
        if unit.rules.inclusion.is_none() {
            return;
        }
        for import in unit.facts.imports.iter().filter(|import| is_include(import)) {
            self.with_files(|files| find(files, unit, import));
        }
        let direct = self.linker.direct(self.file);
        for file in direct.certain.iter().chain(&direct.possible) {
            self.consult(ConsultedKey::included(hash_text(self.linker.universe.path(*file))));
        }
    }

    /// The files that an import may include.
    pub(crate) fn included(&mut self, unit: &Unit<'_>, import: &Import) -> Set {
        let module =
            |path: &String| self.linker.universe.find(path).map(|file| Value::Module(file, ScopeId(0)));
        match find(&Unrecorded(self.linker), unit, import) {
            Some(Included::File(path)) => module(&path).into_iter().collect(),
            Some(Included::OneOf(paths)) => paths.iter().filter_map(module).chain([Value::Unknown]).collect(),
            Some(Included::External(path)) => Set::of(Value::External(self.text(&path))),
            Some(Included::Unknown) | None => Set::unknown(),
        }
    }
}

/// The questions about files, without a record: whoever links a file records what it includes.
struct Unrecorded<'l, 'u>(&'l Linker<'u>);

impl Files for Unrecorded<'_, '_> {
    fn is_file(&self, path: &str) -> bool {
        self.0.universe.is_file(path)
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.universe.is_folder(path)
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        self.0.universe.manifest(path)
    }

    fn packages(&self, name: &str) -> Vec<String> {
        self.0.universe.packages(name)
    }

    fn named(&self, name: &str) -> Vec<String> {
        self.0.universe.named(name)
    }
}
