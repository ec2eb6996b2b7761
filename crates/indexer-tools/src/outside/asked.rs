//! Questions about a package itself: `package` among the arguments.

use super::{Environs, root_of};
use crate::protocol::{Code, Context, Problem};
use crate::settings::table::DEPENDENCIES;
use indexer_engine::Snapshot;
use indexer_packages::{ECOSYSTEMS, Ecosystem, Installed};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Names that a problem suggests.
const SUGGESTIONS: usize = 5;
/// Folders of a repository from which a package is looked for.
const MOST_FOLDERS: usize = 200;

/// A package that is asked about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The package.
    pub package: Installed,
    /// What it holds.
    pub snapshot: Arc<Snapshot>,
}

/// The package of this name, as it is installed for the root or one of its members.
pub fn package(context: &Context<'_>, name: &str) -> Result<Asked, Problem> {
    let Some(reading) = context.reading else {
        return Err(Problem::not_supported("package", "no installed packages are known here"));
    };
    if !super::is_on(context) {
        let problem = Problem::new(Code::Disabled, "dependencies are switched off");
        return Err(problem.hint(format!("{} = ask reads installed packages", DEPENDENCIES.key)));
    }
    if super::is_of_revision(context) {
        let message = "package: what is installed has no revisions: leave rev out";
        return Err(Problem::argument("package", message));
    }
    let package = installed(context, name)?;
    let opened = reading.package(&package.root, &root_of(&package));
    let snapshot = opened.map_err(|error| {
        Problem::new(Code::Unreadable, format!("{} cannot be read: {error}", package.label()))
    })?;
    Ok(Asked { package, snapshot })
}

fn installed(context: &Context<'_>, name: &str) -> Result<Installed, Problem> {
    let environs = Environs::of(context);
    // A name may be written with its ecosystem: `npm:express`.
    let parted = name.split_once(':').filter(|(word, _)| ECOSYSTEMS.iter().any(|one| one.word == *word));
    let (word, name) = parted.map_or((None, name), |(word, name)| (Some(word), name));
    let used = used(context);
    let all =
        || ECOSYSTEMS.iter().filter(|one| word.map_or(used.contains(one.word), |word| one.word == word));
    let mut why = Vec::new();
    let mut known = BTreeSet::new();
    for ecosystem in all() {
        for from in folders(context, ecosystem) {
            match ecosystem.named(&environs.places(&from), name) {
                Ok(found) => return Ok(found),
                Err(missing) => {
                    known.extend(missing.known);
                    let said = format!("{}: {}", ecosystem.word, missing.why);
                    if !why.contains(&said) && why.len() < SUGGESTIONS {
                        why.push(said);
                    }
                }
            }
        }
    }
    if all().next().is_none() {
        why.push("no file here is of a language whose packages are read".to_owned());
    }
    let mut near = indexer_search::nearest(name, known.iter().map(String::as_str), SUGGESTIONS);
    if near.is_empty() {
        near = known.into_iter().take(SUGGESTIONS).collect();
    }
    let problem =
        Problem::new(Code::NotFound, format!("no installed package is called {name}; {}", why.join("; ")));
    Err(Problem { parameter: Some("package".to_owned()), ..problem }
        .hint("index_status names what is read of each environment")
        .suggest(near))
}

/// The ecosystems of the languages that are indexed, and of the manifests. O(files)
pub(super) fn used(context: &Context<'_>) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut languages = BTreeSet::new();
    for file in context.view().files() {
        if languages.insert(file.language())
            && let Some(rules) = context.snapshot.rules(file.path())
        {
            found.extend(rules.outside.map(|outside| outside.ecosystem));
        }
    }
    found
}

/// Files from which a package is looked for: the root, and the folders in which manifests stand.
pub(super) fn folders(context: &Context<'_>, ecosystem: &Ecosystem) -> Vec<String> {
    let is_manifest = |path: &str| ecosystem.manifests.contains(&indexer_core::path::file_name(path));
    let manifests =
        context.view().files().filter(|file| is_manifest(file.path()) && file.path().contains('/'));
    let manifests = manifests.map(|file| file.path().to_owned()).take(MOST_FOLDERS);
    std::iter::once(String::new()).chain(manifests).collect()
}
