//! XML: elements of the first levels, by what their attributes call them.

use super::MOST_LEVELS;
use super::draft::{Draft, Entry};
use super::tags::Tags;
use indexer_core::SymbolKind;

/// Attributes that name an element, the most telling first.
const NAMES: &[&str] = &["id", "name", "key", "Include"];

/// Elements that an end tag may close at once, where theirs are missing.
const MOST_UNCLOSED: usize = 32;

pub(super) fn read(draft: &mut Draft<'_>) {
    let text = draft.text;
    let mut tags = Tags::new(text);
    let mut open: Vec<(&str, Option<Entry>)> = Vec::new();
    let mut is_broken = None;
    for tag in tags.by_ref() {
        if tag.closes {
            let near = open.len().saturating_sub(MOST_UNCLOSED);
            match open[near..].iter().rposition(|(name, _)| *name == tag.name) {
                Some(at) => {
                    is_broken = is_broken.or((near + at + 1 != open.len()).then_some(tag.start));
                    for (_, entry) in open.drain(near + at..) {
                        draft.end(entry, tag.end);
                    }
                }
                None => is_broken = is_broken.or(Some(tag.start)),
            }
            continue;
        }
        let depth = open.len();
        let owner = open.last().and_then(|(_, entry)| *entry);
        let is_listed = depth < MOST_LEVELS && (depth == 0 || owner.is_some());
        let named = if is_listed { NAMES.iter().find_map(|name| tag.attribute(text, name)) } else { None };
        // Elements without a name of their own tell something at the first levels only.
        let entry = match named.filter(|(start, end)| start < end) {
            Some(place) => draft.add(SymbolKind::Element, &text[place.0..place.1], place, owner),
            None if is_listed && depth < 2 => {
                let place = (tag.start + 1, tag.start + 1 + tag.name.len());
                draft.add(SymbolKind::Element, tag.name, place, owner)
            }
            None => None,
        };
        draft.start(entry, tag.start);
        draft.end(entry, tag.end);
        draft.describe(entry, format!("<{}>", tag.name));
        if !tag.is_empty {
            open.push((tag.name, entry));
        }
    }
    let end = text.trim_end().len();
    if let Some(at) = is_broken.or(tags.broken).or((!open.is_empty()).then_some(end)) {
        draft.broken(at, "tags do not match");
    }
    for (_, entry) in open {
        draft.end(entry, end);
    }
}
