//! Throw-away folders with files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};
use tempfile::TempDir;

/// A folder with files and, beside it, one for a cache; both vanish with the value.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// A folder with these files.
    pub fn new(files: &BTreeMap<String, Vec<u8>>) -> io::Result<Self> {
        let scratch = Self { folder: tempfile::tempdir()? };
        fs::create_dir(scratch.root())?;
        for (path, bytes) in files {
            scratch.write(path, bytes)?;
        }
        Ok(scratch)
    }

    /// The root of the files.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    /// A folder for a cache; not created.
    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// Writes a file and the folders that it needs.
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        let full = self.root().join(path);
        fs::create_dir_all(full.parent().unwrap_or(Path::new("")))?;
        fs::write(full, bytes)
    }

    /// Removes a file.
    pub fn remove(&self, path: &str) -> io::Result<()> {
        fs::remove_file(self.root().join(path))
    }

    /// Runs git in the root with a made-up identity.
    pub fn git(&self, arguments: &[&str]) -> io::Result<()> {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]);
        let done = git.args(arguments).current_dir(self.root()).output()?;
        match done.status.success() {
            true => Ok(()),
            false => Err(io::Error::other(String::from_utf8_lossy(&done.stderr).into_owned())),
        }
    }
}
