//! What stands between quotes and backticks in a question.

use super::Mark;

/// Most bytes between two marks.
const LONGEST: usize = 500;

/// The parts of a question between marks on one line, in their order, without the marks. An apostrophe
/// opens only where a word could begin and closes only where one could end. O(length x marks).
pub(super) fn between(question: &str) -> Vec<(&str, Mark)> {
    let mut found = Vec::new();
    let mut rest = question;
    let mut before = None;
    while let Some(opening) = rest.chars().next() {
        let after = &rest[opening.len_utf8()..];
        let is_free = before.is_none_or(|c: char| !c.is_alphanumeric());
        let held = match closing(opening) {
            Some((closing, mark)) if is_free => held(after, closing).map(|text| (text, mark, closing)),
            _ => None,
        };
        match held {
            Some((text, mark, closing)) => {
                if !text.trim().is_empty() {
                    found.push((text.trim(), mark));
                }
                before = Some(closing);
                rest = &after[text.len() + closing.len_utf8()..];
            }
            None => {
                before = Some(opening);
                rest = after;
            }
        }
    }
    found
}

/// What closes a mark, and what it says.
fn closing(opening: char) -> Option<(char, Mark)> {
    Some(match opening {
        '"' => ('"', Mark::Quoted),
        '\'' => ('\'', Mark::Quoted),
        '“' => ('”', Mark::Quoted),
        '‘' => ('’', Mark::Quoted),
        '«' => ('»', Mark::Quoted),
        '`' => ('`', Mark::Code),
        _ => return None,
    })
}

/// The text before what closes it.
fn held(after: &str, closing: char) -> Option<&str> {
    let line = after.split('\n').next().unwrap_or(after);
    for (at, c) in line.char_indices().take_while(|(at, _)| *at <= LONGEST) {
        let next = line[at + c.len_utf8()..].chars().next();
        if c == closing && next.is_none_or(|next| !next.is_alphanumeric()) {
            return Some(&line[..at]);
        }
    }
    None
}
