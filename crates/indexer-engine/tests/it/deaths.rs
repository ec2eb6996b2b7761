//! Processes that are killed at every operation on the cache, and at random moments: the next start
//! answers right, readers that were open keep answering, and what the dead left is removed.
#![cfg(unix)]

use indexer_engine::{Options, Snapshot, Workspace, holdings};
use indexer_store::{change::is_temporary, faults};
use indexer_testkit::{Files, Random, Scratch};
use rustix::process::{Signal, getpid, kill_process};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};
use std::{env, fs, thread};

/// What a child does: `<work> <operation to die at> <root> <cache>`, one a line.
const TASK: &str = "INDEXER_TEST_TASK";

/// How many children the test of deaths one after the other has: 300, or what `INDEXER_DEATHS` says.
fn at_random() -> usize {
    env::var("INDEXER_DEATHS").map_or(300, |count| count.parse().unwrap())
}

/// What is done to a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// A query.
    Refresh,
    /// Ten queries with an edit before each, so that small segments are merged.
    Edits,
    /// The `index` command.
    Index,
    /// The `index` command, from nothing.
    Rebuild,
    /// The `index` command, where the cache may hold nothing but what the root needs.
    Slim,
    /// The same for another root, so that this one's index is removed.
    Evict,
    /// The `clean` command.
    Clean,
}

impl Work {
    const ALL: [Work; 7] =
        [Work::Refresh, Work::Edits, Work::Index, Work::Rebuild, Work::Slim, Work::Evict, Work::Clean];

    fn run(self, root: &Path, cache: &Path) {
        let workspace = open(root, cache);
        let bounded = |root: &Path| Options { cache_size_mb: 0, ..options(root, cache) };
        let index = |options| drop(Workspace::open(options, |_| ()).unwrap().index(false).unwrap());
        match self {
            Work::Refresh => drop(workspace.refresh().unwrap()),
            Work::Edits => {
                for round in 0..10 {
                    edit(root, 100 + round);
                    workspace.refresh().unwrap();
                }
            }
            Work::Index => drop(workspace.index(false).unwrap()),
            Work::Rebuild => drop(workspace.index(true).unwrap()),
            Work::Slim => index(bounded(root)),
            Work::Evict => index(bounded(&root.with_file_name("other"))),
            Work::Clean => {
                holdings::clean(&holdings::cleanable(&options(root, cache), false).unwrap()).unwrap()
            }
        }
    }
}

fn options(root: &Path, cache: &Path) -> Options {
    Options { cache_dir: Some(cache.to_owned()), ..Options::new(root) }
}

fn open(root: &Path, cache: &Path) -> Workspace {
    Workspace::open(options(root, cache), |_| ()).unwrap().with_threads(1)
}

/// Small, because it is indexed thousands of times; with two files that only linking joins.
fn files() -> Files {
    let text = [
        ("a.py", "from b import two\n\n\ndef one():\n    return two()\n"),
        ("b.py", "def two():\n    return 2\n"),
        ("c.py", "from a import one\n\n\nclass C:\n    def run(self):\n        return one()\n"),
    ];
    text.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

fn edit(root: &Path, number: usize) {
    let text =
        format!("def two():\n    return {number}\n\n\ndef extra_{}():\n    return two()\n", number % 3);
    fs::write(root.join("b.py"), text).unwrap();
}

/// A child of this test: does what its parent says and dies at the operation that it names.
#[test]
fn child() {
    let Ok(task) = env::var(TASK) else {
        // Run by hand or with all tests: the work itself must go through.
        let s = Scratch::new(&files()).unwrap();
        other(&s);
        Work::ALL.into_iter().for_each(|work| work.run(&s.root(), &s.cache()));
        assert!(s.cache().is_dir());
        return;
    };
    let mut parts = task.lines();
    let mut number = || parts.next().unwrap().parse::<usize>().unwrap();
    let (work, last) = (Work::ALL[number()], number());
    let (root, cache) = (parts.next().unwrap(), parts.next().unwrap());
    let count = AtomicUsize::new(0);
    let _watch = faults::watch(Path::new(cache), move |_, _| {
        if count.fetch_add(1, Ordering::Relaxed) == last {
            kill_process(getpid(), Signal::KILL).unwrap();
        }
        Ok(())
    });
    work.run(Path::new(root), Path::new(cache));
}

fn spawn(work: Work, last: usize, root: &Path, cache: &Path) -> std::process::Child {
    let number = Work::ALL.iter().position(|one| *one == work).unwrap();
    let task = format!("{number}\n{last}\n{}\n{}", root.display(), cache.display());
    Command::new(env::current_exe().unwrap())
        .args(["deaths::child", "--exact", "--test-threads=1"])
        .env(TASK, task)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// True when the child died of the kill and false when it ended well.
fn died(mut child: std::process::Child) -> bool {
    use std::os::unix::process::ExitStatusExt;
    let status = child.wait().unwrap();
    assert!(status.success() || status.signal() == Some(9), "{status}");
    !status.success()
}

/// What a build from nothing says of each state of the files.
#[derive(Default)]
struct Truth(HashMap<Vec<u8>, String>);

impl Truth {
    fn of(&mut self, root: &Path) -> &str {
        let edited = fs::read(root.join("b.py")).unwrap();
        self.0.entry(edited.clone()).or_insert_with(|| {
            let mut files = files();
            files.insert("b.py".into(), edited);
            Workspace::in_memory(files).refresh().unwrap().view.dump()
        })
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten() {
        let entry = entry.unwrap();
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => drop(fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
        }
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path().is_dir() {
            true => found.extend(files_below(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}

fn temporaries(cache: &Path) -> Vec<PathBuf> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    files_below(cache).into_iter().filter(|path| is_temporary(&name(path))).collect()
}

/// Kills a child at each operation of `work` on a cache that `prepare` made; gives how many died.
fn every_death(work: Work, damaged: bool, prepare: &dyn Fn(&Scratch)) -> usize {
    let s = Scratch::new(&files()).unwrap();
    prepare(&s);
    let mut truth = Truth::default();
    let kept = s.cache().with_file_name("kept");
    copy(&s.cache(), &kept);
    let edited = fs::read(s.root().join("b.py")).unwrap();
    for last in 0.. {
        let _ = fs::remove_dir_all(s.cache());
        copy(&kept, &s.cache());
        if matches!(work, Work::Slim | Work::Evict) {
            age(&s.cache());
        }
        s.write("b.py", &edited).unwrap();
        let reader = kept.is_dir().then(|| {
            let options = Options { read_only: true, ..options(&s.root(), &s.cache()) };
            Workspace::open(options, |_| ()).unwrap().with_threads(1).refresh().unwrap()
        });
        let before = reader.as_ref().map(|reader| reader.view.dump());
        if !died(spawn(work, last, &s.root(), &s.cache())) {
            return last;
        }
        let next = open(&s.root(), &s.cache()).query(|snapshot| snapshot.view.dump()).unwrap();
        assert!(next == truth.of(&s.root()), "{work:?} killed at operation {last}");
        // And stored right: the one after that has nothing to build.
        let stored = open(&s.root(), &s.cache()).refresh().unwrap();
        assert!(stored.view.dump() == *truth.of(&s.root()), "{work:?} killed at operation {last}, stored");
        let said = &stored.freshness.damage;
        assert!(damaged || said.is_empty(), "{work:?} killed at operation {last}: {said:?}");
        assert_eq!(reader.map(|reader: Arc<Snapshot>| reader.view.dump()), before);
    }
    unreachable!("some child ends well")
}

/// Another root beside that of `s`.
fn other(s: &Scratch) {
    let folder = s.root().with_file_name("other");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("d.py"), "x = 1\n").unwrap();
}

/// Makes all files of a cache an hour older.
fn age(cache: &Path) {
    for path in files_below(cache) {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(3700)).unwrap();
    }
}

fn indexed(s: &Scratch) {
    open(&s.root(), &s.cache()).index(false).unwrap();
}

fn many_segments(s: &Scratch) {
    indexed(s);
    let workspace = open(&s.root(), &s.cache());
    for round in 0..7 {
        edit(&s.root(), round);
        workspace.refresh().unwrap();
    }
    edit(&s.root(), 7);
}

fn damage(s: &Scratch, part: &str) {
    indexed(s);
    for path in files_below(&s.cache()).iter().filter(|path| path.to_str().unwrap().contains(part)) {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..].iter_mut().for_each(|byte| *byte ^= 0x55);
        fs::remove_file(path).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn a_death_at_any_operation_leaves_an_index_that_answers_right() {
    type Prepare = fn(&Scratch);
    let scenarios: [(Work, bool, Prepare); 12] = [
        (Work::Refresh, false, |_| ()),
        (Work::Index, false, |_| ()),
        (Work::Rebuild, false, indexed),
        (Work::Refresh, false, |s| {
            indexed(s);
            edit(&s.root(), 1);
        }),
        (Work::Index, false, many_segments),
        (Work::Edits, false, many_segments),
        (Work::Slim, false, many_segments),
        (Work::Evict, false, |s| {
            indexed(s);
            other(s);
        }),
        (Work::Clean, false, many_segments),
        (Work::Refresh, true, |s| damage(s, "segments")),
        (Work::Refresh, true, |s| damage(s, "head")),
        (Work::Rebuild, true, |s| damage(s, "facts")),
    ];
    let deaths: Vec<usize> =
        scenarios.iter().map(|(work, damaged, prepare)| every_death(*work, *damaged, prepare)).collect();
    println!("deaths at operations: {deaths:?}");
    assert!(deaths.iter().all(|deaths| *deaths > 8), "{deaths:?}");
}

#[test]
fn deaths_one_after_the_other_add_up_to_nothing() {
    let s = Scratch::new(&files()).unwrap();
    let mut truth = Truth::default();
    let mut random = Random(1);
    let mut deaths = 0;
    other(&s);
    let options = Options { read_only: true, ..options(&s.root(), &s.cache()) };
    let reader = Workspace::open(options, |_| ()).unwrap().with_threads(1);
    for round in 0..at_random() {
        edit(&s.root(), round % 9);
        let work = Work::ALL[random.number() as usize % Work::ALL.len()];
        // Half die at an operation of theirs, half at a moment that the parent chooses.
        let last = if round % 2 == 0 { random.number() as usize % 16 } else { usize::MAX };
        let mut child = spawn(work, last, &s.root(), &s.cache());
        if last == usize::MAX {
            thread::sleep(Duration::from_micros(u64::from(random.number() % 40_000)));
            child.kill().unwrap();
        }
        deaths += usize::from(died(child));
        let seen = reader.query(|snapshot| snapshot.view.dump()).unwrap();
        assert!(seen == truth.of(&s.root()), "round {round}: a reader");
        if round % 4 == 0 {
            let next = open(&s.root(), &s.cache()).refresh().unwrap();
            assert!(next.view.dump() == truth.of(&s.root()), "round {round}: the next start");
            assert_eq!(next.freshness.damage, [], "round {round}");
        }
    }
    println!("deaths one after the other: {deaths}");
    assert!(deaths * 3 > at_random(), "{deaths}");
    // They left files, which the next `index` removes once they are surely nobody's.
    // (Some, whatever was cleaned last.)
    for last in 0..16 {
        died(spawn(Work::Rebuild, last, &s.root(), &s.cache()));
    }
    assert_ne!(temporaries(&s.cache()), Vec::<PathBuf>::new());
    age(&s.cache());
    // Each repository's next `index` removes what is its own.
    for root in [s.root(), s.root().with_file_name("other")] {
        open(&root, &s.cache()).index(false).unwrap();
    }
    assert_eq!(temporaries(&s.cache()), Vec::<PathBuf>::new());
}
