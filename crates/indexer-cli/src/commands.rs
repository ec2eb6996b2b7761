//! The commands beside the tools, and how a tool is asked.

use crate::clean::{Clean, clean};
use crate::interrupt;
use crate::progress::progress;
use crate::say::{self, Failure};
use crate::{Manners, command};
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use clap_complete::Shell;
use indexer_engine::{Options, Snapshot, Workspace};
use indexer_mcp::ServeOptions;
use indexer_tools::export::{Kind, export};
use indexer_tools::roots::{ask as ask_tool, engine_problem};
use indexer_tools::settings::IndexFlags;
use indexer_tools::{Configuration, Problem, SUMMARY, Settings, Tool};
use serde_json::Value;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
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
    /// Remove what is stored of this repository; the next question builds it again
    Clean(Clean),
    /// Write every setting, its value and where that came from
    Config,
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
    flags: &IndexFlags,
    manners: &Manners,
    tool: &Tool,
    given: &ArgMatches,
) -> Result<ExitCode, Failure> {
    let mut arguments = tool.arguments(given).map_err(Failure::Usage)?;
    if let Some(format) = manners.format() {
        arguments.insert("format".into(), serde_json::to_value(format).unwrap_or_default());
    }
    let (root, settings) = settings(&Configuration::load(&[flags])?, manners);
    let workspace = open(&root, &settings, manners)?;
    let output = ask_tool(&workspace, &settings, tool, &Value::Object(arguments), &AtomicBool::new(false))?;
    say::answer(&output.body)?;
    Ok(if manners.exit_status && output.empty { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Runs one of the commands beside the tools.
pub(crate) fn run(flags: &IndexFlags, manners: &Manners, matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let own = Own::from_arg_matches(matches).map_err(Failure::Usage)?;
    if let Own::Completions { shell } = own {
        clap_complete::generate(shell, &mut command(), "indexer", &mut io::stdout().lock());
        return Ok(ExitCode::SUCCESS);
    }
    if let Own::Serve(options) = own {
        let said = Configuration::load(&[flags, &options.flags])?;
        if options.print_config {
            say::answer(&said.at(&said.root()).show(manners.format().unwrap_or_default()))?;
        } else {
            indexer_mcp::run(said, say::note)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let said = Configuration::load(&[flags])?;
    if let Own::Config = own {
        say::answer(&said.at(&said.root()).show(manners.format().unwrap_or_default()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (root, settings) = settings(&said, manners);
    match own {
        Own::Index { rebuild } => index(&root, &settings, manners, rebuild)?,
        Own::Update => index(&root, &settings, manners, false)?,
        Own::Export(asked) => write_export(&root, &settings, manners, &asked)?,
        Own::Clean(asked) => clean(&settings.options(&root), manners, &asked)?,
        Own::Config | Own::Serve(_) | Own::Completions { .. } => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// What holds for the root that is meant. What a project's file asked for and did not get is said.
fn settings(said: &Configuration, manners: &Manners) -> (PathBuf, Settings) {
    let root = said.root();
    let settings = said.at(&root);
    if !manners.quiet {
        settings.refused().iter().for_each(|what| say::note(&format!("warning: ignored: {what}")));
    }
    (root, settings)
}

fn open(root: &Path, settings: &Settings, manners: &Manners) -> Result<Workspace, Problem> {
    let options = Options { cancel: interrupt::cancel(), ..settings.options(root) };
    Workspace::open(options, progress(manners.quiet)).map_err(|error| engine_problem(&error))
}

fn index(root: &Path, settings: &Settings, manners: &Manners, rebuild: bool) -> Result<(), Failure> {
    let workspace = open(root, settings, manners)?;
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

fn write_export(root: &Path, settings: &Settings, manners: &Manners, asked: &Export) -> Result<(), Failure> {
    let workspace = open(root, settings, manners)?;
    let snapshot: Arc<Snapshot> = workspace.refresh().map_err(|error| engine_problem(&error))?;
    let mut out = BufWriter::new(io::stdout().lock());
    export(&snapshot.view, asked.kind, &mut out)?;
    out.flush()?;
    Ok(())
}
