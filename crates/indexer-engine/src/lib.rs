//! From a folder to answers: lists files, decides what changed, parses and links that, publishes a
//! segment and hands out a [`Snapshot`].
//!
//! A program opens one [`Workspace`] and asks it for a snapshot before each question; every
//! question so sees what is on disk now. Text of files leaves only through [`Snapshot::source`],
//! which checks that the file is still what the snapshot describes and hides secret values.
//!
//! The documentation of indexer-tools has an example of a program that opens a folder and asks.
//!
//! The stages are folders, each of which imports only from those before it: [`types`], [`redact`],
//! [`source`] (which files there are), [`facts`] (bytes to facts), [`link`] (facts to edges),
//! [`publish`] (views on disk), [`workspace`] (all of it).
//!
//! Nothing here prints: progress goes to the `on_event` callback that the program passes in.

pub mod facts;
pub mod link;
pub mod publish;
pub mod redact;
pub mod source;
pub mod types;
pub mod workspace;

pub use indexer_git::{Bound, Churn, FileChurn, FileChurns, GitError, Id, Step, Touched, churn, hex};
pub use indexer_link::Types;
pub use indexer_parse::{
    Conditionals, Configuration, Member, conditionals, followed_in_part, has_conditions, language_name,
    language_names, member_of, member_that_builds, text_language,
};

pub use indexer_parse::outlines::anchor;

/// The format, for people, of a file at this path that has an outline: see [`Snapshot::with_outlines`].
pub fn outline_format(path: &str) -> Option<&'static str> {
    indexer_parse::outlines::Format::of(path).map(|format| format.name)
}

/// True for a path of which the words of commands lead to files, whether the file has an outline or is code.
pub fn may_have_links(path: &str) -> bool {
    use indexer_parse::outlines::Format;
    Format::of(path).is_some() || Format::beside_code(path).is_some()
}

/// The package of a framework of which no rule knows, where what an import leads to is of one.
pub fn unread_framework(path: &str) -> Option<&'static str> {
    indexer_parse::frameworks::unread(path)
}

/// True for a path that files of code, manifests or texts of a known kind have, whatever stands in them.
pub fn is_source(path: &str) -> bool {
    indexer_parse::is_manifest(path)
        || indexer_parse::language_of(path, b"").is_some()
        || source::names::largest_text(path) == Some(types::limits::LARGEST_TEXT)
}

#[cfg(feature = "faults")]
pub use link::faults;
pub use link::scip::{self, Scip};
pub use publish::holdings;
pub use publish::location::cache_dir;
pub use redact::{redacted, redacted_text};
pub use source::edited::Unsaved;
pub use types::damage::Damage;
pub use types::error::{EngineError, SourceError};
pub use types::event::{Event, Phase, Progress};
pub use types::exclusion::LeftOut;
pub use types::framework_rules::UserRules;
pub use types::freshness::{Freshness, NamedRevision, State, UNSAVED, Watching};
pub use types::options::{Options, check_glob};
pub use types::package_root::PackageRoot;
pub use types::remote::{Fetched, Published, Remote, RemoteState, RemoteStore, Shard, Wanted};
pub use types::stamp::Clock;
pub use workspace::commits::{Commits, Version};
pub use workspace::open::Workspace;
pub use workspace::own_packages::OwnPackage;
pub use workspace::reading::Reading;
pub use workspace::repository::STAGED;
pub use workspace::scip::take::ScipIndexes;
pub use workspace::shared::Shared;
pub use workspace::snapshot::{FileQuery, Snapshot, Text, holds_word};
