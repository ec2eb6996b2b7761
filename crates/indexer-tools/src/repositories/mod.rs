//! The repositories that are asked together, as the user's file names them. Each keeps an index of its own; one that no
//! question needs is not opened.

mod consumed;

pub(crate) use consumed::{Consumed, consumed};

use crate::protocol::engine_problem::engine_problem;
use crate::protocol::{Code, Problem};
use crate::settings::Configuration;
use crate::settings::table::REPOSITORIES;
use indexer_config::Named;
use indexer_engine::{Options, Workspace};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Repositories that stay open for the next question. An open one holds its mapped index and little memory of its own.
const OPEN: usize = 32;

/// Names that a problem suggests.
const SUGGESTIONS: usize = 5;

/// The repositories that a program was told of.
pub struct Repositories {
    configuration: Configuration,
    /// The one that was asked last stands first.
    open: Mutex<Vec<(PathBuf, Arc<Workspace>)>>,
    cancel: Arc<AtomicBool>,
}

impl std::fmt::Debug for Repositories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Repositories").finish_non_exhaustive()
    }
}

impl Repositories {
    /// Those that the configuration names; nothing is read yet. What is indexed for a question ends where `cancel` is set.
    pub fn new(configuration: Configuration, cancel: Arc<AtomicBool>) -> Self {
        Self { configuration, open: Mutex::default(), cancel }
    }

    /// The repositories that the file names now, by name. A problem where there is no file, or it cannot be read.
    pub fn all(&self) -> Result<Vec<Named>, Problem> {
        let settings = self.configuration.at(&self.configuration.root());
        let Some(file) = settings.path(&REPOSITORIES) else {
            let problem = Problem::new(Code::Disabled, "no file names other repositories");
            return Err(problem.hint(format!("--{} FILE, see docs/repositories.md", REPOSITORIES.flag())));
        };
        indexer_config::repositories(&file)
            .map_err(|what| Problem::new(Code::Unreadable, format!("{}: {what}", REPOSITORIES.key)))
    }

    /// Ends what is being indexed, for a program that ends.
    pub fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The folder of the repository with this name.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Problem> {
        let all = self.all()?;
        let Some(found) = all.iter().find(|one| one.name == name) else {
            let problem =
                Problem::argument("repository", format!("repository: no repository is called {name}"));
            let names = all.iter().map(|one| one.name.as_str());
            return Err(problem.suggest(indexer_search::nearest(name, names, SUGGESTIONS)));
        };
        canonical(found)
    }

    /// The repository in a folder that the file names, opened where it is not open.
    pub(crate) fn open(&self, named: &Named) -> Result<Arc<Workspace>, Problem> {
        let root = canonical(named)?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match open.iter().position(|(path, _)| *path == root) {
            Some(at) => open.remove(at).1,
            None => {
                let settings = self.configuration.at(&root);
                let options = crate::settings::options(&settings, &root)?;
                let options = Options { cancel: Arc::clone(&self.cancel), ..options };
                Arc::new(Workspace::open(options, |_| ()).map_err(|error| engine_problem(&error))?)
            }
        };
        open.truncate(OPEN - 1);
        open.insert(0, (root, Arc::clone(&found)));
        Ok(found)
    }
}

fn canonical(named: &Named) -> Result<PathBuf, Problem> {
    let folder: &Path = &named.path;
    dunce::canonicalize(folder).map_err(|error| {
        Problem::new(Code::Unreadable, format!("{}: cannot open {}: {error}", named.name, folder.display()))
    })
}
