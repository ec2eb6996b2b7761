//! How fresh a snapshot is, and of what.

use crate::types::damage::Damage;
use crate::types::event::Progress;
use crate::types::exclusion::LeftOut;
use indexer_core::Problem;
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

/// What the state of texts that nobody saved yet is called: no name of a branch or tag holds a colon.
pub const UNSAVED: &str = ":unsaved";

/// The revision that a snapshot is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRevision {
    /// As it was asked for.
    pub name: String,
    /// The commit that it names; `None` for the git index and for a tree.
    pub commit: Option<String>,
    /// Hash of what it holds.
    pub version: u64,
}

/// Whether the view is what is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The view is what was on disk when the snapshot was made, and is stored.
    Fresh,
    /// The view is what was on disk, but could not be stored: another process holds the lock, or
    /// the cache cannot be written.
    Unpublished,
    /// Files changed while they were read; the next refresh takes them in.
    Stale,
    /// The view is the last one, or empty, and a refresh is running: only of use to questions about
    /// the index itself.
    Indexing(Progress),
    /// There is no index yet, and none is being made.
    Missing,
}

/// Whether changes are watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Watching {
    /// Watching was not asked for.
    #[default]
    Off,
    /// Changes are watched.
    On,
    /// The system refuses, for this reason: every question sweeps.
    Unavailable(String),
}

/// How fresh a snapshot is, what it leaves out and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Freshness {
    /// Whether the view is what is on disk.
    pub state: State,
    /// Counts up with every published change; 0 before the first.
    pub generation: u64,
    /// The commit that HEAD named when the view was built, where there is a repository.
    pub head_commit: Option<String>,
    /// When the newest segment was built.
    pub built_at: SystemTime,
    /// How long the build of the newest segment took.
    pub indexing: Duration,
    /// Paths that this refresh found changed, added or removed, sorted; empty where nothing was.
    pub changed: Vec<String>,
    /// How many of them were parsed.
    pub parsed: usize,
    /// Files linked again because of them (the changed ones included).
    pub relinked: usize,
    /// Files found and left out, by reason.
    pub left_out: BTreeMap<LeftOut, u64>,
    /// Some paths of those files for each reason.
    pub left_out_examples: BTreeMap<LeftOut, Vec<String>>,
    /// Problems of the walk: (path, problem). Problems of indexed files stand in the view.
    pub problems: Vec<(String, Problem)>,
    /// Why the view is not stored, where it is not.
    pub unpublished: Option<String>,
    /// What was found damaged in the stored index and built again, until a change is taken in
    /// without any.
    pub damage: Vec<Damage>,
    /// Whether changes are watched, or every question sweeps.
    pub watching: Watching,
}

impl Default for Freshness {
    /// The freshness of an index that does not exist.
    fn default() -> Self {
        Self {
            state: State::Missing,
            generation: 0,
            head_commit: None,
            built_at: SystemTime::UNIX_EPOCH,
            indexing: Duration::ZERO,
            changed: Vec::new(),
            parsed: 0,
            relinked: 0,
            left_out: BTreeMap::new(),
            left_out_examples: BTreeMap::new(),
            problems: Vec::new(),
            watching: Watching::Off,
            unpublished: None,
            damage: Vec::new(),
        }
    }
}
