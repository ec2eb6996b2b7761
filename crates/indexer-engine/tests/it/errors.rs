//! A cache that cannot be written, wholly or from some operation on: every query is answered right,
//! says why it is not stored, and nothing half-written is ever read.

use indexer_engine::{EngineError, Options, State, Workspace};
use indexer_store::change::Operation;
use indexer_store::faults;
use indexer_testkit::{Files, Scratch, mini_corpus};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

fn open(s: &Scratch, cache: &Path) -> Workspace {
    let options = Options { cache_dir: Some(cache.to_owned()), ..Options::new(s.root()) };
    Workspace::open(options, |_| ()).unwrap().with_threads(1)
}

const KINDS: [io::ErrorKind; 5] = [
    io::ErrorKind::StorageFull,
    io::ErrorKind::ReadOnlyFilesystem,
    io::ErrorKind::PermissionDenied,
    io::ErrorKind::Other,
    io::ErrorKind::QuotaExceeded,
];

/// Files that only say that the cache is in use: nothing is lost without them.
fn is_mark(path: &Path) -> bool {
    ["CACHEDIR.TAG", "place", "used"].iter().any(|name| path.ends_with(name))
}

/// Fails operation `first` on anything but marks and, where `lasting`, all after it; gives how many
/// operations there were, and the one that failed. Marks fail or do not: that must make no
/// difference.
fn failing<T>(
    cache: &Path,
    kind: io::ErrorKind,
    first: usize,
    lasting: bool,
    work: impl FnOnce() -> T,
) -> (T, usize, Option<Operation>) {
    let count = std::sync::Arc::new(AtomicUsize::new(0));
    let seen = count.clone();
    let failed = std::sync::Arc::new(std::sync::OnceLock::new());
    let noted = failed.clone();
    let _watch = faults::watch(cache, move |operation, path| {
        if is_mark(path) {
            return if first.is_multiple_of(2) { Err(kind.into()) } else { Ok(()) };
        }
        let number = seen.fetch_add(1, Ordering::Relaxed);
        match number == first || (lasting && number > first) {
            true => {
                let _ = noted.set(operation);
                Err(kind.into())
            }
            false => Ok(()),
        }
    });
    let outcome = work();
    (outcome, count.load(Ordering::Relaxed), failed.get().copied())
}

#[test]
fn an_error_at_any_operation_is_said_and_the_answer_is_right() {
    let files: Files = [
        ("a.py".to_owned(), b"from b import two\n\n\ndef one():\n    return two()\n".to_vec()),
        ("b.py".to_owned(), b"def two():\n    return 2\n".to_vec()),
    ]
    .into();
    let right = Workspace::in_memory(files.clone()).refresh().unwrap().view.dump();
    let mut errors = 0;
    for kind in KINDS {
        for lasting in [false, true] {
            for first in 0.. {
                let s = Scratch::new(&files).unwrap();
                let cache = s.cache();
                let workspace = open(&s, &cache);
                let (snapshot, operations, failed) =
                    failing(&cache, kind, first, lasting, || workspace.refresh().unwrap());
                if first >= operations {
                    break;
                }
                errors += 1;
                let place = format!("{kind:?} at operation {first}");
                assert!(snapshot.view.dump() == right, "{place}");
                // A folder that could not be created for a mark was created for what matters.
                if failed != Some(Operation::CreateFolder) || lasting {
                    assert_eq!(snapshot.freshness.state, State::Unpublished, "{place}");
                    let reason = snapshot.freshness.unpublished.clone().unwrap();
                    assert!(reason.contains(cache.to_str().unwrap()), "{place}: {reason}");
                }
                // What is there now is read by others, and is right.
                let reader =
                    Options { cache_dir: Some(cache.clone()), read_only: true, ..Options::new(s.root()) };
                let seen = Workspace::open(reader, |_| ()).unwrap().with_threads(1).refresh().unwrap();
                assert!(seen.view.dump() == right && seen.freshness.damage.is_empty(), "{place}: a reader");
                // Once the error is gone the same process stores.
                let stored = workspace.refresh().unwrap();
                assert_eq!((stored.freshness.state, &stored.freshness.unpublished), (State::Fresh, &None));
                let next = open(&s, &cache).refresh().unwrap();
                assert!(next.freshness.changed.is_empty() && next.view.dump() == right, "{place}: later");
            }
        }
    }
    println!("errors: {errors}");
    assert!(errors > 150, "{errors}");
}

#[test]
fn index_says_which_file_could_not_be_written_and_what_to_do() {
    let files: Files = [("a.py".to_owned(), b"def one():\n    return 1\n".to_vec())].into();
    for kind in KINDS {
        for first in 0.. {
            let s = Scratch::new(&files).unwrap();
            let workspace = open(&s, &s.cache());
            let (outcome, operations, _) =
                failing(&s.cache(), kind, first, true, || workspace.index(false).map(drop));
            match outcome {
                Ok(()) => {
                    assert!(first > 15 && first >= operations - 2, "{kind:?} at {first} of {operations}");
                    break;
                }
                Err(EngineError::Write { path, reason, remedy }) => {
                    assert!(path.starts_with(s.cache()), "{path:?}");
                    assert!(reason.contains(s.cache().to_str().unwrap()), "{reason}");
                    assert_eq!(remedy.is_some(), kind != io::ErrorKind::Other, "{kind:?}");
                }
                Err(other) => panic!("{kind:?} at {first}: {other}"),
            }
        }
    }
}

#[test]
fn a_cache_that_is_a_file_or_lies_below_one_is_said() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let right = Workspace::in_memory(mini_corpus()).refresh().unwrap().view.dump();
    fs::write(s.cache(), "no folder").unwrap();
    for cache in [s.cache(), s.cache().join("below")] {
        let snapshot = open(&s, &cache).refresh().unwrap();
        assert!(snapshot.view.dump() == right);
        let reason = snapshot.freshness.unpublished.clone().unwrap();
        assert!(reason.contains("cannot create the folder"), "{reason}");
        let error = open(&s, &cache).index(false).unwrap_err();
        let EngineError::Write { remedy: Some(remedy), .. } = &error else { panic!("{error}") };
        assert!(remedy.contains("--cache-dir"), "{remedy}");
    }
    assert_eq!(fs::read(s.cache()).unwrap(), b"no folder");
}

#[test]
fn a_cache_that_vanishes_under_a_process_is_stored_again() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let workspace = open(&s, &s.cache());
    let right = workspace.refresh().unwrap().view.dump();
    fs::remove_dir_all(s.cache()).unwrap();
    let seen = workspace.refresh().unwrap();
    assert_eq!((seen.freshness.state, seen.view.dump() == right), (State::Fresh, true));
    let next = open(&s, &s.cache()).refresh().unwrap();
    assert!(next.freshness.changed.is_empty() && next.view.dump() == right);
    fs::remove_dir_all(s.cache()).unwrap();
    workspace.index(false).unwrap();
    assert!(open(&s, &s.cache()).refresh().unwrap().freshness.changed.is_empty());
}

/// Path, bytes and time of everything below a folder.
fn tree(folder: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let modified = fs::symlink_metadata(&path).unwrap().modified().unwrap();
        let bytes = if path.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        if path.is_dir() {
            found.extend(tree(&path));
        }
        found.insert(path.display().to_string(), (bytes, modified));
    }
    found
}

#[cfg(unix)]
#[test]
fn however_a_root_is_named_it_is_one_index_and_nothing_is_written_below_it() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s.git(&["add", "."]).unwrap();
    let before = tree(&s.root());
    let root = s.root();
    let link = root.with_file_name("link");
    std::os::unix::fs::symlink(&root, &link).unwrap();
    let slash = root.join("");
    let up = root.join("app/..");
    let here = std::env::current_dir().unwrap();
    let above: std::path::PathBuf = here.components().skip(1).map(|_| "..").collect();
    let relative = above.join(root.strip_prefix("/").unwrap());
    let caches: Vec<_> = [&root, &slash, &up, &link, &link.join(""), &relative]
        .into_iter()
        .enumerate()
        .map(|(number, named)| {
            let options = Options { cache_dir: Some(s.cache()), ..Options::new(named) };
            let workspace = Workspace::open(options, |_| ()).unwrap();
            let snapshot = workspace.index(false).unwrap();
            assert_eq!(snapshot.freshness.changed.is_empty(), number > 0, "{named:?}");
            workspace.cache().unwrap().to_owned()
        })
        .collect();
    assert!(caches.iter().all(|cache| *cache == caches[0]), "{caches:?}");
    assert!(tree(&s.root()) == before, "the checkout is as it was");
}

#[test]
fn operations_are_seen_in_the_order_in_which_readers_need_them() {
    let s = Scratch::new(&mini_corpus()).unwrap();
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let log = seen.clone();
    let watch = faults::watch(&s.cache(), move |operation, path| {
        if operation == Operation::Rename && !is_mark(path) {
            let folder = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            log.lock().unwrap().push(if name.len() < 16 { name } else { folder });
        }
        Ok(())
    });
    open(&s, &s.cache()).refresh().unwrap();
    drop(watch);
    assert_eq!(*seen.lock().unwrap(), ["facts", "segments", "head", "fingerprints"]);
}
