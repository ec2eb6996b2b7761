//! The page served on this machine, from the index as it is: to whom this machine's own programs are.

use crate::detail::{Most, detail};
use crate::gather::{Page, Wanted};
use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::get;
use indexer_engine::Workspace;
use indexer_mcp::http::connections::accept;
use indexer_mcp::http::guard::{Guard, Refusal};
use indexer_mcp::http::{Limits, bound};
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::{Code, Context, Problem, Settings};
use serde_json::json;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// Questions that are answered at the same time; more wait.
const AT_ONCE: usize = 4;
/// How often it is looked whether the server is to end.
const LOOK_FOR_END: Duration = Duration::from_millis(100);
/// How long open requests may go on then.
const LAST_WORDS: Duration = Duration::from_millis(700);

/// What is served.
pub struct Served {
    /// The workspace that is asked; each answer first takes in what changed.
    pub workspace: Workspace,
    /// What holds for its tools.
    pub settings: Settings,
    /// What the page holds.
    pub wanted: Wanted,
    /// Set when the server is to end.
    pub cancel: Arc<AtomicBool>,
}

/// The last page, and what it was made of.
type Last = Option<(u64, Vec<Option<String>>, Arc<String>)>;

struct App {
    served: Served,
    guard: Guard,
    /// Whoever asks the index holds one until it has answered.
    turns: Arc<Semaphore>,
    /// Held by who makes a page, so that who waits for it finds it made.
    gathering: Arc<tokio::sync::Mutex<()>>,
    last: Mutex<Last>,
}

/// Serves on this machine at `port` (any, for 0) until `cancel` is set. `ready` hears where.
pub fn serve(served: Served, port: u16, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let cancel = Arc::clone(&served.cancel);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .max_blocking_threads(AT_ONCE)
        .thread_name("explore")
        .build()?;
    let app = Arc::new(App::new(served, Guard::new(address.ip(), None)));
    let router = Router::new().route("/", get(page)).route("/symbol", get(symbol)).with_state(app);
    let outcome = runtime.block_on(async {
        let (listener, address) = bound(address).await?;
        ready(address);
        let (end, ended) = watch::channel(false);
        let accepting = tokio::spawn(accept(listener, router, Limits::default(), ended));
        while !cancel.load(Ordering::Relaxed) {
            tokio::time::sleep(LOOK_FOR_END).await;
        }
        let _ = end.send(true);
        let _ = tokio::time::timeout(LAST_WORDS, accepting).await;
        Ok(())
    });
    runtime.shutdown_timeout(LAST_WORDS);
    outcome
}

impl App {
    fn new(served: Served, guard: Guard) -> Self {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Self { served, guard, turns, gathering: Arc::default(), last: Mutex::default() }
    }

    /// Asks on a thread that may wait, in turn. The turn ends with the answer, not when nobody waits for it any more.
    async fn asked<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl Fn(&Self, &Context<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let app = Arc::clone(self);
        let answered = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            app.ask(ask)
        });
        answered.await.unwrap_or_else(|_| Err(Problem::new(Code::Unreadable, "the answer was not finished")))
    }

    /// The page. One is made at a time: whoever waits for that has no turn yet, and takes what was made.
    async fn asked_page(self: &Arc<Self>) -> Result<Arc<String>, Problem> {
        let gathering = Arc::clone(&self.gathering).lock_owned().await;
        self.asked(move |app, context| {
            let _gathering = &gathering;
            app.page(context)
        })
        .await
    }

    fn ask<T>(&self, ask: impl Fn(&Self, &Context<'_>) -> Result<T, Problem>) -> Result<T, Problem> {
        let Served { workspace, settings, wanted, cancel } = &self.served;
        let about = |reading: &indexer_engine::Reading<'_>| {
            ask(self, &Context { settings: Some(settings), ..Context::of(reading, cancel) })
        };
        let answered = match &wanted.rev {
            Some(rev) => workspace.query_at(rev, cancel, about),
            None => workspace.query(about),
        };
        answered.map_err(|error| engine_problem(&error))?
    }

    /// The page, as it was if nothing that it is made of has changed.
    fn page(&self, context: &Context<'_>) -> Result<Arc<String>, Problem> {
        let Served { workspace, wanted, .. } = &self.served;
        let ends = [wanted.rev.as_deref(), wanted.base.as_deref().or(wanted.rev.as_deref())];
        let commits: Vec<Option<String>> =
            ends.iter().map(|end| workspace.commits().commit(*end).map(|id| format!("{id:?}"))).collect();
        let lock = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((version, of, html)) = &*lock()
            && (*version, of) == (context.version(), &commits)
        {
            return Ok(Arc::clone(html));
        }
        let html = Arc::new(Page::gather(context, wanted)?.html());
        *lock() = Some((context.version(), commits, Arc::clone(&html)));
        Ok(html)
    }
}

/// A page of another place may let a browser send requests here whose answers it cannot read, and which say no origin: as
/// pictures, scripts and frames. Their work is not done. Whoever follows a link to the page may see it.
fn is_own(headers: &HeaderMap, is_page: bool) -> Result<(), Refusal> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let forbidden = |reason| Err(Refusal::new(StatusCode::FORBIDDEN, reason));
    // What other servers of this machine send is not ours either.
    if let Some(origin) = text("origin")
        && Some(origin) != text("host").map(|host| format!("http://{host}")).as_deref()
    {
        return forbidden("the Origin header names another place than this server");
    }
    let is_visit = || {
        is_page && text("sec-fetch-mode") == Some("navigate") && text("sec-fetch-dest") == Some("document")
    };
    match text("sec-fetch-site") {
        // `none` is who typed the address. What is no browser, or an old one, says nothing.
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) if is_visit() => Ok(()),
        Some(_) => forbidden("the request comes from a page of another place"),
    }
}

async fn page(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if let Err(refusal) = app.guard.check(&headers).and_then(|_| is_own(&headers, true)) {
        return response(refusal.status, "text/plain; charset=utf-8", format!("{}\n", refusal.reason));
    }
    match app.asked_page().await {
        Ok(html) => response(StatusCode::OK, "text/html; charset=utf-8", html.as_str().to_owned()),
        Err(problem) => failed("text/plain; charset=utf-8", &problem, format!("{}\n", problem.message)),
    }
}

async fn symbol(State(app): State<Arc<App>>, headers: HeaderMap, RawQuery(query): RawQuery) -> Response {
    const JSON: &str = "application/json";
    if let Err(refusal) = app.guard.check(&headers).and_then(|_| is_own(&headers, false)) {
        return response(refusal.status, JSON, json!({"problem": refusal.reason}).to_string());
    }
    let bad =
        |problem: &str| response(StatusCode::BAD_REQUEST, JSON, json!({"problem": problem}).to_string());
    let of =
        |name: &str| query.as_deref()?.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    let Some(key) = of("key").and_then(decoded) else { return bad("key is missing") };
    let Ok(line) = of("line").map(str::parse::<u32>).transpose() else { return bad("line is no number") };
    match app.asked(move |_, context| detail(context, &key, line, Most::ASKED)).await {
        Ok(found) => response(StatusCode::OK, JSON, found.to_string()),
        Err(problem) => failed(JSON, &problem, json!({"problem": problem.message}).to_string()),
    }
}

fn failed(kind: &'static str, problem: &Problem, body: String) -> Response {
    let gone = problem.code == Code::NotFound;
    response(if gone { StatusCode::NOT_FOUND } else { StatusCode::INTERNAL_SERVER_ERROR }, kind, body)
}

fn response(status: StatusCode, kind: &'static str, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let policy = format!("{}; frame-ancestors 'none'", crate::Policy::Served.written());
    let said: [(HeaderName, &str); 6] = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, &policy),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in said {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// A text without percent signs; `None` for what is none.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (digit(rest.next())? * 16 + digit(rest.next())?) as u8
            }
            b'+' => b' ',
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests;
