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
    /// Small segments are being folded into one.
    Folding,
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

/// A callback for progress; may be called from several threads.
pub type OnEvent = Box<dyn Fn(Event) + Send + Sync>;
