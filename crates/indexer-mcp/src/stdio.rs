//! Lines in, lines out.

use crate::changes::end_of_stream;
use crate::failure::Failure;
use crate::id::Id;
use crate::message::{self, Input, MOST_BYTES, Message, Request};
use crate::queue::{Bounds, Put, Queue};
use crate::sent::Outlet;
use crate::server::{Answer, Server};
use crate::session::{Running, Session};
use indexer_tools::Grant;
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

/// Calls that run at the same time, and those that wait for them. Reading goes on while they wait, so
/// that a ping or a cancellation behind them is heard: so many may wait that no client in earnest sends
/// more, and no more than fits into memory. Where even that is full, reading waits; where nothing moves
/// for as long as the patience lasts, what was read is refused, for a cancellation may stand behind it.
const CALLS: Bounds =
    Bounds { workers: 16, items: 32_768, bytes: 16 << 20, patience: Duration::from_secs(1) };

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
        session: Arc::new(Session::with_outlet(Grant::Everything, Arc::clone(&outlet))),
        outlet,
        streams: Mutex::default(),
        calls: Queue::new(CALLS),
    };
    let served = thread::scope(|scope| {
        let read = client.read(scope, &mut input);
        if !client.calls.close(LAST_WORDS) {
            client.session.end_all();
            server.stop();
        }
        read
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
    /// The streams that it has opened, by the keys of their ids.
    streams: Mutex<HashMap<String, (Id, Arc<Session>)>>,
    calls: Queue<Call>,
}

/// What waits for its turn.
enum Call {
    One(Request, Running),
    /// All answers of a batch come in one array.
    Batch(Vec<Part>),
}

/// A message of a batch.
enum Part {
    Answered(String),
    Waits(Request, Running),
}

impl Client<'_> {
    fn say(&self, message: String) {
        (self.outlet)(message);
    }

    fn streams(&self) -> MutexGuard<'_, HashMap<String, (Id, Arc<Session>)>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes messages until the input ends.
    fn read<'s>(&'s self, scope: &'s Scope<'s, '_>, input: &mut impl BufRead) -> io::Result<()> {
        while let Some(line) = next_line(input)? {
            match line {
                Line::Whole(bytes) if bytes.trim_ascii().is_empty() => {}
                Line::Whole(bytes) => {
                    if let Some(call) = self.take(message::read(&bytes)) {
                        self.wait_for_turn(scope, call, bytes.len());
                    }
                }
                Line::TooLong => drop(self.take(Input::One(message::too_large()))),
            }
        }
        Ok(())
    }

    /// Answers what is answered at once; gives back what has to wait.
    fn take(&self, input: Input) -> Option<Call> {
        let batch = match input {
            Input::One(message) => match self.begin(message)? {
                Part::Answered(answer) => {
                    self.say(answer);
                    return None;
                }
                Part::Waits(request, running) => return Some(Call::One(request, running)),
            },
            Input::Batch(batch) => batch,
        };
        if !self.session.revision().has_batches() {
            let failure =
                Failure::request("batches are only part of protocol 2025-03-26; send one message a line");
            self.say(failure.under(&Id::null()));
            return None;
        }
        let parts: Vec<Part> = batch.into_iter().filter_map(|message| self.begin(message)).collect();
        (!parts.is_empty()).then_some(Call::Batch(parts))
    }

    /// Takes a message. What has to wait is noted here, so that the next message can take it back.
    fn begin(&self, message: Message) -> Option<Part> {
        match message {
            Message::Request(request) => match self.server.start(&self.session, &request) {
                Ok(running) if Server::is_quick(&request) => {
                    self.answer(&request, &running).map(Part::Answered)
                }
                Ok(running) => Some(Part::Waits(request, running)),
                Err(answer) => Some(Part::Answered(answer.text)),
            },
            Message::Notification(notification) => {
                self.server.notified(&self.session, &notification);
                if let Some(id) = &notification.cancels {
                    self.streams().remove(&id.key());
                }
                None
            }
            Message::Response => None,
            Message::Invalid { id, failure } => Some(Part::Answered(failure.under(&id))),
        }
    }

    fn wait_for_turn<'s>(&'s self, scope: &'s Scope<'s, '_>, call: Call, bytes: usize) {
        match self.calls.put(call, bytes) {
            Put::Waits => {}
            Put::Hires => {
                let hired = thread::Builder::new().name("call".into()).spawn_scoped(scope, || self.work());
                // Where the system gives no thread at all, this one does the work.
                if hired.is_err() && self.calls.lost_worker() {
                    while let Some(call) = self.calls.next() {
                        self.finish(call);
                    }
                }
            }
            Put::Refused(Call::One(request, running)) => {
                drop(running);
                self.say(Answer::failure(&request.id, &Failure::busy()).text);
            }
            Put::Refused(Call::Batch(parts)) => {
                let answers = parts.into_iter().map(|part| match part {
                    Part::Answered(answer) => answer,
                    Part::Waits(request, _) => Answer::failure(&request.id, &Failure::busy()).text,
                });
                self.say_all(&answers.collect::<Vec<_>>());
            }
        }
    }

    /// What a thread does that was hired.
    fn work(&self) {
        let mut before = None;
        while let Some((call, taken)) = self.calls.take(before) {
            self.finish(call);
            before = Some(taken);
        }
    }

    fn finish(&self, call: Call) {
        match call {
            Call::One(request, running) => {
                let answer = self.answer(&request, &running);
                // Its id is free before the client can know of the answer.
                drop(running);
                answer.into_iter().for_each(|answer| self.say(answer));
            }
            Call::Batch(parts) => {
                let answers = parts.into_iter().filter_map(|part| match part {
                    Part::Answered(answer) => Some(answer),
                    Part::Waits(request, running) => self.answer(&request, &running),
                });
                self.say_all(&answers.collect::<Vec<_>>());
            }
        }
    }

    fn say_all(&self, answers: &[String]) {
        if !answers.is_empty() {
            self.say(format!("[{}]", answers.join(",")));
        }
    }

    fn answer(&self, request: &Request, running: &Running) -> Option<String> {
        let unsaid = self.session.revision();
        let outlet = || Arc::clone(&self.outlet);
        if running.is_taken_back() {
            return None;
        }
        match self.server.listen(request, unsaid, (Grant::Everything, outlet())) {
            Some(Ok(stream)) => {
                let key = request.id.key();
                self.streams().insert(key.clone(), (request.id.clone(), stream));
                // Taken back while it was opened: nobody else has seen it to close it.
                if running.is_taken_back() {
                    self.streams().remove(&key);
                }
                None
            }
            Some(Err(answer)) => Some(answer.text),
            None => {
                let answer = self.server.answer(&self.session, request, running, unsaid, outlet());
                answer.map(|answer| answer.text)
            }
        }
    }
}
