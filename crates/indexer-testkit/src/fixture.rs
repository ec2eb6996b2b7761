//! Several files in one text.

use std::collections::BTreeMap;

/// The files of a fixture: each begins with a line `#---- path: a.py ----#`. Text before the first
/// such line is dropped.
pub fn files(text: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut current: Option<String> = None;
    for line in text.split_inclusive('\n') {
        let path = line.trim_end().strip_prefix("#---- path: ").and_then(|rest| rest.strip_suffix(" ----#"));
        match (path, &current) {
            (Some(path), _) => {
                found.insert(path.to_owned(), Vec::new());
                current = Some(path.to_owned());
            }
            (None, Some(path)) => found.entry(path.clone()).or_default().extend(line.as_bytes()),
            (None, None) => {}
        }
    }
    found
}

/// A dozen files of Python and Rust with imports, re-exports, wildcards, inheritance, extension
/// blocks across files and calls that only a name links.
pub fn mini_corpus() -> BTreeMap<String, Vec<u8>> {
    files(include_str!("mini_corpus.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_several_files() {
        let found = files("x\n#---- path: a/b.py ----#\none\ntwo\n#---- path: c.rs ----#\n");
        assert_eq!(found.len(), 2);
        assert_eq!(found["a/b.py"], b"one\ntwo\n");
        assert_eq!(found["c.rs"], b"");
        assert!(mini_corpus().len() >= 12);
    }
}
