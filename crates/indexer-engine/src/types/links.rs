//! Symbolic links inside the root, and what they stand for. Nothing is read through one: what it leads to is listed where
//! it is, or not at all.

use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::path::{join, parent};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// So many links may stand on the way of a path, as on Linux.
const MOST_STEPS: usize = 40;

/// So many parts are taken to tell what one link leads to.
const MOST_PARTS: usize = 1_000;

/// So many links of a root are followed, the first ones in the order of paths.
pub(crate) const MOST_LINKS: usize = 10_000;

/// No path of a link is longer where files are listed.
pub(crate) const LONGEST_LINK: u64 = 4096;

/// The links of a root that stand for a place below it, by their paths. No link stands on the way of what one stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links(BTreeMap<String, String>);

impl Links {
    /// What links stand for: (path, what is written in it), relative to the root. One that leads out of the root, in a
    /// circle or over too many others stands for nothing.
    pub(crate) fn of(written: &[(String, String)]) -> Self {
        let written: BTreeMap<&str, &str> =
            written.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let target = |link: &&str| Some(((*link).to_owned(), target(&written, link)?));
        Self(written.keys().filter_map(target).collect())
    }

    /// A number for what they are; 0 where there is none.
    pub(crate) fn number(&self) -> u64 {
        self.0.iter().fold(0, |hash, (path, target)| hash_numbers([hash, hash_text(path), hash_text(target)]))
    }

    /// True where there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The path to which `path` leads where links stand on its way. O(parts of the path).
    pub(crate) fn followed<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let mut found = Cow::Borrowed(path);
        if self.is_empty() {
            return found;
        }
        for _ in 0..MOST_STEPS {
            let ends = found.match_indices('/').map(|(at, _)| at).chain([found.len()]);
            let link = ends.filter_map(|end| Some((end, self.0.get(&found[..end])?))).next();
            let Some((end, target)) = link else { return found };
            found = Cow::Owned(join(target, found[end..].trim_start_matches('/')));
        }
        Cow::Borrowed(path)
    }
}

/// The path to which a link leads, taken part by part as a system does; `None` where that is none below the root.
fn target(written: &BTreeMap<&str, &str>, link: &str) -> Option<String> {
    let mut at = parent(link).to_owned();
    let mut open: Vec<&str> = written.get(link)?.rsplit('/').collect();
    let (mut steps, mut parts) = (0, 0);
    while let Some(part) = open.pop() {
        parts += 1;
        if parts > MOST_PARTS {
            return None;
        }
        match part {
            "" | "." => {}
            ".." if at.is_empty() => return None,
            ".." => at = parent(&at).to_owned(),
            _ => {
                at = join(&at, part);
                if let Some(text) = written.get(at.as_str()) {
                    steps += 1;
                    if steps > MOST_STEPS {
                        return None;
                    }
                    at = parent(&at).to_owned();
                    open.extend(text.rsplit('/'));
                }
            }
        }
    }
    Some(at)
}

/// What is written in a link, as far as it may lead to a place below the root: it begins at the folder of the link.
pub(crate) fn relative_link(text: &[u8]) -> Option<String> {
    let text = str::from_utf8(text).ok()?;
    let is_one = !text.is_empty()
        && text.len() as u64 <= LONGEST_LINK
        && !text.starts_with('/')
        && !text.contains(['\\', '\0']);
    is_one.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(written: &[(&str, &str)]) -> Links {
        let written: Vec<(String, String)> =
            written.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        Links::of(&written)
    }

    #[test]
    fn a_path_leads_over_links_to_where_a_file_is() {
        let links = links(&[
            ("a/near", "b"),
            ("c/one.rs", "../a/b/one.rs"),
            ("c/chain", "../a/near/"),
            ("c/up", "../a/near/../d"),
            ("e", "."),
        ]);
        for (path, expected) in [
            ("a/near", "a/b"),
            ("a/near/in/x.rs", "a/b/in/x.rs"),
            ("a/nearer/x.rs", "a/nearer/x.rs"),
            ("c/one.rs", "a/b/one.rs"),
            ("c/chain/x.rs", "a/b/x.rs"),
            // A step up is one from what the link leads to.
            ("c/up/x.rs", "a/d/x.rs"),
            ("e/c/chain/x.rs", "a/b/x.rs"),
            ("", ""),
        ] {
            assert_eq!(links.followed(path), expected, "{path}");
        }
    }

    #[test]
    fn what_leads_out_or_in_circles_leads_nowhere() {
        let links = links(&[
            ("out", "../x"),
            ("a/out", "b/../../../x"),
            ("self", "self"),
            ("one", "two/x"),
            ("two", "one/y"),
            ("a/over", "../out/y"),
        ]);
        assert!(links.is_empty(), "{links:?}");
        for text in [&b"/etc"[..], b"", b"a\\b", b"\xff", b"a\0b", &[b'a'; 5000]] {
            assert_eq!(relative_link(text), None);
        }
        assert_eq!(relative_link(b"../a"), Some("../a".to_owned()));
    }

    #[test]
    fn links_into_themselves_end() {
        let links = links(&[("a/loop", ".."), ("b", "c/../b/d")]);
        assert_eq!(links.followed("a/loop/a/loop/x"), "x");
        assert_eq!(links.followed("b/x"), "b/x");
    }
}
