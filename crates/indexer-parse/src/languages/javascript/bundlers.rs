//! Names of folders that bundlers and the frameworks above them know: aliases of their configurations, and those that a
//! framework has unasked.

use super::modules::{Mapped, by_maps};
use crate::manifests::of_family;
use indexer_core::{Files, path};

/// What SvelteKit calls the folder of a package's own library, and where that is.
const LIBRARY: (&str, &str) = ("$lib", "src/lib");

/// What Nuxt calls the folder of an application's sources, and that of the application.
const SOURCES: &[&str] = &["~", "@"];
const ROOT: &[&str] = &["~~", "@@"];

/// The paths that a name may mean, best first.
pub(super) fn targets(files: &dyn Files, folder: &str, name: &str) -> Vec<String> {
    let mut found = Vec::from_iter(by_aliases(files, folder, name));
    found.extend(by_kit(files, folder, name));
    found.extend(by_nuxt(files, folder, name));
    found
}

/// What stands behind a name and `/`; "" for the name itself.
fn behind<'n>(name: &'n str, alias: &str) -> Option<&'n str> {
    let rest = name.strip_prefix(alias)?;
    (rest.is_empty() || rest.starts_with('/')).then(|| rest.trim_start_matches('/'))
}

/// By the nearest configuration that gives such an alias.
fn by_aliases(files: &dyn Files, folder: &str, name: &str) -> Option<String> {
    path::ancestors(folder).find_map(|above| {
        of_family("bundler").find_map(|one| {
            let manifest = files.manifest(&path::join(above, one))?;
            match by_maps(files, above, &manifest.maps, name, false) {
                Mapped::File(found) => Some(found),
                _ => None,
            }
        })
    })
}

/// Below `$lib`, in the package around that depends on SvelteKit: the configuration that says so is made by a program, and
/// kept out of repositories.
fn by_kit(files: &dyn Files, folder: &str, name: &str) -> Option<String> {
    let rest = behind(name, LIBRARY.0)?;
    let is_kit = |folder: &&str| {
        let manifest = files.manifest(&path::join(folder, "package.json"));
        manifest.is_some_and(|one| one.dependencies.iter().any(|of| of.name == "@sveltejs/kit"))
    };
    let package = path::ancestors(folder).find(is_kit)?;
    path::resolve(package, &format!("{}/{rest}", LIBRARY.1))
}

/// Below `~`, in the application around that Nuxt is configured for: its sources are in `app`, before that they were in its
/// own folder.
fn by_nuxt(files: &dyn Files, folder: &str, name: &str) -> Vec<String> {
    let any = |names: &[&str]| names.iter().find_map(|alias| behind(name, alias));
    let (rest, is_source) = match (any(SOURCES), any(ROOT)) {
        (Some(rest), _) => (rest, true),
        (None, Some(rest)) => (rest, false),
        (None, None) => return Vec::new(),
    };
    let is_nuxt = |folder: &&str| {
        let mut names = of_family("bundler").filter(|name| name.starts_with("nuxt"));
        names.any(|one| files.manifest(&path::join(folder, one)).is_some())
    };
    let Some(above) = path::ancestors(folder).find(is_nuxt) else { return Vec::new() };
    let folders: &[&str] = if is_source { &["app", ""] } else { &[""] };
    folders.iter().filter_map(|inner| path::resolve(above, &format!("{inner}/{rest}"))).collect()
}
