//! How much changed: between two texts, and of all files along a history.

use crate::Id;
use crate::bound::{Bound, MOST_PARENTS, Work};
use crate::error::GitError;
use crate::history::{Commit, Touched};
use crate::objects::Objects;
use gix::bstr::{BStr, ByteSlice};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Files of one commit among which a renamed one is looked for by what it holds.
const MOST_RENAMED: usize = 20;

/// How many lines one text has and the other has not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Churn {
    /// Lines of the new text alone.
    pub added: usize,
    /// Lines of the old text alone.
    pub removed: usize,
}

/// Compares two texts by their lines, each as often as it stands there; their order does not count.
/// O(lines * log lines).
pub fn churn(old: &[u8], new: &[u8]) -> Churn {
    let mut counts: BTreeMap<&BStr, i64> = BTreeMap::new();
    for line in new.lines() {
        *counts.entry(line.as_bstr()).or_default() += 1;
    }
    for line in old.lines() {
        *counts.entry(line.as_bstr()).or_default() -= 1;
    }
    let sum = |sign: i64| counts.values().map(|count| (count * sign).max(0) as usize).sum();
    Churn { added: sum(1), removed: sum(-1) }
}

/// How often a file changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileChurn {
    /// Commits that changed it, under all its names.
    pub commits: usize,
    /// When the youngest of them was written: seconds since 1970, UTC.
    pub last: i64,
    /// Who wrote them.
    pub authors: BTreeSet<String>,
}

/// How often each file changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileChurns {
    /// By the path in the commit that was begun with.
    pub files: BTreeMap<String, FileChurn>,
    /// Commits that were looked at, merges aside.
    pub commits: usize,
    /// True where the history goes on beyond them.
    pub cut: bool,
}

impl Objects {
    /// How often every file changed, from `start` back as far as `bound` says, the youngest first,
    /// in one walk that compares trees and opens no file but those that came where others went: those
    /// are told as one that was renamed. Merges are looked through. What a clone holds not all of is
    /// counted as far as it is there, and `cut`. O(commits * folders that differ).
    pub fn file_churns(&self, start: Id, bound: Bound<'_>) -> Result<FileChurns, GitError> {
        let mut found = FileChurns::default();
        // What a name of then is called now.
        let mut now: BTreeMap<String, String> = BTreeMap::new();
        found.cut = self.each_change(start, bound, |commit, touched| {
            found.commits += 1;
            let gone = touched.iter().filter(|one| one.new.is_none()).count();
            let come = touched.iter().filter(|one| one.old.is_none()).count();
            for one in &touched {
                let path = now.get(&one.path).unwrap_or(&one.path).clone();
                let file = found.files.entry(path.clone()).or_default();
                file.commits += 1;
                file.last = file.last.max(commit.time);
                if !file.authors.contains(&commit.author) {
                    file.authors.insert(commit.author.clone());
                }
                if let (None, Some(content)) = (one.old, one.new)
                    && (1..=MOST_RENAMED).contains(&gone)
                    && come <= MOST_RENAMED
                    && let Some(from) = self.renamed(&touched, content)?
                {
                    now.insert(from.path, path);
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// What the youngest commits changed, from `start` back as far as `bound` says: the first line of each message
    /// with the files, by their names then. Merges are looked through. O(commits * folders that differ).
    pub fn changes(&self, start: Id, bound: Bound<'_>) -> Result<Vec<(String, Vec<String>)>, GitError> {
        let mut found = Vec::new();
        self.each_change(start, bound, |commit, touched| {
            found.push((commit.subject, touched.into_iter().map(|one| one.path).collect()));
            Ok(())
        })?;
        Ok(found)
    }

    /// Calls `visit` for each commit that is no merge with what it touched, the youngest first. True where the
    /// history goes on.
    fn each_change(
        &self,
        start: Id,
        bound: Bound<'_>,
        mut visit: impl FnMut(Commit, Vec<Touched>) -> Result<(), GitError>,
    ) -> Result<bool, GitError> {
        let mut open = BinaryHeap::from([(i64::MAX, start)]);
        let mut seen = BTreeSet::from([start]);
        let mut work = Work::new();
        let (mut cut, mut visited) = (false, 0);
        while let Some((_, id)) = open.pop() {
            let Some(commit) = self.commit(id)? else {
                cut = true;
                continue;
            };
            if bound.is_reached(visited) || work.is_over() {
                cut = true;
                break;
            }
            let mut parent = None;
            work.take_commits(commit.parents.len());
            for id in commit.parents.iter().take(MOST_PARENTS) {
                match self.commit(*id)? {
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
            let touched = self.touched(parent, commit.tree, &mut work)?;
            visit(commit, touched)?;
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

    fn bound(most: usize) -> Bound<'static> {
        Bound { most, stop: &NEVER }
    }

    #[test]
    fn lines_that_only_one_has_are_counted() {
        assert_eq!(churn(b"a\nb\nb\n", b"b\na\nc\n"), Churn { added: 1, removed: 1 });
        assert_eq!(churn(b"", b"a\nb"), Churn { added: 2, removed: 0 });
    }

    #[test]
    fn changes_are_told_with_their_files_the_youngest_first() {
        let folder = fixture();
        let path = folder.path();
        for (name, message) in [("one.py", "Add one\n\nIts reason."), ("two.py", "Add two")] {
            fs::write(path.join(name), name).unwrap();
            git(path, &["add", "-A"]);
            git(path, &["commit", "-q", "-m", message]);
        }
        let objects = open(path).unwrap().objects().unwrap();
        let head = objects.resolve("HEAD").unwrap().commit.unwrap();
        let found = objects.changes(head, bound(2)).unwrap();
        let expected = [("Add two", "two.py"), ("Add one", "one.py")];
        assert_eq!(found, expected.map(|(subject, path)| (subject.to_owned(), vec![path.to_owned()])));
        assert_eq!(objects.changes(head, bound(1)).unwrap().len(), 1);
    }

    #[test]
    fn every_file_is_counted_under_its_name_of_today() {
        let folder = fixture();
        let path = folder.path();
        let commit = |message: &str| {
            git(path, &["add", "-A"]);
            git(path, &["commit", "-q", "-m", message]);
        };
        let text: String = (0..20).map(|i| format!("line {i}\n")).collect();
        fs::write(path.join("one.py"), &text).unwrap();
        fs::write(path.join("two.py"), "other\n").unwrap();
        commit("both");
        fs::write(path.join("one.py"), text.replace("line 3", "line three")).unwrap();
        commit("one");
        git(path, &["mv", "one.py", "three.py"]);
        commit("renamed");
        let objects = open(path).unwrap().objects().unwrap();
        let head = objects.resolve("HEAD").unwrap().commit.unwrap();
        let found = objects.file_churns(head, bound(100)).unwrap();
        assert_eq!((found.files["three.py"].commits, found.files["two.py"].commits), (3, 1));
        assert_eq!(found.files["three.py"].authors.len(), 1);
        assert!(!found.cut);
        let bounded = objects.file_churns(head, bound(2)).unwrap();
        assert_eq!((bounded.commits, bounded.cut, bounded.files["three.py"].commits), (2, true, 2));
    }
}
