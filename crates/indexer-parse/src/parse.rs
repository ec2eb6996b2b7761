//! Bytes to facts. Never fails, never panics: what is wrong is recorded as problems.

use crate::build::Build;
use crate::language::{Grammar, Language, Reader};
use crate::masked::Masked;
use crate::reader::Reading;
use crate::tree::{self, Parsed};
use crate::verbatim::verbatim;
use crate::walk::{Walk, count_identifiers};
use indexer_core::{FileFacts, LineTable, Problem, ProblemKind, Span, Verbatim, work};
use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

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
/// read. A file over a limit, or with NUL bytes, gives facts without definitions and a problem; one that
/// takes the parser too much work gives those of its beginning.
pub fn parse(language: &'static Language, bytes: &[u8], limits: Limits) -> FileFacts {
    // Nobody stops it.
    parse_unless(language, bytes, limits, &work::NEVER).unwrap_or_default()
}

/// As [`parse`], until `stop` is set: then it returns `None` at once.
pub fn parse_unless(
    language: &'static Language,
    bytes: &[u8],
    limits: Limits,
    stop: &AtomicBool,
) -> Option<FileFacts> {
    let refuse = |problem: Problem| Some(refused(language, bytes, problem));
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
    match crate::languages::unwrapped(language, &text) {
        Some(notebook) => {
            let mut facts = parse_text(language, &notebook.code, (limits, stop), problems)?;
            notebook.settle(&mut facts, text.as_bytes());
            Some(facts)
        }
        None => parse_text(language, &text, (limits, stop), problems),
    }
}

/// The facts of a text of the language, with the problems that are known of it.
fn parse_text(
    language: &'static Language,
    text: &str,
    (limits, stop): (Limits, &AtomicBool),
    mut problems: Vec<Problem>,
) -> Option<FileFacts> {
    let language = crate::languages::read_as(language, text);
    if let Grammar::Tokens(reader) = language.grammar {
        return read_tokens(language, reader, text, (limits, stop), problems);
    }
    let Beginning { tree, masked, length, cut } = match read_beginning(language, text, stop) {
        Ok(Some(beginning)) => beginning,
        Ok(None) => {
            return Some(refused(
                language,
                text.as_bytes(),
                Problem::whole(ProblemKind::Syntax, "the grammar gave no tree"),
            ));
        }
        Err(Stopped) => return None,
    };
    if length < text.len() {
        let span = Span::new(length as u32, text.len() as u32);
        let cause = cut.unwrap_or("parsing takes too many steps");
        let detail = format!("{cause}; what comes before is indexed");
        problems.push(Problem { kind: ProblemKind::TooMany, span, detail });
    }
    let mut build = Build::new(language, text);
    build.stop = stop;
    crate::generated::read_source(&mut build);
    let beside = masked.as_ref().map_or(0, |masked| masked.identifiers);
    let told = masked.and_then(|masked| {
        build.remembered.put(masked.memory);
        masked.verbatim
    });
    let (mut found, met) = walk_tree(&tree, &mut build, limits);
    problems.append(&mut found);
    crate::languages::read_markup(&mut build, limits, &mut problems);
    let table = crate::table::of(language);
    build.facts.verbatim = told.unwrap_or_else(|| verbatim(&tree, &text[..length], table, &met));
    if tree.root_node().has_error() {
        // The parser hangs what it could not place anywhere, below strings too.
        let identifiers = count_identifiers(tree.root_node(), crate::table::of(language)) + beside;
        build.conservation.leave_out_rest(identifiers);
    }
    let mut facts = build.finish(problems);
    crate::generated::mark(&mut facts, text);
    (!work::is_stopped(stop)).then_some(facts)
}

/// As `parse_text`, of a language that is read without a tree.
fn read_tokens(
    language: &'static Language,
    reader: &Reader,
    text: &str,
    (limits, stop): (Limits, &AtomicBool),
    mut problems: Vec<Problem>,
) -> Option<FileFacts> {
    let mut build = Build::new(language, text);
    build.stop = stop;
    crate::generated::read_source(&mut build);
    let mut reading = Reading::new(&mut build, limits);
    (reader.read)(&mut reading);
    problems.append(&mut reading.problems);
    let mut facts = build.finish(problems);
    crate::generated::mark(&mut facts, text);
    (!work::is_stopped(stop)).then_some(facts)
}

/// Facts of a file that is not read: its lines, and why it is not.
pub fn refused(language: &'static Language, bytes: &[u8], problem: Problem) -> FileFacts {
    FileFacts {
        language: language.id.to_owned(),
        lines: LineTable::new(bytes),
        problems: vec![problem],
        ..Build::new(language, "").finish(Vec::new())
    }
}

/// Walks a tree into `build`; gives the problems, and the comments and literals that were met.
fn walk_tree(
    tree: &tree_sitter::Tree,
    build: &mut Build<'_>,
    limits: Limits,
) -> (Vec<Problem>, Vec<Verbatim>) {
    let mut walk = Walk::new(tree.root_node(), build, limits);
    walk.lower();
    let mut problems = std::mem::take(&mut walk.problems);
    let met = walk.met();
    crate::deferred::settle(tree, build, limits, &mut problems);
    (problems, met)
}

fn memchr_nul(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

/// So much of a file as takes no more work than is allowed, parsed.
struct Beginning {
    tree: tree_sitter::Tree,
    masked: Option<Masked>,
    /// Its bytes.
    length: usize,
    /// Why it ends where the grammar could not hold more.
    cut: Option<&'static str>,
}

/// Nobody waits any more.
struct Stopped;

/// The longest of `text`, its first half, quarter and so on that is parsed with the work that is
/// allowed; `None` where the grammar and the runtime do not fit. All the tries together take at most
/// twice the work of the first.
fn read_beginning(
    language: &'static Language,
    text: &str,
    stop: &AtomicBool,
) -> Result<Option<Beginning>, Stopped> {
    let cut = language.parsable_prefix.and_then(|prefix| prefix(text));
    let most = cut.as_ref().map_or(text.len(), |cut| text.floor_char_boundary(cut.at));
    let mut length = most;
    loop {
        let text = &text[..length];
        let masked = language.mask.map(|mask| mask(text));
        let seen = masked.as_ref().map_or(text, |masked| &masked.text);
        match tree::parse(language, seen.as_bytes(), &[], stop) {
            Parsed::Tree(tree) => {
                let tree = mended(language, seen, &tree, stop).unwrap_or(tree);
                let cut = cut.filter(|_| length == most).map(|cut| cut.reason);
                return Ok(Some(Beginning { tree, masked, length, cut }));
            }
            Parsed::Unfit => return Ok(None),
            Parsed::Stopped => return Err(Stopped),
            Parsed::TooMuch => {
                let half = text.floor_char_boundary(length / 2);
                // Whole lines, where there are any.
                length = text[..half].rfind('\n').map_or(half, |end| end + 1);
            }
        }
    }
}

/// The tree of a text that the grammar misread, as its language mends it; `None` where that is no better.
fn mended(
    language: &'static Language,
    text: &str,
    tree: &tree_sitter::Tree,
    stop: &AtomicBool,
) -> Option<tree_sitter::Tree> {
    if !tree.root_node().has_error() {
        return None;
    }
    let text = crate::languages::mended(language, text)?;
    let Parsed::Tree(better) = tree::parse(language, text.as_bytes(), &[], stop) else { return None };
    (misread(better.root_node()) < misread(tree.root_node())).then_some(better)
}

/// How many bytes the parser found no place for, and how many tokens it made up. O(nodes).
fn misread(root: tree_sitter::Node<'_>) -> usize {
    let mut cursor = root.walk();
    let mut found = 0;
    loop {
        let node = cursor.node();
        work::add(1);
        if node.is_error() || node.is_missing() {
            found += 1 + node.byte_range().len();
        } else if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// The bare tree of `text`: what the benchmarks hold everything else against. `None` where the
/// grammar and the runtime do not fit, or the work is more than is allowed.
pub fn parse_tree(language: &'static Language, text: &str) -> Option<tree_sitter::Tree> {
    match tree::parse(language, text.as_bytes(), &[], &work::NEVER) {
        Parsed::Tree(tree) => Some(tree),
        _ => None,
    }
}

/// How many identifier tokens a text has, each of which facts count once; `None` where it has no tree. O(nodes).
pub fn identifiers(language: &'static Language, text: &str) -> Option<u32> {
    if let Grammar::Tokens(reader) = language.grammar {
        return Some((reader.identifiers)(text));
    }
    let (tree, beside) = read_tree(language, text)?;
    let table = crate::table::of(crate::languages::read_as(language, text));
    Some(count_identifiers(tree.root_node(), table) + beside)
}

/// The tree that facts of `text` are read from, and the number of identifier tokens that the file has
/// beside those of the tree. Other than the bare tree where the language masks its files, or where only
/// the beginning was parsed.
pub fn read_tree(language: &'static Language, text: &str) -> Option<(tree_sitter::Tree, u32)> {
    let notebook = crate::languages::unwrapped(language, text);
    let text = notebook.as_ref().map_or(text, |notebook| &notebook.code);
    let language = crate::languages::read_as(language, text);
    let Beginning { tree, masked, .. } = read_beginning(language, text, &work::NEVER).ok()??;
    Some((tree, masked.map_or(0, |masked| masked.identifiers)))
}
