//! Progress, passed to the program's callback.

use std::time::Duration;

/// What the engine is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The files are listed.
    Listed {
        /// How many will be in the index.
        files: usize,
    },
    /// Files are being parsed.
    Parsing {
        /// How many are done.
        done: usize,
        /// How many there are to parse.
        total: usize,
    },
    /// Files are being linked.
    Linking {
        /// How many are done.
        done: usize,
        /// How many there are to link.
        total: usize,
    },
    /// The index is being written.
    Publishing,
    /// Small segments are being merged into one.
    Merging,
    /// A shared store is asked for an index.
    Fetching,
    /// A shared store gave nothing, or not all; everything else is made here.
    RemoteFailed {
        /// Why.
        reason: String,
    },
    /// The stored index was damaged and is built again.
    Damaged {
        /// What was found.
        reason: String,
    },
    /// What was built could not be stored; it is answered from memory.
    Unpublished {
        /// Why.
        reason: String,
    },
    /// The refresh is done.
    Done {
        /// Files parsed anew.
        parsed: usize,
        /// Files linked.
        linked: usize,
        /// How long it all took.
        took: Duration,
    },
}

indexer_core::worded! {
    /// What a refresh is at.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Phase {
        /// Finding the files.
        #[default]
        Listing = "listing",
        /// Reading and parsing files.
        Parsing = "parsing",
        /// Linking files.
        Linking = "linking",
        /// Writing the index.
        Storing = "storing",
    }
}

/// How far a refresh is. Ordered as refreshes go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Progress {
    /// What it is at.
    pub phase: Phase,
    /// Part of the whole, in percent; estimated from files.
    pub percent: u8,
}

impl Progress {
    /// Where the phases begin, in percent of the whole.
    const PARSING: usize = 5;
    const LINKING: usize = 45;
    const STORING: usize = 95;

    /// How far a refresh is that sends `event`; `None` where it does not tell.
    pub fn of(event: &Event) -> Option<Self> {
        let part = |done: usize, total: usize, from: usize, to: usize| {
            (from + (to - from) * done.min(total) / total.max(1)) as u8
        };
        let (phase, percent) = match *event {
            Event::Listed { .. } => (Phase::Parsing, Self::PARSING as u8),
            Event::Parsing { done, total } => {
                (Phase::Parsing, part(done, total, Self::PARSING, Self::LINKING))
            }
            Event::Linking { done, total } => {
                (Phase::Linking, part(done, total, Self::LINKING, Self::STORING))
            }
            Event::Publishing | Event::Merging => (Phase::Storing, Self::STORING as u8),
            _ => return None,
        };
        Some(Self { phase, percent })
    }
}

/// A callback for progress; may be called from several threads.
pub type OnEvent = Box<dyn Fn(Event) + Send + Sync>;
