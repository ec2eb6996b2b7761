//! How C and C++ are compiled, as far as a build description says it in so many words: `compile_commands.json`,
//! `compile_flags.txt`, `CMakeLists.txt`, `meson.build`. What a program works out while it configures is not known.

use indexer_core::manifest::Compilation;
use indexer_core::{ManifestFacts, path};
use serde_json::Value;

/// The facts of a `compile_commands.json`: one compilation for each source, with absolute paths where it has such.
pub(super) fn read_commands(text: &str) -> Result<ManifestFacts, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Value::Array(all) = json else { return Err("not a list".to_owned()) };
    let mut found: Vec<Compilation> = all.iter().filter_map(command).collect();
    // Of a source that is compiled twice the first counts.
    found.sort_by(|one, other| one.of.cmp(&other.of));
    found.dedup_by(|one, other| one.of == other.of);
    Ok(facts(found))
}

fn command(entry: &Value) -> Option<Compilation> {
    let folder = entry["directory"].as_str().unwrap_or("");
    let words = match &entry["arguments"] {
        Value::Array(words) => words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
        _ => words(entry["command"].as_str()?),
    };
    Some(Compilation { of: absolute(folder, entry["file"].as_str()?), ..compilation(&words, folder) })
}

/// The facts of a `compile_flags.txt`: a flag a line, for all below its folder.
pub(super) fn read_flags(text: &str) -> ManifestFacts {
    let words: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
    facts(vec![compilation(&words, "")])
}

/// The facts of a `CMakeLists.txt`: what is written out of the folders of headers, of macros, and of sources that are
/// compiled whatever is configured.
pub(super) fn read_cmake(text: &str) -> ManifestFacts {
    let mut all = Compilation::default();
    let (mut sources, mut is_project, mut conditions) = (Vec::new(), false, 0u32);
    for (name, arguments) in calls(text, '#') {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "project" => is_project = true,
            "if" | "foreach" | "function" | "macro" | "while" => conditions += 1,
            "endif" | "endforeach" | "endfunction" | "endmacro" | "endwhile" => {
                conditions = conditions.saturating_sub(1);
            }
            _ => {}
        }
        let of_target =
            usize::from(name.starts_with("target_") || name.starts_with("add_") && name != "add_definitions");
        let words = cmake_words(&arguments).into_iter().skip(of_target);
        let words = words.filter(|word| !CMAKE_WORDS.contains(&word.as_str()));
        match name.as_str() {
            "include_directories" | "target_include_directories" => {
                words.filter_map(|word| cmake_folder(&word)).for_each(|one| push(&mut all.include, one));
            }
            "add_definitions" | "add_compile_definitions" | "target_compile_definitions"
                if conditions == 0 =>
            {
                words.filter_map(|word| macro_told(word.strip_prefix("-D").unwrap_or(&word))).for_each(
                    |one| {
                        push(&mut all.defines, one);
                    },
                );
            }
            "add_library" | "add_executable" | "target_sources" if conditions == 0 => {
                words.filter_map(|word| cmake_folder(&word)).for_each(|one| push(&mut sources, one));
            }
            _ => {}
        }
    }
    sources.retain(|one| !path::extension(one).is_empty());
    ManifestFacts { sources, is_project, ..facts(vec![all]) }
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

/// A macro as the compiler is told it; `None` for what a variable decides.
fn macro_told(word: &str) -> Option<String> {
    let name = word.split('=').next().unwrap_or("");
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_name && !word.contains(['$', '<'])).then(|| word.to_owned())
}

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
    let mut all = Compilation::default();
    let mut sources = Vec::new();
    for (name, arguments) in calls(text, '#') {
        let texts =
            arguments.split('\'').skip(1).step_by(2).filter(|one| is_plain(one) && !one.starts_with('/'));
        match name.as_str() {
            "include_directories" => texts.for_each(|one| push(&mut all.include, one.to_owned())),
            "add_project_arguments" | "add_global_arguments" => {
                let told = texts.filter_map(|one| macro_told(one.strip_prefix("-D")?));
                told.for_each(|one| push(&mut all.defines, one));
            }
            "files" | "executable" | "library" | "static_library" | "shared_library" | "both_libraries" => {
                texts
                    .filter(|one| !path::extension(one).is_empty())
                    .for_each(|one| push(&mut sources, one.to_owned()));
            }
            _ => {}
        }
    }
    ManifestFacts { sources, ..facts(vec![all]) }
}

fn facts(compilations: Vec<Compilation>) -> ManifestFacts {
    let says = |one: &Compilation| {
        !(one.of.is_empty() && one.include.is_empty() && one.quoted.is_empty() && one.defines.is_empty())
    };
    let compilations = compilations.into_iter().filter(says).collect();
    ManifestFacts { compilations, ..ManifestFacts::default() }
}

fn push(all: &mut Vec<String>, one: String) {
    let one = one.trim_end_matches('/').to_owned();
    if !all.contains(&one) {
        all.push(one);
    }
}

/// What compiler flags say: folders in the order in which they are searched, and macros.
fn compilation(words: &[String], folder: &str) -> Compilation {
    let mut all = Compilation::default();
    let mut last = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let flags = ["-iquote", "-isystem", "-idirafter", "-I", "/I", "-D", "/D", "-U"];
        let Some((flag, rest)) = flags.iter().find_map(|flag| Some((*flag, word.strip_prefix(flag)?))) else {
            continue;
        };
        let named = match rest {
            "" => words.next().map(String::as_str),
            rest => Some(rest),
        };
        let Some(named) = named else { continue };
        match flag {
            "-D" | "/D" => macro_told(named).into_iter().for_each(|one| push(&mut all.defines, one)),
            "-U" => push(&mut all.defines, format!("!{named}")),
            "-iquote" => push(&mut all.quoted, absolute(folder, named)),
            "-isystem" | "-idirafter" => push(&mut last, absolute(folder, named)),
            _ => push(&mut all.include, absolute(folder, named)),
        }
    }
    last.into_iter().for_each(|one| push(&mut all.include, one));
    all
}

/// A path that is written relative to `folder`, without steps outwards. An absolute one begins with `/`, or with a
/// drive.
fn absolute(folder: &str, path: &str) -> String {
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
    parts.join("/")
}

/// The words of a command line: blanks separate, quotes and backslashes hold together.
fn words(text: &str) -> Vec<String> {
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

/// The calls of a text: names, and what stands between their parentheses, without comments.
fn calls(text: &str, comment: char) -> Vec<(String, String)> {
    let lines = text.lines().map(|line| line.split(comment).next().unwrap_or(""));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(open) = rest.find('(') {
        let head = rest[..open].trim_end();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = head.rfind(|c| !is_name(c)).map_or(head, |at| &head[at..]);
        let name = name.trim_start_matches(|c| !is_name(c));
        let behind = &rest[open + 1..];
        let mut depth = 1u32;
        let close = behind.find(|c| {
            depth += u32::from(c == '(');
            depth -= u32::from(c == ')');
            depth == 0
        });
        let Some(close) = close else { break };
        found.push((name.to_owned(), behind[..close].to_owned()));
        // Calls stand in the arguments of others too.
        rest = behind;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(facts: ManifestFacts) -> Vec<(String, Vec<String>)> {
        facts.compilations.into_iter().map(|one| (one.of, one.include)).collect()
    }

    #[test]
    fn commands_name_the_folders_of_each_source() {
        let text = r#"[
            {"directory": "/home/me/p/build", "file": "../src/b.c", "command": "cc -I../inc -DX=1 -isystem \"/opt/a b\" -c b.c"},
            {"directory": "/home/me/p", "file": "src/a.c", "arguments": ["cc", "-isystem", "sys", "-I", "inc/", "-iquoteown"]},
            {"directory": "/home/me/p", "file": "plain.c", "arguments": ["cc"]}
        ]"#;
        let found = read(read_commands(text).unwrap());
        let texts = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            found,
            [
                ("/home/me/p/plain.c".to_owned(), texts(&[])),
                ("/home/me/p/src/a.c".to_owned(), texts(&["/home/me/p/inc", "/home/me/p/sys"])),
                ("/home/me/p/src/b.c".to_owned(), texts(&["/home/me/p/inc", "/opt/a b"])),
            ]
        );
        let facts = read_commands(text).unwrap();
        assert_eq!(facts.compilations[1].quoted, ["/home/me/p/own"], "for what stands in quotes alone");
        assert_eq!(facts.compilations[2].defines, ["X=1"]);
        assert!(read_commands("{}").is_err() && read_commands("[").is_err());
        assert!(read_commands("[1, {\"file\": 2}]").unwrap().compilations.is_empty());
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
