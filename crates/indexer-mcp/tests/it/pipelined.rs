//! Many calls at once: what waits and what runs is bounded, and what needs no index does not wait.

use indexer_mcp::call::Call;
use indexer_mcp::failure::Failure;
use indexer_mcp::http::{self, Endpoint, Limits};
use indexer_mcp::methods::no_resource;
use indexer_mcp::{Offer, Server, stdio};
use indexer_tools::Grant;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, PipeWriter, Read, Write, pipe};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::Duration;

/// A tool that waits until it is let go, and counts.
#[derive(Default)]
struct Gate {
    open: (Mutex<bool>, Condvar),
    threads: Mutex<HashSet<ThreadId>>,
    running: AtomicUsize,
    most: AtomicUsize,
    calls: AtomicUsize,
}

impl Gate {
    fn open(&self) {
        *self.open.0.lock().unwrap() = true;
        self.open.1.notify_all();
    }
}

struct Gated(Arc<Gate>);

impl Offer for Gated {
    fn instructions(&self) -> &str {
        ""
    }
    fn tools(&self) -> Vec<Value> {
        Vec::new()
    }
    fn call_tool(&self, name: &str, arguments: &Value, call: &Call) -> Result<Value, Failure> {
        let gate = &self.0;
        if name == "panics" {
            panic!("as it was told to");
        }
        gate.threads.lock().unwrap().insert(thread::current().id());
        gate.most.fetch_max(gate.running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let open = gate.open.0.lock().unwrap();
        drop(gate.open.1.wait_while(open, |open| !*open).unwrap());
        (1..=3).for_each(|done| call.progress(done, Some(3), None));
        gate.running.fetch_sub(1, Ordering::SeqCst);
        gate.calls.fetch_add(1, Ordering::SeqCst);
        Ok(json!({"content": [], "said": arguments}))
    }
    fn resources(&self) -> Vec<Value> {
        Vec::new()
    }
    fn resource_templates(&self) -> Vec<Value> {
        Vec::new()
    }
    fn read_resource(&self, uri: &str, _: &Call) -> Result<Vec<Value>, Failure> {
        Err(no_resource(uri))
    }
    fn prompts(&self) -> Vec<Value> {
        Vec::new()
    }
    fn prompt(&self, _: &str, _: &Map<String, Value>, _: &Call) -> Result<Value, Failure> {
        Ok(json!({}))
    }
    fn complete(&self, _: &Value, _: &str, _: &str, _: &Call) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }
    fn fingerprint(&self, _: &str, _: &Grant) -> Option<u64> {
        None
    }
    fn on_change(&self, _: Box<dyn Fn() + Send + Sync>) {}
}

/// A client of standard input and output.
struct Pipes {
    gate: Arc<Gate>,
    input: PipeWriter,
    answers: mpsc::Receiver<String>,
    served: JoinHandle<()>,
}

fn pipes() -> Pipes {
    let gate = Arc::<Gate>::default();
    let server = Arc::new(Server::new(Arc::new(Gated(Arc::clone(&gate)))));
    let ((reader, input), (output, writer)) = (pipe().unwrap(), pipe().unwrap());
    let served = thread::spawn(move || stdio::serve(&server, BufReader::new(reader), writer).unwrap());
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || {
        BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line).ok())
    });
    Pipes { gate, input, answers, served }
}

impl Pipes {
    fn say(&mut self, message: Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    fn call(&mut self, id: Value, name: &str) {
        let params = json!({"name": name, "arguments": {}, "_meta": {"progressToken": id}});
        self.say(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }

    fn next(&self) -> Value {
        serde_json::from_str(&self.answers.recv().unwrap()).unwrap()
    }

    /// Closes the input; gives what was still said.
    fn end(self) -> Vec<String> {
        drop(self.input);
        self.served.join().unwrap();
        self.answers.into_iter().collect()
    }
}

#[test]
fn twenty_thousand_calls_at_once_are_answered_by_a_few_threads() {
    const CALLS: usize = 20_000;
    let mut pipes = pipes();
    (0..CALLS).for_each(|id| pipes.call(json!(id), "wait"));
    // Nothing is answered yet, and all of them are ahead of these; they are answered all the same.
    for (id, method) in [("ping", "ping"), ("again", "initialize"), ("list", "tools/list")] {
        pipes.say(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": {}}));
        let answer = pipes.next();
        assert!(answer["id"] == id && answer["result"].is_object(), "{answer}");
    }
    // Every tenth is taken back while it waits; the first ones run already.
    let taken_back: Vec<usize> = (100..CALLS).step_by(10).collect();
    for id in &taken_back {
        let params = json!({"requestId": id});
        pipes.say(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    }
    pipes.say(json!({"jsonrpc": "2.0", "id": "heard", "method": "ping"}));
    assert_eq!(pipes.next()["id"], "heard");
    pipes.gate.open();
    let mut progress = vec![0; CALLS];
    let mut answered = vec![0; CALLS];
    for _ in 0..(CALLS - taken_back.len()) * 4 {
        let message = pipes.next();
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        if message["method"] == "notifications/progress" {
            let id = number(&message["params"]["progressToken"]);
            progress[id] += 1;
            assert_eq!(
                (number(&message["params"]["progress"]), answered[id]),
                (progress[id], 0),
                "{message}"
            );
        } else {
            let id = number(&message["id"]);
            answered[id] += 1;
            assert!(progress[id] == 3 && message["result"].is_object(), "{message}");
        }
    }
    let expected = |id: usize| usize::from(!(id >= 100 && id.is_multiple_of(10)));
    assert!((0..CALLS).all(|id| answered[id] == expected(id)));
    let gate = Arc::clone(&pipes.gate);
    assert_eq!(pipes.end(), [""; 0]);
    let (threads, most) = (gate.threads.lock().unwrap().len(), gate.most.load(Ordering::SeqCst));
    assert!(threads <= 16 && most <= 16, "{threads} threads, {most} at once");
    assert_eq!(gate.calls.load(Ordering::SeqCst), CALLS - taken_back.len());
}

#[test]
fn a_call_that_panics_is_answered_and_costs_nothing_else() {
    let mut pipes = pipes();
    pipes.gate.open();
    for id in 0..100 {
        pipes.call(json!(id), "panics");
        let answer = pipes.next();
        assert!(answer["id"] == id && answer["error"]["code"] == -32603, "{answer}");
    }
    pipes.call(json!("well"), "wait");
    let messages: Vec<Value> = (0..4).map(|_| pipes.next()).collect();
    assert_eq!(messages[3]["id"], "well");
    assert_eq!(pipes.end(), [""; 0]);
}

#[test]
fn what_of_a_batch_is_taken_back_while_it_waits_is_not_run() {
    let mut pipes = pipes();
    let version = json!({"protocolVersion": "2025-03-26"});
    pipes.say(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": version}));
    assert_eq!(pipes.next()["id"], 0);
    let call =
        |id: u64| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "wait"}});
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}});
    pipes.say(json!([call(1), call(2), cancel, {"jsonrpc": "2.0", "id": 3, "method": "ping"}]));
    pipes.gate.open();
    let answers = pipes.next();
    let ids: Vec<&Value> = answers.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!(3)]);
    assert_eq!(pipes.gate.calls.load(Ordering::SeqCst), 1);
    assert_eq!(pipes.end(), [""; 0]);
}

/// Ends a server when it is dropped.
struct Ends(Option<mpsc::Sender<()>>, Option<JoinHandle<()>>);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0 = None;
        let _ = self.1.take().unwrap().join();
    }
}

/// Serves over HTTP for as long as what comes back is held.
fn listen(limits: Limits) -> (Arc<Gate>, SocketAddr, Ends) {
    let gate = Arc::<Gate>::default();
    let server = Arc::new(Server::new(Arc::new(Gated(Arc::clone(&gate)))));
    let endpoint = Endpoint { address: SocketAddr::from(([127, 0, 0, 1], 0)), tokens: None, limits };
    let (ready, address) = mpsc::channel();
    let (stop, stopped) = mpsc::channel::<()>();
    let serving = thread::spawn(move || {
        let stop = async move {
            // The test's own end, on a thread where it may wait.
            let _ = tokio::task::spawn_blocking(move || stopped.recv()).await;
        };
        http::serve(server, endpoint, |address| ready.send(address).unwrap(), stop).unwrap();
    });
    (gate, address.recv().unwrap(), Ends(Some(stop), Some(serving)))
}

fn patient() -> Limits {
    Limits { head: Duration::from_secs(600), body: Duration::from_secs(600), ..Limits::default() }
}

fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).unwrap()
}

/// Sends a request of the stateless revision.
fn post(mut stream: &TcpStream, id: u64, method: &str) {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": "wait", "_meta": meta});
    let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\nMcp-Name: wait\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
}

/// The status and the body of an answer with a length.
fn reply(stream: &TcpStream) -> (u16, String) {
    let mut reader = BufReader::new(stream);
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        assert!(reader.read_line(&mut line).unwrap() > 0, "the connection was closed");
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest[..3].parse().unwrap();
        }
        if let Some(rest) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = rest.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (status, String::from_utf8(body).unwrap())
}

#[test]
fn a_head_that_does_not_come_and_a_body_that_does_not_end_are_given_up() {
    let short = Duration::from_millis(50);
    let (_, address, _ends) = listen(Limits { head: short, body: short, ..Limits::default() });
    // Nothing at all, half a head, and a request that is answered with nothing after it.
    for begun in ["", "POST /mcp HTTP/1.1\r\nHost: local", "PUT /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
        let mut stream = connect(address);
        stream.write_all(begun.as_bytes()).unwrap();
        let mut rest = Vec::new();
        // The end of the connection is the end of this reading.
        let _ = stream.read_to_end(&mut rest);
        assert_eq!(rest.starts_with(b"HTTP/1.1 405"), begun.starts_with("PUT"), "{begun}");
    }
    let mut stream = connect(address);
    stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{").unwrap();
    assert_eq!(reply(&stream).0, 408);
}

#[test]
fn connections_beyond_the_limit_wait_until_another_ends() {
    let (_, address, _ends) = listen(Limits { connections: 2, ..patient() });
    let (first, second, third) = (connect(address), connect(address), connect(address));
    for stream in [&first, &second] {
        post(stream, 1, "tools/list");
        assert_eq!(reply(stream).0, 200);
    }
    post(&third, 1, "tools/list");
    // The third is not read while two are there: they are answered again and again, and it is not.
    for _ in 0..20 {
        post(&first, 2, "tools/list");
        assert_eq!(reply(&first).0, 200);
    }
    third.set_nonblocking(true).unwrap();
    let nothing = (&third).read(&mut [0]).unwrap_err();
    assert_eq!(nothing.kind(), std::io::ErrorKind::WouldBlock);
    third.set_nonblocking(false).unwrap();
    drop(second);
    assert_eq!(reply(&third).0, 200);
}

#[test]
fn calls_over_http_are_bounded_and_hold_up_nothing_else() {
    let (gate, address, _ends) = listen(Limits { calls: 2, waiting: 6, ..patient() });
    let streams: Vec<TcpStream> = (0..9).map(|_| connect(address)).collect();
    // Which calls find room is a matter of who comes first; how many do is not.
    streams.iter().zip(0..).for_each(|(stream, id)| post(stream, id, "tools/call"));
    let other = connect(address);
    let mut refused = 0;
    for stream in &streams {
        stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    }
    while refused < 3 {
        for stream in &streams {
            if matches!(stream.peek(&mut [0]), Ok(1..)) {
                stream.set_read_timeout(None).unwrap();
                let (status, body) = reply(stream);
                let answer: Value = serde_json::from_str(&body).unwrap();
                assert_eq!((status, &answer["error"]["code"]), (503, &json!(-32001)), "{body}");
                stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
                refused += 1;
            }
        }
        post(&other, 100, "tools/list");
        assert_eq!(reply(&other).0, 200);
    }
    gate.open();
    let mut answered = 0;
    while answered < 6 {
        for stream in &streams {
            if matches!(stream.peek(&mut [0]), Ok(1..)) {
                stream.set_read_timeout(None).unwrap();
                assert_eq!(reply(stream).0, 200);
                stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
                answered += 1;
            }
        }
    }
    assert!(gate.most.load(Ordering::SeqCst) <= 2);
    assert_eq!(gate.calls.load(Ordering::SeqCst), 6);
}
