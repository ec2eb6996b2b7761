//! What the commands of the language do with names.

use super::lexer::{Kind, is_name};
use super::reader::Lists;
use crate::shapes::Counts;
use crate::token_reader::TokenReader;
use indexer_core::{ImportShape, Namespace, Role};

/// Commands whose first argument is a variable that they set.
const FIRST: &[&str] = &[
    "cmake_dependent_option",
    "cmake_host_system_information",
    "find_file",
    "find_library",
    "find_path",
    "find_program",
    "get_cmake_property",
    "get_directory_property",
    "get_filename_component",
    "get_property",
    "get_source_file_property",
    "get_target_property",
    "option",
    "separate_arguments",
    "set",
];

/// Which argument of a command with a word before the others it sets: the command, words, the place.
const SETTING: &[(&str, &[&str], usize)] = &[
    ("file", &["GLOB", "GLOB_RECURSE", "RELATIVE_PATH"], 1),
    (
        "file",
        &["READ", "STRINGS", "MD5", "SHA1", "SHA256", "TO_CMAKE_PATH", "TO_NATIVE_PATH", "REAL_PATH"],
        2,
    ),
    ("file", &["SIZE", "TIMESTAMP", "READ_SYMLINK"], 2),
    (
        "list",
        &[
            "APPEND",
            "PREPEND",
            "INSERT",
            "REMOVE_ITEM",
            "REMOVE_AT",
            "REMOVE_DUPLICATES",
            "REVERSE",
            "SORT",
            "FILTER",
        ],
        1,
    ),
    ("list", &["TRANSFORM", "POP_BACK", "POP_FRONT"], 1),
    ("list", &["LENGTH"], 2),
    ("list", &["JOIN", "FIND"], 3),
    ("list", &["SUBLIST"], 4),
    ("math", &["EXPR"], 1),
    ("string", &["APPEND", "PREPEND", "CONCAT", "TIMESTAMP", "JSON", "MD5", "SHA1", "SHA256", "UUID"], 1),
    ("string", &["TOLOWER", "TOUPPER", "STRIP", "LENGTH", "HEX", "JOIN", "CONFIGURE", "GENEX_STRIP"], 2),
    ("string", &["MAKE_C_IDENTIFIER"], 2),
    ("string", &["FIND", "REPLACE", "REPEAT"], 3),
    ("string", &["SUBSTRING", "COMPARE"], 4),
];

/// Words of `list` that read the variable behind them.
const LIST_READS: &[&str] = &["LENGTH", "GET", "JOIN", "SUBLIST", "FIND"];

/// Words of conditions, sorted.
const CONDITION: &[&str] = &[
    "AND",
    "EQUAL",
    "EXISTS",
    "FALSE",
    "GREATER",
    "GREATER_EQUAL",
    "IGNORE",
    "IN_LIST",
    "IS_ABSOLUTE",
    "IS_DIRECTORY",
    "IS_NEWER_THAN",
    "LESS",
    "LESS_EQUAL",
    "MATCHES",
    "N",
    "NO",
    "NOT",
    "NOTFOUND",
    "OFF",
    "ON",
    "OR",
    "PATH_EQUAL",
    "STREQUAL",
    "STRGREATER",
    "STRLESS",
    "TRUE",
    "VERSION_EQUAL",
    "VERSION_GREATER",
    "VERSION_GREATER_EQUAL",
    "VERSION_LESS",
    "VERSION_LESS_EQUAL",
    "Y",
    "YES",
];

/// Words before which no variable ends: what stands behind them is a value.
fn compares(word: &str) -> bool {
    ["EQUAL", "MATCHES", "GREATER", "LESS", "STREQUAL", "STRLESS", "STRGREATER"].contains(&word)
        || word.starts_with("VERSION_")
        || word.ends_with("_EQUAL")
}

impl Lists<'_, '_, '_> {
    /// What the command at `at`, which ends before `behind`, does with its arguments.
    pub(super) fn take(&mut self, at: usize, name: &str, arguments: &[usize], behind: usize) {
        match name {
            "if" | "elseif" | "while" => {
                self.decides(at, if name == "elseif" { Counts::ElseIf } else { Counts::If });
                return self.condition(arguments);
            }
            "else" => return self.reading.counts(Counts::Else),
            "foreach" => self.decides(at, Counts::Loop),
            _ => {}
        }
        let Some((&first, rest)) = arguments.split_first() else { return };
        let word = |lists: &Self, at: usize| lists.tokens.text(at);
        match name {
            "foreach" => {
                self.lists(rest);
                self.each(at, first);
            }
            "add_library" | "add_executable" | "add_custom_target" => {
                self.made(first, (at, behind), Namespace::TYPE);
                match rest.first().is_some_and(|at| self.tokens.text(*at) == "ALIAS") {
                    true => rest.get(1).into_iter().for_each(|at| self.target(*at)),
                    false => self.ran(rest),
                }
            }
            "project" => self.made(first, (at, behind), Namespace::TAG),
            "add_dependencies" => arguments.iter().for_each(|at| self.target(*at)),
            "target_link_libraries" | "target_link_directories" => {
                for at in arguments
                    .iter()
                    .filter(|at| !is_keyword(self.tokens.text(**at)))
                    .copied()
                    .collect::<Vec<_>>()
                {
                    self.target(at);
                }
            }
            "set_target_properties" => self.targets(arguments, &["PROPERTIES"]),
            "set_property" | "get_property" => {
                if name == "get_property" {
                    self.assigned(first, (at, behind), false);
                }
                if let Some(of) = arguments.iter().position(|at| word(self, *at) == "TARGET") {
                    self.targets(&arguments[of + 1..], &["PROPERTY", "APPEND", "APPEND_STRING"]);
                }
            }
            "install" | "export" if word(self, first) == "TARGETS" => {
                let until =
                    rest.iter().position(|at| is_keyword(self.tokens.text(*at))).unwrap_or(rest.len());
                rest[..until].iter().for_each(|at| self.target(*at));
            }
            "add_custom_command" => {
                if word(self, first) == "TARGET" {
                    rest.first().into_iter().for_each(|at| self.target(*at));
                }
                self.ran(rest);
            }
            "add_test" => self.ran(rest),
            "get_target_property" => {
                self.assigned(first, (at, behind), false);
                rest.first().into_iter().for_each(|at| self.target(*at));
            }
            "include" => self.include(first),
            "find_package" if is_name(word(self, first)) => {
                let path = format!("Find{}", self.plain(first));
                let span = self.tokens.span(first);
                self.import(ImportShape::Wildcard, &path, span);
            }
            "add_subdirectory" => {
                if let Some(path) = written(self.plain(first)) {
                    let path = format!("{}/CMakeLists.txt", path.trim_end_matches('/'));
                    let span = self.tokens.span(first);
                    self.import(ImportShape::Effect, &path, span);
                }
            }
            "mark_as_advanced" => {
                let is_one = |at: &&usize| !matches!(word(self, **at), "CLEAR" | "FORCE");
                for at in arguments.iter().filter(is_one).copied().collect::<Vec<_>>() {
                    self.variable(at, Role::Read);
                }
            }
            "unset" => self.variable(first, Role::Write),
            "execute_process" => self.given(arguments, (at, behind)),
            "set" if rest.iter().any(|at| self.tokens.text(*at) == "PARENT_SCOPE") => {}
            "set" | "option" => {
                let is_global = name == "option" || rest.iter().any(|at| self.tokens.text(*at) == "CACHE");
                let id = self.assigned(first, (at, behind), is_global);
                if let Some((id, doc)) = id.zip(rest.first().filter(|_| name == "option")) {
                    let doc = self.plain(*doc).to_owned();
                    let definition = self.reading.build.definition(id);
                    definition.doc = definition.doc.take().or(Some(doc)).filter(|doc| !doc.is_empty());
                }
            }
            _ if name.starts_with("target_") => self.target(first),
            _ if FIRST.contains(&name) => {
                self.assigned(first, (at, behind), name.starts_with("find_"));
            }
            _ => self.set_by_word(name, arguments, (at, behind)),
        }
    }

    /// `string(REPLACE a b out c)`: the word says which argument is set.
    fn set_by_word(&mut self, name: &str, arguments: &[usize], whole: (usize, usize)) {
        let Some(&first) = arguments.first() else { return };
        let word = self.tokens.text(first);
        if name == "list" && LIST_READS.contains(&word) {
            arguments.get(1).into_iter().for_each(|at| self.variable(*at, Role::Read));
        }
        let place = match (name, word) {
            ("string", "REGEX") => match arguments.get(1).map_or("", |at| self.tokens.text(*at)) {
                "REPLACE" => Some(4),
                _ => Some(3),
            },
            ("list", "GET") => Some(arguments.len() - 1),
            _ => {
                let is_it = |row: &&(&str, &[&str], usize)| row.0 == name && row.1.contains(&word);
                SETTING.iter().find(is_it).map(|row| row.2)
            }
        };
        if let Some(at) = place.and_then(|place| arguments.get(place)) {
            self.assigned(*at, whole, false);
        }
    }

    /// Targets before one of these words.
    fn targets(&mut self, arguments: &[usize], until: &[&str]) {
        let end = arguments.iter().position(|at| until.contains(&self.tokens.text(*at)));
        arguments[..end.unwrap_or(arguments.len())].iter().for_each(|at| self.target(*at));
    }

    /// `COMMAND a`: what is run may be a target, and so may what is built before (`DEPENDS a b`).
    fn ran(&mut self, arguments: &[usize]) {
        let mut depends = false;
        let mut before = "";
        for at in arguments {
            let text = self.tokens.text(*at);
            if is_keyword(text) {
                depends = text == "DEPENDS";
            } else if before == "COMMAND" || (depends && !text.contains(['.', '/'])) {
                self.target(*at);
            }
            before = text;
        }
    }

    /// `OUTPUT_VARIABLE a`.
    fn given(&mut self, arguments: &[usize], whole: (usize, usize)) {
        for pair in arguments.windows(2) {
            let word = self.tokens.text(pair[0]);
            if matches!(word, "OUTPUT_VARIABLE" | "ERROR_VARIABLE" | "RESULT_VARIABLE" | "RESULTS_VARIABLE") {
                self.assigned(pair[1], whole, false);
            }
        }
    }

    /// `foreach(a IN LISTS b c)`: the lists are variables.
    fn lists(&mut self, arguments: &[usize]) {
        let mut are_lists = false;
        for at in arguments {
            match self.tokens.text(*at) {
                "LISTS" | "ZIP_LISTS" => are_lists = true,
                "IN" | "ITEMS" | "RANGE" => are_lists = false,
                _ if are_lists => self.variable(*at, Role::Read),
                _ => {}
            }
        }
    }

    /// `if(A AND NOT TARGET b)`.
    fn condition(&mut self, arguments: &[usize]) {
        let mut before = "";
        for at in arguments {
            let text = self.tokens.text(*at);
            if self.tokens.kind(*at) == Some(Kind::Argument) {
                match before {
                    "TARGET" => self.target(*at),
                    "COMMAND" => {
                        let name = self.reading.build.names.made(&text.to_ascii_lowercase());
                        self.use_as(*at, name, Role::Read, Namespace::CALLABLE);
                    }
                    "POLICY" | "TEST" | "EXISTS" => {}
                    _ if compares(before) => {}
                    _ if crate::text::holds(CONDITION, text) => {}
                    _ if matches!(text, "TARGET" | "COMMAND" | "POLICY" | "TEST" | "DEFINED") => {}
                    _ => self.variable(*at, Role::Read),
                }
            }
            before = text;
        }
    }

    /// `include(Module)`, `include(a/b.cmake)`.
    fn include(&mut self, at: usize) {
        let Some(path) = written(self.plain(at)) else { return };
        // A file has an ending, which a module has not.
        if is_name(path) || path.contains('.') {
            let span = self.tokens.span(at);
            self.import(ImportShape::Wildcard, path, span);
        }
    }
}

/// A path without the folder that a variable before it names; `None` where more of it is put together.
fn written(path: &str) -> Option<&str> {
    let path = match path.strip_prefix("${") {
        Some(rest) => rest.split_once("}/")?.1,
        None => path.trim_start_matches("./"),
    };
    (!path.is_empty() && !path.contains(['$', '`', '<', '\\'])).then_some(path)
}

/// True for a word in capitals that divides arguments.
fn is_keyword(word: &str) -> bool {
    word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::CONDITION.is_sorted());
    }
}
