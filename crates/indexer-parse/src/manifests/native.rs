//! How C and C++ are compiled, as far as a build description says it in so many words: `compile_flags.txt`,
//! `CMakeLists.txt`, `meson.build`. What a program works out while it configures is not known.

use super::folders::{Folders, Told, macro_told, of_flags, words};
use super::once::Once;
use indexer_core::{ManifestFacts, path, work};

/// The facts of a `compile_flags.txt`: a flag a line, for all below its folder.
pub(super) fn read_flags(text: &str) -> ManifestFacts {
    let mut folders = Folders::default();
    let told = of_flags(text.lines().map(str::trim), "", &mut folders);
    folders.add(String::new(), told);
    folders.facts()
}

/// What a command of CMake is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    Project,
    Opens,
    Closes,
    Folders,
    Macros,
    Sources,
}

fn command(name: &str) -> Option<Command> {
    Some(match name {
        "project" => Command::Project,
        "if" | "foreach" | "function" | "macro" | "while" => Command::Opens,
        "endif" | "endforeach" | "endfunction" | "endmacro" | "endwhile" => Command::Closes,
        "include_directories" | "target_include_directories" => Command::Folders,
        "add_definitions" | "add_compile_definitions" | "target_compile_definitions" => Command::Macros,
        "add_library" | "add_executable" | "target_sources" => Command::Sources,
        _ => return None,
    })
}

/// The facts of a `CMakeLists.txt`: what is written out of the folders of headers, of macros, and of sources that are
/// compiled whatever is configured.
pub(super) fn read_cmake(text: &str) -> ManifestFacts {
    let text = without_comments(text);
    let mut folders = Folders::default();
    let (mut told, mut sources) = (Told::default(), Once::default());
    let (mut is_project, mut conditions) = (false, 0u32);
    let wanted = |name: &str| {
        let name = name.to_ascii_lowercase();
        let of_target =
            matches!(name.as_str(), "add_library" | "add_executable") || name.starts_with("target_");
        command(&name).map(|command| (command, usize::from(of_target)))
    };
    for ((command, skipped), arguments) in calls(&text, wanted) {
        let words = cmake_words(arguments).into_iter().skip(skipped);
        let words = words.filter(|word| !CMAKE_WORDS.contains(&word.as_str()));
        match command {
            Command::Project => is_project = true,
            Command::Opens => conditions += 1,
            Command::Closes => conditions = conditions.saturating_sub(1),
            Command::Folders => words
                .filter_map(|word| cmake_folder(&word))
                .for_each(|one| folders.push(&mut told.include, one)),
            Command::Macros if conditions == 0 => words
                .filter_map(|word| macro_told(word.strip_prefix("-D").unwrap_or(&word)))
                .for_each(|one| folders.push_text(&mut told.defines, one)),
            Command::Sources if conditions == 0 => words
                .filter_map(|word| cmake_folder(&word))
                .filter(|one| !path::extension(one).is_empty())
                .for_each(|one| folders.push_text(&mut sources, one)),
            Command::Macros | Command::Sources => {}
        }
    }
    folders.add(String::new(), told);
    ManifestFacts { sources: sources.into_list(), is_project, ..folders.facts() }
}

/// Words of commands that are no folders, macros or sources.
const CMAKE_WORDS: &[&str] = &[
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

/// The words between the parentheses of a command, without quotes.
fn cmake_words(text: &str) -> Vec<String> {
    let text = text.replace(';', " ");
    words(&text)
}

/// A folder relative to that of the file; one of the whole project begins with `//`.
fn cmake_folder(word: &str) -> Option<String> {
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

fn is_plain(path: &str) -> bool {
    !path.contains(['$', '<', '>', '*', '"'])
}

/// The facts of a `meson.build`: the folders of `include_directories`, the macros of `add_project_arguments`, and the
/// sources of what is built, as far as they are written out.
pub(super) fn read_meson(text: &str) -> ManifestFacts {
    let text = without_comments(text);
    let mut folders = Folders::default();
    let (mut told, mut sources) = (Told::default(), Once::default());
    // One stands in the arguments of another, so each kind is looked for by itself.
    for folder in texts_of(&text, &["include_directories"]) {
        folders.push(&mut told.include, folder.to_owned());
    }
    for word in texts_of(&text, &["add_project_arguments", "add_global_arguments"]) {
        let named = word.strip_prefix("-D").and_then(macro_told);
        named.into_iter().for_each(|one| folders.push_text(&mut told.defines, one));
    }
    let built = ["files", "executable", "library", "static_library", "shared_library", "both_libraries"];
    for source in texts_of(&text, &built).filter(|one| !path::extension(one).is_empty()) {
        folders.push_text(&mut sources, source.to_owned());
    }
    folders.add(String::new(), told);
    ManifestFacts { sources: sources.into_list(), ..folders.facts() }
}

/// The texts that are written out in the arguments of functions of these names.
fn texts_of<'t>(text: &'t str, names: &[&str]) -> impl Iterator<Item = &'t str> {
    let all = calls(text, |name| names.contains(&name).then_some(())).into_iter();
    let texts = all.flat_map(|((), arguments)| arguments.split('\'').skip(1).step_by(2));
    texts.filter(|one| is_plain(one) && !one.starts_with('/'))
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// The calls of which `wanted` knows the name, with what it says of it and what stands between their parentheses. They
/// may stand in the arguments of others, but none in those of another that is wanted: no text is given twice. O(bytes).
fn calls<T>(text: &str, wanted: impl Fn(&str) -> Option<T>) -> Vec<(T, &str)> {
    work::add(text.len());
    let mut found = Vec::new();
    let mut depth = 0usize;
    // The wanted call that is open: what is known of it, how deep it stands, where its arguments begin.
    let mut open: Option<(T, usize, usize)> = None;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'(' {
            if open.is_none() {
                open = wanted(name_before(&text[..at])).map(|one| (one, depth, at + 1));
            }
            depth += 1;
        } else if byte == b')' {
            depth = depth.saturating_sub(1);
            if let Some((one, _, start)) = open.take_if(|(_, outside, _)| *outside == depth) {
                work::add(at - start);
                found.push((one, &text[start..at]));
            }
        }
    }
    found
}

/// The name with which a text ends, blanks aside; "" where it ends with none.
fn name_before(text: &str) -> &str {
    let head = text.trim_end();
    let start = head.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    work::add(text.len() - start);
    &head[start..]
}

#[cfg(test)]
mod tests {
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
