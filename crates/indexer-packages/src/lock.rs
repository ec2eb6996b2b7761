//! What lock files say of versions: to be compared with what stands on disk.

use crate::disk::{LARGEST_LOCK, text, upwards};
use std::path::{Path, PathBuf};

/// A package that a lock file names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Locked {
    pub(crate) name: String,
    pub(crate) version: String,
    /// Where it is from, as the lock file writes it; "" for none.
    pub(crate) source: String,
    pub(crate) checksum: String,
    /// What it depends on, as written.
    pub(crate) dependencies: Vec<String>,
}

/// The entries `[[package]]` of a lock file in TOML (Cargo.lock, uv.lock, poetry.lock, pdm.lock).
pub(crate) fn packages(text: &str) -> Vec<Locked> {
    let Ok(table) = text.parse::<toml::Table>() else { return Vec::new() };
    let entries = table.get("package").and_then(toml::Value::as_array);
    let word = |entry: &toml::Value, key: &str| {
        entry.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    };
    let one = |entry: &toml::Value| {
        let dependencies = entry.get("dependencies").and_then(toml::Value::as_array);
        let dependencies = dependencies.into_iter().flatten().filter_map(toml::Value::as_str);
        Locked {
            name: word(entry, "name"),
            version: word(entry, "version"),
            source: word(entry, "source"),
            checksum: word(entry, "checksum"),
            dependencies: dependencies.map(str::to_owned).collect(),
        }
    };
    entries.into_iter().flatten().map(one).collect()
}

/// A file that was looked for upwards.
pub(crate) struct Nearest {
    pub(crate) name: &'static str,
    /// The folder in which it stands.
    pub(crate) folder: PathBuf,
    pub(crate) text: String,
}

/// The nearest file of one of these names in the folders from that of `from` up to `root`.
pub(crate) fn nearest(root: &Path, from: &str, names: &[&'static str]) -> Option<Nearest> {
    upwards(root, from).into_iter().find_map(|folder| {
        let mut found =
            names.iter().filter_map(|name| Some((*name, text(&folder.join(name), root, LARGEST_LOCK)?)));
        let (name, text) = found.next()?;
        Some(Nearest { name, folder, text })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_lock_file_says_nothing() {
        let text = "[[package]]\nname = \"a\"\nversion = \"1\"\ndependencies = [\"b 2\", 3]\n[[package]]\nname = 5\n";
        let found = packages(text);
        assert_eq!((found[0].name.as_str(), found[0].version.as_str()), ("a", "1"));
        assert_eq!(found[0].dependencies, ["b 2"]);
        assert_eq!(found[1], Locked::default());
        assert!(packages("package = 3").is_empty() && packages("[[").is_empty());
    }
}
