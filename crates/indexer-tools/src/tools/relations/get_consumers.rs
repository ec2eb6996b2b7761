//! `get_consumers`: who uses a symbol in the other repositories that are asked together.

use crate::brief::Lines;
use crate::imports::is_test;
use crate::protocol::Code;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::relations::{self, Completeness, Node, NodeRow, Subject, Wanted};
use crate::repositories::{Consumed, Repositories, consumed};
use indexer_core::path::is_under;
use indexer_core::{Resolution, SymbolKey};
use indexer_engine::{OwnPackage, Snapshot};
use indexer_store::Reference;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Uses of a symbol in other repositories, which import it from the package that this one makes
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetConsumers {
    /// Name, Owner.member, path#key or path:line:column
    pub symbol: String,
    /// Kind of the symbol
    #[arg(long)]
    pub kind: Option<String>,
    /// Names of repositories to ask (all)
    #[arg(long, value_delimiter = ',', value_name = "REPOS")]
    #[serde(default)]
    pub among: Vec<String>,
}

/// The uses of a symbol in other repositories.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols that may be meant, each with its package.
    pub symbols: Vec<Candidate>,
    /// Symbols of the name that are not followed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_symbols: usize,
    /// The repositories that were asked, by name.
    pub repositories: Vec<Consumer>,
    /// The uses, by repository, path and line.
    pub uses: Page<Use>,
}

/// A symbol that may be meant.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// Its number, for [`Use::of`].
    pub n: usize,
    /// The symbol.
    #[serde(flatten)]
    pub symbol: NodeRow,
    /// The package that others import it from: `npm:@acme/prices`; `None` where no manifest declares one.
    pub package: Option<String>,
}

/// A repository that was asked.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Consumer {
    /// Its name in the file of repositories.
    pub name: String,
    /// Uses that are proved; `None` where it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<usize>,
    /// Uses by a path that leads to the symbol, in a repository that does not declare that it depends on the package; or
    /// that may lead to others too; `None` where it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub possible: Option<usize>,
    /// True where a manifest declares that it depends on a package of the repository that is asked.
    pub declared: bool,
    /// How many places of the repository bear the names, whatever they lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completeness: Option<Completeness>,
    /// True where more paths than are followed end with the name.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bounded: bool,
    /// Why it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Consumer {
    /// True where it was asked, and neither depends on a package nor holds a place that bears the name.
    fn bears_nothing(&self) -> bool {
        let is_none = |sites: &Completeness| {
            [sites.resolved, sites.possible, sites.external, sites.unresolved].iter().all(|count| *count == 0)
        };
        !self.declared && self.completeness.as_ref().is_some_and(is_none)
    }
}

/// One use.
#[derive(Clone, Debug, Serialize)]
pub struct Use {
    /// The name of the repository.
    pub repository: String,
    /// Relative to the root of that repository, with `/`.
    pub path: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column of the name, in characters.
    pub column: u32,
    /// How it is used: `call`, `read`, `type` and others.
    pub role: &'static str,
    /// `resolved` or `possible`.
    pub resolution: &'static str,
    /// The symbol around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enclosing: Option<String>,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// True in files of tests.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
    /// Number of the symbol, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
}

impl Row for Use {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        if previous
            .is_none_or(|previous| (&previous.repository, &previous.path) != (&self.repository, &self.path))
        {
            out.depth(0);
            out.record("file").text("repository", &self.repository).text("path", &self.path);
        }
        out.depth(1);
        let mut record = out.record("use");
        record.field("line", self.line).field("column", self.column).field("role", self.role);
        record.field("resolution", self.resolution).some("in", self.enclosing.as_deref());
        record.known("of", self.of).flag("test", self.test).some("text", self.text.as_deref());
    }
}

impl Answer for Found {
    page!(uses: Use);

    fn head(&self, out: &mut Records) {
        for one in &self.symbols {
            let mut record = one.symbol.write("symbol", out);
            if self.symbols.len() > 1 {
                record.field("n", one.n);
            }
            record.text("package", one.package.as_deref().unwrap_or("none"));
        }
        out.more("more_symbols", self.more_symbols);
        let is_shown = |one: &&Consumer| !one.bears_nothing();
        for one in self.repositories.iter().filter(is_shown) {
            let mut record = out.record("repository");
            record.text("name", &one.name);
            if let Some(problem) = &one.problem {
                record.text("problem", problem);
                continue;
            }
            record.known("resolved", one.resolved).known("possible", one.possible);
            record.field("declared", one.declared).flag("bounded", one.bounded);
            if let Some(sites) = &one.completeness {
                record.field("sites_external", sites.external).field("sites_unresolved", sites.unresolved);
            }
        }
        out.more("without_the_name", self.repositories.iter().filter(|one| one.bears_nothing()).count());
    }
}

impl Question for GetConsumers {
    type Answer = Found;
    const NAME: &'static str = "get_consumers";
    const CLI: &'static str = "get-consumers";
    const ALIASES: &'static [&'static str] = &["consumers"];
    const TITLE: &'static str = "Uses in other repositories";
    const SHOWN: &'static [&'static str] = &["symbol", "among", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("repositories", Form::Table(&["name", "resolved", "possible", "declared", "problem"])),
        Section::of("uses", Form::Table(&["repository", "path", "role", "resolution", "text"])),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetConsumers>) -> Result<Found, Problem> {
        let own = &asked.own;
        let wanted = Wanted::new("symbol", &own.symbol, own.kind.as_deref(), &asked.scope);
        let subjects = relations::symbols(context, wanted)?;
        let (Some(repositories), Some(_)) = (context.repositories, context.reading) else {
            return Err(Problem::new(Code::NotSupported, "no other repositories are known here"));
        };
        let packages = context.snapshot.own_packages();
        let meant: Vec<Meant<'_>> = subjects.all.iter().map(|one| Meant::of(one, &packages)).collect();
        let mut found = Vec::new();
        let mut all = Vec::new();
        for named in chosen(repositories, &own.among, context)? {
            context.still_wanted()?;
            let mut consumer = Consumer { name: named.name.clone(), ..Consumer::default() };
            match opened(context, repositories, &named) {
                Ok(snapshot) => {
                    let uses = uses(context.snapshot, &meant, &snapshot, &mut consumer);
                    let number = found.len();
                    all.extend(uses.into_iter().map(|one| (number, one)));
                    consumer.completeness = Some(Completeness::of(&snapshot.view, subjects.names()));
                    found.push((consumer, Some(snapshot)));
                }
                Err(problem) => {
                    consumer.problem = Some(problem.message);
                    found.push((consumer, None));
                }
            }
        }
        let mut lines: Vec<Option<Lines<'_>>> = found
            .iter()
            .map(|(_, snapshot)| {
                let snapshot = snapshot.as_ref()?;
                Some(Lines::new(&Context { snapshot, reading: None, ..*context }))
            })
            .collect();
        let uses = Page::of(&all, asked.offset, asked.common.rows(100, 1_000), |(number, one)| {
            let text = lines[*number].as_mut().and_then(|lines| lines.numbered(&one.path, one.line));
            Use { text, ..one.clone() }
        });
        drop(lines);
        let symbols = meant.iter().enumerate().filter_map(|(i, one)| one.candidate(i + 1)).collect();
        let repositories = found.into_iter().map(|(consumer, _)| consumer).collect();
        Ok(Found { symbols, more_symbols: subjects.left_out, repositories, uses })
    }
}

/// A symbol with its parts, the packages of the repository, and that which holds it.
struct Meant<'a> {
    subject: &'a Subject<'a>,
    keys: FxHashSet<SymbolKey>,
    names: Vec<String>,
    packages: &'a [OwnPackage],
    package: Option<&'a OwnPackage>,
}

impl<'a> Meant<'a> {
    fn of(subject: &'a Subject<'a>, packages: &'a [OwnPackage]) -> Self {
        let symbols = subject.symbols();
        let path = symbols.first().map(|one| one.file().path()).unwrap_or_default();
        // Of packages in packages the innermost holds the file.
        let around = packages.iter().filter(|one| is_under(path, &one.folder));
        Self {
            subject,
            keys: symbols.iter().map(|one| one.key()).collect(),
            names: subject.names(),
            packages,
            package: around.max_by_key(|one| one.folder.len()),
        }
    }

    fn candidate(&self, n: usize) -> Option<Candidate> {
        let symbol = NodeRow::new(Node::Symbol(*self.subject.symbols().first()?));
        let package = self.package.map(|one| format!("{}:{}", one.ecosystem, one.name));
        Some(Candidate { n, symbol, package })
    }
}

/// The repositories that the question is about: not the one that is asked.
fn chosen(
    repositories: &Repositories,
    among: &[String],
    context: &Context<'_>,
) -> Result<Vec<indexer_config::Named>, Problem> {
    for name in among {
        repositories
            .named(name)
            .map(drop)
            .map_err(|problem| Problem { parameter: Some("among".to_owned()), ..problem })?;
    }
    let mut all = repositories.all()?;
    let is_own = |one: &indexer_config::Named| {
        dunce::canonicalize(&one.path).is_ok_and(|path| path == context.snapshot.root)
    };
    all.retain(|one| !is_own(one) && (among.is_empty() || among.contains(&one.name)));
    Ok(all)
}

fn opened(
    context: &Context<'_>,
    repositories: &Repositories,
    named: &indexer_config::Named,
) -> Result<Arc<Snapshot>, Problem> {
    let opened = repositories.open_beside(named)?;
    let Some(reading) = context.reading else { return Err(Problem::cancelled()) };
    reading
        .of_other(opened.shared.workspace(), named.revision.as_deref())
        .map_err(|error| crate::protocol::engine_problem::engine_problem(&error))
}

/// The uses in another repository, and their counts.
fn uses(snapshot: &Snapshot, meant: &[Meant<'_>], other: &Snapshot, consumer: &mut Consumer) -> Vec<Use> {
    let mut all = Vec::new();
    let (mut resolved, mut possible) = (0, 0);
    for (i, one) in meant.iter().enumerate() {
        let of = (snapshot, one.packages);
        let Consumed { uses, is_declared, is_cut } = consumed(of, &one.keys, &one.names, other);
        consumer.declared |= is_declared;
        consumer.bounded |= is_cut;
        resolved += uses.iter().filter(|(_, is_proved)| *is_proved).count();
        possible += uses.iter().filter(|(_, is_proved)| !is_proved).count();
        let of = (meant.len() > 1).then_some(i + 1);
        all.extend(uses.into_iter().map(|(site, is_proved)| row(&consumer.name, site, is_proved, of)));
    }
    (consumer.resolved, consumer.possible) = (Some(resolved), Some(possible));
    all.sort_by(|a: &Use, b: &Use| (&a.path, a.line, a.column).cmp(&(&b.path, b.line, b.column)));
    all
}

fn row(repository: &str, site: Reference<'_>, is_proved: bool, of: Option<usize>) -> Use {
    let at = site.at();
    let resolution = if is_proved { Resolution::Resolved } else { Resolution::Possible };
    Use {
        repository: repository.to_owned(),
        path: site.file().path().to_owned(),
        line: at.line,
        column: at.column,
        role: site.role().as_str(),
        resolution: resolution.as_str(),
        enclosing: site.enclosing().map(|symbol| symbol.qualified()),
        text: None,
        test: is_test(site.file()),
        of,
    }
}
