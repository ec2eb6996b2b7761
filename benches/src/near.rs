//! What comparing signs first costs and finds, beside comparing all vectors of the same files.

use crate::document::Kept;
use crate::meter::cpu;
use indexer_core::SIGNS;
use indexer_search::Query;
use indexer_search::embed::{Table, Vector};
use indexer_search::paths::PathWords;
use indexer_search::rank::{Collection, Compared, Document, OneThread, Ranking, Weights, rank_comparing};
use std::borrow::Cow;
use std::hint::black_box;

/// The corpora are taken so many times that there are at least so many vectors: each time turned, so that
/// none is the same as another.
const VECTORS: usize = 400_000;
/// Pieces of an answer that are compared.
const SHOWN: usize = 10;

/// A line: time of the comparison by signs as a part of that of all, and how much of the answers is the
/// same, over all files as one collection and by meaning alone.
pub(crate) fn row(kept: Vec<Kept>, asked: &[&str], table: &Table<'_>) -> String {
    let own: usize = kept.iter().map(|file| file.words.embedded.len()).sum();
    let mut all: Vec<(Vec<u8>, Vec<u8>, &Kept)> = Vec::new();
    for turn in 0..VECTORS.div_ceil(own.max(1)) {
        for file in &kept {
            all.push((turned(&file.words.signs, turn), turned(&file.words.levels, turn), file));
        }
    }
    let nowhere = PathWords::default();
    let documents = all.iter().map(|(signs, levels, file)| Document {
        chunks: file.words.chunks,
        embedded: Cow::Borrowed(&file.words.embedded),
        is_code: true,
        signs,
        levels,
        ..Document::at(&nowhere)
    });
    let collection = Collection { documents: documents.collect::<Vec<_>>(), runs: Vec::new() };
    let vectors = all.iter().map(|(signs, _, _)| signs.len() / SIGNS).sum::<usize>();
    let meanings: Vec<(Query, Vector)> = asked
        .iter()
        .filter_map(|text| {
            let query = Query::new(text);
            let meaning = table.vector(query.words.iter().map(String::as_str))?;
            Some((query, meaning))
        })
        .collect();
    let rank = |of: &(Query, Vector), all: usize| {
        let compared = Compared { all, ..Compared::default() };
        rank_comparing(&collection, &of.0, Some(&of.1), &Weights::default(), SHOWN, compared, &OneThread)
    };
    let time = |all: usize| {
        cpu(&mut || meanings.iter().for_each(|one| drop(black_box(rank(one, all))))) / meanings.len() as f64
    };
    let (exact, guessed) = (time(usize::MAX), time(0));
    let shown =
        |one: Ranking| one.found.into_iter().map(|found| (found.document, found.chunk)).collect::<Vec<_>>();
    let (mut same, mut of) = (0, 0);
    for one in &meanings {
        let held = shown(rank(one, 0));
        let wanted = shown(rank(one, usize::MAX));
        of += wanted.len();
        same += wanted.iter().filter(|place| held.contains(place)).count();
    }
    format!(
        "{} files, {vectors} vectors: by signs {:.2} of the time of all ({:.1} ms), the same {:.3} of the best \
         {SHOWN}",
        all.len(),
        guessed / exact,
        exact / 1e3,
        same as f64 / f64::from(of.max(1) as u32)
    )
}

/// Signs or levels of vectors whose numbers stand `by` places further on in each plane.
fn turned(planes: &[u8], by: usize) -> Vec<u8> {
    let mut turned = planes.to_vec();
    turned.chunks_exact_mut(SIGNS).for_each(|plane| plane.rotate_right(by % SIGNS));
    turned.iter_mut().for_each(|byte| *byte = byte.rotate_left((by / SIGNS) as u32));
    turned
}
