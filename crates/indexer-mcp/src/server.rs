//! Requests in, answers out: what every transport shares.

use crate::call::Call;
use crate::changes::Changes;
use crate::failure::Failure;
use crate::id::Id;
use crate::level::Level;
use crate::message::{Notification, Request, under_id};
use crate::methods::{self, Context};
use crate::offer::Offer;
use crate::revision::Revision;
use crate::sent::Outlet;
use crate::session::{Running, Session};
use indexer_tools::Grant;
use jsonrpsee_core::server::{Extensions, MethodCallback, RpcModule};
use jsonrpsee_types::{Id as NumberedId, Params};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// In `_meta` of a request of a stateless revision: which revision that is.
pub(crate) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const META_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// The request that opens a stream of notifications.
const LISTEN: &str = "subscriptions/listen";

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The whole message.
    pub text: String,
    /// The code where it is an error.
    pub code: Option<i32>,
}

impl Answer {
    /// A failure as the answer to the request with this id.
    pub fn failure(id: &Id, failure: &Failure) -> Self {
        Self { text: failure.under(id), code: Some(failure.code) }
    }
}

/// The methods of the protocol over what is offered.
pub struct Server {
    module: RpcModule<Context>,
    offer: Arc<dyn Offer>,
    changes: Arc<Changes>,
}

impl Server {
    /// A server of this.
    pub fn new(offer: Arc<dyn Offer>) -> Self {
        let changes = Changes::new(Arc::clone(&offer));
        let heard = Arc::downgrade(&changes);
        offer.on_change(Box::new(move || {
            if let Some(changes) = heard.upgrade() {
                changes.tell();
            }
        }));
        let context = Context { offer: Arc::clone(&offer), changes: Arc::clone(&changes) };
        let mut module = RpcModule::new(context);
        // Names are distinct, which is all that registering can refuse; a test lists them.
        let registered = methods::register(&mut module);
        debug_assert!(registered.is_ok(), "{registered:?}");
        Self { module, offer, changes }
    }

    /// Notes a request as one that is being answered: from now on it can be taken back. An answer
    /// where its id is in use.
    pub fn start(&self, session: &Arc<Session>, request: &Request) -> Result<Running, Answer> {
        session.start(&request.id).ok_or_else(|| {
            let failure = Failure::request("a request with this id is being answered; use another id");
            Answer::failure(&request.id, &failure)
        })
    }

    /// Answers a request that was started; `None` where the client took it back. What is said on the way goes to
    /// `outlet`. `unsaid` is the revision where the request itself names none.
    pub fn answer(
        &self,
        session: &Arc<Session>,
        request: &Request,
        running: &Running,
        unsaid: Revision,
        outlet: Outlet,
    ) -> Option<Answer> {
        // Nothing is done for what was taken back while it waited.
        if running.is_taken_back() {
            return None;
        }
        let Request { id, method, params, .. } = request;
        let fail = |failure: &Failure| Some(Answer::failure(id, failure));
        let mut call = match call(session, request, unsaid, outlet) {
            Ok(call) => call,
            Err(failure) => return fail(&failure),
        };
        let callback = match self.module.method(method) {
            Some(MethodCallback::Sync(callback)) if methods::is_spoken(method, call.revision) => callback,
            _ => return fail(&Failure::method(method)),
        };
        call.cancel = Arc::clone(running.cancel());
        let mut extensions = Extensions::new();
        extensions.insert(call.clone());
        let text = serde_json::to_string(params).unwrap_or_default();
        // The dispatcher's own id is never seen: it knows fewer than JSON-RPC has. A mistake of ours that
        // panics costs this answer, not the thread and what waits behind it.
        let respond = || callback(NumberedId::Number(0), Params::new(Some(&text)), usize::MAX, extensions);
        let Ok(response) = catch_unwind(AssertUnwindSafe(respond)) else {
            return fail(&Failure::internal(
                "the answer was given up: a mistake of indexer, please report it",
            ));
        };
        if running.is_taken_back() {
            return None;
        }
        let (text, code) = under_id(id, response.as_json());
        Some(Answer { text, code })
    }

    /// Opens a stream of notifications where the request asks for one; `None` where it is another
    /// request. The stream is open for as long as its session is held.
    pub fn listen(
        &self,
        request: &Request,
        unsaid: Revision,
        (grant, outlet): (Grant, Outlet),
    ) -> Option<Result<Arc<Session>, Answer>> {
        let Request { id, method, params, .. } = request;
        let fail = |failure: &Failure| Some(Err(Answer::failure(id, failure)));
        if method != LISTEN {
            return None;
        }
        let revision = match call(&Arc::default(), request, unsaid, Arc::clone(&outlet)) {
            Ok(call) => call.revision,
            Err(failure) => return fail(&failure),
        };
        if !revision.is_stateless() {
            return fail(&Failure::method(method));
        }
        match self.changes.listen(id, params, (grant, outlet)) {
            Ok(session) => Some(Ok(session)),
            Err(failure) => fail(&failure),
        }
    }

    /// True for a request that is answered at once, whatever else goes on: it asks nothing of the index.
    /// Others wait for their turn.
    pub fn is_quick(request: &Request) -> bool {
        !Self::is_listen(request) && methods::is_quick(&request.method)
    }

    /// True for a request that opens a stream of notifications.
    pub(crate) fn is_listen(request: &Request) -> bool {
        request.method == LISTEN
    }

    /// Takes a notification.
    pub fn notified(&self, session: &Arc<Session>, notification: &Notification) {
        match notification.method.as_str() {
            "notifications/cancelled" => {
                if let Some(id) = &notification.cancels {
                    session.cancel(id);
                }
            }
            "notifications/initialized" => {
                let level = session.level().unwrap_or(Level::Warning);
                if level <= Level::Warning && session.grant().is_everything() {
                    for warning in self.offer.warnings() {
                        session.say(methods::logged(Level::Warning, &warning));
                    }
                }
            }
            _ => {}
        }
    }

    /// Stops what runs; returns when nothing does.
    pub fn stop(&self) {
        self.offer.stop();
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

/// What a request says of itself.
fn call(
    session: &Arc<Session>,
    request: &Request,
    unsaid: Revision,
    outlet: Outlet,
) -> Result<Call, Failure> {
    let meta = request.params.get("_meta").and_then(Value::as_object);
    let of_meta = |key: &str| meta.and_then(|meta| meta.get(key));
    let named = match of_meta(META_VERSION) {
        None => None,
        Some(Value::String(name)) => Some(Revision::of(name).ok_or_else(|| Failure::version(name))?),
        Some(_) => return Err(Failure::parameter(&format!("_meta.{META_VERSION}"), "must be text")),
    };
    let revision = named.unwrap_or(unsaid);
    let mut capabilities = session.capabilities();
    let mut level = Some(session.level().unwrap_or(Level::Info));
    if revision.is_stateless() {
        if named.is_none() {
            return Err(Failure::parameter(&format!("_meta.{META_VERSION}"), "is missing"));
        }
        capabilities = match of_meta(META_CAPABILITIES) {
            Some(capabilities @ Value::Object(_)) => capabilities.clone(),
            _ => {
                return Err(Failure::parameter(&format!("_meta.{META_CAPABILITIES}"), "must be an object"));
            }
        };
        level = of_meta(META_LEVEL).and_then(Value::as_str).and_then(Level::of);
    }
    Ok(Call {
        revision,
        session: Arc::clone(session),
        cancel: Arc::default(),
        capabilities,
        outlet,
        progress: request.progress_token.clone(),
        level,
    })
}
