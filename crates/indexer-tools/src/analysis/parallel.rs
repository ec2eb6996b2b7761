//! Work on all cores, with a result that does not tell.

use crate::protocol::{Context, Problem};
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Items that a thread takes at a time.
const TAKEN: usize = 16;

/// `work` of every item, in their order; a problem where nobody waits any more.
pub fn in_parallel<I: Sync, T: Send>(
    context: &Context<'_>,
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
) -> Result<Vec<T>, Problem> {
    in_parallel_with(context, items, || (), |(), item| work(item))
}

/// The same, where each thread has something of its own, which `own` makes.
pub(super) fn in_parallel_with<I: Sync, T: Send, O>(
    context: &Context<'_>,
    items: &[I],
    own: impl Fn() -> O + Sync,
    work: impl Fn(&mut O, &I) -> T + Sync,
) -> Result<Vec<T>, Problem> {
    with_threads(context, cores(), items, (own, work))
}

/// `work` of each number below `parts`, in their order. Parts are large: a thread takes one at a time, and all are done.
/// The threads wait for the next question: one that begins takes new pages of memory from the system, which costs a
/// search more than its work.
pub fn in_parts<T: Send>(parts: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    (0..parts).into_par_iter().with_max_len(1).map(&work).collect()
}

/// Both, at the same time where a thread is free. As in [`in_parts`] a thread that waits takes other work meanwhile, so
/// that nobody may hold a lock around a call which that work waits for.
pub fn both<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(first, second)
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, |count| count.get())
}

fn with_threads<I: Sync, T: Send, O>(
    context: &Context<'_>,
    threads: usize,
    items: &[I],
    (own, work): (impl Fn() -> O + Sync, impl Fn(&mut O, &I) -> T + Sync),
) -> Result<Vec<T>, Problem> {
    let work = |own: &mut O, at: usize| work(own, &items[at]);
    let done = shared((threads, TAKEN), items.len(), &|| context.still_wanted().is_ok(), (own, work));
    context.still_wanted()?;
    Ok(done)
}

/// `work` of each number below `count`, in their order, or of fewer once it is not wanted any more. A thread takes so many
/// at a time.
fn shared<T: Send, O>(
    (threads, taken): (usize, usize),
    count: usize,
    is_wanted: &(dyn Fn() -> bool + Sync),
    (own, work): (impl Fn() -> O + Sync, impl Fn(&mut O, usize) -> T + Sync),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<T>)>> = Mutex::default();
    let take = || {
        let mut own = own();
        loop {
            let first = next.fetch_add(taken, Ordering::Relaxed);
            if first >= count || !is_wanted() {
                return;
            }
            let made = (first..count.min(first + taken)).map(|at| work(&mut own, at)).collect();
            done.lock().unwrap_or_else(|held| held.into_inner()).push((first, made));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(count.div_ceil(taken)) {
            scope.spawn(take);
        }
        take();
    });
    let mut done = done.into_inner().unwrap_or_else(|held| held.into_inner());
    done.sort_unstable_by_key(|(first, _)| *first);
    done.into_iter().flat_map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_engine::Workspace;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn results_stand_in_the_order_of_items_whatever_the_threads() {
        let cancel = AtomicBool::new(false);
        let snapshot = Workspace::in_memory([]).refresh().unwrap();
        let context = Context::new(&snapshot, &cancel);
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [1, 2, 7] {
            let found = with_threads(&context, threads, &items, (|| 2, |by, item| item * *by)).unwrap();
            assert!(found.iter().enumerate().all(|(at, one)| at * 2 == *one), "{threads}");
        }
        for parts in [0, 1, 5, 100] {
            assert_eq!(in_parts(parts, |part| part * 3), (0..parts).map(|part| part * 3).collect::<Vec<_>>());
        }
        assert_eq!(both(|| 1, || "a"), (1, "a"));
        cancel.store(true, Ordering::Relaxed);
        assert!(with_threads(&context, 2, &items, (|| (), |(), item| *item)).is_err());
    }
}
