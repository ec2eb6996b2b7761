//! Texts of definitions: signatures, documentation, and what spellings tell.

use crate::text::lines_as_documentation;

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
    lines_as_documentation(doc_lines(comment))
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
    use crate::text::{folded, folded_to};

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
