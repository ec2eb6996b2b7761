//! What follows from entries, in whatever order they stand.

use crate::{entry, update};
use indexer_ledger::{Anchor, Conflict, Entry, Kind, Ledger};

/// The ledger of these entries, each with its id, read forwards or backwards.
fn ledger(entries: &[(&str, Entry)], forwards: bool) -> Ledger {
    let mut lines: Vec<String> = entries
        .iter()
        .map(|(id, one)| serde_json::to_string(&Entry { id: (*id).to_owned(), ..one.clone() }).unwrap())
        .collect();
    if !forwards {
        lines.reverse();
    }
    Ledger::read(lines.join("\n").as_bytes())
}

fn after(ids: &[&str], one: Entry) -> Entry {
    Entry { supersedes: ids.iter().map(|id| (*id).to_owned()).collect(), ..one }
}

#[test]
fn a_status_is_that_of_the_update_that_knew_of_the_others() {
    // The clock of whoever fixed it is late.
    let entries = [
        ("b-1", entry(Kind::Bug, "it leaks", 0)),
        ("u-1", update("b-1", "in_progress", 30)),
        ("u-2", after(&["u-1"], update("b-1", "fixed", 20))),
        ("u-3", Entry { text: "seen on two machines".to_owned(), ..update("b-1", "", 40) }),
    ];
    for forwards in [true, false] {
        let ledger = ledger(&entries, forwards);
        let bug = ledger.item("b-1").unwrap();
        assert_eq!((bug.status, bug.is_open(), bug.contested.len()), ("fixed", false, 0));
        assert_eq!(bug.updates.len(), 3);
        assert_eq!(bug.heads(), ["u-2"]);
        assert_eq!(ledger.conflicts(), []);
    }
}

#[test]
fn two_who_did_not_know_of_each_other_are_a_conflict_where_they_differ() {
    for (second, count) in [("wont_fix", 1), ("fixed", 0)] {
        let entries = [
            ("b-1", entry(Kind::Bug, "it leaks", 0)),
            ("u-1", update("b-1", "fixed", 1)),
            ("u-2", update("b-1", second, 2)),
        ];
        let ledger = ledger(&entries, true);
        assert_eq!(ledger.item("b-1").unwrap().status, second, "the later one shows");
        assert_eq!(ledger.conflicts().len(), count);
        assert_eq!(ledger.item("b-1").unwrap().heads(), ["u-1", "u-2"], "the next one settles it");
    }
}

#[test]
fn steps_are_done_one_by_one_and_may_become_more() {
    let steps = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let mut entries = vec![
        ("p-1", Entry { steps: steps(&["one", "two"]), ..entry(Kind::Plan, "plan", 0) }),
        ("u-1", Entry { done: vec![1, 9], ..update("p-1", "", 1) }),
    ];
    let one = ledger(&entries, true);
    let plan = one.item("p-1").unwrap();
    assert_eq!((plan.next_step(), plan.status), (Some((2, "two")), "open"));
    entries.push(("u-2", Entry { done: vec![2], ..update("p-1", "", 2) }));
    assert_eq!(ledger(&entries, true).item("p-1").unwrap().status, "done");
    entries.push(("u-3", Entry { steps: steps(&["three"]), ..update("p-1", "", 3) }));
    let more = ledger(&entries, false);
    let plan = more.item("p-1").unwrap();
    assert_eq!((plan.next_step(), plan.status), (Some((3, "three")), "open"));
}

#[test]
fn chains_of_decisions_lead_to_what_is_in_force() {
    let entries = [
        ("d-1", entry(Kind::Decision, "one", 0)),
        ("d-2", after(&["d-1"], entry(Kind::Decision, "two", 1))),
        ("d-3", after(&["d-2"], entry(Kind::Decision, "three", 2))),
    ];
    let ledger = ledger(&entries, false);
    let states: Vec<&str> = ledger.items().iter().map(|item| item.status).collect();
    assert_eq!(states, ["superseded", "superseded", "in_force"]);
    let ends: Vec<(&str, &str)> = ledger
        .conflicts()
        .iter()
        .map(|conflict| match conflict {
            Conflict::Superseded { of, by } => (of.id.as_str(), by[0].id.as_str()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(ends, [("d-1", "d-3"), ("d-2", "d-3")]);
}

#[test]
fn forks_circles_and_what_is_missing_are_conflicts() {
    let fork = [
        ("d-1", entry(Kind::Decision, "one", 0)),
        ("d-2", after(&["d-1"], entry(Kind::Decision, "two", 1))),
        ("d-3", after(&["d-1"], entry(Kind::Decision, "three", 2))),
    ];
    let fork = ledger(&fork, true);
    let conflicts = fork.conflicts();
    assert!(matches!(&conflicts[0], Conflict::Forked { of, by } if of.id == "d-1" && by.len() == 2));
    let circle = [
        ("d-1", after(&["d-2"], entry(Kind::Decision, "one", 0))),
        ("d-2", after(&["d-1"], entry(Kind::Decision, "two", 1))),
        ("d-3", after(&["d-3"], entry(Kind::Decision, "three", 2))),
    ];
    let circle = ledger(&circle, true);
    let conflicts = circle.conflicts();
    assert!(
        matches!(&conflicts[..], [Conflict::Circle { decisions }] if decisions.len() == 2),
        "{conflicts:?}"
    );
    assert!(circle.item("d-3").unwrap().is_open(), "nothing supersedes itself");
    let missing = [("u-1", update("b-9", "fixed", 0))];
    let missing = ledger(&missing, true);
    assert!(matches!(&missing.conflicts()[..], [Conflict::Missing { id: "b-9", .. }]));
}

#[test]
fn two_decisions_about_one_symbol_are_told_and_no_more() {
    let about = |name: &str, title: &str, second| {
        let (path, name, kind) = ("a.py".to_owned(), name.to_owned(), "function".to_owned());
        let anchor = Anchor { path, name, kind, ..Anchor::default() };
        Entry { anchors: vec![anchor], ..entry(Kind::Decision, title, second) }
    };
    let entries = [
        ("d-1", about("run", "one", 0)),
        ("d-2", about("run", "two", 1)),
        ("d-3", about("stop", "three", 2)),
    ];
    let shared = ledger(&entries, true);
    let conflicts = shared.conflicts();
    assert!(
        matches!(&conflicts[..], [Conflict::Shared { anchor, decisions }] if anchor.name == "run" && decisions.len() == 2)
    );
    let settled = [entries[0].clone(), ("d-2", after(&["d-1"], about("run", "two", 1)))];
    let settled = ledger(&settled, true);
    assert!(matches!(&settled.conflicts()[..], [Conflict::Superseded { .. }]), "one is in force");
}
