//! How often each file changed along a history.

use crate::Id;
use crate::bound::Bound;
use crate::error::GitError;
use crate::objects::Objects;
use std::collections::{BTreeMap, BTreeSet};

/// Files of one commit among which a renamed one is looked for by what it holds.
const MOST_RENAMED: usize = 20;

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
        found.cut = self.each_change(start, bound, |time, words, touched| {
            found.commits += 1;
            let gone = touched.iter().filter(|one| one.new.is_none()).count();
            let come = touched.iter().filter(|one| one.old.is_none()).count();
            for one in touched {
                let path = now.get(&one.path).unwrap_or(&one.path).clone();
                let file = found.files.entry(path.clone()).or_default();
                file.commits += 1;
                file.last = file.last.max(time);
                if !file.authors.contains(&words.author) {
                    file.authors.insert(words.author.clone());
                }
                if let (None, Some(content)) = (one.old, one.new)
                    && (1..=MOST_RENAMED).contains(&gone)
                    && come <= MOST_RENAMED
                    && let Some(from) = self.renamed(touched, content)?
                {
                    now.insert(from.path, path);
                }
            }
            Ok(())
        })?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use crate::repository::tests::{commit, fixture, git};
    use std::fs;
    use std::sync::atomic::AtomicBool;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn bound(most: usize) -> Bound<'static> {
        Bound { most, stop: &NEVER }
    }

    #[test]
    fn every_file_is_counted_under_its_name_of_today() {
        let folder = fixture();
        let path = folder.path();
        let commit = |message: &str| commit(path, message);
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
