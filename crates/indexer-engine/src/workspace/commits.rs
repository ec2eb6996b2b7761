//! What files were in earlier commits, and who works on the next one.

use crate::redact::{redacted, redacted_text};
use crate::types::error::EngineError;
use crate::workspace::open::Workspace;
use crate::workspace::repository::STAGED;
use indexer_core::path::join;
use indexer_core::{ContentId, FileFacts};
use indexer_git::{Bound, Churn, FileChurns, Id, Step, hex};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

/// A file as some commit had it.
#[derive(Clone, Debug)]
pub struct Version {
    /// Its facts.
    pub facts: Arc<FileFacts>,
    /// Its text, secrets hidden.
    pub text: Arc<str>,
    /// True where line ends and indentation have a meaning.
    pub is_indented: bool,
}

/// The commits of a workspace's repository: what files were, and how revisions lie to each other.
#[derive(Clone, Copy, Debug)]
pub struct Commits<'w> {
    workspace: &'w Workspace,
}

impl Workspace {
    /// The folder whose files can be changed, canonical; `None` for files in memory and for a repository
    /// without any.
    pub fn folder(&self) -> Option<&Path> {
        self.disk.as_ref().filter(|_| !self.is_bare()).map(|disk| disk.path())
    }

    /// The user that git's configuration names there: `Name <address>`.
    pub fn author(&self) -> Option<String> {
        self.disk.as_ref().and_then(|disk| disk.repository())?.author()
    }

    /// The value of type `T` that questions keep as long as the workspace is open, whatever its files become: the
    /// default at first. What is put into it must name what it is of, such as a commit.
    pub fn kept<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        match self.kept.get(|| Ok::<_, Infallible>(T::default())) {
            Ok(kept) => kept,
        }
    }

    /// The commits of its repository.
    pub fn commits(&self) -> Commits<'_> {
        Commits { workspace: self }
    }
}

impl Commits<'_> {
    /// What names the commit from which the histories of `base` and `head` part: what a change is
    /// compared with. `head` is HEAD for the files on disk and for the git index. A `base` that is a
    /// tree is compared with as it is.
    pub fn merge_base(&self, base: &str, head: Option<&str>) -> Result<String, EngineError> {
        let objects = self.workspace.shared_objects()?;
        let of = objects.resolve(base)?;
        let Some(base) = of.commit else { return Ok(hex(&of.tree)) };
        let head = objects.resolve(head.filter(|head| *head != STAGED).unwrap_or("HEAD"))?;
        match head.commit {
            Some(head) => Ok(hex(&objects.merge_base(base, head)?)),
            None => Ok(hex(&base)),
        }
    }

    /// What a sparse checkout leaves out below the root, sorted: files, and folders with a `/` at their end. They are as
    /// the git index has them.
    pub fn left_out(&self) -> Result<Vec<String>, EngineError> {
        let repository = self.workspace.disk.as_ref().and_then(|disk| disk.repository());
        let Some(repository) = repository else { return Ok(Vec::new()) };
        Ok(repository.left_out()?)
    }

    /// True where the clone holds the youngest commits of the repository alone.
    pub fn are_shallow(&self) -> bool {
        self.workspace.shared_objects().is_ok_and(|objects| objects.shallow)
    }

    /// The addresses of the repository's remotes, the most likely home of its pull requests first.
    pub fn remotes(&self) -> Result<Vec<String>, EngineError> {
        Ok(self.workspace.shared_objects()?.remotes())
    }

    /// Calls `visit` for each commit that changed the file at `path` (relative to the root), through
    /// its renames, from `revision` (HEAD for the files on disk) back, the youngest first, until it says
    /// no or as far as `bound` says. Paths of steps are relative to the root; what lies outside of it is left
    /// out. True where the history goes on and was not looked at.
    pub fn history(
        &self,
        revision: Option<&str>,
        path: &str,
        bound: Bound<'_>,
        mut visit: impl FnMut(Step) -> bool,
    ) -> Result<bool, EngineError> {
        let objects = self.workspace.shared_objects()?;
        let repository = self.workspace.disk.as_ref().and_then(|disk| disk.repository());
        let prefix = repository.map_or("", |repository| repository.prefix());
        let start = objects.resolve(revision.filter(|revision| *revision != STAGED).unwrap_or("HEAD"))?;
        let Some(start) = start.commit else { return Ok(false) };
        let inside = |path: &str| match repository {
            Some(repository) => repository.below_root(path).map(str::to_owned),
            None => Some(path.to_owned()),
        };
        self.workspace.recall_history(&objects);
        let cut = objects.history(start, &join(prefix, path), bound, |mut step| {
            // What was renamed into the root keeps its name from above.
            step.file.path = inside(&step.file.path).unwrap_or(step.file.path);
            step.was = step.was.map(|was| inside(&was).unwrap_or(was));
            step.others.retain_mut(|other| match inside(&other.path) {
                Some(path) => {
                    other.path = path;
                    true
                }
                None => false,
            });
            hide(&mut step);
            visit(step)
        });
        self.workspace.keep_history(&objects);
        Ok(cut?)
    }

    /// How often each file of the root changed along the youngest commits of `revision` (HEAD for the files on
    /// disk) as far as `bound` says, through renames, in one walk. Its `cut` says whether there are more commits.
    pub fn file_churns(&self, revision: Option<&str>, bound: Bound<'_>) -> Result<FileChurns, EngineError> {
        let objects = self.workspace.shared_objects()?;
        let start = objects.resolve(revision.filter(|revision| *revision != STAGED).unwrap_or("HEAD"))?;
        let Some(start) = start.commit else { return Ok(FileChurns::default()) };
        let mut found = objects.file_churns(start, bound)?;
        if let Some(repository) = self.workspace.disk.as_ref().and_then(|disk| disk.repository()) {
            let below = |(path, file): (String, _)| Some((repository.below_root(&path)?.to_owned(), file));
            found.files = found.files.into_iter().filter_map(below).collect();
        }
        Ok(found)
    }

    /// The commit of `revision` (HEAD for the files on disk); `None` where there is none, as outside of a repository.
    pub fn commit(&self, revision: Option<&str>) -> Option<Id> {
        let objects = self.workspace.shared_objects().ok()?;
        objects.resolve(revision.filter(|revision| *revision != STAGED).unwrap_or("HEAD")).ok()?.commit
    }

    /// What the youngest commits from one back changed, as far as `bound` says: the first line of each message with
    /// the files of the root that it touched, secrets hidden.
    pub fn changes(&self, commit: Id, bound: Bound<'_>) -> Result<Vec<(String, Vec<String>)>, EngineError> {
        let mut found = self.workspace.shared_objects()?.changes(commit, bound)?;
        if let Some(repository) = self.workspace.disk.as_ref().and_then(|disk| disk.repository()) {
            for (_, paths) in &mut found {
                let below = paths.iter().filter_map(|path| repository.below_root(path).map(str::to_owned));
                *paths = below.collect();
            }
        }
        for (subject, paths) in &mut found {
            for text in paths.iter_mut().chain([subject]) {
                *text = redacted_text(std::mem::take(text));
            }
        }
        Ok(found)
    }

    /// How many lines two contents do not share; `None` for a file that was not there.
    pub fn churn(&self, old: Option<Id>, new: Option<Id>) -> Result<Churn, EngineError> {
        Ok(self.workspace.shared_objects()?.churn(old, new)?)
    }

    /// A content as facts and text; parsed where nobody asked for it before. `None` for what is no code.
    pub fn version(&self, content: Id, path: &str) -> Result<Option<Version>, EngineError> {
        let bytes = self.workspace.shared_objects()?.blob(content)?;
        let Some(language) = indexer_parse::language_of(path, &bytes) else { return Ok(None) };
        let read = self.workspace.facts_cache.read_facts(ContentId(content), &bytes, language);
        let (facts, _) = read.ok_or(EngineError::Cancelled)?;
        let (shown, _) = redacted(&bytes);
        let text = String::from_utf8_lossy(&shown).into();
        Ok(Some(Version { facts, text, is_indented: language.is_indented }))
    }

    /// Stores what [`version`](Self::version) parsed, best effort.
    pub fn keep_versions(&self) {
        if self.workspace.cache.writable().is_some() {
            let _ = self.workspace.facts_cache.commit();
        }
    }
}

/// Hides secrets in what a commit says beside the files.
fn hide(step: &mut Step) {
    let paths = step.others.iter_mut().map(|other| &mut other.path).chain(step.was.as_mut());
    for text in paths.chain([&mut step.author, &mut step.subject, &mut step.file.path]) {
        *text = redacted_text(std::mem::take(text));
    }
}
