//! Operators beside each other, which the grammar tries again and again.

use crate::language::Cut;

/// So many `/*` may stand beside each other: the language has no such comments, so people write none.
const MOST: usize = 250;

/// Where a file has more of them: at each the parser tries again what it tried at all before. O(bytes).
pub(super) fn parsable_prefix(text: &str) -> Option<Cut> {
    let bytes = text.as_bytes();
    let (mut run, mut start, mut at) = (0, 0, 0);
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'*')) => {
                if run == 0 {
                    start = at;
                }
                run += 1;
                at += 2;
            }
            (byte, _) => {
                run = if byte.is_ascii_whitespace() { run } else { 0 };
                at += 1;
            }
        }
        if run > MOST {
            return Some(Cut { at: start, reason: "too many operators stand beside each other" });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::parsable_prefix;

    #[test]
    fn many_operators_are_left_out() {
        assert_eq!(parsable_prefix("const a = b; // /* x */\n"), None);
        assert_eq!(parsable_prefix(&format!("ab\n{}", "/*\n".repeat(300))).unwrap().at, 3);
        assert_eq!(parsable_prefix(&"/* a\n".repeat(300)), None);
    }
}
