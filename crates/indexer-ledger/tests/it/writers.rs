//! Who writes: many at once, after somebody who was stopped, and nowhere else.

use crate::{entry, write};
use indexer_ledger::{Damage, Entry, FILE, FOLDER, Kind, LedgerError, append, load};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const WRITERS: usize = 8;
const ENTRIES: usize = 100;
/// Names the folder to a process of the test.
const ROOT: &str = "INDEXER_TEST_LEDGER_ROOT";
const WRITER: &str = "INDEXER_TEST_LEDGER_WRITER";

#[test]
fn entries_of_many_processes_are_all_there() {
    if let (Some(root), Ok(writer)) = (std::env::var_os(ROOT), std::env::var(WRITER)) {
        for number in 0..ENTRIES {
            let text = "x".repeat(number * 37);
            let one = Entry { text, ..entry(Kind::Decision, &format!("{writer} {number}"), 0) };
            assert!(write(&PathBuf::from(&root), &one).written);
        }
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["writers::entries_of_many_processes_are_all_there", "--exact"]);
            command.env(ROOT, root.path()).env(WRITER, writer.to_string());
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    let ledger = load(root.path()).unwrap();
    assert_eq!(ledger.damage, []);
    let said: BTreeSet<(&str, usize)> =
        ledger.entries.iter().map(|entry| (entry.title.as_str(), entry.text.len())).collect();
    let expected: BTreeSet<(String, usize)> = (0..WRITERS)
        .flat_map(|writer| (0..ENTRIES).map(move |number| (format!("{writer} {number}"), number * 37)))
        .collect();
    let said: BTreeSet<(String, usize)> =
        said.into_iter().map(|(title, length)| (title.to_owned(), length)).collect();
    assert_eq!(said, expected);
    assert_eq!(ledger.entries.len(), WRITERS * ENTRIES);
    let attributes = fs::read_to_string(root.path().join(FOLDER).join(".gitattributes")).unwrap();
    assert_eq!(attributes, "ledger.jsonl merge=union\n");
}

#[test]
fn what_is_asked_twice_is_written_once() {
    let root = tempfile::tempdir().unwrap();
    let one = write(root.path(), &entry(Kind::Decision, "one", 0));
    let again = write(root.path(), &entry(Kind::Decision, "one", 5));
    assert!(one.written && !again.written && again.id == one.id);
    let other = Entry { supersedes: vec![one.id.clone()], ..entry(Kind::Decision, "two", 6) };
    assert!(write(root.path(), &other).written && !write(root.path(), &other).written);
    // It is no longer in force, so it is said anew.
    assert!(write(root.path(), &entry(Kind::Decision, "one", 7)).written);
}

#[test]
fn a_line_that_was_cut_off_is_told_and_nothing_is_glued_to_it() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &entry(Kind::Decision, "one", 0));
    let file = root.path().join(FILE);
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{whole}{}", &whole[..30])).unwrap();
    assert_eq!(load(root.path()).unwrap().damage, [Damage::Torn { line: 2 }]);
    let appended = write(root.path(), &entry(Kind::Decision, "two", 1));
    let reason = "it is no JSON";
    for ledger in [appended.ledger, load(root.path()).unwrap()] {
        assert_eq!(ledger.entries.len(), 2);
        assert_eq!(ledger.damage, [Damage::Unreadable { line: 2, reason }]);
    }
    assert!(fs::read_to_string(&file).unwrap().starts_with(&whole), "nothing is taken away");
}

#[test]
fn what_somebody_wrote_into_the_attributes_stays() {
    for (before, after) in [
        ("*.md text", "*.md text\nledger.jsonl merge=union\n"),
        ("ledger.jsonl merge=ours\n", "ledger.jsonl merge=ours\n"),
    ] {
        let root = tempfile::tempdir().unwrap();
        let attributes = root.path().join(FOLDER).join(".gitattributes");
        fs::create_dir(root.path().join(FOLDER)).unwrap();
        fs::write(&attributes, before).unwrap();
        write(root.path(), &entry(Kind::Goal, "one", 0));
        write(root.path(), &entry(Kind::Goal, "two", 0));
        assert_eq!(fs::read_to_string(&attributes).unwrap(), after);
    }
}

#[test]
fn a_refusal_writes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let refused = append(root.path(), |_| Err(LedgerError::Random("no".to_owned())));
    assert!(refused.is_err());
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    let file = tempfile::tempdir().unwrap();
    fs::write(file.path().join(FOLDER), "").unwrap();
    let refused = append(file.path(), |_| Ok::<_, LedgerError>(entry(Kind::Goal, "one", 0))).unwrap_err();
    assert!(refused.to_string().contains("is no folder"), "{refused}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_root_is_refused() {
    use std::os::unix::fs::symlink;
    let (outside, root) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    symlink(outside.path(), root.path().join(FOLDER)).unwrap();
    let goal = || Ok::<_, LedgerError>(entry(Kind::Goal, "one", 0));
    let refused = append(root.path(), |_| goal()).unwrap_err();
    assert!(refused.to_string().contains("leads out of the root"), "{refused}");
    assert!(load(root.path()).is_err());
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    let inside = tempfile::tempdir().unwrap();
    fs::create_dir(inside.path().join(FOLDER)).unwrap();
    symlink(outside.path().join("ledger"), inside.path().join(FILE)).unwrap();
    let refused = append(inside.path(), |_| goal()).unwrap_err();
    assert!(refused.to_string().contains("is a link"), "{refused}");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn an_entry_is_not_lost_where_a_checkout_replaces_the_file() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &entry(Kind::Goal, "one", 0));
    let file = root.path().join(FILE);
    // While the lock is held, another file takes its place, as git does it.
    let appended = append(root.path(), |_| {
        let new = file.with_extension("new");
        fs::copy(&file, &new).unwrap();
        fs::rename(&new, &file).unwrap();
        Ok::<_, LedgerError>(entry(Kind::Goal, "two", 1))
    });
    assert!(appended.unwrap().written);
    let ledger = load(root.path()).unwrap();
    let titles: Vec<&str> = ledger.entries.iter().map(|entry| entry.title.as_str()).collect();
    assert_eq!(titles, ["one", "two"]);
}
