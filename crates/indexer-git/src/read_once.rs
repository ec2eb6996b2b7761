//! Objects that are read once: commits, what they changed, files of trees, differences.

use crate::Id;
use crate::bound::Work;
use crate::commit::{Commit, CommitWords, Touched};
use crate::error::GitError;
use crate::lines::{Churn, churn};
use crate::memo::KnownCommit;
use crate::objects::Objects;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

/// What comparing all files of commits with those of their first parents may cost in one walk.
pub(crate) struct Comparing(Work);

impl Comparing {
    /// For one walk.
    pub(crate) fn new() -> Self {
        Self(Work::new())
    }
}

impl Objects {
    /// A commit, read once; `None` where it is not here and that is no surprise.
    pub(crate) fn known_commit(&self, id: Id) -> Result<Option<Arc<KnownCommit>>, GitError> {
        if let Some(known) = self.known.commits.get(&id) {
            return Ok(Some(known));
        }
        let Some(commit) = self.commit(id)? else { return Ok(None) };
        let Commit { tree, parents, time, words } = commit;
        let (words, changed) = (OnceLock::from(words), OnceLock::new());
        let known = Arc::new(KnownCommit { tree, parents: parents.into(), time, words, changed });
        let bytes = known.bytes();
        Ok(Some(self.known.commits.keep(id, known, bytes)))
    }

    /// Who wrote a commit, and the first line of its message.
    pub(crate) fn words_of<'c>(&self, id: Id, commit: &'c KnownCommit) -> Result<&'c CommitWords, GitError> {
        if let Some(words) = commit.words.get() {
            return Ok(words);
        }
        let Some(read) = self.commit(id)? else { return Err(self.missing(id)) };
        self.known.commits.grow(&id, read.words.author.len() + read.words.subject.len());
        Ok(commit.words.get_or_init(|| read.words))
    }

    /// As [`file`](Self::file), looked up once.
    pub(crate) fn known_file(&self, tree: Id, path: &Arc<str>) -> Result<Option<Id>, GitError> {
        let key = (tree, path.clone());
        match self.known.files.get(&key) {
            Some(found) => Ok(found),
            None => Ok(self.known.files.keep(key, self.file(tree, path)?, path.len())),
        }
    }

    /// How many lines two contents do not share, compared once; `None` for a file that was not there.
    pub fn churn(&self, old: Option<Id>, new: Option<Id>) -> Result<Churn, GitError> {
        let key = old.zip(new);
        if let Some(found) = key.and_then(|key| self.known.churns.get(&key)) {
            return Ok(found);
        }
        let bytes = |id: Option<Id>| id.map_or_else(|| Ok(Vec::new()), |id| self.blob(id));
        let found = churn(&bytes(old)?, &bytes(new)?);
        Ok(match key {
            Some(key) => self.known.churns.keep(key, found, 0),
            None => found,
        })
    }

    /// The files that a commit changed, compared with the tree of its only parent (none for the first
    /// commit) once: few commits change any one file.
    pub(crate) fn known_touched(
        &self,
        commit: &KnownCommit,
        parent: Option<Id>,
        work: &mut Work,
    ) -> Result<Arc<[Touched]>, GitError> {
        let key = (parent, commit.tree);
        if let Some(touched) = self.known.touched.get(&key) {
            return Ok(touched);
        }
        let touched: Arc<[Touched]> = self.touched(parent, commit.tree, work)?.into();
        // Where there was no more work it is not known.
        if !work.is_over() {
            let paths = touched.iter().map(|one| one.path.len() + size_of::<Touched>()).sum();
            self.known.touched.keep(key, touched.clone(), paths);
        }
        Ok(touched)
    }

    /// False where the file at `path` is certainly the same in `commit` and in its first parent, whose tree
    /// is `parent`.
    pub(crate) fn may_differ(
        &self,
        (id, commit): (Id, &KnownCommit),
        parent: Id,
        path: &str,
        comparing: &mut Comparing,
    ) -> bool {
        let changed = match commit.changed.get() {
            Some(changed) => changed,
            None => {
                if comparing.0.is_over() {
                    return true;
                }
                // Other folders than those of the file may be missing in a partial clone.
                let Ok(found) = self.compared(Some(parent), commit.tree, &mut comparing.0) else {
                    return true;
                };
                if comparing.0.is_over() {
                    return true;
                }
                let hashes = found.map(|found| {
                    let mut hashes: Vec<u32> = found.iter().map(|one| path_hash(&one.path)).collect();
                    hashes.sort_unstable();
                    hashes.into_boxed_slice()
                });
                let bytes = hashes.as_ref().map_or(0, |hashes| size_of_val(&**hashes));
                self.known.commits.grow(&id, bytes);
                self.known.compared.fetch_add(1, Ordering::Relaxed);
                commit.changed.get_or_init(|| hashes)
            }
        };
        changed.as_ref().is_none_or(|hashes| hashes.binary_search(&path_hash(path)).is_ok())
    }
}

/// FNV-1a (Fowler, Noll, Vo), which is the same in every program that reads what another one wrote.
fn path_hash(path: &str) -> u32 {
    path.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
