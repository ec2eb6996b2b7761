//! `clean`, what `index-status` says of the cache, and interrupts.

use super::repository;

#[test]
fn clean_wants_yes_where_nobody_can_be_asked() {
    let repository = repository();
    repository.ok(&["index"]);
    let refused = repository.run(&["clean"]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(said.contains("hint: give --yes"), "{said}");
    let status = repository.ok(&["index-status"]);
    assert!(status.contains("cache ") && status.contains("facts_bytes="), "{status}");
    let done = repository.run(&["clean", "--yes"]);
    assert!(done.status.success(), "{done:?}");
    let again = repository.run(&["clean", "--yes"]);
    assert!(String::from_utf8(again.stderr).unwrap().contains("nothing is stored"));
    assert!(repository.ok(&["lookup-symbol", "helper"]).contains("helper"));
}

/// Ends the program with a signal once it works, and again with a second one; gives its exit code
/// and what it said.
#[cfg(unix)]
fn interrupted(repository: &super::Repository, arguments: &[&str], signal: &str) -> (Option<i32>, String) {
    use std::process::{Command, Stdio};
    let mut child =
        repository.command(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The mark of the cache is written once signals are taken, before anything is read.
    while !repository.folder.path().join("cache/CACHEDIR.TAG").exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn a_signal_ends_with_130_and_the_next_question_is_answered() {
    for (signal, arguments) in [("-INT", ["index", "--rebuild"]), ("-TERM", ["lookup-symbol", "f_3_7"])] {
        let repository = repository();
        // More than is read between the mark and the signal.
        for number in 0..60 {
            let text: String =
                (0..3000).map(|n| format!("def f_{number}_{n}(x):\n    return x + {n}\n\n")).collect();
            repository.write(&format!("big{number}.py"), &text);
        }
        let (code, said) = interrupted(&repository, &arguments, signal);
        assert_eq!(code, Some(130), "{said}");
        assert!(said.contains("what was parsed is kept"), "{said}");
        assert!(repository.ok(&["lookup-symbol", "f_3_7"]).contains("f_3_7"));
    }
}

#[cfg(unix)]
#[test]
fn watching_ends_with_a_signal() {
    let repository = repository();
    assert_eq!(interrupted(&repository, &["watch"], "-INT").0, Some(130));
}
