//! A folder that is listed. It is held open meanwhile, and so is the root from which it is reached, so
//! that no name leads elsewhere than when it was listed: not a folder that somebody exchanges for a
//! link between two looks.

use crate::types::limits::LARGEST_FILE;
use crate::types::stamp::Stamp;
#[cfg(unix)]
pub(super) use by_descriptor::{OpenFolder, OpenRoot};
#[cfg(not(unix))]
pub(super) use by_path::{OpenFolder, OpenRoot};
use indexer_core::RepoPath;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Folder,
    File,
    Link,
    /// A pipe, a socket or a device.
    Special,
}

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct FolderEntry {
    pub(super) name: OsString,
    pub(super) kind: EntryKind,
}

/// The bytes of the file at `path` below `root`: a regular one, no link on the way to it.
pub(super) fn contents(root: &Path, path: &str) -> io::Result<Vec<u8>> {
    let clean = RepoPath::new(path).ok_or(io::ErrorKind::InvalidInput)?;
    OpenRoot::open(root)?.read(clean.as_str(), LARGEST_FILE)
}

#[cfg(unix)]
mod by_descriptor {
    use super::{EntryKind, FolderEntry, Path, Stamp, io};
    use crate::types::links::relative_link;
    use indexer_git::regular::{self, Links, beneath};
    use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, open, readlinkat, statat};
    use std::ffi::CStr;
    use std::fs::File;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStringExt;

    /// The root, open.
    pub(in crate::source::disk) struct OpenRoot(OwnedFd);

    /// A folder below it, open.
    pub(in crate::source::disk) struct OpenFolder(OwnedFd);

    impl OpenRoot {
        pub(in crate::source::disk) fn open(root: &Path) -> io::Result<Self> {
            #[cfg(target_os = "linux")]
            let look = OFlags::PATH;
            #[cfg(not(target_os = "linux"))]
            let look = OFlags::RDONLY;
            Ok(Self(open(root, look | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?))
        }

        /// The folder at `path`; "" for the root.
        pub(in crate::source::disk) fn folder(&self, path: &str) -> io::Result<OpenFolder> {
            let how = OFlags::RDONLY | OFlags::DIRECTORY;
            Ok(OpenFolder(beneath(&self.0, path.as_ref(), how, Links::Refused)?))
        }

        /// The bytes of a file.
        pub(in crate::source::disk) fn read(&self, path: &str, most: u64) -> io::Result<Vec<u8>> {
            let file = beneath(&self.0, path.as_ref(), OFlags::RDONLY, Links::Refused)?;
            regular::bytes(File::from(file), most)
        }
    }

    impl OpenFolder {
        pub(in crate::source::disk) fn stamp(&self) -> io::Result<Stamp> {
            Ok(Stamp::of_stat(&fstat(&self.0)?))
        }

        /// The stamp of an entry itself.
        pub(in crate::source::disk) fn stamp_of(&self, entry: &FolderEntry) -> io::Result<Stamp> {
            Ok(Stamp::of_stat(&statat(&self.0, &entry.name, AtFlags::SYMLINK_NOFOLLOW)?))
        }

        /// What is written in the link of a name, as far as it may lead to a place below the root.
        pub(in crate::source::disk) fn link(&self, name: &str) -> Option<String> {
            relative_link(readlinkat(&self.0, name, Vec::new()).ok()?.to_bytes())
        }

        /// The bytes of the file of a name.
        pub(in crate::source::disk) fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
            let file = beneath(&self.0, name.as_ref(), OFlags::RDONLY, Links::Refused)?;
            regular::bytes(File::from(file), most)
        }

        /// Its entries in no order; an error among them where one cannot be told.
        pub(in crate::source::disk) fn entries(&self) -> Vec<io::Result<FolderEntry>> {
            let mut found = Vec::new();
            let mut take = |name: &CStr, kind: FileType| {
                if !matches!(name.to_bytes(), b"." | b"..") {
                    let kind = self.kind(name, kind);
                    let name = OsStringExt::from_vec(name.to_bytes().to_vec());
                    found.push(kind.map(|kind| FolderEntry { name, kind }));
                }
            };
            let failed = self.each(&mut take).err();
            found.extend(failed.map(Err));
            found
        }

        #[cfg(target_os = "linux")]
        fn each(&self, take: &mut dyn FnMut(&CStr, FileType)) -> io::Result<()> {
            /// As much as the standard library reads at once.
            const AT_ONCE: usize = 32 << 10;
            let mut buffer = Vec::with_capacity(AT_ONCE);
            let mut names = rustix::fs::RawDir::new(&self.0, buffer.spare_capacity_mut());
            while let Some(entry) = names.next() {
                match entry {
                    Ok(entry) => take(entry.file_name(), entry.file_type()),
                    Err(rustix::io::Errno::INTR) => {}
                    // It was removed while it was open.
                    Err(rustix::io::Errno::NOENT) => return Ok(()),
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(())
        }

        #[cfg(not(target_os = "linux"))]
        fn each(&self, take: &mut dyn FnMut(&CStr, FileType)) -> io::Result<()> {
            let mut names = rustix::fs::Dir::read_from(&self.0)?;
            while let Some(entry) = names.read() {
                let entry = entry?;
                take(entry.file_name(), entry.file_type());
            }
            Ok(())
        }

        /// Some file systems say what an entry is only when asked about it alone.
        fn kind(&self, name: &CStr, kind: FileType) -> io::Result<EntryKind> {
            Ok(match kind {
                FileType::Directory => EntryKind::Folder,
                FileType::RegularFile => EntryKind::File,
                FileType::Symlink => EntryKind::Link,
                FileType::Unknown => {
                    let stat = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
                    match FileType::from_raw_mode(stat.st_mode) {
                        FileType::Unknown => EntryKind::Special,
                        kind => self.kind(name, kind)?,
                    }
                }
                _ => EntryKind::Special,
            })
        }
    }
}

/// Where there are no descriptors of folders, their names are looked at before they are opened.
#[cfg(not(unix))]
mod by_path {
    use super::{EntryKind, FolderEntry, Path, Stamp, io};
    use crate::source::disk::stamp::stamp_of;
    use crate::types::links::relative_link;
    use std::fs;
    use std::path::PathBuf;

    /// The root.
    pub(in crate::source::disk) struct OpenRoot(PathBuf);

    /// A folder below it.
    pub(in crate::source::disk) struct OpenFolder(PathBuf);

    impl OpenRoot {
        pub(in crate::source::disk) fn open(root: &Path) -> io::Result<Self> {
            Ok(Self(dunce::canonicalize(root)?))
        }

        pub(in crate::source::disk) fn folder(&self, path: &str) -> io::Result<OpenFolder> {
            let full = dunce::canonicalize(self.0.join(path))?;
            // Neither it nor what is above it has become a link.
            match full == self.0.join(path) {
                true => Ok(OpenFolder(full)),
                false => Err(io::ErrorKind::InvalidInput.into()),
            }
        }

        pub(in crate::source::disk) fn read(&self, path: &str, most: u64) -> io::Result<Vec<u8>> {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            self.folder(folder)?.read(name, most)
        }
    }

    impl OpenFolder {
        pub(in crate::source::disk) fn stamp(&self) -> io::Result<Stamp> {
            stamp_of(&self.0)
        }

        pub(in crate::source::disk) fn stamp_of(&self, entry: &FolderEntry) -> io::Result<Stamp> {
            stamp_of(&self.0.join(&entry.name))
        }

        pub(in crate::source::disk) fn link(&self, name: &str) -> Option<String> {
            let text = fs::read_link(self.0.join(name)).ok().filter(|text| !text.has_root())?;
            relative_link(text.to_str()?.replace('\\', "/").as_bytes())
        }

        pub(in crate::source::disk) fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
            let path = self.0.join(name);
            match fs::symlink_metadata(&path)?.is_file() {
                true => indexer_git::regular::read(&path, most),
                false => Err(io::ErrorKind::InvalidInput.into()),
            }
        }

        pub(in crate::source::disk) fn entries(&self) -> Vec<io::Result<FolderEntry>> {
            let entries = match fs::read_dir(&self.0) {
                Ok(entries) => entries,
                Err(error) => return vec![Err(error)],
            };
            let entry = |entry: fs::DirEntry| {
                let kind = entry.file_type()?;
                let kind = match (kind.is_dir(), kind.is_file(), kind.is_symlink()) {
                    (true, ..) => EntryKind::Folder,
                    (_, true, _) => EntryKind::File,
                    (.., true) => EntryKind::Link,
                    _ => EntryKind::Special,
                };
                Ok(FolderEntry { name: entry.file_name(), kind })
            };
            entries.map(|found| found.and_then(entry)).collect()
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn entries_are_told_as_the_standard_library_tells_them() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        // More than one reading holds.
        for i in 0..3_000 {
            fs::write(at(&format!("{i}-with-a-name-of-some-length.py")), "").unwrap();
        }
        fs::create_dir(at("folder")).unwrap();
        symlink("folder", at("link")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::RUSR).unwrap();
        let opened = OpenRoot::open(folder.path()).unwrap().folder("").unwrap();
        let mut found: Vec<_> = opened.entries().into_iter().map(Result::unwrap).collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        let mut expected: Vec<_> = fs::read_dir(folder.path()).unwrap().map(Result::unwrap).collect();
        expected.sort_by_key(fs::DirEntry::file_name);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.name, expected.file_name());
            let kind = expected.file_type().unwrap();
            assert_eq!(found.kind == EntryKind::Folder, kind.is_dir());
            assert_eq!(found.kind == EntryKind::File, kind.is_file());
            assert_eq!(found.kind == EntryKind::Link, kind.is_symlink());
            assert_eq!(opened.stamp_of(found).unwrap(), Stamp::of(&expected.metadata().unwrap()));
        }
        assert_eq!(opened.stamp().unwrap(), crate::source::disk::stamp::stamp_of(folder.path()).unwrap());
    }
}
