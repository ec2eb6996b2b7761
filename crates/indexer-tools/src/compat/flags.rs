//! Names and arguments of peers on the command line: commands and flags that the help leaves out.

use super::{Foreign, PEERS, Parameter, namesakes, rows, same};
use crate::protocol::tool::Tool;
use crate::tools::{ALL, find};
use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value};

/// Arguments that the command line has for all commands.
const GLOBAL: [&str; 4] = ["format", "member", "rev", "root"];

fn is_global(parameter: &Parameter) -> bool {
    GLOBAL.contains(&parameter.name.as_str())
}

/// The command of one of our tools, with the flags that peers know it by.
pub fn command(tool: &Tool) -> Command {
    let mut command = tool.command();
    if tool.name != tool.cli_name {
        command = command.alias(tool.name);
    }
    let mut more: Vec<&Parameter> = Vec::new();
    for parameter in namesakes(tool).flat_map(|row| &row.parameters) {
        let is_ours = command.get_arguments().any(|one| one.get_id() == parameter.name.as_str());
        if !is_ours && !is_global(parameter) && more.iter().all(|one| one.name != parameter.name) {
            more.push(parameter);
        }
    }
    command.args(more.into_iter().map(|parameter| flag(parameter).hide(true)))
}

/// The commands that only peers have; `taken` are the names of others.
pub fn commands(taken: &[&str]) -> Vec<Command> {
    let mut made: Vec<Command> = Vec::new();
    for row in PEERS.iter().flat_map(|peer| &peer.tools) {
        let ours = ALL.iter().any(|tool| {
            [tool.name, tool.cli_name].iter().chain(tool.aliases).any(|name| same(name, &row.name))
        });
        let known = taken.iter().any(|name| same(name, &row.name))
            || made.iter().any(|command| same(command.get_name(), &row.name));
        if !ours && !known {
            made.push(foreign(row));
        }
    }
    made
}

fn foreign(row: &'static Foreign) -> Command {
    let mut command = Command::new(&row.name).hide(true);
    for spelled in [row.name.replace(['.', '-'], "_"), row.name.replace(['.', '_'], "-")] {
        if spelled != row.name && command.get_all_aliases().all(|alias| alias != spelled) {
            command = command.alias(spelled);
        }
    }
    let about = match row.ours() {
        Some(tool) => format!("The same as {}", tool.cli_name),
        None => "Not answered here".to_owned(),
    };
    let mut index = 0;
    for parameter in row.parameters.iter().filter(|one| !is_global(one)) {
        let flag = flag(parameter);
        if parameter.required {
            index += 1;
            let place = Arg::new(format!("at:{}", parameter.name))
                .index(index)
                .required_unless_present(id(parameter));
            command =
                command.arg(place.value_name(parameter.name.to_uppercase()).conflicts_with(id(parameter)));
        }
        command = command.arg(flag);
    }
    command.about(about)
}

fn id(parameter: &Parameter) -> String {
    format!("peer:{}", parameter.name)
}

fn flag(parameter: &'static Parameter) -> Arg {
    let dashed = parameter.name.replace('_', "-");
    let mut arg = Arg::new(id(parameter)).long(dashed.clone());
    if dashed != parameter.name {
        arg = arg.alias(parameter.name.as_str());
    }
    match parameter.kind.as_str() {
        "boolean" => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(ValueParser::bool()),
        "integer" => arg.value_parser(clap::value_parser!(u32)),
        "number" => arg.value_parser(clap::value_parser!(f32)),
        "strings" => arg.action(ArgAction::Append).value_delimiter(','),
        _ => arg,
    }
}

/// What a command line gave to a command of a tool of ours or of a peer; `None` where `name` is none.
pub fn arguments(name: &str, matches: &ArgMatches) -> Option<Result<Map<String, Value>, clap::Error>> {
    let tool = find(name);
    let parameters: Vec<&Parameter> = match tool {
        Some(tool) => namesakes(tool).flat_map(|row| &row.parameters).collect(),
        None => rows(name).next()?.parameters.iter().collect(),
    };
    let own = tool.map_or_else(|| Ok(Map::new()), |tool| tool.arguments(matches));
    Some(own.map(|mut all| {
        for parameter in parameters {
            let value = given(parameter, &id(parameter), matches)
                .or_else(|| given(parameter, &format!("at:{}", parameter.name), matches));
            if let Some(value) = value {
                all.insert(parameter.name.clone(), value);
            }
        }
        all
    }))
}

fn given(parameter: &Parameter, id: &str, matches: &ArgMatches) -> Option<Value> {
    // An argument that this command does not have is asked for too.
    if !matches.try_contains_id(id).unwrap_or(false)
        || matches.value_source(id) != Some(ValueSource::CommandLine)
    {
        return None;
    }
    match parameter.kind.as_str() {
        "boolean" => matches.get_one::<bool>(id).map(|on| (*on).into()),
        "integer" => matches.get_one::<u32>(id).map(|number| (*number).into()),
        "number" => matches.get_one::<f32>(id).map(|number| f64::from(*number).into()),
        "strings" => matches.get_many::<String>(id).map(|all| all.cloned().collect::<Vec<_>>().into()),
        _ => matches.get_one::<String>(id).map(|text| text.as_str().into()),
    }
}
