//! What is written is what is read, and what nobody can mean is refused before anything is written.

use super::{Desk, SHOP, values};
use indexer_tools::Code;
use indexer_tools::protocol::records::parse;
use serde_json::json;
use std::fs;

#[test]
fn what_is_recorded_is_in_the_briefing() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    desk.scratch.git(&["init", "-q"]).unwrap();
    let desk = Desk { workspace: super::switches::reopened(&desk), ..desk };
    let config = "[user]\n\tname = Ada L\n\temail = ada@example.org\n";
    let path = desk.scratch.root().join(".git/config");
    fs::write(&path, fs::read_to_string(&path).unwrap() + config).unwrap();
    let why = "Floats lose cents.\nIntegers do not.";
    let decision = desk.ok(
        "record_decision",
        json!({"title": "Prices are whole cents", "text": why, "symbols": ["price", "Cart.total"]}),
    );
    let entry = &decision["entry"][0];
    assert_eq!((&decision["written"], &entry["status"]), (&json!(true), &json!("in_force")));
    assert_eq!((&entry["author"], &entry["text"]), (&json!("Ada L <ada@example.org>"), &json!(why)));
    assert_eq!(values(entry, "anchors", "symbol"), ["shop.py#price", "shop.py#Cart.total"]);
    assert_eq!(values(entry, "anchors", "state"), ["same", "same"]);
    let goal = desk.id("set_goal", json!({"title": "Ship in spring"}));
    let steps = ["write it", "test it"];
    let plan = desk.id("plan", json!({"title": "Checkout", "steps": steps, "goal": &goal[..6]}));
    let bug = desk.id("open_bug", json!({"title": "Clear leaks", "symbols": ["Cart.clear"]}));
    desk.ok("plan", json!({"id": plan, "done": [1]}));
    let briefing = desk.ok("get_briefing", json!({}));
    let expected = json!({"conflicts": 0, "goals": 1, "plans": 1, "bugs": 1, "decisions": 1});
    assert_eq!(briefing["counts"], expected);
    let text = desk.text("get_briefing", &json!({}));
    let lines = parse(&text).unwrap();
    let kinds: Vec<&str> = lines.iter().map(|line| line.kind()).collect();
    let parts = ["answer", "ledger", "goal", "plan", "step", "bug", "anchor", "decision", "anchor", "anchor"];
    assert_eq!(kinds, parts, "{text}");
    assert_eq!((lines[4].get("number"), lines[4].get("text")), (Some("2"), Some("test it")));
    assert_eq!((lines[3].get("steps"), lines[3].get("done")), (Some("2"), Some("1")));
    assert_eq!((lines[5].get("id"), lines[5].get("severity")), (Some(bug.as_str()), Some("medium")));
    // What is done is no news.
    desk.ok("plan", json!({"id": plan, "done": [2]}));
    desk.ok("set_goal", json!({"id": goal, "status": "reached", "note": "in March"}));
    desk.ok("update_bug", json!({"id": bug, "status": "fixed"}));
    assert_eq!(desk.ok("get_briefing", json!({}))["total"], 1);
    let one = desk.ok("get_briefing", json!({"id": goal}));
    let item = &one["briefing"][0]["item"];
    assert_eq!((&item["status"], &item["updates"][0]["text"]), (&json!("reached"), &json!("in March")));
}

#[test]
fn decisions_are_found_by_words_symbols_and_what_became_of_them() {
    let desk = Desk::new(&[("shop.py", SHOP), ("other/a.py", "def price(): pass\n")]);
    let first = desk.id("record_decision", json!({"title": "Cents", "symbols": ["shop.py#price"]}));
    let second = desk
        .id("record_decision", json!({"title": "Tenths", "text": "Of a CENT", "supersedes": [&first[..8]]}));
    let third = desk.id("record_decision", json!({"title": "Names", "symbols": ["Cart"]}));
    let ids = |arguments| values(&desk.ok("list_decisions", arguments), "decisions", "id");
    assert_eq!(ids(json!({})), [third.as_str(), second.as_str()]);
    assert_eq!(ids(json!({"status": "superseded"})), [first.as_str()]);
    assert_eq!(ids(json!({"status": "all", "query": "cent"})), [second.as_str(), first.as_str()]);
    assert_eq!(ids(json!({"symbol": "cart"})), [third.as_str()]);
    assert_eq!(ids(json!({"status": "all", "symbol": "price"})), [first.as_str()]);
    assert_eq!(ids(json!({"status": "all", "path": "shop.py"})), [third.as_str(), first.as_str()]);
    assert_eq!(ids(json!({"status": "all", "path": "other"})), [""; 0]);
    let old = desk.ok("list_decisions", json!({"status": "superseded"}));
    assert_eq!(old["decisions"][0]["superseded_by"], json!([second]));
    let problem = desk.problem("record_decision", json!({"title": "x", "supersedes": ["d-nothing"]}));
    assert_eq!((problem.code, problem.parameter.as_deref()), (Code::NotFound, Some("supersedes")));
    assert!(problem.suggestions.contains(&second));
}

#[test]
fn what_nobody_can_mean_is_refused_and_nothing_is_written() {
    let desk = Desk::new(&[("shop.py", SHOP), ("other.py", "def price(): pass\n")]);
    let long = "x".repeat(5_000);
    let steps: Vec<String> = (0..51).map(|number| number.to_string()).collect();
    for (tool, arguments, code, parameter) in [
        ("record_decision", json!({"title": " \n "}), Code::InvalidArgument, "title"),
        ("record_decision", json!({"title": long}), Code::InvalidArgument, "title"),
        ("record_decision", json!({"title": "a", "text": long}), Code::InvalidArgument, "text"),
        ("record_decision", json!({"title": "a", "symbols": ["nothing"]}), Code::NotFound, "symbols"),
        ("open_bug", json!({"title": "a", "symbols": ["price"]}), Code::Ambiguous, "symbols"),
        ("open_bug", json!({"title": "a", "severity": "awful"}), Code::InvalidArgument, "severity"),
        ("plan", json!({"title": "a"}), Code::InvalidArgument, "steps"),
        ("plan", json!({"title": "a", "steps": steps}), Code::InvalidArgument, "steps"),
        ("plan", json!({"title": "a", "steps": ["b"], "goal": "g-nothing"}), Code::NotFound, "goal"),
        ("plan", json!({"title": "a", "steps": ["b"], "done": [1]}), Code::InvalidArgument, "id"),
        ("plan", json!({"id": "p-nothing", "done": [1]}), Code::NotFound, "id"),
        ("set_goal", json!({}), Code::InvalidArgument, "title"),
        ("set_goal", json!({"title": "a", "status": "reached"}), Code::InvalidArgument, "id"),
        ("update_bug", json!({"id": "b-nothing", "status": "fixed"}), Code::NotFound, "id"),
        ("update_bug", json!({"id": "b-nothing"}), Code::InvalidArgument, "id"),
    ] {
        let problem = desk.problem(tool, arguments.clone());
        assert_eq!(
            (problem.code, problem.parameter.as_deref()),
            (code, Some(parameter)),
            "{tool} {arguments}"
        );
    }
    assert!(!desk.scratch.root().join(".indexer").exists(), "a refusal leaves nothing behind");
    let both = desk.problem("open_bug", json!({"title": "a", "symbols": ["price"]}));
    assert_eq!(both.suggestions, ["other.py#price", "shop.py#price"]);
    let near = desk.problem("record_decision", json!({"title": "a", "symbols": ["prise"]}));
    assert!(near.suggestions.contains(&"price".to_owned()), "{near:?}");
    let plan = desk.id("plan", json!({"title": "a", "steps": ["b", "c"]}));
    let problem = desk.problem("plan", json!({"id": plan, "done": [3]}));
    assert!(problem.message.contains("steps 1 to 2"), "{problem}");
    let problem = desk.problem("update_bug", json!({"id": plan, "status": "fixed"}));
    assert!(problem.message.contains("is no bug"), "{problem}");
    let problem = desk.problem("plan", json!({"id": plan, "title": "other"}));
    assert!(problem.message.contains("never changed"), "{problem}");
    assert_eq!(fs::read_to_string(desk.ledger()).unwrap().lines().count(), 1);
}

#[test]
fn the_same_question_twice_writes_once() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    let ask = || desk.ok("open_bug", json!({"title": "a", "symbols": ["price"]}));
    let (first, second) = (ask(), ask());
    assert_eq!((&first["written"], &second["written"]), (&json!(true), &json!(false)));
    assert_eq!(first["entry"][0]["id"], second["entry"][0]["id"]);
    let id = first["entry"][0]["id"].as_str().unwrap();
    let fix = || desk.ok("update_bug", json!({"id": id, "status": "fixed"}))["written"].clone();
    assert_eq!((fix(), fix()), (json!(true), json!(false)));
    desk.ok("update_bug", json!({"id": id, "status": "open"}));
    assert_eq!(fix(), json!(true), "it was open in between");
    assert_eq!(fs::read_to_string(desk.ledger()).unwrap().lines().count(), 4);
}

#[test]
fn a_secret_is_hidden_before_it_is_written_and_when_somebody_else_wrote_it() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    let secret = format!("AKIA{}", "IOSFODNN7QZXMPLE");
    let text = format!("the key {secret} is in the log");
    let answer = desk.ok("open_bug", json!({"title": "Keys are logged", "text": text}));
    assert_eq!(answer["redacted"], 1);
    assert!(!fs::read_to_string(desk.ledger()).unwrap().contains(&secret));
    let line = json!({"kind": "goal", "id": "g-1", "time": "2026-11-22T05:00:00Z", "title": text});
    fs::write(desk.ledger(), format!("{line}\n")).unwrap();
    let briefing = desk.text("get_briefing", &json!({}));
    assert!(briefing.contains("g-1") && !briefing.contains(&secret), "{briefing}");
}

#[test]
fn what_cannot_be_read_is_told_in_every_answer() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    desk.ok("record_decision", json!({"title": "first"}));
    let whole = fs::read_to_string(desk.ledger()).unwrap();
    fs::write(desk.ledger(), format!("{whole}{{\"kind\":\"deci")).unwrap();
    for tool in ["get_briefing", "get_conflicts", "list_decisions"] {
        let text = desk.text(tool, &json!({}));
        assert!(
            text.contains("problem path=.indexer/ledger.jsonl what=\"line 2, the last, was cut off"),
            "{text}"
        );
    }
    let later = "\n{\"kind\":\"note\",\"id\":\"n-1\",\"time\":\"2027\"}\n";
    fs::write(desk.ledger(), format!("{}{later}", whole.trim_end())).unwrap();
    let written = desk.ok("record_decision", json!({"title": "second"}));
    assert!(written["problems"][0].as_str().unwrap().contains("kind note"), "{written}");
    assert!(fs::read_to_string(desk.ledger()).unwrap().contains(later.trim()), "what is later is kept");
}

#[test]
fn many_bugs_push_no_goal_out_of_a_briefing() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    for number in 0..60 {
        let severity = if number == 30 { "critical" } else { "low" };
        let text = "It shows only now and then. ".repeat(20);
        desk.ok("open_bug", json!({"title": format!("Bug {number}"), "text": text, "severity": severity}));
    }
    desk.ok("set_goal", json!({"title": "No bugs"}));
    desk.ok("record_decision", json!({"title": "Bugs first"}));
    let text = desk.text("get_briefing", &json!({"budget": 900}));
    assert!(indexer_search::tokens(text.len()) <= 900, "{} bytes", text.len());
    let lines = parse(&text).unwrap();
    let titles: Vec<&str> = lines.iter().filter_map(|line| line.get("title")).collect();
    assert_eq!(&titles[..3], ["No bugs", "Bug 30", "Bug 59"], "{text}");
    assert!(titles.contains(&"Bugs first") && lines[0].get("truncated") == Some("true"), "{text}");
    // Page by page everything is there once.
    let (mut seen, mut cursor) = (Vec::new(), serde_json::Value::Null);
    loop {
        let page = desk.ok("get_briefing", json!({"budget": 2000, "cursor": cursor}));
        let rows = page["briefing"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| row["item"]["id"].as_str().unwrap().to_owned()));
        cursor = page["cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!((seen.len(), count), (62, 62));
}

#[test]
fn a_briefing_is_within_its_budget_whatever_the_ledger_holds() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    desk.id("open_bug", json!({"title": "It leaks"}));
    let long = "Some words, and more of them; \u{1}\u{2028}\"quoted\" 漢字. ".repeat(40);
    let anchors: Vec<_> = (0..60)
        .map(|n| json!({"path": format!("gone/{n}/{long}"), "name": long, "kind": long, "content": "1-0"}))
        .collect();
    let time = "2026-03-02T09:00:00Z";
    let mut lines = vec![
        json!({"kind": "goal", "id": "g-1", "time": time, "title": long, "text": long, "status": "open"}),
        json!({"kind": "plan", "id": "p-1", "time": time, "title": "Plan", "status": "open", "steps": vec![long.clone(); 200]}),
        json!({"kind": "bug", "id": "b-1", "time": long, "title": "Bug", "status": "open", "severity": long, "anchors": anchors}),
    ];
    for n in 0..100 {
        lines.push(json!({
            "kind": "decision", "id": format!("d-{n}"), "time": time, "title": "Yes", "supersedes": ["d-none", "d-0"],
            format!("field{n}"): long,
        }));
        lines.push(
            json!({"kind": format!("kind {n} {long}"), "id": format!("k-{n}"), "time": time, "title": "No"}),
        );
    }
    let mut text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    text += &"no entry at all\n".repeat(100);
    fs::write(desk.ledger(), text).unwrap();
    // An entry alone in its answer, and one long enough to be all that there is.
    for id in ["", "g-1", "p-1", "b-1", "d-7"] {
        for budget in [300, 2_000] {
            for format in ["text", "json"] {
                let mut arguments = json!({"budget": budget, "format": format});
                if !id.is_empty() {
                    arguments["id"] = json!(id);
                }
                let mut rows = 0;
                // A few pages: each leads on.
                for _ in 0..3 {
                    let body = desk.text("get_briefing", &arguments);
                    let tokens = indexer_search::tokens(body.len());
                    assert!(tokens <= budget, "{arguments}: {tokens} tokens: {body}");
                    let (shown, cursor) = match format {
                        "json" => {
                            let answer: serde_json::Value = serde_json::from_str(&body).unwrap();
                            (answer["shown"].as_u64().unwrap(), answer["cursor"].as_str().map(str::to_owned))
                        }
                        _ => {
                            let first = parse(&body).unwrap()[0].clone();
                            (
                                first.get("shown").unwrap().parse().unwrap(),
                                first.get("cursor").map(str::to_owned),
                            )
                        }
                    };
                    assert!(shown > 0, "{body}");
                    rows += shown;
                    let Some(cursor) = cursor else { break };
                    arguments["cursor"] = json!(cursor);
                }
                assert!(!id.is_empty() || rows >= 3);
            }
        }
    }
    assert!(desk.text("get_briefing", &json!({"budget": 4_000})).contains("problems more="));
}
