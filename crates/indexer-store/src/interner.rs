//! Distinct texts in one piece of memory, numbered as they come.

use indexer_core::key::hash_text;

/// Distinct texts. A text costs its bytes and a dozen and a half more, which a map of strings would take five times.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    bytes: String,
    ends: Vec<usize>,
    /// Numbers plus one by the hash of their text, 0 where there is none. A power of two, at most three quarters of
    /// them in use.
    slots: Vec<u32>,
}

impl Interner {
    /// The number of a text.
    pub(crate) fn number(&mut self, text: &str) -> u32 {
        if self.slots.len() / 4 * 3 <= self.ends.len() {
            self.grow();
        }
        let mut slot = self.slot_of(text);
        while let Some(known) = self.slots[slot].checked_sub(1) {
            if self.text(known) == text {
                return known;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        let number = self.ends.len() as u32;
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        self.slots[slot] = number + 1;
        number
    }

    /// Where a text is looked for first.
    fn slot_of(&self, text: &str) -> usize {
        hash_text(text) as usize & (self.slots.len() - 1)
    }

    /// Makes room for as many again.
    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(1 << 6);
        // First the old ones go: both together would be most of the memory.
        self.slots = Vec::new();
        self.slots.resize(slots, 0);
        for number in 0..self.len() {
            let mut slot = self.slot_of(self.text(number));
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number + 1;
        }
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

    /// All numbers in an order of their texts: by what `head` says of them, and where that is the same by `compare`.
    fn sorted_by<'s>(
        &'s self,
        head: impl Fn(&'s str) -> u64,
        compare: impl Fn(&str, &str) -> std::cmp::Ordering,
    ) -> Ranking {
        let mut order: Vec<(u64, u32)> =
            (0..self.len()).map(|number| (head(self.text(number)), number)).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| compare(self.text(a.1), self.text(b.1))));
        let order: Vec<u32> = order.into_iter().map(|(_, number)| number).collect();
        let mut ranks = vec![0; order.len()];
        for (number, rank) in order.iter().zip(0u32..) {
            ranks[*number as usize] = rank;
        }
        Ranking { order, ranks }
    }

    /// All numbers in the order of the bytes of their texts.
    pub(crate) fn sorted(&self) -> Ranking {
        self.sorted_by(|text| head(text.bytes()), |a, b| a.cmp(b))
    }

    /// All numbers in the order of their texts in lower case, and of those that are the same there by their bytes.
    pub(crate) fn sorted_in_any_case(&self) -> Ranking {
        self.sorted_by(lower_head, in_any_case)
    }
}

/// The first eight bytes as a number that is ordered as they are; what is missing counts as the lowest byte.
fn head(bytes: impl Iterator<Item = u8>) -> u64 {
    let first = bytes.chain(std::iter::repeat(0)).take(8);
    first.fold(0, |head, byte| head << 8 | u64::from(byte))
}

/// The [`head`] of a text in lower case.
fn lower_head(text: &str) -> u64 {
    match text.is_ascii() {
        true => head(text.bytes().map(|byte| byte.to_ascii_lowercase())),
        false => head(text.to_lowercase().bytes()),
    }
}

/// Compares two texts in lower case, then as they are. Hardly any is not ASCII, and so none is copied.
fn in_any_case(a: &str, b: &str) -> std::cmp::Ordering {
    let lower = match a.is_ascii() && b.is_ascii() {
        true => {
            let lower = |byte: u8| byte.to_ascii_lowercase();
            a.bytes().map(lower).cmp(b.bytes().map(lower))
        }
        false => a.to_lowercase().cmp(&b.to_lowercase()),
    };
    lower.then_with(|| a.cmp(b))
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
    fn many_texts_stand_in_the_order_of_their_lower_case() {
        let mut interner = Interner::default();
        let mut texts: Vec<String> =
            (0..3_000_u32).map(|n| format!("{:x}Name{}", n * n % 7_919, n % 40)).collect();
        let odd = [
            "",
            "A",
            "a",
            "aA",
            "Aa",
            "aaaaaaaa",
            "aaaaaaaaB",
            "AAAAAAAAb",
            "\u{130}b",
            "i\u{307}b",
            "\u{e4}",
            "\u{c4}",
            "a\0",
        ];
        texts.extend(odd.map(str::to_owned));
        for text in &texts {
            let number = interner.number(text);
            assert_eq!((interner.number(text), interner.text(number)), (number, text.as_str()));
        }
        texts.sort_by_cached_key(|text| (text.to_lowercase(), text.clone()));
        texts.dedup();
        let sorted: Vec<&str> =
            interner.sorted_in_any_case().order.into_iter().map(|number| interner.text(number)).collect();
        assert_eq!(sorted, texts);
        texts.sort();
        let sorted: Vec<&str> =
            interner.sorted().order.into_iter().map(|number| interner.text(number)).collect();
        assert_eq!(sorted, texts);
    }
}
