//! The repositories of one question: what of them is asked, and what the answer says of that.

use crate::locate;
use crate::protocol::context::{REPO, Several};
use crate::protocol::{Code, Common, Context, Problem, Records, Scope};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_engine::{State, Text};
use serde::Serialize;
use std::time::SystemTime;

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

/// The package that was asked of one repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfPackage {
    /// The repository for which it is installed.
    pub repository: String,
    /// The package, with its version.
    pub package: String,
}

/// Which repositories a question asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedOf {
    /// How many were asked.
    pub asked: usize,
    /// Of which package the first of them were, where a package was asked about: paths are of that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<OfPackage>,
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
        for one in &self.packages {
            out.record("asked").text("repository", &one.repository).text("package", &one.package);
        }
        for one in &self.problems {
            out.record("not_asked").text("repository", &one.name).text("problem", &one.problem);
        }
    }
}

/// The repositories of one question.
#[derive(Debug)]
pub struct Together<'a> {
    pub(super) parts: Vec<Context<'a>>,
    pub(super) unasked: &'a [Unasked],
    pub(super) place: String,
    /// The revision that was asked of each.
    pub(super) rev: Option<String>,
}

impl<'a> Together<'a> {
    /// The contexts of all that are asked, by name.
    pub fn all(&self) -> impl Iterator<Item = &Context<'a>> {
        self.parts.iter()
    }

    /// Which were asked, and why others were not.
    pub fn asked(&self) -> AskedOf {
        let problems = self.unasked.iter().take(NAMED).cloned().collect();
        let of_package = |one: &Context<'_>| {
            let (repository, package) = (one.repository?.to_owned(), one.package?.to_owned());
            Some(OfPackage { repository, package })
        };
        let packages = self.parts.iter().filter_map(of_package).take(NAMED).collect();
        AskedOf { asked: self.parts.len(), packages, not_asked: self.unasked.len(), problems }
    }

    /// The context of the whole question; a problem where nothing could be asked.
    pub fn context(&self) -> Result<Context<'_>, Problem> {
        let Some(first) = self.parts.first() else {
            let why = self.unasked.first().map_or("none is named", |one| one.problem.as_str());
            return Err(Problem::new(Code::Unreadable, format!("no repository could be asked: {why}")));
        };
        Ok(Context { together: Some(self), repository: None, package: None, ..*first })
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
}

impl Several for Together<'_> {
    fn place(&self) -> &str {
        &self.place
    }

    fn rev(&self) -> Option<&str> {
        self.rev.as_deref()
    }

    fn state(&self) -> &'static str {
        let is_stale = |one: &Context<'_>| one.freshness().state == State::Stale;
        if self.parts.iter().any(is_stale) { "stale" } else { "fresh" }
    }

    fn oldest(&self) -> SystemTime {
        self.parts.iter().map(|one| one.freshness().built_at).min().unwrap_or(SystemTime::UNIX_EPOCH)
    }

    fn version(&self) -> u64 {
        self.parts.iter().fold(0, |hash, one| {
            let name = hash_text(one.repository.unwrap_or_default());
            hash_numbers([hash, name, one.snapshot.version()])
        })
    }

    fn source(&self, path: &str) -> Result<Text, Problem> {
        let named = path.strip_prefix(REPO).and_then(|rest| rest.split_once('/'));
        let found = named.and_then(|(name, path)| {
            let one = self.parts.iter().find(|one| one.repository == Some(name))?;
            Some(one.source(path))
        });
        found.unwrap_or_else(|| Err(Problem::new(Code::NotFound, format!("no file is called {path}"))))
    }
}
