//! The module cache of Go, `vendor`, and the distribution's own sources.

use crate::disk::{self, LARGEST_METADATA};
use crate::lock;
use crate::{Ecosystem, Environment, Installed, Located, Missing, Places};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::path::join;
use std::path::{Path, PathBuf};

pub(crate) const ECOSYSTEM: Ecosystem = Ecosystem {
    word: WORD,
    separator: ".",
    slashes: true,
    manifests: &[MANIFEST],
    find,
    named,
    environments,
    states,
};

const WORD: &str = "golang";
const MANIFEST: &str = "go.mod";

/// The standard library, as a package whose parts are asked one by one.
const STANDARD: &str = "std";
/// The package in which names that every file may use are documented.
const BUILTIN: &str = "builtin";

/// Files that no other package sees.
const EXCLUDED: &[&str] = &["*_test.go", "testdata"];

/// What `go.mod` says.
#[derive(Default)]
struct Module {
    own: String,
    /// The version of the language.
    go: String,
    /// `(module, version)`.
    required: Vec<(String, String)>,
    /// `(module, another module or a path, its version)`.
    replaced: Vec<[String; 4]>,
}

fn module(places: &Places<'_>) -> Option<Module> {
    let text = lock::nearest(places.root, places.from, &[MANIFEST])?.text;
    let mut found = Module::default();
    let mut block = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [")"] => block.clear(),
            [kind, "("] => block = (*kind).to_owned(),
            [] => {}
            _ => {
                let kind = if block.is_empty() { words.remove(0) } else { block.as_str() };
                entry(&mut found, kind, &words);
            }
        }
    }
    Some(found)
}

fn entry(found: &mut Module, kind: &str, words: &[&str]) {
    match (kind, words) {
        ("module", [name]) => found.own = name.trim_matches('"').to_owned(),
        ("go", [version]) => found.go = (*version).to_owned(),
        ("require", [name, version, ..]) if disk::is_plain_path(name) => {
            found.required.push(((*name).to_owned(), (*version).to_owned()));
        }
        ("replace", _) => {
            if let Some(at) = words.iter().position(|word| *word == "=>")
                && let (Some(from), Some(to)) = (words.first(), words.get(at + 1))
            {
                // Without a version on the left every version is replaced.
                let only = if at == 2 { words[1] } else { "" };
                let version = words.get(at + 2).copied().unwrap_or_default();
                found.replaced.push([from, only, to, version].map(str::to_owned));
            }
        }
        _ => {}
    }
}

fn find(places: &Places<'_>, path: &str) -> Result<Vec<Located>, Missing> {
    let module = module(places).unwrap_or_default();
    let mut missing = None;
    for (import, names) in imports(path) {
        match package(places, &module, import) {
            Ok(package) => {
                let names = names.split('.').filter(|name| !name.is_empty()).map(str::to_owned).collect();
                return Ok(vec![Located {
                    package,
                    import: import.to_owned(),
                    names,
                    is_flat: true,
                    passes_on: Vec::new(),
                    declares: None,
                }]);
            }
            // The shortest says best what was looked for.
            Err(why) => missing = Some(why),
        }
    }
    Err(missing.unwrap_or_default())
}

/// What a path may import and the names behind it: the last part of an import may hold dots. The longest first.
fn imports(path: &str) -> Vec<(&str, &str)> {
    let end = path.find(['(', '[']).unwrap_or(path.len());
    let from = path[..end].rfind('/').map_or(0, |at| at + 1);
    let dots: Vec<usize> = path[from..end].match_indices('.').map(|(at, _)| from + at).collect();
    let whole = (end == path.len()).then_some((path, ""));
    let mut all: Vec<(&str, &str)> = whole.into_iter().collect();
    all.extend(dots.into_iter().rev().map(|at| (&path[..at], &path[at + 1..])));
    all.truncate(16);
    all
}

/// The package that is imported so.
fn package(places: &Places<'_>, module: &Module, import: &str) -> Result<Installed, Missing> {
    if !disk::is_plain_path(import) {
        return Err(Missing::new(format!("{import} is no path of a package")));
    }
    let first = import.split('/').next().unwrap_or_default();
    if !first.contains('.') {
        return standard(places, module, import);
    }
    let (mut package, inner) = required(places, module, import)?;
    let files = sources(&package.root.join(&inner), &package.root);
    if files.is_empty() {
        return Err(Missing::new(format!("{} has no package {import}", package.label())));
    }
    package.entry = Some(join(&inner, &files[0]));
    package.only = files.iter().map(|file| join(&inner, file)).chain([MANIFEST.to_owned()]).collect();
    Ok(package)
}

/// The module that holds a package, and the way to it inside.
fn required(places: &Places<'_>, module: &Module, import: &str) -> Result<(Installed, String), Missing> {
    let holds = |(name, _): &&(String, String)| indexer_core::path::is_under(import, name);
    let required = module.required.iter().filter(holds).max_by_key(|(name, _)| name.len());
    let Some((name, version)) = required else {
        let known = module.required.iter().map(|(name, _)| name.clone()).collect();
        return Err(Missing { why: format!("{MANIFEST} requires no module of {import}"), known });
    };
    let inner = import.get(name.len()..).unwrap_or_default().trim_start_matches('/').to_owned();
    if let Some(found) = vendored(places, name, &inner) {
        return Ok(found);
    }
    let is_it = |[from, only, ..]: &&[String; 4]| from == name && (only.is_empty() || only == version);
    let replaced = module.replaced.iter().find(is_it);
    let (source, exact) = replaced.map_or((name, version), |[_, _, to, version]| (to, version));
    if exact.is_empty() {
        return Err(Missing::new(format!("{name} is replaced by the folder {source}")));
    }
    let Some(cache) = cache(places) else {
        return Err(Missing::new(format!(
            "{name} {exact}: the module cache is not there (GOMODCACHE, GOPATH)"
        )));
    };
    let folder = cache.join(format!("{}@{}", escaped(source), escaped(exact)));
    let plain = disk::is_plain_path(&escaped(source)) && disk::is_plain(exact);
    let Some(folder) = Some(folder).filter(|_| plain).and_then(|folder| disk::folder(&folder, &cache)) else {
        return Err(Missing::new(format!("{name} {exact} is required, and not in {}", cache.display())));
    };
    let hash = format!("cache/download/{}/@v/{}.ziphash", escaped(source), escaped(exact));
    let digest = disk::text(&cache.join(hash), &cache, LARGEST_METADATA).unwrap_or_else(|| exact.clone());
    let package = Installed {
        ecosystem: WORD,
        name: name.clone(),
        version: exact.clone(),
        locked: None,
        root: folder,
        only: Vec::new(),
        exclude: EXCLUDED.iter().map(|glob| (*glob).to_owned()).collect(),
        digest: hash_text(&format!("{source} {digest}")),
        environment: "the module cache".to_owned(),
        entry: None,
        import: None,
    };
    Ok((package, inner))
}

/// The nearest folder in which the modules that a repository uses stand, with the list of them.
fn vendor(places: &Places<'_>) -> Option<PathBuf> {
    let folders = disk::upwards(places.root, places.from).into_iter();
    let mut folders = folders.filter_map(|folder| disk::folder(&folder.join("vendor"), places.root));
    folders.next().filter(|folder| folder.join("modules.txt").is_file())
}

/// A module whose used packages stand in `vendor`.
fn vendored(places: &Places<'_>, name: &str, inner: &str) -> Option<(Installed, String)> {
    let vendor = vendor(places)?;
    let list = disk::text(&vendor.join("modules.txt"), &vendor, LARGEST_METADATA)?;
    let mut lines = list.lines().filter_map(|line| line.strip_prefix("# "));
    let version = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    let version = version.split(' ').next().unwrap_or_default();
    let root = disk::folder(&vendor.join(name), &vendor)?;
    let package = Installed {
        ecosystem: WORD,
        name: name.to_owned(),
        version: version.to_owned(),
        digest: hash_text(&format!("{name} {version} {}", vendor.display())),
        root,
        exclude: EXCLUDED.iter().map(|glob| (*glob).to_owned()).collect(),
        environment: disk::shown(&vendor, places.root),
        ..Installed::default()
    };
    Some((package, inner.to_owned()))
}

/// A package of the distribution.
fn standard(places: &Places<'_>, module: &Module, import: &str) -> Result<Installed, Missing> {
    let (root, version) = distribution(places, module).ok_or_else(|| {
        Missing::new(
            "the sources of the Go distribution are not found (GOROOT, the usual folders, the module cache)",
        )
    })?;
    // Some systems keep them elsewhere, and link there.
    let source = disk::any_folder(&root.join("src")).unwrap_or_else(|| root.join("src"));
    let files = sources(&source.join(import), &source);
    if files.is_empty() {
        return Err(Missing::new(format!("{STANDARD} {version} has no package {import}")));
    }
    Ok(Installed {
        ecosystem: WORD,
        name: STANDARD.to_owned(),
        version,
        digest: hash_text(&source.to_string_lossy()),
        entry: Some(join(import, &files[0])),
        only: files.iter().map(|file| join(import, file)).collect(),
        root: source,
        environment: root.display().to_string(),
        ..Installed::default()
    })
}

/// The folder of a Go distribution and its version.
fn distribution(places: &Places<'_>, module: &Module) -> Option<(PathBuf, String)> {
    let mut all: Vec<PathBuf> = places.folders.to_vec();
    all.extend(places.machine.variable("GOROOT"));
    all.extend(places.machine.go.iter().cloned());
    if let Some(cache) = cache(places) {
        let toolchains = cache.join("golang.org");
        let mut names = disk::entries(&toolchains);
        names.retain(|name| name.starts_with("toolchain@"));
        // Best the one that the module names, else the newest.
        let wanted = format!("-go{}.", module.go);
        names.sort_by_key(|name| name.contains(&wanted));
        all.extend(names.into_iter().rev().map(|name| toolchains.join(name)));
    }
    all.iter().filter_map(|folder| disk::any_folder(folder)).find_map(|root| {
        let version = disk::text(&root.join("VERSION"), &root, LARGEST_METADATA)?;
        let version = version.lines().next().unwrap_or_default().trim_start_matches("go").trim().to_owned();
        root.join("src").join(BUILTIN).is_dir().then_some((root, version))
    })
}

fn cache(places: &Places<'_>) -> Option<PathBuf> {
    let named = places.machine.variable("GOMODCACHE");
    let folder = named.or_else(|| Some(places.machine.folder("GOPATH", "go")?.join("pkg").join("mod")));
    disk::any_folder(&folder?)
}

/// As the cache writes names: a capital letter is `!` and the small one.
fn escaped(name: &str) -> String {
    let one =
        |c: char| if c.is_ascii_uppercase() { format!("!{}", c.to_ascii_lowercase()) } else { c.to_string() };
    name.chars().map(one).collect()
}

/// The source files of a package, without its tests.
fn sources(folder: &Path, bound: &Path) -> Vec<String> {
    let Some(folder) = disk::folder(folder, bound) else { return Vec::new() };
    let mut names = disk::entries(&folder);
    names.retain(|name| name.ends_with(".go") && !name.ends_with("_test.go"));
    names
}

fn named(places: &Places<'_>, name: &str) -> Result<Installed, Missing> {
    let module = module(places).unwrap_or_default();
    if let Some((name, _)) = module.required.iter().find(|(known, _)| known == name) {
        return required(places, &module, name).map(|(package, _)| package);
    }
    // By its last part where one module alone has it.
    let last = |known: &&(String, String)| indexer_core::path::file_name(&known.0) == name;
    let short: Vec<&(String, String)> = module.required.iter().filter(last).collect();
    if let [one] = short.as_slice() {
        return required(places, &module, &one.0).map(|(package, _)| package);
    }
    package(places, &module, name)
}

/// What is required, and whether it is there.
fn states(places: &Places<'_>) -> Vec<(String, u64)> {
    let module = module(places).unwrap_or_default();
    let of = |(name, version): &(String, String)| {
        let digest = required(places, &module, name).map_or(0, |(package, _)| package.digest);
        (name.clone(), hash_numbers([hash_text(version), digest]))
    };
    let required: Vec<(String, u64)> = module.required.iter().map(of).collect();
    let standard = distribution(places, &module).map(|(root, version)| {
        let place = hash_text(&root.to_string_lossy());
        (STANDARD.to_owned(), hash_numbers([place, hash_text(&version)]))
    });
    required.into_iter().chain(standard).collect()
}

fn environments(places: &Places<'_>) -> Vec<Environment> {
    let module = module(places).unwrap_or_default();
    // A module is read from `vendor` where it stands there, else from the cache.
    let found = |(name, _): &(String, String)| required(places, &module, name).ok();
    let there = module.required.iter().filter_map(found).count();
    let all = module.required.len();
    let (vendor, cache) = (vendor(places), cache(places));
    let is_cache_wanted = vendor.is_none() || there < all;
    let why = match &cache {
        None if vendor.is_some() && there < all => Some(format!(
            "{} of {all} required modules are not there, and neither is the module cache (GOMODCACHE, GOPATH)",
            all - there
        )),
        None if vendor.is_some() => None,
        None => Some("the module cache is not there (GOMODCACHE, GOPATH)".to_owned()),
        Some(_) if there < all => Some(format!("{} of {all} required modules are not there", all - there)),
        Some(_) => None,
    };
    let cache = cache.filter(|_| is_cache_wanted).map(|cache| cache.display().to_string());
    let vendor = vendor.map(|vendor| disk::shown(&vendor, places.root));
    let place = vendor.into_iter().chain(cache).collect::<Vec<_>>().join(", ");
    let modules = Environment { ecosystem: WORD, place, packages: there, why, ..Environment::default() };
    let distribution = match distribution(places, &module) {
        Some((root, version)) => Environment {
            ecosystem: WORD,
            place: root.display().to_string(),
            version: format!("{STANDARD} {version}"),
            packages: 1,
            why: None,
        },
        None => Environment {
            ecosystem: WORD,
            why: Some("the sources of the Go distribution are not found".to_owned()),
            ..Environment::default()
        },
    };
    vec![modules, distribution]
}
