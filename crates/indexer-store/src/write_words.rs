//! The words of files, written.

use crate::file_writer::FileWriter;
use crate::format::Section as S;
use crate::packed_words::Part;
use crate::segment_input::SegmentInput;
use crate::tables::starts;

/// Writes the words of all files. O(words x log words).
pub(crate) fn write_words(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    let spilled = t.spilled;
    let lengths = || t.packed().map(|file| file.words.terms as usize);
    let mut held: Vec<u64> = Vec::with_capacity(lengths().sum());
    for (one, file) in t.packed().zip(0u64..) {
        held.extend(one.words.numbers(Part::Terms, spilled).map(|word| word << WORD_SHIFT | file));
    }
    held.sort_unstable();
    let first_of_file: Vec<u64> = starts(lengths()).collect();
    // The words of a file come in its own order.
    let mut next_of_file = first_of_file.clone();
    let mut numbers = vec![0_u32; held.len()];
    let (mut words, mut runs): (Vec<u32>, Vec<u64>) = (Vec::new(), Vec::new());
    for (one, at) in held.iter().zip(0u64..) {
        let word = (one >> WORD_SHIFT) as u32;
        if words.last() != Some(&word) {
            words.push(word);
            runs.push(at);
        }
        if let Some(next) = next_of_file.get_mut(file_of(*one)) {
            if let Some(number) = numbers.get_mut(*next as usize) {
                *number = words.len() as u32 - 1;
            }
            *next += 1;
        }
    }
    drop(next_of_file);
    runs.push(held.len() as u64);
    out.column(S::Word, words.iter().map(|word| u64::from(*word)));
    out.column(S::WordFileStart, runs.iter().copied());
    out.column(S::WordFile, held.iter().map(|one| file_of(*one) as u64));
    drop(held);
    out.column(S::FileWordStart, first_of_file.iter().copied());
    out.column(S::FileWord, numbers.iter().map(|number| u64::from(*number)));
    drop(numbers);
    let packed = || t.packed();
    let part = |of| packed().map(move |file| file.words.bytes(of, spilled));
    // As many ends as words, whatever the record says.
    let ends = packed().flat_map(|file| {
        let last = file.words.bytes(Part::Postings, spilled).len() as u64;
        let ends = file.words.numbers(Part::Ends, spilled).chain(std::iter::repeat(last));
        ends.take(file.words.terms as usize)
    });
    out.column(S::FileWordEnd, ends);
    texts(out, S::FilePostingBytes, S::FilePostingEnd, part(Part::Postings));
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

/// The file of a word of a file.
const fn file_of(held: u64) -> usize {
    held as u32 as usize
}

fn texts<'a>(out: &mut FileWriter<'_>, bytes: S, ends: S, all: impl Iterator<Item = &'a [u8]> + Clone) {
    out.bytes(bytes, all.clone());
    out.column(ends, starts(all.map(<[u8]>::len)).skip(1));
}
