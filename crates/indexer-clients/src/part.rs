//! What goes into a client's file and comes out again.

use crate::client::{Client, Format};
use crate::entry::{Entry, Launch, SERVER};
use crate::held::Held;
use crate::jsonc::{self, Unclear};
use crate::{guide, hook, toml_text};

/// Something that can be put into the text of a file.
#[derive(Clone, Debug)]
pub enum Part {
    /// The entry of our server.
    Server(&'static Client, Launch),
    /// The block of instructions between two marks.
    Instructions,
    /// The skill: the whole file is ours.
    Skill,
    /// The hook that says at the start of a session what there is; the command that it runs.
    Hook(String),
}

impl Part {
    /// What it is called in a report.
    pub fn name(&self) -> &'static str {
        match self {
            Part::Server(..) => "server",
            Part::Instructions => "instructions",
            Part::Skill => "skill",
            Part::Hook(_) => "hook",
        }
    }

    /// What the text of a file holds of it.
    pub fn held(&self, text: Option<&str>) -> Result<Held, Unclear> {
        let Some(text) = text else { return Ok(Held::Nothing) };
        match self {
            Part::Server(client, launch) => {
                let Some(there) = registered(client, text)? else { return Ok(Held::Nothing) };
                if there == Entry::of(client, launch).value() {
                    return Ok(Held::Same);
                }
                let whose = match Launch::read(&there) {
                    Some(read) if read.is_ours() => "with other arguments or fields",
                    _ => "that starts another program",
                };
                Ok(Held::Theirs(format!("an entry {SERVER:?} {whose}")))
            }
            Part::Instructions => guide::held(text),
            Part::Skill => Ok(guide::held_skill(text)),
            Part::Hook(command) => hook::held(text, command),
        }
    }

    /// The text with it, in the place of what is there of it.
    pub fn put(&self, text: Option<&str>) -> Result<String, Unclear> {
        let mut text = text.unwrap_or("").to_owned();
        if self.held(Some(&text))? != Held::Nothing
            && let Some(without) = self.take(&text)?
        {
            text = without;
        }
        match self {
            Part::Server(client, launch) => {
                let entry = Entry::of(client, launch);
                match client.format {
                    Format::Json => jsonc::put(&text, &[client.key, SERVER], &entry.value()),
                    Format::Toml => toml_text::put(&text, client.key, SERVER, &entry.0),
                }
            }
            Part::Instructions => Ok(guide::put(&text)),
            Part::Skill => Ok(guide::skill()),
            Part::Hook(command) => hook::put(&text, command),
        }
    }

    /// The text without it; `None` where the whole file is ours.
    pub fn take(&self, text: &str) -> Result<Option<String>, Unclear> {
        match self {
            Part::Server(client, _) => match client.format {
                Format::Json => jsonc::take(text, &[client.key, SERVER]),
                Format::Toml => toml_text::take(text, client.key, SERVER),
            }
            .map(Some),
            Part::Instructions => guide::take(text).map(Some),
            Part::Skill => Ok(None),
            Part::Hook(_) => hook::take(text).map(Some),
        }
    }

    /// The same part as the text holds it, if it is ours: what an earlier run put there.
    pub fn as_held(&self, text: &str) -> Option<Self> {
        match self {
            Part::Server(client, _) => {
                let there = registered(client, text).ok()??;
                let launch = Launch::read(&there).filter(Launch::is_ours)?;
                Some(Part::Server(client, launch))
            }
            Part::Hook(_) => hook::command(text).map(Part::Hook),
            Part::Instructions | Part::Skill => Some(self.clone()),
        }
    }
}

/// The entry of our name in a client's file.
pub fn registered(client: &Client, text: &str) -> Result<Option<serde_json::Value>, Unclear> {
    match client.format {
        Format::Json => jsonc::get(text, &[client.key, SERVER]),
        Format::Toml => toml_text::get(text, client.key, SERVER),
    }
}
