//! Files on disk: the walk with its ignore rules, and the sweep that tells cheaply that nothing
//! has changed.

mod folder;
mod look;
mod walk;

use crate::error::EngineError;
use crate::options::Options;
use crate::plan::Known;
use crate::source::{Clock, Frame, Listed, Listing, Source, Stamp};
use ignore::overrides::{Override, OverrideBuilder};
use indexer_core::{ContentId, work};
use indexer_git::{GitError, Repository};
use look::Look;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use walk::Walk;

/// Rules of our own: `.gitignore` syntax. Unlike those of git they hold for tracked files too, and
/// with `!` take in what rules of git and the list of skipped folders leave out.
pub const IGNORE_FILE: &str = ".indexerignore";

/// Fewest files for which a thread of its own pays in a sweep.
const PER_THREAD: usize = 400;

/// The files below a root on disk.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    repository: Option<Repository>,
    /// Why a repository that is there is none to us.
    refused: Option<GitError>,
    excluded: Override,
    gitignore: bool,
    max_depth: Option<usize>,
    clock: Clock,
    /// Set when nobody waits for a listing any more: it is cut short.
    stop: Arc<AtomicBool>,
}

impl Disk {
    /// The files below `options.root`.
    pub fn new(options: &Options) -> Result<Self, EngineError> {
        let refuse = |reason: String| EngineError::Root { path: options.root.clone(), reason };
        let root = dunce::canonicalize(&options.root).map_err(|e| refuse(e.to_string()))?;
        if !root.is_dir() {
            return Err(refuse("not a folder".into()));
        }
        let bad_glob = |e: ignore::Error| EngineError::Option { option: "exclude", reason: e.to_string() };
        let mut excluded = OverrideBuilder::new(&root);
        for glob in &options.exclude {
            excluded.add(&format!("!{glob}")).map_err(bad_glob)?;
        }
        let excluded = excluded.build().map_err(bad_glob)?;
        let opened = match &options.within {
            None => Ok(indexer_git::open(&root)),
            Some(within) => indexer_git::open_within(&root, within),
        };
        let (repository, refused) = match opened {
            Ok(repository) => (repository, None),
            Err(error) => (None, Some(error)),
        };
        Ok(Self {
            repository,
            refused,
            root,
            excluded,
            gitignore: !options.no_gitignore,
            max_depth: options.max_depth,
            clock: options.clock.clone(),
            stop: Arc::clone(&options.cancel),
        })
    }

    /// The root, canonical.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The repository around the root.
    pub fn repository(&self) -> Option<&Repository> {
        self.repository.as_ref()
    }

    /// Why a repository that is there is none to us.
    pub(crate) fn refused(&self) -> Option<&GitError> {
        self.refused.as_ref()
    }

    /// Files deeper below the root than this are left out.
    pub(crate) fn max_depth(&self) -> Option<usize> {
        self.max_depth
    }

    /// What the options leave out, for files of the root wherever they are listed.
    pub(crate) fn excluded(&self) -> &Override {
        &self.excluded
    }

    /// True when no folder and no file of rules has changed since `frame` was made.
    fn holds(&self, frame: &Frame) -> bool {
        // Stamps that were old at the walk are young again where the clock went back.
        let now = self.now();
        let settled = |stamp: &Stamp| stamp.settled(now);
        let rules = |(path, stamp): &(String, Option<Stamp>)| {
            stamp.as_ref().is_none_or(settled) && stamp_of(Path::new(path)).ok() == *stamp
        };
        let folders = |chunk: &[(String, Stamp)]| {
            let mut look = Look::new(&self.root);
            chunk.iter().all(|(path, stamp)| settled(stamp) && look.stamp(path).ok() == Some(*stamp))
        };
        frame.settled
            && frame.rules.iter().all(rules)
            && in_chunks(&frame.folders, folders).iter().all(|held| *held)
    }

    fn sweep(&self, paths: &[&str]) -> Vec<Listed> {
        let chunks = in_chunks(paths, |chunk| {
            let mut look = Look::new(&self.root);
            let wanted = chunk.iter().take_while(|_| !work::is_stopped(&self.stop));
            let listed = wanted.filter_map(|path| {
                let stamp = look.stamp(path).ok()?;
                Some(Listed { path: (*path).to_owned(), stamp, content: None })
            });
            listed.collect::<Vec<_>>()
        });
        chunks.concat()
    }
}

impl Source for Disk {
    fn is_same(&self, known: &[Known], frame: &Frame) -> bool {
        let now = self.now();
        let same = |chunk: &[Known]| {
            let mut look = Look::new(&self.root);
            let mut same = |known: &Known| {
                !work::is_stopped(&self.stop) && look.stamp(&known.path).ok() == Some(known.stamp)
            };
            chunk.iter().all(|known| known.settled && known.stamp.settled(now) && same(known))
        };
        self.holds(frame) && in_chunks(known, same).iter().all(|same| *same)
    }

    fn list(&self, previous: Option<(&[&str], &Frame)>) -> Result<Listing, EngineError> {
        match previous {
            Some((paths, frame)) if self.holds(frame) => {
                Ok(Listing { files: self.sweep(paths), frame: frame.clone() })
            }
            _ => Walk::list(self),
        }
    }

    fn read(&self, path: &str, _: Option<ContentId>) -> io::Result<Vec<u8>> {
        folder::contents(&self.root, path)
    }

    fn head_commit(&self) -> Option<String> {
        self.repository.as_ref().and_then(Repository::head_commit)
    }

    fn now(&self) -> i64 {
        self.clock.now()
    }

    fn root(&self) -> PathBuf {
        self.root.clone()
    }
}

/// Runs `work` over parts of `items`, on several threads where there are many.
fn in_chunks<T: Sync, R: Send>(items: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, |n| n.get().min(8));
    let size = items.len().div_ceil(threads).max(PER_THREAD);
    let (first, rest) = items.split_at(items.len().min(size));
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = rest.chunks(size).map(|chunk| scope.spawn(move || work(chunk))).collect();
        let mut results = vec![work(first)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

/// The stamp of the file or folder at `path` itself (a link is not followed).
pub fn stamp_of(path: &Path) -> io::Result<Stamp> {
    fs::symlink_metadata(path).map(|meta| Stamp::of(&meta))
}

impl Stamp {
    /// What the metadata says.
    #[cfg(unix)]
    pub fn of(meta: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let join = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: meta.size(),
            mtime: join(meta.mtime(), meta.mtime_nsec()),
            ctime: join(meta.ctime(), meta.ctime_nsec()),
            inode: meta.ino(),
        }
    }

    /// What the system says.
    #[cfg(unix)]
    pub(crate) fn of_stat(stat: &rustix::fs::Stat) -> Self {
        let join = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: stat.st_size as u64,
            mtime: join(stat.st_mtime, stat.st_mtime_nsec as i64),
            ctime: join(stat.st_ctime, stat.st_ctime_nsec as i64),
            inode: stat.st_ino,
        }
    }

    /// What the metadata says.
    #[cfg(not(unix))]
    pub fn of(meta: &fs::Metadata) -> Self {
        use crate::source::nanoseconds;
        let mtime = meta.modified().map_or(0, nanoseconds);
        let ctime = meta.created().map_or(0, nanoseconds);
        Self { size: meta.len(), mtime, ctime, inode: 0 }
    }
}
