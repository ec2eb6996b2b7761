//! `cargo xtask soak --corpus DIR`: many clients ask over HTTP while files change, branches are switched
//! and processes are killed. Every answer is compared with what was true while it was asked for.
//!
//! The repository is a copy of the corpus with some files of ours in it, whose every state is known
//! ([`states`]). One server lives through all of it: its memory and its descriptors must not
//! grow. Another, and commands that build the index, share its cache and are killed again and again.

mod client;
mod repository;
mod server;
mod states;

use crate::{Done, option, tree};
use client::{Asked, Counts};
use repository::Repository;
use server::{Sample, Server};
use states::States;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Memory that comes and goes with what happens to be asked at once: a page here, a thread there.
const SLACK: u64 = 24 << 20;
/// Descriptors that do.
const SLACK_FILES: u64 = 16;

/// What all threads of a run share.
struct Run {
    binary: PathBuf,
    repository: Repository,
    states: States,
    /// The server that lives, and the one that is killed.
    servers: [Mutex<Option<Server>>; 2],
    over: AtomicBool,
    kills: AtomicU64,
    counts: Mutex<Counts>,
    samples: Mutex<Vec<Sample>>,
}

impl Run {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sleeps, or less where the run ends before.
    fn sleep(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.is_over() && Instant::now() < until {
            thread::sleep(Duration::from_millis(20).min(time));
        }
    }

    fn address(&self, server: usize) -> Option<String> {
        lock(&self.servers[server]).as_ref().map(|server| server.address.clone())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs, and says what it has seen.
pub(crate) fn run(arguments: &[String]) -> Done {
    let number = |name: &str, usual: u64| match option(arguments, name) {
        None => Ok(usual),
        Some(text) => text.parse().map_err(|_| format!("{name} must be a number, and is {text}")),
    };
    let (minutes, clients) = (number("--minutes", 30)?, number("--clients", 64)?);
    let corpus = option(arguments, "--corpus").ok_or("--corpus DIR names the repository that is copied")?;
    let binary = match option(arguments, "--binary") {
        Some(path) => PathBuf::from(path),
        None => tree::build("release", &["indexer-cli"])?.join("indexer"),
    };
    let folder = std::env::temp_dir().join(format!("indexer-soak-{}", std::process::id()));
    let outcome = soak(&binary, Path::new(corpus), &folder, Duration::from_secs(60 * minutes), clients);
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn soak(binary: &Path, corpus: &Path, folder: &Path, time: Duration, clients: u64) -> Done {
    let states = States::new();
    let repository = Repository::copy(corpus, folder, &states)?;
    let start = || Server::start(binary, &repository).map(|server| Mutex::new(Some(server)));
    let servers = [start()?, start()?];
    let run = Run {
        binary: binary.to_owned(),
        repository,
        states,
        servers,
        over: AtomicBool::new(false),
        kills: AtomicU64::new(0),
        counts: Mutex::default(),
        samples: Mutex::default(),
    };
    let began = Instant::now();
    let edited = thread::scope(|scope| {
        let editing = scope.spawn(|| edit(&run));
        scope.spawn(|| kill_servers(&run));
        scope.spawn(|| kill_commands(&run));
        scope.spawn(|| sample(&run));
        for number in 0..clients {
            // A quarter asks the server that is killed.
            let run = &run;
            scope.spawn(move || client::run(run, number, usize::from(number % 4 == 3)));
        }
        while began.elapsed() < time && !editing.is_finished() {
            thread::sleep(Duration::from_millis(200));
        }
        run.over.store(true, Ordering::Relaxed);
        editing.join().unwrap_or_else(|_| Err("the thread that edits has ended".into()))
    })?;
    report(&run, edited, began.elapsed())
}

/// How many edits and switches of branches there were.
type Edited = (u64, u64);

/// Edits files and switches branches until the run is over.
fn edit(run: &Run) -> Result<Edited, String> {
    let (mut edits, mut switches) = (0, 0);
    let mut random = Random(7);
    while !run.is_over() {
        match random.below(40) {
            0 => {
                run.repository.switch(&run.states)?;
                switches += 1;
            }
            number => {
                run.repository.edit(&run.states, number as usize % states::FILES)?;
                edits += 1;
            }
        }
        run.sleep(Duration::from_millis(random.below(120)));
    }
    Ok((edits, switches))
}

/// Kills the second server again and again, and starts it anew.
fn kill_servers(run: &Run) {
    let mut random = Random(11);
    while !run.is_over() {
        run.sleep(Duration::from_millis(3_000 + random.below(9_000)));
        let server = lock(&run.servers[1]).take();
        drop(server);
        run.kills.fetch_add(1, Ordering::Relaxed);
        match Server::start(&run.binary, &run.repository) {
            Ok(server) => *lock(&run.servers[1]) = Some(server),
            Err(why) => lock(&run.counts).wrong(format!("the second server does not start: {why}")),
        }
    }
}

/// Starts commands that write the same cache, and kills them at any time.
fn kill_commands(run: &Run) {
    let mut random = Random(13);
    let lines: [&[&str]; 4] = [&["index", "--rebuild"], &["index"], &["stats", "--rev", "HEAD"], &["stats"]];
    for line in lines.iter().cycle() {
        if run.is_over() {
            return;
        }
        if let Ok(mut child) = run.repository.command(&run.binary, line).spawn() {
            run.sleep(Duration::from_millis(random.below(1_500)));
            let _ = child.kill();
            let _ = child.wait();
            run.kills.fetch_add(1, Ordering::Relaxed);
        }
        run.sleep(Duration::from_millis(2_000 + random.below(3_000)));
    }
}

/// Looks at the first server now and then.
fn sample(run: &Run) {
    while !run.is_over() {
        run.sleep(Duration::from_secs(2));
        let sample = lock(&run.servers[0]).as_ref().and_then(Server::sample);
        match sample {
            Some(sample) => lock(&run.samples).push(sample),
            None => lock(&run.counts).wrong("the first server has ended".into()),
        }
    }
}

fn report(run: &Run, (edits, switches): Edited, took: Duration) -> Done {
    let counts = lock(&run.counts);
    println!(
        "{} s, {edits} edits, {switches} switches of branches, {} kills",
        took.as_secs(),
        run.kills.load(Ordering::Relaxed)
    );
    for (what, Asked { right, not_ready, cut_off }) in &counts.of {
        println!("  {what:16} {right} right, {not_ready} not ready, {cut_off} cut off");
    }
    let samples = lock(&run.samples);
    let quarter = |number: usize| {
        let (first, last) = (samples.len() * number / 4, samples.len() * (number + 1) / 4);
        Sample::median(&samples[first..last])
    };
    let quarters: Vec<Sample> = (0..4).map(quarter).collect();
    for (number, sample) in quarters.iter().enumerate() {
        println!(
            "  quarter {}: {} MB, {} descriptors, {} threads (medians of {} samples)",
            number + 1,
            sample.memory >> 20,
            sample.files,
            sample.threads,
            samples.len() / 4
        );
    }
    let wrong = counts.wrongs;
    counts.examples.iter().for_each(|what| println!("  wrong: {what}"));
    if wrong > 0 {
        return Err(format!("{wrong} answers are wrong"));
    }
    // The first quarter fills caches.
    let (second, last) = (quarters[1], quarters[3]);
    if last.memory > second.memory + second.memory / 10 + SLACK {
        return Err(format!("memory grows: {} MB, then {} MB", second.memory >> 20, last.memory >> 20));
    }
    if last.files > second.files + SLACK_FILES {
        return Err(format!("descriptors grow: {}, then {}", second.files, last.files));
    }
    println!("no answer is wrong, memory and descriptors are flat");
    Ok(())
}

/// Numbers that look like chance and are the same each time.
struct Random(u64);

impl Random {
    /// A number below this.
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}
