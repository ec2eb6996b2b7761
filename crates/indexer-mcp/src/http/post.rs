//! POST: a message in, its answer out.

use super::calls::{Job, batch, outlet, spawn};
use super::guard::Caller;
use super::log::{Log, Reader};
use super::{
    App, Refusal, SESSION, VERSION, accepts, empty, no_session, of, refuse, session, stream, with_status,
};
use crate::changes::end_of_stream;
use crate::failure::{
    BUSY, Failure, HEADER_MISMATCH, INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_CAPABILITY, UNSUPPORTED_VERSION,
};
use crate::message::{self, Input, MOST_BYTES, Message, Request};
use crate::revision::Revision;
use crate::server::{Answer, META_VERSION, Server};
use crate::session::Session;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Answers a POST.
pub(super) async fn answer(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Response {
    match take(&app, &headers, body).await {
        Ok(response) => response,
        Err(refusal) => refuse(refusal),
    }
}

async fn take(app: &Arc<App>, headers: &HeaderMap, body: Body) -> Result<Response, Refusal> {
    let caller = app.guard.check(headers)?;
    let asked = (&caller, headers);
    let json = of(headers, "content-type")
        .is_none_or(|kind| kind.to_ascii_lowercase().starts_with("application/json"));
    if !json {
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send application/json"));
    }
    if !accepts(headers, "application/json") && !accepts(headers, "text/event-stream") {
        return Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, "accept application/json or text/event-stream"));
    }
    let read = tokio::time::timeout(app.limits.body, to_bytes(body, MOST_BYTES)).await;
    let bytes = match read {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "a message has at most 1 MB")),
        Err(_) => return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the message took too long to come")),
    };
    match message::read(&bytes) {
        Input::One(Message::Invalid { id, failure }) => {
            Ok(with_status(StatusCode::BAD_REQUEST, Answer::failure(&id, &failure).text))
        }
        Input::One(message) => one(app, asked, message, bytes.len()).await,
        Input::Batch(messages) => batch(app, asked, messages, bytes.len()).await,
    }
}

/// How the request says that it stands alone.
fn is_stateless(headers: &HeaderMap, message: &Message) -> bool {
    let params = match message {
        Message::Request(request) => Some(&request.params),
        Message::Notification(notification) => Some(&notification.params),
        _ => None,
    };
    let named = params.and_then(|params| params.get("_meta")).and_then(|meta| meta.get(META_VERSION));
    let header = of(headers, VERSION);
    // A version that nobody knows is newer than all that have sessions.
    let newer = |name: &str| Revision::of(name).is_none_or(Revision::is_stateless);
    named.and_then(Value::as_str).is_some_and(newer) || header.is_some_and(newer)
}

async fn one(
    app: &Arc<App>,
    (caller, headers): (&Caller, &HeaderMap),
    message: Message,
    bytes: usize,
) -> Result<Response, Refusal> {
    if is_stateless(headers, &message) {
        return Ok(match message {
            Message::Request(request) => alone(app, (caller, headers), request, bytes).await,
            _ => empty(StatusCode::ACCEPTED),
        });
    }
    if let Message::Request(request) = &message
        && request.method == "initialize"
    {
        return begin(app, (caller, headers), request).await;
    }
    let entry = session(app, caller, headers)?;
    match message {
        Message::Request(request) => {
            let unsaid = entry.session.revision();
            let log = entry.stream();
            let started = app.server.start(&entry.session, &request);
            let running = match started {
                Ok(running) => running,
                Err(answer) => return Ok(with_status(StatusCode::OK, answer.text)),
            };
            // A client that has lost the connection comes back for the answer.
            let session = Arc::clone(&entry.session);
            spawn(app, Job { session, request, running, unsaid }, bytes, &log);
            Ok(respond(headers, log, None, |_| StatusCode::OK).await)
        }
        Message::Notification(notification) => {
            app.server.notified(&entry.session, &notification);
            Ok(empty(StatusCode::ACCEPTED))
        }
        _ => Ok(empty(StatusCode::ACCEPTED)),
    }
}

/// The handshake: a session begins.
async fn begin(
    app: &Arc<App>,
    (caller, headers): (&Caller, &HeaderMap),
    request: &Request,
) -> Result<Response, Refusal> {
    let Some((id, entry)) = app.sessions.open(caller) else {
        let reason = "too many sessions; end one with DELETE, or use a revision without sessions";
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, reason));
    };
    let log = entry.stream();
    let session = Arc::clone(&entry.session);
    let started = app.server.start(&session, request);
    let Ok(running) = started else { return Err(no_session()) };
    let unsaid = Revision::NEWEST_WITH_HANDSHAKE;
    spawn(app, Job { session, request: request.clone(), running, unsaid }, 0, &log);
    let mut response = respond(headers, log, None, |_| StatusCode::OK).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(SESSION, id);
    }
    Ok(response)
}

/// A request of the stateless revision.
async fn alone(
    app: &Arc<App>,
    (caller, headers): (&Caller, &HeaderMap),
    request: Request,
    bytes: usize,
) -> Response {
    if let Some(failure) = mismatch(headers, &request) {
        return with_status(StatusCode::BAD_REQUEST, failure.under(&request.id));
    }
    let unsaid = Revision::V2026_07_28;
    let log = Log::new(1);
    if Server::is_listen(&request) {
        return listen(app, (caller, request), bytes, log).await;
    }
    let session = Arc::new(Session::granted(caller.grant().clone()));
    let Ok(running) = app.server.start(&session, &request) else { return empty(StatusCode::BAD_REQUEST) };
    // Who closes the connection takes the question back.
    let gone = TakesBack(Arc::clone(running.cancel()));
    spawn(app, Job { session, request, running, unsaid }, bytes, &log);
    respond(headers, log, Some(Box::new(gone)), status).await
}

/// Opens a stream of notifications. What is followed is looked at first, which takes its time.
async fn listen(
    app: &Arc<App>,
    (caller, request): (&Caller, Request),
    bytes: usize,
    log: Arc<Log>,
) -> Response {
    let grant = caller.grant().clone();
    let id = request.id.clone();
    let Some(place) = app.turns.place(bytes) else {
        return with_status(status(Some(BUSY)), Failure::busy().under(&id));
    };
    let turn = place.turn().await;
    let (server, outlet) = (Arc::clone(&app.server), outlet(&log));
    let work = move || {
        let listened = server.listen(&request, Revision::V2026_07_28, (grant, outlet));
        drop(turn);
        listened
    };
    match tokio::task::spawn_blocking(work).await.ok().flatten() {
        Some(Ok(session)) => {
            app.sessions.hold(&log, end_of_stream(&id));
            stream(Reader { log, at: 0, holds: Some(Box::new(session)) })
        }
        Some(Err(answer)) => with_status(status(answer.code), answer.text),
        None => with_status(StatusCode::OK, Failure::internal("the stream could not be opened").under(&id)),
    }
}

/// Sets a flag when it is dropped.
struct TakesBack(Arc<AtomicBool>);

impl Drop for TakesBack {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What headers and body say differently.
fn mismatch(headers: &HeaderMap, request: &Request) -> Option<Failure> {
    let of_body = request.params.get("_meta").and_then(|meta| meta.get(META_VERSION)).and_then(Value::as_str);
    let named =
        ["name", "uri", "taskId"].into_iter().find_map(|key| request.params.get(key)).and_then(Value::as_str);
    let by_name = ["tools/call", "prompts/get", "resources/read"].contains(&request.method.as_str());
    let pairs = [
        ("MCP-Protocol-Version", of(headers, VERSION), of_body),
        ("Mcp-Method", of(headers, "mcp-method"), Some(request.method.as_str())),
        ("Mcp-Name", of(headers, "mcp-name"), named.filter(|_| by_name)),
    ];
    for (name, header, body) in pairs {
        // A body that says nothing is refused by the method itself, which knows what is missing.
        let Some(body) = body else { continue };
        let header = header.map(decoded);
        if header.as_deref() != Some(body) {
            let message = match header {
                Some(header) => format!("header {name} says {header:?} and the body {body:?}"),
                None => format!("header {name} is missing; the body says {body:?}"),
            };
            return Some(Failure::new(HEADER_MISMATCH, message));
        }
    }
    None
}

/// A header's value; what no header can hold comes as `=?base64?...?=`.
fn decoded(value: &str) -> String {
    let inner = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let bytes = inner.and_then(|inner| base64::Engine::decode(&base64::prelude::BASE64_STANDARD, inner).ok());
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(|| value.to_owned())
}

/// The status of an answer of the stateless revision.
fn status(code: Option<i32>) -> StatusCode {
    match code {
        Some(METHOD_NOT_FOUND) => StatusCode::NOT_FOUND,
        Some(BUSY) => StatusCode::SERVICE_UNAVAILABLE,
        Some(INVALID_PARAMS | HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION) => {
            StatusCode::BAD_REQUEST
        }
        _ => StatusCode::OK,
    }
}

/// The answer alone as JSON; where something is said before, and the client takes it, all as events.
async fn respond(
    headers: &HeaderMap,
    log: Arc<Log>,
    holds: Option<Box<dyn std::any::Any + Send>>,
    status: fn(Option<i32>) -> StatusCode,
) -> Response {
    let streams = accepts(headers, "text/event-stream") && of(headers, "accept").is_some();
    let first = log.wait(0).await;
    match (first, log.code()) {
        (None, _) => empty(StatusCode::ACCEPTED),
        (Some((_, text)), Some(code)) if log.is_last(0) => {
            let _done = holds;
            with_status(status(code), text)
        }
        _ if streams => stream(Reader { log, at: 0, holds }),
        _ => {
            // Such a client hears the answer and nothing before it.
            let mut last = None;
            let mut at = 0;
            while let Some((number, message)) = log.wait(at).await {
                (at, last) = (number + 1, Some(message));
            }
            drop(holds);
            let code = log.code().flatten();
            last.map_or_else(|| empty(StatusCode::ACCEPTED), |text| with_status(status(code), text))
        }
    }
}
