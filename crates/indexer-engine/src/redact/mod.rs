//! Hides secret values: in the bytes that are parsed, so that none is stored, and in text that is
//! shown. The tables in `kinds` say what a secret is.
//!
//! A hidden byte becomes `*`. Lengths, line ends and bytes that are not ASCII stay, so spans and
//! columns of the text as it is fit the text as it is shown.

mod anchors;
mod assigned;
mod blocks;
mod classes;
mod commands;
mod declared;
mod joined;
mod kinds;
mod scan;
mod secret;
mod shapes;
mod text;
mod urls;
mod value;

pub use kinds::kind_names;
pub use secret::Secret;

use std::borrow::Cow;
use std::ops::Range;

/// What is hidden may complete the shape of something beside it, so text is looked at again, at
/// most this often. A text that is not at rest then was made for it, and nothing of it is shown.
const PASSES: usize = 4;

/// The secrets in `bytes`, by their beginning; they may overlap. O(length).
pub fn secrets(bytes: &[u8]) -> Vec<Secret> {
    scan::scan(bytes).0
}

/// `bytes` with secret values hidden, and how many were. Borrowed where there are none. Hiding
/// twice is hiding once. O(length).
pub fn redacted(bytes: &[u8]) -> (Cow<'_, [u8]>, u32) {
    let (shown, count, _) = hidden(bytes);
    (shown, count)
}

/// A text that is shown beside the files, as a commit's subject, with secret values hidden.
pub fn redacted_text(text: String) -> String {
    match redacted(text.as_bytes()) {
        (Cow::Borrowed(_), _) => text,
        (Cow::Owned(shown), _) => String::from_utf8_lossy(&shown).into_owned(),
    }
}

/// How many bytes [`redacted`] looks at, each as often as it does: at most a constant times the length.
pub fn work(bytes: &[u8]) -> u64 {
    hidden(bytes).2
}

/// The text that is shown, how many secrets were hidden, and how many bytes were looked at.
fn hidden(bytes: &[u8]) -> (Cow<'_, [u8]>, u32, u64) {
    let mut shown = Cow::Borrowed(bytes);
    let (mut count, mut work) = (0, 0);
    for _ in 0..PASSES {
        let (found, looked_at) = scan::scan(&shown);
        work += looked_at;
        if found.is_empty() {
            return (shown, count, work);
        }
        let mut hidden = shown.to_vec();
        let (mut end, mut new) = (0, 0);
        for secret in &found {
            let changed = mask(&mut hidden, secret.at.clone(), end);
            new += u32::from(changed && secret.at.start >= end);
            end = end.max(secret.at.end);
        }
        if *hidden == *shown {
            return (shown, count, work);
        }
        count += new;
        shown = Cow::Owned(hidden);
    }
    let mut nothing = shown.into_owned();
    nothing.iter_mut().filter(|byte| is_shown(**byte)).for_each(|byte| *byte = b'*');
    (Cow::Owned(nothing), count + 1, work)
}

/// Hides `at`; what stands before `from` is hidden already. True when that changed something.
fn mask(bytes: &mut [u8], at: Range<usize>, from: usize) -> bool {
    // Beside a slash a star would open or close a comment.
    let slash = |i: Option<usize>| i.and_then(|i| bytes.get(i)) == Some(&b'/');
    let before = slash(at.start.checked_sub(1)) && at.start >= from;
    let after = slash(Some(at.end));
    let (first, last) = (at.start, at.end.saturating_sub(1));
    let mut changed = false;
    for i in at.start.max(from)..at.end.min(bytes.len()) {
        if is_shown(bytes[i]) {
            let beside = (before && i == first) || (after && i == last);
            let star = if beside { b'x' } else { b'*' };
            changed |= std::mem::replace(&mut bytes[i], star) != star;
        }
    }
    changed
}

/// Bytes that a star may stand for.
fn is_shown(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte == b' '
}

#[cfg(test)]
mod tests;
