//! What was learned of commits, for the processes that come after this one: a history is walked in memory then, and no
//! tree is opened but where the file may differ.
//!
//! Names of authors and messages are left out: they are read where a commit is shown, and its reader hides secrets.

use crate::Id;
use crate::memo::KnownCommit;
use crate::objects::Objects;
use bincode::{Decode, Encode, config};
use gix::objs::Kind;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

/// Changes with what is written, and with how paths are hashed.
const VERSION: u32 = 1;
/// Fewer commits than this are found again sooner than they are written down.
const LEAST_NEW: usize = 64;

/// What is written of one commit.
#[derive(Encode, Decode)]
struct Remembered {
    id: Id,
    tree: Id,
    parents: Box<[Id]>,
    time: i64,
    /// As in [`KnownCommit`]; none where the commit was not compared.
    changed: Option<Option<Box<[u32]>>>,
}

impl Objects {
    /// Takes over what another process gave as [`learned`](Self::learned). False where these bytes are none of that:
    /// damaged, or of another version. O(commits).
    fn recall(&self, bytes: &[u8]) -> bool {
        let Some((sum, bytes)) = bytes.split_at_checked(size_of::<Id>()) else { return false };
        if checksum(bytes).is_none_or(|made| made != sum) {
            return false;
        }
        let config = config::standard().with_limit::<{ 1 << 28 }>();
        let decoded = bincode::decode_from_slice::<(u32, Vec<Remembered>), _>(bytes, config);
        let Ok(((VERSION, all), _)) = decoded else { return false };
        for Remembered { id, tree, parents, time, changed } in all {
            let changed = changed.map_or_else(OnceLock::new, OnceLock::from);
            let known = KnownCommit { tree, parents, time, words: OnceLock::new(), changed };
            let bytes = known.bytes();
            self.known.commits.keep(id, Arc::new(known), bytes);
        }
        true
    }

    /// `recall`, the first time that it is asked, of what `read` gives. A walk alone needs it: who resolves a
    /// revision reads no file for that.
    pub fn recall_once(&self, read: impl FnOnce() -> Option<Vec<u8>>) {
        self.known.is_recalled.call_once(|| {
            if let Some(bytes) = read() {
                // What is damaged is as good as not there: the walk finds it again.
                self.recall(&bytes);
            }
        });
    }

    /// What is known of commits, as bytes that `recall` takes; `None` where it is little more than what
    /// these gave before. O(commits).
    pub fn learned(&self) -> Option<Vec<u8>> {
        if self.known.compared.load(Ordering::Relaxed) < LEAST_NEW {
            return None;
        }
        self.known.compared.store(0, Ordering::Relaxed);
        let all = self.known.commits.all().into_iter().map(|(id, known)| {
            let KnownCommit { tree, parents, time, changed, .. } = &*known;
            Remembered {
                id,
                tree: *tree,
                parents: parents.clone(),
                time: *time,
                changed: changed.get().cloned(),
            }
        });
        let mut all: Vec<Remembered> = all.filter(|one| one.changed.is_some()).collect();
        all.sort_unstable_by_key(|one| one.id);
        let bytes = bincode::encode_to_vec((VERSION, all), config::standard()).ok()?;
        Some([checksum(&bytes)?.to_vec(), bytes].concat())
    }
}

fn checksum(bytes: &[u8]) -> Option<Id> {
    let made = gix::objs::compute_hash(gix::hash::Kind::Sha1, Kind::Blob, bytes).ok()?;
    made.as_slice().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::Bound;
    use crate::open;
    use crate::repository::tests::{fixture, git};
    use std::fs;
    use std::sync::atomic::AtomicBool;

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// The messages of the commits that changed `one.py`, and how many objects were read for them.
    fn history(objects: &Objects) -> (Vec<String>, usize) {
        let before = objects.reads.load(Ordering::Relaxed);
        let head = objects.resolve("HEAD").unwrap().commit.unwrap();
        let mut found = Vec::new();
        let visit = |step: crate::Step| {
            found.push(format!("{} by {}", step.subject, step.author));
            true
        };
        objects.history(head, "one.py", Bound { most: 1_000, stop: &NEVER }, visit).unwrap();
        (found, objects.reads.load(Ordering::Relaxed) - before)
    }

    #[test]
    fn the_next_process_opens_what_it_shows_alone() {
        let folder = fixture();
        let path = folder.path();
        for i in 0..LEAST_NEW + 2 {
            let name = if i % 40 == 0 { "one.py" } else { "two.py" };
            fs::write(path.join(name), format!("x = {i}\n")).unwrap();
            git(path, &["add", "-A"]);
            git(path, &["commit", "-q", "-m", &format!("Change {i}")]);
        }
        let opened = || open(path).unwrap().objects().unwrap();
        let first = opened();
        let (all, reads) = history(&first);
        assert_eq!(all.len(), 2, "{all:?}");
        let bytes = first.learned().unwrap();
        assert!(first.learned().is_none(), "nothing more was learned since");
        assert!(!bytes.windows(6).any(|found| found == b"Change"), "messages may hold secrets");

        let second = opened();
        second.recall_once(|| Some(bytes.clone()));
        second.recall_once(|| panic!("it was read"));
        let (again, few) = history(&second);
        assert_eq!(again, all);
        assert!(few * 5 < reads, "{few} of {reads}");

        let third = opened();
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 1;
        assert!(!third.recall(&damaged) && !third.recall(&bytes[..10]) && !third.recall(&[]));
        assert_eq!(history(&third), (all, reads));
    }
}
