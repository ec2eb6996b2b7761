//! One question to several repositories: each is brought up to date, as far as it can be had in time.

use super::{Keep, Opened, Repositories, Together, Unasked};
use crate::Output;
use crate::policy::permitted;
use crate::protocol::context::REPO;
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::tool::Tool;
use crate::protocol::{Code, Context, Problem};
use crate::settings::Settings;
use indexer_config::Named;
use indexer_engine::{EngineError, Reading, Snapshot};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Most repositories that one question asks: each has its index mapped until the answer is there.
const MOST: usize = 1_024;
/// Repositories of which histories are read beside the index.
const WITH_HISTORY: usize = super::OPEN;
/// Times that a question is asked at most, as of one repository: where something was damaged or changed under it.
const ROUNDS: usize = 6;

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
