//! A workspace that many ask at once: one refresh runs in the background, questions join it, and
//! none waits longer than its patience.

use crate::types::error::EngineError;
use crate::types::event::{Event, Progress};
use crate::types::freshness::{Freshness, State};
use crate::types::options::Options;
use crate::types::state::Manifests;
use crate::workspace::open::Workspace;
use crate::workspace::reading::{Reading, answered};
use crate::workspace::snapshot::Snapshot;
use indexer_store::View;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a question that waits looks whether it was taken back.
const LOOK: Duration = Duration::from_millis(5);

/// How often the thread that watches looks whether it is still wanted.
const LOOK_FOR_END: Duration = Duration::from_millis(500);

/// A workspace that many ask at once. Dropping it stops what runs in the background.
#[derive(Debug)]
pub struct Shared {
    workspace: Arc<Workspace>,
    turns: Arc<RefreshTurns>,
}

#[derive(Debug, Default)]
struct RefreshTurns {
    turn: Mutex<RefreshTurn>,
    ended: Condvar,
    progress: Mutex<Option<Progress>>,
    watched: AtomicBool,
    /// Set while a thread brings what segments lack.
    bringing: AtomicBool,
}

/// Refreshes are counted. One that began after a question was asked has seen all that was on disk
/// then, and answers every such question.
#[derive(Debug, Default)]
struct RefreshTurn {
    begun: u64,
    ended: u64,
    outcome: Option<Result<Arc<Snapshot>, EngineError>>,
    last: Option<Arc<Snapshot>>,
}

impl Shared {
    /// Opens `options.root`; see [`Workspace::open`].
    pub fn open(
        options: Options,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Self, EngineError> {
        let turns = Arc::new(RefreshTurns::default());
        let seen = Arc::clone(&turns);
        let workspace = Workspace::open(options, move |event: Event| {
            seen.note(&event);
            on_event(event);
        })?;
        Ok(Self { workspace: Arc::new(workspace), turns })
    }

    /// The workspace.
    pub fn workspace(&self) -> &Arc<Workspace> {
        &self.workspace
    }

    /// A snapshot of what is on disk now, or later. Starts a refresh or joins one that has not
    /// begun; [`EngineError::Indexing`] where that takes longer than `patience`, and it goes on;
    /// [`EngineError::Cancelled`] at once where `cancel` is set, and it goes on for others.
    pub fn refresh(&self, patience: Duration, cancel: &AtomicBool) -> Result<Arc<Snapshot>, EngineError> {
        if let Some(snapshot) = self.workspace.unchanged() {
            return Ok(snapshot);
        }
        let asked = Instant::now();
        let mut turn = self.turns.lock();
        let wanted = turn.begun + 1;
        loop {
            if turn.ended >= wanted
                && let Some(outcome) = &turn.outcome
            {
                return outcome.clone();
            }
            if turn.ended == turn.begun {
                turn.begun += 1;
                if let Err(error) = self.begin() {
                    turn.ended = turn.begun;
                    return Err(EngineError::Build(error.to_string()));
                }
            }
            if cancel.load(Ordering::Relaxed) {
                return Err(EngineError::Cancelled);
            }
            let Some(left) = patience.checked_sub(asked.elapsed()).filter(|left| !left.is_zero()) else {
                return Err(EngineError::Indexing(self.progress().unwrap_or_default()));
            };
            let waited = self.turns.ended.wait_timeout(turn, left.min(LOOK));
            turn = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// From now on, changes are watched and, once the last is `debounce` old, taken in ahead of the
    /// next question, which never waits for that. Does nothing the second time.
    pub fn watch(&self, debounce: Duration) {
        if self.turns.watched.swap(true, Ordering::Relaxed) {
            return;
        }
        self.workspace.watch();
        let this = Self { workspace: Arc::clone(&self.workspace), turns: Arc::clone(&self.turns) };
        let watch = move || {
            let stopped = || this.workspace.options().cancel.load(Ordering::Relaxed);
            while !stopped() {
                if this.workspace.wait_for_change(LOOK_FOR_END) {
                    thread::sleep(debounce);
                    // What it finds wrong, the next question finds too, and says.
                    let _ = this.refresh(Duration::MAX, &this.workspace.options().cancel);
                }
            }
        };
        // Without a thread nothing is taken in ahead, and the questions do all of it.
        let _ = thread::Builder::new().name("watch".into()).spawn(watch);
    }

    /// Asks a question of what is on disk now; like [`Workspace::query`], with the patience and the
    /// ways out of [`refresh`](Self::refresh).
    pub fn query<T>(
        &self,
        patience: Duration,
        cancel: &AtomicBool,
        ask: impl FnMut(&Reading<'_>) -> T,
    ) -> Result<T, EngineError> {
        answered(&self.workspace, || self.refresh(patience, cancel), ask)
    }

    /// What there is to say while a refresh takes long: the last view, or an empty one, in the
    /// state of being indexed. Only for questions about the index itself.
    pub fn meanwhile(&self) -> Arc<Snapshot> {
        let (running, last) = {
            let turn = self.turns.lock();
            (turn.begun > turn.ended, turn.last.clone())
        };
        let state = match (self.progress(), &last) {
            (Some(progress), _) if running => State::Indexing(progress),
            // Nothing was heard of it yet.
            (None, None) if running => State::Indexing(Progress::default()),
            (_, Some(last)) => last.freshness.state,
            (_, None) => State::Missing,
        };
        let view = last.as_ref().map_or_else(View::empty, |last| last.view.clone());
        let manifests = last.as_ref().map_or_else(Manifests::default, |last| (*last.manifests).clone());
        let freshness = last.map_or_else(Freshness::default, |last| last.freshness.clone());
        Arc::new(self.workspace.snapshot_of(view, manifests, Freshness { state, ..freshness }))
    }

    /// Stops what runs, for good: every question from now on is cancelled.
    pub fn cancel(&self) {
        self.workspace.options().cancel.store(true, Ordering::Relaxed);
    }

    /// Waits until nothing runs. After [`cancel`](Self::cancel), what was parsed is kept then.
    pub fn wait(&self) {
        let turn = self.turns.lock();
        let ended = self.turns.ended.wait_while(turn, |turn| turn.ended < turn.begun);
        drop(ended.unwrap_or_else(PoisonError::into_inner));
        drop(self.workspace.revisions.lock());
    }

    /// How far the refresh is that runs now; `None` where none runs or nothing is known yet.
    pub fn progress(&self) -> Option<Progress> {
        *self.turns.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refreshes on a thread of its own, so that nobody has to wait for it.
    fn begin(&self) -> io::Result<()> {
        let (workspace, turns) = (Arc::clone(&self.workspace), Arc::clone(&self.turns));
        let begun = thread::Builder::new().name("refresh".into()).spawn(move || {
            // Dropped also by a panic: nobody waits for a refresh that is no more.
            let mut ending = Ending { turns: Arc::clone(&turns), outcome: None };
            let outcome = workspace.refresh();
            ending.outcome = Some(outcome.clone());
            drop(ending);
            // Nobody waits for what comes now, and one thread at a time brings it.
            if let Ok(snapshot) = outcome
                && !turns.bringing.swap(true, Ordering::Relaxed)
            {
                workspace.bring_rest(&snapshot);
                turns.bringing.store(false, Ordering::Relaxed);
            }
        });
        begun.map(drop)
    }
}

/// Says at the end of a refresh what came of it.
struct Ending {
    turns: Arc<RefreshTurns>,
    outcome: Option<Result<Arc<Snapshot>, EngineError>>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        let failed = || Err(EngineError::Build("a thread of it failed".into()));
        let outcome = self.outcome.take().unwrap_or_else(failed);
        *self.turns.progress.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let mut turn = self.turns.lock();
        turn.ended = turn.begun;
        turn.last = outcome.as_ref().ok().cloned().or(turn.last.take());
        turn.outcome = Some(outcome);
        self.turns.ended.notify_all();
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl RefreshTurns {
    fn lock(&self) -> MutexGuard<'_, RefreshTurn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, event: &Event) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(now) = Progress::of(event) {
            // Threads report out of order.
            *progress = Some(progress.map_or(now, |before| before.max(now)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::mpsc;

    /// A folder with files, the workspace over it, and a gate: no refresh gets past its first
    /// event before the test says so.
    fn gated() -> (tempfile::TempDir, Shared, mpsc::Sender<()>, mpsc::Receiver<()>) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        fs::create_dir(&root).unwrap();
        fs::write(root.join("a.py"), "def one(): pass\n").unwrap();
        let (open, gate) = mpsc::channel::<()>();
        let (reach, reached) = mpsc::channel::<()>();
        let gate = Mutex::new(gate);
        let options = Options { cache_dir: Some(folder.path().join("cache")), ..Options::new(&root) };
        let shared = Shared::open(options, move |event| {
            if let Event::Listed { .. } = event {
                let _ = reach.send(());
                let _ = gate.lock().map(|gate| gate.recv());
            }
        });
        (folder, shared.unwrap(), open, reached)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_question_out_of_patience_says_how_far_and_the_work_goes_on() {
        let (_folder, shared, open, reached) = gated();
        let never = AtomicBool::new(false);
        assert_eq!(shared.meanwhile().freshness.state, State::Missing);
        for _ in 0..3 {
            let outcome = shared.refresh(Duration::ZERO, &never);
            assert!(matches!(outcome, Err(EngineError::Indexing(_))), "{outcome:?}");
        }
        reached.recv().unwrap();
        assert!(matches!(shared.meanwhile().freshness.state, State::Indexing(_)));
        open.send(()).unwrap();
        drop(open);
        let snapshot = shared.refresh(LONG, &never).unwrap();
        assert!(snapshot.view.file("a.py").is_some());
        // The questions that gave up began one refresh together; the last one began its own.
        assert!(shared.turns.lock().begun <= 2);
        assert_eq!(shared.meanwhile().freshness.state, State::Fresh);
    }

    #[test]
    fn a_question_taken_back_returns_at_once_and_loses_nothing_for_others() {
        let (_folder, shared, open, reached) = gated();
        let (cancel, never) = (AtomicBool::new(false), AtomicBool::new(false));
        thread::scope(|scope| {
            let taken_back = scope.spawn(|| shared.refresh(LONG, &cancel));
            reached.recv().unwrap();
            let other = scope.spawn(|| shared.refresh(LONG, &never));
            cancel.store(true, Ordering::Relaxed);
            // Returns though the refresh stands still at the gate.
            assert!(matches!(taken_back.join().unwrap(), Err(EngineError::Cancelled)));
            drop(open);
            assert!(other.join().unwrap().unwrap().view.file("a.py").is_some());
        });
    }

    #[test]
    fn a_question_asked_after_a_refresh_began_gets_a_later_one() {
        let (folder, shared, open, reached) = gated();
        let never = AtomicBool::new(false);
        thread::scope(|scope| {
            let first = scope.spawn(|| shared.refresh(LONG, &never));
            // The files are listed by now.
            reached.recv().unwrap();
            fs::write(folder.path().join("root/b.py"), "def two(): pass\n").unwrap();
            let second = scope.spawn(|| shared.refresh(LONG, &never));
            drop(open);
            first.join().unwrap().unwrap();
            assert!(second.join().unwrap().unwrap().view.file("b.py").is_some());
        });
    }
}
