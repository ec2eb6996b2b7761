//! Any bytes as what a client sends: every line that is no notification gets one answer, and each is
//! a message of JSON-RPC.
#![no_main]

use indexer_mcp::call::Call;
use indexer_mcp::failure::Failure;
use indexer_mcp::methods::no_resource;
use indexer_mcp::{Offer, Server, stdio};
use indexer_tools::repositories::Grant;
use libfuzzer_sys::fuzz_target;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};

struct Nothing;

impl Offer for Nothing {
    fn instructions(&self) -> &str {
        ""
    }
    fn tools(&self) -> Vec<Value> {
        vec![json!({"name": "echo", "inputSchema": {"type": "object"}})]
    }
    fn call_tool(&self, name: &str, arguments: &Value, call: &Call) -> Result<Value, Failure> {
        call.progress(1, Some(2), Some(name));
        Ok(json!({"content": [{"type": "text", "text": arguments.to_string()}]}))
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
    fn prompt(&self, name: &str, _: &Map<String, Value>, _: &Call) -> Result<Value, Failure> {
        Err(Failure::parameter("name", name))
    }
    fn complete(&self, _: &Value, _: &str, value: &str, _: &Call) -> Result<Vec<String>, Failure> {
        Ok(vec![value.to_owned()])
    }
    fn fingerprint(&self, uri: &str, _: &Grant) -> Option<u64> {
        Some(uri.len() as u64)
    }
    fn on_change(&self, _: Box<dyn Fn() + Send + Sync>) {}
}

static SERVER: LazyLock<Arc<Server>> = LazyLock::new(|| Arc::new(Server::new(Arc::new(Nothing))));

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("one writer at a time").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|bytes: &[u8]| {
    let output = Output::default();
    stdio::serve(&SERVER, bytes, output.clone()).expect("bytes in memory can be read");
    let said = output.0.lock().expect("nobody writes any more").clone();
    let said = String::from_utf8(said).expect("answers are text");
    for line in said.lines() {
        // Not as values: an id may be a number of any size, and goes back as it came.
        let messages: Vec<BTreeMap<String, &RawValue>> = match line.starts_with('[') {
            true => serde_json::from_str(line),
            false => serde_json::from_str(line).map(|message| vec![message]),
        }
        .expect("answers are JSON");
        assert!(messages.iter().all(|message| message["jsonrpc"].get() == "\"2.0\""));
    }
});
