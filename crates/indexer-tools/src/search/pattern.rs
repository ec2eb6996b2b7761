//! Finding by a pattern: what the text of files holds, line by line.

use super::lines::{self, Line};
use super::{Asked, Filter, Hit, Why};
use crate::protocol::{Context, Problem};
use indexer_core::work;
use indexer_store::FileRef;
use regex::bytes::{Regex, RegexBuilder};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Bytes of a compiled pattern, as of the automaton that it becomes.
const LARGEST_PATTERN: usize = 10 << 20;
/// Matches after which nothing more is looked for.
const MOST: usize = 10_000;
/// Longest text that a match may be. A pattern may have to look at all that follows before it knows where its
/// match ends, at every place anew: so it is shown so much of it, and a second time as much where the text goes on.
const LONGEST_MATCH: usize = 1 << 14;
/// Files that are looked at together, between looks at whether that is enough.
const TOGETHER: usize = 2_048;

/// A pattern.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
}

/// What a pattern found.
#[derive(Debug, Default)]
pub struct Matches<'v> {
    lines: Vec<Line<'v>>,
    /// True where there may be more.
    pub stopped: bool,
    /// How many files hold matches.
    pub files: usize,
    /// How many files could not be read.
    pub unread: u64,
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
        let mut found = Matches { lines: Vec::new(), stopped: false, files: 0, unread: 0 };
        for some in files.chunks(TOGETHER) {
            context.still_wanted()?;
            let paths: Vec<&str> = some.iter().map(FileRef::path).collect();
            let holds = |_: usize, bytes: &[u8]| self.next(bytes, 0, context.cancel).is_some();
            let (held, unread) = context.snapshot.matching(&paths, holds, context.cancel);
            context.still_wanted()?;
            found.unread += unread as u64;
            for path in held {
                let Some(file) = context.view().file(path) else { continue };
                // Once more in what may be shown: a match inside of a secret is none.
                let source = context.source(path)?;
                let before = found.lines.len();
                self.add((file, &source.text), filter, context.cancel, &mut found.lines);
                context.still_wanted()?;
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

    /// Adds the lines of a file that match, each once.
    fn add<'v>(
        &self,
        (file, text): (FileRef<'v>, &str),
        filter: &Filter<'_>,
        stop: &AtomicBool,
        lines: &mut Vec<Line<'v>>,
    ) {
        let bytes = text.as_bytes();
        let (mut line, mut counted, mut from) = (1, 0, 0);
        for _ in 0..MOST {
            let Some(found) = self.next(bytes, from, stop) else { return };
            line += newlines(&bytes[counted..found.start]);
            counted = found.start;
            let held = &bytes[found.clone()];
            let last = line + newlines(held.strip_suffix(b"\n").unwrap_or(held));
            let at = found.start as u32;
            from = found.end.max(found.start + 1);
            if filter.takes_at(file, at) {
                lines.push(Line {
                    of: 0,
                    file,
                    first: line,
                    last,
                    at,
                    score: 1.0,
                    why: Why(vec!["pattern"]),
                });
                // A line once.
                if !held.ends_with(b"\n") {
                    let rest = &bytes[found.end..];
                    from = rest
                        .iter()
                        .position(|byte| *byte == b'\n')
                        .map_or(bytes.len(), |end| found.end + end + 1);
                }
            }
        }
    }

    /// The first match that begins at `from` or later and is not too long; `None` where there is none, and
    /// once `stop` is set. O(bytes up to its end), where they are many.
    fn next(&self, bytes: &[u8], mut from: usize, stop: &AtomicBool) -> Option<Range<usize>> {
        while from < bytes.len() && !work::is_stopped(stop) {
            // As far as that goes, to the end of a line.
            let most = bytes.len().min(from + 2 * LONGEST_MATCH);
            let least = most.min(from + LONGEST_MATCH + LONGEST_MATCH / 2);
            let line = bytes[least..most].iter().rposition(|byte| *byte == b'\n');
            let end = if most == bytes.len() { most } else { line.map_or(most, |end| least + end + 1) };
            work::add(end - from);
            let found = self.regex.find_at(&bytes[..end], from).map(|found| found.range());
            // What ends where we cut a line may go on, or not end at all.
            let is_whole = |found: &Range<usize>| end == bytes.len() || line.is_some() || found.end < end;
            if let Some(found) = found.filter(|found| found.start < bytes.len() && is_whole(found)) {
                return Some(found);
            }
            if end == bytes.len() {
                return None;
            }
            from = end - LONGEST_MATCH;
        }
        None
    }
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u32
}

impl<'v> Matches<'v> {
    /// How many lines match.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// True where none does.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// These and those of another repository, which was asked as the `of`th, behind them.
    pub fn extend(&mut self, other: Self, of: usize) {
        self.lines.extend(other.lines.into_iter().map(|line| Line { of, ..line }));
        self.stopped |= other.stopped || self.lines.len() > MOST;
        self.lines.truncate(MOST);
        self.files += other.files;
        self.unread += other.unread;
    }

    /// Some of them as hits, with `around` lines before and after and at most `most` bytes of lines each; rows that
    /// are not there are left out.
    pub fn hits(
        &self,
        asked: &[Asked<'_, '_>],
        rows: Range<usize>,
        around: u32,
        most: usize,
    ) -> Result<Vec<Hit>, Problem> {
        let end = rows.end.min(self.lines.len());
        lines::hits(asked, &self.lines[rows.start.min(end)..end], around, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(pattern: &str, text: &str) -> Vec<Range<usize>> {
        let pattern = Pattern::new(pattern, false).unwrap();
        let next = |last: &Range<usize>| pattern.next(text.as_bytes(), last.end, &work::NEVER);
        std::iter::successors(pattern.next(text.as_bytes(), 0, &work::NEVER), next).collect()
    }

    #[test]
    fn long_texts_hold_what_they_hold_whatever_is_looked_at_together() {
        for (filler, pattern, put) in [
            ("x\n", "ab$", "ab\n"),
            ("x", "a+b", "aab"),
            ("x y\n", "(?s)a.{1000}b", "a"),
            ("x\n", "^ab", "ab"),
        ] {
            let filler = filler.repeat(3 * LONGEST_MATCH / filler.len());
            let put =
                if pattern.starts_with("(?s)") { format!("a{}b", "\n".repeat(1000)) } else { put.to_owned() };
            let text = format!("{filler}\n{put}\n{filler}{}\n{put}", "\n");
            let whole: Vec<Range<usize>> = Pattern::new(pattern, false)
                .unwrap()
                .regex
                .find_iter(text.as_bytes())
                .map(|m| m.range())
                .collect();
            assert_eq!(all(pattern, &text), whole, "{pattern}");
            assert_eq!(whole.len(), 2, "{pattern}");
        }
    }

    #[test]
    fn twice_the_text_is_twice_the_work_though_each_match_looks_to_the_end() {
        let steps = |lines: usize| {
            let text = format!("a{}\n", "x".repeat(126)).repeat(lines);
            // To know that no b follows, every match looks at all that does.
            let (found, counted) = work::count(|| all("(?s)a.*b|a", &text));
            assert_eq!(found.len(), lines);
            counted.steps
        };
        let (once, twice) = (steps(1_500), steps(3_000));
        assert!(once > 0 && twice * 10 <= once * 23, "{once} {twice}");
    }
}
