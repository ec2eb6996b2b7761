//! One pass over a text: the anchors of all kinds, and each kind looks at what stands around its own.
//!
//! The work is proportional to the length, whatever the text is: what a kind has settled is not looked
//! at again for it, and what it looks at beyond that is bounded for each anchor.

use super::anchors::ANCHORS;
use super::joined::{Joined, Joint};
use super::secret::Secret;
use super::text::ScannedText;
use std::ops::Range;

/// The secrets in `bytes`, by their beginning, and how many bytes were looked at.
pub(super) fn scan(bytes: &[u8]) -> (Vec<Secret>, u64) {
    let (mut secrets, looked_at) = all(bytes);
    secrets.dedup_by(|next, before| next.at == before.at);
    (secrets, looked_at)
}

/// The same, with each kind that finds a secret.
pub(super) fn all(bytes: &[u8]) -> (Vec<Secret>, u64) {
    let text = ScannedText::new(bytes);
    let (mut secrets, mut joints) = (Vec::new(), Vec::new());
    pass(&text, &mut secrets, |anchor| joints.extend(Joint::at(&text, anchor)));
    let joined = Joined::all(&text, joints);
    let mut looked_at = text.looked_at();
    for joined in joined {
        let view = ScannedText::new(joined.bytes());
        let mut inside = Vec::new();
        pass(&view, &mut inside, |_| ());
        for secret in inside {
            secrets.extend(joined.places(secret.at).map(|at| Secret { kind: secret.kind, at }));
        }
        looked_at += view.looked_at();
    }
    secrets.sort_unstable_by_key(|secret| (secret.at.start, secret.at.end));
    (secrets, looked_at)
}

/// Adds what is found from each anchor in `text`, and says where literals may be joined.
fn pass(text: &ScannedText<'_>, secrets: &mut Vec<Secret>, mut joins: impl FnMut(Range<usize>)) {
    // Of each kind, up to where there is nothing left to look at.
    let mut settled = vec![0; ANCHORS.kinds()];
    let mut found = Vec::new();
    ANCHORS.each(text, |kind, anchor| {
        let Some((number, kind)) = kind else { return joins(anchor) };
        if anchor.start >= settled[number] {
            settled[number] = kind.find(text, anchor, &mut found);
            secrets.extend(found.drain(..).map(|at| Secret { kind: kind.name, at }));
        }
    });
}
