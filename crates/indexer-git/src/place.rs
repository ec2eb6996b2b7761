//! Finding the repository around a folder.

use crate::error::GitError;
use crate::reach::{LARGEST_CONFIG, LARGEST_NAME, Reach};
use crate::repository::Repository;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository that `root` is in, found upwards, or the bare one that it is; `None` where there
/// is none. Its parts may lie elsewhere, as those of a worktree do: this is for a root that the user
/// chose.
pub fn open(root: &Path) -> Option<Repository> {
    find(&dunce::canonicalize(root).ok()?, &Reach::default())
}

/// The repository that `root` is in, for a root that a question named and not the user, who gave
/// `base`, a folder above it. The repository around `base` is the user's own. One that begins below
/// `base` is refused where a part of it lies outside: a folder that somebody else filled must not show
/// what another repository holds.
pub fn open_within(root: &Path, base: &Path) -> Result<Option<Repository>, GitError> {
    let (Ok(root), Ok(base)) = (dunce::canonicalize(root), dunce::canonicalize(base)) else {
        return Ok(None);
    };
    let Some(found) = find(&root, &Reach::default()) else { return Ok(None) };
    if base.starts_with(found.workdir()) {
        return Ok(Some(found));
    }
    let reach = Reach { within: Some(base) };
    for part in [found.git_dir(), found.common_dir()] {
        if reach.folder(part).is_err() {
            return Err(GitError::Outside { folder: found.workdir().display().to_string() });
        }
    }
    Ok(find(&root, &reach))
}

/// True for a folder that holds a repository, a worktree or a submodule of its own.
pub fn is_repository(folder: &Path) -> bool {
    git_dir_of(&folder.join(".git"), &Reach::default()).is_some()
}

fn find(root: &Path, reach: &Reach) -> Option<Repository> {
    if is_bare(root, reach) {
        return Some(Repository {
            workdir: root.to_owned(),
            git_dir: root.to_owned(),
            common_dir: root.to_owned(),
            prefix: String::new(),
            bare: true,
            reach: reach.clone(),
        });
    }
    root.ancestors().find_map(|folder| {
        let git_dir = git_dir_of(&folder.join(".git"), reach)?;
        let common_dir = reach
            .text(&git_dir.join("commondir"), LARGEST_NAME)
            .and_then(|text| reach.folder(&git_dir.join(text.trim_end())).ok())
            .unwrap_or_else(|| git_dir.clone());
        let inside = root.strip_prefix(folder).ok()?;
        let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
        Some(Repository {
            workdir: folder.to_owned(),
            git_dir,
            common_dir,
            prefix: parts?.join("/"),
            bare: false,
            reach: reach.clone(),
        })
    })
}

/// True for a git folder that is no worktree's: one of that name belongs to the folder above.
fn is_bare(folder: &Path, reach: &Reach) -> bool {
    folder.file_name().is_some_and(|name| name != ".git")
        && folder.join("HEAD").is_file()
        && folder.join("objects").is_dir()
        && folder.join("refs").is_dir()
        && reach.text(&folder.join("config"), LARGEST_CONFIG).is_some_and(|text| {
            let plain = |line: &str| line.to_ascii_lowercase().replace([' ', '\t'], "");
            text.lines().any(|line| matches!(plain(line).as_str(), "bare" | "bare=true"))
        })
}

/// The git folder that `.git` is or names.
fn git_dir_of(dot_git: &Path, reach: &Reach) -> Option<PathBuf> {
    // Looking opens nothing.
    let holds_head = |folder: &Path| folder.join("HEAD").symlink_metadata().is_ok();
    if fs::metadata(dot_git).ok()?.is_dir() {
        return holds_head(dot_git).then(|| reach.folder(dot_git).ok())?;
    }
    let text = reach.text(dot_git, LARGEST_NAME)?;
    let named = text.strip_prefix("gitdir:")?.trim();
    let folder = reach.folder(&dot_git.parent()?.join(named)).ok()?;
    holds_head(&folder).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::tests::{fixture, git};

    /// Somebody's repository with a secret, and beside it a folder that the user gave, in which others
    /// wrote.
    fn two() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let (private, base) = (folder.path().join("private"), folder.path().join("base"));
        for path in [&private, &base] {
            fs::create_dir_all(path.join("sub")).unwrap();
            git(path, &["init", "-q"]);
        }
        fs::write(private.join("key.py"), "private = 1\n").unwrap();
        git(&private, &["add", "."]);
        git(&private, &["commit", "-q", "-m", "private"]);
        (folder, private, base)
    }

    fn outside<T>(found: Result<T, GitError>) -> bool {
        matches!(found, Err(GitError::Outside { .. }))
    }

    #[test]
    fn a_repository_below_the_users_root_must_lie_below_it() {
        let (_folder, private, base) = two();
        let sub = base.join("sub");
        let named = format!("gitdir: {}\n", private.join(".git").display());
        fs::write(sub.join(".git"), &named).unwrap();
        assert!(outside(open_within(&sub, &base)));
        // The user may choose it, and the folder around it is the user's own.
        assert!(open(&sub).unwrap().head_commit().is_some());
        assert!(open_within(&sub, &sub).unwrap().unwrap().head_commit().is_some());
        fs::remove_file(sub.join(".git")).unwrap();
        assert_eq!(open_within(&sub, &base).unwrap().unwrap().prefix(), "sub");

        // What is shared with others by `commondir`.
        git(&sub, &["init", "-q"]);
        fs::write(sub.join(".git/commondir"), private.join(".git").to_str().unwrap()).unwrap();
        assert!(outside(open_within(&sub, &base)));
        fs::remove_file(sub.join(".git/commondir")).unwrap();
        let own = open_within(&sub, &base).unwrap().unwrap();
        assert_eq!((own.prefix(), own.head_commit()), ("", None));

        // A submodule keeps its own below the folder above.
        let modules = base.join(".git/modules/lib");
        fs::create_dir_all(base.join("lib")).unwrap();
        fs::create_dir_all(modules.parent().unwrap()).unwrap();
        git(&base.join("lib"), &["init", "-q", "--separate-git-dir", modules.to_str().unwrap()]);
        git(&base.join("lib"), &["commit", "-q", "--allow-empty", "-m", "one"]);
        let lib = open_within(&base.join("lib"), &base).unwrap().unwrap();
        assert!(lib.head_commit().is_some() && lib.objects().unwrap().resolve("HEAD").is_ok());
    }

    #[test]
    fn objects_of_another_repository_are_for_the_users_own_root() {
        let (folder, private, base) = two();
        let secret = open(&private).unwrap().head_commit().unwrap();
        // `git clone --shared`: the user's own root may have them elsewhere.
        let url = private.to_str().unwrap();
        git(folder.path(), &["clone", "-q", "--shared", url, "shared"]);
        let shared = open(&folder.path().join("shared")).unwrap();
        assert!(shared.objects().unwrap().resolve(&secret[..8]).is_ok());

        let bare = base.join("embedded.git");
        git(&base, &["init", "-q", "--bare", "embedded.git"]);
        let alternates = bare.join("objects/info/alternates");
        fs::write(&alternates, format!("{}\n", private.join(".git/objects").display())).unwrap();
        let chosen = open(&bare).unwrap().objects().unwrap();
        assert!(chosen.resolve(&secret[..8]).is_ok(), "for who gives it as the root, git decides");
        let named = open_within(&bare, &base).unwrap().unwrap();
        assert!(outside(named.objects()), "{:?}", named.objects());

        // The same with links, where the system has them.
        #[cfg(unix)]
        for part in ["objects/pack", "objects", "refs"] {
            fs::remove_file(&alternates).ok();
            let (here, there) = (bare.join(part), private.join(".git").join(part));
            fs::remove_dir_all(&here).unwrap();
            std::os::unix::fs::symlink(there, &here).unwrap();
            let named = open_within(&bare, &base).unwrap().unwrap();
            let shown = named.objects().and_then(|objects| objects.resolve(&secret[..8]));
            assert!(shown.is_err(), "{part}: {shown:?}");
            assert_eq!(named.head_commit(), None, "{part}");
            fs::remove_file(&here).unwrap();
            fs::create_dir(&here).unwrap();
        }
        #[cfg(unix)]
        for part in ["HEAD", "packed-refs", "config"] {
            git(&private, &["pack-refs", "--all"]);
            let (here, there) = (bare.join(part), private.join(".git").join(part));
            let before = fs::read(&here).ok();
            fs::remove_file(&here).ok();
            std::os::unix::fs::symlink(there, &here).unwrap();
            let named = open_within(&bare, &base).unwrap().unwrap();
            assert_eq!(named.head_commit(), None, "{part}");
            // Without a configuration of its own it is a folder of the user's repository.
            assert_eq!(named.objects().is_ok(), part == "config", "{part}");
            assert_eq!(named.workdir() == bare, part != "config", "{part}");
            fs::remove_file(&here).unwrap();
            before.into_iter().for_each(|bytes| fs::write(&here, bytes).unwrap());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_git_that_is_no_file_names_no_repository_and_holds_nobody_up() {
        let folder = tempfile::tempdir().unwrap();
        let dot_git = folder.path().join(".git");
        let mode = rustix::fs::Mode::RUSR;
        rustix::fs::mkfifoat(rustix::fs::CWD, &dot_git, mode).unwrap();
        assert!(!is_repository(folder.path()));
        fs::remove_file(&dot_git).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &dot_git).unwrap();
        assert!(!is_repository(folder.path()));
        fs::remove_file(&dot_git).unwrap();
        fs::write(&dot_git, "gitdir: /etc\n").unwrap();
        assert!(!is_repository(folder.path()), "it holds no HEAD");
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
        // Asked about a folder of it, it is the user's own still.
        let sub = open_within(&path.join("sub"), &path).unwrap().unwrap();
        assert_eq!((sub.prefix(), sub.head_commit()), ("sub", a.head_commit()));
    }
}
