//! Steps of work, counted where debug assertions are on.
//!
//! What others wrote must not make a loop run for ever, so tests hold the loops over it to a number
//! of steps that grows as the input does. A clock could not: machines are busy. Each loop counts what
//! it does, and builds without debug assertions count nothing.

use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(debug_assertions)]
mod counted {
    use std::cell::Cell;

    thread_local! {
        /// Steps of this thread, since it looked last whether to stop, and the most between two looks.
        pub(super) static STEPS: Cell<(u64, u64, u64)> = const { Cell::new((0, 0, 0)) };
    }
}

/// A flag that nobody sets.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// Counts steps of this thread.
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

/// Looks whether to stop.
#[inline]
pub fn is_stopped(flag: &AtomicBool) -> bool {
    #[cfg(debug_assertions)]
    counted::STEPS.with(|all| {
        let (total, since, most) = all.get();
        all.set((total, 0, most.max(since)));
    });
    flag.load(Ordering::Relaxed)
}

/// What some work of one thread took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// All steps.
    pub steps: u64,
    /// The most steps between two looks at whether to stop.
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
