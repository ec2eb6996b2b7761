//! What files include, read from their texts: no more of them is looked at than the lines that begin with `#`.
//!
//! Conditions are not looked at, so that more may be found than one compilation sees.

use super::folders::{self, Folders};
use crate::Places;
use crate::disk;
use indexer_core::command_line::LONGEST_PATH;
use indexer_core::path::parent;
use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files that are read for one question, of the repository and of others.
pub const MOST_INCLUDED: usize = 4_096;
/// Bytes of them.
pub const MOST_INCLUDED_BYTES: usize = 64 << 20;
/// Lines of them that include others.
const MOST_LINES: usize = 50_000;
/// Largest of them, in bytes.
const LARGEST_INCLUDED: u64 = 4 << 20;
/// Folders of a repository from which its own headers may be included, where its build does not say it.
const USUAL: &[&str] = &["", "include", "src", "inc"];

/// A file that was read.
struct Read {
    path: PathBuf,
    is_own: bool,
    text: String,
    /// The files that it includes; `None` until somebody asks.
    includes: Option<Vec<usize>>,
}

/// A line that includes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line<'t> {
    written: &'t str,
    is_near: bool,
    /// True where the next folder is meant that has such a header.
    is_next: bool,
}

/// A header outside that a file of the repository includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// What stands between the brackets.
    pub(super) written: String,
    pub(super) header: usize,
}

/// The files that were read for one question, by number.
pub(super) struct Includes<'p> {
    places: &'p Places<'p>,
    folders: &'p Folders,
    files: Vec<Read>,
    numbers: BTreeMap<PathBuf, Option<usize>>,
    /// What stands between brackets, where it does not matter who includes it.
    meant: BTreeMap<String, Option<(PathBuf, bool)>>,
    bytes: usize,
    /// How many more lines are looked at.
    left: usize,
    /// What is included and found nowhere.
    pub(super) missing: BTreeSet<String>,
}

impl<'p> Includes<'p> {
    pub(super) fn new(places: &'p Places<'p>, folders: &'p Folders) -> Self {
        let (files, numbers, meant) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        Self { places, folders, files, numbers, meant, bytes: 0, left: MOST_LINES, missing: BTreeSet::new() }
    }

    pub(super) fn path(&self, file: usize) -> &Path {
        &self.files[file].path
    }

    /// True where the text of a file has a word.
    pub(super) fn has_word(&self, file: usize, word: &str) -> bool {
        has_word(&self.files[file].text, word)
    }

    /// True where what stands behind the word in the text is what stands behind what is declared.
    pub(super) fn declares(&self, file: usize, word: &str) -> bool {
        declares(&self.files[file].text, word)
    }

    /// The number of a file, which is read; `None` for what is none, or too much.
    pub(super) fn read(&mut self, path: PathBuf, is_own: bool) -> Option<usize> {
        if let Some(known) = self.numbers.get(&path) {
            return *known;
        }
        let is_full = self.files.len() >= MOST_INCLUDED || self.bytes >= MOST_INCLUDED_BYTES;
        let bound = match is_own {
            true => Some(self.places.root),
            false => self.folders.root_of(&path).map(|folder| folder.path.as_path()),
        };
        let text = bound.filter(|_| !is_full).and_then(|bound| disk::text(&path, bound, LARGEST_INCLUDED));
        let number = text.map(|text| {
            self.bytes += text.len();
            self.files.push(Read { path: path.clone(), is_own, text, includes: None });
            self.files.len() - 1
        });
        self.numbers.insert(path, number);
        number
    }

    /// The headers outside that a file of the repository includes, directly or through others of the repository, the
    /// nearest first.
    pub(super) fn entries(&mut self) -> Vec<Entry> {
        let from = folders::file(&self.places.root.join(self.places.from), self.places.root);
        let Some(first) = from.and_then(|path| self.read(path, true)) else { return Vec::new() };
        let (mut found, mut own) = (Vec::<Entry>::new(), vec![first]);
        let mut seen = BTreeSet::from([first]);
        let mut at = 0;
        while let Some(file) = own.get(at).copied() {
            at += 1;
            for (written, header) in self.included(file) {
                if !seen.insert(header) {
                    continue;
                }
                match self.files[header].is_own {
                    true => own.push(header),
                    false => found.push(Entry { written, header }),
                }
            }
        }
        found
    }

    /// The files that a header includes.
    pub(super) fn of(&mut self, file: usize) -> Vec<usize> {
        if let Some(known) = &self.files[file].includes {
            return known.clone();
        }
        let found: Vec<usize> = self.included(file).into_iter().map(|(_, header)| header).collect();
        self.files[file].includes = Some(found.clone());
        found
    }

    fn included(&mut self, file: usize) -> Vec<(String, usize)> {
        let text = std::mem::take(&mut self.files[file].text);
        let from = self.files[file].path.clone();
        let is_own = self.files[file].is_own;
        let mut found = Vec::new();
        for line in lines(&text).take(self.left) {
            self.left -= 1;
            let meant = self.meant(&from, is_own, line);
            if is_own && meant.is_none() && !line.is_near {
                self.missing.insert(line.written.to_owned());
            }
            let header = meant.and_then(|(path, is_own)| self.read(path, is_own));
            found.extend(
                header.filter(|header| *header != file).map(|header| (line.written.to_owned(), header)),
            );
        }
        self.files[file].text = text;
        found
    }

    /// The file that a line means, and whether it is one of the repository.
    fn meant(&mut self, from: &Path, is_own: bool, line: Line<'_>) -> Option<(PathBuf, bool)> {
        let written = line.written;
        if line.is_near
            && let Some(folder) = from.parent()
        {
            let bound = if is_own { self.places.root } else { &self.folders.root_of(from)?.path };
            let near = folders::file(&folder.join(written), bound);
            if let Some(near) = near.filter(|path| is_own || self.is_header(path)) {
                return Some((near, is_own));
            }
        }
        if is_own && let Some(own) = self.own(from, written) {
            return Some((own, true));
        }
        if line.is_next {
            let all = self.folders.outside.iter().skip_while(|one| one.path.join(written) != from).skip(1);
            let mut behind = all.filter(|one| folders::is_header(written, one.is_library));
            return behind.find_map(|one| Some((folders::file(&one.path.join(written), &one.path)?, false)));
        }
        if let Some(known) = self.meant.get(written) {
            return known.clone();
        }
        let found = self.folders.header(written, self.places.root);
        self.meant.insert(written.to_owned(), found.clone());
        found
    }

    /// A header of the repository, in a folder from which such are included as a rule.
    fn own(&self, from: &Path, written: &str) -> Option<PathBuf> {
        if !disk::is_plain_path(written) {
            return None;
        }
        let inner = from.strip_prefix(self.places.root).ok()?.to_str()?;
        let folders = indexer_core::path::ancestors(parent(inner));
        folders.flat_map(|folder| USUAL.iter().map(move |usual| (folder, usual))).find_map(
            |(folder, usual)| {
                folders::file(&self.places.root.join(folder).join(usual).join(written), self.places.root)
            },
        )
    }

    fn is_header(&self, path: &Path) -> bool {
        let is_library = self.folders.outside.iter().any(|one| one.is_library && path.starts_with(&one.path));
        path.to_str().is_some_and(|path| folders::is_header(path, is_library))
    }
}

/// The lines that include files.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().filter_map(|line| {
        let line = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = line.strip_prefix("include").or_else(|| line.strip_prefix("import"))?;
        let next = rest.strip_prefix("_next");
        let rest = next.unwrap_or(rest).trim_start();
        let close = match rest.as_bytes().first()? {
            b'<' => '>',
            b'"' => '"',
            _ => return None,
        };
        let written = rest[1..].split(close).next()?.trim();
        let is_near = close == '"';
        let is_path = !written.is_empty() && written.len() <= LONGEST_PATH && !written.contains('\0');
        is_path.then_some(Line { written, is_near, is_next: next.is_some() })
    })
}

/// True where a text has a word, and not only as a part of another.
fn has_word(text: &str, word: &str) -> bool {
    words(text, word).next().is_some()
}

/// Where a word ends in a text. O(bytes).
fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let bytes = text.as_bytes();
    let all = memmem::find_iter(bytes, word).filter(|_| !word.is_empty());
    all.filter(move |at| {
        !is_part(at.checked_sub(1).and_then(|at| bytes.get(at))) && !is_part(bytes.get(at + word.len()))
    })
    .map(move |at| at + word.len())
}

/// True where a word is followed by what follows the name that is declared: `free (`, `class vector {`. What comments say
/// is not told apart, so it is no more than likely.
fn declares(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    words(text, word).any(|end| {
        let line = memchr::memrchr(b'\n', &bytes[..end]).map_or(0, |at| at + 1);
        let before = text.get(line..end - word.len()).unwrap_or_default().trim_start();
        if let Some(directive) = before.strip_prefix('#') {
            return directive.trim() == "define";
        }
        let is_comment = ["*", "/*", "//"].iter().any(|mark| before.starts_with(mark));
        let next = bytes[end..].iter().find(|byte| !byte.is_ascii_whitespace());
        !is_comment && next.is_some_and(|next| b"(;{[,=:".contains(next))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_include_are_found_however_they_are_written() {
        let text = "#include <a.h>\n  #  include \"b.h\" // <c.h>\n# include_next<d>\n#include NAME\n#define include\nint i;\n";
        let found: Vec<_> = lines(text).map(|line| (line.written, line.is_near, line.is_next)).collect();
        assert_eq!(found, [("a.h", false, false), ("b.h", true, false), ("d", false, true)]);
    }

    #[test]
    fn a_part_of_a_word_is_no_word() {
        assert!(has_word("int strlen(x);", "strlen") && has_word("strlen", "strlen"));
        assert!(!has_word("strlen_l __strlen strlens", "strlen") && !has_word("x", ""));
    }

    #[test]
    fn what_is_declared_is_told_from_what_is_mentioned() {
        for text in ["void free (void *p);", "class\nfree\n{", "#  define free 1", "int a,\n free;"] {
            assert!(declares(text, "free"), "{text}");
        }
        for text in ["/* Then free (it). */", " * free (it)", "#include <free.h>", "free as a bird", ""] {
            assert!(!declares(text, "free"), "{text}");
        }
    }
}
