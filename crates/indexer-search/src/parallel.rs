//! How work is shared between threads, said by who has some: this crate has none of its own.

/// Does independent parts of a work, at once where it can.
pub trait Parallel: Sync {
    /// What `part` makes of each number below `parts`, in their order.
    fn map<T: Send>(&self, parts: usize, part: impl Fn(usize) -> T + Sync) -> Vec<T>;
}

/// One part after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

impl Parallel for OneThread {
    fn map<T: Send>(&self, parts: usize, part: impl Fn(usize) -> T + Sync) -> Vec<T> {
        (0..parts).map(part).collect()
    }
}
