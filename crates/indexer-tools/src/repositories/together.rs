//! One question to several repositories: which of them are asked, what of them, and what the answer says of that.

use super::{Keep, Opened, REPO, Repositories};
use crate::policy::permitted;
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::tool::Tool;
use crate::protocol::{Code, Common, Context, Problem, Records, Scope};
use crate::settings::Settings;
use crate::{Output, locate};
use indexer_config::Named;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_engine::{EngineError, Reading, Snapshot, State, Text};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

/// Most repositories that one question asks: each has its index mapped until the answer is there.
const MOST: usize = 1_024;
/// Repositories of which histories are read beside the index.
const WITH_HISTORY: usize = super::OPEN;
/// Times that a question is asked at most, as of one repository: where something was damaged or changed under it.
const ROUNDS: usize = 6;
/// Repositories that were not asked and are named.
const NAMED: usize = 20;

/// A repository that was not asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unasked {
    /// Its name in the file of repositories.
    pub name: String,
    /// Why.
    pub problem: String,
}

/// Which repositories a question asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedOf {
    /// How many were asked.
    pub asked: usize,
    /// How many of those that were meant were not.
    pub not_asked: usize,
    /// The first of these, by name, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Unasked>,
}

impl AskedOf {
    /// Writes it.
    pub fn write(&self, out: &mut Records) {
        out.record("repositories").field("asked", self.asked).count("not_asked", self.not_asked as u64);
        for one in &self.problems {
            out.record("not_asked").text("repository", &one.name).text("problem", &one.problem);
        }
    }
}

/// The repositories of one question.
#[derive(Debug)]
pub struct Together<'a> {
    parts: Vec<Context<'a>>,
    unasked: &'a [Unasked],
    place: String,
}

impl<'a> Together<'a> {
    /// The contexts of all that are asked, by name.
    pub fn all(&self) -> impl Iterator<Item = &Context<'a>> {
        self.parts.iter()
    }

    /// What all of them are called together: the file that names them.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Which were asked, and why others were not.
    pub fn asked(&self) -> AskedOf {
        let problems = self.unasked.iter().take(NAMED).cloned().collect();
        AskedOf { asked: self.parts.len(), not_asked: self.unasked.len(), problems }
    }

    /// The word for how fresh they are: that of the least fresh.
    pub fn state(&self) -> &'static str {
        let is_stale = |one: &Context<'_>| one.freshness().state == State::Stale;
        if self.parts.iter().any(is_stale) { "stale" } else { "fresh" }
    }

    /// When the oldest of them was built.
    pub fn oldest(&self) -> SystemTime {
        self.parts.iter().map(|one| one.freshness().built_at).min().unwrap_or(SystemTime::UNIX_EPOCH)
    }

    /// Differs where another set of repositories was asked, or one of them changed: what a cursor is bound to.
    pub fn version(&self) -> u64 {
        self.parts.iter().fold(0, |hash, one| {
            let name = hash_text(one.repository.unwrap_or_default());
            hash_numbers([hash, name, one.snapshot.version()])
        })
    }

    /// The context of the whole question; a problem where nothing could be asked.
    pub fn context(&self) -> Result<Context<'_>, Problem> {
        let Some(first) = self.parts.first() else {
            let why = self.unasked.first().map_or("none is named", |one| one.problem.as_str());
            return Err(Problem::new(Code::Unreadable, format!("no repository could be asked: {why}")));
        };
        Ok(Context { together: Some(self), repository: None, ..*first })
    }

    /// The part of each repository that `path`, `member` and `language` name, with its place among all; those that have
    /// none are left out. A problem where none has: that of the first.
    pub fn scopes(&self, common: &Common) -> Result<Vec<(usize, Scope)>, Problem> {
        let (mut found, mut first) = (Vec::new(), None);
        for (at, context) in self.parts.iter().enumerate() {
            let scope = locate::is_inside(context, common, true).and_then(|()| Scope::of(context, common));
            match scope {
                Ok(scope) => found.push((at, scope)),
                Err(problem) => drop(first.get_or_insert(problem)),
            }
        }
        match first {
            Some(problem) if found.is_empty() => Err(problem),
            _ => Ok(found),
        }
    }

    /// The contexts of these scopes.
    pub fn of_scopes<'s>(
        &'s self,
        scopes: &'s [(usize, Scope)],
    ) -> impl Iterator<Item = (&'s Context<'a>, &'s Scope)> {
        scopes.iter().filter_map(|(at, scope)| Some((self.parts.get(*at)?, scope)))
    }

    /// The text of a file as answers name it: `repo:NAME/path`.
    pub fn source(&self, path: &str) -> Result<Text, Problem> {
        let named = path.strip_prefix(REPO).and_then(|rest| rest.split_once('/'));
        let found = named.and_then(|(name, path)| {
            let one = self.parts.iter().find(|one| one.repository == Some(name))?;
            Some(one.source(path))
        });
        found.unwrap_or_else(|| Err(Problem::new(Code::NotFound, format!("no file is called {path}"))))
    }
}

/// A repository that is asked.
struct Part {
    name: String,
    snapshot: Arc<Snapshot>,
    settings: Arc<Settings>,
    /// Kept where histories are read.
    opened: Option<Opened>,
}

impl Repositories {
    /// Asks a tool of several repositories at once, each as it is now. One that cannot be had in time, or at all, is said
    /// in the answer.
    pub fn ask_several(
        &self,
        tool: &Tool,
        (named, arguments): (&[Named], &Value),
        patience: Duration,
        cancel: &AtomicBool,
    ) -> Result<Output, Problem> {
        let until = Instant::now().checked_add(patience);
        let place = match self.grant.is_everything() {
            true => self.file().map_or_else(String::new, |file| file.display().to_string()),
            false => REPO.to_owned(),
        };
        let mut has_changed = false;
        for _ in 0..ROUNDS {
            let (parts, unasked) = self.parts(tool, named, until, cancel)?;
            let reading = |part: &Part| {
                let opened = part.opened.as_ref()?;
                Some((Arc::clone(opened.shared.workspace()), part.snapshot.clone()))
            };
            let held: Vec<_> = parts.iter().map(reading).collect();
            let readings: Vec<Option<Reading<'_>>> = held
                .iter()
                .map(|one| {
                    one.as_ref().map(|(workspace, snapshot)| Reading::new(workspace, snapshot.clone()))
                })
                .collect();
            let contexts = parts.iter().zip(&readings).map(|(part, reading)| Context {
                reading: reading.as_ref(),
                settings: Some(&part.settings),
                repository: Some(&part.name),
                repositories: Some(self),
                ..Context::new(&part.snapshot, cancel)
            });
            let together = Together { parts: contexts.collect(), unasked: &unasked, place: place.clone() };
            let answer = tool.run_together(&together, arguments);
            let any = |is: fn(&Snapshot) -> bool| parts.iter().any(|part| is(&part.snapshot));
            if !any(Snapshot::damaged) {
                // Who writes all the time is answered as it is.
                if has_changed || !any(Snapshot::outdated) {
                    return answer;
                }
                has_changed = true;
            }
        }
        Err(Problem::new(Code::Unreadable, "what was just built is damaged, again and again"))
    }

    /// The repositories that can be had, and why others cannot.
    fn parts(
        &self,
        tool: &Tool,
        named: &[Named],
        until: Option<Instant>,
        cancel: &AtomicBool,
    ) -> Result<(Vec<Part>, Vec<Unasked>), Problem> {
        let (mut parts, mut unasked): (Vec<Part>, Vec<Unasked>) = (Vec::new(), Vec::new());
        for one in named {
            let left = until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()));
            let part = match () {
                () if parts.len() == MOST => Err(format!("a question asks at most {MOST}; name fewer")),
                () if left.is_zero() => {
                    Err("others took all the time of this question; ask again".to_owned())
                }
                () => match self.part(tool, one, left, cancel) {
                    Err(problem) if problem.code == Code::Cancelled => return Err(problem),
                    part => part.map_err(|problem| problem.message),
                },
            };
            match part {
                Ok(part) => {
                    let opened = part.opened.filter(|_| parts.len() < WITH_HISTORY);
                    parts.push(Part { opened, ..part });
                }
                Err(problem) => unasked.push(Unasked { name: one.name.clone(), problem }),
            }
        }
        Ok((parts, unasked))
    }

    #[expect(clippy::disallowed_methods, reason = "who asks several asks each of them for damage at the end")]
    fn part(
        &self,
        tool: &Tool,
        named: &Named,
        patience: Duration,
        cancel: &AtomicBool,
    ) -> Result<Part, Problem> {
        let opened = self.opened(named, Keep::IfRoom)?;
        permitted(&opened.settings, tool)?;
        let snapshot = match &named.revision {
            Some(revision) => opened.shared.workspace().at_unless(revision, cancel),
            None => opened.shared.refresh(patience, cancel),
        };
        let snapshot = snapshot.map_err(|error| match error {
            EngineError::Cancelled => Problem::cancelled(),
            error => engine_problem(&error),
        })?;
        let settings = Arc::clone(&opened.settings);
        Ok(Part { name: named.name.clone(), snapshot, settings, opened: Some(opened) })
    }
}
