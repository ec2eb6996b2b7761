//! Which pieces answer a question, best first.
//!
//! Files are ranked, then the pieces of each: who asks wants the right file first, and in it the right
//! lines. Every signal is one number between 0 and about 1 a file; their weighted sum ranks.

use crate::embed::{Vector, cosine};
use crate::query::{Intent, Query};
use crate::terms::{TermList, weight};
use crate::words::{Term, each_identifier, each_term, whole};
use indexer_core::{Flags, SymbolKind, path};

/// One file of a collection.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// Its path from the root.
    pub path: &'a str,
    /// Its words.
    pub terms: &'a TermList,
    /// The vectors of its chunks; `None` for a chunk without, empty for a file without.
    pub vectors: &'a [Option<Vector>],
    /// The vector of its path.
    pub place: Option<Vector>,
    /// True for code of a known language; text ranks below.
    pub is_code: bool,
}

/// The files that are searched.
#[derive(Clone, Debug, Default)]
pub struct Collection<'a> {
    /// In any order that is the same each time.
    pub documents: Vec<Document<'a>>,
}

/// How much each signal counts. What is left without each (`indexer-benches search`): NDCG@10 of 89
/// questions about five repositories, NDCG@10 and reciprocal rank of 230 subjects of changes to three.
///
/// ```text
/// without    questions  subjects  reciprocal rank
/// nothing         .915      .573             .566
/// chunk           .896      .535             .512
/// file            .887      .554             .535
/// path            .908      .567             .563
/// stem            .886      .542             .541
/// exact           .887      .566             .558
/// around          .888      .566             .543
/// place           .912      .567             .555
/// asked           .908      .573             .566
/// aside           .896      .573             .558
/// made            .915      .534             .524
/// text            .900      .532             .525
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
            aside: 0.6,
            made: 0.3,
            text: 0.4,
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
}

/// The names of the signals, as answers say why something ranked.
pub const SIGNALS: [&str; 7] = ["chunk", "file", "path", "stem", "exact", "around", "place"];

/// The signals without an upper end.
const OPEN: [usize; 4] = [0, 1, 5, 6];
/// What each further piece of one file is worth beside the one before it.
const NEXT_OF_FILE: f32 = 0.6;
/// Most pieces of one file in an answer.
const MOST_OF_FILE: usize = 3;

/// The pieces that answer `query`, best first, at most `limit`. `meaning` is its vector. O(files x terms
/// + postings + vectors).
pub fn rank(
    collection: &Collection<'_>,
    query: &Query,
    meaning: Option<&Vector>,
    weights: &Weights,
    limit: usize,
) -> Vec<Found> {
    let rarity = Rarity::of(collection, query);
    let mut files: Vec<FileScore> = collection
        .documents
        .iter()
        .map(|document| FileScore::of(document, query, meaning, &rarity, weights))
        .collect();
    // Scores of words have no upper end: they count beside the best of this answer.
    for signal in OPEN {
        let most = files.iter().map(|file| file.signals[signal]).fold(1e-6, f32::max);
        files.iter_mut().for_each(|file| file.signals[signal] /= most);
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
    for (at, (file, document)) in files.iter().zip(&collection.documents).enumerate() {
        let mut total: f32 = file.signals.iter().zip(factors).map(|(signal, factor)| signal * factor).sum();
        if is_aside(document.path) && !query.asks_aside {
            total *= weights.aside;
        }
        if is_made(document.path) {
            total *= weights.made;
        }
        if !document.is_code {
            total *= weights.text;
        }
        if total <= 0.0 {
            continue;
        }
        let mut pieces: Vec<(usize, f32)> = file.pieces.iter().copied().enumerate().collect();
        pieces.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let best = pieces.first().map_or(1e-6, |(_, score)| score.max(1e-6));
        let mut share = 1.0;
        for (at_most, (chunk, score)) in pieces.into_iter().take(MOST_OF_FILE).enumerate() {
            if at_most > 0 && score <= 0.0 {
                break;
            }
            let kept = if at_most == 0 { 1.0 } else { share * score / best };
            found.push(Found { document: at, chunk, score: total * kept, signals: file.signals });
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
    sum: f32,
    /// Of a term of one file.
    most: f32,
}

impl Rarity {
    /// How much a name tells files apart, 0 to 1: the project's own name tells nothing.
    fn of_name(&self, query: &Query, whole: Term) -> f32 {
        let at = query.terms.iter().position(|term| *term == whole);
        at.map_or(1.0, |at| (self.files[at] / self.most).min(1.0))
    }

    /// Counts are exact integers, so that they are the same in one segment or in many.
    fn of(collection: &Collection<'_>, query: &Query) -> Self {
        let chunks: usize = collection.documents.iter().map(|document| document.terms.chunks.len()).sum();
        let rare =
            |all: usize, with: usize| (1.0 + (all as f32 - with as f32 + 0.5) / (with as f32 + 0.5)).ln();
        let (mut pieces, mut files) = (Vec::new(), Vec::new());
        for term in &query.terms {
            let counts = collection.documents.iter().map(|document| document.terms.postings(*term).len());
            let (with, holding) =
                counts.fold((0, 0), |(a, b), count| (a + count, b + usize::from(count > 0)));
            pieces.push(rare(chunks, with));
            files.push(rare(collection.documents.len(), holding));
        }
        let sum = pieces.iter().sum::<f32>().max(1e-6);
        Self { pieces, files, sum, most: rare(collection.documents.len(), 1).max(1e-6) }
    }
}

struct FileScore {
    signals: [f32; 7],
    /// A score for each chunk.
    pieces: Vec<f32>,
}

impl FileScore {
    fn of(
        document: &Document<'_>,
        query: &Query,
        meaning: Option<&Vector>,
        rarity: &Rarity,
        weights: &Weights,
    ) -> Self {
        let list = document.terms;
        let mut pieces = vec![0.0; list.chunks.len()];
        let mut whole_file = 0.0;
        for (at, term) in query.terms.iter().enumerate() {
            let mut sum = 0.0;
            for posting in list.postings(*term) {
                let weight = weight(posting.weight);
                sum += weight;
                if let Some(piece) = pieces.get_mut(posting.chunk as usize) {
                    *piece += rarity.pieces[at] * weight / (weight + weights.chunk_saturation);
                }
            }
            whole_file += rarity.files[at].max(0.1) * sum / (sum + weights.file_saturation);
        }
        let best = pieces.iter().copied().fold(0.0, f32::max);
        let (path_share, stem_share) = path_signals(document.path, query, rarity);
        let mut exact = 0.0_f32;
        for (at, chunk) in list.chunks.iter().enumerate() {
            let Some(whole_name) = chunk.name.last() else { continue };
            let mut named = 0.0_f32;
            for wanted in &query.names {
                let alike = if chunk.written == Some(Term::of(wanted)) {
                    1.0
                } else if whole(wanted) == *whole_name {
                    OTHERWISE_WRITTEN
                } else {
                    continue;
                };
                let told =
                    if query.intent == Intent::Symbol { 1.0 } else { rarity.of_name(query, *whole_name) };
                named = named.max(told * alike * definition_worth(chunk.kind, chunk.flags));
            }
            if named > 0.0 {
                pieces[at] += best.max(1.0) * named;
            }
            exact = exact.max(named);
        }
        if let Some(file) = list.chunks.first()
            && query.names.iter().any(|wanted| file.handed_on.contains(&Term::of(wanted)))
        {
            exact = exact.max(HANDED_ON);
        }
        let place = document
            .place
            .as_ref()
            .zip(meaning)
            .map_or(0.0, |(place, meaning)| cosine(place, meaning).max(0.0));
        let around = meanings(document.vectors, meaning, &mut pieces, best);
        Self { signals: [best, whole_file, path_share, stem_share, exact, around, place], pieces }
    }
}

/// What a name is worth that is the same but for case and underscores.
const OTHERWISE_WRITTEN: f32 = 0.4;
/// What a name is worth that a file imports for others.
const HANDED_ON: f32 = 0.8;

/// What a definition is worth to who asks for its name.
fn definition_worth(kind: SymbolKind, flags: Flags) -> f32 {
    if flags.has(Flags::TEST) {
        return 0.2;
    }
    match kind {
        kind if kind.is_type() => 1.0,
        SymbolKind::Function | SymbolKind::Macro => 0.9,
        kind if kind.is_callable() => 0.7,
        _ => 0.5,
    }
}

/// File names that say less than their folder's.
const EMPTY_STEMS: &[&str] = &["mod", "index", "__init__", "lib", "main", "package-info"];

/// The share of the question that stands in the path, and the share of the file's name that stands in
/// the question.
fn path_signals(file: &str, query: &Query, rarity: &Rarity) -> (f32, f32) {
    let mut stem = path::stem(file);
    if EMPTY_STEMS.contains(&stem) {
        stem = path::file_name(path::parent(file));
    }
    let (mut of_path, mut of_stem) = (Vec::new(), Vec::new());
    each_identifier(file, |identifier| each_term(identifier, |term, _| of_path.push(term)));
    each_identifier(stem, |identifier| {
        each_term(identifier, |term, is_whole| {
            if !is_whole {
                of_stem.push(term)
            }
        })
    });
    let said: f32 = query
        .terms
        .iter()
        .zip(&rarity.pieces)
        .filter(|(term, _)| of_path.contains(term))
        .map(|(_, r)| r)
        .sum();
    let matched = of_stem.iter().filter(|term| query.terms.contains(term)).count();
    let share = if of_stem.is_empty() { 0.0 } else { matched as f32 / of_stem.len() as f32 };
    let stem_share = if query.intent == Intent::Symbol && share < 1.0 { 0.0 } else { share };
    (said / rarity.sum, stem_share)
}

/// Folders and marks of files that show or test what others do.
const ASIDE: &[&str] = &[
    "test",
    "tests",
    "testing",
    "__tests__",
    "spec",
    "examples",
    "example",
    "docs",
    "benches",
    "bench",
    "benchmarks",
    "fixtures",
    "testdata",
];

/// True for files of tests, examples, documentation.
pub fn is_aside(file: &str) -> bool {
    let stem = path::stem(file);
    let marked = stem.ends_with("_test")
        || stem.starts_with("test_")
        || stem.ends_with(".test")
        || stem.ends_with(".spec")
        || (stem.ends_with("Test") || stem.ends_with("Tests"))
        || stem == "conftest";
    marked || path::parent(file).split('/').any(|folder| ASIDE.contains(&folder))
}

/// Folders of what is built from other files or copied from elsewhere.
const MADE: &[&str] = &["dist", "vendor", "third_party", "node_modules", "generated", "__generated__"];
/// Marks in the names of such files.
const MADE_MARKS: &[&str] = &[".min.", ".bundle.", ".pb.", "_pb2.", ".generated.", "_generated."];

/// True for files that a program made and for copies of others' code.
pub fn is_made(file: &str) -> bool {
    let name = path::file_name(file);
    MADE_MARKS.iter().any(|mark| name.contains(mark))
        || path::parent(file).split('/').any(|folder| MADE.contains(&folder))
}

/// The mean of the three pieces nearest in meaning; adds to `pieces` what nearness gives each.
fn meanings(vectors: &[Option<Vector>], meaning: Option<&Vector>, pieces: &mut [f32], best: f32) -> f32 {
    let Some(meaning) = meaning else { return 0.0 };
    let mut near: Vec<f32> = Vec::with_capacity(vectors.len());
    for (vector, piece) in vectors.iter().zip(pieces) {
        let Some(vector) = vector else { continue };
        let cosine = cosine(vector, meaning).max(0.0);
        *piece += cosine * best.max(1.0) * 0.5;
        near.push(cosine);
    }
    near.sort_by(|a, b| b.total_cmp(a));
    near.iter().take(3).sum::<f32>() / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::name_terms;
    use crate::terms::of_text;

    /// Texts that count as code; a line `define NAME` makes the chunk that holds it the definition of a
    /// class NAME, `hand NAME` a name that the file hands on.
    fn lists(texts: &[(&str, &str)]) -> Vec<TermList> {
        let list = |(_, text): &(&str, &str)| {
            let mut list = of_text(text);
            for chunk in &mut list.chunks {
                let written = chunk.span.text(text);
                if let Some(name) = written.lines().find_map(|line| line.strip_prefix("define ")) {
                    chunk.name = name_terms(name);
                    chunk.written = Some(Term::of(name));
                    chunk.kind = SymbolKind::Class;
                }
                let handed = written.lines().filter_map(|line| line.strip_prefix("hand "));
                chunk.handed_on.extend(handed.map(Term::of));
            }
            list
        };
        texts.iter().map(list).collect()
    }

    fn files<'a>(texts: &[(&'a str, &str)], query: &str) -> Vec<&'a str> {
        let lists = lists(texts);
        let documents = texts.iter().zip(&lists).map(|((path, _), terms)| Document {
            path,
            terms,
            vectors: &[],
            place: None,
            is_code: !path.ends_with(".md"),
        });
        let collection = Collection { documents: documents.collect() };
        let found = rank(&collection, &Query::new(query), None, &Weights::default(), 20);
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
    fn more_of_the_question_in_one_piece_counts_more_than_much_of_one_word() {
        let texts =
            [("a.x", "parse parse parse parse parse parse"), ("b.x", "parse the header"), ("c.x", "header")];
        assert_eq!(files(&texts, "parse header")[0], "b.x");
    }

    #[test]
    fn one_file_does_not_fill_the_answer() {
        let long = "# A\npool\n".repeat(30);
        let texts = [("a.x", long.as_str()), ("b.x", "pool"), ("c.x", "else")];
        let lists = lists(&texts);
        let documents = texts.iter().zip(&lists);
        let documents = documents.map(|((path, _), terms)| Document {
            path,
            terms,
            vectors: &[],
            place: None,
            is_code: true,
        });
        let collection = Collection { documents: documents.collect() };
        let found = rank(&collection, &Query::new("pool"), None, &Weights::default(), 20);
        assert_eq!(found.iter().filter(|one| one.document == 0).count(), MOST_OF_FILE);
        assert!(found.is_sorted_by(|a, b| a.score >= b.score));
        assert!(found.iter().all(|one| one.document != 2), "what says nothing of it is no answer");
        assert_eq!(rank(&collection, &Query::new("pool"), None, &Weights::default(), 2).len(), 2);
    }

    #[test]
    fn questions_without_an_answer_give_none() {
        let texts = [("a.x", "pool")];
        for query in ["", "\"(", "unheard", "🦀"] {
            assert!(files(&texts, query).is_empty(), "{query}");
        }
        assert!(rank(&Collection::default(), &Query::new("pool"), None, &Weights::default(), 20).is_empty());
    }
}
