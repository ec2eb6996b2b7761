//! What the user and the project chose.
//!
//! [`SETTINGS`] is the table; every face of a setting comes from its row. [`Configuration`] is what
//! the user said: their file, `INDEXER_*` variables, flags. [`Configuration::at`] adds the file of
//! one project and gives the [`Settings`] that hold there.
//!
//! A project's file came with somebody's code: it may lower a limit, leave more out or switch
//! tools off, and everything else in it is refused and reported, never obeyed and never an error.

mod file;
mod flags;
mod hold;
mod place;
mod show;
pub mod table;
mod value;

pub use file::{Entry, LARGEST, Whose, Wrong, read};
pub use flags::{Flags, IndexFlags, ServerFlags};
pub use hold::{Held, Settings};
pub use place::{PROJECT_FILE, project_file, user_file};
pub use show::page;
pub use table::{FlagOf, InFile, Restricts, SETTINGS, Setting, by_key};
pub use value::{Kind, Value, is_list};

use crate::protocol::Problem;
use std::collections::BTreeMap;
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

/// What one origin says, by key.
type Layer = BTreeMap<&'static str, Given>;

/// What the user said.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// The user's file, where the system or the user names one.
    file: Option<PathBuf>,
    user: Layer,
    environment: Layer,
    flags: Layer,
}

impl Configuration {
    /// Reads the user's file and the environment. A problem names everything that is wrong: what
    /// the user wrote is obeyed or refused, never half obeyed.
    pub fn load(flags: &[&dyn flags::Given]) -> Result<Self, Problem> {
        let here = place::here();
        let mut wrong = Vec::new();
        let mut made = Self::default();
        for (setting, text) in flags.iter().flat_map(|one| one.given()) {
            take(&mut made.flags, setting, format!("--{}", setting.flag()), text, &here, &mut wrong);
        }
        for setting in SETTINGS {
            if let Some(text) = place::variable(&setting.variable()) {
                take(&mut made.environment, setting, setting.variable(), &[text], &here, &mut wrong);
            }
        }
        let named = made.said(&table::CONFIG).cloned();
        made.file = match named {
            Some(Value::Path(path)) => Some(path),
            _ => user_file(),
        };
        if let Some(path) = made.file.clone() {
            match place::read_user(&path) {
                Err(reason) => wrong.push(format!("{}: {reason}", path.display())),
                Ok(None) if made.said(&table::CONFIG).is_some() => {
                    wrong.push(format!("{}: there is no such file", path.display()));
                }
                Ok(None) => {}
                Ok(Some(text)) => made.take_file(&text, &path, &mut wrong),
            }
        }
        if wrong.is_empty() {
            return Ok(made);
        }
        Err(Problem::argument("configuration", wrong.join("\n")).hint("see docs/configuration.md"))
    }

    /// A user's file with this text, for tests.
    #[cfg(test)]
    pub(crate) fn of_user(text: &str) -> Self {
        let (mut made, mut wrong) = (Self::default(), Vec::new());
        made.take_file(text, Path::new("/user/config.toml"), &mut wrong);
        assert_eq!(wrong, [""; 0]);
        made
    }

    /// What holds with a project's file of this text, for tests.
    #[cfg(test)]
    pub(crate) fn with_project(&self, text: Option<&str>) -> Settings {
        let text = Ok(text.map(str::to_owned));
        Settings::of(self, &project_file(Path::new("/project")), text)
    }

    fn take_file(&mut self, text: &str, path: &Path, wrong: &mut Vec<String>) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let (entries, bad) = read(text, Whose::User, folder);
        let place = |line: usize| format!("{}:{line}", path.display());
        for Entry { setting, value, line } in entries {
            self.user.insert(setting.key, Given { value, place: place(line) });
        }
        wrong.extend(bad.into_iter().map(|bad| format!("{}: {}", place(bad.line), bad.what)));
    }

    /// What a flag, else a variable, says.
    fn said(&self, setting: &Setting) -> Option<&Value> {
        self.flags.get(setting.key).or_else(|| self.environment.get(setting.key)).map(|given| &given.value)
    }

    /// The root that is meant: as given, else the nearest folder upwards that holds `.git`, else
    /// where we are.
    pub fn root(&self) -> PathBuf {
        self.repository().unwrap_or_else(place::here)
    }

    /// The root that was named, else the repository around the current folder; `None` where neither is.
    pub fn repository(&self) -> Option<PathBuf> {
        if let Some(Value::Path(root)) = self.said(&table::ROOT) {
            return Some(root.clone());
        }
        let here = place::here();
        here.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_path_buf)
    }

    /// What holds for the project at `root`. Reads its file, once.
    pub fn at(&self, root: &Path) -> Settings {
        let path = project_file(root);
        let project = place::read_project(root);
        let mut settings = Settings::of(self, &path, project);
        settings.root = root.to_owned();
        settings
    }
}

/// Takes what a flag or a variable spells.
fn take(
    layer: &mut Layer,
    setting: &'static Setting,
    place: String,
    texts: &[std::ffi::OsString],
    here: &Path,
    wrong: &mut Vec<String>,
) {
    for text in texts {
        match Value::of_os(&setting.kind, text, here) {
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

#[cfg(test)]
mod tests;
