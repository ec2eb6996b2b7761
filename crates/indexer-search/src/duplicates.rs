//! Pieces that say again what one before them says.

use crate::rank::{Found, Signal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// What is kept of the score of a duplicate. Of 325 fixes a right file stands among the first five in .822 with .8 or
/// less, in .818 with .9, in .812 without; of 276 fixes of other repositories in as many as without.
const KEPT: f32 = 0.8;
/// So many files are looked at. A duplicate stays among them: it may have to change too, as that of another platform.
const FIRST: usize = 10;
/// How much the words of two pieces differ, at most, beside the more that one of them has.
const ALIKE: f32 = 0.01;

/// Lowers those of the first ten files whose best piece is a duplicate: it defines the name of one before it, in another
/// file, and as much of the question stands in its words. Whoever reads the first five wants five places, and not one in
/// five versions. `found` is sorted before and afterwards; `name` says what a piece defines. O(pieces x log pieces).
pub fn lower_duplicates<N: Eq + Hash>(found: &mut [Found], name: impl Fn(&Found) -> Option<N>) {
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut duplicates: FxHashSet<usize> = FxHashSet::default();
    let mut originals: FxHashMap<N, Vec<f32>> = FxHashMap::default();
    let (mut tenth, mut least) = (0.0, 0.0);
    for piece in found.iter() {
        if !seen.insert(piece.document) {
            continue;
        }
        if seen.len() > FIRST {
            least = tenth;
            break;
        }
        tenth = piece.score;
        let words = piece.signals[Signal::Words];
        // Of what holds no word of the question nothing is known to be said again.
        let Some(name) = name(piece).filter(|_| words > 0.0) else { continue };
        let same = originals.entry(name).or_default();
        if same.iter().any(|other| (other - words).abs() <= ALIKE * words.max(*other)) {
            duplicates.insert(piece.document);
        } else {
            same.push(words);
        }
    }
    if duplicates.is_empty() {
        return;
    }
    for piece in found.iter_mut().filter(|piece| duplicates.contains(&piece.document)) {
        // Where there are more files, the tenth keeps its place.
        piece.score = (piece.score * KEPT).max(piece.score.min(least));
    }
    found.sort_by(Found::best_first);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::Signals;

    fn found(document: usize, score: f32, words: f32) -> Found {
        let mut signals = Signals::default();
        signals[Signal::Words] = words;
        Found { document, chunk: 0, score, signals, shares: signals, coverage: 0.5, nearness: 0.5 }
    }

    fn order(pieces: &[(usize, f32, f32)], names: &[Option<&str>]) -> Vec<usize> {
        let mut all: Vec<Found> =
            pieces.iter().map(|(at, score, words)| found(*at, *score, *words)).collect();
        lower_duplicates(&mut all, |piece| names[piece.document]);
        all.iter().map(|piece| piece.document).collect()
    }

    #[test]
    fn a_second_version_stands_behind_what_is_something_else() {
        let pieces = [(0, 1.0, 0.5), (1, 0.95, 0.5), (2, 0.9, 0.3)];
        assert_eq!(order(&pieces, &[Some("parse"), Some("parse"), Some("read")]), [0, 2, 1]);
        // What has another name, or none, or says more or less of the question is no duplicate.
        assert_eq!(order(&pieces, &[Some("parse"), Some("parsed"), Some("read")]), [0, 1, 2]);
        assert_eq!(order(&pieces, &[None, None, None]), [0, 1, 2]);
        let pieces = [(0, 1.0, 0.5), (1, 0.95, 0.4), (2, 0.9, 0.3)];
        assert_eq!(order(&pieces, &[Some("parse"), Some("parse"), Some("read")]), [0, 1, 2]);
    }

    #[test]
    fn pieces_without_words_of_the_question_are_no_duplicates() {
        let pieces = [(0, 1.0, 0.0), (1, 0.95, 0.0), (2, 0.9, 0.3)];
        assert_eq!(order(&pieces, &[Some("new"), Some("new"), Some("read")]), [0, 1, 2]);
    }

    #[test]
    fn a_duplicate_stays_among_the_first_ten() {
        let mut pieces = vec![(0, 1.0, 0.5), (1, 0.99, 0.5)];
        pieces.extend((2..12).map(|at| (at, 0.98 - 0.01 * at as f32, 0.1)));
        let names: Vec<Option<String>> =
            (0..12).map(|at: usize| Some(format!("name{}", at.saturating_sub(1)))).collect();
        let names: Vec<Option<&str>> = names.iter().map(Option::as_deref).collect();
        assert_eq!(order(&pieces, &names), [0, 2, 3, 4, 5, 6, 7, 8, 1, 9, 10, 11]);
    }

    #[test]
    fn a_file_is_no_duplicate_of_itself_and_goes_down_as_a_whole() {
        let pieces = [(0, 1.0, 0.5), (0, 0.95, 0.5), (1, 0.94, 0.5), (1, 0.9, 0.5), (2, 0.8, 0.1)];
        assert_eq!(order(&pieces, &[Some("parse"), Some("parse"), Some("read")]), [0, 0, 2, 1, 1]);
    }
}
