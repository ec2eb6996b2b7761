//! Messages that are none, in numbers: each gets its error, and the server lives on.

use crate::{Client, FILES};
use serde_json::{Value, json};

/// Messages that are well formed.
fn well_formed() -> Vec<Value> {
    let request =
        |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    vec![
        request("initialize", json!({"protocolVersion": "2025-11-25", "capabilities": {}})),
        request("ping", json!({})),
        request("tools/list", json!({"cursor": null})),
        request("tools/call", json!({"name": "lookup_symbol", "arguments": {"name": "helper"}})),
        request("resources/list", json!({})),
        request("resources/read", json!({"uri": "indexer://outline/main.py"})),
        request("resources/subscribe", json!({"uri": "indexer://map"})),
        request("prompts/get", json!({"name": "understand", "arguments": {"symbol": "helper"}})),
        request(
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "change"}, "argument": {"name": "symbol", "value": "he"},
            }),
        ),
        request("logging/setLevel", json!({"level": "debug"})),
    ]
}

/// Values where others belong.
fn odd() -> Vec<Value> {
    let deep = (0..60).fold(json!(1), |inner, _| json!([inner]));
    vec![
        json!(null),
        json!(true),
        json!(-1.5e300),
        json!(""),
        json!("\u{0}\u{202e}\u{1f600}"),
        json!([]),
        json!([[], {}]),
        json!({"": {"": ""}}),
        deep,
        json!("x".repeat(10_000)),
    ]
}

/// Lines that go wrong one way or another.
fn lines() -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for message in well_formed() {
        let text = message.to_string();
        // Cut short, doubled, with something behind, in another encoding.
        for part in [1, 2, 3, 4] {
            lines.push(text.as_bytes()[..text.len() * part / 5].to_vec());
        }
        lines.push(format!("{text}{text}").into());
        lines.push(format!("{text},").into());
        lines.push(text.replace('"', "'").into());
        lines.push(text.encode_utf16().flat_map(u16::to_le_bytes).filter(|byte| *byte != b'\n').collect());
        lines.push([text.as_bytes(), b"\xff\xfe"].concat());
        lines.push(text.replace("2.0", "1.0").into());
        lines.push(text.replace("\"jsonrpc\"", "\"rpc\"").into());
        for odd in odd() {
            for key in ["method", "params"] {
                let mut changed = message.clone();
                changed[key] = odd.clone();
                lines.push(changed.to_string().into());
            }
            // Each parameter once with what it cannot be.
            for key in message["params"].as_object().unwrap().keys().filter(|key| *key != "capabilities") {
                let mut changed = message.clone();
                changed["params"][key] = odd.clone();
                lines.push(changed.to_string().into());
            }
        }
        for id in [json!(null), json!([]), json!({}), json!(true)] {
            let mut changed = message.clone();
            changed["id"] = id;
            lines.push(changed.to_string().into());
        }
    }
    lines.push("[".repeat(100_000).into());
    lines.push(format!("{}1{}", "[".repeat(200), "]".repeat(200)).into());
    lines.push(vec![b'x'; 3 << 20]);
    lines
}

#[test]
fn every_malformed_message_gets_an_error_and_the_server_lives_on() {
    let lines = lines();
    assert!(lines.len() >= 200, "{}", lines.len());
    let mut client = Client::start(FILES, &[]);
    let known = [-32700, -32600, -32601, -32602, -32603, -32000, -32002, -32022];
    for (number, line) in lines.iter().enumerate() {
        client.send_bytes(line);
        client.send(&format!(r#"{{"jsonrpc":"2.0","id":"after {number}","method":"ping"}}"#));
        let mut answers = 0;
        let mut alive = false;
        let shown = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        // What asks the index may be answered after the ping that follows it.
        while !alive || (answers == 0 && is_call(line)) {
            let answer = client.read();
            assert_eq!(answer["jsonrpc"], "2.0", "{shown}");
            if answer["id"] == json!(format!("after {number}")) {
                assert_eq!(answer["result"], json!({}), "{shown}");
                alive = true;
            } else if answer.get("id").is_some() {
                answers += 1;
                assert!(answer["id"].is_null() || answer["id"] == 7, "{shown}: {answer}");
                let code = answer["error"]["code"].as_i64();
                assert!(
                    answer.get("result").is_some() || known.contains(&code.unwrap()),
                    "{shown}: {answer}"
                );
                assert!(answer["error"]["message"].as_str() != Some(""), "{shown}");
            }
        }
        assert!(answers <= 1, "{shown}: {answers} answers");
        if serde_json::from_slice::<Value>(line).is_err() {
            assert_eq!(answers, 1, "{shown}: no JSON, no error");
        }
    }
    let (rest, well) = client.end();
    assert!(rest.is_empty() && well, "{rest:?}");
}

/// A request that asks the index, whatever its parameters are.
fn is_call(line: &[u8]) -> bool {
    let read = serde_json::from_slice::<Value>(line).unwrap_or_default();
    let params = read.get("params").is_none_or(|params| params.is_object() || params.is_null());
    let asks = ["tools/call", "resources/read", "resources/subscribe", "completion/complete"];
    let asks = read["method"].as_str().is_some_and(|method| asks.contains(&method));
    read["jsonrpc"] == "2.0" && asks && params && read["id"] == 7
}
