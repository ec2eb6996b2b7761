//! Any bytes as a file of a repository of git: an answer or a reason, no panic, and an end.
//!
//! The first byte says which file it is. What git checks by a sum is also tried without one.
#![no_main]

use indexer_core::work::NEVER;
use indexer_git::{Bound, Objects, open, open_within};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// A repository of two commits with a log, packed references and an index, and beside it a folder of
/// which a file names the repository.
static PLACE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let place = tempfile::tempdir().expect("a folder for the repository");
    let root = place.path().join("root");
    fs::create_dir_all(root.join("sub")).expect("its folder");
    fs::create_dir(place.path().join("other")).expect("a folder beside it");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]);
        let done = git.args(arguments).current_dir(&root).output().expect("git is there");
        assert!(done.status.success(), "{done:?}");
    };
    git(&["init", "-q"]);
    for text in ["x = 1\n", "x = 2\n"] {
        fs::write(root.join("sub/a.py"), text).expect("a file");
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "change"]);
    }
    git(&["tag", "-a", "-m", "first", "v1", "HEAD~1"]);
    place
});

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let dot_git = PLACE.path().join("root/.git");
    let name = match first {
        b'h' => "HEAD",
        b'r' => "refs/heads/main",
        b'p' => "packed-refs",
        b'c' => "config",
        b'd' => "commondir",
        b'a' => "objects/info/alternates",
        b'l' => "logs/HEAD",
        b's' => "shallow",
        b'i' | b'I' => "index",
        b'g' => return gitfile(rest),
        _ => return,
    };
    let mut content = rest.to_vec();
    if *first == b'I' {
        // Twenty bytes of nothing: git does not look whether the sum is right.
        content.extend([0; 20]);
    }
    let file = dot_git.join(name);
    // A packed reference counts where there is no loose one.
    let hidden = (*first == b'p').then(|| dot_git.join("refs/heads/main"));
    let kept: Vec<(PathBuf, Option<Vec<u8>>)> =
        std::iter::once(file.clone()).chain(hidden).map(|path| (path.clone(), fs::read(path).ok())).collect();
    for (path, _) in &kept {
        let _ = fs::remove_file(path);
    }
    if fs::write(&file, &content).is_ok() {
        let root = PLACE.path().join("root");
        match first {
            b'i' | b'I' => list(&root.join("sub")),
            _ => look(&root),
        }
    }
    for (path, before) in kept {
        let _ = match before {
            Some(before) => fs::write(path, before),
            None => fs::remove_file(path),
        };
    }
});

fn gitfile(bytes: &[u8]) {
    let other = PLACE.path().join("other");
    if fs::write(other.join(".git"), bytes).is_ok() {
        look(&other);
        let base = other.as_path();
        if let Ok(Some(found)) = open_within(&other, base.parent().unwrap_or(base)) {
            let _ = found.objects();
        }
    }
}

fn look(root: &Path) {
    let Some(repository) = open(root) else { return };
    if let Some(head) = repository.head_commit() {
        assert!(head.bytes().all(|byte| byte.is_ascii_hexdigit()), "{head}");
    }
    let _ = repository.author();
    let Ok(objects) = repository.objects() else { return };
    let _ = objects.remotes();
    for text in ["HEAD~1", "@{1}", "@{-1}", "@{u}", "v1^{commit}", "nothing"] {
        if let Ok(found) = objects.resolve(text) {
            follow(&objects, found);
        }
    }
}

/// What the index lists, which is all that it is asked for.
fn list(root: &Path) {
    let Some(repository) = open(root) else { return };
    if let Ok(tracked) = repository.tracked() {
        assert!(tracked.files.is_sorted());
    }
    let _ = repository.objects().map(|objects| objects.staged());
}

fn follow(objects: &Objects, found: indexer_git::Revision) {
    let contents = objects.tree(found.tree, "").unwrap_or_default();
    assert!(contents.entries.len() < 10, "there are two files at most");
    if let Some(commit) = found.commit {
        let _ = objects.merge_base(commit, commit);
        let _ = objects.history(commit, "sub/a.py", Bound { most: 10, stop: &NEVER }, |_| true);
    }
}
