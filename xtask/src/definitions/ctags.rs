//! What universal-ctags says that files define.

use super::truth::Row;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The tags of these kinds in files with these endings.
pub(super) fn rows(root: &Path, endings: &[&str], language: &str, kinds: &str) -> Result<Vec<Row>, String> {
    let mut command = Command::new("ctags");
    command.args(["--options=NONE", "-R", "-f", "-", "--sort=no", "--excmd=number", "--fields=+nK"]);
    command.args(["--links=no", "--langmap=none:.none"]);
    command.arg(format!("--languages={language}")).arg(format!("--kinds-{language}={kinds}"));
    for ending in endings {
        command.arg(format!("--map-{language}=+.{ending}"));
    }
    let done = command.arg(".").current_dir(root).output().map_err(|error| format!("ctags: {error}"))?;
    let text = String::from_utf8_lossy(&done.stdout);
    let mut rows: Vec<Row> = text.lines().filter_map(row).filter(|row| ends(&row.file, endings)).collect();
    if language == "Erlang" {
        // Each clause is a tag.
        rows.dedup_by(|next, first| next.name == first.name && next.file == first.file);
    }
    if matches!(language, "C" | "C++") {
        rows = without_guards(root, rows);
    }
    match rows.is_empty() {
        true => Err(format!("ctags: {}", String::from_utf8_lossy(&done.stderr))),
        false => Ok(rows),
    }
}

fn ends(file: &str, endings: &[&str]) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

/// The rows but for macros that only guard a header: `#ifndef NAME`, `#define NAME`.
fn without_guards(root: &Path, rows: Vec<Row>) -> Vec<Row> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut is_guard = |row: &Row| {
        let text = texts
            .entry(row.file.clone())
            .or_insert_with(|| std::fs::read_to_string(root.join(&row.file)).unwrap_or_default());
        guards(text, row.line, &row.name)
    };
    rows.into_iter().filter(|row| row.kind != "macro" || !is_guard(row)).collect()
}

/// True where this line defines a macro as nothing behind a line that asks whether it is defined.
fn guards(text: &str, line: usize, name: &str) -> bool {
    let words = |at: Option<usize>| {
        let line = at.and_then(|at| text.lines().nth(at)).unwrap_or_default();
        line.replacen('#', "", 1).split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    words(line.checked_sub(1)) == ["define", name] && words(line.checked_sub(2)) == ["ifndef", name]
}

/// Reads `name TAB file TAB line;" TAB kind ...`.
fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [name, file, number, kind, ..] = cells.as_slice() else { return None };
    // `a=(` of a shell is taken for a function.
    if name.starts_with("__anon")
        || name.starts_with("anonFunc")
        || (*kind == "function" && name.ends_with('=') && !name.starts_with("operator"))
    {
        return None;
    }
    // The name of a package is all of its path, with dots.
    let path = name.replace("\\\\", ".").replace('\\', ".");
    let last = match *kind {
        "namespace" | "package" => &path,
        // What assigns is named as what reads.
        "method" | "singletonMethod" | "accessor" => name.trim_end_matches('='),
        _ => name,
    };
    // Members that say of which interface they are, and operators, are named by what follows.
    let last = match *kind {
        "namespace" | "package" => last,
        "event" | "field" | "method" | "property" => {
            last.rsplit('.').next().unwrap_or(last).trim_start_matches("operator ")
        }
        _ => last,
    };
    Some(Row {
        file: file.trim_start_matches("./").to_owned(),
        line: number.trim_end_matches(";\"").parse().ok()?,
        kind: (*kind).to_owned(),
        name: last.trim_matches(['`', '\'', '"']).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_read() {
        let found = row("sell\t./a/b.sh\t12;\"\tfunction\tline:12").unwrap();
        assert_eq!((found.file.as_str(), found.line, found.name.as_str()), ("a/b.sh", 12, "sell"));
        assert_eq!(row("A\\B\ta.php\t1;\"\tnamespace").unwrap().name, "A.B");
        assert!(guards("#ifndef A\n# define A\n", 2, "A"));
        assert!(!guards("#ifndef A\n#define A 1\n#define B\n", 2, "A"));
        assert!(row("__anon1\ta.sh\t1;\"\tfunction").is_none());
    }
}
