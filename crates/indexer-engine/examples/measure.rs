//! Measures a root: a cold index against a bare parse, refreshes, and refreshes after edits out of
//! its git history. `measure ROOT [--cache DIR] [--edits N] [--arrivals] [--packages] [--memory MB] [--watch]`.
//!
//! `--arrivals` measures the newest changes that add or remove a file instead of those that change one; `--packages` links
//! with what is installed; under `--memory` nothing that the linker found is kept from one edit to the next.
//! Edits are made in a clone in a temporary folder; the root itself is only read.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "a measuring tool")]

use indexer_engine::{Options, Workspace};
use indexer_search::TermIndexer;
use rayon::prelude::*;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Seconds of processor time of all threads that ever ran.
fn cpu() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = text.rsplit_once(')').unwrap().1.split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

/// Milliseconds of processor time of the threads that are running: finer than [`cpu`].
fn cpu_ms() -> f64 {
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let one = |path: PathBuf| {
        fs::read_to_string(path.join("schedstat")).ok()?.split(' ').next()?.parse::<f64>().ok()
    };
    tasks.filter_map(|task| one(task.path())).sum::<f64>() / 1e6
}

/// A figure of the system about the memory of this process.
fn memory_mb(what: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap();
    line.trim().split(' ').next().unwrap().parse::<u64>().unwrap() / 1024
}

/// What `work` gives, and the most memory in MB that no file held while it ran, looked at every 20 ms.
fn with_anonymous_peak<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let (done, most) = (AtomicBool::new(false), AtomicU64::new(0));
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                most.fetch_max(memory_mb("RssAnon:"), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(20));
            }
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    });
    (result, most.into_inner())
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> (T, f64) {
    let (wall, before) = (Instant::now(), cpu());
    let result = work();
    let used = cpu() - before;
    println!("{what:<28} wall {:>9.2} ms  cpu {used:>6.2} s", wall.elapsed().as_secs_f64() * 1e3);
    (result, used)
}

fn bytes_below(folder: &Path, name: &str) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.path() {
        path if path.is_dir() => bytes_below(&path, name),
        path if folder.ends_with(name) => fs::metadata(path).map_or(0, |meta| meta.len()),
        _ => 0,
    });
    sizes.sum()
}

thread_local! {
    static TERMS: RefCell<TermIndexer<'static>> = RefCell::new(TermIndexer::new(indexer_embedding::table()));
}

fn facts_of(language: &'static indexer_parse::Language, bytes: &[u8]) -> indexer_core::FileFacts {
    indexer_parse::parse(language, bytes, indexer_parse::Limits::default())
}

fn main() {
    let given: Vec<String> = env::args().skip(1).collect();
    let after = |flag: &str| given.iter().position(|a| a == flag).and_then(|i| given.get(i + 1)).cloned();
    let root = PathBuf::from(&given[0]);
    let temporary = tempfile::tempdir().unwrap();
    let cache = after("--cache").map_or(temporary.path().to_owned(), PathBuf::from);
    let has = |wanted: &str| given.iter().any(|flag| flag == wanted);
    match after("--edits") {
        Some(count) => {
            let flags = Flags {
                arrivals: has("--arrivals"),
                packages: has("--packages"),
                memory: after("--memory").map(|mb| mb.parse().unwrap()),
                watch: has("--watch"),
            };
            edits(&root, temporary.path(), count.parse().unwrap(), flags);
        }
        None => cold(&root, &cache),
    }
}

/// What is measured with `--edits`.
struct Flags {
    arrivals: bool,
    packages: bool,
    memory: Option<u64>,
    watch: bool,
}

fn cold(root: &Path, cache: &Path) {
    let options = || Options { cache_dir: Some(cache.to_owned()), ..Options::new(root) };
    let workspace = Workspace::open(options(), |_| ()).unwrap();
    let index = || timed("cold index", || workspace.index(false).unwrap());
    let ((snapshot, index), anonymous) = with_anonymous_peak(index);
    println!("peak {} MB, and {anonymous} MB of what no file holds", memory_mb("VmHWM:"));
    let totals = snapshot.view.totals();
    println!("{totals:?}");
    let of_source = |bytes: u64| bytes as f64 / totals.source_bytes as f64;
    let [segments, packs] = ["segments", "facts"].map(|name| bytes_below(cache, name));
    println!(
        "segments {segments} ({:.2} of the source), packs {packs} ({:.2}), together {:.2}",
        of_source(segments),
        of_source(packs),
        of_source(segments + packs)
    );
    let paths: Vec<(String, String)> =
        snapshot.view.files().map(|f| (f.path().to_owned(), f.language().to_owned())).collect();
    // Each pass does what the one before it does, and more: what a part costs is the difference.
    let pass = |what, work: fn(&'static indexer_parse::Language, &[u8]) -> usize| {
        let each = |(path, language): &(String, String)| {
            let bytes = fs::read(workspace.root().join(path)).ok()?;
            Some(work(indexer_parse::by_id(language)?, &bytes))
        };
        timed(what, || std::hint::black_box(paths.par_iter().filter_map(each).sum::<usize>())).1
    };
    let bare = pass("bare parallel parse", |language, bytes| {
        let text = String::from_utf8_lossy(bytes);
        indexer_parse::parse_tree(language, &text).map_or(0, |tree| tree.root_node().child_count() as usize)
    });
    let facts = pass("its facts", |language, bytes| facts_of(language, bytes).references.len());
    let words = pass("its facts and words", |language, bytes| {
        let facts = facts_of(language, bytes);
        let text = String::from_utf8_lossy(bytes);
        TERMS.with_borrow_mut(|terms| terms.code(&facts, &text).terms.len())
    });
    println!(
        "of the bare parse: facts {:.2}, words and vectors {:.2}, all else {:.2}",
        facts / bare,
        (words - facts) / bare,
        (index - words) / bare
    );
    println!("cold index / bare parse {:.2}", index / bare);
    for _ in 0..3 {
        timed("no-change refresh", || workspace.refresh().unwrap());
    }
    workspace.watch();
    timed("the sweep that watches", || workspace.refresh().unwrap());
    timed("the sweep after it", || workspace.refresh().unwrap());
    println!("watching {:?}", workspace.refresh().unwrap().freshness.watching);
    for _ in 0..3 {
        timed("no-change refresh, watched", || workspace.refresh().unwrap());
    }
    let opened = |what| timed(what, || Workspace::open(options(), |_| ()).unwrap().refresh().unwrap());
    opened("open and refresh");
    thread::sleep(Duration::from_secs(2));
    opened("open and refresh, settled");
    opened("open and refresh, settled");
}

/// The newest changes of history, each on the files as they are: a file as it was before the change is taken in, then as it
/// was after it.
fn edits(root: &Path, temporary: &Path, count: usize, flags: Flags) {
    let clone = temporary.join("clone");
    git(temporary, &["clone", "-q", "--shared", root.to_str().unwrap(), clone.to_str().unwrap()]);
    let filter = if flags.arrivals { "--diff-filter=AD" } else { "--diff-filter=M" };
    let log =
        git(&clone, &["log", "--no-merges", "--no-renames", filter, "--name-only", "--format=#%H", "-n2000"]);
    let log = String::from_utf8(log).unwrap();
    let options = Options {
        cache_dir: Some(temporary.join("cache")),
        link_packages: flags.packages,
        memory_limit_mb: flags.memory,
        ..Options::new(&clone)
    };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let snapshot = workspace.index(false).unwrap();
    if flags.watch {
        workspace.watch();
    }
    let (mut commit, mut all) = ("", Vec::new());
    for line in log.lines() {
        if let Some(hash) = line.strip_prefix('#') {
            commit = hash;
            continue;
        }
        let code = match flags.arrivals {
            true => indexer_parse::language_of(line, b"").is_some(),
            false => snapshot.view.file(line).is_some_and(|file| !file.language().is_empty()),
        };
        if !code || all.len() == count {
            continue;
        }
        let [older, newer] = ["~1:", ":"].map(|of| git(&clone, &["show", &[commit, of, line].concat()]));
        if (older.is_empty() || newer.is_empty()) != flags.arrivals || (older.is_empty() && newer.is_empty())
        {
            continue;
        }
        let path = clone.join(line);
        let kept = fs::read(&path).ok();
        let [older, newer] = [older, newer].map(|text| Some(text).filter(|text| !text.is_empty()));
        put(&path, older);
        workspace.refresh().unwrap();
        put(&path, newer);
        let (wall, before) = (Instant::now(), cpu_ms());
        let snapshot = workspace.refresh().unwrap();
        let wall = wall.elapsed().as_secs_f64() * 1e3;
        all.push((cpu_ms() - before, wall, snapshot.freshness.relinked, line.to_owned()));
        drop(snapshot);
        put(&path, kept);
        workspace.refresh().unwrap();
    }
    let show = |what: &str, mut of: Vec<f64>| {
        of.sort_unstable_by(f64::total_cmp);
        let at = |part: f64| of[((of.len() - 1) as f64 * part) as usize];
        println!("{what:<16} median {:>8.2}  p95 {:>8.2}  worst {:>8.2}", at(0.5), at(0.95), at(1.0));
    };
    println!(
        "{} edits, {} segments at the end",
        all.len(),
        workspace.refresh().unwrap().view.segments().len()
    );
    show("wall ms", all.iter().map(|e| e.1).collect());
    show("cpu ms", all.iter().map(|e| e.0).collect());
    show("files linked", all.iter().map(|e| e.2 as f64).collect());
    all.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    for (cpu, wall, linked, path) in all.iter().take(8) {
        println!("  cpu {cpu:>8.2} ms  wall {wall:>8.2} ms  linked {linked:>5}  {path}");
    }
}

/// Writes a file, or removes it where there is nothing to write.
fn put(path: &Path, text: Option<Vec<u8>>) {
    match text {
        Some(text) => {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        None => {
            let _ = fs::remove_file(path);
        }
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    Command::new("git").arg("-C").arg(folder).args(arguments).output().unwrap().stdout
}
