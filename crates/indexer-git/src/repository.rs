//! Where a repository is, which commit is checked out, which files are tracked.

use crate::error::GitError;
use std::fs;
use std::path::{Path, PathBuf};

/// A repository around a root.
#[derive(Clone, Debug)]
pub struct Repository {
    /// The folder that holds `.git`, canonical.
    workdir: PathBuf,
    /// This worktree's git folder.
    git_dir: PathBuf,
    /// The git folder that all worktrees share.
    common_dir: PathBuf,
    /// The root relative to `workdir`, with `/`; "" for the whole.
    prefix: String,
    /// True where there are no files but those of its revisions.
    bare: bool,
}

/// What the index lists below the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tracked {
    /// Paths relative to the root, sorted, each once. Submodules and symbolic links are left out.
    pub files: Vec<String>,
    /// How many names are not UTF-8.
    pub not_utf8: u64,
}

/// The repository that `root` is in, found upwards, or the bare one that it is; `None` where there
/// is none.
pub fn open(root: &Path) -> Option<Repository> {
    let root = dunce::canonicalize(root).ok()?;
    if is_bare(&root) {
        return Some(Repository {
            workdir: root.clone(),
            git_dir: root.clone(),
            common_dir: root,
            prefix: String::new(),
            bare: true,
        });
    }
    root.ancestors().find_map(|folder| {
        let git_dir = git_dir_of(&folder.join(".git"))?;
        let common_dir = fs::read_to_string(git_dir.join("commondir"))
            .ok()
            .and_then(|text| dunce::canonicalize(git_dir.join(text.trim_end())).ok())
            .unwrap_or_else(|| git_dir.clone());
        let inside = root.strip_prefix(folder).ok()?;
        let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
        Some(Repository {
            workdir: folder.to_owned(),
            git_dir,
            common_dir,
            prefix: parts?.join("/"),
            bare: false,
        })
    })
}

/// True for a git folder that is no worktree's: one of that name belongs to the folder above.
fn is_bare(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name != ".git")
        && folder.join("HEAD").is_file()
        && folder.join("objects").is_dir()
        && folder.join("refs").is_dir()
        && fs::read_to_string(folder.join("config")).is_ok_and(|text| {
            let plain = |line: &str| line.to_ascii_lowercase().replace([' ', '\t'], "");
            text.lines().any(|line| matches!(plain(line).as_str(), "bare" | "bare=true"))
        })
}

/// True for a folder that holds a repository, a worktree or a submodule of its own.
pub fn is_repository(folder: &Path) -> bool {
    git_dir_of(&folder.join(".git")).is_some()
}

/// The git folder that `.git` is or names.
fn git_dir_of(dot_git: &Path) -> Option<PathBuf> {
    let meta = fs::metadata(dot_git).ok()?;
    if meta.is_dir() {
        return dot_git.join("HEAD").exists().then(|| dunce::canonicalize(dot_git).ok())?;
    }
    let text = fs::read_to_string(dot_git).ok()?;
    let named = text.strip_prefix("gitdir:")?.trim();
    dunce::canonicalize(dot_git.parent()?.join(named)).ok()
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
        fs::read_to_string(self.common_dir.join("config")).is_ok_and(|text| {
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

    /// The commit that is checked out, in hexadecimal digits; `None` before the first commit.
    pub fn head_commit(&self) -> Option<String> {
        let mut text = fs::read_to_string(self.git_dir.join("HEAD")).ok()?;
        // A symbolic reference may name another; git itself gives up after five.
        for _ in 0..5 {
            let Some(name) = text.trim_end().strip_prefix("ref:") else {
                let id = text.trim_end();
                return is_hex(id).then(|| id.to_owned());
            };
            let name = name.trim();
            let loose = [&self.git_dir, &self.common_dir].into_iter();
            match loose.map(|dir| fs::read_to_string(dir.join(name))).find_map(Result::ok) {
                Some(next) => text = next,
                None => return self.packed(name),
            }
        }
        None
    }

    fn packed(&self, name: &str) -> Option<String> {
        let packed = fs::read_to_string(self.common_dir.join("packed-refs")).ok()?;
        let mut pairs = packed.lines().filter_map(|line| line.split_once(' '));
        pairs.find(|(id, found)| *found == name && is_hex(id)).map(|(id, _)| id.to_owned())
    }

    /// The tracked files below the root. O(index).
    pub fn tracked(&self) -> Result<Tracked, GitError> {
        let mut tracked = Tracked::default();
        if !self.git_dir.join("index").exists() {
            return Ok(tracked);
        }
        let Some(index) = self.objects()?.index()? else { return Ok(tracked) };
        for entry in index.entries() {
            use gix::index::entry::Mode;
            if !matches!(entry.mode, Mode::FILE | Mode::FILE_EXECUTABLE) {
                continue;
            }
            match std::str::from_utf8(entry.path(&index)) {
                Ok(path) => tracked.files.extend(self.below_root(path).map(str::to_owned)),
                Err(_) => tracked.not_utf8 += 1,
            }
        }
        tracked.files.sort_unstable();
        tracked.files.dedup();
        Ok(tracked)
    }

    /// What `path` of the repository is called below the root; `None` where it is not below.
    pub fn below_root<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.prefix.is_empty() {
            return Some(path);
        }
        path.strip_prefix(self.prefix.as_str())?.strip_prefix('/')
    }
}

fn is_hex(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
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
        assert_eq!(open(&folder.path().join("sub")).unwrap().tracked().unwrap().files, ["b.py"]);
    }

    #[test]
    fn the_commit_is_found_loose_and_packed_and_absent() {
        let folder = fixture();
        let repository = open(folder.path()).unwrap();
        assert_eq!(repository.head_commit(), None);
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        let loose = repository.head_commit().unwrap();
        git(folder.path(), &["pack-refs", "--all"]);
        assert_eq!(repository.head_commit(), Some(loose));
    }

    #[test]
    fn worktrees_share_their_common_folder() {
        let folder = fixture();
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        let other = tempfile::tempdir().unwrap();
        let path = other.path().join("w");
        git(folder.path(), &["worktree", "add", "-q", path.to_str().unwrap()]);
        let (a, b) = (open(folder.path()).unwrap(), open(&path).unwrap());
        assert_eq!(a.common_dir(), b.common_dir());
        assert_ne!(a.workdir(), b.workdir());
        assert_eq!(b.tracked().unwrap().files, ["a.py", "sub/b.py"]);
        assert_eq!(a.head_commit(), b.head_commit());
    }
}
