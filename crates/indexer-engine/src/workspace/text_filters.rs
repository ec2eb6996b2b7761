//! Which files cannot hold a text, so that they need not be read: Bloom filters over three bytes in a row (Bloom 1970;
//! three, as in Cox's Code Search 2012), by content, kept by a program that goes on.
//!
//! Whoever says that a text stands nowhere has looked through every file. The second time that a file is looked through
//! its filter is made, so a program that asks once pays nothing for it.

use indexer_core::ContentId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Bits of a filter for each of the triples of a file: one in eight others passes, and a text has several.
const BITS_OF_TRIPLE: usize = 8;
/// Bytes of all filters, at most: those of 150 MB of source. Beyond it they are begun anew.
const MOST_BYTES: usize = 32 << 20;
/// Contents that were seen once, at most.
const MOST_SEEN: usize = 1 << 16;

/// Three bytes in a row, in lower case.
type Triple = u32;

/// The filters of contents. May be shared by threads.
#[derive(Debug, Default)]
pub(crate) struct TextFilters(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    filters: FxHashMap<ContentId, Arc<TextFilter>>,
    bytes: usize,
    /// What was looked through once.
    seen: FxHashSet<ContentId>,
}

impl TextFilters {
    /// What is known of a content.
    pub(crate) fn get(&self, content: ContentId) -> Option<Arc<TextFilter>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).filters.get(&content).cloned()
    }

    /// Notes that `bytes`, which have this content, were looked through. O(bytes) the second time.
    pub(crate) fn note(&self, content: ContentId, bytes: &[u8]) {
        {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.filters.contains_key(&content) {
                return;
            }
            if kept.seen.len() >= MOST_SEEN {
                kept.seen.clear();
            }
            if kept.seen.insert(content) {
                return;
            }
        }
        let filter = TextFilter::of(bytes);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes + filter.bytes() > MOST_BYTES {
            *kept = Kept::default();
        }
        kept.bytes += filter.bytes();
        if let Some(before) = kept.filters.insert(content, Arc::new(filter)) {
            kept.bytes -= before.bytes();
        }
    }
}

/// Which triples a text may hold.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TextFilter(Box<[u64]>);

impl TextFilter {
    fn of(text: &[u8]) -> Self {
        // One set for all, of the distinct ones of a file: most are there many times.
        let triples: FxHashSet<Triple> = triples(text).collect();
        let bits = (triples.len() * BITS_OF_TRIPLE).next_power_of_two().max(64);
        let mut words = vec![0_u64; bits / 64].into_boxed_slice();
        for triple in triples {
            let bit = place(triple, bits);
            words[bit / 64] |= 1 << (bit % 64);
        }
        Self(words)
    }

    fn bytes(&self) -> usize {
        self.0.len() * 8
    }

    /// False where the text of the filter does not hold `needle`, upper and lower case of ASCII the same. O(needle).
    pub(crate) fn may_hold(&self, needle: &[u8]) -> bool {
        let bits = self.0.len() * 64;
        triples(needle).all(|triple| {
            let bit = place(triple, bits);
            self.0[bit / 64] & (1 << (bit % 64)) != 0
        })
    }
}

fn triples(text: &[u8]) -> impl Iterator<Item = Triple> {
    let lower = |byte: u8| u32::from(byte.to_ascii_lowercase());
    text.windows(3).map(move |three| lower(three[0]) << 16 | lower(three[1]) << 8 | lower(three[2]))
}

/// The bit of a triple among so many, a power of two: Fibonacci hashing (Knuth, volume 3, 6.4).
fn place(triple: Triple, bits: usize) -> usize {
    let hash = u64::from(triple).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> 32) as usize & (bits - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn what_a_text_holds_passes_in_any_case_and_most_else_does_not() {
        let text: String = (0..2_000).map(|n| format!("let value_{n} = Call({n});\n")).collect();
        let filter = TextFilter::of(text.as_bytes());
        for (at, _) in text.char_indices().step_by(97) {
            let part = &text.as_bytes()[at..(at + 20).min(text.len())];
            assert!(filter.may_hold(part) && filter.may_hold(&part.to_ascii_uppercase()), "{at}");
        }
        assert!(filter.may_hold(b"") && filter.may_hold(b"zq"), "less than three bytes tell nothing");
        let others = (0..1_000_u32).map(|n| format!("other{}word", n * 7_919 + 13));
        let passed = others.filter(|other| filter.may_hold(other.as_bytes())).count();
        assert!(passed < 20, "{passed}");
        assert!(filter.bytes() < text.len() / 4);
    }

    #[test]
    fn a_filter_is_made_the_second_time_and_all_are_bounded() {
        let filters = TextFilters::default();
        let text = b"some words of a file";
        let content = ContentId::of(text);
        filters.note(content, text);
        assert!(filters.get(content).is_none());
        filters.note(content, text);
        let filter = filters.get(content).unwrap();
        assert!(filter.may_hold(b"WORDS of") && !filter.may_hold(b"nothing of it"));
        filters.note(content, text);
        let kept = filters.0.lock().unwrap();
        assert_eq!(kept.bytes, filter.bytes());
    }

    #[test]
    fn files_that_cannot_hold_a_text_are_read_twice_and_no_more() {
        let files = (0..40).map(|n| (format!("f{n}.py"), format!("name_{n}x = {n}\n").into_bytes()));
        let workspace = crate::Workspace::in_memory(files);
        let (mut read, never) = (Vec::new(), AtomicBool::new(false));
        let mut look = |workspace: &crate::Workspace| {
            let (snapshot, count) = (workspace.refresh().unwrap(), AtomicUsize::new(0));
            let paths: Vec<&str> = snapshot.view.files().map(|file| file.path()).collect();
            let holds = |bytes: &[u8]| {
                count.fetch_add(1, Ordering::Relaxed);
                bytes.windows(8).any(|part| part == b"name_17x")
            };
            let (found, unread) = snapshot.matching_any(&paths, &[b"NAME_17X"], holds, &never);
            assert_eq!((found.len(), unread), (1, 0));
            read.push(count.into_inner());
        };
        (0..3).for_each(|_| look(&workspace));
        assert_eq!(read, [40, 40, 1]);
    }
}
