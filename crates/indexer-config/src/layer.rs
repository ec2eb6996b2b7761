//! What each source says, before the sources are put upon each other.

use crate::file::{Entry, Whose, read};
use crate::table::Setting;
use crate::tools::ToolNames;
use crate::value::{ReadAgainst, Value};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Who set a value; later ones decide over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Nobody.
    Default,
    /// The user's file.
    User,
    /// The project's file.
    Project,
    /// A variable.
    Environment,
    /// A flag.
    Flag,
}

impl Origin {
    /// The word of the origin.
    pub const fn as_str(self) -> &'static str {
        match self {
            Origin::Default => "default",
            Origin::User => "user",
            Origin::Project => "project",
            Origin::Environment => "environment",
            Origin::Flag => "flag",
        }
    }
}

/// A value and where it stands: `--flag`, `VARIABLE` or `file:line`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The value.
    pub value: Value,
    /// Where it stands.
    pub place: String,
}

/// What one source says, by key.
pub(crate) type Layer = BTreeMap<&'static str, Given>;

/// What the user said, by source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    /// The user's file, where the system or the user names one.
    pub(crate) file: Option<PathBuf>,
    pub(crate) user: Layer,
    pub(crate) environment: Layer,
    pub(crate) flags: Layer,
    pub(crate) tools: ToolNames,
}

impl Layers {
    /// Adds what the user's file says.
    pub(crate) fn add_file(&mut self, text: &str, path: &Path, wrong: &mut Vec<String>) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let (entries, bad) = read(text, Whose::User, &ReadAgainst { folder, tools: &self.tools });
        let place = |line: usize| format!("{}:{line}", path.display());
        for Entry { setting, value, line } in entries {
            self.user.insert(setting.key, Given { value, place: place(line) });
        }
        wrong.extend(bad.into_iter().map(|bad| format!("{}: {}", place(bad.line), bad.what)));
    }

    /// The value of a flag, else of a variable.
    pub(crate) fn typed(&self, setting: &Setting) -> Option<&Value> {
        self.flags.get(setting.key).or_else(|| self.environment.get(setting.key)).map(|given| &given.value)
    }
}

/// Adds what a flag or a variable spells.
pub(crate) fn add(
    layer: &mut Layer,
    (setting, place): (&'static Setting, String),
    texts: &[OsString],
    against: &ReadAgainst<'_>,
    wrong: &mut Vec<String>,
) {
    for text in texts {
        match Value::of_os(&setting.kind, text, against) {
            Ok(value) => {
                let value = match layer.remove(setting.key) {
                    Some(before) => before.value.and(value),
                    None => value,
                };
                layer.insert(setting.key, Given { value, place: place.clone() });
            }
            Err(what) => wrong.push(format!("{place} {what}")),
        }
    }
}
