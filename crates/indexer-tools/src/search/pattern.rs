//! Finding by a pattern: what the text of files holds, line by line.

use super::{Filter, Hit, Why};
use crate::context::Context;
use crate::problem::Problem;
use indexer_store::FileRef;
use regex::bytes::{Regex, RegexBuilder};

/// Bytes of a compiled pattern, as of the automaton that it becomes.
const LARGEST_PATTERN: usize = 10 << 20;
/// Matches after which nothing more is looked for.
const MOST: usize = 10_000;
/// Files that are looked at together, between looks at whether that is enough.
const TOGETHER: usize = 2_048;

/// A pattern.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
}

/// A match.
#[derive(Clone, Copy, Debug)]
struct Place<'v> {
    file: FileRef<'v>,
    /// 1-based lines.
    first: u32,
    last: u32,
    /// Byte of its beginning.
    at: u32,
}

/// What a pattern found.
#[derive(Debug)]
pub struct Matches<'v> {
    places: Vec<Place<'v>>,
    /// True where there may be more.
    pub stopped: bool,
    /// How many files hold matches.
    pub files: usize,
}

impl Pattern {
    /// Reads a pattern of Rust's `regex` syntax; `^` and `$` are those of lines.
    pub fn new(pattern: &str, ignore_case: bool) -> Result<Self, Problem> {
        let made = RegexBuilder::new(pattern)
            .multi_line(true)
            .case_insensitive(ignore_case)
            .size_limit(LARGEST_PATTERN)
            .dfa_size_limit(LARGEST_PATTERN)
            .build();
        let regex = made.map_err(|error| {
            let reason = error.to_string();
            let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            Problem::argument("query", format!("query: not a pattern: {reason}")).hint(format!(
                "to find the text itself, ask for {}",
                regex::escape(pattern).chars().take(200).collect::<String>()
            ))
        })?;
        if regex.is_match(b"") {
            return Err(Problem::argument(
                "query",
                "query: the pattern matches what is empty, so everything",
            )
            .hint("add something that must stand there"));
        }
        Ok(Self { regex })
    }

    /// The matches in files that the filter takes, by path and place, a line once. O(bytes).
    pub fn find<'v>(&self, context: &Context<'v>, filter: &Filter<'_>) -> Result<Matches<'v>, Problem> {
        let files: Vec<FileRef<'v>> =
            filter.scope.files(context.view()).filter(|file| filter.takes(*file)).collect();
        let mut found = Matches { places: Vec::new(), stopped: false, files: 0 };
        for some in files.chunks(TOGETHER) {
            context.still_wanted()?;
            let paths: Vec<&str> = some.iter().map(FileRef::path).collect();
            let held = context.snapshot.matching(&paths, |bytes| self.regex.is_match(bytes), context.cancel);
            for path in held {
                let Some(file) = context.view().file(path) else { continue };
                // Once more in what may be shown: a match inside of a secret is none.
                let source = context.source(path)?;
                let before = found.places.len();
                self.places(file, &source.text, filter, &mut found.places);
                found.files += usize::from(found.places.len() > before);
                if found.places.len() >= MOST {
                    found.places.truncate(MOST);
                    found.stopped = true;
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    fn places<'v>(&self, file: FileRef<'v>, text: &str, filter: &Filter<'_>, places: &mut Vec<Place<'v>>) {
        let bytes = text.as_bytes();
        let (mut line, mut counted) = (1, 0);
        let mut last_line = 0;
        for found in self.regex.find_iter(bytes).take(MOST) {
            line += newlines(&bytes[counted..found.start()]);
            counted = found.start();
            let held = found.as_bytes().strip_suffix(b"\n").unwrap_or(found.as_bytes());
            let last = line + newlines(held);
            let at = found.start() as u32;
            if line > last_line && self.fits(file, at, filter) {
                places.push(Place { file, first: line, last, at });
                last_line = last;
            }
        }
    }

    /// True where the symbol around a match is of a kind that is asked for.
    fn fits(&self, file: FileRef<'_>, at: u32, filter: &Filter<'_>) -> bool {
        if filter.takes_whole(file) {
            return true;
        }
        match file.symbol_at(at) {
            Some(symbol) => filter.takes_piece(file, symbol.kind(), symbol.flags(), false),
            None => filter.kinds.is_none() && filter.tests != Some(true),
        }
    }
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u32
}

impl Matches<'_> {
    /// How many lines match.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True where none does.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Some of them as hits, with `around` lines before and after and at most `most` bytes of lines each.
    pub fn hits(
        &self,
        context: &Context<'_>,
        offset: usize,
        limit: usize,
        around: u32,
        most: usize,
    ) -> Result<Vec<Hit>, Problem> {
        let mut hits = Vec::new();
        let mut open: Option<(&str, indexer_engine::Text)> = None;
        for place in self.places.iter().skip(offset).take(limit) {
            let path = place.file.path();
            if open.as_ref().is_none_or(|(of, _)| *of != path) {
                open = Some((path, context.source(path)?));
            }
            let text = open.as_ref().map_or("", |(_, source)| &source.text);
            let symbol = place.file.symbol_at(place.at);
            let first = place.first.saturating_sub(around).max(1);
            let last = place.last.saturating_add(around);
            let mut left = most;
            let shown =
                (first..).zip(text.lines().skip(first as usize - 1)).take_while(|(line, _)| *line <= last);
            let lines = shown.map_while(|(line, content)| {
                let cut = content.floor_char_boundary(content.len().min(left));
                let shown = left > 0;
                left = left.saturating_sub(content.len() + 1);
                shown.then(|| (line, content[..cut].to_owned()))
            });
            hits.push(
                Hit {
                    path: path.to_owned(),
                    start_line: place.first,
                    end_line: place.last,
                    kind: symbol.map_or("file", |symbol| symbol.kind().as_str()),
                    qualified: symbol.map(|symbol| symbol.qualified()),
                    key: symbol.map(|symbol| symbol.printed()),
                    score: 1.0,
                    why: Why(vec!["pattern"]),
                    tokens: 0,
                    // What stands in no symbol is read with its file.
                    read_tokens: indexer_search::tokens(
                        symbol.map_or(text.len(), |one| one.span().len() as usize),
                    ),
                    lines: lines.collect(),
                }
                .counted(),
            );
        }
        Ok(hits)
    }
}
