//! Places in a file: byte spans inside the program, lines and columns for people.

use bincode::de::Decoder;
use bincode::enc::Encoder;
use bincode::error::{DecodeError, EncodeError};
use bincode::{Decode, Encode};
use std::cell::Cell;

/// A half-open range of bytes in one file, 0-based.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct Span {
    /// First byte, 0-based.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to but not including `end`, in bytes.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The number of bytes; 0 for a span that is inside out.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// True when no byte is inside.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// True when the 0-based byte `at` is inside.
    pub const fn contains(self, at: u32) -> bool {
        self.start <= at && at < self.end
    }

    /// True when all of `other` is inside.
    pub const fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text of the span in `source`, or "" where the span does not fit it.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A place as people and editors write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters (Unicode scalar values).
    pub column: u32,
}

/// What may stand before the first character of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Where each line of a file starts. Lines end at `\n`; a `\r` before it belongs to the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTable {
    /// Byte offset of the first byte of each line, ascending; line 1 starts at 0, or behind the mark of the order of bytes,
    /// which no editor counts.
    starts: Vec<u32>,
    /// Length of the file in bytes.
    len: u32,
    /// True when every byte is ASCII, so that columns are byte differences.
    ascii: bool,
}

/// As lengths of lines: a byte each, where most starts take three.
impl Encode for LineTable {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let before = std::iter::once(&0).chain(&self.starts);
        let lengths: Vec<u32> =
            self.starts.iter().zip(before).map(|(at, last)| at.wrapping_sub(*last)).collect();
        (lengths, self.len, self.ascii).encode(encoder)
    }
}

impl<C> Decode<C> for LineTable {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let (mut starts, len, ascii): (Vec<u32>, u32, bool) = Decode::decode(decoder)?;
        let mut last = 0u32;
        for start in &mut starts {
            last = last.wrapping_add(*start);
            *start = last;
        }
        Ok(Self { starts, len, ascii })
    }
}

bincode::impl_borrow_decode!(LineTable);

impl LineTable {
    /// Reads the line starts of `bytes`. O(length).
    pub fn new(bytes: &[u8]) -> Self {
        let ascii = bytes.is_ascii();
        // Lines of code are some 30 bytes long.
        let mut starts = Vec::with_capacity(bytes.len() / 24 + 1);
        starts.push(if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() as u32 } else { 0 });
        starts.extend(memchr::memchr_iter(b'\n', bytes).map(|at| at as u32 + 1));
        if starts.len() > 1 && starts.last() == Some(&(bytes.len() as u32)) {
            starts.pop();
        }
        Self { starts, len: bytes.len() as u32, ascii }
    }

    /// The number of lines; 0 for an empty file. A final newline does not open a line.
    pub fn count(&self) -> u32 {
        if self.len == 0 { 0 } else { self.starts.len() as u32 }
    }

    /// Length of the file in bytes.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// True when the file holds no byte.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True when columns can be had without the text.
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The 1-based line that holds the 0-based byte `at`. O(log lines).
    pub fn line(&self, at: u32) -> u32 {
        self.starts.partition_point(|s| *s <= at).max(1) as u32
    }

    /// The bytes of the 1-based `line`, with its line ending; empty beyond the last line.
    pub fn span(&self, line: u32) -> Span {
        let i = line.saturating_sub(1) as usize;
        match self.starts.get(i) {
            Some(&start) if line > 0 => Span::new(start, self.starts.get(i + 1).copied().unwrap_or(self.len)),
            _ => Span::new(self.len, self.len),
        }
    }

    /// The 1-based line and column (in characters) of byte `at`. `source` is only read where the
    /// file is not ASCII. O(log lines + length of the line).
    pub fn position(&self, at: u32, source: &[u8]) -> Position {
        let line = self.line(at);
        let start = self.starts.get(line as usize - 1).copied().unwrap_or(0);
        let bytes = at.saturating_sub(start);
        let column = if self.ascii {
            bytes
        } else {
            characters(source.get(start as usize..at as usize).unwrap_or(&[]))
        };
        Position { line, column: column + 1 }
    }

    /// Looks up one position after the other; `source` as for [`position`](Self::position).
    pub fn positions<'t>(&'t self, source: &'t [u8]) -> PositionCursor<'t> {
        let start = self.starts.first().copied().unwrap_or(0);
        PositionCursor { lines: self, source, last: Cell::new((start, Position { line: 1, column: 1 })) }
    }

    /// The byte at a 1-based line and column (in characters); the line's end where the column is
    /// beyond it, `None` where the line is beyond the file.
    pub fn offset(&self, position: Position, source: &str) -> Option<u32> {
        if position.line == 0 || position.column == 0 || position.line > self.starts.len() as u32 {
            return None;
        }
        let span = self.span(position.line);
        let text = span.text(source).trim_end_matches(['\n', '\r']);
        let inside = text.char_indices().nth(position.column as usize - 1).map_or(text.len(), |(i, _)| i);
        Some(span.start + inside as u32)
    }
}

/// Positions of many bytes of a file, found from the one before: a minified file is one line, and to count its characters
/// anew for each of its names takes a time that is quadratic.
#[derive(Debug)]
pub struct PositionCursor<'t> {
    lines: &'t LineTable,
    source: &'t [u8],
    /// The byte that was asked for last, and where it is.
    last: Cell<(u32, Position)>,
}

impl PositionCursor<'_> {
    /// As [`LineTable::position`]. O(log lines + bytes between this and the last one, or the start of the line).
    pub fn position(&self, at: u32) -> Position {
        let (before, known) = self.last.get();
        let line = self.lines.line(at);
        let between = self.source.get(before.min(at) as usize..before.max(at) as usize);
        let position = match between.filter(|_| known.line == line && !self.lines.ascii) {
            Some(between) if before <= at => Position { line, column: known.column + characters(between) },
            // Definitions come in the order in which they begin, which their names need not have.
            Some(between) => {
                Position { line, column: known.column.saturating_sub(characters(between)).max(1) }
            }
            None => self.lines.position(at, self.source),
        };
        // What stands before the first line is no character of it.
        let start = self.lines.starts.first().copied().unwrap_or(0);
        self.last.set((at.max(start), position));
        position
    }
}

/// How many characters begin in these bytes.
fn characters(text: &[u8]) -> u32 {
    text.iter().filter(|byte| (**byte & 0xC0) != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_of_the_order_of_bytes_is_no_character() {
        let text = "\u{feff}def é1()\nb";
        let table = LineTable::new(text.as_bytes());
        assert_eq!((table.line(0), table.line(3), table.count()), (1, 1, 2));
        let at = text.find('é').unwrap() as u32;
        let place = Position { line: 1, column: 5 };
        assert_eq!((table.position(at, text.as_bytes()), table.offset(place, text)), (place, Some(at)));
        let positions = table.positions(text.as_bytes());
        let columns = [at, 3, 0, at].map(|at| positions.position(at).column);
        assert_eq!(columns, [5, 1, 1, 5]);
        assert_eq!(table.span(1).text(text), "def é1()\n");
    }

    #[test]
    fn lines_and_columns_count_characters() {
        let text = "a\nüb = 1\r\n\nlast";
        let table = LineTable::new(text.as_bytes());
        assert_eq!(table.count(), 4);
        let at = text.find('b').unwrap() as u32;
        let position = table.position(at, text.as_bytes());
        assert_eq!(position, Position { line: 2, column: 2 });
        assert_eq!(table.offset(position, text), Some(at));
        assert_eq!(table.line(0), 1);
        assert_eq!(table.line(text.len() as u32), 4);
        assert_eq!(table.span(2).text(text), "üb = 1\r\n");
    }

    #[test]
    fn a_cursor_finds_what_is_found_one_by_one() {
        for text in ["aüb\nc\u{20ac}\u{1f600}dé\n\nf", "abc\nde"] {
            let table = LineTable::new(text.as_bytes());
            let cursor = table.positions(text.as_bytes());
            let bytes = 0..text.len() as u32 + 3;
            // Each byte after each other one.
            for at in bytes.clone().flat_map(|one| bytes.clone().flat_map(move |other| [one, other])) {
                assert_eq!(cursor.position(at), table.position(at, text.as_bytes()), "{at} of {text:?}");
            }
        }
    }

    #[test]
    fn a_final_newline_opens_no_line_and_an_empty_file_has_none() {
        assert_eq!(LineTable::new(b"a\nb\n").count(), 2);
        assert_eq!(LineTable::new(b"").count(), 0);
        assert_eq!(LineTable::new(b"\n").count(), 1);
    }
}
