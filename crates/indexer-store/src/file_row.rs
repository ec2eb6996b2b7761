//! What the columns of a segment say of one file.

use crate::columns::Columns;
use crate::format::Section as S;
use crate::glance::{Glance, Meanings};
use crate::inverse::Inverse;
use crate::record::FileRecord;
use crate::reference_row::ReferenceRow;
use crate::symbol_row::SymbolRow;
use indexer_core::{ContentId, DependencyKey, FileWords, LEVELS, Problem, SIGNS, Tally};
use std::sync::OnceLock;
use xxhash_rust::xxh3::Xxh3Default;

/// What only a shown file needs: problems, tally, documentation, packages.
pub(crate) type FileDetail<'a> = (Vec<Problem>, Tally, Option<&'a str>, Vec<&'a str>);

/// File `index` of a segment.
#[derive(Clone, Copy)]
pub(crate) struct FileRow<'s> {
    pub(crate) columns: &'s Columns,
    /// What every search reads of every file, where it was read.
    pub(crate) glances: &'s OnceLock<Vec<Glance>>,
    /// The keys that each file consulted, where that was asked.
    pub(crate) consulted: &'s OnceLock<Inverse>,
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
        self.columns.text(self.columns.get32(S::FilePath, self.index))
    }

    pub(crate) fn content(self) -> ContentId {
        let start = u64::from(self.index) * 20;
        ContentId(self.columns.slice(S::FileContent, start..start + 20).try_into().unwrap_or_default())
    }

    pub(crate) fn detail(self) -> FileDetail<'s> {
        self.columns.decode(S::FileRecordBytes, S::FileRecordEnd, self.index)
    }

    pub(crate) fn symbols(self) -> std::ops::Range<u32> {
        self.columns.run(S::FileSymbolStart, S::SymbolName, self.index)
    }

    pub(crate) fn references(self) -> std::ops::Range<u32> {
        self.columns.run(S::FileReferenceStart, S::ReferenceName, self.index)
    }

    /// Counts of references by resolution.
    pub(crate) fn resolutions(self) -> [u32; 4] {
        let all = self.references().len() as u32;
        let [a, b, c] =
            [S::FileResolved, S::FilePossible, S::FileExternal].map(|s| self.columns.get32(s, self.index));
        [a, b, c, all.saturating_sub(a).saturating_sub(b).saturating_sub(c)]
    }

    /// O(all that the segment's files consulted) the first time.
    pub(crate) fn consulted(self) -> impl ExactSizeIterator<Item = DependencyKey> + use<'s> {
        let runs = (S::ConsultedFileStart, S::ConsultedFile);
        let files = self.columns.items(S::FilePath);
        let inverse = self.consulted.get_or_init(|| Inverse::of(self.columns, runs, files));
        let keys = inverse.owners(self.index).iter();
        keys.map(|at| DependencyKey(self.columns.get(S::Consulted, *at)))
    }

    pub(crate) fn extends(self) -> Vec<u64> {
        let run = self.columns.run_items(S::FileExtendedStart, S::FileExtended, self.index);
        run.map(|i| self.columns.get(S::Extended, i)).collect()
    }

    /// Everything about one file (0-based, in path order), as it was written; an empty record, and
    /// the damaged flag, for an index of no file. O(self.index).
    pub(crate) fn record(self) -> FileRecord {
        FileRecord { consulted: self.consulted().collect(), ..self.record_but_consulted() }
    }

    /// The same without the keys that it consulted, which are new once it is linked again.
    pub(crate) fn record_but_consulted(self) -> FileRecord {
        let (problems, tally, doc, packages) = self.detail();
        FileRecord {
            path: self.path().to_owned(),
            content: self.content(),
            language: self.columns.text(self.columns.get32(S::FileLanguage, self.index)).to_owned(),
            module: self.columns.text(self.columns.get32(S::FileModule, self.index)).to_owned(),
            doc: doc.map(str::to_owned),
            bytes: self.columns.get32(S::FileBytes, self.index),
            lines: self.columns.get32(S::FileLines, self.index),
            problems,
            tally,
            symbols: self
                .symbols()
                .map(|symbol| SymbolRow { columns: self.columns, index: symbol }.record())
                .collect(),
            references: self
                .references()
                .map(|r| ReferenceRow { columns: self.columns, index: r }.record())
                .collect(),
            consulted: Vec::new(),
            extends: self.extends(),
            packages: packages.into_iter().map(str::to_owned).collect(),
            words: self.words().into(),
            path_vector: self.meanings().path_vector.to_vec(),
        }
    }

    /// Its words, as they were written. O(words x log files).
    pub(crate) fn words(self) -> FileWords {
        let all = self.postings();
        let (mut terms, mut ends) = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
        let (mut postings, meanings) = (Vec::new(), self.meanings());
        for (term, of_term) in all {
            postings.extend_from_slice(of_term);
            terms.push(term);
            ends.push(postings.len() as u32);
        }
        FileWords {
            chunks: self.columns.get32(S::FileChunks, self.index),
            table: self.table().to_vec(),
            terms,
            ends,
            postings,
            embedded: self.embedded().collect(),
            signs: meanings.signs.to_vec(),
            levels: meanings.levels.to_vec(),
        }
    }

    /// What the pieces of a file are, encoded.
    pub(crate) fn table(self) -> &'s [u8] {
        self.columns.ended(S::FileTableBytes, S::FileTableEnd, self.index)
    }

    /// The pieces of a file that have a vector.
    pub(crate) fn embedded(self) -> impl ExactSizeIterator<Item = u32> + use<'s> {
        self.columns.run_items(S::FileEmbeddedStart, S::FileEmbedded, self.index)
    }

    /// What every search reads of it. O(1).
    pub(crate) fn meanings(self) -> Meanings<'s> {
        let (own, next) = self.glance();
        let of_vectors = |section, bytes: usize| {
            let byte = |vector: u32| u64::from(vector) * bytes as u64;
            self.columns.slice(section, byte(own.embedded)..byte(next.embedded))
        };
        Meanings {
            signs: of_vectors(S::SignBytes, SIGNS),
            levels: of_vectors(S::LevelBytes, LEVELS),
            path_vector: self.columns.slice(S::FilePathVectorBytes, own.path_vector..next.path_vector),
        }
    }

    /// What every search reads of it, and of the one after it. O(1).
    pub(crate) fn glance(self) -> (Glance, Glance) {
        if self.index >= self.columns.items(S::FilePath) {
            return self.columns.damage();
        }
        let known = self.glances.get().and_then(|all| all.get(self.index as usize..));
        let next = || Self { index: self.index + 1, ..self };
        known
            .and_then(<[Glance]>::first_chunk)
            .map_or_else(|| (self.glance_here(), next().glance_here()), |[own, next]| (*own, *next))
    }

    /// The same of it alone; behind the last file, where that one ends.
    pub(crate) fn glance_here(self) -> Glance {
        let file = self.index;
        let end = |section| file.checked_sub(1).map_or(0, |before| self.columns.get(section, before));
        Glance {
            chunks: if file < self.columns.items(S::FilePath) {
                self.columns.get32(S::FileChunks, file)
            } else {
                0
            },
            embedded: self.columns.get32(S::FileEmbeddedStart, file),
            path_vector: end(S::FilePathVectorEnd),
        }
    }
}
