//! What a limit of memory does to a first build.

use crate::Repository;
use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

/// The most that a process had in memory of what no file holds, in kB, looked at until it ends.
fn most(mut process: Child) -> u64 {
    let path = format!("/proc/{}/status", process.id());
    let mut most = 0;
    while process.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let now = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = most.max(now.unwrap_or(0));
        thread::sleep(Duration::from_millis(2));
    }
    assert!(process.wait().unwrap().success());
    most
}

#[test]
fn a_limit_of_memory_makes_a_first_build_need_less() {
    // Names that differ, so that the tables of the index grow as those of a repository do.
    let text = |file: usize| -> String {
        let function = |at: usize| {
            let next = (at + 1) % 200;
            format!(
                "class Part{file}x{at}:\n    def value_{file}_{at}(self, given, other=None):\n        \
                 found = [one for one in given if one.kind_{at}]\n        \
                 return Part{file}x{next}().value_{file}_{next}(found, other)\n\n"
            )
        };
        (0..200).map(function).collect()
    };
    let files: Vec<(String, String)> = (0..160).map(|file| (format!("p{file}.py"), text(file))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let repository = Repository::new(&files);
    let build = |limit: &[&str]| {
        let arguments: Vec<&str> = [&["index", "--rebuild", "--quiet"], limit].concat();
        let mut command = repository.command(&arguments);
        most(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    };
    let (usual, limited) = (build(&[]), build(&["--memory-limit", "64"]));
    assert!(limited < usual / 10 * 8, "{limited} kB under a limit, {usual} kB without one");
    // The index is the same.
    let symbols = repository.ok(&["export", "symbols"]);
    assert_eq!(symbols.lines().count(), 160 * 400);
}
