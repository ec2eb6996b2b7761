//! The repositories that are asked together, as the user's file names them. Each keeps an index of its own; one that no
//! question needs is not opened.

mod consumed;
mod grant;
mod route;
mod several;
mod together;

pub(crate) use consumed::{Consumed, consumed};
pub use grant::Grant;
pub use route::Route;
pub use together::{AskedOf, OfPackage, Together, Unasked};

use crate::protocol::engine_problem::engine_problem;
use crate::protocol::{Code, Problem};
use crate::settings::table::REPOSITORIES;
use crate::settings::{Configuration, Settings, StorePlace, options_with};
use indexer_config::Named;
use indexer_engine::{Event, Shared};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Repositories that stay open for the next question. An open one holds its mapped index, a file handle, and what
/// questions have worked out of it.
const OPEN: usize = 64;

/// Names that a problem suggests.
const SUGGESTIONS: usize = 5;

/// The repositories that a program was told of, as far as somebody may ask them.
#[derive(Clone)]
pub struct Repositories {
    configuration: Configuration,
    /// The one that was asked last stands first.
    open: Arc<Mutex<Vec<(Key, Opened)>>>,
    grant: Grant,
    /// Called after the index of one has changed.
    changed: Arc<dyn Fn() + Send + Sync>,
}

/// Which open repository it is: its folder, canonical, and the shared store that is its own.
type Key = (PathBuf, Option<StorePlace>);

/// A repository that is open.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The repository, for many who ask at once.
    pub shared: Arc<Shared>,
    /// What holds for it.
    pub settings: Arc<Settings>,
}

/// Who opens a repository, and what becomes of it then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    /// A question about it: it stays open, and the one that nobody asked for longest goes.
    First,
    /// A question about all: it stays open where there is room.
    IfRoom,
}

/// Calls `changed` after each time that an index has taken in changes; what is indexed first has not changed.
pub(crate) fn once_changed(changed: Arc<dyn Fn() + Send + Sync>) -> impl Fn(Event) + Send + Sync + 'static {
    let first = AtomicBool::new(true);
    move |event| {
        if let Event::Done { .. } = event
            && !first.swap(false, Ordering::Relaxed)
        {
            changed();
        }
    }
}

impl std::fmt::Debug for Repositories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Repositories").field("grant", &self.grant).finish_non_exhaustive()
    }
}

impl Repositories {
    /// Those that the configuration names; nothing is read yet.
    pub fn new(configuration: Configuration) -> Self {
        Self { configuration, open: Arc::default(), grant: Grant::default(), changed: Arc::new(|| ()) }
    }

    /// The same, with `changed` called, on whatever thread, after the index of one has taken in changes.
    #[must_use]
    pub fn telling(self, changed: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self { changed, ..self }
    }

    /// The same for somebody who may ask only some of them: of the others they learn nothing. What is open is shared.
    #[must_use]
    pub fn granted(&self, grant: &Grant) -> Self {
        Self { grant: grant.clone(), ..self.clone() }
    }

    /// Which of them may be asked.
    pub fn grant(&self) -> &Grant {
        &self.grant
    }

    /// True where a file names repositories.
    pub fn are_named(&self) -> bool {
        self.file().is_some()
    }

    fn file(&self) -> Option<PathBuf> {
        self.configuration.at(&self.configuration.root()).path(&REPOSITORIES)
    }

    /// The repositories that the file names now and that may be asked, by name. A problem where there is no file, or it
    /// cannot be read.
    pub fn all(&self) -> Result<Vec<Named>, Problem> {
        let Some(file) = self.file() else {
            let problem = Problem::new(Code::Disabled, "no file names other repositories");
            return Err(problem.hint(format!("--{} FILE, see docs/repositories.md", REPOSITORIES.flag())));
        };
        let mut all = indexer_config::repositories(&file).map_err(|what| {
            // What the file says of others is for who may ask all.
            let what = if self.grant.is_everything() { what } else { "the file cannot be read".to_owned() };
            Problem::new(Code::Unreadable, format!("{}: {what}", REPOSITORIES.key))
        })?;
        all.retain(|one| self.grant.allows(&one.name));
        Ok(all)
    }

    /// Ends what is being indexed, for a program that ends; returns when what was parsed is kept.
    pub fn stop(&self) {
        let open: Vec<Opened> = self.lock().iter().map(|(_, one)| one.clone()).collect();
        open.iter().for_each(|one| one.shared.cancel());
        open.iter().for_each(|one| one.shared.wait());
    }

    /// How many are open now.
    pub fn open_count(&self) -> usize {
        self.lock().len()
    }

    /// The repository with this name.
    pub fn named(&self, name: &str) -> Result<Named, Problem> {
        let all = self.all()?;
        all.iter().find(|one| one.name == name).cloned().ok_or_else(|| {
            let problem =
                Problem::argument("repository", format!("repository: no repository is called {name}"));
            let names = all.iter().map(|one| one.name.as_str());
            problem.suggest(indexer_search::nearest(name, names, SUGGESTIONS))
        })
    }

    /// The folder of a repository, canonical.
    pub fn folder(&self, named: &Named) -> Result<PathBuf, Problem> {
        dunce::canonicalize(&named.path).map_err(|error| {
            let place = match self.grant.is_everything() {
                true => named.path.display().to_string(),
                // Where things are is for who may ask all.
                false => "its folder".to_owned(),
            };
            Problem::new(Code::Unreadable, format!("{}: cannot open {place}: {error}", named.name))
        })
    }

    /// A repository that the file names, opened where it is not open: it stays open for the next question.
    pub fn open(&self, named: &Named) -> Result<Opened, Problem> {
        self.opened(named, Keep::First)
    }

    /// The same for a question about another one: it stays open where there is room.
    pub(crate) fn open_beside(&self, named: &Named) -> Result<Opened, Problem> {
        self.opened(named, Keep::IfRoom)
    }

    fn opened(&self, named: &Named, keep: Keep) -> Result<Opened, Problem> {
        let root = self.folder(named)?;
        let settings = self.configuration.at(&root);
        let key: Key = (root, StorePlace::of(named));
        let mut open = self.lock();
        let at = open.iter().position(|(known, _)| *known == key);
        let found = match at {
            Some(at) if open[at].1.settings.opens_as(&settings) => {
                let shared = Arc::clone(&open[at].1.shared);
                Opened { shared, settings: Arc::new(settings) }
            }
            _ => {
                let options = options_with(&settings, &key.0, key.1.as_ref())?;
                let shared = Shared::open(options, once_changed(Arc::clone(&self.changed)));
                let shared = Arc::new(shared.map_err(|error| engine_problem(&error))?);
                Opened { shared, settings: Arc::new(settings) }
            }
        };
        match (keep, at) {
            (Keep::First, _) => {
                at.into_iter().for_each(|at| drop(open.remove(at)));
                open.truncate(OPEN - 1);
                open.insert(0, (key, found.clone()));
            }
            (Keep::IfRoom, Some(at)) => open[at].1 = found.clone(),
            (Keep::IfRoom, None) if open.len() < OPEN => open.push((key, found.clone())),
            (Keep::IfRoom, None) => {}
        }
        Ok(found)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Key, Opened)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
