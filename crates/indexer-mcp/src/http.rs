//! Streamable HTTP: one endpoint, `/mcp`.
//!
//! POST takes a message and gives its answer, as JSON or, where something is to be said before, as
//! a stream of events. Revisions with a handshake have sessions: GET opens a stream of what nobody
//! asked for, DELETE ends the session. The stateless revision has neither.

mod calls;
pub mod connections;
pub mod guard;
mod log;
mod post;
mod sessions;
mod tokens;
mod turn;

use crate::server::Server;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::post;
use axum::serve::ListenerExt;
use guard::{Caller, Guard, Refusal};
use log::Reader;
use sessions::{Entry, Sessions};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
pub use tokens::Tokens;
use tokio::net::TcpListener;
use turn::Turns;

const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";
const LAST_EVENT: &str = "last-event-id";

/// Threads for what is answered at once, beside those for calls.
const QUICK: usize = 16;
/// How often sessions that nobody uses are looked for.
const SWEEP: Duration = Duration::from_secs(10);
/// How long open requests may go on once the server ends.
const LAST_WORDS: Duration = Duration::from_millis(700);

/// How much is taken in at the same time, and how long a client may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections; more wait to be accepted. They are counted before anything of them is read.
    pub connections: usize,
    /// How long the head of a request may take to come, and how long a connection may lie idle.
    pub head: Duration,
    /// How long the body of a request may take to come.
    pub body: Duration,
    /// Calls that run; more wait for one of these to end.
    pub calls: usize,
    /// Calls that run or wait, where all are small; of large ones fewer. More are refused.
    pub waiting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        // A process has often no more than 1,024 descriptors, of which the index needs some.
        let patience = Duration::from_secs(30);
        Self { connections: 512, head: patience, body: patience, calls: 64, waiting: 1_024 }
    }
}

/// Where and for whom it is served.
#[derive(Debug)]
pub struct Endpoint {
    /// The address; of port 0, any port is chosen.
    pub address: SocketAddr,
    /// Only requests that carry one of them are served, for what it is for; `None` where none is asked for.
    pub tokens: Option<Tokens>,
    /// What is taken in.
    pub limits: Limits,
}

/// What every request needs.
struct App {
    server: Arc<Server>,
    guard: Guard,
    sessions: Arc<Sessions>,
    turns: Turns,
    limits: Limits,
}

/// Serves at the endpoint until `stop` is done. `ready` hears where, with the port that was chosen for
/// port 0.
pub fn serve(
    server: Arc<Server>,
    endpoint: Endpoint,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let Endpoint { address, tokens, limits } = endpoint;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("http")
        .max_blocking_threads(limits.calls + QUICK)
        .build()?;
    let served = runtime.block_on(async {
        let (listener, at) = bound(address).await?;
        ready(at);
        // Answers are small and go out at once. Where the system does not know that, they take longer.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let began = Instant::now();
        let sessions = Arc::new(Sessions::new(move || began.elapsed()));
        let app = Arc::new(App {
            server: Arc::clone(&server),
            guard: Guard::new(address.ip(), tokens),
            sessions: Arc::clone(&sessions),
            turns: Turns::new(&limits),
            limits,
        });
        let methods = post(post::answer).get(get).delete(delete);
        let router = Router::new().route("/mcp", methods).with_state(app);
        let sweeping = Arc::clone(&sessions);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                sweeping.expire();
            }
        });
        let (end, ended) = tokio::sync::watch::channel(false);
        let accepting = tokio::spawn(connections::accept(listener, router, limits, ended));
        stop.await;
        // Streams stay open for as long as they are let: they end first, then the server.
        sessions.close();
        let _ = end.send(true);
        // Those that are open have a moment; what is said in it is all that matters.
        let _ = tokio::time::timeout(LAST_WORDS, accepting).await;
        Ok(())
    });
    server.stop();
    runtime.shutdown_timeout(LAST_WORDS);
    served
}

/// Listens at the address: what is served over HTTP, here or by whoever embeds this, begins so. With the port that
/// was chosen for port 0.
pub async fn bound(address: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// A response of one short text.
fn refuse(refusal: Refusal) -> Response {
    let mut response = Response::new(Body::from(format!("{}\n", refusal.reason)));
    *response.status_mut() = refusal.status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    if let Some(challenge) = refusal.challenge {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
    }
    if refusal.status == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
    }
    response
}

fn of<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim)
}

/// True where a client takes this type.
fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    let Some(accept) = of(headers, "accept") else { return true };
    let group = wanted.split('/').next().unwrap_or_default();
    accept
        .split(',')
        .filter_map(|one| one.split(';').next())
        .map(str::trim)
        .any(|one| one == "*/*" || one.eq_ignore_ascii_case(wanted) || one.strip_suffix("/*") == Some(group))
}

fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

fn with_status(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A stream of events, from what a log holds.
fn stream(reader: Reader) -> Response {
    let mut response = Response::new(Body::from_stream(reader.into_stream()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// The caller's session that a request names, which lives on from now.
fn session(app: &App, caller: &Caller, headers: &HeaderMap) -> Result<Arc<Entry>, Refusal> {
    let reason = "Mcp-Session-Id is missing; send initialize first and then the id that its answer has";
    let id = of(headers, SESSION).ok_or(Refusal::new(StatusCode::BAD_REQUEST, reason))?;
    app.sessions.renew(id, caller).ok_or_else(no_session)
}

/// The session that a GET or a DELETE names.
fn named(headers: &HeaderMap) -> Result<&str, Refusal> {
    if of(headers, VERSION).and_then(crate::Revision::of).is_some_and(crate::Revision::is_stateless) {
        let reason = "this revision of the protocol has no sessions: POST alone is served";
        return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, reason));
    }
    of(headers, SESSION).ok_or_else(|| {
        Refusal::new(StatusCode::BAD_REQUEST, "Mcp-Session-Id is missing; send the one that initialize gave")
    })
}

fn no_session() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "no such session; it has ended or expired, send initialize again")
}

async fn get(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let found = app.guard.check(&headers).and_then(|caller| {
        let id = named(&headers)?;
        if !accepts(&headers, "text/event-stream") {
            return Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, "accept text/event-stream"));
        }
        app.sessions.get(id, &caller).ok_or_else(no_session)
    });
    match found {
        Ok(entry) => stream(entry.reader(of(&headers, LAST_EVENT))),
        Err(refusal) => refuse(refusal),
    }
}

async fn delete(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let ended = app.guard.check(&headers).and_then(|caller| {
        let id = named(&headers)?;
        if app.sessions.remove(id, &caller) { Ok(()) } else { Err(no_session()) }
    });
    match ended {
        Ok(()) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NO_CONTENT;
            response
        }
        Err(refusal) => refuse(refusal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_accepted_by_name_group_or_all() {
        let accepting = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("accept", HeaderValue::from_static(text));
            accepts(&headers, "text/event-stream")
        };
        assert!(
            accepting("application/json, text/event-stream") && accepting("*/*") && accepting("text/*;q=0.5")
        );
        assert!(!accepting("application/json") && accepts(&HeaderMap::new(), "text/event-stream"));
    }
}
