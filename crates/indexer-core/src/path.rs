//! Paths inside a repository.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A path relative to the root: parts separated by `/`, no `.`, `..`, empty part or leading `/`.
/// The root itself is "".
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Arc<str>);

impl RepoPath {
    /// The path `text` if it is one, `None` if it is absolute, holds `.`, `..`, an empty part, a
    /// backslash or NUL.
    pub fn new(text: &str) -> Option<Self> {
        let fine = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']);
        (text.is_empty() || text.split('/').all(fine)).then(|| Self(text.into()))
    }

    /// The text with `/` between the parts.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for this path and for every path below the folder `prefix` (whole parts).
    pub fn is_under(&self, prefix: &str) -> bool {
        is_under(&self.0, prefix)
    }
}

/// True when `path` is `prefix` or below it, compared in whole parts: `src/ab` is not under `src/a`.
pub fn is_under(path: &str, prefix: &str) -> bool {
    let prefix = prefix.trim_end_matches('/');
    prefix.is_empty()
        || path == prefix
        || (path.len() > prefix.len() && path.starts_with(prefix) && path.as_bytes()[prefix.len()] == b'/')
}

/// The folder of `path`: everything before the last `/`, or "".
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `folder` and every folder around it, the root "" last.
pub fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| (!folder.is_empty()).then(|| parent(folder)))
}

/// The last part of `path`.
pub fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The last part without its last extension: `a/b.test.py` gives `b.test`.
pub fn stem(path: &str) -> &str {
    let name = file_name(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// The last extension without its dot, or "".
pub fn extension(path: &str) -> &str {
    match file_name(path).rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => extension,
        _ => "",
    }
}

/// `folder/name`, or the one of them that is not "".
pub fn join(folder: &str, name: &str) -> String {
    match (folder, name) {
        ("", path) | (path, "") => path.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}

/// `folder` with the relative path `path` applied: `.` and `..` are taken away. `None` where it
/// leaves the root.
pub fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// `path` as it is written from the folder `base`, both of one repository: `..` for each folder that is left.
/// `resolve(base, ..)` gives `path` again. O(length).
pub fn relative<'p>(base: &str, path: &'p str) -> Cow<'p, str> {
    if base.is_empty() {
        return Cow::Borrowed(path);
    }
    if let Some(rest) = path.strip_prefix(base)
        && (rest.is_empty() || rest.starts_with('/'))
    {
        return Cow::Borrowed(rest.trim_start_matches('/'));
    }
    let shared = ancestors(base).find(|folder| is_under(path, folder)).unwrap_or("");
    let left = base[shared.len()..].split('/').filter(|part| !part.is_empty()).count();
    let rest = path[shared.len()..].trim_start_matches('/');
    let parts = std::iter::repeat_n("..", left).chain((!rest.is_empty()).then_some(rest));
    Cow::Owned(parts.collect::<Vec<_>>().join("/"))
}

/// True for what [`relative`] gives of a path that is not below its base.
pub fn is_outside(path: &str) -> bool {
    path == ".." || path.starts_with("../")
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}

impl std::ops::Deref for RepoPath {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for RepoPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ancestors_end_at_the_root() {
        assert_eq!(ancestors("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(ancestors("").collect::<Vec<_>>(), [""]);
    }

    #[test]
    fn only_clean_relative_paths_are_paths() {
        for good in ["", "a", "a/b.py", "ä/ b"] {
            assert!(RepoPath::new(good).is_some(), "{good}");
        }
        for bad in ["/a", "a//b", "a/../b", "./a", "a/", "a\\b", "a\0"] {
            assert!(RepoPath::new(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_prefix_is_of_whole_parts() {
        assert!(is_under("src/a/b.rs", "src/a"));
        assert!(is_under("src/a/b.rs", "src/a/"));
        assert!(is_under("src/a", "src/a"));
        assert!(!is_under("src/ab.rs", "src/a"));
        assert!(is_under("x", ""));
    }

    #[test]
    fn parts_of_a_path() {
        assert_eq!((parent("a/b/c.rs"), file_name("a/b/c.rs"), stem("a/b/c.rs")), ("a/b", "c.rs", "c"));
        assert_eq!((extension(".gitignore"), stem(".gitignore")), ("", ".gitignore"));
        assert_eq!(resolve("a/b", "../c/./d"), Some("a/c/d".to_owned()));
        assert_eq!(resolve("a", "../../x"), None);
    }

    #[test]
    fn a_path_is_written_from_a_folder_and_read_again() {
        for (base, path, written) in [
            ("", "a/b", "a/b"),
            ("a/b", "a/b/c/d", "c/d"),
            ("a/b", "a/b", ""),
            ("a/b", "a", ".."),
            ("a/b", "", "../.."),
            ("a/b", "a/pom.xml", "../pom.xml"),
            ("a/b", "a/bc/d", "../bc/d"),
            ("a/b", "c", "../../c"),
        ] {
            assert_eq!(relative(base, path), written, "{base} {path}");
            assert_eq!(resolve(base, written).as_deref(), Some(path), "{base} {written}");
            assert_eq!(is_outside(written), !is_under(path, base), "{written}");
        }
        assert!(!is_outside("..a") && !is_outside("a/.."));
    }
}
