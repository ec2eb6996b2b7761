//! Files on disk: what is listed, what is stored, what other processes and damage do.

use indexer_engine::{LeftOut, Options, SourceError, State, Workspace};
use indexer_testkit::{Scratch, mini_corpus};
use std::collections::BTreeMap;
use std::fs;

fn options(scratch: &Scratch) -> Options {
    Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) }
}

fn open(scratch: &Scratch) -> Workspace {
    Workspace::open(options(scratch), |_| ()).unwrap()
}

fn paths(workspace: &Workspace) -> Vec<String> {
    workspace.refresh().unwrap().view.files().map(|file| file.path().to_owned()).collect()
}

fn scratch(files: &[(&str, &str)]) -> Scratch {
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    Scratch::new(&files).unwrap()
}

#[test]
fn rules_decide_which_files_count_and_tracked_ones_always_do() {
    let s = scratch(&[
        (".gitignore", "ignored.py\nbuilt/\n"),
        ("a.py", "x = 1\n"),
        ("ignored.py", "x = 1\n"),
        ("built/tracked.py", "x = 1\n"),
        ("built/other.py", "x = 1\n"),
        ("node_modules/b.py", "x = 1\n"),
        ("private/.indexerignore", "*\n"),
        ("private/c.py", "x = 1\n"),
        (".hidden/d.py", "x = 1\n"),
        ("excluded/e.py", "x = 1\n"),
        ("script", "#!/usr/bin/env python3\nx = 1\n"),
        ("LICENSE", "words\n"),
        ("notes.txt", "words\n"),
        (".env", "KEY=1\n"),
        ("nul.py", "x = '\0'\n"),
    ]);
    s.git(&["init", "-q"]).unwrap();
    s.git(&["add", "-f", "built/tracked.py", "private/c.py", "a.py"]).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/hostname", s.root().join("link.py")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(s.root().join("pipe.py")).status().unwrap();
        assert!(made.success());
    }
    let options = Options { exclude: vec!["excluded/".into()], ..options(&s) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    assert_eq!(
        paths(&workspace),
        [".hidden/d.py", "LICENSE", "a.py", "built/tracked.py", "notes.txt", "script"]
    );
    let left_out = workspace.refresh().unwrap().freshness.left_out.clone();
    assert_eq!(left_out[&LeftOut::Secret], 1);
    assert_eq!(left_out[&LeftOut::Binary], 1);
    #[cfg(unix)]
    assert_eq!((left_out[&LeftOut::Symlink], left_out[&LeftOut::Special]), (1, 1));
}

#[test]
fn a_second_process_answers_from_the_store_and_sees_edits() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let first = open(&s).index(false).unwrap();
    assert_eq!(first.freshness.state, State::Fresh);
    let second = open(&s).refresh().unwrap();
    assert!(second.freshness.changed.is_empty());
    assert_eq!(second.view.generation(), first.view.generation());
    assert_eq!(second.view.dump(), first.view.dump());
    s.write("app/tools.py", "def helper(thing):\n    return 1\n").unwrap();
    s.remove("app/shapes.py").unwrap();
    let third = open(&s).refresh().unwrap();
    assert_eq!(third.freshness.changed, ["app/shapes.py", "app/tools.py"]);
    let fresh = Workspace::open(Options { cache_dir: Some(s.cache().join("other")), ..options(&s) }, |_| ());
    assert_eq!(third.view.dump(), fresh.unwrap().refresh().unwrap().view.dump());
    // Stored by the query: the next process has nothing to do.
    assert!(open(&s).refresh().unwrap().freshness.changed.is_empty());
}

#[test]
fn the_same_size_and_time_do_not_hide_an_edit_of_a_young_file() {
    let s = scratch(&[("a.py", "one = 1\n")]);
    let workspace = open(&s);
    workspace.refresh().unwrap();
    let time = fs::metadata(s.root().join("a.py")).unwrap().modified().unwrap();
    s.write("a.py", "two = 1\n").unwrap();
    fs::File::options().write(true).open(s.root().join("a.py")).unwrap().set_modified(time).unwrap();
    assert_eq!(workspace.refresh().unwrap().freshness.changed, ["a.py"]);
}

#[test]
fn a_taken_lock_or_a_read_only_option_does_not_stop_an_answer() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    open(&s).index(false).unwrap();
    let workspace = open(&s);
    let lock = workspace.cache().unwrap().join("lock");
    let held = fs::File::options().write(true).open(lock).unwrap();
    held.lock().unwrap();
    s.write("new.py", "def new_one():\n    return 1\n").unwrap();
    let snapshot = workspace.refresh().unwrap();
    assert_eq!(snapshot.freshness.state, State::Unpublished);
    assert!(snapshot.view.file("new.py").is_some());
    drop(held);
    assert_eq!(workspace.refresh().unwrap().freshness.state, State::Fresh);
    let reader = Options { read_only: true, cache_dir: Some(s.cache().join("none")), ..options(&s) };
    let snapshot = Workspace::open(reader, |_| ()).unwrap().refresh().unwrap();
    assert!(snapshot.view.file("new.py").is_some());
    assert!(!s.cache().join("none").exists());
}

#[test]
fn two_processes_take_in_what_the_other_stored() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let (one, two) = (open(&s), open(&s));
    one.refresh().unwrap();
    two.refresh().unwrap();
    s.write("new.py", "x = 1\n").unwrap();
    one.refresh().unwrap();
    s.write("newer.py", "y = 1\n").unwrap();
    let seen = two.refresh().unwrap();
    assert!(seen.view.file("new.py").is_some() && seen.view.file("newer.py").is_some());
    assert_eq!(seen.view.dump(), one.refresh().unwrap().view.dump());
}

#[test]
fn damage_is_repaired_within_the_query() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let good = open(&s).index(false).unwrap().view.dump();
    let segments = open(&s).cache().unwrap().join("../../segments");
    for entry in fs::read_dir(segments).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..].iter_mut().for_each(|byte| *byte ^= 0x55);
        // A new file: the old one may be mapped.
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
    }
    let workspace = open(&s);
    assert_eq!(workspace.query(|snapshot| snapshot.view.dump()).unwrap(), good);
    assert_eq!(open(&s).query(|snapshot| snapshot.view.dump()).unwrap(), good);
}

#[test]
fn source_is_checked_against_the_view_and_redacted() {
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    let s = scratch(&[("a.py", &format!("key = '{secret}'\n"))]);
    let workspace = open(&s);
    let snapshot = workspace.refresh().unwrap();
    let text = snapshot.source("a.py").unwrap();
    assert_eq!(text.redacted, 1);
    assert!(!text.text.contains(&secret));
    assert!(matches!(snapshot.source("../a.py"), Err(SourceError::Unknown(_))));
    s.write("a.py", "key = 1\n").unwrap();
    assert!(matches!(snapshot.source("a.py"), Err(SourceError::Changed(_))));
    let text = workspace.query(|snapshot| snapshot.source("a.py")).unwrap();
    assert_eq!(&*text.unwrap().text, "key = 1\n");
}

#[test]
fn many_edits_stay_few_segments_and_index_makes_one() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let workspace = open(&s);
    let oldest = |workspace: &Workspace| {
        let snapshot = workspace.refresh().unwrap();
        snapshot.view.segments().last().map(|last| last.segment.digest())
    };
    let base = oldest(&workspace);
    for i in 0..20 {
        s.write("app/tools.py", format!("def helper(thing):\n    return {i}\n")).unwrap();
        if i == 12 {
            s.remove("app/shapes.py").unwrap();
        }
        assert!(workspace.refresh().unwrap().view.segments().len() <= 8);
    }
    assert_eq!(oldest(&workspace), base, "merging small ones leaves the big one alone");
    let before = workspace.refresh().unwrap();
    assert!(before.view.segments().len() > 1 && before.view.file("app/shapes.py").is_none());
    assert_eq!(open(&s).refresh().unwrap().view.dump(), before.view.dump());
    let after = workspace.index(false).unwrap();
    assert_eq!(after.view.segments().len(), 1);
    assert_eq!(before.view.dump(), after.view.dump());
    assert_eq!(open(&s).refresh().unwrap().view.dump(), after.view.dump());
}

#[cfg(unix)]
#[test]
fn a_folder_that_became_a_link_out_of_the_root_is_not_read() {
    let s = scratch(&[("a/b.py", "x = 1\n")]);
    let workspace = open(&s);
    let snapshot = workspace.refresh().unwrap();
    // The same bytes elsewhere, so that only the place can be refused.
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("b.py"), "x = 1\n").unwrap();
    fs::remove_dir_all(s.root().join("a")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), s.root().join("a")).unwrap();
    assert!(matches!(snapshot.source("a/b.py"), Err(SourceError::Unreadable { .. })));
    assert!(workspace.refresh().unwrap().view.file("a/b.py").is_none());
}

#[test]
fn segments_that_were_deleted_under_a_process_are_stored_again() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let workspace = open(&s);
    workspace.index(false).unwrap();
    fs::remove_dir_all(workspace.cache().unwrap().join("../../segments")).unwrap();
    s.write("new.py", "x = 1\n").unwrap();
    let seen = workspace.refresh().unwrap();
    assert_eq!(seen.freshness.state, State::Fresh);
    let next = open(&s).refresh().unwrap();
    assert!(next.freshness.changed.is_empty(), "all of it is found stored");
    assert_eq!(next.view.dump(), seen.view.dump());
}
