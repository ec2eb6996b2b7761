//! Comments inside of comments.

use crate::language::Cut;

/// So many comments may stand inside of each other.
const DEEPEST: usize = 100;

/// Where a file has comments that are nested deeper than that: each time that one does not end,
/// the scanner of the grammar looks at the rest of the file for it again. O(bytes).
pub(super) fn parsable_prefix(text: &str) -> Option<Cut> {
    let bytes = text.as_bytes();
    let (mut depth, mut outermost, mut in_text, mut at) = (0usize, 0, false, 0);
    while at < bytes.len() {
        let pair = (bytes[at], bytes.get(at + 1).copied().unwrap_or(0));
        at += match pair {
            (b'\n', _) => {
                in_text = false;
                1
            }
            // What stands in quotes is no comment, unless one is open.
            (b'"', _) if depth == 0 => {
                in_text = !in_text;
                1
            }
            (b'/', b'*') if !in_text => {
                if depth == 0 {
                    outermost = at;
                }
                depth += 1;
                2
            }
            (b'*', b'/') => {
                depth = depth.saturating_sub(1);
                2
            }
            _ => 1,
        };
        if depth > DEEPEST {
            return Some(Cut { at: outermost, reason: "comments are nested too deep" });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::parsable_prefix;

    #[test]
    fn comments_without_an_end_are_left_out() {
        assert_eq!(parsable_prefix("a /* b /* c */ */ d"), None);
        let open = "/*".repeat(200);
        assert_eq!(parsable_prefix(&format!("a\n{open}")).unwrap().at, 2);
        assert_eq!(parsable_prefix(&"x = \"/*\"\n".repeat(200)), None);
    }
}
