//! One segment, open for reading.

use crate::columns::Columns;
use crate::digest::Digest;
use crate::error::StoreError;
use crate::file_row::FileRow;
use crate::format::{BLOCK, Section};
use crate::glance::Glance;
use crate::inverse::Inverse;
use crate::mmap::Bytes;
use crate::partial::{PIECE_BLOCKS, PartialFile, Presence};
use crate::record::FileRecord;
use crate::reference_row::ReferenceRow;
use crate::symbol_row::SymbolRow;
use indexer_core::NameShape;
use indexer_core::key::hash_text;
use std::sync::OnceLock;

/// An immutable file that holds everything about a set of files. May be shared by threads.
#[derive(Debug)]
pub struct Segment {
    pub(crate) columns: Columns,
    digest: OnceLock<Digest>,
    /// What every search reads of every file; read by the first.
    pub(crate) glances: OnceLock<Vec<Glance>>,
    /// The names of symbols; read when one is first looked for by less than itself.
    pub(crate) shapes: OnceLock<Vec<(NameShape, u32)>>,
    /// The keys that each file consulted; made when a file is first read as a whole.
    pub(crate) consulted: OnceLock<Inverse>,
    /// Sum of the hashes of its files; read by the first who asks for a version.
    contents: OnceLock<u64>,
}

impl Segment {
    /// Opens a segment: checks magic, version, the header's checksum, the bounds of the section
    /// table and the file's length, and nothing that grows with the file. `digest` is its name where
    /// that is known; else it is computed when asked.
    pub fn open(bytes: impl Into<Bytes>, digest: Option<Digest>) -> Result<Segment, StoreError> {
        Ok(Self::of(Columns::open(bytes.into(), None)?, digest))
    }

    /// Opens one whose file is here in part; what is absent comes when it is read. The checksums of all blocks are
    /// checked too. O(checksums).
    pub(crate) fn open_partial(bytes: Bytes, partial: PartialFile) -> Result<Segment, StoreError> {
        Ok(Self::of(Columns::open(bytes, Some(partial))?, None))
    }

    fn of(columns: Columns, digest: Option<Digest>) -> Segment {
        Segment {
            columns,
            digest: digest.map(OnceLock::from).unwrap_or_default(),
            glances: OnceLock::new(),
            shapes: OnceLock::new(),
            consulted: OnceLock::new(),
            contents: OnceLock::new(),
        }
    }

    /// All bytes as they are written to disk, for publishing: of one that is here in part, only once it is
    /// [complete](Self::complete). O(1).
    pub fn bytes(&self) -> &[u8] {
        self.columns.bytes()
    }

    /// True where it was opened from a file that is here in part, until that is whole and opened anew.
    pub fn is_partial(&self) -> bool {
        self.columns.partial().is_some()
    }

    /// How much of it is here; `None` where it was opened whole. O(length).
    pub fn presence(&self) -> Option<Presence> {
        self.columns.presence()
    }

    /// Why absent bytes did not come; `None` where none were missed in vain.
    pub fn failure(&self) -> Option<&str> {
        self.columns.partial().and_then(PartialFile::failure)
    }

    /// Brings all absent bytes, so that the file becomes that of a whole segment; false where they do not come.
    /// O(length) where it is here in part.
    pub fn complete(&self) -> bool {
        self.columns.complete()
    }

    /// Brings the next absent bytes, about `most` of them, while nobody waits; true where there were some and they
    /// came, so that it is worth while to go on.
    pub fn bring_some(&self, most: usize) -> bool {
        self.columns.bring_some((most / (PIECE_BLOCKS * BLOCK)).max(1) as u32)
    }

    /// True when bytes failed a check since it was opened: answers since then are not to be used.
    pub fn damaged(&self) -> bool {
        self.columns.damaged()
    }

    /// Reads every block against its checksum; true when all are right. Sets the damaged flag.
    /// O(length).
    pub fn verify(&self) -> bool {
        self.columns.verify()
    }

    /// Bytes of each section by its name, in the order of the file; for people who look for what
    /// takes the space.
    pub fn section_sizes(&self) -> Vec<(String, u64)> {
        self.columns.section_sizes()
    }

    /// Index of the file at `path` among its files, which are sorted by path. O(1) pages.
    pub fn find(&self, path: &str) -> Option<u32> {
        self.columns
            .hash_places(Section::PathHash, hash_text(path))
            .map(|place| self.columns.get32(Section::PathFile, place))
            .find(|file| self.file_path(*file) == path)
    }

    /// Everything about one file (0-based, in path order), as it was written; an empty record, and
    /// the damaged flag, for an index of no file. O(file).
    pub fn record(&self, file: u32) -> FileRecord {
        self.file(file).record()
    }

    /// Path of file `file`.
    pub fn file_path(&self, file: u32) -> &str {
        self.file(file).path()
    }

    /// What its columns say of file `index`.
    pub(crate) fn file(&self, index: u32) -> FileRow<'_> {
        FileRow { columns: &self.columns, glances: &self.glances, consulted: &self.consulted, index }
    }

    /// What its columns say of symbol `index`.
    pub(crate) fn symbol(&self, index: u32) -> SymbolRow<'_> {
        SymbolRow { columns: &self.columns, index }
    }

    /// What its columns say of reference `index`.
    pub(crate) fn reference(&self, index: u32) -> ReferenceRow<'_> {
        ReferenceRow { columns: &self.columns, index }
    }

    /// What names its bytes. O(1).
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| Digest::of(self.bytes()))
    }

    /// Sum of the hashes of all files, dead ones included. O(files), once.
    pub(crate) fn contents(&self) -> u64 {
        *self.contents.get_or_init(|| {
            (0..self.file_count()).map(|file| self.file(file).hash()).fold(0, u64::wrapping_add)
        })
    }

    /// How many files it holds, dead ones included.
    pub fn file_count(&self) -> u32 {
        self.columns.items(Section::FilePath)
    }

    /// How many symbols it holds, those of dead files included.
    pub fn symbol_count(&self) -> u32 {
        self.columns.items(Section::SymbolName)
    }

    /// How many references it holds, those of dead files included.
    pub fn reference_count(&self) -> u32 {
        self.columns.items(Section::ReferenceName)
    }
}
