//! Text that its tree holds as bare tokens (the arguments of macros) and that is read a second time.
//!
//! The main walk notes each such token tree with the place where it stands. Afterwards all of them
//! are parsed at once, each as a statement of its own: the parser is given only their bytes, with a
//! `;` on the byte before and after each. Offsets stay those of the file. What they hold in turn is
//! read in the next round. A token tree that does not parse is scanned token by token.

use crate::build::{Build, Conservation, Meter, Place};
use crate::parse::Limits;
use crate::tree::{self, Parsed};
use crate::walk::{Hook, Walk, count_identifiers};
use indexer_core::{ExprId, Problem, ProblemKind, Span};
use tree_sitter::{Node, Point, Range, Tree};

/// How often the content of macros inside macros is read.
const ROUNDS: usize = 8;

/// A token tree to be read again.
#[derive(Clone, Copy, Debug)]
pub struct Deferred {
    /// Its bytes, delimiters included.
    pub span: Span,
    /// Where it stands.
    pub place: Place,
    /// Lowers the statement that it parsed to; the walk stands at that statement.
    pub lower: Hook,
    /// Walks its tokens where it did not parse; the walk stands at the token tree.
    pub scan: Hook,
    /// An expression that is to become what it holds; unknown where nobody asks.
    pub slot: ExprId,
    /// Changes to the copy of the text that is parsed, so that it parses as another construct.
    pub rewrite: Option<Rewrite>,
    /// Which reading of the file it was found in; 0 for the file's own tree.
    pub reading: usize,
    /// How many identifiers it holds if there is no error in its tree; `None` where that was not
    /// told from the text.
    pub identifiers: Option<u32>,
}

/// How the bytes of a token tree are changed in the copy that is parsed.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite {
    /// Bytes written before the opening delimiter and over it; they end there.
    pub head: &'static [u8],
    /// A byte that is replaced.
    pub middle: Option<(u32, u8)>,
    /// Bytes written over the closing delimiter and after it.
    pub tail: &'static [u8],
}

/// Reads what was deferred in `tree`, and what it holds in turn, into `build`.
pub(crate) fn settle(tree: &Tree, build: &mut Build<'_>, limits: Limits, problems: &mut Vec<Problem>) {
    if build.deferred.is_empty() {
        return;
    }
    let table = crate::table::of(build.language);
    let found =
        |tree: &Tree, one: &Deferred| node_of(tree, one.span).map_or(0, |n| count_identifiers(n, table));
    let damaged = tree.root_node().has_error();
    let count = |one: &Deferred| match one.identifiers {
        Some(told) if !damaged => {
            debug_assert_eq!(told, found(tree, one), "{:?}", one.span);
            told
        }
        _ => found(tree, one),
    };
    let counted: i64 = build.deferred.iter().map(|one| i64::from(count(one))).sum();
    let before = Conservation::classified(&build.tally, &build.uses);
    let mut trees = vec![tree.clone()];
    while !build.deferred.is_empty() {
        let mut deferred = std::mem::take(&mut build.deferred);
        if trees.len() > ROUNDS {
            for one in &deferred {
                build.tally.left_out += trees.get(one.reading).map_or(0, |tree| found(tree, one));
            }
            break;
        }
        deferred.sort_by_key(|one| one.span.start);
        build.reading = trees.len();
        let (tree, failed) = match read(build, &deferred) {
            Reading::Tree(tree, now) => {
                let failed = walk_read(&tree, build, limits, problems, now);
                (Some(tree), failed)
            }
            // None of them is read as code, all are scanned.
            Reading::TooMuch => {
                build.deferred.clear();
                (None, deferred)
            }
            Reading::None => break,
        };
        for one in failed {
            if let Some(node) = trees.get(one.reading).and_then(|tree| node_of(tree, one.span)) {
                let reading = std::mem::replace(&mut build.reading, one.reading);
                build.restore(one.place);
                let mut walk = Walk::new(node, build, limits);
                (one.scan)(&mut walk);
                drop(walk);
                build.reading = reading;
            }
        }
        let Some(tree) = tree else {
            let detail = "parsing what stands in macros takes too many steps; it is read as bare tokens";
            problems.push(Problem::whole(ProblemKind::TooMany, detail));
            break;
        };
        trees.push(tree);
    }
    let classified = Conservation::classified(&build.tally, &build.uses) - before;
    build.conservation.correct(counted, classified);
}

/// The token tree with exactly these bytes.
fn node_of(tree: &Tree, span: Span) -> Option<Node<'_>> {
    tree.root_node().descendant_for_byte_range(span.start as usize, span.end as usize)
}

/// What a second reading gave.
enum Reading {
    /// A tree and what is in it.
    Tree(Tree, Vec<Deferred>),
    /// It takes more work than is allowed.
    TooMuch,
    /// Nobody waits any more.
    None,
}

/// Parses the token trees. Those that are not in the tree wait in `build`.
fn read(build: &mut Build<'_>, deferred: &[Deferred]) -> Reading {
    let mut text = Vec::with_capacity(build.source.len() + 1);
    text.extend_from_slice(build.source.as_bytes());
    text.push(b';');
    let mut ranges: Vec<Range> = Vec::with_capacity(deferred.len());
    let mut now = Vec::with_capacity(deferred.len());
    for (i, one) in deferred.iter().enumerate() {
        let following = deferred.get(i + 1).map_or(text.len(), |next| next.span.start as usize - 1);
        match write(&mut text, one, ranges.last().map_or(0, |r| r.end_byte), following) {
            Some(range) => {
                ranges.push(range);
                now.push(*one);
            }
            None => build.deferred.push(*one),
        }
    }
    match tree::parse(build.language, &text, &ranges, build.stop) {
        Parsed::Tree(tree) => Reading::Tree(tree, now),
        Parsed::TooMuch => Reading::TooMuch,
        Parsed::Stopped | Parsed::Unfit => Reading::None,
    }
}

/// Puts a token tree between separators in the copy of the text, and gives the range to parse;
/// `None` where it touches the one before (which ends at `previous`) or after it.
fn write(text: &mut [u8], one: &Deferred, previous: usize, following: usize) -> Option<Range> {
    let (start, end) = (one.span.start as usize, one.span.end as usize);
    let (head, tail) = one.rewrite.map_or((&b""[..], &b""[..]), |r| (r.head, r.tail));
    let from = start.checked_sub(head.len().max(1))?;
    let to = end + tail.len().max(1);
    if from < previous || to > text.len() || to > following {
        return None;
    }
    text[from] = b';';
    text[from + 1..from + 1 + head.len()].copy_from_slice(head);
    if let Some((at, byte)) = one.rewrite.and_then(|r| r.middle) {
        text[at as usize] = byte;
    }
    text[to - 1 - tail.len()..to - 1].copy_from_slice(tail);
    text[to - 1] = b';';
    let point = |byte: usize| Point { row: 0, column: byte };
    Some(Range { start_byte: from, end_byte: to, start_point: point(from), end_point: point(to) })
}

/// Walks the statements of a second reading; gives what did not parse.
fn walk_read(
    tree: &Tree,
    build: &mut Build<'_>,
    limits: Limits,
    problems: &mut Vec<Problem>,
    now: Vec<Deferred>,
) -> Vec<Deferred> {
    let mut failed = Vec::new();
    let mut walk = Walk::new(tree.root_node(), build, limits);
    let mut waiting = now.into_iter().peekable();
    walk.each_child(|walk, _| {
        let node = walk.node();
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        if !node.is_named() || end <= start + 1 {
            return;
        }
        let first = |one: &Deferred| match one.rewrite {
            Some(rewrite) => one.span.start + 1 - rewrite.head.len() as u32,
            None => one.span.start,
        };
        failed.extend(std::iter::from_fn(|| waiting.next_if(|one| first(one) < start)));
        let fits = |one: &Deferred| first(one) == start && end >= one.span.end && !node.has_error();
        if let Some(one) = waiting.next_if(fits) {
            walk.build.restore(one.place);
            let meter = Meter { nesting: walk.build.meter.nesting, ..Meter::default() };
            let outer = std::mem::replace(&mut walk.build.meter, meter);
            let value = (one.lower)(walk);
            walk.build.fill(one.slot, value);
            let meter = std::mem::replace(&mut walk.build.meter, outer);
            add_metrics(walk.build, one.place, meter);
        }
    });
    problems.append(&mut walk.problems);
    failed.extend(waiting);
    failed
}

/// Adds what a second reading counted to the callable in which it stands.
fn add_metrics(build: &mut Build<'_>, place: Place, meter: Meter) {
    let Some(id) = place.enclosing() else { return };
    if let Some(metrics) = &mut build.definition(id).metrics {
        metrics.cyclomatic += meter.branches;
        metrics.cognitive += meter.cognitive;
        metrics.nesting = metrics.nesting.max(meter.deepest);
    }
}
