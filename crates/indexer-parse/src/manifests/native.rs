//! How C and C++ are compiled, as far as a build description says it in so many words: `compile_commands.json`,
//! `compile_flags.txt`, `CMakeLists.txt`, `meson.build`. What a program works out while it configures is not known.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Compilation;
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
    Some(Compilation { of: absolute(folder, entry["file"].as_str()?), include: folders(&words, folder) })
}

/// The facts of a `compile_flags.txt`: a flag a line, for all below its folder.
pub(super) fn read_flags(text: &str) -> ManifestFacts {
    let words: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
    let include = folders(&words, "");
    facts(vec![Compilation { of: String::new(), include }])
}

/// The facts of a `CMakeLists.txt`: the folders of `include_directories` and `target_include_directories` that are
/// written out.
pub(super) fn read_cmake(text: &str) -> ManifestFacts {
    let mut include = Vec::new();
    for (name, arguments) in calls(text, '#') {
        let skipped = match name.to_ascii_lowercase().as_str() {
            "include_directories" => 0,
            "target_include_directories" => 1,
            _ => continue,
        };
        let words = ["AFTER", "BEFORE", "INTERFACE", "PRIVATE", "PUBLIC", "SYSTEM"];
        for word in cmake_words(&arguments).into_iter().skip(skipped) {
            if !words.contains(&word.as_str())
                && let Some(folder) = cmake_folder(&word)
            {
                push(&mut include, folder);
            }
        }
    }
    facts(vec![Compilation { of: String::new(), include }])
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
    if let Some(rest) = of("PROJECT_SOURCE_DIR").or_else(|| of("CMAKE_SOURCE_DIR")) {
        let rest = if rest.is_empty() { "." } else { rest.as_str() };
        return is_plain(rest).then(|| format!("//{rest}"));
    }
    (is_plain(word) && !word.starts_with('/')).then(|| word.to_owned())
}

fn is_plain(path: &str) -> bool {
    !path.contains(['$', '<', '>', '*', '"'])
}

/// The facts of a `meson.build`: the folders of `include_directories` that are written out.
pub(super) fn read_meson(text: &str) -> ManifestFacts {
    let mut include = Vec::new();
    for (name, arguments) in calls(text, '#') {
        if name != "include_directories" {
            continue;
        }
        let mut rest = arguments.as_str();
        while let Some((_, behind)) = rest.split_once('\'') {
            let Some((folder, next)) = behind.split_once('\'') else { break };
            if is_plain(folder) && !folder.starts_with('/') {
                push(&mut include, folder.to_owned());
            }
            rest = next;
        }
    }
    facts(vec![Compilation { of: String::new(), include }])
}

fn facts(compilations: Vec<Compilation>) -> ManifestFacts {
    let compilations = compilations.into_iter().filter(|one| !one.include.is_empty()).collect();
    ManifestFacts { compilations, ..ManifestFacts::default() }
}

fn push(all: &mut Vec<String>, one: String) {
    let one = one.trim_end_matches('/').to_owned();
    if !all.contains(&one) {
        all.push(one);
    }
}

/// The folders that compiler flags name, in the order in which they are searched.
fn folders(words: &[String], folder: &str) -> Vec<String> {
    let (mut quoted, mut first, mut last) = (Vec::new(), Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let flags = ["-iquote", "-isystem", "-idirafter", "-I", "/I"];
        let Some((flag, rest)) = flags.iter().find_map(|flag| Some((*flag, word.strip_prefix(flag)?))) else {
            continue;
        };
        let named = match rest {
            "" => words.next().map(String::as_str),
            rest => Some(rest),
        };
        let list = match flag {
            "-iquote" => &mut quoted,
            "-isystem" | "-idirafter" => &mut last,
            _ => &mut first,
        };
        if let Some(named) = named {
            push(list, absolute(folder, named));
        }
    }
    quoted.extend(first);
    last.into_iter().for_each(|one| push(&mut quoted, one));
    quoted
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
        let a = ["/home/me/p/own", "/home/me/p/inc", "/home/me/p/sys"];
        assert_eq!(
            found,
            [
                ("/home/me/p/src/a.c".to_owned(), texts(&a)),
                ("/home/me/p/src/b.c".to_owned(), texts(&["/home/me/p/inc", "/opt/a b"])),
            ]
        );
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
        assert_eq!(found[0].1, ["inc", "own", "//include"]);
        let found =
            read(read_meson("x = executable('x', include_directories : include_directories('inc', '.'))"));
        assert_eq!(found[0].1, ["inc", "."]);
        assert!(read(read_cmake("project(x)")).is_empty() && read(read_cmake("((")).is_empty());
    }
}
