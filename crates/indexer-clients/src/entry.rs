//! The entry of our server in a client's file.

use crate::client::{Client, Shape, Starts};
use serde_json::{Value, json};
use std::path::Path;

/// The name under which our server is registered.
pub const SERVER: &str = "indexer";

/// The programs that serve; a command that names another is not ours.
const PROGRAMS: [&str; 2] = ["indexer", "indexer-mcp"];

/// How the server is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// A name that is searched in `PATH`, or a path.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Launch {
    /// How this client starts a server for the project at `root`.
    pub fn of(client: &Client, command: &str, root: &Path) -> Self {
        let mut args = vec!["serve".to_owned()];
        match client.starts {
            Starts::InProject => {}
            Starts::Word(word) => args.extend(["--root".to_owned(), word.to_owned()]),
            Starts::Anywhere => args.extend(["--root".to_owned(), root.display().to_string()]),
        }
        Self { command: command.to_owned(), args }
    }

    /// What an entry of a file says; `None` where it starts no program.
    pub fn read(entry: &Value) -> Option<Self> {
        let texts = |list: Option<&Value>| -> Vec<String> {
            let list = list.and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let (command, args) = match entry.get("command")? {
            Value::String(command) => (command.clone(), texts(entry.get("args"))),
            list @ Value::Array(_) => {
                let mut words = texts(Some(list)).into_iter();
                (words.next()?, words.collect())
            }
            // As Zed once wrote it.
            Value::Object(command) => (command.get("path")?.as_str()?.to_owned(), texts(command.get("args"))),
            _ => return None,
        };
        Some(Self { command, args })
    }

    /// True where the command names one of our programs, wherever it is.
    pub fn is_ours(&self) -> bool {
        let name = self.command.rsplit(['/', '\\']).next().unwrap_or("");
        PROGRAMS.contains(&name.strip_suffix(".exe").unwrap_or(name))
    }
}

/// The fields of an entry, in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry(pub Vec<(&'static str, Value)>);

impl Entry {
    /// The entry of a client that starts the server so.
    pub fn of(client: &Client, launch: &Launch) -> Self {
        let Launch { command, args } = launch;
        let plain = [("command", json!(command)), ("args", json!(args))];
        Self(match client.shape {
            Shape::Plain => plain.into(),
            Shape::Stdio => [("type", json!("stdio"))].into_iter().chain(plain).collect(),
            Shape::Local => {
                let words: Vec<&String> = [command].into_iter().chain(args).collect();
                vec![("type", json!("local")), ("command", json!(words)), ("enabled", json!(true))]
            }
            Shape::Custom => {
                let said = [("source", json!("custom"))].into_iter().chain(plain);
                said.chain([("env", json!({}))]).collect()
            }
        })
    }

    /// The same as a value.
    pub fn value(&self) -> Value {
        Value::Object(self.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::CLIENTS;

    #[test]
    fn what_is_written_is_read_back_and_known_as_ours() {
        for client in CLIENTS {
            for command in ["indexer", "/opt/a b/indexer", "C:\\Programs\\indexer-mcp.exe"] {
                let launch = Launch::of(client, command, Path::new("/a \"project\""));
                let read = Launch::read(&Entry::of(client, &launch).value()).unwrap();
                assert_eq!(read, launch, "{}", client.id);
                assert!(read.is_ours(), "{command}");
            }
        }
        for other in ["node", "indexer2", "/indexer/other", ""] {
            assert!(!Launch { command: other.into(), args: vec![] }.is_ours(), "{other}");
        }
        assert_eq!(Launch::read(&json!({"url": "http://localhost"})), None);
        assert_eq!(Launch::read(&json!({"command": []})), None);
    }
}
