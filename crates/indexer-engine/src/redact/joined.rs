//! String literals as the program sees them: adjacent and concatenated ones joined, escapes decoded.
//!
//! A key in two pieces is no key in either. Stretches of the text in which literals are joined or hold
//! such escapes are written out once more without that, and searched like the text itself.

use super::text::ScannedText;
use std::ops::Range;

/// Signs of the escapes that are decoded, as far as a key goes; behind `\x` any digit.
const ESCAPES: &[&[u8]] = &[b"\\u0", b"\\u{", b"\\x2", b"\\x3", b"\\x4", b"\\x5", b"\\x6", b"\\x7"];

/// The first three bytes of every joint.
pub(super) fn keys() -> impl Iterator<Item = [u8; 3]> {
    let between = b" \t\r\n+.&\"'`|<~\\";
    let quotes = [b'"', b'\'', b'`'].into_iter();
    let pairs =
        move |quote: u8| between.iter().flat_map(move |a| between.iter().map(move |b| [quote, *a, *b]));
    let any = |b: &u8| b.is_ascii_graphic() || b.is_ascii_whitespace();
    let lines =
        (0..=u8::MAX).filter(any).flat_map(|b| [[b'\\', b'\n', b], [b'\\', b'\r', b], [b'\\', b'/', b]]);
    let escapes = ESCAPES.iter().filter_map(|escape| <[u8; 3]>::try_from(*escape).ok());
    let concat = quotes.clone().map(|quote| [quote, b'.', b'c']);
    quotes.flat_map(pairs).chain(escapes).chain(concat).chain(lines)
}

/// What stands between two literals: these, around one of the operators.
const SPACE: usize = 160;
const OPERATORS: &[&[u8]] = &[b"+", b"++", b".", b"..", b"&", b"<>", b"||", b"~", b".concat(", b"\\"];
/// How far before the first and behind the last joint names and values are looked for.
const AROUND: usize = 256;

/// A place where the text of a literal goes on elsewhere, or a character stands as an escape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Joint {
    at: Range<usize>,
    /// The character that the escape stands for.
    byte: Option<u8>,
}

impl Joint {
    /// The joint that begins at the anchor, if there is one.
    pub(super) fn at(text: &ScannedText<'_>, anchor: Range<usize>) -> Option<Self> {
        match text.get(anchor.start)? {
            b'\\' => Self::escape(text, anchor),
            quote => Self::between(text, anchor.start, quote),
        }
    }

    fn escape(text: &ScannedText<'_>, anchor: Range<usize>) -> Option<Self> {
        let code = |digits: Range<usize>| {
            let number = text.part(digits).iter().try_fold(0u32, |number, digit| {
                let digit = char::from(*digit).to_digit(16)?;
                Some(number * 16 + digit)
            })?;
            u8::try_from(number).ok().filter(u8::is_ascii_graphic)
        };
        let at = anchor.start;
        let (end, byte) = match text.part(at..at + 4) {
            [_, b'/', ..] => (at + 2, Some(b'/')),
            [_, b'u', b'0', b'0'] => (at + 6, Some(code(at + 4..at + 6)?)),
            [_, b'x', ..] => (at + 4, Some(code(at + 2..at + 4)?)),
            [_, b'u', b'{', ..] => {
                let end = text.run(anchor.end, super::classes::hex, 4);
                (end + 1, Some(code(anchor.end..end).filter(|_| text.get(end) == Some(b'}'))?))
            }
            // The indent of the next line is not the literal's in some languages.
            [_, b'\n' | b'\r', ..] => (text.run(at + 1, |b| b.is_ascii_whitespace(), SPACE), None),
            _ => return None,
        };
        (end <= text.len()).then_some(Self { at: anchor.start..end, byte })
    }

    /// From the quote at `at` to the one that opens the next literal.
    fn between(text: &ScannedText<'_>, at: usize, quote: u8) -> Option<Self> {
        let space = |at| text.run(at, |b| b.is_ascii_whitespace(), SPACE);
        let mut next = space(at + 1);
        let operator = OPERATORS.iter().rev().find(|operator| text.starts(next, operator));
        if let Some(operator) = operator {
            next = space(next + operator.len());
            // Behind the operator a line may be continued.
            if text.get(next) == Some(b'\\') {
                next = space(next + 1);
            }
        }
        // `b"`, `f'`, `@"`
        let prefix = text.run(next, |b| b"brufLR@$".contains(&b), 2);
        let open = text.get(prefix)?;
        let quoted = matches!(open, b'"' | b'\'' | b'`') && (open == quote || operator.is_some());
        (quoted && prefix > at).then_some(Self { at: at..prefix + 1, byte: None })
    }
}

/// A stretch of the text without its joints.
pub(super) struct Joined {
    bytes: Vec<u8>,
    pieces: Vec<JoinedPiece>,
}

/// Bytes of the stretch that stand in the text in a row, or one that an escape stands for.
struct JoinedPiece {
    /// Where it begins among the bytes of the stretch.
    from: usize,
    place: Range<usize>,
    escape: bool,
}

impl Joined {
    /// All stretches of `text` around joints; each byte of the text is in one at most.
    pub(super) fn all(text: &ScannedText<'_>, mut joints: Vec<Joint>) -> Vec<Self> {
        joints.sort_unstable_by_key(|joint| joint.at.start);
        let mut all = Vec::new();
        let mut reach = Reach::default();
        let (mut first, mut free) = (0, 0);
        while first < joints.len() {
            let start = joints[first].at.start;
            let literal = text.run_back(start, |b| b.is_ascii_graphic(), start.saturating_sub(free));
            let from = literal.saturating_sub(AROUND).max(free);
            let (mut end, mut last) = (reach.behind(text, joints[first].at.end), first + 1);
            while let Some(joint) = joints.get(last)
                && joint.at.start < end
            {
                end = end.max(reach.behind(text, joint.at.end));
                last += 1;
            }
            if start >= free {
                all.push(Self::of(text, from..end, &joints[first..last]));
            }
            (first, free) = (last, end);
        }
        all
    }

    fn of(text: &ScannedText<'_>, stretch: Range<usize>, joints: &[Joint]) -> Self {
        let mut joined = Self { bytes: Vec::with_capacity(stretch.len()), pieces: Vec::new() };
        let mut at = stretch.start;
        for joint in joints.iter().filter(|joint| joint.at.end <= stretch.end) {
            // `""` and `"" ` begin at the same quote; what overlaps is one joint.
            if joint.at.start < at {
                continue;
            }
            joined.add(at..joint.at.start, text.part(at..joint.at.start), false);
            joined.add(joint.at.clone(), joint.byte.as_slice(), true);
            at = joint.at.end;
        }
        joined.add(at..stretch.end, text.part(at..stretch.end), false);
        joined
    }

    fn add(&mut self, place: Range<usize>, bytes: &[u8], escape: bool) {
        if !bytes.is_empty() {
            self.pieces.push(JoinedPiece { from: self.bytes.len(), place, escape });
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where in the text the bytes `at` of the stretch stand.
    pub(super) fn places(&self, at: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        let first = self.pieces.partition_point(|piece| piece.from <= at.start).saturating_sub(1);
        self.pieces[first..].iter().take_while(move |piece| piece.from < at.end).filter_map(move |piece| {
            if piece.escape {
                return Some(piece.place.clone());
            }
            let start = piece.place.start + at.start.saturating_sub(piece.from);
            let end = piece.place.end.min(piece.place.start + at.end - piece.from);
            (start < end).then_some(start..end)
        })
    }
}

/// How far what stands behind a joint is looked at.
#[derive(Default)]
struct Reach {
    /// The word that was looked at last: data written as escapes are one word with a joint in every fourth byte.
    word: Range<usize>,
}

impl Reach {
    /// To the end of the word at `at`, and a little further.
    fn behind(&mut self, text: &ScannedText<'_>, at: usize) -> usize {
        if !self.word.contains(&at) {
            self.word = at..text.run(at, |b| b.is_ascii_graphic(), usize::MAX);
        }
        text.len().min(self.word.end.max(at + AROUND))
    }
}
