//! Steps of work, counted where debug assertions are on.
//!
//! No input may make a loop run for ever, so tests bound the number of steps by the length of the input. A
//! clock could not do that on a busy machine. Each loop over input counts its steps; builds without debug
//! assertions count nothing.

use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(debug_assertions)]
mod counted {
    use std::cell::Cell;

    thread_local! {
        /// Steps of this thread: all, those since it last asked whether to stop, and the most between two
        /// such questions.
        pub(super) static STEPS: Cell<(u64, u64, u64)> = const { Cell::new((0, 0, 0)) };
    }
}

/// For callers that cannot be cancelled: a flag that stays false.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// Adds to the steps of this thread; compiled to nothing without debug assertions.
#[inline(always)]
pub fn add(steps: usize) {
    #[cfg(debug_assertions)]
    counted::STEPS.with(|all| {
        let (total, since, most) = all.get();
        all.set((total + steps as u64, since + steps as u64, most));
    });
    #[cfg(not(debug_assertions))]
    let _ = steps;
}

/// True once `flag` is set: whoever asked gave up, and the loop should end. Counted, so that tests see how
/// many steps pass between two calls.
#[inline]
pub fn is_stopped(flag: &AtomicBool) -> bool {
    #[cfg(debug_assertions)]
    counted::STEPS.with(|all| {
        let (total, since, most) = all.get();
        all.set((total, 0, most.max(since)));
    });
    flag.load(Ordering::Relaxed)
}

/// The steps of one piece of work on one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Steps from its beginning to its end.
    pub steps: u64,
    /// The most steps between two calls of [`is_stopped`].
    pub unlooked: u64,
}

/// Does `work` and counts its steps on this thread; none in builds that do not count.
pub fn count<T>(work: impl FnOnce() -> T) -> (T, Counted) {
    #[cfg(debug_assertions)]
    {
        let before = counted::STEPS.with(|all| all.replace((0, 0, 0)));
        let done = work();
        let (steps, since, most) = counted::STEPS.with(|all| all.replace(before));
        add(steps as usize);
        (done, Counted { steps, unlooked: most.max(since) })
    }
    #[cfg(not(debug_assertions))]
    (work(), Counted { steps: 0, unlooked: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_work_alone() {
        let flag = AtomicBool::new(false);
        add(1_000);
        let (inner, counted) = count(|| {
            add(3);
            assert!(!is_stopped(&flag));
            add(5);
            assert!(!is_stopped(&flag));
            count(|| add(4)).1
        });
        if cfg!(debug_assertions) {
            assert_eq!((inner.steps, counted), (4, Counted { steps: 12, unlooked: 5 }));
        }
        flag.store(true, Ordering::Relaxed);
        assert!(is_stopped(&flag));
    }
}
