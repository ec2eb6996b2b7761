//! Several processes on one cache while files are edited: two servers, a watcher, the command line,
//! and one that stands still with the lock in its hand.
#![cfg(unix)]

use indexer_engine::{EngineError, Options, Shared, State, Workspace};
use indexer_store::change::Operation;
use indexer_store::faults;
use indexer_testkit::{Files, Random, Scratch};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, fs, thread};

/// What a child does: `<role> <root> <cache>`, one a line.
const TASK: &str = "INDEXER_TEST_ROLE";
/// How many states the edited file has.
const STATES: usize = 12;
/// Questions to each process that answers.
const ROUNDS: usize = 150;

/// Longer than anything takes.
const LONG: Duration = Duration::from_secs(600);

fn files() -> Files {
    let text = [
        ("a.py", "from b import two\n\n\ndef one():\n    return two()\n".to_owned()),
        ("b.py", state(0)),
        ("c.py", "from a import one\n\n\nclass C:\n    def run(self):\n        return one()\n".to_owned()),
    ];
    text.into_iter().map(|(path, text)| (path.to_owned(), text.into_bytes())).collect()
}

/// What stands in `b.py`, each time something else.
fn state(number: usize) -> String {
    let extra = "\n\ndef extra():\n    return two()\n".repeat(number % STATES % 3);
    format!("def two():\n    return {}\n{extra}", number % STATES)
}

/// The sum of what a view holds.
fn sum(dump: &str) -> u64 {
    dump.bytes().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

fn options(root: &Path, cache: &Path) -> Options {
    Options { cache_dir: Some(cache.to_owned()), ..Options::new(root) }
}

/// The sum of the view in each state.
fn truth() -> BTreeMap<u64, usize> {
    let of = |number| {
        let mut files = files();
        files.insert("b.py".into(), state(number).into_bytes());
        sum(&Workspace::in_memory(files).refresh().unwrap().view.dump())
    };
    let truth: BTreeMap<u64, usize> = (0..STATES).map(|number| (of(number), number)).collect();
    assert_eq!(truth.len(), STATES, "each state is told from the others");
    truth
}

/// A child of these tests: answers a line with the sum of what it sees.
#[test]
fn child() {
    let Ok(task) = env::var(TASK) else {
        let s = Scratch::new(&files()).unwrap();
        let seen = Workspace::open(options(&s.root(), &s.cache()), |_| ()).unwrap().refresh().unwrap();
        assert_eq!(truth().get(&sum(&seen.view.dump())), Some(&0));
        return;
    };
    let mut parts = task.lines();
    let mut part = || parts.next().unwrap();
    let (role, root, cache) = (part(), PathBuf::from(part()), PathBuf::from(part()));
    let options = || options(&root, &cache);
    let open = || Workspace::open(options(), |_| ()).unwrap().with_threads(1);
    match role {
        "server" => {
            let shared = Shared::open(options(), |_| ()).unwrap();
            shared.watch(Duration::from_millis(3));
            answer(|| {
                let never = AtomicBool::new(false);
                shared.query(LONG, &never, |snapshot| snapshot.view.dump()).unwrap()
            });
        }
        "plain" => {
            let workspace = open();
            answer(|| workspace.query(|snapshot| snapshot.view.dump()).unwrap());
        }
        "commands" => answer(|| match open().index(false) {
            Ok(snapshot) => snapshot.view.dump(),
            // The lock is never free for long here; a question does not need it.
            Err(EngineError::Write { .. }) => open().query(|snapshot| snapshot.view.dump()).unwrap(),
            Err(error) => panic!("{error}"),
        }),
        "watcher" => {
            let workspace = open();
            workspace.watch();
            loop {
                let _ = workspace.index(false);
                workspace.wait_for_change(Duration::from_millis(50));
            }
        }
        "sleeper" => {
            // Stands still between the segment and the head that names it, until it is told to go on.
            let _watch = faults::watch(&cache, |operation, path| {
                if operation == Operation::Rename && path.ends_with("head") {
                    say("status");
                    std::io::stdin().read_line(&mut String::new())?;
                }
                Ok(())
            });
            drop(open().refresh());
        }
        role => panic!("{role}"),
    }
}

fn answer(mut ask: impl FnMut() -> String) {
    for line in std::io::stdin().lines() {
        assert_eq!(line.unwrap(), "ask");
        say(&sum(&ask()).to_string());
    }
}

/// A line for the parent, told from what the test harness writes.
fn say(what: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\nsays {what}").unwrap();
    out.flush().unwrap();
}

/// A child and its lines; killed at the end.
struct Role {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Role {
    fn start(role: &str, s: &Scratch) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["processes::child", "--exact", "--test-threads=1", "--nocapture"])
            .env(TASK, format!("{role}\n{}\n{}", s.root().display(), s.cache().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        while !line.starts_with("says ") {
            line.clear();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it ended");
        }
        line.trim_start_matches("says ").trim().to_owned()
    }

    fn ask(&mut self) -> u64 {
        writeln!(self.input, "ask").unwrap();
        self.hear().parse().unwrap()
    }
}

impl Drop for Role {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes a state of `b.py` as editors do: whole, by a rename.
fn edit(s: &Scratch, number: usize) {
    let new = s.root().with_file_name("new");
    fs::write(&new, state(number)).unwrap();
    fs::rename(new, s.root().join("b.py")).unwrap();
}

#[test]
fn every_answer_of_many_processes_is_one_of_its_time() {
    let s = Scratch::new(&files()).unwrap();
    let truth = truth();
    let _watcher = Role::start("watcher", &s);
    // The state that is there; the next one may be there already.
    let now = Mutex::new(0);
    let done = AtomicBool::new(false);
    let edits = || {
        let mut random = Random(7);
        for number in 1.. {
            if done.load(Ordering::Relaxed) {
                return number;
            }
            edit(&s, number);
            *now.lock().unwrap() = number;
            thread::sleep(Duration::from_millis(u64::from(random.number() % 16)));
        }
        0
    };
    let questions = |role: &str| {
        let mut role = Role::start(role, &s);
        for _ in 0..ROUNDS {
            let before = *now.lock().unwrap();
            let seen = role.ask();
            let after = *now.lock().unwrap() + 1;
            let seen = truth.get(&seen).copied();
            assert!(
                (before..=after).any(|number| Some(number % STATES) == seen),
                "{seen:?} in {before}..={after}"
            );
        }
    };
    thread::scope(|scope| {
        let editor = scope.spawn(edits);
        let asked: Vec<_> = ["server", "server", "plain", "commands"]
            .map(|role| scope.spawn(move || questions(role)))
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect();
        done.store(true, Ordering::Relaxed);
        println!("edits: {}", editor.join().unwrap());
        assert!(asked.iter().all(Result::is_ok));
    });
    drop(_watcher);
    let last = Workspace::open(options(&s.root(), &s.cache()), |_| ()).unwrap().index(false).unwrap();
    assert!(truth.contains_key(&sum(&last.view.dump())) && last.freshness.damage.is_empty());
}

#[test]
fn nobody_waits_for_a_process_that_stands_still_with_the_lock() {
    let s = Scratch::new(&files()).unwrap();
    let truth = truth();
    Workspace::open(options(&s.root(), &s.cache()), |_| ()).unwrap().index(false).unwrap();
    edit(&s, 1);
    let mut sleeper = Role::start("sleeper", &s);
    assert_eq!(sleeper.hear(), "status");
    let id = Pid::from_child(&sleeper.child);
    kill_process(id, Signal::STOP).unwrap();
    let mut roles = ["server", "plain"].map(|role| Role::start(role, &s));
    for number in 2..8 {
        edit(&s, number);
        for role in &mut roles {
            assert_eq!(truth.get(&role.ask()), Some(&number));
        }
        let seen = Workspace::open(options(&s.root(), &s.cache()), |_| ()).unwrap().refresh().unwrap();
        assert_eq!(
            (seen.freshness.state, truth.get(&sum(&seen.view.dump()))),
            (State::Unpublished, Some(&number))
        );
        assert!(seen.freshness.unpublished.as_ref().unwrap().contains("another process"));
    }
    // It goes on, and finds its lock and its place as it left them; then others store.
    kill_process(id, Signal::CONT).unwrap();
    writeln!(sleeper.input, "go").unwrap();
    assert!(sleeper.child.wait().unwrap().success());
    for role in &mut roles {
        assert_eq!(truth.get(&role.ask()), Some(&7));
    }
    // From here on nobody else stores.
    drop(roles);
    let seen = Workspace::open(options(&s.root(), &s.cache()), |_| ()).unwrap().refresh().unwrap();
    assert_eq!((seen.freshness.state, truth.get(&sum(&seen.view.dump()))), (State::Fresh, Some(&7)));
    // Killed as it stands, it leaves no lock.
    edit(&s, 8);
    let mut sleeper = Role::start("sleeper", &s);
    assert_eq!(sleeper.hear(), "status");
    drop(sleeper);
    let seen = Workspace::open(options(&s.root(), &s.cache()), |_| ()).unwrap().refresh().unwrap();
    assert_eq!((seen.freshness.state, truth.get(&sum(&seen.view.dump()))), (State::Fresh, Some(&8)));
}
