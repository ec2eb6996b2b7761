//! Words that have one home: languages in the parser, tools in their table, prints in frontends,
//! `unsafe` in one file, changes of the cache and of the ledger in one each.

use super::Finding;
use crate::rust_text::RustText;
use crate::tree::File;

/// Texts that equal a language's id or name and do not name the language: (path, text, reason).
const NOT_A_LANGUAGE: &[(&str, &str, &str)] = &[
    (LISTED, "bash", AS_TEXT),
    (LISTED, "cmake", AS_TEXT),
    (LISTED, "dart", AS_TEXT),
    (LISTED, "graphql", AS_TEXT),
    (LISTED, "glsl", AS_TEXT),
    (LISTED, "groovy", AS_TEXT),
    (LISTED, "lua", AS_TEXT),
    ("crates/indexer-search/src/class.rs", "make", "a word of sentences"),
    ("crates/indexer-search/src/content/words.rs", "make", "a word of sentences"),
    (LISTED, "nix", AS_TEXT),
    (LISTED, "php", AS_TEXT),
    (LISTED, "sql", AS_TEXT),
    ("crates/indexer-engine/src/redact/assigned.rs", "sql", "a word before that of a password"),
    (LISTED, "proto", AS_TEXT),
    (LISTED, "scala", AS_TEXT),
    (LISTED, "swift", AS_TEXT),
    (LISTED, "thrift", AS_TEXT),
    (LISTED, "zig", AS_TEXT),
    ("crates/indexer-packages/src/maven.rs", "java", "how packages of the development kit begin"),
    ("crates/indexer-packages/src/headers/folders.rs", "c", "the ending of files that see no header of C++"),
    ("crates/indexer-packages/src/golang.rs", "go", "a word in go.mod, and a folder"),
    ("crates/indexer-packages/src/npm/mod.rs", "typescript", "the name of a package"),
];
const LISTED: &str = "crates/indexer-engine/src/source/names.rs";
const AS_TEXT: &str =
    "an extension of files that are read as text where the language is left out of the program";

/// Texts in a frontend that equal a tool's name and do not name the tool: (path, text, reason).
const NOT_A_TOOL: &[(&str, &str, &str)] = &[];

/// The folders of crates that may print.
const FRONTENDS: &[&str] = &["crates/indexer-cli", "crates/indexer-mcp"];
/// Programs of the project's own.
const CHORES: &[&str] = &["xtask", "benches"];

const PRINTS: &[&str] = &["println", "eprintln", "print", "eprint", "dbg"];

/// The one file with `unsafe`: it maps segments into memory.
const UNSAFE_FILE: &str = "crates/indexer-store/src/mmap.rs";

/// The one file that changes files of the cache.
const CHANGE_FILE: &str = "crates/indexer-store/src/change.rs";
/// The one file that changes those of the ledger.
const LEDGER_FILE: &str = "crates/indexer-ledger/src/append.rs";
/// The crates that have files to change, and the file of all their changes.
const CHANGERS: &[(&str, &str)] = &[
    ("crates/indexer-store", CHANGE_FILE),
    ("crates/indexer-engine", CHANGE_FILE),
    ("crates/indexer-ledger", LEDGER_FILE),
];
/// How std changes files.
const CHANGES: &[&str] = &[
    "fs::write(",
    "fs::copy(",
    "fs::rename(",
    "fs::remove_",
    "fs::create_dir",
    "File::create",
    "File::options",
    "OpenOptions::new",
    ".set_modified(",
    ".set_len(",
];

const LANGUAGES: &str = "crates/indexer-parse/src/languages/";
const TOOLS: &str = "crates/indexer-tools/src/tools/";

/// Files that are only compiled for tests, because a `#[cfg(test)] mod name;` leads to them.
pub(super) fn test_files(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_shipped()) {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let below = match name {
            "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
            _ => format!("{folder}/{}", name.trim_end_matches(".rs")),
        };
        for module in RustText::new(&file.text).test_modules {
            found.push(format!("{below}/{module}.rs"));
            found.push(format!("{below}/{module}/mod.rs"));
        }
    }
    found
}

/// What crates ship, taken apart.
fn shipped(files: &[File]) -> Vec<(&File, RustText)> {
    let test_files = test_files(files);
    let shipped = files.iter().filter(|file| file.is_shipped() && !test_files.contains(&file.path));
    shipped.map(|file| (file, RustText::new(&file.text))).collect()
}

/// Only indexer-parse names a language.
///
/// Ids of one letter are not looked for: a text of one letter says nothing.
pub(super) fn languages(files: &[File]) -> Vec<Finding> {
    let mut names: Vec<String> = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(LANGUAGES)) {
        if let Some(id) = file.path[LANGUAGES.len()..].strip_suffix("/mod.rs") {
            names.push(id.to_owned());
            names.extend(field(&file.text, "name: \"").map(str::to_owned));
        }
    }
    names.retain(|name| name.len() > 1);
    let mut found = Vec::new();
    for (file, source) in shipped(files) {
        if file.crate_folder() == "crates/indexer-parse" || CHORES.contains(&file.crate_folder()) {
            continue;
        }
        for literal in source.literals {
            let excepted =
                |(path, text, _): &&(&str, &str, &str)| *path == file.path && *text == literal.text;
            if names.contains(&literal.text) && !NOT_A_LANGUAGE.iter().any(|one| excepted(&one)) {
                let what = format!("names the language {:?}; only indexer-parse may", literal.text);
                found.push(Finding::at(file, literal.line, what));
            }
        }
    }
    found
}

/// The text after `key` up to the next quote.
pub(crate) fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(key)?;
    rest.split('"').next()
}

/// The names of all tools: over MCP, on the command line and aliases.
pub(super) fn tool_names(files: &[File]) -> Vec<String> {
    let mut names = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(TOOLS)) {
        for key in ["const NAME: &'static str = \"", "const CLI: &'static str = \""] {
            names.extend(field(&file.text, key).map(str::to_owned));
        }
        let aliases = file.text.split_once("const ALIASES: &'static [&'static str] = &[");
        let aliases = aliases.and_then(|(_, rest)| rest.split(']').next()).unwrap_or("");
        names.extend(aliases.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    names
}

/// No frontend names a tool.
///
/// A name of several words is found inside longer texts too; a plain word (`search`) is ordinary
/// English there, and only counts when it is the whole text.
pub(super) fn tools(files: &[File]) -> Vec<Finding> {
    let names = tool_names(files);
    let mut found = Vec::new();
    if names.is_empty() {
        found.push(Finding::new(TOOLS, "no tool's NAME was found; has its declaration changed?"));
    }
    for (file, source) in shipped(files) {
        if !FRONTENDS.contains(&file.crate_folder()) {
            continue;
        }
        for literal in source.literals {
            let words = literal.text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
            let mut words = words.filter(|word| word.contains(['_', '-'])).chain([literal.text.as_str()]);
            let excepted = |(path, text, _): &(&str, &str, &str)| *path == file.path && *text == literal.text;
            if let Some(name) = words.find(|word| names.iter().any(|name| name == word))
                && !NOT_A_TOOL.iter().any(excepted)
            {
                let what = format!("names the tool {name:?}; frontends loop over the table");
                found.push(Finding::at(file, literal.line, what));
            }
        }
    }
    found
}

/// Nothing below a frontend prints.
pub(super) fn prints(files: &[File]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (file, source) in shipped(files) {
        if FRONTENDS.contains(&file.crate_folder()) || CHORES.contains(&file.crate_folder()) {
            continue;
        }
        let lines: Vec<&str> = source.code.lines().collect();
        for word in PRINTS {
            let is_macro = |line: &usize| lines[line - 1].contains(&format!("{word}!"));
            let what = format!("{word}! below the frontends; give the text back");
            found.extend(
                source.places(word).filter(is_macro).map(|line| Finding::at(file, line, what.as_str())),
            );
        }
        for word in ["stdout", "stderr"] {
            let is_call = |line: &usize| lines[line - 1].contains(&format!("{word}()"));
            let what = format!("{word} below the frontends; give the text back");
            found.extend(
                source.places(word).filter(is_call).map(|line| Finding::at(file, line, what.as_str())),
            );
        }
    }
    found
}

/// Files of the cache are changed in one file, and those of the ledger.
pub(super) fn changes(files: &[File]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (file, source) in shipped(files) {
        let changer = CHANGERS.iter().find(|(folder, _)| *folder == file.crate_folder());
        let Some((_, place)) = changer.filter(|(_, place)| *place != file.path) else { continue };
        for (line, text) in (1..).zip(source.code.lines()) {
            if let Some(word) = CHANGES.iter().find(|word| text.contains(**word)) {
                found.push(Finding::at(file, line, format!("{word}..) outside {place}")));
            }
        }
    }
    found
}

/// `unsafe` stands in one file, tests and chores included.
pub(super) fn unsafe_code(files: &[File]) -> Vec<Finding> {
    let others = files.iter().filter(|file| file.is_source() && file.path != UNSAFE_FILE);
    others
        .flat_map(|file| {
            // Tests count here, so only the marks of tests are hidden from the reader of the text.
            let source = RustText::new(&file.text.replace("#[cfg(test)]", ""));
            let what = format!("unsafe outside {UNSAFE_FILE}");
            source.places("unsafe").map(|line| Finding::at(file, line, what.as_str())).collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    fn tree(path: &str, text: &str) -> Vec<File> {
        vec![
            File::new("crates/indexer-parse/src/languages/rust/mod.rs", "id: \"rust\", name: \"Rust\","),
            File::new(
                "crates/indexer-tools/src/tools/find.rs",
                "const NAME: &'static str = \"find_it\"; const CLI: &'static str = \"find-it\";
                 const ALIASES: &'static [&'static str] = &[\"find\"];",
            ),
            File::new(path, text),
        ]
    }

    #[test]
    fn a_language_named_outside_the_parser_is_found() {
        let found =
            languages(&tree("crates/indexer-link/src/a.rs", "\nif x == \"rust\" || y == \"Rust\" {}"));
        assert_eq!(places(&found), ["crates/indexer-link/src/a.rs:2", "crates/indexer-link/src/a.rs:2"]);
        assert_eq!(languages(&tree("crates/indexer-link/src/a.rs", "f(\"rusty\") // \"rust\"")), []);
        assert_eq!(languages(&tree("crates/indexer-parse/src/a.rs", "f(\"rust\")")), []);
        let tests = "#[cfg(test)]\nmod tests { fn f() { g(\"rust\") } }";
        assert_eq!(languages(&tree("crates/indexer-link/src/a.rs", tests)), []);
    }

    #[test]
    fn a_tool_named_by_a_frontend_is_found() {
        let cli = "crates/indexer-cli/src/main.rs";
        assert_eq!(tools(&tree(cli, "f(\"find_it\")")).len(), 1);
        assert_eq!(tools(&tree(cli, "f(\"try: indexer find-it x\")")).len(), 1);
        assert_eq!(tools(&tree(cli, "f(\"find\")")).len(), 1);
        assert_eq!(tools(&tree(cli, "f(\"find the rest\")")), []);
        assert_eq!(tools(&tree("crates/indexer-engine/src/a.rs", "f(\"find_it\")")), []);
        assert_eq!(tools(&[]).len(), 1);
    }

    #[test]
    fn a_print_below_the_frontends_is_found() {
        let engine = "crates/indexer-engine/src/a.rs";
        assert_eq!(prints(&tree(engine, "fn f() { eprintln!(\"x\") }")).len(), 1);
        assert_eq!(prints(&tree(engine, "io::stdout().lock()")).len(), 1);
        assert_eq!(prints(&tree(engine, "let print = 1; // println!()")), []);
        assert_eq!(prints(&tree("crates/indexer-cli/src/main.rs", "println!()")), []);
    }

    #[test]
    fn a_change_of_a_file_elsewhere_is_found() {
        let engine = "crates/indexer-engine/src/a.rs";
        assert_eq!(changes(&tree(engine, "fn f() {\n std::fs::write(a, b) }")).len(), 1);
        assert_eq!(changes(&tree(engine, "fs::remove_dir_all(a)")).len(), 1);
        assert_eq!(changes(&tree(engine, "remove_file(a); fs::read(b)")), []);
        assert_eq!(changes(&tree(engine, "#[cfg(test)]\nmod t { fn f() { fs::write(a, b) } }")), []);
        assert_eq!(changes(&tree(CHANGE_FILE, "fs::rename(a, b)")), []);
        assert_eq!(changes(&tree("crates/indexer-ledger/src/a.rs", "OpenOptions::new()")).len(), 1);
        assert_eq!(changes(&tree(LEDGER_FILE, "OpenOptions::new()")), []);
    }

    #[test]
    fn unsafe_elsewhere_is_found_in_tests_too() {
        assert_eq!(unsafe_code(&tree("crates/a/src/a.rs", "unsafe { x() }")).len(), 1);
        assert_eq!(
            unsafe_code(&tree("crates/a/src/a.rs", "#[cfg(test)]\nmod t { unsafe fn f() {} }")).len(),
            1
        );
        assert_eq!(unsafe_code(&tree("crates/a/src/a.rs", "\"unsafe\"; unsafe_code; // unsafe")), []);
        assert_eq!(unsafe_code(&tree(UNSAFE_FILE, "unsafe { x() }")), []);
    }

    #[test]
    fn a_file_behind_cfg_test_is_no_shipped_code() {
        let mut files = tree("crates/indexer-engine/src/lib.rs", "#[cfg(test)]\nmod fixture;\n");
        files.push(File::new("crates/indexer-engine/src/fixture.rs", "println!(\"rust\")"));
        assert_eq!(prints(&files), []);
        assert_eq!(languages(&files), []);
    }
}
