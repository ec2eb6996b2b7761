//! What compilers are told, as build descriptions say it: folders of headers, macros. Bounded, since a folder that is
//! written once may be a part of each of many.

use super::once::Once;
use indexer_core::ManifestFacts;
use indexer_core::manifest::Compilation;

/// Folders that one source is compiled with at most; and macros, and sources that a description lists.
pub const MOST_FOLDERS: usize = 1_000;
/// Bytes of all paths that one manifest gives at most, with what it takes to keep each.
pub const MOST_BYTES: usize = 64 << 20;
/// What it takes to keep a path beside its bytes.
const EACH: usize = 48;
/// Longest path, in bytes: systems open none that is longer.
const LONGEST: usize = 4_096;

/// What a compiler is told.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Folders of headers, in the order in which they are searched.
    pub(super) include: Once<String>,
    /// Folders that are only searched for what stands in quotes.
    pub(super) quoted: Once<String>,
    /// `NAME`, `NAME=VALUE`, `!NAME`.
    pub(super) defines: Once<String>,
}

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
        self.push_text(list, folder);
    }

    /// Adds a macro or the path of a source to a list, once.
    pub(super) fn push_text(&mut self, list: &mut Once<String>, text: String) {
        if list.contains(&text) {
            return;
        }
        if list.len() < MOST_FOLDERS && text.len() <= LONGEST && self.pays(text.len()) {
            list.push(text);
        } else {
            self.is_cut = true;
        }
    }

    /// Adds what a source is compiled with, or all sources; nothing where that says nothing.
    pub(super) fn add(&mut self, of: String, told: Told) {
        if of.is_empty() && told.include.len() + told.quoted.len() + told.defines.len() == 0 {
            return;
        }
        let Told { include, quoted, defines } = told;
        let [include, quoted, defines] = [include, quoted, defines].map(Once::into_list);
        match self.pays(of.len()) {
            true => self.all.push(Compilation { of, include, quoted, defines }),
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
                "more than {MOST_FOLDERS} folders of headers or macros for a source, or {} MB of paths: the rest is left out",
                MOST_BYTES >> 20
            )
        });
        ManifestFacts { compilations, problem, ..ManifestFacts::default() }
    }

    /// Adds a folder that is written relative to another one.
    fn push_absolute(&mut self, list: &mut Once<String>, folder: &str, named: &str) {
        match absolute(folder, named) {
            Some(one) => self.push(list, one),
            None => self.is_cut = true,
        }
    }

    fn pays(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes + EACH);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// What compiler flags say: folders in the order in which they are searched, and macros.
pub(super) fn of_flags<'w>(
    mut words: impl Iterator<Item = &'w str>,
    folder: &str,
    folders: &mut Folders,
) -> Told {
    let mut told = Told::default();
    let mut last = Vec::new();
    while let Some(word) = words.next() {
        let flags = ["-iquote", "-isystem", "-idirafter", "-I", "/I", "-D", "/D", "-U"];
        let Some((flag, rest)) = flags.iter().find_map(|flag| Some((*flag, word.strip_prefix(flag)?))) else {
            continue;
        };
        let Some(named) = (if rest.is_empty() { words.next() } else { Some(rest) }) else { continue };
        match flag {
            "-D" | "/D" => {
                macro_told(named).into_iter().for_each(|one| folders.push_text(&mut told.defines, one));
            }
            "-U" => folders.push_text(&mut told.defines, format!("!{named}")),
            "-iquote" => folders.push_absolute(&mut told.quoted, folder, named),
            "-isystem" | "-idirafter" => last.push(named),
            _ => folders.push_absolute(&mut told.include, folder, named),
        }
    }
    last.into_iter().for_each(|named| folders.push_absolute(&mut told.include, folder, named));
    told
}

/// A macro as the compiler is told it; `None` for what a variable decides.
pub(super) fn macro_told(word: &str) -> Option<String> {
    let name = word.split('=').next().unwrap_or("");
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_name && !word.contains(['$', '<'])).then(|| word.to_owned())
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
