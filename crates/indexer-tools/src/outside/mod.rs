//! Names that lead out of the repository, followed into the packages that are installed beside it.
//!
//! Nothing of a package becomes a row, a count or a rank of the repository: who asks about one is handed a snapshot of
//! that package alone, and answers from it are marked `package=`.

mod asked;
mod direct;
mod lead;
mod leads_to;
mod meant;
mod probe;
mod report;
mod used_here;
mod whole_file;

pub use asked::{Asked, package};
pub use lead::{Lead, Stop, lead};
pub use leads_to::LeadsTo;
pub use meant::unexplained;
pub(crate) use meant::{is_used, meant, with_reason};
pub(crate) use probe::{Probed, probed};
pub use report::environments;
pub(crate) use used_here::used_here;

use crate::protocol::Context;
use crate::settings::table::{DEPENDENCIES, DEPENDENCY_FOLDERS};
use indexer_core::LinkRules;
use indexer_engine::PackageRoot;
use indexer_packages::{Installed, Machine, Places, Seen};
use std::path::PathBuf;

/// False where the user or the project wants no packages to be read.
pub fn is_on(context: &Context<'_>) -> bool {
    context.workspace().is_some_and(|workspace| !workspace.is_in_memory() && workspace.options().packages)
        && context.settings.is_none_or(|settings| !settings.is_word(&DEPENDENCIES, "off"))
}

/// True for a revision: what is installed is so for the files on disk, and for their texts that nobody saved yet.
pub(crate) fn is_of_revision(context: &Context<'_>) -> bool {
    context.snapshot.revision.as_ref().is_some_and(|revision| revision.name != indexer_engine::UNSAVED)
}

/// What a search for packages of one question needs.
#[derive(Debug)]
pub struct Environs {
    machine: Machine,
    folders: Vec<PathBuf>,
    root: PathBuf,
    seen: Seen,
}

impl Environs {
    /// Those of a question.
    pub fn of(context: &Context<'_>) -> Self {
        let folders =
            context.settings.map(|settings| settings.paths(&DEPENDENCY_FOLDERS)).unwrap_or_default();
        let told = context.workspace().and_then(|workspace| workspace.options().machine.clone());
        let machine = told.unwrap_or_else(Machine::here);
        Self { machine, folders, root: context.snapshot.root.clone(), seen: Seen::default() }
    }

    /// Where is looked for what the file `from` uses.
    pub fn places<'a>(&'a self, from: &'a str) -> Places<'a> {
        Places {
            root: &self.root,
            from,
            folders: &self.folders,
            machine: &self.machine,
            for_linking: false,
            seen: &self.seen,
        }
    }
}

/// The files of a package, as the engine is asked for them.
fn root_of(package: &Installed) -> PackageRoot {
    PackageRoot { id: package.id(), only: package.only.clone(), exclude: package.exclude.clone() }
}

/// How the language of an indexed file asks installed packages, where that is known.
fn rules_of(context: &Context<'_>, path: &str) -> Option<&'static LinkRules> {
    context.snapshot.rules(path).filter(|rules| rules.outside.is_some())
}
