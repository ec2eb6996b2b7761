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
use indexer_mcp::http::guard::Guard;
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
    turns: Semaphore,
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
    let (guard, turns) = (Guard::new(address.ip(), None), Semaphore::new(AT_ONCE));
    let app = Arc::new(App { served, guard, turns, last: Mutex::default() });
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
    /// Asks on a thread that may wait, in turn.
    async fn asked<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl Fn(&Self, &Context<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _turn = self.turns.acquire().await;
        let app = Arc::clone(self);
        let answered = tokio::task::spawn_blocking(move || app.ask(ask)).await;
        answered.unwrap_or_else(|_| Err(Problem::new(Code::Unreadable, "the answer was not finished")))
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

async fn page(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if let Err(refusal) = app.guard.check(&headers) {
        return response(refusal.status, "text/plain; charset=utf-8", format!("{}\n", refusal.reason));
    }
    match app.asked(|app, context| app.page(context)).await {
        Ok(html) => response(StatusCode::OK, "text/html; charset=utf-8", html.as_str().to_owned()),
        Err(problem) => failed("text/plain; charset=utf-8", &problem, format!("{}\n", problem.message)),
    }
}

async fn symbol(State(app): State<Arc<App>>, headers: HeaderMap, RawQuery(query): RawQuery) -> Response {
    const JSON: &str = "application/json";
    if let Err(refusal) = app.guard.check(&headers) {
        return response(refusal.status, JSON, json!({"problem": refusal.reason}).to_string());
    }
    let key = query.as_deref().and_then(|query| query.strip_prefix("key=")).and_then(decoded);
    let Some(key) = key else {
        return response(StatusCode::BAD_REQUEST, JSON, json!({"problem": "key is missing"}).to_string());
    };
    match app.asked(move |_, context| detail(context, &key, Most::ASKED)).await {
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
mod tests {
    use super::decoded;

    #[test]
    fn what_is_encoded_is_read_back() {
        assert_eq!(decoded("a%2Fb%23C.d+e").as_deref(), Some("a/b#C.d e"));
        assert_eq!(decoded("%C3%A9").as_deref(), Some("é"));
        for broken in ["%", "%2", "%zz", "%ff"] {
            assert_eq!(decoded(broken), None, "{broken}");
        }
    }
}
