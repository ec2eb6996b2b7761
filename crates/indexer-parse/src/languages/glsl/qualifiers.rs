//! What the grammar, and what reads C around it, does not know: layouts, precisions, words of extensions.

/// Words before a type that the grammar does not know, sorted.
const WORDS: &[&str] = &[
    "devicecoherent",
    "hitObjectAttributeNV",
    "nonprivate",
    "perprimitiveEXT",
    "perprimitiveNV",
    "pervertexEXT",
    "pervertexNV",
    "queuefamilycoherent",
    "shadercallcoherent",
    "subgroupcoherent",
    "taskPayloadSharedEXT",
    "workgroupcoherent",
];

/// The arguments of a layout are at most so long.
const LONGEST: usize = 1 << 10;

/// The text with spaces for `layout(..)`, for statements that only say how precise types are or how large a group is, and for
/// words that say where a variable lies. O(bytes).
pub(super) fn plain(source: &str) -> String {
    let mut text = source.as_bytes().to_vec();
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"//") {
            at += find(&bytes[at..], b"\n");
        } else if bytes[at..].starts_with(b"/*") {
            at += 2 + find(&bytes[at + 2..], b"*/");
        } else if is_name(bytes[at]) {
            let end = at + bytes[at..].iter().take_while(|byte| is_name(**byte)).count();
            let hidden = hidden(source, at, end);
            text[at..hidden]
                .iter_mut()
                .filter(|byte| !matches!(**byte, b'\n' | b'\r'))
                .for_each(|byte| *byte = b' ');
            at = end.max(hidden);
        } else {
            at += 1;
        }
    }
    // Whole characters were replaced.
    String::from_utf8_lossy(&text).into_owned()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn find(bytes: &[u8], end: &[u8]) -> usize {
    memchr::memmem::find(bytes, end).unwrap_or(bytes.len())
}

/// Where the part ends that is hidden from `start` on, where the word there begins one; else `start`.
fn hidden(source: &str, start: usize, end: usize) -> usize {
    match &source[start..end] {
        "layout" => match layout_end(source.as_bytes(), end) {
            // `layout(triangles) in;`, `layout(buffer_reference) buffer A;`
            Some(close) => lone(source, close).unwrap_or(close),
            None => start,
        },
        "precision" => {
            let rest = &source[end..source.floor_char_boundary(end + 64)];
            let statement = rest.split_once(';').map(|(statement, _)| statement);
            match statement
                .filter(|statement| statement.bytes().all(|byte| is_name(byte) || byte.is_ascii_whitespace()))
            {
                Some(statement) => end + statement.len() + 1,
                None => start,
            }
        }
        word if crate::text::holds(WORDS, word) => end,
        _ => start,
    }
}

/// Behind the parentheses of a layout.
fn layout_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0;
    for (ahead, byte) in bytes[at..].iter().take(LONGEST).enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + ahead + 1),
            b')' => depth -= 1,
            b';' | b'{' | b'}' => return None,
            byte if depth == 0 && !byte.is_ascii_whitespace() => return None,
            _ => {}
        }
    }
    None
}

/// Behind a statement that holds nothing but words, the last of which may be a name that is declared elsewhere.
fn lone(source: &str, at: usize) -> Option<usize> {
    let rest = &source[at..source.floor_char_boundary(at + 128)];
    let (statement, _) = rest.split_once(';')?;
    let mut words = statement.split_ascii_whitespace();
    let found = (words.next(), words.next(), words.next());
    let is_lone = matches!(
        found,
        (Some("in" | "out" | "buffer" | "uniform"), None, None) | (Some("buffer"), Some(_), None)
    );
    (is_lone && statement.bytes().all(|byte| is_name(byte) || byte.is_ascii_whitespace()))
        .then_some(at + statement.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_grammar_does_not_know_is_hidden() {
        let shown = |text: &str| plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(shown("layout(location = 0) in vec3 a;"), "in vec3 a;");
        assert_eq!(shown("layout (local_size_x = N(1)) in;\nlayout(a) uniform;int b;"), "int b;");
        assert_eq!(
            shown("layout(buffer_reference) buffer A; layout(c) buffer A { int b; };"),
            "buffer A { int b; };"
        );
        assert_eq!(shown("precision highp float; perprimitiveEXT out int a;"), "out int a;");
        assert_eq!(
            shown("// layout(a)\n/* layout(b) */ layout + layouts(c)"),
            "// layout(a) /* layout(b) */ layout + layouts(c)"
        );
        assert_eq!(plain("layout(é) in vec3 a;").len(), "layout(é) in vec3 a;".len());
        assert!(WORDS.is_sorted());
    }
}
