//! Tables.

use super::rows::{Fields, in_words, words};
use super::{Block, Ink, Screen, Span, Table};
use serde_json::{Map, Value};

/// Fields that are no columns where none are named: they say again what others say, or help programs.
const ASIDE: &[&str] = &["key", "column", "start_line", "end_line", "of", "n"];
/// Fields that come first where no columns are named.
const FIRST: &[&str] =
    &["rank", "name", "qualified", "symbol", "path", "file", "kind", "line", "smell", "title", "id"];

/// A table of rows.
pub(super) fn table(
    rows: &[Fields<'_>],
    columns: &[&str],
    sums: Option<&Map<String, Value>>,
    screen: &mut Screen,
) {
    let columns: Vec<(&str, String)> = match columns {
        [] => chosen(rows),
        named => named.iter().map(|column| titled(column)).collect(),
    };
    // A column that says nothing takes room.
    let says = |key: &str| rows.iter().any(|row| row.0.get(key).is_some_and(|one| !in_words(one).is_empty()));
    let columns: Vec<(&str, String)> = columns.into_iter().filter(|(key, _)| says(key)).collect();
    if columns.is_empty() {
        return;
    }
    let numbers = columns.iter().map(|(key, _)| {
        rows.iter().all(|row| row.0.get(*key).is_none_or(|value| value.is_number() || value.is_null()))
    });
    let made = Table {
        numbers: numbers.collect(),
        rows: rows.iter().map(|row| columns.iter().map(|(key, _)| cell(*row, key)).collect()).collect(),
        sums: sums.map(|sums| {
            let sum = |(i, (key, _)): (usize, &(&str, String))| match sums.get(*key) {
                _ if i == 0 => Span::new(Ink::Title, "total"),
                Some(value) if value.is_number() => Span::new(Ink::Title, in_words(value)),
                _ => Span::plain(""),
            };
            columns.iter().enumerate().map(sum).collect()
        }),
        titles: columns.into_iter().map(|(_, title)| title).collect(),
    };
    screen.push(Block::Table(made));
}

/// A field and what stands above it.
fn titled(column: &str) -> (&str, String) {
    let (of, title) = column.split_once('=').unwrap_or((column, column));
    (of, words(title))
}

/// The columns of rows for which none are named.
fn chosen<'v>(rows: &[Fields<'v>]) -> Vec<(&'v str, String)> {
    let mut keys: Vec<&str> = Vec::new();
    for (key, value) in rows.iter().flat_map(|row| row.0.iter()) {
        let is_plain =
            !value.is_object() && !value.as_array().is_some_and(|all| all.iter().any(Value::is_object));
        if is_plain && !ASIDE.contains(&key.as_str()) && !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    keys.sort_by_key(|key| {
        let first = FIRST.iter().position(|one| one == key);
        // Numbers stand together, before long texts.
        let numbers = rows.iter().all(|row| row.0.get(*key).is_none_or(Value::is_number));
        (first.unwrap_or(FIRST.len()), !numbers)
    });
    keys.into_iter().map(|key| (key, words(key))).collect()
}

fn cell(row: Fields<'_>, key: &str) -> Span {
    let text = row.0.get(key).map_or_else(String::new, in_words);
    match key {
        "path" | "file" if !text.is_empty() => Span::path(&text, row.line()),
        "qualified" | "name" | "symbol" => {
            let span = Span::new(Ink::Name, text);
            row.path().map_or_else(|| span.clone(), |path| span.clone().at(path, row.line(), 0))
        }
        "kind" => Span::new(Ink::Kind, text),
        "commit" => Span::new(Ink::Number, text.chars().take(10).collect::<String>()),
        "time" => Span::plain(text.split('T').next().unwrap_or("")),
        _ => Span::plain(text),
    }
}
