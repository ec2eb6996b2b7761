//! The arguments that every tool takes, declared once.

use crate::protocol::answer::Format;
use crate::protocol::problem::Problem;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tokens of an answer where the question names no budget.
pub const BUDGET: u32 = 8_000;

/// The arguments that every tool takes.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Common {
    /// Stay in this file or folder
    #[arg(long, value_name = "PATH")]
    pub path: Option<String>,
    /// Stay in files of this language, or of this extension
    #[arg(long = "lang", alias = "language", value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// Rows at most
    #[arg(long, short = 'n', value_name = "N")]
    pub limit: Option<u32>,
    /// Go on where the last answer stopped
    #[arg(long)]
    pub cursor: Option<String>,
    /// Tokens of the answer at most
    #[arg(long, value_name = "TOKENS")]
    pub budget: Option<u32>,
    /// Leave out signatures and documentation
    #[arg(long)]
    pub compact: bool,
    /// text or json
    // The command line has one flag for all commands.
    #[arg(skip)]
    pub format: Option<Format>,
    /// Workspace member to stay in, by name or path
    // The command line has one flag for all commands.
    #[arg(skip)]
    pub member: Option<String>,
    /// Revision to ask about; :staged for the git index
    // The command line has one flag for all commands.
    #[arg(skip)]
    pub rev: Option<String>,
    /// Folder to ask about
    // The command line has one flag for all commands; frontends read it before the tool runs.
    #[arg(skip)]
    pub root: Option<String>,
    /// Repository to ask about, of those that are asked together
    // The command line has one flag for all commands; frontends read it before the tool runs.
    #[arg(skip)]
    pub repository: Option<String>,
}

impl Common {
    /// The names of the arguments.
    pub const NAMES: [&'static str; 11] = [
        "path",
        "language",
        "limit",
        "cursor",
        "budget",
        "compact",
        "format",
        "member",
        "rev",
        "root",
        "repository",
    ];

    /// A problem where the question holds what no code answers yet.
    pub fn check(&self) -> Result<(), Problem> {
        if self.limit == Some(0) {
            return Err(Problem::argument("limit", "limit must be at least 1"));
        }
        Ok(())
    }

    /// The rows asked for: `default` where none are named, never more than `most`.
    pub fn rows(&self, default: usize, most: usize) -> usize {
        self.limit.map_or(default, |limit| limit as usize).min(most)
    }

    /// Tokens of the answer: `default` where no budget is named.
    pub fn tokens(&self, default: u32) -> usize {
        // Below this not even the first record fits.
        const LEAST: u32 = 100;
        self.budget.unwrap_or(default).max(LEAST) as usize
    }
}

/// `path` as the index writes it: no `./` before, no `/` behind.
pub fn clean(path: &str) -> &str {
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    if path == "." { "" } else { path }
}
