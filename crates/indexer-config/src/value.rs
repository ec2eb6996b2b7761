//! What a setting can be, and how its values are written.

use crate::place::home;
use crate::tools::ToolNames;
use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

/// What a setting can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// A whole number within bounds.
    Whole {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
        /// What is counted.
        unit: &'static str,
    },
    /// A file or folder.
    Path,
    /// Where a server listens.
    Address,
    /// Files or folders.
    Paths,
    /// Globs of files.
    Globs,
    /// Names of tools.
    Tools {
        /// Whether it can also be one of the words for a list, [`ToolNames::is_list`].
        lists: bool,
    },
    /// One of a few words.
    OneOf(&'static [&'static str]),
    /// The address of a shared store: a URL, or a folder.
    Store,
    /// Words.
    Words {
        /// What each of them is.
        what: &'static str,
    },
}

/// What the text of a value is read against.
#[derive(Clone, Copy, Debug)]
pub struct ReadAgainst<'a> {
    /// Relative paths are below this folder.
    pub folder: &'a Path,
    /// Which tools there are.
    pub tools: &'a ToolNames,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a [`Kind::Switch`].
    Switch(bool),
    /// Of a [`Kind::Whole`].
    Whole(u64),
    /// Of a [`Kind::Path`].
    Path(PathBuf),
    /// Of a [`Kind::Address`].
    Address(SocketAddr),
    /// Of [`Kind::Paths`].
    Paths(Vec<PathBuf>),
    /// Of the other lists.
    Words(Vec<String>),
}

impl Kind {
    /// What is allowed, to follow "must be".
    pub fn allowed(&self, tools: &ToolNames) -> String {
        match self {
            Kind::Switch => "true or false".to_owned(),
            Kind::Whole { least, most, unit } => format!("a whole number of {unit} from {least} to {most}"),
            Kind::Path => "a path".to_owned(),
            Kind::Address => "a port (:8080, for this machine alone) or an IP address with a port".to_owned(),
            Kind::Store => "a URL without user, password and query, or a folder".to_owned(),
            Kind::Paths => "a list of paths".to_owned(),
            Kind::Globs => "a list of globs".to_owned(),
            Kind::Tools { lists: true } => {
                let lists = [vec!["core", "all"], (tools.lists)()].concat();
                format!("{} or a list of names of tools", lists.join(", "))
            }
            Kind::Tools { lists: false } => "a list of names of tools".to_owned(),
            Kind::OneOf(words) => words.join(" or "),
            Kind::Words { what } => format!("a list of words ({what})"),
        }
    }

    /// True for a kind of which there can be several.
    pub fn is_list(&self) -> bool {
        matches!(self, Kind::Paths | Kind::Globs | Kind::Tools { .. } | Kind::Words { .. })
    }
}

impl Value {
    /// The value that a flag or variable spells. The error says what is wrong, to follow the name of the
    /// setting.
    pub fn of_text(kind: &Kind, text: &str, against: &ReadAgainst<'_>) -> Result<Self, String> {
        let wrong = || format!("must be {}, not {text:?}", kind.allowed(against.tools));
        match kind {
            Kind::Switch => match text {
                "true" | "1" | "yes" | "on" => Ok(Value::Switch(true)),
                "false" | "0" | "no" | "off" => Ok(Value::Switch(false)),
                _ => Err(wrong()),
            },
            Kind::Whole { .. } => Self::of_whole(kind, text.parse().map_err(|_| wrong())?),
            Kind::Path => Ok(Value::Path(path(text, against.folder)?)),
            Kind::Address => address(text).map(Value::Address).ok_or_else(wrong),
            Kind::Store => store(text, against).map(|address| Value::Words(vec![address])),
            Kind::OneOf(words) if words.contains(&text) => Ok(Value::Words(vec![text.to_owned()])),
            Kind::OneOf(_) => Err(wrong()),
            _ => Self::of_words(kind, items(text), against),
        }
    }

    /// The same of what the system hands over, which need not be UTF-8 where it is a path.
    pub fn of_os(kind: &Kind, text: &OsStr, against: &ReadAgainst<'_>) -> Result<Self, String> {
        match (kind, text.to_str()) {
            (_, Some(text)) => Self::of_text(kind, text, against),
            (Kind::Path, None) => Ok(Value::Path(against.folder.join(text))),
            (_, None) => Err(format!("must be {}, and is not UTF-8", kind.allowed(against.tools))),
        }
    }

    /// Both lists, each item once; of two values that are no lists the second.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Value::Words(all), Value::Words(more)) => Value::Words(joined(all, more)),
            (Value::Paths(all), Value::Paths(more)) => Value::Paths(joined(all, more)),
            (_, other) => other,
        }
    }

    /// A number, where it is within the bounds.
    pub fn of_whole(kind: &Kind, number: u64) -> Result<Self, String> {
        match kind {
            Kind::Whole { least, most, .. } if (*least..=*most).contains(&number) => Ok(Value::Whole(number)),
            _ => Err(format!("must be {}, not {number}", kind.allowed(&ToolNames::NONE))),
        }
    }

    /// A list.
    pub fn of_words(kind: &Kind, words: Vec<String>, against: &ReadAgainst<'_>) -> Result<Self, String> {
        if words.iter().any(String::is_empty) {
            return Err(format!("must be {} none of which is empty", kind.allowed(against.tools)));
        }
        match kind {
            Kind::Paths => {
                words.iter().map(|one| path(one, against.folder)).collect::<Result<_, _>>().map(Value::Paths)
            }
            Kind::Globs => {
                for glob in &words {
                    indexer_engine::check_glob(glob)
                        .map_err(|reason| format!("holds the glob {glob:?}, which is none: {reason}"))?;
                }
                Ok(Value::Words(words))
            }
            Kind::Tools { lists } => against.tools.checked(*lists, words).map(Value::Words),
            Kind::Words { .. } => Ok(Value::Words(words)),
            _ => Err(format!("must be {}, not a list", kind.allowed(against.tools))),
        }
    }
}

/// Both lists, each item once.
fn joined<T: PartialEq>(mut all: Vec<T>, more: Vec<T>) -> Vec<T> {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

/// The parts between commas; a comma inside braces belongs to its glob.
fn items(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (c, Some(part)) => part.push(c),
            (_, None) => {}
        }
    }
    // A comma at the end adds nothing.
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// A port alone is of this machine alone.
fn address(text: &str) -> Option<SocketAddr> {
    if let Ok(port) = text.strip_prefix(':').unwrap_or(text).parse::<u16>() {
        return Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    }
    let named = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    named.as_deref().unwrap_or(text).parse().ok()
}

/// The address of a store; one that holds credentials is refused without being shown.
fn store(text: &str, against: &ReadAgainst<'_>) -> Result<String, String> {
    let allowed = || format!("must be {}", Kind::Store.allowed(against.tools));
    match text.split_once("://") {
        None => Ok(path(text, against.folder)?.display().to_string()),
        Some((_, rest)) => {
            let authority = rest.split('/').next().unwrap_or_default();
            let is_bare = !authority.contains('@') && !text.contains(['?', '#', '\0', '\n']);
            if is_bare { Ok(text.to_owned()) } else { Err(allowed()) }
        }
    }
}

fn path(text: &str, base: &Path) -> Result<PathBuf, String> {
    if text.is_empty() || text.contains('\0') {
        return Err(format!("must be a path, not {text:?}"));
    }
    let home = text.strip_prefix("~/").and_then(|rest| Some(home()?.join(rest)));
    // Joining an absolute path gives that path.
    Ok(home.unwrap_or_else(|| base.join(text)))
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(on) => write!(f, "{on}"),
            Value::Whole(number) => write!(f, "{number}"),
            Value::Path(path) => write!(f, "{}", path.display()),
            Value::Address(address) => write!(f, "{address}"),
            Value::Words(words) => f.write_str(&words.join(",")),
            Value::Paths(paths) => {
                let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                f.write_str(&paths.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(kind: &Kind, text: &str) -> Result<Value, String> {
        Value::of_text(kind, text, &ReadAgainst { folder: Path::new("/base"), tools: &ToolNames::NONE })
    }

    const KB: Kind = Kind::Whole { least: 1, most: 100, unit: "KB" };

    #[test]
    fn values_are_read_or_say_what_is_allowed() {
        assert_eq!(read(&KB, "100"), Ok(Value::Whole(100)));
        for bad in ["0", "101", "-1", "x", "", "99999999999999999999999"] {
            let error = read(&KB, bad).unwrap_err();
            assert!(error.starts_with("must be a whole number of KB from 1 to 100, not "), "{error}");
        }
        assert_eq!(read(&Kind::Switch, "off"), Ok(Value::Switch(false)));
        assert!(read(&Kind::Switch, "maybe").unwrap_err().contains("true or false"));
        assert_eq!(read(&Kind::Path, "a/b"), Ok(Value::Path("/base/a/b".into())));
        assert_eq!(read(&Kind::Path, "/a"), Ok(Value::Path("/a".into())));
        assert!(read(&Kind::Path, "").is_err());
    }

    #[test]
    fn an_address_with_credentials_is_refused_and_not_shown() {
        let read = |text: &str| read(&Kind::Store, text);
        for text in ["s3://bucket/prefix", "https://example.org/a", "file:///srv/index"] {
            assert_eq!(read(text).map(|value| value.to_string()), Ok(text.into()));
        }
        assert_eq!(read("shared").map(|value| value.to_string()), Ok("/base/shared".into()));
        for text in
            ["https://user:hunter2@example.org/", "https://example.org/a?sig=hunter2", "az://c/#hunter2"]
        {
            let error = read(text).unwrap_err();
            assert!(!error.contains("hunter2"), "{error}");
        }
    }

    #[test]
    fn a_port_alone_is_of_this_machine() {
        let read = |text: &str| read(&Kind::Address, text);
        for text in [":8080", "8080", "127.0.0.1:8080", "localhost:8080"] {
            assert_eq!(read(text).map(|value| value.to_string()), Ok("127.0.0.1:8080".into()), "{text}");
        }
        assert_eq!(read("0.0.0.0:1").unwrap().to_string(), "0.0.0.0:1");
        for text in ["", "host", ":", "1.2.3.4", ":99999", "example.org:80"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_comma_inside_braces_belongs_to_its_glob() {
        let words = |text: &str| match read(&Kind::Globs, text) {
            Ok(Value::Words(words)) => words,
            other => panic!("{other:?}"),
        };
        assert_eq!(words("*.{js,ts}, docs/**,"), ["*.{js,ts}", "docs/**"]);
        assert_eq!(words(""), [""; 0]);
        for bad in ["a[", "!keep"] {
            assert!(read(&Kind::Globs, bad).is_err(), "{bad}");
        }
    }
}
