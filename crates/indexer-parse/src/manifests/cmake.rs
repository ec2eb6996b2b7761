//! `CMakeLists.txt`: the folders of headers, macros, and sources that are written out.

use super::compilations::{Compilations, Told, macro_told};
use super::native::{Sources, Variables, is_plain};
use crate::languages::is_compiled;
use indexer_core::{ManifestFacts, work};

/// What a command of CMake is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    Project,
    Opens,
    Closes,
    Folders,
    Macros,
    Sources,
    Set,
    Append,
    /// Runs another file, which may set what this one reads.
    Runs,
    /// Names sources that others build.
    Names,
    Other,
}

fn command(name: &str) -> Command {
    match name {
        "project" => Command::Project,
        "if" | "foreach" | "function" | "macro" | "while" => Command::Opens,
        "endif" | "endforeach" | "endfunction" | "endmacro" | "endwhile" => Command::Closes,
        "include_directories" | "target_include_directories" => Command::Folders,
        "add_definitions" | "add_compile_definitions" | "target_compile_definitions" => Command::Macros,
        "add_library" | "add_executable" | "target_sources" => Command::Sources,
        "set" => Command::Set,
        "list" => Command::Append,
        "include" | "add_subdirectory" => Command::Runs,
        "set_source_files_properties" | "elseif" | "message" => Command::Names,
        _ => Command::Other,
    }
}

/// What is known of a description so far.
struct Reader {
    folders: Compilations,
    told: Told,
    sources: Sources,
    variables: Variables,
    is_project: bool,
    /// How many conditions, loops and functions stand around a place.
    conditions: u32,
}

/// The facts of a `CMakeLists.txt`: what is written out of the folders of headers, of macros, and of sources that are
/// compiled whatever is configured. O(bytes).
pub(super) fn read(text: &str) -> ManifestFacts {
    let mut reader = Reader {
        folders: Compilations::of(text),
        told: Told::default(),
        sources: Sources::default(),
        variables: Variables::default(),
        is_project: false,
        conditions: 0,
    };
    let is_whole = commands(text, |name, words| reader.take(&name.to_ascii_lowercase(), words));
    let Reader { mut folders, told, mut sources, is_project, .. } = reader;
    folders.add(String::new(), told);
    if !is_whole {
        sources.leave_out();
    }
    let mut facts = ManifestFacts { is_project, ..sources.facts(folders) };
    if !is_whole {
        facts.problem.get_or_insert_with(|| "a command that is not closed: the rest is not known".to_owned());
    }
    facts
}

impl Reader {
    fn take(&mut self, name: &str, words: Vec<String>) {
        let skipped =
            usize::from(matches!(name, "add_library" | "add_executable") || name.starts_with("target_"));
        let command = command(name);
        // Whoever names a variable may set it.
        if !matches!(command, Command::Set | Command::Append) {
            words.iter().for_each(|word| self.variables.set(word, None));
        }
        match command {
            Command::Project => self.is_project = true,
            Command::Opens => self.conditions += 1,
            Command::Closes => self.conditions = self.conditions.saturating_sub(1),
            Command::Set => self.set(words),
            Command::Append => self.append(words),
            Command::Runs => {
                // What CMake brings along by a plain name sets nothing of a project's.
                if name == "add_subdirectory" || words.iter().any(|word| word.contains(['.', '/', '$'])) {
                    self.variables.forget();
                }
            }
            Command::Folders => {
                for word in self.arguments(words, skipped) {
                    folder(&word).into_iter().for_each(|one| self.folders.push(&mut self.told.include, one));
                }
            }
            Command::Macros if self.conditions == 0 => {
                let told = words.iter().skip(skipped).filter(|word| !WORDS.contains(&word.as_str()));
                let told = told.filter_map(|word| macro_told(word.strip_prefix("-D").unwrap_or(word)));
                told.for_each(|one| self.folders.push_macro(&mut self.told.defines, one));
            }
            Command::Sources => self.list(words, skipped),
            Command::Other if self.conditions == 0 && words.iter().any(|word| is_compiled(word)) => {
                // A command of the project, which may build them.
                self.sources.leave_out();
            }
            Command::Macros | Command::Names | Command::Other => {}
        }
    }

    fn list(&mut self, words: Vec<String>, skipped: usize) {
        for word in self.arguments(words, skipped) {
            match folder(&word) {
                // What stands under a condition is built only where that holds.
                Some(source) if self.conditions == 0 => self.sources.add(&mut self.folders, source),
                Some(_) => {}
                None if is_made(&word) => {}
                None => self.sources.leave_out(),
            }
        }
    }

    fn set(&mut self, mut words: Vec<String>) {
        // What is set for the file that runs this one is not set here.
        if words.last().is_some_and(|word| word == "PARENT_SCOPE") || words.is_empty() {
            return;
        }
        let name = words.remove(0);
        let is_known = self.conditions == 0 && !words.iter().any(|word| word == "CACHE");
        let all = is_known.then(|| self.expanded(words));
        self.variables.set(&name, all);
    }

    fn append(&mut self, mut words: Vec<String>) {
        let is_append = words.first().is_some_and(|word| word == "APPEND") && words.len() > 1;
        if !is_append || self.conditions > 0 {
            words.iter().for_each(|word| self.variables.set(word, None));
            return;
        }
        let name = words.remove(1);
        words.remove(0);
        let all = self.expanded(words);
        self.variables.append(&name, Some(all));
    }

    /// The words of a command behind the first, as far as variables are known.
    fn arguments(&mut self, words: Vec<String>, skipped: usize) -> Vec<String> {
        let mut all = self.expanded(words.into_iter().skip(skipped));
        all.retain(|word| !word.is_empty() && !WORDS.contains(&word.as_str()));
        all
    }

    /// Words in which variables that are known are replaced; what is not known stays as it is written.
    fn expanded(&mut self, words: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut found = Vec::new();
        for word in words {
            for part in word.split(';') {
                let variable = part.strip_prefix("${").and_then(|rest| rest.split_once('}'));
                let known = variable.and_then(|(name, behind)| Some((self.variables.get(name)?, behind)));
                match known {
                    Some((all, "")) => found.extend(all),
                    Some((all, behind)) if all.len() == 1 => found.push(format!("{}{behind}", all[0])),
                    _ => found.push(part.to_owned()),
                }
            }
        }
        found
    }
}

/// Words of commands that are no folders, macros or sources.
const WORDS: &[&str] = &[
    "AFTER",
    "ALIAS",
    "BEFORE",
    "EXCLUDE_FROM_ALL",
    "IMPORTED",
    "INTERFACE",
    "MACOSX_BUNDLE",
    "MODULE",
    "OBJECT",
    "PRIVATE",
    "PUBLIC",
    "SHARED",
    "STATIC",
    "SYSTEM",
    "WIN32",
];

/// True for what is made while it is built, and for the objects of what another command lists.
fn is_made(word: &str) -> bool {
    let made = [
        "${CMAKE_CURRENT_BINARY_DIR}/",
        "${CMAKE_BINARY_DIR}/",
        "${PROJECT_BINARY_DIR}/",
        "$<TARGET_OBJECTS:",
    ];
    made.iter().any(|start| word.strip_prefix(start).is_some_and(|rest| is_plain(rest.trim_end_matches('>'))))
}

/// A folder relative to that of the file; one of the whole project begins with `//`.
fn folder(word: &str) -> Option<String> {
    let word =
        word.strip_prefix("$<BUILD_INTERFACE:").and_then(|rest| rest.strip_suffix('>')).unwrap_or(word);
    let of = |variable: &str| {
        let rest = word.strip_prefix("${")?.strip_prefix(variable)?.strip_prefix('}')?;
        Some(rest.trim_start_matches('/').to_owned())
    };
    if let Some(rest) = of("CMAKE_CURRENT_SOURCE_DIR").or_else(|| of("CMAKE_CURRENT_LIST_DIR")) {
        return is_plain(&rest).then_some(rest);
    }
    for (variable, start) in [("PROJECT_SOURCE_DIR", "/./"), ("CMAKE_SOURCE_DIR", "//")] {
        if let Some(rest) = of(variable) {
            let rest = if rest.is_empty() { "." } else { rest.as_str() };
            return is_plain(rest).then(|| format!("{start}{rest}"));
        }
    }
    (is_plain(word) && !word.starts_with('/')).then(|| word.to_owned())
}

/// Calls `each` with every command: its name, and the words between its parentheses. False where one is open at the end,
/// which is left out. O(bytes).
fn commands<'t>(text: &'t str, mut each: impl FnMut(&'t str, Vec<String>)) -> bool {
    work::add(text.len());
    let mut scan = Scan { text, at: 0 };
    let mut name = "";
    while let Some(letter) = scan.next() {
        match letter {
            '#' => scan.skip_comment(),
            '(' => match scan.words() {
                Some(words) => each(std::mem::take(&mut name), words),
                None => return false,
            },
            _ if is_name(letter) => {
                let start = scan.at - letter.len_utf8();
                scan.at += scan.rest().len() - scan.rest().trim_start_matches(is_name).len();
                name = &text[start..scan.at];
            }
            _ if letter.is_whitespace() => {}
            _ => name = "",
        }
    }
    true
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// A place in a text.
struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest().chars().next()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    /// Passes a comment, behind its `#`.
    fn skip_comment(&mut self) {
        if self.bracket().is_none() {
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// A text in brackets (`[==[` .. `]==]`), if one begins here; to the end where it is not closed.
    fn bracket(&mut self) -> Option<&'t str> {
        let behind = self.rest().strip_prefix('[')?;
        let inside = behind.trim_start_matches('=');
        let equals = &behind[..behind.len() - inside.len()];
        let inside = inside.strip_prefix('[')?;
        let close = format!("]{equals}]");
        let end = inside.find(&close);
        self.at = self.text.len() - inside.len() + end.map_or(inside.len(), |end| end + close.len());
        Some(&inside[..end.unwrap_or(inside.len())])
    }

    /// The words up to the parenthesis that closes; `None` where none does.
    fn words(&mut self) -> Option<Vec<String>> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut depth = 0u32;
        let mut is_text = false;
        loop {
            if word.is_none()
                && let Some(text) = self.bracket()
            {
                words.push(text.to_owned());
                continue;
            }
            let letter = self.next()?;
            match letter {
                '\\' => {
                    let escaped = self.next()?;
                    word.get_or_insert_default().push(escaped);
                }
                '"' => {
                    // Inside a word it belongs to it: `-DX="a b"`.
                    if word.as_ref().is_some_and(|word| !word.is_empty() && !is_text) {
                        word.get_or_insert_default().push('"');
                        self.quoted(word.get_or_insert_default())?;
                        word.get_or_insert_default().push('"');
                    } else {
                        is_text = true;
                        self.quoted(word.get_or_insert_default())?;
                    }
                }
                '#' | '(' | ')' | ';' => {
                    words.extend(word.take());
                    is_text = false;
                    match letter {
                        '#' => self.skip_comment(),
                        '(' => depth += 1,
                        ')' if depth == 0 => return Some(words),
                        ')' => depth -= 1,
                        _ => {}
                    }
                }
                _ if letter.is_whitespace() => {
                    words.extend(word.take());
                    is_text = false;
                }
                _ => word.get_or_insert_default().push(letter),
            }
        }
    }

    /// Reads on behind a quote to the next one; `None` where there is none.
    fn quoted(&mut self, word: &mut String) -> Option<()> {
        loop {
            match self.next()? {
                '"' => return Some(()),
                '\\' => word.extend(self.next()),
                letter => word.push(letter),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_followed_where_they_are_known() {
        let of = |text: &str| {
            let facts = read(text);
            (facts.sources.join(" "), facts.sources_are_all)
        };
        let all = |text: &str| (text.to_owned(), true);
        let some = |text: &str| (text.to_owned(), false);
        assert_eq!(of("set(S a.c b.c)\nset(D src)\nadd_library(x ${S} ${D}/c.c)"), all("a.c b.c src/c.c"));
        assert_eq!(
            of("set(S a.c)\nlist(APPEND S b.c)\nset(T ${S} c.c)\nadd_library(x ${T})"),
            all("a.c b.c c.c")
        );
        assert_eq!(
            of("set(S a.c)\nif(X)\nlist(APPEND S b.c)\nendif()\nadd_library(x ${S} d.c)"),
            some("d.c")
        );
        assert_eq!(of("set(S a.c)\nadd_subdirectory(x)\nadd_library(x ${S} d.c)"), some("d.c"));
        assert_eq!(of("set(S a.c)\nlist(REMOVE_ITEM S a.c)\nadd_library(x ${S} d.c)"), some("d.c"));
        assert_eq!(of("file(GLOB S *.c)\nadd_library(x ${S} d.c)"), some("d.c"));
        assert_eq!(of("add_library(x *.c d.c)"), some("d.c"));
        assert_eq!(of("my_library(x e.c)\nadd_library(x d.c)"), some("d.c"));
        assert_eq!(
            of("add_library(x d.c ${CMAKE_CURRENT_BINARY_DIR}/made.c $<TARGET_OBJECTS:y>)"),
            all("d.c")
        );
        let often = format!("set(A {})\n{}", "a ".repeat(1_000), "add_library(x ${A})\n".repeat(1_000));
        assert!(!read(&often).sources_are_all);
    }

    #[test]
    fn quotes_brackets_and_comments_are_what_they_are() {
        let behind = "\nadd_library(x a.c)";
        for before in [
            "if(line MATCHES \"^#define X\")\nendif()",
            "string(REPLACE \"\\\\(\" \"(\" X Y)",
            "message(\"\\\\(\")",
            "message(\"a \\\" ( b\")",
            "add_definitions(-DC=\"#fff\")",
            "#[[ add_library(y b.c) ( ]]",
            "#[==[ ]] ( ]==]",
            "message([=[ ) ( ]] ]=])",
            "message(a) # (",
        ] {
            let facts = read(&format!("{before}{behind}"));
            assert_eq!((facts.sources, facts.problem), (vec!["a.c".to_owned()], None), "{before}");
        }
        let open = read("add_library(x a.c)\nmessage(\"a)\nadd_library(x b.c)");
        assert_eq!((open.sources, open.sources_are_all), (vec!["a.c".to_owned()], false));
        assert!(open.problem.is_some_and(|problem| problem.contains("not closed")));
    }
}
