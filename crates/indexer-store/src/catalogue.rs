//! What a search reads of a view: all live files with their words.

use crate::file::FileRef;
use crate::view::View;

/// The live files of a view by path, and which of them hold a word.
#[derive(Debug)]
pub struct Catalogue<'v> {
    view: &'v View,
    files: Vec<FileRef<'v>>,
    /// For each segment and file of it the place among `files`, or [`DEAD`].
    places: Vec<Vec<u32>>,
}

const DEAD: u32 = u32::MAX;

impl View {
    /// The files and their words. O(files).
    pub fn catalogue(&self) -> Catalogue<'_> {
        let files: Vec<FileRef<'_>> = self.files().collect();
        let mut places: Vec<Vec<u32>> =
            self.numbered().map(|(_, held)| vec![DEAD; held.file_count() as usize]).collect();
        for (file, place) in files.iter().zip(0..) {
            if let Some(known) =
                places.get_mut(file.segment as usize).and_then(|all| all.get_mut(file.index as usize))
            {
                *known = place;
            }
        }
        Catalogue { view: self, files, places }
    }
}

impl<'v> Catalogue<'v> {
    /// The files, by path.
    pub fn files(&self) -> &[FileRef<'v>] {
        &self.files
    }

    /// The places in [`files`](Self::files) of those that hold a word, each with its postings there, in
    /// any order. O(segments x log words + files that hold it).
    pub fn runs(&self, word: u32) -> impl Iterator<Item = (u32, &'v [u8])> {
        let view = self.view;
        let all = view.numbered().zip(&self.places);
        all.flat_map(move |((_, held), places)| {
            held.word_runs(word).filter_map(|(file, run)| {
                let place = places.get(file as usize).copied().filter(|place| *place != DEAD)?;
                Some((place, run))
            })
        })
    }
}

impl<'v> FileRef<'v> {
    /// How many pieces a search tells apart in it.
    pub fn chunks(&self) -> u32 {
        self.view.segment(self.segment).get32(crate::format::Section::FileChunks, self.index)
    }

    /// What these are, as `indexer_search` encoded them.
    pub fn chunk_table(&self) -> &'v [u8] {
        self.view.segment(self.segment).file_table(self.index)
    }

    /// Its pieces that have a vector, ascending.
    pub fn meant(&self) -> impl ExactSizeIterator<Item = u32> + use<'v> {
        self.view.segment(self.segment).file_meant(self.index)
    }

    /// Their vectors, one after the other.
    pub fn vectors(&self) -> &'v [u8] {
        self.view.segment(self.segment).file_vectors(self.index)
    }

    /// The vector of its path; empty where it has none.
    pub fn place(&self) -> &'v [u8] {
        self.view.segment(self.segment).file_place(self.index)
    }
}
