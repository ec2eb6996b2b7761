//! How well one file answers: the signals of a file and a score for each of its pieces.

use crate::class::Class;
use crate::collection::{Collection, Document, PostingRun};
use crate::embed::Vector;
use crate::packed::{QueryVector, likely_cosine};
use crate::paths::{Told, path_signals};
use crate::query::Query;
use crate::report::likeness;
use crate::signals::{Signal, Signals, Weights};
use crate::terms::{count, hundredths, postings, weight};
use crate::words::{Term, whole};
use indexer_core::{DIMENSIONS, LEVELS, SIGNS, work};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How rare the terms of a question are: in pieces and in files.
struct Rarity {
    pieces: Vec<f32>,
    files: Vec<f32>,
    /// How much each term tells files apart, 0 to 1: the project's own name tells nothing.
    told: Vec<f32>,
}

impl Rarity {
    /// How much a name tells files apart, 0 to 1.
    fn of_name(&self, query: &Query, name: &str) -> f32 {
        let at = query.terms.iter().position(|term| *term == whole(name));
        at.map_or(1.0, |at| self.told[at])
    }

    /// Counts are exact integers, so that they are the same in one segment or in many.
    fn of(collection: &Collection<'_>, query: &Query, title: f32) -> Self {
        let chunks: u64 = collection.documents.iter().map(|document| u64::from(document.chunks)).sum();
        let files = collection.documents.len() as u64;
        let mut counts = vec![(0_u64, 0_u64); query.terms.len()];
        for (_, lookup, run) in &collection.runs {
            if let Some((pieces, files)) = counts.get_mut(*lookup as usize) {
                *pieces += count(run);
                *files += 1;
            }
        }
        let rare = |all: u64, with: u64| (1.0 + (all as f32 - with as f32 + 0.5) / (with as f32 + 0.5)).ln();
        let most = rare(files, 1).max(1e-6);
        let titled = |at: usize| if at < query.title_terms { title } else { 1.0 };
        Self {
            pieces: counts.iter().zip(0..).map(|((with, _), at)| rare(chunks, *with) * titled(at)).collect(),
            files: counts.iter().zip(0..).map(|((_, with), at)| rare(files, *with) * titled(at)).collect(),
            told: counts.iter().map(|(_, with)| (rare(files, *with) / most).min(1.0)).collect(),
        }
    }
}

/// What is read of the meanings of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VectorReading {
    /// Its vectors.
    Vectors,
    /// Their signs: how near its pieces are is a guess, and pieces have no score of meaning.
    Signs,
}

/// The signals of a file.
#[derive(Clone, Debug)]
pub(crate) struct FileScore {
    pub(crate) signals: Signals,
    pub(crate) coverage: f32,
    pub(crate) nearness: f32,
}

/// Scores the files of a collection, one after the other.
pub(crate) struct Scorer<'c> {
    documents: &'c [Document<'c>],
    query: &'c Query,
    meaning: Option<QueryVector>,
    rarity: Rarity,
    /// Where each term stands in the question.
    places: FxHashMap<Term, usize>,
    /// The rarities of all terms.
    rarities: f32,
    /// Those of the terms of a report's first line.
    title: f32,
    file_saturation: f32,
    /// What a posting of each weight counts in a piece.
    saturated: Vec<f32>,
    /// A score for each piece of the file that was scored last.
    pieces: Vec<f32>,
    /// In how many signs each vector of a file differs; kept for its room.
    differing: Vec<(u32, usize)>,
    /// How near the vectors are that were compared, a run a file: what is shown is scored once more.
    nears: Vec<f32>,
    /// The run of each file; empty where its vectors were not compared.
    near_runs: Vec<Range<usize>>,
}

impl<'c> Scorer<'c> {
    pub(crate) fn new(
        collection: &'c Collection<'c>,
        query: &'c Query,
        meaning: Option<&Vector>,
        weights: &Weights,
    ) -> Self {
        let rarity = Rarity::of(collection, query, weights.title_words);
        let saturated = |byte| weight(byte) / (weight(byte) + weights.chunk_saturation);
        Self {
            documents: &collection.documents,
            query,
            places: query.terms.iter().copied().zip(0..).collect(),
            meaning: meaning.map(QueryVector::new),
            rarities: rarity.pieces.iter().sum::<f32>().max(1e-6),
            title: rarity.pieces.iter().take(query.title_terms).sum::<f32>().max(1e-6),
            rarity,
            file_saturation: weights.file_saturation,
            saturated: (0..=u8::MAX).map(saturated).collect(),
            pieces: Vec::new(),
            differing: Vec::new(),
            nears: Vec::new(),
            near_runs: vec![0..0; collection.documents.len()],
        }
    }

    /// A score for each piece of the file that was scored last.
    pub(crate) fn pieces(&self) -> &[f32] {
        &self.pieces
    }

    /// The signals of a file, and a score for each of its pieces. O(pieces + postings + vectors).
    pub(crate) fn file(&mut self, at: usize, runs: &[PostingRun<'_>], look: VectorReading) -> FileScore {
        let document = &self.documents[at];
        self.pieces.clear();
        self.pieces.resize(document.chunks as usize, 0.0);
        let (mut whole_file, mut covered, mut titled) = (0.0, 0.0, 0.0);
        for (at, run) in runs {
            let Some(rare) = self.rarity.pieces.get(*at as usize) else { continue };
            let mut sum = 0.0;
            covered += rare;
            if (*at as usize) < self.query.title_terms {
                titled += rare;
            }
            for posting in postings(run) {
                sum += weight(posting.weight);
                if let Some(piece) = self.pieces.get_mut(posting.chunk as usize) {
                    *piece += rare * self.saturated[usize::from(posting.weight)];
                }
            }
            whole_file += self.rarity.files[*at as usize].max(0.1) * sum / (sum + self.file_saturation);
        }
        let best = match runs {
            [] => 0.0,
            _ => self.pieces.iter().copied().fold(0.0, f32::max),
        };
        let told = Told {
            query: self.query,
            places: &self.places,
            rarity: &self.rarity.pieces,
            rarities: self.rarities,
            told: &self.rarity.told,
        };
        let (path_share, stem_share) = path_signals(&document.path, &told);
        let exact = self.named(runs, best);
        let place =
            self.meaning.as_ref().map_or(0.0, |meaning| meaning.cosine_of(document.path_vector).max(0.0));
        let nearest = match look {
            VectorReading::Vectors => self.meanings(at, best),
            VectorReading::Signs => self.guessed(document),
        };
        let frame = self.framed(&document.path.whole);
        let signals = Signals::each(|signal| match signal {
            Signal::Words => best,
            Signal::FileWords => whole_file,
            Signal::Path => path_share,
            Signal::FileName => stem_share,
            Signal::Name => exact,
            Signal::Meaning => around(nearest),
            Signal::PathMeaning => place,
            Signal::Frame => frame,
            Signal::History => document.history,
            // Known once all files have theirs.
            Signal::Tested => 0.0,
            Signal::Changed => document.changed,
            Signal::Title => titled / self.title,
        });
        FileScore { signals, coverage: covered / self.rarities, nearness: nearest[0] }
    }

    /// How well the best definition of the file answers the names of the question; adds to the pieces what
    /// each is worth.
    fn named(&mut self, runs: &[PostingRun<'_>], best: f32) -> f32 {
        let mut found: Vec<(u32, f32)> = Vec::new();
        let mut exact = 0.0_f32;
        for (at, run) in runs {
            let Some(at) = (*at as usize).checked_sub(self.query.terms.len()) else { continue };
            let Some(name) = self.query.names.get(at / Query::WAYS) else { continue };
            let is_symbol = self.query.class == Class::Identifier;
            let told = if is_symbol { 1.0 } else { self.rarity.of_name(self.query, name) };
            let alike = match at % Query::WAYS {
                0 => told,
                1 => told * OTHERWISE_WRITTEN,
                // Whoever asks for it finds it there, however often others name it.
                _ => 1.0,
            };
            for posting in postings(run) {
                let worth = alike * hundredths(posting.weight);
                exact = exact.max(worth);
                if at % Query::WAYS < 2 {
                    found.push((posting.chunk, worth));
                }
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        found.dedup_by_key(|(chunk, _)| *chunk);
        for (chunk, worth) in found {
            if let Some(piece) = self.pieces.get_mut(chunk as usize) {
                *piece += best.max(1.0) * worth;
            }
        }
        exact
    }

    /// How surely the question names the file among places with lines: the innermost of a stack most.
    fn framed(&self, file: &str) -> f32 {
        let file = file.trim_end_matches('/');
        let frames = self.query.frames.iter().zip(0_u8..);
        let worth = |(frame, at): (&crate::report::Frame, u8)| {
            likeness(&frame.place, file) / (1.0 + FRAME_STEP * f32::from(at))
        };
        frames.map(worth).fold(0.0, f32::max)
    }

    /// The cosines of the three pieces nearest in meaning; adds to the pieces what nearness gives each. The vectors of a
    /// file are compared once.
    fn meanings(&mut self, at: usize, best: f32) -> [f32; 3] {
        let mut nearest = [0.0_f32; 3];
        let Some(meaning) = &self.meaning else { return nearest };
        let document = &self.documents[at];
        if self.near_runs[at].is_empty() {
            let start = self.nears.len();
            let vectors = document.embedded.iter().zip(document.vectors());
            self.nears.extend(vectors.map(|(_, (signs, levels))| meaning.cosine(signs, levels).max(0.0)));
            work::add((self.nears.len() - start) * DIMENSIONS);
            self.near_runs[at] = start..self.nears.len();
        }
        let nears = &self.nears[self.near_runs[at].clone()];
        for (chunk, near) in document.embedded.iter().zip(nears) {
            if let Some(piece) = self.pieces.get_mut(*chunk as usize) {
                *piece += near * best.max(1.0) * 0.5;
            }
            keep(&mut nearest, *near);
        }
        nearest
    }

    /// The cosines of the three pieces nearest by the signs of their vectors, about.
    fn guessed(&self, document: &Document<'_>) -> [f32; 3] {
        let mut fewest = [DIMENSIONS as u32; 3];
        let Some(meaning) = &self.meaning else { return [0.0; 3] };
        for signs in document.signs.as_chunks::<SIGNS>().0 {
            let mut held = meaning.differing(signs);
            if held < fewest[2] {
                for one in &mut fewest {
                    if held < *one {
                        std::mem::swap(&mut held, one);
                    }
                }
            }
        }
        fewest.map(|differing| likely_cosine(differing).max(0.0))
    }

    /// What the vectors say of a file of which the signs were read: how near it is around, and its nearest
    /// piece. Compares those vectors that are near by their signs.
    pub(crate) fn near(&mut self, document: usize) -> (f32, f32) {
        let mut nearest = [0.0_f32; 3];
        let document = &self.documents[document];
        let Some(meaning) = &self.meaning else { return (0.0, 0.0) };
        let signs = document.signs.as_chunks::<SIGNS>().0;
        self.differing.clear();
        self.differing.extend(signs.iter().map(|signs| meaning.differing(signs)).zip(0..));
        if self.differing.len() > NEAR {
            self.differing.select_nth_unstable(NEAR);
            self.differing.truncate(NEAR);
        }
        let (levels, _) = document.levels.as_chunks::<LEVELS>();
        for (_, at) in &self.differing {
            if let (Some(signs), Some(levels)) = (signs.get(*at), levels.get(*at)) {
                keep(&mut nearest, meaning.cosine(signs, levels));
            }
        }
        (around(nearest), nearest[0])
    }
}

/// The mean of the three nearest.
fn around(nearest: [f32; 3]) -> f32 {
    nearest.iter().sum::<f32>() / 3.0
}

/// Keeps the three largest, the largest first.
fn keep(nearest: &mut [f32; 3], near: f32) {
    let mut held = near;
    for one in nearest {
        if held > *one {
            std::mem::swap(&mut held, one);
        }
    }
}

/// How many vectors of a file are compared of those that are near by their signs.
const NEAR: usize = 16;

/// How much less a frame is worth than the one inside it.
const FRAME_STEP: f32 = 0.1;

/// What a name is worth that is the same but for case and underscores.
const OTHERWISE_WRITTEN: f32 = 0.4;
