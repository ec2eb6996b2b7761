//! The sessions of the revisions that have them.

use super::guard::Caller;
use super::log::{Log, Reader, place};
use crate::sent::Outlet;
use crate::session::Session;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

/// How long a session lives after its last POST.
const LIFE: Duration = Duration::from_secs(3600);
/// How long a session must have been idle before it makes room for a new one. Clients that went away
/// without a word would otherwise keep others out for an hour; one that is still there begins anew.
const IDLE: Duration = Duration::from_secs(60);
/// Sessions at the same time.
const MOST_SESSIONS: usize = 1_000;
/// Streams of answers that are kept for a client that comes back.
const MOST_STREAMS: usize = 16;
/// Bytes of them in a session, from which on the oldest go.
const MOST_BYTES: usize = 256 << 10;

/// One session.
#[derive(Debug)]
pub(super) struct Entry {
    /// Whose it is: nobody else is in it.
    caller: Caller,
    pub(super) session: Arc<Session>,
    /// What nobody asked for.
    own: Arc<Log>,
    streams: Mutex<Streams>,
}

#[derive(Debug, Default)]
struct Streams {
    made: u64,
    kept: VecDeque<Arc<Log>>,
}

impl Entry {
    fn new(caller: Caller) -> Self {
        let own = Log::new(0);
        let log = Arc::clone(&own);
        let outlet: Outlet = Arc::new(move |message| log.push(message));
        let session = Arc::new(Session::with_outlet(caller.grant().clone(), outlet));
        Self { caller, session, own, streams: Mutex::default() }
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A log for the answer to a request.
    pub(super) fn stream(&self) -> Arc<Log> {
        let mut streams = self.streams();
        streams.made += 1;
        let log = Log::new(streams.made);
        let mut bytes: usize = streams.kept.iter().map(|log| log.bytes()).sum();
        while streams.kept.len() >= MOST_STREAMS || bytes > MOST_BYTES {
            let Some(oldest) = streams.kept.pop_front() else { break };
            bytes -= oldest.bytes().min(bytes);
        }
        streams.kept.push_back(Arc::clone(&log));
        log
    }

    /// Reads what nobody asked for; or, after the event of this id, the stream that was lost.
    pub(super) fn reader(&self, last: Option<&str>) -> Reader {
        if let Some((stream, number)) = last.and_then(place) {
            let streams = self.streams();
            let log = match stream {
                0 => Some(&self.own),
                _ => streams.kept.iter().find(|log| log.stream == stream),
            };
            if let Some(log) = log {
                return Reader { log: Arc::clone(log), at: number + 1, holds: None };
            }
        }
        Reader { at: self.own.unread(), log: Arc::clone(&self.own), holds: None }
    }

    fn close(&self) {
        self.session.end_all();
        self.own.close();
        self.streams().kept.iter().for_each(|log| log.close());
    }
}

/// All sessions.
pub(super) struct Sessions {
    clock: Box<dyn Fn() -> Duration + Send + Sync>,
    all: Mutex<All>,
}

#[derive(Default)]
struct All {
    /// With the time until which each lives.
    live: HashMap<String, (Arc<Entry>, Duration)>,
    /// Open streams of the stateless revision, with their last messages.
    streams: Vec<(Weak<Log>, String)>,
    closed: bool,
}

impl All {
    /// Takes out the session that was idle for longest, if it was for long enough. O(sessions).
    fn longest_idle(&mut self, now: Duration) -> Option<Arc<Entry>> {
        let (id, until) =
            self.live.iter().map(|(id, (_, until))| (id, *until)).min_by_key(|(_, until)| *until)?;
        if until + IDLE > now + LIFE {
            return None;
        }
        let id = id.clone();
        self.live.remove(&id).map(|(entry, _)| entry)
    }
}

impl Sessions {
    /// None yet; `clock` tells the time that has passed.
    pub(super) fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { clock: Box::new(clock), all: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a session; where there are too many, the one that was idle for longest makes room. `None`
    /// where none was idle for a minute.
    pub(super) fn open(&self, caller: &Caller) -> Option<(String, Arc<Entry>)> {
        self.expire();
        let mut random = [0u8; 16];
        getrandom::fill(&mut random).ok()?;
        let id: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let now = (self.clock)();
        let mut all = self.all();
        if all.closed {
            return None;
        }
        let idle = match all.live.len() >= MOST_SESSIONS {
            true => Some(all.longest_idle(now)?),
            false => None,
        };
        let entry = Arc::new(Entry::new(caller.clone()));
        all.live.insert(id.clone(), (Arc::clone(&entry), now + LIFE));
        drop(all);
        if let Some(idle) = idle {
            idle.close();
        }
        Some((id, entry))
    }

    /// A session of the caller that lives, and lives on from now.
    pub(super) fn renew(&self, id: &str, caller: &Caller) -> Option<Arc<Entry>> {
        self.expire();
        let until = (self.clock)() + LIFE;
        let mut all = self.all();
        let (entry, lives) = all.live.get_mut(id).filter(|(entry, _)| entry.caller == *caller)?;
        *lives = until;
        Some(Arc::clone(entry))
    }

    /// A session of the caller that lives, for no longer than before.
    pub(super) fn get(&self, id: &str, caller: &Caller) -> Option<Arc<Entry>> {
        self.expire();
        let all = self.all();
        all.live.get(id).filter(|(entry, _)| entry.caller == *caller).map(|(entry, _)| Arc::clone(entry))
    }

    /// Ends a session of the caller; false where there is none.
    pub(super) fn remove(&self, id: &str, caller: &Caller) -> bool {
        let mut all = self.all();
        let is_theirs = all.live.get(id).is_some_and(|(entry, _)| entry.caller == *caller);
        let removed = if is_theirs { all.live.remove(id) } else { None };
        drop(all);
        removed.is_some_and(|(entry, _)| {
            entry.close();
            true
        })
    }

    /// Ends the sessions whose time is over; their streams end.
    pub(super) fn expire(&self) {
        let now = (self.clock)();
        let over: Vec<(Arc<Entry>, Duration)> =
            self.all().live.extract_if(|_, (_, until)| *until <= now).map(|(_, one)| one).collect();
        over.iter().for_each(|(entry, _)| entry.close());
    }

    /// Notes a stream that is open without a session, and what is said on it last.
    pub(super) fn hold(&self, log: &Arc<Log>, last: String) {
        let mut all = self.all();
        all.streams.retain(|(log, _)| log.strong_count() > 0);
        all.streams.push((Arc::downgrade(log), last));
    }

    /// Ends all of them, and lets none begin.
    pub(super) fn close(&self) {
        let mut all = self.all();
        all.closed = true;
        let (live, streams) = (std::mem::take(&mut all.live), std::mem::take(&mut all.streams));
        drop(all);
        for (log, last) in streams {
            if let Some(log) = log.upgrade() {
                log.push(last);
                log.close();
            }
        }
        live.values().for_each(|(entry, _)| entry.close());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_tools::Grant;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn nobody() -> Caller {
        Caller::default()
    }

    #[test]
    fn a_session_is_for_who_began_it() {
        let (_, sessions) = at();
        let (one, other) =
            (Caller::known([1; 32], Grant::default()), Caller::known([2; 32], Grant::default()));
        let (id, _) = sessions.open(&one).unwrap();
        for caller in [&other, &nobody(), &Caller::known([1; 32], Grant::only(["x".to_owned()]))] {
            assert!(sessions.get(&id, caller).is_none() && sessions.renew(&id, caller).is_none());
            assert!(!sessions.remove(&id, caller));
        }
        assert!(sessions.renew(&id, &one).is_some() && sessions.remove(&id, &one));
    }

    fn at() -> (Arc<AtomicU64>, Sessions) {
        let now = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&now);
        (now, Sessions::new(move || Duration::from_secs(clock.load(Ordering::Relaxed))))
    }

    #[test]
    fn a_session_lives_an_hour_after_its_last_post() {
        let (now, sessions) = at();
        let (id, entry) = sessions.open(&nobody()).unwrap();
        now.store(3_000, Ordering::Relaxed);
        assert!(sessions.renew(&id, &nobody()).is_some());
        now.store(6_000, Ordering::Relaxed);
        // A stream that is opened does not make it live longer.
        assert!(sessions.get(&id, &nobody()).is_some());
        now.store(6_600, Ordering::Relaxed);
        assert!(sessions.get(&id, &nobody()).is_none() && sessions.renew(&id, &nobody()).is_none());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(entry.reader(None).log.wait(0)), None);
    }

    #[test]
    fn idle_sessions_make_room_before_one_is_refused() {
        let (now, sessions) = at();
        let ids: Vec<String> = (0..MOST_SESSIONS).map(|_| sessions.open(&nobody()).unwrap().0).collect();
        assert!(sessions.open(&nobody()).is_none());
        now.store(IDLE.as_secs() - 1, Ordering::Relaxed);
        ids[1..].iter().for_each(|id| drop(sessions.renew(id, &nobody()).unwrap()));
        assert!(sessions.open(&nobody()).is_none());
        // Only the first was idle for long enough, and its streams end.
        now.store(IDLE.as_secs(), Ordering::Relaxed);
        let idle = sessions.get(&ids[0], &nobody()).unwrap();
        assert!(sessions.open(&nobody()).is_some() && sessions.open(&nobody()).is_none());
        assert!(sessions.get(&ids[0], &nobody()).is_none() && sessions.get(&ids[1], &nobody()).is_some());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(idle.reader(None).log.wait(0)), None);
        now.store(2 * LIFE.as_secs(), Ordering::Relaxed);
        let (id, _) = sessions.open(&nobody()).unwrap();
        assert!(sessions.remove(&id, &nobody()) && !sessions.remove(&id, &nobody()));
        sessions.close();
        assert!(sessions.open(&nobody()).is_none());
    }

    #[test]
    fn what_is_kept_for_a_client_that_comes_back_is_bounded() {
        let (_, sessions) = at();
        let (_, entry) = sessions.open(&nobody()).unwrap();
        let kept = || entry.streams().kept.iter().map(|log| log.bytes()).sum::<usize>();
        for length in [10, MOST_BYTES / 4, 10 * MOST_BYTES] {
            for _ in 0..2 * MOST_STREAMS {
                entry.stream().push("x".repeat(length));
            }
            assert!(kept() <= MOST_BYTES + length && entry.streams().kept.len() <= MOST_STREAMS);
        }
    }

    #[test]
    fn ids_cannot_be_guessed_from_others() {
        let (_, sessions) = at();
        let ids: Vec<String> = (0..50).map(|_| sessions.open(&nobody()).unwrap().0).collect();
        assert!(ids.iter().all(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_graphic())));
        assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 50);
    }
}
