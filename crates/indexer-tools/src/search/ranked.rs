//! Ranking by words and by meaning.

use super::hit::Why;
use super::{Asked, Filter, Line, Literals, Piece, symbol_of};
use crate::analysis::in_parts;
use crate::protocol::{Context, Problem};
use indexer_engine::FileQuery;
use indexer_search::chunks;
use indexer_search::confidence::{Confidence, likely};
use indexer_search::rank::{Document, Found, MANY_FILES, Parallel, Ranking, Signal, Wanted, Weights, rank};
use indexer_search::report::likeness;
use indexer_search::{Collection, Query};
use indexer_store::{Catalogue, FileRef, Symbol};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// What counts besides words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Words and meaning.
    Beside,
    /// Words alone.
    Without,
    /// Meaning alone.
    Alone,
}

/// The share of a question's words below which it is about something else, where no hit is likely.
const LEAST_KNOWN: f32 = 0.4;
/// How many files a thread prepares at a time.
const PART: usize = 2_048;
/// Most pieces that are ranked; further ones are no help to anybody.
const MOST: usize = 200;

/// A piece that was ranked: what it is, is looked up where it shows.
#[derive(Clone, Debug)]
pub struct Place<'v> {
    /// Which of the repositories that were asked it is of.
    pub of: usize,
    /// Its file.
    pub file: FileRef<'v>,
    pub(super) at: At<'v>,
    /// How likely it is wanted: 0 to 1.
    pub score: f32,
    pub(super) why: Why,
    /// What it was ranked by; `None` where it was found by its name.
    pub(super) found: Option<Found>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum At<'v> {
    Chunk(usize),
    Symbol(Symbol<'v>),
}

impl<'v> Place<'v> {
    /// The piece; `None` where the index is damaged. O(pieces of the file).
    pub fn piece(&self) -> Option<Piece<'v>> {
        let (chunk, symbol) = match self.at {
            At::Symbol(symbol) => (super::shown::piece_of(symbol), Some(symbol)),
            At::Chunk(at) => {
                let chunk = chunks::decode(self.file.chunk_table()).into_iter().nth(at)?;
                let symbol = chunk.definition.and_then(|_| symbol_of(self.file, chunk.span, chunk.named));
                (chunk, symbol)
            }
        };
        Some(Piece {
            of: self.of,
            file: self.file,
            chunk,
            symbol,
            score: self.score,
            why: self.why.clone(),
            found: self.found.clone(),
        })
    }
}

/// What was found, best first.
#[derive(Clone, Debug)]
pub struct Ranked<'v> {
    /// The pieces.
    pub pieces: Vec<Place<'v>>,
    /// How sure it is that the first file is wanted.
    pub confidence: Confidence,
    /// True where not every vector was compared.
    pub approximate: bool,
    /// True where more pieces may answer than are ranked.
    pub is_bounded: bool,
}

impl<'v> Ranked<'v> {
    /// Ranks the pieces that the filter takes. O(files + postings + vectors).
    pub fn of(
        context: &Context<'v>,
        query: &Query,
        how: Meaning,
        filter: &Filter<'_>,
    ) -> Result<Self, Problem> {
        Self::among(&[Asked { context: *context, filter: *filter }], query, how)
    }

    /// Ranks the pieces of several repositories as if they stood in one: how rare a word is, and which signal is the best
    /// of its kind, is said of all files together. O(files + postings + vectors) of all.
    pub fn among(asked: &[Asked<'v, '_>], query: &Query, how: Meaning) -> Result<Self, Problem> {
        let words = query.words.iter().map(String::as_str);
        let meaning = (how != Meaning::Without).then(|| indexer_embedding::table().vector(words)).flatten();
        let catalogues: Vec<Catalogue<'v>> = asked.iter().map(|one| one.context.view().catalogue()).collect();
        let mut all = Collection::default();
        // The first document of each.
        let mut starts = Vec::with_capacity(asked.len());
        for (one, catalogue) in asked.iter().zip(&catalogues) {
            one.context.still_wanted()?;
            let start = all.documents.len();
            starts.push(start);
            add(&mut all, (one, catalogue), query, how);
            if how == Meaning::Beside
                && let Some(changes) = super::history::changes(&one.context, query)?
            {
                let likeness = changes.likeness(query);
                for (document, file) in all.documents[start..].iter_mut().zip(catalogue.files()) {
                    (document.history, document.changed) = likeness.of(file.path());
                }
            }
        }
        let collection = all;
        let known = known(&collection, query);
        let Ranking { mut found, approximate } =
            rank(collection, query, meaning.as_ref(), &weights(query, how), MOST, &Threads);
        let is_bounded = found.len() >= MOST;
        let likely = likely(&found, meaning.is_some());
        if how == Meaning::Beside && is_about_nothing(&found, &likely, known) {
            found.clear();
        }
        let confidence = Confidence::of(likely.first().copied().unwrap_or(0.0));
        let mut shown: FxHashSet<(usize, usize)> = FxHashSet::default();
        let pieces = found.iter().zip(likely).filter_map(|(one, score)| {
            let of = starts.partition_point(|start| *start <= one.document).checked_sub(1)?;
            let file = catalogues.get(of)?.file(one.document - starts[of])?;
            let chunk = match how {
                Meaning::Alone => one.chunk,
                _ => framed(query, &asked[of].filter, file, one.chunk),
            };
            // What a frame names is one piece, however many of its file were found.
            shown.insert((one.document, chunk)).then(|| Place {
                of,
                file,
                at: At::Chunk(chunk),
                score,
                why: why(one),
                found: Some(one.clone()),
            })
        });
        Ok(Self { pieces: pieces.collect(), confidence, approximate, is_bounded })
    }
}

/// The piece of a file that a frame of the question names by its line, the innermost one that the filter takes; else
/// `chunk`. O(frames), and the pieces of a file that is named.
fn framed(query: &Query, filter: &Filter<'_>, file: FileRef<'_>, chunk: usize) -> usize {
    if query.frames.is_empty() {
        return chunk;
    }
    let path = format!("/{}", file.path().to_ascii_lowercase());
    let named = query.frames.iter().find(|frame| frame.line > 0 && likeness(&frame.place, &path) > 0.0);
    let Some(line) = named.map(|frame| frame.line) else { return chunk };
    let pieces = chunks::decode(file.chunk_table());
    let holds = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| (piece.first..=piece.last).contains(&line) && filter.takes_chunk(file, piece));
    holds.min_by_key(|(at, piece)| (piece.last - piece.first, *at)).map_or(chunk, |(at, _)| at)
}

/// The share of the terms of a question that stand anywhere.
fn known(collection: &Collection<'_>, query: &Query) -> f32 {
    let mut known = vec![false; query.terms.len()];
    for (_, lookup, _) in &collection.runs {
        if let Some(one) = known.get_mut(*lookup as usize) {
            *one = true;
        }
    }
    known.iter().filter(|one| **one).count() as f32 / known.len().max(1) as f32
}

/// True of hits that are only the nearest to a question about something that is not there: none is likely, and
/// most words of the question stand nowhere, or none stands in the first file.
fn is_about_nothing(found: &[Found], likely: &[f32], known: f32) -> bool {
    let Some((first, likely)) = found.first().zip(likely.first()) else { return false };
    let said = known >= LEAST_KNOWN && first.coverage > 0.0;
    Confidence::of(*likely) == Confidence::Low && !said && first.signals[Signal::Path] == 0.0
}

impl Ranked<'_> {
    /// Makes room for what stands word for word: pieces that hold such lines are no hits of their own, and
    /// where the question is nothing but a literal, unlikely ones are none either. What is found decides how
    /// sure the answer is, and so does what is quoted and not there.
    pub fn stand_behind(&mut self, literals: &Literals<'_>) {
        let unlikely = |piece: &Place<'_>| literals.whole && Confidence::of(piece.score) == Confidence::Low;
        self.pieces.retain(|piece| !unlikely(piece));
        if let Some(first) = literals.lines.first() {
            self.confidence = Confidence::of(first.score);
            let is_of = |line: &Line<'_>, piece: &Place<'_>| {
                (line.of, line.file.path()) == (piece.of, piece.file.path())
            };
            let holds = |piece: &Place<'_>| {
                let mut own = literals.lines.iter().filter(|line| is_of(line, piece)).peekable();
                own.peek().is_some()
                    && piece.piece().is_some_and(|piece| {
                        own.any(|line| (piece.chunk.first..=piece.chunk.last).contains(&line.first))
                    })
            };
            self.pieces.retain(|piece| !holds(piece));
        } else if !literals.absent.is_empty() {
            self.confidence = self.confidence.min(Confidence::Medium);
        }
    }
}

/// The threads of the program.
struct Threads;

impl Parallel for Threads {
    fn map<T: Send>(&self, parts: usize, part: impl Fn(usize) -> T + Sync) -> Vec<T> {
        in_parts(parts, part)
    }
}

/// Adds the files of a repository, and where the words of the question stand in them.
fn add<'v>(
    all: &mut Collection<'v>,
    (asked, catalogue): (&Asked<'v, '_>, &Catalogue<'v>),
    query: &Query,
    how: Meaning,
) {
    let filter = &asked.filter;
    let sought: &'v [FileQuery] = asked.context.snapshot.file_queries();
    let start = all.documents.len() as u32;
    let document = |(file, sought): (FileRef<'v>, &'v FileQuery)| {
        let wanted = match filter.takes(file) {
            false => Wanted::Nothing,
            true if filter.takes_whole(file) => Wanted::All,
            true => {
                let table = chunks::decode(file.chunk_table());
                let marks: Vec<bool> = table.iter().map(|chunk| filter.takes_chunk(file, chunk)).collect();
                if marks.contains(&true) { Wanted::Marked(marks) } else { Wanted::Nothing }
            }
        };
        let meant = how != Meaning::Without && wanted != Wanted::Nothing;
        Document {
            path: &sought.path,
            is_code: sought.is_code,
            chunks: file.chunks(),
            history: 0.0,
            changed: 0.0,
            embedded: if meant { Cow::Borrowed(&sought.embedded) } else { Cow::default() },
            signs: if meant { file.signs() } else { &[] },
            levels: if meant { file.levels() } else { &[] },
            path_vector: if meant { file.path_vector() } else { &[] },
            wanted,
        }
    };
    let lookups = if how == Meaning::Alone { Vec::new() } else { query.lookups() };
    let runs = |lookup: usize| {
        catalogue.runs(lookups[lookup].0).map(move |(file, run)| (start + file, lookup as u32, run))
    };
    let files = catalogue.files();
    if files.len() < MANY_FILES {
        all.documents.extend(files.zip(sought).map(document));
        all.runs.extend((0..lookups.len()).flat_map(runs));
    } else {
        let files: Vec<FileRef<'v>> = files.collect();
        let part = |part: usize| {
            let range = part * PART..files.len().min((part + 1) * PART);
            let sought = sought.get(range.clone()).unwrap_or_default();
            files[range].iter().copied().zip(sought).map(document).collect::<Vec<_>>()
        };
        all.documents.extend(in_parts(files.len().div_ceil(PART), part).into_iter().flatten());
        let runs = |lookup: usize| runs(lookup).collect::<Vec<_>>();
        all.runs.extend(in_parts(lookups.len(), runs).into_iter().flatten());
    }
}

fn weights(query: &Query, how: Meaning) -> Weights {
    let usual = Weights::of(query.class);
    match how {
        Meaning::Alone => [Signal::Path, Signal::FileName, Signal::Frame]
            .into_iter()
            .fold(usual, |weights, signal| weights.with(signal, 0.0)),
        _ => usual,
    }
}

/// The signals that make up most of a score, the strongest first.
fn why(found: &Found) -> Why {
    let sum = found.shares.sum();
    let mut shares: Vec<(Signal, f32)> = found.shares.iter().collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let strong = shares.into_iter().take(3).filter(|(_, share)| *share > sum * 0.15);
    Why(strong.map(|(signal, _)| signal.as_str()).collect())
}
