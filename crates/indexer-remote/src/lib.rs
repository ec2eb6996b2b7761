//! A store of indexes that several machines share: a folder, a web server, or object storage.
//!
//! ```text
//! <address>/v2/heads/<format>-<settings>/<revision>   which blocks the index of a revision consists of
//! <address>/v2/facts/<format>-<settings>/<revision>/<i>-of-<n>   the facts of one part of its files
//! <address>/v2/blocks/<2 digits>/<sha-256>            about 8 MB of a segment or pack: a pack's in one zstd frame, a
//!                                                     segment's in one for each 64 KB, which are read by range
//! ```
//! Heads are named by all that an index is a function of, blocks by their bytes. So whoever writes one of either writes
//! what any other would have written, and no writer waits for another: each object is put where there is none. Blocks
//! come before the head that names them; a writer that dies leaves blocks that nobody names, which
//! [`SharedStore::collect`] removes.
//!
//! With a key each of them is a file of age, and its name says nothing of what is in it (`naming`).
//!
//! Nothing that is read is believed: a block is what its name says, a head what its own sum says, and what they hold is
//! decoded within bounds by the readers of the cache, for which any bytes are an answer or damaged.

mod address;
mod age;
mod asked;
mod block;
mod collect;
mod error;
mod fetch;
mod identity;
mod naming;
mod objects;
mod pieces;
mod publish;
mod remote_head;
mod store;

/// The folder of what this program reads and writes; one of another layout has another name.
const LAYOUT: &str = "v2";

pub use collect::Collected;
pub use error::RemoteError;
pub use store::{Access, SharedStore};
