//! How far two names are apart in typing errors, and whether one stands for the other.

use indexer_core::work;
use std::fmt;

/// A name in lower case as bits: a step for each letter of another name compares it with all of them.
pub(crate) struct Spelling {
    /// For each letter the places where it stands.
    places: [u64; 128],
    letters: u32,
}

impl Spelling {
    /// That of a name in lower case; `None` where it is empty, longer than 64 letters or not ASCII.
    pub(crate) fn of(folded: &str) -> Option<Self> {
        if !folded.is_ascii() || !(1..=64).contains(&folded.len()) {
            return None;
        }
        let mut places = [0; 128];
        for (byte, at) in folded.bytes().zip(0..) {
            places[usize::from(byte & 127)] |= 1 << at;
        }
        Some(Self { places, letters: folded.len() as u32 })
    }

    fn places(&self, byte: u8) -> u64 {
        self.places[usize::from(byte.to_ascii_lowercase() & 127)]
    }

    /// What [`distance_within`] says of this and an ASCII name, upper and lower case the same: a column of its
    /// table at a time, as differences of neighbours in bits. After Hyyrö, "A bit-vector algorithm for
    /// computing Levenshtein and Damerau edit distances" (2003). O(length of the name).
    pub(crate) fn distance(&self, name: &str) -> u32 {
        let last = 1_u64 << (self.letters - 1);
        // Where a cell is one more, or one less, than the one above it.
        let (mut more, mut less) = (u64::MAX, 0_u64);
        // Where a cell is the same as the one above and to the left.
        let (mut same, mut before) = (0_u64, 0_u64);
        let mut errors = self.letters;
        for byte in name.bytes() {
            let here = self.places(byte);
            let swapped = ((!same & here) << 1) & before;
            same = ((here & more).wrapping_add(more) ^ more) | here | less | swapped;
            let (across_more, across_less) = (less | !(same | more), same & more);
            errors += u32::from(across_more & last != 0);
            errors -= u32::from(across_less & last != 0);
            let (across_more, across_less) = (across_more << 1 | 1, across_less << 1);
            more = across_less | !(same | across_more);
            less = across_more & same;
            before = here;
        }
        errors
    }

    /// True where this is a sequence of beginnings of words of an ASCII name: `gdr` in
    /// `get_directory_root`, `getdir` in `getDirectory`. `starts` says where words start. O(length of the
    /// name).
    pub(crate) fn stands_for(&self, name: &str, starts: impl Fn(&str, usize) -> bool) -> bool {
        if self.letters < 2 || !name.is_ascii() {
            return false;
        }
        // Bit i: the first i + 1 letters are used up, the last of them anywhere or at the letter before.
        let (mut anywhere, mut just) = (0_u64, 0_u64);
        for (at, byte) in name.bytes().enumerate() {
            let begins = if starts(name, at) { anywhere << 1 | 1 } else { 0 };
            just = (just << 1 | begins) & self.places(byte);
            anywhere |= just;
        }
        anywhere & (1 << (self.letters - 1)) != 0
    }
}

impl fmt::Debug for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spelling").field("letters", &self.letters).finish_non_exhaustive()
    }
}

/// Typing errors between two words (insertions, deletions, replacements and swaps of neighbours: optimal
/// string alignment) where there are at most `most`. O(letters of `a` x `most`): of the table of all pairs of
/// letters, only cells that so many errors can reach are looked at.
pub fn distance_within(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    work::add(a.len() + b.len());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    // More than any errors, wherever nothing is written.
    let far = a.len() + b.len();
    let (mut before, mut row, mut next) =
        (vec![far; b.len() + 1], vec![far; b.len() + 1], vec![far; b.len() + 1]);
    for (cell, errors) in row.iter_mut().zip(0..=most) {
        *cell = errors;
    }
    for i in 1..=a.len() {
        let first = i.saturating_sub(most);
        if first == 0 {
            next[0] = i;
        } else {
            next[first - 1] = far;
        }
        for j in first.max(1)..=b.len().min(i + most) {
            work::add(1);
            let replaced = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut errors = replaced.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                errors = errors.min(before[j - 2] + 1);
            }
            next[j] = errors;
        }
        std::mem::swap(&mut before, &mut row);
        std::mem::swap(&mut row, &mut next);
    }
    Some(row[b.len()]).filter(|errors| *errors <= most)
}

#[cfg(test)]
mod tests {
    use super::{Spelling, distance_within};

    fn distance(a: &str, b: &str) -> usize {
        distance_within(a, b, a.len() + b.len()).unwrap()
    }

    #[test]
    fn swaps_count_once() {
        assert_eq!(distance("lookpu", "lookup"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn more_errors_than_are_wanted_are_not_counted() {
        let words =
            ["", "a", "ab", "ba", "abc", "bac", "cab", "abcabc", "acbacb", "bcabca", "aaaaaa", "é", "aé"];
        for a in words {
            for b in words {
                let errors = distance(a, b);
                for most in 0..=7 {
                    assert_eq!(
                        distance_within(a, b, most),
                        (errors <= most).then_some(errors),
                        "{a} {b} {most}"
                    );
                }
            }
        }
    }

    #[test]
    fn twice_the_letters_are_twice_the_work() {
        let steps = |letters: usize| {
            let (asked, name) = ("é".repeat(letters), "è".repeat(letters));
            let (errors, counted) = indexer_core::work::count(|| distance_within(&asked, &name, 4));
            assert_eq!(errors, None);
            counted.steps
        };
        let (once, twice) = (steps(5_000), steps(10_000));
        assert!(once > 0 && twice * 10 <= once * 23, "{once} {twice}");
    }

    #[test]
    fn bits_count_the_errors_that_the_table_counts() {
        // All words of up to five of three letters against one another, and some of 63 and 64.
        let mut words = vec![String::new()];
        for at in 0.. {
            let Some(word) = words.get(at).filter(|word| word.len() < 5).cloned() else { break };
            words.extend(["a", "b", "c"].map(|letter| format!("{word}{letter}")));
        }
        assert_eq!(words.len(), 364);
        let long = "get_directory_root_of_the_workspace_that_holds_a_file".repeat(2);
        words.extend([63, 64].map(|length| long[..length].to_owned()));
        words.push(long[3..50].to_owned());
        for a in words.iter().filter(|word| !word.is_empty()) {
            let spelling = Spelling::of(a).unwrap();
            for b in &words {
                assert_eq!(spelling.distance(&b.to_uppercase()) as usize, distance(a, b), "{a} {b}");
            }
        }
        assert!(Spelling::of(&long).is_none() && Spelling::of("").is_none() && Spelling::of("é").is_none());
    }
}
