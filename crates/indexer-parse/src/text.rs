//! Texts that languages with like comments share: signatures and comments before definitions.

/// Longest signature, in bytes.
const SIGNATURE_BYTES: usize = 500;
/// Longest documentation, in bytes.
const DOC_BYTES: usize = 2_000;

/// `text` with white space folded, at most 500 bytes: a signature.
pub fn folded(text: &str) -> String {
    folded_to(text, SIGNATURE_BYTES)
}

/// `text` with white space folded, at most so many bytes.
pub fn folded_to(text: &str, bytes: usize) -> String {
    let mut out = String::with_capacity(text.len().min(bytes));
    for word in text.split_ascii_whitespace() {
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

/// The comments that end on the line before the one in which `at` stands, without an empty line
/// between, and begin their lines: where they start, and the bytes up to `at`. `None` where there
/// are none or where something else stands before `at` in its line.
pub fn comments_before(source: &str, at: usize) -> Option<(usize, &str)> {
    let line_of = |byte: usize| source[..byte].rfind('\n').map_or(0, |end| end + 1);
    let mut start = line_of(at);
    if !source[start..at].trim().is_empty() {
        return None;
    }
    let mut first = None;
    while start > 0 {
        let line = line_of(start - 1);
        let text = source[line..start - 1].trim();
        let begins = if text.starts_with("//") {
            line
        } else if text.ends_with("*/") {
            let Some(open) = source[..start - 1].rfind("/*") else { break };
            let begins = line_of(open);
            if !source[begins..open].trim().is_empty() {
                break;
            }
            begins
        } else {
            break;
        };
        start = begins;
        first = Some(begins + source[begins..].len() - source[begins..].trim_start().len());
    }
    first.map(|first| (first, &source[first..at]))
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
