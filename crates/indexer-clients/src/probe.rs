//! Starts a server once, to see that it answers.

use crate::entry::Launch;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a server that answered calls itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The revision of the protocol that it chose.
    pub protocol: String,
}

/// Starts it in `root` and asks it to introduce itself; an error says what happened instead.
pub fn probe(launch: &Launch, root: &Path) -> Result<Answer, String> {
    let mut command = Command::new(&launch.command);
    command.args(&launch.args).current_dir(root);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().map_err(|error| format!("{} cannot be started: {error}", launch.command))?;
    let (Some(mut input), Some(output), Some(errors)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err("it has no pipes".to_owned());
    };
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        // Only the first line matters, and a server that writes without end is not read forever.
        let mut line = String::new();
        let read = BufReader::new(output.take(1 << 20)).read_line(&mut line);
        let _ = send.send(read.map(|_| line));
    });
    let said = thread::spawn(move || {
        let mut text = String::new();
        let _ = errors.take(1 << 16).read_to_string(&mut text);
        text
    });
    let params = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "indexer", "version": env!("CARGO_PKG_VERSION")},
    });
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    // One that has ended already shows that by its answer.
    let _ = writeln!(input, "{request}").and_then(|()| input.flush());
    let line = receive.recv_timeout(PATIENCE);
    drop(input);
    let _ = child.kill();
    let _ = child.wait();
    match line {
        Err(_) => Err(format!("no answer within {} seconds", PATIENCE.as_secs())),
        Ok(Err(error)) => Err(error.to_string()),
        Ok(Ok(line)) if line.is_empty() => {
            let said = said.join().unwrap_or_default();
            let last = said.lines().last().unwrap_or("without a word");
            Err(format!("it ended without an answer: {last}"))
        }
        Ok(Ok(line)) => answer(&line).ok_or_else(|| format!("it answered {:?}", line.trim_end())),
    }
}

fn answer(line: &str) -> Option<Answer> {
    let message: Value = serde_json::from_str(line).ok()?;
    let result = message.get("result")?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    Some(Answer {
        name: text(&result["serverInfo"]["name"])?,
        version: text(&result["serverInfo"]["version"])?,
        protocol: text(&result["protocolVersion"])?,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Result<Answer, String> {
        let launch = Launch { command: "sh".into(), args: vec!["-c".into(), script.into()] };
        probe(&launch, &std::env::temp_dir())
    }

    #[test]
    fn what_happens_instead_of_an_answer_is_said() {
        let result = r#"{"protocolVersion":"p","serverInfo":{"name":"n","version":"v"}}"#;
        let good = format!("read line; echo '{{\"id\":1,\"result\":{result}}}'; sleep 60");
        let expected = Answer { name: "n".into(), version: "v".into(), protocol: "p".into() };
        assert_eq!(shell(&good), Ok(expected));
        assert!(shell("echo broken >&2; exit 3").unwrap_err().ends_with("without an answer: broken"));
        assert!(shell("echo hello").unwrap_err().contains("hello"));
        let missing = Launch { command: "/no/such/program".into(), args: vec![] };
        assert!(probe(&missing, &std::env::temp_dir()).unwrap_err().contains("cannot be started"));
    }
}
