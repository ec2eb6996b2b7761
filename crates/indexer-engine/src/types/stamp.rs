//! Stamps of files, and the clock that says whether one is old enough to be trusted.

use bincode::{Decode, Encode};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the file system says of a file without reading it. Equal stamps of a settled file mean
/// equal bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Last write, in nanoseconds since 1970.
    pub mtime: i64,
    /// Last change of the file or its entry, in nanoseconds since 1970.
    pub ctime: i64,
    /// Number of the file in its file system; 0 where there is none.
    pub inode: u64,
}

/// A stamp is trusted once it is this much older than the reading: file systems count time in
/// steps of up to two seconds.
pub const SETTLING: i64 = 2_000_000_000;

impl Stamp {
    /// True when a write at `now` or later would show in the stamp. A last write far in the future
    /// was set by hand: the next one brings it back.
    pub fn settled(&self, now: i64) -> bool {
        let set_by_hand = self.mtime > now.saturating_add(SETTLING);
        let young = |time: i64| time.saturating_add(SETTLING) >= now;
        !young(self.ctime) && (set_by_hand || !young(self.mtime))
    }
}

/// A source of the present time, in nanoseconds since 1970. Tests pass one that jumps.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// A clock that `read` reads.
    pub fn new(read: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The system's clock.
    pub fn system() -> Self {
        Self::new(|| nanoseconds(SystemTime::now()))
    }

    /// The present time, in nanoseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.0)()
    }
}

/// Nanoseconds since 1970.
pub(crate) fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Not what it says: options are compared by how they print.
        f.write_str("Clock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_young_around_their_reading() {
        let stamp = |mtime: i64, ctime: i64| Stamp { mtime, ctime, ..Stamp::default() };
        let now = 100 * SETTLING;
        assert!(stamp(0, 0).settled(now));
        assert!(!stamp(0, now).settled(now) && !stamp(now - 1, 0).settled(now));
        // Set by hand into the future: the next write shows. A clock that went back: nothing does.
        assert!(stamp(2 * now, 0).settled(now));
        assert!(!stamp(0, 2 * now).settled(now));
        assert!(!stamp(now + SETTLING, 0).settled(now));
    }
}
