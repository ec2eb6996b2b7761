//! The repository of a workspace: its objects, and what revisions name.

use crate::source::disk::root::Disk;
use crate::types::error::EngineError;
use crate::workspace::open::Workspace;
use indexer_git::{Objects, Repository};
use std::sync::{Arc, PoisonError};

/// What the git index is called among revisions: no name of a branch or tag holds a colon.
pub const STAGED: &str = ":staged";

impl Workspace {
    /// True where the root is a repository without files on disk.
    pub(crate) fn is_bare(&self) -> bool {
        self.disk.as_ref().and_then(|disk| disk.repository()).is_some_and(Repository::is_bare)
    }

    /// The objects of the repository.
    pub(crate) fn shared_objects(&self) -> Result<Arc<Objects>, EngineError> {
        let repository = self.on_disk()?.1;
        self.revisions.lock().unwrap_or_else(PoisonError::into_inner).objects(repository)
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
