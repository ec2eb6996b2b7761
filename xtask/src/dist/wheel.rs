//! The wheel for PyPI: the program as a script, and a few lines of Python for its second name.

use super::archive::{put, zip};
use super::entry::Entry;
use super::failed;
use super::names::Names;
use super::stage::Stage;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const MODULE: &str = "packaging/python/indexer_mcp/__init__.py";
const README: &str = "packaging/python/README.md";

/// Writes the wheel; gives its path.
pub(super) fn write(root: &Path, stage: &Stage, names: &Names, out: &Path) -> Result<PathBuf, String> {
    let read = |path: &str| {
        let path = root.join(path);
        let text = fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
        names.fill(&text, &[])
    };
    let project = names.name.replace('-', "_");
    let folder = format!("{project}-{}", names.version);
    let info = format!("{folder}.dist-info");
    let tags: Vec<String> =
        stage.target.wheel.split('.').map(|tag| format!("Tag: py3-none-{tag}\n")).collect();
    let wheel = format!(
        "Wheel-Version: 1.0\nGenerator: indexer xtask dist\nRoot-Is-Purelib: false\n{}",
        tags.concat()
    );
    let metadata = format!(
        "Metadata-Version: 2.4\nName: {}\nVersion: {}\nSummary: {}\nLicense-Expression: MIT OR Apache-2.0\n\
         License-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\nLicense-File: LICENSES-OF-PARTS.txt\n\
         Project-URL: Repository, {}\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n{}",
        names.name,
        names.version,
        names.description,
        names.repository,
        read(README)?
    );
    let mut entries = vec![
        Entry::file("indexer_mcp/__init__.py", read(MODULE)?),
        Entry::file("indexer_mcp/__main__.py", "from indexer_mcp import serve\n\nserve()\n"),
        Entry::program(format!("{folder}.data/scripts/{}", stage.target.program()), stage.program.clone()),
        Entry::file(format!("{info}/METADATA"), metadata),
        Entry::file(format!("{info}/WHEEL"), wheel),
        Entry::file(
            format!("{info}/entry_points.txt"),
            "[console_scripts]\nindexer-mcp = indexer_mcp:serve\n",
        ),
    ];
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "LICENSES-OF-PARTS.txt"] {
        entries.push(Entry::file(format!("{info}/licenses/{name}"), stage.paper(name)));
    }
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    let record = record(&entries, &format!("{info}/RECORD"));
    entries.push(Entry::file(format!("{info}/RECORD"), record));
    let path = out.join(format!("{folder}-py3-none-{}.whl", stage.target.wheel));
    put(&path, &zip(entries).map_err(|error| failed(&path, error))?)?;
    Ok(path)
}

/// A line for each file: its path, its hash, its length. The record itself has neither.
fn record(entries: &[Entry], own: &str) -> String {
    let mut lines = String::new();
    for entry in entries {
        let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(entry.bytes()));
        let _ = writeln!(lines, "{},sha256={hash},{}", entry.path, entry.bytes().len());
    }
    lines + own + ",,\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_has_a_line_for_every_file() {
        let said = record(&[Entry::file("a.py", "")], "i/RECORD");
        assert_eq!(said, "a.py,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\ni/RECORD,,\n");
    }
}
