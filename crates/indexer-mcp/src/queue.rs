//! Work that waits for its turn, and the threads that do it: both bounded.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How much is done and how much waits at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Threads.
    pub(crate) workers: usize,
    /// Items that wait.
    pub(crate) items: usize,
    /// Bytes of their messages.
    pub(crate) bytes: usize,
    /// How long a full queue may stand still before an item is refused.
    pub(crate) patience: Duration,
}

/// Work that waits for its turn. One thread puts in, several take out.
pub(crate) struct Queue<T> {
    bounds: Bounds,
    state: Mutex<State<T>>,
    /// Somebody waits, or nobody will any more.
    work: Condvar,
    /// An item was taken out or is done.
    moved: Condvar,
}

struct State<T> {
    waiting: VecDeque<(T, usize)>,
    bytes: usize,
    workers: usize,
    running: usize,
    closed: bool,
}

/// What became of an item.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Put<T> {
    /// It waits, and somebody will come for it.
    Waits,
    /// It waits, and one more thread may be started, which calls [`Queue::take`] until there is nothing.
    Hires,
    /// The queue is full and stands still.
    Refused(T),
}

impl<T> Queue<T> {
    /// An empty one.
    pub(crate) fn new(bounds: Bounds) -> Self {
        let state = State { waiting: VecDeque::new(), bytes: 0, workers: 0, running: 0, closed: false };
        Self { bounds, state: Mutex::new(state), work: Condvar::new(), moved: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts an item in. Where there is no room, waits for as long as others are taken out.
    pub(crate) fn put(&self, item: T, bytes: usize) -> Put<T> {
        let Bounds { workers, items, bytes: most_bytes, patience } = self.bounds;
        let is_full = |state: &mut State<T>| {
            let waiting = state.waiting.len();
            waiting >= items || (waiting > 0 && state.bytes + bytes > most_bytes)
        };
        let mut state = self.state();
        while is_full(&mut state) {
            let before = state.waiting.len();
            let still = |state: &mut State<T>| state.waiting.len() == before;
            let waited = self.moved.wait_timeout_while(state, patience, still);
            let (after, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = after;
            if timeout.timed_out() && is_full(&mut state) {
                return Put::Refused(item);
            }
        }
        state.waiting.push_back((item, bytes));
        state.bytes += bytes;
        let hires = state.workers < workers && state.workers < state.running + state.waiting.len();
        if hires {
            state.workers += 1;
        }
        drop(state);
        self.work.notify_one();
        if hires { Put::Hires } else { Put::Waits }
    }

    /// The next item, for a thread that was hired; the one before it is done. `None` once the queue is closed
    /// and empty.
    pub(crate) fn take(&self, before: Option<Taken>) -> Option<(T, Taken)> {
        let mut state = self.state();
        if before.is_some() {
            state.running -= 1;
            self.moved.notify_all();
        }
        let idle = |state: &mut State<T>| state.waiting.is_empty() && !state.closed;
        let mut state = self.work.wait_while(state, idle).unwrap_or_else(PoisonError::into_inner);
        let Some((item, bytes)) = state.waiting.pop_front() else {
            state.workers -= 1;
            return None;
        };
        state.bytes -= bytes;
        state.running += 1;
        self.moved.notify_all();
        Some((item, Taken(())))
    }

    /// A thread could not be started: true where there is no other.
    pub(crate) fn lost_worker(&self) -> bool {
        let mut state = self.state();
        state.workers -= 1;
        state.workers == 0
    }

    /// The item that waits longest, for a thread that was not hired.
    pub(crate) fn next(&self) -> Option<T> {
        let mut state = self.state();
        let (item, bytes) = state.waiting.pop_front()?;
        state.bytes -= bytes;
        Some(item)
    }

    /// Nothing more is put in. True once all is done; false where that takes longer than `patience`.
    pub(crate) fn close(&self, patience: Duration) -> bool {
        let mut state = self.state();
        state.closed = true;
        self.work.notify_all();
        let busy = |state: &mut State<T>| !state.waiting.is_empty() || state.running > 0;
        let waited = self.moved.wait_timeout_while(state, patience, busy);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

/// Stands for an item that was taken and is not done.
pub(crate) struct Taken(());

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const BOUNDS: Bounds = Bounds { workers: 2, items: 3, bytes: 100, patience: Duration::from_millis(1) };

    #[test]
    fn threads_are_hired_while_there_is_work_for_them() {
        let queue = Queue::new(BOUNDS);
        assert_eq!((queue.put(1, 1), queue.put(2, 1), queue.put(3, 1)), (Put::Hires, Put::Hires, Put::Waits));
        let (first, taken) = queue.take(None).unwrap();
        assert_eq!((first, queue.take(Some(taken)).unwrap().0, queue.next()), (1, 2, Some(3)));
        assert!(!queue.lost_worker() && queue.lost_worker());
        assert_eq!(queue.put(4, 1), Put::Hires);
    }

    #[test]
    fn a_full_queue_refuses_once_it_stands_still() {
        let queue = Queue::new(BOUNDS);
        for item in 0..3 {
            assert_ne!(queue.put(item, 1), Put::Refused(item));
        }
        assert_eq!(queue.put(3, 1), Put::Refused(3));
        queue.next();
        assert_eq!(queue.put(3, 98), Put::Waits);
        queue.next();
        // By bytes as by number; but what is alone always fits.
        assert_eq!(queue.put(4, 2), Put::Refused(4));
        assert!(queue.next().is_some() && queue.next().is_some());
        assert_eq!(queue.put(4, 1_000), Put::Waits);
    }

    #[test]
    fn a_full_queue_waits_while_it_moves() {
        let queue = Queue::new(Bounds { patience: Duration::from_secs(60), ..BOUNDS });
        let done: usize = thread::scope(|scope| {
            let work = || {
                let (mut before, mut done) = (None, 0);
                while let Some((_, taken)) = queue.take(before) {
                    (before, done) = (Some(taken), done + 1);
                }
                done
            };
            let mut threads = Vec::new();
            for item in 0..1_000 {
                match queue.put(item, 40) {
                    Put::Hires => threads.push(scope.spawn(work)),
                    Put::Waits => {}
                    Put::Refused(item) => panic!("{item}"),
                }
            }
            assert!(queue.close(Duration::from_secs(60)) && threads.len() <= 2);
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(done, 1_000);
    }

    #[test]
    fn closing_tells_whether_all_is_done() {
        assert!(Queue::<u8>::new(BOUNDS).close(Duration::from_millis(1)));
        let queue = Queue::new(BOUNDS);
        let _ = queue.put(1, 1);
        assert!(!queue.close(Duration::from_millis(1)));
        let taken = queue.take(None).unwrap().1;
        assert!(!queue.close(Duration::from_millis(1)) && queue.take(Some(taken)).is_none());
        assert!(queue.close(Duration::from_millis(1)));
    }
}
