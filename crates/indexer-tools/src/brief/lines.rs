//! The lines of source that rows show.

use crate::protocol::Context;
use indexer_engine::Text;
use indexer_store::{FileRef, Reference, Symbol};
use rustc_hash::FxHashMap;

/// Characters of a line that are shown.
const WIDTH: usize = 120;
/// What stands where a line goes on.
const CUT: char = '…';

/// Reads lines, each file once. Text comes as the view describes it, with secrets hidden.
#[derive(Debug)]
pub struct Lines<'a> {
    context: Context<'a>,
    texts: FxHashMap<&'a str, Option<Text>>,
}

impl<'a> Lines<'a> {
    /// Lines of the files of a view.
    pub fn new(context: &Context<'a>) -> Self {
        Self { context: *context, texts: FxHashMap::default() }
    }

    /// The line of a reference.
    pub fn of(&mut self, site: Reference<'a>) -> Option<String> {
        self.at(site.file(), site.span().start as usize, site.span().len() as usize)
    }

    /// The line on which the name of a symbol stands.
    pub fn of_symbol(&mut self, symbol: Symbol<'a>) -> Option<String> {
        let span = symbol.name_span();
        self.at(symbol.file(), span.start as usize, span.len() as usize)
    }

    /// A line by its 1-based number.
    pub fn numbered(&mut self, path: &str, line: u32) -> Option<String> {
        let text = self.text(self.context.view().file(path)?)?;
        let line = text.lines().nth((line as usize).checked_sub(1)?)?;
        Some(shown(line, 0, 0))
    }

    /// The text of a file; `None` where it is no longer what the view describes, which the snapshot says, or
    /// cannot be read.
    pub(super) fn text(&mut self, file: FileRef<'a>) -> Option<&str> {
        let context = self.context;
        let read = || context.source(file.path()).ok();
        Some(&self.texts.entry(file.path()).or_insert_with(read).as_ref()?.text)
    }

    /// What `look` makes of the text of a file, which is not kept for that: there may be a use in every file.
    pub(super) fn with_text<T>(&self, file: FileRef<'a>, look: impl FnOnce(&str) -> T) -> Option<T> {
        match self.texts.get(file.path()) {
            Some(known) => known.as_ref().map(|source| look(&source.text)),
            None => self.context.source(file.path()).ok().map(|source| look(&source.text)),
        }
    }

    /// The line with the `length` bytes from `start` on, without the blanks around it; of a long one the part
    /// around them. O(bytes of the file) the first time.
    fn at(&mut self, file: FileRef<'a>, start: usize, length: usize) -> Option<String> {
        let text = self.text(file)?;
        let first = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
        let last = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let line = text.get(first..last)?;
        Some(shown(line, start - first, length))
    }

    /// How many files were read.
    #[cfg(test)]
    fn files(&self) -> usize {
        self.texts.len()
    }
}

/// A line without the blanks around it; of a long one the part around `length` bytes at `at`.
fn shown(line: &str, at: usize, length: usize) -> String {
    let trimmed = line.trim();
    // Bytes are looked at first: lines may be millions of characters long.
    if trimmed.len() <= WIDTH || trimmed.chars().take(WIDTH + 1).count() <= WIDTH {
        return trimmed.to_owned();
    }
    let blanks = line.len() - line.trim_start().len();
    let end = trimmed.floor_char_boundary((at + length).saturating_sub(blanks));
    // What stands before a name says more of its use than what stands behind it: half of the rest each.
    let before = WIDTH.saturating_sub(length.min(WIDTH)) / 2 + length.min(WIDTH);
    let starts = trimmed[..end].char_indices().rev().take(before);
    let start = starts.last().map_or(end, |(start, _)| start);
    let ends = trimmed[start..].char_indices().take(WIDTH);
    let stop = ends.last().map_or(start, |(stop, last)| start + stop + last.len_utf8());
    let mut out = String::with_capacity(stop - start + 2 * CUT.len_utf8());
    out.extend((start > 0).then_some(CUT));
    out.push_str(trimmed[start..stop].trim());
    out.extend((stop < trimmed.len()).then_some(CUT));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn a_long_line_is_cut_around_the_name() {
        assert_eq!(shown("\t  go(x);  ", 3, 2), "go(x);");
        let line = format!("    {}name{}", "ä".repeat(200), "b".repeat(300));
        let cut = shown(&line, 404, 4);
        assert_eq!(cut.chars().count(), WIDTH + 2);
        assert!(cut.starts_with("…ä") && cut.contains("änameb") && cut.ends_with("b…"), "{cut}");
        let first = shown(&format!("name{}", "b".repeat(300)), 0, 4);
        assert!(first.starts_with("nameb") && first.ends_with("b…"), "{first}");
        let last = shown(&format!("{}name", "b".repeat(300)), 300, 4);
        assert!(last.starts_with('…') && last.ends_with("bname"), "{last}");
        let long = shown(&"n".repeat(500), 0, 500);
        assert_eq!(long.chars().count(), WIDTH + 1);
        for (at, length) in [(0, 0), (4000, 10), (3, 4000)] {
            assert!(shown(&"ö".repeat(400), at, length).chars().count() <= WIDTH + 2);
        }
    }

    #[test]
    fn a_file_is_read_once_and_only_where_a_line_of_it_is_shown() {
        let calls = "from a import go\n".to_owned() + &"def f():\n    go()\n".repeat(50);
        let files = [("a.py", "def go(): pass\n"), ("b.py", &*calls), ("c.py", &*calls), ("d.py", &*calls)];
        Fixture::new(&files).with(|context| {
            let mut lines = Lines::new(context);
            let view = context.view();
            for path in ["b.py", "c.py", "b.py"] {
                for site in view.file(path).into_iter().flat_map(|file| file.references()) {
                    assert!(lines.of(site).is_some_and(|line| line.contains("go")));
                }
            }
            assert_eq!(lines.files(), 2);
        });
    }
}
