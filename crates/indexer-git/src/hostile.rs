//! Repositories that somebody made to exhaust, to mislead or to hold up.

use crate::bound::Bound;
use crate::error::GitError;
use crate::objects::Objects;
use crate::repository::tests::{fixture, git};
use crate::{Id, open};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

fn bound(most: usize) -> Bound<'static> {
    Bound { most, stop: &NEVER }
}

/// Gives `input` to a command of git; its answer.
fn asked(folder: &Path, arguments: &[&str], input: &[u8]) -> String {
    let mut command = Command::new("git");
    let made = command.args(arguments).current_dir(folder);
    let mut child = made.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{arguments:?}");
    String::from_utf8(done.stdout).unwrap().trim().to_owned()
}

fn id(hex: &str) -> Id {
    gix::ObjectId::from_hex(hex.as_bytes()).unwrap().as_slice().try_into().unwrap()
}

fn objects(folder: &Path) -> Objects {
    open(folder).unwrap().objects().unwrap()
}

/// The file of a loose object.
fn loose(folder: &Path, hex: &str) -> std::path::PathBuf {
    folder.join(".git/objects").join(&hex[..2]).join(&hex[2..])
}

/// A tree that names ten times a tree that names ten times a tree, `depth` deep: a few hundred bytes
/// for 10^`depth` times `leaf`.
fn bomb(folder: &Path, leaf: &str, depth: usize) -> String {
    let mut tree = asked(folder, &["mktree", "--missing"], leaf.as_bytes());
    for _ in 0..depth {
        let entries: String = (0..10).map(|i| format!("040000 tree {tree}\td{i}\n")).collect();
        tree = asked(folder, &["mktree"], entries.as_bytes());
    }
    tree
}

#[test]
fn a_tree_of_billions_ends_after_counted_entries() {
    let folder = fixture();
    let path = folder.path();
    git(path, &["commit", "-q", "-m", "one"]);
    let blob = asked(path, &["rev-parse", "HEAD:a.py"], b"");
    let tree = bomb(path, &format!("100644 blob {blob}\tf.py\n"), 12);
    let objects = objects(path);
    assert!(matches!(objects.tree(id(&tree), ""), Err(GitError::TooMany { .. })));
    // A path in it is found all the same, and a bomb of folders alone is one too.
    let deep = ["d9"; 12].join("/") + "/f.py";
    assert_eq!(objects.file(id(&tree), &deep), Ok(Some(id(&blob))));
    let empty = bomb(path, "", 12);
    assert!(matches!(objects.tree(id(&empty), ""), Err(GitError::TooMany { .. })));
    // A folder that a sparse index names, over and over.
    let entries: String = (0..100).map(|i| format!("040000 tree {tree}\ts{i}\n")).collect();
    let many = asked(path, &["mktree"], entries.as_bytes());
    assert!(matches!(objects.tree(id(&many), "s1"), Err(GitError::TooMany { .. })));
}

#[test]
fn commits_with_billions_of_differences_are_compared_by_counted_entries() {
    let folder = fixture();
    let path = folder.path();
    git(path, &["commit", "-q", "-m", "one"]);
    let commit = |leaf: &str, parent: &[&str]| {
        // Nothing in it is a file: no difference is ever told.
        let tree = bomb(path, &format!("160000 commit {leaf}\tmodule\n"), 12);
        let arguments = [&["commit-tree", "-m", "x", &tree][..], parent].concat();
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        asked(path, &[&identity[..], &arguments].concat(), b"")
    };
    let old = commit(&"1".repeat(40), &[]);
    let new = commit(&"2".repeat(40), &["-p", &old]);
    let objects = objects(path);
    let found = objects.file_churns(id(&new), bound(100)).unwrap();
    assert!(found.cut && found.files.is_empty());
    let mut steps = 0;
    let cut = objects.history(id(&new), "d0", bound(100), |_| {
        steps += 1;
        true
    });
    assert_eq!((cut, steps), (Ok(false), 0), "a folder is no file, and nothing is compared for it");
}

#[test]
fn commits_and_trees_that_inflate_are_refused_by_what_they_say() {
    let folder = fixture();
    let path = folder.path();
    git(path, &["commit", "-q", "-m", "one"]);
    let zeros = vec![0; 33 << 20];
    for (kind, size) in [("commit", 17 << 20), ("tag", 17 << 20), ("tree", 33 << 20)] {
        let arguments = ["hash-object", "-t", kind, "-w", "--literally", "--stdin"];
        let hex = asked(path, &arguments, &zeros[..size]);
        assert!(fs::metadata(loose(path, &hex)).unwrap().len() < 1 << 18);
        let objects = objects(path);
        let too_large = |error: GitError| matches!(error, GitError::TooLarge { .. });
        assert!(objects.resolve(&hex).is_err_and(too_large), "{kind}");
        // What does not say how large it is gets no further.
        assert_eq!(objects.size(id(&hex)).unwrap(), size as u64);
        assert!(objects.commit(id(&hex)).is_err_and(too_large), "{kind}");
    }
    // A file may be larger.
    let hex = asked(path, &["hash-object", "-w", "--stdin"], &zeros);
    assert_eq!(objects(path).blob(id(&hex)).unwrap().len(), zeros.len());
}

#[test]
fn an_object_is_what_its_id_says_and_so_none_names_itself() {
    let folder = fixture();
    let path = folder.path();
    git(path, &["commit", "-q", "-m", "one"]);
    let head = asked(path, &["rev-parse", "HEAD"], b"");
    let own = "1".repeat(40);
    let put = |kind: &str, content: &[u8]| {
        let made = asked(path, &["hash-object", "-t", kind, "-w", "--literally", "--stdin"], content);
        let place = loose(path, &own);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(loose(path, &made), &place).unwrap();
    };
    let damaged = |error: GitError| error == GitError::Damaged { id: own.clone() };
    let tag = format!("object {own}\ntype tag\ntag t\ntagger t <t@example.org> 0 +0000\n\n.\n");
    put("tag", tag.as_bytes());
    fs::write(path.join(".git/refs/tags/self"), &own).unwrap();
    for text in ["self", "self^{}", "self^{commit}", "self~1", &own, &own[..6]] {
        assert!(objects(path).resolve(text).is_err_and(damaged), "{text}");
    }
    fs::remove_file(loose(path, &own)).unwrap();
    let tree = asked(path, &["rev-parse", "HEAD^{tree}"], b"");
    let commit = format!(
        "tree {tree}\nparent {own}\nauthor t <t@example.org> 0 +0000\ncommitter t <t@example.org> 0 +0000\n\n.\n"
    );
    put("commit", commit.as_bytes());
    assert!(objects(path).resolve("self~100000000").is_err_and(damaged));
    assert!(objects(path).merge_base(id(&own), id(&head)).is_err());
    let history = objects(path).history(id(&own), "a.py", bound(usize::MAX), |_| true);
    assert!(history.is_err_and(damaged));
    fs::remove_file(loose(path, &own)).unwrap();
    let entry = [&b"40000 d\0"[..], &[0x11; 20]].concat();
    put("tree", &entry);
    assert!(objects(path).tree(id(&own), "").is_err_and(damaged));
    // Tags of tags end too.
    let mut target = (head, "commit");
    for _ in 0..60 {
        let (of, kind) = &target;
        let text = format!("object {of}\ntype {kind}\ntag t\ntagger t <t@example.org> 0 +0000\n\n.\n");
        target = (asked(path, &["mktag"], text.as_bytes()), "tag");
    }
    let error = objects(path).resolve(&target.0).unwrap_err();
    assert!(error.to_string().contains("a tag of more than"), "{error}");
}

#[cfg(unix)]
#[test]
fn pipes_in_the_place_of_objects_and_packs_hold_nobody_up() {
    let folder = fixture();
    let path = folder.path();
    git(path, &["commit", "-q", "-m", "one"]);
    let pipe = |at: &Path| {
        fs::remove_file(at).ok();
        rustix::fs::mkfifoat(rustix::fs::CWD, at, rustix::fs::Mode::RUSR).unwrap();
    };
    let refused = |error: GitError| matches!(error, GitError::Refused { .. });
    let head = asked(path, &["rev-parse", "HEAD"], b"");
    let before = objects(path);
    let file = loose(path, &head);
    let bytes = fs::read(&file).unwrap();
    pipe(&file);
    for text in ["HEAD", &head, &head[..6], "main~1"] {
        for objects in [&before, &objects(path)] {
            assert!(objects.resolve(text).is_err(), "{text}");
        }
    }
    assert!(before.commit(id(&head)).is_err_and(refused));
    fs::remove_file(&file).unwrap();
    fs::write(&file, bytes).unwrap();
    assert!(before.resolve("HEAD").is_ok());

    // A pack that comes while the repository is open is looked at before gix lists it.
    let packs = path.join(".git/objects/pack");
    pipe(&packs.join(format!("pack-{}.pack", "3".repeat(40))));
    fs::write(packs.join(format!("pack-{}.idx", "3".repeat(40))), "").unwrap();
    assert!(before.blob([9; 20]).is_err_and(refused));
    assert!(open(path).unwrap().objects().is_err_and(refused));
    for entry in fs::read_dir(&packs).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    git(path, &["commit-graph", "write", "--reachable"]);
    git(path, &["config", "user.name", "Ada"]);
    for name in ["objects/info/commit-graph", "objects/info/alternates", "config", "shallow", "logs/HEAD"] {
        let at = path.join(".git").join(name);
        let bytes = fs::read(&at).ok();
        pipe(&at);
        // Whether it is refused or not needed: an answer comes.
        let answer = open(path).unwrap().objects().map(|objects| {
            let _ = objects.resolve("HEAD@{0}");
            objects.merge_base(id(&head), id(&head)).is_ok()
        });
        let is_needed = !matches!(name, "objects/info/commit-graph" | "logs/HEAD");
        assert_eq!(answer.is_err(), is_needed, "{name}: {answer:?}");
        assert_eq!(open(path).unwrap().author().is_none(), is_needed, "{name}");
        fs::remove_file(&at).unwrap();
        bytes.into_iter().for_each(|bytes| fs::write(&at, bytes).unwrap());
    }
    assert!(objects(path).resolve("HEAD@{0}").is_ok());
}

#[test]
fn alternates_that_go_in_circles_or_on_and_on_end() {
    let folder = fixture();
    let path = folder.path();
    git(path, &["commit", "-q", "-m", "one"]);
    let info = path.join(".git/objects/info");
    fs::create_dir_all(&info).unwrap();
    fs::write(info.join("alternates"), "../objects\n").unwrap();
    let outcome = open(path).unwrap().objects().and_then(|objects| objects.resolve("HEAD").map(drop));
    assert!(outcome.is_err(), "a circle is told");
    let mut text = String::new();
    for i in 0..100 {
        fs::create_dir(path.join(format!("o{i}"))).unwrap();
        text += &format!("{}/o{i}\n", path.display());
    }
    fs::write(info.join("alternates"), text).unwrap();
    let error = open(path).unwrap().objects().unwrap_err();
    assert!(error.to_string().contains("named one after the other"), "{error}");
    fs::write(info.join("alternates"), "# none\n/nowhere/at/all\n").unwrap();
    assert!(objects(path).resolve("HEAD").is_ok(), "git goes on without one that is gone");
}

/// What git's own words for revisions lead to, beside what `revision.rs` asks.
#[test]
fn revisions_are_those_of_git() {
    let folder = fixture();
    let path = folder.path();
    for (i, message) in ["one", "fix two", "three"].iter().enumerate() {
        fs::write(path.join("a.py"), format!("x = {i}\n")).unwrap();
        git(path, &["commit", "-q", "-a", "-m", message]);
    }
    git(path, &["tag", "v1", "HEAD~1"]);
    git(path, &["tag", "-a", "-m", "annotated", "v2", "HEAD~1"]);
    git(path, &["checkout", "-q", "-b", "side", "HEAD~2"]);
    fs::write(path.join("sub/b.py"), "y = 1\n").unwrap();
    git(path, &["commit", "-q", "-a", "-m", "side"]);
    git(path, &["merge", "-q", "--no-edit", "main"]);
    git(path, &["update-ref", "refs/remotes/origin/side", "main"]);
    git(path, &["config", "branch.side.remote", "origin"]);
    git(path, &["config", "branch.side.merge", "refs/heads/side"]);
    git(path, &["config", "remote.origin.url", "/nowhere"]);
    git(path, &["config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"]);
    git(path, &["pack-refs", "--all"]);
    let objects = objects(path);
    let described = asked(path, &["describe", "--tags", "--long", "main"], b"");
    let short = asked(path, &["rev-parse", "--short=5", "main"], b"");
    for text in [
        "HEAD",
        "@",
        "@~1",
        "@^",
        "@^2",
        "HEAD^2~1",
        "HEAD~2",
        "main",
        "heads/main",
        "refs/heads/main",
        "v1",
        "v2",
        "v2^{}",
        "v2^{commit}",
        "v2~1",
        "tags/v2",
        "HEAD@{0}",
        "HEAD@{1}",
        "@{1}",
        "@{-1}",
        "side@{0}",
        "@{u}",
        "side@{upstream}",
        "@{u}~1",
        "HEAD^{/fix}",
        "main^{/one}",
        "origin/side",
        "ORIG_HEAD",
        &described,
        &short,
        "HEAD^0",
        "HEAD^{tree}",
        "v2^{tree}",
        "@{2 days from now}",
    ] {
        let git = asked(path, &["rev-parse", &format!("{text}^{{}}")], b"");
        let ours = objects.resolve(text).map(|found| crate::hex(&found.commit.unwrap_or(found.tree)));
        assert_eq!(ours.as_ref(), Ok(&git), "{text}");
    }
    for text in
        ["HEAD^3", "HEAD~9", "@{3}", "@{99}", "@{-9}", "main@{u}", "v1^{tag}", "HEAD^{blob}", "nothing"]
    {
        assert!(objects.resolve(text).is_err(), "{text}");
    }
}

#[test]
fn a_commit_of_megabytes_is_remembered_by_its_first_characters() {
    let folder = fixture();
    let path = folder.path();
    // No character ends where the line is cut.
    let long = format!("a{}", "\u{e9}".repeat(1 << 19));
    fs::write(path.join("message"), &long).unwrap();
    git(path, &["add", "a.py"]);
    git(path, &["commit", "-q", "-F", "message"]);
    let objects = objects(path);
    let head = objects.resolve("HEAD").unwrap().commit.unwrap();
    let mut subjects = Vec::new();
    objects
        .history(head, "a.py", bound(10), |step| {
            subjects.push(step.subject);
            true
        })
        .unwrap();
    assert_eq!(subjects.len(), 1);
    assert!(subjects[0].len() <= 1_000 && long.starts_with(&subjects[0]), "{}", subjects[0].len());
}

/// Names of authors in other encodings end as they end.
#[test]
fn what_is_no_utf8_is_shown_as_such_at_the_end_of_a_line_too() {
    let folder = fixture();
    let path = folder.path();
    let tree = asked(path, &["write-tree"], b"");
    let of = |who: &[u8]| [who, b" <a@example.org> 1 +0000\n"].concat();
    let text = [
        format!("tree {tree}\nauthor ").as_bytes(),
        &of(b"Ren\xe9"),
        b"committer ",
        &of(b"a"),
        b"\nTo the caf\xe9\n",
    ]
    .concat();
    let made = asked(path, &["hash-object", "-t", "commit", "-w", "--stdin"], &text);
    let commit = objects(path).commit(id(&made)).unwrap().unwrap();
    let words = commit.words;
    assert_eq!((words.author.as_str(), words.subject.as_str()), ("Ren\u{fffd}", "To the caf\u{fffd}"));
}
