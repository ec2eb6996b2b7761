//! The repository of a workspace: its objects, and what revisions name.

use crate::source::disk::root::Disk;
use crate::types::error::EngineError;
use crate::workspace::open::Workspace;
use indexer_git::{Objects, Repository};
use indexer_store::change::replace_file;
use std::fs;
use std::sync::{Arc, PoisonError};

/// What the git index is called among revisions: no name of a branch or tag holds a colon.
pub const STAGED: &str = ":staged";

impl Workspace {
    /// True where the root is a repository without files on disk.
    pub(crate) fn is_bare(&self) -> bool {
        self.disk.as_ref().and_then(|disk| disk.repository()).is_some_and(Repository::is_bare)
    }

    /// The objects of the repository, opened at first use.
    pub(crate) fn shared_objects(&self) -> Result<Arc<Objects>, EngineError> {
        let repository = self.on_disk()?.1;
        // A lock of its own: that of the revisions is held while one is built.
        let mut objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        match &*objects {
            Some(objects) => Ok(objects.clone()),
            None => Ok(objects.insert(Arc::new(repository.objects()?)).clone()),
        }
    }

    /// Takes over what walks of other processes learned of the history.
    pub(super) fn recall_history(&self, objects: &Objects) {
        objects.recall_once(|| fs::read(self.cache.layout()?.history()).ok());
    }

    /// Writes down what walks through the history learned, where that is much. Who cannot write walks again.
    pub(super) fn keep_history(&self, objects: &Objects) {
        if let Some(layout) = self.cache.writable()
            && let Some(bytes) = objects.learned()
        {
            let _ = replace_file(&layout.history(), &bytes, false);
        }
    }

    /// The files on disk and the repository around them.
    pub(super) fn on_disk(&self) -> Result<(&Disk, &Repository), EngineError> {
        let none = || EngineError::NoRepository { path: self.root().to_owned() };
        let disk = self.disk.as_deref().ok_or_else(none)?;
        match (disk.repository(), disk.refused()) {
            (Some(repository), _) => Ok((disk, repository)),
            (None, Some(refused)) => Err(EngineError::Revision(refused.clone())),
            (None, None) => Err(none()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::types::options::Options;
    use crate::workspace::open::Workspace;
    use std::process::Command;
    use std::sync::PoisonError;
    use std::thread;

    #[test]
    fn nobody_waits_for_a_revision_that_is_built_to_ask_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let cache = tempfile::tempdir().unwrap();
        let done = Command::new("git").args(["init", "-q"]).current_dir(folder.path()).status().unwrap();
        assert!(done.success());
        let cache_dir = Some(cache.path().to_owned());
        let options = Options { cache_dir, ..Options::new(folder.path()) };
        let workspace = Workspace::open(options, |_| {}).unwrap();
        let built = workspace.revisions.lock().unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            let asked = scope.spawn(|| workspace.commits().remotes().is_ok());
            let waits = (0..500).all(|_| {
                thread::sleep(std::time::Duration::from_millis(10));
                !asked.is_finished()
            });
            drop(built);
            assert!(!waits && asked.join().unwrap());
        });
    }
}
