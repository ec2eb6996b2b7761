//! Segments, head, facts packs: the files of the index and their total readers.
//!
//! A [`Segment`] is an immutable file that holds everything about a set of files; a [`View`] is a
//! stack of segments, newest first, and what every tool reads. Readers are total: any bytes give
//! an answer. Where bytes fail a check the answer is neutral (0, "", nothing) and the segment's
//! damaged flag is set; whoever ran a query asks [`View::damaged`] afterwards, drops the segment,
//! builds it again and runs once more.
//!
//! Writing is [`write()`] (records to bytes, equal records to equal bytes) and [`publish_segment`];
//! [`merge()`] makes one segment of a view. Facts are kept in packs ([`PackWriter`], [`PackSet`]).
//! Nothing here reads a clock or the environment, or prints.

mod absent;
mod begin;
mod builder;
mod bytes;
pub mod catalogue;
pub mod change;
mod column;
mod column_reader;
mod columns;
pub mod dense;
pub mod digest;
pub mod dump;
pub mod error;
#[cfg(feature = "faults")]
pub mod faults;
pub mod file;
mod file_row;
mod file_writer;
mod files;
pub mod files_by;
mod format;
mod frames;
mod glance;
pub mod head;
mod interner;
mod inverse;
pub mod layout;
pub mod live;
pub mod lookup;
pub mod merge;
pub mod mmap;
pub mod names;
mod numbered_file;
mod operation;
pub mod pack;
mod pack_columns;
mod pack_expressions;
mod pack_facts;
mod pack_linked;
mod packed_file;
mod packed_numbers;
mod packed_words;
pub mod partial;
pub mod record;
pub mod reference;
mod reference_row;
pub mod segment;
mod segment_input;
#[cfg(test)]
mod segment_pages;
mod spill;
pub mod symbol;
mod symbol_blocks;
mod symbol_row;
mod tables;
pub mod target;
pub mod view;
mod words;
pub mod write;
mod write_words;

pub use begin::begin_segment;
pub use builder::SegmentBuilder;
pub use builder::write;
pub use catalogue::Catalogue;
pub use change::replace_file;
pub use dense::{Destination, NameNumbers, SymbolTable, TargetTable};
pub use digest::Digest;
pub use error::StoreError;
pub use file::FileRef;
pub use files_by::FilesBy;
pub use format::FORMAT;
pub use glance::Meanings;
pub use head::{Head, HeadSegment};
pub use layout::{Layout, open_segment, publish_segment, published_segments, remove_segment};
pub use live::LiveMask;
pub use merge::merge;
pub use mmap::Bytes;
pub use names::{NameHandle, Names};
pub use pack::{FactsKey, PackEntry, PackSet, PackWriter};
pub use pack_linked::FactsTexts;
pub use packed_file::PackedFile;
pub use packed_words::PackedWords;
pub use partial::{PieceSource, Presence, SegmentSource, opening_pieces, piece_count, piece_extent};
pub use record::{FileRecord, ReferenceRecord, SymbolRecord, TEXT};
pub use reference::{Reference, ReferenceRef};
pub use segment::Segment;
pub use spill::Spill;
pub use symbol::{Symbol, SymbolRef, SymbolScan};
pub use target::TargetRef;
pub use view::{Totals, View, ViewInfo, ViewSegment};
