//! What a program can choose about a workspace.

use crate::types::digests;
use crate::types::framework_rules::UserRules;
use crate::types::package_root::PackageRoot;
use crate::types::remote::Remote;
use crate::types::stamp::Clock;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_packages::Machine;
use indexer_parse::Limits;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a program can choose about a workspace. `Options::new(root)` and struct update syntax.
#[derive(Clone, Debug)]
pub struct Options {
    /// The root, as given: a repository or a folder inside one.
    pub root: PathBuf,
    /// The folder that the user gave, where the root is one below it that a question named: a
    /// repository that begins below it is opened only where all of it lies below it too.
    pub within: Option<PathBuf>,
    /// Set where the root is that of an installed package: then no repository around it counts, and no rules of git.
    pub package: Option<PackageRoot>,
    /// False where no installed packages are to be read beside the root.
    pub packages: bool,
    /// True where installed packages are an input of linking.
    pub link_packages: bool,
    /// Further folders in which such packages are installed.
    pub package_folders: Vec<PathBuf>,
    /// What is told of the machine on which packages are installed; `None` for this one.
    pub machine: Option<Machine>,
    /// Rules about frameworks beside the program's own.
    pub framework_rules: UserRules,
    /// Where the index is kept; `None` for `$INDEXER_CACHE_DIR`, else the user's cache directory.
    pub cache_dir: Option<PathBuf>,
    /// Files larger than this many KB are left out; `None` leaves only the parser's own limit
    /// (8 MB), above which a file is listed and not parsed.
    pub max_file_size_kb: Option<u64>,
    /// Files deeper than this many levels are left out; at level 1 are those of the root itself.
    pub max_depth: Option<usize>,
    /// Globs of files to leave out, as in a `.gitignore` file.
    pub exclude: Vec<String>,
    /// Also index what `.gitignore` and the like name (`.indexerignore` still counts).
    pub no_gitignore: bool,
    /// Folders below the root whose `compile_commands.json` is read although they are ignored, besides those that are
    /// usual for builds.
    pub build_folders: Vec<String>,
    /// A store that several machines share, asked where the cache holds no index of HEAD; `None` asks nobody.
    pub remote: Option<Remote>,
    /// Never write to the cache directory; answer from memory.
    pub read_only: bool,
    /// Most MB that the cache of all repositories may take; what was used longest ago goes first.
    pub cache_size_mb: u64,
    /// Most MB of memory that a first build aims to stay below; `None` for what is usual. It then gives up sooner what
    /// it can read again, which costs time; the index is the same. Looked at between batches of linking, where the system
    /// says what a process takes (Linux); merging segments is not bounded by it.
    pub memory_limit_mb: Option<u64>,
    /// Where the time comes from against which files are young.
    pub clock: Clock,
    /// Checked between files; set it to stop a refresh with `EngineError::Cancelled`.
    pub cancel: Arc<AtomicBool>,
}

impl Options {
    /// Bound of the cache: an index takes about as much as the code, so this is room for hundreds of
    /// repositories or a handful of the largest, and about what compilers' caches take.
    pub const CACHE_SIZE_MB: u64 = 8192;

    /// The defaults for `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            within: None,
            package: None,
            packages: true,
            link_packages: false,
            package_folders: Vec::new(),
            machine: None,
            framework_rules: UserRules::default(),
            cache_dir: None,
            max_file_size_kb: None,
            max_depth: None,
            exclude: Vec::new(),
            no_gitignore: false,
            build_folders: Vec::new(),
            remote: None,
            read_only: false,
            cache_size_mb: Self::CACHE_SIZE_MB,
            memory_limit_mb: None,
            clock: Clock::system(),
            cancel: Arc::default(),
        }
    }

    /// Hash of everything besides the files that an index is a function of.
    pub(crate) fn digest(&self) -> u64 {
        let limits = Limits::default();
        let mut hash = hash_numbers([
            digests::index(),
            u64::from(limits.bytes),
            u64::from(limits.nodes),
            u64::from(limits.depth),
            self.max_file_size_kb.map_or(u64::MAX, |kb| kb),
            self.max_depth.map_or(u64::MAX, |depth| depth as u64),
            u64::from(self.no_gitignore),
        ]);
        for folder in &self.build_folders {
            hash = hash_numbers([hash, 61, hash_text(folder)]);
        }
        if self.link_packages {
            hash = hash_numbers([hash, 71]);
            for folder in &self.package_folders {
                hash = hash_numbers([hash, 73, hash_text(&folder.to_string_lossy())]);
            }
        }
        if self.framework_rules.digest() != 0 {
            hash = hash_numbers([hash, 79, self.framework_rules.digest()]);
        }
        for glob in &self.exclude {
            hash = hash_numbers([hash, hash_text(glob)]);
        }
        for part in self.package.iter().flat_map(|package| &package.only) {
            hash = hash_numbers([hash, 67, hash_text(part)]);
        }
        hash
    }
}

/// Why a glob cannot be one of [`Options::exclude`].
pub fn check_glob(glob: &str) -> Result<(), String> {
    // A rule that takes files in again would undo others, also somebody else's.
    if glob.starts_with('!') {
        return Err("it must not begin with !".to_owned());
    }
    let mut rules = ignore::overrides::OverrideBuilder::new("");
    let made = rules.add(&format!("!{glob}")).and_then(|rules| rules.build());
    made.map(|_| ()).map_err(|error| error.to_string())
}
