//! Which of several definitions a build takes first: those under conditions that hold with the macros that it tells the
//! compiler, in sources that it compiles. Nothing is left out for that.

use super::build_folders::{self, SHARED};
use super::configuration::Configuration;
use super::include::is_compiled;
use indexer_core::path::{ancestors, file_name, join, parent};
use indexer_core::{Conditions, Files, work};
use std::collections::BTreeSet;

/// Which conditions hold in the file `from`.
pub(in crate::languages) fn conditions(files: &dyn Files, from: &str) -> Conditions {
    let configuration = configuration(files, from);
    Conditions(Box::new(move |condition| configuration.holds(condition)))
}

/// True for a source that the build leaves out.
pub(in crate::languages) fn is_left_out(files: &dyn Files, path: &str) -> bool {
    is_compiled(path) && is_listed(files, path) == Some(false)
}

/// The macros that the compiler of a file is told; a later one counts.
fn configuration(files: &dyn Files, from: &str) -> Configuration {
    let mut words: Vec<&String> = Vec::new();
    for folder in ancestors(parent(from)) {
        let mut here: Vec<&String> = Vec::new();
        for name in SHARED.into_iter().chain(["compile_flags.txt"]) {
            let manifest = files.build(&join(folder, name));
            here.extend(manifest.into_iter().flat_map(|one| &one.compilations).flat_map(|one| &one.defines));
        }
        let commands = build_folders::commands(files, folder);
        if let Some(of) = commands.iter().find_map(|(manifest, place)| place.compilation(manifest, from)) {
            here.extend(&of.defines);
        }
        // What stands nearer is told later.
        words.splice(0..0, here);
    }
    work::add(words.len());
    let told: Vec<String> = words
        .into_iter()
        .map(|word| match word.contains('=') || word.starts_with('!') {
            true => word.clone(),
            false => format!("{word}=1"),
        })
        .collect();
    Configuration::read(&told).unwrap_or_default()
}

/// Most descriptions that are asked for one source.
const MOST: usize = 100;

/// Do the descriptions of builds above a source, or those that they run, list it? `None` where none above lists any, where
/// one of these may build more than it lists, and where there are too many.
fn is_listed(files: &dyn Files, path: &str) -> Option<bool> {
    for folder in ancestors(parent(path)) {
        let all = build_folders::commands(files, folder);
        if !all.is_empty() {
            let is_there = all.iter().any(|(manifest, place)| place.compilation(manifest, path).is_some());
            let are_all = all.iter().all(|(manifest, _)| manifest.sources_are_all);
            return (is_there || are_all).then_some(is_there);
        }
    }
    let above: Vec<&str> = ancestors(parent(path)).collect();
    let mut waiting: Vec<(String, &str)> = Vec::new();
    waiting.extend(above.iter().flat_map(|folder| SHARED.map(|name| ((*folder).to_owned(), name))));
    let mut asked: BTreeSet<(String, &str)> = BTreeSet::new();
    let (mut is_any_listed, mut are_all, mut count) = (false, true, 0);
    while let Some((folder, name)) = waiting.pop() {
        if !asked.insert((folder.clone(), name)) {
            continue;
        }
        let Some(manifest) = files.build(&join(&folder, name)) else { continue };
        count += 1;
        if count > MOST {
            return None;
        }
        work::add(manifest.sources.len());
        // Only what has its name can be it.
        let mut named = manifest.sources.iter().filter(|one| file_name(one) == file_name(path));
        let base = |one: &String| build_folders::base_of(files, (&folder, name), one);
        if named.any(|one| base(one).as_deref() == Some(path)) {
            return Some(true);
        }
        // One of another folder lists what is not below it in so many words, if at all.
        if above.contains(&folder.as_str()) {
            is_any_listed |= !manifest.sources.is_empty();
            are_all &= manifest.sources_are_all;
        }
        waiting.extend(manifest.extends.iter().filter_map(base).map(|folder| (folder, name)));
    }
    (is_any_listed && are_all).then_some(false)
}
