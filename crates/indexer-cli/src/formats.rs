//! `--format` of each command: only what that command has.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, ValueEnum};
use indexer_tools::{Format, Tool, compat};

/// The commands beside the tools that are written in some format, and which.
const OWN: &[(&str, &[Format])] = &[
    ("index", &[Format::Text, Format::Json, Format::Screen, Format::Markdown, Format::Yaml]),
    ("update", &[Format::Text, Format::Json, Format::Screen]),
    ("watch", &[Format::Text, Format::Json]),
    ("export", &[Format::Json, Format::Scip, Format::Sqlite, Format::Parquet]),
    ("config", &[Format::Text, Format::Json]),
    ("serve", &[Format::Text, Format::Json]),
    ("init", &[Format::Text, Format::Json]),
    ("doctor", &[Format::Text, Format::Json]),
];

/// The commands of the program, each with its own formats.
pub(crate) fn own(command: Command) -> Command {
    OWN.iter().fold(command, |command, (name, formats)| {
        command.mut_subcommand(name, |one| one.arg(argument(formats.iter().copied())))
    })
}

/// The command of a tool with its formats.
pub(crate) fn tool(tool: &Tool) -> Command {
    compat::command(tool).arg(argument(tool.every_format()))
}

/// Stands in the place of the flag of all commands.
fn argument(formats: impl Iterator<Item = Format>) -> Arg {
    let words: Vec<PossibleValue> = formats.filter_map(|format| format.to_possible_value()).collect();
    let read = PossibleValuesParser::new(words);
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .help("How the answer is written; on a terminal as a screen, else the first of these")
        .value_parser(read.map(|word| Format::from_str(&word, false).unwrap_or_default()))
}
