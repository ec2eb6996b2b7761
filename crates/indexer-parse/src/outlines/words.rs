//! Words of commands that may be paths.

use super::draft::{Draft, Entry};

/// Notes the words from `start` to `end` that may be paths of files: those with a `/` or an extension and nothing that a
/// shell or a template replaces. O(bytes).
pub(super) fn paths(draft: &mut Draft<'_>, (start, end): (usize, usize), owner: Option<Entry>) {
    let text = draft.text;
    let Some(command) = text.get(start..end) else { return };
    let is_between = |c: char| c.is_whitespace() || "\"'`;|&()<>[]{},=:".contains(c);
    let mut at = 0;
    while at < command.len() {
        let rest = &command[at..];
        let length = rest.find(is_between).unwrap_or(rest.len());
        let word = &rest[..length];
        if may_be_path(word) {
            draft.link((start + at, start + at + length), owner);
        }
        at += length + rest[length..].chars().next().map_or(0, char::len_utf8);
    }
}

fn may_be_path(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or_default();
    let has_end = name.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty() && !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    (has_end || word.contains('/'))
        && !word.starts_with(['-', '/', '~', '@'])
        && !word.contains(['$', '*', '?', '\\', '%'])
        && !name.is_empty()
        && name != "."
        && name != ".."
}
