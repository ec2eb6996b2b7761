//! Environments of Python: what `pip`, `uv` and others install, and the standard library of their interpreter.

use crate::disk::{self, LARGEST_METADATA, MOST_ENTRIES, is_plain};
use crate::lock;
use crate::{Ecosystem, Environment, Installed, Located, Missing, Places};
use indexer_core::key::{hash_numbers, hash_text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub(crate) const ECOSYSTEM: Ecosystem = Ecosystem {
    word: WORD,
    separator: ".",
    slashes: false,
    manifests: &["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"],
    find,
    named,
    environments,
    states,
};

pub(crate) const WORD: &str = "pypi";

/// The interpreter, as a package whose modules are asked one by one.
pub(crate) const INTERPRETER: &str = "cpython";

/// Folders in which environments stand by convention, in a project.
const FOLDERS: &[&str] = &[".venv", "venv", "env"];

/// Where type checkers keep declarations of the standard library, below `site-packages`.
const TYPESHED: &[&str] = &[
    "mypy/typeshed/stdlib",
    "basedpyright/dist/dist/typeshed-fallback/stdlib",
    "jedi/third_party/typeshed/stdlib/3",
];

/// Lock files, the most telling first.
const LOCKS: &[&str] = &["uv.lock", "poetry.lock", "pdm.lock"];

/// Bytes of lists of files after which no further one is read, for each folder of packages.
pub const MOST_LISTS: usize = 64 << 20;

/// The environments that are seen from a folder.
#[derive(Debug)]
pub(crate) struct Venvs {
    all: Vec<Venv>,
    /// Why there is none.
    why: String,
}

/// One environment.
#[derive(Debug)]
struct Venv {
    folder: PathBuf,
    sites: Vec<Site>,
    /// `(lib/python3.12 of the interpreter, its version)`.
    standard: Result<(PathBuf, String), String>,
}

/// A folder of packages.
#[derive(Debug)]
struct Site {
    /// Canonical.
    folder: PathBuf,
    distributions: OnceLock<Vec<Distribution>>,
}

impl Site {
    /// What is installed there, looked at once.
    fn distributions(&self) -> &[Distribution] {
        self.distributions.get_or_init(|| distributions(&self.folder))
    }
}

impl Venv {
    fn distributions(&self) -> impl Iterator<Item = &Distribution> {
        self.sites.iter().flat_map(Site::distributions)
    }
}

fn find(places: &Places<'_>, path: &str) -> Result<Vec<Located>, Missing> {
    let names: Vec<&str> = path.split('.').collect();
    let top = names[0];
    if !is_plain(top) {
        return Err(Missing::new(format!("{top} is no module")));
    }
    let located = |package: Installed| Located {
        package,
        import: top.to_owned(),
        names: names[1..].iter().map(|name| (*name).to_owned()).collect(),
        is_flat: false,
        passes_on: Vec::new(),
        declares: None,
    };
    let venvs = venvs(places);
    let mut found = Vec::new();
    for venv in &venvs.all {
        // Its code is a copy of what the language has in newer versions, which its declarations say shorter.
        if places.for_linking && top == "typing_extensions" {
            found.extend(declared(places, venv, top).map(located));
        }
        if !found.is_empty() {
            return Ok(found);
        }
        for site in &venv.sites {
            found.extend(in_site(places, venv, site, &names).map(located));
        }
        if found.is_empty() {
            found.extend(standard(places, venv, top).map(located));
        }
        if !found.is_empty() {
            return Ok(found);
        }
    }
    match venvs.all.first() {
        None => Err(Missing::new(venvs.why.clone())),
        Some(venv) => Err(not_there(places, venv, top)),
    }
}

fn not_there(places: &Places<'_>, venv: &Venv, top: &str) -> Missing {
    let mut why = format!("{top} is not installed in {}", disk::shown(&venv.folder, places.root));
    if let Err(reason) = &venv.standard {
        why.push_str("; ");
        why.push_str(reason);
    }
    Missing { why, known: venv.distributions().map(|one| one.name.clone()).collect() }
}

/// Environments near the file, then that of the shell, then those that the user names; and why there is none.
fn venvs(places: &Places<'_>) -> Arc<Venvs> {
    places.seen.venvs(indexer_core::path::parent(places.from), || look(places))
}

fn look(places: &Places<'_>) -> Venvs {
    let mut found: Vec<Venv> = Vec::new();
    let mut refused = Vec::new();
    for folder in places.folders {
        found.extend(disk::any_folder(folder).and_then(venv));
    }
    for folder in disk::upwards(places.root, places.from) {
        for name in FOLDERS {
            let path = folder.join(name);
            match disk::folder(&path, places.root) {
                Some(folder) => found.extend(venv(folder)),
                None if path.symlink_metadata().is_ok_and(|meta| meta.is_symlink()) => {
                    refused.push(format!(
                        "{} is a link that leads out of the root",
                        disk::shown(&path, places.root)
                    ));
                }
                None => {}
            }
        }
    }
    if found.is_empty() {
        found.extend(
            places.machine.variable("VIRTUAL_ENV").as_deref().and_then(disk::any_folder).and_then(venv),
        );
    }
    let mut why = format!("no environment: looked for {} upwards from the file", FOLDERS.join(", "));
    why.push_str(if refused.is_empty() { ", and for VIRTUAL_ENV" } else { "; " });
    why.push_str(&refused.join("; "));
    Venvs { all: found, why }
}

/// The environment in a folder, which is canonical.
fn venv(folder: PathBuf) -> Option<Venv> {
    let mut libraries = Vec::new();
    for lib in ["lib", "lib64"] {
        for name in disk::entries(&folder.join(lib)) {
            if name.starts_with("python3") || name.starts_with("pypy3") {
                libraries
                    .extend(disk::folder(&folder.join(lib).join(&name), &folder).map(|path| (name, path)));
            }
        }
    }
    let windows = folder.join("Lib");
    if libraries.is_empty() && windows.join("site-packages").is_dir() {
        libraries.extend(disk::folder(&windows, &folder).map(|path| (String::new(), path)));
    }
    let mut sites: Vec<PathBuf> = Vec::new();
    for (_, library) in &libraries {
        let site = disk::folder(&library.join("site-packages"), &folder);
        sites.extend(site.filter(|site| !sites.contains(site)).into_iter().collect::<Vec<_>>());
    }
    let settings = disk::text(&folder.join("pyvenv.cfg"), &folder, LARGEST_METADATA);
    if sites.is_empty() {
        return None;
    }
    let sites = sites.into_iter().map(|folder| Site { folder, distributions: OnceLock::new() }).collect();
    let version = libraries.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let standard = settings
        .ok_or_else(|| "pyvenv.cfg is missing, so the interpreter is not known".to_owned())
        .and_then(|settings| interpreter(&settings, &version));
    Some(Venv { folder, sites, standard })
}

/// The folder of the standard library of the interpreter that `pyvenv.cfg` names, and its version.
fn interpreter(settings: &str, version: &str) -> Result<(PathBuf, String), String> {
    let value = |key: &str| {
        let lines = settings.lines().filter_map(|line| line.split_once('='));
        lines.filter(|(name, _)| name.trim() == key).map(|(_, value)| value.trim().to_owned()).next()
    };
    let home = value("home").filter(|home| Path::new(home).is_absolute());
    let home = PathBuf::from(home.ok_or("pyvenv.cfg names no home of the interpreter")?);
    let exact = value("version").or_else(|| value("version_info")).unwrap_or_default();
    let above = home.parent().unwrap_or(&home);
    let candidates = [above.join("lib").join(version), home.join("Lib")];
    let is_library = |path: &PathBuf| {
        // Whatever the file says, only a library of an interpreter is read.
        let folder = disk::any_folder(path).filter(|folder| folder.join("os.py").is_file())?;
        let name = folder.file_name()?.to_str()?;
        (name == "Lib" || name.starts_with("python3") || name.starts_with("pypy3")).then_some(folder)
    };
    let found = candidates.iter().find_map(is_library);
    let library =
        found.ok_or_else(|| format!("the library of the interpreter in {} is not there", home.display()))?;
    Ok((library, exact))
}

/// What is installed below a site and may declare the module of these names.
fn in_site(places: &Places<'_>, venv: &Venv, site: &Site, names: &[&str]) -> Option<Installed> {
    let top = names[0];
    let all = site.distributions();
    let site = site.folder.as_path();
    let part = module_of(site, names)?;
    let is_named = |one: &&Distribution| normalized(&one.name) == normalized(top);
    let quick = all.iter().find(is_named).filter(|one| lists(one, site, &part, &mut 0));
    let mut read = 0;
    let other = || all.iter().find(|one| read < MOST_LISTS && lists(one, site, &part, &mut read));
    let environment = disk::shown(&venv.folder, places.root);
    match quick.or_else(other) {
        Some(found) => Some(installed(places, found, site, &part, environment)),
        None => Some(Installed {
            ecosystem: WORD,
            name: top.to_owned(),
            root: site.to_owned(),
            only: vec![part],
            digest: hash_text(&site.to_string_lossy()),
            environment,
            ..Installed::default()
        }),
    }
}

/// The file or folder of a module below `folder`, as a path from there: of a folder without `__init__` the first below
/// it that has one.
fn module_of(folder: &Path, names: &[&str]) -> Option<String> {
    let mut path = String::new();
    for name in names {
        if !is_plain(name) {
            return None;
        }
        path = indexer_core::path::join(&path, name);
        let full = folder.join(&path);
        if disk::folder(&full, folder).is_some() {
            if ["py", "pyi"].iter().any(|end| full.join(format!("__init__.{end}")).is_file()) {
                return Some(path);
            }
            continue;
        }
        let file = |end: &&str| disk::inside(&folder.join(format!("{path}.{end}")), folder).is_some();
        return ["py", "pyi"].iter().find(|end| file(end)).map(|end| format!("{path}.{end}"));
    }
    None
}

/// A distribution, by what its folder of metadata is called.
#[derive(Debug)]
struct Distribution {
    name: String,
    version: String,
    /// `werkzeug-3.1.4.dist-info`, canonical.
    folder: PathBuf,
}

fn distributions(site: &Path) -> Vec<Distribution> {
    let mut found = Vec::new();
    for entry in disk::entries(site) {
        let named = entry.strip_suffix(".dist-info").and_then(|stem| stem.split_once('-'));
        if let Some((name, version)) = named
            && let Some(folder) = disk::folder(&site.join(&entry), site)
        {
            found.push(Distribution { name: name.to_owned(), version: version.to_owned(), folder });
        }
    }
    found
}

/// As packages are compared: case, `-`, `_` and `.` make no difference.
fn normalized(name: &str) -> String {
    name.chars().map(|c| if matches!(c, '-' | '.') { '_' } else { c.to_ascii_lowercase() }).collect()
}

/// True where the distribution says that it installed this file or folder. `read` counts the bytes of such lists.
fn lists(one: &Distribution, site: &Path, part: &str, read: &mut usize) -> bool {
    let Some(record) = disk::text(&one.folder.join("RECORD"), site, LARGEST_METADATA) else { return false };
    *read += record.len();
    let inside = |line: &str| line.strip_prefix(part).is_some_and(|rest| rest.starts_with(['/', ',']));
    record.lines().any(inside)
}

fn installed(
    places: &Places<'_>,
    found: &Distribution,
    site: &Path,
    part: &str,
    environment: String,
) -> Installed {
    let read = |name: &str| disk::text(&found.folder.join(name), site, LARGEST_METADATA).unwrap_or_default();
    let (metadata, record) = (read("METADATA"), read("RECORD"));
    let head = metadata.split("\n\n").next().unwrap_or_default();
    let value = |key: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(name, _)| *name == key).map(|(_, value)| value.trim().to_owned())
    };
    // As the ecosystem compares names, which is how people write them.
    let name = normalized(&value("Name").unwrap_or_else(|| found.name.clone())).replace('_', "-");
    let version = value("Version").unwrap_or_else(|| found.version.clone());
    let mut only = parts(&record, site);
    if !only.iter().any(|one| indexer_core::path::is_under(part, one)) {
        only.push(part.to_owned());
    }
    let locked = match places.for_linking {
        true => None,
        false => locked(places, &name).filter(|(locked, _)| *locked != version),
    };
    Installed {
        ecosystem: WORD,
        name,
        version,
        locked,
        root: site.to_owned(),
        only,
        exclude: Vec::new(),
        digest: hash_text(&record),
        environment,
        entry: None,
        import: None,
    }
}

/// What of a site a list of files names: modules and packages at its top. Names that lead elsewhere are none.
fn parts(record: &str, site: &Path) -> Vec<String> {
    let mut found = BTreeSet::new();
    for line in record.lines().take(MOST_ENTRIES) {
        let path = line.split(',').next().unwrap_or_default();
        let is_module = path.ends_with(".py") || path.ends_with(".pyi");
        if !is_module || !disk::is_plain_path(path) {
            continue;
        }
        let top = path.split('/').next().unwrap_or_default();
        let is_metadata = top.ends_with(".dist-info") || top.ends_with(".data") || top == "__pycache__";
        if !is_metadata {
            // A folder without `__init__` belongs to several: what stands two levels below is one's own.
            let is_shared = path.contains('/')
                && !["py", "pyi"].iter().any(|end| site.join(top).join(format!("__init__.{end}")).is_file());
            found.insert(if is_shared {
                indexer_core::path::parent(path).to_owned()
            } else {
                top.to_owned()
            });
        }
        if found.len() > MOST_PARTS {
            break;
        }
    }
    let all: Vec<String> = found.into_iter().collect();
    let is_inner =
        |one: &String| all.iter().any(|other| other != one && indexer_core::path::is_under(one, other));
    all.iter().filter(|one| !is_inner(one)).cloned().collect()
}

/// Modules and packages of one distribution.
pub const MOST_PARTS: usize = 1_000;

/// The version that the nearest lock file says.
fn locked(places: &Places<'_>, name: &str) -> Option<(String, String)> {
    let lock = lock::nearest(places.root, places.from, LOCKS)?;
    let found =
        lock::packages(&lock.text).into_iter().find(|one| normalized(&one.name) == normalized(name))?;
    Some((found.version, lock.name.to_owned()))
}

/// Where a module of the standard library is found, or its declarations.
fn part_of_standard(places: &Places<'_>, venv: &Venv, root: &Path, part: String) -> Option<Installed> {
    let (_, version) = venv.standard.as_ref().ok()?;
    Some(Installed {
        ecosystem: WORD,
        name: INTERPRETER.to_owned(),
        version: version.clone(),
        root: root.to_owned(),
        only: vec![part],
        digest: hash_text(&root.to_string_lossy()),
        environment: disk::shown(&venv.folder, places.root),
        ..Installed::default()
    })
}

/// The declarations of a module of the standard library that a type checker brought along.
fn declared(places: &Places<'_>, venv: &Venv, top: &str) -> Option<Installed> {
    TYPESHED.iter().find_map(|place| {
        let inside = |site: &Site| disk::folder(&site.folder.join(place), &site.folder);
        let folder = venv.sites.iter().find_map(inside)?;
        let part = module_of(&folder, &[top])?;
        let found = part_of_standard(places, venv, &folder, part)?;
        Some(Installed { environment: format!("declarations in {place}"), ..found })
    })
}

/// The module of the standard library; where that is compiled, its declarations.
fn standard(places: &Places<'_>, venv: &Venv, top: &str) -> Option<Installed> {
    let (library, _) = venv.standard.as_ref().ok()?;
    if places.for_linking
        && let Some(found) = declared(places, venv, top)
    {
        return Some(found);
    }
    if let Some(part) = module_of(library, &[top]).filter(|part| !part.starts_with("site-packages")) {
        // What a module passes on stands in private ones beside it: `_collections_abc`, `_pydatetime`.
        let private = [format!("_{top}"), format!("_py{top}")];
        let is_private =
            |name: &String| name.ends_with(".py") && private.iter().any(|one| name.starts_with(one));
        let beside = disk::entries(library).into_iter().filter(is_private);
        let found = part_of_standard(places, venv, library, part)?;
        return Some(Installed { only: found.only.iter().cloned().chain(beside).collect(), ..found });
    }
    declared(places, venv, top)
}

fn named(places: &Places<'_>, name: &str) -> Result<Installed, Missing> {
    let venvs = venvs(places);
    for venv in &venvs.all {
        let is_it = |one: &&Distribution| normalized(&one.name) == normalized(name);
        if let Some(found) = venv.distributions().find(is_it) {
            let site = found.folder.parent().unwrap_or(&found.folder);
            let environment = disk::shown(&venv.folder, places.root);
            let mut package = installed(places, found, site, "", environment);
            package.only.retain(|part| !part.is_empty());
            if package.only.is_empty() {
                return Err(Missing::new(format!(
                    "{name} is installed, and its list of files names no module"
                )));
            }
            return Ok(package);
        }
        // By the name of a module: `yaml` of `pyyaml`, `json` of the standard library.
        if is_plain(name)
            && let Some(found) = venv.sites.iter().find_map(|site| in_site(places, venv, site, &[name]))
        {
            return Ok(found);
        }
        if is_plain(name)
            && let Some(found) = standard(places, venv, name)
        {
            return Ok(found);
        }
    }
    match venvs.all.first() {
        None => Err(Missing::new(venvs.why.clone())),
        Some(venv) => Err(not_there(places, venv, name)),
    }
}

/// As [`installed`] writes names; a list of files says when something was installed.
fn states(places: &Places<'_>) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    let is_near =
        |venv: &Venv| venv.folder.starts_with(places.root) && venv.folder.parent() != Some(places.root);
    for venv in venvs(places).all.iter().filter(|venv| places.from.is_empty() || is_near(venv)) {
        for one in venv.distributions() {
            let stamp = disk::stamp(&one.folder.join("RECORD"));
            let name = normalized(&one.name).replace('_', "-");
            // Declarations that something else brought along may stand for it.
            let declared = if name == "typing-extensions" { declared_by(venv) } else { 0 };
            found.push((name, hash_numbers([hash_text(&one.version), stamp, declared])));
        }
        if let Ok((library, version)) = &venv.standard {
            let place = hash_text(&library.to_string_lossy());
            let state = hash_numbers([place, hash_text(version), declared_by(venv)]);
            found.push((INTERPRETER.to_owned(), state));
        }
    }
    found
}

/// A number for the declarations of the standard library that are there.
fn declared_by(venv: &Venv) -> u64 {
    let places = venv.sites.iter().flat_map(|site| TYPESHED.iter().map(|place| site.folder.join(place)));
    places.fold(0, |hash, place| hash_numbers([hash, disk::stamp(&place)]))
}

fn environments(places: &Places<'_>) -> Vec<Environment> {
    let venvs = venvs(places);
    let mut found: Vec<Environment> = venvs
        .all
        .iter()
        .map(|venv| {
            let place = disk::shown(&venv.folder, places.root);
            let packages = venv.distributions().count();
            let (version, why) = match &venv.standard {
                Ok((_, version)) => (format!("{INTERPRETER} {version}"), None),
                Err(why) => (String::new(), Some(why.clone())),
            };
            Environment { ecosystem: WORD, place, version, packages, why }
        })
        .collect();
    if found.is_empty() {
        found.push(Environment { ecosystem: WORD, why: Some(venvs.why.clone()), ..Environment::default() });
    }
    found
}
