//! Live files of all segments in path order.

use crate::bytes::lower_bound;
use crate::file::FileRef;
use crate::view::View;

/// Merges the files of the segments of a view by path.
pub(crate) struct FilesBelow<'v> {
    view: &'v View,
    below: String,
    /// The next live file of each segment that has one left: (path, segment, index).
    next: Vec<(&'v str, u32, u32)>,
}

impl<'v> FilesBelow<'v> {
    /// The files whose paths start with `below`: "" or a folder with its `/`.
    pub(crate) fn under(view: &'v View, below: &str) -> Self {
        let mut files = Self { view, below: below.to_owned(), next: Vec::new() };
        for (segment, held) in view.numbered() {
            let count = u64::from(held.file_count());
            let guess = if below.is_empty() { 0 } else { count / 2 };
            let first = lower_bound(count, guess, |i| held.file_path(i as u32) < below);
            files.next.extend(files.live_from(segment, first as u32));
        }
        files
    }

    /// The first live file of a segment from `index` on, while paths start with `below`.
    fn live_from(&self, segment: u32, index: u32) -> Option<(&'v str, u32, u32)> {
        let held = self.view.segment(segment);
        let index = (index..held.file_count()).find(|i| self.view.is_live(segment, *i))?;
        let path = held.file(index).path();
        path.starts_with(&self.below).then_some((path, segment, index))
    }
}

impl<'v> Iterator for FilesBelow<'v> {
    type Item = FileRef<'v>;

    fn next(&mut self) -> Option<FileRef<'v>> {
        let first = (0..self.next.len()).min_by_key(|i| self.next[*i])?;
        let (_, segment, index) = self.next[first];
        match self.live_from(segment, index + 1) {
            Some(after) => self.next[first] = after,
            None => {
                self.next.swap_remove(first);
            }
        }
        Some(FileRef { view: self.view, segment, index })
    }
}
