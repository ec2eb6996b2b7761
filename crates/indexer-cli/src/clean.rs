//! `indexer clean`: says what it would remove, asks, removes.

use crate::Manners;
use crate::say::{self, Failure};
use clap::Args;
use indexer_engine::Options;
use indexer_engine::holdings::{self, Holding};
use indexer_tools::roots::engine_problem;
use indexer_tools::{Code, Problem};
use std::io::{self, IsTerminal};

#[derive(Args, Debug)]
pub(crate) struct Clean {
    /// Every repository, not only this one
    #[arg(long)]
    all: bool,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

/// Removes what is stored, after asking.
pub(crate) fn clean(options: &Options, manners: &Manners, asked: &Clean) -> Result<(), Failure> {
    if options.read_only {
        let problem = Problem::new(Code::InvalidArgument, "clean: the cache is opened for reading only");
        return Err(problem.hint("leave out --read-only").into());
    }
    let held = holdings::cleanable(options, asked.all).map_err(|error| engine_problem(&error))?;
    let said = |text: &str| {
        if !manners.quiet {
            say::note(text);
        }
    };
    if held.is_empty() {
        said("nothing is stored");
        return Ok(());
    }
    for one in &held {
        let (bytes, roots) = (one.bytes().div_ceil(1 << 20), one.roots);
        said(&format!("{}: {bytes} MB, {roots} roots", one.folder.display()));
        if one.foreign > 0 {
            said(&format!("  {} files there are not of indexer and stay", one.foreign));
        }
    }
    if !asked.yes && !agreed(&held)? {
        said("nothing was removed");
        return Ok(());
    }
    holdings::clean(&held).map_err(|error| engine_problem(&error))?;
    said(&format!("removed {} MB", total(&held)));
    Ok(())
}

fn total(held: &[Holding]) -> u64 {
    held.iter().map(Holding::bytes).sum::<u64>().div_ceil(1 << 20)
}

fn agreed(held: &[Holding]) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        let problem = Problem::new(Code::InvalidArgument, "clean: there is no terminal to ask at");
        return Err(problem.hint("give --yes to remove without being asked").into());
    }
    say::note(&format!("Remove {} MB? [y/N]", total(held)));
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(matches!(line.trim(), "y" | "Y" | "yes"))
}
