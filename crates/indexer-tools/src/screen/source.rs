//! Lines of files, for rows that say where they are.

use std::sync::Arc;

/// Reads lines of files: those of one file at a time are held, for rows stand by file.
pub struct Lines<'a> {
    read: &'a dyn Fn(&str) -> Option<Arc<str>>,
    held: Option<(String, Option<Arc<str>>, Vec<usize>)>,
}

impl std::fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

impl<'a> Lines<'a> {
    /// Lines of the files that `read` gives; `None` where one cannot be read.
    pub fn new(read: &'a dyn Fn(&str) -> Option<Arc<str>>) -> Self {
        Self { read, held: None }
    }

    /// The 1-based line of a file, without its end. O(length) for the first of a file, then O(1).
    pub fn line(&mut self, path: &str, line: u32) -> Option<&str> {
        if self.held.as_ref().is_none_or(|(held, _, _)| held != path) {
            let text = (self.read)(path);
            let starts = text.as_deref().map_or_else(Vec::new, |text| {
                let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
                std::iter::once(0).chain(ends).collect()
            });
            self.held = Some((path.to_owned(), text, starts));
        }
        let (_, text, starts) = self.held.as_ref()?;
        let at = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *starts.get(at)?;
        let end = starts.get(at + 1).copied().unwrap_or(usize::MAX);
        let text = text.as_deref()?;
        text.get(start..end.min(text.len())).map(|line| line.trim_end_matches(['\n', '\r']))
    }
}
