//! The objects of a repository.

use crate::error::GitError;
use crate::folders::check_loose;
use crate::memo::Known;
use crate::repository::Repository;
use crate::{Id, hex};
use gix::objs::Kind;
use gix::{ObjectId, ThreadSafeRepository};
use std::path::PathBuf;
use std::sync::{OnceLock, PoisonError, RwLock};

/// Largest commit or tag, in bytes: its message is most of it.
pub const LARGEST_COMMIT: u64 = 16 << 20;
/// Largest folder, in bytes: half a million files in it.
pub const LARGEST_TREE: u64 = 32 << 20;
/// Largest file, in bytes, as on disk.
pub const LARGEST_BLOB: u64 = 1 << 30;
/// Most memory that unpacking one object may take, with all that it is made from. Twice the largest
/// of what it is made from, and what changes that.
pub(crate) const MOST_MEMORY: u64 = 128 << 20;
/// The same for files that are larger than a folder may be.
const MOST_MEMORY_LARGE: u64 = 2 * LARGEST_BLOB + (256 << 20);

/// The objects of an opened repository; may be shared by threads.
pub struct Objects {
    pub(crate) repository: ThreadSafeRepository,
    pub(crate) place: Repository,
    /// Where objects lie, as it was looked at last.
    folders: RwLock<Vec<PathBuf>>,
    /// The same repository, for the few files that take more memory.
    large: OnceLock<ThreadSafeRepository>,
    /// True where objects or history may be left out of the clone.
    pub(crate) incomplete: bool,
    /// True where the clone holds the youngest commits alone.
    pub shallow: bool,
    /// What was read of its history.
    pub(crate) known: Known,
    /// Objects that were read.
    #[cfg(test)]
    pub(crate) reads: std::sync::atomic::AtomicUsize,
}

impl Repository {
    /// Opens the repository for its objects. A millisecond.
    pub fn objects(&self) -> Result<Objects, GitError> {
        let folders = RwLock::new(self.check()?);
        let opened = self.open_isolated(MOST_MEMORY)?;
        let thread = opened.to_thread_local();
        if thread.object_hash() != gix::hash::Kind::Sha1 {
            return Err(GitError::Sha256);
        }
        let config = thread.config_snapshot();
        let promised = config.string("extensions.partialClone").is_some()
            || thread
                .remote_names()
                .iter()
                .any(|name| config.boolean(format!("remote.{name}.promisor").as_str()).unwrap_or(false));
        let shallow = thread.is_shallow().unwrap_or(false);
        let incomplete = promised || shallow;
        Ok(Objects {
            repository: opened,
            place: self.clone(),
            folders,
            large: OnceLock::new(),
            incomplete,
            shallow,
            known: Known::default(),
            #[cfg(test)]
            reads: Default::default(),
        })
    }

    /// Opens it so that nothing outside of it decides: neither the environment nor the user's files.
    pub(crate) fn open_isolated(&self, memory: u64) -> Result<ThreadSafeRepository, GitError> {
        // An object is what its id says, whatever was put in its place.
        let overrides =
            ["core.useReplaceRefs=false".to_owned(), format!("gitoxide.objects.allocLimit={memory}")];
        let options = gix::open::Options::isolated().open_path_as_is(true).config_overrides(overrides);
        ThreadSafeRepository::open_opts(self.git_dir(), options).map_err(|error| match self.is_sha256() {
            true => GitError::Sha256,
            false => GitError::Open(error.to_string()),
        })
    }
}

impl Objects {
    /// The bytes of a blob.
    pub fn blob(&self, id: Id) -> Result<Vec<u8>, GitError> {
        self.read(id, Kind::Blob)
    }

    /// How many bytes a blob has, told without unpacking it.
    pub fn size(&self, id: Id) -> Result<u64, GitError> {
        Ok(self.locate(id)?.ok_or_else(|| self.missing(id))?.size)
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

    /// The bytes of an object of a kind.
    pub(crate) fn read(&self, id: Id, kind: Kind) -> Result<Vec<u8>, GitError> {
        match self.read_any(id)? {
            (found, data) if found == kind => Ok(data),
            (found, _) => Err(GitError::Read(format!("{} is a {found}, not a {kind}", hex(&id)))),
        }
    }

    /// What an object is, and its bytes, which are those that its id was made from.
    pub(crate) fn read_any(&self, id: Id) -> Result<(Kind, Vec<u8>), GitError> {
        #[cfg(test)]
        self.reads.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let Located { repository, kind, size } = self.locate(id)?.ok_or_else(|| self.missing(id))?;
        let most = match kind {
            Kind::Blob => LARGEST_BLOB,
            Kind::Tree => LARGEST_TREE,
            Kind::Commit | Kind::Tag => LARGEST_COMMIT,
        };
        if size > most {
            return Err(GitError::TooLarge { id: hex(&id), kind: kind.to_string(), size, most });
        }
        let repository = match size > LARGEST_TREE {
            true => self.large()?.to_thread_local(),
            false => repository,
        };
        let found = repository.try_find_object(ObjectId::Sha1(id));
        let found = found.map_err(|error| GitError::Read(error.to_string()))?;
        let object = found.ok_or_else(|| self.missing(id))?.detach();
        // Git looks too, and nothing can name itself where this holds.
        let made = gix::objs::compute_hash(gix::hash::Kind::Sha1, object.kind, &object.data);
        match made.is_ok_and(|made| made.as_slice() == id) {
            true => Ok((object.kind, object.data)),
            false => Err(GitError::Damaged { id: hex(&id) }),
        }
    }

    /// Finds an object without unpacking it; `None` where it is not there. Nothing is opened that was
    /// not looked at.
    pub(crate) fn locate(&self, id: Id) -> Result<Option<Located>, GitError> {
        self.check_loose(&id)?;
        let header = |repository: gix::Repository| match repository.try_find_header(ObjectId::Sha1(id)) {
            Ok(Some(header)) => Ok(Some(Located { kind: header.kind(), size: header.size(), repository })),
            Ok(None) => Ok(None),
            Err(error) => Err(GitError::Read(error.to_string())),
        };
        // First in what was listed before.
        if let Some(found) = header(self.listed())? {
            return Ok(Some(found));
        }
        // Then in what came since.
        self.look_again()?;
        self.check_loose(&id)?;
        header(self.repository.to_thread_local())
    }

    /// The repository as it was listed last: packs and alternates that came since are not looked for.
    pub(crate) fn listed(&self) -> gix::Repository {
        let mut repository = self.repository.to_thread_local();
        repository.objects.refresh_never();
        repository
    }

    /// Looks at what gix is about to list.
    pub(crate) fn look_again(&self) -> Result<(), GitError> {
        let folders = self.place.object_folders()?;
        *self.folders.write().unwrap_or_else(PoisonError::into_inner) = folders;
        Ok(())
    }

    fn check_loose(&self, id: &Id) -> Result<(), GitError> {
        check_loose(&self.place.reach, &self.folders.read().unwrap_or_else(PoisonError::into_inner), id)
    }

    fn large(&self) -> Result<&ThreadSafeRepository, GitError> {
        if let Some(large) = self.large.get() {
            return Ok(large);
        }
        let opened = self.place.open_isolated(MOST_MEMORY_LARGE)?;
        Ok(self.large.get_or_init(|| opened))
    }

    pub(crate) fn missing(&self, id: Id) -> GitError {
        GitError::Missing { id: hex(&id), partial: self.incomplete }
    }
}

/// An object that is there.
pub(crate) struct Located {
    repository: gix::Repository,
    pub(crate) kind: Kind,
    pub(crate) size: u64,
}

impl std::fmt::Debug for Objects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Objects").field("incomplete", &self.incomplete).finish_non_exhaustive()
    }
}
