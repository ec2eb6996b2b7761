//! What a file says, in words: its term list, a function of its content.

use crate::chunks::{self, Chunk};
use crate::words::{Term, each_identifier, each_term};
use indexer_core::{DefId, FileFacts};
use rustc_hash::FxHashMap;

/// How much a word counts where it stands, as a multiple of a word of the body, and the number of
/// words of a field that is neither long nor short there.
struct Field {
    weight: f32,
    usual: f32,
    /// How much length counts, 0 to 1.
    slope: f32,
}

const NAME: Field = Field { weight: 5.0, usual: 3.0, slope: 0.5 };
const OWNER: Field = Field { weight: 2.0, usual: 2.0, slope: 0.3 };
const SIGNATURE: Field = Field { weight: 1.5, usual: 12.0, slope: 0.5 };
const DOCUMENTATION: Field = Field { weight: 2.0, usual: 30.0, slope: 0.5 };
const BODY: Field = Field { weight: 1.0, usual: 80.0, slope: 0.6 };

/// A word of a chunk and how much it counts there: base 1.06 logarithm of eight times the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct Posting {
    /// Index into [`TermList::chunks`].
    pub chunk: u32,
    /// The quantised weight; [`weight`] reads it.
    pub weight: u8,
}

/// The words of a file. The same for the same content, wherever the file stands: the path is no part.
#[derive(Clone, Debug, Default, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct TermList {
    /// The pieces; those of code begin with the whole file.
    pub chunks: Vec<Chunk>,
    /// The terms, ascending, and the index of each one's first posting.
    pub terms: Vec<(Term, u32)>,
    /// The postings, those of a term together, by chunk.
    pub postings: Vec<Posting>,
}

impl TermList {
    /// Where `term` stands. O(log terms).
    pub fn postings(&self, term: Term) -> &[Posting] {
        let Ok(at) = self.terms.binary_search_by_key(&term, |(term, _)| *term) else { return &[] };
        let end = self.terms.get(at + 1).map_or(self.postings.len(), |(_, first)| *first as usize);
        self.postings.get(self.terms[at].1 as usize..end).unwrap_or(&[])
    }
}

const LOG_BASE: f32 = 1.06;

fn quantised(weight: f32) -> u8 {
    (1.0 + (weight * 8.0).max(1.0).ln() / LOG_BASE.ln()).round().min(255.0) as u8
}

/// What a posting's weight stands for.
pub fn weight(quantised: u8) -> f32 {
    LOG_BASE.powi(i32::from(quantised) - 1) / 8.0
}

/// The term list of a file of code. O(length of `text` x nesting of chunks, at most a few).
pub fn of_code(facts: &FileFacts, text: &str) -> TermList {
    let chunks = chunks::of_code(facts);
    let mut list = Builder::new(chunks.len());
    if let Some(doc) = &facts.doc {
        list.field(0, &DOCUMENTATION, doc);
    }
    list.bodies(&chunks, text);
    for (at, chunk) in chunks.iter().enumerate() {
        if let Some(def) = chunk.definition {
            list.symbol(at as u32, facts, def);
        }
    }
    list.finish(chunks)
}

/// The term list of a text: headings are names.
pub fn of_text(text: &str) -> TermList {
    let chunks = chunks::of_text(text);
    let mut list = Builder::new(chunks.len());
    for (at, chunk) in chunks.iter().enumerate() {
        let body = chunk.span.text(text);
        if body.starts_with('#') {
            list.field(at as u32, &NAME, body.lines().next().unwrap_or(""));
        }
    }
    list.bodies(&chunks, text);
    list.finish(chunks)
}

/// Words of the file, each looked at once.
struct Builder<'a> {
    /// The terms of each identifier that was seen: a run of `terms`.
    seen: FxHashMap<&'a str, (u32, u32)>,
    terms: Vec<Term>,
    /// (term, chunk, weight), in any order.
    found: Vec<(Term, u32, f32)>,
    /// Scratch of [`Builder::field`].
    counts: Vec<Term>,
    bodies: Vec<Vec<Term>>,
}

/// The terms of an identifier as a run of `terms`, worked out once.
fn terms_of<'a>(
    seen: &mut FxHashMap<&'a str, (u32, u32)>,
    terms: &mut Vec<Term>,
    identifier: &'a str,
) -> (u32, u32) {
    *seen.entry(identifier).or_insert_with(|| {
        let first = terms.len() as u32;
        each_term(identifier, |term, _| terms.push(term));
        (first, terms.len() as u32)
    })
}

impl<'a> Builder<'a> {
    fn new(chunks: usize) -> Self {
        Self {
            seen: FxHashMap::default(),
            terms: Vec::new(),
            found: Vec::new(),
            counts: Vec::new(),
            bodies: vec![Vec::new(); chunks],
        }
    }

    /// Words of one field of one chunk.
    fn field(&mut self, chunk: u32, field: &Field, text: &'a str) {
        let mut counts = std::mem::take(&mut self.counts);
        counts.clear();
        each_identifier(text, |identifier| {
            let (first, last) = terms_of(&mut self.seen, &mut self.terms, identifier);
            counts.extend_from_slice(&self.terms[first as usize..last as usize]);
        });
        self.count(chunk, field, &mut counts);
        self.counts = counts;
    }

    fn count(&mut self, chunk: u32, field: &Field, words: &mut [Term]) {
        let length = words.len() as f32;
        let norm = field.weight / (1.0 - field.slope + field.slope * length / field.usual);
        words.sort_unstable();
        for same in words.chunk_by(|a, b| a == b) {
            self.found.push((same[0], chunk, norm * same.len() as f32));
        }
    }

    /// The words of the text, each in the innermost chunk that holds it.
    fn bodies(&mut self, chunks: &[Chunk], text: &'a str) {
        let mut open: Vec<(usize, u32)> = Vec::new();
        let mut next = 0;
        let start = text.as_ptr() as usize;
        let (mut seen, mut terms) = (std::mem::take(&mut self.seen), std::mem::take(&mut self.terms));
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
            let Some((chunk, _)) = open.last() else { return };
            let (first, last) = terms_of(&mut seen, &mut terms, identifier);
            self.bodies[*chunk].extend_from_slice(&terms[first as usize..last as usize]);
        });
        (self.seen, self.terms) = (seen, terms);
        for (chunk, mut words) in std::mem::take(&mut self.bodies).into_iter().enumerate() {
            self.count(chunk as u32, &BODY, &mut words);
        }
    }

    fn symbol(&mut self, chunk: u32, facts: &'a FileFacts, def: DefId) {
        let definition = facts.definition(def);
        let chain = facts.owner_chain(def);
        let (name, owners) = chain.split_last().map_or(("", &[][..]), |(name, owners)| (*name, owners));
        self.field(chunk, &NAME, name);
        if !owners.is_empty() {
            let mut words = std::mem::take(&mut self.counts);
            words.clear();
            for owner in owners {
                each_identifier(owner, |identifier| {
                    let (first, last) = terms_of(&mut self.seen, &mut self.terms, identifier);
                    words.extend_from_slice(&self.terms[first as usize..last as usize]);
                });
            }
            self.count(chunk, &OWNER, &mut words);
            self.counts = words;
        }
        self.field(chunk, &SIGNATURE, &definition.signature);
        if let Some(doc) = &definition.doc {
            self.field(chunk, &DOCUMENTATION, doc);
        }
    }

    fn finish(mut self, chunks: Vec<Chunk>) -> TermList {
        self.found.sort_unstable_by_key(|(term, chunk, _)| (*term, *chunk));
        let mut list = TermList { chunks, ..TermList::default() };
        for same in self.found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (term, chunk, _) = same[0];
            if list.terms.last().is_none_or(|(last, _)| *last != term) {
                list.terms.push((term, list.postings.len() as u32));
            }
            let weight = quantised(same.iter().map(|(_, _, weight)| weight).sum());
            list.postings.push(Posting { chunk, weight });
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{stem, whole};

    #[test]
    fn weights_survive() {
        for value in [0.125_f32, 0.5, 1.0, 7.3, 40.0] {
            assert!((weight(quantised(value)) / value - 1.0).abs() < 0.04, "{value}");
        }
        assert!(weight(255) > 1000.0, "no weight is cut that a file can reach");
    }

    #[test]
    fn words_of_text_are_found_in_their_chunk() {
        let list = of_text("# Caching\nA pool of HttpClient.\n# Other\npools, pools\n");
        let at = |word: &str| {
            list.postings(Term::of(stem(word))).iter().map(|posting| posting.chunk).collect::<Vec<_>>()
        };
        assert_eq!(at("cache"), [0]);
        assert_eq!(at("pool"), [0, 1]);
        assert_eq!(list.postings(whole("httpClient")).len(), 1);
        assert!(at("absent").is_empty());
        let pools = list.postings(Term::of("pool"));
        assert!(weight(pools[1].weight) > weight(pools[0].weight), "twice counts more than once");
    }
}
