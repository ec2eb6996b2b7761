//! The text that is searched, with every byte that is looked at counted.
//!
//! Finders get at bytes only through [`ScannedText`]. It remembers where the last run, line and literal
//! ended, so that a thousand anchors on one line do not look at the line a thousand times.

use super::classes::ByteSet;
use super::value::Traits;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// How many words of a text are looked up in all of it; further ones are secrets where they look like some.
const LOOKUPS: u32 = 16;
/// Values that are remembered.
const REMEMBERED: usize = 8;

/// A text and what is known of it so far.
pub(super) struct ScannedText<'a> {
    bytes: &'a [u8],
    looked_at: Cell<u64>,
    /// Words that were looked up in all of it.
    lookups: Cell<u32>,
    /// For newline, `"`, `'` and `` ` ``: a stretch without one, and whether one ends it.
    without: [Cell<(usize, usize, bool)>; 4],
    /// Where the run of a value that was looked at last began and ended.
    run: Cell<(usize, usize)>,
    values: RefCell<RecentValues>,
}

/// The values whose traits were asked for last.
#[derive(Default)]
struct RecentValues {
    kept: [(Range<usize>, Traits); REMEMBERED],
    next: usize,
}

impl<'a> ScannedText<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            looked_at: Cell::new(0),
            lookups: Cell::new(0),
            without: Default::default(),
            run: Cell::new((0, 0)),
            values: RefCell::default(),
        }
    }

    /// How many bytes were looked at, each as often as it was.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at.get()
    }

    fn count(&self, bytes: usize) {
        self.looked_at.set(self.looked_at.get() + bytes as u64);
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The byte at `at`.
    pub(super) fn get(&self, at: usize) -> Option<u8> {
        self.count(1);
        self.bytes.get(at).copied()
    }

    /// The byte before `at`.
    pub(super) fn before(&self, at: usize) -> Option<u8> {
        self.get(at.checked_sub(1)?)
    }

    /// The bytes of `range`, as far as the text goes.
    pub(super) fn part(&self, range: Range<usize>) -> &'a [u8] {
        let end = range.end.min(self.bytes.len());
        let part = self.bytes.get(range.start..end).unwrap_or_default();
        self.count(part.len());
        part
    }

    /// The whole text, for a look at all of it that counts once.
    pub(super) fn whole(&self) -> &'a [u8] {
        self.count(self.bytes.len());
        self.bytes
    }

    /// False where so many words were looked up that no further one may be; else counts one more.
    pub(super) fn may_look_up(&self) -> bool {
        let before = self.lookups.get();
        self.lookups.set(before.saturating_add(1));
        before < LOOKUPS
    }

    /// True where `what` stands at `at`.
    pub(super) fn starts(&self, at: usize, what: &[u8]) -> bool {
        self.part(at..at + what.len()) == what
    }

    /// Where the bytes of `set` from `at` on end, after `most` at the latest.
    pub(super) fn run(&self, at: usize, set: ByteSet, most: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().take(most).take_while(|byte| set(**byte)).count();
        self.count(length + 1);
        at + length
    }

    /// Where the bytes of `set` before `at` begin, after `most` at the latest.
    pub(super) fn run_back(&self, at: usize, set: ByteSet, most: usize) -> usize {
        let length = self.bytes[..at].iter().rev().take(most).take_while(|byte| set(**byte)).count();
        self.count(length + 1);
        at - length
    }

    /// The same as [`run`](Self::run) for the one set of values without quotes; what is inside of the last
    /// run is not looked at again.
    pub(super) fn bare_run(&self, at: usize, set: ByteSet) -> usize {
        let (from, end) = self.run.get();
        if (from..end).contains(&at) {
            return end;
        }
        let end = self.run(at, set, usize::MAX);
        self.run.set((at, end));
        end
    }

    /// Where the line that holds `at` ends, or `at + most`.
    pub(super) fn line_end(&self, at: usize, most: usize) -> usize {
        self.next(b'\n', at, most).unwrap_or(self.len().min(at + most))
    }

    /// Where the next `byte` (a newline or a quote) stands from `at` on, less than `most` away.
    pub(super) fn next(&self, byte: u8, at: usize, most: usize) -> Option<usize> {
        let slot = match byte {
            b'\n' => 0,
            b'"' => 1,
            b'\'' => 2,
            _ => 3,
        };
        let (from, mut end, mut ends) = self.without[slot].get();
        let known = from <= at && at <= end;
        if !known || (!ends && end < at.saturating_add(most).min(self.len())) {
            let start = if known { end } else { at };
            let limit = at.saturating_add(most).min(self.len());
            let rest = self.bytes.get(start..limit).unwrap_or_default();
            let found = memchr::memchr(byte, rest);
            self.count(found.unwrap_or(rest.len()) + 1);
            ends = found.is_some();
            end = start + found.unwrap_or(rest.len());
            self.without[slot].set((if known { from } else { at }, end, ends));
        }
        (ends && end - at < most).then_some(end)
    }

    /// What is characteristic of the value at `range`.
    pub(super) fn traits(&self, range: Range<usize>) -> Traits {
        let mut values = self.values.borrow_mut();
        if let Some((_, traits)) = values.kept.iter().find(|(kept, _)| *kept == range) {
            return *traits;
        }
        let traits = Traits::of(self.part(range.clone()));
        let next = values.next;
        values.kept[next % REMEMBERED] = (range, traits);
        values.next = next + 1;
        traits
    }

    /// True where no letter or digit stands before `at`, or only that of an escape: `"\nghp_..."`.
    pub(super) fn begins_word(&self, at: usize) -> bool {
        self.count(2);
        match self.bytes[..at] {
            [.., b'\\', b'n' | b'r' | b't'] => true,
            [.., before] => !before.is_ascii_alphanumeric(),
            [] => true,
        }
    }
}
