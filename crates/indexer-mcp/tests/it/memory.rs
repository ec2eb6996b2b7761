//! The ledger over the protocol: announced for what it does, gone where nothing may be written.

use crate::{Client, FILES};
use serde_json::{Value, json};

/// The names of the listed tools with one of their annotations.
fn listed(client: &mut Client, annotation: &str) -> Vec<(String, Value)> {
    let answer = client.ask("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let row =
        |tool: &Value| (tool["name"].as_str().unwrap().to_owned(), tool["annotations"][annotation].clone());
    tools.iter().map(row).collect()
}

#[test]
fn what_writes_is_announced_and_gone_where_nothing_may_be_written() {
    let writes = ["record_decision", "open_bug", "update_bug", "set_goal", "plan"];
    let mut client = Client::start(FILES, &["--tools=all", "--memory"]);
    let destructive: Vec<String> = listed(&mut client, "destructiveHint")
        .into_iter()
        .filter_map(|(name, hint)| (hint == true).then_some(name))
        .collect();
    assert_eq!(destructive, writes);
    let recorded =
        client.call("record_decision", json!({"title": "It helps", "symbols": ["helper"], "text": null}));
    let text = recorded["content"][0]["text"].as_str().unwrap();
    assert!(recorded["isError"] == false && text.contains("status=in_force"), "{recorded}");
    let briefing = client.call("get_briefing", json!({"format": "json"}));
    assert_eq!(briefing["structuredContent"]["counts"]["decisions"], 1, "{briefing}");
    for (options, left) in [
        (&["--tools=all"][..], &[][..]),
        (&["--tools=all", "--memory", "--read-only"], &["get_briefing", "get_conflicts", "list_decisions"]),
    ] {
        let mut client = Client::start(FILES, options);
        let names = listed(&mut client, "readOnlyHint");
        let memory: Vec<&str> = ["get_briefing", "get_conflicts", "list_decisions"]
            .into_iter()
            .chain(writes)
            .filter(|name| names.iter().any(|(listed, _)| listed == name))
            .collect();
        assert_eq!(memory, left, "{options:?}");
        let refused = client.call("record_decision", json!({"title": "It helps"}));
        let text = refused["content"][0]["text"].as_str().unwrap();
        assert!(refused["isError"] == true && text.starts_with("error code=disabled"), "{text}");
        assert!(!client.root().join(".indexer").exists());
    }
}
