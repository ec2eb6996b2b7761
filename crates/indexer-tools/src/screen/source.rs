//! Lines of files, for rows that say where they are.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Files whose text is held at once.
const HELD: usize = 64;

/// Reads lines of files, each file once as long as there are few.
pub struct Lines<'a> {
    read: &'a dyn Fn(&str) -> Option<Arc<str>>,
    held: BTreeMap<String, Held>,
}

/// The text of a file and where its lines begin; empty where it cannot be read.
struct Held {
    text: Arc<str>,
    starts: Vec<usize>,
}

impl Held {
    fn new(text: Option<Arc<str>>) -> Self {
        let text = text.unwrap_or_default();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Self { text, starts }
    }

    fn line(&self, line: u32) -> Option<&str> {
        let at = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.starts.get(at)?;
        let end = self.starts.get(at + 1).copied().unwrap_or(usize::MAX);
        self.text.get(start..end.min(self.text.len())).map(|line| line.trim_end_matches(['\n', '\r']))
    }
}

impl std::fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

impl<'a> Lines<'a> {
    /// Lines of the files that `read` gives; `None` where one cannot be read.
    pub fn new(read: &'a dyn Fn(&str) -> Option<Arc<str>>) -> Self {
        Self { read, held: BTreeMap::new() }
    }

    /// The 1-based line of a file, without its end. O(length) for the first of a file, then O(log files).
    pub fn line(&mut self, path: &str, line: u32) -> Option<&str> {
        if !self.held.contains_key(path) {
            if self.held.len() >= HELD {
                self.held.clear();
            }
            self.held.insert(path.to_owned(), Held::new((self.read)(path)));
        }
        self.held.get(path)?.line(line)
    }
}
