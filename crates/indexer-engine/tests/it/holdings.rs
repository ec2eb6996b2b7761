//! The bound of the cache, and `clean`.

use indexer_engine::holdings::{clean, cleanable, holdings};
use indexer_engine::{EngineError, Options, Workspace};
use indexer_testkit::{Scratch, mini_corpus};
use std::fs;

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
