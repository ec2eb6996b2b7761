//! The documents that are open in the editor: their texts count, saved or not.

use crate::text::{Encoding, Lines};
use indexer_engine::Unsaved;
use lsp_types::{TextDocumentContentChangeEvent, Url};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of an open document above which what is on disk counts: larger ones are not indexed either.
const MOST: usize = 8 << 20;

/// The folder that is asked about, and the documents in it that are open.
#[derive(Debug)]
pub(crate) struct Documents {
    /// The root as the index calls it.
    root: PathBuf,
    /// The root as the editor calls it: what it opens must not be opened twice.
    called: PathBuf,
    unsaved: Unsaved,
    /// Counts up with every change of a text.
    version: u64,
}

impl Documents {
    pub(crate) fn new(root: PathBuf, called: PathBuf) -> Self {
        Self { root, called, unsaved: Unsaved::new(), version: 0 }
    }

    /// The texts that count instead of the files.
    pub(crate) fn unsaved(&self) -> &Unsaved {
        &self.unsaved
    }

    /// Differs where the texts do.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The path of a document, relative to the root with `/`; `None` outside of it.
    pub(crate) fn path(&self, url: &Url) -> Option<String> {
        let full = url.to_file_path().ok()?;
        let below = |root: &Path| Some(full.strip_prefix(root).ok()?.to_owned());
        let relative = below(&self.called).or_else(|| below(&self.root)).or_else(|| {
            // Reached by another name: through a link.
            let folder = full.parent()?.canonicalize().ok()?;
            Some(folder.join(full.file_name()?).strip_prefix(&self.root).ok()?.to_owned())
        })?;
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/")).filter(|path| !path.is_empty())
    }

    /// How the editor calls the file at `path`.
    pub(crate) fn url(&self, path: &str) -> Option<Url> {
        Url::from_file_path(self.called.join(path)).ok()
    }

    /// Takes in the text of a document.
    pub(crate) fn open(&mut self, url: &Url, text: String) {
        let Some(path) = self.path(url) else { return };
        self.version += 1;
        if text.len() > MOST {
            self.unsaved.remove(&path);
        } else {
            self.unsaved.insert(path, Arc::from(text));
        }
    }

    /// Takes in changes, in their order.
    pub(crate) fn change(
        &mut self,
        url: &Url,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        let Some(path) = self.path(url) else { return };
        let mut text = self.unsaved.get(&path).map(|text| text.to_string());
        for change in changes {
            match (change.range, &mut text) {
                (None, text) => *text = Some(change.text),
                (Some(range), Some(text)) => {
                    let lines = Lines::new(text.as_str(), encoding);
                    let (start, end) = (lines.byte(range.start), lines.byte(range.end));
                    text.replace_range(start..end.max(start), &change.text);
                }
                // A change of what was never told.
                (Some(_), None) => {}
            }
        }
        if let Some(text) = text {
            self.open(url, text);
        }
    }

    /// From now on, what is on disk counts.
    pub(crate) fn close(&mut self, url: &Url) {
        if let Some(path) = self.path(url) {
            self.version += 1;
            self.unsaved.remove(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d)));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn changes_are_applied_in_their_order() {
        let mut documents = Documents::new("/root".into(), "/root".into());
        let url = Url::parse("file:///root/a%20b/c.py").unwrap();
        documents.open(&url, "x = 1\ny = 2\n".to_owned());
        let changes = vec![change(Some([1, 4, 1, 5]), "x + 3"), change(Some([0, 0, 1, 0]), "")];
        documents.change(&url, changes, Encoding::Utf16);
        assert_eq!(documents.unsaved()["a b/c.py"].as_ref(), "y = x + 3\n");
        // Backwards and beyond the end: nothing breaks.
        documents.change(&url, vec![change(Some([9, 9, 0, 0]), "z")], Encoding::Utf16);
        assert_eq!(documents.unsaved()["a b/c.py"].as_ref(), "y = x + 3\nz");
        documents.change(&url, vec![change(None, "all")], Encoding::Utf16);
        assert_eq!(documents.unsaved()["a b/c.py"].as_ref(), "all");
        documents.open(&url, "a".repeat(MOST + 1));
        assert!(documents.unsaved().is_empty());
        documents.close(&url);
        documents.change(&url, vec![change(Some([0, 0, 0, 0]), "late")], Encoding::Utf16);
        assert!(documents.unsaved().is_empty(), "a change of what is not open");
    }

    #[test]
    fn documents_outside_of_the_root_are_none() {
        let documents = Documents::new("/real/root".into(), "/link".into());
        let path = |url: &str| documents.path(&Url::parse(url).unwrap());
        assert_eq!(path("file:///link/a.py").as_deref(), Some("a.py"));
        assert_eq!(path("file:///real/root/a.py").as_deref(), Some("a.py"));
        assert_eq!(path("file:///elsewhere/a.py"), None);
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(documents.url("a b.py").unwrap().as_str(), "file:///link/a%20b.py");
    }
}
