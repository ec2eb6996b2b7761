//! The table of settings. Flags, variables, the keys of the file, their checks and the page
//! `docs/configuration.md` come from here.

use crate::value::Kind;

/// One setting. Its key in a file is also its flag, with `-` for `_`.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Key in a file of configuration.
    pub key: &'static str,
    /// What it can be.
    pub kind: Kind,
    /// Its value where nobody sets it, written as in a variable; "" for none.
    pub default: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What the value of a flag is called in the help.
    pub value_name: &'static str,
    /// Which programs have a flag for it.
    pub flag: FlagOf,
    /// Which files may set it.
    pub file: InFile,
}

/// Which programs have a flag for a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagOf {
    /// The server and every command.
    All,
    /// The server alone.
    Server,
    /// None.
    None,
}

/// Which files may set a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFile {
    /// None: it is said anew each time.
    No,
    /// The user's.
    User,
    /// The user's, and a project's where that restricts.
    Project(Restricts),
}

/// How a project's value restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restricts {
    /// A number: the smaller one holds.
    Smaller,
    /// A list: what it holds is added.
    Adds,
    /// A list of tools: only what is in both stays.
    Fewer,
    /// A switch that may only be set to this.
    Only(bool),
    /// One of a few words that may only be set to this.
    OnlyWord(&'static str),
}

impl Setting {
    /// Its flag, without the dashes.
    pub fn flag(&self) -> String {
        self.key.replace('_', "-")
    }

    /// Its environment variable.
    pub fn variable(&self) -> String {
        // A command line that answers one question has nothing to switch off.
        let server = if self.key == ENABLED.key { "MCP_" } else { "" };
        format!("INDEXER_{server}{}", self.key.to_uppercase())
    }

    /// True for a list to which every source adds; of other settings the last source decides.
    pub fn adds(&self) -> bool {
        self.file == InFile::Project(Restricts::Adds)
    }
}

/// Folder to ask about.
pub const ROOT: Setting = Setting {
    key: "root",
    kind: Kind::Path,
    default: "",
    help: "Folder to ask about; by default upwards from here to the nearest .git",
    value_name: "DIR",
    flag: FlagOf::All,
    file: InFile::No,
};

/// The user's file of configuration.
pub const CONFIG: Setting = Setting {
    key: "config",
    kind: Kind::Path,
    default: "",
    help: "File of configuration to read instead of the user's own",
    value_name: "FILE",
    flag: FlagOf::All,
    file: InFile::No,
};

/// Where the index is kept.
pub const CACHE_DIR: Setting = Setting {
    key: "cache_dir",
    kind: Kind::Path,
    default: "",
    help: "Folder where indexes are kept; by default in the user's cache folder",
    value_name: "DIR",
    flag: FlagOf::All,
    file: InFile::User,
};

/// Bound of the cache of all repositories.
pub const CACHE_SIZE: Setting = Setting {
    key: "cache_size",
    kind: Kind::Whole { least: 1, most: 1 << 30, unit: "MB" },
    default: "8192",
    help: "Most that the indexes of all repositories may take; what was used longest ago is removed first",
    value_name: "MB",
    flag: FlagOf::All,
    file: InFile::User,
};

/// Memory that a first build aims to stay below.
pub const MEMORY_LIMIT: Setting = Setting {
    key: "memory_limit",
    kind: Kind::Whole { least: 64, most: 1 << 20, unit: "MB" },
    default: "",
    help: "Memory that indexing aims to stay below, mapped files aside; it then reads again what it could have \
           kept, which takes longer",
    value_name: "MB",
    flag: FlagOf::All,
    file: InFile::User,
};

/// A store of indexes that several machines share.
pub const REMOTE: Setting = Setting {
    key: "remote",
    kind: Kind::Store,
    default: "",
    help: "Fetch the index of HEAD, or of a commit shortly before it, from this shared store where none is here: \
           s3://, gs://, az://, http(s):// or a folder",
    value_name: "URL",
    flag: FlagOf::All,
    file: InFile::User,
};

/// The key of the shared store.
pub const REMOTE_KEY_FILE: Setting = Setting {
    key: "remote_key_file",
    kind: Kind::Path,
    default: "",
    help: "What the shared store holds is encrypted with the key in this file, as age-keygen writes it; it is needed to \
           read and to write (docs/remote.md)",
    value_name: "FILE",
    flag: FlagOf::All,
    file: InFile::User,
};

/// Whether indexes are stored for others.
pub const REMOTE_WRITE: Setting = Setting {
    key: "remote_write",
    kind: Kind::Switch,
    default: "false",
    help: "`indexer index` also stores the index of HEAD in the shared store; for CI",
    value_name: "",
    flag: FlagOf::All,
    file: InFile::No,
};

/// Files larger than this are left out.
pub const MAX_FILE_SIZE: Setting = Setting {
    key: "max_file_size",
    kind: Kind::Whole { least: 1, most: 1 << 20, unit: "KB" },
    default: "",
    help: "Leave out files larger than this; by default only the parser's limit of 8 MB holds, above which \
           a file is listed and not parsed",
    value_name: "KB",
    flag: FlagOf::All,
    file: InFile::Project(Restricts::Smaller),
};

/// Folders deeper than this are left out.
pub const MAX_DEPTH: Setting = Setting {
    key: "max_depth",
    kind: Kind::Whole { least: 1, most: 10_000, unit: "levels" },
    default: "",
    help: "Leave out files deeper than this many levels; 1 keeps those of the root folder itself",
    value_name: "N",
    flag: FlagOf::All,
    file: InFile::Project(Restricts::Smaller),
};

/// Files to leave out.
pub const EXCLUDE: Setting = Setting {
    key: "exclude",
    kind: Kind::Globs,
    default: "",
    help: "Files to leave out, as in a .gitignore file",
    value_name: "GLOBS",
    flag: FlagOf::All,
    file: InFile::Project(Restricts::Adds),
};

/// Also index what is ignored.
pub const NO_GITIGNORE: Setting = Setting {
    key: "no_gitignore",
    kind: Kind::Switch,
    default: "false",
    help: "Also index what .gitignore and the like name; .indexerignore still holds",
    value_name: "",
    flag: FlagOf::All,
    file: InFile::Project(Restricts::Only(false)),
};

/// Folders in which builds write what compilers are told.
pub const BUILD_FOLDERS: Setting = Setting {
    key: "build_folders",
    kind: Kind::Words { what: "folder below the root" },
    default: "",
    help: "Folders below the root whose compile_commands.json is read although they are ignored, besides build, _build, \
           builddir, out, and what begins with build- or cmake-build-",
    value_name: "DIRS",
    flag: FlagOf::All,
    file: InFile::User,
};

/// Whether installed packages are read.
pub const DEPENDENCIES: Setting = Setting {
    key: "dependencies",
    kind: Kind::OneOf(&["off", "ask", "link"]),
    default: "ask",
    help: "Whether installed packages are read where a name leads out of the repository: ask reads them when a question \
           needs one, link also while names are linked, so that types flow through them, off never",
    value_name: "WORD",
    flag: FlagOf::All,
    file: InFile::Project(Restricts::OnlyWord("off")),
};

/// Where packages are installed besides.
pub const DEPENDENCY_FOLDERS: Setting = Setting {
    key: "dependency_folders",
    kind: Kind::Paths,
    default: "",
    help: "Further folders in which packages are installed: environments, node_modules, unpacked crates, a Go distribution",
    value_name: "DIRS",
    flag: FlagOf::All,
    file: InFile::User,
};

/// Rules about frameworks.
pub const FRAMEWORK_RULES: Setting = Setting {
    key: "framework_rules",
    kind: Kind::Paths,
    default: "",
    help: "Files of rules about frameworks beside those of the program (docs/frameworks.md)",
    value_name: "FILES",
    flag: FlagOf::All,
    file: InFile::User,
};

/// Repositories that are asked together.
pub const REPOSITORIES: Setting = Setting {
    key: "repositories",
    kind: Kind::Path,
    default: "",
    help: "File that names repositories which are asked together (docs/repositories.md)",
    value_name: "FILE",
    flag: FlagOf::All,
    file: InFile::User,
};

/// What compilers said.
pub const SCIP: Setting = Setting {
    key: "scip",
    kind: Kind::Paths,
    default: "",
    help: "SCIP indexes that `indexer index` takes in, whose word on references holds for files that have not \
           changed since; a flag of that command alone",
    value_name: "FILES",
    flag: FlagOf::None,
    file: InFile::User,
};

/// Members to stay in.
pub const MEMBER: Setting = Setting {
    key: "member",
    kind: Kind::Words { what: "name or path of a workspace member" },
    default: "",
    help: "Workspace members to stay in where a question names none; everything is indexed all the same",
    value_name: "NAMES",
    flag: FlagOf::All,
    file: InFile::No,
};

/// The root is one project.
pub const NO_WORKSPACE: Setting = Setting {
    key: "no_workspace",
    kind: Kind::Switch,
    default: "false",
    help: "Treat the root as one project, whatever workspaces its manifests declare",
    value_name: "",
    flag: FlagOf::All,
    file: InFile::User,
};

/// False keeps the server from running.
pub const ENABLED: Setting = Setting {
    key: "enabled",
    kind: Kind::Switch,
    default: "true",
    help: "false keeps the server from running: it ends at once and says why",
    value_name: "",
    flag: FlagOf::None,
    file: InFile::Project(Restricts::Only(false)),
};

/// The tools that there are.
pub const TOOLS: Setting = Setting {
    key: "tools",
    kind: Kind::Tools { lists: true },
    default: "core",
    help: "core or all: the tools that are listed, the others can be called all the same; the name of another \
           system: its names are listed (docs/coming-from.md); names of tools: only these are listed and can be \
           called",
    value_name: "core|all|NAMES",
    flag: FlagOf::Server,
    file: InFile::Project(Restricts::Fewer),
};

/// Tools that there are not.
pub const DISABLE_TOOLS: Setting = Setting {
    key: "disable_tools",
    kind: Kind::Tools { lists: false },
    default: "",
    help: "Tools that are neither listed nor can be called",
    value_name: "NAMES",
    flag: FlagOf::Server,
    file: InFile::Project(Restricts::Adds),
};

/// No tool writes.
pub const READ_ONLY: Setting = Setting {
    key: "read_only",
    kind: Kind::Switch,
    default: "false",
    help: "No tool may write anything but the index, whatever else is allowed",
    value_name: "",
    flag: FlagOf::Server,
    file: InFile::Project(Restricts::Only(true)),
};

/// Whether there is a ledger.
pub const MEMORY: Setting = Setting {
    key: "memory",
    kind: Kind::Switch,
    default: "false",
    help: "Decisions, bugs, goals and plans can be read and recorded in .indexer/ledger.jsonl (docs/memory.md)",
    value_name: "",
    flag: FlagOf::All,
    file: InFile::Project(Restricts::Only(false)),
};

/// Folders that a client may ask about.
pub const ALLOWED_ROOTS: Setting = Setting {
    key: "allowed_roots",
    kind: Kind::Paths,
    default: "",
    help: "Folders besides the root that a client of the server may ask about",
    value_name: "DIRS",
    flag: FlagOf::Server,
    file: InFile::User,
};

/// How long a question waits for the index.
pub const PATIENCE_MS: Setting = Setting {
    key: "patience_ms",
    kind: Kind::Whole { least: 0, most: 86_400_000, unit: "milliseconds" },
    default: "10000",
    help: "The server answers how far the index is where it takes longer than this; it is built all the same",
    value_name: "MS",
    flag: FlagOf::Server,
    file: InFile::User,
};

/// Whether the server watches.
pub const WATCH: Setting = Setting {
    key: "watch",
    kind: Kind::Switch,
    default: "true",
    help: "The server watches the folders that were asked about and takes changes in ahead of questions; \
           answers are as fresh without",
    value_name: "",
    flag: FlagOf::Server,
    file: InFile::Project(Restricts::Only(false)),
};

/// Where the server listens.
pub const HTTP: Setting = Setting {
    key: "http",
    kind: Kind::Address,
    default: "",
    help: "Serve Streamable HTTP at /mcp there instead of stdin and stdout; :PORT is reached from this \
           machine alone, 0.0.0.0:PORT from every machine",
    value_name: "ADDR",
    flag: FlagOf::Server,
    file: InFile::User,
};

/// Who may ask over HTTP.
pub const TOKEN_FILE: Setting = Setting {
    key: "token_file",
    kind: Kind::Path,
    default: "",
    help: "Serve over HTTP only requests that carry the token in this file (Authorization: Bearer TOKEN)",
    value_name: "FILE",
    flag: FlagOf::Server,
    file: InFile::User,
};

/// Which token may ask which repositories over HTTP.
pub const TOKENS_FILE: Setting = Setting {
    key: "tokens_file",
    kind: Kind::Path,
    default: "",
    help: "Serve over HTTP only requests that carry one of the tokens whose SHA-256 this file holds, each for the \
           repositories that it names (docs/repositories.md)",
    value_name: "FILE",
    flag: FlagOf::Server,
    file: InFile::User,
};

/// Every setting, in the order of pages and lists.
pub static SETTINGS: &[Setting] = &[
    ROOT,
    CONFIG,
    CACHE_DIR,
    CACHE_SIZE,
    MEMORY_LIMIT,
    REMOTE,
    REMOTE_KEY_FILE,
    REMOTE_WRITE,
    MAX_FILE_SIZE,
    MAX_DEPTH,
    EXCLUDE,
    NO_GITIGNORE,
    BUILD_FOLDERS,
    DEPENDENCIES,
    DEPENDENCY_FOLDERS,
    FRAMEWORK_RULES,
    REPOSITORIES,
    SCIP,
    MEMBER,
    NO_WORKSPACE,
    ENABLED,
    TOOLS,
    DISABLE_TOOLS,
    READ_ONLY,
    MEMORY,
    ALLOWED_ROOTS,
    PATIENCE_MS,
    WATCH,
    HTTP,
    TOKEN_FILE,
    TOKENS_FILE,
];

/// The setting with this key.
pub fn by_key(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::ToolNames;
    use crate::value::{ReadAgainst, Value};
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_row_is_whole() {
        let keys: BTreeSet<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
        assert_eq!(keys.len(), SETTINGS.len(), "a key stands twice");
        for setting in SETTINGS {
            assert!(setting.help.len() > 20 && !setting.help.ends_with('.'), "{}", setting.key);
            if !setting.default.is_empty() {
                let against = ReadAgainst { folder: Path::new(""), tools: &ToolNames::NONE };
                Value::of_text(&setting.kind, setting.default, &against).unwrap();
            }
            let fits = match (setting.file, setting.kind) {
                (InFile::Project(Restricts::Smaller), kind) => matches!(kind, Kind::Whole { .. }),
                (InFile::Project(Restricts::Only(_)), kind) => matches!(kind, Kind::Switch),
                (InFile::Project(Restricts::OnlyWord(word)), Kind::OneOf(words)) => words.contains(&word),
                (InFile::Project(Restricts::Adds | Restricts::Fewer), kind) => {
                    matches!(kind, Kind::Tools { .. } | Kind::Globs)
                }
                _ => true,
            };
            assert!(fits, "{}: a project's value of that kind cannot restrict so", setting.key);
        }
    }

    #[test]
    fn a_project_names_no_path() {
        for setting in SETTINGS {
            let path = matches!(setting.kind, Kind::Path | Kind::Paths);
            assert!(!(path && matches!(setting.file, InFile::Project(_))), "{}", setting.key);
        }
    }
}
