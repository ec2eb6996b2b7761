//! Texts of definitions: signatures, documentation, and what spellings tell.

const SIGNATURE_BYTES: usize = 500;
const DOC_BYTES: usize = 2_000;

/// `text` with white space folded, at most 500 bytes.
pub(in crate::languages) fn folded(text: &str) -> String {
    folded_to(text, SIGNATURE_BYTES)
}

/// `text` with white space folded, at most this many bytes.
pub(in crate::languages) fn folded_to(text: &str, bytes: usize) -> String {
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

fn cut(text: &mut String, bytes: usize) {
    if text.len() > bytes {
        text.truncate(text.floor_char_boundary(bytes));
    }
}

/// The text between the quotes of a string literal.
pub(in crate::languages) fn content(literal: &str) -> &str {
    let inner = literal.strip_prefix(['"', '\'', '`']).unwrap_or(literal);
    inner.strip_suffix(['"', '\'', '`']).unwrap_or(inner)
}

/// Each line of a `/** */` comment without its marks.
pub(in crate::languages) fn doc_lines(comment: &str) -> impl Iterator<Item = &str> {
    let inner = comment.trim_start_matches("/**").trim_end_matches("*/");
    inner.lines().map(|line| {
        let line = line.trim();
        line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
    })
}

/// The documentation that a `/** */` comment gives, without empty lines around, at most 2,000
/// bytes. `None` where nothing is left.
pub(in crate::languages) fn documentation(comment: &str) -> Option<String> {
    let mut out = String::new();
    for line in doc_lines(comment) {
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

/// True for names by which constructors are told from other functions.
pub(in crate::languages) fn is_capitalised(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// True for characters that are a part of an identifier.
pub(in crate::languages) fn is_part(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_loses_its_marks() {
        let comment = "/**\n   * First.\n   *\n   *   deeper\n   * @param {A} a\n   */";
        assert_eq!(documentation(comment).as_deref(), Some("First.\n\n  deeper\n@param {A} a"));
        assert_eq!(documentation("/** One. */").as_deref(), Some("One."));
        assert_eq!(documentation("/** */"), None);
    }

    #[test]
    fn long_texts_are_cut_at_a_character() {
        assert_eq!(folded("a(\n  b)"), "a( b)");
        assert_eq!(folded(&"ä".repeat(400)).len(), 500);
        assert_eq!(folded_to("abc def", 5), "abc d");
        assert_eq!(content("'a'"), "a");
    }
}
