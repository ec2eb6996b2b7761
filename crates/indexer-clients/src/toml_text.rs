//! The same as [`crate::jsonc`] for the one table that a server is in a TOML file.
//!
//! A table goes to the end of the file, and comes out from its header to its last line; what that
//! would mean elsewhere in the file is found out by reading the result.

use crate::jsonc::Unclear;
use serde_json::Value;
use toml::Table;

/// The entry below `[key.name]` as JSON; `None` where there is none.
pub fn get(text: &str, key: &str, name: &str) -> Result<Option<Value>, Unclear> {
    let whole = parse(text)?;
    let servers = match whole.get(key) {
        None => return Ok(None),
        Some(toml::Value::Table(servers)) => servers,
        Some(_) => return Err(Unclear(format!("{key:?} is no table"))),
    };
    let entry = servers.get(name).map(serde_json::to_value).transpose();
    entry.map_err(|error| Unclear(error.to_string()))
}

/// The text with a table `[key.name]` of these fields at its end.
pub fn put(text: &str, key: &str, name: &str, fields: &[(&str, Value)]) -> Result<String, Unclear> {
    let mut expected = parse(text)?;
    let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut edited = text.to_owned();
    if !edited.is_empty() && !edited.ends_with('\n') {
        edited += line;
    }
    if !edited.trim().is_empty() {
        edited += line;
    }
    edited += &format!("[{key}.{name}]{line}");
    let mut entry = Table::new();
    for (field, value) in fields {
        let value = toml::Value::try_from(value).map_err(|error| Unclear(error.to_string()))?;
        edited += &format!("{field} = {value}{line}");
        entry.insert((*field).to_owned(), value);
    }
    let servers = expected.entry(key).or_insert_with(|| toml::Value::Table(Table::new()));
    match servers {
        toml::Value::Table(servers) => drop(servers.insert(name.to_owned(), toml::Value::Table(entry))),
        _ => return Err(Unclear(format!("{key:?} is no table"))),
    }
    checked(edited, &expected)
        .ok_or_else(|| Unclear(format!("holds {key:?} in a form to which no table can be added")))
}

/// The text without the table `[key.name]` and the tables below it.
pub fn take(text: &str, key: &str, name: &str) -> Result<String, Unclear> {
    let mut expected = parse(text)?;
    if let Some(toml::Value::Table(servers)) = expected.get_mut(key) {
        servers.remove(name);
    }
    let mut alone = expected.clone();
    if matches!(alone.get(key), Some(toml::Value::Table(servers)) if servers.is_empty()) {
        alone.remove(key);
    }
    let (header, below) = (format!("[{key}.{name}]"), format!("[{key}.{name}."));
    let mut starts = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let lines: Vec<&str> =
        starts.iter().map(|at| text[*at..].split('\n').next().unwrap_or("").trim()).collect();
    let is_own = |line: &str| line.starts_with(&header) || line.starts_with(&below);
    for first in (0..lines.len()).filter(|at| is_own(lines[*at])) {
        // To the first later header that leaves a file which says the same: a line that begins with a
        // bracket may also stand inside a value.
        let ends = (first + 1..lines.len()).filter(|at| lines[*at].starts_with('[') && !is_own(lines[*at]));
        for end in ends.chain([lines.len()]) {
            // What stands above the next header belongs to it.
            let said = |line: &&str| line.is_empty() || line.starts_with('#');
            let kept = lines[first..end].iter().rev().take_while(|line| said(line)).count();
            let rest = starts.get(end - kept).map_or("", |at| &text[*at..]);
            let mut front = &text[..starts[first]];
            // The empty line in front came with the table.
            let shorter = front.strip_suffix("\r\n").or_else(|| front.strip_suffix('\n'));
            if let Some(shorter) = shorter.filter(|shorter| shorter.ends_with('\n')) {
                front = shorter;
            }
            let edited = format!("{front}{rest}");
            for expected in [&expected, &alone] {
                if let Some(edited) = checked(edited.clone(), expected) {
                    return Ok(edited);
                }
            }
        }
    }
    Err(Unclear(format!("holds {header} in a form that cannot be taken out safely; remove it by hand")))
}

fn parse(text: &str) -> Result<Table, Unclear> {
    text.parse::<Table>().map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
        Unclear(format!("is no TOML: {} on line {line}", error.message()))
    })
}

/// Texts are compared as they are written out: a number that is none equals nothing, itself included.
fn checked(edited: String, expected: &Table) -> Option<String> {
    let said = edited.parse::<Table>().ok()?;
    (format!("{said:?}") == format!("{expected:?}")).then_some(edited)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn put_ours(text: &str) -> Result<String, Unclear> {
        put(text, "mcp_servers", "ours", &[("command", json!("a\"b")), ("args", json!(["x", "y"]))])
    }

    #[test]
    fn a_table_goes_in_at_the_end_and_comes_out_again() {
        for text in [
            "",
            "# mine\nmodel = \"m\" # of the model\n",
            "[mcp_servers.other]\ncommand = \"x\"\nargs = [\n  \"[mcp_servers.ours]\",\n]\n",
            "a = 1\r\n\r\n[b]\r\nc = nan\r\n",
            "text = '''\n[mcp_servers.ours]\n'''\n[z]\n",
        ] {
            let edited = put_ours(text).unwrap();
            assert!(edited.starts_with(text));
            let entry = get(&edited, "mcp_servers", "ours").unwrap();
            assert_eq!(entry, Some(json!({"command": "a\"b", "args": ["x", "y"]})));
            assert_eq!(take(&edited, "mcp_servers", "ours").unwrap(), text);
        }
    }

    #[test]
    fn what_others_wrote_below_stays() {
        let text =
            "[mcp_servers.ours]\ncommand = \"x\"\n# ours\n[mcp_servers.ours.env]\nA = \"b\"\n\n# of z\n[z]\n";
        assert_eq!(take(text, "mcp_servers", "ours").unwrap(), "\n# of z\n[z]\n");
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        assert!(get("a = 1\nb = ", "mcp_servers", "ours").unwrap_err().0.contains("on line 2"));
        assert!(get("mcp_servers = 1", "mcp_servers", "ours").unwrap_err().0.contains("no table"));
        assert!(put_ours("mcp_servers = { a = {} }").unwrap_err().0.contains("no table can be added"));
        let inline = "mcp_servers = { ours = { command = \"x\" } }";
        assert!(take(inline, "mcp_servers", "ours").unwrap_err().0.contains("by hand"));
    }
}
