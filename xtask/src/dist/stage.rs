//! Everything that the packages of a target share: the program, its pages, its papers.

use super::entry::Entry;
use super::packages::{self, Package};
use super::targets::Target;
use super::{epoch, failed, licences, names, said_by, sbom};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Shells that completions are written for, and what their files are called.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "indexer.bash"),
    ("elvish", "indexer.elv"),
    ("fish", "indexer.fish"),
    ("powershell", "_indexer.ps1"),
    ("zsh", "_indexer"),
];

#[derive(Debug)]
pub(super) struct Stage {
    pub(super) target: &'static Target,
    pub(super) version: String,
    /// The time that archives give their files.
    pub(super) epoch: u64,
    pub(super) program: Vec<u8>,
    /// `man/*.1` and `completions/*`.
    pub(super) pages: Vec<Entry>,
    /// Licences, list of parts, README, CHANGELOG.
    pub(super) papers: Vec<Entry>,
}

impl Stage {
    /// `pages`: an unpacked archive of another target whose pages are taken, where the program does not
    /// run on this machine.
    pub(super) fn new(
        root: &Path,
        target: &'static Target,
        built: &Path,
        pages: Option<&Path>,
    ) -> Result<Self, String> {
        let program = fs::read(built).map_err(|error| failed(built, error))?;
        let manifest = root.join("Cargo.toml");
        let manifest = fs::read_to_string(&manifest).map_err(|error| failed(&manifest, error))?;
        let packages = packages::shipped(root, target.triple)?;
        Ok(Self {
            target,
            version: names::version(&manifest).ok_or("Cargo.toml: no version of the workspace")?,
            epoch: epoch(root)?,
            pages: match pages {
                Some(folder) => [files(folder, "man")?, files(folder, "completions")?].concat(),
                None => written(built)?,
            },
            papers: papers(root, &packages, &program)?,
            program,
        })
    }

    /// The text of one of the papers.
    pub(super) fn paper(&self, name: &str) -> Vec<u8> {
        let found = self.papers.iter().find(|entry| entry.path == name);
        found.map_or_else(Vec::new, |entry| entry.bytes().to_vec())
    }
}

/// Files whose words are those of the repository.
const PAPERS: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

fn papers(root: &Path, packages: &[Package], program: &[u8]) -> Result<Vec<Entry>, String> {
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"));
    let mut papers =
        PAPERS.iter().map(|path| Ok(Entry::file(*path, read(path)?))).collect::<Result<Vec<_>, String>>()?;
    // The words of the licence, without whose they are.
    let words = |text: String| {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("Copyright (c)"));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let standard = [("MIT", words(read("LICENSE-MIT")?)), ("Apache-2.0", words(read("LICENSE-APACHE")?))];
    papers.push(Entry::file("LICENSES-OF-PARTS.txt", licences::text(packages, &standard)));
    papers.push(Entry::file("indexer.cdx.json", sbom::bom(packages, &hex(program))?));
    Ok(papers)
}

/// SHA-256 in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The pages that the program writes about itself.
fn written(built: &Path) -> Result<Vec<Entry>, String> {
    let folder = std::env::temp_dir().join(format!("indexer-pages-{}", std::process::id()));
    said_by(Command::new(built).arg("man").arg(folder.join("man")))?;
    let mut pages = files(&folder, "man")?;
    fs::remove_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    for (shell, file) in SHELLS {
        let script = said_by(Command::new(built).args(["completions", shell]))?;
        pages.push(Entry::file(format!("completions/{file}"), script));
    }
    Ok(pages)
}

/// The files of a folder, below its name.
fn files(parent: &Path, name: &str) -> Result<Vec<Entry>, String> {
    let folder = parent.join(name);
    let listed = fs::read_dir(&folder).map_err(|error| failed(&folder, error))?;
    let file = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.map_err(|error| failed(&folder, error))?;
        let bytes = fs::read(entry.path()).map_err(|error| failed(&entry.path(), error))?;
        Ok(Entry::file(format!("{name}/{}", entry.file_name().to_string_lossy()), bytes))
    };
    listed.map(file).collect()
}
