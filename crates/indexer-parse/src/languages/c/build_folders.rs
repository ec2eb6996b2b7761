//! Folders with headers, as build descriptions in the repository name them.

use super::include::is_standard;
use indexer_core::manifest::Compilation;
use indexer_core::path::{ancestors, file_name, join, parent, resolve};
use indexer_core::{Files, IncludeQuery, Included, ManifestFacts};

/// Descriptions of all sources below a folder that any of them may need.
pub(super) const SHARED: [&str; 2] = ["CMakeLists.txt", "meson.build"];
/// Where compilers' commands are written.
const COMMANDS: &str = "compile_commands.json";
/// So deep below a folder they may stand to be written for its sources: in it, in `build`, in `out/debug`.
const DEEPEST_COMMANDS: usize = 2;
/// Of more lists of commands only the first are looked at: each is for a build of its own.
const MOST_COMMANDS: usize = 64;
/// So many sources of a list are looked for in the repository, from all parts of it.
const MOST_LOOKED_FOR: usize = 32;
/// More files than this are no answer.
const MOST: usize = 8;

/// Which file is included by what a build description says; `None` where none says anything.
///
/// The commands for the source itself are an order: the first folder with such a file wins. Of what holds for many
/// sources, each may need other folders: only one file among all of them is certain.
pub(super) fn find(files: &dyn Files, query: IncludeQuery<'_>) -> Option<Included> {
    let all = files.named(file_name(query.path));
    if all.is_empty() {
        return None;
    }
    let mut found: Vec<String> = Vec::new();
    for folder in ancestors(parent(query.from)) {
        for (manifest, place) in commands(files, folder) {
            let named = |of: &&Compilation| !(of.include.is_empty() && of.quoted.is_empty());
            if let Some(of) = place.compilation(manifest, query.from).filter(named) {
                let quoted = of.quoted.iter().filter(|_| query.near);
                let mut named = quoted.chain(&of.include).filter_map(|one| place.inside(one));
                let first = named.find_map(|one| resolve(&one, query.path).filter(|path| all.contains(path)));
                return first.map(Included::File);
            }
        }
        if let Some(flags) = files.build(&join(folder, "compile_flags.txt")) {
            let quoted = flags.compilations.iter().flat_map(|one| &one.quoted).filter(|_| query.near);
            let mut named = quoted.chain(flags.compilations.iter().flat_map(|one| &one.include));
            let at = |one: &String| {
                resolve(&join_path(folder, one)?, query.path).filter(|path| all.contains(path))
            };
            return named.find_map(at).map(Included::File);
        }
        for name in SHARED {
            let Some(manifest) = files.build(&join(folder, name)) else { continue };
            for one in manifest.compilations.iter().flat_map(|one| &one.include) {
                let base = base_of(files, (folder, name), one);
                let path = base.and_then(|base| resolve(&base, query.path));
                if let Some(path) = path.filter(|path| all.contains(path) && !found.contains(path)) {
                    found.push(path);
                }
                if found.len() > MOST {
                    break;
                }
            }
        }
    }
    // A system header of that name is found by those that do not need the folder.
    if is_standard(query.path) {
        return None;
    }
    match found.len() {
        0 => None,
        1 => found.pop().map(Included::File),
        2..=MOST => Some(Included::OneOf(found)),
        _ => Some(Included::Unknown),
    }
}

/// The compilers' commands that are written for the sources below `folder`, with the place where their paths begin, the
/// nearest ones first.
pub(super) fn commands<'f>(files: &'f dyn Files, folder: &str) -> Vec<(&'f ManifestFacts, Place)> {
    let all = files.named(COMMANDS);
    let below = all.iter().take(MOST_COMMANDS).filter_map(|path| {
        let rest = match folder {
            "" => path.as_str(),
            folder => path.strip_prefix(folder)?.strip_prefix('/')?,
        };
        let depth = rest.matches('/').count();
        (depth <= DEEPEST_COMMANDS).then_some((depth, path))
    });
    let mut below: Vec<(usize, &String)> = below.collect();
    below.sort_unstable();
    let read = |(_, path): (usize, &String)| {
        let manifest = files.build(path)?;
        Some((manifest, Place::of(manifest, folder, files)?))
    };
    below.into_iter().filter_map(read).collect()
}

/// The outermost folder above `folder`, or that itself, with a manifest of this name.
fn outermost(files: &dyn Files, folder: &str, name: &str) -> String {
    let above: Vec<&str> = ancestors(folder).collect();
    let found = above.into_iter().rev().find(|above| files.build(&join(above, name)).is_some());
    found.unwrap_or(folder).to_owned()
}

/// The place of a folder, or of a source, as a manifest in `folder` writes it.
pub(super) fn base_of(files: &dyn Files, (folder, name): (&str, &str), written: &str) -> Option<String> {
    if let Some(rest) = written.strip_prefix("//") {
        return resolve(&outermost(files, folder, name), rest);
    }
    let Some(rest) = written.strip_prefix("/./") else { return join_path(folder, written) };
    let is_project =
        |above: &&str| files.build(&join(above, name)).is_some_and(|manifest| manifest.is_project);
    match ancestors(folder).find(is_project) {
        Some(project) => resolve(project, rest),
        None => resolve(&outermost(files, folder, name), rest),
    }
}

/// A folder that is written relative to another.
fn join_path(folder: &str, path: &str) -> Option<String> {
    match path {
        "" | "." => Some(folder.to_owned()),
        path => resolve(folder, path.trim_end_matches('/')),
    }
}

/// Where the paths of compilers' commands begin: what stands before those of the repository.
pub(super) struct Place {
    /// What absolute paths begin with up to the root of the repository, with a slash.
    root: String,
}

impl Place {
    /// The place that the first source of the manifest gives which the repository has. Looked at are sources from all
    /// parts of it: what a build makes, or fetches, may stand before all others, and a root may be a part of what is built.
    fn of(manifest: &ManifestFacts, folder: &str, files: &dyn Files) -> Option<Self> {
        let step = manifest.compilations.len().div_ceil(MOST_LOOKED_FOR).max(1);
        let known = manifest.compilations.iter().step_by(step).find_map(|one| {
            let path = one.of.as_str();
            let starts = path.char_indices().filter(|(_, c)| *c == '/').map(|(at, _)| at + 1);
            starts
                .into_iter()
                .find(|at| {
                    // The folder of the commands stands above the source.
                    let rest = &path[*at..];
                    indexer_core::path::is_under(rest, folder) && files.is_file(rest)
                })
                .map(|at| path[..at].to_owned())
        });
        known.map(|root| Self { root })
    }

    /// How the source `from` is compiled.
    pub(super) fn compilation<'m>(&self, manifest: &'m ManifestFacts, from: &str) -> Option<&'m Compilation> {
        let path = format!("{}{from}", self.root);
        let at = manifest.compilations.binary_search_by(|one| one.of.as_str().cmp(&path)).ok()?;
        manifest.compilations.get(at)
    }

    /// A folder of the repository; `None` for one outside.
    fn inside(&self, folder: &str) -> Option<String> {
        if self.root.strip_suffix('/') == Some(folder) {
            return Some(String::new());
        }
        folder.strip_prefix(&self.root).map(str::to_owned)
    }
}
