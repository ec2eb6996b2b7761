//! The objects of a repository.

use crate::error::GitError;
use crate::repository::Repository;
use crate::{Id, hex};
use gix::objs::Kind;
use gix::{ObjectId, ThreadSafeRepository};

/// The objects of an opened repository; may be shared by threads.
pub struct Objects {
    pub(crate) repository: ThreadSafeRepository,
    /// True where objects or history may be left out of the clone.
    pub(crate) incomplete: bool,
}

impl Repository {
    /// Opens the repository for its objects. A millisecond.
    pub fn objects(&self) -> Result<Objects, GitError> {
        // Nothing outside the repository decides: neither the environment nor the user's files. An
        // object is what its id says, whatever was put in its place.
        let options = gix::open::Options::isolated()
            .open_path_as_is(true)
            .config_overrides(["core.useReplaceRefs=false"]);
        let opened = gix::open_opts(self.git_dir(), options).map_err(|error| match self.is_sha256() {
            true => GitError::Sha256,
            false => GitError::Open(error.to_string()),
        })?;
        if opened.object_hash() != gix::hash::Kind::Sha1 {
            return Err(GitError::Sha256);
        }
        let config = opened.config_snapshot();
        let promised = config.string("extensions.partialClone").is_some()
            || opened
                .remote_names()
                .iter()
                .any(|name| config.boolean(format!("remote.{name}.promisor").as_str()).unwrap_or(false));
        let incomplete = promised || opened.is_shallow().unwrap_or(false);
        Ok(Objects { repository: opened.into_sync(), incomplete })
    }
}

impl Objects {
    /// The bytes of a blob.
    pub fn blob(&self, id: Id) -> Result<Vec<u8>, GitError> {
        self.read(id, Kind::Blob)
    }

    /// How many bytes a blob has, told without unpacking it.
    pub fn size(&self, id: Id) -> Result<u64, GitError> {
        let repository = self.repository.to_thread_local();
        match repository.try_find_header(ObjectId::Sha1(id)) {
            Ok(Some(header)) => Ok(header.size()),
            Ok(None) => Err(self.missing(id)),
            Err(error) => Err(GitError::Read(error.to_string())),
        }
    }

    /// The addresses of the remotes: that of `upstream` first, then that of `origin`, then the others
    /// by name.
    pub fn remotes(&self) -> Vec<String> {
        let repository = self.repository.to_thread_local();
        let mut names: Vec<String> = repository.remote_names().iter().map(|name| name.to_string()).collect();
        names.sort_by_key(|name| (name != "upstream", name != "origin", name.clone()));
        let address = |name: &String| {
            let remote = repository.find_remote(name.as_str()).ok()?;
            Some(remote.url(gix::remote::Direction::Fetch)?.to_bstring().to_string())
        };
        names.iter().filter_map(address).collect()
    }

    pub(crate) fn read(&self, id: Id, kind: Kind) -> Result<Vec<u8>, GitError> {
        let repository = self.repository.to_thread_local();
        let found = repository.try_find_object(ObjectId::Sha1(id));
        match found.map_err(|error| GitError::Read(error.to_string()))? {
            Some(object) if object.kind == kind => Ok(object.detach().data),
            Some(object) => Err(GitError::Read(format!("{} is a {}, not a {kind}", hex(&id), object.kind))),
            None => Err(self.missing(id)),
        }
    }

    /// The git index; `None` where there is none.
    pub(crate) fn index(&self) -> Result<Option<gix::index::File>, GitError> {
        let repository = self.repository.to_thread_local();
        if !repository.index_path().exists() {
            return Ok(None);
        }
        repository.open_index().map(Some).map_err(|error| GitError::Index(error.to_string()))
    }

    fn missing(&self, id: Id) -> GitError {
        GitError::Missing { id: hex(&id), partial: self.incomplete }
    }
}

impl std::fmt::Debug for Objects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Objects").field("incomplete", &self.incomplete).finish_non_exhaustive()
    }
}
