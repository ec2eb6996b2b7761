//! What commits changed, the youngest first.

use crate::Id;
use crate::bound::{Bound, MOST_PARENTS, Work};
use crate::commit::{CommitWords, Touched};
use crate::error::GitError;
use crate::objects::Objects;
use std::collections::{BTreeSet, BinaryHeap};

impl Objects {
    /// What the youngest commits changed, from `start` back as far as `bound` says: the first line of each message
    /// with the files, by their names then. Merges are looked through. O(commits * folders that differ).
    pub fn changes(&self, start: Id, bound: Bound<'_>) -> Result<Vec<(String, Vec<String>)>, GitError> {
        let mut found = Vec::new();
        self.each_change(start, bound, |_, words, touched| {
            found.push((words.subject.clone(), touched.iter().map(|one| one.path.clone()).collect()));
            Ok(())
        })?;
        Ok(found)
    }

    /// Calls `visit` for each commit that is no merge with its time, its words and what it touched, the youngest first. True where the
    /// history goes on.
    pub(crate) fn each_change(
        &self,
        start: Id,
        bound: Bound<'_>,
        mut visit: impl FnMut(i64, &CommitWords, &[Touched]) -> Result<(), GitError>,
    ) -> Result<bool, GitError> {
        let mut open = BinaryHeap::from([(i64::MAX, start)]);
        let mut seen = BTreeSet::from([start]);
        let mut work = Work::new();
        let (mut cut, mut visited) = (false, 0);
        while let Some((_, id)) = open.pop() {
            let Some(known) = self.known_commit(id)? else {
                cut = true;
                continue;
            };
            if bound.is_reached(visited) || work.is_over() {
                cut = true;
                break;
            }
            let commit = &known;
            let mut parent = None;
            work.take_commits(commit.parents.len());
            for id in commit.parents.iter().take(MOST_PARENTS) {
                match self.known_commit(*id)? {
                    Some(here) => {
                        if seen.insert(*id) {
                            open.push((here.time, *id));
                        }
                        parent = Some(here.tree);
                    }
                    None => cut = true,
                }
            }
            // What a cut history begins with is no change.
            if commit.parents.len() > 1 || (parent.is_none() && !commit.parents.is_empty()) {
                continue;
            }
            visited += 1;
            let touched = self.known_touched(&known, parent, &mut work)?;
            visit(commit.time, self.words_of(id, commit)?, &touched)?;
        }
        Ok(cut || work.is_over())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use crate::repository::tests::{fixture, git};
    use std::fs;
    use std::sync::atomic::AtomicBool;

    static NEVER: AtomicBool = AtomicBool::new(false);

    #[test]
    fn changes_are_told_with_their_files_the_youngest_first() {
        let folder = fixture();
        let path = folder.path();
        git(path, &["add", "-A"]);
        git(path, &["commit", "-q", "-m", "Begin"]);
        for (name, message) in [("one.py", "Add one\n\nIts reason."), ("two.py", "Add two")] {
            fs::write(path.join(name), name).unwrap();
            git(path, &["add", "-A"]);
            git(path, &["commit", "-q", "-m", message]);
        }
        let objects = open(path).unwrap().objects().unwrap();
        let head = objects.resolve("HEAD").unwrap().commit.unwrap();
        let found = objects.changes(head, Bound { most: 2, stop: &NEVER }).unwrap();
        let expected = [("Add two", "two.py"), ("Add one", "one.py")];
        assert_eq!(found, expected.map(|(subject, path)| (subject.to_owned(), vec![path.to_owned()])));
        assert_eq!(objects.changes(head, Bound { most: 1, stop: &NEVER }).unwrap().len(), 1);
    }
}
