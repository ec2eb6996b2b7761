//! What the user said, and what holds for one project.

use crate::flags::FlagSource;
use crate::layer::{Layers, add};
use crate::place::{here, project_file, read_project, read_user, user_file, variable};
use crate::settings::Settings;
use crate::table::{self, SETTINGS};
use crate::tools::ToolNames;
use crate::value::{ReadAgainst, Value};
use std::fmt;
use std::path::{Path, PathBuf};

/// What the user said: their file, variables and flags.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    pub(crate) layers: Layers,
}

/// Everything that is wrong with what the user said: a line for each, which names the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationError {
    /// `--flag must be ..`, `VARIABLE must be ..`, `file:line: ..`.
    pub wrong: Vec<String>,
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.wrong.join("\n"))
    }
}

impl std::error::Error for ConfigurationError {}

impl Configuration {
    /// Reads the user's file and the environment. An error names everything that is wrong: what the user
    /// wrote is obeyed or refused, never half obeyed.
    pub fn load(flags: &[&dyn FlagSource], tools: ToolNames) -> Result<Self, ConfigurationError> {
        let folder = here();
        let against = ReadAgainst { folder: &folder, tools: &tools };
        let mut wrong = Vec::new();
        let mut layers = Layers { tools, ..Layers::default() };
        for (setting, texts) in flags.iter().flat_map(|one| one.given()) {
            let place = format!("--{}", setting.flag());
            add(&mut layers.flags, (setting, place), texts, &against, &mut wrong);
        }
        for setting in SETTINGS {
            if let Some(text) = variable(&setting.variable()) {
                add(&mut layers.environment, (setting, setting.variable()), &[text], &against, &mut wrong);
            }
        }
        let named = layers.typed(&table::CONFIG).cloned();
        layers.file = match named {
            Some(Value::Path(path)) => Some(path),
            _ => user_file(),
        };
        if let Some(path) = layers.file.clone() {
            match read_user(&path) {
                Err(reason) => wrong.push(format!("{}: {reason}", path.display())),
                Ok(None) if layers.typed(&table::CONFIG).is_some() => {
                    wrong.push(format!("{}: there is no such file", path.display()));
                }
                Ok(None) => {}
                Ok(Some(text)) => layers.add_file(&text, &path, &mut wrong),
            }
        }
        if wrong.is_empty() { Ok(Self { layers }) } else { Err(ConfigurationError { wrong }) }
    }

    /// A configuration whose user's file has this text and stands at `path`; neither the disk nor the
    /// environment is read.
    pub fn of_text(text: &str, path: &Path, tools: ToolNames) -> Result<Self, ConfigurationError> {
        let (mut layers, mut wrong) = (Layers { tools, ..Layers::default() }, Vec::new());
        layers.add_file(text, path, &mut wrong);
        if wrong.is_empty() { Ok(Self { layers }) } else { Err(ConfigurationError { wrong }) }
    }

    /// What holds at `root` where the project's file has this text, or there is none; the disk is not read.
    pub fn at_text(&self, root: &Path, project: Option<&str>) -> Settings {
        Settings::of(&self.layers, &project_file(root), Ok(project.map(str::to_owned)))
    }

    /// The root that is meant: as given, else the nearest folder upwards that holds `.git`, else
    /// where we are.
    pub fn root(&self) -> PathBuf {
        self.repository().unwrap_or_else(here)
    }

    /// The root that a flag or a variable names.
    pub fn named_root(&self) -> Option<PathBuf> {
        match self.layers.typed(&table::ROOT) {
            Some(Value::Path(root)) => Some(root.clone()),
            _ => None,
        }
    }

    /// The root that was named, else the repository around the current folder; `None` where neither is.
    pub fn repository(&self) -> Option<PathBuf> {
        let here = here();
        let around = || here.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_path_buf);
        self.named_root().or_else(around)
    }

    /// What holds for the project at `root`. Reads its file, once.
    pub fn at(&self, root: &Path) -> Settings {
        let path = project_file(root);
        let project = read_project(root);
        let mut settings = Settings::of(&self.layers, &path, project);
        settings.root = root.to_owned();
        settings
    }
}
