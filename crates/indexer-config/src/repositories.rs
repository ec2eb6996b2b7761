//! The file that names repositories which are asked together.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Largest file that is read, in bytes: some ten thousand repositories.
const LARGEST: u64 = 4 << 20;

/// Longest name, in bytes.
const LONGEST_NAME: usize = 100;

/// A repository that the file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What questions and answers call it.
    pub name: String,
    /// Its folder, not canonical: it may not be there.
    pub path: PathBuf,
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
/// ```
pub fn repositories(path: &Path) -> Result<Vec<Named>, String> {
    let wrong = |what: String| format!("{}: {what}", path.display());
    let size = fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
    if size > LARGEST {
        return Err(wrong(format!("has {size} bytes, and {LARGEST} are the most that is read")));
    }
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    of_text(&text, path.parent().unwrap_or(path)).map_err(wrong)
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
                            found.push(Named { name: name.to_owned(), path: folder.join(text) });
                        }
                        None => {
                            wrong.push(format!("repositories: {one} is no path whose last part is a name"))
                        }
                    }
                }
            }
            ("named", Value::Table(all)) => {
                for (name, one) in all {
                    match one.as_str() {
                        Some(text) => found.push(Named { name: name.clone(), path: folder.join(text) }),
                        None => wrong.push(format!("named.{name}: must be the path of a folder")),
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

/// True for what can be written in a question without quotes, and begins no option.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.starts_with(['-', '.'])
        && name.chars().all(is_part)
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
