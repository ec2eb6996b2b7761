//! Whose a header is: the package of the system that brought it along, else the library whose `pkg-config` file leads
//! to it, else nobody but the folder in which it stands.

use super::folders::Folders;
use crate::Places;
use crate::disk::{self, LARGEST_METADATA, MOST_ENTRIES};
use indexer_core::path::{file_name, stem};
use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// Largest list of the packages that a system has, in bytes.
pub const LARGEST_STATUS: u64 = 64 << 20;
/// Ending of the lists of files in the database of dpkg.
const LIST: &str = ".list";
/// How the names of its packages end whose files are for who compiles.
const FOR_COMPILERS: &str = "-dev";

/// Who brought a header along.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Owner {
    pub(super) name: String,
    /// "" where nothing says it.
    pub(super) version: String,
}

/// The owners of headers, found as they are asked for.
pub(super) struct Owners {
    /// The database of dpkg, canonical.
    database: Option<PathBuf>,
    /// Lists of files that are not read yet, the likeliest last.
    unread: Vec<String>,
    /// By their paths: what the lists name, as indexes into `packages`.
    listed: HashMap<String, usize>,
    packages: Vec<Listed>,
    status: Option<String>,
    /// `pkg-config` files that are there.
    modules: Option<Vec<Module>>,
    prefixes: Vec<PathBuf>,
    known: BTreeMap<PathBuf, Owner>,
}

/// A package that a list of files is of.
struct Listed {
    list: String,
    /// Found when it is first asked for: the list of all packages is long.
    owner: Option<Owner>,
}

/// A `pkg-config` file.
struct Module {
    /// What it is called: `zlib` of `zlib.pc`.
    name: String,
    version: String,
    /// Folders of headers that it names.
    folders: Vec<PathBuf>,
}

impl Owners {
    pub(super) fn of(places: &Places<'_>) -> Self {
        let database = places.machine.dpkg.as_deref().and_then(disk::any_folder);
        let mut unread = Vec::new();
        if let Some(database) = &database {
            unread = disk::entries(&database.join("info"));
            unread.retain(|name| name.ends_with(LIST));
            // Many files of many packages: only of those for compilers are headers, but for a few.
            unread.sort_by_key(|name| is_for_compilers(name));
        }
        Self {
            database,
            unread,
            listed: HashMap::new(),
            packages: Vec::new(),
            status: None,
            modules: None,
            prefixes: places.machine.headers.clone(),
            known: BTreeMap::new(),
        }
    }

    /// Whose the header at a canonical path is.
    pub(super) fn owner(&mut self, header: &Path, folders: &Folders) -> Owner {
        if let Some(known) = self.known.get(header) {
            return known.clone();
        }
        let found = self.listed(header).or_else(|| self.module(header, folders)).unwrap_or_else(|| {
            let folder = folders.root_of(header).map(|folder| folder.path.display().to_string());
            Owner { name: folder.unwrap_or_default(), version: String::new() }
        });
        self.known.insert(header.to_owned(), found.clone());
        found
    }

    fn listed(&mut self, header: &Path) -> Option<Owner> {
        let path = header.to_str()?;
        loop {
            if let Some(at) = self.listed.get(path).copied() {
                if self.packages[at].owner.is_none() {
                    let list = self.packages[at].list.clone();
                    self.packages[at].owner = Some(self.described(&list));
                }
                return self.packages[at].owner.clone();
            }
            let next = self.unread.pop()?;
            self.read_list(&next);
        }
    }

    /// Takes in what a list of files says of headers.
    fn read_list(&mut self, list: &str) -> Option<()> {
        let database = self.database.clone()?;
        let text = disk::text(&database.join("info").join(list), &database, LARGEST_METADATA)?;
        let headers: Vec<&str> = headers_in(&text).collect();
        if headers.is_empty() {
            return None;
        }
        self.packages.push(Listed { list: list.to_owned(), owner: None });
        let at = self.packages.len() - 1;
        for header in headers {
            self.listed.entry(header.to_owned()).or_insert(at);
        }
        Some(())
    }

    /// The package of a list of files (`zlib1g-dev:amd64.list`), with its version.
    fn described(&mut self, list: &str) -> Owner {
        let name = list.strip_suffix(LIST).unwrap_or(list);
        let (name, architecture) = name.split_once(':').unwrap_or((name, ""));
        let database = self.database.clone().unwrap_or_default();
        let status = self.status.get_or_insert_with(|| {
            disk::text(&database.join("status"), &database, LARGEST_STATUS).unwrap_or_default()
        });
        let version = version_in(status, name, architecture).unwrap_or_default();
        Owner { name: name.to_owned(), version }
    }

    /// The files that a package of the system brought along for who compiles, and the package.
    pub(super) fn package(&mut self, name: &str) -> Option<(Owner, Vec<PathBuf>)> {
        let database = self.database.clone()?;
        let is_it =
            |list: &&String| list.strip_suffix(LIST).and_then(|one| one.split(':').next()) == Some(name);
        let all = disk::entries(&database.join("info"));
        let list = all.iter().filter(|list| list.ends_with(LIST)).find(is_it)?;
        let text = disk::text(&database.join("info").join(list), &database, LARGEST_METADATA)?;
        let headers: Vec<PathBuf> = headers_in(&text).map(PathBuf::from).collect();
        (!headers.is_empty()).then(|| (self.described(list), headers))
    }

    /// The names of packages for compilers, and of `pkg-config` files.
    pub(super) fn names(&mut self) -> Vec<String> {
        let info = self.database.as_ref().map(|database| disk::entries(&database.join("info")));
        let lists = info.into_iter().flatten().filter(|list| list.ends_with(LIST) && is_for_compilers(list));
        let mut names: Vec<String> =
            lists.filter_map(|list| Some(list.split([':', '.']).next()?.to_owned())).collect();
        names.extend(self.modules().iter().map(|module| module.name.clone()));
        names
    }

    /// How many packages for compilers have headers below a folder. Reads all of their lists.
    pub(super) fn count(&mut self, folder: &Path) -> usize {
        while self.unread.last().is_some_and(|list| is_for_compilers(list)) {
            let next = self.unread.pop().unwrap_or_default();
            self.read_list(&next);
        }
        let below = self.listed.iter().filter(|(path, _)| Path::new(path).starts_with(folder));
        below.map(|(_, package)| *package).collect::<BTreeSet<usize>>().len()
    }

    /// The library whose file leads to a header: to its folder, or by its name to what every library shares.
    fn module(&mut self, header: &Path, folders: &Folders) -> Option<Owner> {
        let folder = header.parent()?.to_owned();
        let is_shared = folders.outside.iter().any(|one| one.path == folder);
        let name = stem(header.to_str()?).to_owned();
        let modules = self.modules();
        let by_folder = modules.iter().find(|one| !is_shared && one.folders.contains(&folder));
        let found = by_folder.or_else(|| modules.iter().find(|one| is_shared && one.name == name))?;
        Some(Owner { name: found.name.clone(), version: found.version.clone() })
    }

    fn modules(&mut self) -> &[Module] {
        let prefixes = &self.prefixes;
        self.modules.get_or_insert_with(|| prefixes.iter().flat_map(|prefix| modules(prefix)).collect())
    }
}

/// `libc6-dev:amd64.list`.
fn is_for_compilers(list: &str) -> bool {
    let name = list.strip_suffix(LIST).unwrap_or(list);
    name.split(':').next().is_some_and(|name| name.ends_with(FOR_COMPILERS))
}

/// What a list of files names below folders of headers.
fn headers_in(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().take(MOST_ENTRIES);
    lines.filter(|line| memmem::find(line.as_bytes(), b"/include/").is_some())
}

/// The version of a package in the list of all that are installed.
fn version_in(status: &str, name: &str, architecture: &str) -> Option<String> {
    let line = format!("Package: {name}\n");
    let starts = memmem::find_iter(status.as_bytes(), &line);
    let starts = starts.filter(|at| *at == 0 || status.as_bytes()[at - 1] == b'\n').take(8);
    let mut versions = starts.filter_map(|at| {
        let entry = status[at..].split("\n\n").next()?;
        let value = |key: &str| entry.lines().find_map(|line| line.strip_prefix(key));
        let is_it = architecture.is_empty() || value("Architecture: ") == Some(architecture);
        value("Version: ").filter(|_| is_it).map(str::to_owned)
    });
    versions.next()
}

/// The `pkg-config` files of a prefix.
fn modules(prefix: &Path) -> Vec<Module> {
    let Some(prefix) = disk::any_folder(prefix) else { return Vec::new() };
    let mut folders = vec![prefix.join("lib/pkgconfig"), prefix.join("share/pkgconfig")];
    let targets =
        disk::entries(&prefix.join("lib")).into_iter().filter(|name| name.matches('-').count() >= 2);
    folders.extend(targets.map(|name| prefix.join("lib").join(name).join("pkgconfig")));
    let mut found = Vec::new();
    for folder in folders {
        for name in disk::entries(&folder) {
            let Some(text) = name
                .ends_with(".pc")
                .then(|| disk::text(&folder.join(&name), &prefix, LARGEST_METADATA))
                .flatten()
            else {
                continue;
            };
            found.push(module(stem(file_name(&name)), &text));
        }
    }
    found
}

/// What a `pkg-config` file says.
fn module(name: &str, text: &str) -> Module {
    let mut variables: BTreeMap<&str, String> = BTreeMap::new();
    let (mut version, mut folders) = (String::new(), Vec::new());
    for line in text.lines().take(MOST_ENTRIES) {
        let at = line.find(['=', ':']).filter(|at| *at > 0);
        let Some((key, value)) = at.map(|at| (line[..at].trim(), line[at + 1..].trim())) else { continue };
        let value = filled(value, &variables);
        match (line.as_bytes()[at.unwrap_or_default()], key) {
            (b'=', _) => {
                variables.insert(key, value);
            }
            (_, "Version") => version = value,
            (_, "Cflags") => {
                let named = value.split_whitespace().filter_map(|flag| flag.strip_prefix("-I"));
                folders.extend(named.filter_map(|folder| disk::any_folder(Path::new(folder))));
            }
            _ => {}
        }
    }
    Module { name: name.to_owned(), version, folders }
}

/// Longest value of a variable, in bytes: each may be made of others.
const LONGEST_VALUE: usize = 4_096;

/// `value` with what the variables stand for that were set above: `${prefix}/include`.
fn filled(value: &str, variables: &BTreeMap<&str, String>) -> String {
    let mut text = String::new();
    let mut rest = value;
    while let Some((before, behind)) = rest.split_once("${") {
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        text.push_str(before);
        text.push_str(variables.get(name).map_or("", String::as_str));
        rest = after;
        if text.len() > LONGEST_VALUE {
            return String::new();
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_that_of_the_package_and_its_architecture() {
        let status = "Package: a-dev\nStatus: x\nArchitecture: i386\nVersion: 1\n\n\
            Package: a-dev\nArchitecture: amd64\nVersion: 2:1.0\n\nPackage: b\nVersion: 3\n";
        assert_eq!(version_in(status, "a-dev", "amd64").as_deref(), Some("2:1.0"));
        assert_eq!(version_in(status, "b", "").as_deref(), Some("3"));
        assert_eq!(version_in(status, "dev", ""), None);
    }

    #[test]
    fn a_file_of_pkg_config_says_its_version_and_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let root = dunce::canonicalize(folder.path()).unwrap();
        std::fs::create_dir_all(root.join("include/x-1")).unwrap();
        let text = format!(
            "prefix={}\nincludedir=${{prefix}}/include\nName: the x\nVersion: 1.4\nCflags: -I${{includedir}}/x-1 -DX",
            root.display()
        );
        let found = module("x", &text);
        assert_eq!((found.version.as_str(), found.folders), ("1.4", vec![root.join("include/x-1")]));
        let mut many = "a=xxxxxxxxxxxxxxxx\n".to_owned();
        (0..64).for_each(|_| many.push_str("a=${a}${a}\n"));
        assert!(module("y", &many).version.is_empty(), "what doubles itself ends");
    }
}
