//! What a program opens.

use crate::error::EngineError;
use crate::event::{Event, OnEvent};
use crate::options::Options;
use crate::snapshot::Snapshot;
use std::path::Path;
use std::sync::Arc;

/// A root with its index. Shared by threads; a refresh at a time.
pub struct Workspace {
    options: Options,
    on_event: OnEvent,
}

impl Workspace {
    /// Opens `options.root`. Reads no file of it yet: the first [`refresh`](Self::refresh) does.
    pub fn open(
        options: Options,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Self, EngineError> {
        Ok(Self { options, on_event: Box::new(on_event) })
    }

    /// A workspace over files in memory: (path, bytes). Nothing is stored. What tests of tools use.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let _ = files.into_iter().count();
        Self { options: Options::new("/"), on_event: Box::new(|_| ()) }
    }

    /// Replaces (or with `None` removes) a file of a workspace in memory; the next refresh sees it.
    /// Does nothing on a workspace over a disk.
    pub fn edit(&self, path: &str, bytes: Option<Vec<u8>>) {
        let _ = (path, bytes);
    }

    /// The root, canonical.
    pub fn root(&self) -> &Path {
        &self.options.root
    }

    /// Takes in what changed on disk and gives a snapshot of it; the same one where nothing
    /// changed. Publishing is best effort: the lock is tried, never waited for.
    pub fn refresh(&self) -> Result<Arc<Snapshot>, EngineError> {
        Err(EngineError::Build("not built yet".into()))
    }

    /// Refreshes, then asks. Where the question finds the view damaged
    /// ([`Snapshot::damaged`]) or a file changed under it
    /// ([`SourceError::Changed`](crate::SourceError)), refreshes and asks once more.
    pub fn query<T>(&self, mut ask: impl FnMut(&Arc<Snapshot>) -> T) -> Result<T, EngineError> {
        let snapshot = self.refresh()?;
        Ok(ask(&snapshot))
    }

    /// Refreshes and stores: what the `index` command does. Folds small segments where it pays;
    /// `rebuild` builds from nothing. An error where the index cannot be written.
    pub fn index(&self, rebuild: bool) -> Result<Arc<Snapshot>, EngineError> {
        let _ = rebuild;
        (self.on_event)(Event::Publishing);
        self.refresh()
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").field("options", &self.options).finish_non_exhaustive()
    }
}
