//! A truth of definitions: a line each with file, line, kind and name, separated by tabs. A file that is left empty is
//! that of the line above.

use crate::Done;
use std::path::Path;

/// A definition of which an oracle knows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) kind: String,
    pub(super) name: String,
}

pub(super) fn read(path: &Path) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text).ok_or_else(|| format!("{}: a line is no row", path.display()))
}

fn parse(text: &str) -> Option<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, line, kind, name] = cells.as_slice() else { return None };
        let file = if file.is_empty() { rows.last()?.file.clone() } else { (*file).to_owned() };
        rows.push(Row { file, line: line.parse().ok()?, kind: (*kind).to_owned(), name: (*name).to_owned() });
    }
    Some(rows)
}

pub(super) fn write(path: &Path, mut rows: Vec<Row>) -> Done {
    rows.sort();
    rows.dedup();
    std::fs::write(path, written(&rows)).map_err(|error| format!("{}: {error}", path.display()))
}

fn written(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut before = "";
    for row in rows {
        let file = if row.file == before { "" } else { &row.file };
        text.push_str(&format!("{file}\t{}\t{}\t{}\n", row.line, row.kind, row.name));
        before = &row.file;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let row = |file: &str, line, name: &str| Row {
            file: file.to_owned(),
            line,
            kind: "class".to_owned(),
            name: name.to_owned(),
        };
        let rows = vec![row("a", 1, "x"), row("a", 2, "y"), row("b", 1, "z")];
        assert_eq!(written(&rows), "a\t1\tclass\tx\n\t2\tclass\ty\nb\t1\tclass\tz\n");
        assert_eq!(parse(&written(&rows)), Some(rows));
        assert_eq!(parse("\t1\tclass\tx\n"), None);
    }
}
