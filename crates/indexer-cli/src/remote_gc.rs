//! `indexer remote-gc`: removes from a shared store what nobody will ask for.

use crate::OutputOptions;
use crate::say::{self, Failure};
use clap::Args;
use indexer_tools::Settings;
use indexer_tools::settings::store;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct RemoteGc {
    /// Remove indexes that were stored more than so many days ago
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    older_than: u32,
    /// Keep so many of the youngest of each version and settings, however old
    #[arg(long, value_name = "N", default_value_t = 20)]
    keep: usize,
    /// Only say what would go
    #[arg(long)]
    dry_run: bool,
}

/// Removes what is old, and says how much that was.
pub(crate) fn remote_gc(
    settings: &Settings,
    output_options: &OutputOptions,
    asked: &RemoteGc,
) -> Result<(), Failure> {
    let age = Duration::from_secs(u64::from(asked.older_than) * 24 * 3600);
    let done = store::collect(settings, age, asked.keep, asked.dry_run)?;
    if !output_options.quiet {
        let verb = if asked.dry_run { "would remove" } else { "removed" };
        say::note(&format!(
            "{verb} {} indexes and {} blocks, {} bytes; {} indexes and {} blocks stay",
            done.heads, done.blocks, done.bytes, done.kept_heads, done.kept_blocks,
        ));
    }
    Ok(())
}
