//! Installed packages as the linker asks them: the modules that paths lead to, and their facts when they are needed.

use crate::facts::cache::FactsCache;
use crate::facts::packages::PackageFacts;
use crate::link::environment::{Environment, key_of};
use crate::link::possible_names::possible_names;
use crate::types::package_root::PackageRoot;
use indexer_core::path::{file_name, is_under, parent};
use indexer_core::{ContentId, DependencyKey, key::hash_text};
use indexer_core::{FileFacts, FileId, Files, ManifestFacts, SubmoduleQuery};
use indexer_link::{Installed, InstalledModule, PACKAGE_PLACE, extended_names};
use indexer_packages::{Located, ecosystem};
use indexer_parse::{Language, without_bodies};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Packages that are read in one run; what further ones declare is not known.
const MOST_PACKAGES: usize = 512;
/// Bytes of source of packages whose facts are kept for the next run.
const MOST_BYTES: usize = 8 << 20;
/// Names of which is kept for the next run which files may have them.
const MOST_NAMES: usize = 1 << 20;
/// Ids of files of one package.
const FILES: usize = indexer_packages::Installed::MOST_FILES;

/// What was found, by the word of an ecosystem and what is imported.
type Found = FxHashMap<(&'static str, String), Option<Arc<Located>>>;

/// The installed packages of one link run.
pub(crate) struct InstalledPackages<'a> {
    environment: &'a Environment,
    package_facts: &'a PackageFacts,
    /// The id of the first file of the first package.
    first: usize,
    read: PackagesRead,
}

/// The packages that runs of the linker have read: what the answers of one run say of their files is true in the next
/// where that one goes on with them.
pub(crate) struct PackagesRead {
    packages: Vec<OnceLock<Package>>,
    /// What was found, by what was imported in which ecosystem; and the packages by their names in places.
    found: Mutex<Found>,
    by_name: Mutex<FxHashMap<String, usize>>,
}

/// One package.
struct Package {
    /// The place of its root.
    place: String,
    installed: indexer_packages::Installed,
    /// What its users write to import it.
    import: String,
    /// Sorted by their places.
    files: Vec<PackageFile>,
    manifests: OnceLock<Vec<(String, ManifestFacts)>>,
    root: PackageRoot,
    /// Where its facts are kept, looked for in each run.
    facts_cache: OnceLock<Arc<FactsCache>>,
    /// Files by the names that their texts may extend, or define outside of types: what a file really does is asked
    /// of its facts, and most are never parsed.
    possible: OnceLock<FxHashMap<u64, Vec<u32>>>,
}

/// One file of a package.
struct PackageFile {
    place: String,
    language: &'static Language,
    /// How what it declares is called from outside.
    module: OnceLock<String>,
    facts: OnceLock<Option<Arc<FileFacts>>>,
    /// The names that it extends or defines outside of types, sorted.
    names: OnceLock<Vec<u64>>,
    /// Hashes of the names that its text may bind, sorted; `None` where it may bind others.
    written: OnceLock<Option<Vec<u64>>>,
}

impl Default for PackagesRead {
    /// None yet.
    fn default() -> Self {
        Self {
            packages: (0..MOST_PACKAGES).map(|_| OnceLock::new()).collect(),
            found: Mutex::default(),
            by_name: Mutex::default(),
        }
    }
}

impl PackagesRead {
    /// Gets them ready to be kept for the next run; `None` where they are so many that one which begins with nothing would soon
    /// read others. What weighs too much is read again.
    fn kept(mut self) -> Option<Self> {
        if self.by_name.get_mut().unwrap_or_else(PoisonError::into_inner).len() > MOST_PACKAGES / 2 {
            return None;
        }
        let (mut lines, mut names) = (0, 0);
        for package in self.packages.iter_mut().filter_map(OnceLock::get_mut) {
            package.facts_cache = OnceLock::new();
            names += package.possible.get().map_or(0, FxHashMap::len);
            let facts = package.files.iter().filter_map(|file| file.facts.get()?.as_ref());
            lines += facts.map(|facts| facts.lines.len() as usize).sum::<usize>();
        }
        for package in self.packages.iter_mut().filter_map(OnceLock::get_mut) {
            if names > MOST_NAMES {
                package.possible = OnceLock::new();
            }
            if lines > MOST_BYTES {
                package.files.iter_mut().for_each(|file| file.facts = OnceLock::new());
            }
        }
        Some(self)
    }
}

impl fmt::Debug for PackagesRead {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("PackagesRead").finish_non_exhaustive()
    }
}

impl<'a> InstalledPackages<'a> {
    /// Packages of an environment whose files have ids from `first` on, those first that were `read` before.
    pub(crate) fn new(
        environment: &'a Environment,
        package_facts: &'a PackageFacts,
        first: usize,
        read: PackagesRead,
    ) -> Self {
        Self { environment, package_facts, first, read }
    }

    /// What the next run may go on with.
    pub(crate) fn into_read(self) -> Option<PackagesRead> {
        self.read.kept()
    }

    /// No id is as large.
    pub(crate) fn most_files(&self) -> usize {
        self.first + MOST_PACKAGES * FILES
    }

    /// Where a path may be declared.
    pub(crate) fn find(&self, word: &str, path: &str) -> Option<Installed> {
        let ecosystem = ecosystem(word)?;
        let word = ecosystem.word;
        let mut keys = vec![key_of(word, None)];
        for (import, names) in ecosystem.imports(path) {
            let Some(located) = self.located(word, import) else { continue };
            keys = vec![key_of(word, Some(&located.package.name))];
            // What declares for another package may come beside it later.
            keys.push(key_of(word, Some(import)));
            let Some(at) = self.entered(&located) else { break };
            let package = self.read.packages[at].get()?;
            let place = |path: &String| format!("{}/{path}", package.place);
            let entry = located.package.entry.as_ref().filter(|_| !located.is_flat).map(place);
            let names: Vec<String> =
                located.names.iter().cloned().chain(names.split(['.', ':']).map(str::to_owned)).collect();
            let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
            if names.iter().any(|name| name.contains('(')) {
                break;
            }
            let inside = located.declares.clone().into_iter().collect();
            let from = place(&"here".to_owned());
            let module = InstalledModule { from, import: located.import.clone(), entry, inside, names };
            return Some(Installed { keys: all(keys, word), module: Some(module) });
        }
        Some(Installed { keys: all(keys, word), module: None })
    }

    /// What is installed under what is imported so. Asked once.
    fn located(&self, word: &'static str, import: &str) -> Option<Arc<Located>> {
        let known = self.read.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(&(word, import.to_owned())) {
            return known.clone();
        }
        drop(known);
        let found = self.environment.find(word, import).map(Arc::new);
        let mut known = self.read.found.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((word, import.to_owned())).or_insert(found).clone()
    }

    /// The package at which place it is, entered among those that are read; `None` where there are too many.
    fn entered(&self, located: &Located) -> Option<usize> {
        let name = located.package.id().replace('/', "!");
        let mut by_name = self.read.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = by_name.get(&name) {
            return Some(*at);
        }
        let at = by_name.len();
        let slot = self.read.packages.get(at)?;
        let package = Package::new(format!("{PACKAGE_PLACE}{name}"), located);
        let _ = slot.set(package);
        by_name.insert(name, at);
        Some(at)
    }

    fn package_at(&self, place: &str) -> Option<(usize, &Package)> {
        let name = place.strip_prefix(PACKAGE_PLACE)?.split('/').next()?;
        let at = *self.read.by_name.lock().unwrap_or_else(PoisonError::into_inner).get(name)?;
        Some((at, self.read.packages.get(at)?.get()?))
    }

    fn file(&self, id: FileId) -> Option<(&Package, &PackageFile)> {
        let at = id.index().checked_sub(self.first)?;
        let package = self.read.packages.get(at / FILES)?.get()?;
        Some((package, package.files.get(at % FILES)?))
    }

    /// The file at a place.
    pub(crate) fn id(&self, place: &str) -> Option<FileId> {
        let (at, package) = self.package_at(place)?;
        let inner = package.index(place)?;
        Some(FileId((self.first + at * FILES + inner) as u32))
    }

    /// The place of a file.
    pub(crate) fn place(&self, id: FileId) -> Option<&str> {
        self.file(id).map(|(_, file)| file.place.as_str())
    }

    /// How what a file declares is called from outside.
    pub(crate) fn module(&self, id: FileId) -> Option<&str> {
        let (package, file) = self.file(id)?;
        Some(file.module.get_or_init(|| package.module_of(file)))
    }

    /// The facts of a file, read when they are first asked for.
    pub(crate) fn facts(&self, id: FileId) -> Option<&FileFacts> {
        let (package, file) = self.file(id)?;
        package.facts(file, self.package_facts)
    }

    /// False for a file of a package that is known to bind no such name.
    pub(crate) fn may_bind(&self, id: FileId, name: &str) -> bool {
        self.file(id).is_none_or(|(package, file)| package.may_bind(file, name))
    }

    /// The files of the package at a place.
    pub(crate) fn files(&self, place: &str) -> Option<&dyn Files> {
        self.package_at(place).map(|(_, package)| package as &dyn Files)
    }

    /// Files of the package at a place that extend or define a name.
    pub(crate) fn naming(&self, place: &str, name: u64) -> Vec<FileId> {
        let Some((at, package)) = self.package_at(place) else { return Vec::new() };
        let found = package.naming(name, self.package_facts).into_iter();
        found.map(|inner| FileId((self.first + at * FILES) as u32 + inner)).collect()
    }
}

fn all(mut keys: Vec<DependencyKey>, word: &str) -> Vec<DependencyKey> {
    keys.push(key_of(word, Some("")));
    keys
}

impl Package {
    fn new(place: String, located: &Located) -> Self {
        let installed = located.package.clone();
        let is_of = |language: &Language| {
            language.rules.outside.is_some_and(|outside| outside.ecosystem == installed.ecosystem)
        };
        let wanted = |path: &str| indexer_parse::language_of(path, b"").is_some_and(&is_of);
        let file = |path: String| {
            let language = indexer_parse::language_of(&path, b"")?;
            let place = format!("{place}/{path}");
            let (module, facts, names, written) = Default::default();
            Some(PackageFile { place, language, module, facts, names, written })
        };
        let mut files: Vec<PackageFile> = installed.files(&wanted).into_iter().filter_map(file).collect();
        files.sort_unstable_by(|a, b| a.place.cmp(&b.place));
        // The modules of a standard library are kept in one place, and not each in a folder of its own.
        let root = PackageRoot { id: installed.whole_id(), ..PackageRoot::default() };
        Self {
            root,
            facts_cache: OnceLock::new(),
            place,
            // Modules that are declared inside of its files are many, and whichever was asked for first does not name it.
            import: match &located.declares {
                Some(_) => installed.name.trim_start_matches("@types/").to_owned(),
                None => located.import.clone(),
            },
            installed,
            files,
            manifests: OnceLock::new(),
            possible: OnceLock::new(),
        }
    }

    fn index(&self, place: &str) -> Option<usize> {
        self.files.binary_search_by(|file| file.place.as_str().cmp(place)).ok()
    }

    fn inner<'p>(&self, place: &'p str) -> &'p str {
        place.get(self.place.len() + 1..).unwrap_or_default()
    }

    fn bytes(&self, file: &PackageFile) -> Option<Vec<u8>> {
        self.installed.read(self.inner(&file.place))
    }

    fn facts<'f>(&self, file: &'f PackageFile, kept: &PackageFacts) -> Option<&'f FileFacts> {
        let read = || {
            let bytes = self.bytes(file)?;
            let facts_cache = self.facts_cache.get_or_init(|| kept.of(&self.root, &self.installed.root));
            let version = self.installed.language_version();
            // What it declares is asked for alone. Such facts are those of another text, under its own key.
            let text = std::str::from_utf8(&bytes).map(|text| without_bodies(file.language, text, version));
            let bytes = text.as_ref().map_or(&bytes[..], |text| text.as_bytes());
            facts_cache.read_for_linking(ContentId::of(bytes), bytes, file.language)
        };
        file.facts.get_or_init(read).as_deref()
    }

    /// False where a file is known to bind no such name by its text. What is parsed tells that itself.
    fn may_bind(&self, file: &PackageFile, name: &str) -> bool {
        if file.facts.get().is_some() {
            return true;
        }
        let written = file.written.get_or_init(|| self.written(file));
        let is_written =
            written.as_ref().is_none_or(|written| written.binary_search(&hash_text(name)).is_ok());
        let query =
            SubmoduleQuery { path: &file.place, folder: false, inside: &[], name, declared_path: None };
        is_written || (file.language.rules.submodule)(self, query).is_some()
    }

    fn written(&self, file: &PackageFile) -> Option<Vec<u64>> {
        let bytes = self.bytes(file)?;
        let names = (file.language.rules.written_names)(&file.place, std::str::from_utf8(&bytes).ok()?)?;
        let mut hashes: Vec<u64> = names.iter().map(|name| hash_text(name)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        Some(hashes)
    }

    /// Files that extend or define a name, ascending.
    fn naming(&self, name: u64, kept: &PackageFacts) -> Vec<u32> {
        let possible = self.possible.get_or_init(|| self.possible());
        let possible = possible.get(&name).map_or(&[][..], Vec::as_slice).iter().copied();
        let names = |at: &u32| self.names(&self.files[*at as usize], kept);
        possible.filter(|at| names(at).binary_search(&name).is_ok()).collect()
    }

    /// Files by what they may name. O(bytes of the package)
    fn possible(&self) -> FxHashMap<u64, Vec<u32>> {
        let mut found: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for (file, at) in self.files.iter().zip(0u32..) {
            for name in self
                .bytes(file)
                .map(|bytes| possible_names(&bytes, file.language.rules))
                .into_iter()
                .flatten()
            {
                found.entry(name).or_default().push(at);
            }
        }
        found
    }

    fn names<'f>(&self, file: &'f PackageFile, kept: &PackageFacts) -> &'f [u64] {
        file.names.get_or_init(|| {
            let Some(facts) = self.facts(file, kept) else { return Vec::new() };
            let mut all = extended_names(facts, Some(file.language.rules));
            let outer = facts.definitions.iter().filter(|one| one.owner == indexer_core::Owner::File);
            all.extend(outer.map(|one| hash_text(facts.name(one.name))));
            all.sort_unstable();
            all.dedup();
            all
        })
    }

    /// How what a file declares is called from outside.
    fn module_of(&self, file: &PackageFile) -> String {
        let rules = file.language.rules;
        let inner = self.inner(&file.place);
        if self.installed.entry.as_deref() == Some(inner) {
            return self.import.clone();
        }
        match self.installed.ecosystem {
            "pypi" => (rules.module_name)(&NoFiles, inner),
            "npm" => format!("{}/{}", self.import, (rules.module_name)(&NoFiles, inner)),
            "golang" => match parent(inner) {
                "" => self.import.clone(),
                _ if self.installed.name == "std" => parent(inner).to_owned(),
                folder => format!("{}/{folder}", self.installed.name),
            },
            _ => (rules.module_name)(self, &file.place),
        }
    }

    fn manifests(&self) -> &[(String, ManifestFacts)] {
        self.manifests.get_or_init(|| {
            let names = ecosystem(self.installed.ecosystem).map_or(&[][..], |one| one.manifests);
            let read = |path: &str| {
                let bytes = self.installed.read(path)?;
                Some((format!("{}/{path}", self.place), indexer_parse::read_manifest(path, &bytes)))
            };
            // A standard library is several crates, each with a manifest of its own.
            let parts = self.installed.only.iter().map(String::as_str);
            let parts = parts.filter(|path| path.contains('/') && names.contains(&file_name(path)));
            let all = names.iter().copied().chain(parts);
            all.filter(|path| indexer_parse::is_manifest(path)).filter_map(read).collect()
        })
    }
}

/// No file at all.
struct NoFiles;

impl Files for NoFiles {
    fn is_file(&self, _: &str) -> bool {
        false
    }
    fn is_folder(&self, _: &str) -> bool {
        false
    }
    fn manifest(&self, _: &str) -> Option<&ManifestFacts> {
        None
    }
    fn packages(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

impl Files for Package {
    fn is_file(&self, path: &str) -> bool {
        self.index(path).is_some()
    }

    fn is_folder(&self, path: &str) -> bool {
        let at = self.files.partition_point(|file| {
            file.place.as_bytes().iter().cmp(path.as_bytes().iter().chain(b"/")).is_lt()
        });
        self.files.get(at).is_some_and(|file| file.place != path && is_under(&file.place, path))
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        self.manifests().iter().find(|(at, _)| at == path).map(|(_, facts)| facts)
    }

    fn packages(&self, name: &str) -> Vec<String> {
        let names = |facts: &ManifestFacts| {
            facts.package.iter().chain(&facts.library_name).any(|declared| declared == name)
        };
        self.manifests().iter().filter(|(_, facts)| names(facts)).map(|(path, _)| path.clone()).collect()
    }

    fn named(&self, name: &str) -> Vec<String> {
        let files = self.files.iter().map(|file| &file.place);
        files.filter(|place| file_name(place) == name).cloned().collect()
    }
}
