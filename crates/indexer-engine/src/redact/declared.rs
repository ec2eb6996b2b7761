//! Whether a word that is given to the name of a secret is itself a name: `password=PGPASSWORD` below
//! `PGPASSWORD = environ["PGPASSWORD"]` holds no secret, and with it hidden the file would be no code any more.

use super::text::ScannedText;
use std::ops::Range;

/// True where the text assigns, declares or takes what the word at `at` names. O(length of the text).
pub(super) fn is_declared(text: &ScannedText<'_>, at: Range<usize>) -> bool {
    let word = text.part(at.clone());
    let is_name = word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        && word.first().is_some_and(|first| !first.is_ascii_digit());
    if !is_name || !text.may_look_up() {
        return false;
    }
    let whole = text.whole();
    memchr::memmem::find_iter(whole, word)
        .filter(|found| *found != at.start)
        .any(|found| is_declaration(&whole[..found], &whole[found + word.len()..]))
}

/// True where what stands between `before` and `after` is assigned, typed, or one of a list of parameters, and no value.
fn is_declaration(before: &[u8], after: &[u8]) -> bool {
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t');
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if before.last().is_some_and(is_word) || after.first().is_some_and(is_word) {
        return false;
    }
    let last = before.iter().rev().find(|byte| !is_blank(byte));
    if matches!(last, Some(b'=' | b':' | b'"' | b'\'' | b'`' | b'>' | b'#' | b'/')) {
        return false;
    }
    let mut rest = after.iter().filter(|byte| !is_blank(byte));
    let is_listed = matches!(last, Some(b'(' | b',')) || last.is_some_and(is_word);
    match (rest.next(), rest.next()) {
        (Some(b'='), next) => !matches!(next, Some(b'=' | b'>' | b'~')),
        (Some(b':'), Some(b'=')) => true,
        (Some(b':'), Some(next)) => next.is_ascii_alphabetic(),
        (Some(b',' | b')'), _) => is_listed,
        _ => false,
    }
}
