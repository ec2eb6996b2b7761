//! Which folder is asked about, and the workspaces that are open.

use crate::Output;
use crate::context::Context;
use crate::problem::{Code, Problem};
use crate::tool::Tool;
use clap::Args;
use indexer_engine::{EngineError, Event, Options, Snapshot, Workspace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// What both programs can be told about the index.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Index")]
pub struct Settings {
    /// Folder to ask about; by default upwards from here to the nearest .git
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Where the index is kept
    #[arg(long, global = true, value_name = "DIR", env = "INDEXER_CACHE_DIR")]
    pub cache_dir: Option<PathBuf>,
    /// Leave out files larger than this
    #[arg(long, global = true, value_name = "KB")]
    pub max_file_size: Option<u64>,
    /// Globs of files to leave out
    #[arg(long, global = true, value_name = "GLOBS", value_delimiter = ',')]
    pub exclude: Vec<String>,
    /// Also index what .gitignore names
    #[arg(long, global = true)]
    pub no_gitignore: bool,
}

impl Settings {
    /// The root that is meant: as given, else the nearest folder upwards that holds `.git`, else
    /// where we are.
    pub fn root(&self) -> PathBuf {
        if let Some(root) = &self.root {
            return root.clone();
        }
        let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        here.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&here).to_path_buf()
    }

    /// The engine's options for a root.
    pub fn options(&self, root: &Path) -> Options {
        Options {
            cache_dir: self.cache_dir.clone(),
            max_file_size_kb: self.max_file_size,
            exclude: self.exclude.clone(),
            no_gitignore: self.no_gitignore,
            ..Options::new(root)
        }
    }
}

/// The problem behind an error of the engine.
pub fn engine_problem(error: &EngineError) -> Problem {
    match error {
        EngineError::Cancelled => Problem::cancelled(),
        EngineError::Root { .. } => Problem {
            parameter: Some("root".into()),
            ..Problem::new(Code::InvalidArgument, error.to_string()).hint("give a folder that exists")
        },
        EngineError::Option { option, .. } => Problem::argument(option, error.to_string()),
        EngineError::Unstable(_) => Problem::new(Code::Unreadable, error.to_string()).hint("ask again"),
        _ => Problem::new(Code::Unreadable, error.to_string()),
    }
}

/// Asks one tool of a workspace as it is now on disk.
pub fn ask(
    workspace: &Workspace,
    settings: &Settings,
    tool: &Tool,
    arguments: &Value,
    cancel: &AtomicBool,
) -> Result<Output, Problem> {
    let question = |snapshot: &Arc<Snapshot>| {
        let context = Context { cache_dir: settings.cache_dir.as_deref(), ..Context::new(snapshot, cancel) };
        tool.run(&context, arguments.clone())
    };
    workspace.query(question).map_err(|error| engine_problem(&error))?
}

/// The workspaces of a server: that of its root, and of folders inside it that were asked about.
#[derive(Debug)]
pub struct Roots {
    settings: Settings,
    root: PathBuf,
    open: Mutex<BTreeMap<PathBuf, Arc<Workspace>>>,
}

impl Roots {
    /// Nothing is opened yet.
    pub fn new(settings: Settings) -> Self {
        let root = settings.root();
        let root = root.canonicalize().unwrap_or(root);
        Self { settings, root, open: Mutex::default() }
    }

    /// The root of the server.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Answers; `root` among the arguments chooses a folder inside the server's root.
    pub fn ask(&self, tool: &Tool, arguments: &Value, cancel: &AtomicBool) -> Result<Output, Problem> {
        let workspace = self.workspace(arguments["root"].as_str())?;
        ask(&workspace, &self.settings, tool, arguments, cancel)
    }

    /// The workspace of a folder. Opened once.
    fn workspace(&self, asked: Option<&str>) -> Result<Arc<Workspace>, Problem> {
        let root = match asked {
            None => self.root.clone(),
            Some(asked) => {
                let path = self.root.join(asked);
                let path = path.canonicalize().map_err(|error| {
                    Problem::argument("root", format!("root: cannot open {asked}: {error}"))
                })?;
                // A client does not get to read folders that the user did not hand to the server.
                if !path.starts_with(&self.root) {
                    return Err(Problem::argument(
                        "root",
                        format!("root: {asked} is outside the server's root"),
                    )
                    .hint("start a server with --root there"));
                }
                path
            }
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(workspace) = open.get(&root) {
            return Ok(Arc::clone(workspace));
        }
        let opened = Workspace::open(self.settings.options(&root), |_: Event| ());
        let workspace = Arc::new(opened.map_err(|error| engine_problem(&error))?);
        open.insert(root, Arc::clone(&workspace));
        Ok(workspace)
    }
}
