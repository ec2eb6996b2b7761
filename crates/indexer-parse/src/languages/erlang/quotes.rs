//! Texts without anything in them.

/// So many quotes may stand beside each other.
const MOST: usize = 256;

/// How many bytes of a file come before more quotes than that: for each of them the grammar tries again whether a text of
/// several lines begins there. O(bytes).
pub(super) fn held(text: &str) -> usize {
    let mut run = 0;
    for (at, byte) in text.bytes().enumerate() {
        run = if byte == b'"' { run + 1 } else { 0 };
        if run > MOST {
            return at + 1 - run;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::held;

    #[test]
    fn many_quotes_are_left_out() {
        assert_eq!(held("f() -> \"\"."), 10);
        assert_eq!(held(&format!("ab{}", "\"".repeat(400))), 2);
        assert_eq!(held(&"\"\" ".repeat(400)), 1200);
    }
}
