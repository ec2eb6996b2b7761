//! `get_endpoints`: what a framework answers, runs or reads, and which function does it.

use crate::imports::is_test;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::protocol::scope::{Scope, members};
use crate::relations::endpoints::entries;
use crate::relations::entry::EntryRow;
use indexer_core::path::file_name;
use indexer_core::{Resolution, Role, SymbolKind};
use indexer_engine::unread_framework;
use indexer_store::TargetRef;
use std::collections::{BTreeMap, BTreeSet};

indexer_core::worded! {
    /// What is listed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum EntryKind {
        /// Methods and paths that functions answer.
        #[default]
        #[value(alias = "endpoints")]
        #[serde(alias = "endpoints")]
        Endpoint = "endpoint",
        /// Commands of a command line.
        #[value(alias = "commands")]
        #[serde(alias = "commands")]
        Command = "command",
        /// Work that a queue or a signal runs.
        #[value(alias = "tasks")]
        #[serde(alias = "tasks")]
        Task = "task",
        /// Variables of the environment.
        #[value(alias = "settings")]
        #[serde(alias = "settings")]
        Setting = "setting",
        /// Calls of paths.
        #[value(alias = "requests")]
        #[serde(alias = "requests")]
        Request = "request",
        /// Tables of a database.
        #[value(alias = "tables")]
        #[serde(alias = "tables")]
        Table = "table",
        /// What values of a type are taken from that is injected.
        #[value(alias = "providers")]
        #[serde(alias = "providers")]
        Provider = "provider",
        /// What values of a type are injected into.
        #[value(alias = "injections")]
        #[serde(alias = "injections")]
        Injection = "injection",
        /// All of them.
        All = "all",
    }
}

impl EntryKind {
    /// The kind of symbol; `None` for all.
    fn symbol(self) -> Option<SymbolKind> {
        match self {
            Self::Endpoint => Some(SymbolKind::Endpoint),
            Self::Command => Some(SymbolKind::Command),
            Self::Task => Some(SymbolKind::Task),
            Self::Setting => Some(SymbolKind::Setting),
            Self::Request => Some(SymbolKind::Request),
            Self::Table => Some(SymbolKind::Table),
            Self::Provider => Some(SymbolKind::Provider),
            Self::Injection => Some(SymbolKind::Injection),
            Self::All => None,
        }
    }
}

/// Routes with method, path, handler, middleware and certainty; kind for commands, tasks, settings, requests, tables, providers
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetEndpoints {
    /// A part of method and path, or of a name
    pub query: Option<String>,
    /// What is listed (endpoint)
    #[arg(long)]
    pub kind: Option<EntryKind>,
    /// Only of this framework
    #[arg(long)]
    pub framework: Option<String>,
}

/// Places of clients that a row shows.
const CLIENTS: usize = 8;

/// Endpoints and the like.
#[derive(Debug, Serialize)]
pub struct Found {
    /// How many of each framework are listed.
    pub counts: BTreeMap<String, u64>,
    /// How many have a path of which a part is no text in the files, whatever `query` says: it may be a part of theirs.
    pub open: usize,
    /// How many endpoints stand in tests and are not listed: `path` or `query` lists them.
    #[serde(skip_serializing_if = "is_zero")]
    pub in_tests: usize,
    /// Where nothing is found: the frameworks of which rules know, in the languages of the repository. Routers of others
    /// are not seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looked_for: Vec<String>,
    /// Packages that the part imports which answer requests too, and of which no rule knows: their endpoints are not listed.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub no_rule: BTreeSet<&'static str>,
    /// Where nothing is found: why that may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The rows, by file and line.
    pub endpoints: Page<Endpoint>,
}

/// One of them.
#[derive(Clone, Debug, Serialize)]
pub struct Endpoint {
    /// What it is.
    pub kind: &'static str,
    /// Its method; `ANY` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Its whole path, or its name; `?` stands for a part that is no text in the files.
    pub name: String,
    /// What it calls, as `path#Owner.member`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handlers: Vec<String>,
    /// Functions that run before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub middleware: Vec<String>,
    /// Where clients in the same repository call an equal path, or ask for what a provider gives, as `path:line`: possible
    /// calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clients: Vec<String>,
    /// Such places that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_clients: usize,
    /// Its file, relative to the root, with `/`.
    pub path: String,
    /// 1-based.
    pub line: u32,
    /// The framework.
    pub framework: String,
    /// `resolved` where all that it hangs on is proved.
    pub resolution: &'static str,
    /// True where a part of the path is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

impl Row for Endpoint {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        if previous.is_none_or(|previous| previous.path != self.path) {
            out.record("file").text("path", &self.path);
        }
        let mut record = out.record(self.kind);
        record
            .some("method", self.method.as_deref())
            .text("name", &self.name)
            .list("handler", &self.handlers);
        record
            .list("middleware", &self.middleware)
            .field("line", self.line)
            .text("framework", &self.framework);
        record.field("resolution", self.resolution).flag("open", self.open).list("client", &self.clients);
        record.count("more_clients", self.more_clients as u64);
    }
}

impl Answer for Found {
    page!(endpoints: Endpoint);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("counts");
        for (framework, count) in &self.counts {
            record.field(framework, count);
        }
        record.field("open", self.open).count("in_tests", self.in_tests as u64);
        drop(record);
        if !self.looked_for.is_empty() {
            out.record("looked_for").list("frameworks", &self.looked_for);
        }
        if !self.no_rule.is_empty() {
            let packages: Vec<&str> = self.no_rule.iter().copied().collect();
            out.record("no_rule").list("packages", &packages);
        }
        if let Some(why) = &self.why {
            out.record("why").text("text", why);
        }
    }
}

impl Question for GetEndpoints {
    type Answer = Found;
    const NAME: &'static str = "get_endpoints";
    const CLI: &'static str = "endpoints";
    const ALIASES: &'static [&'static str] = &["get-endpoints", "routes"];
    const TITLE: &'static str = "Endpoints of frameworks";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["query", "kind", "path", "limit", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of(
            "endpoints",
            Form::Table(&["method", "name", "handlers", "path", "resolution", "framework"]),
        ),
        Section::of("", Form::Counts(&["open"])),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetEndpoints>) -> Result<Found, Problem> {
        asked.scope.known(context)?;
        let own = &asked.own;
        let kind = own.kind.unwrap_or_default().symbol();
        let wanted = own.query.as_deref().unwrap_or("").to_lowercase();
        let all = entries(context)?;
        let is_of = |row: &&EntryRow, wanted: &String| row.detail.framework == *wanted;
        if let Some(wanted) = &own.framework
            && !all.iter().any(|row| is_of(&row, wanted))
        {
            let known = frameworks(context);
            if !known.contains(wanted) {
                let message =
                    format!("framework: no rule knows {wanted} in the languages of this repository");
                return Err(Problem::argument("framework", message).suggest(known));
            }
        }
        let mut found: Vec<(&EntryRow, &String)> = Vec::new();
        let mut open = 0;
        let meant = |row: &&EntryRow| {
            kind.is_none_or(|kind| row.kind == kind)
                && asked.scope.covers(&row.file)
                && own.framework.as_ref().is_none_or(|framework| *framework == row.detail.framework)
        };
        let mut rows: Vec<&EntryRow> = all.iter().filter(meant).collect();
        let mut in_tests = 0;
        // What tests answer is none of the program's, unless it is asked for or nothing else is there.
        if kind == Some(SymbolKind::Endpoint) && wanted.is_empty() && asked.scope.prefix().is_empty() {
            let (tests, others): (Vec<&EntryRow>, Vec<&EntryRow>) =
                rows.iter().partition(|row| context.view().file(&row.file).is_some_and(is_test));
            if !others.is_empty() {
                in_tests = tests.iter().map(|row| row.paths.len()).sum();
                rows = others;
            }
        }
        for row in rows {
            open += usize::from(row.is_open);
            let named = |path: &&String| {
                let name = format!("{} {path}", row.method.as_deref().unwrap_or("")).to_lowercase();
                name.contains(&wanted)
            };
            found.extend(row.paths.iter().filter(named).map(|path| (row, path)));
        }
        let mut counts = BTreeMap::new();
        for (row, _) in &found {
            *counts.entry(row.detail.framework.clone()).or_default() += 1;
        }
        let looked_for = if found.is_empty() { frameworks(context) } else { Vec::new() };
        let why = own_framework(context, &looked_for);
        let no_rule = match kind.is_none_or(|kind| kind == SymbolKind::Endpoint) {
            true => without_rule(context, &asked.scope),
            false => BTreeSet::new(),
        };
        let endpoints =
            Page::of(&found, asked.offset, asked.common.rows(200, 1000), |(row, path)| endpoint(row, path));
        Ok(Found { counts, open, in_tests, looked_for, no_rule, why, endpoints })
    }
}

/// The frameworks of which rules know, in the languages of the repository, sorted. O(files)
fn frameworks(context: &Context<'_>) -> Vec<String> {
    let mut languages: BTreeMap<&str, &str> = BTreeMap::new();
    for file in context.view().files().filter(|file| file.is_code()) {
        languages.entry(file.language()).or_insert(file.path());
    }
    let rules = languages.values().filter_map(|path| context.snapshot.rules(path));
    let rules = rules.filter_map(|rules| (rules.frameworks)());
    let names = rules.flat_map(|rules| rules.rules.iter().map(|rule| rule.framework.clone()));
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect()
}

/// The packages that answer requests and of which no rule knows, as imports in a part of the repository lead to them. O(references)
fn without_rule(context: &Context<'_>, scope: &Scope) -> BTreeSet<&'static str> {
    let files = scope.files(context.view()).filter(|file| file.is_code());
    let imports = files.flat_map(|file| file.references().filter(|one| one.role() == Role::Import));
    let outside = imports.filter(|one| one.resolution() == Resolution::External);
    let packages = outside.flat_map(|one| one.targets()).filter_map(|target| match target {
        TargetRef::External(path) => unread_framework(path),
        _ => None,
    });
    packages.collect()
}

/// That the repository is that of one of these frameworks, where it is: rules are about what is outside.
fn own_framework(context: &Context<'_>, looked_for: &[String]) -> Option<String> {
    let members = members(context);
    let is_of = |framework: &&String| {
        let is_called = |name: &str| file_name(name).eq_ignore_ascii_case(framework);
        members.iter().any(|member| is_called(&member.name))
    };
    let own = looked_for.iter().find(is_of)?;
    Some(format!(
        "{own} itself is here: in its own repository its names lead to its files, and no rule knows these"
    ))
}

fn endpoint(row: &EntryRow, path: &str) -> Endpoint {
    let is_certain =
        row.detail.is_certain && row.handlers.iter().all(|(_, how)| *how == Resolution::Resolved);
    let resolution = if is_certain { Resolution::Resolved } else { Resolution::Possible };
    Endpoint {
        kind: row.kind.as_str(),
        method: row.method.clone(),
        name: path.to_owned(),
        handlers: row.handlers.iter().map(|(key, _)| key.clone()).collect(),
        middleware: row.detail.middleware.clone(),
        clients: row.clients.iter().take(CLIENTS).cloned().collect(),
        more_clients: row.clients.len().saturating_sub(CLIENTS),
        path: row.file.clone(),
        line: row.line,
        framework: row.detail.framework.clone(),
        resolution: resolution.as_str(),
        open: row.is_open,
    }
}

#[cfg(test)]
mod below_tests;
#[cfg(test)]
mod chain_tests;
#[cfg(test)]
mod given_tests;
#[cfg(test)]
mod in_tests;
#[cfg(test)]
mod injection_tests;
#[cfg(test)]
mod looped_tests;
#[cfg(test)]
mod mounted_tests;
#[cfg(test)]
mod passed_tests;
#[cfg(test)]
mod prefix_tests;
#[cfg(test)]
mod qualifier_tests;
#[cfg(test)]
mod rails_tests;
#[cfg(test)]
mod resource_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod types_tests;
