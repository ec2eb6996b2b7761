//! Where files come from. Everything after a source sees only its listing.

use crate::error::EngineError;
use crate::limits::EXAMPLES;
use crate::plan::Known;
use crate::snapshot::LeftOut;
use bincode::{Decode, Encode};
use indexer_core::{ContentId, Problem, ProblemKind};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
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

/// One file that may be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Path relative to the root.
    pub path: String,
    /// What the file system says of it.
    pub stamp: Stamp,
    /// The content id, where the source knows it without reading.
    pub content: Option<ContentId>,
}

/// What decides which files there are, besides the files: kept to notice cheaply that a listing
/// still holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Frame {
    /// Folders that were listed, and their stamps.
    pub folders: Vec<(String, Stamp)>,
    /// Files with rules (ignore files, the git index); `None` for one that was not there.
    pub rules: Vec<(String, Option<Stamp>)>,
    /// False where a stamp was too young to be trusted: the next sweep lists again.
    pub settled: bool,
    /// Files found and left out by their name or type, by reason.
    pub left_out: BTreeMap<LeftOut, u64>,
    /// Some paths of those files for each reason, the first ones in the order of paths.
    pub examples: BTreeMap<LeftOut, Vec<String>>,
    /// Problems of the walk: (path, problem).
    pub problems: Vec<(String, Problem)>,
}

impl Frame {
    /// Counts a file or folder that is left out, and keeps its path as an example. In the order of
    /// paths, so that the examples do not depend on chance.
    pub(crate) fn leave_out(&mut self, reason: LeftOut, path: &str) {
        *self.left_out.entry(reason).or_default() += 1;
        let examples = self.examples.entry(reason).or_default();
        if examples.len() < EXAMPLES {
            examples.push(path.to_owned());
        }
    }

    /// Records a problem of the walk.
    pub(crate) fn problem(&mut self, path: &str, kind: ProblemKind, detail: impl Into<String>) {
        self.problems.push((path.to_owned(), Problem::whole(kind, detail.into())));
    }
}

/// The files of a root at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The files, sorted by path, each once.
    pub files: Vec<Listed>,
    /// What decided on them.
    pub frame: Frame,
}

/// Lists and reads files.
pub trait Source: Send + Sync + std::fmt::Debug {
    /// The files there are now. `previous` is what was listed before: (paths, frame); where the
    /// frame still holds, only the files are looked at again.
    fn list(&self, previous: Option<(&[&str], &Frame)>) -> Result<Listing, EngineError>;

    /// True where certainly nothing has changed since `known` and `frame` were made; cheaper than a
    /// listing. `false` says nothing.
    fn is_same(&self, known: &[Known], frame: &Frame) -> bool {
        let _ = (known, frame);
        false
    }

    /// The bytes of a listed file. `content` is what it is known to hold, where that is known: what
    /// finds bytes by their content need not look for the path.
    fn read(&self, path: &str, content: Option<ContentId>) -> io::Result<Vec<u8>>;

    /// How many bytes a listed file has.
    fn size(&self, listed: &Listed) -> io::Result<u64> {
        Ok(listed.stamp.size)
    }

    /// The commit that is checked out, where there is one.
    fn head_commit(&self) -> Option<String> {
        None
    }

    /// The moment against which stamps are young: nanoseconds since 1970.
    fn now(&self) -> i64 {
        0
    }

    /// The root for people.
    fn root(&self) -> PathBuf;
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

/// Where the time comes from: nanoseconds since 1970. Tests pass one that jumps.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// A clock that `read` reads.
    pub fn new(read: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The system's.
    pub fn system() -> Self {
        Self::new(|| nanoseconds(SystemTime::now()))
    }

    /// What it says now.
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
