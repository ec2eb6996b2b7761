//! `indexer facts`: parses one part of a repository for a machine that joins all parts.

use crate::OutputOptions;
use crate::opened::{Target, open_with};
use crate::progress::First;
use crate::say::{self, Failure};
use clap::Args;
use indexer_engine::Shard;
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::{Code, Problem};

#[derive(Args, Debug)]
pub(crate) struct Facts {
    /// Which part of the files, and how many parts there are: 2/8
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    shard: Shard,
}

/// Parses the part and stores its facts.
pub(crate) fn facts(target: &Target, output_options: &OutputOptions, asked: &Facts) -> Result<(), Failure> {
    let (workspace, bar) = open_with(target, output_options, First::Now)?;
    let done = workspace.publish_facts(asked.shard);
    bar.clear();
    let (files, published) = done.map_err(|error| engine_problem(&error))?;
    if let Some(reason) = published.reason {
        let what = format!("the facts are not in the shared store: {reason}");
        return Err(Problem::new(Code::Unreadable, what).hint("see docs/remote.md").into());
    }
    if !output_options.quiet {
        let Shard { number, of } = asked.shard;
        let (objects, bytes) = (published.objects, published.bytes);
        say::note(&format!(
            "part {number} of {of}: {files} contents; {objects} objects, {bytes} bytes stored"
        ));
    }
    Ok(())
}
