//! Ranking by words and by meaning.

use super::hit::Why;
use super::{Asked, Filter, Line, Literals, Piece, symbol_of};
use crate::analysis::in_parts;
use crate::protocol::{Context, Problem};
use indexer_engine::FileQuery;
use indexer_search::chunks;
use indexer_search::confidence::{Confidence, likely};
use indexer_search::duplicates::lower_duplicates;
use indexer_search::history::{Changes, Likeness};
use indexer_search::paths::PathWords;
use indexer_search::rank::{
    Document, Documents, Extent, FileRun, Found, MANY_FILES, Parallel, Ranking, Signal, Wanted, Weights, rank,
};
use indexer_search::report::likeness;
use indexer_search::{Collection, Query};
use indexer_store::{Catalogue, FileRef, Meanings, Symbol};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::sync::Arc;

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
        let mut changes: Vec<Option<Arc<Changes>>> = Vec::with_capacity(asked.len());
        for one in asked {
            one.context.still_wanted()?;
            let wanted = how == Meaning::Beside;
            changes.push(if wanted { super::history::changes(&one.context, query)? } else { None });
        }
        let files = Files::of(asked, &catalogues, &changes, query, how);
        let runs = files.runs(query);
        let known = known(&runs, query);
        let starts = files.starts.clone();
        let Ranking { mut found, approximate } = rank(
            Collection { documents: files, runs },
            query,
            meaning.as_ref(),
            &weights(query, how),
            MOST,
            &Threads,
        );
        let is_bounded = found.len() >= MOST;
        let file_of = |one: &Found| {
            let of = starts.partition_point(|start| *start <= one.document).checked_sub(1)?;
            Some((of, catalogues.get(of)?.file(one.document - starts[of])?))
        };
        if how != Meaning::Alone && !query.class.is_exact() {
            lower_duplicates(&mut found, |one| {
                let (_, file) = file_of(one)?;
                let chunk = chunks::decode(file.chunk_table()).into_iter().nth(one.chunk)?;
                chunk
                    .definition
                    .and_then(|_| symbol_of(file, chunk.span, chunk.named))
                    .map(|symbol| symbol.name())
            });
        }
        let likely = likely(&found, meaning.is_some());
        if how == Meaning::Beside && is_about_nothing(&found, &likely, known) {
            found.clear();
        }
        let confidence = Confidence::of(likely.first().copied().unwrap_or(0.0));
        let mut shown: FxHashSet<(usize, usize)> = FxHashSet::default();
        let pieces = found.iter().zip(likely).filter_map(|(one, score)| {
            let (of, file) = file_of(one)?;
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
fn known(runs: &[Vec<FileRun<'_>>], query: &Query) -> f32 {
    let terms = query.terms.len();
    let known = runs.iter().take(terms).filter(|list| !list.is_empty()).count();
    known as f32 / terms.max(1) as f32
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

/// The path of a file that is not there.
static NOWHERE: PathWords = PathWords::NONE;

/// The files of the repositories that are asked, one after the other.
struct Files<'v, 'q> {
    repositories: Vec<Repository<'v, 'q>>,
    /// The first file of each.
    starts: Vec<usize>,
    count: usize,
    how: Meaning,
}

struct Repository<'v, 'q> {
    filter: Filter<'q>,
    catalogue: &'q Catalogue<'v>,
    known: &'v [FileQuery],
    /// What its history says of the question.
    likeness: Option<Likeness<'q>>,
}

impl<'v, 'q> Files<'v, 'q> {
    fn of(
        asked: &'q [Asked<'v, '_>],
        catalogues: &'q [Catalogue<'v>],
        changes: &'q [Option<Arc<Changes>>],
        query: &Query,
        how: Meaning,
    ) -> Self {
        let mut made = Self { repositories: Vec::new(), starts: Vec::new(), count: 0, how };
        for ((one, catalogue), changes) in asked.iter().zip(catalogues).zip(changes) {
            let known = one.context.snapshot.file_queries();
            made.starts.push(made.count);
            made.count += catalogue.files().len().min(known.len());
            let likeness = changes.as_deref().map(|changes| changes.likeness(query));
            made.repositories.push(Repository { filter: one.filter, catalogue, known, likeness });
        }
        made
    }

    /// Where the words of the question stand. O(files that hold them).
    fn runs(&self, query: &Query) -> Vec<Vec<FileRun<'v>>> {
        if self.how == Meaning::Alone {
            return Vec::new();
        }
        let lookups = query.lookups();
        let list = |lookup: usize| {
            let mut list = Vec::new();
            for (one, start) in self.repositories.iter().zip(&self.starts) {
                let mut found = one.catalogue.runs(lookups[lookup].0);
                found.iter_mut().for_each(|(file, _)| *file += *start as u32);
                if list.is_empty() { list = found } else { list.append(&mut found) }
            }
            // One segment says them by path, several one after the other.
            if !list.is_sorted_by_key(|(file, _)| *file) {
                list.sort_unstable_by_key(|(file, _)| *file);
            }
            list
        };
        if self.count < MANY_FILES {
            (0..lookups.len()).map(list).collect()
        } else {
            in_parts(lookups.len(), list)
        }
    }

    fn file(&self, at: usize) -> Option<(&Repository<'v, 'q>, FileRef<'v>, &'v FileQuery)> {
        let of = self.starts.partition_point(|start| *start <= at).checked_sub(1)?;
        let (one, place) = (self.repositories.get(of)?, at - self.starts[of]);
        Some((one, one.catalogue.file(place)?, one.known.get(place)?))
    }
}

impl Documents for Files<'_, '_> {
    fn count(&self) -> usize {
        self.count
    }

    fn document(&self, at: usize) -> Document<'_> {
        let Some((one, file, known)) = self.file(at) else { return Document::at(&NOWHERE) };
        let wanted = match one.filter.takes(file) {
            false => Wanted::Nothing,
            true if one.filter.takes_whole(file) => Wanted::All,
            true => {
                let table = chunks::decode(file.chunk_table());
                let marks: Vec<bool> =
                    table.iter().map(|chunk| one.filter.takes_chunk(file, chunk)).collect();
                if marks.contains(&true) { Wanted::Marked(marks.into()) } else { Wanted::Nothing }
            }
        };
        let likeness = one.likeness.as_ref().map(|likeness| likeness.of(file.path()));
        let (history, changed) = likeness.unwrap_or_default();
        let meant = self.how != Meaning::Without && wanted != Wanted::Nothing;
        let meanings = if meant { file.meanings() } else { Meanings::default() };
        Document {
            path: &known.path,
            is_code: known.is_code,
            chunks: file.extent().0,
            history,
            changed,
            embedded: if meant { Cow::Borrowed(&known.embedded) } else { Cow::default() },
            signs: meanings.signs,
            levels: meanings.levels,
            path_vector: meanings.path_vector,
            wanted,
        }
    }

    fn extent(&self, at: usize) -> Extent {
        let Some((one, file, _)) = self.file(at) else { return Extent::default() };
        let meant = self.how != Meaning::Without && one.filter.takes(file);
        let (chunks, vectors) = file.extent();
        Extent { chunks: u64::from(chunks), vectors: if meant { u64::from(vectors) } else { 0 } }
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
