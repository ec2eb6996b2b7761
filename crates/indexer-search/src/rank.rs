//! Which pieces answer a question, best first.
//!
//! Files are ranked, then the pieces of each: who asks wants the right file first, and in it the right
//! lines. Every signal is one number between 0 and about 1 a file; their weighted sum ranks.

use crate::embed::{Vector, cosine};
use crate::paths::{PathWords, path_signals};
use crate::query::{Intent, Query};
use crate::terms::{hundredths, postings, weight};
use crate::words::whole;
use indexer_core::{DIMENSIONS, FileWords};
use std::borrow::Cow;

/// One file of a collection.
#[derive(Clone, Debug, Default)]
pub struct Document<'a> {
    /// The words of its path from the root.
    pub path: Cow<'a, PathWords>,
    /// True for code of a known language; text ranks below.
    pub is_code: bool,
    /// How many pieces it has.
    pub chunks: u32,
    /// The pieces that have a vector.
    pub meant: Cow<'a, [u32]>,
    /// Their vectors.
    pub vectors: &'a [u8],
    /// The vector of its path; empty where it has none.
    pub place: &'a [u8],
    /// Which of its pieces may answer; the others still count for how rare a word is.
    pub wanted: Wanted,
}

/// Which pieces of a file may answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    #[default]
    All,
    /// None.
    Nothing,
    /// Those that are marked.
    Marked(Vec<bool>),
}

impl Wanted {
    fn has(&self, chunk: usize) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Nothing => false,
            Wanted::Marked(marks) => marks.get(chunk).copied().unwrap_or(false),
        }
    }
}

/// The files that are searched, and where the words of one question stand in them.
#[derive(Clone, Debug, Default)]
pub struct Collection<'a> {
    /// The files, by path: equal scores stand in their order.
    pub documents: Vec<Document<'a>>,
    /// (file, place in [`Query::lookups`], postings), in any order.
    pub runs: Vec<(u32, u32, &'a [u8])>,
}

impl<'a> Collection<'a> {
    /// The collection of files with their words, for one question. O(files x words of the question).
    pub fn of(query: &Query, files: impl IntoIterator<Item = (Document<'a>, &'a FileWords)>) -> Self {
        let lookups = query.lookups();
        let mut made = Self::default();
        for (at, (document, words)) in (0..).zip(files) {
            let found = (0..).zip(&lookups).map(|(lookup, term)| (at, lookup, words.find(term.0)));
            made.runs.extend(found.filter(|(_, _, run)| !run.is_empty()));
            made.documents.push(Document {
                chunks: words.chunks,
                meant: Cow::Borrowed(&words.meant),
                vectors: &words.vectors,
                ..document
            });
        }
        made
    }
}

/// How much each signal counts. What is left without each (`indexer-benches search`): NDCG@10 of 89
/// questions about five repositories, NDCG@10 and reciprocal rank of 230 subjects of changes to three.
///
/// ```text
/// without    questions  subjects  reciprocal rank
/// nothing         .909      .572             .569
/// chunk           .898      .536             .515
/// file            .889      .557             .541
/// path            .906      .565             .561
/// stem            .883      .547             .542
/// exact           .883      .566             .561
/// around          .894      .564             .548
/// place           .912      .564             .554
/// asked           .902      .572             .569
/// aside           .889      .579             .563
/// made            .909      .530             .527
/// text            .896      .531             .524
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The best piece, by its words.
    pub chunk: f32,
    /// The file as a whole, by its words.
    pub file: f32,
    /// The share of the question that stands in the path.
    pub path: f32,
    /// The share of the file's name that stands in the question.
    pub stem: f32,
    /// A symbol that the question names.
    pub exact: f32,
    /// The mean of the three nearest pieces of the file.
    pub around: f32,
    /// The path, by its meaning.
    pub place: f32,
    /// How many times more a symbol counts where the question is nothing but its name.
    pub asked: f32,
    /// How soon more of the same word stops to count, in a piece.
    pub chunk_saturation: f32,
    /// The same in a file.
    pub file_saturation: f32,
    /// What is kept of a file of tests, examples or documentation.
    pub aside: f32,
    /// What is kept of a file that a program made, or that is a copy of others' code.
    pub made: f32,
    /// What is kept of a file that is no code.
    pub text: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            chunk: 0.8,
            file: 0.8,
            path: 1.2,
            stem: 1.0,
            exact: 2.0,
            around: 0.8,
            place: 0.3,
            asked: 2.0,
            chunk_saturation: 0.5,
            file_saturation: 8.0,
            aside: 0.5,
            made: 0.3,
            text: 0.3,
        }
    }
}

/// A piece that answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Index into [`Collection::documents`].
    pub document: usize,
    /// Index into the chunks of that file.
    pub chunk: usize,
    /// Higher is better; comparable within one answer only.
    pub score: f32,
    /// The signals of the file, in the order of [`SIGNALS`].
    pub signals: [f32; 7],
    /// What each signal put into the score of the file.
    pub shares: [f32; 7],
    /// How much of the question, rare words more than common ones, stands in the file: 0 to 1.
    pub coverage: f32,
    /// How near the nearest piece of the file is in meaning: a cosine.
    pub nearness: f32,
}

/// The names of the signals, as answers say why something ranked.
pub const SIGNALS: [&str; 7] = ["chunk", "file", "path", "stem", "exact", "around", "place"];

/// The signals without an upper end.
const OPEN: [usize; 4] = [0, 1, 5, 6];
/// What each further piece of one file is worth beside the one before it.
const NEXT_OF_FILE: f32 = 0.6;
/// Most pieces of one file in an answer.
const MOST_OF_FILE: usize = 3;

/// The pieces that answer `query`, best first, at most `limit`. `meaning` is its vector. O(files
/// + postings + vectors).
pub fn rank(
    mut collection: Collection<'_>,
    query: &Query,
    meaning: Option<&Vector>,
    weights: &Weights,
    limit: usize,
) -> Vec<Found> {
    collection.runs.sort_unstable_by_key(|(document, lookup, _)| (*document, *lookup));
    let rarity = Rarity::of(&collection, query);
    let mut files = Vec::new();
    let mut runs = collection.runs.as_slice();
    for (at, document) in collection.documents.iter().enumerate() {
        let (own, rest) = runs.split_at(runs.iter().take_while(|(of, _, _)| *of as usize == at).count());
        runs = rest;
        if document.wanted != Wanted::Nothing {
            files.push((at, FileScore::of(document, own, query, meaning, &rarity, weights)));
        }
    }
    // Scores of words have no upper end: they count beside the best of this answer.
    for signal in OPEN {
        let most = files.iter().map(|(_, file)| file.signals[signal]).fold(1e-6, f32::max);
        files.iter_mut().for_each(|(_, file)| file.signals[signal] /= most);
    }
    let factors = [
        weights.chunk,
        weights.file,
        weights.path,
        weights.stem,
        weights.exact * if query.intent == Intent::Symbol { weights.asked } else { 1.0 },
        weights.around,
        weights.place,
    ];
    let mut found = Vec::new();
    for (at, file) in files {
        let document = &collection.documents[at];
        let mut shares = file.signals;
        shares.iter_mut().zip(factors).for_each(|(share, factor)| *share *= factor);
        let mut total: f32 = shares.iter().sum();
        if document.path.aside && !query.asks_aside {
            total *= weights.aside;
        }
        if document.path.made {
            total *= weights.made;
        }
        if !document.is_code {
            total *= weights.text;
        }
        if total <= 0.0 {
            continue;
        }
        let wanted = file.pieces.iter().copied().enumerate().filter(|(chunk, _)| document.wanted.has(*chunk));
        let mut pieces: Vec<(usize, f32)> = wanted.collect();
        pieces.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let best = pieces.first().map_or(1e-6, |(_, score)| score.max(1e-6));
        let mut share = 1.0;
        for (at_most, (chunk, score)) in pieces.into_iter().take(MOST_OF_FILE).enumerate() {
            if at_most > 0 && score <= 0.0 {
                break;
            }
            let kept = if at_most == 0 { 1.0 } else { share * score / best };
            found.push(Found {
                document: at,
                chunk,
                score: total * kept,
                signals: file.signals,
                shares,
                coverage: file.coverage,
                nearness: file.nearness,
            });
            share *= NEXT_OF_FILE;
        }
    }
    found.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)).then(a.chunk.cmp(&b.chunk))
    });
    found.truncate(limit);
    found
}

/// How rare the terms of a question are: in pieces and in files.
struct Rarity {
    pieces: Vec<f32>,
    files: Vec<f32>,
    /// Of a term of one file.
    most: f32,
}

impl Rarity {
    /// How much a name tells files apart, 0 to 1: the project's own name tells nothing.
    fn of_name(&self, query: &Query, name: &str) -> f32 {
        let at = query.terms.iter().position(|term| *term == whole(name));
        at.map_or(1.0, |at| (self.files[at] / self.most).min(1.0))
    }

    /// Counts are exact integers, so that they are the same in one segment or in many.
    fn of(collection: &Collection<'_>, query: &Query) -> Self {
        let chunks: u64 = collection.documents.iter().map(|document| u64::from(document.chunks)).sum();
        let files = collection.documents.len() as u64;
        let mut counts = vec![(0_u64, 0_u64); query.terms.len()];
        for (_, lookup, run) in &collection.runs {
            if let Some((pieces, files)) = counts.get_mut(*lookup as usize) {
                *pieces += postings(run).count() as u64;
                *files += 1;
            }
        }
        let rare = |all: u64, with: u64| (1.0 + (all as f32 - with as f32 + 0.5) / (with as f32 + 0.5)).ln();
        Self {
            pieces: counts.iter().map(|(with, _)| rare(chunks, *with)).collect(),
            files: counts.iter().map(|(_, with)| rare(files, *with)).collect(),
            most: rare(files, 1).max(1e-6),
        }
    }
}

struct FileScore {
    signals: [f32; 7],
    /// A score for each chunk.
    pieces: Vec<f32>,
    coverage: f32,
    nearness: f32,
}

impl FileScore {
    fn of(
        document: &Document<'_>,
        runs: &[(u32, u32, &[u8])],
        query: &Query,
        meaning: Option<&Vector>,
        rarity: &Rarity,
        weights: &Weights,
    ) -> Self {
        let mut pieces = vec![0.0; document.chunks as usize];
        let mut whole_file = 0.0;
        let terms = query.terms.len();
        let mut covered = 0.0;
        for (_, at, run) in runs.iter().filter(|(_, at, _)| (*at as usize) < terms) {
            let (rare, mut sum) = (rarity.pieces[*at as usize], 0.0);
            covered += rare;
            for posting in postings(run) {
                let weight = weight(posting.weight);
                sum += weight;
                if let Some(piece) = pieces.get_mut(posting.chunk as usize) {
                    *piece += rare * weight / (weight + weights.chunk_saturation);
                }
            }
            whole_file += rarity.files[*at as usize].max(0.1) * sum / (sum + weights.file_saturation);
        }
        let best = pieces.iter().copied().fold(0.0, f32::max);
        let (path_share, stem_share) = path_signals(&document.path, query, &rarity.pieces);
        let exact = named(runs, query, rarity, &mut pieces, best);
        let place = meaning.map_or(0.0, |meaning| cosine(meaning, document.place).max(0.0));
        let nearest = meanings(document, meaning, &mut pieces, best);
        let around = nearest.iter().sum::<f32>() / 3.0;
        let signals = [best, whole_file, path_share, stem_share, exact, around, place];
        let coverage = covered / rarity.pieces.iter().sum::<f32>().max(1e-6);
        Self { signals, pieces, coverage, nearness: nearest[0] }
    }
}

/// What a name is worth that is the same but for case and underscores.
const OTHERWISE_WRITTEN: f32 = 0.4;

/// How well the best definition of the file answers the names of the question; adds to `pieces` what each
/// is worth.
fn named(runs: &[(u32, u32, &[u8])], query: &Query, rarity: &Rarity, pieces: &mut [f32], best: f32) -> f32 {
    let mut found: Vec<(u32, f32)> = Vec::new();
    let mut exact = 0.0_f32;
    for (_, at, run) in runs {
        let Some(at) = (*at as usize).checked_sub(query.terms.len()) else { continue };
        let Some(name) = query.names.get(at / Query::WAYS) else { continue };
        let told = if query.intent == Intent::Symbol { 1.0 } else { rarity.of_name(query, name) };
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

/// The cosines of the three pieces nearest in meaning; adds to `pieces` what nearness gives each.
fn meanings(document: &Document<'_>, meaning: Option<&Vector>, pieces: &mut [f32], best: f32) -> [f32; 3] {
    let mut nearest = [0.0_f32; 3];
    let Some(meaning) = meaning else { return nearest };
    for (chunk, vector) in document.meant.iter().zip(document.vectors.chunks_exact(DIMENSIONS)) {
        let near = cosine(meaning, vector).max(0.0);
        if let Some(piece) = pieces.get_mut(*chunk as usize) {
            *piece += near * best.max(1.0) * 0.5;
        }
        let mut held = near;
        for one in &mut nearest {
            if held > *one {
                std::mem::swap(&mut held, one);
            }
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scribe;
    use crate::embed::{Table, sample};
    use crate::terms::{Posting, push_posting};
    use crate::words::Term;

    /// Texts of one piece; a line `define NAME` makes it the definition of a class NAME, `hand NAME` of a
    /// name that the file hands on.
    fn words(texts: &[(&str, &str)]) -> Vec<FileWords> {
        let table = sample();
        let table = Table::read(&table).unwrap();
        let mut scribe = Scribe::new(&table);
        let mut all = Vec::new();
        for (_, text) in texts {
            let mut words = scribe.text(text);
            for line in text.lines() {
                if let Some(name) = line.strip_prefix("define ") {
                    add(&mut words, Term::written(name), 100);
                    add(&mut words, Term::otherwise_written(name), 100);
                } else if let Some(name) = line.strip_prefix("hand ") {
                    add(&mut words, Term::handed_on(name), 80);
                }
            }
            all.push(words);
        }
        all
    }

    fn add(words: &mut FileWords, term: Term, weight: u8) {
        let at = words.terms.binary_search(&term.0).unwrap_err();
        let start = at.checked_sub(1).map_or(0, |before| words.ends[before]);
        let mut run = Vec::new();
        push_posting(&mut run, 0, Posting { chunk: 0, weight });
        words.postings.splice(start as usize..start as usize, run.iter().copied());
        words.terms.insert(at, term.0);
        words.ends.insert(at, start);
        words.ends[at..].iter_mut().for_each(|end| *end += run.len() as u32);
    }

    fn found(texts: &[(&str, &str)], query: &str, limit: usize) -> Vec<Found> {
        let words = words(texts);
        let query = Query::new(query);
        let documents = texts.iter().zip(&words).map(|((path, _), words)| {
            let is_code = !path.ends_with(".md");
            (Document { path: Cow::Owned(PathWords::of(path)), is_code, ..Document::default() }, words)
        });
        rank(Collection::of(&query, documents), &query, None, &Weights::default(), limit)
    }

    fn files<'a>(texts: &[(&'a str, &str)], query: &str) -> Vec<&'a str> {
        let found = found(texts, query, 20);
        let mut files: Vec<&str> = found.iter().map(|one| texts[one.document].0).collect();
        files.dedup();
        files
    }

    #[test]
    fn a_definition_stands_before_uses_and_its_name_before_one_that_is_alike() {
        let texts = [
            ("a/uses.x", "Router Router Router Router"),
            ("a/alike.x", "define router\nhere"),
            ("a/there.x", "define Router\nhere"),
            ("a/mod.x", "hand Router\n"),
        ];
        assert_eq!(files(&texts, "Router")[..2], ["a/there.x", "a/mod.x"]);
        assert_eq!(files(&texts, "router")[0], "a/alike.x");
    }

    #[test]
    fn a_copy_a_test_and_a_page_stand_below_the_code_that_they_are_about() {
        let text = "pool of connections";
        let texts = [
            ("dist/pool.x", text),
            ("tests/pool.x", text),
            ("docs/pool.md", text),
            ("src/pool.x", text),
            ("src/other.x", "nothing"),
        ];
        assert_eq!(files(&texts, "connection pool")[0], "src/pool.x");
        assert_eq!(files(&texts, "tests of the connection pool")[0], "tests/pool.x");
    }

    #[test]
    fn the_name_of_a_file_counts_and_an_empty_one_stands_for_its_folder() {
        let texts =
            [("net/socket.x", "open close"), ("pool/mod.x", "open close"), ("util/mod.x", "open close pool")];
        assert_eq!(files(&texts, "open a pool")[0], "pool/mod.x");
    }

    #[test]
    fn a_part_of_a_path_names_its_files() {
        let texts = [("a/b.x", "define pool"), ("net/io.x", "pool"), ("net/pool/c.x", "pool")];
        assert_eq!(files(&texts, "net/io: mend the pool")[0], "net/io.x");
        assert_eq!(files(&texts, "the pool at /home/me/net/io.x:3:1 is empty")[0], "net/io.x");
    }

    #[test]
    fn more_of_the_question_in_one_piece_counts_more_than_much_of_one_word() {
        let texts =
            [("a.x", "parse parse parse parse parse parse"), ("b.x", "parse the header"), ("c.x", "header")];
        assert_eq!(files(&texts, "parse header")[0], "b.x");
    }

    #[test]
    fn one_file_does_not_fill_the_answer() {
        let long = "# A\npool\n".repeat(30);
        let texts = [("a.x", long.as_str()), ("b.x", "pool"), ("c.x", "else")];
        let answer = |limit| found(&texts, "pool", limit);
        let found = answer(20);
        assert_eq!(found.iter().filter(|one| one.document == 0).count(), MOST_OF_FILE);
        assert!(found.is_sorted_by(|a, b| a.score >= b.score));
        assert!(found.iter().all(|one| one.document != 2), "what says nothing of it is no answer");
        assert_eq!(answer(2).len(), 2);
    }

    #[test]
    fn questions_without_an_answer_give_none() {
        let texts = [("a.x", "pool")];
        for query in ["", "\"(", "unheard", "🦀"] {
            assert!(files(&texts, query).is_empty(), "{query}");
        }
        assert!(self::found(&[], "pool", 20).is_empty());
    }
}
