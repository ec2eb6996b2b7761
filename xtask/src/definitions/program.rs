//! What a language's own parser says that files define: a script beside the truth asks it.

use super::truth::Row;
use crate::tree;
use std::path::Path;
use std::process::Command;

/// Runs `command SCRIPT FOLDER`, where the script stands beside the truths, and reads the rows that it prints: file, line,
/// kind and name, separated by tabs.
pub(super) fn rows(root: &Path, command: &[&str], script: &str) -> Result<Vec<Row>, String> {
    let path = tree::root().join("benches/truth/definitions").join(script);
    let [program, arguments @ ..] = command else { return Err(format!("{script}: nothing runs it")) };
    let done = Command::new(program).args(arguments).arg(&path).arg(root).output();
    let done = done.map_err(|error| format!("{program}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{script}: {}", String::from_utf8_lossy(&done.stderr)));
    }
    let text = String::from_utf8_lossy(&done.stdout);
    let row = |line: &str| {
        let cells: Vec<&str> = line.splitn(4, '\t').collect();
        let [file, line, kind, name] = cells.as_slice() else { return None };
        let (file, kind, name) = ((*file).to_owned(), (*kind).to_owned(), (*name).to_owned());
        Some(Row { file, line: line.parse().ok()?, kind, name })
    };
    text.lines().map(|line| row(line).ok_or_else(|| format!("{script}: {line}"))).collect()
}
