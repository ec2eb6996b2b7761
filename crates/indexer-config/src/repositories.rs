//! The file that names repositories which are asked together.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Largest file that is read, in bytes: some ten thousand repositories.
const LARGEST: u64 = 4 << 20;

/// Longest name, in bytes.
const LONGEST_NAME: usize = 100;

/// What an entry under `[named]` may say.
const KEYS: [&str; 4] = ["path", "revision", "remote", "remote_key_file"];

/// A repository that the file names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// What questions and answers call it.
    pub name: String,
    /// Its folder, a checkout or a bare clone, not canonical: it may not be there.
    pub path: PathBuf,
    /// The revision that questions are about where they name none; `None` for the files on disk, and HEAD of a bare clone.
    pub revision: Option<String>,
    /// The shared store that is asked for the index of its HEAD; `None` for that of the configuration.
    pub remote: Option<String>,
    /// The file with the key of that store; `None` for that of the configuration.
    pub remote_key_file: Option<PathBuf>,
}

/// The repositories that the file at `path` names, by name. An error names everything that is wrong with it.
///
/// The file is TOML. Paths are relative to its folder, and a path alone is called as its folder is:
///
/// ```toml
/// repositories = ["../pricing", "/srv/code/orders"]
///
/// [named]
/// web = "../frontend"
/// v2 = { path = "/srv/mirrors/pricing.git", revision = "release-2" }
/// ```
pub fn repositories(path: &Path) -> Result<Vec<Named>, String> {
    let found = read(path).and_then(|text| of_text(&text, path.parent().unwrap_or(path)));
    found.map_err(|what| format!("{}: {what}", path.display()))
}

/// The text of a file about repositories.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > LARGEST {
        return Err(format!("has {size} bytes, and {LARGEST} are the most that is read"));
    }
    fs::read_to_string(path).map_err(|error| error.to_string())
}

fn of_text(text: &str, folder: &Path) -> Result<Vec<Named>, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    let mut found: Vec<Named> = Vec::new();
    let mut wrong: Vec<String> = Vec::new();
    for (key, value) in &table {
        match (key.as_str(), value) {
            ("repositories", Value::Array(all)) => {
                for one in all {
                    match one.as_str().and_then(|text| Some((text, Path::new(text).file_name()?.to_str()?))) {
                        Some((text, name)) => {
                            let path = folder.join(text);
                            found.push(Named { name: name.to_owned(), path, ..Named::default() });
                        }
                        None => {
                            wrong.push(format!("repositories: {one} is no path whose last part is a name"))
                        }
                    }
                }
            }
            ("named", Value::Table(all)) => {
                for (name, one) in all {
                    match named(name, one, folder) {
                        Ok(one) => found.push(one),
                        Err(what) => wrong.push(format!("named.{name}: {what}")),
                    }
                }
            }
            ("repositories", _) => wrong.push("repositories: must be a list of paths".to_owned()),
            ("named", _) => wrong.push("named: must be a table of names and paths".to_owned()),
            (other, _) => wrong.push(format!("{other}: only repositories and named are known")),
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    let mut seen = BTreeSet::new();
    for one in &found {
        if !is_name(&one.name) {
            wrong.push(format!(
                "{:?}: a name has letters, digits, ., - and _, at most {LONGEST_NAME}",
                one.name
            ));
        } else if !seen.insert(&one.name) {
            wrong.push(format!(
                "{}: two repositories have this name; give one another under [named]",
                one.name
            ));
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(wrong.join("; ")) }
}

/// An entry under `[named]`: a path, or a table with one.
fn named(name: &str, value: &Value, folder: &Path) -> Result<Named, String> {
    let name = name.to_owned();
    let table = match value {
        Value::String(path) => return Ok(Named { name, path: folder.join(path), ..Named::default() }),
        Value::Table(table) => table,
        _ => return Err("must be the path of a folder, or a table with one".to_owned()),
    };
    let text = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(Value::String(text)) if !text.is_empty() => Ok(Some(text.clone())),
        Some(_) => Err(format!("{key} must be a text")),
    };
    if let Some(other) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("{other}: only {} are known", KEYS.join(", ")));
    }
    let path = text("path")?.ok_or("has no path: sources are read from a checkout or a bare clone")?;
    let remote_key_file = text("remote_key_file")?.map(|path| folder.join(path));
    let (revision, remote) = (text("revision")?, text("remote")?);
    if remote.is_none() && remote_key_file.is_some() {
        return Err("remote_key_file is the key of a remote, and none is named".to_owned());
    }
    Ok(Named { name, path: folder.join(path), revision, remote, remote_key_file })
}

/// True where `pattern` matches all of `name`: `*` is any number of characters, `?` one, all else itself.
/// O(pattern x name).
pub fn is_match(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where the last star stands, and how much of the name it has taken.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match (pattern.get(p), star) {
            (Some('*'), _) => {
                star = Some((p, n));
                p += 1;
            }
            (Some(one), _) if *one == '?' || *one == name[n] => (p, n) = (p + 1, n + 1),
            (_, Some((at, taken))) => {
                star = Some((at, taken + 1));
                (p, n) = (at + 1, taken + 1);
            }
            _ => return false,
        }
    }
    pattern[p..].iter().all(|one| *one == '*')
}

/// True for what can be written in a question without quotes, and begins no option.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.starts_with(['-', '.'])
        && name.chars().all(is_part)
}

/// True for a name, or a pattern of names.
pub(crate) fn is_pattern(text: &str) -> bool {
    let plain: String = text.chars().map(|c| if matches!(c, '*' | '?') { 'x' } else { c }).collect();
    is_name(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<(String, PathBuf)>, String> {
        let found = of_text(text, Path::new("/code"))?;
        Ok(found.into_iter().map(|one| (one.name, one.path)).collect())
    }

    #[test]
    fn a_path_is_called_as_its_folder_or_as_the_file_says() {
        let found = of("repositories = [\"pricing\", \"/srv/orders\"]\n[named]\nweb = \"../front\"\n");
        let expected = [("orders", "/srv/orders"), ("pricing", "/code/pricing"), ("web", "/code/../front")];
        assert_eq!(found, Ok(expected.map(|(name, path)| (name.to_owned(), PathBuf::from(path))).to_vec()));
        assert_eq!(of(""), Ok(Vec::new()));
    }

    #[test]
    fn an_entry_may_have_a_revision_and_a_shared_store() {
        let text = "[named]\nold = { path = \"old.git\", revision = \"v1\", remote = \"/srv/store\", \
                    remote_key_file = \"key.txt\" }\n";
        let found = of_text(text, Path::new("/code")).unwrap();
        let old = Named {
            name: "old".to_owned(),
            path: PathBuf::from("/code/old.git"),
            revision: Some("v1".to_owned()),
            remote: Some("/srv/store".to_owned()),
            remote_key_file: Some(PathBuf::from("/code/key.txt")),
        };
        assert_eq!(found, [old]);
        for (entry, part) in [
            ("{ revision = \"v1\" }", "named.x: has no path"),
            ("{ path = \"a\", revision = 1 }", "revision must be a text"),
            ("{ path = \"a\", url = \"b\" }", "url: only path, revision, remote, remote_key_file are known"),
            ("{ path = \"a\", remote_key_file = \"b\" }", "none is named"),
        ] {
            let wrong = of(&format!("[named]\nx = {entry}\n")).unwrap_err();
            assert!(wrong.contains(part), "{part} in {wrong}");
        }
    }

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name) in
            [("*", ""), ("*", "a"), ("a*", "a"), ("a*c", "abc"), ("*a*b", "xaxbb"), ("a?c", "abc")]
        {
            assert!(is_match(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "a"), ("a", "ab"), ("a*c", "abd"), ("?", ""), ("*a*b", "ba"), ("A", "a")]
        {
            assert!(!is_match(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_named() {
        let found =
            of("repositories = [1, \"a/x\", \"b/x\", \"..\"]\nother = 2\n[named]\n\"-q\" = \"c\"\nz = 3\n");
        let wrong = found.unwrap_err();
        for part in [
            "repositories: 1 is no path",
            "\"..\" is no path",
            "x: two repositories",
            "other: only",
            "\"-q\": a name",
            "named.z: must",
        ] {
            assert!(wrong.contains(part), "{part} in {wrong}");
        }
        assert!(of("repositories = \"a\"").unwrap_err().contains("must be a list"));
        assert!(of("repositories = [").is_err());
    }
}
