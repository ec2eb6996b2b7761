//! What is installed beside a repository, as an input of linking.

use crate::link::rules::rules;
use crate::types::file::{FileState, FileStatus};
use crate::types::options::Options;
use crate::types::state::{Current, Manifests, Packages};
use indexer_core::DependencyKey;
use indexer_packages::{ECOSYSTEMS, Ecosystem, Located, Machine, Places, Seen, ecosystem};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Folders of a repository from which packages are looked for.
const MOST_FOLDERS: usize = 64;

/// Where packages are looked for.
#[derive(Debug)]
pub(crate) struct Environment {
    root: PathBuf,
    folders: Vec<PathBuf>,
    machine: Machine,
    seen: Seen,
    /// By the word of an ecosystem: the files from which is looked, the root first.
    from: BTreeMap<&'static str, Vec<String>>,
}

impl Environment {
    /// Of a root with these files and manifests; `None` where packages are not linked. O(files)
    pub(crate) fn new(
        root: Option<&Path>,
        options: &Options,
        files: &[FileState],
        manifests: &Manifests,
    ) -> Option<Self> {
        if !options.link_packages || options.package.is_some() {
            return None;
        }
        let mut languages = BTreeSet::new();
        for file in files {
            if let FileStatus::Code(language) = &file.status {
                languages.insert(language.as_str());
            }
        }
        let words = languages.into_iter().filter_map(|language| Some(rules(language)?.outside?.ecosystem));
        let words: BTreeSet<&str> = words.collect();
        let used = ECOSYSTEMS.iter().filter(|one| words.contains(one.word));
        let from = used.map(|one| (one.word, folders(one, manifests))).collect();
        Some(Self {
            root: root?.to_owned(),
            folders: options.package_folders.clone(),
            machine: options.machine.clone().unwrap_or_else(Machine::here),
            seen: Seen::default(),
            from,
        })
    }

    /// By the word of an ecosystem: the files from which packages are looked for.
    pub(crate) fn places_from(&self) -> &BTreeMap<&'static str, Vec<String>> {
        &self.from
    }

    fn places<'a>(&'a self, from: &'a str) -> Places<'a> {
        Places {
            root: &self.root,
            from,
            folders: &self.folders,
            machine: &self.machine,
            for_linking: true,
            seen: &self.seen,
        }
    }

    /// What is installed under a name: what is found from the root, else from the first manifest.
    pub(crate) fn find(&self, word: &'static str, import: &str) -> Option<Located> {
        let ecosystem = ecosystem(word)?;
        let from = self.from.get(word)?;
        from.iter().find_map(|from| ecosystem.find(&self.places(from), import).ok()?.into_iter().next())
    }

    /// What is installed now.
    pub(crate) fn packages(&self) -> Packages {
        let mut found = Packages::new();
        for (word, from) in &self.from {
            let Some(ecosystem) = ecosystem(word) else { continue };
            for from in from {
                for (name, state) in ecosystem.states(&self.places(from)) {
                    found.entry(format!("{word}/{name}")).or_insert(state);
                }
            }
        }
        found
    }
}

/// True where something else is installed than what a state was linked with. O(files and packages)
pub(crate) fn packages_differ(root: Option<&Path>, options: &Options, current: &Current) -> bool {
    let environment = Environment::new(root, options, &current.files, &current.manifests);
    environment.is_some_and(|now| current.packages != Some(now.packages()))
}

/// The root, and manifests below it.
fn folders(ecosystem: &Ecosystem, manifests: &Manifests) -> Vec<String> {
    let is_one = |path: &&String| {
        ecosystem.manifests.contains(&indexer_core::path::file_name(path))
            && path.contains('/')
            && !indexer_core::path::is_outside(path)
    };
    let below = manifests.keys().filter(is_one).take(MOST_FOLDERS).cloned();
    std::iter::once(String::new()).chain(below).collect()
}

/// What rests on a package; with no name, on one that is not installed; with "", on any.
pub(crate) fn key_of(word: &str, name: Option<&str>) -> DependencyKey {
    match name {
        Some(name) => DependencyKey::package(&format!("\0{word}/{name}")),
        None => DependencyKey::package(&format!("\0{word}")),
    }
}

/// What rests on something that differs. `before` is `None` where it is not known.
pub(crate) fn differing(before: Option<&Packages>, now: &Packages) -> Vec<DependencyKey> {
    let Some(before) = before else {
        return ECOSYSTEMS.iter().map(|one| key_of(one.word, Some(""))).collect();
    };
    let mut keys = Vec::new();
    let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    for name in names {
        if before.get(name) == now.get(name) {
            continue;
        }
        let Some((word, package)) = name.split_once('/') else { continue };
        keys.push(key_of(word, Some(package)));
        if !before.contains_key(name) {
            keys.push(key_of(word, None));
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_concerns_who_missed_something() {
        let packages = |all: &[(&str, u64)]| all.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
        let before: Packages = packages(&[("npm/a", 1), ("npm/b", 1)]);
        let now: Packages = packages(&[("npm/a", 2), ("npm/b", 1), ("npm/@c/d", 1)]);
        let keys = differing(Some(&before), &now);
        assert_eq!(keys, [key_of("npm", Some("@c/d")), key_of("npm", None), key_of("npm", Some("a"))]);
        assert_eq!(differing(Some(&now), &now), []);
        assert!(differing(None, &now).contains(&key_of("npm", Some(""))));
    }
}
