//! What rows of answers have in common: names, places, how sure they are.

use super::{Ink, Lines, Span};
use serde_json::{Map, Value};

/// A row, read by the names that fields have in all answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'v>(pub(super) &'v Map<String, Value>);

impl<'v> Fields<'v> {
    /// Those of an object; `None` for what is none.
    pub(super) fn of(value: &'v Value) -> Option<Self> {
        value.as_object().map(Self)
    }

    pub(super) fn text(self, key: &str) -> Option<&'v str> {
        self.0.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    pub(super) fn number(self, key: &str) -> Option<u64> {
        self.0.get(key).and_then(Value::as_u64)
    }

    pub(super) fn flag(self, key: &str) -> bool {
        self.0.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    pub(super) fn list(self, key: &str) -> &'v [Value] {
        self.0.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The file that it is in.
    pub(super) fn path(self) -> Option<&'v str> {
        self.text("path").or_else(|| self.text("file"))
    }

    /// 1-based; 0 where it has none.
    pub(super) fn line(self) -> u32 {
        let line = self.number("line").or_else(|| self.number("start_line"));
        line.and_then(|line| u32::try_from(line).ok()).unwrap_or(0)
    }

    /// What it is called where its file is said too: `Owner.member`.
    pub(super) fn name(self) -> &'v str {
        let of_key = self.text("key").and_then(|key| key.split_once('#')).map(|(_, name)| name);
        let named = of_key.or_else(|| self.text("qualified")).or_else(|| self.text("name"));
        named.or_else(|| self.path()).unwrap_or("")
    }

    /// True where a file itself is meant.
    pub(super) fn is_file(self) -> bool {
        Some(self.name()) == self.path()
    }

    /// `n` of the symbol that the row is of, where there are several.
    pub(super) fn of_number(self) -> Option<u64> {
        match self.0.get("of")? {
            Value::Array(all) => all.first()?.as_u64(),
            one => one.as_u64(),
        }
    }

    /// `?` where it is only possible.
    pub(super) fn doubt(self) -> Option<Span> {
        match self.text("resolution") {
            None | Some("resolved" | "external") => None,
            Some("possible") => Some(Span::new(Ink::Warning, "?")),
            Some(other) => Some(Span::new(Ink::Warning, other)),
        }
    }

    /// Name, kind and place in a line.
    pub(super) fn spans(self) -> Vec<Span> {
        let path = self.path().unwrap_or("");
        let mut spans = Vec::new();
        if self.is_file() {
            spans.push(Span::path(path, self.line()));
        } else {
            spans.push(Span::new(Ink::Name, self.name()).at(path, self.line(), 0));
            if let Some(kind) = self.text("kind") {
                spans.push(Span::new(Ink::Kind, format!("  {kind}")));
            }
            if !path.is_empty() {
                spans.push(Span::plain("  "));
                spans.push(Span::path(path, self.line()));
            }
        }
        if let Some(doubt) = self.doubt() {
            spans.push(Span::plain("  "));
            spans.push(doubt);
        }
        spans
    }
}

/// The word of a field as people write it.
pub(super) fn words(key: &str) -> String {
    key.replace('_', " ")
}

/// `1 use`, `2 uses`.
pub(super) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A value of a table or a list in a few words.
pub(super) fn in_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => String::new(),
        Value::Number(number) => number.to_string(),
        Value::Array(all) => all.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let pair = |(key, value): (&String, &Value)| match value {
                Value::Number(_) => Some(format!("{} {}", words(key), in_words(value))),
                Value::String(text) if !text.is_empty() => Some(text.clone()),
                _ => None,
            };
            fields.iter().filter_map(pair).collect::<Vec<_>>().join(" ")
        }
    }
}

/// A line of source without its indentation, the word at `column` (1-based, in characters) marked.
pub(super) fn marked(line: &str, column: u32) -> Vec<Span> {
    let start = (column as usize).checked_sub(1).and_then(|at| line.char_indices().nth(at));
    let start = start.map_or(line.len(), |(at, _)| at);
    let word = line[start..].find(|c: char| !in_word(c)).unwrap_or(line.len() - start);
    let indent = (line.len() - line.trim_start().len()).min(start);
    let parts = [
        (Ink::Plain, &line[indent..start]),
        (Ink::Match, &line[start..start + word]),
        (Ink::Plain, line[start + word..].trim_end()),
    ];
    parts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(ink, text)| Span::new(ink, text)).collect()
}

/// A line of source with the first whole word `name` in it marked.
pub(super) fn marked_name(line: &str, name: &str) -> Vec<Span> {
    let bounded = |at: usize| {
        let before = line[..at].chars().next_back().is_none_or(|c| !in_word(c));
        before && line[at + name.len()..].chars().next().is_none_or(|c| !in_word(c))
    };
    let found = line.match_indices(name).map(|(at, _)| at).find(|at| !name.is_empty() && bounded(*at));
    match found {
        Some(at) => {
            let end = at + name.len();
            let parts = [(Ink::Plain, &line[..at]), (Ink::Match, name), (Ink::Plain, &line[end..])];
            parts
                .into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(ink, text)| Span::new(ink, text))
                .collect()
        }
        None => vec![Span::plain(line)],
    }
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The line of source at a place, the word there marked; nothing where it cannot be read.
pub(super) fn source_at(lines: &mut Lines<'_>, path: &str, line: u32, column: u32) -> Vec<Span> {
    lines.line(path, line).map_or_else(Vec::new, |text| marked(text, column))
}
