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
/// Operations at one place that make each further one there cost as much again. A reduction compares the
/// stack that it makes with all others, and where a grammar is ambiguous each operation makes one more: at the end of
/// ten thousand `=> ` in Swift there are thousands of them.
const AT_ONE_PLACE: u64 = 64 * OPERATIONS;

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

/// What the parser did for a text so far.
#[derive(Debug, Default)]
struct Spent {
    /// Bytes that it was given.
    bytes: Cell<u64>,
    /// Operations on its stacks.
    operations: Cell<u64>,
    /// The same, with those that cost more than one counted as so many.
    charged: Cell<u64>,
}

impl Spent {
    fn exceeds(&self, most: Allowance) -> bool {
        self.bytes.get() > most.bytes || self.charged.get() > most.operations
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
        let fits = language.grammar.of_trees().is_some_and(|grammar| parser.set_language(&grammar).is_ok());
        if !fits || parser.set_included_ranges(ranges).is_err() {
            return Parsed::Unfit;
        }
        let length = if ranges.is_empty() {
            text.len()
        } else {
            ranges.iter().map(|one| one.end_byte - one.start_byte).sum()
        };
        let parsed = with_allowance(parser, text, (Allowance::of(length), &Spent::default()), stop);
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

fn with_allowance(
    parser: &mut Parser,
    text: &[u8],
    (most, spent): (Allowance, &Spent),
    stop: &AtomicBool,
) -> Parsed {
    // The furthest place that the parser was at, its operations since it came there, and those of them after which it
    // read nothing: it puts its tree into shape, at the end of all texts.
    let (mut furthest, mut here, mut unread) = (0, 0u64, 0u64);
    let has_read = Cell::new(false);
    let stopped = Cell::new(false);
    let mut read = |at: usize, _| {
        let rest = text.get(at..).unwrap_or_default();
        stopped.set(stopped.get() || work::is_stopped(stop));
        // The text ends here once it is too much, or nobody waits: the parser may be long in asking.
        let piece = if stopped.get() || spent.exceeds(most) { &[] } else { whole_characters(rest) };
        has_read.set(true);
        spent.bytes.set(spent.bytes.get() + piece.len() as u64);
        work::add(piece.len());
        piece
    };
    let mut progress = |state: &ParseState| {
        // Where nothing fits any more, the parser closes all that is open, in many ways, at every token:
        // each operation costs as much as there is open.
        let open = if state.has_error() { unfinished(text, state.current_byte_offset()) / OPEN } else { 0 };
        if state.current_byte_offset() > furthest {
            (furthest, here, unread) = (state.current_byte_offset(), 0, 0);
        } else {
            unread += OPERATIONS;
            here += if has_read.take() { std::mem::take(&mut unread) } else { 0 };
        }
        let done = OPERATIONS * (1 + open as u64 + here / AT_ONE_PLACE);
        spent.operations.set(spent.operations.get() + OPERATIONS);
        spent.charged.set(spent.charged.get() + done);
        work::add(done as usize);
        stopped.set(stopped.get() || work::is_stopped(stop));
        if stopped.get() || spent.exceeds(most) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    match tree {
        _ if stopped.get() => Parsed::Stopped,
        _ if spent.exceeds(most) => Parsed::TooMuch,
        Some(tree) => Parsed::Tree(tree),
        None => Parsed::Unfit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operations that the parser does for a text, before it is stopped where it takes too much.
    #[cfg(feature = "lang-heavy")]
    fn operations(id: &str, text: &str) -> (u64, bool) {
        let language = crate::by_id(id).unwrap();
        let (mut parser, spent) = (Parser::new(), Spent::default());
        parser.set_language(&language.grammar.of_trees().unwrap()).unwrap();
        let most = Allowance::of(text.len());
        let parsed = with_allowance(&mut parser, text.as_bytes(), (most, &spent), &work::NEVER);
        (spent.operations.get(), matches!(parsed, Parsed::TooMuch))
    }

    /// At the end of such a text each operation compares one more stack: three million of them, which their number alone
    /// would allow, take minutes.
    #[cfg(feature = "lang-heavy")]
    #[test]
    fn operations_at_one_place_are_counted_for_what_they_cost() {
        let (done, is_stopped) = operations("swift", &"=> ".repeat(32_768 / 3));
        assert!(is_stopped && done < 400_000, "{done}");
        // What people write stays far from it.
        let (done, is_stopped) = operations("swift", &"func f(a: A) -> B { return a => b }\n".repeat(1_000));
        assert!(!is_stopped && done < 500_000, "{done}");
    }

    #[test]
    fn no_piece_ends_within_a_character() {
        let text = format!("{}é and more", "a".repeat(PIECE - 1));
        assert_eq!(whole_characters(text.as_bytes()).len(), PIECE + 1);
        assert_eq!(whole_characters(b"short").len(), 5);
        assert!(whole_characters(b"").is_empty());
    }
}
