//! Files of a revision: what its tree holds, whatever is checked out.

use crate::disk::{IGNORE_FILE, is_excluded};
use crate::error::EngineError;
use crate::names::left_out_by_name;
use crate::snapshot::LeftOut;
use crate::source::{Frame, Listed, Listing, Source, Stamp};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::overrides::Override;
use indexer_core::path::{file_name, join, parent};
use indexer_core::{ContentId, Problem, ProblemKind, RepoPath};
use indexer_git::{Contents, GitError, Id, Kind, Objects};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that a tree holds below the root.
#[derive(Debug)]
pub struct Tree {
    pub(crate) stored: Stored,
    /// The tree of the whole repository.
    pub(crate) tree: Id,
    pub(crate) commit: Option<String>,
}

/// What the files of a revision and of the git index have in common: they are blobs.
#[derive(Clone, Debug)]
pub struct Stored {
    pub(crate) objects: Arc<Objects>,
    pub(crate) root: PathBuf,
    /// The root inside the repository; "" for the whole.
    pub(crate) prefix: String,
    pub(crate) excluded: Override,
    pub(crate) max_depth: Option<usize>,
}

impl Source for Tree {
    fn list(&self, _: Option<(&[&str], &Frame)>) -> Result<Listing, EngineError> {
        let Stored { objects, prefix, .. } = &self.stored;
        let contents = objects.tree(self.tree, prefix)?;
        let mut above = Vec::new();
        for folder in folders_above(prefix) {
            above.extend(objects.file(self.tree, &join(folder, IGNORE_FILE))?.map(|id| (folder, id)));
        }
        Ok(self.stored.listing(contents, &above))
    }

    fn read(&self, path: &str, content: Option<ContentId>) -> io::Result<Vec<u8>> {
        let id = match content {
            Some(content) => Some(content.0),
            None => self
                .stored
                .objects
                .file(self.tree, &join(&self.stored.prefix, path))
                .map_err(io::Error::other)?,
        };
        self.stored.read(id.ok_or(io::ErrorKind::NotFound)?)
    }

    fn size(&self, listed: &Listed) -> io::Result<u64> {
        self.stored.size(listed)
    }

    fn head_commit(&self) -> Option<String> {
        self.commit.clone()
    }

    fn root(&self) -> PathBuf {
        self.stored.root.clone()
    }
}

/// The folders above a folder, the nearest first and "" last; none above the repository itself.
pub(crate) fn folders_above(prefix: &str) -> impl Iterator<Item = &str> {
    let next = |folder: &str| (!folder.is_empty()).then(|| parent(folder).len());
    std::iter::successors(next(prefix), move |length| next(&prefix[..*length])).map(move |n| &prefix[..n])
}

impl Stored {
    pub(crate) fn read(&self, id: Id) -> io::Result<Vec<u8>> {
        // Not as "not found": the file is there, its bytes are not.
        self.objects.blob(id).map_err(io::Error::other)
    }

    pub(crate) fn size(&self, listed: &Listed) -> io::Result<u64> {
        let id = listed.content.ok_or(io::ErrorKind::NotFound)?.0;
        self.objects.size(id).map_err(io::Error::other)
    }

    /// The files among `contents` (paths below the root) by the rules that hold on disk. All of them
    /// are tracked, so the rules of git and the list of skipped folders do not count. `above` are the
    /// ignore files of ours in folders above the root: (folder, blob).
    pub(crate) fn listing(&self, contents: Contents, above: &[(&str, Id)]) -> Listing {
        let mut frame = Frame::default();
        let mut leave_out = |reason| *frame.left_out.entry(reason).or_default() += 1;
        for name in contents.not_utf8 {
            leave_out(LeftOut::NotUtf8Name);
            frame.problems.push((name, Problem::whole(ProblemKind::Name, "the name is not UTF-8")));
        }
        for path in contents.conflicts {
            leave_out(LeftOut::Unreadable);
            let problem = Problem::whole(ProblemKind::Unreadable, "in conflict: it has no one content");
            frame.problems.push((path, problem));
        }
        let rules = self.rules(&contents.entries, above);
        let mut files = Vec::new();
        for entry in contents.entries {
            if RepoPath::new(&entry.path).is_none() {
                leave_out(LeftOut::NotUtf8Name);
                let problem =
                    Problem::whole(ProblemKind::Name, "the name is no path that can be checked out");
                frame.problems.push((entry.path, problem));
                continue;
            }
            // Another repository is a root of its own.
            if entry.kind == Kind::Submodule
                || self.max_depth.is_some_and(|depth| entry.path.split('/').count() > depth)
                || is_excluded(&self.excluded, &entry.path)
                || self.is_ignored(&rules, &entry.path)
            {
                continue;
            }
            let by_kind = (entry.kind == Kind::Link).then_some(LeftOut::Symlink);
            match by_kind.or_else(|| left_out_by_name(&entry.path)) {
                Some(reason) => leave_out(reason),
                None => files.push(Listed {
                    path: entry.path,
                    stamp: Stamp::default(),
                    content: Some(ContentId(entry.id)),
                }),
            }
        }
        frame.problems.sort_by(|a, b| a.0.cmp(&b.0));
        Listing { files, frame }
    }

    /// The ignore files of ours, by the full path of their folder.
    fn rules(&self, entries: &[indexer_git::Entry], above: &[(&str, Id)]) -> BTreeMap<PathBuf, Gitignore> {
        let ours = entries.iter().filter(|e| e.kind == Kind::File && file_name(&e.path) == IGNORE_FILE);
        let below = ours.map(|entry| (join(&self.prefix, parent(&entry.path)), entry.id));
        let above = above.iter().map(|(folder, id)| ((*folder).to_owned(), *id));
        let read = |(folder, id): (String, Id)| {
            let folder = full(folder.trim_end_matches('/'));
            let mut rules = GitignoreBuilder::new(&folder);
            for line in String::from_utf8_lossy(&self.objects.blob(id).ok()?).lines() {
                // A rule that cannot be read is a problem of that rule; the others hold.
                let _ = rules.add_line(None, line);
            }
            Some((folder, rules.build().ok()?))
        };
        above.chain(below).filter_map(read).collect()
    }

    fn is_ignored(&self, rules: &BTreeMap<PathBuf, Gitignore>, path: &str) -> bool {
        if rules.is_empty() {
            return false;
        }
        let path = full(&join(&self.prefix, path));
        // The nearest file that says something decides.
        let found = path.ancestors().skip(1).filter_map(|folder| rules.get(folder));
        let mut said = found.map(|rules| rules.matched_path_or_any_parents(&path, false));
        said.find(|one| !one.is_none()).is_some_and(|one| one.is_ignore())
    }
}

/// A path of the repository as rules want it: absolute, below a root that nothing else is below.
fn full(path: &str) -> PathBuf {
    Path::new("/").join(path)
}

impl From<GitError> for EngineError {
    fn from(error: GitError) -> Self {
        Self::Revision(error)
    }
}

#[cfg(test)]
mod tests {
    use super::folders_above;

    #[test]
    fn folders_above_end_at_the_repository() {
        assert_eq!(folders_above("a/b/c").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(folders_above("").count(), 0);
    }
}
