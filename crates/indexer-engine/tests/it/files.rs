//! Which files are found, and that each one is taken or counted.

use indexer_engine::source::disk::root::Disk;
use indexer_engine::types::source::Source;
use indexer_engine::{LeftOut, Options, Snapshot, Workspace};
use indexer_testkit::{Random, Scratch};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

fn listed(root: &Path) -> BTreeSet<String> {
    let disk = Disk::new(&Options::new(root)).unwrap();
    disk.list(None).unwrap().files.into_iter().map(|file| file.path).collect()
}

/// What git lists below `root`: tracked files and others that no rule names.
fn by_git(root: &Path) -> BTreeSet<String> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
    let done = Command::new("git").args(arguments).current_dir(root).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8(done.stdout).unwrap();
    text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

const NAMES: &[&str] =
    &["a", "b", "a.py", "ab.py", "b.py", "B.py", "a b.py", "x!.py", "-d.py", "#h.py", "ü.py"];
const RULES: &[&str] = &[
    "a",
    "b/",
    "*.py",
    "!a.py",
    "/b.py",
    "a/b",
    "/a/*",
    "!/a/b",
    "**/b.py",
    "a/**",
    "a/**/b.py",
    "b*",
    "?.py",
    "[ab].py",
    "[!a].py",
    "\\#h.py",
    "#h.py",
    "x\\!.py",
    "!x!.py",
    "a b.py ",
    "-d.py\\ ",
    "*",
    "!*/",
    "!**/a.py",
    "**",
    "/*",
    "!/b",
    "ü.py",
    "b.py\r",
    "",
    "/",
    "a//b",
    "[a",
    "*b*.py",
    "**a.py",
    "a**/b.py",
    "\\a.py",
    "!",
];

#[derive(Clone, Debug)]
struct Tree {
    files: Vec<Vec<usize>>,
    rules: Vec<(usize, Vec<usize>)>,
    tracked: u32,
}

fn tree() -> impl Strategy<Value = Tree> {
    let path = prop::collection::vec(0..NAMES.len(), 1..4);
    let rules = (0usize..8, prop::collection::vec(0..RULES.len(), 1..5));
    let all = (prop::collection::vec(path, 3..14), prop::collection::vec(rules, 0..5), any::<u32>());
    all.prop_map(|(files, rules, tracked)| Tree { files, rules, tracked })
}

fn file_path(parts: &[usize]) -> String {
    let (last, folders) = parts.split_last().unwrap();
    // Folders are named like the first two, files like the others.
    let folders = folders.iter().map(|part| NAMES[part % 2]);
    folders.chain([NAMES[2 + last % (NAMES.len() - 2)]]).collect::<Vec<_>>().join("/")
}

/// True where git ignores the folder or one above it.
fn is_ignored(top: &Path, folder: &str) -> bool {
    let mut above = Path::new(folder).ancestors().filter(|folder| !folder.as_os_str().is_empty());
    above.any(|folder| {
        let mut git = Command::new("git");
        git.args(["check-ignore", "-q", "--no-index"]).arg(folder).current_dir(top);
        git.status().unwrap().success()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_listing_is_that_of_git(tree in tree()) {
        let files: BTreeMap<String, Vec<u8>> =
            tree.files.iter().map(|parts| (file_path(parts), b"x = 1\n".to_vec())).collect();
        let s = Scratch::new(&files).unwrap();
        s.git(&["init", "-q"]).unwrap();
        let tracked = files.keys().enumerate().filter(|(i, _)| tree.tracked >> (i % 32) & 1 == 1);
        let add: Vec<&str> = ["add", "-f", "--"].into_iter().chain(tracked.map(|(_, path)| path.as_str())).collect();
        if add.len() > 3 {
            s.git(&add).unwrap();
        }
        let folders: BTreeSet<&str> = files.keys().map(|path| indexer_core::path::parent(path)).collect();
        let folders: Vec<&str> = folders.into_iter().collect();
        for (which, rules) in &tree.rules {
            let text: Vec<&str> = rules.iter().map(|rule| RULES[*rule]).collect();
            let path = match which {
                7 => ".git/info/exclude".to_owned(),
                _ => indexer_core::path::join(folders[which % folders.len()], ".gitignore"),
            };
            s.write(&path, text.join("\n")).unwrap();
        }
        // As the root, and each folder that holds files as a root of its own.
        for inside in folders.iter().copied().chain([""]).collect::<BTreeSet<_>>() {
            let root = s.root().join(inside);
            // Git lists nothing in a folder that is ignored; we do where it is what was asked for.
            if !inside.is_empty() && is_ignored(&s.root(), inside) {
                continue;
            }
            let expected: BTreeSet<String> =
                by_git(&root).into_iter().filter(|path| path.ends_with(".py")).collect();
            prop_assert_eq!(listed(&root), expected, "below {:?}", inside);
        }
    }
}

/// Every entry below `folder` that is no folder, and every folder that `stop` says is not entered.
fn entries(folder: &Path, stop: &dyn Fn(&Path) -> bool, count: &mut u64) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let is_folder = entry.file_type().unwrap().is_dir();
        match is_folder && !stop(&entry.path()) {
            _ if entry.file_name() == ".git" => {}
            true => entries(&entry.path(), stop, count),
            false => *count += 1,
        }
    }
}

fn sum(snapshot: &Snapshot) -> u64 {
    snapshot.view.totals().files + snapshot.freshness.left_out.values().sum::<u64>()
}

/// Makes what is no file; gives how many names are not UTF-8, which not every file system allows.
#[cfg(unix)]
fn strange_entries(root: &Path) -> u64 {
    use std::os::unix::ffi::OsStrExt;
    std::os::unix::fs::symlink("..", root.join("loop")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", root.join("link.py")).unwrap();
    std::os::unix::net::UnixListener::bind(root.join("socket.py")).unwrap();
    assert!(Command::new("mkfifo").arg(root.join("pipe.py")).status().unwrap().success());
    let name = std::ffi::OsStr::from_bytes(b"\xff\xfe.py");
    u64::from(fs::write(root.join(name), "x = 1\n").is_ok())
}

#[cfg(not(unix))]
fn strange_entries(_: &Path) -> u64 {
    0
}

#[test]
fn files_found_are_those_indexed_and_those_left_out() {
    let mut files = BTreeMap::new();
    for path in [
        "a.py",
        "b.txt",
        "c.rs",
        ".env",
        "key.pem",
        "ignored/x.py",
        "ignored/y/z.py",
        "node_modules/m/i.py",
        "sub/target/a.py",
        "sub/kept.py",
        "sub/log.py",
        "excluded/e.py",
        "nested/n.py",
        "deep/e/r/f.py",
        "out.py",
        "dist/tracked.py",
        "dist/other.py",
        "Same.py",
        "same.py",
    ] {
        files.insert(path.to_owned(), b"x = 1\n".to_vec());
    }
    files.insert("nul.py".into(), b"x = '\0'\n".to_vec());
    files.insert(".gitignore".into(), b"ignored/\nlog.py\n".to_vec());
    files.insert(".indexerignore".into(), b"out.py\n".to_vec());
    let s = Scratch::new(&files).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s.git(&["init", "-q", "nested"]).unwrap();
    s.git(&["add", "-f", "dist/tracked.py", "a.py"]).unwrap();
    let strange = strange_entries(&s.root());
    let options = Options { exclude: vec!["excluded/".into()], max_depth: Some(3), ..Options::new(s.root()) };
    let options = Options { cache_dir: Some(s.cache()), ..options };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let snapshot = workspace.refresh().unwrap();
    let left_out = &snapshot.freshness.left_out;
    let expected = [
        (LeftOut::Binary, 1),
        (LeftOut::Secret, 2),
        (LeftOut::Symlink, 2),
        (LeftOut::Special, 2),
        (LeftOut::NotUtf8Name, strange),
        (LeftOut::Ignored, 2),
        (LeftOut::IgnoredFolder, 1),
        (LeftOut::SkippedFolder, 2),
        (LeftOut::NestedRepository, 1),
        (LeftOut::Excluded, 1),
        (LeftOut::ExcludedFolder, 1),
        (LeftOut::TooDeep, 1),
        (LeftOut::UnknownLanguage, 2),
    ];
    for (reason, count) in expected {
        if cfg!(unix) || !matches!(reason, LeftOut::Symlink | LeftOut::Special) {
            assert_eq!(
                left_out.get(&reason).copied().unwrap_or_default(),
                count,
                "{reason:?} in {left_out:?}"
            );
        }
        let named = snapshot.freshness.left_out_examples.get(&reason).map_or(0, Vec::len);
        assert_eq!(named, count.min(3) as usize, "{reason:?}");
    }
    let stop = |path: &Path| {
        let path = path.strip_prefix(s.root()).unwrap().to_str().unwrap();
        ["ignored", "node_modules", "sub/target", "excluded", "nested", "deep/e/r"].contains(&path)
    };
    let mut found = 0;
    entries(&s.root(), &stop, &mut found);
    assert_eq!(sum(&snapshot), found);
    // The same when nothing is listed again, and from the store.
    assert_eq!(sum(&workspace.refresh().unwrap()), found);
    for path in ["Same.py", "same.py", "dist/tracked.py", "sub/kept.py"] {
        assert!(snapshot.view.file(path).is_some(), "{path}");
    }
    assert!(snapshot.view.file("dist/other.py").is_none());
}

#[test]
fn a_rule_of_ours_takes_in_what_others_leave_out() {
    let files = [("node_modules/m/i.py", "x = 1\n"), ("ignored/a.py", "x = 1\n"), ("ignored/.env", "A=1\n")];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let s = Scratch::new(&files.into()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s.write(".gitignore", "ignored/\n").unwrap();
    assert!(listed(&s.root()).is_empty());
    s.write(".indexerignore", "!node_modules/\n!ignored/\n").unwrap();
    assert_eq!(listed(&s.root()), ["ignored/a.py", "node_modules/m/i.py"].map(str::to_owned).into());
}

#[test]
fn commands_in_an_ignored_folder_of_builds_are_read() {
    let files = ["build", "sub/cmake-build-debug", "odd/x", "other"]
        .map(|folder| format!("{folder}/compile_commands.json"));
    let named: BTreeSet<String> = files.iter().cloned().collect();
    let all = files.iter().map(|path| (path.clone(), b"[]".to_vec()));
    let s = Scratch::new(&all.chain([("build/made.c".to_owned(), Vec::new())]).collect()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s.write(".gitignore", "build/\ncmake-build-debug/\nodd/\nother/\n").unwrap();
    let without = |out: &[&str]| {
        named.iter().filter(|path| !out.iter().any(|one| path.starts_with(one))).cloned().collect()
    };
    let usual: BTreeSet<String> = without(&["odd", "other"]);
    assert_eq!(listed(&s.root()), usual);
    // Those that the user names, none of them outside of the root; and what our own rules leave out stays out.
    let build_folders = ["odd/x/", "../far", "/", "build"].map(str::to_owned).to_vec();
    let options = Options { build_folders, ..Options::new(s.root()) };
    let list =
        || Disk::new(&options).unwrap().list(None).unwrap().files.into_iter().map(|file| file.path).collect();
    let found: BTreeSet<String> = list();
    assert_eq!(found, without(&["other"]));
    s.write(".indexerignore", "build/\n").unwrap();
    let found: BTreeSet<String> = list();
    assert_eq!(found, without(&["other", "build"]));
    // One that comes later is seen, also by a listing that goes on from the last one.
    s.write(".indexerignore", "").unwrap();
    fs::remove_file(s.root().join("build/compile_commands.json")).unwrap();
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    assert!(workspace.refresh().unwrap().view.file("build/compile_commands.json").is_none());
    s.write("build/compile_commands.json", "[]").unwrap();
    assert!(workspace.refresh().unwrap().view.file("build/compile_commands.json").is_some());
}

#[test]
fn checkouts_are_listed_as_git_lists_them() {
    let Some(corpora) = std::env::var_os("INDEXER_CORPORA") else { return };
    let mut compared = 0;
    for entry in fs::read_dir(corpora).unwrap() {
        let root = entry.unwrap().path();
        if !root.join(".git").exists() {
            continue;
        }
        let ours = listed(&root);
        let explained = |path: &String| {
            indexer_engine::source::names::left_out_by_name(path).is_some()
                || fs::symlink_metadata(root.join(path)).map_or(true, |meta| !meta.is_file())
        };
        let theirs: BTreeSet<String> = by_git(&root).into_iter().filter(|path| !explained(path)).collect();
        let differ: Vec<_> = ours.symmetric_difference(&theirs).take(5).collect();
        assert!(differ.is_empty(), "{}: {differ:?}", root.display());
        compared += 1;
    }
    assert!(compared > 0, "INDEXER_CORPORA names a folder without checkouts");
}

#[test]
fn odd_names_and_many_files_are_taken() {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let odd = [
        "new\nline.py",
        "quo\"te.py",
        "-dash.py",
        "\u{202e}rtl.py",
        "🦀.py",
        "sp ace.py",
        "tab\t.py",
        "'.py",
    ];
    for name in odd {
        files.insert(format!("odd/{name}"), b"def odd(): pass\n".to_vec());
    }
    let mut random = Random(3);
    for i in 0..10_000 {
        files.insert(format!("many/f{i}.py"), format!("x{} = {i}\n", random.number()).into_bytes());
    }
    let s = Scratch::new(&files).unwrap();
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let snapshot = Workspace::open(options, |_| ()).unwrap().refresh().unwrap();
    assert_eq!(snapshot.view.totals().files, files.len() as u64);
    for name in odd {
        let path = format!("odd/{name}");
        assert!(snapshot.view.file(&path).is_some() && snapshot.source(&path).is_ok(), "{path:?}");
    }
}
