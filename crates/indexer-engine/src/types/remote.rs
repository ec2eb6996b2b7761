//! A store that several machines share, as a workspace sees it: who reaches it is no matter of the engine.

use indexer_core::key::hash_text;
use indexer_store::{FactsKey, Layout, SegmentSource};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A store that several machines share. It fails in words, never in panics: whatever becomes of it, the answer
/// comes from local work. It is also the source of what segments lack that it brought in part.
pub trait RemoteStore: SegmentSource {
    /// Its address, for people; without anything that would let somebody in.
    fn address(&self) -> String;

    /// True where what it holds for this program is encrypted with a key that was given.
    fn is_encrypted(&self) -> bool;

    /// True where this program may write to it.
    fn is_writable(&self) -> bool;

    /// Brings the index of the first of the wanted revisions that the store holds into the cache, as if it had
    /// been made here.
    fn fetch(&self, wanted: &Wanted<'_>) -> Fetched;

    /// Requests that were made since it was opened, those that were repeated counted once, and bytes that came.
    fn traffic(&self) -> (u64, u64);

    /// Why no question waits for it any more; `None` while questions do.
    fn given_up(&self) -> Option<String>;

    /// Stores the facts of one part of the files of the first of the revisions, which the cache holds, for a machine that
    /// joins all parts.
    fn publish_facts(
        &self,
        made: &Wanted<'_>,
        shard: Shard,
        is_of_shard: &dyn Fn(&FactsKey) -> bool,
    ) -> Published;

    /// Stores the index of the first of the revisions, which the cache holds. Nobody else has to wait meanwhile.
    fn publish(&self, made: &Wanted<'_>, is_of_revision: &dyn Fn(&FactsKey) -> bool) -> Published;
}

/// Which index is wanted, or was made.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Where the repository is kept.
    pub layout: &'a Layout,
    /// Hash of everything that an index is a function of, beside the files.
    pub settings: u64,
    /// What revisions are called in the cache: the one that is wanted, then its ancestors, the nearest first.
    pub revisions: &'a [String],
    /// Set where nobody waits any more.
    pub cancel: &'a AtomicBool,
}

/// One of several parts of the files of a repository, by the hash of their paths: the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Shard {
    /// The part that `text` names: `2/8`. The error says what it must be.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("must be a part and how many there are, such as 2/8, not {text:?}");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        match (number.parse(), of.parse()) {
            (Ok(number), Ok(of)) if (1..=of).contains(&number) && of <= Self::MOST => Ok(Self { number, of }),
            _ => Err(wrong()),
        }
    }

    /// Most parts: each is an object that the joining machine asks for.
    pub const MOST: u32 = 4096;

    /// True for a file of this part.
    pub fn holds(self, path: &str) -> bool {
        hash_text(path) % u64::from(self.of.max(1)) == u64::from(self.number.saturating_sub(1))
    }
}

/// What became of a question to the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RemoteState {
    /// Nothing was asked, since an index was here.
    #[default]
    Unasked,
    /// The index of the revision itself was taken.
    Taken,
    /// That of an ancestor was taken; the difference is made here.
    TakenFromAncestor,
    /// It holds facts of its files, made by parts: they were taken, and everything is linked here.
    FactsTaken,
    /// It holds none that is of use; everything is made here.
    Absent,
    /// It could not be used; everything is made here.
    Failed,
}

impl RemoteState {
    /// The word for answers.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Unasked => "unasked",
            Self::Taken => "taken",
            Self::TakenFromAncestor => "taken_from_ancestor",
            Self::FactsTaken => "facts_taken",
            Self::Absent => "absent",
            Self::Failed => "failed",
        }
    }
}

/// What a store gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// What became of it.
    pub state: RemoteState,
    /// How many commits the index that was taken is behind.
    pub behind: usize,
    /// Requests that were made since the store was opened, those that were repeated counted once.
    pub requests: u64,
    /// Bytes that came since then.
    pub bytes: u64,
    /// How long the first question took: which index there is, and what it is opened with.
    pub took: Duration,
    /// Why nothing, or not all, was taken.
    pub reason: Option<String>,
}

/// What was stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Objects that were not there before.
    pub objects: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// True where the store held this index already.
    pub was_there: bool,
    /// Why it is not stored.
    pub reason: Option<String>,
}

/// A shared store among the options of a workspace.
#[derive(Clone)]
pub struct Remote(pub Arc<dyn RemoteStore>);

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Remote").field(&self.0.address()).field(&self.0.is_writable()).finish()
    }
}
