//! Which folder is asked about, and the workspaces that are open.

use crate::Output;
use crate::policy::{Policy, permitted};
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::tool::Tool;
use crate::protocol::{Context, Problem};
use crate::repositories::Repositories;
use crate::settings::table::{ALLOWED_ROOTS, MEMBER, PATIENCE_MS, WATCH};
use crate::settings::{Configuration, Settings};
use indexer_engine::{EngineError, Event, Options, Progress, Reading, Shared, Workspace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Asks one tool of a workspace as it is now on disk, which is one of the repositories that are asked together.
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
        let repositories = Repositories::new(configuration.clone(), Arc::default());
        Self { configuration, root, open: Mutex::default(), repositories, listener: Arc::default() }
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

    /// Answers; `root` among the arguments chooses a folder that the server may open.
    pub fn ask(&self, tool: &Tool, arguments: &Value, cancel: &AtomicBool) -> Result<Output, Problem> {
        let settings = self.settings();
        Policy::new(&settings).check(tool)?;
        let (root, within) = match arguments["repository"].as_str() {
            Some(name) => (self.repositories.folder(name)?, None),
            None => self.folder(arguments["root"].as_str(), &settings)?,
        };
        let settings = if root == self.root { settings } else { self.configuration.at(&root) };
        // A project may restrict what is done to it.
        permitted(&settings, tool)?;
        let Open { settings, shared, .. } = self.open(&root, within, settings)?;
        let question = question(&settings, Some(&self.repositories), tool, arguments, cancel);
        let patience = Duration::from_millis(settings.number(&PATIENCE_MS).unwrap_or(u64::MAX));
        let patience = if tool.about_index { patience.min(GLANCE) } else { patience };
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

    /// Asks the index of the root itself, as it is now on disk.
    pub fn look<T>(
        &self,
        cancel: &AtomicBool,
        ask: impl Fn(&Context<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let Open { settings, shared, .. } = self.open(&self.root, None, self.settings())?;
        let patience = Duration::from_millis(settings.number(&PATIENCE_MS).unwrap_or(u64::MAX));
        let outcome = shared.query(patience, cancel, |reading| {
            ask(&Context { settings: Some(&settings), ..Context::of(reading, cancel) })
        });
        outcome.map_err(|error| engine_problem(&error))?
    }

    /// How far the index is that a question with these arguments waits for; `None` where it waits
    /// for none.
    pub fn progress(&self, arguments: &Value) -> Option<Progress> {
        let asked =
            arguments["root"].as_str().map_or_else(|| self.root.clone(), |asked| self.root.join(asked));
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(&asked).and_then(|open| open.shared.progress())
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
        let listener = Arc::clone(&self.listener);
        // What is indexed first has not changed.
        let first = AtomicBool::new(true);
        let options = Options { within: within.clone(), ..crate::settings::options(&settings, root)? };
        let opened = Shared::open(options, move |event: Event| {
            if let Event::Done { .. } = event
                && !first.swap(false, Ordering::Relaxed)
                && let Some(listener) = &*listener.lock().unwrap_or_else(PoisonError::into_inner)
            {
                listener();
            }
        });
        let shared = Arc::new(opened.map_err(|error| engine_problem(&error))?);
        let made = Open { settings: Arc::new(settings), shared, within };
        open.insert(root.to_owned(), made.clone());
        Ok(made)
    }
}
