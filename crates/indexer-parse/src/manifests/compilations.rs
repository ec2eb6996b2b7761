//! What compilers are told, as build descriptions say it: folders of headers, macros. Bounded, since a folder that is
//! written once may be a part of each of many.

use super::unique_list::UniqueList;
use indexer_core::command_line::{LONGEST_PATH, absolute};
use indexer_core::manifest::Compilation;
use indexer_core::{ManifestFacts, work};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// Folders that one source is compiled with at most; and macros, and sources that a description lists.
pub const MOST_OF_EACH: usize = 1_000;
/// Bytes of all paths that one manifest gives at most, with what it takes to keep each.
pub const MOST_BYTES: usize = 64 << 20;
/// So many times its own bytes it gives at most, and this much whatever it holds: a path that is written relative to a
/// folder is kept whole.
pub const MOST_TIMES: usize = 32;
const LEAST_BYTES: usize = 256 << 10;
/// What it takes to keep a path beside its bytes.
pub(super) const EACH: usize = 48;
/// What a compiler is told.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Folders of headers, in the order in which they are searched.
    pub(super) include: UniqueList<String>,
    /// Folders that are only searched for what stands in quotes.
    pub(super) quoted: UniqueList<String>,
    /// `NAME`, `NAME=VALUE`, `!NAME`.
    pub(super) defines: Macros,
}

/// What a compiler is told of macros, in order: of what it is told of one, the last counts.
#[derive(Debug, Default)]
pub(super) struct Macros {
    /// `None` for what was told again.
    list: Vec<Option<String>>,
    /// Where each name stands in the list.
    places: FxHashMap<String, usize>,
}

impl Macros {
    /// Forgets what the compiler is told of a macro.
    pub(super) fn forget(&mut self, name: &str) {
        if let Some(told) = self.places.remove(name).and_then(|at| self.list.get_mut(at)) {
            *told = None;
        }
    }

    fn into_list(self) -> Vec<String> {
        self.list.into_iter().flatten().collect()
    }
}

/// The compilations of one manifest.
#[derive(Debug)]
pub(super) struct Compilations {
    all: Vec<Compilation>,
    /// Bytes that it may still give.
    left: usize,
    /// True where something was left out.
    is_cut: bool,
}

impl Compilations {
    /// Those of a manifest with this text: what it gives is bounded by its length, so that many small ones give no more than
    /// one large one.
    pub(super) fn of(text: &str) -> Self {
        let left = text.len().saturating_mul(MOST_TIMES).clamp(LEAST_BYTES, MOST_BYTES);
        Self { all: Vec::new(), left, is_cut: false }
    }

    /// Adds a folder to a list, once.
    pub(super) fn push(&mut self, list: &mut UniqueList<String>, mut folder: String) {
        folder.truncate(folder.trim_end_matches('/').len());
        self.push_text(list, folder);
    }

    /// Adds the path of a folder or a source to a list, once. False where it does not fit.
    pub(super) fn push_text(&mut self, list: &mut UniqueList<String>, text: String) -> bool {
        if list.contains(&text) {
            return true;
        }
        let fits = list.len() < MOST_OF_EACH && text.len() <= LONGEST_PATH && self.pays(text.len());
        if fits {
            list.push(text);
        } else {
            self.is_cut = true;
        }
        fits
    }

    /// Adds what the compiler is told of a macro, in place of what it was told of it before.
    pub(super) fn push_macro(&mut self, macros: &mut Macros, told: String) {
        let name = told.strip_prefix('!').unwrap_or(&told);
        let name = name.split('=').next().unwrap_or("");
        let known = macros.places.get(name).copied();
        let has_place = known.is_some() || macros.places.len() < MOST_OF_EACH;
        if !(has_place && told.len() <= LONGEST_PATH && self.pays(told.len() + name.len())) {
            self.is_cut = true;
            return;
        }
        if let Some(before) = known.and_then(|at| macros.list.get_mut(at)) {
            *before = None;
        }
        macros.places.insert(name.to_owned(), macros.list.len());
        macros.list.push(Some(told));
    }

    /// Says that something was left out.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Adds what a source is compiled with, or all sources; nothing where that says nothing.
    pub(super) fn add(&mut self, of: String, told: Told) {
        let Told { include, quoted, defines } = told;
        let (include, quoted, defines) = (include.into_list(), quoted.into_list(), defines.into_list());
        if of.is_empty() && include.is_empty() && quoted.is_empty() && defines.is_empty() {
            return;
        }
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
                "more than {MOST_OF_EACH} folders of headers, macros or sources, or {} MB of them, or {MOST_TIMES} times what is \
                 written: the rest is left out",
                MOST_BYTES >> 20
            )
        });
        ManifestFacts { compilations, problem, sources_are_all: !self.is_cut, ..ManifestFacts::default() }
    }

    /// Adds folders that are written relative to another one. Each makes a path as long as both, so that what stands twice
    /// is passed over before, and what is made is paid also where it is known already.
    fn push_absolute<'w>(
        &mut self,
        list: &mut UniqueList<String>,
        folder: &str,
        all: impl IntoIterator<Item = Cow<'w, str>>,
    ) {
        let mut seen: FxHashSet<Cow<'w, str>> = FxHashSet::default();
        for named in all {
            if seen.contains(&named) {
                continue;
            }
            let most = folder.len() + named.len();
            if seen.len() >= MOST_OF_EACH || !self.pays(most) {
                self.is_cut = true;
                return;
            }
            work::add(most);
            match absolute(folder, &named) {
                // It is paid: what it takes is no longer than what was paid.
                Some(one) => list.push(one),
                None => self.is_cut = true,
            }
            seen.insert(named);
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
    mut words: impl Iterator<Item = Cow<'w, str>>,
    folder: &str,
    folders: &mut Compilations,
) -> Told {
    let mut told = Told::default();
    let (mut include, mut last, mut quoted) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        let flags = ["-iquote", "-isystem", "-idirafter", "-I", "/I", "-D", "/D", "-U"];
        let Some((flag, rest)) = flags.iter().find_map(|flag| Some((*flag, word.strip_prefix(flag)?))) else {
            continue;
        };
        let rest = (!rest.is_empty()).then(|| Cow::Owned(rest.to_owned()));
        let Some(named) = rest.or_else(|| words.next()) else { continue };
        match flag {
            "-D" | "/D" => {
                macro_told(&named).into_iter().for_each(|one| folders.push_macro(&mut told.defines, one));
            }
            "-U" => {
                let name = macro_told(&named).filter(|name| !name.contains('='));
                name.into_iter().for_each(|one| folders.push_macro(&mut told.defines, format!("!{one}")));
            }
            "-iquote" => quoted.push(named),
            "-isystem" | "-idirafter" => last.push(named),
            _ => include.push(named),
        }
    }
    // Each would be made of it: it is made short once.
    let folder = absolute("", folder).unwrap_or_default();
    folders.push_absolute(&mut told.quoted, &folder, quoted);
    folders.push_absolute(&mut told.include, &folder, include.into_iter().chain(last));
    told
}

/// A macro as the compiler is told it; `None` for what a variable decides.
pub(super) fn macro_told(word: &str) -> Option<String> {
    let name = word.split('=').next().unwrap_or("");
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_name && !word.contains(['$', '<'])).then(|| word.to_owned())
}
