//! YAML: keys of the first levels of every document, by the events of a parser, so that no alias is ever written out.

use super::draft::{Draft, Entry};
use super::{MOST_LEVELS, words};
use indexer_core::SymbolKind;
use saphyr_parser::{Event, Marker, Parser};
use std::borrow::Cow;

/// Nesting beyond which nothing is read.
const DEEPEST: usize = 1_000;

/// Keys whose texts are commands.
const COMMANDS: &[&str] = &["args", "before_script", "command", "entrypoint", "run", "script", "uses"];

/// A mapping or sequence that is open.
struct Open {
    is_mapping: bool,
    /// The key whose value it is.
    entry: Option<Entry>,
    /// True where its keys are listed.
    is_listed: bool,
    /// The key that was read last, and whether its value is to come.
    key: Option<Entry>,
    is_key: bool,
    /// True where the value to come, or what stands here, is a command.
    is_command: bool,
}

pub(super) fn read(draft: &mut Draft<'_>) {
    let masked = without_templates(draft.text);
    let text: &str = &masked;
    // Marks count letters.
    let letters: Option<Vec<u32>> =
        (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at as u32).collect());
    let written = draft.text;
    let place = |mark: Marker| {
        let at = match &letters {
            Some(letters) => letters.get(mark.index()).map_or(text.len(), |at| *at as usize),
            None => mark.index(),
        };
        // What was put in the place of a template may have other letters than the template.
        written.floor_char_boundary(at)
    };
    let mut open: Vec<Open> = Vec::new();
    let mut read = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => {
                let at = place(*error.marker());
                draft.broken(at, error.info());
                break;
            }
        };
        read = place(span.end);
        match event {
            Event::Scalar(word, ..) => {
                let (start, end) = (place(span.start), read);
                scalar(draft, &mut open, &word, (start, end));
            }
            Event::Alias(_) => value(draft, &mut open, read),
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                if open.len() >= DEEPEST {
                    draft.problem(indexer_core::ProblemKind::TooDeep, read, "nested too deep");
                    break;
                }
                let is_mapping = matches!(event, Event::MappingStart(..));
                let above = open.last();
                let entry =
                    above.filter(|above| above.is_mapping && !above.is_key).and_then(|above| above.key);
                let is_listed =
                    is_mapping && (above.is_none() || entry.is_some()) && open.len() < MOST_LEVELS;
                // A list of commands is one, and what a mapping says none.
                let is_command = !is_mapping && above.is_some_and(|above| above.is_command);
                open.push(Open { is_mapping, entry, is_listed, key: None, is_key: true, is_command });
            }
            Event::MappingEnd | Event::SequenceEnd => {
                let end = written[..place(span.start)].trim_end().len();
                if let Some(one) = open.pop() {
                    draft.end(one.entry, end);
                }
                value(draft, &mut open, end);
            }
            Event::DocumentStart(_) | Event::DocumentEnd => open.clear(),
            Event::Nothing | Event::StreamStart | Event::StreamEnd => {}
        }
    }
    let end = written[..read].trim_end().len();
    for one in open {
        draft.end(one.entry, end);
    }
}

fn scalar(draft: &mut Draft<'_>, open: &mut [Open], word: &str, (start, end): (usize, usize)) {
    let Some(above) = open.last_mut() else { return };
    if above.is_mapping && above.is_key {
        let quotes = usize::from(draft.text[start..].starts_with(['"', '\'']));
        let place = (start + quotes, end.saturating_sub(quotes).max(start + quotes));
        above.key = match above.is_listed && !word.contains('\n') {
            true => draft.add(SymbolKind::Key, word, place, above.entry),
            false => None,
        };
        above.is_key = false;
        above.is_command = COMMANDS.contains(&word);
        return;
    }
    if above.is_command {
        let owner = open.iter().rev().find_map(|one| one.key);
        words::paths(draft, (start, end.min(draft.text.len())), owner);
    }
    value(draft, open, end);
}

/// A value ends: the next one is of another key.
fn value(draft: &mut Draft<'_>, open: &mut [Open], end: usize) {
    let Some(above) = open.last_mut().filter(|above| above.is_mapping) else { return };
    if !above.is_key {
        let trimmed = draft.text[..end.min(draft.text.len())].trim_end().len();
        draft.end(above.key, trimmed);
    }
    above.is_key = !above.is_key;
}

/// The text with what a template puts in (`{{ .Values.name }}`) as letters, and lines that hold nothing else empty: as
/// many bytes. O(bytes).
fn without_templates(text: &str) -> Cow<'_, str> {
    if !text.contains("{{") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (mut rest, from) = (line, out.len());
        let mut is_code = false;
        while let Some(begin) = rest.find("{{")
            && let Some(length) = rest[begin..].find("}}")
        {
            let end = begin + length + 2;
            is_code = is_code || !rest[..begin].ends_with('$');
            out.push_str(&rest[..begin]);
            out.extend(std::iter::repeat_n('x', end - begin));
            rest = &rest[end..];
        }
        out.push_str(rest);
        let is_nothing = out[from..].trim().bytes().all(|byte| matches!(byte, b'x' | b'-' | b' '));
        if is_code && is_nothing && !line.trim_start().starts_with("- ") {
            let end = line.trim_end_matches(['\r', '\n']).len();
            out.truncate(from);
            out.extend(std::iter::repeat_n(' ', end));
            out.push_str(&line[end..]);
        }
    }
    Cow::Owned(out)
}
