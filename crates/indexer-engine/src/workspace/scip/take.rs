//! Taking a SCIP index in, and forgetting it.

use super::bind::{BoundFile, bind};
use crate::link::scip::is_name;
use crate::link::scip::{BoundDocument, Overrides, Scip, ScipRefusal, name_of};
use crate::types::error::EngineError;
use crate::types::file::FileStatus;
use crate::types::state::Current;
use crate::workspace::open::Workspace;
use indexer_core::{ContentId, path, work};
use indexer_store::change::{remove_file, replace_file};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::xxh3_128;

/// Larger SCIP files are refused: what they say is held in memory while they are taken in.
const LARGEST: u64 = 2 << 30;

/// The SCIP indexes of a workspace: taken in and forgotten.
#[derive(Clone, Copy, Debug)]
pub struct ScipIndexes<'w> {
    workspace: &'w Workspace,
}

impl Workspace {
    /// Its SCIP indexes.
    pub fn scip_indexes(&self) -> ScipIndexes<'_> {
        ScipIndexes { workspace: self }
    }
}

impl ScipIndexes<'_> {
    /// Takes in the SCIP indexes in these files, all or none, in the place of those that were taken in
    /// before. The next refresh, here and in every process, links with them. Each document holds for
    /// the content that its file has now; one whose file was written after the SCIP file is refused,
    /// where the SCIP index does not say what the file held. A document that is refused now and was
    /// taken in from the same SCIP file before stays bound to what its file held then.
    pub fn take(&self, files: &[PathBuf]) -> Result<Arc<Scip>, EngineError> {
        let Some(layout) = self.workspace.cache.writable() else {
            let reason = self.workspace.nowhere().unwrap_or_else(|| "it has no folder on disk".into());
            let path = self.workspace.root().to_owned();
            return Err(EngineError::Write { path, reason, remedy: None });
        };
        let mut state = self.workspace.state.lock().unwrap_or_else(PoisonError::into_inner);
        let current = self.workspace.brought_up(&mut state)?;
        let before = self.workspace.scip.held();
        let mut made = Vec::new();
        for path in files {
            let bytes = self.bound(path, current, before.all())?.to_bytes();
            let failed =
                || EngineError::Scip { path: path.clone(), reason: "it says too much to be kept".into() };
            made.push(bytes.ok_or_else(failed)?);
        }
        for bytes in &made {
            let file = layout.scip().join(name_of(bytes));
            replace_file(&file, bytes, true).map_err(|error| self.unwritten(&error))?;
        }
        let names: Vec<String> = made.iter().map(|bytes| name_of(bytes)).collect();
        self.remove(|name| !names.iter().any(|kept| kept == name))?;
        drop(state);
        self.workspace.scip.look();
        Ok(self.workspace.scip.held())
    }

    /// Forgets all SCIP indexes: edges are our own again.
    pub fn forget(&self) -> Result<(), EngineError> {
        self.remove(|_| true)?;
        self.workspace.scip.look();
        Ok(())
    }

    fn remove(&self, unwanted: impl Fn(&str) -> bool) -> Result<(), EngineError> {
        let Some(layout) = self.workspace.cache.writable() else { return Ok(()) };
        for entry in fs::read_dir(layout.scip()).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(|name| is_name(name) && unwanted(name)) {
                remove_file(&entry.path()).map_err(|error| self.unwritten(&error))?;
            }
        }
        Ok(())
    }

    fn unwritten(&self, error: &indexer_store::StoreError) -> EngineError {
        let path = self.workspace.cache_dir().unwrap_or(self.workspace.root()).to_owned();
        EngineError::Write { path, reason: error.to_string(), remedy: error.remedy() }
    }

    fn bound(&self, file: &Path, current: &Current, before: &[Overrides]) -> Result<Overrides, EngineError> {
        let refuse = |reason: String| EngineError::Scip { path: file.to_owned(), reason };
        let meta = fs::metadata(file).map_err(|error| refuse(error.to_string()))?;
        if !meta.is_file() || meta.len() > LARGEST {
            let what = if meta.is_file() { "larger than 2 GB" } else { "not a file" };
            return Err(refuse(what.into()));
        }
        let written = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let written = written.map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX));
        let bytes = fs::read(file).map_err(|error| refuse(error.to_string()))?;
        let index = indexer_scip::read(&bytes).map_err(|error| refuse(error.to_string()))?;
        let place = ScipRoot::of(&index.root, self.workspace.root()).map_err(refuse)?;
        let mut made = bind(&index, &|path| place.within(path), &|path, with_text| {
            self.file(current, path, with_text, written)
        });
        if work::is_stopped(&self.workspace.options().cancel) {
            return Err(EngineError::Cancelled);
        }
        made.file = file.display().to_string();
        made.source = xxh3_128(&bytes);
        made.prefix = self.workspace.scip.prefix().to_owned();
        if let Some(earlier) = before.iter().find(|one| one.source == made.source) {
            made.keep(earlier);
        }
        Ok(made)
    }

    /// The file of code at a path; `written` is when the SCIP file was.
    fn file(
        &self,
        current: &Current,
        path: &str,
        with_text: bool,
        written: i64,
    ) -> Result<BoundFile, ScipRefusal> {
        if work::is_stopped(&self.workspace.options().cancel) {
            return Err(ScipRefusal::Unreadable);
        }
        let known = current.files.binary_search_by(|known| known.path.as_str().cmp(path));
        let known = known.map(|at| &current.files[at]).map_err(|_| ScipRefusal::Unknown)?;
        let FileStatus::Code(language) = &known.status else { return Err(ScipRefusal::Unknown) };
        let language = indexer_parse::by_id(language).ok_or(ScipRefusal::Unknown)?;
        if !with_text && known.stamp.mtime > written {
            return Err(ScipRefusal::Newer);
        }
        let kept = self.workspace.facts_cache.get(known.content, language);
        if let Some(facts) = kept.clone().filter(|facts| facts.lines.is_ascii() && !with_text) {
            return Ok(BoundFile { content: known.content, facts, text: None });
        }
        let bytes = self.workspace.read_file(path).map_err(|_| ScipRefusal::Unreadable)?;
        if ContentId::of(&bytes) != known.content {
            return Err(ScipRefusal::Unreadable);
        }
        let read = || self.workspace.facts_cache.read(known.content, &bytes, language).map(|read| read.facts);
        let facts = kept.or_else(read).ok_or(ScipRefusal::Unreadable)?;
        let text =
            (with_text || !facts.lines.is_ascii()).then(|| String::from_utf8_lossy(&bytes).into_owned());
        Ok(BoundFile { content: known.content, facts, text })
    }
}

impl Overrides {
    /// Keeps the documents of an earlier taking of the same SCIP file whose files are refused now.
    fn keep(&mut self, earlier: &Overrides) {
        let (count, first) = (self.documents.len(), self.targets.len() as u32);
        for document in &earlier.documents {
            let known = |one: &BoundDocument| one.path == document.path;
            if !self.documents[..count].iter().any(known) {
                let places = document.places.iter().map(|(at, aims)| (*at, aims + first)).collect();
                self.documents.push(BoundDocument { places, ..document.clone() });
            }
        }
        if self.documents.len() > count {
            self.targets.extend(earlier.targets.iter().cloned());
            self.documents.sort_by(|a, b| (&a.path, a.content).cmp(&(&b.path, b.content)));
        }
    }
}

/// Where the folder that a SCIP index is of lies to the root.
#[derive(Debug, PartialEq, Eq)]
enum ScipRoot {
    /// It is the root, or a folder that is not here: of a copy, on another machine.
    Same,
    /// It is this folder of the root.
    Below(String),
    /// The root is this folder of it.
    Above(String),
}

impl ScipRoot {
    /// An error where it is another folder of this machine.
    fn of(uri: &str, root: &Path) -> Result<Self, String> {
        let Some(folder) = uri.strip_prefix("file://").map(decoded) else { return Ok(ScipRoot::Same) };
        let Ok(folder) = dunce::canonicalize(&folder) else { return Ok(ScipRoot::Same) };
        let text = |path: &Path| path.to_string_lossy().replace('\\', "/");
        match (folder.strip_prefix(root), root.strip_prefix(&folder)) {
            (Ok(rest), _) if rest.as_os_str().is_empty() => Ok(ScipRoot::Same),
            (Ok(rest), _) => Ok(ScipRoot::Below(text(rest))),
            (_, Ok(rest)) => Ok(ScipRoot::Above(text(rest))),
            _ => Err(format!("it was made for {}, not for {}", folder.display(), root.display())),
        }
    }

    fn within(&self, document: &str) -> Option<String> {
        match self {
            ScipRoot::Same => Some(document.to_owned()),
            ScipRoot::Below(folder) => Some(path::join(folder, document)),
            ScipRoot::Above(folder) => document.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned),
        }
    }
}

/// A path of a URI without its escapes.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'%').and_then(|two| std::str::from_utf8(two).ok());
        match digits.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_the_root_a_part_of_it_around_it_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let root = dunce::canonicalize(folder.path()).unwrap();
        let at = |path: &Path| format!("file://{}", path.display());
        fs::create_dir_all(root.join("a b/c")).unwrap();
        fs::create_dir(root.join("d")).unwrap();
        let place = ScipRoot::of(&at(&root.join("a%20b")), &root).unwrap();
        assert_eq!(place, ScipRoot::Below("a b".into()));
        assert_eq!(place.within("x.py").as_deref(), Some("a b/x.py"));
        let place = ScipRoot::of(&at(&root), &root.join("a b")).unwrap();
        assert_eq!(place, ScipRoot::Above("a b".into()));
        assert_eq!((place.within("a b/x.py").as_deref(), place.within("d/x.py")), (Some("x.py"), None));
        for same in [at(&root), "file:///nowhere/at/all".into(), String::new()] {
            assert_eq!(ScipRoot::of(&same, &root), Ok(ScipRoot::Same), "{same}");
        }
        assert!(ScipRoot::of(&at(&root.join("d")), &root.join("a b")).unwrap_err().contains("made for"));
    }
}
