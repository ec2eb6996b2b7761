//! How C and C++ are compiled, as far as a build description says it in so many words: `compile_flags.txt`,
//! `CMakeLists.txt`, `meson.build`. What a program works out while it configures is not known.

use super::folders::{Folders, of_flags, words};
use super::once::Once;
use indexer_core::{ManifestFacts, work};

/// The facts of a `compile_flags.txt`: a flag a line, for all below its folder.
pub(super) fn read_flags(text: &str) -> ManifestFacts {
    let mut folders = Folders::default();
    let include = of_flags(text.lines().map(str::trim), "", &mut folders);
    folders.add(String::new(), include);
    folders.facts()
}

/// The facts of a `CMakeLists.txt`: the folders of `include_directories` and `target_include_directories` that are
/// written out.
pub(super) fn read_cmake(text: &str) -> ManifestFacts {
    let skipped = |name: &str| match name {
        _ if name.eq_ignore_ascii_case("include_directories") => Some(0),
        _ if name.eq_ignore_ascii_case("target_include_directories") => Some(1),
        _ => None,
    };
    let text = without_comments(text);
    let mut folders = Folders::default();
    let mut include = Once::default();
    for (skipped, arguments) in calls(&text, skipped) {
        let words = ["AFTER", "BEFORE", "INTERFACE", "PRIVATE", "PUBLIC", "SYSTEM"];
        for word in words_of_cmake(arguments).into_iter().skip(skipped) {
            if !words.contains(&word.as_str())
                && let Some(folder) = cmake_folder(&word)
            {
                folders.push(&mut include, folder);
            }
        }
    }
    folders.add(String::new(), include);
    folders.facts()
}

/// The words between the parentheses of a command, without quotes.
fn words_of_cmake(text: &str) -> Vec<String> {
    // A semicolon separates as a blank does.
    words(&text.replace(';', " "))
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
    if let Some(rest) = of("PROJECT_SOURCE_DIR").or_else(|| of("CMAKE_SOURCE_DIR")) {
        let rest = if rest.is_empty() { "." } else { rest.as_str() };
        return is_plain(rest).then(|| format!("//{rest}"));
    }
    (is_plain(word) && !word.starts_with('/')).then(|| word.to_owned())
}

/// The facts of a `meson.build`: the folders of `include_directories` that are written out.
pub(super) fn read_meson(text: &str) -> ManifestFacts {
    let text = without_comments(text);
    let mut folders = Folders::default();
    let mut include = Once::default();
    for ((), arguments) in calls(&text, |name| (name == "include_directories").then_some(())) {
        let mut rest = arguments;
        while let Some((_, behind)) = rest.split_once('\'') {
            let Some((folder, next)) = behind.split_once('\'') else { break };
            if is_plain(folder) && !folder.starts_with('/') {
                folders.push(&mut include, folder.to_owned());
            }
            rest = next;
        }
    }
    folders.add(String::new(), include);
    folders.facts()
}

fn is_plain(path: &str) -> bool {
    !path.contains(['$', '<', '>', '*', '"'])
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
        assert_eq!(found[0].1, ["inc", "own", "//include"]);
        let found =
            read(read_meson("x = executable('x', include_directories : include_directories('inc', '.'))"));
        assert_eq!(found[0].1, ["inc", "."]);
        assert!(read(read_cmake("project(x)")).is_empty() && read(read_cmake("((")).is_empty());
    }
}
