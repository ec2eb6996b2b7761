//! Copies of a change for another branch: what of a message only says that it is one.

/// How the lines begin that say of which change this one is a copy.
const BACKPORTS: &[&str] =
    &["backport of ", "backports ", "backported from ", "cherry-pick of ", "forward port of "];

/// True for a line that says of which change this one is a copy, or for which version; `item` is in lower case, without
/// marks before it. What is said to be carried over may be the matter itself: `backports the pool to another system`.
pub(super) fn is_about_copy(item: &str) -> bool {
    let item = item.trim_start_matches("this is a ");
    let rest = BACKPORTS.iter().find_map(|one| item.strip_prefix(one));
    rest.is_some_and(|rest| words(rest).any(is_reference)) || is_id(item)
}

/// The words of a text, each with the marks that belong to a number.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || "()[]*`,;:/".contains(c));
    words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty())
}

/// True for a word that names a change or a version: `#12`, `pr`, `f4dc0dee`, `3.14`, `v2`.
fn is_reference(word: &str) -> bool {
    let is_numbered =
        word.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_numbered || word.eq_ignore_ascii_case("pr") || is_named_hash(word) || is_version(word)
}

/// True for a hash that is no number in figures alone.
fn is_named_hash(word: &str) -> bool {
    is_hash(word) && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// True for a version: `3.14`, `3.x`, `v2`.
fn is_version(word: &str) -> bool {
    let number = word.trim_start_matches(['v', 'V']).trim_end_matches(".x");
    !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && number.starts_with(|c: char| c.is_ascii_digit())
        && (word.contains('.') || number != word)
}

/// True for a line that is nothing but the id of a commit, perhaps between marks.
fn is_id(line: &str) -> bool {
    let id = line.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    is_hash(id) && id.len() >= 12
}

/// True for the id of a commit or the beginning of one.
fn is_hash(word: &str) -> bool {
    (7..=64).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// A title without the tags before it that say to which branch or change it belongs: `[3.14]`, `[PR #12 backport]`.
/// A ticket, or a part of the program, is no such tag, and neither are `[port]`, `[stable]` and a number where none
/// beside them names a change or a version.
pub(super) fn without_tags(title: &str) -> &str {
    let (mut rest, mut kept, mut is_named) = (title.trim_start(), title.trim_start(), false);
    while let Some((tag, after)) = rest.strip_prefix('[').and_then(|tagged| tagged.split_once(']')) {
        let says = |word: &str| {
            ["pr", "backport", "port", "stable"].iter().any(|one| word.eq_ignore_ascii_case(one))
        };
        let is_said = words(tag).any(says);
        // A number alone may be an index.
        let is_number = |word: &str| is_said && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_tag = |word: &str| says(word) || is_number(word) || is_reference(word) || is_hash(word);
        if after.trim().is_empty() || !words(tag).all(is_tag) {
            break;
        }
        is_named |= words(tag).any(is_reference);
        rest = after.trim_start();
        if is_named {
            kept = rest;
        }
    }
    kept
}
