//! The folders in which compilers look for headers, as build descriptions name them: bounded, since a folder that is
//! written once may be a part of each of many.

use super::once::Once;
use indexer_core::ManifestFacts;
use indexer_core::manifest::Compilation;

/// Folders that one source is compiled with at most.
pub const MOST_FOLDERS: usize = 1_000;
/// Bytes of all paths that one manifest gives at most, with what it takes to keep each.
pub const MOST_BYTES: usize = 64 << 20;
/// What it takes to keep a path beside its bytes.
const EACH: usize = 48;
/// Longest path, in bytes: systems open none that is longer.
const LONGEST: usize = 4_096;

/// The compilations of one manifest.
#[derive(Debug)]
pub(super) struct Folders {
    all: Vec<Compilation>,
    /// Bytes that it may still give.
    left: usize,
    /// True where something was left out.
    is_cut: bool,
}

impl Default for Folders {
    fn default() -> Self {
        Self { all: Vec::new(), left: MOST_BYTES, is_cut: false }
    }
}

impl Folders {
    /// Adds a folder to a list, once.
    pub(super) fn push(&mut self, list: &mut Once<String>, mut folder: String) {
        folder.truncate(folder.trim_end_matches('/').len());
        if list.contains(&folder) {
            return;
        }
        if list.len() < MOST_FOLDERS && folder.len() <= LONGEST && self.pays(folder.len()) {
            list.push(folder);
        } else {
            self.is_cut = true;
        }
    }

    /// Adds what a source is compiled with; nothing where that says nothing.
    pub(super) fn add(&mut self, of: String, include: Once<String>) {
        if include.len() == 0 {
            return;
        }
        match self.pays(of.len()) {
            true => self.all.push(Compilation { of, include: include.into_list() }),
            false => self.is_cut = true,
        }
    }

    /// The facts of the manifest, by source; of one that is compiled twice the first counts.
    pub(super) fn facts(self) -> ManifestFacts {
        let mut compilations = self.all;
        compilations.sort_by(|one, other| one.of.cmp(&other.of));
        compilations.dedup_by(|one, other| one.of == other.of);
        let problem = self.is_cut.then(|| {
            format!(
                "more than {MOST_FOLDERS} folders of headers for a source, or {} MB of paths: the rest is left out",
                MOST_BYTES >> 20
            )
        });
        ManifestFacts { compilations, problem, ..ManifestFacts::default() }
    }

    fn pays(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes + EACH);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// The folders that compiler flags name, in the order in which they are searched.
pub(super) fn of_flags<'w>(
    mut words: impl Iterator<Item = &'w str>,
    folder: &str,
    folders: &mut Folders,
) -> Once<String> {
    let (mut first, mut middle, mut last) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        let flags = ["-iquote", "-isystem", "-idirafter", "-I", "/I"];
        let Some((flag, rest)) = flags.iter().find_map(|flag| Some((*flag, word.strip_prefix(flag)?))) else {
            continue;
        };
        let list = match flag {
            "-iquote" => &mut first,
            "-isystem" | "-idirafter" => &mut last,
            _ => &mut middle,
        };
        list.extend(if rest.is_empty() { words.next() } else { Some(rest) });
    }
    let mut found = Once::default();
    for named in [first, middle, last].into_iter().flatten() {
        match absolute(folder, named) {
            Some(one) => folders.push(&mut found, one),
            None => folders.is_cut = true,
        }
    }
    found
}

/// A path that is written relative to `folder`, without steps outwards; `None` for one that no system opens. An absolute
/// one begins with `/`, or with a drive.
pub(super) fn absolute(folder: &str, path: &str) -> Option<String> {
    if folder.len().max(path.len()) > LONGEST {
        return None;
    }
    let path = path.replace('\\', "/");
    let is_absolute = path.starts_with('/') || path.as_bytes().get(1) == Some(&b':');
    let whole =
        if is_absolute || folder.is_empty() { path } else { format!("{}/{path}", folder.replace('\\', "/")) };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/")).filter(|path| path.len() <= LONGEST)
}

/// The words of a command line: blanks separate, quotes and backslashes hold together.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(letters.next()),
            (_, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(letter),
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => found.extend(word.take()),
            (_, None) => word.get_or_insert_default().push(letter),
        }
    }
    found.extend(word);
    found
}
