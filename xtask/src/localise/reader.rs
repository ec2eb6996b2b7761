//! Who reads: counts tokens, and notes when what is looked for was seen.

use super::truth::Truth;
use crate::search::Case;
use crate::tree::git;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Most lines of a piece that are read at once.
const MOST_LINES: u64 = 200;

/// Tokens that were spent until something was seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// A line of a file that the fix changed.
    pub(super) file: Option<usize>,
    /// A line that it changed.
    pub(super) line: Option<usize>,
    /// All that were spent.
    pub(super) spent: usize,
}

/// Reads one repository at one revision.
pub(super) struct Reader<'a> {
    case: &'a Case,
    truth: &'a Truth,
    texts: BTreeMap<String, Vec<String>>,
    pub(super) seen: Seen,
}

impl<'a> Reader<'a> {
    pub(super) fn new(case: &'a Case, truth: &'a Truth) -> Self {
        Self { case, truth, texts: BTreeMap::new(), seen: Seen::default() }
    }

    /// True once there is nothing more to look for.
    pub(super) fn is_done(&self) -> bool {
        self.seen.line.is_some()
    }

    /// Reads a text whose words are about something else than lines of files.
    pub(super) fn pay(&mut self, text: &str) {
        self.seen.spent += indexer_tokens::count(text);
    }

    /// Notes that these lines of a file were read, which were paid for.
    pub(super) fn note(&mut self, path: &str, lines: &RangeInclusive<u64>) {
        if self.truth.has_file(path) {
            self.seen.file.get_or_insert(self.seen.spent);
        }
        if self.truth.has_line(path, lines) {
            self.seen.line.get_or_insert(self.seen.spent);
        }
    }

    /// Reads lines of a file with their numbers, as `read-source` writes them.
    pub(super) fn read(&mut self, path: &str, lines: RangeInclusive<u64>) -> Result<(), String> {
        let last = (*lines.end()).min(lines.start() + MOST_LINES - 1);
        self.read_all(path, *lines.start()..=last)
    }

    /// Reads a whole file.
    pub(super) fn read_file(&mut self, path: &str) -> Result<(), String> {
        self.read_all(path, 1..=u64::MAX)
    }

    fn read_all(&mut self, path: &str, lines: RangeInclusive<u64>) -> Result<(), String> {
        if !self.texts.contains_key(path) {
            let place = format!("{}:{path}", self.case.revision.as_deref().unwrap_or("HEAD"));
            let text = git(&self.case.root, &["show", &place])?;
            self.texts.insert(path.to_owned(), text.lines().map(str::to_owned).collect());
        }
        let all = self.texts.get(path).map_or(&[][..], Vec::as_slice);
        let last = (*lines.end()).min(all.len() as u64);
        let first = (*lines.start()).max(1);
        let mut shown = format!("source path={path} start_line={first} end_line={last}\n");
        for (number, line) in
            (1..).zip(all).skip(first as usize - 1).take((last + 1).saturating_sub(first) as usize)
        {
            shown.push_str(&format!("{number}|{line}\n"));
        }
        self.pay(&shown);
        self.note(path, &(first..=last));
        Ok(())
    }
}
