//! Distinct texts in one piece of memory, numbered as they come.

use indexer_core::key::hash_text;
use rustc_hash::FxHashMap;

/// Distinct texts. A text costs its bytes and two dozen more, which a map of strings would take four times.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    bytes: String,
    ends: Vec<usize>,
    /// Number of a text by its hash; where two texts share one, the later stands under the next free number.
    by_hash: FxHashMap<u64, u32>,
}

impl Interner {
    /// The number of a text.
    pub(crate) fn number(&mut self, text: &str) -> u32 {
        let mut hash = hash_text(text);
        loop {
            match self.by_hash.get(&hash) {
                Some(known) if self.text(*known) == text => return *known,
                Some(_) => hash = hash.wrapping_add(1),
                None => break,
            }
        }
        let number = self.ends.len() as u32;
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        self.by_hash.insert(hash, number);
        number
    }

    /// The text with this number; "" for a number of none.
    pub(crate) fn text(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let (Some(start), Some(end)) = (start, self.ends.get(number)) else { return "" };
        self.bytes.get(start..*end).unwrap_or("")
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// All numbers in the order of what `key` says of their texts.
    pub(crate) fn sorted_by<'s, K: Ord>(&'s self, key: impl Fn(&'s str) -> K) -> Ranking {
        let mut order: Vec<u32> = (0..self.len()).collect();
        order.sort_by_cached_key(|number| key(self.text(*number)));
        let mut ranks = vec![0; order.len()];
        for (number, rank) in order.iter().zip(0u32..) {
            ranks[*number as usize] = rank;
        }
        Ranking { order, ranks }
    }

    /// All numbers in the order of the bytes of their texts.
    pub(crate) fn sorted(&self) -> Ranking {
        self.sorted_by(|text| text)
    }
}

/// An order of the numbers of an [`Interner`].
#[derive(Debug)]
pub(crate) struct Ranking {
    /// The numbers, in order.
    pub(crate) order: Vec<u32>,
    /// The place of each number in that order.
    ranks: Vec<u32>,
}

impl Ranking {
    /// The place of a number; 0 for a number of none.
    pub(crate) fn rank(&self, number: u32) -> u32 {
        self.ranks.get(number as usize).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Interner;

    #[test]
    fn equal_texts_have_one_number_and_all_have_a_rank() {
        let mut interner = Interner::default();
        let numbers = ["b", "", "a", "b", "A"].map(|text| interner.number(text));
        assert_eq!(numbers, [0, 1, 2, 0, 3]);
        assert_eq!(numbers.map(|number| interner.text(number)), ["b", "", "a", "b", "A"]);
        let ranking = interner.sorted();
        assert_eq!(ranking.order, [1, 3, 2, 0]);
        assert_eq!(numbers.map(|number| ranking.rank(number)), [3, 0, 2, 3, 1]);
        assert_eq!((interner.text(9), ranking.rank(9)), ("", 0));
    }

    #[test]
    fn texts_that_share_a_hash_stay_apart() {
        let mut interner = Interner::default();
        let first = interner.number("first");
        // As if the two had one.
        let hash = indexer_core::key::hash_text("second");
        interner.by_hash.insert(hash, first);
        let second = interner.number("second");
        assert_ne!(first, second);
        assert_eq!((interner.number("second"), interner.text(second)), (second, "second"));
    }
}
