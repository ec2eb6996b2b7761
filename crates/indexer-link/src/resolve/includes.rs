//! Files that take in the text of others: what a file includes, directly and through others.

use crate::Linker;
use crate::db::{IncludeLines, included_name, is_include};
use crate::query::{Db, PerFile, Recorder, Unrecorded};
use crate::unit::Unit;
use crate::value::{Set, Value};
use indexer_core::key::hash_text;
use indexer_core::path::{file_name, parent, resolve};
use indexer_core::{DependencyKey, FileId, Files, Import, IncludeQuery, Included, Inclusion, ScopeId};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What a file includes is followed up to so many files: a thousand is usual, and nobody wrote more
/// than this.
const MOST_FILES: usize = 16 << 10;
/// Files that are remembered as included in one run, over all files that include them.
const MOST_REMEMBERED: usize = 128 << 20;

/// Files that include a file of the same name, of which nobody asks more.
const MOST_INCLUDERS: usize = 64;

/// What a file includes itself.
#[derive(Debug, Default)]
pub(crate) struct DirectIncludes {
    certain: Vec<FileId>,
    possible: Vec<FileId>,
    /// Something outside the repository.
    external: bool,
}

/// What a file includes, directly or through others, itself among it. Sorted.
#[derive(Debug, Default)]
pub(crate) struct IncludeClosure {
    certain: Box<[FileId]>,
    /// What is only included if a guess is right; nothing that is certain.
    possible: Box<[FileId]>,
    /// Something outside the repository is included.
    pub(crate) external: bool,
}

impl IncludeClosure {
    /// Is what the file declares visible? `Some(false)` where that is not proved.
    pub(crate) fn has(&self, file: FileId) -> Option<bool> {
        if self.certain.binary_search(&file).is_ok() {
            Some(true)
        } else {
            self.possible.binary_search(&file).is_ok().then_some(false)
        }
    }
}

/// Which files include which, as far as it was asked: the same for all runs over one database, and known without facts.
#[derive(Debug)]
pub struct KnownIncludes {
    pub(crate) direct: PerFile<DirectIncludes>,
    pub(crate) includers: PerFile<Includers>,
}

impl KnownIncludes {
    /// Nothing of as many files as [`PerFile::new`] takes.
    pub(crate) fn new(files: (usize, usize)) -> Self {
        Self { direct: PerFile::new(files), includers: PerFile::new(files) }
    }
}

/// A set of files, a bit for each.
#[derive(Debug, Default)]
struct FileSet(Vec<u64>);

impl FileSet {
    /// Adds a file; false where it is among them already.
    fn insert(&mut self, file: FileId) -> bool {
        let (at, bit) = (file.index() / 64, 1 << (file.index() % 64));
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        let Some(word) = self.0.get_mut(at) else { return false };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Which file an import of `unit` includes; `None` where its language includes none.
fn find(files: &dyn Files, unit: &Unit<'_>, import: &Import) -> Option<Included> {
    let inclusion = unit.rules.inclusion.as_ref()?;
    let parts: Vec<&str> = import.path.iter().map(|name| unit.facts.name(*name)).collect();
    let query = IncludeQuery { from: &unit.place, path: &parts.join("/"), near: import.level > 0 };
    Some(included(files, inclusion, query))
}

/// Which file is included. A path from the folder of the file may lead over symbolic links, which are asked first: there
/// is no file of such a path.
fn included(files: &dyn Files, inclusion: &Inclusion, query: IncludeQuery<'_>) -> Included {
    if query.near
        && let Some(near) = resolve(parent(query.from), query.path)
        && let followed = files.followed(&near)
        && followed != near
        && files.is_file(&followed)
    {
        return Included::File(followed.into_owned());
    }
    (inclusion.find)(files, query)
}

/// The lines by which a file includes others, and the rules of its language about that; `None` where that includes none.
/// Decodes no facts where the database knows the lines: most files that are included here are never asked more.
fn lines_of<'l>(linker: &'l Linker<'_>, file: FileId) -> Option<(&'static Inclusion, Cow<'l, IncludeLines>)> {
    if let Some(known) = linker.database.include_lines(file) {
        return Some((linker.rules_of(file)?.inclusion.as_ref()?, Cow::Borrowed(known)));
    }
    let unit = linker.unit(file)?;
    Some((unit.rules.inclusion.as_ref()?, Cow::Owned(IncludeLines::of(unit.facts))))
}

/// What a file includes itself. Made once for a database.
fn direct_includes<'l>(linker: &'l Linker<'_>, file: FileId) -> &'l DirectIncludes {
    static NOTHING: DirectIncludes =
        DirectIncludes { certain: Vec::new(), possible: Vec::new(), external: false };
    let found = linker.includes.direct.get_or_init(file, || find_direct_includes(linker, file));
    found.unwrap_or(&NOTHING)
}

/// A file that certainly includes another one itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Includer {
    pub(crate) file: FileId,
    /// Where the last line stands by which it does.
    pub(crate) place: u32,
}

/// The files that include a file themselves.
#[derive(Debug, Default)]
pub(crate) struct Includers {
    pub(crate) certain: Vec<Includer>,
    /// False where others may include it too.
    pub(crate) are_all: bool,
    /// What the answer rests on.
    keys: Vec<DependencyKey>,
}

/// The files that include `file` themselves. Found once for a database. O(files that include one of its name).
pub(crate) fn includers<'l>(db: &Db<'l, '_>, file: FileId) -> &'l Includers {
    static NOTHING: Includers = Includers { certain: Vec::new(), are_all: false, keys: Vec::new() };
    let linker = db.linker;
    let found =
        linker.includes.includers.get_or_init(file, || find_includers(linker, file)).unwrap_or(&NOTHING);
    found.keys.iter().for_each(|key| db.depend(*key));
    found
}

fn find_includers(linker: &Linker<'_>, file: FileId) -> Includers {
    let name = file_name(linker.database.path(file));
    let named = included_name(hash_text(name));
    let all = linker.database.extending(named);
    let mut found = Includers { keys: vec![DependencyKey::extensions(named)], ..Includers::default() };
    if all.len() > MOST_INCLUDERS {
        return found;
    }
    found.are_all = true;
    let files = Recorder::new(linker);
    for other in all {
        let Some((inclusion, lines)) = lines_of(linker, other) else { continue };
        found.keys.push(DependencyKey::reach(hash_text(linker.database.path(other))));
        let from = linker.place(other);
        let mut place = None;
        for line in lines.iter().filter(|line| file_name(line.path) == name) {
            let is_it = |path: &String| linker.file_at(path) == Some(file);
            let query = IncludeQuery { from: &from, path: line.path, near: line.is_near };
            match included(&files, inclusion, query) {
                Included::File(path) if is_it(&path) => place = place.max(Some(line.start)),
                Included::OneOf(paths) if paths.iter().any(is_it) => found.are_all = false,
                Included::Unknown => found.are_all = false,
                _ => {}
            }
        }
        found.certain.extend(place.map(|place| Includer { file: other, place }));
    }
    found.keys.extend(files.into_keys());
    found.keys.sort_unstable();
    found.keys.dedup();
    found
}

fn find_direct_includes(linker: &Linker<'_>, file: FileId) -> DirectIncludes {
    let mut direct = DirectIncludes::default();
    let Some((inclusion, lines)) = lines_of(linker, file) else { return direct };
    let (files, from) = (Unrecorded(linker), linker.place(file));
    for line in lines.iter() {
        let query = IncludeQuery { from: &from, path: line.path, near: line.is_near };
        match included(&files, inclusion, query) {
            Included::File(path) => direct.certain.extend(linker.file_at(&path)),
            Included::OneOf(paths) => {
                direct.possible.extend(paths.iter().filter_map(|path| linker.file_at(path)));
            }
            Included::External(_) => direct.external = true,
            Included::Unknown => {}
        }
    }
    direct
}

/// What a file includes, also through others. Made once a run. O(files included).
pub(crate) fn shared_closure(linker: &Linker<'_>, file: FileId) -> Arc<IncludeClosure> {
    if let Some(known) = linker.include_closures.get(file) {
        return known.clone();
    }
    let found = Arc::new(find_closure(linker, file));
    let files = found.certain.len() + found.possible.len();
    match linker.included_files.fetch_add(files, Ordering::Relaxed) {
        0..MOST_REMEMBERED => {
            linker.include_closures.get_or_init(file, || found.clone()).cloned().unwrap_or(found)
        }
        _ => found,
    }
}

fn find_closure(linker: &Linker<'_>, file: FileId) -> IncludeClosure {
    let mut external = false;
    let mut certain = vec![file];
    let mut seen = FileSet::default();
    seen.insert(file);
    let mut next = 0;
    let mut doubtful = Vec::new();
    while let Some(here) = certain.get(next).copied().filter(|_| certain.len() < MOST_FILES) {
        next += 1;
        let direct = direct_includes(linker, here);
        external |= direct.external;
        certain.extend(direct.certain.iter().filter(|found| seen.insert(**found)));
        doubtful.extend_from_slice(&direct.possible);
    }
    let mut possible = Vec::new();
    let mut known = certain.len();
    while let Some(here) = doubtful.pop() {
        if known < MOST_FILES && seen.insert(here) {
            known += 1;
            possible.push(here);
            let direct = direct_includes(linker, here);
            doubtful.extend(direct.certain.iter().chain(&direct.possible));
        }
    }
    certain.sort_unstable();
    possible.sort_unstable();
    IncludeClosure { certain: certain.into(), possible: possible.into(), external }
}

/// What a file includes, directly or through others. The answer rests on all of that.
pub(crate) fn include_closure(db: &Db, file: FileId) -> Arc<IncludeClosure> {
    if !db.is_own(file) {
        // Not by its unit: what it includes is known without its facts.
        db.depend(DependencyKey::reach(hash_text(db.linker.database.path(file))));
    }
    if file == db.file() {
        db.own.includes.get_or_init(|| shared_closure(db.linker, file)).clone()
    } else {
        shared_closure(db.linker, file)
    }
}

/// Records what the linked file includes.
pub(crate) fn depend_on_includes(db: &Db, unit: &Unit<'_>) {
    if unit.rules.inclusion.is_none() {
        return;
    }
    for import in unit.facts.imports.iter().filter(|import| is_include(import)) {
        db.with_files(&unit.place, |files| find(files, unit, import));
    }
    let direct = direct_includes(db.linker, db.file());
    for file in direct.certain.iter().chain(&direct.possible) {
        db.depend(DependencyKey::included(hash_text(db.linker.database.path(*file))));
    }
}

/// The files that an import may include.
pub(crate) fn included_files(db: &Db, unit: &Unit<'_>, import: &Import) -> Set {
    let module = |path: &String| db.linker.file_at(path).map(|file| Value::Module(file, ScopeId(0)));
    match find(&Unrecorded(db.linker), unit, import) {
        Some(Included::File(path)) => module(&path).into_iter().collect(),
        Some(Included::OneOf(paths)) => paths.iter().filter_map(module).chain([Value::Unknown]).collect(),
        Some(Included::External(path)) => Set::of(Value::External(db.text(&path))),
        Some(Included::Unknown) | None => Set::unknown(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LinkDatabase;
    use crate::testing::{file, linking};

    #[test]
    fn files_that_include_each_other_include_both() {
        let files =
            [("a.h", "#include \"b.h\"\n"), ("b.h", "#include \"a.h\"\n#include <outside.h>\n"), ("c.h", "")];
        linking(&files, "a.h", |db| {
            let closure = include_closure(db, file(db, "b.h"));
            assert!(closure.external);
            let has = ["a.h", "b.h", "c.h"].map(|path| closure.has(file(db, path)));
            assert_eq!(has, [Some(true), Some(true), None]);
        });
    }

    #[test]
    fn a_file_is_in_a_set_once_however_large_its_number() {
        let mut set = FileSet::default();
        let inserted = [3, 64, 3, 1_000_000, 64, 65].map(|number| set.insert(FileId(number)));
        assert_eq!(inserted, [true, true, false, true, false, true]);
    }

    #[test]
    fn what_is_known_of_includes_is_not_looked_for_again() {
        let files = [("a.h", "#include \"b.h\"\n"), ("b.h", "int b;"), ("c.c", "#include \"a.h\"\n")];
        let database = crate::testing::database(&files);
        let [a, b, c] = ["a.h", "b.h", "c.c"].map(|path| database.find(path).unwrap());
        let first: Linker<'_> = database.linker();
        assert_eq!(shared_closure(&first, c).certain.as_ref(), [a, b, c]);
        let known = first.into_includes();
        let next: Linker<'_> = database.linker().with_includes(known);
        assert!(next.includes.direct.get(a).is_some() && next.include_closures.get(c).is_none());
        assert_eq!(shared_closure(&next, c).certain.as_ref(), [a, b, c]);
    }
}
