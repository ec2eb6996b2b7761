//! Texts that languages with like comments share: signatures and comments before definitions.

use indexer_core::work;

/// Longest signature, in bytes.
const SIGNATURE_BYTES: usize = 500;
/// Longest documentation, in bytes.
pub(crate) const DOC_BYTES: usize = 2_000;
/// So many names of one declaration have its documentation and all of its signature: of more, these would only be
/// repeated.
pub const NAMES: usize = 64;
/// So many times the bytes of a signature are looked at for it: with white space between.
const FOLDED_FROM: usize = 16;
/// So far above its end the beginning of a comment is looked for, in bytes.
const COMMENT_BYTES: usize = 64 << 10;

/// `text` with white space folded, at most 500 bytes: a signature.
pub fn folded(text: &str) -> String {
    folded_to(text, SIGNATURE_BYTES)
}

/// `text` with white space folded, at most so many bytes. Of a long text only a beginning is looked at, for a name of
/// a long list of names has all before it in its signature.
pub fn folded_to(text: &str, bytes: usize) -> String {
    let text = &text[..text.floor_char_boundary(bytes.saturating_mul(FOLDED_FROM))];
    let mut out = String::with_capacity(text.len().min(bytes));
    for word in text.split_ascii_whitespace() {
        work::add(1 + word.len() / 64);
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        if out.len() >= bytes {
            cut(&mut out, bytes);
            break;
        }
    }
    out
}

/// Cuts `text` to at most so many bytes, at the boundary of a character.
pub fn cut(text: &mut String, bytes: usize) {
    text.truncate(text.floor_char_boundary(bytes));
}

/// Is `name` one of these? They must be sorted.
pub fn holds(sorted: &[&str], name: &str) -> bool {
    sorted.binary_search(&name).is_ok()
}

/// Lines of documentation as one text, without empty lines around, at most 2,000 bytes. `None` where
/// nothing is left.
pub fn lines_as_documentation<'t>(lines: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut out = String::new();
    for line in lines {
        if out.is_empty() && line.trim().is_empty() {
            continue;
        }
        out.push_str(line.trim_end());
        out.push('\n');
        if out.len() > DOC_BYTES + 200 {
            break;
        }
    }
    cut(&mut out, DOC_BYTES);
    out.truncate(out.trim_end().len());
    (!out.is_empty()).then_some(out)
}

/// Where the line begins in which the byte `at` stands.
pub fn line_start(source: &str, at: usize) -> usize {
    let start = source[..at].rfind('\n').map_or(0, |end| end + 1);
    work::add(1 + (at - start) / 64);
    start
}

/// Where the line begins in which the byte `at` stands, where only white space is before it; `None` where code is. Of
/// a line with much code only the white space is looked at: many definitions of one line do not look at all of it each.
pub fn blank_before(source: &str, at: usize) -> Option<usize> {
    let before = source[..at].trim_end_matches(|c: char| c.is_whitespace() && c != '\n');
    work::add(1 + (at - before.len()) / 64);
    (before.is_empty() || before.ends_with('\n')).then_some(before.len())
}

/// The comments that end on the line before the one in which `at` stands, without an empty line
/// between, and begin their lines: where they start, and the bytes up to `at`. `None` where there
/// are none or where something else stands before `at` in its line.
pub fn comments_before(source: &str, at: usize) -> Option<(usize, &str)> {
    let mut start = blank_before(source, at)?;
    let mut first = None;
    while start > 0 {
        let line = line_start(source, start - 1);
        let text = source[line..start - 1].trim();
        let begins = if text.starts_with("//") {
            line
        } else if text.ends_with("*/") {
            let end = line + source[line..start - 1].trim_end().len() - "*/".len();
            let Some(begins) = comment_start(source, end).and_then(|open| blank_before(source, open)) else {
                break;
            };
            begins
        } else {
            break;
        };
        start = begins;
        first = Some(begins + source[begins..].len() - source[begins..].trim_start().len());
    }
    first.map(|first| (first, &source[first..at]))
}

/// Where the comment begins whose `*/` stands at `end`. The one before it is as far as is looked, so that many of them which
/// nothing opens cost no more than they are long.
fn comment_start(source: &str, end: usize) -> Option<usize> {
    let from = end.saturating_sub(COMMENT_BYTES);
    let before = &source.as_bytes()[from..end];
    let found = before.windows(2).rposition(|two| two == b"/*" || two == b"*/");
    work::add((before.len() - found.unwrap_or(0)) / 64);
    match found? {
        at if &before[at..at + 2] == b"/*" => Some(from + at),
        // `/*/` opens one.
        at if at > 0 && before[at - 1] == b'/' => Some(from + at - 1),
        _ => None,
    }
}

/// The text of comments without their marks, at most 2,000 bytes. Lines for which `leave_out` says
/// so (given without marks of comments, but with what follows them) are left out. `None` where
/// nothing is left.
pub fn documentation(comments: &str, leave_out: impl Fn(&str) -> bool) -> Option<String> {
    let mut out = String::new();
    let mut inside = false;
    for line in comments.lines() {
        let line = line.trim();
        let mut body = match (inside, line.strip_prefix("//")) {
            (false, Some(body)) => body,
            (false, None) => match line.strip_prefix("/*") {
                Some(body) => {
                    inside = true;
                    body.trim_start_matches('*')
                }
                None => continue,
            },
            (true, _) => line.strip_prefix('*').filter(|rest| !rest.starts_with('/')).unwrap_or(line),
        };
        let mut closed = false;
        if inside && let Some((text, _)) = body.split_once("*/") {
            body = text.trim_end().trim_end_matches('*');
            inside = false;
            closed = true;
        }
        let text = body.strip_prefix(' ').unwrap_or(body).trim_end();
        let is_mark = text.is_empty() && (out.is_empty() || closed);
        if !is_mark && !leave_out(body) {
            out.push_str(text);
            out.push('\n');
        }
        if out.len() > DOC_BYTES {
            break;
        }
    }
    cut(&mut out, DOC_BYTES);
    out.truncate(out.trim_end().len());
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doc(source: &str) -> Option<String> {
        let at = source.find('@').unwrap_or(source.len());
        comments_before(source, at).and_then(|(_, text)| documentation(text, |line| line.starts_with("go:")))
    }

    #[test]
    fn comments_lose_their_marks() {
        assert_eq!(doc("x\n// One.\n//\n//   Two.\n@").as_deref(), Some("One.\n\n  Two."));
        assert_eq!(doc("/**\n * One.\n *\n * Two.\n */\n  @").as_deref(), Some("One.\n\nTwo."));
        assert_eq!(doc("/* One. */\n//go:noinline\n@").as_deref(), Some("One."));
        assert_eq!(doc("/** One.\n    Two. **/\n@").as_deref(), Some("One.\nTwo."));
    }

    #[test]
    fn only_comments_that_touch_count() {
        assert_eq!(doc("// far\n\n@"), None);
        assert_eq!(doc("x // behind code\n@"), None);
        assert_eq!(doc("// before\nx @"), None);
        assert_eq!(doc("x /* behind\n */\n@"), None);
        assert_eq!(doc("// go\n//\n@").as_deref(), Some("go"));
        assert_eq!(comments_before("  // a\n@", 7).map(|(start, _)| start), Some(2));
        let start = |text: &str| comments_before(text, text.len() - 1).map(|(start, _)| start);
        assert_eq!(start("/* a\n * b */\n@"), Some(0));
        assert_eq!(start("/*/ a */\n@"), Some(0));
        assert_eq!(start("/**/\n@"), Some(0));
        assert_eq!(start("/* a */\n\n/* b\n*/\n@"), Some(9));
        assert_eq!(start("/* a */ b\n*/\n@"), None);
    }

    #[test]
    fn long_texts_are_cut_at_a_character() {
        assert_eq!(folded("a:  int\n   = 3"), "a: int = 3");
        assert_eq!(folded(&"ä".repeat(400)).len(), 500);
        assert_eq!(
            documentation(&format!("// {}", "é".repeat(3000)), |_| false).map(|d| d.len()),
            Some(2000)
        );
    }
}
