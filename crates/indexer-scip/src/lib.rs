//! SCIP files, read and written: what a compiler's index says, in plain data, and plain data as such an
//! index. Knows nothing of our own index, and opens no file.
//!
//! SCIP (<https://scip.dev>) is a protobuf format that indexers built on compilers write: for each
//! document, which symbol stands at which place, and where it is defined. Documents are taken one
//! by one, so the memory needed is that of the file and of what is kept of it.

mod read;
mod symbol;
mod write;

pub use read::read;
pub use symbol::{Descriptor, Name, Parts, Suffix, parts, symbol};
pub use write::{Kind, NewDocument, NewOccurrence, NewSymbol, What, Writer, language};

/// Why bytes are no SCIP index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScipError {
    /// They cannot be read as one to the end.
    #[error("not a SCIP index, or cut short: {0}")]
    Malformed(String),
    /// They can, and hold nothing.
    #[error("not a SCIP index: it holds no document")]
    Empty,
}

/// What one SCIP file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// Name and version of the program that wrote it.
    pub tool: String,
    /// The folder to which paths are relative, as the file gives it: a URI (`file:///a/b`).
    pub root: String,
    /// The documents, in the order of the file.
    pub documents: Vec<Document>,
    /// The distinct symbols, as SCIP writes them; see [`parts`].
    pub symbols: Vec<String>,
}

/// One source file as the index saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its path, relative to the root. As written: it may be no path at all.
    pub path: String,
    /// What columns count.
    pub columns: Columns,
    /// What it held, where the index says that.
    pub text: Option<String>,
    /// The symbols at its places.
    pub occurrences: Vec<Occurrence>,
    /// Places that are none: negative, inside out, or of the wrong number of parts.
    pub malformed: u32,
}

/// A symbol at a place within one line. (What stretches over lines is no name.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// 0-based line.
    pub line: u32,
    /// First column, 0-based.
    pub start: u32,
    /// One past the last column, 0-based.
    pub end: u32,
    /// Index into [`Index::symbols`].
    pub symbol: u32,
    /// Whether the symbol is defined here.
    pub is_definition: bool,
}

/// What the columns of a document count from the start of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Columns {
    /// It does not say: columns behind a character that is not ASCII cannot be told.
    #[default]
    Unknown,
    /// Bytes.
    Utf8,
    /// Units of UTF-16.
    Utf16,
    /// Characters.
    Utf32,
}

impl Columns {
    /// The 0-based byte of `line` (without its line ending) at a column; `None` where the column is
    /// beyond the end or inside a character.
    pub fn byte(self, line: &str, column: u32) -> Option<usize> {
        let column = column as usize;
        let width = match self {
            Columns::Utf8 | Columns::Unknown => return line.is_char_boundary(column).then_some(column),
            Columns::Utf16 => char::len_utf16,
            Columns::Utf32 => |_: char| 1,
        };
        let mut passed = 0;
        for (at, c) in line.char_indices() {
            if passed >= column {
                return (passed == column).then_some(at);
            }
            passed += width(c);
        }
        (passed == column).then_some(line.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_what_they_say() {
        let line = "aß𝔸b";
        let bytes = |columns: Columns| (0..9).map(|c| columns.byte(line, c)).collect::<Vec<_>>();
        let (no, at) = (None, Some);
        assert_eq!(bytes(Columns::Utf8), [at(0), at(1), no, at(3), no, no, no, at(7), at(8)]);
        assert_eq!(bytes(Columns::Utf16), [at(0), at(1), at(3), no, at(7), at(8), no, no, no]);
        assert_eq!(bytes(Columns::Utf32), [at(0), at(1), at(3), at(7), at(8), no, no, no, no]);
    }
}
