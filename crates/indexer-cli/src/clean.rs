//! `indexer clean`: says what it would remove, asks, removes.

use crate::OutputOptions;
use crate::say::{self, Failure};
use clap::Args;
use indexer_engine::Options;
use indexer_engine::holdings::{self, Holding};
use indexer_tools::protocol::engine_problem::engine_problem;
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
pub(crate) fn clean(options: &Options, output_options: &OutputOptions, asked: &Clean) -> Result<(), Failure> {
    let held = holdings::cleanable(options, asked.all).map_err(|error| engine_problem(&error))?;
    let report = |text: &str| {
        if !output_options.quiet {
            say::note(text);
        }
    };
    if held.is_empty() {
        report("nothing is stored");
        return Ok(());
    }
    for one in &held {
        report(&described(one));
    }
    if !asked.yes && !agreed(&held)? {
        report("nothing was removed");
        return Ok(());
    }
    holdings::clean(&held).map_err(|error| engine_problem(&error))?;
    report(&format!("removed {}", total(&held)));
    Ok(())
}

/// A line about what is stored of one repository.
fn described(one: &Holding) -> String {
    let places: Vec<String> = one.places.iter().map(|place| place.display().to_string()).collect();
    let mut line = match places.is_empty() {
        true => one.folder.display().to_string(),
        false => format!("{} in {}", places.join(", "), one.folder.display()),
    };
    line += &format!(": {}, {}", size(one.bytes()), counted(one.roots, "root"));
    if one.revisions > 0 {
        line += &format!(", {}", counted(one.revisions, "revision"));
    }
    if one.is_in_use() {
        line += ", in use by a process, which will build it again";
    }
    if one.foreign > 0 {
        line += &format!("; what is not of indexer stays ({})", one.foreign);
    }
    line
}

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_240 => format!("{bytes} bytes"),
        10_240..10_485_760 => format!("{} KB", bytes >> 10),
        _ => format!("{} MB", bytes >> 20),
    }
}

fn total(held: &[Holding]) -> String {
    size(held.iter().map(Holding::bytes).sum())
}

fn agreed(held: &[Holding]) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        let problem = Problem::new(Code::InvalidArgument, "clean: there is no terminal to ask at");
        return Err(problem.hint("give --yes to remove without being asked").into());
    }
    say::note(&format!("Remove {}? [y/N]", total(held)));
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(matches!(line.trim(), "y" | "Y" | "yes"))
}
