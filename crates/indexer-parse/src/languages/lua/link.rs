//! What the linker must know.

use super::names::{COMMODITIES, HOSTS, RUNNERS, STANDARD};
use crate::text::holds;
use indexer_core::{Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery, Protocol, path};

/// The name under which a file binds what it returns: no program can write it.
pub(super) const WHOLE: &str = "return";

/// Folders below that of a project in which modules begin.
const ROOTS: &[&str] = &["", "lua", "src", "lib"];

/// So many files may be meant by the end of their path.
const MOST_FILES: usize = 4;

pub(super) const RULES: LinkRules = LinkRules {
    language: "lua",
    conventions: &super::conventions::CONVENTIONS,
    standard_packages: &["_G"],
    implicit: |name| (is_given(name) || holds(RUNNERS, name)).then_some("_G"),
    fixed: is_given,
    commodity: |name| holds(COMMODITIES, name),
    most_guesses: 1,
    linearization: Linearization::C3,
    root,
    module_name: |_, file| {
        let stem = file.strip_suffix(".lua").unwrap_or(file);
        let stem = stem.strip_suffix("/init").unwrap_or(stem);
        let inside = stem.split_once("lua/").map_or(stem, |(_, inside)| inside);
        if inside.is_empty() { path::stem(file).to_owned() } else { inside.replace('/', ".") }
    },
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("string"),
            LiteralKind::Float => Some("number"),
            LiteralKind::Boolean => Some("boolean"),
            _ => None,
        },
        ..Protocol::BASE
    },
    whole_module: Some(WHOLE),
    adds_members: true,
    has_globals: true,
    ..LinkRules::BASE
};

/// A name that the language itself gives to every file.
pub(super) fn is_standard(name: &str) -> bool {
    holds(STANDARD, name)
}

/// A name that the language or what runs it gives to every file.
fn is_given(name: &str) -> bool {
    is_standard(name) || holds(HOSTS, name)
}

/// `a.b` is `a/b.lua` or `a/b/init.lua` below the folder of the file that requires it or one above it, or below the folders
/// for modules there. Where programs run and what their path is, nothing says: what fits twice is one of both.
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let name = query.first.replace('.', "/");
    let mut found: Vec<String> = Vec::new();
    for folder in path::ancestors(path::parent(query.from)) {
        for root in ROOTS {
            let below = path::join(folder, root);
            let at = |ending: &str| path::resolve(&below, &format!("{name}{ending}"));
            let hit = [at(".lua"), at("/init.lua")].into_iter().flatten().find(|one| files.is_file(one));
            if let Some(hit) = hit.filter(|hit| hit != query.from && !found.contains(hit)) {
                found.push(hit);
            }
        }
    }
    match found.len() {
        0 => by_ending(files, query.first, &name),
        1 => ModulePlace::File { path: found.remove(0), inside: Vec::new() },
        _ => {
            found.truncate(MOST_FILES);
            ModulePlace::OneOf(found)
        }
    }
}

/// Elsewhere in the repository a path of several names is likely what is meant.
fn by_ending(files: &dyn Files, written: &str, name: &str) -> ModulePlace {
    let outside = || ModulePlace::External(written.to_owned());
    if is_standard(written) || !name.contains('/') {
        return outside();
    }
    let ending = format!("/{name}.lua");
    let last = ending.rsplit('/').next().unwrap_or("");
    let mut found = files.named(last);
    found.retain(|one| one.ends_with(&ending));
    match found.len() {
        0 => outside(),
        1 => ModulePlace::Likely(found.remove(0)),
        2..=MOST_FILES => ModulePlace::OneOf(found),
        _ => ModulePlace::Unknown,
    }
}
