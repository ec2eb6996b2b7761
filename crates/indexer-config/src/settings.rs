//! What holds for one root: the sources put upon each other.

use crate::file::{Entry, Whose, read};
use crate::layer::{Given, Layers, Origin};
use crate::table::{self, InFile, Restricts, SETTINGS, Setting};
use crate::tools::ToolNames;
use crate::value::{ReadAgainst, Value};
use indexer_engine::{Options, UserRules};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The settings that hold for one root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub(crate) root: PathBuf,
    held: BTreeMap<&'static str, Held>,
    refused: Vec<String>,
    files: Vec<(Origin, PathBuf, bool)>,
}

/// The value of a setting and who contributed to it; empty for the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The value.
    pub value: Value,
    /// Who set it and where, in the order of the origins.
    pub from: Vec<(Origin, String)>,
}

impl Settings {
    pub(crate) fn of(said: &Layers, path: &Path, project: Result<Option<String>, String>) -> Self {
        let mut settings = Self::default();
        let user = said.file.iter().map(|path| (Origin::User, path.clone(), path.is_file()));
        settings.files.extend(user);
        settings.files.push((Origin::Project, path.to_owned(), !matches!(project, Ok(None))));
        settings.add(Origin::User, &said.user);
        match project {
            Ok(None) => {}
            Ok(Some(text)) => settings.restrict(&text, path, &said.tools),
            Err(reason) => settings.refused.push(format!("{}: {reason}", path.display())),
        }
        settings.add(Origin::Environment, &said.environment);
        settings.add(Origin::Flag, &said.flags);
        settings
    }

    fn add(&mut self, origin: Origin, layer: &BTreeMap<&'static str, Given>) {
        for setting in SETTINGS {
            let Some(given) = layer.get(setting.key) else { continue };
            let from = (origin, given.place.clone());
            let held = match self.held.remove(setting.key).filter(|_| setting.adds()) {
                Some(mut below) => {
                    below.value = below.value.and(given.value.clone());
                    below.from.push(from);
                    below
                }
                None => Held { value: given.value.clone(), from: vec![from] },
            };
            self.held.insert(setting.key, held);
        }
    }

    /// Takes a project's file: what restricts is obeyed, the rest reported.
    fn restrict(&mut self, text: &str, path: &Path, tools: &ToolNames) {
        let folder = path.parent().unwrap_or(path);
        let (entries, wrong) = read(text, Whose::Project, &ReadAgainst { folder, tools });
        let place = |line: usize| format!("{}:{line}", path.display());
        self.refused.extend(wrong.into_iter().map(|bad| format!("{}: {}", place(bad.line), bad.what)));
        for Entry { setting, value, line } in entries {
            let InFile::Project(restricts) = setting.file else { continue };
            match restricted(restricts, self.value(setting), &value, tools) {
                Ok(value) => {
                    let mut from = self.held.remove(setting.key).map_or_else(Vec::new, |held| held.from);
                    from.push((Origin::Project, place(line)));
                    self.held.insert(setting.key, Held { value, from });
                }
                Err(Widens) => {
                    let now = self.value(setting).map_or_else(|| "none".to_owned(), |now| now.to_string());
                    self.refused.push(format!(
                        "{}: {} = {value} would widen what holds ({now}); a project may only restrict",
                        place(line),
                        setting.key,
                    ));
                }
            }
        }
    }

    /// What was set for a setting, else its default; `None` where that is none.
    pub fn value(&self, setting: &Setting) -> Option<Value> {
        if let Some(held) = self.held.get(setting.key) {
            return Some(held.value.clone());
        }
        let default = (!setting.default.is_empty()).then_some(setting.default)?;
        // The default of a list of tools is a word for a list, which is the same whatever tools there are.
        Value::of_text(
            &setting.kind,
            default,
            &ReadAgainst { folder: Path::new(""), tools: &ToolNames::NONE },
        )
        .ok()
    }

    /// The root that they hold for; empty for settings of no root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The files that were looked for: whose, where, and whether it was there.
    pub fn files(&self) -> &[(Origin, PathBuf, bool)] {
        &self.files
    }

    /// Who set a setting and where; empty where it has its default.
    pub fn from(&self, setting: &Setting) -> &[(Origin, String)] {
        self.held.get(setting.key).map_or(&[], |held| &held.from)
    }

    /// The highest origin that set a setting.
    pub fn origin(&self, setting: &Setting) -> Origin {
        self.from(setting).last().map_or(Origin::Default, |(origin, _)| *origin)
    }

    /// What a project's file asked for and did not get: `file:line: what`.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// True where the switch is on.
    pub fn is_on(&self, setting: &Setting) -> bool {
        self.value(setting) == Some(Value::Switch(true))
    }

    /// The number, where there is one.
    pub fn number(&self, setting: &Setting) -> Option<u64> {
        match self.value(setting) {
            Some(Value::Whole(number)) => Some(number),
            _ => None,
        }
    }

    /// The path, where there is one.
    pub fn path(&self, setting: &Setting) -> Option<PathBuf> {
        match self.value(setting) {
            Some(Value::Path(path)) => Some(path),
            _ => None,
        }
    }

    /// An address.
    pub fn address(&self, setting: &Setting) -> Option<std::net::SocketAddr> {
        match self.value(setting) {
            Some(Value::Address(address)) => Some(address),
            _ => None,
        }
    }

    /// True where the setting is this word.
    pub fn is_word(&self, setting: &Setting, word: &str) -> bool {
        matches!(self.value(setting), Some(Value::Words(words)) if words == [word])
    }

    /// The list.
    pub fn words(&self, setting: &Setting) -> Vec<String> {
        match self.value(setting) {
            Some(Value::Words(words)) => words,
            _ => Vec::new(),
        }
    }

    /// The list.
    pub fn paths(&self, setting: &Setting) -> Vec<PathBuf> {
        match self.value(setting) {
            Some(Value::Paths(paths)) => paths,
            _ => Vec::new(),
        }
    }

    /// True when a workspace that was opened with these settings serves the others too.
    pub fn opens_as(&self, others: &Self) -> bool {
        let options = |settings: &Self| format!("{:?}", settings.options(&self.root));
        options(self) == options(others)
    }

    /// The engine's options for a root.
    pub fn options(&self, root: &Path) -> Options {
        Options {
            packages: !self.is_word(&table::DEPENDENCIES, "off"),
            link_packages: self.is_word(&table::DEPENDENCIES, "link"),
            package_folders: self.paths(&table::DEPENDENCY_FOLDERS),
            framework_rules: UserRules::read(&self.paths(&table::FRAMEWORK_RULES)),
            cache_dir: self.path(&table::CACHE_DIR),
            cache_size_mb: self.number(&table::CACHE_SIZE).unwrap_or(Options::CACHE_SIZE_MB),
            memory_limit_mb: self.number(&table::MEMORY_LIMIT),
            max_file_size_kb: self.number(&table::MAX_FILE_SIZE),
            max_depth: self.number(&table::MAX_DEPTH).and_then(|depth| usize::try_from(depth).ok()),
            exclude: self.words(&table::EXCLUDE),
            no_gitignore: self.is_on(&table::NO_GITIGNORE),
            build_folders: self.words(&table::BUILD_FOLDERS),
            ..Options::new(root)
        }
    }
}

/// A project asked for more than there is.
struct Widens;

/// What holds when a project sets `value` over `below`.
fn restricted(
    how: Restricts,
    below: Option<Value>,
    value: &Value,
    tools: &ToolNames,
) -> Result<Value, Widens> {
    match (how, below, value) {
        (Restricts::Smaller, Some(Value::Whole(below)), Value::Whole(value)) if *value > below => Err(Widens),
        (Restricts::Smaller, _, value) => Ok(value.clone()),
        (Restricts::Adds, Some(below), value) => Ok(below.and(value.clone())),
        (Restricts::Adds, None, value) => Ok(value.clone()),
        (Restricts::Only(only), _, Value::Switch(on)) if *on == only => Ok(value.clone()),
        (Restricts::OnlyWord(only), _, Value::Words(words)) if words == &[only] => Ok(value.clone()),
        (Restricts::Only(_) | Restricts::OnlyWord(_), below, value) => {
            if below.as_ref() == Some(value) {
                Ok(value.clone())
            } else {
                Err(Widens)
            }
        }
        (Restricts::Fewer, below, Value::Words(words)) => {
            // A word for a list lists more, it does not confine.
            if words.iter().any(|word| tools.is_list(word)) {
                return Err(Widens);
            }
            match below {
                Some(Value::Words(below)) if !below.iter().any(|word| tools.is_list(word)) => {
                    let both = words.iter().filter(|word| below.contains(word));
                    Ok(Value::Words(both.cloned().collect()))
                }
                _ => Ok(Value::Words(words.clone())),
            }
        }
        (Restricts::Fewer, _, _) => Err(Widens),
    }
}
