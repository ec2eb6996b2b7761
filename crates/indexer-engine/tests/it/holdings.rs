//! The bound of the cache, and `clean`.

use indexer_engine::holdings::{clean, cleanable, holdings};
use indexer_engine::{EngineError, Options, Workspace};
use indexer_testkit::{Scratch, mini_corpus};
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

#[test]
fn what_is_used_by_nobody_goes_first_and_ones_own_never() {
    let (a, b, c) = (Scratch::new(&mini_corpus()).unwrap(), scratch(), scratch());
    let open = |s: &Scratch| {
        let options = Options { cache_dir: Some(c.cache()), cache_size_mb: 0, ..Options::new(s.root()) };
        Workspace::open(options, |_| ()).unwrap()
    };
    let repository =
        |workspace: &Workspace| workspace.cache().unwrap().parent().unwrap().parent().unwrap().to_owned();
    let held_open = open(&a);
    held_open.index(false).unwrap();
    let (first, second) = (repository(&held_open), repository(&open(&b)));
    open(&b).index(false).unwrap();
    assert!(first.is_dir() && second.is_dir(), "one is open, the other its own");
    let right = held_open.refresh().unwrap().view.dump();
    drop(held_open);
    open(&c).index(false).unwrap();
    assert!(!first.exists() && !second.exists());
    assert_eq!(holdings(&c.cache()).len(), 1);
    let again = open(&a).refresh().unwrap();
    assert!(again.view.dump() == right, "what was removed is built again");
}

fn scratch() -> Scratch {
    Scratch::new(&[("a.py".to_owned(), b"x = 1\n".to_vec())].into()).unwrap()
}

#[test]
fn clean_removes_what_is_ours_and_nothing_else() {
    let (a, b) = (scratch(), scratch());
    let options = |s: &Scratch| Options { cache_dir: Some(a.cache()), ..Options::new(s.root()) };
    for s in [&a, &b] {
        Workspace::open(options(s), |_| ()).unwrap().index(false).unwrap();
    }
    let own = cleanable(&options(&a), false).unwrap();
    assert_eq!((own.len(), cleanable(&options(&a), true).unwrap().len()), (1, 2));
    assert!(own[0].bytes() > 0 && own[0].facts > 0 && own[0].segments > 0 && own[0].roots == 1);
    let foreign = own[0].folder.join("facts/notes.txt");
    fs::write(&foreign, "mine").unwrap();
    let newer = a.cache().join("v999/0123456789abcdef/head");
    fs::create_dir_all(newer.parent().unwrap()).unwrap();
    fs::write(&newer, "newer").unwrap();
    clean(&cleanable(&options(&a), true).unwrap()).unwrap();
    assert_eq!(fs::read(&foreign).unwrap(), b"mine");
    assert_eq!(fs::read(&newer).unwrap(), b"newer");
    let left = cleanable(&options(&a), true).unwrap();
    assert_eq!(left.iter().map(|one| (one.bytes(), one.foreign)).collect::<Vec<_>>(), [(0, 1)]);
    let tag = fs::read_to_string(a.cache().join("CACHEDIR.TAG")).unwrap();
    assert!(tag.starts_with("Signature: 8a477f597d28d172789f06886806bc55\n"));
}

#[test]
fn a_folder_that_is_no_cache_is_refused() {
    let s = scratch();
    fs::create_dir(s.cache()).unwrap();
    fs::write(s.cache().join("thesis.txt"), "work").unwrap();
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    for all in [false, true] {
        let refused = cleanable(&options, all).unwrap_err();
        assert!(matches!(refused, EngineError::Option { option: "cache-dir", .. }), "{refused}");
    }
    assert!(s.cache().join("thesis.txt").exists());
}

/// Makes all files below a folder an hour older.
fn age(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            age(&path);
        } else {
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(3700)).unwrap();
        }
    }
}

#[test]
fn what_no_head_needs_goes_and_what_the_root_needs_stays() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s.write("gone/a.py", "def gone():\n    return 1\n").unwrap();
    s.git(&["add", "-A"]).unwrap();
    s.git(&["commit", "-q", "-m", "one"]).unwrap();
    let open = |root: &Path, mb: u64| {
        let options = Options { cache_dir: Some(s.cache()), cache_size_mb: mb, ..Options::new(root) };
        Workspace::open(options, |_| ()).unwrap()
    };
    open(&s.root().join("gone"), 1).index(false).unwrap();
    open(&s.root(), 1).at("HEAD").unwrap();
    for number in 0..4 {
        // Old contents of many names, which are nobody's in the end.
        let text: String = (0..300).map(|n| format!("def f{n}_{number}():\n    return {n}\n")).collect();
        s.write("large.py", &text).unwrap();
        open(&s.root(), 1).refresh().unwrap();
    }
    open(&s.root(), 1).index(false).unwrap();
    fs::remove_dir_all(s.root().join("gone")).unwrap();
    age(&s.cache());
    let full = holdings(&s.cache()).remove(0);
    assert_eq!((full.roots, full.revisions), (2, 1));
    // Not above the bound: nothing goes.
    open(&s.root(), 1).index(false).unwrap();
    let bounded = holdings(&s.cache()).remove(0);
    assert!((bounded.roots, bounded.revisions, bounded.facts >= full.facts) == (2, 1, true));
    age(&s.cache());
    let right = open(&s.root(), 0).index(false).unwrap().view.dump();
    let slim = holdings(&s.cache()).remove(0);
    assert_eq!((slim.roots, slim.revisions), (1, 0), "{slim:?}");
    assert!(slim.facts < full.facts / 2 && slim.segments < full.segments, "{slim:?} of {full:?}");
    let rebuilt = open(&s.root(), 0).index(true).unwrap();
    assert_eq!(rebuilt.freshness.parsed, 0, "the facts of its files are kept");
    assert!(rebuilt.view.dump() == right);
}

#[test]
fn a_repository_in_use_says_so() {
    let s = scratch();
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let workspace = Workspace::open(options.clone(), |_| ()).unwrap();
    workspace.refresh().unwrap();
    let held = || cleanable(&options, false).unwrap().remove(0);
    assert!(held().is_in_use());
    assert_eq!(held().places, [s.root().canonicalize().unwrap()]);
    // Cleaned under it, it stores again, and marks that too.
    clean(&[held()]).unwrap();
    assert!(workspace.refresh().unwrap().freshness.unpublished.is_none());
    assert!(held().is_in_use() && held().roots == 1);
    drop(workspace);
    assert!(!held().is_in_use());
}
