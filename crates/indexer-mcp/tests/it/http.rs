//! The server over HTTP, asked byte by byte.

use crate::{Client, FILES};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A response.
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The messages of a stream of events, with their ids.
    fn events(&self) -> Vec<(String, Value)> {
        let of =
            |event: &str, key: &str| event.lines().find_map(|line| line.strip_prefix(key)).map(str::to_owned);
        let events = self.body.split("\n\n").filter_map(|event| {
            Some((of(event, "id: ")?, serde_json::from_str(&of(event, "data: ")?).unwrap()))
        });
        events.collect()
    }
}

/// A server and where it listens.
pub(crate) struct Http {
    client: Client,
    address: String,
}

const BOTH: (&str, &str) = ("Accept", "application/json, text/event-stream");

impl Http {
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut all = vec!["--http", ":0"];
        all.extend(options);
        let mut client = Client::start(FILES, &all);
        let mut line = String::new();
        let mut notes = BufReader::new(client.child.stderr.as_mut().unwrap());
        while !line.contains("listening on") {
            line.clear();
            assert!(notes.read_line(&mut line).unwrap() > 0, "the server ended");
        }
        let address =
            line.trim().trim_start_matches("listening on http://").trim_end_matches("/mcp").to_owned();
        Self { client, address }
    }

    /// Sends a request; the connection stays open for what is read from it.
    fn open(&self, method: &str, headers: &[(&str, &str)], body: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut head =
            format!("{method} /mcp HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        BufReader::new(stream)
    }

    pub(crate) fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut stream = self.open(method, headers, body);
        let (status, headers) = head(&mut stream);
        let mut body = String::new();
        if headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked") {
            while let Some(chunk) = chunk(&mut stream) {
                body += &chunk;
            }
        } else {
            stream.read_to_string(&mut body).unwrap();
        }
        Reply { status, headers, body }
    }

    pub(crate) fn post(&self, headers: &[(&str, &str)], body: &Value) -> Reply {
        let mut all = vec![("Content-Type", "application/json")];
        all.extend(headers);
        self.send("POST", &all, &body.to_string())
    }

    fn begin(&self, version: &str) -> String {
        let params = json!({"protocolVersion": version, "capabilities": {}});
        let reply = self.post(&[], &request(1, "initialize", params));
        assert_eq!((reply.status, &reply.json()["result"]["protocolVersion"]), (200, &json!(version)));
        reply.header("mcp-session-id").unwrap().to_owned()
    }

    fn root(&self) -> std::path::PathBuf {
        self.client.root()
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        let _ = self.client.child.kill();
        let _ = self.client.child.wait();
    }
}

fn head(stream: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap().parse().unwrap();
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line).unwrap();
        match line.trim().split_once(": ") {
            Some((name, value)) => headers.push((name.to_lowercase(), value.to_owned())),
            None => return (status, headers),
        }
    }
}

fn chunk(stream: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let size = usize::from_str_radix(line.trim(), 16).ok().filter(|size| *size > 0)?;
    let mut bytes = vec![0; size + 2];
    stream.read_exact(&mut bytes).unwrap();
    Some(String::from_utf8(bytes[..size].to_vec()).unwrap())
}

pub(crate) fn request(id: i64, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// A request of the stateless revision, and its headers.
fn alone(id: i64, method: &'static str, mut params: Value) -> (Vec<(&'static str, &'static str)>, Value) {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    (vec![("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method), BOTH], request(id, method, params))
}

#[test]
fn a_session_from_handshake_to_end() {
    let http = Http::start(&[]);
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let id = http.begin(version);
        let session = [("Mcp-Session-Id", id.as_str()), ("MCP-Protocol-Version", version)];
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(http.post(&session, &initialized).status, 202);
        let call =
            request(2, "tools/call", json!({"name": "lookup_symbol", "arguments": {"name": "helper"}}));
        let reply = http.post(&session, &call);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert!(reply.json()["result"]["content"][0]["text"].as_str().unwrap().contains("pkg.a.helper"));
        let ping = request(3, "ping", json!({}));
        assert_eq!(http.post(&[], &ping).status, 400);
        assert_eq!(http.post(&[("Mcp-Session-Id", "nobody")], &ping).status, 404);
        assert_eq!(http.send("DELETE", &session, "").status, 204);
        assert_eq!(http.post(&session, &ping).status, 404);
    }
    // As the examples of older servers send it: no version, no other header.
    let reply = http.post(&[("Accept", "application/json")], &request(1, "initialize", json!({})));
    assert_eq!(reply.json()["result"]["protocolVersion"], "2024-11-05");
}

#[test]
fn requests_that_stand_alone_need_no_session() {
    let http = Http::start(&[]);
    let (headers, body) = alone(1, "server/discover", json!({}));
    let reply = http.post(&headers, &body);
    assert_eq!((reply.status, reply.header("mcp-session-id")), (200, None));
    let result = &reply.json()["result"];
    assert_eq!(
        (&result["resultType"], &result["supportedVersions"][0]),
        (&json!("complete"), &json!("2026-07-28"))
    );
    let (mut headers, body) =
        alone(2, "tools/call", json!({"name": "lookup_symbol", "arguments": {"name": "helper"}}));
    assert_eq!(http.post(&headers, &body).json()["error"]["code"], -32020);
    headers.push(("Mcp-Name", "lookup_symbol"));
    assert!(http.post(&headers, &body).body.contains("pkg.a.helper"));
    let (headers, body) = alone(3, "ping", json!({}));
    let reply = http.post(&headers, &body);
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (404, &json!(-32601)));
    // Without what such a request must say, and with a version that nobody speaks.
    let reply = http.post(&headers, &request(4, "ping", json!({})));
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(-32602)));
    let mut unknown = alone(5, "server/discover", json!({})).1;
    unknown["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    let reply =
        http.post(&[("MCP-Protocol-Version", "2099-01-01"), ("Mcp-Method", "server/discover")], &unknown);
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(-32022)));
    for method in ["GET", "DELETE"] {
        assert_eq!(http.send(method, &[("MCP-Protocol-Version", "2026-07-28")], "").status, 405);
    }
}

#[test]
fn who_is_not_of_this_machine_is_refused() {
    let http = Http::start(&[]);
    let body = request(1, "initialize", json!({}));
    for headers in [("Host", "evil.example"), ("Origin", "http://evil.example"), ("Origin", "null")] {
        assert_eq!(http.post(&[headers], &body).status, 403, "{headers:?}");
    }
    assert_eq!(http.post(&[("Origin", "http://localhost:6274")], &body).status, 200);
}

#[test]
fn a_token_is_asked_for_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    std::fs::write(&path, "let-me-in\n").unwrap();
    let http = Http::start(&["--token-file", path.to_str().unwrap()]);
    let body = request(1, "initialize", json!({}));
    let reply = http.post(&[], &body);
    assert_eq!((reply.status, reply.header("www-authenticate")), (401, Some("Bearer realm=\"indexer\"")));
    assert_eq!(http.post(&[("Authorization", "Bearer let-me-in")], &body).status, 200);
}

#[test]
fn what_is_no_message_is_refused_and_the_server_lives_on() {
    let http = Http::start(&[]);
    let raw = |headers: &[(&str, &str)], body: &str| http.send("POST", headers, body).status;
    assert_eq!(raw(&[("Content-Type", "application/json")], "{"), 400);
    assert_eq!(raw(&[("Content-Type", "text/plain")], "{}"), 415);
    assert_eq!(raw(&[("Content-Type", "application/json"), ("Accept", "text/html")], "{}"), 406);
    assert_eq!(raw(&[("Content-Type", "application/json")], &" ".repeat((1 << 20) + 1)), 413);
    assert_eq!(http.send("PUT", &[], "").status, 405);
    assert_eq!(http.send("GET", &[("Accept", "text/event-stream")], "").status, 400);
    let id = http.begin("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    assert_eq!(http.post(&session, &request(7, "ping", json!({}))).json()["result"], json!({}));
    assert_eq!(http.post(&session, &json!([request(7, "ping", json!({}))])).status, 400);
    let older = http.begin("2025-03-26");
    let batch = json!([request(7, "ping", json!({})), {"jsonrpc": "2.0", "method": "x"}]);
    assert_eq!(http.post(&[("Mcp-Session-Id", &older)], &batch).json()[0]["id"], 7);
}

#[test]
fn changes_reach_open_streams_and_a_lost_stream_goes_on() {
    let http = Http::start(&[]);
    let id = http.begin("2025-06-18");
    let session = [("Mcp-Session-Id", id.as_str()), ("Accept", "text/event-stream, application/json")];
    let follow = |uri: &str| http.post(&session, &request(2, "resources/subscribe", json!({"uri": uri})));
    assert_eq!(follow("indexer://outline/pkg/a.py").json()["result"], json!({}));
    assert_eq!(follow("indexer://outline/pkg/__init__.py").json()["result"], json!({}));
    assert_eq!(follow("indexer://nothing").json()["error"]["code"], -32002);
    let mut stream = http.open("GET", &session, "");
    assert_eq!(head(&mut stream).0, 200);
    std::fs::write(http.root().join("pkg/a.py"), "def other():\n    return 2\n").unwrap();
    let mut heard = String::new();
    while !heard.contains("list_changed") || !heard.contains("resources/updated") {
        heard += &chunk(&mut stream).unwrap();
    }
    assert!(heard.contains("indexer://outline/pkg/a.py") && !heard.contains("__init__.py"), "{heard}");
    // From before the first event on, all of it comes again.
    drop(stream);
    let first = heard.lines().find_map(|line| line.strip_prefix("id: ")).unwrap();
    assert_eq!(first.split_once('-').unwrap().1, "0");
    let mut stream = http.open("GET", &[session[0], session[1], ("Last-Event-ID", "0-0")], "");
    assert_eq!(head(&mut stream).0, 200);
    let again = chunk(&mut stream).unwrap();
    assert!(heard.contains(again.trim()), "{again}");
    // The end of the session is the end of its streams.
    assert_eq!(http.send("DELETE", &session, "").status, 204);
    while let Some(chunk) = chunk(&mut stream) {
        assert!(heard.contains(chunk.trim()) || chunk.contains("list_changed"), "{chunk}");
    }
}

#[test]
fn a_stateless_client_listens_to_what_it_asked_for() {
    let http = Http::start(&[]);
    let wanted = json!({"resourceSubscriptions": ["indexer://outline/pkg/a.py", "indexer://nothing"]});
    let (headers, body) = alone(9, "subscriptions/listen", json!({"notifications": wanted}));
    let mut all = vec![("Content-Type", "application/json")];
    all.extend(headers);
    let mut stream = http.open("POST", &all, &body.to_string());
    assert_eq!(head(&mut stream).0, 200);
    let first = chunk(&mut stream).unwrap();
    assert!(
        first.contains("notifications/subscriptions/acknowledged") && !first.contains("nothing"),
        "{first}"
    );
    std::fs::write(http.root().join("pkg/a.py"), "def other():\n    return 2\n").unwrap();
    let second = chunk(&mut stream).unwrap();
    assert!(second.contains("resources/updated") && second.contains("subscriptionId\":9"), "{second}");
}

#[test]
fn how_far_it_is_comes_before_the_answer() {
    let files: Vec<(String, String)> = (0..300)
        .map(|i| (format!("m{i}.py"), format!("def f{i}():\n    return g()\n").repeat(200)))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let http = Http::start(&[]);
    for (path, text) in files {
        std::fs::write(http.root().join(path), text).unwrap();
    }
    let id = http.begin("2025-06-18");
    let params =
        json!({"name": "lookup_symbol", "arguments": {"name": "f7"}, "_meta": {"progressToken": "t"}});
    let reply = http.post(&[("Mcp-Session-Id", &id), BOTH], &request(2, "tools/call", params));
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    let events = reply.events();
    let (last, before) = events.split_last().unwrap();
    assert!(last.1["result"]["content"][0]["text"].as_str().unwrap().contains("m7.py"));
    assert!(!before.is_empty());
    assert!(before.iter().all(|(_, event)| event["method"] == "notifications/progress"), "{before:?}");
    let percents: Vec<u64> =
        before.iter().map(|(_, event)| event["params"]["progress"].as_u64().unwrap()).collect();
    assert!(percents.is_sorted() && before[0].1["params"]["progressToken"] == "t", "{percents:?}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_streams_and_server() {
    let mut http = Http::start(&[]);
    let (headers, body) =
        alone(9, "subscriptions/listen", json!({"notifications": {"resourcesListChanged": true}}));
    let mut all = vec![("Content-Type", "application/json")];
    all.extend(headers);
    let mut stream = http.open("POST", &all, &body.to_string());
    assert_eq!(head(&mut stream).0, 200);
    assert!(chunk(&mut stream).unwrap().contains("acknowledged"));
    let id = http.client.child.id().to_string();
    std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(chunk(&mut stream).unwrap().contains("\"resultType\":\"complete\""));
    assert!(chunk(&mut stream).is_none());
    assert_eq!(http.client.child.wait().unwrap().code(), Some(0));
}
