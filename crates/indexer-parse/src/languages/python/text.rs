//! Texts of definitions: signatures, documentation, and what names tell.

use crate::text::lines_as_documentation;
use indexer_core::{SymbolKind, Visibility};

/// What the name of a variable of a module makes it.
pub(super) fn variable_kind(name: &str) -> SymbolKind {
    let has_letter = name.chars().any(char::is_alphabetic);
    if has_letter && !name.chars().any(char::is_lowercase) {
        SymbolKind::Constant
    } else {
        SymbolKind::Variable
    }
}

/// True for `__name__`.
pub(super) fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// A leading underscore is private, except for `__name__`.
pub(super) fn visibility(name: &str) -> Visibility {
    if name.starts_with('_') && !is_dunder(name) { Visibility::Private } else { Visibility::Public }
}

/// True where a string literal's prefix makes it one of bytes.
pub(super) fn is_bytes(literal: &str) -> bool {
    prefix(literal).contains(['b', 'B'])
}

/// True where a string literal's prefix allows interpolations.
pub(super) fn is_interpolated(literal: &str) -> bool {
    prefix(literal).contains(['f', 'F', 't', 'T'])
}

fn prefix(literal: &str) -> &str {
    literal.find(['"', '\'']).map_or("", |end| &literal[..end])
}

/// The text between the quotes of a string literal, and where it begins in the literal.
pub(super) fn content(literal: &str) -> (usize, &str) {
    let start = prefix(literal).len();
    let body = &literal[start..];
    for quotes in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(inner) = body.strip_prefix(quotes) {
            return (start + quotes.len(), inner.strip_suffix(quotes).unwrap_or(inner));
        }
    }
    (start, body)
}

/// The documentation that a string literal gives: without quotes, common indentation and empty
/// lines around, at most 2,000 bytes. `None` where nothing is left.
pub(super) fn documentation<'t>(literal: &'t str) -> Option<String> {
    let (_, text) = content(literal);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let rest = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let margin = rest.map(indent).min().unwrap_or(0);
    let line = |(i, line): (usize, &'t str)| match i {
        0 => line.trim_start(),
        _ => line.get(margin..).unwrap_or(""),
    };
    lines_as_documentation(text.lines().enumerate().map(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::folded;

    #[test]
    fn documentation_loses_quotes_and_indentation() {
        let literal = "r\"\"\"First.\n\n        Second\n          deeper\n    \"\"\"";
        assert_eq!(documentation(literal).as_deref(), Some("First.\n\nSecond\n  deeper"));
        assert_eq!(documentation("'''\n'''"), None);
        assert_eq!(documentation("'unclosed"), Some("unclosed".to_owned()));
    }

    #[test]
    fn long_texts_are_cut_at_a_character() {
        assert_eq!(folded("a:  int\n   = 3"), "a: int = 3");
        let long = "ä".repeat(400);
        assert_eq!(folded(&long).len(), 500);
        assert!(folded(&format!("x{long}")).len() < 500);
        assert!(documentation(&format!("'{}'", "é".repeat(3000))).is_some_and(|d| d.len() == 2000));
    }

    #[test]
    fn names_tell_kind_and_visibility() {
        assert_eq!(variable_kind("MAX_2"), SymbolKind::Constant);
        assert_eq!(variable_kind("_"), SymbolKind::Variable);
        assert_eq!(variable_kind("Max"), SymbolKind::Variable);
        assert_eq!(visibility("__init__"), Visibility::Public);
        assert_eq!(visibility("__x"), Visibility::Private);
    }
}
