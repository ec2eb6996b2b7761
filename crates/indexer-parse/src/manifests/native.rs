//! How C and C++ are compiled, as far as a build description says it in so many words: `compile_flags.txt`, and what
//! those of CMake and Meson have in common. What a program works out while it configures is not known.

use super::compilations::{Compilations, EACH, of_flags};
use super::unique_list::UniqueList;
use indexer_core::{ManifestFacts, path, work};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The facts of a `compile_flags.txt`: a flag a line, for all below its folder.
pub(super) fn read_flags(text: &str) -> ManifestFacts {
    let mut folders = Compilations::of(text);
    let told = of_flags(text.lines().map(|line| Cow::Borrowed(line.trim())), "", &mut folders);
    folders.add(String::new(), told);
    folders.facts()
}

/// The sources that a description lists.
#[derive(Debug)]
pub(super) struct Sources {
    list: UniqueList<String>,
    /// False where one was left out that is built whatever is configured, or may be.
    are_all: bool,
}

impl Default for Sources {
    fn default() -> Self {
        Self { list: UniqueList::default(), are_all: true }
    }
}

impl Sources {
    /// Adds a source; what has no ending is none.
    pub(super) fn add(&mut self, folders: &mut Compilations, source: String) {
        if !path::extension(&source).is_empty() {
            self.are_all &= folders.push_text(&mut self.list, source);
        }
    }

    /// Says that one was left out.
    pub(super) fn leave_out(&mut self) {
        self.are_all = false;
    }

    /// Adds them to what else the description says.
    pub(super) fn facts(self, folders: Compilations) -> ManifestFacts {
        let facts = folders.facts();
        let sources_are_all = self.are_all && facts.sources_are_all;
        ManifestFacts { sources: self.list.into_list(), sources_are_all, ..facts }
    }
}

/// Bytes of what variables stand for that one description takes out of them at most: one that is written once may be named
/// often, and in others.
const MOST_OF_VARIABLES: usize = 4 << 20;

/// The lists of words that variables stand for at a place of a description, as far as it says so whatever is configured.
#[derive(Debug)]
pub(super) struct Variables {
    known: FxHashMap<String, (Vec<String>, usize)>,
    left: usize,
}

impl Default for Variables {
    fn default() -> Self {
        Self { known: FxHashMap::default(), left: MOST_OF_VARIABLES }
    }
}

impl Variables {
    /// What a variable stands for from here on; `None` where that is not known.
    pub(super) fn set(&mut self, name: &str, words: Option<Vec<String>>) {
        match words {
            Some(words) => {
                let bytes = words.iter().map(|word| word.len() + EACH).sum();
                self.known.insert(name.to_owned(), (words, bytes));
            }
            None => drop(self.known.remove(name)),
        }
    }

    /// What a variable stands for besides from here on.
    pub(super) fn append(&mut self, name: &str, words: Option<Vec<String>>) {
        match (self.known.get_mut(name), words) {
            (Some((all, bytes)), Some(words)) => {
                *bytes += words.iter().map(|word| word.len() + EACH).sum::<usize>();
                all.extend(words);
            }
            _ => self.set(name, None),
        }
    }

    /// The words of a variable; `None` where they are not known, or too many.
    pub(super) fn get(&mut self, name: &str) -> Option<Vec<String>> {
        let (words, bytes) = self.known.get(name)?;
        self.left = self.left.checked_sub(*bytes)?;
        work::add(*bytes);
        Some(words.clone())
    }

    /// Says that anything may have become of them.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }
}

/// True for a path that is written out.
pub(super) fn is_plain(path: &str) -> bool {
    !path.contains(['$', '<', '>', '*', '"'])
}

#[cfg(test)]
mod tests {
    use super::super::cmake::read as read_cmake;
    use super::super::meson::read as read_meson;
    use super::*;

    fn read(facts: ManifestFacts) -> Vec<(String, Vec<String>)> {
        facts.compilations.into_iter().map(|one| (one.of, one.include)).collect()
    }

    #[test]
    fn flags_hold_for_all_below_them() {
        assert_eq!(
            read(read_flags("-Iinclude\n-I\n./lib\n-DX\n")),
            [(String::new(), vec!["include".to_owned(), "lib".to_owned()])]
        );
    }

    #[test]
    fn what_is_written_out_is_known() {
        let text = "# include_directories(no)\ninclude_directories(BEFORE inc \"${CMAKE_CURRENT_SOURCE_DIR}/own\")\n\
                    target_include_directories(x PUBLIC\n  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>\n ${OTHER}/no /usr/no)";
        let found = read(read_cmake(text));
        assert_eq!(found[0].1, ["inc", "own", "/./include"]);
        let found =
            read(read_meson("x = executable('x', include_directories : include_directories('inc', '.'))"));
        assert_eq!(found[0].1, ["inc", "."]);
        let text = "project(x)\nadd_library(x STATIC a.c sub/b.cc)\nadd_definitions(-DONE -DTWO=2 -Wall ${OTHER})\n\
                    if(WIN32)\n  target_sources(x PRIVATE win.c)\n  add_definitions(-DWIN)\nendif()\n\
                    target_compile_definitions(x PRIVATE THREE $<X:FOUR>)";
        let facts = read_cmake(text);
        assert!(facts.is_project);
        assert_eq!(facts.sources, ["a.c", "sub/b.cc"]);
        assert_eq!(facts.compilations[0].defines, ["ONE", "TWO=2", "THREE"]);
        let facts = read_meson(
            "add_project_arguments('-DONE=1', '-Wall', language : 'c')\nlibrary('x', 'a.c', files('b.c'))",
        );
        assert_eq!(
            (facts.sources, facts.compilations[0].defines.clone()),
            (vec!["a.c".to_owned(), "b.c".to_owned()], vec!["ONE=1".to_owned()])
        );
        assert!(read(read_cmake("project(x)")).is_empty() && read(read_cmake("((")).is_empty());
    }
}
