//! Lines in, lines out.

use crate::message::{self, INVALID_REQUEST, Line, METHOD_NOT_FOUND, Message};
use crate::methods::{BATCHES, Cancel, Server};
use jsonrpsee_core::server::{Extensions, MethodCallback};
use jsonrpsee_types::{Id, Params};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// Calls that run at the same time; more wait for one of these to end.
const CALLS_AT_ONCE: usize = 16;

/// Reads messages until the input ends, then waits for the calls that are running. An error is one
/// of the input; a client that no longer reads is no error.
pub fn serve(server: Server, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let session = Session {
        server,
        output: Mutex::new(output),
        running: Mutex::default(),
        free: Mutex::new(CALLS_AT_ONCE),
        freed: Condvar::new(),
        batches: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        for line in input.split(b'\n') {
            // Text that is not UTF-8 is no JSON either: it gets its parse error.
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            match message::read(&line) {
                Line::One(message) => session.take(scope, message),
                Line::Batch(messages) if session.batches.load(Ordering::Relaxed) => {
                    session.take_batch(scope, messages);
                }
                Line::Batch(_) => session.say(&message::error(
                    &Value::Null,
                    INVALID_REQUEST,
                    "batches are only part of protocol 2025-03-26; send one message a line",
                )),
            }
        }
        Ok(())
    })
}

struct Session<W> {
    server: Server,
    output: Mutex<W>,
    /// The calls that are running, by the text of their id.
    running: Mutex<HashMap<String, Arc<AtomicBool>>>,
    /// How many more calls may run now.
    free: Mutex<usize>,
    freed: Condvar,
    /// True when the client speaks the revision that has batches.
    batches: AtomicBool,
}

impl<W: Write + Send> Session<W> {
    /// Writes one message. Errors are dropped: a client that has gone away will end the input too.
    fn say(&self, message: &str) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(format!("{message}\n").as_bytes()).and_then(|()| output.flush());
    }

    fn take<'s>(&'s self, scope: &'s thread::Scope<'s, '_>, message: Message) {
        match message {
            Message::Request { id, method, params } => {
                if method == "tools/call" {
                    let cancel = self.start(&id);
                    scope.spawn(move || {
                        let answer = self.with_slot(|| self.answer(&id, &method, params.as_ref(), &cancel));
                        self.end(&id);
                        // Who takes a question back wants no answer.
                        if !cancel.load(Ordering::Relaxed) {
                            self.say(&answer);
                        }
                    });
                } else {
                    self.say(&self.answer(&id, &method, params.as_ref(), &Arc::default()));
                }
            }
            Message::Notification { method, params } => self.notified(&method, params.as_ref()),
            Message::Response => {}
            Message::Invalid { id, code, message } => self.say(&message::error(&id, code, &message)),
        }
    }

    /// All answers of a batch come in one array.
    fn take_batch<'s>(&'s self, scope: &'s thread::Scope<'s, '_>, messages: Vec<Message>) {
        scope.spawn(move || {
            let mut answers = Vec::new();
            for message in messages {
                match message {
                    Message::Request { id, method, params } => {
                        let cancel = self.start(&id);
                        let answer = self.answer(&id, &method, params.as_ref(), &cancel);
                        self.end(&id);
                        if !cancel.load(Ordering::Relaxed) {
                            answers.push(answer);
                        }
                    }
                    Message::Notification { method, params } => self.notified(&method, params.as_ref()),
                    Message::Response => {}
                    Message::Invalid { id, code, message } => {
                        answers.push(message::error(&id, code, &message))
                    }
                }
            }
            if !answers.is_empty() {
                self.say(&format!("[{}]", answers.join(",")));
            }
        });
    }

    /// The answer to a request.
    fn answer(
        &self,
        id: &Value,
        method: &str,
        params: Option<&Map<String, Value>>,
        cancel: &Arc<AtomicBool>,
    ) -> String {
        let Some(MethodCallback::Sync(callback)) = self.server.module().method(method) else {
            return message::error(id, METHOD_NOT_FOUND, &format!("unknown method {method:?}"));
        };
        let mut extensions = Extensions::new();
        extensions.insert(Cancel(Arc::clone(cancel)));
        let text = serde_json::to_string(&params.cloned().unwrap_or_default()).unwrap_or_default();
        // The dispatcher's own id is never seen: it knows fewer than JSON-RPC has.
        let response = callback(Id::Number(0), Params::new(Some(&text)), usize::MAX, extensions);
        let answer = message::under_id(id, response.as_json());
        if method == "initialize" && response.is_success() {
            let spoken = params.and_then(|params| params.get("protocolVersion"));
            self.batches.store(spoken == Some(&json!(BATCHES)), Ordering::Relaxed);
        }
        answer
    }

    fn notified(&self, method: &str, params: Option<&Map<String, Value>>) {
        if method != "notifications/cancelled" {
            return;
        }
        if let Some(id) = params.and_then(|params| params.get("requestId")) {
            let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(cancel) = running.get(&id.to_string()) {
                cancel.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Notes a call as one that can be cancelled.
    fn start(&self, id: &Value) -> Arc<AtomicBool> {
        let cancel = Arc::new(AtomicBool::new(false));
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(id.to_string(), Arc::clone(&cancel));
        cancel
    }

    fn end(&self, id: &Value) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&id.to_string());
    }

    /// Runs `call` once there is room for it.
    fn with_slot<T>(&self, call: impl FnOnce() -> T) -> T {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.freed.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        drop(free);
        let outcome = call();
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.freed.notify_one();
        outcome
    }
}
