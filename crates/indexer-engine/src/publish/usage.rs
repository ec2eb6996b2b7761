//! That a repository is in use, and was, for other processes to see before they remove files.

use crate::publish::location;
use indexer_store::change::{create_folder, replace_file, touch};
use indexer_store::{Layout, StoreError};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The file that says when a repository was used last, and that those who use it hold locked.
pub(crate) const USED: &str = "used";

/// The file that says which folder a root is.
pub(crate) const PLACE: &str = "place";

/// Tells backup programs to leave the folder out, and us that it is ours.
pub(crate) const TAG: &str = "CACHEDIR.TAG";

/// What stands in it.
pub(crate) const TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
     # This folder is the cache of indexer: everything in it can be built again.\n";
/// The time of use is written at most this often.
const EVERY: Duration = Duration::from_secs(3600);

/// The mark of one workspace.
#[derive(Debug, Default)]
pub(crate) struct UsageLock(Mutex<Option<HeldLock>>);

#[derive(Debug)]
struct HeldLock {
    since: Instant,
    /// Locked, shared.
    _file: File,
}

impl UsageLock {
    /// Marks the folder as a cache and the repository as used by `root` now. Best effort, and one
    /// small write an hour at most; true when it was that long since the last.
    pub(crate) fn note(&self, cache: &Path, layout: &Layout, root: &Path) -> bool {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_some_and(|held| held.since.elapsed() < EVERY) {
            return false;
        }
        let used = layout.repository().join(USED);
        let due = is_older(&used, EVERY);
        let _ = write(cache, layout, root, due.then_some(used.as_path()));
        // Where somebody is removing the repository, or nothing can be locked, the next refresh tries.
        let file = File::open(&used).ok().filter(|file| file.try_lock_shared().is_ok());
        *held = file.map(|file| HeldLock { since: Instant::now(), _file: file });
        due
    }

    /// The files of the mark may be gone: the next [`note`](Self::note) writes them.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The folder whose index stands in `folder`; `None` where the file that says so is not what was
/// written there, which the name of `folder` tells.
pub(crate) fn place(folder: &Path) -> Option<PathBuf> {
    let root = PathBuf::from(fs::read_to_string(folder.join(PLACE)).ok()?);
    folder.ends_with(location::id(&root)).then_some(root)
}

/// Notes that a stored revision was used now; one write an hour at most.
pub(crate) fn note_revision(layout: &Layout) {
    note_file(&layout.head());
}

/// Notes that what this file is of was used now, where it is there; one write an hour at most.
pub(crate) fn note_file(path: &Path) {
    if path.exists() && is_older(path, EVERY) {
        // Best effort: it only is not the last one to go.
        let _ = touch(path);
    }
}

fn write(cache: &Path, layout: &Layout, root: &Path, used: Option<&Path>) -> Result<(), StoreError> {
    let tag = cache.join(TAG);
    if !tag.exists() {
        replace_file(&tag, TAG_TEXT.as_bytes(), false)?;
    }
    if let Some(named) = root.to_str()
        && place(layout.root()).as_deref() != Some(root)
    {
        replace_file(&layout.root().join(PLACE), named.as_bytes(), false)?;
    }
    let Some(used) = used else { return Ok(()) };
    create_folder(layout.repository())?;
    // Never replaced: others hold a lock on it.
    touch(used)
}

/// True where the file is absent or was written longer ago than `age`.
pub(crate) fn is_older(path: &Path, age: Duration) -> bool {
    let Ok(modified) = fs::metadata(path).and_then(|meta| meta.modified()) else { return true };
    // A time to come is written anew.
    !SystemTime::now().duration_since(modified).is_ok_and(|found| found <= age)
}

/// Whether a repository may be removed.
#[derive(Debug)]
pub(crate) enum Claim {
    /// Somebody has it open.
    InUse,
    /// Nobody has, and nobody marks it as long as this is held.
    Ours(Option<File>),
}

/// Claims the repository with the mark at `path`.
pub(crate) fn claim(path: &Path) -> Claim {
    let Ok(file) = File::open(path) else { return Claim::Ours(None) };
    match file.try_lock() {
        Ok(()) => Claim::Ours(Some(file)),
        Err(TryLockError::WouldBlock) => Claim::InUse,
        // A file system without locks: only the time tells.
        Err(TryLockError::Error(_)) if is_older(path, EVERY * 24) => Claim::Ours(None),
        Err(TryLockError::Error(_)) => Claim::InUse,
    }
}
