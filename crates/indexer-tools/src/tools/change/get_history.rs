//! `get_history`: who changed a file or a symbol, when and how much, and what changes with it.

use crate::locate::{is_file_name, is_outside};
use crate::protocol::Code;
use crate::protocol::arguments::clean;
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::prelude::*;
use crate::protocol::timestamp::timestamp;
use crate::relations::{Node, NodeRow, Subject, Wanted, subjects};
use indexer_core::{SymbolKey, SymbolKind};
use indexer_diff::{Change, Entity, File, Happened, Reach, Source, compare};
use indexer_engine::{Bound, EngineError, Step, Touched, Workspace, churn, hex};
use indexer_store::Symbol;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, UNIX_EPOCH};

/// Commits, authors and churn of a file or symbol, through renames and moves; what changes with it
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetHistory {
    /// Symbol or path of a file
    pub target: String,
    /// Commits that are looked at (200)
    #[arg(long, value_name = "N")]
    pub commits: Option<usize>,
    /// Kind of the symbol
    #[arg(long)]
    pub kind: Option<String>,
}

/// Commits of the file that are looked at.
const COMMITS: usize = 200;
/// Commits of the repository that are looked at for the last change of a symbol.
const LATELY: usize = 300;
/// Why a clone knows little of a history.
pub(crate) const SHALLOW: &str =
    "the clone holds the youngest commits alone: git fetch --unshallow brings the others";
/// Authors and files that the head shows.
const SHOWN: usize = 10;
/// A commit that touches more files says nothing about which belong together.
const MOST_TOGETHER: usize = 50;

/// The commits that changed a symbol or a file.
#[derive(Debug, Serialize)]
pub struct Found {
    /// What the history is of.
    pub target: NodeRow,
    /// Other symbols that are called so, whose histories are not told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// How many commits changed it.
    pub commits_total: usize,
    /// Lines that the commits added.
    pub added: usize,
    /// Lines that they removed.
    pub removed: usize,
    /// Commits by author, most first.
    pub authors: Vec<Author>,
    /// Files that changed in the same commits, most often first.
    pub together: Vec<Together>,
    /// True where its history goes on beyond what was looked at.
    pub bounded: bool,
    /// Why there may be more that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// The commits, youngest first.
    pub commits: Page<CommitRow>,
}

/// Who changed it.
#[derive(Clone, Debug, Serialize)]
pub struct Author {
    /// As the commits name them.
    pub name: String,
    /// Commits that changed it.
    pub commits: usize,
}

/// Another file that changes in the same commits.
#[derive(Clone, Debug, Serialize)]
pub struct Together {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Commits that changed both.
    pub commits: usize,
}

/// A commit that changed it.
#[derive(Clone, Debug, Serialize)]
pub struct CommitRow {
    /// Its full hash.
    pub commit: String,
    /// When it was made: RFC 3339, UTC.
    pub time: String,
    /// Who made it.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
    /// What it was called then.
    pub key: String,
    /// What happened to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<&'static str>,
    /// Lines.
    pub added: usize,
    /// Lines.
    pub removed: usize,
}

impl CommitRow {
    /// Writes it as the record `kind`.
    pub(crate) fn write(&self, kind: &str, out: &mut Records) {
        let mut record = out.record(kind);
        record.field("id", &self.commit[..self.commit.len().min(10)]).field("time", &self.time);
        record.text("author", &self.author).text("subject", &self.subject).text("key", &self.key);
        record.list("change", &self.change);
        record.field("added", self.added).field("removed", self.removed);
    }
}

impl Row for CommitRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        self.write("commit", out);
    }
}

impl Answer for Found {
    page!(commits: CommitRow);

    fn head(&self, out: &mut Records) {
        self.target.write("target", out);
        for name in &self.also {
            out.record("also").text("name", name);
        }
        let mut record = out.record("history");
        record.field("commits", self.commits_total).field("authors", self.authors.len());
        record.field("added", self.added).field("removed", self.removed).flag("bounded", self.bounded);
        drop(record);
        if let Some(why) = self.why {
            out.record("why").text("text", why);
        }
        for author in self.authors.iter().take(SHOWN) {
            out.record("author").text("name", &author.name).field("commits", author.commits);
        }
        for file in self.together.iter().take(SHOWN) {
            out.record("together").text("path", &file.path).field("commits", file.commits);
        }
    }
}

impl Question for GetHistory {
    type Answer = Found;
    const NAME: &'static str = "get_history";
    const CLI: &'static str = "get-history";
    const ALIASES: &'static [&'static str] = &["history"];
    const TITLE: &'static str = "History";
    const SHOWN: &'static [&'static str] = &["target", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("target", Form::Subjects),
        Section::of(
            "commits",
            Form::Table(&["commit", "time=date", "author", "added=+", "removed=-", "subject"]),
        ),
        Section::of("together", Form::Words).titled("changes with it"),
        Section::of(
            "",
            Form::Counts(&["commits_total=commits", "added=lines added", "removed=lines removed"]),
        ),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetHistory>) -> Result<Found, Problem> {
        let own = &asked.own;
        let Some(workspace) = context.workspace() else {
            return Err(Problem::not_supported("target", "histories can only be had from a workspace"));
        };
        let wanted = Wanted::new("target", &own.target, own.kind.as_deref(), &asked.scope);
        let most = own.commits.unwrap_or(COMMITS).max(1);
        let mut history = History::new(workspace, most, context.cancel);
        let rev = asked.common.rev.as_deref();
        let (target, also, cut) = match subjects(context, wanted) {
            Ok(subjects) => {
                let (node, followed) = match subjects.all.first() {
                    Some(Subject::File(file)) => (Node::File(*file), None),
                    Some(Subject::Symbols(symbols)) if !symbols.is_empty() => {
                        (Node::Symbol(symbols[0]), Some(Followed::of(symbols[0])))
                    }
                    _ => return Err(Problem::new(Code::NotFound, "target: no such symbol")),
                };
                // A history is long to follow: that of the best is told, and who else bears the name.
                let others = subjects.all.iter().skip(1);
                let others = others.filter_map(|one| Some(one.symbols().first()?.printed()));
                let cut = history.follow(context, rev, node.file().path(), followed)?;
                (NodeRow::new(node), others.collect(), cut)
            }
            // What is no file any more may have been one.
            Err(problem) => {
                let path = clean(own.target.trim());
                if problem.code != Code::NotFound
                    || is_outside(path)
                    || !is_file_name(context, path)
                    || history.follow(context, rev, path, None).is_err()
                    || history.rows.is_empty()
                {
                    return Err(problem);
                }
                (NodeRow::of_path(path), Vec::new(), false)
            }
        };
        let bounded = cut || history.looked >= most;
        let why = (bounded && workspace.commits().are_shallow()).then_some(SHALLOW);
        workspace.commits().keep_versions();
        let mut authors: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &history.rows {
            *authors.entry(&row.author).or_default() += 1;
        }
        let mut authors: Vec<Author> =
            authors.into_iter().map(|(name, commits)| Author { name: name.to_owned(), commits }).collect();
        authors.sort_by(|a, b| b.commits.cmp(&a.commits).then_with(|| a.name.cmp(&b.name)));
        let mut together: Vec<Together> =
            history.together.into_iter().map(|(path, commits)| Together { path, commits }).collect();
        together.retain(|file| asked.scope.covers(&file.path));
        together.sort_by(|a, b| b.commits.cmp(&a.commits).then_with(|| a.path.cmp(&b.path)));
        together.truncate(SHOWN * 5);
        let rows = history.rows;
        Ok(Found {
            target,
            why,
            also,
            commits_total: rows.len(),
            added: rows.iter().map(|row| row.added).sum(),
            removed: rows.iter().map(|row| row.removed).sum(),
            authors,
            together,
            bounded,
            commits: Page::of(&rows, asked.offset, asked.common.rows(30, 500), CommitRow::clone),
        })
    }
}

/// A symbol that is followed back.
#[derive(Clone, Debug)]
struct Followed {
    key: SymbolKey,
    chain: String,
    kind: SymbolKind,
}

struct History<'a> {
    workspace: &'a Workspace,
    rows: Vec<CommitRow>,
    together: BTreeMap<String, usize>,
    looked: usize,
    most: usize,
    /// Commits of the repository that are looked at.
    walked: usize,
    /// One row is enough.
    once: bool,
    /// Set when nobody waits for the answer any more.
    stop: &'a AtomicBool,
}

impl Followed {
    fn of(symbol: Symbol<'_>) -> Self {
        Self { key: symbol.key(), chain: symbol.chain(), kind: symbol.kind() }
    }
}

/// The youngest commit that changed a symbol, before `rev`; `None` where no such commit is among the last
/// [`LATELY`], and without a repository.
pub(crate) fn last_change(context: &Context<'_>, rev: Option<&str>, symbol: Symbol<'_>) -> Option<CommitRow> {
    let new = History::new(context.workspace()?, COMMITS, context.cancel);
    let mut history = History { walked: LATELY, once: true, ..new };
    // What git cannot tell is no part of a card.
    history.follow(context, rev, symbol.file().path(), Some(Followed::of(symbol))).ok()?;
    history.rows.into_iter().next()
}

impl<'a> History<'a> {
    fn new(workspace: &'a Workspace, most: usize, stop: &'a AtomicBool) -> Self {
        let (rows, together) = (Vec::new(), BTreeMap::new());
        Self { workspace, rows, together, looked: 0, most, walked: usize::MAX, once: false, stop }
    }

    /// Goes back along the commits of a file; where the symbol that is followed came from another file,
    /// along that one from there on.
    fn follow(
        &mut self,
        context: &Context<'_>,
        rev: Option<&str>,
        path: &str,
        mut symbol: Option<Followed>,
    ) -> Result<bool, Problem> {
        let (mut start, mut path) = (rev.map(str::to_owned), path.to_owned());
        loop {
            let mut next: Option<(String, String)> = None;
            let mut failed = None;
            let bound = Bound { most: self.walked, stop: context.cancel };
            let cut = self.workspace.commits().history(start.as_deref(), &path, bound, |step| {
                self.looked += 1;
                let went = match context.still_wanted().and_then(|()| self.step(&step, &mut symbol)) {
                    Ok(went) => went,
                    Err(problem) => {
                        failed = Some(problem);
                        Went::Ends
                    }
                };
                if let Went::Elsewhere(from) = &went {
                    next = Some((format!("{}~1", hex(&step.commit)), from.clone()));
                }
                matches!(went, Went::On) && self.looked < self.most && !self.is_enough()
            });
            context.still_wanted()?;
            if let Some(problem) = failed {
                return Err(problem);
            }
            let cut = cut.map_err(problem)?;
            match next.filter(|_| self.looked < self.most && !self.is_enough()) {
                Some((from, other)) => (start, path) = (Some(from), other),
                None => return Ok(cut),
            }
        }
    }

    /// True where the one row that is wanted is there.
    fn is_enough(&self) -> bool {
        self.once && !self.rows.is_empty()
    }

    /// Takes one commit of the file in.
    fn step(&mut self, step: &Step, symbol: &mut Option<Followed>) -> Result<Went, Problem> {
        let Some(followed) = symbol.clone() else {
            let churn = self.workspace.commits().churn(step.file.old, step.file.new).map_err(problem)?;
            self.add(step, step.file.path.clone(), file_words(step), (churn.added, churn.removed));
            return Ok(Went::On);
        };
        let was = step.was.as_deref().unwrap_or(&step.file.path);
        let new: Vec<File> = self.read(step.file.new, &step.file.path)?.into_iter().collect();
        let mut old: Vec<File> = self.read(step.file.old, was)?.into_iter().collect();
        let diff = compare(&old, &new, self.stop);
        // What extends a type of another file has its key alone in common with what is indexed.
        let is_called_so = |one: &Entity| one.chain() == followed.chain && one.kind == followed.kind;
        let is_known = new.iter().flat_map(|file| &file.entities).any(|one| one.key == followed.key);
        let is_it = |one: &Entity| if is_known { one.key == followed.key } else { is_called_so(one) };
        let of = |change: &&Change<'_>| change.new.is_some_and(|(_, one)| is_it(one));
        let Some(change) = diff.changes.iter().find(of).filter(|change| !change.is_cosmetic()) else {
            return Ok(Went::On);
        };
        if change.old.is_some() {
            *symbol = self.told(step, change, &old, &new);
            return Ok(Went::On);
        }
        // New here: perhaps it was in another file of the same commit before.
        for other in step.others.iter().filter(|other| other.old.is_some()) {
            old.extend(self.read(other.old, &other.path)?);
        }
        let mut both = new;
        for other in step.others.iter().filter(|other| other.old.is_some()) {
            both.extend(self.read(other.new, &other.path)?);
        }
        let diff = compare(&old, &both, self.stop);
        // What goes along with its owner is told by the keys of both ends alone.
        let along = diff.renamed.iter().find(|(_, after)| is_it(after)).and_then(|pair| {
            let (before, after) = *pair;
            Some(Change {
                old: Some((path_of(&old, before)?, before)),
                new: Some((path_of(&both, after)?, after)),
                happened: vec![Happened::Moved],
                aspects: Vec::new(),
                likeness: None,
                is_compatible: false,
            })
        });
        let Some(change) = diff.changes.iter().find(of).or(along.as_ref()) else { return Ok(Went::Ends) };
        let from = change.old.map(|(path, _)| path.to_owned());
        *symbol = self.told(step, change, &old, &both);
        Ok(from.map_or(Went::Ends, Went::Elsewhere))
    }

    /// Adds what happened to the symbol that is followed; gives what it was before.
    fn told(&mut self, step: &Step, change: &Change<'_>, old: &[File], new: &[File]) -> Option<Followed> {
        let text = |end: Option<(&str, &Entity)>, files: &[File]| -> String {
            let file = end.and_then(|(path, one)| Some((files.iter().find(|file| file.path == path)?, one)));
            file.map_or_else(String::new, |(file, one)| file.text_of(one).to_owned())
        };
        let lines = churn(text(change.old, old).as_bytes(), text(change.new, new).as_bytes());
        let key = change.new.map_or_else(String::new, |(path, one)| format!("{path}#{}", one.chain()));
        let words = change.happened.iter().map(|one| one.as_str()).collect();
        self.add(step, key, words, (lines.added, lines.removed));
        change.old.map(|(_, one)| Followed { key: one.key, chain: one.chain(), kind: one.kind })
    }

    fn read(&self, content: Option<[u8; 20]>, path: &str) -> Result<Option<File>, Problem> {
        let Some(content) = content else { return Ok(None) };
        let version = self.workspace.commits().version(content, path).map_err(problem)?;
        Ok(version.map(|version| {
            File::read(Source {
                path,
                facts: version.facts,
                text: version.text,
                is_indented: version.is_indented,
                is_surface: true,
                names_arguments: version.is_indented,
                // Which differences break somebody is not asked of a history.
                types_are_optional: false,
                bare_types: false,
                same_types: &[],
                whole_unless: None,
                gives_missing: None,
                is_symbol: &|_| true,
                reach: &|_| Reach::Unknown,
                aliases: Default::default(),
                meanings: FxHashMap::default(),
            })
        }))
    }

    fn add(&mut self, step: &Step, key: String, change: Vec<&'static str>, churn: (usize, usize)) {
        if step.others.len() <= MOST_TOGETHER {
            for Touched { path, .. } in &step.others {
                *self.together.entry(path.clone()).or_default() += 1;
            }
        }
        self.rows.push(CommitRow {
            commit: hex(&step.commit),
            time: timestamp(UNIX_EPOCH + Duration::from_secs(u64::try_from(step.time).unwrap_or(0))),
            author: step.author.clone(),
            subject: step.subject.clone(),
            key,
            change,
            added: churn.0,
            removed: churn.1,
        });
    }
}

/// The path of the file that holds a symbol.
fn path_of<'f>(files: &'f [File], one: &Entity) -> Option<&'f str> {
    let holds = |file: &&File| file.entities.iter().any(|other| std::ptr::eq(other, one));
    files.iter().find(holds).map(|file| file.path.as_str())
}

/// Where the history goes on before a commit.
enum Went {
    /// In the same file.
    On,
    /// In another file, from which the symbol came.
    Elsewhere(String),
    /// Nowhere: it began there.
    Ends,
}

fn file_words(step: &Step) -> Vec<&'static str> {
    let word = match (step.file.old, &step.was) {
        (None, _) => Happened::Added,
        _ if step.file.new.is_none() => Happened::Removed,
        (_, Some(_)) => Happened::Renamed,
        _ => return Vec::new(),
    };
    vec![word.as_str()]
}

fn problem(error: EngineError) -> Problem {
    let problem = engine_problem(&error);
    Problem { parameter: None, ..problem }
}
