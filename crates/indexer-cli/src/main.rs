//! `indexer`: the tools of indexer on the command line.

mod allocator;
mod clean;
mod color;
mod commands;
mod doctor;
mod explore;
mod export;
mod facts;
mod init;
mod interrupt;
mod opened;
mod own_flags;
mod page;
mod progress;
mod remote_gc;
mod root;
mod say;
mod terminal;
mod whole_file;

use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser};
use color::Color;
use indexer_mcp::program;
use indexer_tools::screen::Hyperlink;
use indexer_tools::settings::IndexFlags;
use indexer_tools::wording::nearest_commands;
use indexer_tools::{ALL, Code, Format, Problem, compat, long_version};
use say::Failure;
use serde_json::{Map, Value};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Structural questions about the code of a repository
///
/// Every question first takes in what changed on disk; the first one indexes. On a terminal answers are
/// screens; into a pipe or a file they are one record a line, or JSON with --json.
#[derive(Parser)]
#[command(name = "indexer", version, long_version = long_version())]
struct Global {
    #[command(flatten)]
    index: IndexFlags,
    #[command(flatten)]
    output_options: OutputOptions,
}

/// How answers are given.
#[derive(Args, Clone, Debug)]
struct OutputOptions {
    /// Say nothing but the answer
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Ask about a revision (a branch, tag, commit) instead of the files on disk
    #[arg(long, global = true, value_name = "REV")]
    rev: Option<String>,
    /// Ask about the git index; the same as --rev :staged
    #[arg(long, global = true, conflicts_with = "rev")]
    staged: bool,
    /// Ask about this repository of those that --repositories names
    #[arg(long, global = true, value_name = "NAME")]
    repository: Option<String>,
    /// How answers are written
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// The same as --format json
    #[arg(long, global = true, conflicts_with = "format")]
    json: bool,
    /// Whether an answer for people is coloured
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// How places are linked on a terminal that knows links: none, default, vscode or another name, or a
    /// format with {path}, {line} and {column}
    #[arg(long, global = true, value_name = "FORMAT", value_parser = Hyperlink::parse)]
    hyperlink_format: Option<Hyperlink>,
    /// Write what is longer than the screen at once, without $PAGER
    #[arg(long, global = true)]
    no_pager: bool,
    /// Exit with 1 where the answer is empty
    #[arg(long, global = true)]
    exit_status: bool,
}

impl OutputOptions {
    /// The revision that is asked about; `None` for the files on disk.
    fn rev(&self) -> Option<&str> {
        if self.staged { Some(indexer_engine::STAGED) } else { self.rev.as_deref() }
    }

    /// What the flags of all commands add to the arguments of a tool.
    fn arguments(&self, arguments: &mut Map<String, Value>) {
        if let Some(format) = self.format() {
            arguments.insert("format".into(), serde_json::to_value(format).unwrap_or_default());
        }
        if let Some(rev) = self.rev() {
            arguments.insert("rev".into(), rev.into());
        }
    }

    /// Adds the format for people where stdout is a terminal and no other was asked for.
    fn choose_format(&self, arguments: &mut Value) {
        if arguments.get("format").is_none() && io::stdout().is_terminal() {
            arguments["format"] = Format::Screen.as_str().into();
        }
    }

    fn format(&self) -> Option<Format> {
        if self.json { Some(Format::Json) } else { self.format }
    }
}

fn main() -> ExitCode {
    if std::env::args_os().next().is_some_and(|called| is_server(&called)) {
        allocator::keep_briefly();
        return program::main();
    }
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return say::failure(&unknown_command(error), None),
    };
    let global = match Global::from_arg_matches(&matches) {
        Ok(global) => global,
        Err(error) => return say::failure(&Failure::Usage(error), None),
    };
    match run(&global, &matches) {
        Ok(code) => code,
        Err(failure) => say::failure(&failure, global.output_options.format()),
    }
}

/// True where the program was called by its second name, under which it is the server alone.
fn is_server(called: &OsStr) -> bool {
    let name = Path::new(called).file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(&name) == program::NAME
}

/// The whole command line: the commands of the program and one for each tool.
fn command() -> Command {
    let own = own_flags::own_commands(commands::add(Global::command()))
        .subcommands(ALL.iter().map(own_flags::tool));
    let taken: Vec<String> = own.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    let taken: Vec<&str> = taken.iter().map(String::as_str).collect();
    own.subcommands(compat::commands(&taken)).subcommand_required(true).arg_required_else_help(true)
}

/// A command that there is not, with those that are near.
fn unknown_command(error: clap::Error) -> Failure {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return Failure::Usage(error);
    };
    let all = command();
    let shown = all.get_subcommands().filter(|one| !one.is_hide_set());
    let names = shown.flat_map(|one| one.get_all_aliases().chain([one.get_name()]));
    let near = nearest_commands(word, names.chain(["help"]));
    let problem = Problem::new(Code::InvalidArgument, format!("there is no command {word}"));
    problem.suggest(near).hint("indexer help lists the commands").into()
}

fn run(global: &Global, matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let Some((name, given)) = matches.subcommand() else { return Ok(ExitCode::from(2)) };
    if commands::is_command(name) {
        own_flags::check(name, &global.output_options)?;
        return commands::run(&global.index, &global.output_options, matches);
    }
    commands::ask(&global.index, &global.output_options, name, given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_whole() {
        command().debug_assert();
    }

    #[test]
    fn only_the_second_name_is_the_server() {
        for name in ["indexer-mcp", "./indexer-mcp", "/opt/a b/indexer-mcp"] {
            assert!(is_server(OsStr::new(name)), "{name}");
        }
        for name in ["indexer", "indexer-mcp/indexer", "indexer-mcp2", "my-indexer-mcp", ""] {
            assert!(!is_server(OsStr::new(name)), "{name}");
        }
    }
}
