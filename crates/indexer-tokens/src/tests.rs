use super::*;

#[test]
fn counts_are_those_of_the_reference() {
    // Counted with tiktoken-rs 0.12.1.
    for (text, tokens) in [
        ("", 0),
        ("hello world", 2),
        ("def __init__(self, name: str) -> None:\n        self.name = name\n", 19),
        ("fn main() {\n\n    println!(\"{}\", x);\n}\n\n\n", 10),
        ("    \t  x  y   \n", 5),
        ("HTTPServer's isn't 12345678 they'LL", 11),
        ("Zürich façade 東京タワー é\u{301} naïve 🦀🦀", 18),
        ("a/b//c\r\n\r\n  // -----====>>> end", 11),
        ("supercalifragilisticexpialidocious_antidisestablishmentarianism", 16),
        ("\u{a0}\u{2003} nbsp\n\t\tif (a != b) { return null; }", 16),
        ("camelCaseHTTPRequestV2 SCREAMING_SNAKE_CASE kebab-case-name", 16),
        ("   ", 1),
    ] {
        assert_eq!(count(text), tokens, "{text:?}");
    }
}

#[test]
fn words_are_the_text_and_none_is_endless() {
    let text = format!("{}  one\n\n   two {}", "x".repeat(10_000), " ".repeat(3_000));
    let mut all = Vec::new();
    words(&text, |word| {
        assert!((1..=LONGEST).contains(&word.len()));
        all.extend_from_slice(word);
    });
    assert_eq!(all, text.as_bytes());
    assert!(count(&text) > 1_000);
}

#[test]
fn the_vocabulary_is_sorted_and_every_byte_is_a_token() {
    assert_eq!(number(0), 199_998);
    for byte in 0..=u8::MAX {
        assert!(rank(&[byte]).is_some(), "{byte}");
    }
    assert_eq!((rank(b"hello"), rank(b" world")), (Some(24_912), Some(2_375)));
    assert_eq!(rank(b"no token is as long as this one"), None);
}
