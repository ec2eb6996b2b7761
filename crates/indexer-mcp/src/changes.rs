//! Telling clients that resources have changed.

use crate::failure::Failure;
use crate::id::Id;
use crate::offer::Offer;
use crate::sent::Outlet;
use crate::sent::{notification, written};
use crate::session::{MOST_FOLLOWED, Session};
use indexer_tools::Grant;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::thread;

/// Who is told of changes.
pub struct Changes {
    offer: Arc<dyn Offer>,
    listeners: Mutex<Vec<Listener>>,
    /// True while there is a change that was not told yet.
    news: Arc<(Mutex<News>, Condvar)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    None,
    Some,
    /// Nobody listens any more.
    End,
}

/// Somebody who is told, for as long as the session is held by somebody else.
struct Listener {
    session: Weak<Session>,
    /// The stream, where the client has several.
    stream: Option<Id>,
    /// True for a client that wants to hear of changed lists.
    lists: bool,
}

impl Changes {
    /// Nobody listens yet.
    pub fn new(offer: Arc<dyn Offer>) -> Arc<Self> {
        let news = Arc::new((Mutex::new(News::None), Condvar::new()));
        let changes = Arc::new(Self { offer, listeners: Mutex::default(), news: Arc::clone(&news) });
        let teller = Arc::downgrade(&changes);
        // Not on the thread that has found the change: what a resource holds now is asked of the
        // index, which that thread may be busy with. Without a thread nobody is told.
        let tell = move || {
            while wait(&news) {
                let Some(changes) = teller.upgrade() else { return };
                changes.tell_now();
            }
        };
        let _ = thread::Builder::new().name("changes".into()).spawn(tell);
        changes
    }

    /// Tells a client from now on, of lists and of what its session follows.
    pub fn add(&self, session: &Arc<Session>) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|one| one.session.strong_count() > 0);
        if !listeners.iter().any(|one| std::ptr::eq(one.session.as_ptr(), Arc::as_ptr(session))) {
            listeners.push(Listener { session: Arc::downgrade(session), stream: None, lists: true });
        }
    }

    /// Opens a stream for the request with this id, as its parameters say. It is open for as long
    /// as the session that comes back is held. Its first message is sent.
    pub fn listen(
        &self,
        id: &Id,
        params: &Map<String, Value>,
        (grant, outlet): (Grant, Outlet),
    ) -> Result<Arc<Session>, Failure> {
        let wanted = params.get("notifications").and_then(Value::as_object);
        let wanted = wanted.ok_or_else(|| Failure::parameter("notifications", "must be an object"))?;
        let lists = wanted.get("resourcesListChanged") == Some(&json!(true));
        let uris = match wanted.get("resourceSubscriptions") {
            None | Some(Value::Null) => Vec::new(),
            Some(uris) => serde_json::from_value::<Vec<String>>(uris.clone()).map_err(|_| {
                Failure::parameter("notifications.resourceSubscriptions", "must be a list of texts")
            })?,
        };
        if uris.len() > MOST_FOLLOWED {
            let reason = format!("{} resources; at most {MOST_FOLLOWED} can be followed", uris.len());
            return Err(Failure::parameter("notifications.resourceSubscriptions", reason));
        }
        let session = Arc::new(Session::with_outlet(grant, outlet));
        // What is honoured: resources that there are, and no lists that never change.
        let known = |uri: &&String| {
            let fingerprint = self.offer.fingerprint(uri, session.grant());
            fingerprint.is_some() && session.follow(uri, fingerprint)
        };
        let known: Vec<&String> = uris.iter().filter(known).collect();
        let mut honoured = json!({});
        if lists {
            honoured["resourcesListChanged"] = json!(true);
        }
        if !known.is_empty() {
            honoured["resourceSubscriptions"] = json!(known);
        }
        let stream = Some(id.clone());
        let acknowledged = "notifications/subscriptions/acknowledged";
        session.say(tagged(acknowledged, json!({"notifications": honoured}), stream.as_ref()));
        let listener = Listener { session: Arc::downgrade(&session), stream, lists };
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|one| one.session.strong_count() > 0);
        listeners.push(listener);
        drop(listeners);
        Ok(session)
    }

    /// Resources may have changed. Returns at once.
    pub fn tell(&self) {
        self.set(News::Some);
    }

    fn set(&self, news: News) {
        *self.news.0.lock().unwrap_or_else(PoisonError::into_inner) = news;
        self.news.1.notify_all();
    }

    fn tell_now(&self) {
        let listeners: Vec<(Arc<Session>, Option<Id>, bool)> = {
            let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
            listeners.retain(|one| one.session.strong_count() > 0);
            let alive = listeners
                .iter()
                .filter_map(|one| Some((one.session.upgrade()?, one.stream.clone(), one.lists)));
            alive.collect()
        };
        for (session, stream, lists) in listeners {
            let changed = session.changed(|uri| self.offer.fingerprint(uri, session.grant()));
            // That something changed may be of a repository that is not theirs.
            let lists = lists && (session.grant().is_everything() || !changed.is_empty());
            for uri in changed {
                session.say(tagged("notifications/resources/updated", json!({"uri": uri}), stream.as_ref()));
            }
            if lists {
                session.say(tagged("notifications/resources/list_changed", json!({}), stream.as_ref()));
            }
        }
    }
}

impl Drop for Changes {
    fn drop(&mut self) {
        self.set(News::End);
    }
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changes").finish_non_exhaustive()
    }
}

/// Waits for a change; false where there will be none.
fn wait(news: &(Mutex<News>, Condvar)) -> bool {
    let waiting = news.0.lock().unwrap_or_else(PoisonError::into_inner);
    let mut news =
        news.1.wait_while(waiting, |news| *news == News::None).unwrap_or_else(PoisonError::into_inner);
    let more = *news != News::End;
    if more {
        *news = News::None;
    }
    more
}

/// Which stream a notification belongs to.
#[derive(Serialize)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/subscriptionId")]
    stream: &'a Id,
}

/// The last message of a stream that the server ends.
pub fn end_of_stream(id: &Id) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct End<'a> {
        result_type: &'static str,
        #[serde(rename = "_meta")]
        meta: Meta<'a>,
    }
    #[derive(Serialize)]
    struct Reply<'a> {
        jsonrpc: &'static str,
        id: &'a Id,
        result: End<'a>,
    }
    let result = End { result_type: "complete", meta: Meta { stream: id } };
    written(&Reply { jsonrpc: "2.0", id, result })
}

fn tagged(method: &str, params: Value, stream: Option<&Id>) -> String {
    #[derive(Serialize)]
    struct Tagged<'a> {
        #[serde(flatten)]
        params: Value,
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<Meta<'a>>,
    }
    notification(method, Tagged { params, meta: stream.map(|stream| Meta { stream }) })
}
