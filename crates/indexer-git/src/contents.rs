//! What a tree or the git index holds.

use crate::Id;
use crate::budget::Budget;
use crate::error::GitError;
use crate::index::Staged;
use crate::mode;
use crate::objects::Objects;
use gix::bstr::{BStr, ByteSlice};

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A symbolic link.
    Link,
    /// Another repository.
    Submodule,
}

/// One entry that is not a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path, with `/`.
    pub path: String,
    /// The id of its blob; of a commit where it is a submodule.
    pub id: Id,
    /// What it is.
    pub kind: Kind,
}

/// Everything that a tree or the git index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The entries, sorted by path, each once.
    pub entries: Vec<Entry>,
    /// Names that are not UTF-8, as well as they can be shown.
    pub not_utf8: Vec<String>,
    /// Paths that are in conflict, and so have no one content. Only in a git index.
    pub conflicts: Vec<String>,
}

impl Contents {
    pub(crate) fn add(&mut self, path: &BStr, id: Id, kind: Kind) {
        match path.to_str() {
            Ok(path) => self.entries.push(Entry { path: path.to_owned(), id, kind }),
            Err(_) => self.not_utf8.push(path.to_str_lossy().into_owned()),
        }
    }

    pub(crate) fn sort(&mut self) {
        self.entries.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        self.entries.dedup_by(|a, b| a.path == b.path);
        self.conflicts.sort_unstable();
        self.conflicts.dedup();
    }
}

impl Objects {
    /// What a tree holds below `folder` ("" for all of it), paths relative to that. O(trees below).
    pub fn tree(&self, tree: Id, folder: &str) -> Result<Contents, GitError> {
        let below = match folder {
            "" => tree,
            _ => {
                self.find(tree, folder)?
                    .filter(|(_, is_folder)| *is_folder)
                    .ok_or_else(|| GitError::NoFolder { folder: folder.to_owned() })?
                    .0
            }
        };
        let mut contents = Contents::default();
        self.walk(below, &mut contents, &mut Budget::new())?;
        contents.sort();
        Ok(contents)
    }

    /// The blob of the file at `path` in a tree; `None` where there is none.
    pub fn file(&self, tree: Id, path: &str) -> Result<Option<Id>, GitError> {
        Ok(self.find(tree, path)?.filter(|(_, is_folder)| !is_folder).map(|(id, _)| id))
    }

    /// The id at `path` in a tree, of a folder or a file.
    fn find(&self, tree: Id, path: &str) -> Result<Option<(Id, bool)>, GitError> {
        let mut at = tree;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let data = self.read(at, gix::objs::Kind::Tree)?;
            let mut entries = gix::objs::TreeRefIter::from_bytes(&data, gix::hash::Kind::Sha1);
            let found =
                entries.find_map(|entry| entry.ok().filter(|entry| entry.filename == part.as_bytes()));
            let Some(entry) = found else { return Ok(None) };
            at = bytes(entry.oid)?;
            if parts.peek().is_none() {
                return Ok((entry.mode.is_tree() || entry.mode.is_blob()).then(|| (at, entry.mode.is_tree())));
            }
            if !entry.mode.is_tree() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn walk(&self, tree: Id, contents: &mut Contents, budget: &mut Budget) -> Result<(), GitError> {
        // Folders still to be read: a stack of our own, since trees may nest as deep as they like.
        let mut folders = vec![(tree, Vec::new())];
        while let Some((tree, folder)) = folders.pop() {
            let data = match budget.kept.get(&tree) {
                Some(data) => data,
                None => {
                    budget.take_reading()?;
                    let data = self.read(tree, gix::objs::Kind::Tree)?;
                    let length = data.len();
                    budget.kept.keep(tree, data, length)
                }
            };
            for entry in gix::objs::TreeRefIter::from_bytes(&data, gix::hash::Kind::Sha1) {
                let entry = entry.map_err(|e| GitError::Read(e.to_string()))?;
                let mut path = folder.clone();
                path.extend_from_slice(entry.filename);
                budget.take(path.len())?;
                let id = bytes(entry.oid)?;
                if entry.mode.is_tree() {
                    path.push(b'/');
                    folders.push((id, path));
                } else {
                    let kind = match (entry.mode.is_link(), entry.mode.is_commit()) {
                        (true, _) => Kind::Link,
                        (_, true) => Kind::Submodule,
                        _ => Kind::File,
                    };
                    contents.add(path.as_bstr(), id, kind);
                }
            }
        }
        Ok(())
    }

    /// What the git index holds: the whole of it, paths relative to the repository. Files that are
    /// only intended to be added have no content yet and are left out. O(index).
    pub fn staged(&self) -> Result<Contents, GitError> {
        let mut contents = Contents::default();
        let mut budget = Budget::new();
        for Staged { path, id, mode, stage, intent_to_add, .. } in self.place.index()?.unwrap_or_default() {
            let path = path.as_bstr();
            if stage != 0 {
                contents.conflicts.push(path.to_str_lossy().into_owned());
                continue;
            }
            if intent_to_add {
                continue;
            }
            match mode {
                mode::FILE | mode::EXECUTABLE => contents.add(path, id, Kind::File),
                mode::LINK => contents.add(path, id, Kind::Link),
                mode::SUBMODULE => contents.add(path, id, Kind::Submodule),
                // A folder that a sparse checkout leaves out stands there as its tree.
                mode::FOLDER => {
                    let mut below = Contents::default();
                    self.walk(id, &mut below, &mut budget)?;
                    let folder = path.to_str_lossy();
                    let folder = folder.trim_end_matches('/');
                    for entry in below.entries {
                        budget.take(folder.len())?;
                        contents.entries.push(Entry { path: format!("{folder}/{}", entry.path), ..entry });
                    }
                    contents.not_utf8.extend(below.not_utf8.iter().map(|name| format!("{folder}/{name}")));
                }
                _ => {}
            }
        }
        contents.sort();
        Ok(contents)
    }
}

fn bytes(id: &gix::oid) -> Result<Id, GitError> {
    id.as_bytes().try_into().map_err(|_| GitError::Sha256)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use crate::repository::tests::{fixture, git};
    use std::fs;

    fn listed(contents: &Contents) -> Vec<(&str, Kind)> {
        contents.entries.iter().map(|entry| (entry.path.as_str(), entry.kind)).collect()
    }

    #[cfg(unix)]
    #[test]
    fn links_submodules_and_names_that_are_not_utf8_are_told_apart() {
        use std::os::unix::ffi::OsStrExt;
        let folder = fixture();
        let path = folder.path();
        std::os::unix::fs::symlink("a.py", path.join("link.py")).unwrap();
        fs::write(path.join(std::ffi::OsStr::from_bytes(b"\xff.py")), "").unwrap();
        git(path, &["init", "-q", "inner"]);
        git(&path.join("inner"), &["commit", "-q", "--allow-empty", "-m", "inner"]);
        git(path, &["-c", "advice.addEmbeddedRepo=false", "add", "."]);
        git(path, &["commit", "-q", "-m", "one"]);
        let objects = open(path).unwrap().objects().unwrap();
        let tree = objects.resolve("HEAD").unwrap().tree;
        let contents = objects.tree(tree, "").unwrap();
        let expected = [
            ("a.py", Kind::File),
            ("inner", Kind::Submodule),
            ("link.py", Kind::Link),
            ("sub/b.py", Kind::File),
        ];
        assert_eq!(listed(&contents), expected);
        assert_eq!(contents.not_utf8.len(), 1);
        assert_eq!(objects.staged().unwrap(), contents);
        assert_eq!(listed(&objects.tree(tree, "sub").unwrap()), [("b.py", Kind::File)]);
        for folder in ["none", "a.py", "sub/none"] {
            assert!(matches!(objects.tree(tree, folder), Err(GitError::NoFolder { .. })), "{folder}");
        }
        assert_eq!(objects.file(tree, "sub").unwrap(), None);
        assert_eq!(objects.file(tree, "sub/b.py").unwrap(), Some(contents.entries[3].id));
    }

    #[test]
    fn the_git_index_has_what_is_staged_and_counts_conflicts() {
        let folder = fixture();
        let path = folder.path();
        git(path, &["commit", "-q", "-m", "one"]);
        git(path, &["checkout", "-q", "-b", "other"]);
        fs::write(path.join("a.py"), "other\n").unwrap();
        git(path, &["commit", "-q", "-a", "-m", "other"]);
        git(path, &["checkout", "-q", "-"]);
        fs::write(path.join("a.py"), "staged\n").unwrap();
        fs::write(path.join("meant.py"), "x\n").unwrap();
        git(path, &["add", "a.py"]);
        git(path, &["add", "-N", "meant.py"]);
        fs::write(path.join("a.py"), "on disk\n").unwrap();
        let objects = open(path).unwrap().objects().unwrap();
        let contents = objects.staged().unwrap();
        assert_eq!(listed(&contents), [("a.py", Kind::File), ("sub/b.py", Kind::File)]);
        assert_eq!(objects.blob(contents.entries[0].id).unwrap(), b"staged\n");
        assert_eq!(objects.size(contents.entries[0].id).unwrap(), 7);
        fs::remove_file(path.join("meant.py")).unwrap();
        git(path, &["rm", "-q", "--cached", "meant.py"]);
        git(path, &["commit", "-q", "-a", "-m", "two"]);
        let merged = std::process::Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org", "merge", "-q", "other"])
            .current_dir(path)
            .output()
            .unwrap();
        assert!(!merged.status.success(), "there is a conflict");
        let contents = objects.staged().unwrap();
        assert_eq!(listed(&contents), [("sub/b.py", Kind::File)]);
        assert_eq!(contents.conflicts, ["a.py"]);
    }

    #[test]
    fn a_replaced_object_is_what_its_id_says() {
        let folder = fixture();
        let path = folder.path();
        fs::write(path.join("a.py"), "one\n").unwrap();
        git(path, &["commit", "-q", "-a", "-m", "one"]);
        let objects = open(path).unwrap().objects().unwrap();
        let id = objects.file(objects.resolve("HEAD").unwrap().tree, "a.py").unwrap().unwrap();
        let empty = objects.file(objects.resolve("HEAD").unwrap().tree, "sub/b.py").unwrap().unwrap();
        git(path, &["replace", &crate::hex(&id), &crate::hex(&empty)]);
        let objects = open(path).unwrap().objects().unwrap();
        assert_eq!(objects.blob(id).unwrap(), b"one\n");
    }
}
