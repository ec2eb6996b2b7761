//! A watched workspace against one that sweeps: whatever happens, both see the same.

use indexer_engine::{Options, Workspace};
use indexer_testkit::{Random, Scratch};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const OPERATIONS: usize = 10_000;

/// A random place: few names, so that they meet.
fn place(random: &mut Random, root: &Path) -> PathBuf {
    const FOLDERS: [&str; 8] = ["", "a", "b", "a/c", "a/c/d", "b/e", "ignored", "node_modules"];
    const NAMES: [&str; 7] = ["one.py", "two.py", "lib.rs", "notes.txt", "x~", "debug.log", ".env"];
    let folder = FOLDERS[random.number() as usize % FOLDERS.len()];
    root.join(folder).join(NAMES[random.number() as usize % NAMES.len()])
}

/// One operation of a person or a program; many do nothing because what they need is not there.
fn operate(random: &mut Random, root: &Path) {
    let (path, other) = (place(random, root), place(random, root));
    let (folder, parent) = (path.parent().unwrap(), other.parent().unwrap());
    let text = format!("def f{}():\n    return 1\n", random.number() % 50);
    // Errors are those of operations that make no sense now.
    let _ = match random.number() % 14 {
        0..=4 => fs::write(&path, text),
        5 => fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)),
        6 => fs::write(parent.join("tmp"), text).and_then(|()| fs::rename(parent.join("tmp"), &other)),
        7 => fs::rename(&path, &other),
        8 => fs::remove_file(&path),
        9 => fs::create_dir_all(folder),
        10 if folder != root => fs::remove_dir_all(folder),
        11 if folder != root => fs::rename(folder, other.with_extension("dir")),
        12 if parent != root => fs::rename(other.with_extension("dir"), parent),
        _ => match random.number() % 3 {
            0 => fs::write(root.join(".gitignore"), "ignored/\n*.log\n"),
            1 => fs::remove_file(root.join(".gitignore")),
            _ => fs::File::options().append(true).open(&path).and_then(|file| file.set_len(3)),
        },
    };
}

#[test]
fn a_watcher_misses_nothing_in_many_random_operations() {
    let scratch = Scratch::new(&BTreeMap::new()).unwrap();
    let root = scratch.root();
    scratch.git(&["init", "-q"]).unwrap();
    let open = |cache: &str| {
        let cache_dir = Some(scratch.cache().join(cache));
        Workspace::open(Options { cache_dir, read_only: true, ..Options::new(&root) }, |_| ()).unwrap()
    };
    let watched = open("watched");
    watched.watch();
    let mut random = Random(5);
    let mut done = 0;
    while done < OPERATIONS {
        let burst = 1 + random.number() as usize % 60;
        (0..burst).for_each(|_| operate(&mut random, &root));
        done += burst;
        let (now, new) = (watched.refresh().unwrap(), open("new").refresh().unwrap());
        assert!(now.view.dump() == new.view.dump(), "the view differs after {done} operations");
        assert_eq!(now.freshness.left_out, new.freshness.left_out, "after {done} operations");
    }
}

#[test]
fn a_question_about_a_revision_takes_nothing_that_was_seen() {
    let scratch = Scratch::new(&BTreeMap::from([("a.py".to_owned(), b"x = 1\n".to_vec())])).unwrap();
    let root = scratch.root();
    for arguments in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "first"]] {
        scratch.git(arguments).unwrap();
    }
    let options = Options { cache_dir: Some(scratch.cache().to_owned()), ..Options::new(&root) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    workspace.watch();
    workspace.refresh().unwrap();
    for turn in 0..3 {
        for revision in [":staged", "HEAD"] {
            let path = format!("new_{turn}_{}.py", revision.len());
            fs::write(root.join(&path), "y = 2\n").unwrap();
            workspace.at(revision).unwrap();
            assert!(workspace.refresh().unwrap().view.file(&path).is_some(), "{revision} in turn {turn}");
            fs::write(root.join("a.py"), format!("x{turn}{} = 1\n", revision.len())).unwrap();
            workspace.at(revision).unwrap();
            let name = format!("x{turn}{}", revision.len());
            let view = workspace.refresh().unwrap().view.clone();
            assert_eq!(view.symbols_named(&name, true).len(), 1, "{revision} in turn {turn}");
        }
    }
}
