//! A checkout that is measured.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The corpora whose commit is pinned: name, repository, commit.
const PINNED: &str = include_str!("../corpora.tsv");

/// A checkout and its files of known languages.
pub(crate) struct Corpus {
    pub(crate) root: PathBuf,
    /// Its name in `corpora.tsv`, else that of its folder.
    pub(crate) name: String,
    pub(crate) commit: String,
    /// True where the commit is the pinned one.
    pub(crate) pinned: bool,
    /// Files that a language claims, relative to the root.
    pub(crate) files: Vec<String>,
    /// Their bytes in all.
    pub(crate) bytes: u64,
}

impl Corpus {
    /// Lists what git tracks.
    pub(crate) fn open(root: &Path) -> Result<Self, String> {
        let root = root.canonicalize().map_err(|e| format!("{}: {e}", root.display()))?;
        let commit = git(&root, &["rev-parse", "HEAD"])?.trim().to_owned();
        let listed = git(&root, &["ls-files", "-z"])?;
        Ok(Self::of(root, commit, listed.split('\0')))
    }

    /// Lists what git tracks; where it tracks nothing, as in an archive that was unpacked, all files.
    pub(crate) fn open_any(root: &Path) -> Result<Self, String> {
        if root.join(".git").exists() {
            return Self::open(root);
        }
        let root = root.canonicalize().map_err(|e| format!("{}: {e}", root.display()))?;
        let (mut listed, mut folders) = (Vec::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).map_err(|e| e.to_string())?.flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                    Ok(kind) if kind.is_file() => listed.push(entry.path()),
                    _ => {}
                }
            }
        }
        let below = |path: &PathBuf| Some(path.strip_prefix(&root).ok()?.to_str()?.to_owned());
        let mut listed: Vec<String> = listed.iter().filter_map(below).collect();
        listed.sort();
        Ok(Self::of(root, "no commit".to_owned(), listed.iter().map(String::as_str)))
    }

    fn of<'p>(root: PathBuf, commit: String, listed: impl Iterator<Item = &'p str>) -> Self {
        let (mut files, mut bytes) = (Vec::new(), 0);
        for path in listed {
            let is_code = indexer_parse::language_of(path, b"").is_some();
            let meta =
                std::fs::symlink_metadata(root.join(path)).ok().filter(|meta| is_code && meta.is_file());
            if let Some(meta) = meta {
                bytes += meta.len();
                files.push(path.to_owned());
            }
        }
        let mut rows = PINNED.lines().filter_map(|line| line.split_once('\t'));
        let row = rows.find(|(_, rest)| rest.ends_with(&commit));
        let folder = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = row.map_or(folder, |(name, _)| name.to_owned());
        Self { root, name, commit, pinned: row.is_some(), files, bytes }
    }
}

/// What git prints.
pub(crate) fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let done = Command::new("git").args(arguments).current_dir(root).output();
    let done = done.map_err(|e| format!("git cannot be run: {e}"))?;
    if done.status.success() {
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    } else {
        Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&done.stderr)))
    }
}
