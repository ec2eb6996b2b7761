//! The words of files, written.

use crate::file_writer::FileWriter;
use crate::format::Section as S;
use crate::packed_words::Part;
use crate::segment_input::SegmentInput;
use crate::tables::starts;

/// Writes the words of all files. O(words x log words).
pub(crate) fn write_words(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    let spilled = t.spilled;
    let packed = || t.packed();
    let part = |of| packed().map(move |file| file.words.bytes(of, spilled));
    let lengths = || packed().map(|file| file.words.terms as usize);
    let count = lengths().sum();
    let mut held: Vec<u64> = Vec::with_capacity(count);
    // Where the postings of each word of each file end in those of the file. As many ends as words, and no more
    // words than are counted, whatever the record says.
    let mut of_words: Vec<u32> = Vec::with_capacity(count);
    for (one, file) in packed().zip(0u64..) {
        let terms = one.words.terms as usize;
        let words = one.words.numbers(Part::Terms, spilled).take(terms);
        held.extend(words.map(|word| word << WORD_SHIFT | file));
        let last = one.words.bytes(Part::Postings, spilled).len() as u64;
        let ends = one.words.numbers(Part::Ends, spilled).chain(std::iter::repeat(last));
        of_words.extend(ends.take(terms).map(|end| end.min(last) as u32));
    }
    held.sort_unstable();
    let (mut words, mut runs): (Vec<u32>, Vec<u64>) = (Vec::new(), Vec::new());
    for (one, at) in held.iter().zip(0u64..) {
        let word = word_of(*one);
        if words.last() != Some(&word) {
            words.push(word);
            runs.push(at);
        }
    }
    runs.push(held.len() as u64);
    out.column(S::Word, words.iter().map(|word| u64::from(*word)));
    drop(words);
    out.column(S::WordFileStart, runs.iter().copied());
    drop(runs);
    out.column(S::WordFile, held.iter().map(|one| file_of(*one) as u64));
    let firsts: Vec<usize> = starts(lengths()).map(|first| first as usize).collect();
    let postings: Vec<&[u8]> = part(Part::Postings).collect();
    let of_file = |(held, at): (u64, usize)| {
        let file = file_of(held);
        let start = if at == firsts[file] { 0 } else { of_words[at - 1] };
        postings[file].get(start as usize..of_words[at] as usize).unwrap_or_default()
    };
    let sums = in_order(&held, &firsts).scan(0, |sum, one| {
        *sum += of_file(one).len() as u64;
        Some(*sum)
    });
    out.column(S::WordFilePostingEnd, sums);
    out.bytes(S::WordFilePostingBytes, in_order(&held, &firsts).map(of_file));
    // From here on the number of each word, in the same room.
    let (mut numbers, mut number, mut before) = (of_words, 0, held.first().map(|one| word_of(*one)));
    for (one, at) in in_order(&held, &firsts) {
        let word = Some(word_of(one));
        if word != before {
            number += 1;
            before = word;
        }
        numbers[at] = number;
    }
    drop(held);
    out.column(S::FileWordStart, starts(lengths()));
    out.column(S::FileWord, numbers.iter().map(|number| u64::from(*number)));
    drop(numbers);
    out.column(S::FileChunks, packed().map(|file| u64::from(file.words.chunks)));
    texts(out, S::FileTableBytes, S::FileTableEnd, part(Part::Table));
    out.column(S::FileEmbeddedStart, starts(packed().map(|file| file.words.embedded as usize)));
    out.column(S::FileEmbedded, packed().flat_map(|file| file.words.numbers(Part::Embedded, spilled)));
    out.bytes(S::LevelBytes, part(Part::Levels));
    out.bytes(S::SignBytes, part(Part::Signs));
    texts(out, S::FilePathVectorBytes, S::FilePathVectorEnd, packed().map(|file| &*file.path_vector));
}

/// A word of a file is one number, so that it takes 8 bytes and those of a segment are sorted as numbers: the word
/// above, the file below.
const WORD_SHIFT: u32 = 32;

const fn word_of(held: u64) -> u32 {
    (held >> WORD_SHIFT) as u32
}

/// The file of a word of a file.
const fn file_of(held: u64) -> usize {
    held as u32 as usize
}

/// The words of files by word, each with its place among those of all files by file, where those of each file begin at
/// `firsts`.
fn in_order(held: &[u64], firsts: &[usize]) -> impl Iterator<Item = (u64, usize)> {
    // The words of a file come in its own order.
    let mut next = firsts.to_vec();
    held.iter().map(move |one| {
        let at = &mut next[file_of(*one)];
        *at += 1;
        (*one, *at - 1)
    })
}

fn texts<'a>(out: &mut FileWriter<'_>, bytes: S, ends: S, all: impl Iterator<Item = &'a [u8]> + Clone) {
    out.bytes(bytes, all.clone());
    out.column(ends, starts(all.map(<[u8]>::len)).skip(1));
}
