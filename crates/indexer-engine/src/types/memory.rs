//! How much of what a first build works with may be in memory.

use std::fs;

/// Bytes of source whose facts may be in memory before the linker gives up what it knows, and begins again with
/// nothing: a small repository is linked in one run.
const LOADED: usize = 12 << 20;

/// A limit is divided by this for the source whose facts may be in memory. Decoded facts take about five times their
/// source, what the linker remembers of them as much again, and something has to be left for the rest.
const PART_OF_LIMIT: usize = 24;

/// Less than this is never enough for one batch of files.
const LEAST_LOADED: usize = 64 << 10;

/// A run of the linker goes on until it has linked this part of the source whose facts it read: where every file
/// includes a thousand others, as in Linux, those of a batch alone are more than may be in memory, and reading them
/// again for the next would cost many times the linking.
const LEAST_LINKED: usize = 4;

/// And it ends where it has read this many times what may be in memory, however little it has linked: files of registers
/// and tables ask for most of a driver's headers. Twice this many cost Linux 840 MB, and save 2 % of the linking.
const MOST_LOADED: usize = 17;

/// Bytes of source whose facts stay decoded where nobody set a limit, and the part of a limit that they are.
const HELD: usize = 2 << 20;
const PART_HELD: usize = 256;

/// Bytes of entries after which a first pack is written, and that wait at most, however many there are: a kill loses
/// them. Of a limit neither is more than this part.
const EARLY: usize = 8 << 20;
const MOST_WAITING: usize = 64 << 20;
const PART_WAITING: usize = 64;

/// Bytes that wait for the segment in memory; others wait in a file.
const SPILLED: usize = 4 << 20;
const PART_SPILLED: usize = 128;

/// What one thread has in hand, of large files: a text, a tree of some thirty times its bytes, facts, words.
const A_THREAD: usize = 32 << 20;

/// How much may be in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryBudget {
    /// Bytes; `None` where nobody set a limit.
    limit: Option<usize>,
    /// Bytes of source whose facts may be in memory.
    loaded: usize,
}

impl MemoryBudget {
    /// What a limit in MB allows; the usual without one.
    pub(crate) fn of(limit_mb: Option<u64>) -> Self {
        let bytes = |mb: u64| usize::try_from(mb).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        let limit = limit_mb.map(bytes);
        let loaded = limit.map_or(LOADED, |limit| (limit / PART_OF_LIMIT).clamp(LEAST_LOADED, LOADED));
        Self { limit, loaded }
    }

    /// Bytes of source whose facts stay decoded from when they are made until they are linked: they take about five
    /// times as many.
    pub(crate) fn held(self) -> usize {
        self.at_most(HELD, PART_HELD)
    }

    /// Bytes of entries after which a pack is written while parsing goes on, and so many that wait at most.
    pub(crate) fn waiting(self) -> (usize, usize) {
        (self.at_most(EARLY, PART_WAITING), self.at_most(MOST_WAITING, PART_WAITING))
    }

    /// Bytes that wait in memory to be written to the segment before others go to a file.
    pub(crate) fn spill_room(self) -> usize {
        self.at_most(SPILLED, PART_SPILLED)
    }

    /// How many threads may work at once where `wanted` would: each has a text, its tree and its facts in hand.
    pub(crate) fn threads(self, wanted: usize) -> usize {
        self.limit.map_or(wanted, |limit| wanted.min(limit / A_THREAD).max(1))
    }

    fn at_most(self, usual: usize, part: usize) -> usize {
        self.limit.map_or(usual, |limit| usual.min(limit / part))
    }

    /// True where a run of the linker should end that read the facts of so many bytes of source and linked so many.
    pub(crate) fn is_full(self, loaded: usize, linked: usize) -> bool {
        let has_paid = linked.saturating_mul(LEAST_LINKED) >= loaded;
        loaded > self.loaded && (has_paid || loaded / MOST_LOADED > self.loaded) || self.is_spent()
    }

    /// True where a run of the linker that read the facts of so many bytes of source may soon have to end: what it links
    /// next may ask for as much as a hundredth of a large repository, and only between batches it is looked.
    pub(crate) fn is_nearly_full(self, loaded: usize) -> bool {
        loaded / MOST_LOADED > self.loaded / 2 || self.limit.is_some_and(|_| loaded > self.loaded / 2)
    }

    /// True where what can be given up should be: three quarters of the limit are in use. Mapped files do not count:
    /// the system takes their pages back. False where the system does not say how much that is.
    fn is_spent(self) -> bool {
        self.limit.is_some_and(|limit| anonymous().is_some_and(|used| used > limit / 4 * 3))
    }
}

/// Bytes of this process in memory that no file holds.
fn anonymous() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok().map(|kb| kb << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_leaves_a_part_of_it_for_facts() {
        assert_eq!(MemoryBudget::of(None).loaded, LOADED);
        assert_eq!(MemoryBudget::of(Some(96)).loaded, 4 << 20);
        assert_eq!(MemoryBudget::of(Some(1 << 40)).loaded, LOADED);
        assert_eq!(MemoryBudget::of(Some(1)).loaded, LEAST_LOADED);
        let (none, least) = (MemoryBudget::of(None), MemoryBudget::of(Some(64)));
        assert_eq!((none.held(), none.waiting()), (HELD, (EARLY, MOST_WAITING)));
        assert_eq!((least.held(), least.waiting()), (256 << 10, (1 << 20, 1 << 20)));
        assert_eq!((none.spill_room(), least.spill_room()), (SPILLED, 512 << 10));
        assert_eq!((none.threads(16), least.threads(16), MemoryBudget::of(Some(1)).threads(16)), (16, 2, 1));
        assert!(!MemoryBudget::of(None).is_spent() && !MemoryBudget::of(Some(1 << 20)).is_spent());
        assert_eq!(MemoryBudget::of(Some(1)).is_spent(), cfg!(target_os = "linux"));
    }

    #[test]
    fn a_run_links_a_part_of_what_it_reads() {
        let budget = MemoryBudget::of(None);
        assert!(!budget.is_full(LOADED, LOADED) && budget.is_full(LOADED + 1, LOADED));
        assert!(!budget.is_full(LOADED * 10, LOADED) && budget.is_full(LOADED * 10, LOADED * 3));
        assert!(budget.is_full(LOADED * (MOST_LOADED + 1), 0), "however little it linked");
        let half = LOADED / 2 * MOST_LOADED;
        assert!(!budget.is_nearly_full(half) && budget.is_nearly_full(half + LOADED));
    }
}
