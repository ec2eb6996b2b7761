//! Finding by a pattern: what the text of files holds, line by line.

use super::lines::{self, Line};
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

/// What a pattern found.
#[derive(Debug)]
pub struct Matches<'v> {
    lines: Vec<Line<'v>>,
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
        let mut found = Matches { lines: Vec::new(), stopped: false, files: 0 };
        for some in files.chunks(TOGETHER) {
            context.still_wanted()?;
            let paths: Vec<&str> = some.iter().map(FileRef::path).collect();
            let held = context.snapshot.matching(&paths, |bytes| self.regex.is_match(bytes), context.cancel);
            for path in held {
                let Some(file) = context.view().file(path) else { continue };
                // Once more in what may be shown: a match inside of a secret is none.
                let source = context.source(path)?;
                let before = found.lines.len();
                add(&self.regex, (file, &source.text), filter, &mut found.lines);
                found.files += usize::from(found.lines.len() > before);
                if found.lines.len() >= MOST {
                    found.lines.truncate(MOST);
                    found.stopped = true;
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }
}

/// Adds the lines of a file that match.
fn add<'v>(regex: &Regex, (file, text): (FileRef<'v>, &str), filter: &Filter<'_>, lines: &mut Vec<Line<'v>>) {
    let bytes = text.as_bytes();
    let (mut line, mut counted) = (1, 0);
    let mut last_line = 0;
    for found in regex.find_iter(bytes).take(MOST) {
        line += newlines(&bytes[counted..found.start()]);
        counted = found.start();
        let held = found.as_bytes().strip_suffix(b"\n").unwrap_or(found.as_bytes());
        let last = line + newlines(held);
        let at = found.start() as u32;
        if line > last_line && filter.takes_at(file, at) {
            lines.push(Line { file, first: line, last, at, score: 1.0, why: Why(vec!["pattern"]) });
            last_line = last;
        }
    }
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u32
}

impl Matches<'_> {
    /// How many lines match.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// True where none does.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
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
        let some = self.lines.get(offset.min(self.lines.len())..).unwrap_or_default();
        lines::hits(context, &some[..some.len().min(limit)], around, most)
    }
}
