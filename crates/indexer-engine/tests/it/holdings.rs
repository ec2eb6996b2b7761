//! The bound of the cache, and `clean`.

use indexer_engine::holdings::{clean, cleanable, holdings};
use indexer_engine::{EngineError, Options, State, Workspace};
use indexer_store::change::Operation;
use indexer_store::faults;
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
fn a_root_whose_place_is_damaged_is_not_taken_for_one_that_is_gone() {
    let (a, b) = (Scratch::new(&mini_corpus()).unwrap(), scratch());
    let open = |s: &Scratch, mb: u64| {
        let options = Options { cache_dir: Some(a.cache()), cache_size_mb: mb, ..Options::new(s.root()) };
        Workspace::open(options, |_| ()).unwrap()
    };
    let workspace = open(&a, 1);
    workspace.index(false).unwrap();
    let place = workspace.cache().unwrap().join("place");
    let mut bytes = fs::read(&place).unwrap();
    bytes[3] ^= 1;
    fs::write(&place, bytes).unwrap();
    // In use, so that only what no root needs may go.
    open(&b, 0).index(false).unwrap();
    assert!(workspace.cache().unwrap().join("head").exists());
    assert!(holdings(&a.cache()).iter().all(|one| one.places.iter().all(|place| place.exists())));
    drop(workspace);
    open(&a, 1).refresh().unwrap();
    let own =
        holdings(&a.cache()).into_iter().find(|one| one.places.contains(&a.root().canonicalize().unwrap()));
    assert!(own.is_some(), "written anew");
}

#[test]
fn a_full_disk_makes_room_of_what_nobody_needs_and_of_nothing_else() {
    let (a, other) = (Scratch::new(&mini_corpus()).unwrap(), scratch());
    a.git(&["init", "-q"]).unwrap();
    a.write("gone/a.py", "def gone():\n    return 1\n").unwrap();
    a.git(&["add", "-A"]).unwrap();
    a.git(&["commit", "-q", "-m", "one"]).unwrap();
    let open = |root: &Path| {
        let options = Options { cache_dir: Some(a.cache()), ..Options::new(root) };
        Workspace::open(options, |_| ()).unwrap().with_threads(1)
    };
    open(&other.root()).index(false).unwrap();
    let others = holdings(&a.cache()).remove(0);
    open(&a.root().join("gone")).index(false).unwrap();
    open(&a.root()).index(false).unwrap();
    fs::remove_dir_all(a.root().join("gone")).unwrap();
    age(&a.cache());
    let gone = || holdings(&a.cache()).iter().map(|one| one.roots).sum::<usize>() == 2;
    assert!(!gone());
    let head = |folder: &Path| {
        fs::read_dir(folder.join("roots")).unwrap().next().unwrap().unwrap().path().join("head")
    };
    let before = fs::read(head(&others.folder)).unwrap();
    // No room, but for as much as the index of the folder takes that is gone.
    let (cache, tries) = (a.cache(), std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0)));
    let counted = tries.clone();
    let full = move |roots: usize| {
        let (cache, counted) = (cache.clone(), counted.clone());
        faults::watch(&cache.clone(), move |operation, _| {
            if operation != Operation::Write
                || holdings(&cache).iter().map(|one| one.roots).sum::<usize>() <= roots
            {
                return Ok(());
            }
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Err(std::io::ErrorKind::StorageFull.into())
        })
    };
    let watch = full(2);
    a.write("app/tools.py", "def helper(thing):\n    return 1\n").unwrap();
    let snapshot = open(&a.root()).refresh().unwrap();
    assert_eq!((snapshot.freshness.state, &snapshot.freshness.unpublished), (State::Fresh, &None));
    assert!(gone() && tries.load(std::sync::atomic::Ordering::Relaxed) > 0);
    drop(watch);
    // Nothing is left that nobody needs: it is said, nothing else goes, and it is not tried at each question.
    let watch = full(0);
    age(&a.cache());
    let workspace = open(&a.root());
    for round in 0..3 {
        a.write("app/tools.py", format!("def helper(thing):\n    return {round}\n")).unwrap();
        let looked = tries.load(std::sync::atomic::Ordering::Relaxed);
        let snapshot = workspace.refresh().unwrap();
        assert_eq!(snapshot.freshness.state, State::Unpublished, "round {round}");
        let reason = snapshot.freshness.unpublished.clone().unwrap();
        assert!(reason.contains(a.cache().to_str().unwrap()), "{reason}");
        // The first looks for room, and may try to write a smaller pack.
        let tried = tries.load(std::sync::atomic::Ordering::Relaxed) - looked;
        assert!(tried == 1 || (round == 0 && tried > 1), "round {round}: {tried}");
    }
    drop(watch);
    assert_eq!(fs::read(head(&others.folder)).unwrap(), before, "the other root has its index");
    assert_eq!(workspace.refresh().unwrap().freshness.state, State::Fresh);
}

#[test]
fn a_repository_that_could_not_be_marked_is_not_taken_for_unused() {
    let (a, b) = (scratch(), scratch());
    let open = |s: &Scratch| {
        let options = Options { cache_dir: Some(a.cache()), cache_size_mb: 0, ..Options::new(s.root()) };
        Workspace::open(options, |_| ()).unwrap()
    };
    let full = faults::watch(&a.cache(), |operation, _| match operation {
        Operation::Touch => Err(std::io::ErrorKind::StorageFull.into()),
        _ => Ok(()),
    });
    let workspace = open(&a);
    workspace.index(false).unwrap();
    drop(full);
    let head = workspace.cache().unwrap().join("head");
    assert!(!head.with_file_name("../../used").exists());
    open(&b).index(false).unwrap();
    assert!(head.exists(), "somebody may use it");
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
