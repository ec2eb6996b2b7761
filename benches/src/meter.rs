//! What one process costs: a meter process around it, so that nothing else is counted.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What one run cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// User and system time of the process and its children.
    pub(crate) cpu: Duration,
    /// Time on the clock, start of the process included.
    pub(crate) wall: Duration,
    /// Most memory that was resident at a time, in bytes.
    pub(crate) peak: u64,
}

/// Runs `command` (program and arguments) under a meter.
pub(crate) fn measure(command: &[&str]) -> Result<Cost, String> {
    itself(&[&["meter"], command].concat())
}

/// Starts this program again with arguments that make it print a cost.
pub(crate) fn itself(command: &[&str]) -> Result<Cost, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let done = Command::new(own).args(command).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&done.stdout);
    if !done.status.success() {
        return Err(format!("{}: {}", command.join(" "), String::from_utf8_lossy(&done.stderr)));
    }
    let said: Value = serde_json::from_str(&text).map_err(|e| format!("the meter said {text:?}: {e}"))?;
    let micros = |key: &str| Duration::from_micros(said[key].as_u64().unwrap_or(0));
    Ok(Cost { cpu: micros("cpu"), wall: micros("wall"), peak: said["peak"].as_u64().unwrap_or(0) })
}

/// The run with the least CPU.
pub(crate) fn least(costs: &[Cost]) -> Cost {
    let nothing = Cost { cpu: Duration::ZERO, wall: Duration::ZERO, peak: 0 };
    costs.iter().copied().min_by_key(|cost| cost.cpu).unwrap_or(nothing)
}

/// The meter itself: runs the command, prints its cost.
pub(crate) fn serve(command: &[String]) -> Result<(), String> {
    let (program, arguments) = command.split_first().ok_or("nothing to measure")?;
    let started = Instant::now();
    let done = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .map_err(|e| format!("{program}: {e}"))?;
    let wall = started.elapsed().as_micros() as u64;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|e| e.to_string())?;
    let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    // Linux counts kilobytes here.
    let peak = u64::try_from(usage.max_rss()).unwrap_or(0) * 1024;
    println!("{}", json!({"cpu": cpu, "wall": wall, "peak": peak}));
    Ok(())
}

/// A distribution of times.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spread {
    pub(crate) median: Duration,
    pub(crate) p95: Duration,
    pub(crate) worst: Duration,
}

impl Spread {
    /// The spread of `times`, which are not sorted.
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied();
        let worst = times.last().copied().unwrap_or_default();
        Self { median: at(0.5).unwrap_or(worst), p95: at(0.95).unwrap_or(worst), worst }
    }
}

/// The least user and system time of three runs, in microseconds.
pub(crate) fn cpu(work: &mut dyn FnMut()) -> f64 {
    let now = || {
        let usage = getrusage(UsageWho::RUSAGE_SELF);
        usage.map_or(0, |u| u.user_time().num_microseconds() + u.system_time().num_microseconds())
    };
    let runs = (0..3).map(|_| {
        let before = now();
        work();
        now() - before
    });
    runs.min().unwrap_or(0) as f64
}
