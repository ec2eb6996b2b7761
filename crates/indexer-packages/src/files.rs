//! The files of an installed package.

use crate::Installed;
use crate::archive::Archive;
use crate::disk;
use std::fs;

/// Files of one package that are looked at: the rest, in the order of their paths, is left out.
const MOST_FILES: usize = 2_048;
/// Entries of its folders that are looked at.
const MOST_LISTED: usize = 50_000;
/// Most levels of folders in a package.
const MOST_DEPTH: usize = 24;
/// Files that are larger are left out, in bytes: bundles, and data written as code.
const LARGEST_FILE: u64 = 4 << 20;

impl Installed {
    /// The most files that [`Installed::files`] gives.
    pub const MOST_FILES: usize = MOST_FILES;

    /// The files of the package that are `wanted`, as paths from its root, sorted. Links are not followed. O(entries of its
    /// folders), which are bounded.
    pub fn files(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut found = Vec::new();
        let mut listed = 0;
        let whole = [String::new()];
        let parts = if self.only.is_empty() { &whole[..] } else { &self.only[..] };
        for part in parts {
            self.walk(part, 0, wanted, &mut listed, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_FILES);
        found
    }

    fn walk(
        &self,
        path: &str,
        depth: usize,
        wanted: &dyn Fn(&str) -> bool,
        listed: &mut usize,
        found: &mut Vec<String>,
    ) {
        *listed += 1;
        if depth > MOST_DEPTH || *listed > MOST_LISTED || self.leaves_out(path) {
            return;
        }
        let full = self.root.join(path);
        let Ok(meta) = fs::symlink_metadata(&full) else { return };
        if meta.is_dir() {
            for name in disk::entries(&full) {
                // What a package brings along is a package of its own.
                if name != "node_modules" && name != "site-packages" {
                    self.walk(&indexer_core::path::join(path, &name), depth + 1, wanted, listed, found);
                }
            }
        } else if meta.is_file() && meta.len() <= LARGEST_FILE && wanted(path) {
            found.push(path.to_owned());
        }
    }

    /// The files of a package whose root is an archive, each with its bytes, by their paths. O(entries of the archive).
    pub fn archived(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        let archive = Archive::open(&self.root);
        let paths = archive.as_ref().map(|archive| self.archived_paths(archive)).unwrap_or_default();
        paths.into_iter().filter_map(move |path| {
            let bytes = archive.as_ref()?.bytes(&path, LARGEST_FILE)?;
            Some((path, bytes))
        })
    }

    fn archived_paths(&self, archive: &Archive) -> Vec<String> {
        // A list of files is looked up, and only parts of the archive are searched for.
        let (files, parts): (Vec<&String>, Vec<&String>) =
            self.only.iter().partition(|part| archive.has(part));
        let mut found: Vec<String> = files.into_iter().cloned().collect();
        if !parts.is_empty() || self.only.is_empty() {
            let all = archive.folders().iter().flat_map(|(folder, names)| {
                names.iter().map(move |name| indexer_core::path::join(folder, name))
            });
            let is_part = |path: &String| {
                parts.is_empty() || parts.iter().any(|part| indexer_core::path::is_under(path, part))
            };
            found.extend(all.filter(is_part));
        }
        found.retain(|path| !self.leaves_out(path));
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_FILES);
        found
    }

    /// True for what is no part of what others use.
    fn leaves_out(&self, path: &str) -> bool {
        let name = indexer_core::path::file_name(path);
        self.exclude.iter().any(|glob| match glob.strip_prefix('*') {
            Some(end) => name.ends_with(end),
            None if glob.contains('/') => indexer_core::path::is_under(path, glob),
            None => name == glob,
        })
    }

    /// The bytes of a file of the package; `None` for one that leads out of it, is none, or is too large.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        disk::bytes(&self.root.join(path), &self.root, LARGEST_FILE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_those_of_the_package_and_no_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let root = dunce::canonicalize(folder.path()).unwrap();
        for path in ["a/x.py", "a/b/y.py", "a/tests/t.py", "a/node_modules/c/z.py", "other.py"] {
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/", root.join("a/link")).unwrap();
        let only = vec!["a".to_owned()];
        let package = Installed { root, only, exclude: vec!["tests".to_owned()], ..Installed::default() };
        assert_eq!(package.files(&|path| path.ends_with(".py")), ["a/b/y.py", "a/x.py"]);
        assert_eq!(package.read("a/x.py").as_deref(), Some(&b"x"[..]));
        assert_eq!(package.read("../etc/passwd"), None);
        assert_eq!(package.read("a"), None);
    }
}
