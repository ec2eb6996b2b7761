//! What of a repository another one uses: paths that lead out of the other one, followed into the packages of this one.

use crate::outside::probed;
use crate::outside::{LeadsTo, Probed};
use indexer_core::path::{join, parent};
use indexer_core::{LinkRules, Sought, SymbolKey};
use indexer_engine::{OwnPackage, Snapshot};
use indexer_packages::{Ecosystem, ecosystem};
use indexer_store::{Reference, View};
use rustc_hash::FxHashSet;

/// Paths of another repository that end with the name and are followed.
const MOST_PATHS: usize = 2_000;

/// Uses of a symbol in another repository.
#[derive(Debug, Default)]
pub(crate) struct Consumed<'v> {
    /// The uses, with whether they are proved, in (path, position) order.
    pub(crate) uses: Vec<(Reference<'v>, bool)>,
    /// True where a manifest of the other repository says that it depends on the package.
    pub(crate) is_declared: bool,
    /// True where there were more paths than are followed.
    pub(crate) is_cut: bool,
}

/// Where code of `other` uses the symbols `keys`, which bear one of `names`, through the packages of `snapshot`: that which
/// holds them, and those that pass them on. A use is proved where the other repository declares that it depends on the
/// package, and what it writes leads, linked as if it stood in the package, to a symbol. O(packages, and the paths that
/// lead out of `other` into them); each path that ends with a name is linked once.
pub(crate) fn consumed<'v>(
    (snapshot, packages): (&Snapshot, &[OwnPackage]),
    keys: &FxHashSet<SymbolKey>,
    names: &[String],
    other: &'v Snapshot,
) -> Consumed<'v> {
    let mut found = Consumed::default();
    let mut followed = 0;
    for package in packages {
        let Some(ecosystem) = ecosystem(package.ecosystem) else { continue };
        let is_declared = other.declares_dependency(package.ecosystem, &package.name);
        found.is_declared |= is_declared;
        for path in package.imports.iter().flat_map(|import| paths(&other.view, import)) {
            if !names.iter().any(|name| ends_with(path, name)) {
                continue;
            }
            let uses = other.view.references_to_external(path);
            let Some(first) = uses.first() else { continue };
            let Some(rules) = other.rules(other.view.reference(*first).file().path()) else { continue };
            if followed == MOST_PATHS {
                found.is_cut = true;
                break;
            }
            followed += 1;
            let Some(is_proved) = leads_to(snapshot, package, (ecosystem, rules), path, keys) else {
                continue;
            };
            let is_proved = is_proved && is_declared;
            found.uses.extend(uses.into_iter().map(|one| (other.view.reference(one), is_proved)));
        }
    }
    // Two packages of one name may make the same use.
    let place = |(one, is_proved): &(Reference<'v>, bool)| (one.file().path(), one.span().start, !is_proved);
    found.uses.sort_by_key(place);
    found.uses.dedup_by_key(|one| (place(one).0, place(one).1));
    found
}

/// The paths that lead out of a repository through an import.
fn paths<'v>(view: &'v View, import: &str) -> impl Iterator<Item = &'v str> {
    let length = import.len();
    let is_whole = move |path: &&str| path.len() == length || path[length..].starts_with(['.', ':', '/']);
    view.external_paths(import).into_iter().filter(is_whole)
}

/// True where the last name of an external path is this one, called or not.
fn ends_with(path: &str, name: &str) -> bool {
    let path = path.strip_suffix("()").unwrap_or(path);
    path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(['.', ':', '/']))
}

/// Whether it is proved that a path leads to one of `keys`; `None` where it does not.
fn leads_to(
    snapshot: &Snapshot,
    package: &OwnPackage,
    (ecosystem, rules): (&Ecosystem, &LinkRules),
    path: &str,
    keys: &FxHashSet<SymbolKey>,
) -> Option<bool> {
    let outside = rules.outside.filter(|outside| outside.ecosystem == package.ecosystem)?;
    let holds = |to: &Option<LeadsTo>| matches!(to, Some(LeadsTo::Symbols(all)) if all.iter().any(|key| keys.contains(key)));
    for (import, rest) in ecosystem.imports(path) {
        let names: Vec<String> =
            rest.split(rules.separator).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let entry = entry(snapshot, package, import);
        let sought = Sought { import, entry: entry.as_deref(), names: &names };
        let Probed { proved, possible, .. } = probed(snapshot, &outside, &sought, &package.folder);
        if holds(&proved) {
            return Some(true);
        }
        // What is proved to be something else is not this.
        if proved.is_none() && holds(&possible) {
            return Some(false);
        }
    }
    None
}

/// A file of the folder that an import of Go names, relative to the package: its probes stand beside it.
fn entry(snapshot: &Snapshot, package: &OwnPackage, import: &str) -> Option<String> {
    let name =
        package.imports.iter().find(|one| package.ecosystem == GOLANG && import.starts_with(one.as_str()))?;
    let below = import[name.len()..].trim_start_matches('/');
    let folder = join(&package.folder, below);
    let mut files = snapshot.view.files_under(&folder).map(|file| file.path());
    let file =
        files.find(|path| parent(path) == folder && path.ends_with(".go") && !path.ends_with("_test.go"))?;
    Some(join(below, indexer_core::path::file_name(file)))
}

/// Ecosystem in which a folder is a package, and code is seen from beside it.
const GOLANG: &str = "golang";
