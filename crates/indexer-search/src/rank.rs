//! Which pieces answer a question, best first.
//!
//! Files are ranked, then the pieces of each: who asks wants the right file first, and in it the right
//! lines. Every signal is one number between 0 and about 1 a file; their weighted sum ranks.

use crate::class::Class;
pub use crate::collection::{Collection, Document, Documents, Extent, FileRun, MANY_FILES, Wanted};
use crate::embed::Vector;
pub use crate::parallel::{OneThread, Parallel};
use crate::query::Query;
use crate::score::{FileScore, ScoreRoom, Scorer, VectorReading};
pub use crate::signals::{Signal, Signals, Weights};
use crate::words::Term;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// A piece that answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Index into [`Collection::documents`].
    pub document: usize,
    /// Index into the chunks of that file.
    pub chunk: usize,
    /// Higher is better; comparable within one answer only.
    pub score: f32,
    /// The signals of the file.
    pub signals: Signals,
    /// What each signal put into the score of the file.
    pub shares: Signals,
    /// How much of the question, rare words more than common ones, stands in the file: 0 to 1.
    pub coverage: f32,
    /// How near the nearest piece of the file is in meaning: a cosine.
    pub nearness: f32,
}

impl Found {
    /// The order of an answer: the best first, of equal ones that of the files.
    pub(crate) fn best_first(&self, other: &Self) -> Ordering {
        let equal = || self.document.cmp(&other.document).then(self.chunk.cmp(&other.chunk));
        other.score.total_cmp(&self.score).then_with(equal)
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// The pieces that answer, best first.
    pub found: Vec<Found>,
    /// True where not every vector was compared: a piece near in meaning may be missing.
    pub approximate: bool,
}

/// How much more than by its share the nearest file counts: the power of what is left of its nearness in others. To 1.2
/// no class of question loses by it, and none wins more than .003.
const NEARER: f32 = 1.2;
/// What each further piece of one file is worth beside the one before it.
const NEXT_OF_FILE: f32 = 0.6;
/// Most pieces of one file in an answer.
const MOST_OF_FILE: usize = 3;
/// How many parts the files are scored in, about: a thread takes one, and then the next that nobody has taken.
const PARTS: usize = 16;
/// How many files a part has, at least and at most.
const LEAST_PART: usize = 128;
const MOST_PART: usize = 2_048;
/// Of how many files it compares the vectors.
const NEAR_FILES: usize = 256;
/// How many vectors are compared with that of a question.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Most vectors of which each is; of more the signs are first.
    pub all: usize,
    /// The best files by the signs of their vectors, whose vectors are then compared.
    pub files: usize,
}

impl Default for Compared {
    /// Of Linux, the ten best pieces of 40 questions: with 1,000 files 99 in a hundred are those of a comparison of all,
    /// by meaning alone and with words beside; with 2,000 as many.
    fn default() -> Self {
        Self { all: 200_000, files: 1_000 }
    }
}

/// The pieces that answer `query`, best first, at most `limit`. `meaning` is its vector. Of [`MANY_FILES`] and more,
/// `threads` share the work. O(files + postings + vectors).
pub fn rank<D: Documents>(
    collection: Collection<'_, D>,
    query: &Query,
    meaning: Option<&Vector>,
    weights: &Weights,
    limit: usize,
    threads: &impl Parallel,
) -> Ranking {
    if collection.documents.count() < MANY_FILES {
        return rank_comparing(&collection, query, meaning, weights, limit, Compared::default(), &OneThread);
    }
    rank_comparing(&collection, query, meaning, weights, limit, Compared::default(), threads)
}

/// [`rank`] that compares so many vectors.
pub fn rank_comparing<D: Documents>(
    collection: &Collection<'_, D>,
    query: &Query,
    meaning: Option<&Vector>,
    weights: &Weights,
    limit: usize,
    compared: Compared,
    threads: &impl Parallel,
) -> Ranking {
    let documents = &collection.documents;
    let all = documents.count();
    let each = (all / PARTS).clamp(LEAST_PART, MOST_PART);
    let parts = all.div_ceil(each);
    let files_of = |part: usize| part * each..all.min((part + 1) * each);
    let extents = threads.map(parts, |part| {
        files_of(part).map(|at| documents.extent(at)).fold(Extent::default(), |sum, one| Extent {
            chunks: sum.chunks + one.chunks,
            vectors: sum.vectors + one.vectors,
        })
    });
    let chunks: u64 = extents.iter().map(|one| one.chunks).sum();
    let vectors: u64 = extents.iter().map(|one| one.vectors).sum();
    let approximate = meaning.is_some() && vectors > compared.all as u64;
    let scorer = Scorer::new((collection, (all as u64, chunks)), query, meaning, weights, threads);
    let look = if approximate { VectorReading::Signs } else { VectorReading::Vectors };
    // Each file is scored by itself, so that no number depends on how many threads there are.
    let scored: Vec<Vec<ScoredFile>> = threads.map(parts, |part| {
        let mut room = ScoreRoom::default();
        let runs = collection.by_file(files_of(part));
        let mut files = Vec::with_capacity(files_of(part).len());
        for at in files_of(part) {
            let document = documents.document(at);
            if document.wanted == Wanted::Nothing {
                continue;
            }
            let score = scorer.file(&document, runs.of(at), look, &mut room);
            // What has no signal at all is no answer, and that a file was changed says nothing of the question.
            if score.signals.iter().any(|(signal, value)| signal != Signal::Changed && value > 0.0) {
                let is_named = score.signals[Signal::Frame] > 0.0;
                files.push(ScoredFile {
                    document: at,
                    score,
                    kept: kept(&document, is_named, query, weights),
                });
            }
        }
        files
    });
    let mut weighing = Weighing::of(most_of(&scored, threads), query, weights);
    let most = if approximate { compared.files.max(limit) } else { limit };
    // The best piece of a file is worth what the file is, no other more: further files have no say.
    let mut best = weighing.best(&scored, documents, most, threads);
    if approximate {
        let parts: Vec<_> = best.chunks(NEAR_FILES).collect();
        let nears = threads.map(parts.len(), |part| {
            let mut room = ScoreRoom::default();
            let near = |file: &WeighedFile| scorer.near(&documents.document(file.scored.document), &mut room);
            parts[part].iter().map(near).collect::<Vec<_>>()
        });
        for (file, near) in best.iter_mut().zip(nears.into_iter().flatten()) {
            let score = &mut file.scored.score;
            [score.signals[Signal::Meaning], score.nearness, score.signals[Signal::PathMeaning]] = near;
        }
        let near = vec![best.into_iter().map(|file| file.scored).collect::<Vec<_>>()];
        // What words say was exact before.
        let most = most_of(&near, &OneThread);
        for signal in [Signal::Meaning, Signal::PathMeaning] {
            weighing.most[signal] = most[signal];
        }
        best = weighing.best(&near, documents, limit, &OneThread);
    }
    let mut room = ScoreRoom::default();
    let mut found = Vec::new();
    for file in best.iter_mut().take_while(|file| file.total > 0.0) {
        // No piece of it or of a file behind it is worth more than it is.
        if found.len() >= limit
            && found.iter().filter(|piece: &&Found| piece.score > file.total).count() >= limit
        {
            break;
        }
        let at = file.scored.document;
        let document = documents.document(at);
        let runs = collection.of_file(at);
        if approximate {
            scorer.file(&document, &runs, VectorReading::Vectors, &mut room);
        } else {
            let nears = std::mem::take(&mut file.scored.score.nears);
            scorer.scored(&document, &runs, VectorReading::Vectors, nears, &mut room);
        }
        let pieces = best_pieces(&room.pieces, &document.wanted);
        let best = pieces.first().map_or(1e-6, |(_, score)| score.max(1e-6));
        let mut share = 1.0;
        for (at_most, (chunk, score)) in pieces.into_iter().enumerate() {
            if at_most > 0 && score <= 0.0 {
                break;
            }
            let kept = if at_most == 0 { 1.0 } else { share * score / best };
            found.push(weighing.found(file, chunk, kept));
            share *= NEXT_OF_FILE;
        }
    }
    found.sort_by(Found::best_first);
    found.truncate(limit);
    Ranking { found, approximate }
}

/// A file that may answer.
#[derive(Clone)]
struct ScoredFile {
    document: usize,
    score: FileScore,
    /// What is kept of its total.
    kept: f32,
}

/// A file with all its signals as one number.
struct WeighedFile {
    scored: ScoredFile,
    /// What a file of tests tells of it.
    tested: f32,
    total: f32,
}

/// The best pieces of a file that may answer, at most as many as an answer shows of it, the best first. O(pieces).
fn best_pieces(scores: &[f32], wanted: &Wanted<'_>) -> Vec<(usize, f32)> {
    let mut best: Vec<(usize, f32)> = Vec::with_capacity(MOST_OF_FILE + 1);
    for (chunk, score) in scores.iter().copied().enumerate().filter(|(chunk, _)| wanted.has(*chunk)) {
        // Of equal ones the first stays before.
        let place = best.partition_point(|(_, held)| held.total_cmp(&score).is_ge());
        if place < MOST_OF_FILE {
            best.insert(place, (chunk, score));
            best.truncate(MOST_OF_FILE);
        }
    }
    best
}

/// What each signal is divided by. Scores of words have no upper end: they count beside the best of this
/// answer.
fn most_of(parts: &[Vec<ScoredFile>], threads: &impl Parallel) -> Signals {
    let of_part = |part: usize| {
        let mut most = Signals::each(|_| 1e-6);
        for file in &parts[part] {
            for signal in Signal::open() {
                most[signal] = most[signal].max(file.score.signals[signal]);
            }
        }
        most
    };
    let mut most = Signals::each(|_| 1.0);
    let parts = threads.map(parts.len(), of_part);
    for signal in Signal::open() {
        most[signal] = parts.iter().map(|part| part[signal]).fold(1e-6, f32::max);
    }
    most
}

/// What is kept of the total of a file, be it code, a copy, or about code. A sample whose line a compiler names is what
/// is asked about; a test stands on the stack of every failure, also of those that it is not to blame for.
fn kept(document: &Document<'_>, is_named: bool, query: &Query, weights: &Weights) -> f32 {
    let mut kept = 1.0;
    let is_asked = query.asks_aside || is_named && !document.path.tests;
    if document.path.aside && !is_asked {
        kept *= weights.aside;
    }
    if document.path.made {
        kept *= weights.made;
    }
    if !document.is_code {
        kept *= weights.text;
    }
    kept
}

/// How the signals of a file become one number.
struct Weighing {
    /// What each signal is divided by.
    most: Signals,
    /// What each is worth.
    factors: Signals,
}

impl Weighing {
    fn of(most: Signals, query: &Query, weights: &Weights) -> Self {
        let asked = if query.class == Class::Identifier { weights.asked } else { 1.0 };
        let factors = Signals::each(|signal| match signal {
            Signal::FileName | Signal::Name => weights.signals[signal] * asked,
            _ => weights.signals[signal],
        });
        Self { most, factors }
    }

    /// The signals of a file beside the best of the answer, but what tests tell of it.
    fn signals(&self, file: &ScoredFile) -> Signals {
        let mut signals = Signals::each(|signal| file.score.signals[signal] / self.most[signal]);
        signals[Signal::Meaning] = signals[Signal::Meaning].max(0.0).powf(NEARER);
        signals[Signal::Tested] = 0.0;
        signals
    }

    /// What each signal puts into the total.
    fn shares(&self, signals: &Signals) -> Signals {
        Signals::each(|signal| signals[signal] * self.factors[signal])
    }

    fn found(&self, file: &WeighedFile, chunk: usize, kept: f32) -> Found {
        let mut signals = self.signals(&file.scored);
        signals[Signal::Tested] = file.tested;
        Found {
            document: file.scored.document,
            chunk,
            score: file.total * kept,
            signals,
            shares: self.shares(&signals),
            coverage: file.scored.score.coverage,
            nearness: file.scored.score.nearness,
        }
    }

    /// The best files, at most so many, the best first. O(files + kept x log kept).
    fn best(
        &self,
        parts: &[Vec<ScoredFile>],
        documents: &impl Documents,
        most: usize,
        threads: &impl Parallel,
    ) -> Vec<WeighedFile> {
        let totals: Vec<Vec<f32>> = threads.map(parts.len(), |part| {
            parts[part].iter().map(|file| self.shares(&self.signals(file)).sum()).collect()
        });
        let tested = if self.factors[Signal::Tested] > 0.0 {
            self.told_by_tests(parts, &totals, documents, threads)
        } else {
            Vec::new()
        };
        let mut order = Vec::with_capacity(parts.iter().map(Vec::len).sum());
        for (part, totals) in totals.iter().enumerate() {
            for (at, total) in totals.iter().enumerate() {
                let tested = tested.get(part).map_or(0.0, |part| part[at]);
                let total = (total + self.factors[Signal::Tested] * tested) * parts[part][at].kept;
                order.push((total, tested, part as u32, at as u32));
            }
        }
        let document = |part: u32, at: u32| parts[part as usize][at as usize].document;
        let by_total = |a: &(f32, f32, u32, u32), b: &(f32, f32, u32, u32)| {
            b.0.total_cmp(&a.0).then_with(|| document(a.2, a.3).cmp(&document(b.2, b.3)))
        };
        if order.len() > most {
            order.select_nth_unstable_by(most, by_total);
            order.truncate(most);
        }
        order.sort_unstable_by(by_total);
        let weighed = order.into_iter().map(|(total, tested, part, at)| WeighedFile {
            scored: parts[part as usize][at as usize].clone(),
            tested,
            total,
        });
        weighed.collect()
    }

    /// What files of tests tell of each file: they speak for the files that they are named after, by what they are worth
    /// themselves beside the best.
    fn told_by_tests(
        &self,
        parts: &[Vec<ScoredFile>],
        totals: &[Vec<f32>],
        documents: &impl Documents,
        threads: &impl Parallel,
    ) -> Vec<Vec<f32>> {
        let best = totals.iter().flatten().copied().fold(1e-6, f32::max);
        let path = |file: &ScoredFile| documents.document(file.document).path;
        let said = threads.map(parts.len(), |part| {
            let files = parts[part].iter().zip(&totals[part]);
            let tests = files.filter_map(|(file, total)| {
                let path = path(file);
                path.subject.filter(|_| path.tests).map(|subject| (subject, total / best))
            });
            tests.collect::<Vec<_>>()
        });
        let mut worth: FxHashMap<Term, f32> = FxHashMap::default();
        for (subject, worthy) in said.into_iter().flatten() {
            let known = worth.entry(subject).or_default();
            *known = known.max(worthy);
        }
        threads.map(parts.len(), |part| {
            let told = parts[part].iter().map(|file| {
                let path = path(file);
                let told = path.subject.filter(|_| !path.aside).and_then(|subject| worth.get(&subject));
                told.copied().unwrap_or(0.0)
            });
            told.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TermIndexer;
    use crate::embed::{Table, sample};
    use crate::packed::planes;
    use crate::paths::PathWords;
    use crate::terms::{Posting, push_posting};
    use crate::words::Term;
    use indexer_core::{DIMENSIONS, FileWords, work};
    use std::borrow::Cow;

    /// Texts of one piece; a line `define NAME` makes it the definition of a class NAME, `hand NAME` of a
    /// name that the file hands on.
    fn words(texts: &[(&str, &str)]) -> Vec<FileWords> {
        let table = sample();
        let table = Table::read(&table).unwrap();
        let mut term_indexer = TermIndexer::new(&table);
        let mut all = Vec::new();
        for (_, text) in texts {
            let mut words = term_indexer.text(text);
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

    fn paths(texts: &[(&str, &str)]) -> Vec<PathWords> {
        texts.iter().map(|(path, _)| PathWords::of(path)).collect()
    }

    fn found(texts: &[(&str, &str)], query: &str, limit: usize) -> Vec<Found> {
        let (paths, words) = (paths(texts), words(texts));
        let query = Query::new(query);
        let documents = texts.iter().zip(&paths).zip(&words).map(|(((path, _), known), words)| {
            (Document { is_code: !path.ends_with(".md"), ..Document::at(known) }, words)
        });
        rank(Collection::of(&query, documents), &query, None, &Weights::default(), limit, &Backwards).found
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
    fn a_sample_whose_line_is_named_stands_before_the_code_that_it_uses_and_before_a_test() {
        let text = "pool of connections";
        let texts = [("samples/dial.x", text), ("tests/dial.x", text), ("src/pool.x", text)];
        let log = "tests/dial.x:3:1: the pool is not closed\nsamples/dial.x:3:1: the pool is not closed";
        assert_eq!(files(&texts, "the pool is not closed")[0], "src/pool.x");
        assert_eq!(files(&texts, log)[0], "samples/dial.x");
    }

    #[test]
    fn a_file_of_tests_speaks_for_what_it_is_named_after() {
        let texts = [
            ("src/other.x", "open close"),
            ("src/pool.x", "open close"),
            ("src/pooled.x", "open close"),
            ("tests/test_pool.x", "open idle sockets"),
            ("docs/pooled.x", "open idle sockets"),
        ];
        let (paths, words) = (paths(&texts), words(&texts));
        let query = Query::new("open idle sockets");
        let first = |tested: f32| {
            let documents = paths
                .iter()
                .zip(&words)
                .map(|(path, words)| (Document { is_code: true, ..Document::at(path) }, words));
            let weights = Weights::default().with(Signal::Tested, tested);
            let found = rank(Collection::of(&query, documents), &query, None, &weights, 20, &OneThread).found;
            let sources: Vec<&Found> = found.iter().filter(|one| one.document < 3).collect();
            (texts[sources[0].document].0, sources[0].signals[Signal::Tested])
        };
        assert_eq!(first(0.0), ("src/other.x", 0.0), "without it they are equal");
        let (path, told) = first(0.2);
        assert!(path == "src/pool.x" && told > 0.5, "{path} {told}");
    }

    #[test]
    fn what_a_report_says_in_its_first_line_stands_before_what_it_says_below() {
        let texts = [("below.x", "sockets of the parser close"), ("title.x", "idle pool, leaks of it, open")];
        let (paths, words) = (paths(&texts), words(&texts));
        let query = Query::new("Idle pool leaks\n\nThe sockets of its parser close.");
        let titles = |titled: f32| {
            let documents = paths
                .iter()
                .zip(&words)
                .map(|(path, words)| (Document { is_code: true, ..Document::at(path) }, words));
            let silent = [Signal::Words, Signal::FileWords, Signal::Path];
            let weights =
                silent.iter().fold(Weights::default(), |weights, signal| weights.with(*signal, 0.0));
            let weights = Weights { title_words: 1.0, ..weights.with(Signal::Title, titled) };
            let found = rank(Collection::of(&query, documents), &query, None, &weights, 20, &OneThread).found;
            found.iter().map(|one| (one.document, one.signals[Signal::Title])).collect::<Vec<_>>()
        };
        assert!(titles(0.0).is_empty(), "nothing else counts here");
        assert_eq!(titles(0.2), [(1, 1.0)]);
    }

    #[test]
    fn that_a_file_was_changed_is_no_answer_but_tells_equals_apart() {
        let texts = [("a.x", "idle pool"), ("b.x", "idle pool"), ("c.x", "nothing of it")];
        let (paths, words) = (paths(&texts), words(&texts));
        let query = Query::new("idle pool");
        let documents = texts.iter().zip(&paths).zip(&words).map(|(((path, _), known), words)| {
            let changed = if *path == "a.x" { 0.0 } else { 1.0 };
            (Document { is_code: true, changed, ..Document::at(known) }, words)
        });
        let weights = Weights::default().with(Signal::Changed, 0.1);
        let found = rank(Collection::of(&query, documents), &query, None, &weights, 20, &OneThread).found;
        assert_eq!(found.iter().map(|one| one.document).collect::<Vec<_>>(), [1, 0]);
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
    fn the_first_of_many_are_the_first_of_all() {
        // Texts of three words each in all orders, some of them tests and pages.
        let parts = ["pool", "idle connection", "parse header", "# A\nidle\n# B\npool idle", "pool of pools"];
        let mut texts = Vec::new();
        for (at, first) in parts.iter().enumerate() {
            for second in parts.iter().skip(at % 2) {
                let folder = ["src", "tests", "docs", "src/net"][texts.len() % 4];
                let kind = ["x", "x", "md"][texts.len() % 3];
                texts
                    .push((format!("{folder}/f{}.{kind}", texts.len()), format!("{first}\n# C\n{second}\n")));
            }
        }
        let texts: Vec<(&str, &str)> =
            texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        for query in ["pool", "idle connection pool", "parse a header of a connection", "tests of the pool"] {
            let all = found(&texts, query, 1000);
            let several = all.iter().filter(|one| one.chunk > 0).count();
            assert!(all.len() > 15 && several > 2, "some files have several pieces: {several}");
            for limit in [0, 1, 2, 5, 11, 20] {
                assert_eq!(found(&texts, query, limit), all[..limit.min(all.len())], "{query} {limit}");
            }
        }
    }

    /// Threads that end in the other order.
    struct Backwards;

    impl Parallel for Backwards {
        fn map<T: Send>(&self, parts: usize, part: impl Fn(usize) -> T + Sync) -> Vec<T> {
            let mut all: Vec<T> = (0..parts).rev().map(part).collect();
            all.reverse();
            all
        }
    }

    #[test]
    fn an_answer_of_many_files_is_the_same_in_whatever_order_they_are_scored() {
        let made: Vec<String> = (0..MANY_FILES + 100).map(|at| format!("src/f{at}.x")).collect();
        let parts = ["pool", "idle connection of a pool", "parse", "pool of pools", "header"];
        let texts: Vec<(&str, &str)> =
            made.iter().zip(parts.iter().cycle()).map(|(path, text)| (path.as_str(), *text)).collect();
        let (paths, words) = (paths(&texts), words(&texts));
        let query = Query::new("idle pool");
        let documents = || {
            let documents = paths.iter().zip(&words);
            documents.map(|(path, words)| (Document { is_code: true, ..Document::at(path) }, words))
        };
        let one = Collection::of(&query, documents());
        let found = |threads: &dyn Fn(Collection<'_>) -> Ranking| threads(one.clone()).found;
        let weights = Weights::default();
        let ordered = found(&|all| rank(all, &query, None, &weights, 3_000, &OneThread));
        let backwards = found(&|all| rank(all, &query, None, &weights, 3_000, &Backwards));
        assert_eq!(ordered, backwards);
        assert_eq!(ordered.iter().map(|piece| piece.document % 5).collect::<Vec<_>>()[..3], [1, 1, 1]);
        assert!(ordered.iter().any(|piece| piece.document >= MANY_FILES), "the last files are ranked too");
    }

    /// Files of vectors that point where a simple sequence of numbers says.
    fn vectors(files: usize, each: usize) -> Vec<Vec<Vector>> {
        let mut state = 7_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 16) % 65) as u8
        };
        let mut made = Vec::new();
        for _ in 0..files {
            made.push((0..each).map(|_| [0; DIMENSIONS].map(|_: u8| next() as i8 - 32)).collect());
        }
        made
    }

    #[test]
    fn signs_lead_to_what_a_comparison_of_all_finds_and_say_that_they_did() {
        let made = vectors(300, 5);
        let packed: Vec<(Vec<u8>, Vec<u8>)> = made
            .iter()
            .map(|vectors| {
                let planes: Vec<_> = vectors.iter().map(planes).collect();
                let signs = planes.iter().flat_map(|(signs, _)| signs).copied().collect();
                (signs, planes.iter().flat_map(|(_, levels)| levels).copied().collect())
            })
            .collect();
        let (embedded, nowhere) = ([0, 1, 2, 3, 4], PathWords::default());
        let documents = packed.iter().map(|(signs, levels)| Document {
            chunks: 5,
            is_code: true,
            embedded: Cow::Borrowed(&embedded[..]),
            signs,
            levels,
            ..Document::at(&nowhere)
        });
        let collection = Collection { documents: documents.collect::<Vec<_>>(), runs: Vec::new() };
        let query = Query::new("anything");
        let compare = |collection: &Collection<'_>, meaning: &Vector, all, files| {
            let compared = Compared { all, files };
            rank_comparing(collection, &query, Some(meaning), &Weights::default(), 20, compared, &OneThread)
        };
        let (mut same, mut asked) = (0, 0);
        for file in (0..300).step_by(17) {
            let meaning: Vector = made[file][1];
            let (exact, counted) = work::count(|| compare(&collection, &meaning, 1500, 60));
            // Each once, though the files that are shown are scored again.
            assert_eq!(counted.steps, 1500 * DIMENSIONS as u64);
            let guessed = compare(&collection, &meaning, 1499, 60);
            assert!(!exact.approximate && guessed.approximate);
            assert_eq!((guessed.found[0].document, guessed.found[0].chunk), (file, 1));
            assert_eq!(guessed.found[0].nearness, exact.found[0].nearness, "what is found is compared");
            // With room for all files nothing is lost.
            let all = compare(&collection, &meaning, 1499, 300);
            assert_eq!(all.found, exact.found);
            let ten =
                |ranking: &Ranking| ranking.found.iter().take(10).map(|one| one.document).collect::<Vec<_>>();
            let held = ten(&guessed);
            same += ten(&exact).iter().filter(|one| held.contains(one)).count();
            asked += 10;
        }
        assert!(same * 10 >= asked * 7, "a fifth of the files holds most of the nearest: {same} of {asked}");
        let bare = collection.documents.iter().map(|one| Document { signs: &[], ..one.clone() });
        let bare = Collection { documents: bare.collect(), runs: Vec::new() };
        let without = compare(&bare, &made[0][0], 0, 60);
        assert!(!without.approximate && without.found.is_empty(), "without signs there are no vectors");
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
