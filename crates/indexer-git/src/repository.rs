//! A repository around a root: its parts, and which files are tracked.

use crate::error::GitError;
use crate::mode;
use crate::reach::{LARGEST_CONFIG, Reach};
use std::path::{Path, PathBuf};

/// A repository around a root.
#[derive(Clone, Debug)]
pub struct Repository {
    /// The folder that holds `.git`, canonical.
    pub(crate) workdir: PathBuf,
    /// This worktree's git folder.
    pub(crate) git_dir: PathBuf,
    /// The git folder that all worktrees share.
    pub(crate) common_dir: PathBuf,
    /// The root relative to `workdir`, with `/`; "" for the whole.
    pub(crate) prefix: String,
    /// True where there are no files but those of its revisions.
    pub(crate) bare: bool,
    /// How far what it is made of may lie.
    pub(crate) reach: Reach,
}

/// What the index lists below the root, and right in the folders above it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tracked {
    /// Paths relative to the root, sorted, each once. Submodules and symbolic links are left out.
    pub files: Vec<String>,
    /// Files in the folders above the root itself, as paths in the repository, sorted, each once.
    pub above: Vec<String>,
    /// How many names are not UTF-8.
    pub not_utf8: u64,
}

impl Repository {
    /// The folder that holds `.git`, canonical.
    pub fn workdir(&self) -> &Path {
        &self.workdir
    }

    /// The root relative to [`workdir`](Self::workdir), with `/`; "" for the whole.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// True where there are no files but those of its revisions.
    pub fn is_bare(&self) -> bool {
        self.bare
    }

    /// This worktree's git folder.
    pub(crate) fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// True where the configuration says that ids are not sha1.
    pub(crate) fn is_sha256(&self) -> bool {
        let text = self.reach.text(&self.common_dir.join("config"), LARGEST_CONFIG);
        text.is_some_and(|text| {
            text.to_ascii_lowercase().replace([' ', '\t'], "").contains("objectformat=sha256")
        })
    }

    /// The git folder that all worktrees share, canonical: the identity of the repository.
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    /// The file with rules of this clone alone.
    pub fn exclude_file(&self) -> PathBuf {
        self.common_dir.join("info").join("exclude")
    }

    /// The files whose change can change which files are listed: the index, and the exclude file
    /// and configuration of the repository.
    pub fn rule_files(&self) -> [PathBuf; 3] {
        let common = &self.common_dir;
        [self.git_dir.join("index"), self.exclude_file(), common.join("config")]
    }

    /// The tracked files below the root. O(index).
    pub fn tracked(&self) -> Result<Tracked, GitError> {
        let mut tracked = Tracked::default();
        let Some(index) = self.index()? else { return Ok(tracked) };
        for entry in index {
            if !matches!(entry.mode, mode::FILE | mode::EXECUTABLE) {
                continue;
            }
            match std::str::from_utf8(&entry.path) {
                Ok(path) => match self.below_root(path) {
                    Some(path) => tracked.files.push(path.to_owned()),
                    None => tracked.above.extend(self.is_right_above(path).then(|| path.to_owned())),
                },
                Err(_) => tracked.not_utf8 += 1,
            }
        }
        for paths in [&mut tracked.files, &mut tracked.above] {
            paths.sort_unstable();
            paths.dedup();
        }
        Ok(tracked)
    }

    /// True for a file of the repository that stands in a folder in which the root is too.
    fn is_right_above(&self, path: &str) -> bool {
        let inside = path.rsplit_once('/').map_or(Some(self.prefix.as_str()), |(folder, _)| {
            self.prefix.strip_prefix(folder)?.strip_prefix('/')
        });
        inside.is_some_and(|inside| !inside.is_empty())
    }

    /// What `path` of the repository is called below the root; `None` where it is not below.
    pub fn below_root<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.prefix.is_empty() {
            return Some(path);
        }
        path.strip_prefix(self.prefix.as_str())?.strip_prefix('/')
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::open;
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    pub(crate) fn git(folder: &Path, arguments: &[&str]) {
        let done = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
            .args(["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"])
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// A commit of all that stands in the folder.
    pub(crate) fn commit(folder: &Path, message: &str) {
        git(folder, &["add", "-A"]);
        git(folder, &["commit", "-q", "-m", message]);
    }

    pub(crate) fn fixture() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q"]);
        fs::create_dir(folder.path().join("sub")).unwrap();
        fs::write(folder.path().join("a.py"), "").unwrap();
        fs::write(folder.path().join("sub/b.py"), "").unwrap();
        git(folder.path(), &["add", "."]);
        folder
    }

    #[test]
    fn tracked_files_are_relative_to_the_root_as_given() {
        let folder = fixture();
        assert_eq!(open(folder.path()).unwrap().tracked().unwrap().files, ["a.py", "sub/b.py"]);
        let sub = open(&folder.path().join("sub")).unwrap().tracked().unwrap();
        assert_eq!((sub.files, sub.above), (vec!["b.py".to_owned()], vec!["a.py".to_owned()]));
        fs::create_dir_all(folder.path().join("sub/inner")).unwrap();
        fs::create_dir(folder.path().join("su")).unwrap();
        fs::write(folder.path().join("su/c.py"), "").unwrap();
        git(folder.path(), &["add", "."]);
        let inner = open(&folder.path().join("sub/inner")).unwrap().tracked().unwrap();
        assert_eq!((inner.files.len(), inner.above), (0, vec!["a.py".to_owned(), "sub/b.py".to_owned()]));
    }
}
