//! The supertypes of the types that every Java brings along: what may be passed as what, where overloads are told
//! apart. `supertypes.txt` was made with reflection from Java 17; a package stands in brackets, and below it each public
//! type with its direct supertypes, those of other packages with their path. `Object` is left out.

use rustc_hash::FxHashMap;
use std::sync::OnceLock;

const TABLE: &str = include_str!("supertypes.txt");

/// The paths of the direct supertypes of the type at a path; `None` for one that is not known.
pub(in crate::languages) fn supertypes(path: &str) -> Option<&'static [String]> {
    static BY_PATH: OnceLock<FxHashMap<String, Vec<String>>> = OnceLock::new();
    BY_PATH.get_or_init(read).get(path).map(Vec::as_slice)
}

fn read() -> FxHashMap<String, Vec<String>> {
    let mut found = FxHashMap::default();
    let mut package = "";
    for line in TABLE.lines() {
        if let Some(name) = line.strip_prefix('[') {
            package = name.trim_end_matches(']');
            continue;
        }
        let path = |name: &str| match name.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => format!("{package}.{name}"),
            false => name.to_owned(),
        };
        let mut names = line.split(' ').map(path);
        if let Some(of) = names.next() {
            found.insert(of, names.collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_closed() {
        assert_eq!(supertypes("java.io.StringReader"), Some(&["java.io.Reader".to_owned()][..]));
        assert_eq!(supertypes("org.example.Unknown"), None);
        for path in read().values().flatten() {
            assert!(supertypes(path).is_some(), "{path} is named and not listed");
        }
    }
}
