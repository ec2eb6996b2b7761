//! Numbers and words with their names.

use super::forms::one_line;
use super::rows::{Fields, in_words, words};
use super::{Ink, Screen, Span};
use serde_json::{Map, Value};

/// A word, or an object in a few words.
pub(super) fn item(value: &Value) -> Span {
    match value {
        Value::Object(_) => {
            let Some(row) = Fields::of(value) else { return Span::plain("") };
            if let (Some(from), Some(to)) = (row.text("from"), row.text("to")) {
                return Span::plain(format!("{from} → {to}")).at(from, row.line(), 0);
            }
            match (row.text("signature"), row.path()) {
                (Some(signature), _) => Span::plain(one_line(signature)),
                (None, Some(path)) => Span::path(path, row.line()),
                (None, None) => Span::plain(in_words(value)),
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
    screen.flow("", items);
    for (key, value) in open() {
        if let Value::Object(inner) = value {
            let items: Vec<Span> = inner.iter().filter_map(|(key, value)| figure(key, value)).collect();
            screen.flow(&words(key), items);
        }
    }
}

/// `name value` where it says something.
pub(super) fn figure(key: &str, value: &Value) -> Option<Span> {
    let name = words(key);
    match value {
        Value::Number(number) => {
            let is_nothing = number.as_u64() == Some(0) && key.starts_with("more_");
            (!is_nothing).then(|| Span::plain(format!("{name} {number}")))
        }
        Value::String(text) if !text.is_empty() => Some(Span::plain(format!("{name} {text}"))),
        Value::Bool(true) => Some(Span::new(Ink::Warning, name)),
        _ => None,
    }
}

/// Some numbers of an object, each before its name, and words, each behind it.
pub(super) fn counts(fields: &Map<String, Value>, (label, keys): (&str, &[&str]), screen: &mut Screen) {
    let said = |key: &&str| {
        let (of, title) = key.split_once('=').unwrap_or((key, key));
        let title = words(title);
        match fields.get(of)? {
            Value::Number(number) if number.as_u64() == Some(1) => {
                // One of them.
                let (first, rest) = title.split_once(' ').unwrap_or((&title, ""));
                let one = first.strip_suffix('s').filter(|one| one.len() > 1).unwrap_or(first);
                Some(Span::plain(format!("1 {one} {rest}").trim_end()))
            }
            Value::Number(number) => Some(Span::plain(format!("{number} {title}"))),
            Value::String(word) if !word.is_empty() => Some(Span::plain(format!("{title} {word}"))),
            _ => None,
        }
    };
    screen.flow(label, keys.iter().filter_map(said).collect());
}
