//! What a search reads of a view: all live files with their words.

use crate::file::FileRef;
use crate::glance::Meanings;
use crate::view::View;

/// The live files of a view by path, and which of them hold a word.
#[derive(Debug)]
pub struct Catalogue<'v> {
    view: &'v View,
    order: &'v FileOrder,
}

/// In which order the live files of a view stand.
#[derive(Debug)]
pub(crate) struct FileOrder {
    /// (segment, file), by path.
    files: Vec<(u32, u32)>,
    /// For each segment and file of it the place among `files`, or [`DEAD`].
    places: Vec<Vec<u32>>,
}

const DEAD: u32 = u32::MAX;

impl View {
    /// The files and their words. O(files) for the first of a view.
    pub fn catalogue(&self) -> Catalogue<'_> {
        self.numbered().for_each(|(_, held)| held.read_glances());
        Catalogue { view: self, order: self.order(|| FileOrder::of(self)) }
    }
}

impl FileOrder {
    fn of(view: &View) -> Self {
        let files: Vec<(u32, u32)> = view.files().map(|file| (file.segment, file.index)).collect();
        let mut places: Vec<Vec<u32>> =
            view.numbered().map(|(_, held)| vec![DEAD; held.file_count() as usize]).collect();
        for ((segment, index), place) in files.iter().zip(0..) {
            if let Some(known) =
                places.get_mut(*segment as usize).and_then(|all| all.get_mut(*index as usize))
            {
                *known = place;
            }
        }
        Self { files, places }
    }
}

impl<'v> Catalogue<'v> {
    /// The files, by path.
    pub fn files(&self) -> impl ExactSizeIterator<Item = FileRef<'v>> + use<'v> {
        let view = self.view;
        self.order.files.iter().map(move |(segment, index)| FileRef {
            view,
            segment: *segment,
            index: *index,
        })
    }

    /// The file at a place among these.
    pub fn file(&self, place: usize) -> Option<FileRef<'v>> {
        let (segment, index) = *self.order.files.get(place)?;
        Some(FileRef { view: self.view, segment, index })
    }

    /// The places in [`files`](Self::files) of those that hold a word, each with its postings there, in
    /// any order. O(segments x log words + files that hold it).
    pub fn runs(&self, word: u32) -> Vec<(u32, &'v [u8])> {
        let mut all = Vec::new();
        for ((_, held), places) in self.view.numbered().zip(&self.order.places) {
            let runs = held.word_runs(word);
            // Some words stand in nearly every file: a list that grows is copied again and again.
            all.reserve(runs.len());
            all.extend(runs.filter_map(|(file, run)| {
                let place = places.get(file as usize).copied().filter(|place| *place != DEAD)?;
                Some((place, run))
            }));
        }
        all
    }
}

impl<'v> FileRef<'v> {
    /// How many pieces a search tells apart in it, and how many of them have a vector. O(1).
    pub fn extent(&self) -> (u32, u32) {
        let (own, next) = self.view.segment(self.segment).file(self.index).glance();
        (own.chunks, next.embedded.saturating_sub(own.embedded))
    }

    /// What these are, as `indexer_search` encoded them.
    pub fn chunk_table(&self) -> &'v [u8] {
        self.view.segment(self.segment).file(self.index).table()
    }

    /// Its pieces that have a vector, ascending.
    pub fn embedded(&self) -> impl ExactSizeIterator<Item = u32> + use<'v> {
        self.view.segment(self.segment).file(self.index).embedded()
    }

    /// What these and its path mean. O(1).
    pub fn meanings(&self) -> Meanings<'v> {
        self.view.segment(self.segment).file(self.index).meanings()
    }
}
