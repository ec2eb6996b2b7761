//! Copies of a change for another branch: what of a message only says that it is one.

/// How the lines begin that say of which change this one is a copy.
const BACKPORTS: &[&str] =
    &["backport of ", "backports ", "backported from ", "cherry-pick of ", "forward port of "];

/// True for a line that says of which change this one is a copy; `item` is in lower case, without marks before it.
pub(super) fn is_about_copy(item: &str) -> bool {
    BACKPORTS.iter().any(|one| item.trim_start_matches("this is a ").starts_with(one)) || is_id(item)
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
/// A ticket, or a part of the program, is no such tag.
pub(super) fn without_tags(title: &str) -> &str {
    let mut rest = title.trim_start();
    while let Some((tag, after)) = rest.strip_prefix('[').and_then(|tagged| tagged.split_once(']')) {
        let words =
            || tag.split(|c: char| c.is_whitespace() || "/#:".contains(c)).filter(|word| !word.is_empty());
        let says = |word: &str| {
            ["pr", "backport", "port", "stable"].iter().any(|one| word.eq_ignore_ascii_case(one))
        };
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        // A number alone may be an index.
        let is_named = words().any(says);
        let is_version = |word: &str| {
            let number = word.trim_start_matches(['v', 'V']).trim_end_matches(".x");
            !number.is_empty() && is_number(number) && (is_named || word.contains('.') || number != word)
        };
        if after.trim().is_empty() || !words().all(|word| says(word) || is_version(word) || is_hash(word)) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}
