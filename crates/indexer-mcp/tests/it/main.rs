//! Drives the binary over pipes, as a client does.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod control;
mod http;
mod malformed;
mod memory;
mod pipelined;
#[cfg(feature = "http")]
mod tokens;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    _folder: tempfile::TempDir,
}

impl Client {
    fn start(files: &[(&str, &str)], options: &[&str]) -> Self {
        Self::start_with(files, options, &[])
    }

    fn start_with(files: &[(&str, &str)], options: &[&str], variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("repository");
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_indexer-mcp"))
            .arg("--root")
            .arg(&root)
            .arg("--cache-dir")
            .arg(folder.path().join("cache"))
            .args(options)
            // Nothing of whoever runs the tests.
            .envs(["HOME", "XDG_CONFIG_HOME", "APPDATA"].map(|name| (name, folder.path().join("home"))))
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output, _folder: folder }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(&[line, b"\n"].concat()).unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": -1, "method": method, "params": params}).to_string());
        let answer = self.read();
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(-1)), "{answer}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))["result"].clone()
    }

    /// Closes the input; gives what is still said, and whether the server ended well.
    fn end(mut self) -> (Vec<String>, bool) {
        drop(self.input.take());
        let rest = self.output.by_ref().lines().map(Result::unwrap).collect();
        (rest, self.child.wait().unwrap().success())
    }

    fn root(&self) -> std::path::PathBuf {
        self._folder.path().join("repository")
    }

    /// Closes the input; gives what was said to the user.
    fn notes(mut self) -> String {
        drop(self.input.take());
        let mut notes = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut notes).unwrap();
        notes
    }
}

const FILES: &[(&str, &str)] = &[
    ("pkg/__init__.py", ""),
    ("pkg/a.py", "def helper():\n    return 1\n"),
    ("main.py", "from pkg.a import helper\n\nhelper()\n"),
];

#[test]
fn a_session_from_handshake_to_end() {
    let mut client = Client::start(FILES, &[]);
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = client.ask("initialize", json!({"protocolVersion": version, "capabilities": {}}));
        assert_eq!(answer["result"]["protocolVersion"], version);
    }
    let answer = client.ask("initialize", json!({"protocolVersion": "1999-01-01"}));
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(answer["result"]["serverInfo"]["name"], "indexer");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    let (rest, well) = client.end();
    assert!(rest.is_empty() && well, "{rest:?}");
}

#[test]
fn the_core_list_is_shorter_than_the_full_one_and_every_tool_can_be_called() {
    let names = |options: &[&str]| -> Vec<String> {
        let mut client = Client::start(FILES, options);
        let answer = client.ask("tools/list", json!({}));
        let tools = answer["result"]["tools"].as_array().unwrap();
        assert!(tools.iter().all(|tool| tool["inputSchema"]["type"] == "object"));
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let (core, all) = (names(&[]), names(&["--tools", "all"]));
    assert!(core.len() < all.len());
    let unlisted = all.iter().find(|name| !core.contains(name)).unwrap();
    let mut client = Client::start(FILES, &[]);
    assert_ne!(client.call(unlisted, json!({}))["content"][0]["text"], Value::Null);
}

#[test]
fn answers_are_text_and_structured_only_when_asked() {
    let mut client = Client::start(FILES, &[]);
    let result = client.call("lookup_symbol", json!({"name": "helper", "kind": null}));
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("answer tool=lookup_symbol"), "{text}");
    assert!(text.contains("symbol kind=function qualified=pkg.a.helper path=pkg/a.py line=1"), "{text}");
    assert_eq!((&result["isError"], &result["structuredContent"]), (&json!(false), &Value::Null));
    let result = client.call("find_references", json!({"symbol": "helper", "format": "json"}));
    assert_eq!(result["structuredContent"]["symbols"][0]["path"], "pkg/a.py");
    assert_eq!(result["structuredContent"]["total"], 2);
}

#[test]
fn an_answer_sees_what_has_just_changed_on_disk() {
    let mut client = Client::start(FILES, &[]);
    assert!(client.call("read_source", json!({"symbol": "helper"})).to_string().contains("return 1"));
    let root = client._folder.path().join("repository");
    std::fs::write(root.join("pkg/a.py"), "def other():\n    return 2\n").unwrap();
    let result = client.call("lookup_symbol", json!({"name": "other", "match": "exact"}));
    assert!(result.to_string().contains("pkg.a.other"), "{result}");
    // With the watcher running, whatever it has taken in ahead or not.
    for i in 0..30 {
        std::fs::write(root.join("pkg/a.py"), format!("def other_{i}():\n    return 2\n")).unwrap();
        let result = client.call("lookup_symbol", json!({"name": format!("other_{i}"), "match": "exact"}));
        assert!(result.to_string().contains(&format!("pkg.a.other_{i}")), "{result}");
    }
}

#[test]
fn the_server_watches_unless_told_otherwise() {
    for (options, off) in [(&[] as &[&str], false), (&["--watch=false"], true)] {
        let mut client = Client::start(FILES, options);
        client.call("lookup_symbol", json!({"name": "helper"}));
        let status = client.call("index_status", json!({"format": "json"}));
        assert_eq!(status["structuredContent"]["watching"] == "off", off, "{status}");
    }
}

#[test]
fn problems_of_tools_are_answers_and_unknown_tools_are_errors() {
    let mut client = Client::start(FILES, &[]);
    for arguments in [json!({}), json!({"name": 3}), json!({"name": "x", "extra": 1}), json!([])] {
        let result = client.call("lookup_symbol", arguments.clone());
        assert_eq!(result["isError"], true, "{arguments}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("error code=invalid_argument tool=lookup_symbol"), "{text}");
    }
    let result = client.call("read_source", json!({"symbol": "helpr"}));
    assert!(result["content"][0]["text"].as_str().unwrap().contains("suggestion name=helper"), "{result}");
    let outside = client.call("index_status", json!({"root": "/"}));
    assert_eq!(outside["isError"], true);
    let answer = client.ask("tools/call", json!({"name": "nope"}));
    assert_eq!(answer["error"]["code"], -32602);
}

#[test]
fn what_is_no_request_gets_its_code_and_the_session_goes_on() {
    let mut client = Client::start(FILES, &[]);
    for (line, code) in [
        ("{", -32700),
        ("\u{fffd}", -32700),
        ("[]", -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        (r#"{"id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32601),
    ] {
        client.send(line);
        let answer = client.read();
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
    }
    // Notifications, blank lines and stray responses are never answered.
    client.send(r#"{"jsonrpc":"2.0","method":"nobody/knows"}"#);
    client.send("");
    client.send(r#"{"jsonrpc":"2.0","id":4,"result":{}}"#);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

#[test]
fn ids_and_tokens_of_progress_go_back_byte_for_byte() {
    let mut client = Client::start(FILES, &[]);
    for id in ["123456789012345678901234567890", "-18446744073709551617", "1.50", "1e400", r#""\u0061\/""#] {
        for (method, params) in [("ping", "{}"), ("nope", "{}"), ("tools/call", r#"{"name":"index_status"}"#)]
        {
            client.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#));
            let mut line = String::new();
            client.output.read_line(&mut line).unwrap();
            assert!(line.contains(&format!(r#""id":{id},"#)), "{line}");
        }
    }
    // A stream of changes goes by the id of its request.
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let wanted = r#""notifications":{"resourcesListChanged":true}"#;
    let id = "99999999999999999999999";
    client.send(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"subscriptions/listen","params":{{{wanted},{meta}}}}}"#
    ));
    let mut line = String::new();
    client.output.read_line(&mut line).unwrap();
    assert!(line.contains(&format!(r#""io.modelcontextprotocol/subscriptionId":{id}}}"#)), "{line}");
    let (rest, well) = client.end();
    assert!(
        rest[0].contains(&format!(r#""id":{id},"result":{{"resultType":"complete""#)) && well,
        "{rest:?}"
    );
}

#[test]
fn batches_belong_to_one_revision() {
    let mut client = Client::start(FILES, &[]);
    client.ask("initialize", json!({"protocolVersion": "2025-03-26"}));
    client.send(
        r#"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"nope"}]"#,
    );
    let answers = client.read();
    assert_eq!((&answers[0]["id"], &answers[1]["error"]["code"]), (&json!("a"), &json!(-32601)));
    assert_eq!(answers.as_array().unwrap().len(), 2);
}

/// Enough files that indexing takes longer than answering a ping.
fn many() -> Vec<(String, String)> {
    (0..400).map(|i| (format!("m{i}.py"), format!("def f{i}():\n    return g()\n").repeat(200))).collect()
}

#[test]
fn a_slow_call_holds_up_no_ping_and_is_answered_after_the_input_ends() {
    let files = many();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut client = Client::start(&files, &[]);
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"index_status"}}"#);
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(client.read()["id"], 2);
    let (rest, well) = client.end();
    assert_eq!(rest.len(), 1);
    assert!(rest[0].contains("\"id\":1") && well, "{rest:?}");
}

#[test]
fn an_index_that_takes_long_is_an_answer_and_goes_on() {
    let files = many();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut client = Client::start(&files, &["--patience-ms", "50"]);
    let result = client.call("lookup_symbol", json!({"name": "f7"}));
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(result["isError"], true, "{text}");
    assert!(text.starts_with("error code=indexing tool=lookup_symbol message=\"indexing "), "{text}");
    assert!(text.contains("hint="), "{text}");
    let status = client.call("index_status", json!({}));
    let text = status["content"][0]["text"].as_str().unwrap();
    assert!(text.contains(" state=indexing ") && text.contains(" percent="), "{text}");
    // Asked again and again, one build answers in the end.
    let answered = (0..2_000).find_map(|_| {
        let result = client.call("lookup_symbol", json!({"name": "f7"}));
        (result["isError"] == false).then(|| result.to_string())
    });
    assert!(answered.unwrap().contains("m7.py"));
    let fresh = |_| client.call("index_status", json!({})).to_string().contains(" state=fresh ");
    assert!((0..2_000).any(fresh));
}

#[test]
fn a_cancelled_call_is_not_answered() {
    let files = many();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut client = Client::start(&files, &[]);
    client.send(r#"{"jsonrpc":"2.0","id":"slow","method":"tools/call","params":{"name":"index_status"}}"#);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"slow"}}"#);
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(client.read()["id"], 2);
    let (rest, well) = client.end();
    assert!(rest.is_empty() && well, "{rest:?}");
}

#[test]
fn the_options_of_the_command_line_are_checked() {
    let output = Command::new(env!("CARGO_BIN_EXE_indexer-mcp")).args(["--tools", "some"]).output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(Path::new(env!("CARGO_BIN_EXE_indexer-mcp")).exists());
}
