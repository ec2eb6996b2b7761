//! The folders below which clients keep their files.

use std::env;
use std::path::{Path, PathBuf};

/// Whose files are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The project's.
    Project,
    /// The user's.
    Global,
}

/// What a path of the table starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The user's own folder.
    Home,
    /// `$XDG_CONFIG_HOME`, by default `~/.config`, on every system.
    Config,
    /// Where the system wants configuration: `~/Library/Application Support`, `%APPDATA%`, and
    /// [`Base::Config`] elsewhere.
    System,
    /// [`Base::Config`], on Windows [`Base::System`].
    ConfigOrSystem,
}

/// A path below one of the folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub Base, pub &'static str);

/// The folders of one user and one project. Tests make their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The root of the project.
    pub root: PathBuf,
    /// The user's own folder.
    pub home: PathBuf,
    /// [`Base::Config`].
    pub config: PathBuf,
    /// [`Base::System`].
    pub system: PathBuf,
}

impl Places {
    /// Those of whoever runs the program; `None` where the system names no folder of the user.
    pub fn of_user(root: &Path) -> Option<Self> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = variable(if cfg!(windows) { "USERPROFILE" } else { "HOME" })?;
        // The standard says that a relative path there is to be ignored.
        let named = variable("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
        let config = named.unwrap_or_else(|| home.join(".config"));
        let system = if cfg!(windows) {
            variable("APPDATA").unwrap_or_else(|| home.join("AppData").join("Roaming"))
        } else if cfg!(target_os = "macos") {
            home.join("Library").join("Application Support")
        } else {
            config.clone()
        };
        Some(Self { root: root.to_owned(), home, config, system })
    }

    /// Where that is.
    pub fn at(&self, at: At) -> PathBuf {
        let base = match at.0 {
            Base::Home => &self.home,
            Base::Config => &self.config,
            Base::System => &self.system,
            Base::ConfigOrSystem if cfg!(windows) => &self.system,
            Base::ConfigOrSystem => &self.config,
        };
        below(base, at.1)
    }
}

/// `path` of the table, which is written with `/`, below a folder.
pub(crate) fn below(folder: &Path, path: &str) -> PathBuf {
    path.split('/').fold(folder.to_owned(), |made, segment| made.join(segment))
}
