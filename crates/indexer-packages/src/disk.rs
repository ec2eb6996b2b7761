//! Bounded reading of what others wrote.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Largest file of metadata that is read, in bytes.
pub const LARGEST_METADATA: u64 = 4 << 20;
/// Largest lock file, in bytes.
pub const LARGEST_LOCK: u64 = 64 << 20;
/// Entries of a folder that are looked at; lines of a list of files.
pub const MOST_ENTRIES: usize = 50_000;

/// The canonical path of `path`, where it is there and below `bound`, which is canonical: a link that leads out is
/// refused.
pub(crate) fn inside(path: &Path, bound: &Path) -> Option<PathBuf> {
    match has_links(path, bound) {
        Some(false) => Some(path.to_owned()),
        Some(true) => dunce::canonicalize(path).ok().filter(|found| found.starts_with(bound)),
        None => None,
    }
}

/// True where a part of the path below `bound` is a link, or where more than names stands there: then only all of it tells
/// where it leads. `None` where it is not there. Where links are few this asks for a part of the folders that a canonical path does.
fn has_links(path: &Path, bound: &Path) -> Option<bool> {
    let Ok(below) = path.strip_prefix(bound) else { return Some(true) };
    let mut at = bound.to_owned();
    for part in below.components() {
        let Component::Normal(name) = part else { return Some(true) };
        at.push(name);
        // What is no file and no folder of Windows' is asked in full: a junction is no link there.
        if cfg!(windows) || fs::symlink_metadata(&at).ok()?.file_type().is_symlink() {
            return Some(true);
        }
    }
    // As it is written below: `a//b` and `a/` are not canonical.
    Some(at.as_os_str() != path.as_os_str())
}

/// The same for a folder.
pub(crate) fn folder(path: &Path, bound: &Path) -> Option<PathBuf> {
    inside(path, bound).filter(|found| found.is_dir())
}

/// The canonical path of a folder, wherever it is: of what the user or the machine names.
pub(crate) fn any_folder(path: &Path) -> Option<PathBuf> {
    dunce::canonicalize(path).ok().filter(|found| found.is_dir())
}

/// The text of a file below `bound`; `None` for what is no file, leads out, or is larger than `most` bytes.
pub(crate) fn text(path: &Path, bound: &Path, most: u64) -> Option<String> {
    Some(String::from_utf8_lossy(&bytes(path, bound, most)?).into_owned())
}

/// The same as bytes.
pub(crate) fn bytes(path: &Path, bound: &Path, most: u64) -> Option<Vec<u8>> {
    let path = inside(path, bound)?;
    // A pipe would hold everybody up.
    let meta = fs::metadata(&path).ok().filter(|meta| meta.is_file() && meta.len() <= most)?;
    let mut bytes = Vec::with_capacity(meta.len() as usize);
    File::open(&path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// A number for what a file is, without reading it: it differs where the file was written again.
pub(crate) fn stamp(path: &Path) -> u64 {
    let Ok(meta) = fs::metadata(path) else { return 0 };
    let written = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let nanos = written.map_or(0, |time| time.as_nanos() as u64);
    indexer_core::key::hash_numbers([1, meta.len(), nanos])
}

/// The names of the entries of a folder, sorted; the first so many.
pub(crate) fn entries(folder: &Path) -> Vec<String> {
    let read = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_ENTRIES);
    let mut names: Vec<String> = read.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}

/// True for a name that is one part of a path and leads nowhere else.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    !name.contains(['/', '\\', '\0'])
        && matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
}

/// True for a relative path of such names.
pub(crate) fn is_plain_path(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(is_plain)
}

/// The folders from that of the file `from` up to `root`, the nearest first.
pub(crate) fn upwards(root: &Path, from: &str) -> Vec<PathBuf> {
    let folder = indexer_core::path::parent(from);
    let inner = indexer_core::path::ancestors(folder).filter(|path| path.is_empty() || is_plain_path(path));
    let mut found: Vec<PathBuf> = inner.map(|path| root.join(path)).collect();
    if found.last().is_none_or(|last| last != root) {
        found.push(root.to_owned());
    }
    found
}

/// `path` for people: relative to the root where it is below it.
pub(crate) fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_none() {
        assert!(is_plain("a.b") && is_plain_path("a/b.c"));
        for bad in ["", "..", ".", "a/b", "a\\b", "/a", "a\0"] {
            assert!(!is_plain(bad), "{bad:?}");
        }
        assert!(!is_plain_path("a/../b") && !is_plain_path("/a") && !is_plain_path("a//b"));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_and_what_is_no_file_are_refused() {
        let (inner, outer) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let bound = dunce::canonicalize(inner.path()).unwrap();
        fs::write(outer.path().join("x"), "secret").unwrap();
        std::os::unix::fs::symlink(outer.path(), bound.join("out")).unwrap();
        fs::write(bound.join("y"), "here").unwrap();
        fs::create_dir(bound.join("d")).unwrap();
        assert_eq!(text(&bound.join("out/x"), &bound, 100), None);
        assert_eq!(folder(&bound.join("out"), &bound), None);
        assert_eq!(text(&bound.join("y"), &bound, 100).as_deref(), Some("here"));
        assert_eq!(text(&bound.join("y"), &bound, 3), None, "too large");
        assert_eq!(text(&bound.join("d"), &bound, 100), None);
        // A link that stays inside is followed, and a path is told as the disk has it.
        std::os::unix::fs::symlink(bound.join("d"), bound.join("e")).unwrap();
        assert_eq!(folder(&bound.join("e"), &bound), Some(bound.join("d")));
        assert_eq!(inside(&bound.join("d/../y"), &bound), Some(bound.join("y")));
        assert_eq!(inside(&bound.join("d/../../x"), &bound), None);
        assert_eq!(inside(&bound.join("y"), &bound), Some(bound.join("y")));
        assert_eq!(inside(&bound.join("none/y"), &bound), None);
        assert_eq!(inside(outer.path(), &bound), None);
    }

    #[test]
    fn folders_upwards_end_at_the_root() {
        let found = upwards(Path::new("/r"), "a/b/c.x");
        assert_eq!(found, ["/r/a/b", "/r/a", "/r"].map(PathBuf::from));
        assert_eq!(upwards(Path::new("/r"), ""), [PathBuf::from("/r")]);
    }
}
