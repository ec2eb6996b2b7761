//! The flags of a command line, made from the table.

use clap::builder::OsStringValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use indexer_config::{FlagOf, FlagSource, Kind, SETTINGS, Setting};
use std::ffi::OsString;

/// Flags as they were written: those of the server alone, or those of every command.
#[derive(Clone, Debug, Default)]
pub struct Flags<const SERVER: bool>(Vec<(&'static Setting, Vec<OsString>)>);

/// The flags that every command takes.
pub type IndexFlags = Flags<false>;
/// The flags that only the server takes.
pub type ServerFlags = Flags<true>;

impl<const SERVER: bool> FlagSource for Flags<SERVER> {
    fn given(&self) -> Vec<(&'static Setting, &[OsString])> {
        self.0.iter().map(|(setting, texts)| (*setting, texts.as_slice())).collect()
    }
}

impl<const SERVER: bool> Flags<SERVER> {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        let of = if SERVER { FlagOf::Server } else { FlagOf::All };
        SETTINGS.iter().filter(move |setting| setting.flag == of)
    }
}

impl<const SERVER: bool> FromArgMatches for Flags<SERVER> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Self::rows().filter_map(|setting| {
            let texts = matches.try_get_many::<OsString>(setting.key).ok().flatten()?;
            Some((setting, texts.cloned().collect()))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<const SERVER: bool> Args for Flags<SERVER> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::rows().map(|setting| argument(setting, !SERVER)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The flag of a setting. Values are read by the table's own reader, so that a flag, a variable
/// and a file complain alike.
fn argument(setting: &'static Setting, global: bool) -> Arg {
    let help = format!("{} [env: {}]", setting.help, setting.variable());
    let argument = Arg::new(setting.key)
        .long(setting.flag())
        .help(help)
        .help_heading(if global { "Index" } else { "Server" })
        .value_parser(OsStringValueParser::new())
        .global(global);
    match setting.kind {
        Kind::Switch => {
            let word = argument.value_name("BOOL").num_args(0..=1).require_equals(true);
            word.default_missing_value("true").action(ArgAction::Set)
        }
        kind if kind.is_list() => argument.value_name(setting.value_name).action(ArgAction::Append),
        _ => argument.value_name(setting.value_name).action(ArgAction::Set),
    }
}
