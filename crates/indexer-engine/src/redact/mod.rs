//! Hides secret values: in the bytes that are parsed, so that none is stored, and in text that is
//! shown. [`KINDS`] says what a secret is.
//!
//! A hidden byte becomes `*`. Lengths, line ends and bytes that are not ASCII stay, so spans and
//! columns of the text as it is fit the text as it is shown.

mod assigned;
mod blocks;
mod kinds;
mod random;
mod shapes;

pub use kinds::{Find, KINDS, Kind, Set, Shape};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// Says which rules hid what is stored: a part of what facts are a function of.
pub(crate) const DIGEST: &str = env!("INDEXER_REDACTION_DIGEST");

/// What is hidden may complete the shape of something beside it, so text is looked at again, at
/// most this often.
const PASSES: usize = 8;

/// A secret that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The name of its kind.
    pub kind: &'static str,
    /// Its bytes.
    pub at: Range<usize>,
}

/// All anchors of all kinds in one automaton, and the kind of each.
struct Anchors {
    automaton: AhoCorasick,
    kinds: Vec<&'static Kind>,
}

static ANCHORS: LazyLock<Option<Anchors>> = LazyLock::new(|| {
    let pairs = || KINDS.iter().flat_map(|kind| kind.anchors.iter().map(move |anchor| (kind, anchor)));
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(pairs().map(|(_, anchor)| anchor))
        .ok()?;
    Some(Anchors { automaton, kinds: pairs().map(|(kind, _)| kind).collect() })
});

/// The secrets in `bytes`, by their beginning; they may overlap. O(length).
pub fn secrets(bytes: &[u8]) -> Vec<Secret> {
    let mut found = Vec::new();
    // A test builds the automaton, so it is there.
    let Some(anchors) = &*ANCHORS else { return found };
    let mut ranges = Vec::new();
    for anchor in anchors.automaton.find_overlapping_iter(bytes) {
        let kind = anchors.kinds[anchor.pattern().as_usize()];
        kind.find(bytes, anchor.range(), &mut ranges);
        found.extend(ranges.drain(..).map(|at| Secret { kind: kind.name, at }));
    }
    found.sort_unstable_by_key(|secret| (secret.at.start, secret.at.end));
    found
}

/// `bytes` with secret values hidden, and how many were. Borrowed where there are none. Hiding
/// twice is hiding once. O(length).
pub fn redacted(bytes: &[u8]) -> (Cow<'_, [u8]>, u32) {
    let mut shown = Cow::Borrowed(bytes);
    let mut count = 0;
    for _ in 0..PASSES {
        let found = secrets(&shown);
        if found.is_empty() {
            break;
        }
        let mut hidden = shown.to_vec();
        let (mut end, mut new) = (0, 0);
        for secret in &found {
            let changed = mask(&mut hidden, secret.at.clone(), end);
            new += u32::from(changed && secret.at.start >= end);
            end = end.max(secret.at.end);
        }
        if *hidden == *shown {
            break;
        }
        count += new;
        shown = Cow::Owned(hidden);
    }
    (shown, count)
}

/// Hides `at`; what stands before `from` is hidden already. True when that changed something.
fn mask(bytes: &mut [u8], at: Range<usize>, from: usize) -> bool {
    // Beside a slash a star would open or close a comment.
    let slash = |i: Option<usize>| i.and_then(|i| bytes.get(i)) == Some(&b'/');
    let before = slash(at.start.checked_sub(1)) && at.start >= from;
    let after = slash(Some(at.end));
    let (first, last) = (at.start, at.end.saturating_sub(1));
    let mut changed = false;
    for (i, byte) in bytes.iter_mut().enumerate().take(at.end).skip(at.start.max(from)) {
        if byte.is_ascii_graphic() || *byte == b' ' {
            let beside = (before && i == first) || (after && i == last);
            let star = if beside { b'x' } else { b'*' };
            changed |= std::mem::replace(byte, star) != star;
        }
    }
    changed
}

#[cfg(test)]
mod tests;
