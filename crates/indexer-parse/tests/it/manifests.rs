//! Manifests of hostile repositories: work and memory grow with the bytes, and what is too much is said.

use indexer_core::work;
use indexer_parse::read_manifest;

/// Manifests that repeat a part: their names, what stands before, the part (`#` is its number), what stands behind.
const REPEATED: &[(&str, &str, &str, &str)] = &[
    ("CMakeLists.txt", "", "(", ""),
    ("CMakeLists.txt", "", "a(", ""),
    ("CMakeLists.txt", "", "a (   \n", ""),
    ("CMakeLists.txt", "", "include_directories(", ""),
    ("CMakeLists.txt", "", "include_directories(a#)\n", ""),
    ("meson.build", "", "include_directories('a#', ", ""),
    ("meson.build", "", "include_directories('a#')\n", ""),
    ("meson.build", "", "s += ['a#.c']\nlibrary(s, s, ", ""),
    ("meson.build", "", "if x\n[", ""),
    ("CMakeLists.txt", "", "set(a# ${a})\nlist(APPEND a b#)\n", ""),
    ("CMakeLists.txt", "", "\"", ""),
    ("CMakeLists.txt", "", "#[[", ""),
    ("CMakeLists.txt", "(", "[=[", ""),
    ("compile_commands.json", "[{\"directory\":\"/p\",\"file\":\"a.c\",\"command\":\"cc", " a#", "\"}]"),
    (
        "compile_commands.json",
        "[{\"directory\":\"/p\",\"file\":\"a.c\",\"command\":\"cc",
        " -Ia -DA=#",
        "\"}]",
    ),
];

fn steps(name: &str, text: &str) -> u64 {
    work::count(|| read_manifest(name, text.as_bytes())).1.steps
}

#[test]
fn twice_the_manifest_is_twice_the_work() {
    for (name, before, part, behind) in REPEATED {
        for closed in ["", ")"] {
            let text = |parts: usize| {
                let all: String = (0..parts).map(|i| part.replace('#', &i.to_string())).collect();
                format!("{before}{all}{}{behind}", closed.repeat(parts))
            };
            let (once, twice) = (text(1_000), text(2_000));
            let (once, twice) = (steps(name, &once), steps(name, &twice));
            assert!(once > 0 && twice * 10 <= once * 23, "{name} {part:?} {closed:?}: {once} {twice}");
        }
    }
}

/// A folder that is written once is a part of each path below it: what they take together is bounded.
#[test]
fn paths_are_bounded_and_what_is_left_out_is_said() {
    let flags: String = (0..1_200).map(|i| format!(" -Ia{i}")).collect();
    let folder = "a".repeat(4_000);
    let entry = |i: usize| format!(r#"{{"directory":"/{folder}","file":"{i}.c","command":"cc{flags}"}}"#);
    let entries: Vec<String> = (0..40).map(entry).collect();
    let text = format!("[{}]", entries.join(","));
    let facts = read_manifest("compile_commands.json", text.as_bytes());
    let folders = || facts.compilations.iter().flat_map(|one| &one.include);
    assert!(facts.compilations.iter().all(|one| one.include.len() <= 1_000));
    let bytes: usize = folders().map(String::len).sum();
    // However many such manifests there are, they give no more than so many times what is written in them.
    let most = indexer_parse::MOST_TIMES_A_MANIFEST * text.len();
    assert!(
        (most / 2..=most.min(indexer_parse::MOST_COMPILATION_BYTES)).contains(&bytes),
        "{bytes} of {most}"
    );
    assert!(facts.problem.is_some_and(|problem| problem.contains("1000 folders")));
}

/// The facts of one command with these words, and the steps that they took.
fn command(folder: &str, words: &str) -> (indexer_core::ManifestFacts, u64) {
    let text = format!(r#"[{{"directory":"/{folder}","file":"a.c","command":"cc{words}"}}]"#);
    let (facts, counted) = work::count(|| read_manifest("compile_commands.json", text.as_bytes()));
    (facts, counted.steps)
}

#[test]
fn of_a_command_no_more_words_are_read_than_the_most() {
    let (few, half) = command("p", &" a".repeat(60_000));
    assert_eq!((few.problem, few.sources_are_all), (None, true));
    let (many, steps) = command("p", &" a".repeat(600_000));
    assert!(many.problem.is_some() && !many.sources_are_all);
    assert!(steps > 0 && steps < 2 * half, "{steps} {half}");
    let text = format!(r#"[{{"file":"/a.c","arguments":[{}"a"]}}]"#, "\"a\",".repeat(70_000));
    assert!(read_manifest("compile_commands.json", text.as_bytes()).problem.is_some());
}

/// Each is made longer by the folder that the command runs in, and made short to that.
#[test]
fn folders_that_are_one_are_made_of_long_paths_no_more_often_than_the_most() {
    let words: String = (0..60_000).map(|i| format!(" -Ib{i}/..")).collect();
    let (facts, steps) = command(&"a".repeat(4_000), &words);
    assert!(facts.problem.is_some(), "a thousand are looked at");
    assert!(steps > 1_000_000 && steps < 10_000_000, "{steps}");
    let (facts, steps) = command(&"a".repeat(4_000), &" -Ib".repeat(60_000));
    assert_eq!((facts.problem, facts.compilations[0].include.len()), (None, 1));
    assert!(steps < 1_000_000, "{steps}");
}

#[test]
fn of_what_is_told_of_a_macro_the_last_counts() {
    let defines = |words: &str| command("p", words).0.compilations[0].defines.join(" ");
    assert_eq!(defines(" -DMODE=1 -DMODE=2 -DMODE=1"), "MODE=1");
    assert_eq!(defines(" -UNDEBUG -DNDEBUG -UNDEBUG"), "!NDEBUG");
    assert_eq!(defines(" -DA -Ua-b -DB -UA=1 -DA=2"), "B A=2");
}

#[test]
fn a_list_that_was_cut_is_not_whole() {
    let sources = |many: usize| (0..many).map(|i| format!(" s{i}.c")).collect::<String>();
    let cmake = |many| read_manifest("CMakeLists.txt", format!("add_library(x{})", sources(many)).as_bytes());
    assert!(cmake(1_000).sources_are_all && !cmake(1_001).sources_are_all);
}

#[test]
fn a_manifest_that_is_too_large_is_not_read_and_a_problem_says_so() {
    let package = format!("{{\"name\": \"a\"}}{}", " ".repeat(1 << 20));
    let facts = read_manifest("package.json", package.as_bytes());
    assert_eq!(facts.package, None);
    assert_eq!(facts.system, "npm");
    assert!(facts.problem.is_some_and(|problem| problem.contains("1 MB")));
    // Programs write lists of commands, which are longer.
    let commands = format!(r#"[{{"file": "/a.c", "command": "cc -I/b"}}]{}"#, " ".repeat(1 << 20));
    let facts = read_manifest("compile_commands.json", commands.as_bytes());
    assert_eq!((facts.problem, facts.compilations.len()), (None, 1));
}
