//! Clients: each asks one question after the other, and knows what may be answered.

use super::repository::Repository;
use super::states::{self, FILES, State};
use super::{Random, Run, lock};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// Examples of what is wrong that are kept.
const EXAMPLES: usize = 8;

/// How often something was asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    pub(super) right: u64,
    /// It was said that it should be asked again: the index was being built, the file changed while it was
    /// read, too many asked.
    pub(super) not_ready: u64,
    /// The server was killed, or the client went away.
    pub(super) cut_off: u64,
}

/// What all clients have seen.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) of: BTreeMap<&'static str, Asked>,
    pub(super) wrongs: u64,
    pub(super) examples: Vec<String>,
}

impl Counts {
    pub(super) fn wrong(&mut self, what: String) {
        self.wrongs += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(what);
        }
    }
}

/// A question about a file of ours.
struct Question {
    tool: &'static str,
    arguments: fn(usize) -> Value,
    /// What a state makes true of the answer in JSON; `None` stands for a file that is not there.
    holds: fn(usize, State, &Value) -> bool,
}

const QUESTIONS: &[Question] = &[
    Question {
        tool: "read_source",
        arguments: |file| json!({"symbol": format!("soak_counter_{file}")}),
        holds: |_, state, answer| match state {
            None => answer["error"]["code"] == "not_found",
            Some(state) => {
                let text = answer["blocks"][0]["text"].as_str().unwrap_or_default();
                text.contains(&format!("return {state}\n"))
            }
        },
    },
    Question {
        tool: "lookup_symbol",
        arguments: |file| json!({"name": format!("soak_counter_{file}"), "match": "exact"}),
        holds: |_, state, answer| match state {
            None => answer["total"] == 0,
            Some(state) => answer["total"] == 1 && answer["symbols"][0]["line"] == states::line(state),
        },
    },
    Question {
        tool: "find_references",
        arguments: |file| json!({"symbol": format!("soak_counter_{file}"), "limit": 50}),
        holds: |_, state, answer| match state {
            None => answer["error"]["code"] == "not_found",
            Some(state) => answer["total"] == states::calls(state),
        },
    },
    Question {
        tool: "search",
        arguments: |file| json!({"query": format!("def soak_counter_{file}\\("), "mode": "regex"}),
        holds: |file, state, answer| {
            let hits = answer["hits"].as_array().map_or(&[][..], Vec::as_slice);
            let path = Repository::path(file);
            match state {
                None => hits.is_empty(),
                Some(state) => {
                    hits.len() == 1 && hits[0]["path"] == path && hits[0]["start_line"] == states::line(state)
                }
            }
        },
    },
];

/// Asks until the run is over.
pub(super) fn run(run: &Run, number: u64, server: usize) {
    let mut random = Random(1_000 + number);
    let mut connection: Option<Connection> = None;
    // Half of them have sessions, which outlive a connection.
    let stateless = number.is_multiple_of(2);
    let mut session: Option<(String, String)> = None;
    while !run.is_over() {
        if connection.is_none() {
            let Some(address) = run.address(server) else {
                run.sleep(Duration::from_millis(50));
                continue;
            };
            let known = session.take().filter(|(of, _)| *of == address).map(|(_, session)| session);
            connection = match stateless {
                true => Connection::open(&address, None).ok(),
                false => Connection::open(&address, Some(known.unwrap_or_default())).ok(),
            };
            if connection.is_none() {
                run.sleep(Duration::from_millis(50));
                continue;
            }
        }
        let Some(open) = &mut connection else { continue };
        let question = &QUESTIONS[random.below(QUESTIONS.len() as u64) as usize];
        let file = random.below(FILES as u64) as usize;
        let leaves = random.below(50) == 0;
        if !ask(run, open, question, file, leaves) {
            session = open.session.take().map(|session| (open.address.clone(), session));
            connection = None;
        }
        run.sleep(Duration::from_millis(random.below(100)));
    }
}

/// Asks one question; false where the connection is of no more use.
fn ask(run: &Run, connection: &mut Connection, question: &Question, file: usize, leaves: bool) -> bool {
    let mut arguments = (question.arguments)(file);
    arguments["format"] = json!("json");
    let since = run.states.since(file);
    let params = json!({"name": question.tool, "arguments": arguments});
    let sent = connection.send("tools/call", params);
    if leaves {
        // Goes away before the answer: the server must not mind.
        let _ = connection.stream.get_ref().shutdown(Shutdown::Both);
        lock(&run.counts).of.entry(question.tool).or_default().cut_off += 1;
        return false;
    }
    let answer = sent.and_then(|()| connection.reply());
    let possible = run.states.possible(file, since);
    let mut counts = lock(&run.counts);
    let asked = counts.of.entry(question.tool).or_default();
    let answer = match answer {
        Ok((_, answer)) => answer,
        Err(_) => {
            asked.cut_off += 1;
            return false;
        }
    };
    let said = &answer["result"]["structuredContent"];
    if possible.iter().any(|state| (question.holds)(file, *state, said)) {
        asked.right += 1;
    } else if is_not_ready(&answer) {
        asked.not_ready += 1;
    } else {
        let shown: String = answer.to_string().chars().take(1_500).collect();
        counts.wrong(format!("{} of file {file} in one of {possible:?}: {shown}", question.tool));
    }
    true
}

/// True for what says in place of an answer that it should be asked again.
fn is_not_ready(answer: &Value) -> bool {
    let error = &answer["error"];
    let changed = || error["message"].as_str().is_some_and(|text| text.ends_with("; ask again"));
    let indexing = &answer["result"]["structuredContent"]["error"]["code"];
    *indexing == "indexing" || error["code"] == -32001 || (error["code"] == -32000 && changed())
}

/// One connection that is kept.
struct Connection {
    stream: BufReader<TcpStream>,
    address: String,
    session: Option<String>,
    id: u64,
}

impl Connection {
    /// With no session, with this one, or where that is empty with a new one.
    fn open(address: &str, session: Option<String>) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let (stream, address) = (BufReader::new(stream), address.to_owned());
        let begins = session.as_deref() == Some("");
        // Ids of a session are used once: what was asked before may still be answered.
        static IDS: AtomicU64 = AtomicU64::new(0);
        let id = IDS.fetch_add(1 << 32, Ordering::Relaxed);
        let mut connection = Self { stream, address, session, id };
        if begins {
            connection.send("initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}}))?;
            let (session, _) = connection.reply()?;
            connection.session = Some(session.ok_or_else(|| io::Error::other("no session"))?);
        }
        Ok(connection)
    }

    fn send(&mut self, method: &str, mut params: Value) -> io::Result<()> {
        self.id += 1;
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: application/json\r\n",
            self.address
        );
        match &self.session {
            Some(session) if session.is_empty() => {}
            Some(session) => head += &format!("Mcp-Session-Id: {session}\r\n"),
            None => {
                let name = params["name"].as_str().unwrap_or_default();
                head += &format!(
                    "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\nMcp-Name: {name}\r\n"
                );
                params["_meta"] = json!({
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                });
            }
        }
        let body = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}).to_string();
        let message = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        self.stream.get_mut().write_all(message.as_bytes())
    }

    /// The session and the message of an answer. Answers come with their length.
    fn reply(&mut self) -> io::Result<(Option<String>, Value)> {
        let (mut length, mut session) = (0, None);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':') else { continue };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().map_err(io::Error::other)?;
            } else if name.eq_ignore_ascii_case("mcp-session-id") {
                session = Some(value.trim().to_owned());
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let answer: Value = serde_json::from_slice(&body)?;
        if answer["id"] != self.id {
            return Err(io::Error::other("the answer to another question"));
        }
        Ok((session, answer))
    }
}
