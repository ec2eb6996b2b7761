//! The words of files, written.

use crate::file_writer::FileWriter;
use crate::format::Section as S;
use crate::numbered_file::NumberedFile;
use crate::packed_file::PackedFile;
use crate::tables::starts;
use indexer_core::signs;

/// Writes the words of all files. O(words x log words).
pub(crate) fn write_words(out: &mut FileWriter<'_>, files: &[NumberedFile]) {
    let lengths = || files.iter().map(|file| file.packed.words.terms.len());
    let mut held: Vec<WordOccurrence> = Vec::with_capacity(lengths().sum());
    for (one, file) in files.iter().zip(0u32..) {
        let words = (0u32..).zip(&one.packed.words.terms);
        held.extend(words.map(|(place, word)| WordOccurrence { word: *word, file, place }));
    }
    held.sort_unstable();
    let first_of_file: Vec<u64> = starts(lengths()).collect();
    let mut numbers = vec![0_u32; held.len()];
    let (mut words, mut runs): (Vec<u32>, Vec<u64>) = (Vec::new(), Vec::new());
    for (one, at) in held.iter().zip(0u64..) {
        if words.last() != Some(&one.word) {
            words.push(one.word);
            runs.push(at);
        }
        let own = first_of_file.get(one.file as usize).map_or(0, |first| first + u64::from(one.place));
        if let Some(number) = numbers.get_mut(own as usize) {
            *number = words.len() as u32 - 1;
        }
    }
    runs.push(held.len() as u64);
    out.column(S::Word, words.iter().map(|word| u64::from(*word)));
    out.column(S::WordFileStart, runs.iter().copied());
    out.column(S::WordFile, held.iter().map(|one| u64::from(one.file)));
    out.column(S::WordPlace, held.iter().map(|one| u64::from(one.place)));
    drop(held);
    out.column(S::FileWordStart, first_of_file.iter().copied());
    out.column(S::FileWord, numbers.iter().map(|number| u64::from(*number)));
    drop(numbers);
    let packed = || files.iter().map(|file| &file.packed);
    // As many ends as words, whatever the record says.
    let ends = packed().flat_map(|file| {
        let last = file.words.postings.len() as u32;
        let ends = file.words.ends.iter().copied().chain(std::iter::repeat(last));
        ends.take(file.words.terms.len()).map(u64::from)
    });
    out.column(S::FileWordEnd, ends);
    texts(out, S::FilePostingBytes, S::FilePostingEnd, files, |file| &file.words.postings);
    out.column(S::FileChunks, packed().map(|file| u64::from(file.words.chunks)));
    texts(out, S::FileTableBytes, S::FileTableEnd, files, |file| &file.words.table);
    out.column(S::FileEmbeddedStart, starts(packed().map(|file| file.words.embedded.len())));
    let embedded = packed().flat_map(|file| &file.words.embedded);
    out.column(S::FileEmbedded, embedded.map(|piece| u64::from(*piece)));
    out.bytes(S::VectorBytes, packed().map(|file| file.words.vectors.as_slice()));
    out.bytes(S::SignBytes, packed().map(|file| signs(&file.words.vectors)));
    texts(out, S::FilePathVectorBytes, S::FilePathVectorEnd, files, |file| &file.path_vector);
}

/// A word of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct WordOccurrence {
    word: u32,
    file: u32,
    /// Which word of the file it is.
    place: u32,
}

fn texts(out: &mut FileWriter<'_>, bytes: S, ends: S, files: &[NumberedFile], of: fn(&PackedFile) -> &[u8]) {
    let all = || files.iter().map(|file| of(&file.packed));
    out.bytes(bytes, all());
    out.column(ends, starts(all().map(<[u8]>::len)).skip(1));
}
