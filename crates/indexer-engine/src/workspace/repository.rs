//! The repository of a workspace: its objects, and what revisions name.

use crate::source::disk::root::Disk;
use crate::types::error::EngineError;
use crate::workspace::open::Workspace;
use crate::workspace::revision_states::Revisions;
use indexer_git::{Objects, Repository, hex};
use std::sync::{Arc, PoisonError};

/// What the git index is called among revisions: no name of a branch or tag holds a colon.
pub const STAGED: &str = ":staged";

impl Workspace {
    /// True where the root is a repository without files on disk.
    pub(crate) fn is_bare(&self) -> bool {
        self.disk.as_ref().and_then(|disk| disk.repository()).is_some_and(Repository::is_bare)
    }

    /// What names the commit from which the histories of `base` and `head` part: what a change is
    /// compared with. `head` is HEAD for the files on disk and for the git index. A `base` that is a
    /// tree is compared with as it is.
    pub fn merge_base(&self, base: &str, head: Option<&str>) -> Result<String, EngineError> {
        let mut revisions = self.revisions.lock().unwrap_or_else(PoisonError::into_inner);
        let objects = self.objects(&mut revisions)?;
        let of = objects.resolve(base)?;
        let Some(base) = of.commit else { return Ok(hex(&of.tree)) };
        let head = objects.resolve(head.filter(|head| *head != STAGED).unwrap_or("HEAD"))?;
        match head.commit {
            Some(head) => Ok(hex(&objects.merge_base(base, head)?)),
            None => Ok(hex(&base)),
        }
    }

    /// The addresses of the repository's remotes, the most likely home of its pull requests first.
    pub fn remotes(&self) -> Result<Vec<String>, EngineError> {
        Ok(self.shared_objects()?.remotes())
    }

    /// The objects of the repository.
    pub(crate) fn shared_objects(&self) -> Result<Arc<Objects>, EngineError> {
        self.objects(&mut self.revisions.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The objects of the repository, opened at first use.
    pub(super) fn objects(&self, revisions: &mut Revisions) -> Result<Arc<Objects>, EngineError> {
        if let Some(objects) = &revisions.objects {
            return Ok(objects.clone());
        }
        let repository = self.on_disk()?.1;
        Ok(revisions.objects.insert(Arc::new(repository.objects()?)).clone())
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

    /// Waits until no question about a revision is answered.
    pub(crate) fn wait(&self) {
        drop(self.revisions.lock());
    }
}
