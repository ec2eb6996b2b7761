//! What a program can choose about a workspace.

use crate::source::Clock;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a program can choose about a workspace. `Options::new(root)` and struct update syntax.
#[derive(Clone, Debug)]
pub struct Options {
    /// The root, as given: a repository or a folder inside one.
    pub root: PathBuf,
    /// Where the index is kept; `None` for `$INDEXER_CACHE_DIR`, else the user's cache directory.
    pub cache_dir: Option<PathBuf>,
    /// Files larger than this many KB are left out; `None` leaves only the parser's own limit
    /// (8 MB), above which a file is listed and not parsed.
    pub max_file_size_kb: Option<u64>,
    /// Globs of files to leave out, as in a `.gitignore` file.
    pub exclude: Vec<String>,
    /// Also index what `.gitignore` and the like name (`.indexerignore` still counts).
    pub no_gitignore: bool,
    /// Never write to the cache directory; answer from memory.
    pub read_only: bool,
    /// Where the time comes from against which files are young.
    pub clock: Clock,
    /// Checked between files; set it to stop a refresh with `EngineError::Cancelled`.
    pub cancel: Arc<AtomicBool>,
}

impl Options {
    /// The defaults for `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            cache_dir: None,
            max_file_size_kb: None,
            exclude: Vec::new(),
            no_gitignore: false,
            read_only: false,
            clock: Clock::system(),
            cancel: Arc::default(),
        }
    }
}
