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

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_130_and_keeps_what_was_parsed() {
    use std::process::{Command, Stdio};
    let repository = repository();
    // Long enough to be interrupted, on a slow machine and on a fast one.
    for number in 0..60 {
        let text: String =
            (0..4000).map(|n| format!("def f_{number}_{n}(x):\n    return x + {n}\n\n")).collect();
        repository.write(&format!("big{number}.py"), &text);
    }
    let mut child =
        repository.command(&["index"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The lock appears only at the end; the first sign of work is processor time.
    std::thread::sleep(std::time::Duration::from_millis(700));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap();
    let facts = |repository: &super::Repository| {
        let found =
            Command::new("find").arg(repository.folder.path()).args(["-name", "*.pack"]).output().unwrap();
        !found.stdout.is_empty()
    };
    if status.success() {
        // It was faster than the interrupt.
        assert!(facts(&repository));
    } else {
        assert_eq!(status.code(), Some(130));
        assert!(facts(&repository), "what was parsed is kept");
    }
    assert!(repository.ok(&["lookup-symbol", "f_3_7"]).contains("f_3_7"));
}
