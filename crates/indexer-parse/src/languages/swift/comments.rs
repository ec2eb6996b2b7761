//! Comments inside of comments.

/// So many comments may stand inside of each other.
const DEEPEST: usize = 100;

/// How many bytes of a file come before comments that are nested deeper than that: each time that one does not end,
/// the scanner of the grammar looks at the rest of the file for it again. O(bytes).
pub(super) fn held(text: &str) -> usize {
    let (mut depth, mut outermost, mut start) = (0usize, 0, 0);
    for line in text.split_inclusive('\n') {
        let mut in_text = false;
        for (at, pair) in line.as_bytes().windows(2).enumerate() {
            match pair {
                // What stands in quotes is no comment, unless one is open.
                [b'"', _] if depth == 0 => in_text = !in_text,
                b"/*" if !in_text => {
                    if depth == 0 {
                        outermost = start + at;
                    }
                    depth += 1;
                }
                b"*/" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > DEEPEST {
                return outermost;
            }
        }
        start += line.len();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::held;

    #[test]
    fn comments_without_an_end_are_left_out() {
        assert_eq!(held("a /* b /* c */ */ d"), 19);
        let open = "/*".repeat(200);
        assert_eq!(held(&format!("a\n{open}")), 2);
        assert_eq!(held(&"x = \"/*\"\n".repeat(200)), 1800);
    }
}
