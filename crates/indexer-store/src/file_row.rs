//! What the columns of a segment say of one file.

use crate::format::Section as S;
use crate::record::FileRecord;
use crate::segment::Segment;
use indexer_core::{ContentId, DIMENSIONS, DependencyKey, FileWords, Problem, SIGNS, Tally};
use xxhash_rust::xxh3::Xxh3Default;

/// What only a shown file needs: problems, tally, documentation, packages.
pub(crate) type FileDetail<'a> = (Vec<Problem>, Tally, Option<&'a str>, Vec<&'a str>);

/// File `index` of a segment.
#[derive(Clone, Copy)]
pub(crate) struct FileRow<'s> {
    pub(crate) segment: &'s Segment,
    pub(crate) index: u32,
}

impl<'s> FileRow<'s> {
    /// Hash of its path and content.
    pub(crate) fn hash(self) -> u64 {
        let mut hash = Xxh3Default::new();
        hash.update(self.path().as_bytes());
        hash.update(&self.content().0);
        hash.digest()
    }

    /// Path of file `file`.
    pub(crate) fn path(self) -> &'s str {
        self.segment.columns.text(self.segment.columns.get32(S::FilePath, self.index))
    }

    pub(crate) fn content(self) -> ContentId {
        let start = u64::from(self.index) * 20;
        ContentId(
            self.segment.columns.slice(S::FileContent, start..start + 20).try_into().unwrap_or_default(),
        )
    }

    pub(crate) fn detail(self) -> FileDetail<'s> {
        self.segment.columns.decode(S::FileRecordBytes, S::FileRecordEnd, self.index)
    }

    pub(crate) fn symbols(self) -> std::ops::Range<u32> {
        self.segment.columns.run(S::FileSymbolStart, S::SymbolName, self.index)
    }

    pub(crate) fn references(self) -> std::ops::Range<u32> {
        self.segment.columns.run(S::FileReferenceStart, S::ReferenceName, self.index)
    }

    /// Counts of references by resolution.
    pub(crate) fn resolutions(self) -> [u32; 4] {
        let all = self.references().len() as u32;
        let [a, b, c] = [S::FileResolved, S::FilePossible, S::FileExternal]
            .map(|s| self.segment.columns.get32(s, self.index));
        [a, b, c, all.saturating_sub(a).saturating_sub(b).saturating_sub(c)]
    }

    pub(crate) fn consulted(self) -> impl ExactSizeIterator<Item = DependencyKey> + use<'s> {
        self.segment
            .columns
            .run_items(S::FileConsultedStart, S::FileConsulted, self.index)
            .map(|i| DependencyKey(self.segment.columns.get(S::Consulted, i)))
    }

    pub(crate) fn extends(self) -> Vec<u64> {
        let run = self.segment.columns.run_items(S::FileExtendedStart, S::FileExtended, self.index);
        run.map(|i| self.segment.columns.get(S::Extended, i)).collect()
    }

    /// Everything about one file (0-based, in path order), as it was written; an empty record, and
    /// the damaged flag, for an index of no file. O(self.index).
    pub(crate) fn record(self) -> FileRecord {
        let (problems, tally, doc, packages) = self.detail();
        FileRecord {
            path: self.path().to_owned(),
            content: self.content(),
            language: self
                .segment
                .columns
                .text(self.segment.columns.get32(S::FileLanguage, self.index))
                .to_owned(),
            module: self
                .segment
                .columns
                .text(self.segment.columns.get32(S::FileModule, self.index))
                .to_owned(),
            doc: doc.map(str::to_owned),
            bytes: self.segment.columns.get32(S::FileBytes, self.index),
            lines: self.segment.columns.get32(S::FileLines, self.index),
            problems,
            tally,
            symbols: self.symbols().map(|symbol| self.segment.symbol(symbol).record()).collect(),
            references: self.references().map(|r| self.segment.reference(r).record()).collect(),
            consulted: self.consulted().collect(),
            extends: self.extends(),
            packages: packages.into_iter().map(str::to_owned).collect(),
            words: self.words().into(),
            path_vector: self.path_vector().to_vec(),
        }
    }

    /// The words of file `file`, as they were written. O(words).
    pub(crate) fn words(self) -> FileWords {
        let run = self.segment.columns.run(S::FileWordStart, S::FileWord, self.index);
        let number = |at| self.segment.columns.get32(S::FileWord, at);
        FileWords {
            chunks: self.segment.columns.get32(S::FileChunks, self.index),
            table: self.table().to_vec(),
            terms: run.clone().map(|at| self.segment.columns.get32(S::Word, number(at))).collect(),
            ends: run.map(|at| self.segment.columns.get32(S::FileWordEnd, at)).collect(),
            postings: self.segment.columns.ended(S::FilePostingBytes, S::FilePostingEnd, self.index).to_vec(),
            embedded: self.embedded().collect(),
            vectors: self.vectors().to_vec(),
        }
    }

    /// What the pieces of a file are, encoded.
    pub(crate) fn table(self) -> &'s [u8] {
        self.segment.columns.ended(S::FileTableBytes, S::FileTableEnd, self.index)
    }

    /// The pieces of a file that have a vector.
    pub(crate) fn embedded(self) -> impl ExactSizeIterator<Item = u32> + use<'s> {
        self.segment.columns.run_items(S::FileEmbeddedStart, S::FileEmbedded, self.index)
    }

    /// Their vectors.
    pub(crate) fn vectors(self) -> &'s [u8] {
        let (own, next) = self.segment.glance(self.index);
        let byte = |vector: u32| u64::from(vector) * DIMENSIONS as u64;
        self.segment.columns.slice(S::VectorBytes, byte(own.embedded)..byte(next.embedded))
    }

    /// The signs of their numbers.
    pub(crate) fn signs(self) -> &'s [u8] {
        let (own, next) = self.segment.glance(self.index);
        let byte = |vector: u32| u64::from(vector) * SIGNS as u64;
        self.segment.columns.slice(S::SignBytes, byte(own.embedded)..byte(next.embedded))
    }

    /// What the path of a file means.
    pub(crate) fn path_vector(self) -> &'s [u8] {
        let (own, next) = self.segment.glance(self.index);
        self.segment.columns.slice(S::FilePathVectorBytes, own.path_vector..next.path_vector)
    }
}
