//! Reads the stamps of many files by their paths, without opening them. Folders stay open between paths that
//! share them, so that the system need not follow each path from the root.

use crate::source::disk::stamp::stamp_of;
use crate::types::stamp::Stamp;
#[cfg(unix)]
pub(super) use by_folder::StampReader;
#[cfg(not(unix))]
pub(super) use by_path::StampReader;
use std::io;
use std::path::Path;

#[cfg(unix)]
mod by_folder {
    use super::{Path, Stamp, io, stamp_of};
    use rustix::fs::{AtFlags, Mode, OFlags, open, openat, statat};
    use std::os::fd::{AsFd, OwnedFd};

    /// Folders held open at most: those above the path that was looked at last.
    const OPEN: usize = 16;

    /// Reads stamps below one root; fastest for paths in sorted order.
    #[derive(Debug)]
    pub(in crate::source::disk) struct StampReader<'a> {
        root: &'a Path,
        top: Option<OwnedFd>,
        /// The folder of the last path.
        folder: String,
        /// Folders above it, each below the one before: how much of `folder` names it, and it.
        above: Vec<(usize, OwnedFd)>,
    }

    impl<'a> StampReader<'a> {
        pub(in crate::source::disk) fn new(root: &'a Path) -> Self {
            let top = open(root, flags(), Mode::empty()).ok();
            Self { root, top, folder: String::new(), above: Vec::new() }
        }

        /// The stamp of what is at `path`, relative to the root, itself.
        pub(in crate::source::disk) fn stamp(&mut self, path: &str) -> io::Result<Stamp> {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            // Where nothing more can be opened, paths are followed from the root.
            let Some(at) = self.enter(folder).filter(|_| !name.is_empty()) else {
                return stamp_of(&self.root.join(path));
            };
            let stat = statat(at, name, AtFlags::SYMLINK_NOFOLLOW)?;
            Ok(Stamp::of_stat(&stat))
        }

        fn enter(&mut self, folder: &str) -> Option<&OwnedFd> {
            if folder != self.folder {
                while self.above.last().is_some_and(|(length, _)| !is_within(folder, &self.folder[..*length]))
                {
                    self.above.pop();
                }
                self.folder.clear();
                self.folder.push_str(folder);
            }
            let have = self.above.last().map_or(0, |(length, _)| *length);
            if have < folder.len() {
                let from = self.above.last().map_or(self.top.as_ref()?, |(_, at)| at).as_fd();
                let rest = folder[have..].trim_start_matches('/');
                let at = openat(from, rest, flags(), Mode::empty()).ok()?;
                if self.above.len() == OPEN {
                    self.above.remove(0);
                }
                self.above.push((folder.len(), at));
            }
            self.above.last().map(|(_, at)| at).or(self.top.as_ref())
        }
    }

    fn flags() -> OFlags {
        // Nothing is read from them, and a link is not followed.
        #[cfg(target_os = "linux")]
        let look = OFlags::PATH;
        #[cfg(not(target_os = "linux"))]
        let look = OFlags::RDONLY;
        look | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
    }

    fn is_within(path: &str, folder: &str) -> bool {
        path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

#[cfg(not(unix))]
mod by_path {
    use super::{Path, Stamp, io, stamp_of};

    /// Looks below one root.
    #[derive(Debug)]
    pub(in crate::source::disk) struct StampReader<'a> {
        root: &'a Path,
    }

    impl<'a> StampReader<'a> {
        pub(in crate::source::disk) fn new(root: &'a Path) -> Self {
            Self { root }
        }

        /// The stamp of what is at `path`, relative to the root, itself.
        pub(in crate::source::disk) fn stamp(&mut self, path: &str) -> io::Result<Stamp> {
            stamp_of(&self.root.join(path))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// In any order, also where a folder went or is a link now.
    #[test]
    fn what_is_seen_is_what_each_path_says_alone() {
        let folder = tempfile::tempdir().unwrap();
        let deep = (0..40).map(|i| format!("d{i}")).collect::<Vec<_>>().join("/");
        let paths =
            ["a.py", "a/b.py", "a/b-c/d.py", "a/b/c.py", "a/b/e/f.py", "a/c.py", "ab/c.py", "", "a", "a/b"];
        let mut paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        paths.extend(deep.match_indices('/').map(|(at, _)| format!("{}/x.py", &deep[..at])));
        for path in paths.iter().filter(|path| path.ends_with(".py")) {
            let full = folder.path().join(path);
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            fs::write(full, path).unwrap();
        }
        paths.push("none/x.py".to_owned());
        paths.push("a.py/x".to_owned());
        let check = |paths: &[String]| {
            let mut look = StampReader::new(folder.path());
            for path in paths.iter().chain(paths.iter().rev()) {
                let alone = stamp_of(&folder.path().join(path)).ok();
                assert_eq!(look.stamp(path).ok(), alone, "{path:?}");
            }
        };
        check(&paths);
        paths.sort();
        check(&paths);
        fs::remove_dir_all(folder.path().join("a/b")).unwrap();
        check(&paths);
    }
}
