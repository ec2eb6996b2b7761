//! What each tool costs a client that stays: a server over stdio, asked many different questions.

use crate::meter::Spread;
use serde_json::{Map, Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Different questions asked of each tool.
const QUESTIONS: usize = 20;
/// Bytes of a token, about.
const TOKEN: usize = 4;

/// What the answers of one tool cost.
pub(crate) struct ToolCost {
    pub(crate) name: String,
    /// From the question to its answer, as the client sees it.
    pub(crate) time: Spread,
    /// Tokens of an answer: median and most.
    pub(crate) tokens: [usize; 2],
    /// Questions answered with an error; their times and sizes count too.
    pub(crate) errors: usize,
}

/// Asks every tool of the server about symbols and files spread evenly over the index. `command`
/// is the program with its places.
pub(crate) fn measure(command: &[&str]) -> Result<Vec<ToolCost>, String> {
    let subjects = Subjects::of(command)?;
    let mut server = Server::start(command)?;
    let listed = server.ask("tools/list", &json!({}))?;
    let tools = listed["tools"].as_array().ok_or("the server lists no tools")?;
    // The first question opens the index; later ones find it open.
    server.call("index_status", &json!({}))?;
    tools.iter().map(|tool| one(&mut server, tool, &subjects)).collect()
}

fn one(server: &mut Server, tool: &Value, subjects: &Subjects) -> Result<ToolCost, String> {
    let name = tool["name"].as_str().unwrap_or_default();
    let fill = tool_arguments(server, name, &tool["inputSchema"], subjects)?;
    let (mut times, mut tokens, mut errors) = (Vec::new(), Vec::new(), 0);
    for i in 0..QUESTIONS {
        let arguments = subjects.arguments(&fill, i);
        let started = Instant::now();
        let answer = server.call(name, &arguments)?;
        times.push(started.elapsed());
        tokens.push(answer.bytes.div_ceil(TOKEN));
        errors += usize::from(answer.is_error);
    }
    tokens.sort_unstable();
    let tokens = [tokens[QUESTIONS / 2], tokens[QUESTIONS - 1]];
    Ok(ToolCost { name: name.to_owned(), time: Spread::of(times), tokens, errors })
}

/// The arguments that a tool is asked with: the required ones, and where it asks for one of
/// several, the first that it takes.
fn tool_arguments(
    server: &mut Server,
    name: &str,
    schema: &Value,
    subjects: &Subjects,
) -> Result<Vec<String>, String> {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let required = texts(&schema["required"]);
    let takes = |name: &&str| schema["properties"].get(*name).is_some();
    let more = ["symbol", "symbols", "paths", "path"].into_iter().filter(takes);
    let choices = [required.clone()]
        .into_iter()
        .chain(more.map(|name| [required.as_slice(), &[name.to_owned()]].concat()));
    for choice in choices {
        if !server.call(name, &subjects.arguments(&choice, 0))?.is_error {
            return Ok(choice);
        }
    }
    Ok(required)
}

/// What is asked about.
struct Subjects {
    symbols: Vec<String>,
    files: Vec<String>,
}

impl Subjects {
    fn of(command: &[&str]) -> Result<Self, String> {
        let done = Command::new(command[0]).args(["export", "symbols"]).args(&command[1..]).output();
        let done = done.map_err(|e| e.to_string())?;
        let lines = String::from_utf8_lossy(&done.stdout).into_owned();
        let rows: Vec<Value> = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let wanted = ["function", "method", "class", "struct", "interface", "type"];
        let rows: Vec<&Value> = rows
            .iter()
            .filter(|row| row["kind"].as_str().is_some_and(|kind| wanted.contains(&kind)))
            .collect();
        if rows.is_empty() {
            return Err("there is no symbol to ask about".to_owned());
        }
        let spread = |key: &str| -> Vec<String> {
            let at = |i: usize| rows[(i * rows.len() / QUESTIONS).min(rows.len() - 1)];
            (0..QUESTIONS).filter_map(|i| at(i)[key].as_str().map(str::to_owned)).collect()
        };
        Ok(Self { symbols: spread("name"), files: spread("file") })
    }

    fn arguments(&self, names: &[String], i: usize) -> Value {
        let (symbol, file) = (&self.symbols[i % self.symbols.len()], &self.files[i % self.files.len()]);
        let value = |name: &str| match name {
            "path" | "file" => json!(file),
            "paths" | "files" => json!([file, self.files[(i + 1) % self.files.len()]]),
            "symbols" => json!([symbol]),
            _ => json!(symbol),
        };
        Value::Object(names.iter().map(|name| (name.clone(), value(name))).collect::<Map<_, _>>())
    }
}

struct Reply {
    bytes: usize,
    is_error: bool,
}

struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Server {
    fn start(command: &[&str]) -> Result<Self, String> {
        let mut child = Command::new(command[0])
            .args(["serve", "--tools", "all"])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| e.to_string())?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let mut server = Self { child, input, output, asked: 0 };
        let client = json!({"name": "benches", "version": "0"});
        server.ask(
            "initialize",
            &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}),
        )?;
        Ok(server)
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.asked += 1;
        let question = json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params});
        writeln!(self.input, "{question}").and_then(|()| self.input.flush()).map_err(|e| e.to_string())?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(|e| e.to_string())? == 0 {
                return Err(format!("the server ended at {method} {params}"));
            }
            let mut said: Value = serde_json::from_str(&line).map_err(|e| e.to_string())?;
            if said["id"] == json!(self.asked) {
                return match said.get("error") {
                    Some(error) => Err(format!("{method} {params}: {error}")),
                    None => Ok(said["result"].take()),
                };
            }
        }
    }

    /// Calls a tool; while the index is being built, again.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Reply, String> {
        loop {
            let said = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))?;
            let texts = said["content"].as_array().into_iter().flatten();
            let text: String = texts.filter_map(|part| part["text"].as_str()).collect();
            let is_error = said["isError"].as_bool().unwrap_or(false);
            if is_error && text.contains("indexing ") {
                std::thread::sleep(Duration::from_millis(200));
                continue;
            }
            return Ok(Reply { bytes: text.len(), is_error });
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_of_the_type_that_their_name_says() {
        let subjects = Subjects { symbols: vec!["f".into()], files: vec!["a.py".into(), "b.py".into()] };
        let names = ["symbol", "path", "paths"].map(str::to_owned);
        let expected = json!({"symbol": "f", "path": "b.py", "paths": ["b.py", "a.py"]});
        assert_eq!(subjects.arguments(&names, 1), expected);
    }
}
