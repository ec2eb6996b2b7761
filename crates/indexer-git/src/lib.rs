//! Git, as far as the index needs it: where a repository is, which commit is checked out, which
//! files are tracked, what a revision or the git index holds. Read-only, and no git is started.
//!
//! Finding a repository and its commit reads three small files and is cheap enough for every
//! query; only [`Repository::objects`] opens the repository with gix.

mod author;
mod churn;
mod contents;
mod error;
mod history;
mod objects;
mod repository;
mod revision;
mod rules;
mod wildcards;

pub use churn::{Churn, FileChurn, FileChurns, churn};
pub use contents::{Contents, Entry, Kind};
pub use error::GitError;
pub use history::{Bound, Step, Touched};
pub use objects::Objects;
pub use repository::{Repository, Tracked, is_repository, open};
pub use revision::{Revision, check};
pub use rules::{RuleStack, Rules};

/// The id of an object of git.
pub type Id = [u8; 20];

/// The id in hexadecimal digits.
pub fn hex(id: &Id) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}
