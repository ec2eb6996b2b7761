//! What `cargo` has unpacked: its registry, checkouts of git, `vendor`, and the sources of the standard library.

use crate::disk::{self, LARGEST_METADATA};
use crate::lock::{self, Locked};
use crate::{Ecosystem, Environment, Installed, Located, Missing, Places};
use indexer_core::key::{hash_numbers, hash_text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(crate) const ECOSYSTEM: Ecosystem = Ecosystem {
    word: WORD,
    separator: "::",
    slashes: false,
    manifests: &[MANIFEST],
    find,
    named,
    environments,
    states,
};

const WORD: &str = "cargo";
const MANIFEST: &str = "Cargo.toml";
const LOCK: &str = "Cargo.lock";

/// Crates of the toolchain, and what of its sources is read for them.
const STANDARD: &[(&str, &[&str])] = &[
    ("std", &["std/src", "core/src", "alloc/src"]),
    ("core", &["core/src"]),
    ("alloc", &["alloc/src"]),
    ("proc_macro", &["proc_macro/src"]),
    ("test", &["test/src"]),
];

/// What of them is for other machines, or written by programs.
const STANDARD_EXCLUDED: &[&str] = &[
    "tests",
    "tests.rs",
    "benches",
    "std/src/os",
    "std/src/sys",
    "unicode_data.rs",
    "core/src/num/imp",
    "core/src/portable-simd",
];

/// Crates of the toolchain that are one package where they are linked: what one passes on stands in another, and each type
/// must be one definition.
const LINKED_TOGETHER: &[&str] = &["std", "core", "alloc"];

/// Where a toolchain has the sources of the standard library, relative to its folder.
const SOURCES: &str = "lib/rustlib/src/rust/library";

/// The list of what a toolchain consists of, relative to its folder: it is written anew by every update.
const COMPONENTS: &str = "lib/rustlib/multirust-channel-manifest.toml";

fn find(places: &Places<'_>, path: &str) -> Result<Vec<Located>, Missing> {
    let names: Vec<&str> = path.split("::").collect();
    let import = names[0];
    if places.for_linking && LINKED_TOGETHER.contains(&import) {
        return Ok(vec![linked_standard(places, import)?]);
    }
    let package = match standard(places, import) {
        Some(found) => found?,
        None => depended(places, import)?,
    };
    let names: Vec<String> = names[1..].iter().map(|name| (*name).to_owned()).collect();
    let passes_on = if import == STANDARD[0].0 { vec![STANDARD[1].0, STANDARD[2].0] } else { Vec::new() };
    // Users may give a crate another name than its own.
    let import = package.import.clone().unwrap_or_else(|| import.to_owned());
    let whole = Located { package, import, names, is_flat: false, passes_on, declares: None };
    let part = part_of_standard(&whole);
    Ok(part.into_iter().chain([whole]).collect())
}

/// A crate of the standard library as linking enters it: by the root of that crate, in the sources of all of them.
fn linked_standard(places: &Places<'_>, import: &str) -> Result<Located, Missing> {
    let whole = standard(places, LINKED_TOGETHER[0]).unwrap_or_else(|| Err(Missing::default()))?;
    let package = Installed { entry: Some(format!("{import}/src/lib.rs")), ..whole };
    let (names, passes_on) = Default::default();
    Ok(Located { package, import: import.to_owned(), names, is_flat: false, passes_on, declares: None })
}

/// What of the standard library a path most likely leads into: the module of its first name in each of the crates, and their
/// roots. All of the library is megabytes, of which a question needs the part.
fn part_of_standard(whole: &Located) -> Option<Located> {
    let (_, parts) = STANDARD.iter().find(|(name, _)| *name == whole.package.name)?;
    let modules: &[&str] = match whole.names.as_slice() {
        [one] => &[one, "macros"],
        [module, ..] => &[module],
        [] => return None,
    };
    if !modules.iter().all(|module| disk::is_plain(module)) {
        return None;
    }
    let mut only = Vec::new();
    let mut is_there = false;
    for part in *parts {
        only.extend([part.replace("/src", "/Cargo.toml"), format!("{part}/lib.rs")]);
        let places =
            modules.iter().flat_map(|module| [format!("{part}/{module}.rs"), format!("{part}/{module}")]);
        for place in places {
            if whole.package.root.join(&place).exists() {
                is_there = true;
                only.push(place);
            }
        }
    }
    let package = Installed { only, ..whole.package.clone() };
    is_there.then(|| Located { package, ..whole.clone() })
}

fn named(places: &Places<'_>, name: &str) -> Result<Installed, Missing> {
    standard(places, name).unwrap_or_else(|| depended(places, name))
}

fn normalized(name: &str) -> String {
    name.replace('-', "_")
}

/// The crate that code calls `import`, as the nearest lock file has it.
fn depended(places: &Places<'_>, import: &str) -> Result<Installed, Missing> {
    let Some(lock) = lock::nearest(places.root, places.from, &[LOCK]) else {
        return Err(Missing::new(format!(
            "no {LOCK} upwards from the file to the root: which versions are used is not known"
        )));
    };
    let manifests = manifest_texts(places);
    let says = |text: &String| normalized(text).contains(&normalized(import));
    // The linker asks for each name of each import, and most are no crate: nothing is parsed that does not say it.
    if places.for_linking && !says(&lock.text) && !manifests.iter().any(says) {
        return Err(Missing::new(format!("{LOCK} names no crate {import}")));
    }
    let locked = lock::packages(&lock.text);
    let manifests: Vec<toml::Table> = manifests.iter().filter_map(|text| text.parse().ok()).collect();
    let name =
        manifests.iter().find_map(|manifest| renamed(manifest, import)).unwrap_or_else(|| import.to_owned());
    let same: Vec<&Locked> = locked.iter().filter(|one| normalized(&one.name) == normalized(&name)).collect();
    let by: Vec<String> = manifests.iter().filter_map(package_name).collect();
    let used = used(&locked, &by);
    let wanted = same.iter().copied().find(|one| used.contains(&(one.name.as_str(), one.version.as_str())));
    let Some(found) = (if same.len() > 1 { wanted.or(same.last().copied()) } else { same.first().copied() })
    else {
        let known = locked.iter().filter(|one| !one.source.is_empty()).map(|one| one.name.clone()).collect();
        return Err(Missing { why: format!("{LOCK} names no crate {import}"), known });
    };
    if found.source.is_empty() {
        return Err(Missing::new(format!("{} is a crate of the repository itself", found.name)));
    }
    let mut looked = Vec::new();
    for (bound, folder, environment) in Shelves::new(places).candidates(found) {
        if let Some(package) = unpacked(places, found, &bound, &folder, environment) {
            return Ok(package);
        }
        looked.push(folder.parent().unwrap_or(&folder).display().to_string());
    }
    looked.dedup();
    let place = if looked.is_empty() { "the registry's folder".to_owned() } else { looked.join(", ") };
    Err(Missing::new(format!("{} {} is locked, and not unpacked in {place}", found.name, found.version)))
}

/// The crates that the crates `by` use, with the version where the lock file says it.
fn used<'l>(locked: &'l [Locked], by: &[String]) -> BTreeSet<(&'l str, &'l str)> {
    let users = locked.iter().filter(|user| user.source.is_empty() && by.contains(&user.name));
    let texts = users.flat_map(|user| &user.dependencies);
    texts
        .filter_map(|text| {
            let mut words = text.split(' ');
            Some((words.next()?, words.next()?))
        })
        .collect()
}

/// The texts of the manifests from the folder of the file up to the root.
fn manifest_texts(places: &Places<'_>) -> Vec<String> {
    let folders = disk::upwards(places.root, places.from).into_iter();
    folders.filter_map(|folder| disk::text(&folder.join(MANIFEST), places.root, LARGEST_METADATA)).collect()
}

fn package_name(manifest: &toml::Table) -> Option<String> {
    Some(manifest.get("package")?.get("name")?.as_str()?.to_owned())
}

/// The name of the package that a manifest gives another name.
fn renamed(manifest: &toml::Table, import: &str) -> Option<String> {
    let workspace = manifest.get("workspace").and_then(|one| one.get("dependencies"));
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let tables = kinds
        .iter()
        .filter_map(|kind| manifest.get(*kind))
        .chain(workspace)
        .filter_map(toml::Value::as_table);
    let mut all = tables.flatten().filter(|(name, _)| normalized(name) == normalized(import));
    all.find_map(|(_, value)| Some(value.get("package")?.as_str()?.to_owned()))
}

/// The folders in which crates stand side by side.
struct Shelves {
    /// `vendor` in the folders from that of the file up to the root.
    vendors: Vec<(PathBuf, String)>,
    /// Folders that the user names.
    named: Vec<PathBuf>,
    home: Option<PathBuf>,
    /// Those of the registries that cargo has used.
    registries: Vec<PathBuf>,
}

impl Shelves {
    fn new(places: &Places<'_>) -> Self {
        let vendors = disk::upwards(places.root, places.from).into_iter();
        let vendors = vendors.filter_map(|folder| disk::folder(&folder.join("vendor"), places.root));
        let home = home(places);
        let all = home.as_ref().map(|home| home.join("registry").join("src"));
        let registries = all.map(|all| disk::entries(&all).into_iter().map(|name| all.join(name)).collect());
        Self {
            vendors: vendors.map(|vendor| (vendor.clone(), disk::shown(&vendor, places.root))).collect(),
            named: places.folders.iter().filter_map(|folder| disk::any_folder(folder)).collect(),
            home,
            registries: registries.unwrap_or_default(),
        }
    }

    /// Where a crate may stand: `(what links may not leave, its folder, for people)`.
    fn candidates(&self, found: &Locked) -> Vec<(PathBuf, PathBuf, String)> {
        let mut all = Vec::new();
        let versioned = format!("{}-{}", found.name, found.version);
        if !disk::is_plain(&versioned) || !disk::is_plain(&found.name) {
            return all;
        }
        for (vendor, shown) in &self.vendors {
            for name in [&versioned, &found.name] {
                all.push((vendor.clone(), vendor.join(name), shown.clone()));
            }
        }
        let beside = |folder: &PathBuf, said: String| (folder.clone(), folder.join(&versioned), said);
        all.extend(self.named.iter().map(|folder| beside(folder, folder.display().to_string())));
        match &self.home {
            Some(home) if found.source.starts_with("git+") => all.extend(checkouts(home, found)),
            _ => all.extend(
                self.registries.iter().map(|folder| beside(folder, "the registry of cargo".to_owned())),
            ),
        }
        all
    }

    /// True where the crate is unpacked in one of them.
    fn has(&self, found: &Locked) -> bool {
        self.candidates(found).iter().any(|(_, folder, _)| folder.join(MANIFEST).is_file())
    }
}

fn home(places: &Places<'_>) -> Option<PathBuf> {
    disk::any_folder(&places.machine.folder("CARGO_HOME", ".cargo")?)
}

/// Checkouts of the revision that the lock file names: `git+https://host/repository?branch=x#revision`.
fn checkouts(home: &Path, found: &Locked) -> Vec<(PathBuf, PathBuf, String)> {
    let Some((url, revision)) = found.source.split_once('#') else { return Vec::new() };
    let url = url.split('?').next().unwrap_or_default().trim_end_matches('/');
    let repository = url.rsplit('/').next().unwrap_or_default().trim_end_matches(".git");
    let (Some(short), all) = (revision.get(..7), home.join("git").join("checkouts")) else {
        return Vec::new();
    };
    let is_it = |name: &String| name.rsplit_once('-').is_some_and(|(name, _)| name == repository);
    let mut places = Vec::new();
    for name in disk::entries(&all).into_iter().filter(is_it) {
        let folder = all.join(name).join(short);
        let Some(folder) = disk::folder(&folder, &all) else { continue };
        let inner = disk::entries(&folder).into_iter().map(|inner| folder.join(inner));
        let grouped =
            disk::entries(&folder.join("crates")).into_iter().map(|name| folder.join("crates").join(name));
        let inner: Vec<PathBuf> =
            inner.chain(grouped).filter(|inner| inner.join(MANIFEST).is_file()).collect();
        let said = format!("a checkout of {repository} at {short}");
        places
            .extend([folder.clone()].into_iter().chain(inner).map(|one| (folder.clone(), one, said.clone())));
    }
    places
}

/// The crate in a folder, where its manifest says that it is this one.
fn unpacked(
    places: &Places<'_>,
    found: &Locked,
    bound: &Path,
    folder: &Path,
    environment: String,
) -> Option<Installed> {
    let bound = disk::any_folder(bound)?;
    let folder = disk::folder(folder, &bound)?;
    let text = disk::text(&folder.join(MANIFEST), &folder, LARGEST_METADATA)?;
    let manifest: toml::Table = text.parse().ok()?;
    if package_name(&manifest)? != found.name {
        return None;
    }
    let version = manifest.get("package")?.get("version").and_then(toml::Value::as_str);
    let version = version.unwrap_or(&found.version).to_owned();
    let named = manifest.get("lib").and_then(|lib| lib.get("name")).and_then(toml::Value::as_str);
    let library = manifest.get("lib").and_then(|lib| lib.get("path")).and_then(toml::Value::as_str);
    let library = library.filter(|path| disk::is_plain_path(path)).unwrap_or("src/lib.rs");
    let sources = library.split('/').next().unwrap_or("src");
    let locked = (version != found.version).then(|| (found.version.clone(), LOCK.to_owned()));
    let _ = places;
    Some(Installed {
        ecosystem: WORD,
        name: found.name.clone(),
        version,
        locked,
        root: folder,
        only: vec![MANIFEST.to_owned(), sources.to_owned()],
        digest: hash_text(if found.checksum.is_empty() { &text } else { &found.checksum }),
        environment,
        entry: Some(library.to_owned()),
        import: Some(normalized(named.unwrap_or(&found.name))),
        ..Installed::default()
    })
}

/// A crate of the toolchain; `None` for a name that is none.
fn standard(places: &Places<'_>, name: &str) -> Option<Result<Installed, Missing>> {
    let (name, parts) = STANDARD.iter().find(|(known, _)| *known == name)?;
    Some(toolchain(places).and_then(|toolchain| {
        let library = toolchain.join(SOURCES);
        let Some(library) = disk::folder(&library, &toolchain) else {
            let why = format!(
                "the toolchain in {} has no sources of {name} (its component rust-src)",
                toolchain.display()
            );
            return Err(Missing::new(why));
        };
        let version = toolchain_version(&toolchain);
        let manifests = parts.iter().map(|part| part.replace("/src", "/Cargo.toml"));
        Ok(Installed {
            ecosystem: WORD,
            name: (*name).to_owned(),
            version,
            digest: hash_text(&library.to_string_lossy()),
            root: library,
            only: parts.iter().map(|part| (*part).to_owned()).chain(manifests).collect(),
            exclude: STANDARD_EXCLUDED.iter().map(|part| (*part).to_owned()).collect(),
            environment: "the toolchain of rustup".to_owned(),
            ..Installed::default()
        })
    }))
}

/// The toolchain that the project names, else the default one.
fn toolchain(places: &Places<'_>) -> Result<PathBuf, Missing> {
    let home = places.machine.folder("RUSTUP_HOME", ".rustup");
    let Some(home) = home.as_deref().and_then(disk::any_folder) else {
        return Err(Missing::new("no toolchain: RUSTUP_HOME is not there"));
    };
    let all = home.join("toolchains");
    let names = disk::entries(&all);
    let channel = lock::nearest(places.root, places.from, &["rust-toolchain.toml", "rust-toolchain"]);
    let channel = channel.map(|found| match found.text.parse::<toml::Table>() {
        Ok(table) => table
            .get("toolchain")
            .and_then(|one| one.get("channel"))
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        Err(_) => found.text.trim().to_owned(),
    });
    let default = || {
        let text = disk::text(&home.join("settings.toml"), &home, LARGEST_METADATA)?;
        let table: toml::Table = text.parse().ok()?;
        Some(table.get("default_toolchain")?.as_str()?.to_owned())
    };
    let wanted = channel.filter(|channel| !channel.is_empty());
    let said = wanted.clone().or_else(default);
    let is_it = |name: &&String| {
        said.as_ref().is_some_and(|said| {
            *name == said || name.strip_prefix(said.as_str()).is_some_and(|rest| rest.starts_with('-'))
        })
    };
    let found =
        names.iter().find(is_it).or_else(|| names.first().filter(|_| names.len() == 1 && wanted.is_none()));
    let found = found.and_then(|name| disk::folder(&all.join(name), &all));
    found.ok_or_else(|| Missing::new(format!("the toolchain {} is not installed", said.unwrap_or_default())))
}

/// The version of a toolchain, as its own list of components says it.
fn toolchain_version(toolchain: &Path) -> String {
    let list = toolchain.join(COMPONENTS);
    let text = disk::text(&list, toolchain, LARGEST_METADATA).unwrap_or_default();
    let part = text.split("[pkg.rust]").nth(1).unwrap_or_default();
    let version = part.split("version = \"").nth(1).and_then(|rest| rest.split([' ', '"']).next());
    version.unwrap_or_default().to_owned()
}

/// The standard library, what is locked, and whether it is unpacked.
fn states(places: &Places<'_>) -> Vec<(String, u64)> {
    let mut found: Vec<(String, u64)> = Vec::new();
    if let Ok(toolchain) = toolchain(places) {
        let is_there = toolchain.join(SOURCES).is_dir();
        let place = hash_text(&toolchain.to_string_lossy());
        let stamp = disk::stamp(&toolchain.join(COMPONENTS));
        found.push((LINKED_TOGETHER[0].to_owned(), hash_numbers([place, stamp, u64::from(is_there)])));
    }
    let Some(lock) = lock::nearest(places.root, places.from, &[LOCK]) else { return found };
    // What the lock file of the root names is told of the root: a workspace has one for all of its members.
    if lock.folder == places.root && !places.from.is_empty() {
        return found;
    }
    let shelves = Shelves::new(places);
    for one in lock::packages(&lock.text).iter().filter(|one| !one.source.is_empty()) {
        let is_there = shelves.has(one);
        let texts = [&one.version, &one.source, &one.checksum].map(|text| hash_text(text));
        let state = hash_numbers([texts[0], texts[1], texts[2], u64::from(is_there)]);
        // Of several versions of a crate each may be the one that is used.
        match found.iter_mut().find(|(name, _)| *name == one.name) {
            Some((_, known)) => *known = hash_numbers([*known, state]),
            None => found.push((one.name.clone(), state)),
        }
    }
    found
}

fn environments(places: &Places<'_>) -> Vec<Environment> {
    let of = |place: String| Environment { ecosystem: WORD, place, ..Environment::default() };
    let lock = lock::nearest(places.root, places.from, &[LOCK]);
    let first = match (lock, home(places)) {
        (None, _) => Environment {
            why: Some(format!("no {LOCK}: which versions are used is not known")),
            ..of(String::new())
        },
        (Some(_), None) => {
            Environment { why: Some("the folder of cargo is not there".to_owned()), ..of(String::new()) }
        }
        (Some(lock), Some(home)) => {
            let locked = lock::packages(&lock.text);
            let outside: Vec<&Locked> = locked.iter().filter(|one| !one.source.is_empty()).collect();
            let shelves = Shelves::new(places);
            let there = outside.iter().filter(|one| shelves.has(one)).count();
            let why = (there < outside.len()).then(|| {
                format!("{} of {} locked crates are not unpacked", outside.len() - there, outside.len())
            });
            Environment { packages: there, why, ..of(disk::shown(&home, places.root)) }
        }
    };
    let second = match standard(places, "std") {
        Some(Ok(std)) => {
            Environment { version: std.label(), packages: 1, ..of(std.root.display().to_string()) }
        }
        Some(Err(missing)) => Environment { why: Some(missing.why), ..of(String::new()) },
        None => return vec![first],
    };
    vec![first, second]
}
