//! INI, properties and samples of `.env`: sections and keys, never a value.

use super::draft::{Draft, Entry};
use indexer_core::SymbolKind;

/// How lines of a format are read.
struct Rules {
    comments: &'static [u8],
    /// What stands between key and value.
    between: &'static [u8],
    has_sections: bool,
    /// True where a line that is indented belongs to the value before.
    goes_on_indented: bool,
    /// True where a `\` at its end joins a line with the next one.
    goes_on_marked: bool,
    /// What may stand before a key.
    prefix: &'static str,
}

pub(super) fn ini(draft: &mut Draft<'_>) {
    let rules = Rules {
        comments: b"#;",
        between: b"=:",
        has_sections: true,
        goes_on_indented: true,
        goes_on_marked: false,
        prefix: "",
    };
    read(draft, &rules);
}

pub(super) fn properties(draft: &mut Draft<'_>) {
    let rules = Rules {
        comments: b"#!",
        between: b"=: \t",
        has_sections: false,
        goes_on_indented: false,
        goes_on_marked: true,
        prefix: "",
    };
    read(draft, &rules);
}

pub(super) fn environment(draft: &mut Draft<'_>) {
    let rules = Rules {
        comments: b"#",
        between: b"=",
        has_sections: false,
        goes_on_indented: false,
        goes_on_marked: false,
        prefix: "export ",
    };
    read(draft, &rules);
}

fn read(draft: &mut Draft<'_>, rules: &Rules) {
    let text = draft.text;
    let (mut section, mut key): (Option<Entry>, Option<Entry>) = (None, None);
    let (mut at, mut goes_on) = (0, false);
    for whole in text.split_inclusive('\n') {
        let start = at;
        at += whole.len();
        let line = whole.trim_end();
        let body = line.trim_start();
        let indent = line.len() - body.len();
        let belongs = goes_on || (rules.goes_on_indented && indent > 0 && key.is_some());
        // An odd number of marks: an even one stands for half as many.
        goes_on =
            rules.goes_on_marked && line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        if body.is_empty() {
            continue;
        }
        if belongs {
            draft.end(key, start + line.len());
            draft.end(section, start + line.len());
            continue;
        }
        if rules.comments.contains(&body.as_bytes()[0]) {
            goes_on = false;
            continue;
        }
        if rules.has_sections && body.starts_with('[') {
            key = None;
            let Some(length) = body.find(']') else {
                draft.broken(start, "the name of a section does not end");
                continue;
            };
            let place = (start + indent + 1, start + indent + length);
            section = draft.add(SymbolKind::Key, &body[1..length], place, None);
            draft.start(section, start + indent);
            draft.end(section, start + line.len());
            continue;
        }
        let before = if body.starts_with(rules.prefix) { rules.prefix.len() } else { 0 };
        let rest = &body[before..];
        let length = rest.bytes().position(|byte| rules.between.contains(&byte));
        // A line without a value is a key in some files, and half of a secret in others.
        let Some(length) = length else { continue };
        let name = rest[..length].trim_end();
        let begin = start + indent + before;
        key = draft.add(SymbolKind::Key, name, (begin, begin + name.len()), section);
        draft.end(key, start + line.len());
        draft.end(section, start + line.len());
    }
}
