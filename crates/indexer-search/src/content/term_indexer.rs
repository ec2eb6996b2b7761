//! Indexes one file for search: its terms and the vectors of its chunks.

use crate::chunks::{self, Chunk};
use crate::content::bodies::Bodies;
use crate::content::identifiers::Identifiers;
use crate::content::parts::Parts;
use crate::embed::{Sum, Table, Vector};
use crate::packed::planes;
use crate::terms::{
    BODY, DOCUMENTATION, Field, HANDED_ON, NAME, OWNER, Posting, SIGNATURE, push_posting, quantised, worth,
};
use crate::words::{Term, each_identifier, each_part, fold, stem};
use indexer_core::{DefId, FileFacts, FileWords, SymbolKind};
use rustc_hash::FxHashMap;

/// Most rows of the table that a vector is the sum of, its name's aside.
const MOST_ROWS: usize = 64;
/// How often a symbol's name counts in its vector.
const NAME_TIMES: i16 = 3;
/// Identifiers that are remembered from file to file; then they are forgotten.
const MOST_KNOWN: usize = 1 << 16;
/// Terms, and parts of identifiers, that are remembered; then all is forgotten.
const MOST_TERMS: usize = 1 << 19;
const MOST_PARTS: usize = 1 << 17;

/// Makes [`FileWords`]. Caches the terms of identifiers, which repeat from file to file; so use one a
/// thread. Its output depends on the file alone.
#[derive(Debug)]
pub struct TermIndexer<'t> {
    table: &'t Table<'t>,
    known: Identifiers,
    /// By the numbers of `known`.
    identifiers: Vec<Identifier>,
    /// Places in `terms`, a run an identifier.
    places: Vec<u32>,
    /// Each different term.
    terms: Vec<Term>,
    term_places: FxHashMap<Term, u32>,
    parts: Parts,
    /// How often each term stands in the field at hand: zero between fields.
    counts: Vec<u16>,
    /// Where each term's postings begin while they are sorted: zero between files.
    starts: Vec<u32>,
    /// Scratch: identifiers of the field at hand.
    field: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Identifier {
    places: (u32, u32),
    /// Its parts: a run of `Parts::of_identifiers`.
    parts: (u32, u32),
}

/// What is collected of one file.
#[derive(Default)]
struct IndexedFile {
    /// (place of the term, chunk, weight), by chunk.
    found: Vec<(u32, u32, f32)>,
    /// Names, whose weights are no sums.
    names: Vec<(Term, Posting)>,
    embedded: Vec<u32>,
    signs: Vec<u8>,
    levels: Vec<u8>,
}

impl<'t> TermIndexer<'t> {
    /// An indexer with the vectors of `table`.
    pub fn new(table: &'t Table<'t>) -> Self {
        Self {
            table,
            known: Identifiers::default(),
            identifiers: Vec::new(),
            places: Vec::new(),
            terms: Vec::new(),
            term_places: FxHashMap::default(),
            parts: Parts::default(),
            counts: Vec::new(),
            starts: Vec::new(),
            field: Vec::new(),
        }
    }

    /// The words of a file of code. O(length of `text` x nesting of chunks, at most a few).
    pub fn code(&mut self, facts: &FileFacts, text: &str) -> FileWords {
        let chunks = chunks::of_code(facts);
        let bodies = self.bodies(&chunks, text);
        let mut indexed = IndexedFile::default();
        for name in chunks::handed_on(facts) {
            indexed.names.push((Term::handed_on(name), Posting { chunk: 0, weight: HANDED_ON }));
        }
        for (at, chunk) in chunks.iter().enumerate() {
            let body = bodies.of_chunks(at, at + 1);
            self.write(&mut indexed, at as u32, &BODY, body);
            // What stands inside it follows it.
            let inside = || chunks[at..].iter().take_while(|one| one.span.start < chunk.span.end).count();
            let text = || bodies.of_chunks(at, at + inside().max(1));
            match chunk.definition {
                Some(def) => self.symbol(&mut indexed, at as u32, (chunk, def), facts, text),
                None => self.file(&mut indexed, facts, body, chunks.len() == 1),
            }
        }
        self.finish(indexed, &chunks)
    }

    /// The words of a text that is no code: headings are names.
    pub fn text(&mut self, text: &str) -> FileWords {
        let chunks = chunks::of_text(text);
        let bodies = self.bodies(&chunks, text);
        let mut indexed = IndexedFile::default();
        for (at, chunk) in (0..).zip(&chunks) {
            let body = bodies.of_chunks(at as usize, at as usize + 1);
            self.write(&mut indexed, at, &BODY, body);
            let written = chunk.span.text(text);
            if written.starts_with('#') {
                self.read(written.lines().next().unwrap_or(""));
                self.write_field(&mut indexed, at, &NAME);
            }
            let mut sum = Sum::default();
            self.add(&mut sum, body, MOST_ROWS, 1);
            indexed.mean(at, &sum);
        }
        self.finish(indexed, &chunks)
    }

    /// The vector of a path: that of its last two names.
    pub fn path_vector(&mut self, path: &str) -> Option<Vector> {
        let without = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let from = without.rmatch_indices('/').nth(1).map_or(0, |(at, _)| at);
        self.read(&without[from..]);
        let mut sum = Sum::default();
        let names = std::mem::take(&mut self.field);
        self.add(&mut sum, &names, MOST_ROWS, 1);
        self.field = names;
        sum.vector()
    }

    fn file(&mut self, indexed: &mut IndexedFile, facts: &FileFacts, body: &[u32], alone: bool) {
        let mut sum = Sum::default();
        if let Some(doc) = &facts.doc {
            self.read(doc);
            self.write_field(indexed, 0, &DOCUMENTATION);
            let words = std::mem::take(&mut self.field);
            self.add(&mut sum, &words, MOST_ROWS, 1);
            self.field = words;
        } else if alone {
            self.add(&mut sum, body, MOST_ROWS, 1);
        }
        indexed.mean(0, &sum);
    }

    /// `text` is its body, with those of the chunks inside it.
    fn symbol<'b>(
        &mut self,
        indexed: &mut IndexedFile,
        at: u32,
        (chunk, def): (&Chunk, DefId),
        facts: &FileFacts,
        text: impl FnOnce() -> &'b [u32],
    ) {
        let definition = facts.definition(def);
        let chain = facts.owner_chain(def);
        let (name, owners) = chain.split_last().map_or(("", &[][..]), |(name, owners)| (*name, owners));
        let weight = worth(chunk.kind, chunk.flags);
        indexed.names.push((Term::written(name), Posting { chunk: at, weight }));
        indexed
            .names
            .push((Term::otherwise_written_by(name, &mut self.parts.folded), Posting { chunk: at, weight }));
        // Constants say what they mean in their words alone: headers of hardware have a hundred thousand of them.
        let is_constant =
            chunk.kind == SymbolKind::Macro && definition.parameters.len == 0 && chunk.first == chunk.last;
        let is_code = chunk.kind.is_callable() && !is_constant || chunk.kind.is_type();
        let has_meaning = is_code || definition.doc.is_some();
        let (mut sum, mut left) = (Sum::default(), MOST_ROWS);
        self.read(name);
        self.write_field(indexed, at, &NAME);
        if has_meaning {
            let words = std::mem::take(&mut self.field);
            self.add(&mut sum, &words, MOST_ROWS, NAME_TIMES);
            self.field = words;
        }
        self.field.clear();
        for owner in owners.iter().rev() {
            self.read_on(owner);
        }
        self.write_field(indexed, at, &OWNER);
        if has_meaning && let Some(owner) = owners.last() {
            self.read(owner);
            let words = std::mem::take(&mut self.field);
            left -= self.add(&mut sum, &words, left, 1);
            self.field = words;
        }
        self.read(&definition.signature);
        self.write_field(indexed, at, &SIGNATURE);
        if let Some(doc) = &definition.doc {
            self.read(doc);
            self.write_field(indexed, at, &DOCUMENTATION);
            self.read(&doc[..doc.find("\n\n").unwrap_or(doc.len())]);
            let words = std::mem::take(&mut self.field);
            left -= self.add(&mut sum, &words, left, 1);
            self.field = words;
        }
        if has_meaning {
            self.add(&mut sum, text(), left, 1);
            indexed.mean(at, &sum);
        }
    }

    /// The identifiers of the text, each in the innermost chunk that holds it.
    fn bodies(&mut self, chunks: &[Chunk], text: &str) -> Bodies {
        if self.terms.len() > MOST_TERMS || self.parts.len() > MOST_PARTS {
            *self = Self::new(self.table);
        } else if self.known.len() > MOST_KNOWN {
            // Their parts and most of their terms come again.
            self.known.clear();
            self.identifiers.clear();
            self.places.clear();
            self.parts.of_identifiers.clear();
        }
        let mut found: Vec<(u32, u32)> = Vec::with_capacity(text.len() / 8);
        let mut open: Vec<(usize, u32)> = Vec::new();
        let mut next = 0;
        let start = text.as_ptr() as usize;
        each_identifier(text, |identifier| {
            let at = (identifier.as_ptr() as usize - start) as u32;
            while next < chunks.len() && chunks[next].span.start <= at {
                while open.last().is_some_and(|(_, end)| *end <= chunks[next].span.start) {
                    open.pop();
                }
                open.push((next, chunks[next].span.end));
                next += 1;
            }
            while open.last().is_some_and(|(_, end)| *end <= at) {
                open.pop();
            }
            if let Some((chunk, _)) = open.last() {
                found.push((*chunk as u32, self.know(identifier)));
            }
        });
        Bodies::of(&found, chunks.len())
    }

    /// The number of an identifier, whose terms are worked out once.
    fn know(&mut self, identifier: &str) -> u32 {
        let (number, is_new) = self.known.number(identifier);
        if !is_new {
            return number;
        }
        let (first_place, first_part) = (self.places.len() as u32, self.parts.of_identifiers.len() as u32);
        let mut folded = std::mem::take(&mut self.parts.folded);
        fold(identifier, &mut folded);
        let mut start = 0;
        each_part(identifier, |part| {
            let part = if identifier.is_ascii() {
                // Folding keeps the length, so a part of the identifier is a part of what is folded.
                start += part.len();
                self.parts.know(folded.get(start - part.len()..start).unwrap_or(""))
            } else {
                self.parts.know(&part.to_lowercase())
            };
            self.parts.of_identifiers.push(part);
            if let Some(term) = self.parts.term(part) {
                let place = place_of(term, &mut self.term_places, &mut self.terms);
                self.places.push(place);
            }
        });
        let parts = self.parts.of_identifiers.len() as u32;
        if parts - first_part > 1 {
            let place = place_of(Term::of(stem(&folded)), &mut self.term_places, &mut self.terms);
            self.places.push(place);
        }
        self.counts.resize(self.terms.len(), 0);
        self.starts.resize(self.terms.len(), 0);
        self.parts.folded = folded;
        self.identifiers
            .push(Identifier { places: (first_place, self.places.len() as u32), parts: (first_part, parts) });
        number
    }

    /// Makes `text` the field at hand.
    fn read(&mut self, text: &str) {
        self.field.clear();
        self.read_on(text);
    }

    fn read_on(&mut self, text: &str) {
        each_identifier(text, |identifier| {
            let identifier = self.know(identifier);
            self.field.push(identifier);
        });
    }

    /// Writes the field at hand down.
    fn write_field(&mut self, indexed: &mut IndexedFile, chunk: u32, field: &Field) {
        let words = std::mem::take(&mut self.field);
        self.write(indexed, chunk, field, &words);
        self.field = words;
    }

    /// Writes the words of a field of a chunk down.
    fn write(&mut self, indexed: &mut IndexedFile, chunk: u32, field: &Field, words: &[u32]) {
        let first = indexed.found.len();
        let mut length = 0;
        for word in words {
            let (start, end) = self.identifiers[*word as usize].places;
            for place in &self.places[start as usize..end as usize] {
                let count = &mut self.counts[*place as usize];
                if *count == 0 {
                    indexed.found.push((*place, chunk, 0.0));
                }
                *count = count.saturating_add(1);
                length += 1;
            }
        }
        let norm = field.norm(length);
        for (place, _, weight) in &mut indexed.found[first..] {
            *weight = norm * f32::from(std::mem::take(&mut self.counts[*place as usize]));
        }
    }

    /// Adds the rows of words to a sum, at most `most`; how many they were.
    fn add(&mut self, sum: &mut Sum, words: &[u32], most: usize, times: i16) -> usize {
        let mut left = most;
        for word in words {
            if left == 0 {
                break;
            }
            let (start, end) = self.identifiers[*word as usize].parts;
            for at in start..end {
                let part = self.parts.of_identifiers[at as usize];
                for row in self.parts.rows(self.table, part).iter().take(left) {
                    sum.add(self.table, *row, times);
                    left -= 1;
                }
            }
        }
        most - left
    }

    fn finish(&mut self, indexed: IndexedFile, chunks: &[Chunk]) -> FileWords {
        let found = self.by_term(&indexed.found);
        let mut out = Writer::default();
        let mut names = indexed.names;
        names.sort_unstable_by_key(|(term, posting)| (*term, posting.chunk, posting.weight));
        let mut names = names.into_iter().peekable();
        // A chunk's fields stand one after the other.
        for same in found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (term, chunk, _) = same[0];
            while let Some((name, posting)) = names.next_if(|(name, _)| *name < term) {
                out.push(name, posting);
            }
            let weight = quantised(same.iter().map(|(_, _, weight)| weight).sum());
            out.push(term, Posting { chunk, weight });
        }
        names.for_each(|(name, posting)| out.push(name, posting));
        FileWords {
            chunks: chunks.len() as u32,
            table: chunks::encode(chunks),
            embedded: indexed.embedded,
            signs: indexed.signs,
            levels: indexed.levels,
            ..out.words
        }
    }

    /// What was found, by term; of a term in the order in which it was found. O(found + terms x log terms).
    fn by_term(&mut self, found: &[(u32, u32, f32)]) -> Vec<(Term, u32, f32)> {
        let mut different: Vec<(Term, u32)> = Vec::new();
        for (place, _, _) in found {
            let count = &mut self.starts[*place as usize];
            if *count == 0 {
                different.push((self.terms[*place as usize], *place));
            }
            *count += 1;
        }
        different.sort_unstable();
        let mut start = 0;
        for (_, place) in &different {
            start += std::mem::replace(&mut self.starts[*place as usize], start);
        }
        let mut sorted = vec![(Term(0), 0, 0.0); found.len()];
        for (place, chunk, weight) in found {
            let at = &mut self.starts[*place as usize];
            sorted[*at as usize] = (self.terms[*place as usize], *chunk, *weight);
            *at += 1;
        }
        different.iter().for_each(|(_, place)| self.starts[*place as usize] = 0);
        sorted
    }
}

/// The place of a term among all that were seen.
fn place_of(term: Term, places: &mut FxHashMap<Term, u32>, terms: &mut Vec<Term>) -> u32 {
    *places.entry(term).or_insert_with(|| {
        terms.push(term);
        terms.len() as u32 - 1
    })
}

/// Postings, as they come: terms ascending, and of a term its chunks.
#[derive(Default)]
struct Writer {
    words: FileWords,
    before: u32,
}

impl Writer {
    /// Of two postings that share a chunk and, by chance, a hash, the first stays.
    fn push(&mut self, term: Term, posting: Posting) {
        let words = &mut self.words;
        if words.terms.last() != Some(&term.0) {
            words.terms.push(term.0);
            words.ends.push(0);
            self.before = 0;
        } else if posting.chunk <= self.before {
            return;
        }
        push_posting(&mut words.postings, self.before, posting);
        self.before = posting.chunk;
        if let Some(end) = words.ends.last_mut() {
            *end = words.postings.len() as u32;
        }
    }
}

impl IndexedFile {
    fn mean(&mut self, chunk: u32, sum: &Sum) {
        if let Some(vector) = sum.vector() {
            self.embedded.push(chunk);
            let (signs, levels) = planes(&vector);
            self.signs.extend(signs);
            self.levels.extend(levels);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::sample;
    use crate::terms::{postings, weight};
    use crate::words::{stem, whole};

    fn chunks(words: &FileWords, term: Term) -> Vec<u32> {
        postings(words.find(term.0)).map(|posting| posting.chunk).collect()
    }

    #[test]
    fn words_of_text_are_found_in_their_chunk() {
        let table = sample();
        let table = Table::read(&table).unwrap();
        let words =
            TermIndexer::new(&table).text("# Caching\nA pool of HttpClient.\n# Other\npools, pools\n");
        let at = |word: &str| chunks(&words, Term::of(stem(word)));
        assert_eq!(at("cache"), [0]);
        assert_eq!(at("pool"), [0, 1]);
        assert_eq!(chunks(&words, whole("httpClient")), [0]);
        assert!(at("absent").is_empty());
        let pools: Vec<Posting> = postings(words.find(Term::of("pool").0)).collect();
        assert!(weight(pools[1].weight) > weight(pools[0].weight), "twice counts more than once");
    }

    #[test]
    fn what_was_seen_before_changes_nothing() {
        let table = sample();
        let table = Table::read(&table).unwrap();
        let texts: Vec<String> =
            (0..40).map(|n| format!("# Cats {n}\nword{n} dog_cats {} cat\n", n / 3)).collect();
        // So many identifiers are not remembered.
        let many: String = (0..MOST_KNOWN + 9).map(|n| format!("dog_{n}b\n")).collect();
        let texts: Vec<String> = [&texts[..], &[many], &texts[..]].concat();
        let mut one = TermIndexer::new(&table);
        let together: Vec<FileWords> = texts.iter().map(|text| one.text(text)).collect();
        for (text, words) in texts.iter().zip(&together) {
            assert_eq!(TermIndexer::new(&table).text(text), *words);
            assert!(words.terms.is_sorted_by(|a, b| a < b) && words.ends.is_sorted());
            assert_eq!(words.signs.len(), words.embedded.len() * indexer_core::SIGNS);
            assert_eq!(words.levels.len(), words.embedded.len() * indexer_core::LEVELS);
        }
    }

    #[test]
    fn a_macro_on_one_line_without_parameters_is_a_constant() {
        let text =
            "#define CATS 3\n#define DOG(x) (x)\n#define CAT \\\n  do_dogs()\n/* Cats. */\n#define DOGS 3\n";
        let language = indexer_parse::language_of("a.c", b"").unwrap();
        let facts = indexer_parse::parse(language, text.as_bytes(), indexer_parse::Limits::default());
        let table = sample();
        let table = Table::read(&table).unwrap();
        let words = TermIndexer::new(&table).code(&facts, text);
        assert_eq!(chunks(&words, Term::written("CATS")), [1], "it is found by its name");
        assert_eq!(words.embedded, [2, 3, 4]);
    }

    #[test]
    fn a_definition_stands_under_its_name() {
        let text = "class OpenApi:\n    'Cats.'\n    def to_cats(self):\n        return 1\n\nDOGS = 3\n";
        let language = indexer_parse::language_of("a.py", b"").unwrap();
        let facts = indexer_parse::parse(language, text.as_bytes(), indexer_parse::Limits::default());
        let table = sample();
        let table = Table::read(&table).unwrap();
        let words = TermIndexer::new(&table).code(&facts, text);
        assert_eq!(chunks(&words, Term::written("OpenApi")), [1]);
        assert_eq!(chunks(&words, Term::otherwise_written("open_api")), [1]);
        assert_eq!(chunks(&words, Term::written("to_cats")), [2]);
        assert!(chunks(&words, Term::written("openapi")).is_empty());
        assert_eq!(words.embedded, [1, 2], "a constant without documentation has no vector");
        let table = crate::chunks::decode(&words.table);
        assert_eq!((table.len(), table[2].first, table[2].last), (4, 3, 4));
    }
}
