//! The names that a text may extend or define, told without parsing it.

use indexer_core::LinkRules;
use indexer_core::key::hash_text;
use memchr::memmem;

/// Bytes of the head of an extension that are looked at.
const LONGEST_HEAD: usize = 4_096;

/// Hashes of the names of types that the text may extend, and where files share names as packages of those that it may
/// define outside of types: all of them and others beside. Sorted, each once. O(bytes)
pub(super) fn possible_names(text: &[u8], rules: &LinkRules) -> Vec<u64> {
    let mut found = Vec::new();
    match rules.extension_word.filter(|_| rules.packages.is_none()) {
        Some(word) => {
            for at in memmem::find_iter(text, word) {
                let is_word = !at.checked_sub(1).is_some_and(|before| is_part(text[before]));
                let after = &text[at + word.len()..];
                if is_word && !after.first().is_some_and(|byte| is_part(*byte)) {
                    add_names(head(after), &mut found);
                }
            }
        }
        None => add_names(text, &mut found),
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What stands before the body: braces between angle brackets are values of parameters.
fn head(text: &[u8]) -> &[u8] {
    let text = &text[..text.len().min(LONGEST_HEAD)];
    let mut open = 0usize;
    let mut before = 0;
    for (byte, at) in text.iter().zip(0..) {
        match byte {
            b'<' => open += 1,
            b'>' if before != b'-' && before != b'=' => open = open.saturating_sub(1),
            b'{' | b';' if open == 0 => return &text[..at],
            _ => {}
        }
        before = *byte;
    }
    text
}

fn add_names(text: &[u8], found: &mut Vec<u64>) {
    for word in text.split(|byte| !is_part(*byte)).filter(|word| !word.is_empty()) {
        if let Ok(word) = std::str::from_utf8(word) {
            found.push(hash_text(word));
        }
    }
}

/// True for a byte of a name; those of letters beyond ASCII count all.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(text: &str, language: &str, name: &str) -> bool {
        let rules = indexer_parse::by_id(language).unwrap().rules;
        possible_names(text.as_bytes(), rules).binary_search(&hash_text(name)).is_ok()
    }

    #[test]
    fn all_names_in_the_head_of_an_extension_are_possible_and_those_of_bodies_are_not() {
        let text = "fn f(a: Other) {}\nunsafe impl<'a, F: Fn() -> u8, const N: usize> Show<{ N }> for &'a Price<F>\n\
                    where F: Copy { fn g(b: Inner) { simpl(Far) } }";
        for name in ["Show", "Price", "Copy"] {
            assert!(finds(text, "rust", name), "{name}");
        }
        for name in ["Other", "Inner", "Far"] {
            assert!(!finds(text, "rust", name), "{name}");
        }
        assert!(finds("make! { impl Größe {} }", "rust", "Größe"));
        assert!(finds("impl X for", "rust", "X"), "what ends early");
    }

    #[test]
    fn without_a_word_that_begins_an_extension_all_names_are_possible() {
        assert!(finds("package a\nfunc (p *Price) Show() {}\n", "go", "Price"));
        assert!(finds("Price.prototype.show = 1", "javascript", "Price"));
    }

    #[test]
    fn what_facts_say_that_a_file_extends_is_possible_where_packages_are_installed() {
        let installed = indexer_parse::LANGUAGES.iter().filter(|one| one.rules.outside.is_some());
        for language in installed {
            for stub in language.stubs {
                let facts = indexer_parse::parse(language, stub.source.as_bytes(), Default::default());
                let possible = possible_names(stub.source.as_bytes(), language.rules);
                let names = facts.extensions.iter().filter_map(|one| one.type_name);
                for name in names.map(|name| facts.name(name)) {
                    assert!(possible.binary_search(&hash_text(name)).is_ok(), "{}: {name}", stub.path);
                }
            }
        }
    }
}
