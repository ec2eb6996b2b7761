//! Text to trees, with bounded work.
//!
//! A grammar's lexer may read the rest of a file again for every token: a thousand comments that are
//! opened and never closed are a thousand times the file. So the parser is given the text in small
//! pieces, which are counted, as are its own operations; where it takes far more of them than any
//! code that people write, what it parsed is thrown away and the first half of the file is tried.

use crate::language::Language;
use indexer_core::work;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use tree_sitter::{ParseOptions, ParseState, Parser, Range, Tree};

/// Bytes that the parser is given at a time: so few that what it reads again inside of a piece, which
/// nobody counts, is little.
const PIECE: usize = 256;
/// Operations of the parser between two calls of its callback; its own number.
const OPERATIONS: u64 = 100;

/// Operators and brackets of an unfinished statement that make an operation in broken code cost as much
/// again.
const OPEN: usize = 8;
/// Bytes in which they are looked for.
const LONGEST: usize = 1 << 12;

/// How much the parser may do for a text. Code that people write takes less than a tenth of it.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    /// Bytes that it is given, again and again.
    bytes: u64,
    /// Operations on its stacks.
    operations: u64,
}

impl Allowance {
    fn of(length: usize) -> Self {
        let length = length as u64;
        Self { bytes: (1 << 20) + 48 * length, operations: (1 << 18) + 64 * length }
    }
}

/// What became of a text.
pub(crate) enum Parsed {
    /// Its tree.
    Tree(Tree),
    /// It took more work than is allowed.
    TooMuch,
    /// Nobody waits for it any more.
    Stopped,
    /// The grammar and the runtime do not fit.
    Unfit,
}

thread_local! {
    /// One parser a thread: making one costs more than parsing a small file.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The tree of the parts of `text` in `ranges`, which ascend and do not touch; of all of it where
/// there are none.
pub(crate) fn parse(language: &Language, text: &[u8], ranges: &[Range], stop: &AtomicBool) -> Parsed {
    PARSER.with_borrow_mut(|parser| {
        let fits = parser.set_language(&(language.grammar)()).and(Ok(()));
        if fits.is_err() || parser.set_included_ranges(ranges).is_err() {
            return Parsed::Unfit;
        }
        let length = if ranges.is_empty() {
            text.len()
        } else {
            ranges.iter().map(|one| one.end_byte - one.start_byte).sum()
        };
        let parsed = with_allowance(parser, text, Allowance::of(length), stop);
        // What it had begun is not gone on with.
        parser.reset();
        parsed
    })
}

/// About how much is open at a byte: operators and brackets since the last statement, block or item of a
/// list ended.
fn unfinished(text: &[u8], at: usize) -> usize {
    let before = &text[..at.min(text.len())];
    let near = &before[before.len().saturating_sub(LONGEST)..];
    let near = near.iter().rev().take_while(|byte| !matches!(byte, b';' | b'}' | b','));
    near.filter(|byte| b"-+*/%<>=!&|^~?:([{@#$".contains(byte)).count()
}

/// The next piece of `rest`, without a part of a character at its end: for that the parser would ask again, and where
/// the text has ended by then, it reads at a place that is none.
fn whole_characters(rest: &[u8]) -> &[u8] {
    let continues = |byte: &&u8| **byte & 0xc0 == 0x80;
    let further = rest.iter().skip(PIECE).take(3).take_while(continues).count();
    &rest[..rest.len().min(PIECE + further)]
}

fn with_allowance(parser: &mut Parser, text: &[u8], most: Allowance, stop: &AtomicBool) -> Parsed {
    let (bytes, operations) = (Cell::new(0u64), Cell::new(0u64));
    let is_too_much = || bytes.get() > most.bytes || operations.get() > most.operations;
    let stopped = Cell::new(false);
    let mut read = |at: usize, _| {
        let rest = text.get(at..).unwrap_or_default();
        stopped.set(stopped.get() || work::is_stopped(stop));
        // The text ends here once it is too much, or nobody waits: the parser may be long in asking.
        let piece = if stopped.get() || is_too_much() { &[] } else { whole_characters(rest) };
        bytes.set(bytes.get() + piece.len() as u64);
        work::add(piece.len());
        piece
    };
    let mut progress = |state: &ParseState| {
        // Where nothing fits any more, the parser closes all that is open, in many ways, at every token:
        // each operation costs as much as there is open.
        let open = if state.has_error() { unfinished(text, state.current_byte_offset()) / OPEN } else { 0 };
        let done = OPERATIONS * (1 + open as u64);
        operations.set(operations.get() + done);
        work::add(done as usize);
        stopped.set(stopped.get() || work::is_stopped(stop));
        if stopped.get() || is_too_much() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    match tree {
        _ if stopped.get() => Parsed::Stopped,
        _ if is_too_much() => Parsed::TooMuch,
        Some(tree) => Parsed::Tree(tree),
        None => Parsed::Unfit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_piece_ends_within_a_character() {
        let text = format!("{}é and more", "a".repeat(PIECE - 1));
        assert_eq!(whole_characters(text.as_bytes()).len(), PIECE + 1);
        assert_eq!(whole_characters(b"short").len(), 5);
        assert!(whole_characters(b"").is_empty());
    }
}
