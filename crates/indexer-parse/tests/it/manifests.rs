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
    let facts = read_manifest("compile_commands.json", format!("[{}]", entries.join(",")).as_bytes());
    let folders = || facts.compilations.iter().flat_map(|one| &one.include);
    assert!(facts.compilations.iter().all(|one| one.include.len() <= 1_000));
    let bytes: usize = folders().map(String::len).sum();
    assert!((32 << 20..=64 << 20).contains(&bytes), "{bytes}");
    assert!(facts.problem.is_some_and(|problem| problem.contains("1000 folders")));
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
