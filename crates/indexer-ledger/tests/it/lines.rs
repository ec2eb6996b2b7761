//! Whatever the bytes are, each line is an entry or is told.

use indexer_ledger::{Damage, Ledger};

const ONE: &str = r#"{"kind":"decision","id":"d-1","time":"2026-11-22T05:00:01Z","title":"one"}"#;
const TWO: &str = r#"{"kind":"decision","id":"d-2","time":"2026-11-22T05:00:00Z","title":"two"}"#;

fn check(text: &str, ids: &[&str], damage: &[Damage]) {
    let ledger = Ledger::read(text.as_bytes());
    let found: Vec<&str> = ledger.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!((found.as_slice(), ledger.damage.as_slice()), (ids, damage), "{text}");
}

#[test]
fn the_order_of_lines_means_nothing() {
    check("", &[], &[]);
    check(&format!("{ONE}\n{TWO}\n"), &["d-2", "d-1"], &[]);
    check(&format!("{TWO}\r\n\n{ONE}\r\n"), &["d-2", "d-1"], &[]);
    // An editor that wrote no last newline, and a merge that kept a line of both sides.
    check(&format!("{ONE}\n{TWO}\n{ONE}"), &["d-2", "d-1"], &[]);
}

#[test]
fn what_is_no_entry_is_told_and_takes_nothing_with_it() {
    let cut = &TWO[..40];
    check(&format!("{ONE}\n{cut}"), &["d-1"], &[Damage::Torn { line: 2 }]);
    let unreadable = |line, reason| Damage::Unreadable { line, reason };
    check(&format!("{cut}\n{ONE}\n"), &["d-1"], &[unreadable(1, "it is no JSON")]);
    check(&format!("[1]\n{ONE}\n"), &["d-1"], &[unreadable(1, "it is no JSON object")]);
    let fields = "kind, id or time is missing, or a field is of another type";
    check(&format!("{{\"kind\":\"bug\"}}\n{ONE}\n"), &["d-1"], &[unreadable(1, fields)]);
    let marks = format!("<<<<<<< HEAD\n{ONE}\n=======\n{TWO}\n>>>>>>> side\n");
    check(&marks, &["d-2", "d-1"], &[1, 3, 5].map(|line| Damage::Mark { line }));
    let other = ONE.replace("one", "another");
    check(&format!("{ONE}\n{other}\n"), &["d-1"], &[Damage::Twice { id: "d-1".to_owned() }]);
    let bytes = [b"\xff\xfe\n".as_slice(), ONE.as_bytes(), b"\n"].concat();
    assert_eq!(Ledger::read(&bytes).entries.len(), 1);
    assert!(Damage::Torn { line: 3 }.to_string().contains("line 3"));
}

#[test]
fn what_a_later_version_wrote_is_kept_and_told() {
    let kind = r#"{"kind":"note","id":"n-1","time":"2026-11-22T05:00:00Z","mood":"good"}"#;
    let field = r#"{"kind":"bug","id":"b-1","time":"2026-11-22T05:00:00Z","title":"t","mood":"bad","anchors":[{"path":"a","name":"b","kind":"c","content":"d","span":[1,2]}]}"#;
    let ledger = Ledger::read(format!("{kind}\n{field}\n").as_bytes());
    let told: Vec<String> = ledger.damage.iter().map(ToString::to_string).collect();
    assert!(told[0].contains("kind note") && told[1].contains("anchors.span") && told[2].contains("mood"));
    assert_eq!(told.len(), 3);
    assert_eq!(ledger.items().len(), 1, "what is not known is no item");
    let written: Vec<String> = ledger.entries.iter().map(|one| serde_json::to_string(one).unwrap()).collect();
    let same = |one: &str, other: &str| {
        let read = |text| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(one), read(other));
    };
    same(&written[0], kind);
    same(&written[1], field);
}
