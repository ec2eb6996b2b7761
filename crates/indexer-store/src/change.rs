//! Every operation that changes a file of the cache. Nothing else in the workspace creates, writes,
//! renames, removes or locks one: a test that wants to know what a crash or a full disk does at any
//! of them need only stand here (feature `faults`).
//!
//! A file appears whole or not at all: it is written under another name, which is locked while its
//! writer lives, and renamed. What a dead writer left is removed by [`remove_temporaries`].

use crate::error::StoreError;
#[cfg(feature = "faults")]
use crate::faults;
pub use crate::operation::Operation;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// A temporary file of a dead writer is removed once it is this old. A live one holds a lock on it,
/// so the age only covers the moment between creating and locking.
const ABANDONED_AFTER: Duration = Duration::from_secs(60);
/// Where a file system has no locks, age alone must tell.
const ABANDONED_WITHOUT_LOCKS: Duration = Duration::from_secs(24 * 3600);

/// The outcome of one operation, with what was done to which file where it failed.
fn attempt<T>(
    operation: Operation,
    path: &Path,
    act: impl FnOnce() -> io::Result<T>,
) -> Result<T, StoreError> {
    step(operation, path).and_then(|()| act()).map_err(|source| StoreError::Change {
        doing: operation.doing(),
        path: path.to_owned(),
        source,
    })
}

#[cfg(feature = "faults")]
fn step(operation: Operation, path: &Path) -> io::Result<()> {
    faults::step(operation, path)
}

#[cfg(not(feature = "faults"))]
#[inline]
fn step(_: Operation, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Creates a folder and those above it.
pub fn create_folder(path: &Path) -> Result<(), StoreError> {
    if path.is_dir() {
        return Ok(());
    }
    attempt(Operation::CreateFolder, path, || fs::create_dir_all(path))
}

/// Replaces the file at `path` atomically: temporary file beside it, then rename; `sync` waits
/// until the bytes are on the disk. Creates the folder.
pub fn replace_file(path: &Path, bytes: &[u8], sync: bool) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    create_folder(folder)?;
    let (temporary, file) = attempt(Operation::Create, path, || create_temporary(path, folder))?;
    fill(path, &temporary, &file, bytes, sync).inspect_err(|_| {
        // A temporary file that stays only takes space, so a failure to remove it is not reported.
        let _ = fs::remove_file(&temporary);
    })
}

/// Replaces the file at `path` by one of `length` bytes that has these bytes at these places, and holes elsewhere.
pub(crate) fn replace_with_holes(path: &Path, length: u64, parts: &[(u64, &[u8])]) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    create_folder(folder)?;
    let (temporary, file) = attempt(Operation::Create, path, || create_temporary(path, folder))?;
    let filled = || {
        let _ = file.try_lock();
        attempt(Operation::Write, path, || file.set_len(length))?;
        parts.iter().try_for_each(|(offset, bytes)| write_at(path, &file, *offset, bytes))?;
        rename_whole(&temporary, path)
    };
    filled().inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}

/// Opens a file with holes for [`write_at`].
pub(crate) fn open_to_fill(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Writes bytes at a place of a file that was opened for writing: into a hole that readers know as one.
pub(crate) fn write_at(path: &Path, file: &File, offset: u64, bytes: &[u8]) -> Result<(), StoreError> {
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    attempt(Operation::Write, path, || write_all_at(file, offset, first))?;
    attempt(Operation::WriteRest, path, || write_all_at(file, offset + first.len() as u64, rest))
}

#[cfg(unix)]
fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

#[cfg(windows)]
fn write_all_at(file: &File, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = std::os::windows::fs::FileExt::seek_write(file, bytes, offset)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        (offset, bytes) = (offset + written as u64, &bytes[written..]);
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn write_all_at(_: &File, _: u64, _: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a file that is complete another name; whatever had that is replaced.
pub(crate) fn rename_whole(from: &Path, to: &Path) -> Result<(), StoreError> {
    attempt(Operation::Rename, to, || fs::rename(from, to))
}

fn fill(path: &Path, temporary: &Path, mut file: &File, bytes: &[u8], sync: bool) -> Result<(), StoreError> {
    // On a file system without locks, the age of the file tells whether its writer is dead.
    let _ = file.try_lock();
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    attempt(Operation::Write, path, || file.write_all(first))?;
    attempt(Operation::WriteRest, path, || file.write_all(rest))?;
    if sync {
        attempt(Operation::Sync, path, || file.sync_all())?;
    }
    attempt(Operation::Rename, path, || match fs::rename(temporary, path) {
        // An empty folder in the way is removed; one with files in it may be somebody else's and stays.
        Err(_) if path.is_dir() => fs::remove_dir(path).and_then(|()| fs::rename(temporary, path)),
        Err(_) if cfg!(windows) && path.exists() => rename_around(temporary, path),
        renamed => renamed,
    })
}

/// Replaces a file that some process has mapped. Windows refuses to replace such a file but lets it
/// be renamed, so the old one first gets a temporary name, which [`remove_temporaries`] removes later.
fn rename_around(temporary: &Path, path: &Path) -> io::Result<()> {
    let (aside, file) = create_temporary(path, path.parent().unwrap_or(Path::new("")))?;
    drop(file);
    fs::remove_file(&aside)?;
    fs::rename(path, &aside)?;
    fs::rename(temporary, path).inspect_err(|_| {
        // Put the old file back rather than leave none.
        let _ = fs::rename(&aside, path);
    })
}

/// Creates a temporary file beside `path`. Its name holds the process id and a counter; a name that
/// is taken is skipped.
fn create_temporary(path: &Path, folder: &Path) -> io::Result<(PathBuf, File)> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".{name}.{}.{number}.tmp", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// A file in `folder` that has no name and is gone once nobody has it open; `None` where there can be none.
/// Windows has no such files.
pub(crate) fn nameless_file(folder: &Path) -> Option<File> {
    if cfg!(windows) {
        return None;
    }
    let path = folder.join("spilled");
    create_folder(folder).ok()?;
    let (temporary, file) = attempt(Operation::Create, &path, || create_temporary(&path, folder)).ok()?;
    fs::remove_file(temporary).ok().map(|()| file)
}

/// True for the name of a temporary file of [`replace_file`].
pub fn is_temporary(name: &str) -> bool {
    let parts = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(".tmp"));
    let mut numbers = parts.into_iter().flat_map(|parts| parts.rsplitn(3, '.'));
    let mut number =
        || numbers.next().is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    number() && number()
}

/// Removes temporary files in `folder` whose writers are dead; gives their bytes. Never one that a
/// live process writes: that one is locked.
pub fn remove_temporaries(folder: &Path) -> u64 {
    let mut removed = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_temporary) {
            continue;
        }
        let Ok(meta) = entry.metadata() else { continue };
        if is_abandoned(&entry.path(), &meta) && remove_file(&entry.path()).is_ok_and(|was_there| was_there) {
            removed += meta.len();
        }
    }
    removed
}

fn is_abandoned(path: &Path, meta: &fs::Metadata) -> bool {
    meta.is_file() && age(meta).is_some_and(|age| age > ABANDONED_AFTER) && !is_being_written(path)
}

/// True for a temporary file whose writer lives, as far as can be told.
pub fn is_being_written(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return true };
    match file.try_lock_shared() {
        Ok(()) => false,
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => {
            let age = file.metadata().ok().and_then(|meta| age(&meta));
            age.is_none_or(|age| age < ABANDONED_WITHOUT_LOCKS)
        }
    }
}

fn age(meta: &fs::Metadata) -> Option<Duration> {
    SystemTime::now().duration_since(meta.modified().ok()?).ok()
}

/// Removes a file, or an empty folder that is where a file should be; false where nothing was there.
pub fn remove_file(path: &Path) -> Result<bool, StoreError> {
    attempt(Operation::Remove, path, || match fs::remove_file(path) {
        Err(_) if path.is_dir() => absent_is_false(fs::remove_dir(path)),
        removed => absent_is_false(removed),
    })
}

/// Removes a folder if it is empty; false where it was not there.
pub fn remove_folder(path: &Path) -> Result<bool, StoreError> {
    attempt(Operation::RemoveFolder, path, || absent_is_false(fs::remove_dir(path)))
}

fn absent_is_false(outcome: io::Result<()>) -> io::Result<bool> {
    match outcome {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Notes that the file at `path` was used now, and creates it where it is absent. Its folder must
/// be there.
pub fn touch(path: &Path) -> Result<(), StoreError> {
    attempt(Operation::Touch, path, || {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.set_modified(SystemTime::now())
    })
}

/// Takes the lock of the file at `path` if it is free, and creates the file. It is released when
/// the file is closed, also by a crash: a lock that a dead process left is no lock.
pub fn try_lock(path: &Path) -> Result<Option<File>, StoreError> {
    create_folder(path.parent().unwrap_or(Path::new("")))?;
    attempt(Operation::Lock, path, || {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        replace_file(&path, b"one", false).unwrap();
        replace_file(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn the_twin_for_mapped_files_replaces_too_and_leaves_what_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let (new, path) = (folder.path().join("new"), folder.path().join("a"));
        fs::write(&new, "two").unwrap();
        fs::write(&path, "one").unwrap();
        rename_around(&new, &path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let mut names = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name());
        assert!(names.all(|name| name == "a" || is_temporary(name.to_str().unwrap())));
        assert!(rename_around(&folder.path().join("missing"), &path).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"two", "the old file is back");
    }

    #[test]
    fn an_empty_folder_in_the_way_gives_way_and_a_full_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::create_dir(&path).unwrap();
        replace_file(&path, b"one", false).unwrap();
        fs::remove_file(&path).unwrap();
        fs::create_dir_all(path.join("kept")).unwrap();
        let error = replace_file(&path, b"two", false).unwrap_err().to_string();
        assert!(error.contains("put in place") && error.contains(path.to_str().unwrap()), "{error}");
        assert!(path.join("kept").is_dir());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    }

    #[test]
    fn only_what_dead_writers_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, old: bool| {
            let file = File::create(folder.path().join(name)).unwrap();
            let age = Duration::from_secs(if old { 3600 } else { 0 });
            file.set_modified(SystemTime::now() - age).unwrap();
            file
        };
        make(".head.17.0.tmp", true);
        make(".head.17.1.tmp", false);
        make(".head.tmp", true);
        make("head.17.2.tmp", true);
        let live = make(".head.17.3.tmp", true);
        live.try_lock().unwrap();
        remove_temporaries(folder.path());
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".head.17.1.tmp", ".head.17.3.tmp", ".head.tmp", "head.17.2.tmp"]);
        drop(live);
        remove_temporaries(folder.path());
        assert!(!folder.path().join(".head.17.3.tmp").exists());
    }

    #[test]
    fn a_lock_is_tried_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/lock");
        let held = try_lock(&path).unwrap();
        assert!(held.is_some() && try_lock(&path).unwrap().is_none());
        drop(held);
        assert!(try_lock(&path).unwrap().is_some());
    }
}
