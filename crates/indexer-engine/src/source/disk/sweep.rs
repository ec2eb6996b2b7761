//! The sweep that tells cheaply that nothing has changed, and the root as a source.

use super::stamp_reader::StampReader;
use super::{folder, walk::Walk};
use crate::source::disk::root::Disk;
use crate::source::disk::stamp::stamp_of;
use crate::types::error::EngineError;
use crate::types::exclusion::LeftOut;
use crate::types::file::FileState;
use crate::types::listing::{DirEntry, DirState, Listing};
use crate::types::source::Source;
use crate::types::stamp::Stamp;
use indexer_core::path::{is_outside, resolve};
use indexer_core::{ContentId, work};
use indexer_git::Repository;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

/// Fewest files for which a thread of its own pays in a sweep.
const PER_THREAD: usize = 400;

impl Disk {
    /// True when no folder and no file of rules has changed since `dirs` was made.
    fn holds(&self, dirs: &DirState) -> bool {
        // Stamps that were old at the walk are young again where the clock went back.
        let now = self.now();
        let settled = |stamp: &Stamp| stamp.settled(now);
        let rules = |(path, stamp): &(String, Option<Stamp>)| {
            stamp.as_ref().is_none_or(settled) && stamp_of(Path::new(path)).ok() == *stamp
        };
        let folders = |chunk: &[(String, Stamp)]| {
            let mut look = StampReader::new(&self.root);
            chunk.iter().all(|(path, stamp)| settled(stamp) && look.stamp(path).ok() == Some(*stamp))
        };
        dirs.settled
            && dirs.rules.iter().all(rules)
            && in_chunks(&dirs.folders, folders).iter().all(|held| *held)
    }

    fn sweep(&self, paths: &[&str]) -> Vec<DirEntry> {
        let chunks = in_chunks(paths, |chunk| {
            let mut look = StampReader::new(&self.root);
            let wanted = chunk.iter().take_while(|_| !work::is_stopped(&self.stop));
            let listed = wanted.filter_map(|path| {
                let stamp = look.stamp(path).ok()?;
                Some(DirEntry { path: (*path).to_owned(), stamp, content: None })
            });
            listed.collect::<Vec<_>>()
        });
        chunks.concat()
    }
}

impl Source for Disk {
    fn is_same(&self, known: &[FileState], dirs: &DirState) -> bool {
        let now = self.now();
        let same = |chunk: &[FileState]| {
            let mut look = StampReader::new(&self.root);
            let mut same = |known: &FileState| {
                !work::is_stopped(&self.stop) && look.stamp(&known.path).ok() == Some(known.stamp)
            };
            chunk.iter().all(|known| known.settled && known.stamp.settled(now) && same(known))
        };
        self.holds(dirs) && in_chunks(known, same).iter().all(|same| *same)
    }

    fn list(&self, previous: Option<(&[&str], &DirState)>) -> Result<Listing, EngineError> {
        match previous {
            Some((paths, dirs)) if self.holds(dirs) => {
                Ok(Listing { files: self.sweep(paths), dirs: dirs.clone() })
            }
            _ => Walk::list(self),
        }
    }

    fn read(&self, path: &str, _: Option<ContentId>) -> io::Result<Vec<u8>> {
        match &self.repository {
            // A manifest of the repository around the root: no link on the way to it from there either.
            Some(repository) if is_outside(path) && indexer_parse::is_manifest(path) => {
                let place = resolve(repository.prefix(), path).ok_or(io::ErrorKind::InvalidInput)?;
                folder::contents(repository.workdir(), &place)
            }
            _ => folder::contents(&self.root, path),
        }
    }

    fn left_out(&self, path: &str) -> Option<LeftOut> {
        Walk::left_out_at(self, path)
    }

    fn prefix(&self) -> &str {
        self.repository.as_ref().map_or("", Repository::prefix)
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
