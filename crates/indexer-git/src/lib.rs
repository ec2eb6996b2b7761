//! Git, as far as the index needs it: where a repository is, which commit is checked out, which
//! files are tracked, what a revision or the git index holds. Read-only, and no git is started.
//!
//! Finding a repository and its commit reads three small files and is cheap enough for every
//! query; only [`Repository::objects`] opens the repository with gix.
//!
//! A repository may have been made to mislead or to exhaust: every file of it is a regular one of
//! bounded size before it is opened, every object has a bounded size before it is unpacked and is then
//! what its id says, and what is listed is counted.

mod author;
mod bound;
mod budget;
mod changes;
mod churn;
mod commit;
mod contents;
mod error;
mod folders;
mod history;
#[cfg(test)]
mod hostile;
mod index;
mod lines;
mod memo;
mod mode;
mod objects;
mod place;
mod reach;
mod read_once;
mod refs;
pub mod regular;
mod remembered;
mod repository;
mod revision;
mod rules;
mod spec;
mod wildcards;

pub use bound::Bound;
pub use churn::{FileChurn, FileChurns};
pub use commit::{Step, Touched};
pub use contents::{Contents, Entry, Kind};
pub use error::GitError;
pub use lines::{Churn, churn};
pub use objects::Objects;
pub use place::{is_repository, open, open_within};
pub use repository::{Repository, Tracked};
pub use revision::{Revision, check};
pub use rules::{RuleStack, Rules};

/// What is too large to be read of a repository, in bytes. `docs/limits.md` lists all limits.
pub mod limits {
    pub use crate::budget::MOST_ENTRIES;
    pub use crate::objects::{LARGEST_BLOB, LARGEST_COMMIT, LARGEST_TREE};
    pub use crate::reach::{LARGEST_CONFIG, LARGEST_INDEX, LARGEST_NAME, LARGEST_REFERENCES};
}

/// The id of an object of git.
pub type Id = [u8; 20];

/// The id in hexadecimal digits.
pub fn hex(id: &Id) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}
