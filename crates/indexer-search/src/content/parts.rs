//! Parts of identifiers, each worked out once.

use crate::embed::Table;
use crate::words::{Term, is_silent, stem};
use rustc_hash::FxHashMap;

/// What identifiers are made of: a register's name is seen once, its parts in a thousand others.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// By the part in lower case.
    known: FxHashMap<Box<str>, u32>,
    parts: Vec<Part>,
    /// Numbers of parts, a run an identifier.
    pub(crate) of_identifiers: Vec<u32>,
    /// Rows of the table, a run a part.
    rows: Vec<u32>,
    /// Scratch: an identifier in lower case.
    pub(crate) folded: String,
}

#[derive(Clone, Debug)]
struct Part {
    /// In lower case; empty where it says nothing.
    text: Box<str>,
    /// `None` where it says nothing, or too little for a term.
    term: Option<Term>,
    /// Looked up when a vector is made of them: most names of constants are in none.
    rows: Option<(u32, u32)>,
}

impl Parts {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The number of a part that is in lower case.
    pub(crate) fn know(&mut self, folded: &str) -> u32 {
        if let Some(known) = self.known.get(folded) {
            return *known;
        }
        let is_silent = is_silent(folded);
        let term = (folded.len() > 1 && !is_silent).then(|| Term::of(stem(folded)));
        let text = if is_silent { "" } else { folded };
        let number = self.parts.len() as u32;
        self.parts.push(Part { text: text.into(), term, rows: None });
        // Numbers as they are written seldom come again.
        if !folded.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            self.known.insert(folded.into(), number);
        }
        number
    }

    /// The term of a part; `None` where it says nothing, or too little.
    pub(crate) fn term(&self, part: u32) -> Option<Term> {
        self.parts[part as usize].term
    }

    /// The rows of a part; none where it says nothing or the table does not have it.
    pub(crate) fn rows(&mut self, table: &Table<'_>, part: u32) -> &[u32] {
        let part = &mut self.parts[part as usize];
        let (start, end) = *part.rows.get_or_insert_with(|| {
            let start = self.rows.len() as u32;
            if !part.text.is_empty() {
                table.pieces(&part.text, &mut self.rows);
            }
            (start, self.rows.len() as u32)
        });
        &self.rows[start as usize..end as usize]
    }
}
