//! Watching: which files were touched since the last refresh, so that a question need not look at
//! all of them.
//!
//! On Linux the kernel's queue is looked at by the question itself, so an edit made before the
//! question is in its answer and nothing waits for a debounce. What the queue cannot tell (it was
//! too long, folders came or went, rules changed) is told by a sweep; so is everything where there
//! is no such queue. Two ways of writing make no event, through a memory map and through another
//! hard link outside the watched folders: sweeps that come anyway see them.

#[cfg(target_os = "linux")]
mod queue;
pub(crate) mod touched;
pub(crate) mod watcher;
