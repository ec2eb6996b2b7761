//! Identifiers by number: texts one behind the other, so that a new one asks for no memory of its own.

use xxhash_rust::xxh3::xxh3_64;

/// Texts with the number of each, which is that of their arrival.
#[derive(Debug, Default)]
pub(crate) struct Identifiers {
    text: String,
    /// Where each text ends, and half of its hash.
    all: Vec<(u32, u32)>,
    /// Numbers plus one by hash, 0 where there is none. A power of two, at most half of them in use.
    slots: Vec<u32>,
}

impl Identifiers {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of a text, and whether it is new.
    pub(crate) fn number(&mut self, text: &str) -> (u32, bool) {
        if self.slots.len() <= self.all.len() * 2 {
            self.grow();
        }
        let hash = xxh3_64(text.as_bytes()) as u32;
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.all[number as usize].1 == hash && self.get(number) == text {
                return (number, false);
            }
            slot = (slot + 1) & mask;
        }
        let number = self.all.len() as u32;
        self.text.push_str(text);
        self.all.push((self.text.len() as u32, hash));
        self.slots[slot] = number + 1;
        (number, true)
    }

    /// Forgets all, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.all.clear();
        self.slots.fill(0);
    }

    fn get(&self, number: u32) -> &str {
        let at = number as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.all[before].0 as usize);
        &self.text[start..self.all[at].0 as usize]
    }

    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(1 << 10);
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (number, (_, hash)) in (1..).zip(&self.all) {
            let mut slot = *hash as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_one_number_until_all_are_forgotten() {
        let mut identifiers = Identifiers::default();
        for round in 0..3 {
            let texts: Vec<String> = (round * 7..5_000).map(|n| format!("name{n}")).collect();
            for again in [false, true] {
                for (number, text) in (0..).zip(&texts) {
                    assert_eq!(identifiers.number(text), (number, !again));
                }
            }
            assert_eq!(identifiers.len(), texts.len());
            identifiers.clear();
        }
        assert_eq!(identifiers.number(""), (0, true));
    }
}
