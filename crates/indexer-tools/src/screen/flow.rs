//! Numbers and words with their names.

use super::rows::{Fields, in_words, words};
use super::{Block, Ink, Screen, Span};
use serde_json::{Map, Value};

/// A word, or an object in a few words.
pub(super) fn item(value: &Value) -> Span {
    match value {
        Value::Object(_) => {
            let Some(row) = Fields::of(value) else { return Span::plain("") };
            match row.path() {
                Some(path) => Span::path(path, row.line()),
                None => Span::plain(in_words(value)),
            }
        }
        // A name and how often.
        Value::Array(pair) => match pair.as_slice() {
            [Value::String(name), Value::Number(count)] if count.as_u64() == Some(1) => Span::plain(name),
            [Value::String(name), Value::Number(count)] => Span::plain(format!("{name} ×{count}")),
            _ => Span::plain(in_words(value)),
        },
        Value::String(text) if looks_like_path(text) => Span::path(text, 0),
        other => Span::plain(in_words(other)),
    }
}

/// True for what is shown as a path below the root.
fn looks_like_path(text: &str) -> bool {
    text.contains('/') && !text.contains([' ', '#', ':', '(']) && !text.starts_with('/')
}

/// The numbers and words of an object, but those that are `taken`, and its small objects each in a line.
pub(super) fn figures(fields: &Map<String, Value>, taken: &[&str], screen: &mut Screen) {
    let open = || fields.iter().filter(|(key, _)| !taken.contains(&key.as_str()));
    let items: Vec<Span> = open().filter_map(|(key, value)| figure(key, value)).collect();
    if !items.is_empty() {
        screen.push(Block::Flow { label: String::new(), items });
    }
    for (key, value) in open() {
        if let Value::Object(inner) = value {
            let items: Vec<Span> = inner.iter().filter_map(|(key, value)| figure(key, value)).collect();
            if !items.is_empty() {
                screen.push(Block::Flow { label: words(key), items });
            }
        }
    }
}

/// `name value` where it says something.
fn figure(key: &str, value: &Value) -> Option<Span> {
    let name = words(key);
    match value {
        Value::Number(number) => {
            let is_nothing = number.as_u64() == Some(0) && key.starts_with("more_");
            (!is_nothing).then(|| Span::plain(format!("{name} {number}")))
        }
        Value::String(text) if !text.is_empty() => Some(Span::plain(format!("{name} {text}"))),
        Value::Bool(true) => Some(Span::new(Ink::Warning, name)),
        Value::Array(all) if !all.is_empty() && all.iter().all(|one| !one.is_object() && !one.is_array()) => {
            Some(Span::plain(format!("{name} {}", in_words(value))))
        }
        _ => None,
    }
}
