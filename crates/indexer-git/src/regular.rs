//! Opening what somebody else put there: only regular files, never more of them than a bound, and
//! where it matters nothing outside of a folder.
//!
//! A file of a repository may be a pipe that nobody writes to, a device without an end, a link that
//! leads elsewhere, or a terabyte of nothing. It is opened without waiting, then it is looked at what
//! was opened, and then it is read.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of the file at `path`, links followed: an error where it is no regular file or holds
/// more than `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bytes(open(path)?, most)
}

/// The bytes of an opened file, which must be a regular one of at most `most` bytes.
pub fn bytes(file: File, most: u64) -> io::Result<Vec<u8>> {
    let meta = file.metadata()?;
    if !meta.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NO_FILE));
    }
    if meta.len() > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0));
    // One that grows while it is read has an end all the same.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// What is said of anything but a file.
pub(crate) const NO_FILE: &str = "it is a folder, a pipe or a device, not a file";

#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    // A terminal does not become that of the process, and a pipe is not waited for.
    let how = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::open(path, how, Mode::empty())?))
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NO_FILE));
    }
    File::open(path)
}

/// What links on the way to a file, and the file itself where it is one, are worth.
#[cfg(unix)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// None is followed.
    Refused,
    /// Those that lead below the folder are followed, where the system can tell; else none.
    Inside,
}

/// Opens what is at `path` below `folder`, which is relative and goes up nowhere. Each step is taken
/// from the folder that was opened before, so that no name can lead elsewhere, whoever exchanges what
/// between two steps.
#[cfg(unix)]
pub fn beneath(
    folder: impl std::os::fd::AsFd,
    path: &Path,
    how: rustix::fs::OFlags,
    links: Links,
) -> io::Result<std::os::fd::OwnedFd> {
    use rustix::fs::OFlags;
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let how = how | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, ResolveFlags, openat2};
        use rustix::io::Errno;
        /// How often it is tried again where somebody renames a folder on the way.
        const TRIES: usize = 8;
        let inside = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let (how, resolve) = match links {
            Links::Refused => (how | OFlags::NOFOLLOW, inside | ResolveFlags::NO_SYMLINKS),
            Links::Inside => (how, inside),
        };
        // With `PATH` the system takes only flags that say something about looking.
        let how = if how.contains(OFlags::PATH) { how - (OFlags::NONBLOCK | OFlags::NOCTTY) } else { how };
        for _ in 0..TRIES {
            match openat2(folder.as_fd(), path, how, Mode::empty(), resolve) {
                Err(Errno::AGAIN) => {}
                // Not known to an old kernel, and not allowed in some containers.
                Err(Errno::NOSYS | Errno::PERM) => return by_steps(folder, path, how),
                opened => return Ok(opened?),
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = links;
        by_steps(folder, path, how)
    }
}

/// [`beneath`] where the system has no call for it: a folder at a time, and no link.
#[cfg(unix)]
fn by_steps(
    folder: impl std::os::fd::AsFd,
    path: &Path,
    how: rustix::fs::OFlags,
) -> io::Result<std::os::fd::OwnedFd> {
    use rustix::fs::{Mode, OFlags, openat};
    use std::path::Component;
    #[cfg(target_os = "linux")]
    let step = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let step = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut at = openat(folder, ".", step, Mode::empty())?;
    let mut parts = path.components().peekable();
    while let Some(part) = parts.next() {
        let how = if parts.peek().is_none() { how | OFlags::NOFOLLOW } else { step };
        match part {
            Component::Normal(name) => at = openat(&at, name, how, Mode::empty())?,
            Component::CurDir => at = openat(&at, ".", how, Mode::empty())?,
            _ => return Err(io::ErrorKind::InvalidInput.into()),
        }
    }
    Ok(at)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use rustix::fs::{Mode, OFlags};
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn pipes_devices_folders_and_what_is_too_large_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        rustix::fs::mkfifoat(rustix::fs::CWD, path("pipe"), Mode::RUSR).unwrap();
        fs::write(path("file"), "four").unwrap();
        symlink("/dev/zero", path("zero")).unwrap();
        symlink("file", path("link")).unwrap();
        for name in ["pipe", "zero", "."] {
            assert_eq!(read(&path(name), 10).unwrap_err().kind(), io::ErrorKind::InvalidInput, "{name}");
        }
        assert_eq!(read(&path("file"), 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read(&path("file"), 4).unwrap(), b"four");
        assert_eq!(read(&path("link"), 4).unwrap(), b"four");
    }

    #[test]
    fn what_is_beneath_a_folder_is_found_and_nothing_else() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("b.py"), "outside").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let top =
            || rustix::fs::open(folder.path(), OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap();
        fs::create_dir_all(folder.path().join("a/in")).unwrap();
        fs::write(folder.path().join("a/in/b.py"), "inside").unwrap();
        symlink("a/in", folder.path().join("link")).unwrap();
        symlink(outside.path(), folder.path().join("out")).unwrap();
        let outcome = |path: &str, links: Option<Links>| {
            let opened = match links {
                Some(links) => beneath(top(), Path::new(path), OFlags::RDONLY, links),
                None => by_steps(top(), Path::new(path), OFlags::RDONLY | OFlags::CLOEXEC),
            };
            opened.and_then(|file| bytes(File::from(file), 100)).ok()
        };
        let inside = Some(b"inside".to_vec());
        for links in [Some(Links::Refused), Some(Links::Inside), None] {
            assert_eq!(outcome("a/in/b.py", links), inside, "{links:?}");
            assert_eq!(outcome("out/b.py", links), None, "{links:?}");
            assert_eq!(outcome("../b.py", links), None, "{links:?}");
            let absolute = outside.path().join("b.py");
            assert_eq!(outcome(absolute.to_str().unwrap(), links), None, "{links:?}");
        }
        assert_eq!(outcome("link/b.py", Some(Links::Refused)), None);
        assert_eq!(outcome("link/b.py", None), None);
        #[cfg(target_os = "linux")]
        assert_eq!(outcome("link/b.py", Some(Links::Inside)), inside);
    }
}
