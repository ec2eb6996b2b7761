//! Rows that say much, each by itself.

use super::forms::one_line;
use super::rows::{Fields, words};
use super::{Block, Ink, Line, Screen, Span, flow};
use serde_json::Value;

/// Fields that stand in the first lines of a card, or help programs only.
const HEAD: &[&str] = &[
    "key",
    "qualified",
    "name",
    "title",
    "path",
    "file",
    "line",
    "column",
    "start_line",
    "end_line",
    "kind",
    "signature",
    "doc",
    "visibility",
    "n",
    "of",
    "resolution",
    "score",
    "id",
    "smell",
];

/// Each row with what it is about, and below what else is said of it.
pub(super) fn cards(rows: &[Fields<'_>], screen: &mut Screen) {
    for row in rows {
        screen.gap();
        let mut before = row.spans();
        if let Some(title) = row.text("title") {
            before.insert(0, Span::new(Ink::Title, format!("{title}  ")));
        }
        if let Some(smell) = row.text("smell") {
            before.insert(0, Span::new(Ink::Warning, format!("{}  ", words(smell))));
        }
        let after = row.text("id").map(|id| Span::new(Ink::Faint, id)).into_iter().collect();
        screen.line(Line { before, after, ..Line::default() });
        if let Some(signature) = row.text("signature") {
            screen.line(Line::of([Span::plain(format!("    {}", one_line(signature)))]));
        }
        if let Some(doc) = row.text("doc") {
            screen.line(Line::of([Span::new(Ink::Faint, format!("    {doc}"))]));
        }
        let open = || row.0.iter().filter(|(key, _)| !HEAD.contains(&key.as_str()));
        said("", open().filter_map(|(key, value)| flow::figure(key, value)).collect(), screen);
        for (key, value) in open() {
            match value {
                Value::Array(all) => said(&words(key), all.iter().map(flow::item).collect(), screen),
                Value::Object(inner) => {
                    let inner = inner.iter().filter(|(key, _)| !HEAD.contains(&key.as_str()));
                    let items = inner.filter_map(|(key, value)| flow::figure(key, value));
                    said(&words(key), items.collect(), screen);
                }
                _ => {}
            }
        }
    }
}

fn said(label: &str, items: Vec<Span>, screen: &mut Screen) {
    if !items.is_empty() {
        screen.push(Block::Flow { indent: 4, label: label.to_owned(), items });
    }
}
