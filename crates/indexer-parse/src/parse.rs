//! Bytes to facts. Never fails, never panics: what is wrong is recorded as problems.

use crate::build::Build;
use crate::language::Language;
use crate::verbatim::verbatim;
use crate::walk::Walk;
use indexer_core::{FileFacts, LineTable, Problem, ProblemKind};
use std::borrow::Cow;
use std::cell::RefCell;

/// Limits on one file, counted and never timed. They are a part of what facts are a function of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Longest file that is parsed, in bytes.
    pub bytes: u32,
    /// Most nodes that are lowered.
    pub nodes: u32,
    /// Deepest nesting that is lowered.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 8 << 20, nodes: 20_000_000, depth: 1_000 }
    }
}

/// The facts of `bytes` as a file of `language`.
///
/// Bytes that are not UTF-8 are read as replacement characters, so spans are those of the text as
/// read. A file over a limit, or with NUL bytes, gives facts without definitions and a problem.
pub fn parse(language: &'static Language, bytes: &[u8], limits: Limits) -> FileFacts {
    let refuse = |problem: Problem| FileFacts {
        language: language.id.to_owned(),
        lines: LineTable::new(bytes),
        problems: vec![problem],
        ..Build::new(language, "").finish(Vec::new())
    };
    if bytes.len() > limits.bytes as usize {
        let detail = format!("{} bytes, the limit is {}", bytes.len(), limits.bytes);
        return refuse(Problem::whole(ProblemKind::TooLarge, detail));
    }
    if memchr_nul(bytes) {
        return refuse(Problem::whole(ProblemKind::Binary, "holds NUL bytes"));
    }
    let mut problems = Vec::new();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            problems.push(Problem::whole(ProblemKind::Encoding, "not UTF-8; some bytes were replaced"));
            String::from_utf8_lossy(bytes)
        }
    };
    let masked = language.mask.map(|mask| mask(&text));
    let seen = masked.as_ref().map_or(&*text, |masked| &masked.text);
    let Some(tree) = parse_tree(language, seen) else {
        return refuse(Problem::whole(ProblemKind::Syntax, "the grammar gave no tree"));
    };
    let mut build = Build::new(language, &text);
    let verbatim = match masked {
        Some(masked) => {
            build.remember(masked.memory);
            masked.verbatim
        }
        None => verbatim(&tree, &text, crate::table::of(language)),
    };
    problems.append(&mut walk_tree(&tree, &mut build, limits));
    build.facts.verbatim = verbatim;
    build.finish(problems)
}

/// Walks a tree into `build`; gives the problems.
fn walk_tree(tree: &tree_sitter::Tree, build: &mut Build<'_>, limits: Limits) -> Vec<Problem> {
    let mut walk = Walk::new(tree.root_node(), build, limits);
    walk.lower();
    let mut problems = std::mem::take(&mut walk.problems);
    drop(walk);
    crate::deferred::settle(tree, build, limits, &mut problems);
    problems
}

fn memchr_nul(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

thread_local! {
    /// One parser a thread: making one costs more than parsing a small file.
    static PARSER: RefCell<tree_sitter::Parser> = RefCell::new(tree_sitter::Parser::new());
}

/// The bare tree of `text`: what the benchmarks hold everything else against. `None` where the
/// grammar and the runtime do not fit.
pub fn parse_tree(language: &'static Language, text: &str) -> Option<tree_sitter::Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&(language.grammar)()).ok()?;
        parser.parse(text, None)
    })
}

/// The tree that facts of `text` are read from, and the number of identifier tokens that the file has
/// beside those of the tree. Other than the bare tree where the language masks its files.
pub fn read_tree(language: &'static Language, text: &str) -> Option<(tree_sitter::Tree, u32)> {
    match language.mask.map(|mask| mask(text)) {
        Some(masked) => parse_tree(language, &masked.text).map(|tree| (tree, masked.identifiers)),
        None => parse_tree(language, text).map(|tree| (tree, 0)),
    }
}

/// The tree of the parts of `text` in `ranges`, which ascend and do not touch.
pub(crate) fn parse_ranges(
    language: &'static Language,
    text: &[u8],
    ranges: &[tree_sitter::Range],
) -> Option<tree_sitter::Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&(language.grammar)()).ok()?;
        parser.set_included_ranges(ranges).ok()?;
        let tree = parser.parse(text, None);
        parser.set_included_ranges(&[]).ok()?;
        tree
    })
}
