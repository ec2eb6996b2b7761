//! Texts without anything in them.

use crate::language::Cut;

/// So many quotes may stand beside each other.
const MOST: usize = 256;

/// Where a file has more quotes than that: for each of them the grammar tries again whether a text of
/// several lines begins there. O(bytes).
pub(super) fn parsable_prefix(text: &str) -> Option<Cut> {
    let mut run = 0;
    for (at, byte) in text.bytes().enumerate() {
        run = if byte == b'"' { run + 1 } else { 0 };
        if run > MOST {
            return Some(Cut { at: at + 1 - run, reason: "too many quotes stand beside each other" });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::parsable_prefix;

    #[test]
    fn many_quotes_are_left_out() {
        assert_eq!(parsable_prefix("f() -> \"\"."), None);
        assert_eq!(parsable_prefix(&format!("ab{}", "\"".repeat(400))).unwrap().at, 2);
        assert_eq!(parsable_prefix(&"\"\" ".repeat(400)), None);
    }
}
