//! Which folder is asked about, and the workspaces that are open.

use crate::Output;
use crate::policy::{Policy, permitted};
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::tool::Tool;
use crate::protocol::{Context, Problem};
use crate::repositories::{Grant, Opened, Repositories, Route, once_changed};
use crate::settings::table::{ALLOWED_ROOTS, MEMBER, PATIENCE_MS, WATCH};
use crate::settings::{Configuration, Settings};
use indexer_config::Named;
use indexer_engine::{EngineError, Options, Progress, Reading, Shared, Workspace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Asks one tool of a workspace as it is now on disk.
pub fn ask(
    workspace: &Workspace,
    settings: &Settings,
    tool: &Tool,
    arguments: &Value,
    cancel: &AtomicBool,
) -> Result<Output, Problem> {
    ask_among(workspace, settings, None, tool, arguments, cancel)
}

/// Asks one tool of a workspace as it is now on disk, beside the repositories that are asked together.
pub fn ask_among(
    workspace: &Workspace,
    settings: &Settings,
    repositories: Option<&Repositories>,
    tool: &Tool,
    arguments: &Value,
    cancel: &AtomicBool,
) -> Result<Output, Problem> {
    permitted(settings, tool)?;
    let question = question(settings, repositories, tool, arguments, cancel);
    let answered = match tool.revision(arguments) {
        Some(revision) => workspace.query_at(&revision, cancel, question),
        None => workspace.query(question),
    };
    answered.map_err(|error| Problem { tool: Some(tool.name), ..engine_problem(&error) })?
}

/// A tool, ready to be run on a snapshot, with what the settings say where the arguments do not.
fn question<'a>(
    settings: &'a Settings,
    repositories: Option<&'a Repositories>,
    tool: &'a Tool,
    arguments: &Value,
    cancel: &'a AtomicBool,
) -> impl Fn(&Reading<'_>) -> Result<Output, Problem> + use<'a> {
    let mut arguments = arguments.clone();
    let members = settings.words(&MEMBER);
    if let Value::Object(given) = &mut arguments
        && !members.is_empty()
        && given.get("member").is_none_or(Value::is_null)
    {
        given.insert("member".into(), members.join(",").into());
    }
    move |reading| {
        let context = Context { settings: Some(settings), repositories, ..Context::of(reading, cancel) };
        tool.run(&context, arguments.clone())
    }
}

/// Asks one tool of a workspace that many ask.
fn ask_shared(
    (shared, settings): (&Shared, &Settings),
    repositories: &Repositories,
    (tool, arguments): (&Tool, &Value),
    cancel: &AtomicBool,
) -> Result<Output, Problem> {
    let question = question(settings, Some(repositories), tool, arguments, cancel);
    let patience = if tool.about_index { patience(settings).min(GLANCE) } else { patience(settings) };
    let outcome = match tool.revision(arguments) {
        Some(revision) => shared.workspace().query_at(&revision, cancel, &question),
        None => shared.query(patience, cancel, &question),
    };
    if settings.is_on(&WATCH) {
        shared.watch(DEBOUNCE);
    }
    match outcome {
        Ok(outcome) => outcome,
        Err(error @ EngineError::Indexing(_)) if tool.about_index => {
            let reading = Reading::new(shared.workspace(), shared.meanwhile());
            let answer = question(&reading);
            // What runs finds the damage too, and builds that again.
            if reading.damaged() { Err(engine_problem(&error)) } else { answer }
        }
        Err(error) => Err(Problem { tool: Some(tool.name), ..engine_problem(&error) }),
    }
}

/// How long a question waits for an index.
fn patience(settings: &Settings) -> Duration {
    Duration::from_millis(settings.number(&PATIENCE_MS).unwrap_or(u64::MAX))
}

/// Arguments with the revision of which the file of repositories says that one is, where they name none.
pub fn at_revision_of(named: &Named, mut arguments: Value) -> Value {
    if let (Some(revision), Value::Object(given)) = (&named.revision, &mut arguments)
        && given.get("rev").is_none_or(Value::is_null)
    {
        given.insert("rev".to_owned(), revision.clone().into());
    }
    arguments
}

/// Changes are taken in ahead of questions once they are this old.
const DEBOUNCE: Duration = Duration::from_millis(300);
/// How long a question about the index itself waits: a small index is built by then, and of a
/// large one it says how far it is.
const GLANCE: Duration = Duration::from_secs(1);

/// Called after the index of a root has changed.
type Listener = Box<dyn Fn() + Send + Sync>;

/// The workspaces of a server: that of its root, and of other folders that were asked about.
pub struct Roots {
    configuration: Configuration,
    root: PathBuf,
    open: Mutex<BTreeMap<PathBuf, Open>>,
    repositories: Repositories,
    listener: Arc<Mutex<Option<Listener>>>,
    /// Calls the listener.
    changed: Arc<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for Roots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Roots").field("root", &self.root).finish_non_exhaustive()
    }
}

/// An open workspace and what it was opened with.
#[derive(Clone, Debug)]
struct Open {
    settings: Arc<Settings>,
    shared: Arc<Shared>,
    within: Option<PathBuf>,
}

impl Roots {
    /// Nothing is opened yet.
    pub fn new(configuration: Configuration) -> Self {
        let root = configuration.root();
        let root = dunce::canonicalize(&root).unwrap_or(root);
        let listener: Arc<Mutex<Option<Listener>>> = Arc::default();
        let heard = Arc::clone(&listener);
        let changed = Arc::new(move || {
            if let Some(listener) = &*heard.lock().unwrap_or_else(PoisonError::into_inner) {
                listener();
            }
        });
        let repositories = Repositories::new(configuration.clone()).telling(changed.clone());
        Self { configuration, root, open: Mutex::default(), repositories, listener, changed }
    }

    /// The root of the server.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What holds for the server now; its project's file is read again.
    pub fn settings(&self) -> Settings {
        self.configuration.at(&self.root)
    }

    /// The settings say anew at each question which tools there are.
    pub fn policy(&self) -> Policy {
        Policy::new(&self.settings())
    }

    /// Answers; `root` among the arguments chooses a folder that the server may open, `repository` and `repo:` before
    /// paths those of the repositories that are asked together.
    pub fn ask(&self, tool: &Tool, arguments: &Value, cancel: &AtomicBool) -> Result<Output, Problem> {
        self.ask_for(&Grant::Everything, tool, arguments, cancel)
    }

    /// Answers somebody who may ask so much.
    pub fn ask_for(
        &self,
        grant: &Grant,
        tool: &Tool,
        arguments: &Value,
        cancel: &AtomicBool,
    ) -> Result<Output, Problem> {
        let settings = self.settings();
        Policy::new(&settings).check(tool)?;
        let repositories = self.repositories.granted(grant);
        match repositories.route(tool, arguments)? {
            Route::Own(arguments) => {
                let (root, within) = self.folder(arguments["root"].as_str(), &settings)?;
                let settings = if root == self.root { settings } else { self.configuration.at(&root) };
                // A project may restrict what is done to it.
                permitted(&settings, tool)?;
                let Open { settings, shared, .. } = self.open(&root, within, settings)?;
                ask_shared((&shared, &settings), &repositories, (tool, &arguments), cancel)
            }
            Route::One(named, arguments) => {
                let Opened { shared, settings } = repositories.open(&named)?;
                permitted(&settings, tool)?;
                let arguments = at_revision_of(&named, arguments);
                ask_shared((&shared, &settings), &repositories, (tool, &arguments), cancel)
            }
            Route::Several(named, arguments) => {
                repositories.ask_several(tool, (&named, &arguments), patience(&settings), cancel)
            }
        }
    }

    /// Asks the index of the root itself, or of the repository that somebody may ask, as it is now on disk.
    pub fn look<T>(
        &self,
        grant: &Grant,
        tool: &Tool,
        cancel: &AtomicBool,
        ask: impl Fn(&Context<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let repositories = self.repositories.granted(grant);
        let (shared, settings) = match repositories.route(tool, &Value::Null)? {
            Route::One(named, _) => {
                let Opened { shared, settings } = repositories.open(&named)?;
                (shared, settings)
            }
            _ => {
                let Open { settings, shared, .. } = self.open(&self.root, None, self.settings())?;
                (shared, settings)
            }
        };
        let outcome = shared.query(patience(&settings), cancel, |reading| {
            ask(&Context { settings: Some(&settings), ..Context::of(reading, cancel) })
        });
        outcome.map_err(|error| engine_problem(&error))?
    }

    /// How far the index is that a question with these arguments waits for; `None` where it waits
    /// for none.
    pub fn progress(&self, grant: &Grant, tool: &Tool, arguments: &Value) -> Option<Progress> {
        let repositories = self.repositories.granted(grant);
        match repositories.route(tool, arguments).ok()? {
            Route::One(named, _) => repositories.open(&named).ok()?.shared.progress(),
            Route::Several(..) => None,
            Route::Own(arguments) => {
                let asked = arguments["root"].as_str();
                let asked = asked.map_or_else(|| self.root.clone(), |asked| self.root.join(asked));
                let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
                open.get(&asked).and_then(|open| open.shared.progress())
            }
        }
    }

    /// How many workspaces are open: of the root and other folders, and of the repositories that are asked together.
    pub fn open_count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).len() + self.repositories.open_count()
    }

    /// Has `listener` called, on whatever thread, after an index has taken in changes.
    pub fn on_change(&self, listener: Listener) {
        *self.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// What the user should know of the configuration.
    pub fn warnings(&self) -> Vec<String> {
        let settings = self.settings();
        let refused = settings.refused().iter().map(|what| format!("ignored: {what}"));
        refused.chain(Policy::new(&settings).warnings().iter().cloned()).collect()
    }

    /// Stops what runs, for a server that ends; returns when what was parsed so far is kept.
    pub fn stop(&self) {
        let open: Vec<Open> =
            self.open.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        self.repositories.stop();
        open.iter().for_each(|one| one.shared.cancel());
        open.iter().for_each(|one| one.shared.wait());
    }

    /// The folder that is asked about, and the one that the user gave where it is below that. A client
    /// does not get to read folders that the user did not hand to the server.
    fn folder(
        &self,
        asked: Option<&str>,
        settings: &Settings,
    ) -> Result<(PathBuf, Option<PathBuf>), Problem> {
        let Some(asked) = asked else { return Ok((self.root.clone(), None)) };
        let path = self.root.join(asked);
        let path = dunce::canonicalize(path)
            .map_err(|error| Problem::argument("root", format!("root: cannot open {asked}: {error}")))?;
        let allowed = settings.paths(&ALLOWED_ROOTS);
        let allowed = allowed.iter().filter_map(|folder| dunce::canonicalize(folder).ok());
        let given = std::iter::once(self.root.clone()).chain(allowed);
        // The nearest says best what the user meant.
        let nearest =
            given.filter(|folder| path.starts_with(folder)).max_by_key(|folder| folder.components().count());
        match nearest {
            Some(given) if given == path => Ok((path, None)),
            Some(given) => Ok((path, Some(given))),
            None => Err(Problem::argument("root", format!("root: {asked} is outside the server's root"))
                .hint("start a server with --root there, or name the folder in allowed_roots")),
        }
    }

    /// The workspace of a folder, which lies `within` another that the user gave. Opened once, and
    /// again when what it was opened with no longer holds.
    fn open(&self, root: &Path, within: Option<PathBuf>, settings: Settings) -> Result<Open, Problem> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = open.get_mut(root).filter(|known| known.within == within) {
            if *known.settings == settings {
                return Ok(known.clone());
            }
            if known.settings.opens_as(&settings) {
                known.settings = Arc::new(settings);
                return Ok(known.clone());
            }
        }
        let options = Options { within: within.clone(), ..crate::settings::options(&settings, root)? };
        let opened = Shared::open(options, once_changed(Arc::clone(&self.changed)));
        let shared = Arc::new(opened.map_err(|error| engine_problem(&error))?);
        let made = Open { settings: Arc::new(settings), shared, within };
        open.insert(root.to_owned(), made.clone());
        Ok(made)
    }
}
