//! The names and arguments under which other systems offer what our tools answer.
//!
//! Whoever comes from one of them goes on calling what they know; the answers are ours. A row of a
//! peer in `peers.json` is a name, its arguments and what they are here. Nothing of it is listed by default: the
//! setting `tools` with the word of a peer lists its names. `docs/coming-from.md` is made from the
//! same rows.

mod flags;
#[cfg(test)]
mod page;
#[cfg(test)]
mod tests;

use crate::protocol::tool::Tool;
use crate::protocol::{Common, Problem};
use crate::tools;
pub use flags::{arguments, command, commands};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Another system.
#[derive(Debug, Deserialize)]
pub struct Peer {
    /// The word that lists its names.
    pub word: String,
    /// What it calls itself, with the version that the rows are of.
    pub title: String,
    /// What its users should know, sentences.
    pub about: String,
    /// Its tools, in the order of its own documentation.
    pub tools: Vec<Foreign>,
}

impl PartialEq for Peer {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Peer {}

/// The systems whose names are known, from `peers.json`.
pub static PEERS: LazyLock<Vec<Peer>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("peers.json")).unwrap_or_else(|wrong| panic!("peers.json: {wrong}"))
});

/// A tool of another system.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// Its name there. Dots, dashes and underscores are the same.
    pub name: String,
    /// The tool of ours.
    pub tool: String,
    /// Its arguments, what is required first.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    /// Arguments of ours that it stands for.
    #[serde(default)]
    pub adds: Map<String, Value>,
    /// Fields of its answer, and where they are in ours: pointers of JSON, with `*` for any row.
    #[serde(default)]
    pub fields: Vec<(String, String)>,
}

/// An argument of a tool of another system.
#[derive(Debug, Deserialize)]
#[serde(from = "Spelled")]
pub struct Parameter {
    /// Its name there.
    pub name: String,
    /// Its type, a word of JSON schemas; "strings" for a list of texts.
    pub kind: String,
    /// True where it must be given.
    pub required: bool,
    /// What it is here.
    pub to: To,
}

/// What an argument of another system is here.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum To {
    /// The argument of this name.
    Is(String),
    /// One of these values, which stands for arguments of ours; the first where it is left out.
    Words(Vec<(String, Map<String, Value>)>),
    /// A path where it holds a `/` or is `path`, else the argument of this name.
    PathOr(String),
    /// Accepted and without effect, for this reason.
    Nothing(String),
}

/// A parameter as `peers.json` spells it: `query! = name` is required and ours calls it `name`, `limit: integer` is
/// a number that ours calls so too.
#[derive(Deserialize)]
#[serde(untagged)]
enum Spelled {
    Same(String),
    Other {
        parameter: String,
        #[serde(flatten)]
        to: To,
    },
}

impl From<Spelled> for Parameter {
    fn from(spelled: Spelled) -> Self {
        let (text, to) = match spelled {
            Spelled::Same(text) => (text, None),
            Spelled::Other { parameter, to } => (parameter, Some(to)),
        };
        let (said, ours) = text.split_once(" = ").unzip();
        let (name, kind) =
            said.unwrap_or(&text).split_once(": ").unwrap_or((said.unwrap_or(&text), "string"));
        let plain = name.trim_end_matches('!');
        Self {
            name: plain.to_owned(),
            kind: kind.to_owned(),
            required: plain != name,
            to: to.unwrap_or_else(|| To::Is(ours.unwrap_or(plain).to_owned())),
        }
    }
}

impl Foreign {
    /// The tool of ours.
    pub fn ours(&self) -> Option<&'static Tool> {
        tools::find(&self.tool)
    }

    /// The name in lists: some clients refuse dots.
    pub fn listed_name(&self) -> String {
        self.name.replace('.', "_")
    }

    /// The input schema that lists show.
    pub fn schema(&self) -> Value {
        let properties: Map<String, Value> =
            self.parameters.iter().map(|one| (one.name.clone(), one.schema())).collect();
        let mut schema = json!({"type": "object", "properties": properties});
        let required: Vec<&str> =
            self.parameters.iter().filter(|one| one.required).map(|one| one.name.as_str()).collect();
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }

    fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|one| one.name == name)
    }

    /// Its arguments as ours.
    fn translated(&self, tool: &Tool, given: &Map<String, Value>) -> Result<Map<String, Value>, Problem> {
        let mut out = self.adds.clone();
        let schema = tool.full_schema();
        for (name, value) in given {
            match self.parameter(name) {
                Some(parameter) => parameter.put(value, &mut out)?,
                // Ours work as well: whoever learns them need not change the name first.
                None if schema["properties"].get(name).is_some() => {
                    out.insert(name.clone(), value.clone());
                }
                None => {
                    let known: Vec<&str> = self.parameters.iter().map(|one| one.name.as_str()).collect();
                    let known = if known.is_empty() { Common::NAMES.join(", ") } else { known.join(", ") };
                    let reason = format!("{name}: unknown argument of {}; known are {known}", self.name);
                    return Err(Problem::argument(name, reason));
                }
            }
        }
        for parameter in self.parameters.iter().filter(|one| !given.contains_key(&one.name)) {
            match &parameter.to {
                To::Is(ours) if parameter.required && !given.contains_key(ours) => {
                    let reason = format!("{}: is required", parameter.name);
                    return Err(Problem::argument(&parameter.name, reason));
                }
                To::PathOr(_) if parameter.required => {
                    let reason = format!("{}: is required", parameter.name);
                    return Err(Problem::argument(&parameter.name, reason));
                }
                To::Words(words) => {
                    for (ours, value) in words.iter().take(1).flat_map(|(_, adds)| adds) {
                        out.entry(ours).or_insert_with(|| value.clone());
                    }
                }
                _ => {}
            }
        }
        Ok(out)
    }
}

impl Parameter {
    fn schema(&self) -> Value {
        let text = json!({"type": "string"});
        match (&self.to, self.kind.as_str()) {
            (_, "strings") => json!({"type": "array", "items": text}),
            (To::Words(words), "string") => {
                json!({"type": "string", "enum": words.iter().map(|(word, _)| word).collect::<Vec<_>>()})
            }
            (_, kind) => json!({"type": kind}),
        }
    }

    /// Writes a value of it into arguments of ours.
    fn put(&self, value: &Value, out: &mut Map<String, Value>) -> Result<(), Problem> {
        match &self.to {
            To::Is(ours) => {
                out.insert(ours.clone(), value.clone());
            }
            To::PathOr(ours) => {
                let is_path = value.as_str().is_some_and(|text| text.contains('/') && !text.contains('#'));
                out.insert(if is_path { "path" } else { ours }.to_owned(), value.clone());
            }
            To::Words(words) => {
                let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let Some((_, adds)) = words.iter().find(|(word, _)| *word == said) else {
                    let known: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
                    let reason = format!("{}: must be one of {}, not {value}", self.name, known.join(", "));
                    return Err(Problem::argument(&self.name, reason));
                };
                out.extend(adds.clone());
            }
            To::Nothing(_) => {}
        }
        Ok(())
    }
}

/// True where the names are the same but for dots, dashes and underscores.
fn same(one: &str, other: &str) -> bool {
    let plain = |c: u8| if matches!(c, b'.' | b'-') { b'_' } else { c };
    one.len() == other.len() && one.bytes().map(plain).eq(other.bytes().map(plain))
}

/// The rows of that name, of all peers.
fn rows(name: &str) -> impl Iterator<Item = &'static Foreign> {
    PEERS.iter().flat_map(|peer| &peer.tools).filter(move |row| same(&row.name, name))
}

/// The rows of peers that call a tool of ours by one of its own names.
fn namesakes(tool: &Tool) -> impl Iterator<Item = &'static Foreign> {
    let names: Vec<&str> =
        [tool.name, tool.cli_name].into_iter().chain(tool.aliases.iter().copied()).collect();
    let (own, all) = (tool.name, PEERS.iter().flat_map(|peer| &peer.tools));
    all.filter(move |row| row.tool == own && names.iter().any(|name| same(&row.name, name)))
}

/// The tool of a name, ours or a peer's, and the arguments as it takes them; `None` where nobody
/// calls anything so.
pub fn called<'a>(
    name: &str,
    arguments: &'a Value,
) -> Option<Result<(&'static Tool, Cow<'a, Value>), Problem>> {
    if let Some(tool) = tools::find(name) {
        let ours = |arguments: Cow<'a, Value>| Cow::Owned(tool.in_our_words(arguments.into_owned()));
        return Some(with_foreign(tool, arguments).map(|arguments| (tool, ours(arguments))));
    }
    let (row, tool) = rows(name).find_map(|row| Some((row, row.ours()?)))?;
    let empty = Map::new();
    let given = match arguments {
        Value::Null => &empty,
        Value::Object(given) => given,
        // The tool says that these are none.
        _ => return Some(Ok((tool, Cow::Borrowed(arguments)))),
    };
    let translated = row.translated(tool, given);
    let translated = translated.map_err(|problem| Problem { tool: Some(tool.name), ..problem });
    Some(translated.map(|arguments| (tool, Cow::Owned(Value::Object(arguments)))))
}

/// Arguments of one of our tools, those replaced that only a peer's tool of that name knows.
fn with_foreign<'a>(tool: &Tool, arguments: &'a Value) -> Result<Cow<'a, Value>, Problem> {
    let Value::Object(given) = arguments else { return Ok(Cow::Borrowed(arguments)) };
    let rows: Vec<&Foreign> = namesakes(tool).collect();
    if rows.is_empty() || given.is_empty() {
        return Ok(Cow::Borrowed(arguments));
    }
    let schema = tool.full_schema();
    let mut out = Map::new();
    // The command line gives lists that nobody wrote as empty ones: they say nothing.
    let is_given = |value: &Value| value.as_array().is_none_or(|all| !all.is_empty());
    for (name, value) in given.iter().filter(|(_, value)| is_given(value)) {
        let is_ours = schema["properties"].get(name).is_some();
        let foreign = rows.iter().find_map(|row| {
            let parameter = row.parameter(name)?;
            let words = match &parameter.to {
                To::Words(words) => words.iter().any(|(word, _)| Some(word.as_str()) == value.as_str()),
                _ => false,
            };
            (!is_ours || words).then_some(parameter)
        });
        match foreign {
            Some(parameter) => parameter
                .put(value, &mut out)
                .map_err(|problem| Problem { tool: Some(tool.name), ..problem })?,
            None => {
                out.insert(name.clone(), value.clone());
            }
        }
    }
    Ok(Cow::Owned(Value::Object(out)))
}
