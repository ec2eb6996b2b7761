//! Dockerfiles: stages, the names of `ARG` and `ENV`, and which files are copied and run.

use super::draft::{Draft, Entry};
use super::words;
use indexer_core::SymbolKind;

pub(super) fn read(draft: &mut Draft<'_>) {
    let text = draft.text;
    let mut stage: Option<Entry> = None;
    let mut at = 0;
    while at < text.len() {
        let start = at;
        // One instruction: its lines are joined by a `\` at their ends, comments between them left out.
        let mut end = start;
        loop {
            let length = text[at..].find('\n').map_or(text.len() - at, |length| length + 1);
            let line = text[at..at + length].trim_end();
            at += length;
            let is_between = line.trim_start().starts_with('#') && end > start;
            if !is_between {
                end = at - length + line.len();
            }
            if at >= text.len() || !(is_between || line.ends_with('\\')) {
                break;
            }
        }
        let whole = &text[start..end.max(start)];
        let body = whole.trim_start();
        let from = end.max(start) - body.len();
        let word = body.find(char::is_whitespace).map_or(body, |length| &body[..length]);
        let rest = (from + word.len(), end);
        match word.to_ascii_uppercase().as_str() {
            "FROM" => {
                draft.end(stage, text[..start].trim_end().len());
                stage = named_stage(draft, rest);
                draft.start(stage, from);
                draft.end(stage, end);
            }
            "ARG" | "ENV" => keys(draft, rest, stage),
            "COPY" | "ADD" => copied(draft, rest, stage),
            "RUN" | "CMD" | "ENTRYPOINT" => words::paths(draft, rest, stage),
            _ => {}
        }
        if end > start {
            draft.end(stage, end);
        }
    }
}

/// The words from `start` to `end` with their places, without the marks that join lines.
fn words_of(text: &str, (start, end): (usize, usize)) -> Vec<(usize, &str)> {
    let inside = &text[start..end];
    let words = inside.split_whitespace().filter(|word| *word != "\\");
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect()
}

/// `FROM image AS name`: named by its name, else by its image.
fn named_stage(draft: &mut Draft<'_>, rest: (usize, usize)) -> Option<Entry> {
    let words = words_of(draft.text, rest);
    let mut plain = words.iter().filter(|(_, word)| !word.starts_with("--"));
    let (image_at, image) = plain.next().copied()?;
    let name = plain.next().filter(|(_, word)| word.eq_ignore_ascii_case("as")).and_then(|_| plain.next());
    let (at, shown) = name.copied().unwrap_or((image_at, image));
    let entry = draft.add(SymbolKind::Stage, shown, (at, at + shown.len()), None);
    draft.describe(entry, format!("FROM {image}"));
    entry
}

/// `ARG name=value`, `ENV name=value other=value`, `ENV name value`: the names alone.
fn keys(draft: &mut Draft<'_>, (start, end): (usize, usize), stage: Option<Entry>) {
    let bytes = draft.text.as_bytes();
    let mut at = start;
    let mut is_first = true;
    while at < end {
        if bytes[at].is_ascii_whitespace() || bytes[at] == b'\\' {
            at += 1;
            continue;
        }
        let begin = at;
        while at < end && !bytes[at].is_ascii_whitespace() && bytes[at] != b'=' {
            at += 1;
        }
        let has_value = at < end && bytes[at] == b'=';
        // Behind the old form without `=` stands a value.
        if !has_value && !is_first {
            break;
        }
        let name = &draft.text[begin..at];
        let entry = draft.add(SymbolKind::Key, name, (begin, at), stage);
        draft.end(entry, end);
        if !has_value {
            break;
        }
        is_first = false;
        at = value_end(bytes, at + 1, end);
    }
}

fn value_end(bytes: &[u8], from: usize, end: usize) -> usize {
    let (mut at, mut quote) = (from, None);
    while at < end {
        match (quote, bytes[at]) {
            (_, b'\\') => at += 1,
            (None, byte) if byte.is_ascii_whitespace() => return at,
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        at += 1;
    }
    at.min(end)
}

/// `COPY a b to`: what is copied out of the folder of the build, not out of another stage.
fn copied(draft: &mut Draft<'_>, rest: (usize, usize), stage: Option<Entry>) {
    let words = words_of(draft.text, rest);
    if words.iter().any(|(_, word)| word.starts_with("--from")) {
        return;
    }
    let plain: Vec<(usize, &str)> = words.into_iter().filter(|(_, word)| !word.starts_with("--")).collect();
    let Some((_, sources)) = plain.split_last() else { return };
    for (at, word) in sources {
        let inner = word.trim_matches(['[', ']', ',', '"']);
        let begin = at + (inner.as_ptr() as usize - word.as_ptr() as usize);
        if !inner.is_empty() && !inner.contains(['$', '*', '?']) && inner != "." {
            draft.link((begin, begin + inner.len()), stage);
        }
    }
}
