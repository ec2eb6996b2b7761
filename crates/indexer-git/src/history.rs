//! The commits that changed a file, through its renames.

use crate::Id;
use crate::bound::{Bound, Entries, MOST_PARENTS, Work};
use crate::budget::OF_A_READING;
use crate::commit::{Commit, CommitWords, Step, Touched};
use crate::error::GitError;
use crate::lines::{Churn, churn};
use crate::memo::KnownCommit;
use crate::objects::Objects;
use crate::read_once::Comparing;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::Kind;
use std::collections::{BTreeSet, BinaryHeap, HashSet};
use std::sync::Arc;

/// Commits that are looked at at most.
const MOST_COMMITS: usize = 50_000;
/// Files of one commit that are told and among which a renamed one is looked for.
const MOST_FILES: usize = 300;
/// Bytes of a commit's subject, and of its author's name, that are read.
const LONGEST_LINE: usize = 1_000;
/// What is renamed shares at least this part of its lines: git's own threshold.
const SAME: f64 = 0.5;

/// A commit that is still to be looked at; the youngest first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    time: i64,
    commit: Id,
    path: Arc<str>,
}

impl Objects {
    /// Calls `visit` for each commit that changed the file at `path`, from `start` back, the youngest
    /// first, until it says no. A merge changes a file only where it is like in none of its parents, and
    /// is not told itself. A path that was removed and made again has the commits of both files. True where
    /// the history goes on and was not looked at: a clone that holds only a part of it, or what `bound`
    /// leaves out.
    pub fn history(
        &self,
        start: Id,
        path: &str,
        bound: Bound<'_>,
        mut visit: impl FnMut(Step) -> bool,
    ) -> Result<bool, GitError> {
        let mut heap = BinaryHeap::from([Open { time: i64::MAX, commit: start, path: path.into() }]);
        let mut seen: HashSet<(Id, Arc<str>)> = HashSet::new();
        let mut cut = false;
        let (mut work, mut comparing) = (Work::new(), Comparing::new());
        while let Some(Open { commit, path, .. }) = heap.pop() {
            if !seen.insert((commit, path.clone())) {
                continue;
            }
            if bound.is_reached(seen.len() - 1) || seen.len() > MOST_COMMITS || work.is_over() {
                return Ok(true);
            }
            let Some(known) = self.known_commit(commit)? else {
                cut = true;
                continue;
            };
            let here = &known;
            let mut parents = Vec::new();
            work.take_commits(here.parents.len());
            for parent in here.parents.iter().take(MOST_PARENTS) {
                match self.known_commit(*parent)? {
                    Some(found) => parents.push((*parent, found)),
                    None => cut = true,
                }
            }
            let mut follow = |at: &(Id, Arc<KnownCommit>), path: Arc<str>| {
                heap.push(Open { time: at.1.time, commit: at.0, path });
            };
            // Where a parent is missing, the first that is here may be another one.
            if let (Some(first), true) = (parents.first(), parents.len() == here.parents.len())
                && !self.may_differ((commit, &known), first.1.tree, &path, &mut comparing)
            {
                follow(first, path);
                continue;
            }
            let content = self.known_file(here.tree, &path)?;
            if here.parents.len() > 1 {
                let mut same = None;
                for parent in &parents {
                    if same.is_none() && self.known_file(parent.1.tree, &path)? == content {
                        same = Some(parent);
                    }
                }
                match same {
                    Some(parent) => follow(parent, path),
                    None => parents.iter().for_each(|parent| follow(parent, path.clone())),
                }
                continue;
            }
            // What a cut history begins with is no change.
            if parents.is_empty() && !here.parents.is_empty() {
                continue;
            }
            let parent = parents.first();
            let before = match parent {
                Some((_, parent)) => self.known_file(parent.tree, &path)?,
                None => None,
            };
            if before == content {
                parent.into_iter().for_each(|parent| follow(parent, path.clone()));
                continue;
            }
            let parent_tree = parent.map(|(_, parent)| parent.tree);
            let mut others = self.known_touched(&known, parent_tree, &mut work)?.to_vec();
            let mut file = Touched { path: path.to_string(), old: before, new: content };
            let mut was = None;
            if let (None, Some(content)) = (before, content)
                && let Some(from) = self.renamed(&others, content)?
            {
                file.old = from.old;
                others.retain(|other| other.path != from.path);
                was = Some(from.path);
            }
            others.retain(|other| *other.path != *path);
            // What is new and was called nothing else may have been there before, until it was removed or renamed.
            let next = was.as_deref().map_or_else(|| path.clone(), Arc::from);
            parent.into_iter().for_each(|parent| follow(parent, next.clone()));
            let CommitWords { author, subject } = self.words_of(commit, here)?.clone();
            if !visit(Step { commit, time: here.time, author, subject, file, was, others }) {
                return Ok(cut);
            }
        }
        Ok(cut || work.is_over())
    }

    /// A commit; `None` where it is not here and that is no surprise.
    pub(crate) fn commit(&self, id: Id) -> Result<Option<Commit>, GitError> {
        let data = match self.read(id, Kind::Commit) {
            Ok(data) => data,
            Err(GitError::Missing { partial: true, .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let bad = |reason: String| GitError::Read(reason);
        let commit = gix::objs::CommitRef::from_bytes(&data, gix::hash::Kind::Sha1)
            .map_err(|error| bad(error.to_string()))?;
        let sha1 = |id: ObjectId| id.as_slice().try_into().map_err(|_| GitError::Sha256);
        let author = commit.author().map_err(|error| bad(error.to_string()))?;
        let time = author.time().map_or(0, |time| time.seconds);
        // Anybody writes commits: a line of megabytes is shown by nobody, and remembered.
        let cut = |text: &[u8]| {
            if text.len() <= LONGEST_LINE {
                return text.to_str_lossy().into_owned();
            }
            // A character that was cut in two is left out.
            let text = text[..LONGEST_LINE].to_str_lossy();
            text.trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned()
        };
        let subject = cut(commit.message.lines().next().unwrap_or_default());
        let parents: Result<Vec<Id>, GitError> = commit.parents().take(MOST_PARENTS + 1).map(sha1).collect();
        Ok(Some(Commit {
            tree: sha1(commit.tree())?,
            parents: parents?,
            time,
            words: CommitWords { author: cut(author.name.trim()), subject },
        }))
    }

    /// The files that differ between two trees; none where there are too many, or no more `work`.
    pub(crate) fn touched(
        &self,
        old: Option<Id>,
        new: Id,
        work: &mut Work,
    ) -> Result<Vec<Touched>, GitError> {
        Ok(self.compared(old, new, work)?.unwrap_or_default())
    }

    /// The files that differ between two trees; `None` where there are too many, or no more `work`.
    pub(crate) fn compared(
        &self,
        old: Option<Id>,
        new: Id,
        work: &mut Work,
    ) -> Result<Option<Vec<Touched>>, GitError> {
        let mut found = Vec::new();
        let mut open = vec![(old, Some(new), String::new())];
        while let Some((old, new, folder)) = open.pop() {
            let (before, after) = (self.entries(old, work)?, self.entries(new, work)?);
            work.left = work.left.saturating_sub(before.len() + after.len() + 1);
            if work.is_over() {
                return Ok(None);
            }
            let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            for name in names {
                let (a, b) = (before.get(name), after.get(name));
                if a == b {
                    continue;
                }
                let path = format!("{folder}{name}");
                let of = |entry: Option<&(Id, bool)>, folders: bool| {
                    entry.filter(|(_, is_folder)| *is_folder == folders).map(|(id, _)| *id)
                };
                let (old, new) = (of(a, false), of(b, false));
                if old.is_some() || new.is_some() {
                    found.push(Touched { path: path.clone(), old, new });
                }
                let (old, new) = (of(a, true), of(b, true));
                if old.is_some() || new.is_some() {
                    open.push((old, new, format!("{path}/")));
                }
            }
            if found.len() > MOST_FILES {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    fn entries(&self, tree: Option<Id>, work: &mut Work) -> Result<Arc<Entries>, GitError> {
        /// About what an entry takes beside its name.
        const OF_AN_ENTRY: usize = 64;
        let mut entries = Entries::new();
        let Some(tree) = tree else { return Ok(Arc::default()) };
        if let Some(entries) = work.kept.get(&tree) {
            return Ok(entries);
        }
        work.left = work.left.saturating_sub(OF_A_READING);
        let data = self.read(tree, Kind::Tree)?;
        for entry in gix::objs::TreeRefIter::from_bytes(&data, gix::hash::Kind::Sha1) {
            let entry = entry.map_err(|error| GitError::Read(error.to_string()))?;
            let id: Id = entry.oid.as_bytes().try_into().map_err(|_| GitError::Sha256)?;
            if entry.mode.is_tree() || entry.mode.is_blob() {
                entries.insert(entry.filename.to_str_lossy().into_owned(), (id, entry.mode.is_tree()));
            }
        }
        let bytes = data.len() + entries.len() * OF_AN_ENTRY;
        Ok(work.kept.keep(tree, entries, bytes))
    }

    /// The file among those that are gone which has this content, or that which is the most like it.
    pub(crate) fn renamed(&self, touched: &[Touched], content: Id) -> Result<Option<Touched>, GitError> {
        let gone = || touched.iter().filter(|one| one.new.is_none());
        if let Some(same) = gone().find(|one| one.old == Some(content)) {
            return Ok(Some(same.clone()));
        }
        let new = self.blob(content)?;
        let mut best: Option<(f64, &Touched)> = None;
        for one in gone() {
            let Some(old) = one.old else { continue };
            let Churn { added, removed } = churn(&self.blob(old)?, &new);
            let lines = new.lines().count() + removed - added + new.lines().count();
            let likeness = 1.0 - (added + removed) as f64 / lines.max(1) as f64;
            if likeness >= SAME && best.is_none_or(|(most, _)| likeness > most) {
                best = Some((likeness, one));
            }
        }
        Ok(best.map(|(_, one)| one.clone()))
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
    const ALL: Bound<'static> = Bound { most: usize::MAX, stop: &NEVER };

    fn subjects(objects: &Objects, path: &str) -> Vec<(String, String, Option<String>)> {
        let mut found = Vec::new();
        let head = objects.resolve("HEAD").unwrap().commit.unwrap();
        let cut = objects.history(head, path, ALL, |step| {
            found.push((step.subject, step.file.path, step.was));
            true
        });
        assert_eq!(cut, Ok(false));
        found
    }

    #[test]
    fn a_file_is_followed_through_renames_and_merges() {
        let folder = fixture();
        let path = folder.path();
        let commit = |message: &str| commit(path, message);
        let text: String = (0..20).map(|i| format!("line {i}\n")).collect();
        fs::write(path.join("a.py"), &text).unwrap();
        commit("one");
        git(path, &["checkout", "-q", "-b", "side"]);
        fs::write(path.join("sub/b.py"), "other\n").unwrap();
        commit("of another file");
        git(path, &["checkout", "-q", "main"]);
        fs::write(path.join("a.py"), text.replace("line 3", "line three")).unwrap();
        commit("two");
        git(path, &["merge", "-q", "--no-edit", "side"]);
        git(path, &["mv", "a.py", "sub/c.py"]);
        fs::write(path.join("sub/c.py"), text.replace("line 4", "line four")).unwrap();
        commit("moved and changed");
        let objects = open(path).unwrap().objects().unwrap();
        let step = |subject: &str, path: &str, was: Option<&str>| {
            (subject.to_owned(), path.to_owned(), was.map(str::to_owned))
        };
        let expected = [
            step("moved and changed", "sub/c.py", Some("a.py")),
            step("two", "a.py", None),
            step("one", "a.py", None),
        ];
        assert_eq!(subjects(&objects, "sub/c.py"), expected);
        assert_eq!(subjects(&objects, "nowhere.py"), []);
    }

    #[test]
    fn a_path_that_was_made_again_has_the_commits_of_both_files() {
        let folder = fixture();
        let path = folder.path();
        let commit = |message: &str| commit(path, message);
        let text: String = (0..20).map(|i| format!("line {i}\n")).collect();
        fs::write(path.join("a.py"), &text).unwrap();
        commit("one");
        git(path, &["mv", "a.py", "sub/c.py"]);
        commit("moved away");
        fs::write(path.join("a.py"), "something else\n").unwrap();
        commit("made again");
        git(path, &["rm", "-q", "sub/c.py"]);
        commit("removed");
        let objects = open(path).unwrap().objects().unwrap();
        let told = |path: &str| subjects(&objects, path).into_iter().map(|one| one.0).collect::<Vec<_>>();
        assert_eq!(told("a.py")[..3], ["made again", "moved away", "one"]);
        // What is gone has a history too.
        assert_eq!(told("sub/c.py")[..3], ["removed", "moved away", "one"]);
    }

    #[test]
    fn what_is_remembered_changes_no_answer_and_is_not_read_again() {
        let folder = fixture();
        let path = folder.path();
        let commit = |message: &str| commit(path, message);
        for round in 0..12 {
            let name = ["a.py", "sub/b.py", "sub/deep/c.py"][round % 3];
            fs::create_dir_all(path.join("sub/deep")).unwrap();
            fs::write(path.join(name), format!("round {round}\n")).unwrap();
            commit(&format!("{name} {round}"));
        }
        git(path, &["checkout", "-q", "-b", "side", "HEAD~4"]);
        fs::write(path.join("of_the_side.py"), "x\n").unwrap();
        commit("side");
        git(path, &["checkout", "-q", "main"]);
        git(path, &["merge", "-q", "--no-edit", "side"]);
        let repository = open(path).unwrap();
        let kept = repository.objects().unwrap();
        let reads = |objects: &Objects| objects.reads.load(std::sync::atomic::Ordering::Relaxed);
        for name in ["a.py", "sub/b.py", "sub/deep/c.py", "of_the_side.py", "nowhere.py"] {
            let fresh = repository.objects().unwrap();
            assert_eq!(subjects(&kept, name), subjects(&fresh, name), "{name}");
            let before = reads(&kept);
            assert_eq!(subjects(&kept, name), subjects(&fresh, name), "{name}");
            // HEAD is resolved anew: what it names, its commit and the tree of that.
            assert!(reads(&kept) - before <= 3, "{name}: {} objects", reads(&kept) - before);
            assert!(reads(&fresh) > 12, "{name}: {} objects", reads(&fresh));
        }
        // What comes later is seen.
        fs::write(path.join("a.py"), "later\n").unwrap();
        commit("later");
        assert_eq!(subjects(&kept, "a.py"), subjects(&repository.objects().unwrap(), "a.py"));
        assert_eq!(subjects(&kept, "a.py")[0].0, "later");
    }

    #[test]
    fn a_history_that_is_cut_off_says_so_and_begins_with_no_change() {
        let folder = fixture();
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        fs::write(folder.path().join("a.py"), "x\n").unwrap();
        git(folder.path(), &["commit", "-q", "-a", "-m", "two"]);
        let clone = tempfile::tempdir().unwrap();
        let url = format!("file://{}", folder.path().display());
        git(clone.path(), &["clone", "-q", "--depth", "1", &url, "c"]);
        let objects = open(&clone.path().join("c")).unwrap().objects().unwrap();
        let head = objects.resolve("HEAD").unwrap().commit.unwrap();
        assert_eq!(objects.history(head, "a.py", ALL, |step| panic!("{step:?}")), Ok(true));
    }
}
