//! Places as editors count them: lines from 0, and characters in bytes, UTF-16 or UTF-32 units.

use indexer_core::ContentId;
use lsp_types::{Position, PositionEncodingKind, Range};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// The units in which an editor counts the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// What all editors know.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The cheapest of those that an editor knows.
    pub(crate) fn of(known: &[PositionEncodingKind]) -> Self {
        [Encoding::Utf8, Encoding::Utf32]
            .into_iter()
            .find(|one| known.contains(&one.kind()))
            .unwrap_or_default()
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn units(self, letter: char) -> u32 {
        match self {
            Encoding::Utf8 => letter.len_utf8() as u32,
            Encoding::Utf16 => letter.len_utf16() as u32,
            Encoding::Utf32 => 1,
        }
    }

    /// How many units a text has.
    pub(crate) fn width(self, text: &str) -> u32 {
        text.chars().map(|letter| self.units(letter)).sum()
    }

    /// The byte of a line at which so many units are passed; its end where it has fewer. Inside of a letter, its
    /// beginning.
    fn byte(self, line: &str, units: u32) -> usize {
        let mut passed = 0;
        for (at, letter) in line.char_indices() {
            passed += self.units(letter);
            if passed > units {
                return at;
            }
        }
        line.len()
    }
}

/// A text by its lines.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: Cow<'t, str>,
    /// Where each line begins.
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    /// O(bytes).
    pub(crate) fn new(text: impl Into<Cow<'t, str>>, encoding: Encoding) -> Self {
        let text = text.into();
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Self { text, starts, encoding }
    }

    /// Bytes that it takes, about.
    fn size(&self) -> usize {
        self.text.len() + self.starts.len() * size_of::<usize>()
    }

    /// A line without its end; "" beyond the last.
    fn line(&self, line: u32) -> &str {
        let line = line as usize;
        let Some(start) = self.starts.get(line) else { return "" };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text[*start..end].trim_end_matches(['\n', '\r'])
    }

    /// The 0-based byte at a place; the end of the text beyond the last line.
    pub(crate) fn byte(&self, at: Position) -> usize {
        match self.starts.get(at.line as usize) {
            Some(start) => start + self.encoding.byte(self.line(at.line), at.character),
            None => self.text.len(),
        }
    }

    /// The 1-based line and column, in characters, of a place.
    pub(crate) fn place(&self, at: Position) -> (u32, u32) {
        let line = self.line(at.line);
        let before = &line[..self.encoding.byte(line, at.character)];
        (at.line.saturating_add(1), before.chars().count() as u32 + 1)
    }

    /// The place of a 1-based line and column in characters.
    pub(crate) fn position(&self, line: u32, column: u32) -> Position {
        let line = line.saturating_sub(1);
        let before = self.line(line).chars().take(column.saturating_sub(1) as usize);
        Position::new(line, before.map(|letter| self.encoding.units(letter)).sum())
    }

    /// What `bytes` bytes from a 1-based line and column take, no further than the line's end.
    pub(crate) fn range(&self, line: u32, column: u32, bytes: u32) -> Range {
        let start = self.position(line, column);
        let text = self.line(start.line);
        let from = self.encoding.byte(text, start.character);
        let mut end = (from + bytes as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let width = self.encoding.width(&text[from..end]);
        Range::new(start, Position::new(start.line, start.character + width))
    }

    /// Whole lines, both 1-based, the last included.
    pub(crate) fn whole(&self, first: u32, last: u32) -> Range {
        let last = last.saturating_sub(1);
        let end = Position::new(last, self.encoding.width(self.line(last)));
        Range::new(Position::new(first.saturating_sub(1), 0), end)
    }
}

/// Bytes of texts that are kept from one request to the next.
const KEPT: usize = 8 << 20;

/// The lines of files that requests have read, kept for the next ones: who asks what a function calls asks for its
/// callees next.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// By path, with what the file held.
    files: RefCell<FxHashMap<String, (ContentId, Arc<Lines<'static>>)>>,
    /// Bytes of them all.
    bytes: Cell<usize>,
}

impl Read {
    /// The lines of the file at `path`, which holds `content`; `read` reads it where they are not kept. `None` where it
    /// cannot.
    pub(crate) fn lines(
        &self,
        path: &str,
        content: ContentId,
        read: impl FnOnce() -> Option<Lines<'static>>,
    ) -> Option<Arc<Lines<'static>>> {
        let mut files = self.files.borrow_mut();
        if let Some((of, known)) = files.get(path)
            && *of == content
        {
            return Some(known.clone());
        }
        let lines = Arc::new(read()?);
        if self.bytes.get() + lines.size() > KEPT {
            files.clear();
            self.bytes.set(0);
        }
        self.bytes.set(self.bytes.get() + lines.size());
        if let Some((_, replaced)) = files.insert(path.to_owned(), (content, lines.clone())) {
            self.bytes.set(self.bytes.get() - replaced.size());
        }
        Some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a = 1\r\n\u{1d54f}\u{e9} = b\n";

    #[test]
    fn characters_are_counted_in_the_editors_units() {
        for (encoding, character) in [(Encoding::Utf8, 9), (Encoding::Utf16, 6), (Encoding::Utf32, 5)] {
            let lines = Lines::new(TEXT, encoding);
            let b = Position::new(1, character);
            assert_eq!(lines.position(2, 6), b, "{encoding:?}");
            assert_eq!(lines.place(b), (2, 6), "{encoding:?}");
            assert_eq!(&TEXT[lines.byte(b)..], "b\n", "{encoding:?}");
            let name = lines.range(2, 1, 6);
            assert_eq!(lines.place(name.end), (2, 3), "two letters of six bytes: {encoding:?}");
        }
    }

    #[test]
    fn what_is_beyond_the_text_is_its_end() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        assert_eq!(lines.byte(Position::new(0, 99)), 5, "before the line's end");
        assert_eq!(lines.byte(Position::new(99, 0)), TEXT.len());
        assert_eq!(lines.place(Position::new(99, 3)), (100, 1));
        assert_eq!(lines.range(2, 1, 999).end, lines.whole(2, 2).end);
        // Between the halves of a letter that has two units.
        assert_eq!(lines.place(Position::new(1, 1)), (2, 1));
    }

    #[test]
    fn the_cheapest_encoding_that_is_known_is_spoken() {
        assert_eq!(Encoding::of(&[]), Encoding::Utf16);
        assert_eq!(Encoding::of(&[PositionEncodingKind::UTF16, PositionEncodingKind::UTF8]), Encoding::Utf8);
        assert_eq!(Encoding::of(&[PositionEncodingKind::UTF32]), Encoding::Utf32);
    }

    #[test]
    fn lines_are_read_again_where_the_content_differs_and_no_more_is_kept_than_the_bound() {
        let kept = Read::default();
        let of = |text: &str| ContentId::of(text.as_bytes());
        let text = |text: &'static str| move || Some(Lines::new(text, Encoding::Utf8));
        assert!(
            kept.lines("a.py", of("a\n"), || None).is_none(),
            "what cannot be read now may be read later"
        );
        let first = kept.lines("a.py", of("a\n"), text("a\n")).unwrap();
        let again = kept.lines("a.py", of("a\n"), || panic!("it is kept")).unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        let bytes = kept.bytes.get();
        assert_eq!(kept.lines("a.py", of("bb"), text("bb")).unwrap().line(0), "bb");
        assert!(kept.bytes.get() < bytes, "the lines of another content are let go");
        let large = "c".repeat(KEPT);
        kept.lines("c.py", of(&large), || Some(Lines::new(large.clone(), Encoding::Utf8))).unwrap();
        assert_eq!(kept.files.borrow().len(), 1);
        assert_eq!(kept.lines("a.py", of("bb"), text("bb")).unwrap().line(0), "bb");
        assert!(kept.bytes.get() < KEPT);
    }
}
