//! The end of a file.

use super::state::Perl;
use crate::masked::Masked;

/// Without a comment that the file ends in: the grammar's scanner looks for the end of its line, and would never find it. A `#`
/// in a text of such a line is taken for one too.
pub(super) fn mask(text: &str) -> Masked {
    let line = text.rfind('\n').map_or(0, |at| at + 1);
    let mut seen = text.to_owned();
    if let Some(at) = text[line..].find('#') {
        seen.truncate(line + at);
        seen.extend(std::iter::repeat_n(' ', text.len() - line - at));
    }
    Masked { text: seen, identifiers: 0, verbatim: None, memory: Box::new(Perl::default()) }
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn a_comment_without_an_end_is_not_seen() {
        assert_eq!(mask("a; # b\nc # é").text, "a; # b\nc     ");
        assert_eq!(mask("a # b\n").text, "a # b\n");
        let language = crate::by_id("perl").unwrap();
        let facts = crate::parse(language, b"sub f { 1 }\nr#a", crate::Limits::default());
        assert!(facts.tally.balances() && facts.definitions.len() == 1);
    }
}
