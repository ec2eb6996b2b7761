//! The settings of `indexer-config`, with the tools that there are and the flags of a command line.

mod flags;
mod show;
pub mod store;

pub use flags::{Flags, IndexFlags, ServerFlags};
pub use indexer_config::{
    Configuration, ConfigurationError, Entry, FlagOf, FlagSource, Given, Held, InFile, Kind, LARGEST, Origin,
    PROJECT_FILE, ReadAgainst, Restricts, SETTINGS, Setting, Settings, TokenGrant, ToolNames, Value, Whose,
    Wrong, by_key, page, project_file, read, table, token_grants, user_file,
};
pub use show::show;
pub use store::{StorePlace, options, options_with};

use crate::compat::PEERS;
use crate::protocol::Problem;
use crate::tools::{ALL, find};

/// The names of our tools.
pub const TOOL_NAMES: ToolNames =
    ToolNames { lists: || PEERS.iter().map(|peer| peer.word.as_str()).collect(), canonical: canonical_name };

/// The first name of a tool; an error says which are near, else all.
fn canonical_name(word: &str) -> Result<&'static str, String> {
    find(word).map(|tool| tool.name).ok_or_else(|| {
        let near = indexer_search::nearest(word, ALL.iter().map(|tool| tool.name), 3);
        let known: Vec<&str> = ALL.iter().map(|tool| tool.name).collect();
        match near.is_empty() {
            true => format!("known are {}", known.join(", ")),
            false => format!("near are {}", near.join(", ")),
        }
    })
}

/// Reads the user's file, the environment and these flags.
pub fn load(flags: &[&dyn FlagSource]) -> Result<Configuration, Problem> {
    Configuration::load(flags, TOOL_NAMES).map_err(|error| {
        Problem::argument("configuration", error.to_string()).hint("see docs/configuration.md")
    })
}

#[cfg(test)]
mod tests;
