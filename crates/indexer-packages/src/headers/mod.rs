//! Headers of C and C++ that are installed: those of the system, of libraries, and of the library of C++.
//!
//! Nothing says which package a name is of. What is known is which headers a file includes, and so the name is looked
//! for in these, and in those that they include. A package is what one owner brought along of that (see `owner.rs`).

mod folders;
mod includes;
mod owner;

pub use folders::LARGEST_COMMANDS;
pub use includes::{MOST_INCLUDED, MOST_INCLUDED_BYTES};
pub use owner::LARGEST_STATUS;

use crate::disk;
use crate::{Ecosystem, Environment, Installed, Located, Missing, Places};
use folders::Folders;
use includes::{Entry, Includes};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::path::stem;
use owner::{Owner, Owners};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub(crate) const ECOSYSTEM: Ecosystem = Ecosystem {
    word: WORD,
    separator: "::",
    slashes: false,
    manifests: &["compile_commands.json", "compile_flags.txt"],
    find,
    named,
    environments,
    states,
};

const WORD: &str = "headers";

/// What stands before names that no name space has.
const GLOBAL: &str = "libc";

/// Headers by which parts of packages are entered, for one question.
const MOST_ENTERED: usize = 512;
/// Parts of packages in which a name is looked for.
const MOST_PARTS: usize = 4;

const NO_FOLDERS: &str = "no folder of headers is found: compile_commands.json, compile_flags.txt, the usual folders of the system";

/// What of a package is entered by one header.
struct Part {
    owner: Owner,
    /// The headers, the entry first.
    headers: Vec<usize>,
}

/// What is looked at for one question.
struct Search<'p> {
    folders: &'p Folders,
    includes: Includes<'p>,
    owners: Owners,
    owned: BTreeMap<usize, Owner>,
}

impl<'p> Search<'p> {
    fn new(places: &'p Places<'p>, folders: &'p Folders) -> Self {
        let (includes, owners) = (Includes::new(places, folders), Owners::of(places));
        Self { folders, includes, owners, owned: BTreeMap::new() }
    }

    fn owner(&mut self, header: usize) -> Owner {
        if let Some(known) = self.owned.get(&header) {
            return known.clone();
        }
        let found = self.owners.owner(self.includes.path(header), self.folders);
        self.owned.insert(header, found.clone());
        found
    }

    /// The headers of one owner that a header leads to, and what it enters of others. O(headers).
    fn part(&mut self, entry: usize) -> (Part, Vec<usize>) {
        let owner = self.owner(entry);
        let (mut headers, mut entered) = (vec![entry], Vec::new());
        let mut seen = BTreeSet::from([entry]);
        let mut at = 0;
        while let Some(header) = headers.get(at).copied() {
            at += 1;
            for next in self.includes.of(header) {
                if seen.insert(next) {
                    let is_same = self.owner(next) == owner;
                    if is_same { headers.push(next) } else { entered.push(next) }
                }
            }
        }
        (Part { owner, headers }, entered)
    }

    /// The parts whose texts have all of some words, the likeliest first.
    fn parts<'w>(&mut self, entries: &[Entry], words: &[&'w str]) -> Vec<Part> {
        let mut queue: Vec<usize> = entries.iter().map(|entry| entry.header).collect();
        let mut queued: BTreeSet<usize> = queue.iter().copied().collect();
        let mut covered = BTreeSet::new();
        // Parts share headers.
        let mut known: BTreeMap<(usize, &'w str), bool> = BTreeMap::new();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(entry) = queue.get(at).copied().filter(|_| at < MOST_ENTERED) {
            at += 1;
            if at > entries.len() && covered.contains(&entry) {
                continue;
            }
            let (part, entered) = self.part(entry);
            covered.extend(part.headers.iter().copied());
            queue.extend(entered.into_iter().filter(|one| queued.insert(*one)));
            let mut has_word = |header: usize, word: &'w str| {
                *known.entry((header, word)).or_insert_with(|| self.includes.has_word(header, word))
            };
            if words.iter().all(|word| part.headers.iter().any(|header| has_word(*header, word))) {
                let path = self.includes.path(entry).to_string_lossy();
                let is_called_so = words.contains(&stem(&path));
                let last = words.last().copied().unwrap_or_default();
                let declares = part.headers.iter().any(|header| self.includes.declares(*header, last));
                let declares_itself = self.includes.declares(entry, last);
                // What the repository itself includes is what it means; of several the smallest costs least.
                let is_indirect = at > entries.len();
                found.push((
                    (!is_called_so, !declares, !declares_itself, is_indirect, part.headers.len(), at),
                    part,
                ));
            }
        }
        found.sort_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, part)| part).take(MOST_PARTS).collect()
    }

    fn installed(&self, part: &Part) -> Option<Installed> {
        let entry = self.includes.path(part.headers[0]);
        let headers: Vec<PathBuf> =
            part.headers.iter().map(|header| self.includes.path(*header).to_owned()).collect();
        installed(&part.owner, &self.folders.root_of(entry)?.path, &headers, Some(entry))
    }
}

/// Headers of one owner below a folder as a package.
fn installed(owner: &Owner, root: &Path, headers: &[PathBuf], entry: Option<&Path>) -> Option<Installed> {
    let inner = |path: &Path| path.strip_prefix(root).ok()?.to_str().map(str::to_owned);
    let mut only: Vec<String> = headers.iter().filter_map(|header| inner(header)).collect();
    // Those that are nearest to the entry stay.
    only.truncate(Installed::MOST_FILES);
    only.sort_unstable();
    only.dedup();
    let stamp = if owner.version.is_empty() { disk::stamp(entry.unwrap_or(root)) } else { 0 };
    (!only.is_empty()).then(|| Installed {
        ecosystem: WORD,
        name: owner.name.clone(),
        version: owner.version.clone(),
        digest: hash_numbers([hash_text(&owner.name), hash_text(&owner.version), stamp]),
        root: root.to_owned(),
        only,
        environment: root.display().to_string(),
        entry: entry.and_then(inner),
        ..Installed::default()
    })
}

fn find(places: &Places<'_>, path: &str) -> Result<Vec<Located>, Missing> {
    if places.for_linking {
        return Err(Missing::new("headers are led on to, and not linked with"));
    }
    let folders = Folders::of(places);
    if folders.outside.is_empty() {
        return Err(Missing::new(NO_FOLDERS));
    }
    let mut search = Search::new(places, &folders);
    let entries = search.includes.entries();
    let located = |package: Installed, import: &str, names: Vec<String>| Located {
        package,
        import: import.to_owned(),
        names,
        is_flat: true,
        passes_on: Vec::new(),
        declares: None,
    };
    if let Some(entry) = entries.iter().find(|entry| entry.written == path) {
        let (part, _) = search.part(entry.header);
        let package = search.installed(&part).ok_or_else(|| Missing::new(NO_FOLDERS))?;
        return Ok(vec![located(package, path, Vec::new())]);
    }
    let names = names(path);
    let words: Vec<&str> = names.iter().map(|name| name.trim_end_matches("()")).collect();
    let parts = search.parts(&entries, &words);
    let found: Vec<Located> =
        parts.iter().filter_map(|part| Some(located(search.installed(part)?, "", names.clone()))).collect();
    if found.is_empty() {
        return Err(Missing::new(lacks(places, &entries, &search.includes.missing, path)));
    }
    Ok(found)
}

/// The names of a path, outermost first: `libc.strlen`, `std::string::size`.
fn names(path: &str) -> Vec<String> {
    let global =
        path.strip_prefix(GLOBAL).and_then(|rest| rest.strip_prefix("::").or(rest.strip_prefix('.')));
    let parts = global.unwrap_or(path).split("::").flat_map(|part| part.split('.'));
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Why nothing has a path.
fn lacks(places: &Places<'_>, entries: &[Entry], missing: &BTreeSet<String>, path: &str) -> String {
    if missing.contains(path) {
        return format!("{path} is in no folder of headers: what the build names, the usual folders");
    }
    let mut why =
        format!("none of the {} headers outside that {} includes has it", entries.len(), places.from);
    if let Some(one) = missing.first() {
        why.push_str(&format!("; {} are not found: {one}", missing.len()));
    }
    why
}

fn named(places: &Places<'_>, name: &str) -> Result<Installed, Missing> {
    let folders = Folders::of(places);
    let mut search = Search::new(places, &folders);
    if let Some((owner, headers)) = search.owners.package(name) {
        // Where most of it stands: compilers have a few headers of their own.
        let mut roots: BTreeMap<&Path, usize> = BTreeMap::new();
        for header in &headers {
            if let Some(folder) = folders.root_of(header) {
                *roots.entry(&folder.path).or_default() += 1;
            }
        }
        let root = roots.into_iter().max_by_key(|(_, count)| *count);
        if let Some(package) = root.and_then(|(root, _)| installed(&owner, root, &headers, None)) {
            return Ok(package);
        }
    }
    let written = [name.to_owned(), format!("{name}.h")];
    let header = written.iter().find_map(|written| folders.header(written, places.root));
    let entry = header.filter(|(_, is_own)| !is_own).and_then(|(path, _)| search.includes.read(path, false));
    if let Some(entry) = entry {
        let (part, _) = search.part(entry);
        return search.installed(&part).ok_or_else(|| Missing::new(NO_FOLDERS));
    }
    let why = match folders.outside.is_empty() {
        true => NO_FOLDERS.to_owned(),
        false => format!("no package for compilers is called {name}, and no header"),
    };
    Err(Missing { why, known: search.owners.names() })
}

/// Nothing is linked with headers.
fn states(_: &Places<'_>) -> Vec<(String, u64)> {
    Vec::new()
}

fn environments(places: &Places<'_>) -> Vec<Environment> {
    let folders = Folders::of(places);
    let mut owners = Owners::of(places);
    let mut found = Vec::new();
    if let Some(build) = &folders.build {
        found.push(Environment {
            ecosystem: WORD,
            place: disk::shown(&build.path, places.root),
            packages: build.outside,
            why: build.why.clone(),
            ..Environment::default()
        });
    }
    let roots: BTreeSet<&Path> = folders
        .outside
        .iter()
        .filter_map(|folder| Some(folders.root_of(&folder.path)?.path.as_path()))
        .collect();
    for root in roots {
        found.push(Environment {
            ecosystem: WORD,
            place: root.display().to_string(),
            packages: owners.count(root),
            ..Environment::default()
        });
    }
    if folders.outside.is_empty() {
        found.push(Environment {
            ecosystem: WORD,
            why: Some(NO_FOLDERS.to_owned()),
            ..Environment::default()
        });
    }
    found
}

#[cfg(test)]
mod tests;
