//! What a tool may use.

use crate::protocol::problem::{Code, Problem};
use crate::repositories::Repositories;
use crate::settings::Settings;
use indexer_engine::{Freshness, Reading, Snapshot, SourceError, State, Text, Workspace};
use indexer_store::View;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Parts of a view of which what was worked out is kept.
const KEPT_PARTS: usize = 8;

/// What stands before the name of a repository in a path, key or place.
pub const REPO: &str = "repo:";

/// The repositories that one question asks, as an answer speaks of all of them.
pub trait Several: Sync {
    /// What all of them are called together: the file that names them.
    fn place(&self) -> &str;

    /// The revision that was asked of each; `None` for the files on disk, and for what the file says of each.
    fn rev(&self) -> Option<&str>;

    /// The word for how fresh they are: that of the least fresh.
    fn state(&self) -> &'static str;

    /// When the oldest of them was built.
    fn oldest(&self) -> SystemTime;

    /// Differs where another set of repositories was asked, or one of them changed: what a cursor is bound to.
    fn version(&self) -> u64;

    /// The text of a file as answers name it: `repo:NAME/path`.
    fn source(&self, path: &str) -> Result<Text, Problem>;
}

/// What a tool may use: an unchanging view, the text of its files and a flag that says stop.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The snapshot that is asked.
    pub snapshot: &'a Arc<Snapshot>,
    /// What the question reads besides, of the workspace that the snapshot is of.
    pub reading: Option<&'a Reading<'a>>,
    /// What was chosen, for answers that say so; `None` for the defaults.
    pub settings: Option<&'a Settings>,
    /// The installed package that the snapshot is of, for answers that say so; `None` for the repository.
    pub package: Option<&'a str>,
    /// What the repository is called, where several are asked: its paths are said behind that.
    pub repository: Option<&'a str>,
    /// The repositories that one question asks, where it asks several; the snapshot is that of the first.
    pub together: Option<&'a dyn Several>,
    /// The repositories that are asked together; `None` where the program knows of none.
    pub repositories: Option<&'a Repositories>,
    /// Set when nobody waits for the answer any more.
    pub cancel: &'a AtomicBool,
}

impl<'a> Context<'a> {
    /// The questions of `snapshot` alone.
    pub fn new(snapshot: &'a Arc<Snapshot>, cancel: &'a AtomicBool) -> Self {
        Self {
            snapshot,
            reading: None,
            settings: None,
            package: None,
            repository: None,
            together: None,
            repositories: None,
            cancel,
        }
    }

    /// The questions of a reading, which may look at other states of the repository too.
    pub fn of(reading: &'a Reading<'a>, cancel: &'a AtomicBool) -> Self {
        Self { reading: Some(reading), ..Self::new(reading.snapshot(), cancel) }
    }

    /// The workspace that the snapshot is of. Other states of it come from the
    /// [`reading`](Self::reading), which answers for them.
    pub fn workspace(&self) -> Option<&'a Workspace> {
        self.reading.map(Reading::workspace)
    }

    /// True when what was read so far is not to be used, and the question will be asked again: to be
    /// asked before anything is written that cannot be taken back.
    pub fn outdated(&self) -> bool {
        self.snapshot.outdated() || self.reading.is_some_and(Reading::outdated)
    }

    /// The view.
    pub fn view(&self) -> &'a View {
        &self.snapshot.view
    }

    /// How fresh the view is.
    pub fn freshness(&self) -> &'a Freshness {
        &self.snapshot.freshness
    }

    /// The word for how fresh the view is.
    pub fn state(&self) -> &'static str {
        if let Some(together) = self.together {
            return together.state();
        }
        match self.freshness().state {
            State::Fresh | State::Unpublished => "fresh",
            State::Stale => "stale",
            State::Indexing(_) => "indexing",
            State::Missing => "missing",
        }
    }

    /// Differs where views of the same root differ: what a cursor is bound to.
    pub fn version(&self) -> u64 {
        self.together.map_or_else(|| self.snapshot.version(), |together| together.version())
    }

    /// Counts up with every change of the index.
    pub fn generation(&self) -> u64 {
        self.freshness().generation
    }

    /// A path, key or place of the repository as an answer says it: behind `repo:NAME/` where several are asked.
    pub fn placed(&self, path: String) -> String {
        match self.repository {
            Some(name) => format!("{REPO}{name}/{path}"),
            None => path,
        }
    }

    /// What an answer says that it is about: the root, or the file that names the repositories.
    pub fn place(&self) -> String {
        match self.together {
            Some(together) => together.place().to_owned(),
            None => self.snapshot.root.display().to_string(),
        }
    }

    /// The text of a file, secrets hidden: the only way by which text leaves.
    pub fn source(&self, path: &str) -> Result<Text, Problem> {
        if let Some(together) = self.together {
            return together.source(path);
        }
        self.snapshot.source(path).map_err(|error| match error {
            SourceError::Unknown(_) => Problem::new(Code::NotFound, error.to_string()),
            _ => Problem::new(Code::Unreadable, error.to_string()).hint("ask again"),
        })
    }

    /// What `make` works out of the view, once for all questions about it: a type names what it is. Who asks
    /// while another question makes it waits for as long as its answer is wanted.
    pub fn kept<T: Send + Sync + 'static>(
        &self,
        make: impl FnOnce() -> Result<T, Problem>,
    ) -> Result<Arc<T>, Problem> {
        self.snapshot.cached_unless(self.cancel, make)?.ok_or_else(Problem::cancelled)
    }

    /// As [`kept`](Self::kept), for questions about a part of the view: of the last few values of `of` each has its own.
    /// Two that ask for the same at once may both make it.
    pub fn kept_for<K: PartialEq + Send + 'static, T: Send + Sync + 'static>(
        &self,
        of: K,
        make: impl FnOnce() -> Result<T, Problem>,
    ) -> Result<Arc<T>, Problem> {
        let last: Arc<Mutex<LastOf<K, T>>> = self.kept(|| Ok(Mutex::default()))?;
        let lock = || last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = lock().iter().find(|(other, _)| *other == of) {
            return Ok(known.clone());
        }
        let made = Arc::new(make()?);
        let mut kept = lock();
        kept.truncate(KEPT_PARTS - 1);
        kept.push_front((of, made.clone()));
        Ok(made)
    }

    /// A problem where nobody waits any more. Called between pieces of work.
    pub fn still_wanted(&self) -> Result<(), Problem> {
        if self.cancel.load(Ordering::Relaxed) { Err(Problem::cancelled()) } else { Ok(()) }
    }
}

/// What was made for the last few values of something, the youngest first.
type LastOf<K, T> = VecDeque<(K, Arc<T>)>;

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("root", &self.snapshot.root).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::KEPT_PARTS;
    use crate::fixture::Fixture;
    use crate::protocol::Problem;

    #[test]
    fn what_is_worked_out_of_a_part_is_kept_for_the_last_few_parts() {
        Fixture::new(&[("a.py", "x = 1\n")]).with(|context| {
            let mut made = Vec::new();
            let mut ask = |part: usize| {
                let value = context.kept_for(part, || {
                    made.push(part);
                    Ok(part * 2)
                });
                assert_eq!(value.ok().as_deref(), Some(&(part * 2)));
            };
            [0, 1, 0].into_iter().chain(2..=KEPT_PARTS).for_each(&mut ask);
            ask(KEPT_PARTS);
            ask(0);
            assert_eq!(made, (0..=KEPT_PARTS).chain([0]).collect::<Vec<_>>());
            let failed = context.kept_for("other", || Err::<(), _>(Problem::cancelled()));
            assert!(failed.is_err() && context.kept_for("other", || Ok(())).is_ok(), "a failure is not kept");
        });
    }
}
