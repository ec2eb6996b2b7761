//! What is known of one client between its requests.

use crate::id::Id;
use crate::level::Level;
use crate::revision::Revision;
use crate::sent::Outlet;
use indexer_tools::Grant;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most resources that one client may follow.
pub const MOST_FOLLOWED: usize = 100;

/// One client.
#[derive(Default)]
pub struct Session {
    /// What it may ask.
    grant: Grant,
    state: Mutex<State>,
    /// The requests that wait or are being answered, by the keys of their ids.
    running: Mutex<HashMap<String, Stop>>,
}

/// How a request that runs is stopped.
#[derive(Clone, Debug, Default)]
struct Stop {
    /// Set where nothing should be done for it any more.
    flag: Arc<AtomicBool>,
    /// Set where the client does not want its answer either.
    taken_back: Arc<AtomicBool>,
}

/// A request while it is being answered; its id is free again when this is dropped.
#[derive(Debug)]
pub struct Running {
    session: Arc<Session>,
    id: String,
    stop: Stop,
}

impl Running {
    /// Set where nothing should be done for the request any more.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        &self.stop.flag
    }

    /// True where the client does not want an answer.
    pub fn is_taken_back(&self) -> bool {
        self.stop.taken_back.load(Ordering::Relaxed)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.session.running().remove(&self.id);
    }
}

#[derive(Default)]
struct State {
    revision: Option<Revision>,
    level: Option<Level>,
    capabilities: Value,
    /// Where what nobody asked for goes: changes.
    outlet: Option<Outlet>,
    /// The resources whose changes it wants to hear of, with what they were like.
    followed: BTreeMap<String, Option<u64>>,
}

impl Session {
    /// A client that may ask so much.
    pub fn granted(grant: Grant) -> Self {
        Self { grant, ..Self::default() }
    }

    /// What it may ask.
    pub fn grant(&self) -> &Grant {
        &self.grant
    }

    /// A client that may ask so much, and takes what nobody asked for at `outlet`.
    pub fn with_outlet(grant: Grant, outlet: Outlet) -> Self {
        let session = Self::granted(grant);
        session.set_outlet(Some(outlet));
        session
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Stop>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The revision that was agreed upon, or what is spoken before.
    pub fn revision(&self) -> Revision {
        self.state().revision.unwrap_or(Revision::NEWEST_WITH_HANDSHAKE)
    }

    /// Notes what the handshake has agreed upon.
    pub fn agree(&self, revision: Revision, capabilities: Value) {
        let mut state = self.state();
        (state.revision, state.capabilities) = (Some(revision), capabilities);
    }

    /// What the client said in its handshake that it can do.
    pub fn capabilities(&self) -> Value {
        self.state().capabilities.clone()
    }

    /// The least level that the client wants to hear.
    pub fn level(&self) -> Option<Level> {
        self.state().level
    }

    /// Sets that.
    pub fn set_level(&self, level: Level) {
        self.state().level = Some(level);
    }

    /// Says where what nobody asked for goes from now on.
    pub fn set_outlet(&self, outlet: Option<Outlet>) {
        self.state().outlet = outlet;
    }

    /// Says something that nobody asked for, where there is a way.
    pub fn say(&self, message: String) {
        let outlet = self.state().outlet.clone();
        if let Some(outlet) = outlet {
            outlet(message);
        }
    }

    /// Follows a resource that is like this now; false where there are too many.
    pub fn follow(&self, uri: &str, fingerprint: Option<u64>) -> bool {
        let mut state = self.state();
        let room = state.followed.len() < MOST_FOLLOWED || state.followed.contains_key(uri);
        if room {
            state.followed.insert(uri.to_owned(), fingerprint);
        }
        room
    }

    /// Follows a resource no longer.
    pub fn unfollow(&self, uri: &str) {
        self.state().followed.remove(uri);
    }

    /// The resources that have changed since this was asked last.
    pub fn changed(&self, fingerprint: impl Fn(&str) -> Option<u64>) -> Vec<String> {
        let followed = self.state().followed.clone();
        let mut changed = Vec::new();
        for (uri, before) in followed {
            let now = fingerprint(&uri);
            if now != before {
                if let Some(known) = self.state().followed.get_mut(&uri) {
                    *known = now;
                }
                changed.push(uri);
            }
        }
        changed
    }

    /// Notes a request that is being answered; `None` where one of this id is already.
    pub fn start(self: &Arc<Self>, id: &Id) -> Option<Running> {
        let id = id.key();
        let mut running = self.running();
        if running.contains_key(&id) {
            return None;
        }
        let stop = running.entry(id.clone()).or_default().clone();
        Some(Running { session: Arc::clone(self), id, stop })
    }

    /// Takes a request back: it is stopped and not answered.
    pub fn cancel(&self, id: &Id) {
        if let Some(stop) = self.running().get(&id.key()) {
            stop.taken_back.store(true, Ordering::Relaxed);
            stop.flag.store(true, Ordering::Relaxed);
        }
    }

    /// Stops every request, for a client that sends no more. Each is still answered, if only with
    /// that.
    pub fn end_all(&self) {
        self.running().values().for_each(|stop| stop.flag.store(true, Ordering::Relaxed));
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("revision", &self.revision()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(json: &str) -> Id {
        Id::of(serde_json::from_str(json).unwrap()).unwrap()
    }

    #[test]
    fn an_id_is_taken_while_its_request_runs() {
        let session = Arc::new(Session::default());
        let running = session.start(&id("1")).unwrap();
        assert!(session.start(&id("1")).is_none() && session.start(&id("\"1\"")).is_some());
        session.end_all();
        assert!(running.cancel().load(Ordering::Relaxed) && !running.is_taken_back());
        session.cancel(&id("1"));
        assert!(running.is_taken_back());
        drop(running);
        assert!(session.start(&id("1")).is_some());
    }

    #[test]
    fn what_is_followed_is_told_once_for_each_change() {
        let session = Session::default();
        assert!(session.follow("a", Some(1)) && session.follow("b", None));
        assert_eq!(session.changed(|_| Some(1)), ["b"]);
        assert_eq!(session.changed(|_| Some(1)), [""; 0]);
        session.unfollow("a");
        assert_eq!(session.changed(|_| Some(2)), ["b"]);
        let full = (0..MOST_FOLLOWED).filter(|n| session.follow(&n.to_string(), None)).count();
        assert_eq!(full, MOST_FOLLOWED - 1);
    }
}
