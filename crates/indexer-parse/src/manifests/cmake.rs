//! `CMakeLists.txt`: the folders of headers, macros, and sources that are written out.

use super::compilations::{Compilations, Told, macro_told};
use super::native::{Sources, Variables, is_plain};
use super::unique_list::UniqueList;
use crate::languages::is_compiled;
use indexer_core::{ManifestFacts, work};

/// What a command of CMake is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    Project,
    Opens,
    Closes,
    /// Begins what is done where it is called.
    Defines,
    EndsDefinition,
    Folders,
    Macros,
    ForgetsMacros,
    Sources,
    Set,
    Append,
    /// Runs another file, which may set what this one reads.
    Includes,
    Descends,
    Finds,
    /// Sets variables that it names.
    Sets,
    /// Builds nothing and sets nothing, though it may name sources that others build.
    Names,
    /// Builds what nobody knows.
    Makes,
    /// A command of the project.
    Other,
}

fn command(name: &str) -> Command {
    match name {
        "project" => Command::Project,
        "if" | "foreach" | "while" | "block" => Command::Opens,
        "endif" | "endforeach" | "endwhile" | "endblock" => Command::Closes,
        "function" | "macro" => Command::Defines,
        "endfunction" | "endmacro" => Command::EndsDefinition,
        "include_directories" | "target_include_directories" => Command::Folders,
        "add_definitions" | "add_compile_definitions" | "target_compile_definitions" => Command::Macros,
        "remove_definitions" => Command::ForgetsMacros,
        "add_library" | "add_executable" | "target_sources" => Command::Sources,
        "set" => Command::Set,
        "list" => Command::Append,
        "include" => Command::Includes,
        "add_subdirectory" | "subdirs" => Command::Descends,
        // They set what their names only begin.
        "find_package" | "cmake_parse_arguments" => Command::Finds,
        "add_custom_command" | "add_custom_target" | "try_compile" | "try_run" => Command::Makes,
        _ if SETTING.contains(&name) => Command::Sets,
        _ if NAMING.contains(&name) => Command::Names,
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
    /// How many conditions, loops and functions stand around a place; how many of them are functions.
    conditions: u32,
    definitions: u32,
    /// Folders of descriptions that this one runs.
    runs: UniqueList<String>,
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
        definitions: 0,
        runs: UniqueList::default(),
    };
    let is_whole = commands(text, |name, words| reader.take(&name.to_ascii_lowercase(), words));
    let Reader { mut folders, told, mut sources, is_project, runs, .. } = reader;
    folders.add(String::new(), told);
    if !is_whole {
        sources.leave_out();
    }
    let mut facts = ManifestFacts { is_project, extends: runs.into_list(), ..sources.facts(folders) };
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
        // What a name that is put together stands for may be any.
        if (command == Command::Sets || name == "foreach") && words.iter().any(|word| is_composed(word)) {
            self.variables.forget();
        }
        match command {
            Command::Project => self.is_project = true,
            Command::Opens => self.conditions += 1,
            Command::Closes => self.conditions = self.conditions.saturating_sub(1),
            Command::Defines => {
                self.conditions += 1;
                self.definitions += 1;
            }
            Command::EndsDefinition => {
                self.conditions = self.conditions.saturating_sub(1);
                self.definitions = self.definitions.saturating_sub(1);
            }
            Command::Set => self.set(words),
            Command::Append => self.append(words),
            Command::Includes => {
                self.variables.forget();
                // What CMake brings along builds nothing of a project's.
                if !words.first().is_some_and(|word| MODULES.contains(&word.as_str())) {
                    self.sources.leave_out();
                }
            }
            Command::Descends => self.descend(name, words),
            Command::Finds => self.variables.forget(),
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
            Command::ForgetsMacros => {
                let names = words.iter().map(|word| word.strip_prefix("-D").unwrap_or(word));
                names.for_each(|name| self.told.defines.forget(name));
            }
            Command::Makes if self.conditions == 0 && words.iter().any(|word| is_compiled(word)) => {
                self.sources.leave_out();
            }
            Command::Other => self.other(&words),
            Command::Names if words.iter().any(|word| word == "SOURCES") => self.sources.leave_out(),
            Command::Macros | Command::Makes | Command::Names | Command::Sets => {}
        }
    }

    /// A command of the project: it may set any variable, and build what it is given.
    fn other(&mut self, words: &[String]) {
        self.variables.forget();
        let is_sure = self.conditions == 0;
        if words.iter().any(|word| !is_plain(word) || (is_sure && is_compiled(word))) {
            self.sources.leave_out();
        }
    }

    /// Other descriptions are run, which stand in folders.
    fn descend(&mut self, name: &str, words: Vec<String>) {
        let many = if name == "subdirs" { words.len() } else { 1 };
        for word in words.iter().take(many) {
            match folder(word) {
                Some(folder) => drop(self.folders.push_text(&mut self.runs, folder)),
                None => self.sources.leave_out(),
            }
        }
        self.variables.forget();
    }

    fn list(&mut self, words: Vec<String>, skipped: usize) {
        for word in self.arguments(words, skipped) {
            match folder(&word) {
                // What stands under a condition is built only where that holds.
                Some(source) if self.conditions == 0 => self.sources.add(&mut self.folders, source),
                // Nobody knows who calls it.
                Some(_) if self.definitions > 0 => self.sources.leave_out(),
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
        if name.contains('$') {
            self.variables.forget();
            return;
        }
        let is_known = self.conditions == 0 && !words.iter().any(|word| word == "CACHE");
        let all = is_known.then(|| self.expanded(words));
        self.variables.set(&name, all);
    }

    fn append(&mut self, mut words: Vec<String>) {
        let is_append = words.first().is_some_and(|word| word == "APPEND") && words.len() > 1;
        let is_composed = match is_append {
            true => words[1].contains('$'),
            false => words.iter().any(|word| is_composed(word)),
        };
        if is_composed {
            self.variables.forget();
        }
        if is_composed || !is_append || self.conditions > 0 {
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

/// True for what may be a name that is put together: letters and variables.
fn is_composed(word: &str) -> bool {
    word.contains('$') && word.chars().all(|letter| is_name(letter) || matches!(letter, '$' | '{' | '}'))
}

/// Commands that set variables, all of which they name.
#[rustfmt::skip]
const SETTING: &[&str] = &[
    "aux_source_directory", "build_command", "check_c_compiler_flag", "check_c_source_compiles",
    "check_c_source_runs", "check_compiler_flag", "check_cxx_compiler_flag", "check_cxx_source_compiles",
    "check_cxx_source_runs", "check_cxx_symbol_exists", "check_function_exists", "check_include_file",
    "check_include_file_cxx", "check_include_files", "check_ipo_supported", "check_language", "check_library_exists",
    "check_linker_flag", "check_prototype_definition", "check_source_compiles", "check_source_runs",
    "check_struct_has_member", "check_symbol_exists", "check_type_size", "check_variable_exists",
    "cmake_dependent_option", "cmake_host_system_information", "cmake_path",
    "execute_process", "file", "find_file", "find_library", "find_path", "find_program", "get_cmake_property",
    "get_directory_property", "get_filename_component", "get_property", "get_source_file_property",
    "get_target_property", "get_test_property", "math", "option", "separate_arguments", "site_name", "string",
    "test_big_endian", "unset",
];

/// Commands that build and set nothing.
#[rustfmt::skip]
const NAMING: &[&str] = &[
    "add_compile_options", "add_dependencies", "add_link_options", "add_test", "break", "cmake_minimum_required",
    "cmake_policy", "configure_file", "configure_package_config_file", "continue", "define_property", "else",
    "elseif", "enable_language", "enable_testing", "export", "include_guard", "include_regular_expression", "install",
    "link_directories", "link_libraries", "mark_as_advanced", "message", "return", "set_directory_properties",
    "set_property", "set_source_files_properties", "set_target_properties", "set_tests_properties", "source_group",
    "target_compile_features", "target_compile_options", "target_link_directories", "target_link_libraries",
    "target_link_options", "target_precompile_headers", "write_basic_package_version_file",
];

/// Modules that CMake brings along.
#[rustfmt::skip]
const MODULES: &[&str] = &[
    "CMakeDependentOption", "CMakePackageConfigHelpers", "CMakeParseArguments", "CMakePrintHelpers",
    "CMakePushCheckState", "CPack", "CTest", "CheckCCompilerFlag", "CheckCSourceCompiles", "CheckCSourceRuns",
    "CheckCXXCompilerFlag", "CheckCXXSourceCompiles", "CheckCXXSourceRuns", "CheckCXXSymbolExists",
    "CheckCompilerFlag", "CheckFunctionExists", "CheckIPOSupported", "CheckIncludeFile", "CheckIncludeFileCXX",
    "CheckIncludeFiles", "CheckLanguage", "CheckLibraryExists", "CheckLinkerFlag", "CheckPrototypeDefinition",
    "CheckSourceCompiles", "CheckSourceRuns", "CheckStructHasMember", "CheckSymbolExists", "CheckTypeSize",
    "CheckVariableExists", "ExternalProject", "FeatureSummary", "FetchContent", "FindPackageHandleStandardArgs",
    "FindPkgConfig", "FindThreads", "GNUInstallDirs", "GenerateExportHeader", "GoogleTest",
    "InstallRequiredSystemLibraries", "ProcessorCount", "TestBigEndian",
];

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
        for between in [
            "include(PortSources)",
            "include(GNUInstallDirs)",
            "find_package(Port)",
            "macro(p)\nlist(APPEND S w.c)\nendmacro()\nset(S a.c)\np()",
            "list(APPEND ${P}_S w.c)",
            "set(${P}_S w.c)",
            "string(APPEND ${P}_S w.c)",
            "foreach(${P} w.c)\nendforeach()",
        ] {
            assert_eq!(
                of(&format!("set(P S)\nset(S a.c)\n{between}\nadd_library(x ${{S}} d.c)")),
                some("d.c"),
                "{between}"
            );
        }
        for unseen in [
            "set(S main.c w.c)\nmy_library(core ${S})",
            "include(cmake/p.cmake)",
            "include(PortSources)",
            "add_subdirectory(${WHERE})",
            "function(p)\ntarget_sources(x PRIVATE w.c)\nendfunction()\np()",
            "set_property(TARGET x APPEND PROPERTY SOURCES w.c)",
        ] {
            assert_eq!(of(&format!("{unseen}\nadd_library(x d.c)")), some("d.c"), "{unseen}");
        }
        for seen in [
            "include(GNUInstallDirs)",
            "add_subdirectory(src)",
            "my_warnings(x -Wall)",
            "target_link_libraries(x ${LIBRARIES})\ninstall(TARGETS x DESTINATION ${BIN})\ninstall(FILES w.c)",
            "if(${X})\nelseif(${Y})\nendif()\nmessage(\"${Z}\")\nstring(TOUPPER ${X} Y)",
        ] {
            assert_eq!(of(&format!("{seen}\nadd_library(x d.c)")), all("d.c"), "{seen}");
        }
        assert_eq!(
            read("add_subdirectory(src)\nadd_subdirectory(${PROJECT_SOURCE_DIR}/t)").extends,
            ["src", "/./t"]
        );
        let often = format!("set(A {})\n{}", "a ".repeat(1_000), "add_library(x ${A})\n".repeat(1_000));
        assert!(!read(&often).sources_are_all);
    }

    #[test]
    fn macros_are_told_as_long_as_nothing_takes_them_back() {
        let text = "add_definitions(-DA -DB)\nremove_definitions(-DA)\nblock()\nadd_definitions(-DC)\nendblock()\nadd_definitions(-DD)";
        assert_eq!(read(text).compilations[0].defines, ["B", "D"]);
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
