//! `cargo xtask cancel --corpus DIR`: how long a server goes on after nobody wants an answer any more.
//!
//! Every question is asked of a server of its own, once to its end for its time, and then again and again
//! to be taken back at another moment of that time. What is measured is processor time of the process:
//! the last moment at which it still worked after the notice was sent. Half of the notices are
//! `notifications/cancelled`, half are SIGTERM, after which the process must have ended.

use crate::{Done, option, tree};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What no call may go on for.
const MOST: Duration = Duration::from_millis(200);
/// A process that does less than this between two looks waits.
const IDLE: Duration = Duration::from_micros(700);
/// Between two looks, and how long a process must wait until it is taken to have stopped.
const LOOK: Duration = Duration::from_millis(5);
const QUIET: Duration = Duration::from_millis(150);

/// What is measured of an empty cache.
const FIRST: &str = "first index";

/// The questions with their arguments; `SYMBOL`, `TYPE` and `FILE` are filled in from the corpus.
const QUESTIONS: &[(&str, &str)] = &[
    (FIRST, r#"{"name": "SYMBOL"}"#),
    ("search", r#"{"query": "where is a request retried after an error of the connection"}"#),
    (
        "regex_search",
        r#"{"query": "(?s)fn .*?(return|match).*?unwrap", "pattern": "(?s)fn .*?(return|match).*?unwrap"}"#,
    ),
    ("semantic_search", r#"{"query": "where is a request retried after an error"}"#),
    ("explain", r#"{"query": "how is a request retried after an error"}"#),
    ("lookup_symbol", r#"{"name": "SYMBOL", "match": "fuzzy"}"#),
    ("search_signatures", r#"{"query": "Option<String>"}"#),
    ("find_references", r#"{"symbol": "SYMBOL"}"#),
    ("get_callers", r#"{"symbol": "SYMBOL"}"#),
    ("get_callees", r#"{"symbol": "SYMBOL"}"#),
    ("get_call_hierarchy", r#"{"symbol": "SYMBOL", "depth": 5}"#),
    ("get_impact", r#"{"target": "TYPE", "depth": 10}"#),
    ("find_path", r#"{"from": "SYMBOL", "to": "TYPE"}"#),
    ("get_type_hierarchy", r#"{"symbol": "TYPE"}"#),
    ("get_type_flow", r#"{"type": "TYPE"}"#),
    ("get_related_tests", r#"{"symbol": "TYPE"}"#),
    ("get_dependency_graph", r#"{}"#),
    ("get_dependents", r#"{"path": "FILE"}"#),
    ("get_history", r#"{"symbol": "SYMBOL"}"#),
    ("get_history", r#"{"path": "FILE"}"#),
    ("get_hotspots", r#"{}"#),
    ("get_diff_summary", r#"{"since_ref": "HEAD~20"}"#),
    ("get_public_api", r#"{}"#),
    ("get_health", r#"{}"#),
    ("get_smells", r#"{}"#),
    ("get_stats", r#"{}"#),
    ("get_subsystems", r#"{}"#),
    ("rank_symbols", r#"{}"#),
    ("get_tree", r#"{}"#),
    ("repo_map", r#"{"budget": 20000}"#),
    ("get_token_estimate", r#"{"path": "FILE"}"#),
    ("list_declarations", r#"{"path": "FILE"}"#),
    ("get_file_context", r#"{"path": "FILE"}"#),
    ("get_file_summary", r#"{"path": "FILE"}"#),
    ("read_source", r#"{"path": "FILE"}"#),
    ("explain_symbol", r#"{"symbol": "TYPE"}"#),
];

/// A server that speaks over its pipes.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start(binary: &Path, corpus: &Path, cache: &Path) -> Result<Self, String> {
        let mut child = Command::new(binary)
            .args(["serve", "--tools", "all", "--root"])
            .arg(corpus)
            .env("INDEXER_CACHE_DIR", cache)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{}: {e}", binary.display()))?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = pipes else { return Err("no pipes".into()) };
        let mut server = Self { child, input, output: BufReader::new(output) };
        let client = json!({"name": "cancel", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        server.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))?;
        server.answer(0)?;
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(server)
    }

    fn send(&mut self, message: &Value) -> Done {
        writeln!(self.input, "{message}").and_then(|()| self.input.flush()).map_err(|e| e.to_string())
    }

    fn answer(&mut self, id: u64) -> Result<Value, String> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.output.read_line(&mut line) {
                Ok(0) | Err(_) => return Err("the server has ended".into()),
                Ok(_) => {}
            }
            let message: Value = serde_json::from_str(&line).map_err(|e| e.to_string())?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    fn ask(&mut self, id: u64, tool: &str, arguments: &Value) -> Done {
        let params = json!({"name": tool, "arguments": arguments});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}))
    }

    /// Processor time of all its threads; `None` where it has ended.
    fn worked(&self) -> Option<Duration> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let mut nanos = 0;
        for task in tasks.flatten() {
            // A thread that ends in between has no time any more.
            let text = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            nanos += text.split(' ').next().and_then(|one| one.parse::<u64>().ok()).unwrap_or_default();
        }
        Some(Duration::from_nanos(nanos))
    }

    /// How long it goes on working from now.
    fn goes_on(&self) -> Duration {
        let began = Instant::now();
        let (mut last, mut before) = (Duration::ZERO, self.worked());
        while began.elapsed() < last + QUIET {
            thread::sleep(LOOK);
            let now = self.worked();
            let (Some(earlier), Some(later)) = (before, now) else { break };
            // Threads that have ended take their time along.
            if later.abs_diff(earlier) > IDLE {
                last = began.elapsed();
            }
            before = now;
        }
        last
    }

    /// Asks it to end, and waits until it has.
    fn terminate(&mut self) -> Result<Duration, String> {
        let began = Instant::now();
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().map_err(|e| e.to_string())?;
        self.child.wait().map_err(|e| e.to_string())?;
        Ok(began.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Measures, and fails where something goes on for too long.
pub(crate) fn run(arguments: &[String]) -> Done {
    let corpus = option(arguments, "--corpus").ok_or("--corpus DIR names the repository that is asked")?;
    let rounds = option(arguments, "--rounds").map_or(Ok(6), str::parse::<u32>).map_err(|e| e.to_string())?;
    let binary = match option(arguments, "--binary") {
        Some(path) => PathBuf::from(path),
        None => tree::build("release", &["indexer-cli"])?.join("indexer"),
    };
    let only = option(arguments, "--only");
    let cache = std::env::temp_dir().join(format!("indexer-cancel-{}", std::process::id()));
    let outcome = measure(&binary, Path::new(corpus), &cache, rounds, only);
    let _ = fs::remove_dir_all(&cache);
    outcome
}

fn measure(binary: &Path, corpus: &Path, cache: &Path, rounds: u32, only: Option<&str>) -> Done {
    let mut server = Server::start(binary, corpus, cache)?;
    let named = |kind: &str| json!({"kind": kind, "limit": 1, "format": "json"});
    let mut first = |id: u64, kinds: &[&str]| -> Result<Value, String> {
        for kind in kinds {
            server.ask(id, "rank_symbols", &named(kind))?;
            let answer = server.answer(id)?;
            let row = answer["result"]["structuredContent"]["symbols"][0].clone();
            if !row.is_null() {
                return Ok(row);
            }
        }
        Err(format!("no symbol of {kinds:?}"))
    };
    let function = first(1, &["function", "method"])?;
    let class = first(2, &["struct", "class", "interface"])?;
    drop(server);
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let (symbol, class, file) = (text(&function, "key"), text(&class, "key"), text(&class, "path"));
    println!("| question | its time ms | cancelled: worst ms | SIGTERM: worst ms |\n|---|---|---|---|");
    let mut late = Vec::new();
    for (tool, arguments) in QUESTIONS.iter().filter(|(tool, _)| only.is_none_or(|one| one == *tool)) {
        let filled = arguments.replace("SYMBOL", &symbol).replace("TYPE", &class).replace("FILE", &file);
        let arguments: Value = serde_json::from_str(&filled).map_err(|e| format!("{tool}: {e}"))?;
        let is_first = *tool == FIRST;
        let empty = cache.with_extension("empty");
        let asked = if is_first { "lookup_symbol" } else { tool };
        let start = || match is_first {
            false => Server::start(binary, corpus, cache),
            true => {
                let _ = fs::remove_dir_all(&empty);
                Server::start(binary, corpus, &empty)
            }
        };
        let mut server = start()?;
        let began = Instant::now();
        server.ask(1, asked, &arguments)?;
        let answer = server.answer(1)?;
        let time = began.elapsed();
        let refused = answer["error"].is_object() || answer["result"]["isError"] == true;
        let note = if refused { format!(" (refused: {answer:.120})") } else { String::new() };
        drop(server);
        let mut worst = [Duration::ZERO; 2];
        for round in 0..rounds {
            let mut server = start()?;
            server.ask(1, asked, &arguments)?;
            thread::sleep(time * (round + 1) / (rounds + 1));
            // An index that is being made is for all who ask: it is not taken back with a question.
            let signal = round % 2 == 1 || is_first;
            let took = if signal {
                server.terminate()?
            } else {
                let params = json!({"requestId": 1, "reason": "measured"});
                server.send(
                    &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
                )?;
                server.goes_on()
            };
            let of = &mut worst[usize::from(signal)];
            *of = took.max(*of);
        }
        let _ = fs::remove_dir_all(&empty);
        let [cancelled, ended] = worst.map(|one| one.as_millis());
        println!("| {tool}{note} | {} | {cancelled} | {ended} |", time.as_millis());
        if worst.iter().any(|one| *one > MOST) {
            late.push(*tool);
        }
    }
    match late.is_empty() {
        true => Ok(()),
        false => Err(format!("over {} ms: {}", MOST.as_millis(), late.join(", "))),
    }
}
