//! Folders `node_modules`: what `npm`, `pnpm` and `yarn` install.

mod exports;

use crate::disk::{self, LARGEST_METADATA};
use crate::{Ecosystem, Environment, Installed, Located, Missing, Places};
use indexer_core::key::hash_text;
use indexer_core::path::{join, resolve};
use serde_json::Value;
use std::path::{Path, PathBuf};

pub(crate) const ECOSYSTEM: Ecosystem = Ecosystem {
    word: WORD,
    separator: ".",
    slashes: true,
    manifests: &["package.json"],
    find,
    named,
    environments,
    states,
};

const WORD: &str = "npm";

const FOLDER: &str = "node_modules";

/// How names that every file may use begin.
const GLOBAL: &str = "globalThis";

/// How modules of the runtime begin, and the package that declares them.
const RUNTIME: (&str, &str) = ("node:", "@types/node");

/// The package in which the compiler has declarations of what is global.
const COMPILER: &str = "typescript";

/// Declarations for other places than pages and the runtime: they say again what those say.
const OTHER_HOSTS: &[&str] = &["lib.webworker", "lib.scripthost"];

/// Files of a package that nobody reads.
const EXCLUDED: &[&str] = &["*.min.js", "*.min.mjs", "*.min.cjs"];

/// A folder `node_modules`, canonical.
struct Modules {
    folder: PathBuf,
    /// Links of packages may lead this far: to where a package manager keeps them.
    bound: PathBuf,
}

fn find(places: &Places<'_>, path: &str) -> Result<Vec<Located>, Missing> {
    let modules = modules(places);
    if modules.is_empty() {
        return Err(Missing::new(no_modules(places)));
    }
    let mut found = Vec::new();
    if let Some(names) = path.strip_prefix(GLOBAL).and_then(|rest| rest.strip_prefix('.')) {
        let globals = global_packages(places, &modules).into_iter();
        found.extend(globals.map(|package| Located {
            package,
            import: GLOBAL.to_owned(),
            names: split(names),
            is_flat: true,
            passes_on: Vec::new(),
            declares: None,
        }));
        let why = format!("no declarations of globals: neither {COMPILER} nor {} is installed", RUNTIME.1);
        return if found.is_empty() { Err(Missing::new(why)) } else { Ok(found) };
    }
    if path.starts_with(RUNTIME.0) {
        let (import, names) = path.split_once('.').unwrap_or((path, ""));
        let Some(own) = package(places, &modules, RUNTIME.1) else {
            return Err(Missing::new(format!(
                "{import} is a module of the runtime, and its declarations ({}) are not installed",
                RUNTIME.1
            )));
        };
        let names = split(names);
        let declared = import.strip_prefix(RUNTIME.0).unwrap_or(import);
        let entry = file(&own.package.root, &format!("{declared}.d.ts"), &[""]);
        let entry_declares = entry.is_some().then(|| declared.to_owned());
        return Ok(vec![Located {
            package: Installed { entry: entry.or(own.package.entry), ..own.package },
            import: import.to_owned(),
            names,
            is_flat: false,
            passes_on: Vec::new(),
            declares: entry_declares,
        }]);
    }
    let mut closed = None;
    for (specifier, names) in specifiers(path) {
        let Some((name, inner)) = package_name(specifier) else { continue };
        let own = package(places, &modules, name);
        let types = format!("@types/{}", name.trim_start_matches('@').replace('/', "__"));
        let has_own = own.as_ref().is_some_and(|own| own.declares.is_some());
        let declared = if has_own { None } else { package(places, &modules, &types) };
        for own in declared.into_iter().chain(own) {
            let label = own.package.label();
            let entry = if inner.is_empty() { own.package.entry.clone() } else { inner_file(&own, inner) };
            if !inner.is_empty() && entry.is_none() {
                closed = Some(format!("{label} is installed, and no file of it is known to be {specifier}"));
                continue;
            }
            found.push(Located {
                package: Installed { entry, ..own.package },
                import: specifier.to_owned(),
                names: split(names),
                is_flat: false,
                passes_on: Vec::new(),
                declares: None,
            });
        }
        if !found.is_empty() {
            break;
        }
    }
    if let (true, Some(why)) = (found.is_empty(), closed) {
        return Err(Missing::new(why));
    }
    if found.is_empty() {
        let name = specifiers(path).last().map_or(path, |(specifier, _)| specifier);
        return Err(not_there(places, &modules, package_name(name).map_or(name, |(name, _)| name)));
    }
    Ok(found)
}

fn split(names: &str) -> Vec<String> {
    names.split('.').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// What a path may import and the names behind it: a name of a package may hold dots. The longest first.
fn specifiers(path: &str) -> Vec<(&str, &str)> {
    let from = path.rfind('/').map_or(0, |at| at + 1);
    let dots = path[from..].match_indices('.').map(|(at, _)| from + at);
    let mut all: Vec<(&str, &str)> = vec![(path, "")];
    all.extend(dots.collect::<Vec<_>>().into_iter().rev().map(|at| (&path[..at], &path[at + 1..])));
    all.truncate(16);
    all
}

/// The package of what is imported, and the path in it.
fn package_name(specifier: &str) -> Option<(&str, &str)> {
    let mut slashes = specifier.match_indices('/').map(|(at, _)| at);
    let end = if specifier.starts_with('@') { slashes.nth(1) } else { slashes.next() };
    let name = &specifier[..end.unwrap_or(specifier.len())];
    let inner = specifier[name.len()..].trim_start_matches('/');
    disk::is_plain_path(name).then_some((name, inner))
}

/// Folders `node_modules` from that of the file up to the root, then those that the user names.
fn modules(places: &Places<'_>) -> Vec<Modules> {
    let near = disk::upwards(places.root, places.from).into_iter().filter_map(|folder| {
        let folder = disk::folder(&folder.join(FOLDER), places.root)?;
        // A package manager may keep all packages of a workspace in the outermost one.
        Some(Modules { folder, bound: places.root.to_owned() })
    });
    let named = places.folders.iter().filter_map(|folder| {
        let folder = disk::any_folder(folder)?;
        let inner = folder.join(FOLDER);
        match disk::folder(&inner, &folder) {
            Some(inner) => Some(Modules { folder: inner, bound: folder }),
            None if folder.ends_with(FOLDER) => Some(Modules { bound: folder.clone(), folder }),
            None => None,
        }
    });
    near.chain(named).collect()
}

fn no_modules(places: &Places<'_>) -> String {
    let link = disk::upwards(places.root, places.from)
        .into_iter()
        .map(|folder| folder.join(FOLDER))
        .find(|path| path.symlink_metadata().is_ok_and(|meta| meta.is_symlink()));
    match link {
        Some(path) => format!("{} is a link that leads out of the root", disk::shown(&path, places.root)),
        None => format!("no {FOLDER} upwards from the file to the root: nothing is installed"),
    }
}

/// A package, the file of declarations that it names, and its manifest.
struct Own {
    package: Installed,
    declares: Option<String>,
    manifest: Value,
}

fn package(places: &Places<'_>, modules: &[Modules], name: &str) -> Option<Own> {
    modules.iter().find_map(|one| in_modules(places, one, name))
}

fn in_modules(places: &Places<'_>, modules: &Modules, name: &str) -> Option<Own> {
    let folder = disk::folder(&modules.folder.join(name), &modules.bound)?;
    // A link to a member of the workspace leads to code of the repository itself.
    if !folder.components().any(|part| part.as_os_str() == FOLDER) && folder.starts_with(places.root) {
        return None;
    }
    let text = disk::text(&folder.join("package.json"), &folder, LARGEST_METADATA)?;
    let manifest: Value = serde_json::from_str(&text).ok()?;
    let word = |key: &str| manifest[key].as_str().map(str::to_owned);
    let version = word("version").unwrap_or_default();
    let declares = declared(&manifest, &folder);
    let entry = declares.clone().or_else(|| entered(&manifest, &folder));
    let locked = match places.for_linking {
        true => None,
        false => locked(places, modules, name).filter(|(locked, _)| *locked != version),
    };
    let package = Installed {
        ecosystem: WORD,
        name: name.to_owned(),
        version,
        locked,
        root: folder,
        exclude: EXCLUDED.iter().map(|glob| (*glob).to_owned()).collect(),
        digest: hash_text(&text),
        environment: disk::shown(&modules.folder, places.root),
        entry,
        ..Installed::default()
    };
    Some(Own { package, declares, manifest })
}

/// The file of declarations of a package's entry.
fn declared(manifest: &Value, folder: &Path) -> Option<String> {
    let named = ["types", "typings"].iter().filter_map(|key| manifest[*key].as_str()).map(str::to_owned);
    // What stands beside the file that is run.
    let main = manifest["main"].as_str().and_then(exports::declarations_beside);
    let offered = exports::targets(manifest, "", exports::DECLARED);
    let offered = offered.iter().filter_map(|path| exports::declarations_beside(path));
    let named = named.chain(offered).chain(main).chain(["index.d.ts".to_owned()]);
    named.filter_map(|path| file(folder, &path, &["", ".d.ts", "/index.d.ts"])).next()
}

/// The file that is run.
fn entered(manifest: &Value, folder: &Path) -> Option<String> {
    let mut named = exports::targets(manifest, "", exports::RUN);
    named.extend(["module", "main"].iter().filter_map(|key| manifest[*key].as_str()).map(str::to_owned));
    named.push("index".to_owned());
    named.iter().filter_map(|path| file(folder, path, &["", ".js", ".mjs", ".cjs", "/index.js"])).next()
}

/// A file of the package by what its manifest writes, with one of these endings.
fn file(folder: &Path, path: &str, ends: &[&str]) -> Option<String> {
    let path = resolve("", path.trim_start_matches("./")).filter(|path| disk::is_plain_path(path))?;
    let is_there =
        |path: &String| disk::inside(&folder.join(path), folder).is_some_and(|full| full.is_file());
    ends.iter().map(|end| format!("{path}{end}")).find(is_there)
}

/// The file that a path behind a package's name leads to: as its manifest says, else where it stands.
fn inner_file(own: &Own, inner: &str) -> Option<String> {
    let root = &own.package.root;
    let declared = exports::targets(&own.manifest, inner, exports::DECLARED);
    let declared = declared.iter().filter_map(|path| exports::declarations_beside(path));
    let offered = declared.chain(exports::targets(&own.manifest, inner, exports::RUN));
    let ends = ["", ".d.ts", "/index.d.ts", ".ts", ".js", ".mjs", ".cjs", "/index.js"];
    offered
        .filter_map(|path| file(root, &path, &[""]))
        .next()
        .or_else(|| ["", "lib", "dist"].iter().find_map(|folder| file(root, &join(folder, inner), &ends)))
}

/// What declares names that every file may use: the compiler's declarations, then those of the runtime.
fn global_packages(places: &Places<'_>, modules: &[Modules]) -> Vec<Installed> {
    let compiler = package(places, modules, COMPILER).map(|own| own.package);
    let libraries = compiler.and_then(|compiler| {
        let own = declarations(&compiler.root.join("lib"));
        if !own.is_empty() {
            return Some(Installed { only: own.iter().map(|name| join("lib", name)).collect(), ..compiler });
        }
        // From version 7 on they are in a package for each platform.
        let scope = compiler.root.parent()?.join("@typescript");
        let named = disk::entries(&scope).into_iter().filter(|name| name.starts_with("typescript-"));
        named.filter_map(|name| package(places, modules, &format!("@typescript/{name}"))).find_map(|own| {
            let names = declarations(&own.package.root.join("lib"));
            let only = names.iter().map(|name| join("lib", name)).collect();
            (!names.is_empty()).then_some(Installed { only, ..own.package })
        })
    });
    let runtime = package(places, modules, RUNTIME.1).map(|own| own.package);
    libraries.into_iter().chain(runtime).collect()
}

fn declarations(folder: &Path) -> Vec<String> {
    let mut names = disk::entries(folder);
    let is_other = |name: &String| OTHER_HOSTS.iter().any(|host| name.starts_with(host));
    names.retain(|name| name.starts_with("lib.") && name.ends_with(".d.ts") && !is_other(name));
    names
}

/// The version that the lock file beside the folder says.
fn locked(places: &Places<'_>, modules: &Modules, name: &str) -> Option<(String, String)> {
    let folder = modules.folder.parent()?;
    let text = disk::text(&folder.join("package-lock.json"), folder, disk::LARGEST_LOCK)?;
    let lock: Value = serde_json::from_str(&text).ok()?;
    let packages = &lock["packages"][format!("{FOLDER}/{name}")]["version"];
    let version = packages.as_str().or_else(|| lock["dependencies"][name]["version"].as_str())?;
    Some((version.to_owned(), disk::shown(&folder.join("package-lock.json"), places.root)))
}

/// Packages that stand in a folder, those of scopes too.
fn installed(modules: &Modules) -> Vec<String> {
    let mut found = Vec::new();
    for name in disk::entries(&modules.folder) {
        if name.starts_with('@') {
            let inner = disk::entries(&modules.folder.join(&name));
            found.extend(inner.into_iter().map(|inner| join(&name, &inner)));
        } else if !name.starts_with('.') {
            found.push(name);
        }
    }
    found
}

fn not_there(places: &Places<'_>, modules: &[Modules], name: &str) -> Missing {
    let folder = modules.first().map_or_else(String::new, |one| disk::shown(&one.folder, places.root));
    let known = modules.iter().flat_map(installed).collect();
    Missing { why: format!("{name} is not installed in {folder}, or its link leads out of it"), known }
}

fn named(places: &Places<'_>, name: &str) -> Result<Installed, Missing> {
    let modules = modules(places);
    if modules.is_empty() {
        return Err(Missing::new(no_modules(places)));
    }
    let found = package_name(name).filter(|(_, inner)| inner.is_empty());
    let found = found.and_then(|(name, _)| package(places, &modules, name));
    found.map(|own| own.package).ok_or_else(|| not_there(places, &modules, name))
}

/// Whoever installs a package writes its manifest.
fn states(places: &Places<'_>) -> Vec<(String, u64)> {
    let of = |one: &Modules| {
        let names = installed(one).into_iter().take(disk::MOST_ENTRIES);
        names
            .map(|name| (disk::stamp(&one.folder.join(&name).join("package.json")), name))
            .collect::<Vec<_>>()
    };
    let is_near = |one: &&Modules| one.bound == places.root && one.folder.parent() != Some(places.root);
    let modules = modules(places);
    let told = modules.iter().filter(|one| places.from.is_empty() || is_near(one));
    told.flat_map(of).map(|(stamp, name)| (name, stamp)).collect()
}

fn environments(places: &Places<'_>) -> Vec<Environment> {
    let one = |modules: &Modules| Environment {
        ecosystem: WORD,
        place: disk::shown(&modules.folder, places.root),
        packages: installed(modules).len(),
        ..Environment::default()
    };
    let found: Vec<Environment> = modules(places).iter().map(one).collect();
    match found.is_empty() {
        true => {
            vec![Environment { ecosystem: WORD, why: Some(no_modules(places)), ..Environment::default() }]
        }
        false => found,
    }
}
