//! A bare `&` in the text of an element or in an attribute, which the grammar reads as code.

/// So far before and behind a `&` the element around it is looked for, in bytes.
const REACH: usize = 600;

/// The text with each `&` that is text blanked; `None` where there is none.
pub(in crate::languages) fn mended(source: &str) -> Option<String> {
    let mut text = source.as_bytes().to_vec();
    blank_ampersands(source, &mut text);
    // A byte of ASCII was replaced by another one: it stays UTF-8.
    String::from_utf8(text).ok().filter(|text| text != source)
}

/// Blanks each `&` that is text: `<p>Terms & Conditions</p>`, `href="x?a=1&b=2"`. O(length x [`REACH`])
pub(in crate::languages) fn blank_ampersands(source: &str, text: &mut [u8]) {
    let bytes = source.as_bytes();
    for at in memchr::memchr_iter(b'&', bytes) {
        let is_doubled = bytes.get(at + 1) == Some(&b'&') || at > 0 && bytes[at - 1] == b'&';
        if !is_doubled && (is_in_attribute(bytes, at) || is_in_text(bytes, at)) {
            text[at] = b' ';
        }
    }
}

/// True between the quotes of `name="..."`.
fn is_in_attribute(bytes: &[u8], at: usize) -> bool {
    let start = at.saturating_sub(REACH);
    let line = bytes[start..at].iter().rposition(|byte| *byte == b'\n').map_or(start, |end| start + end + 1);
    let Some(open) = (line..at).rev().find(|i| matches!(bytes[*i], b'"' | b'\'')) else { return false };
    let is_value = open > 1 && bytes[open - 1] == b'=' && bytes[open - 2].is_ascii_alphanumeric();
    let behind = bytes[at..].iter().take(REACH).take_while(|byte| **byte != b'\n');
    is_value && behind.copied().any(|byte| byte == bytes[open])
}

/// True between the `>` of a tag and the next tag or `{`.
fn is_in_text(bytes: &[u8], at: usize) -> bool {
    let ends = |byte: &u8| matches!(byte, b'<' | b'>' | b'{' | b'}' | b';');
    let start = at.saturating_sub(REACH);
    let Some(before) = bytes[start..at].iter().rposition(ends).map(|found| start + found) else {
        return false;
    };
    let Some(behind) = bytes[at..].iter().take(REACH).position(ends).map(|found| at + found) else {
        return false;
    };
    let opens = |at: usize| {
        bytes[at] == b'<' && bytes.get(at + 1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'/')
    };
    let ends_tag = bytes[before] == b'>' && before > 0 && bytes[before - 1] != b'=';
    let has_tag =
        || (before.saturating_sub(REACH)..before).rev().find(|i| bytes[*i] == b'<').is_some_and(opens);
    ends_tag && (opens(behind) || bytes[behind] == b'{') && has_tag()
}

#[cfg(test)]
mod tests {
    use super::blank_ampersands;

    fn blanked(source: &str) -> String {
        let mut text = source.as_bytes().to_vec();
        blank_ampersands(source, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn what_stands_between_tags_and_in_attributes_is_text() {
        assert_eq!(blanked("<p>Terms & Rules</p>"), "<p>Terms   Rules</p>");
        assert_eq!(blanked("<b x={1}>\n  One & two {n}</b>"), "<b x={1}>\n  One   two {n}</b>");
        assert_eq!(blanked("<a href=\"x?a=1&b=2\">"), "<a href=\"x?a=1 b=2\">");
    }

    #[test]
    fn code_is_left() {
        for code in ["a > b & c < d", "() => a & b < c", "x && y", "f(\"a\" & b)", "type A = B<C> & D;"] {
            assert_eq!(blanked(code), code);
        }
    }
}
