//! The linker's database over a workspace: facts that were just read, facts of unchanged files when
//! they are needed, and the indexes of the view below for what did not change.

use crate::facts::cache::{FactsCache, FactsForLinking};
use crate::facts::packages::PackageFacts;
use crate::facts::stubs::StubFile;
use crate::link::environment::Environment;
use crate::link::files_by_name::FilesByName;
use crate::link::fresh_files::FreshFiles;
use crate::link::index_names::{
    follows_values, includes, is_member, is_top_level, lists_all_definitions, packages, sorted,
};
use crate::link::installed::{InstalledPackages, PackagesRead};
use crate::link::numbering::{code_files, stubs_of};
use crate::link::rules::rules;
use crate::types::file::FileState;
use crate::types::framework_rules::UserRules;
use crate::types::links::Links;
use crate::types::source::Source;
use crate::types::state::Manifests;
use indexer_core::key::{hash_text, symbol_keys};
use indexer_core::path::{self, file_name, join, relative, resolve};
use indexer_core::{
    ContentId, FileFacts, FileId, Files, FrameworkRules, ManifestFacts, Role, SymbolKey, SymbolKind,
};
use indexer_link::{
    DefinedKinds, FileNames, IncludeLines, Installed, LinkDatabase, PACKAGE_PLACE, dropped_name,
    extended_names, listed_name,
};
use indexer_parse::Language;
use indexer_store::{FactsTexts, FileRef, Symbol, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// One code file.
struct CodeFile<'a> {
    state: &'a FileState,
    language: &'static Language,
    facts: OnceLock<Option<FactsForLinking>>,
    /// The keys of its symbols, where somebody asked.
    keys: OnceLock<FxHashSet<SymbolKey>>,
    /// What it includes, where it was read in this refresh.
    includes: Option<IncludeLines>,
}

/// What the linker asks in one run. Files of the repository come first, in the order of their paths,
/// then the stubs of the languages that occur.
pub struct Database<'a> {
    source: &'a dyn Source,
    facts_cache: &'a FactsCache,
    members: Vec<CodeFile<'a>>,
    manifests: &'a Manifests,
    stubs: Vec<&'static StubFile>,
    /// The view in which unchanged files stand, and the paths that it is not asked about.
    below: Option<(&'a View, FxHashSet<&'a str>)>,
    /// By name, as all of these: there are as many as definitions, and a map would weigh four times this.
    extending: FilesByName,
    defining: FilesByName,
    /// By the name of a reference: where parameters take what calls give.
    naming: FilesByName,
    /// By a name that is written.
    storing: FilesByName,
    /// Code files by the last part of their path: (name, file), sorted.
    by_name: OnceLock<Vec<(&'a str, FileId)>>,
    /// The manifests by their names.
    manifests_by_name: OnceLock<Vec<(&'a str, &'a str)>>,
    top_level: FilesByName,
    /// Folders of the repository with a file in them, by the last part of their paths.
    folders: OnceLock<FxHashMap<String, Vec<String>>>,
    stubs_extending: OnceLock<FxHashMap<u64, Vec<FileId>>>,
    installed: Option<InstalledPackages<'a>>,
    framework_rules: Option<&'a UserRules>,
    /// Symbolic links on the way of paths.
    links: Option<&'a Links>,
    lost: AtomicBool,
    parsed: AtomicUsize,
    loaded: AtomicUsize,
}

impl<'a> Database<'a> {
    /// A database of the code files of `known` (sorted by path), of which `fresh` were read, and of
    /// `manifests`.
    /// The names of `fresh` go over into its indexes. `below` is the view that holds all others, and the paths that are replaced or gone in it.
    pub fn new(
        source: &'a dyn Source,
        facts_cache: &'a FactsCache,
        known: &'a [FileState],
        manifests: &'a Manifests,
        fresh: &mut FreshFiles,
        below: Option<(&'a View, FxHashSet<&'a str>)>,
    ) -> Self {
        let mut database = Self {
            source,
            facts_cache,
            members: Vec::new(),
            manifests,
            stubs: Vec::new(),
            below,
            extending: FilesByName::default(),
            defining: FilesByName::default(),
            naming: FilesByName::default(),
            storing: FilesByName::default(),
            by_name: OnceLock::new(),
            manifests_by_name: OnceLock::new(),
            top_level: FilesByName::default(),
            folders: OnceLock::new(),
            stubs_extending: OnceLock::new(),
            installed: None,
            framework_rules: None,
            links: None,
            lost: AtomicBool::new(false),
            parsed: AtomicUsize::new(0),
            loaded: AtomicUsize::new(0),
        };
        for (state, language) in code_files(known) {
            let (facts, mut includes) = (OnceLock::new(), None);
            if let Some(read) = fresh.code.get_mut(&state.path) {
                let id = FileId(database.members.len() as u32);
                includes = Some(database.enter(id, std::mem::take(&mut read.names)));
                if let Some(held) = &read.facts {
                    let _ = facts.set(Some(FactsForLinking { facts: held.clone(), are_whole: true }));
                }
            }
            database.members.push(CodeFile { state, language, facts, keys: OnceLock::new(), includes });
        }
        let Self { extending, defining, naming, storing, top_level, .. } = &mut database;
        for index in [extending, defining, naming, storing, top_level] {
            index.sort();
        }
        database.stubs = stubs_of(database.members.iter().map(|member| member.language));
        database
    }

    /// Links with rules about frameworks beside the languages' own.
    #[must_use]
    pub(crate) fn with_framework_rules(mut self, rules: &'a UserRules) -> Self {
        self.framework_rules = Some(rules);
        self
    }

    /// Links with these symbolic links on the way of paths.
    #[must_use]
    pub(crate) fn with_links(mut self, links: &'a Links) -> Self {
        self.links = (!links.is_empty()).then_some(links);
        self
    }

    /// Links with what is installed there, too.
    #[must_use]
    pub(crate) fn with_packages(
        mut self,
        environment: Option<&'a Environment>,
        package_facts: &'a PackageFacts,
        read: Option<PackagesRead>,
    ) -> Self {
        let first = self.members.len() + self.stubs.len();
        let of =
            |environment| InstalledPackages::new(environment, package_facts, first, read.unwrap_or_default());
        self.installed = environment.map(of);
        self
    }

    /// The packages that were read, for the next run to go on with; `None` where packages are not linked.
    pub(crate) fn into_packages(self) -> Option<PackagesRead> {
        self.installed?.into_read()
    }

    /// Adds the names of a file that was read to the indexes; gives what it includes.
    fn enter(&mut self, id: FileId, names: FileNames) -> IncludeLines {
        let FileNames { extended, defined, kinds, named, stored, top_level, includes } = names;
        self.extending.enter(id, &extended);
        self.defining.enter_kinds(id, defined.into_iter().zip(kinds));
        self.naming.enter(id, &named);
        self.storing.enter(id, &stored);
        self.top_level.enter(id, &top_level);
        includes
    }

    /// Gives up all facts that were read, which may be read again.
    pub(crate) fn forget(&mut self) {
        for member in &mut self.members {
            (member.facts, member.keys) = (OnceLock::new(), OnceLock::new());
        }
        *self.loaded.get_mut() = 0;
    }

    /// Bytes of a file of the repository.
    pub(crate) fn bytes(&self, file: FileId) -> usize {
        self.members.get(file.index()).map_or(0, |member| member.state.stamp.size as usize)
    }

    /// Bytes of source whose facts were read since they were given up.
    pub(crate) fn loaded(&self) -> usize {
        self.loaded.load(Ordering::Relaxed)
    }

    /// The stubs, to parse them ahead on several threads.
    pub fn stubs(&self) -> &[&'static StubFile] {
        &self.stubs
    }

    /// True when the facts of some file could not be had as they were known: the file changed
    /// since it was listed.
    pub fn lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// How many files had to be parsed again, because their facts were not kept.
    pub fn parsed(&self) -> usize {
        self.parsed.load(Ordering::Relaxed)
    }

    /// True for the path of a code file of the repository.
    pub(crate) fn is_own(&self, path: &str) -> bool {
        self.member(path).is_some()
    }

    /// True where the file at `path` defines the symbol with this key.
    pub(crate) fn defines(&self, path: &str, key: SymbolKey) -> bool {
        let Some(id) = self.member(path) else { return false };
        if let Some((view, replaced)) = &self.below
            && !replaced.contains(path)
            && view.file(path).is_some()
        {
            return view.symbol(key).is_some_and(|symbol| view.sym(symbol).file().path() == path);
        }
        let known = &self.members[id.index()].keys;
        let find = || {
            let facts = self.facts(id)?;
            Some(symbol_keys(path, facts).into_iter().collect())
        };
        known.get_or_init(|| find().unwrap_or_default()).contains(&key)
    }

    /// How many files are of the repository.
    pub fn own(&self) -> usize {
        self.members.len()
    }

    /// Facts of a content as it was: from the packs, or from the file where it still holds it.
    fn load(&self, member: &CodeFile<'_>) -> Option<FactsForLinking> {
        let whole = |facts| FactsForLinking { facts, are_whole: true };
        // The next edit asks for what this one needs; a first build asks for everything.
        let kept = match self.below {
            Some(_) => self.facts_cache.get(member.state.content, member.language).map(whole),
            None => self.facts_cache.get_for_linking(member.state.content, member.language),
        };
        let loaded = kept.or_else(|| self.read(member).map(whole));
        let bytes = loaded.as_ref().map_or(0, |loaded| loaded.facts.lines.len() as usize);
        self.loaded.fetch_add(bytes, Ordering::Relaxed);
        loaded
    }

    /// Facts of a file that still holds its content.
    fn read(&self, member: &CodeFile<'_>) -> Option<Arc<FileFacts>> {
        let FileState { path, content, .. } = member.state;
        let bytes =
            self.source.read(path, Some(*content)).ok().filter(|bytes| ContentId::of(bytes) == *content);
        let read = bytes.and_then(|bytes| self.facts_cache.read_facts(*content, &bytes, member.language));
        self.lost.fetch_or(read.is_none(), Ordering::Relaxed);
        let parsed = read.as_ref().is_some_and(|(_, parsed)| *parsed);
        self.parsed.fetch_add(usize::from(parsed), Ordering::Relaxed);
        read.map(|(facts, _)| facts)
    }

    /// The texts of a file of the repository, which its facts may lack; `None` where they cannot be had any more.
    pub(crate) fn texts(&self, file: FileId) -> Option<FactsTexts> {
        let member = self.members.get(file.index())?;
        match member.facts.get() {
            Some(Some(known)) if known.are_whole => Some(FactsTexts::of(&known.facts)),
            _ => {
                let kept = self.facts_cache.texts(member.state.content, member.language);
                kept.or_else(|| self.read(member).map(|facts| FactsTexts::of(&facts)))
            }
        }
    }

    /// The id of a file below, unless it is replaced.
    fn unchanged(&self, file: &FileRef<'_>) -> Option<FileId> {
        let (_, replaced) = self.below.as_ref()?;
        if replaced.contains(file.path()) { None } else { self.member(file.path()) }
    }

    fn member(&self, path: &str) -> Option<FileId> {
        let found = self.members.binary_search_by(|member| member.state.path.as_str().cmp(path));
        found.ok().map(|i| FileId(i as u32))
    }

    fn stubs_extending(&self, name: u64) -> &[FileId] {
        let map = self.stubs_extending.get_or_init(|| {
            let mut map: FxHashMap<u64, Vec<FileId>> = FxHashMap::default();
            for (i, stub) in self.stubs.iter().enumerate() {
                // Nobody includes a stub, so what it defines is none of what others can mean.
                let rules = rules(&stub.facts().language).filter(|rules| rules.inclusion.is_none());
                for hash in extended_names(stub.facts(), rules) {
                    map.entry(hash).or_default().push(FileId((self.members.len() + i) as u32));
                }
            }
            map
        });
        map.get(&name).map_or(&[], Vec::as_slice)
    }
}

impl Files for Database<'_> {
    fn is_file(&self, path: &str) -> bool {
        self.member(&relative(self.source.prefix(), path)).is_some()
    }

    fn is_folder(&self, path: &str) -> bool {
        let prefix = self.source.prefix();
        if path::is_under(prefix, path) {
            return !self.members.is_empty();
        }
        let path = &*relative(prefix, path);
        // `a!b` sorts between `a` and `a/b`, so compare with the separator included.
        let below = |candidate: &str| {
            let head = candidate.as_bytes().iter();
            head.cmp(path.as_bytes().iter().chain(b"/")).is_lt()
        };
        let at = self.members.partition_point(|member| below(&member.state.path));
        self.members.get(at).is_some_and(|member| {
            member.state.path.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
        })
    }

    fn followed<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let Some(links) = self.links else { return Cow::Borrowed(path) };
        let prefix = self.source.prefix();
        let inside = relative(prefix, path);
        if path::is_outside(&inside) {
            return Cow::Borrowed(path);
        }
        match links.followed(&inside) {
            Cow::Borrowed(_) => Cow::Borrowed(path),
            Cow::Owned(target) => Cow::Owned(join(prefix, &target)),
        }
    }

    fn is_package(&self, path: &str) -> bool {
        let folders = self.folders.get_or_init(|| {
            let mut found: FxHashMap<String, Vec<String>> = FxHashMap::default();
            let mut last = None;
            for member in &self.members {
                let folder = path::parent(&member.state.path);
                if last.replace(folder) != Some(folder) {
                    let folder = join(self.source.prefix(), folder);
                    found.entry(file_name(&folder).to_owned()).or_default().push(folder);
                }
            }
            found
        });
        let ends =
            |folder: &String| folder.strip_suffix(path).is_some_and(|r| r.is_empty() || r.ends_with('/'));
        folders.get(file_name(path)).is_some_and(|same| same.iter().any(ends))
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        self.manifests.get(&*relative(self.source.prefix(), path)).map(|facts| &**facts)
    }

    fn packages(&self, name: &str) -> Vec<String> {
        let declares = |facts: &ManifestFacts| packages(facts).iter().any(|declared| declared == name);
        let found = self.manifests.iter().filter(|(_, facts)| declares(facts));
        found.filter_map(|(path, _)| resolve(self.source.prefix(), path)).collect()
    }

    fn named(&self, name: &str) -> Vec<String> {
        if indexer_parse::is_manifest(name) {
            let all = self.manifests_by_name.get_or_init(|| {
                sorted(self.manifests.keys().map(|path| (file_name(path), &**path)).collect())
            });
            let start = all.partition_point(|(other, _)| *other < name);
            let found = all[start..].iter().take_while(|(other, _)| *other == name);
            return found.filter_map(|(_, path)| resolve(self.source.prefix(), path)).collect();
        }
        let all = self.by_name.get_or_init(|| {
            let members = self.members.iter().zip(0u32..);
            sorted(members.map(|(m, i)| (file_name(&m.state.path), FileId(i))).collect())
        });
        let start = all.partition_point(|(other, _)| *other < name);
        let found = all[start..].iter().take_while(|(other, _)| *other == name);
        found.map(|(_, id)| join(self.source.prefix(), &self.members[id.index()].state.path)).collect()
    }
}

impl Database<'_> {
    /// The files of languages whose values are followed that write what has this name, or for any other role that name it
    /// where a value may stand: those of `fresh`, and those that did not change; more than `most` where there are more.
    fn with_reference(&self, fresh: &FilesByName, name: &str, role: Role, most: usize) -> Vec<FileId> {
        let wanted = match role {
            Role::Write => |role| role == Role::Write,
            _ => Role::may_name_value,
        };
        let mut found: Vec<FileId> = fresh.of(hash_text(name)).take(most + 1).collect();
        if let Some((view, _)) = &self.below {
            let files = view.files_with_reference(name, wanted);
            let files = files.filter(|file| follows_values(file.language()));
            let unchanged = files.filter_map(|file| self.unchanged(&file));
            found.extend(unchanged.take((most + 1).saturating_sub(found.len())));
            // Files that are read now count names in places that are no reference, so the others do as well.
            let dropped = dropped_name(hash_text(name), role).map(|name| view.files_by().extended(name));
            found.extend(dropped.iter().flatten().filter_map(|file| self.unchanged(file)));
            found.sort_unstable();
            found.dedup();
        }
        found
    }
}

impl LinkDatabase for Database<'_> {
    fn len(&self) -> usize {
        self.members.len() + self.stubs.len()
    }

    fn prefix(&self) -> &str {
        self.source.prefix()
    }

    fn most_files(&self) -> usize {
        self.installed.as_ref().map_or(self.len(), InstalledPackages::most_files)
    }

    fn frameworks(&self, language: &str) -> Option<&FrameworkRules> {
        self.framework_rules?.of(language)
    }

    fn installed(&self, ecosystem: &str, path: &str) -> Option<Installed> {
        self.installed.as_ref()?.find(ecosystem, path)
    }

    fn package_files(&self, place: &str) -> Option<&dyn Files> {
        self.installed.as_ref().filter(|_| place.starts_with(PACKAGE_PLACE))?.files(place)
    }

    fn may_bind(&self, file: FileId, name: &str) -> bool {
        self.installed.as_ref().is_none_or(|installed| installed.may_bind(file, name))
    }

    fn in_package(&self, place: &str, name: u64) -> Vec<FileId> {
        self.installed.as_ref().map_or_else(Vec::new, |installed| installed.naming(place, name))
    }

    fn find(&self, path: &str) -> Option<FileId> {
        if path.starts_with(PACKAGE_PLACE) {
            return self.installed.as_ref()?.id(path);
        }
        self.member(path).or_else(|| {
            let at = self.stubs.iter().position(|stub| stub.stub.path == path)?;
            Some(FileId((self.members.len() + at) as u32))
        })
    }

    fn is_stopped(&self) -> bool {
        self.facts_cache.is_stopped()
    }

    fn path(&self, file: FileId) -> &str {
        match self.members.get(file.index()) {
            Some(member) => &member.state.path,
            None => match self.stubs.get(file.index() - self.members.len()) {
                Some(stub) => stub.stub.path,
                None => self.installed.as_ref().and_then(|all| all.place(file)).unwrap_or_default(),
            },
        }
    }

    fn facts(&self, file: FileId) -> Option<&FileFacts> {
        match self.members.get(file.index()) {
            Some(member) => {
                member.facts.get_or_init(|| self.load(member)).as_ref().map(|known| &*known.facts)
            }
            None => match self.stubs.get(file.index() - self.members.len()) {
                Some(stub) => Some(stub.facts()),
                None => self.installed.as_ref()?.facts(file),
            },
        }
    }

    fn include_lines(&self, file: FileId) -> Option<&IncludeLines> {
        self.members.get(file.index())?.includes.as_ref()
    }

    fn language(&self, file: FileId) -> Option<&str> {
        match self.members.get(file.index()) {
            Some(member) => Some(member.language.id),
            None => self.facts(file).map(|facts| facts.language.as_str()),
        }
    }

    fn stub_of(&self, file: FileId) -> Option<&str> {
        let at = file.index().checked_sub(self.members.len())?;
        match self.stubs.get(at) {
            Some(stub) => Some(stub.stub.package),
            None => self.installed.as_ref()?.module(file),
        }
    }

    fn extending(&self, name: u64) -> Vec<FileId> {
        let mut found: Vec<FileId> = self.extending.of(name).collect();
        if let Some((view, _)) = &self.below {
            found.extend(view.files_by().extended(name).iter().filter_map(|file| self.unchanged(file)));
            found.sort_unstable();
        }
        found.extend(self.stubs_extending(name));
        found
    }

    fn defining(&self, name: u64) -> Vec<FileId> {
        self.defining_kinds(name).into_iter().map(|(file, _)| file).collect()
    }

    fn defining_kinds(&self, name: u64) -> Vec<(FileId, DefinedKinds)> {
        let mut found: Vec<(FileId, DefinedKinds)> = self.defining.with_kinds(name).collect();
        if let Some((view, _)) = &self.below {
            let symbols = view.symbols_hashed(name).into_iter().map(|symbol| view.sym(symbol));
            let known =
                |symbol: &Symbol<'_>| lists_all_definitions(symbol.file().language()) || is_member(symbol);
            let kinds = |symbol: &Symbol<'_>| match symbol.kind() {
                SymbolKind::Macro => DefinedKinds::UNKNOWN,
                _ => DefinedKinds::UNKNOWN_BUT_MACRO,
            };
            let symbols = symbols.filter(known);
            found
                .extend(symbols.filter_map(|symbol| Some((self.unchanged(&symbol.file())?, kinds(&symbol)))));
            // Where files include one another, one that only may define the name is asked too, whatever came of it.
            let listed = view.files_by().extended(listed_name(name)).into_iter();
            let listed = listed.filter(|file| includes(file.language()));
            let listed = listed.filter_map(|file| self.unchanged(&file));
            found.extend(listed.map(|file| (file, DefinedKinds::UNKNOWN)));
            found.sort_unstable();
            found.dedup_by(|one, kept| {
                let is_same = one.0 == kept.0;
                if is_same {
                    kept.1 = kept.1.or(one.1);
                }
                is_same
            });
        }
        found
    }

    fn naming(&self, name: &str, most: usize) -> Vec<FileId> {
        self.with_reference(&self.naming, name, Role::Read, most)
    }

    fn storing(&self, name: &str, most: usize) -> Vec<FileId> {
        self.with_reference(&self.storing, name, Role::Write, most)
    }

    fn top_level_in_any_case(&self, name: &str) -> Vec<FileId> {
        let mut found: Vec<FileId> = self.top_level.of(hash_text(name)).collect();
        if let Some((view, _)) = &self.below {
            let symbols = view.symbols_named(name, false).into_iter().map(|symbol| view.sym(symbol));
            let symbols = symbols.filter(is_top_level);
            found.extend(symbols.filter_map(|symbol| self.unchanged(&symbol.file())));
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    fn top_level(&self, name: u64) -> Vec<FileId> {
        let mut found: Vec<FileId> = self.top_level.of(name).collect();
        if let Some((view, _)) = &self.below {
            let symbols = view.symbols_hashed(name).into_iter().map(|symbol| view.sym(symbol));
            let symbols = symbols.filter(is_top_level);
            found.extend(symbols.filter_map(|symbol| self.unchanged(&symbol.file())));
            found.sort_unstable();
            found.dedup();
        }
        found
    }
}
