//! Lines in, lines out.

use crate::call::Outlet;
use crate::changes::end_of_stream;
use crate::failure::Failure;
use crate::message::{self, Input, MOST_BYTES, Message, Request};
use crate::server::Server;
use crate::session::{Running, Session};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Calls that run at the same time; more wait for one of these to end.
const CALLS_AT_ONCE: usize = 16;

/// How long calls may go on that are running when the input ends. A client waits about a second
/// before it kills.
const LAST_WORDS: Duration = Duration::from_millis(700);

/// Reads messages until the input ends; calls that are running then have a moment to end, and are
/// stopped after that: their answer says so. An error is one of the input; a client that no longer reads is no error.
pub fn serve(
    server: &Arc<Server>,
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let output = Mutex::new(output);
    // Errors are dropped: a client that has gone away will end the input too.
    let outlet: Outlet = Arc::new(move |message: String| {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(format!("{message}\n").as_bytes()).and_then(|()| output.flush());
    });
    let client = Client {
        server,
        session: Arc::new(Session::with_outlet(Arc::clone(&outlet))),
        outlet,
        streams: Mutex::default(),
        free: Mutex::new(CALLS_AT_ONCE),
        freed: Condvar::new(),
    };
    let served = thread::scope(|scope| {
        while let Some(line) = next_line(&mut input)? {
            match line {
                Line::Whole(bytes) if bytes.trim_ascii().is_empty() => {}
                Line::Whole(bytes) => client.take(scope, message::read(&bytes)),
                Line::TooLong => client.take(scope, Input::One(message::too_large())),
            }
        }
        let (server, session) = (Arc::clone(server), Arc::clone(&client.session));
        // Nothing runs any more where this comes after the function has returned.
        let _ = thread::Builder::new().name("last words".into()).spawn(move || {
            thread::sleep(LAST_WORDS);
            session.end_all();
            server.stop();
        });
        Ok(())
    });
    for (_, (id, _)) in client.streams().drain() {
        client.say(end_of_stream(&id));
    }
    served
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// The next line; `None` at the end. Of a line that is too long, nothing is kept.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == most && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole(line)))
}

/// The one client of standard input and output.
struct Client<'s> {
    server: &'s Server,
    session: Arc<Session>,
    outlet: Outlet,
    /// The streams that it has opened, by the text of their ids.
    streams: Mutex<HashMap<String, (Value, Arc<Session>)>>,
    /// How many more calls may run now.
    free: Mutex<usize>,
    freed: Condvar,
}

impl Client<'_> {
    fn say(&self, message: String) {
        (self.outlet)(message);
    }

    fn streams(&self) -> MutexGuard<'_, HashMap<String, (Value, Arc<Session>)>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take<'s>(&'s self, scope: &'s thread::Scope<'s, '_>, input: Input) {
        match input {
            Input::One(Message::Request(request)) if request.method == "tools/call" => {
                // Started here, so that the next message can take it back.
                match self.server.start(&self.session, &request) {
                    Ok(running) => {
                        scope.spawn(move || {
                            let answer = self.with_slot(|| self.answer(&request, &running));
                            // Its id is free before the client can know of the answer.
                            drop(running);
                            answer.into_iter().for_each(|answer| self.say(answer));
                        });
                    }
                    Err(answer) => self.say(answer.text),
                }
            }
            Input::One(message) => {
                if let Some(answer) = self.answer_to(message) {
                    self.say(answer);
                }
            }
            Input::Batch(_) if !self.session.revision().has_batches() => {
                let failure =
                    Failure::request("batches are only part of protocol 2025-03-26; send one message a line");
                self.say(failure.under(&Value::Null));
            }
            // All answers of a batch come in one array.
            Input::Batch(messages) => {
                scope.spawn(move || {
                    let answers = messages.into_iter().filter_map(|message| self.answer_to(message));
                    let answers: Vec<String> = answers.collect();
                    if !answers.is_empty() {
                        self.say(format!("[{}]", answers.join(",")));
                    }
                });
            }
        }
    }

    fn answer_to(&self, message: Message) -> Option<String> {
        match message {
            Message::Request(request) => match self.server.start(&self.session, &request) {
                Ok(running) => self.answer(&request, &running),
                Err(answer) => Some(answer.text),
            },
            Message::Notification(notification) => {
                self.server.notified(&self.session, &notification);
                if notification.method == "notifications/cancelled"
                    && let Some(id) = notification.params.get("requestId")
                {
                    self.streams().remove(&id.to_string());
                }
                None
            }
            Message::Response => None,
            Message::Invalid { id, failure } => Some(failure.under(&id)),
        }
    }

    fn answer(&self, request: &Request, running: &Running) -> Option<String> {
        let unsaid = self.session.revision();
        match self.server.listen(request, unsaid, Arc::clone(&self.outlet)) {
            Some(Ok(stream)) => {
                self.streams().insert(request.id.to_string(), (request.id.clone(), stream));
                None
            }
            Some(Err(answer)) => Some(answer.text),
            None => {
                let answer =
                    self.server.answer(&self.session, request, running, unsaid, Arc::clone(&self.outlet));
                answer.map(|answer| answer.text)
            }
        }
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
