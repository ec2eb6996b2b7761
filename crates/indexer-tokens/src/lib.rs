//! Tokens of a text, as a model counts them: byte-pair encoding with the vocabulary o200k of
//! `vocabulary.bin`, which `README.md` beside it describes.
//!
//! Other models split text otherwise; their counts are near enough to compare one way of reading with
//! another. A crate of its own, so that its three megabytes are compiled when they change.

use regex::Regex;
use std::sync::OnceLock;

static BYTES: &[u8] = include_bytes!("../vocabulary.bin");

/// Words longer than this, in bytes, are cut: joining their parts takes time by the square of their
/// length. A cut adds one token at most.
const LONGEST: usize = 256;

/// How text falls into words before tokens are joined. What must not be followed by a space in the
/// original, a run of blanks, is put right in [`words`].
const WORDS: &str = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+";

/// The tokens of `text`. Linear in its length; 10 MB or so a second.
pub fn count(text: &str) -> usize {
    let mut tokens = 0;
    words(text, |word| tokens += of_word(word));
    tokens
}

/// Calls `each` with every word of `text`.
fn words(text: &str, mut each: impl FnMut(&[u8])) {
    static PATTERN: OnceLock<Option<Regex>> = OnceLock::new();
    // The pattern is a constant; a test shows that it is one.
    let Some(pattern) = PATTERN.get_or_init(|| Regex::new(WORDS).ok()) else { return };
    let mut at = 0;
    while let Some(found) = pattern.find_at(text, at) {
        let mut end = found.end();
        let word = &text[found.start()..end];
        // The last blank of several belongs to the word behind it.
        let last = word.chars().next_back().unwrap_or(' ');
        let blank = last.is_whitespace() && !matches!(last, '\r' | '\n');
        if blank && end < text.len() && word.trim().is_empty() && word.len() > last.len_utf8() {
            end -= last.len_utf8();
        }
        text.as_bytes()[found.start()..end].chunks(LONGEST).for_each(&mut each);
        at = end;
    }
}

/// The tokens of one word.
fn of_word(word: &[u8]) -> usize {
    if rank(word).is_some() {
        return 1;
    }
    // Starts of the parts, and the rank of each part joined with the one behind it.
    let mut parts: Vec<(usize, u32)> = (0..=word.len()).map(|start| (start, u32::MAX)).collect();
    let joined = |parts: &[(usize, u32)], i: usize| match (parts.get(i), parts.get(i + 2)) {
        (Some((from, _)), Some((to, _))) => rank(&word[*from..*to]).unwrap_or(u32::MAX),
        _ => u32::MAX,
    };
    for i in 0..parts.len() {
        parts[i].1 = joined(&parts, i);
    }
    while let Some((i, (_, lowest))) = parts.iter().enumerate().min_by_key(|(_, (_, rank))| *rank) {
        if *lowest == u32::MAX {
            break;
        }
        parts.remove(i + 1);
        parts[i].1 = joined(&parts, i);
        if i > 0 {
            parts[i - 1].1 = joined(&parts, i - 1);
        }
    }
    parts.len() - 1
}

fn number(at: usize) -> usize {
    let bytes = BYTES.get(at..at + 4).and_then(|four| four.try_into().ok());
    bytes.map_or(0, u32::from_le_bytes) as usize
}

/// The rank of a token; `None` for bytes that are no token. The vocabulary is sorted by bytes, so
/// that nothing has to be built before the first question.
fn rank(token: &[u8]) -> Option<u32> {
    let tokens = number(0);
    let (ranks, ends) = (4, 4 + 4 * tokens);
    let bytes = ends + 4 * tokens;
    let (mut low, mut high) = (0, tokens);
    while low < high {
        let middle = low + (high - low) / 2;
        let start = if middle == 0 { 0 } else { number(ends + 4 * (middle - 1)) };
        let here = BYTES.get(bytes + start..bytes + number(ends + 4 * middle))?;
        match here.cmp(token) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return u32::try_from(number(ranks + 4 * middle)).ok(),
        }
    }
    None
}

#[cfg(test)]
mod tests;
