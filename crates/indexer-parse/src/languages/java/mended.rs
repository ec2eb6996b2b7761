//! What the grammar does not read: annotations of the array that a variable number of arguments is (`Object @Nullable ... all`).

/// An annotation and what is between it and the dots are no longer than this, in bytes.
const LONGEST: usize = 256;

/// The text without them, each byte in its place; `None` where it has none.
pub(in crate::languages) fn mended(source: &str) -> Option<String> {
    let mut text = source.as_bytes().to_vec();
    let mut is_changed = false;
    for (dots, _) in source.match_indices("...") {
        let mut before = &source[..dots];
        while let Some(at) = annotation_at_end(before) {
            text[at..before.len()].fill(b' ');
            is_changed = true;
            before = &source[..at];
        }
    }
    is_changed.then(|| String::from_utf8(text).ok())?
}

/// Where the annotation without arguments begins that ends a text; what stands before it is apart from it.
fn annotation_at_end(all: &str) -> Option<usize> {
    let text = &all[all.floor_char_boundary(all.len().saturating_sub(LONGEST))..];
    let end = text.trim_end_matches([' ', '\t', '\r', '\n']);
    let name = end
        .trim_end_matches(|letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '$'));
    let before = name
        .strip_suffix('@')
        .filter(|before| name.len() < end.len() && before.ends_with([' ', '\t', '\n', ']', '>']))?;
    Some(all.len() - text.len() + before.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_before_dots_are_taken_away() {
        for (source, expected) in [
            ("f(Object @Nullable ... all)", "f(Object           ... all)"),
            ("f(@A Object @B @c.D... all)", "f(@A Object        ... all)"),
        ] {
            assert_eq!(mended(source).as_deref(), Some(expected));
        }
        for source in ["f(Object... all)", "f(@A ... all)", "f(@B(1) ... all)", "...", "é@A..."] {
            let is_left = mended(source).is_none_or(|text| text.len() == source.len());
            assert!(is_left, "{source}");
        }
        let long = format!("f(int @{}... all)", "a".repeat(LONGEST));
        assert_eq!(mended(&long), None);
        let facts = crate::parse(
            crate::by_id("java").unwrap(),
            b"interface A { <T> T make(Class<T> of, @Nullable Object @Nullable ... all); }",
            crate::Limits::default(),
        );
        assert!(facts.problems.is_empty(), "{:?}", facts.problems);
    }
}
