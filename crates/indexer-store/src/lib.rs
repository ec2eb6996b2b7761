//! Segments, head, facts packs: the files of the index and their total readers.

pub mod record;

pub use record::{FileRecord, ReferenceRecord, SymbolRecord};
