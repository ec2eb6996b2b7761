//! What the user and the project chose.
//!
//! [`SETTINGS`] is the table; every face of a setting comes from its row. [`Configuration`] is what
//! the user said: their file, `INDEXER_*` variables, flags. [`Configuration::at`] adds the file of
//! one project and gives the [`Settings`] that hold there.
//!
//! A project's file came with somebody's code: it may lower a limit, leave more out or switch
//! tools off, and everything else in it is refused and reported, never obeyed and never an error.
//!
//! ```
//! use indexer_config::{Configuration, ToolNames, table};
//! use std::path::Path;
//!
//! let user = Configuration::of_text("max_depth = 9", Path::new("/user/config.toml"), ToolNames::NONE)?;
//! let settings = user.at_text(Path::new("/project"), Some("max_depth = 3\nno_gitignore = true"));
//! assert_eq!(settings.number(&table::MAX_DEPTH), Some(3));
//! assert_eq!(settings.refused().len(), 1);
//! # Ok::<(), indexer_config::ConfigurationError>(())
//! ```
//!
//! It does not know a tool (their names are passed in as [`ToolNames`]), nor how a command line is
//! read (its flags are passed in as a [`FlagSource`]). Nothing here prints.

mod configuration;
mod file;
mod flags;
mod layer;
mod page;
mod place;
mod repositories;
mod settings;
pub mod table;
mod tokens;
mod tools;
mod value;

pub use configuration::{Configuration, ConfigurationError};
pub use file::{Entry, Whose, Wrong, read};
pub use flags::FlagSource;
pub use layer::{Given, Origin};
pub use page::page;
pub use place::{LARGEST, PROJECT_FILE, project_file, user_file};
pub use repositories::{Named, is_match, repositories};
pub use settings::{Held, Settings};
pub use table::{FlagOf, InFile, Restricts, SETTINGS, Setting, by_key};
pub use tokens::{TokenGrant, token_grants};
pub use tools::ToolNames;
pub use value::{Kind, ReadAgainst, Value};

#[cfg(test)]
mod tests;
