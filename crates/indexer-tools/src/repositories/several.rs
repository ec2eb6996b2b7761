//! One question to several repositories: each is brought up to date, as far as it can be had in time.

use super::{Keep, Opened, Repositories, Together, Unasked};
use crate::Output;
use crate::outside;
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

/// What of a question says which state of each repository is meant: no argument of a tool that asks several.
#[derive(Debug, Default)]
struct Meant {
    /// The revision, in place of the files on disk and of what the file of repositories says.
    rev: Option<String>,
    /// The package that is installed for each, in place of the repository.
    package: Option<String>,
}

impl Meant {
    /// Takes it from the arguments.
    fn taken(tool: &Tool, arguments: &Value) -> Result<(Self, Value), Problem> {
        let Value::Object(given) = arguments else { return Ok((Self::default(), arguments.clone())) };
        let mut given = given.clone();
        let mut text = |name: &str| match given.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Problem::argument(name, format!("{name}: must be text"))),
        };
        let rev = text("rev")?;
        let has_packages = tool.full_schema()["properties"]["package"].is_object();
        let package = if has_packages { text("package")? } else { None };
        if package.is_some() {
            // As of one repository: a package has no members of it.
            given.remove("member");
        }
        Ok((Self { rev, package }, Value::Object(given)))
    }
}

/// A question to several, until `until`.
struct Asking<'a> {
    tool: &'a Tool,
    named: &'a [Named],
    rev: Option<&'a str>,
    until: Option<Instant>,
    cancel: &'a AtomicBool,
}

/// A package that is installed for one of the repositories.
struct InPackage {
    /// The place of the repository among those that are asked.
    at: usize,
    label: String,
    snapshot: Arc<Snapshot>,
}

impl InPackage {
    /// The context of a repository, as its package is asked.
    fn context<'a>(&'a self, own: Context<'a>) -> Context<'a> {
        Context { snapshot: &self.snapshot, package: Some(&self.label), reading: None, ..own }
    }
}

/// The packages of this name that are installed for the repositories; where there is none, why.
fn packages(
    own: &[Context<'_>],
    package: &str,
    unasked: &mut Vec<Unasked>,
) -> Result<Vec<InPackage>, Problem> {
    let mut found = Vec::new();
    for (at, context) in own.iter().enumerate() {
        context.still_wanted()?;
        match outside::package(context, package) {
            Ok(asked) => found.push(InPackage { at, label: asked.package.label(), snapshot: asked.snapshot }),
            Err(problem) => {
                let name = context.repository.unwrap_or_default().to_owned();
                unasked.push(Unasked { name, problem: problem.message });
            }
        }
    }
    Ok(found)
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
        let (meant, arguments) = Meant::taken(tool, arguments)?;
        let asking = Asking { tool, named, rev: meant.rev.as_deref(), until, cancel };
        let mut has_changed = false;
        for _ in 0..ROUNDS {
            let (parts, mut unasked) = self.parts(&asking)?;
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
            let own = parts.iter().zip(&readings).map(|(part, reading)| Context {
                reading: reading.as_ref(),
                settings: Some(&part.settings),
                repository: Some(&part.name),
                repositories: Some(self),
                ..Context::new(&part.snapshot, cancel)
            });
            let own: Vec<Context<'_>> = own.collect();
            let packages = match &meant.package {
                Some(package) => packages(&own, package, &mut unasked)?,
                None => Vec::new(),
            };
            let contexts = match &meant.package {
                None => own,
                Some(_) => packages.iter().map(|one| one.context(own[one.at])).collect(),
            };
            let (place, rev) = (place.clone(), meant.rev.clone());
            let together = Together { parts: contexts, unasked: &unasked, place, rev };
            let answer = tool.run_together(&together, &arguments);
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
    fn parts(&self, asking: &Asking<'_>) -> Result<(Vec<Part>, Vec<Unasked>), Problem> {
        let (mut parts, mut unasked): (Vec<Part>, Vec<Unasked>) = (Vec::new(), Vec::new());
        for one in asking.named {
            let left = asking.until.map(|until| until.saturating_duration_since(Instant::now()));
            let left = left.unwrap_or(Duration::MAX);
            let part = match () {
                () if parts.len() == MOST => Err(format!("a question asks at most {MOST}; name fewer")),
                () if left.is_zero() => {
                    Err("others took all the time of this question; ask again".to_owned())
                }
                () => match self.part(asking, one, left) {
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
    fn part(&self, asking: &Asking<'_>, named: &Named, patience: Duration) -> Result<Part, Problem> {
        let opened = self.opened(named, Keep::IfRoom)?;
        permitted(&opened.settings, asking.tool)?;
        let snapshot = match asking.rev.or(named.revision.as_deref()) {
            Some(revision) => opened.shared.workspace().at_unless(revision, asking.cancel),
            None => opened.shared.refresh(patience, asking.cancel),
        };
        let snapshot = snapshot.map_err(|error| match error {
            EngineError::Cancelled => Problem::cancelled(),
            error => engine_problem(&error),
        })?;
        let settings = Arc::clone(&opened.settings);
        Ok(Part { name: named.name.clone(), snapshot, settings, opened: Some(opened) })
    }
}
