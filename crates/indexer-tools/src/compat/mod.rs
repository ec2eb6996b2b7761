//! The names and arguments under which other systems offer what our tools answer.
//!
//! Whoever comes from one of them goes on calling what they know; the answers are ours. A row of a
//! peer is a name, its arguments and what they are here. Nothing of it is listed by default: the
//! setting `tools` with the word of a peer lists its names. `docs/coming-from.md` is made from the
//! same rows.

mod ck;
mod codebase_index;
mod codexlens;
mod flags;
mod indxr;
mod ix;
#[cfg(test)]
mod page;
#[cfg(test)]
mod tests;

use crate::protocol::tool::Tool;
use crate::protocol::{Code, Common, Problem};
use crate::tools;
pub use flags::{arguments, command, commands};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Another system.
#[derive(Debug)]
pub struct Peer {
    /// The word that lists its names.
    pub word: &'static str,
    /// What it calls itself, with the version that the rows are of.
    pub title: &'static str,
    /// What its users should know, sentences.
    pub about: &'static str,
    /// Its tools, in the order of its own documentation.
    pub tools: &'static [Foreign],
}

impl PartialEq for Peer {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Peer {}

/// The systems whose names are known.
pub static PEERS: &[Peer] = &[indxr::PEER, codexlens::PEER, codebase_index::PEER, ck::PEER, ix::PEER];

/// A tool of another system.
#[derive(Debug)]
pub struct Foreign {
    /// Its name there. Dots, dashes and underscores are the same.
    pub name: &'static str,
    /// The tool of ours; an error says why there is none.
    pub tool: Result<&'static str, &'static str>,
    /// Its arguments, what is required first.
    pub parameters: &'static [Parameter],
    /// Arguments of ours that it stands for.
    pub adds: &'static [(&'static str, Literal)],
    /// Fields of its answer, and where they are in ours: pointers of JSON, with `*` for any row.
    pub fields: &'static [(&'static str, &'static str)],
}

/// An argument of a tool of another system.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name there.
    pub name: &'static str,
    /// Its type, a word of JSON schemas; "strings" for a list of texts.
    pub kind: &'static str,
    /// True where it must be given.
    pub required: bool,
    /// What it is here.
    pub to: To,
}

/// What an argument of another system is here.
#[derive(Clone, Copy, Debug)]
pub enum To {
    /// The argument of this name.
    Is(&'static str),
    /// One of these values, which stands for arguments of ours; the first where it is left out.
    Words(&'static [(&'static str, &'static [(&'static str, Literal)])]),
    /// A path where it holds a `/` or is `path`, else the argument of this name.
    PathOr(&'static str),
    /// Accepted and without effect, for this reason.
    Nothing(&'static str),
}

/// A value of an argument of ours.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// A text.
    Text(&'static str),
    /// A list with one text.
    One(&'static str),
    /// A switch.
    Switch(bool),
}

impl Literal {
    fn value(self) -> Value {
        match self {
            Literal::Text(text) => json!(text),
            Literal::One(text) => json!([text]),
            Literal::Switch(on) => json!(on),
        }
    }
}

const fn parameter(name: &'static str, kind: &'static str, to: To) -> Parameter {
    Parameter { name, kind, required: false, to }
}

/// A text that ours calls `to`.
const fn text(name: &'static str, to: &'static str) -> Parameter {
    parameter(name, "string", To::Is(to))
}

/// A required text that ours calls `to`.
const fn needed(name: &'static str, to: &'static str) -> Parameter {
    Parameter { required: true, ..text(name, to) }
}

/// A whole number that ours calls `to`.
const fn whole(name: &'static str, to: &'static str) -> Parameter {
    parameter(name, "integer", To::Is(to))
}

/// A number that ours calls `to`.
const fn number(name: &'static str, to: &'static str) -> Parameter {
    parameter(name, "number", To::Is(to))
}

/// A switch that ours calls `to`.
const fn switch(name: &'static str, to: &'static str) -> Parameter {
    parameter(name, "boolean", To::Is(to))
}

/// A list of texts that ours calls `to`.
const fn texts(name: &'static str, to: &'static str) -> Parameter {
    parameter(name, "strings", To::Is(to))
}

/// A tool whose name, arguments and fields need nothing more.
const fn row(name: &'static str, tool: &'static str, parameters: &'static [Parameter]) -> Foreign {
    Foreign { name, tool: Ok(tool), parameters, adds: &[], fields: &[] }
}

impl Foreign {
    /// The tool of ours; `None` where there is none.
    pub fn ours(&self) -> Option<&'static Tool> {
        tools::find(self.tool.ok()?)
    }

    /// The name in lists: some clients refuse dots.
    pub fn listed_name(&self) -> String {
        self.name.replace('.', "_")
    }

    /// The input schema that lists show.
    pub fn schema(&self) -> Value {
        let properties: Map<String, Value> =
            self.parameters.iter().map(|one| (one.name.to_owned(), one.schema())).collect();
        let mut schema = json!({"type": "object", "properties": properties});
        let required: Vec<&str> =
            self.parameters.iter().filter(|one| one.required).map(|one| one.name).collect();
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }

    fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|one| one.name == name)
    }

    /// Its arguments as ours.
    fn translated(&self, tool: &Tool, given: &Map<String, Value>) -> Result<Map<String, Value>, Problem> {
        let mut out: Map<String, Value> =
            self.adds.iter().map(|(name, value)| ((*name).to_owned(), value.value())).collect();
        let schema = tool.full_schema();
        for (name, value) in given {
            match self.parameter(name) {
                Some(parameter) => parameter.put(value, &mut out)?,
                // Ours work as well: whoever learns them need not change the name first.
                None if schema["properties"].get(name).is_some() => {
                    out.insert(name.clone(), value.clone());
                }
                None => {
                    let known: Vec<&str> = self.parameters.iter().map(|one| one.name).collect();
                    let known = if known.is_empty() { Common::NAMES.join(", ") } else { known.join(", ") };
                    let reason = format!("{name}: unknown argument of {}; known are {known}", self.name);
                    return Err(Problem::argument(name, reason));
                }
            }
        }
        for parameter in self.parameters.iter().filter(|one| !given.contains_key(one.name)) {
            match parameter.to {
                To::Is(ours) if parameter.required && !given.contains_key(ours) => {
                    let reason = format!("{}: is required", parameter.name);
                    return Err(Problem::argument(parameter.name, reason));
                }
                To::PathOr(_) if parameter.required => {
                    let reason = format!("{}: is required", parameter.name);
                    return Err(Problem::argument(parameter.name, reason));
                }
                To::Words([(_, adds), ..]) => {
                    for (ours, value) in *adds {
                        out.entry(*ours).or_insert_with(|| value.value());
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
        match (self.to, self.kind) {
            (_, "strings") => json!({"type": "array", "items": text}),
            (To::Words(words), "string") => {
                json!({"type": "string", "enum": words.iter().map(|(word, _)| *word).collect::<Vec<_>>()})
            }
            (_, kind) => json!({"type": kind}),
        }
    }

    /// Writes a value of it into arguments of ours.
    fn put(&self, value: &Value, out: &mut Map<String, Value>) -> Result<(), Problem> {
        match self.to {
            To::Is(ours) => {
                out.insert(ours.to_owned(), value.clone());
            }
            To::PathOr(ours) => {
                let is_path = value.as_str().is_some_and(|text| text.contains('/') && !text.contains('#'));
                out.insert(if is_path { "path" } else { ours }.to_owned(), value.clone());
            }
            To::Words(words) => {
                let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let Some((_, adds)) = words.iter().find(|(word, _)| *word == said) else {
                    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    let reason = format!("{}: must be one of {}, not {value}", self.name, known.join(", "));
                    return Err(Problem::argument(self.name, reason));
                };
                out.extend(adds.iter().map(|(name, value)| ((*name).to_owned(), value.value())));
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
    PEERS.iter().flat_map(|peer| peer.tools).filter(move |row| same(row.name, name))
}

/// The rows of peers that call a tool of ours by one of its own names.
fn namesakes(tool: &Tool) -> impl Iterator<Item = &'static Foreign> {
    let names: Vec<&str> =
        [tool.name, tool.cli_name].into_iter().chain(tool.aliases.iter().copied()).collect();
    let (own, all) = (tool.name, PEERS.iter().flat_map(|peer| peer.tools));
    all.filter(move |row| row.tool == Ok(own) && names.iter().any(|name| same(row.name, name)))
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
    let row = rows(name).find(|row| row.ours().is_some()).or_else(|| rows(name).next())?;
    let Some(tool) = row.ours() else {
        let why = row.tool.err().unwrap_or("there is no such tool here");
        let problem = Problem::new(Code::NotSupported, format!("{}: {why}", row.name));
        return Some(Err(problem.hint("docs/coming-from.md says what is called how")));
    };
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
    for (name, value) in given {
        let is_ours = schema["properties"].get(name).is_some();
        let foreign = rows.iter().find_map(|row| {
            let parameter = row.parameter(name)?;
            let words = match parameter.to {
                To::Words(words) => words.iter().any(|(word, _)| Some(*word) == value.as_str()),
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
