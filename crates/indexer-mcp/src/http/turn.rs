//! Whose turn it is: so many calls run, so many wait, and no more.

use super::Limits;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes that a call is counted with beside those of its message.
const CALL: usize = 16 << 10;
/// Bytes of a unit in which memory is counted.
const UNIT: usize = 1 << 10;

/// Room for calls.
pub(super) struct Turns {
    /// Memory of those that run or wait.
    memory: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

/// Room for a call that waits for its turn.
pub(super) struct Place {
    memory: OwnedSemaphorePermit,
    running: Arc<Semaphore>,
}

/// A call's turn, for as long as it is held.
pub(super) struct Turn {
    #[expect(dead_code, reason = "only its end matters")]
    held: (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>),
}

impl Turns {
    /// Nobody waits yet.
    pub(super) fn new(limits: &Limits) -> Self {
        let memory = Arc::new(Semaphore::new(limits.waiting * CALL / UNIT));
        Self { memory, running: Arc::new(Semaphore::new(limits.calls)) }
    }

    /// A place in the queue for a message of so many bytes; `None` where there is none.
    pub(super) fn place(&self, bytes: usize) -> Option<Place> {
        let units = u32::try_from((CALL + bytes) / UNIT).ok()?;
        let memory = Arc::clone(&self.memory).try_acquire_many_owned(units).ok()?;
        Some(Place { memory, running: Arc::clone(&self.running) })
    }
}

impl Place {
    /// Waits for the turn.
    pub(super) async fn turn(self) -> Turn {
        // The semaphore is never closed.
        let running = self.running.acquire_owned().await.ok();
        Turn { held: (self.memory, running) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_messages_leave_room_for_fewer() {
        let limits = Limits { calls: 1, waiting: 3, ..Limits::default() };
        let turns = Turns::new(&limits);
        let large = turns.place(2 * CALL).unwrap();
        assert!(turns.place(0).is_none());
        drop(large);
        let places: Vec<_> = (0..4).filter_map(|_| turns.place(0)).collect();
        assert_eq!(places.len(), 3);
    }

    #[test]
    fn a_turn_comes_when_another_ends() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let turns = Turns::new(&Limits { calls: 1, waiting: 2, ..Limits::default() });
            let first = turns.place(0).unwrap().turn().await;
            let second = tokio::spawn(turns.place(0).unwrap().turn());
            tokio::task::yield_now().await;
            assert!(!second.is_finished() && turns.place(0).is_none());
            drop(first);
            drop(second.await.unwrap());
            assert!(turns.place(0).is_some());
        });
    }
}
