//! HTML: headings, elements with an `id`, and links.

use super::draft::{Draft, Entry};
use super::markdown::target;
use super::tags::Tags;
use indexer_core::SymbolKind;

/// Elements whose content is no markup.
const OPAQUE: &[&str] = &["script", "style", "textarea"];

/// Bytes of a heading that are read.
const LONGEST_HEADING: usize = 1_000;

pub(super) fn read(draft: &mut Draft<'_>) {
    let text = draft.text;
    let mut tags = Tags::new(text);
    let mut open: Vec<(usize, Entry)> = Vec::new();
    while let Some(tag) = tags.next() {
        if tag.closes {
            continue;
        }
        for attribute in ["href", "src"] {
            if let Some(place) = tag.attribute(text, attribute) {
                target(draft, place, open.last().map(|(_, entry)| *entry));
            }
        }
        let name = tag.name.to_ascii_lowercase();
        if let Some(level) = level(&name) {
            let from = tag.end;
            let most = text.floor_char_boundary((from + LONGEST_HEADING).min(text.len()));
            let Some(length) = text[from..most].find("</h").or_else(|| text[from..most].find("</H")) else {
                continue;
            };
            let end = text[..tag.start].trim_end().len();
            while let Some((_, entry)) = open.pop_if(|(outer, _)| *outer >= level) {
                draft.end(Some(entry), end);
            }
            let owner = open.last().map(|(_, entry)| *entry);
            let words = words(&text[from..from + length]);
            let entry = draft.add(SymbolKind::Heading, &words, (from, from + length), owner);
            draft.start(entry, tag.start);
            draft.describe(entry, format!("<{name}>"));
            if let Some(entry) = entry {
                open.push((level, entry));
            }
        } else if let Some(place) = tag.attribute(text, "id").filter(|(start, end)| start < end)
            && !text[place.0..place.1].contains(['{', '<', '$'])
        {
            let owner = open.last().map(|(_, entry)| *entry);
            let entry = draft.add(SymbolKind::Element, &text[place.0..place.1], place, owner);
            draft.start(entry, tag.start);
            draft.end(entry, tag.end);
            draft.describe(entry, format!("<{name}>"));
        }
        if OPAQUE.contains(&name.as_str()) && !tag.is_empty {
            tags.skip_to_end_of(&name);
        }
    }
    let end = text.trim_end().len();
    if let Some(at) = tags.broken {
        draft.broken(at, "a tag or comment does not end");
    }
    for (_, entry) in open {
        draft.end(Some(entry), end);
    }
}

fn level(name: &str) -> Option<usize> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// The words between tags, with one blank between them.
fn words(markup: &str) -> String {
    let mut out = String::new();
    let mut is_tag = false;
    for c in markup.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if is_tag => {}
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    out
}
