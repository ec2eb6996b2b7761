//! How well one file answers: the signals of a file and a score for each of its pieces.

use crate::class::Class;
use crate::collection::{Collection, Document, FileRun, PostingRun};
use crate::embed::Vector;
use crate::packed::QueryVector;
use crate::parallel::Parallel;
use crate::paths::{AskedTerms, Told, path_signals};
use crate::query::Query;
use crate::report::likeness;
use crate::signals::{Signal, Signals, Weights};
use crate::terms::{count, hundredths, postings, weight};
use crate::words::whole;
use indexer_core::{DIMENSIONS, LEVELS, SIGNS, work};

/// How many runs a thread counts at a time.
const PART: usize = 8_192;

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

    /// Counts are exact integers, so that they are the same in one segment or in many. `files` of `chunks` pieces.
    fn of<D>(
        collection: &Collection<'_, D>,
        (files, chunks): (u64, u64),
        query: &Query,
        title: f32,
        threads: &impl Parallel,
    ) -> Self {
        let lists = (0..query.terms.len()).zip(&collection.runs);
        let parts: Vec<(usize, &[FileRun<'_>])> =
            lists.flat_map(|(term, list)| list.chunks(PART).map(move |part| (term, part))).collect();
        let counted = |part: usize| parts[part].1.iter().map(|(_, run)| count(run)).sum::<u64>();
        let mut counts = vec![(0, 0); query.terms.len()];
        for ((term, part), pieces) in parts.iter().zip(threads.map(parts.len(), counted)) {
            counts[*term] = (counts[*term].0 + pieces, counts[*term].1 + part.len() as u64);
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
    /// How near each of its vectors is, where they were compared.
    pub(crate) nears: Vec<f32>,
}

/// Room that is used again from file to file.
#[derive(Debug, Default)]
pub(crate) struct ScoreRoom {
    /// A score for each piece of the file that was scored last.
    pub(crate) pieces: Vec<f32>,
    /// In how many signs each vector of a file differs.
    differing: Vec<(u32, usize)>,
}

/// Scores the files of a collection, each by itself.
pub(crate) struct Scorer<'c> {
    query: &'c Query,
    meaning: Option<QueryVector>,
    rarity: Rarity,
    asked: AskedTerms<'c>,
    /// The rarities of all terms.
    rarities: f32,
    /// Those of the terms of a report's first line.
    title: f32,
    file_saturation: f32,
    /// What a posting of each weight counts in a piece.
    saturated: Vec<f32>,
}

impl<'c> Scorer<'c> {
    /// The scorer of the files of a collection, which has so many files and pieces. O(runs).
    pub(crate) fn new<D>(
        (collection, counts): (&Collection<'_, D>, (u64, u64)),
        query: &'c Query,
        meaning: Option<&Vector>,
        weights: &Weights,
        threads: &impl Parallel,
    ) -> Self {
        let rarity = Rarity::of(collection, counts, query, weights.title_words, threads);
        let saturated = |byte| weight(byte) / (weight(byte) + weights.chunk_saturation);
        Self {
            query,
            asked: AskedTerms::of(query),
            meaning: meaning.map(QueryVector::new),
            rarities: rarity.pieces.iter().sum::<f32>().max(1e-6),
            title: rarity.pieces.iter().take(query.title_terms).sum::<f32>().max(1e-6),
            rarity,
            file_saturation: weights.file_saturation,
            saturated: (0..=u8::MAX).map(saturated).collect(),
        }
    }

    /// The signals of a file; leaves a score for each of its pieces in `room`. O(pieces + postings + vectors).
    pub(crate) fn file(
        &self,
        document: &Document<'_>,
        runs: &[PostingRun<'_>],
        look: VectorReading,
        room: &mut ScoreRoom,
    ) -> FileScore {
        let nears = match (look, &self.meaning) {
            (VectorReading::Vectors, Some(meaning)) => {
                let vectors = document.vectors();
                vectors.map(|(signs, levels)| meaning.cosine(signs, levels).max(0.0)).collect()
            }
            _ => Vec::new(),
        };
        work::add(nears.len() * DIMENSIONS);
        self.scored(document, runs, look, nears, room)
    }

    /// [`file`](Self::file) of one whose vectors were compared.
    pub(crate) fn scored(
        &self,
        document: &Document<'_>,
        runs: &[PostingRun<'_>],
        look: VectorReading,
        nears: Vec<f32>,
        room: &mut ScoreRoom,
    ) -> FileScore {
        let pieces = &mut room.pieces;
        pieces.clear();
        pieces.resize(document.chunks as usize, 0.0);
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
                if let Some(piece) = pieces.get_mut(posting.chunk as usize) {
                    *piece += rare * self.saturated[usize::from(posting.weight)];
                }
            }
            whole_file += self.rarity.files[*at as usize].max(0.1) * sum / (sum + self.file_saturation);
        }
        let best = match runs {
            [] => 0.0,
            _ => pieces.iter().copied().fold(0.0, f32::max),
        };
        let told = Told {
            asked: &self.asked,
            rarity: &self.rarity.pieces,
            rarities: self.rarities,
            told: &self.rarity.told,
        };
        let (path_share, stem_share) = path_signals(document.path, &told);
        let exact = self.named(runs, best, pieces);
        let place = match look {
            VectorReading::Vectors => self.of_path(document),
            VectorReading::Signs => self.guessed_of_path(document),
        };
        let nearest = match look {
            VectorReading::Vectors => meanings(document, &nears, best, pieces),
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
        FileScore { signals, coverage: covered / self.rarities, nearness: nearest[0], nears }
    }

    /// How well the best definition of the file answers the names of the question; adds to the pieces what
    /// each is worth.
    fn named(&self, runs: &[PostingRun<'_>], best: f32, pieces: &mut [f32]) -> f32 {
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
            if let Some(piece) = pieces.get_mut(chunk as usize) {
                *piece += best.max(1.0) * worth;
            }
        }
        exact
    }

    /// How surely the question names the file among places with lines: the innermost of a stack most.
    fn framed(&self, file: &str) -> f32 {
        if self.query.frames.is_empty() {
            return 0.0;
        }
        let file = file.trim_end_matches('/');
        let frames = self.query.frames.iter().zip(0_u8..);
        let worth = |(frame, at): (&crate::report::Frame, u8)| {
            likeness(&frame.place, file) / (1.0 + FRAME_STEP * f32::from(at))
        };
        frames.map(worth).fold(0.0, f32::max)
    }

    /// How near the path is.
    fn of_path(&self, document: &Document<'_>) -> f32 {
        self.meaning.as_ref().map_or(0.0, |meaning| meaning.cosine_of(document.path_vector).max(0.0))
    }

    /// The same by its signs, about.
    fn guessed_of_path(&self, document: &Document<'_>) -> f32 {
        let signs = document.path_vector.first_chunk::<SIGNS>();
        let near = |(meaning, signs): (&QueryVector, _)| meaning.likely(meaning.differing(signs)).max(0.0);
        self.meaning.as_ref().zip(signs).map_or(0.0, near)
    }

    /// The cosines of the three pieces nearest by the signs of their vectors, about.
    fn guessed(&self, document: &Document<'_>) -> [f32; 3] {
        let Some(meaning) = &self.meaning else { return [0.0; 3] };
        let fewest = meaning.fewest_differing(document.signs.as_chunks::<SIGNS>().0);
        fewest.map(|differing| meaning.likely(differing).max(0.0))
    }

    /// What the vectors say of a file of which the signs were read: how near it is around, its nearest
    /// piece, and its path. Compares those vectors that are near by their signs.
    pub(crate) fn near(&self, document: &Document<'_>, room: &mut ScoreRoom) -> [f32; 3] {
        let mut nearest = [0.0_f32; 3];
        let Some(meaning) = &self.meaning else { return [0.0; 3] };
        let signs = document.signs.as_chunks::<SIGNS>().0;
        let differing = &mut room.differing;
        differing.clear();
        meaning.differing_each(signs, differing);
        if differing.len() > NEAR {
            differing.select_nth_unstable(NEAR);
            differing.truncate(NEAR);
        }
        let (levels, _) = document.levels.as_chunks::<LEVELS>();
        for (_, at) in differing {
            if let (Some(signs), Some(levels)) = (signs.get(*at), levels.get(*at)) {
                keep(&mut nearest, meaning.cosine(signs, levels));
            }
        }
        [around(nearest), nearest[0], self.of_path(document)]
    }
}

/// The cosines of the three pieces nearest in meaning; adds to the pieces what nearness gives each.
fn meanings(document: &Document<'_>, nears: &[f32], best: f32, pieces: &mut [f32]) -> [f32; 3] {
    let mut nearest = [0.0_f32; 3];
    for (chunk, near) in document.embedded.iter().zip(nears) {
        if let Some(piece) = pieces.get_mut(*chunk as usize) {
            *piece += near * best.max(1.0) * 0.5;
        }
        keep(&mut nearest, *near);
    }
    nearest
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
