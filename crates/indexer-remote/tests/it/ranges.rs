//! Segments come as they are read: how much of them, and what becomes of the question where the rest does not come.

use crate::{Machines, opened, records};
use indexer_engine::{Remote, RemoteState, Shared, Workspace};
use indexer_remote::{Access, SharedStore};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const FILES: u32 = 300;

/// Machines with a repository whose segment is too large to come whole.
pub(crate) fn large() -> Machines {
    let machines = Machines::new();
    for file in 0..FILES {
        let mut text = String::new();
        for n in 0..40 {
            // Names and words of which no two files have the same.
            let word = (file * 40 + n).wrapping_mul(2_654_435_761);
            let _ = std::fmt::Write::write_fmt(
                &mut text,
                format_args!(
                    "def f{word:08x}(first, second):\n    \"\"\"Says w{:x}.\"\"\"\n    return first + second\n\n\n",
                    word.rotate_left(9)
                ),
            );
        }
        machines.origin.write(&format!("made/m{file}.py"), &text).unwrap();
    }
    machines.origin.write("made/known.py", "def known_to_all(one):\n    return one\n").unwrap();
    machines.commit("large");
    machines
}

/// Bytes of the blocks of segments that the store has.
pub(crate) fn stored(machines: &Machines) -> u64 {
    let blocks = machines.objects().into_iter().filter(|path| path.to_string_lossy().contains("/blocks/"));
    blocks.map(|path| path.metadata().unwrap().len()).sum()
}

pub(crate) fn ask(workspace: &Workspace) -> usize {
    workspace.query(|reading| reading.view.symbols_named("known_to_all", true).len()).unwrap()
}

/// Files of segments that are here in part.
pub(crate) fn partial(cache: &Path) -> usize {
    fn walk(folder: &Path) -> usize {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let count = |path: PathBuf| match path.is_dir() {
            true => walk(&path),
            false => usize::from(path.extension().is_some_and(|e| e == "part")),
        };
        entries.map(count).sum()
    }
    walk(cache)
}

pub(crate) fn cache(machines: &Machines, name: &str) -> PathBuf {
    machines.folder.path().join(format!("{name}-cache"))
}

#[test]
fn a_first_question_fetches_what_it_touches_and_index_all() {
    let machines = large();
    let ci = machines.published("ci");
    let (workspace, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    assert_eq!(ask(&workspace), 1);
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    let (_, fetched) = workspace.remote().unwrap();
    let segment: u64 = ci.refresh().unwrap().view.totals().index_bytes;
    println!("{} requests, {} bytes; a segment of {segment}", fetched.requests, fetched.bytes);
    assert_eq!((fetched.state, fetched.reason), (RemoteState::Taken, None));
    assert!(fetched.bytes * 2 < stored(&machines), "{} of {}", fetched.bytes, stored(&machines));
    assert_eq!(partial(&cache(&machines, "laptop")), 1);
    // Another process of the same machine goes on.
    drop(workspace);
    let root = machines.folder.path().join("laptop");
    let (workspace, counts) =
        opened(&root, &cache(&machines, "laptop"), Some(&machines.address()), Access::Read);
    assert_eq!(ask(&workspace), 1);
    assert_eq!(workspace.remote().unwrap().1.state, RemoteState::Unasked);
    let all = workspace.query(|reading| records(reading.snapshot())).unwrap();
    assert_eq!(all, machines.built_from_nothing("clean"));
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    // All of it, for who is offline later.
    let (workspace, _) = machines.open("other", Some(&machines.address()), Access::Read);
    workspace.index(false).unwrap();
    assert_eq!(partial(&cache(&machines, "other")), 0);
    let (offline, counts) =
        opened(&machines.folder.path().join("other"), &cache(&machines, "other"), None, Access::Read);
    assert_eq!((ask(&offline), *counts.lock().unwrap()), (1, (0, 0)));
}

/// What may become of an object.
type Harm = fn(&Path);

/// What may become of a store after a machine took an index from it.
const HARM: [(&str, Harm); 3] = [
    ("gone", |path| fs::remove_file(path).unwrap()),
    ("half", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }),
    ("changed", |path| {
        let bytes: Vec<u8> = fs::read(path).unwrap().iter().map(|byte| byte ^ 1).collect();
        fs::write(path, bytes).unwrap();
    }),
];

#[test]
fn what_becomes_of_a_store_later_makes_no_answer_wrong() {
    let machines = large();
    machines.published("ci");
    let clean = machines.built_from_nothing("clean");
    let blocks: Vec<PathBuf> =
        machines.objects().into_iter().filter(|path| path.to_string_lossy().contains("/blocks/")).collect();
    let good: Vec<Vec<u8>> = blocks.iter().map(|path| fs::read(path).unwrap()).collect();
    for (harm, make) in HARM {
        let (workspace, counts) = machines.open(harm, Some(&machines.address()), Access::Read);
        workspace.refresh().unwrap();
        assert_eq!(*counts.lock().unwrap(), (0, 0));
        blocks.iter().for_each(|path| make(path));
        let all = workspace.query(|reading| records(reading.snapshot())).unwrap();
        assert_eq!(all, clean, "{harm}");
        assert!(counts.lock().unwrap().0 > 0, "{harm}: all of it was made here");
        let (_, fetched) = workspace.remote().unwrap();
        assert_eq!(fetched.state, RemoteState::Failed);
        assert!(fetched.reason.is_some(), "{harm}: {fetched:?}");
        assert_eq!(partial(&cache(&machines, harm)), 0, "{harm}");
        blocks.iter().zip(&good).for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    }
}

#[test]
fn who_names_no_store_any_more_makes_what_is_absent() {
    let machines = large();
    machines.published("ci");
    let (workspace, _) = machines.open("laptop", Some(&machines.address()), Access::Read);
    assert_eq!(ask(&workspace), 1);
    drop(workspace);
    let root = machines.folder.path().join("laptop");
    let (alone, _) = opened(&root, &cache(&machines, "laptop"), None, Access::Read);
    let all = alone.query(|reading| records(reading.snapshot())).unwrap();
    assert_eq!(all, machines.built_from_nothing("clean"));
    assert_eq!(partial(&cache(&machines, "laptop")), 0);
}

#[test]
fn a_server_brings_the_rest_in_the_background() {
    let machines = large();
    machines.published("ci");
    let root = machines.machine("laptop");
    let store = SharedStore::open(&machines.address(), Access::Read).unwrap();
    let options = indexer_engine::Options {
        cache_dir: Some(cache(&machines, "laptop")),
        remote: Some(Remote(Arc::new(store))),
        ..indexer_engine::Options::new(&root)
    };
    let shared = Shared::open(options, |_| ()).unwrap();
    let never = AtomicBool::new(false);
    shared.refresh(Duration::from_secs(60), &never).unwrap();
    let asked = Instant::now();
    while partial(&cache(&machines, "laptop")) > 0 {
        assert!(asked.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(20));
    }
    let segments = shared.workspace().refresh().unwrap();
    assert!(segments.view.verify());
}

/// A web server over a folder.
struct Served {
    address: String,
    requests: Arc<AtomicU32>,
    hangs: Arc<AtomicBool>,
}

fn serve(folder: PathBuf, has_ranges: bool) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (requests, hangs) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let served = Served { address, requests: requests.clone(), hangs: hangs.clone() };
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folder, requests, hangs) = (folder.clone(), requests.clone(), hangs.clone());
            thread::spawn(move || {
                requests.fetch_add(1, Ordering::Relaxed);
                if hangs.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_secs(120));
                }
                answer(stream, &folder, has_ranges)
            });
        }
    });
    served
}

fn answer(mut stream: TcpStream, folder: &Path, has_ranges: bool) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let range = lines.take_while(|line| !line.is_empty()).find_map(|line| {
        let line = line.to_lowercase();
        let (start, end) = line.strip_prefix("range: bytes=")?.split_once('-')?;
        Some((start.parse::<usize>().ok()?, end.parse::<usize>().ok()?))
    });
    let path = first.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    let close = "connection: close\r\n\r\n";
    let Ok(bytes) = fs::read(folder.join(path)) else {
        let _ = write!(stream, "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n{close}");
        return;
    };
    let part = range.filter(|_| has_ranges).filter(|(start, end)| start <= end && *end < bytes.len());
    let Some((start, end)) = part else {
        let _ = write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n{close}", bytes.len());
        let _ = stream.write_all(&bytes);
        return;
    };
    let (length, all) = (end + 1 - start, bytes.len());
    let ranged = format!("content-length: {length}\r\ncontent-range: bytes {start}-{end}/{all}");
    let _ = write!(stream, "HTTP/1.1 206 Partial Content\r\n{ranged}\r\n{close}");
    let _ = stream.write_all(&bytes[start..=end]);
}

#[test]
fn a_web_server_is_asked_for_ranges_and_one_without_for_blocks() {
    let machines = large();
    machines.published("ci");
    let mut bytes = Vec::new();
    for has_ranges in [true, false] {
        let served = serve(machines.store(), has_ranges);
        let name = format!("ranges-{has_ranges}");
        let (workspace, counts) = machines.open(&name, Some(&served.address), Access::Read);
        assert_eq!((ask(&workspace), *counts.lock().unwrap()), (1, (0, 0)));
        let (_, fetched) = workspace.remote().unwrap();
        assert_eq!((fetched.state, fetched.reason), (RemoteState::Taken, None));
        bytes.push(fetched.bytes);
        assert!(served.requests.load(Ordering::Relaxed) > 0);
    }
    assert!(bytes[0] * 2 < bytes[1], "{bytes:?}");
}

#[test]
fn a_store_that_falls_silent_holds_a_question_up_for_ten_seconds() {
    let machines = large();
    machines.published("ci");
    let served = serve(machines.store(), true);
    let (workspace, counts) = machines.open("laptop", Some(&served.address), Access::Read);
    workspace.refresh().unwrap();
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    served.hangs.store(true, Ordering::Relaxed);
    let asked = Instant::now();
    let all = workspace.query(|reading| records(reading.snapshot())).unwrap();
    let (_, fetched) = workspace.remote().unwrap();
    assert!(asked.elapsed() > Duration::from_secs(9), "{:?}", asked.elapsed());
    assert_eq!(fetched.state, RemoteState::Failed);
    assert!(fetched.reason.unwrap().contains("did not answer within 10 s"));
    // It is not waited for again.
    assert_eq!(all, machines.built_from_nothing("clean"));
}
