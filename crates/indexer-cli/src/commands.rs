//! The commands beside the tools, and how a tool is asked.

use crate::progress::progress;
use crate::say::{self, Failure};
use crate::{Manners, command};
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use clap_complete::Shell;
use indexer_engine::{Snapshot, Workspace};
use indexer_mcp::ServeOptions;
use indexer_tools::export::{Kind, export};
use indexer_tools::roots::{ask as ask_tool, engine_problem};
use indexer_tools::{Problem, SUMMARY, Settings, Tool};
use serde_json::Value;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Subcommand, Debug)]
enum Own {
    /// Build the index, or bring it up to date, and store it
    Index {
        /// Build from nothing
        #[arg(long)]
        rebuild: bool,
    },
    /// Bring the stored index up to date
    Update,
    /// Write references, symbols, calls or file dependencies as JSON lines
    Export(Export),
    /// Answer over the Model Context Protocol on stdin and stdout
    Serve(ServeOptions),
    /// Write a completion script
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Args, Debug)]
struct Export {
    /// What is written
    #[arg(value_enum)]
    kind: Kind,
}

/// Adds the commands.
pub(crate) fn add(command: Command) -> Command {
    Own::augment_subcommands(command)
}

/// Asks a tool.
pub(crate) fn ask(
    settings: &Settings,
    manners: &Manners,
    tool: &Tool,
    given: &ArgMatches,
) -> Result<ExitCode, Failure> {
    let mut arguments = tool.arguments(given).map_err(Failure::Usage)?;
    if let Some(format) = manners.format() {
        arguments.insert("format".into(), serde_json::to_value(format).unwrap_or_default());
    }
    let workspace = open(settings, manners)?;
    let output = ask_tool(&workspace, settings, tool, &Value::Object(arguments), &AtomicBool::new(false))?;
    say::answer(&output.body)?;
    Ok(if manners.exit_status && output.empty { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Runs one of the commands beside the tools.
pub(crate) fn run(settings: Settings, manners: &Manners, matches: &ArgMatches) -> Result<ExitCode, Failure> {
    match Own::from_arg_matches(matches).map_err(Failure::Usage)? {
        Own::Index { rebuild } => index(&settings, manners, rebuild)?,
        Own::Update => index(&settings, manners, false)?,
        Own::Export(asked) => write_export(&settings, manners, &asked)?,
        Own::Serve(options) => indexer_mcp::run(settings, &options)?,
        Own::Completions { shell } => {
            clap_complete::generate(shell, &mut command(), "indexer", &mut io::stdout().lock());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn open(settings: &Settings, manners: &Manners) -> Result<Workspace, Problem> {
    let options = settings.options(&settings.root());
    Workspace::open(options, progress(manners.quiet)).map_err(|error| engine_problem(&error))
}

fn index(settings: &Settings, manners: &Manners, rebuild: bool) -> Result<(), Failure> {
    let workspace = open(settings, manners)?;
    workspace.index(rebuild).map_err(|error| engine_problem(&error))?;
    if manners.quiet {
        return Ok(());
    }
    let mut arguments = serde_json::Map::new();
    if let Some(format) = manners.format() {
        arguments.insert("format".into(), serde_json::to_value(format).unwrap_or_default());
    }
    let output =
        ask_tool(&workspace, settings, &SUMMARY, &Value::Object(arguments), &AtomicBool::new(false))?;
    say::answer(&output.body)
}

fn write_export(settings: &Settings, manners: &Manners, asked: &Export) -> Result<(), Failure> {
    let workspace = open(settings, manners)?;
    let snapshot: Arc<Snapshot> = workspace.refresh().map_err(|error| engine_problem(&error))?;
    let mut out = BufWriter::new(io::stdout().lock());
    export(&snapshot.view, asked.kind, &mut out)?;
    out.flush()?;
    Ok(())
}
