//! What to read of a report: files with their symbols, and the words that tell them apart.

use super::Place;
use crate::protocol::Context;
use indexer_search::Query;
use indexer_search::words::{Term, stem};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// Files that are proposed.
const FILES: usize = 5;
/// Pieces of an answer that are looked through for them.
const PIECES: usize = 40;
/// Words that tell one of them from the others.
const WORDS: usize = 4;

/// A file to read.
#[derive(Clone, Debug, Serialize)]
pub struct ToRead {
    /// Relative to the root.
    pub path: String,
    /// How likely it is wanted: 0 to 1.
    pub score: f32,
    /// Where to begin: `name:first-last`, the likeliest first.
    pub symbols: Vec<String>,
    /// Words of the report that stand in it and in the fewest others of these files, rare ones first.
    pub told_by: Vec<String>,
}

/// The first files of an answer, the most certain first. O(pieces + postings of the words).
pub fn reading(context: &Context<'_>, query: &Query, pieces: &[Place<'_>]) -> Vec<ToRead> {
    let mut all: Vec<ToRead> = Vec::new();
    for place in pieces.iter().take(PIECES) {
        let known = all.iter().position(|one| one.path == place.file.path());
        let at = match known {
            Some(at) => at,
            None if all.len() == FILES => continue,
            None => {
                let score = (place.score * 100.0).round() / 100.0;
                let path = place.file.path().to_owned();
                all.push(ToRead { path, score, symbols: Vec::new(), told_by: Vec::new() });
                all.len() - 1
            }
        };
        if let Some(piece) = place.piece()
            && let Some(symbol) = piece.symbol
        {
            let lines = format!("{}-{}", piece.chunk.first, piece.chunk.last);
            all[at].symbols.push(format!("{}:{lines}", symbol.name()));
        }
    }
    tell_apart(context, query, &mut all);
    all
}

/// Finds the words by which the files differ.
fn tell_apart(context: &Context<'_>, query: &Query, files: &mut [ToRead]) {
    let catalogue = context.view().catalogue();
    let place = |path: &str| files.iter().position(|one| one.path == path);
    let places: Vec<Option<usize>> = catalogue.files().map(|file| place(file.path())).collect();
    // (how many of the files hold it, how many files do at all, word, which of the files)
    let mut words: Vec<(u32, usize, &str, u8)> = Vec::new();
    let mut known: FxHashSet<Term> = FxHashSet::default();
    for word in &query.words {
        let term = Term::of(stem(word));
        if !known.insert(term) {
            continue;
        }
        let (mut held, mut all) = (0_u8, 0);
        for (file, _) in catalogue.runs(term.0) {
            all += 1;
            if let Some(Some(at)) = places.get(file as usize) {
                held |= 1 << at;
            }
        }
        if held != 0 && held.count_ones() < files.len() as u32 {
            words.push((held.count_ones(), all, word, held));
        }
    }
    words.sort_unstable();
    for (at, file) in files.iter_mut().enumerate() {
        let own = words.iter().filter(|(_, _, _, held)| held & (1 << at) != 0);
        file.told_by = own.take(WORDS).map(|(_, _, word, _)| (*word).to_owned()).collect();
    }
}
