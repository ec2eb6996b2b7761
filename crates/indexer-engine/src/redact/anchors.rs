//! Where the anchors of all kinds stand in a text.
//!
//! Each anchor has a key of three bytes. At each byte a small table says whether a key may stand there;
//! the few places that are left are compared. An automaton of all anchors would be megabytes large, longer
//! in the making than most questions take, and three times as slow on ordinary code.

use super::classes::word;
use super::joined;
use super::kinds::kind::{Find, SecretKind};
use super::kinds::kinds;
use super::text::ScannedText;
use super::value::is_odd;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

/// Buckets for keys, as a power of two: forty times as many as keys, so that few places are looked at in
/// vain.
const BUCKETS: u32 = 16;
/// Spreads keys over buckets.
const SPREAD: u32 = 0x9e37_79b1;

/// What may stand at a place.
struct Anchor {
    key: [u8; 3],
    /// None for what joins literals.
    kind: Option<u16>,
    /// Number among the anchors of the kind.
    number: u16,
    /// How far behind the beginning of the anchor its key stands.
    offset: u16,
}

/// The anchors of all kinds.
pub(super) struct Anchors {
    /// By bucket, then by kind.
    anchors: Vec<Anchor>,
    kinds: Vec<&'static SecretKind>,
    /// A bit for each bucket that holds an anchor.
    taken: Box<[u64; 1 << (BUCKETS - 6)]>,
    /// Of each bucket, where its anchors begin; one more for the end.
    begins: Vec<u16>,
}

/// The anchors of all kinds, made when they are first asked for.
pub(super) static ANCHORS: LazyLock<Anchors> = LazyLock::new(Anchors::new);

impl Anchors {
    fn new() -> Self {
        let kinds: Vec<&'static SecretKind> = kinds().collect();
        let mut anchors = Vec::new();
        for (kind, at) in kinds.iter().zip(0u16..) {
            for (anchor, number) in kind.anchors.iter().zip(0u16..) {
                let (keys, offset) = match kind.find {
                    Find::Named(_) => name_keys(anchor),
                    _ => keys(anchor),
                };
                anchors.extend(keys.into_iter().map(|key| Anchor { key, kind: Some(at), number, offset }));
            }
        }
        anchors.extend(joined::keys().map(|key| Anchor { key, kind: None, number: 0, offset: 0 }));
        anchors.sort_by_key(|anchor| (bucket_of(&anchor.key), anchor.key, anchor.kind, anchor.number));
        anchors.dedup_by_key(|anchor| (anchor.key, anchor.kind, anchor.number));
        let mut taken = Box::new([0; 1 << (BUCKETS - 6)]);
        let mut begins = vec![0; (1 << BUCKETS) + 1];
        for anchor in &anchors {
            let bucket = bucket_of(&anchor.key);
            taken[bucket >> 6] |= 1 << (bucket & 63);
            begins[bucket + 1] += 1;
        }
        for bucket in 1..begins.len() {
            begins[bucket] += begins[bucket - 1];
        }
        Self { anchors, kinds, taken, begins }
    }

    /// How many kinds there are.
    pub(super) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Calls `visit` for each anchor of `text`, by where its key stands: with the number of its kind and
    /// the kind, `None` where literals may be joined.
    pub(super) fn each(
        &self,
        text: &ScannedText<'_>,
        mut visit: impl FnMut(Option<(usize, &'static SecretKind)>, Range<usize>),
    ) {
        let bytes = text.whole();
        let mut from = 0;
        while let Some(next) = self.next(&bytes[from..]) {
            let at = from + next;
            self.at(text, at, &mut visit);
            from = at + 1;
        }
    }

    /// The first place where a key may stand. A key in the last three bytes has no value behind it.
    #[inline(never)]
    fn next(&self, bytes: &[u8]) -> Option<usize> {
        let taken = &*self.taken;
        bytes.windows(4).position(|four| {
            let bucket = bucket_of(four);
            taken[bucket >> 6] >> (bucket & 63) & 1 != 0
        })
    }

    /// Calls `visit` for the anchors whose key stands at `at`.
    fn at(
        &self,
        text: &ScannedText<'_>,
        at: usize,
        visit: &mut impl FnMut(Option<(usize, &'static SecretKind)>, Range<usize>),
    ) {
        let key = text.part(at..at + 3);
        let bucket = bucket_of(text.part(at..at + 4));
        let anchors = usize::from(self.begins[bucket])..usize::from(self.begins[bucket + 1]);
        for anchor in self.anchors[anchors].iter().filter(|anchor| anchor.key == *key) {
            let Some(number) = anchor.kind.map(usize::from) else {
                visit(None, at..at + 3);
                continue;
            };
            let kind = self.kinds[number];
            if let Some(place) = place(text, at, kind, anchor) {
                visit(Some((number, kind)), place);
            }
        }
    }
}

/// Where the anchor of `kind` stands whose key is at `at`, if it stands there whole.
fn place(text: &ScannedText<'_>, at: usize, kind: &SecretKind, anchor: &Anchor) -> Option<Range<usize>> {
    let whole = kind.anchors.get(usize::from(anchor.number))?.as_bytes();
    let start = at.checked_sub(usize::from(anchor.offset))?;
    let there = text.part(start..start + whole.len());
    let stands = match kind.find {
        Find::Named(_) => there.eq_ignore_ascii_case(whole),
        _ => there == whole,
    };
    stands.then_some(start..start + whole.len())
}

/// Where the three bytes of `anchor` stand that programs have least.
fn rarest(anchor: &str) -> Option<(usize, [u8; 3])> {
    // Of equals the first, which capital letters may begin.
    let key = anchor.as_bytes().windows(3).enumerate().min_by_key(|(_, key)| Reverse(oddness(key)))?;
    Some((key.0, <[u8; 3]>::try_from(key.1).ok()?))
}

/// How seldom programs have the bytes of `key`, by their neighbours and classes.
fn oddness(key: &[u8]) -> usize {
    let pair = |pair: &[u8]| match *pair {
        // Lines and indents.
        [a, b] if a == b && !a.is_ascii_alphanumeric() => 0,
        [a, b] => 2 * is_odd(a, b) + usize::from(!(a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric())),
        _ => 0,
    };
    let capital = key.iter().filter(|b| b.is_ascii_uppercase()).count();
    key.windows(2).map(pair).sum::<usize>() + capital
}

/// The keys of a name in every case style, and where they stand in it.
fn name_keys(name: &str) -> (Vec<[u8; 3]>, u16) {
    let Some((offset, [a, b, c])) = rarest(name) else { return (Vec::new(), 0) };
    let mut keys = vec![[a, b, c], [a, b, c].map(|b| b.to_ascii_uppercase())];
    keys.extend((offset == 0).then_some([a.to_ascii_uppercase(), b, c]));
    (keys, offset as u16)
}

/// The keys of an anchor, and where they stand in it; where it is shorter, with every byte of a word
/// behind it.
fn keys(anchor: &str) -> (Vec<[u8; 3]>, u16) {
    match (rarest(anchor), anchor.as_bytes()) {
        (Some((offset, key)), _) => (vec![key], offset as u16),
        (None, [a, b]) => ((0..=u8::MAX).filter(|c| word(*c)).map(|c| [*a, *b, c]).collect(), 0),
        _ => (Vec::new(), 0),
    }
}

/// The bucket of the first three of four bytes.
fn bucket_of(bytes: &[u8]) -> usize {
    let four = match *bytes {
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        [a, b, c] => u32::from_le_bytes([a, b, c, 0]),
        _ => 0,
    };
    ((four << 8).wrapping_mul(SPREAD) >> (32 - BUCKETS)) as usize
}

/// The texts of all anchors, of names with small letters.
#[cfg(test)]
pub(super) fn texts() -> impl Iterator<Item = &'static str> {
    kinds().flat_map(|kind| kind.anchors).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_anchor_is_found_wherever_it_stands() {
        for kind in kinds() {
            for anchor in kind.anchors {
                for text in [format!("{anchor}00"), format!("ab {anchor}-0")] {
                    let at = text.find(anchor).unwrap();
                    let mut seen = false;
                    ANCHORS.each(&ScannedText::new(text.as_bytes()), |found, range| {
                        seen |= found.is_some_and(|(_, one)| one.name == kind.name) && range.start == at;
                    });
                    assert!(seen, "{} in {text}", kind.name);
                }
            }
        }
    }

    #[test]
    fn names_are_found_in_every_case_style() {
        for text in ["secret", "Secret", "SECRET", "aSecret", "token", "Token", "TOKEN", "x_TOKEN"] {
            let mut ends = Vec::new();
            ANCHORS.each(&ScannedText::new(format!("{text} = 1").as_bytes()), |found, range| {
                ends.extend(found.filter(|(_, kind)| kind.name == "secret by its name").map(|_| range.end));
            });
            assert_eq!(ends, [text.len()], "{text}");
        }
    }

    #[test]
    fn what_every_program_is_full_of_is_not_looked_at() {
        for text in [
            "    ", "----", "====", "****", "////", "the ", "ing ", "self", "int ", "\t\t\t\t", "retu",
            "____",
        ] {
            let bucket = bucket_of(text.as_bytes());
            assert_eq!(ANCHORS.taken[bucket >> 6] >> (bucket & 63) & 1, 0, "{text:?}");
        }
    }
}
