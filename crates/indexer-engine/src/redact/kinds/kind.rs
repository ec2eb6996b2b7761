//! A kind of secret: its anchors, and how a value is found from one.

use crate::redact::classes::{ByteSet, any_base64};
use crate::redact::secret::SecretRanges;
use crate::redact::text::ScannedText;
use crate::redact::value::{LONGEST, distinct};
use std::ops::Range;

type Texts = &'static [&'static str];

/// A kind of secret.
#[derive(Debug)]
pub(in crate::redact) struct SecretKind {
    /// What it is, for people.
    pub name: &'static str,
    /// Texts one of which stands in or before every value.
    pub anchors: Texts,
    /// How the value is found from there.
    pub find: Find,
}

/// How a value is found from its anchor.
#[derive(Debug)]
pub(in crate::redact) enum Find {
    /// The anchor begins the value and stands at the beginning of a word; then come so many bytes
    /// of the set: (set, fewest, most).
    Token(ByteSet, usize, usize),
    /// The same, for anchors that stand in words too: the value must hold none.
    Weak(ByteSet, usize),
    /// The same as for a token, but the anchor is not hidden and may stand anywhere.
    After(ByteSet, usize, usize),
    /// The anchor ends the value; before it come so many bytes of the set.
    Before(ByteSet, usize, usize),
    /// The anchors are words of names, small, capital or both; then as for a shape.
    Named(FindValues),
    /// Anything else.
    Shape(FindValues),
}

/// Finds values from an anchor. What it returns says up to where anchors of the same kind need no look.
pub(in crate::redact) type FindValues = fn(&ScannedText<'_>, Range<usize>, &mut SecretRanges) -> usize;

/// Fewest different bytes of a value: `ghp_xxxx` is an example and no secret.
const DISTINCT: u32 = 4;

/// Bytes that are looked at for them.
const HEAD: usize = 64;

/// Neighbours that words do not have, in percent, from which a value holds none.
const ODD: usize = 35;

/// A token may be as long as it is.
const NO_END: usize = usize::MAX;

/// Where a set is bounded, so much more is looked at to see that the value ends.
const BEYOND: usize = 1;

/// At least so many bytes of the set.
pub(super) const fn token(name: &'static str, anchors: Texts, set: ByteSet, least: usize) -> SecretKind {
    SecretKind { name, anchors, find: Find::Token(set, least, NO_END) }
}

/// Just so many bytes of the set.
pub(super) const fn exact(name: &'static str, anchors: Texts, set: ByteSet, length: usize) -> SecretKind {
    SecretKind { name, anchors, find: Find::Token(set, length, length) }
}

/// At least so many bytes of the set, which are no words.
pub(super) const fn weak(name: &'static str, anchors: Texts, set: ByteSet, least: usize) -> SecretKind {
    SecretKind { name, anchors, find: Find::Weak(set, least) }
}

/// At least so many bytes of the set, behind an anchor that is no part of the value.
pub(super) const fn after(name: &'static str, anchors: Texts, set: ByteSet, least: usize) -> SecretKind {
    SecretKind { name, anchors, find: Find::After(set, least, NO_END) }
}

/// At least so many bytes of the set, before the anchor.
pub(super) const fn before(name: &'static str, anchors: Texts, set: ByteSet, least: usize) -> SecretKind {
    SecretKind { name, anchors, find: Find::Before(set, least, 4 * least) }
}

pub(super) const fn shape(name: &'static str, anchors: Texts, shape: FindValues) -> SecretKind {
    SecretKind { name, anchors, find: Find::Shape(shape) }
}

pub(super) const fn named(name: &'static str, anchors: Texts, shape: FindValues) -> SecretKind {
    SecretKind { name, anchors, find: Find::Named(shape) }
}

impl SecretKind {
    /// Adds the values of this kind whose anchor stands at `anchor`; up to where what follows needs no
    /// look for this kind.
    pub(in crate::redact) fn find(
        &self,
        text: &ScannedText<'_>,
        anchor: Range<usize>,
        found: &mut SecretRanges,
    ) -> usize {
        match self.find {
            Find::Token(set, least, most) => {
                // A word that begins in the middle is no value; another anchor may follow.
                if !text.begins_word(anchor.start) {
                    return anchor.end;
                }
                let end = run(text, anchor.end, set, most);
                if is_value(text, anchor.end..end, least, most) {
                    found.push(anchor.start..text.run_back(end, is_tail, end - anchor.end));
                }
                // What follows in the same run is shorter still.
                if most == NO_END { end } else { anchor.end }
            }
            Find::After(set, least, most) => {
                let end = run(text, anchor.end, set, most);
                if is_value(text, anchor.end..end, least, most) {
                    found.push(anchor.end..text.run_back(end, is_tail, end - anchor.end));
                }
                if most == NO_END { end } else { anchor.end }
            }
            Find::Weak(set, least) => {
                // In other tokens dashes stand before anything.
                if !text.begins_word(anchor.start)
                    || text.before(anchor.start).is_some_and(|b| b"-_".contains(&b))
                {
                    return anchor.end;
                }
                let end = text.run(anchor.end, set, LONGEST);
                if end - anchor.end >= least && text.traits(anchor.end..end).odd >= ODD {
                    found.push(anchor.start..text.run_back(end, is_tail, end - anchor.end));
                }
                end
            }
            Find::Before(set, least, most) => {
                let start = text.run_back(anchor.start, set, most);
                // What is hidden behind it went on.
                let ends = !text.get(anchor.end).is_some_and(|b| any_base64(b) || b == b'*');
                if ends && is_value(text, start..anchor.start, least, most) {
                    found.push(start..anchor.end);
                }
                anchor.end
            }
            Find::Named(shape) | Find::Shape(shape) => shape(text, anchor, found),
        }
    }
}

fn run(text: &ScannedText<'_>, at: usize, set: ByteSet, most: usize) -> usize {
    text.run(at, set, most.saturating_add(BEYOND))
}

/// True for a range of a length that the kind has, that is no row of the same bytes.
fn is_value(text: &ScannedText<'_>, at: Range<usize>, least: usize, most: usize) -> bool {
    (least..=most).contains(&at.len())
        && distinct(text.part(at.start..at.end.min(at.start + HEAD))) >= DISTINCT
}

/// Dots and the like at the end are the sentence's.
fn is_tail(b: u8) -> bool {
    matches!(b, b'.' | b'-')
}
