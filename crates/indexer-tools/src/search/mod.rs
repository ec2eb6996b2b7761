//! Finding pieces of files: word for word, by words and meaning, by name, by pattern.

mod history;
mod hit;
mod lines;
mod literal;
mod named;
mod pattern;
mod ranked;
mod reading;
mod shown;
mod together;

pub use history::depends_on;
pub(crate) use hit::as_text;
pub use hit::{Hit, Why};
pub use lines::{Line, hits};
pub use literal::{Absence, Literals, unread};
pub use pattern::{Matches, Pattern};
pub use ranked::{Meaning, Place, Ranked};
pub use reading::{ToRead, reading};
pub use shown::{Looks, lines_of, show};

use crate::imports::is_test;
use crate::protocol::{Context, Problem, Scope, kinds};
use indexer_core::{Flags, Span, SymbolKind};
use indexer_search::chunks::Chunk;
use indexer_search::rank::Found;
use indexer_store::{FileRef, Symbol};

/// Most bytes of a question: none that somebody writes or pastes is longer.
const LONGEST: usize = 100_000;

/// Refuses a question that is too long to be read.
pub fn bounded(question: &str) -> Result<(), Problem> {
    match question.len() {
        0..=LONGEST => Ok(()),
        bytes => {
            let message = format!("query: {bytes} bytes, and at most {LONGEST} are read");
            Err(Problem::argument("query", message).hint("ask with the part that says most"))
        }
    }
}

/// A repository whose pieces are ranked, and which of them may answer.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'v, 'f> {
    /// The repository.
    pub context: Context<'v>,
    /// What of it may answer.
    pub filter: Filter<'f>,
}

/// What may answer; decided before anything is ranked.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a> {
    /// The part of the root.
    pub scope: &'a Scope,
    /// Kinds of symbols; `None` for all, and for what is no symbol.
    pub kinds: Option<&'a [SymbolKind]>,
    /// Only tests, or none.
    pub tests: Option<bool>,
}

impl Filter<'_> {
    /// True where pieces of the file may answer.
    pub fn takes(&self, file: FileRef<'_>) -> bool {
        (self.scope.is_all() || self.scope.covers(file.path()))
            && (self.tests != Some(false) || !is_test(file))
    }

    /// True where every piece of a file that it takes may answer.
    fn takes_whole(&self, file: FileRef<'_>) -> bool {
        self.kinds.is_none() && (self.tests.is_none() || self.tests == Some(true) && is_test(file))
    }

    /// True where a piece of a file that it takes may answer; `whole` is the file itself.
    fn takes_piece(&self, file: FileRef<'_>, kind: SymbolKind, flags: Flags, whole: bool) -> bool {
        let fits = match self.kinds {
            None => true,
            Some(_) if whole => false,
            kinds => kinds::wanted(kinds, kind),
        };
        let test = flags.has(Flags::TEST);
        fits && match self.tests {
            None => true,
            Some(true) => test || is_test(file),
            Some(false) => !test,
        }
    }

    /// The same of a piece as the index has it.
    fn takes_chunk(&self, file: FileRef<'_>, chunk: &Chunk) -> bool {
        self.takes_piece(file, chunk.kind, chunk.flags, chunk.definition.is_none())
    }

    /// True where what stands at a byte of a file that it takes may answer: it belongs to the symbol around
    /// it.
    fn takes_at(&self, file: FileRef<'_>, at: u32) -> bool {
        if self.takes_whole(file) {
            return true;
        }
        match file.symbol_at(at) {
            Some(symbol) => self.takes_piece(file, symbol.kind(), symbol.flags(), false),
            None => self.kinds.is_none() && self.tests != Some(true),
        }
    }
}

/// A piece that answers.
#[derive(Clone, Debug)]
pub struct Piece<'v> {
    /// Which of the repositories that were asked it is of.
    pub of: usize,
    /// Its file.
    pub file: FileRef<'v>,
    /// Which lines.
    pub chunk: Chunk,
    /// The symbol that it is.
    pub symbol: Option<Symbol<'v>>,
    /// How likely it is wanted: 0 to 1.
    pub score: f32,
    /// What speaks for it, the strongest first.
    pub why: Why,
    /// What it was ranked by; `None` where it was found by its name.
    pub found: Option<Found>,
}

/// The symbol of a file with this span and name's line.
fn symbol_of<'v>(file: FileRef<'v>, span: Span, named: u32) -> Option<Symbol<'v>> {
    file.symbols().find(|symbol| symbol.span() == span && symbol.at().line == named)
}
