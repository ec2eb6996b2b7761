//! What a refresh without a change costs in a process that stays: a look at every file.

use crate::meter::Cost;
use indexer_engine::{Options, Workspace};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

/// Refreshes in one process.
const SWEEPS: usize = 20;

/// Refreshes, and prints what the cheapest refresh without a change cost. Arguments: root, cache.
pub(crate) fn serve(arguments: &[String]) -> Result<(), String> {
    let [root, cache] = arguments else { return Err("sweep wants a root and a cache".to_owned()) };
    let options = Options { cache_dir: Some(cache.into()), ..Options::new(Path::new(root)) };
    let workspace = Workspace::open(options, |_| ()).map_err(|e| e.to_string())?;
    let refresh = || workspace.refresh().map_err(|e| e.to_string());
    refresh()?;
    let mut costs = Vec::new();
    for _ in 0..SWEEPS {
        let (cpu, started) = (own_cpu()?, Instant::now());
        let changed = !refresh()?.freshness.changed.is_empty();
        let (wall, cpu) = (started.elapsed(), own_cpu()?.saturating_sub(cpu));
        if !changed {
            costs.push(Cost { cpu, wall, peak: 0 });
        }
    }
    let cost = crate::meter::least(&costs);
    println!(
        "{}",
        json!({"cpu": cost.cpu.as_micros() as u64, "wall": cost.wall.as_micros() as u64, "peak": 0})
    );
    Ok(())
}

fn own_cpu() -> Result<Duration, String> {
    let usage = getrusage(UsageWho::RUSAGE_SELF).map_err(|e| e.to_string())?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(u64::try_from(micros).unwrap_or(0)))
}
