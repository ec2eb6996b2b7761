//! What an editor sends and takes.

use indexer_engine::Options;
use indexer_lsp::{Connection, serve};
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;

/// No answer takes longer, on a slow machine either.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    folder: TempDir,
    _cache: TempDir,
    next: i32,
    pub(crate) told: Value,
}

impl Client {
    /// A server over these files, which speaks UTF-16.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        Self::with(files, json!({}))
    }

    pub(crate) fn with(files: &[(&str, &str)], capabilities: Value) -> Self {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let (server, connection) = Connection::memory();
        let cache_dir = cache.path().to_owned();
        let server = std::thread::spawn(move || {
            let options =
                |root: &std::path::Path| Options { cache_dir: Some(cache_dir), ..Options::new(root) };
            serve(&server, None, options).unwrap();
        });
        let mut client =
            Self { connection, server: Some(server), folder, _cache: cache, next: 0, told: Value::Null };
        let root = client.url("");
        client.told = client
            .ask("initialize", json!({"processId": null, "rootUri": root, "capabilities": capabilities}));
        client.tell("initialized", json!({}));
        client
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("file://{}", self.path(path).display()).trim_end_matches('/').to_owned()
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        let told = Notification::new(method.to_owned(), params);
        self.connection.sender.send(told.into()).unwrap();
    }

    /// Sends a request without waiting for its answer.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.sender.send(request.into()).unwrap();
        id
    }

    /// The answer: `result`, or the whole `error`.
    pub(crate) fn answer(&self, id: &RequestId) -> Value {
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(response) if response.id == *id => {
                    return match response.error {
                        Some(error) => json!({"error": {"code": error.code, "message": error.message}}),
                        None => response.result.unwrap_or_default(),
                    };
                }
                _ => {}
            }
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.answer(&id)
    }

    pub(crate) fn open(&self, path: &str, text: &str) {
        let document = json!({"uri": self.url(path), "languageId": "x", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Asks of a place: `path:line:character`, both from 0.
    pub(crate) fn at(&mut self, method: &str, place: &str) -> Value {
        let parts: Vec<&str> = place.split(':').collect();
        let (line, character): (u32, u32) = (parts[1].parse().unwrap(), parts[2].parse().unwrap());
        let mut params = json!({
            "textDocument": {"uri": self.url(parts[0])},
            "position": {"line": line, "character": character},
        });
        if method == "textDocument/references" {
            params["context"] = json!({"includeDeclaration": true});
        }
        self.ask(method, params)
    }

    /// Places of an answer as `path:line:character`.
    pub(crate) fn places(&self, answer: &Value) -> Vec<String> {
        let root = self.url("");
        let place = |one: &Value| {
            let path = one["uri"].as_str().unwrap().strip_prefix(&root).unwrap().trim_start_matches('/');
            let start = &one["range"]["start"];
            format!("{path}:{}:{}", start["line"], start["character"])
        };
        answer.as_array().unwrap_or_else(|| panic!("{answer}")).iter().map(place).collect()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap();
    }
}
