//! Which of the flags of all commands a command reads: the others are refused, and its help leaves them out.

use crate::OutputOptions;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueEnum};
use indexer_tools::{Code, Format, Problem, Tool, compat};

/// A command beside the tools.
struct Own {
    name: &'static str,
    /// How what it says can be written; none where it writes lines for people alone.
    formats: &'static [Format],
    /// True where it reads a revision in the place of the files on disk.
    of_revisions: bool,
    /// True where `--repository` may choose what it is about.
    of_repositories: bool,
}

const LINES: &[Format] = &[Format::Text, Format::Json];

const fn own(name: &'static str, formats: &'static [Format]) -> Own {
    Own { name, formats, of_revisions: false, of_repositories: true }
}

/// Of itself, not of what is indexed.
const fn alone(name: &'static str, formats: &'static [Format]) -> Own {
    Own { of_repositories: false, ..own(name, formats) }
}

const fn of_revisions(name: &'static str, formats: &'static [Format]) -> Own {
    Own { of_revisions: true, ..own(name, formats) }
}

const OWN: &[Own] = &[
    of_revisions("index", &[Format::Text, Format::Json, Format::Screen, Format::Markdown, Format::Yaml]),
    own("update", &[Format::Text, Format::Json, Format::Screen]),
    own("watch", LINES),
    of_revisions("export", &[Format::Json, Format::Scip, Format::Sqlite, Format::Parquet]),
    of_revisions("explore", LINES),
    own("clean", &[]),
    own("facts", &[]),
    own("remote-gc", &[]),
    alone("config", LINES),
    alone("serve", LINES),
    alone("lsp", &[]),
    alone("init", LINES),
    alone("doctor", LINES),
    alone("completions", &[]),
    alone("man", &[]),
];

/// The commands of the program, each with the flags that it reads.
pub(crate) fn own_commands(command: Command) -> Command {
    OWN.iter().fold(command, |command, own| command.mut_subcommand(own.name, |one| with_flags(one, own)))
}

/// The command of a tool with its formats.
pub(crate) fn tool(tool: &Tool) -> Command {
    compat::command(tool).arg(format(tool.every_format()))
}

/// Refuses flags of all commands that `command` does not read: who gave one would take the answer for what was asked.
///
/// # Errors
/// Names the first of them.
pub(crate) fn check(command: &str, given: &OutputOptions) -> Result<(), Problem> {
    let Some(own) = OWN.iter().find(|own| own.name == command) else { return Ok(()) };
    let flags = [
        ("--rev", given.rev.is_some() && !own.of_revisions),
        ("--staged", given.staged && !own.of_revisions),
        ("--repository", given.repository.is_some() && !own.of_repositories),
        ("--format", given.format.is_some() && own.formats.is_empty()),
        ("--json", given.json && own.formats.is_empty()),
        ("--exit-status", given.exit_status),
    ];
    match flags.iter().find(|(_, is_refused)| *is_refused) {
        None => Ok(()),
        Some((flag, _)) => {
            let problem = Problem::new(Code::InvalidArgument, format!("{command} does not take {flag}"));
            Err(problem.hint(format!("indexer help {command} lists what it takes")))
        }
    }
}

/// Arguments of a command stand in the place of the flags of all commands with their names.
fn with_flags(command: Command, own: &Own) -> Command {
    let text = |name: &'static str| Arg::new(name).long(name).hide(true);
    let switch = |name: &'static str| text(name).action(ArgAction::SetTrue);
    let mut command = command.arg(switch("exit_status").long("exit-status"));
    if !own.of_revisions {
        command = command.arg(text("rev")).arg(switch("staged"));
    }
    if !own.of_repositories {
        command = command.arg(text("repository"));
    }
    match own.formats {
        [] => {
            let every = Format::value_variants().iter().copied();
            command.arg(format(every).hide(true)).arg(switch("json"))
        }
        formats => command.arg(format(formats.iter().copied())),
    }
}

fn format(formats: impl Iterator<Item = Format>) -> Arg {
    let words: Vec<PossibleValue> = formats.filter_map(|format| format.to_possible_value()).collect();
    let read = PossibleValuesParser::new(words);
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .help("How the answer is written; on a terminal as a screen, else the first of these")
        .value_parser(read.map(|word| Format::from_str(&word, false).unwrap_or_default()))
}
