//! What a repository may be made of, and how much of it is read.

use crate::error::GitError;
use crate::regular;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Largest file of one name, id or path: `HEAD`, references, `commondir`, a `.git` that names a
/// folder, `alternates`. Git has the same bound for the last but one.
pub const LARGEST_NAME: u64 = 1 << 20;
/// Largest configuration, in bytes; that of thousands of branches is a tenth.
pub const LARGEST_CONFIG: u64 = 4 << 20;
/// Largest `packed-refs`, `shallow` or log of a reference, in bytes: a million references.
pub const LARGEST_REFERENCES: u64 = 128 << 20;
/// Largest git index, in bytes: five million files.
pub const LARGEST_INDEX: u64 = 512 << 20;

/// How far what a repository is made of may lie.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// Nothing of it lies outside of this folder, which is canonical. `None` for the repository that
    /// the user chose, of which git says where its parts are.
    pub(crate) within: Option<PathBuf>,
}

impl Reach {
    /// The bytes of a file of the repository.
    pub(crate) fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        match &self.within {
            None => regular::read(path, most),
            Some(within) => regular::bytes(open_inside(within, path, false)?, most),
        }
    }

    /// The text of a file of the repository; `None` where there is none that can be read.
    pub(crate) fn text(&self, path: &Path, most: u64) -> Option<String> {
        String::from_utf8(self.read(path, most).ok()?).ok()
    }

    /// Refuses what may not be opened: anything but a regular file of at most `most` bytes, or one that
    /// lies too far. Where there is none, there is nothing to refuse.
    pub(crate) fn check(&self, path: &Path, most: u64) -> Result<(), GitError> {
        let refuse = |reason: String| Err(GitError::Refused { path: path.display().to_string(), reason });
        match self.metadata(path) {
            Ok(meta) if !meta.is_file() => refuse(regular::NO_FILE.to_owned()),
            Ok(meta) if meta.len() > most => {
                refuse(format!("it has {} bytes; at most {most} are read", meta.len()))
            }
            Ok(_) => Ok(()),
            Err(error) if is_absent(&error) => Ok(()),
            Err(error) => refuse(error.to_string()),
        }
    }

    /// The canonical path of a folder; an error where it lies too far.
    pub(crate) fn folder(&self, path: &Path) -> io::Result<PathBuf> {
        let real = dunce::canonicalize(path)?;
        match &self.within {
            Some(within) if !real.starts_with(within) => Err(io::ErrorKind::PermissionDenied.into()),
            _ => Ok(real),
        }
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match &self.within {
            None => fs::metadata(path),
            Some(within) => open_inside(within, path, true)?.metadata(),
        }
    }
}

/// True for what is not there.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Opens a file below the folder `within`, only to look at it or to read it.
#[cfg(unix)]
fn open_inside(within: &Path, path: &Path, is_look: bool) -> io::Result<fs::File> {
    use crate::regular::{Links, beneath};
    use rustix::fs::{Mode, OFlags};
    let outside = || io::Error::from(io::ErrorKind::PermissionDenied);
    let inside = path.strip_prefix(within).map_err(|_| outside())?;
    let top = rustix::fs::open(within, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    #[cfg(target_os = "linux")]
    let look = OFlags::PATH;
    #[cfg(not(target_os = "linux"))]
    let look = OFlags::RDONLY;
    let how = if is_look { look } else { OFlags::RDONLY };
    Ok(fs::File::from(beneath(top, inside, how, Links::Inside)?))
}

#[cfg(not(unix))]
fn open_inside(within: &Path, path: &Path, _: bool) -> io::Result<fs::File> {
    let real = dunce::canonicalize(path)?;
    match real.starts_with(within) && fs::metadata(&real)?.is_file() {
        true => fs::File::open(real),
        false => Err(io::ErrorKind::PermissionDenied.into()),
    }
}
