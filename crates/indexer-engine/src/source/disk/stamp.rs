//! Stamps of files on disk.

use crate::types::stamp::Stamp;
use std::fs;
use std::io;
use std::path::Path;

/// The stamp of the file or folder at `path` itself (a link is not followed).
pub(crate) fn stamp_of(path: &Path) -> io::Result<Stamp> {
    fs::symlink_metadata(path).map(|meta| Stamp::of(&meta))
}

impl Stamp {
    /// What the metadata says.
    #[cfg(unix)]
    pub fn of(meta: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let join = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: meta.size(),
            mtime: join(meta.mtime(), meta.mtime_nsec()),
            ctime: join(meta.ctime(), meta.ctime_nsec()),
            inode: meta.ino(),
        }
    }

    /// What the system says.
    #[cfg(unix)]
    pub(crate) fn of_stat(stat: &rustix::fs::Stat) -> Self {
        let join = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: stat.st_size as u64,
            mtime: join(stat.st_mtime, stat.st_mtime_nsec as i64),
            ctime: join(stat.st_ctime, stat.st_ctime_nsec as i64),
            inode: stat.st_ino,
        }
    }

    /// What the metadata says.
    #[cfg(not(unix))]
    pub fn of(meta: &fs::Metadata) -> Self {
        use crate::source::nanoseconds;
        let mtime = meta.modified().map_or(0, nanoseconds);
        let ctime = meta.created().map_or(0, nanoseconds);
        Self { size: meta.len(), mtime, ctime, inode: 0 }
    }
}
