//! From the text that names a revision to its commit and tree.

use crate::Id;
use crate::error::GitError;
use crate::objects::Objects;
use crate::spec::Lost;
use gix::ObjectId;
use gix::objs::Kind;
use gix::revision::plumbing::{Graph, merge_base};

/// Most names of branches and tags that an error carries.
const MOST_NAMES: usize = 10_000;

/// A commit, or a tree without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The commit, where the text named one.
    pub commit: Option<Id>,
    /// What it holds.
    pub tree: Id,
}

/// Refuses what can name no revision, before any repository is asked.
pub fn check(text: &str) -> Result<(), GitError> {
    let reason = if text.trim().is_empty() {
        "it is empty"
    } else if text.starts_with('-') {
        "it begins with a hyphen"
    } else if text.chars().any(char::is_control) {
        "it holds a control character"
    } else if text.contains("..") {
        "it is a range; name one end"
    } else if text.starts_with('^') || text.ends_with("^@") || text.ends_with("^!") || text.contains("^-") {
        "it is a set of commits; name one"
    } else if text.contains(':') {
        "it holds a colon; narrow by path instead"
    } else {
        return Ok(());
    };
    Err(GitError::Malformed { revision: text.to_owned(), reason })
}

impl Objects {
    /// The commit or tree that `text` names: a branch, tag, `HEAD~2`, digits of an id, and whatever
    /// else git takes for one revision. Annotated tags lead to what they are of.
    pub fn resolve(&self, text: &str) -> Result<Revision, GitError> {
        check(text)?;
        let id = self.find_spec(text).map_err(|lost| self.unresolved(text, lost))?;
        let (id, kind, _) = self.peeled(id).map_err(|error| match error {
            GitError::Missing { .. } => self.beyond(text),
            other => other,
        })?;
        match kind {
            Kind::Tree => Ok(Revision { commit: None, tree: id }),
            Kind::Commit => match self.commit(id)? {
                Some(commit) => Ok(Revision { commit: Some(id), tree: commit.tree }),
                None => Err(self.beyond(text)),
            },
            kind => Err(GitError::NotATree { revision: text.to_owned(), kind: kind.to_string() }),
        }
    }

    /// The commit from which the histories of two commits part: the best one, where there are
    /// several. O(commits since then).
    pub fn merge_base(&self, base: Id, head: Id) -> Result<Id, GitError> {
        let none =
            || GitError::NoMergeBase { base: short(&base), head: short(&head), cut_off: self.incomplete };
        // Without the commit-graph, which gix would open by its name.
        let mut graph = Graph::new(Commits(self), None);
        let bases = merge_base(ObjectId::Sha1(base), &[ObjectId::Sha1(head)], &mut graph);
        match bases {
            Ok(Some(bases)) => sha1(*bases.first()),
            Ok(None) => Err(none()),
            // A history that is cut off ends at a commit whose parents are not here.
            Err(_) if self.incomplete => Err(none()),
            Err(error) => Err(GitError::Read(error.to_string())),
        }
    }

    fn unresolved(&self, text: &str, lost: Lost) -> GitError {
        let revision = text.to_owned();
        match lost {
            Lost::Failed(error) => return error,
            Lost::Ambiguous => return GitError::Ambiguous { revision },
            Lost::Beyond if self.place.head_commit().is_some() => return self.beyond(text),
            Lost::Beyond | Lost::Unknown => {}
        }
        let base = text.split(['~', '^', '@']).next().unwrap_or("");
        if matches!(base, "" | "HEAD") && self.place.follow("HEAD").is_some_and(|head| head.id.is_none()) {
            return GitError::NoCommit;
        }
        if base != text && (matches!(base, "" | "HEAD") || self.find_spec(base).is_ok()) {
            return self.beyond(text);
        }
        // A whole id that is not here may be one that was left out.
        if self.incomplete && text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return GitError::Missing { id: revision, partial: true };
        }
        GitError::Unknown { revision, names: self.place.reference_names(MOST_NAMES) }
    }

    fn beyond(&self, text: &str) -> GitError {
        GitError::Beyond { revision: text.to_owned(), cut_off: self.incomplete }
    }
}

/// Where the graph of commits finds them.
struct Commits<'a>(&'a Objects);

impl gix::objs::Find for Commits<'_> {
    fn try_find<'b>(
        &self,
        id: &gix::oid,
        buffer: &'b mut Vec<u8>,
    ) -> gix::Result<Option<gix::objs::Data<'b>>> {
        let found = sha1(id.to_owned()).and_then(|id| self.0.read(id, Kind::Commit));
        match found {
            Ok(data) => {
                *buffer = data;
                Ok(Some(gix::objs::Data::new(buffer, Kind::Commit, gix::hash::Kind::Sha1)))
            }
            Err(GitError::Missing { .. }) => Ok(None),
            Err(error) => Err(gix::Error::from_error(error)),
        }
    }
}

/// The first digits of an id.
fn short(id: &Id) -> String {
    let mut digits = crate::hex(id);
    digits.truncate(10);
    digits
}

fn sha1(id: gix::ObjectId) -> Result<Id, GitError> {
    id.as_slice().try_into().map_err(|_| GitError::Sha256)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use crate::repository::tests::{fixture, git};
    use std::fs;

    fn names(objects: &Objects, text: &str) -> GitError {
        objects.resolve(text).unwrap_err()
    }

    #[test]
    fn branches_tags_digits_and_ancestors_are_resolved() {
        let folder = fixture();
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        git(folder.path(), &["tag", "-a", "-m", "first", "v1"]);
        fs::write(folder.path().join("a.py"), "x = 1\n").unwrap();
        git(folder.path(), &["commit", "-q", "-a", "-m", "two"]);
        git(folder.path(), &["branch", "feature"]);
        let repository = open(folder.path()).unwrap();
        let objects = repository.objects().unwrap();
        let head = objects.resolve("HEAD").unwrap();
        assert_eq!(head.commit.map(|id| crate::hex(&id)), repository.head_commit());
        assert_eq!(objects.resolve("feature").unwrap(), head);
        assert_eq!(objects.resolve(&repository.head_commit().unwrap()[..9]).unwrap(), head);
        let first = objects.resolve("HEAD~1").unwrap();
        assert_ne!(first, head);
        for name in ["v1", "v1^{commit}", "refs/tags/v1", "HEAD^"] {
            assert_eq!(objects.resolve(name).unwrap(), first, "{name}");
        }
        let tree = objects.resolve("v1^{tree}").unwrap();
        assert_eq!((tree.commit, tree.tree), (None, first.tree));
        let blob = crate::hex(&objects.file(head.tree, "a.py").unwrap().unwrap());
        assert!(matches!(names(&objects, &blob), GitError::NotATree { .. }));
        assert!(matches!(names(&objects, "HEAD~2"), GitError::Beyond { cut_off: false, .. }));
        let GitError::Unknown { names, .. } = names(&objects, "featur") else { panic!() };
        assert!(names.contains(&"feature".to_owned()) && names.contains(&"v1".to_owned()), "{names:?}");
        // A branch that comes later is found by the same handle.
        git(folder.path(), &["branch", "later"]);
        assert_eq!(objects.resolve("later").unwrap(), head);
    }

    #[test]
    fn what_can_name_no_revision_is_refused_with_a_reason() {
        for text in
            ["", "  ", "-x", "--all", "a\nb", "a..b", "a...b", "^a", "a^@", "a^!", "HEAD:src", ":staged"]
        {
            assert!(matches!(check(text), Err(GitError::Malformed { .. })), "{text:?}");
        }
        for text in ["HEAD", "feature/x-1", "v1^{commit}", "HEAD@{1}", "abc123~2^2"] {
            assert_eq!(check(text), Ok(()), "{text:?}");
        }
    }

    #[test]
    fn a_merge_base_is_where_histories_part() {
        let folder = fixture();
        let commit = |message: &str| git(folder.path(), &["commit", "-q", "--allow-empty", "-m", message]);
        commit("one");
        git(folder.path(), &["checkout", "-q", "-b", "feature"]);
        commit("two");
        git(folder.path(), &["checkout", "-q", "main"]);
        commit("three");
        git(folder.path(), &["checkout", "-q", "--orphan", "other"]);
        commit("four");
        let objects = open(folder.path()).unwrap().objects().unwrap();
        let id = |name: &str| objects.resolve(name).unwrap().commit.unwrap();
        assert_eq!(objects.merge_base(id("main"), id("feature")), Ok(id("main~1")));
        assert_eq!(objects.merge_base(id("main~1"), id("feature")), Ok(id("main~1")));
        let error = objects.merge_base(id("main"), id("other")).unwrap_err();
        assert!(matches!(error, GitError::NoMergeBase { cut_off: false, .. }), "{error:?}");
        let clone = tempfile::tempdir().unwrap();
        let url = format!("file://{}", folder.path().display());
        git(clone.path(), &["clone", "-q", "--depth", "1", "--no-single-branch", &url, "c"]);
        let shallow = open(&clone.path().join("c")).unwrap().objects().unwrap();
        let id = |name: &str| shallow.resolve(name).unwrap().commit.unwrap();
        let error = shallow.merge_base(id("origin/main"), id("origin/feature")).unwrap_err();
        assert!(matches!(error, GitError::NoMergeBase { cut_off: true, .. }), "{error:?}");
        assert!(error.to_string().contains("--unshallow"));
    }

    #[test]
    fn an_unborn_head_a_cut_off_history_and_sha256_are_told_apart() {
        let folder = fixture();
        let objects = open(folder.path()).unwrap().objects().unwrap();
        assert_eq!(names(&objects, "HEAD"), GitError::NoCommit);
        assert_eq!(names(&objects, "HEAD~1"), GitError::NoCommit);
        for message in ["one", "two"] {
            git(folder.path(), &["commit", "-q", "--allow-empty", "-m", message]);
        }
        let clone = tempfile::tempdir().unwrap();
        let url = format!("file://{}", folder.path().display());
        git(clone.path(), &["clone", "-q", "--depth", "1", &url, "c"]);
        let shallow = open(&clone.path().join("c")).unwrap().objects().unwrap();
        assert!(shallow.resolve("HEAD").is_ok());
        let error = names(&shallow, "HEAD~1");
        assert!(matches!(error, GitError::Beyond { cut_off: true, .. }), "{error:?}");
        assert!(error.to_string().contains("--unshallow"));
        let other = tempfile::tempdir().unwrap();
        git(other.path(), &["init", "-q", "--object-format=sha256"]);
        assert_eq!(open(other.path()).unwrap().objects().unwrap_err(), GitError::Sha256);
    }

    #[test]
    fn blobs_that_a_partial_clone_left_out_are_missing_and_say_so() {
        let folder = fixture();
        git(folder.path(), &["config", "uploadpack.allowFilter", "true"]);
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        let clone = tempfile::tempdir().unwrap();
        let url = format!("file://{}", folder.path().display());
        git(clone.path(), &["clone", "-q", "--bare", "--filter=blob:none", &url, "c.git"]);
        let repository = open(&clone.path().join("c.git")).unwrap();
        assert!(repository.is_bare());
        let objects = repository.objects().unwrap();
        let tree = objects.resolve("HEAD").unwrap().tree;
        let contents = objects.tree(tree, "").unwrap();
        let error = objects.blob(contents.entries[0].id).unwrap_err();
        assert!(matches!(error, GitError::Missing { partial: true, .. }), "{error:?}");
    }
}
