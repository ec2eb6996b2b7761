//! Objects that are read once: commits, what they changed, files of trees, differences.

use crate::Id;
use crate::bound::Work;
use crate::commit::Touched;
use crate::error::GitError;
use crate::lines::{Churn, churn};
use crate::memo::KnownCommit;
use crate::objects::Objects;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
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
        let texts = commit.subject.len() + commit.author.len() + commit.parents.len() * size_of::<Id>();
        let known = Arc::new(KnownCommit { commit, changed: OnceLock::new() });
        Ok(Some(self.known.commits.keep(id, known, texts)))
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
        let key = (parent, commit.commit.tree);
        if let Some(touched) = self.known.touched.get(&key) {
            return Ok(touched);
        }
        let touched: Arc<[Touched]> = self.touched(parent, commit.commit.tree, work)?.into();
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
                let Ok(found) = self.compared(Some(parent), commit.commit.tree, &mut comparing.0) else {
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
                commit.changed.get_or_init(|| hashes)
            }
        };
        changed.as_ref().is_none_or(|hashes| hashes.binary_search(&path_hash(path)).is_ok())
    }
}

fn path_hash(path: &str) -> u32 {
    let mut hash = DefaultHasher::new();
    path.hash(&mut hash);
    hash.finish() as u32
}
