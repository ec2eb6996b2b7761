//! Revisions, the git index and worktrees: what they hold, what they share, what they cost.

use crate::equality::{difference, workspace};
use indexer_core::work;
use indexer_engine::{EngineError, Event, GitError, LeftOut, Options, STAGED, SourceError, State, Workspace};
use indexer_testkit::{Edit, Files, Random, Scratch, mini_corpus, script};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

fn options(scratch: &Scratch) -> Options {
    Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) }
}

/// Files that were parsed and linked.
type Counts = Arc<Mutex<(usize, usize)>>;

/// A workspace, as a new process opens it, that counts.
fn counted(options: Options) -> (Workspace, Counts) {
    let counts = Counts::default();
    let added = counts.clone();
    let count = move |event| {
        if let Event::Done { parsed, linked, .. } = event {
            let mut counts = added.lock().unwrap();
            *counts = (counts.0 + parsed, counts.1 + linked);
        }
    };
    (Workspace::open(options, count).unwrap(), counts)
}

fn open(scratch: &Scratch) -> (Workspace, Counts) {
    counted(options(scratch))
}

fn read(counts: &Counts) -> (usize, usize) {
    *counts.lock().unwrap()
}

fn commit(scratch: &Scratch, message: &str) {
    scratch.git(&["add", "-A"]).unwrap();
    scratch.git(&["commit", "-q", "--allow-empty", "-m", message]).unwrap();
}

/// A repository with the corpus in its first commit.
fn repository() -> Scratch {
    let s = Scratch::new(&mini_corpus()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    commit(&s, "one");
    s
}

const TOOLS: &str = "def helper(thing):\n    return 1\n\n\ndef second():\n    return helper(2)\n";

#[test]
fn head_of_a_clean_worktree_parses_and_links_nothing() {
    let s = repository();
    let (one, counts) = open(&s);
    let disk = one.refresh().unwrap();
    let before = read(&counts);
    assert!(before.0 > 10);
    let head = one.at("HEAD").unwrap();
    assert_eq!(head.view.dump(), disk.view.dump());
    assert_eq!(
        (head.freshness.state, head.freshness.left_out.clone()),
        (State::Fresh, disk.freshness.left_out.clone())
    );
    assert_eq!(read(&counts), before);
    assert!(Arc::ptr_eq(&head, &one.at("HEAD").unwrap()));
    let asked = head.revision.clone().unwrap();
    assert_eq!((asked.name.as_str(), asked.commit), ("HEAD", disk.freshness.head_commit.clone()));
    let (two, counts) = open(&s);
    assert_eq!(two.at(STAGED).unwrap().view.dump(), disk.view.dump());
    assert_eq!(read(&counts), (0, 0));
}

#[test]
fn a_revision_that_was_seen_costs_nothing_in_a_new_process() {
    let s = repository();
    open(&s).0.refresh().unwrap();
    s.write("app/tools.py", TOOLS).unwrap();
    s.remove("app/shapes.py").unwrap();
    commit(&s, "two");
    let (one, counts) = open(&s);
    let now = one.refresh().unwrap().view.dump();
    let before = read(&counts);
    let old = one.at("HEAD~1").unwrap();
    let after = read(&counts);
    assert_eq!(after.0, before.0, "the facts are in the packs");
    assert!(after.1 > before.1 && after.1 - before.1 < mini_corpus().len(), "{before:?} {after:?}");
    let fresh = workspace(&mini_corpus()).refresh().unwrap().view.dump();
    assert_eq!(old.view.dump(), fresh, "{}", difference(&old.view.dump(), &fresh));
    let (two, counts) = open(&s);
    assert_eq!(two.at("HEAD~1").unwrap().view.dump(), fresh);
    assert_eq!(two.at("HEAD").unwrap().view.dump(), now);
    assert_eq!(two.at("HEAD^^{tree}").unwrap().view.dump(), fresh);
    assert_eq!(read(&counts), (0, 0));
    // The worktree is not disturbed by any of it.
    assert_eq!(two.refresh().unwrap().view.dump(), now);
    assert_eq!(read(&counts), (0, 0));
}

#[test]
fn what_other_settings_stored_of_a_revision_is_made_again() {
    let s = repository();
    let whole = open(&s).0.at("HEAD").unwrap().view.dump();
    let exclude = vec!["app/shapes.py".to_owned()];
    let options = Options { cache_dir: Some(s.cache()), exclude, ..Options::new(s.root()) };
    let other = Workspace::open(options, |_| {}).unwrap();
    let paths: Vec<String> =
        other.at("HEAD").unwrap().view.files().map(|file| file.path().to_owned()).collect();
    assert_eq!(paths.len(), mini_corpus().len() - 1, "{paths:?}");
    assert_eq!(open(&s).0.at("HEAD").unwrap().view.dump(), whole);
}

#[test]
fn a_switch_of_branches_and_back_parses_nothing() {
    let s = repository();
    let (workspace, counts) = open(&s);
    let main = workspace.refresh().unwrap().view.dump();
    s.git(&["checkout", "-q", "-b", "other"]).unwrap();
    s.write("app/tools.py", TOOLS).unwrap();
    commit(&s, "two");
    let other = workspace.refresh().unwrap().view.dump();
    let before = read(&counts).0;
    assert_eq!(before, mini_corpus().keys().filter(|path| !path.ends_with(".toml")).count() + 1);
    for (branch, dump) in [("main", &main), ("other", &other), ("main", &main)] {
        s.git(&["checkout", "-q", branch]).unwrap();
        assert_eq!(&workspace.refresh().unwrap().view.dump(), dump);
        assert_eq!(&open(&s).0.refresh().unwrap().view.dump(), dump);
    }
    assert_eq!(read(&counts).0, before);
}

#[test]
fn the_git_index_is_neither_the_commit_nor_the_disk() {
    let s = repository();
    let (workspace, _) = open(&s);
    workspace.refresh().unwrap();
    s.write("staged.py", "def staged_one(): pass\n").unwrap();
    s.git(&["add", "staged.py"]).unwrap();
    s.write("staged.py", "def on_disk(): pass\n").unwrap();
    let names = |snapshot: &indexer_engine::Snapshot| {
        let file = snapshot.view.file("staged.py");
        file.map(|file| file.symbols().map(|symbol| symbol.name().to_owned()).collect::<Vec<_>>())
    };
    let first = workspace.at(STAGED).unwrap();
    assert_eq!(names(&first).unwrap(), ["staged_one"]);
    assert_eq!(&*first.source("staged.py").unwrap().text, "def staged_one(): pass\n");
    assert_eq!(names(&workspace.refresh().unwrap()).unwrap(), ["on_disk"]);
    assert_eq!(names(&workspace.at("HEAD").unwrap()), None);
    s.git(&["add", "staged.py"]).unwrap();
    let second = workspace.at(STAGED).unwrap();
    assert_eq!(names(&second).unwrap(), ["on_disk"]);
    assert_ne!(first.version(), second.version());
    // A snapshot stays what it was.
    assert_eq!(&*first.source("staged.py").unwrap().text, "def staged_one(): pass\n");
    assert_eq!(open(&s).0.at(STAGED).unwrap().version(), second.version());
}

#[test]
fn rules_of_the_revision_decide_and_those_of_the_options() {
    let s = Scratch::new(&Files::new()).unwrap();
    let write = |files: &[(&str, &str)]| files.iter().for_each(|(path, text)| s.write(path, text).unwrap());
    write(&[
        (".indexerignore", "no_*.py\n"),
        ("a.py", "x = 1\n"),
        ("no_a.py", "x = 1\n"),
        ("sub/.indexerignore", "!no_b.py\nprivate/\n"),
        ("sub/no_b.py", "x = 1\n"),
        ("sub/private/c.py", "x = 1\n"),
        ("node_modules/d.py", "x = 1\n"),
        ("out/e.py", "x = 1\n"),
        (".env", "KEY=1\n"),
        ("script", "#!/usr/bin/env python3\nx = 1\n"),
        ("nul.py", "x = '\0'\n"),
        ("notes.txt", "words\n"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("a.py", s.root().join("link.py")).unwrap();
    s.git(&["init", "-q"]).unwrap();
    commit(&s, "one");
    let options = Options { exclude: vec!["out/".into()], ..options(&s) };
    let root = Workspace::open(options.clone(), |_| ()).unwrap();
    let paths = |snapshot: &indexer_engine::Snapshot| {
        snapshot.view.files().map(|file| file.path().to_owned()).collect::<Vec<_>>()
    };
    let expected = ["a.py", "node_modules/d.py", "notes.txt", "script", "sub/no_b.py"];
    let at = root.at("HEAD").unwrap();
    assert_eq!(paths(&at), expected);
    // The same rules give the same files and the same counts on disk and in the git index.
    let disk = root.refresh().unwrap();
    assert_eq!(paths(&disk), expected);
    assert_eq!(at.freshness.left_out[&LeftOut::Secret], 1);
    assert_eq!(at.freshness.left_out, disk.freshness.left_out);
    assert_eq!(root.at(STAGED).unwrap().freshness.left_out, at.freshness.left_out);
    // A folder as the root: rules above it still count, paths are its own.
    let below = Workspace::open(Options { root: s.root().join("sub"), ..options.clone() }, |_| ()).unwrap();
    assert_eq!(paths(&below.at("HEAD").unwrap()), ["no_b.py"]);
    assert_eq!(paths(&below.at(STAGED).unwrap()), ["no_b.py"]);
    assert_eq!(paths(&below.refresh().unwrap()), ["no_b.py"]);
    // Rules that came later do not count for what was before.
    s.write(".indexerignore", "*.py\n").unwrap();
    commit(&s, "two");
    assert_eq!(paths(&root.at("HEAD~1").unwrap()), expected);
    assert_eq!(paths(&root.at("HEAD").unwrap()), ["notes.txt", "script", "sub/no_b.py"]);
}

#[test]
fn what_names_no_revision_is_said() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let plain = open(&s).0;
    assert!(matches!(plain.at("HEAD"), Err(EngineError::NoRepository { .. })));
    s.git(&["init", "-q"]).unwrap();
    let (workspace, _) = open(&s);
    assert!(matches!(workspace.at("HEAD"), Err(EngineError::Revision(GitError::NoCommit))));
    assert_eq!(workspace.at(STAGED).unwrap().view.files().count(), 0);
    commit(&s, "one");
    assert!(matches!(workspace.at("mian"), Err(EngineError::Revision(GitError::Unknown { .. }))));
    assert!(matches!(workspace.at("a..b"), Err(EngineError::Revision(GitError::Malformed { .. }))));
    fs::create_dir(s.root().join("fresh")).unwrap();
    let fresh = Options { root: s.root().join("fresh"), ..options(&s) };
    let (below, _) = counted(fresh);
    assert!(matches!(below.at("HEAD"), Err(EngineError::Revision(GitError::NoFolder { .. }))));
}

#[test]
fn source_of_a_revision_is_its_blob_and_is_redacted() {
    let s = repository();
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    s.write("key.py", format!("key = '{secret}'\n")).unwrap();
    commit(&s, "two");
    s.remove("key.py").unwrap();
    commit(&s, "three");
    let snapshot = open(&s).0.at("HEAD~1").unwrap();
    let text = snapshot.source("key.py").unwrap();
    assert_eq!(text.redacted, 1);
    assert!(text.text.starts_with("key = '") && !text.text.contains(&secret));
    assert!(matches!(snapshot.source("none.py"), Err(SourceError::Unknown(_))));
}

#[test]
fn a_bare_repository_is_asked_at_head_or_any_revision() {
    let s = repository();
    let expected = open(&s).0.refresh().unwrap().view.dump();
    s.git(&["clone", "-q", "--bare", ".", "../bare.git"]).unwrap();
    let bare =
        Options { cache_dir: Some(s.cache().join("bare")), ..Options::new(s.root().join("../bare.git")) };
    let (workspace, counts) = counted(bare.clone());
    let head = workspace.refresh().unwrap();
    assert_eq!(head.view.dump(), expected);
    assert_eq!(head.revision.as_ref().unwrap().name, "HEAD");
    assert!(workspace.query(|snapshot| snapshot.source("app/tools.py").is_ok()).unwrap());
    assert!(read(&counts).0 > 10);
    let (workspace, counts) = counted(bare);
    assert_eq!(workspace.index(false).unwrap().view.dump(), expected);
    assert_eq!(read(&counts), (0, 0));
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(meta) if meta.is_dir() => size(&entry.path()),
            Ok(meta) => meta.len(),
            Err(_) => 0,
        })
        .sum()
}

#[test]
fn ten_worktrees_share_packs_and_segments() {
    let s = repository();
    let (first, _) = open(&s);
    let expected = first.refresh().unwrap().view.dump();
    let repository = first.cache().unwrap().join("../..");
    let shared = || (size(&repository.join("facts")), size(&repository.join("segments")));
    let before = shared();
    for i in 0..10 {
        let path = s.root().join(format!("../w{i}"));
        s.git(&["worktree", "add", "-q", "--detach", path.to_str().unwrap()]).unwrap();
        let at = Options { root: path, ..options(&s) };
        let (worktree, counts) = counted(at.clone());
        let snapshot = worktree.refresh().unwrap();
        assert_eq!(snapshot.view.dump(), expected);
        assert_eq!(snapshot.freshness.state, State::Fresh);
        assert_eq!(read(&counts), (0, 0));
        assert!(worktree.cache().unwrap().join("head").exists());
        let (again, counts) = counted(at);
        assert!(again.refresh().unwrap().freshness.changed.is_empty());
        assert_eq!(read(&counts), (0, 0));
    }
    assert_eq!(shared(), before);
    // One that differs in a file parses that file and shares the rest.
    let path = s.root().join("../w3");
    let other = Options { root: s.root().join("../x"), ..options(&s) };
    fs::write(path.join("app/tools.py"), TOOLS).unwrap();
    s.git(&["worktree", "add", "-q", "--detach", other.root.to_str().unwrap()]).unwrap();
    fs::write(other.root.join("app/tools.py"), TOOLS).unwrap();
    let (worktree, counts) = counted(other);
    let mut files = mini_corpus();
    files.insert("app/tools.py".into(), TOOLS.into());
    let fresh = workspace(&files).refresh().unwrap().view.dump();
    assert_eq!(worktree.refresh().unwrap().view.dump(), fresh);
    let (parsed, linked) = read(&counts);
    assert!(parsed == 1 && linked >= 1 && linked < files.len(), "{parsed} {linked}");
    // Nothing that a head names goes when another worktree sweeps.
    worktree.index(false).unwrap();
    let (last, counts) = counted(Options { root: s.root().join("../w9"), ..options(&s) });
    assert_eq!(last.refresh().unwrap().view.dump(), expected);
    assert_eq!(read(&counts), (0, 0));
}

#[test]
fn damage_of_a_revision_is_repaired_within_the_query() {
    let s = repository();
    s.write("app/tools.py", TOOLS).unwrap();
    commit(&s, "two");
    let (workspace, _) = open(&s);
    workspace.refresh().unwrap();
    let good = workspace.at("HEAD~1").unwrap().view.dump();
    for entry in fs::read_dir(workspace.cache().unwrap().join("../../segments")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..].iter_mut().for_each(|byte| *byte ^= 0x55);
        // A new file: the old one may be mapped.
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
    }
    assert_eq!(open(&s).0.query_at("HEAD~1", &work::NEVER, |snapshot| snapshot.view.dump()).unwrap(), good);
    assert_eq!(open(&s).0.query_at("HEAD~1", &work::NEVER, |snapshot| snapshot.view.dump()).unwrap(), good);
}

#[test]
fn what_is_stored_of_another_revision_is_not_believed() {
    let s = repository();
    s.write("app/tools.py", TOOLS).unwrap();
    commit(&s, "two");
    let (workspace, _) = open(&s);
    let revisions = ["HEAD", "HEAD~1"];
    let right = revisions.map(|revision| workspace.at(revision).unwrap().view.dump());
    assert_ne!(right[0], right[1]);
    // Each file is whole, and in the wrong place.
    let folder = workspace.cache().unwrap().join("../../revisions");
    let places: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let aside = folder.join("aside");
    fs::rename(&places[0], &aside).unwrap();
    fs::rename(&places[1], &places[0]).unwrap();
    fs::rename(&aside, &places[1]).unwrap();
    let (process, _) = open(&s);
    for (revision, right) in revisions.iter().zip(&right) {
        let found = process.at(revision).unwrap();
        assert!(found.view.dump() == *right, "{revision}");
        assert!(found.freshness.damage.iter().any(|one| one.what.contains("another")), "{revision}");
    }
    assert_eq!(process.damage_of_revisions().len(), 2);
}

/// Every state that a question looked at is asked, not only the one that it was asked of.
#[test]
fn a_question_that_reads_a_damaged_revision_beside_is_asked_again() {
    let s = repository();
    open(&s).0.refresh().unwrap();
    s.write("app/tools.py", TOOLS).unwrap();
    commit(&s, "two");
    let (workspace, _) = open(&s);
    let worktree = workspace.refresh().unwrap();
    let good = workspace.at("HEAD~1").unwrap();
    let shared = |one: &indexer_store::Digest| {
        worktree.view.segments().iter().any(|held| held.segment.digest() == *one)
    };
    let own = good.view.segments().iter().map(|held| held.segment.digest()).find(|one| !shared(one));
    let path = workspace.cache().unwrap().join("../../segments").join(own.unwrap().to_string());
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end / 2..].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::remove_file(&path).unwrap();
    fs::write(&path, bytes).unwrap();
    let (process, _) = open(&s);
    let mut asked = 0;
    let dump = process.query(|reading| {
        asked += 1;
        reading.at("HEAD~1", &work::NEVER).unwrap().view.dump()
    });
    assert!(dump.unwrap() == good.view.dump() && asked == 2, "asked {asked} times");
    assert!(!process.damage_of_revisions().is_empty(), "and it is said");
    assert!(open(&s).0.verified(Some("HEAD~1")).unwrap().view.dump() == good.view.dump());
}

#[test]
fn a_read_only_cache_and_a_lock_do_not_stop_an_answer_about_a_revision() {
    let s = repository();
    let reader = Options { read_only: true, ..options(&s) };
    let (workspace, _) = counted(reader);
    let expected = workspace.at("HEAD").unwrap();
    assert_eq!(expected.freshness.state, State::Unpublished);
    assert!(!s.cache().exists());
    assert!(Arc::ptr_eq(&expected, &workspace.at("HEAD").unwrap()));
    let (writer, _) = open(&s);
    let first = writer.at("HEAD").unwrap();
    assert_eq!((first.freshness.state, first.view.dump()), (State::Fresh, expected.view.dump()));
}

/// Commits a script a few edits at a time, then asks for the commits in any order; gives the first
/// that differs from a build from nothing.
fn first_wrong_revision(edits: &[Edit], seed: u64) -> Option<String> {
    let mut files = mini_corpus();
    let s = repository();
    let mut history = vec![files.clone()];
    for (i, some) in edits.chunks(3).enumerate() {
        for edit in some {
            for path in edit.apply(&mut files) {
                match files.get(&path) {
                    Some(bytes) => s.write(&path, bytes).unwrap(),
                    None => s.remove(&path).unwrap(),
                }
            }
        }
        commit(&s, &format!("{i}"));
        history.push(files.clone());
    }
    let mut random = Random(seed);
    let last = history.len() - 1;
    let (mut process, _) = open(&s);
    for step in 0..8 {
        let number = random.number();
        if number.is_multiple_of(3) {
            process = open(&s).0;
        }
        let back = (number / 3) as usize % history.len();
        let snapshot = match number % 5 {
            0 => process.refresh().unwrap(),
            _ => process.at(&format!("HEAD~{back}")).unwrap(),
        };
        let expected = &history[if number.is_multiple_of(5) { last } else { last - back }];
        let (now, fresh) = (snapshot.view.dump(), workspace(expected).refresh().unwrap().view.dump());
        if now != fresh {
            return Some(format!("step {step}, HEAD~{back}:\n{}", difference(&now, &fresh)));
        }
    }
    None
}

#[test]
fn every_revision_of_a_history_equals_a_build_from_nothing() {
    for seed in 0..6 {
        if let Some(difference) = first_wrong_revision(&script(seed, 15), seed) {
            panic!("seed {seed} {difference}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_histories_equal_builds_from_nothing(
        seed in any::<u64>(),
        numbers in proptest::collection::vec((any::<u32>(), any::<u32>(), any::<u32>()), 1..12)
    ) {
        let edits: Vec<Edit> = numbers.into_iter().map(|(k, a, b)| Edit::from_numbers(k, a, b)).collect();
        let found = first_wrong_revision(&edits, seed);
        prop_assert!(found.is_none(), "{}", found.unwrap_or_default());
    }
}
