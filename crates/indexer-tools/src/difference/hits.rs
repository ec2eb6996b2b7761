//! What breaks, and whom it hits; what nobody uses any more.

use super::edges::Edges;
use super::sides::{Now, Sides};
use crate::records::Records;
use crate::relations::Node;
use indexer_core::{Flags, Resolution, Role, SymbolKey};
use indexer_diff::{Breaking, Change, Diff, Entity, breaking};
use indexer_store::{Reference, View};
use serde::Serialize;
use std::collections::BTreeMap;

/// Users of one breaking change that are listed.
const MOST_HITS: usize = 20;

/// A breaking change.
#[derive(Clone, Debug, Serialize)]
pub struct BreakingRow {
    /// What it is called now; what it was called, where it is gone.
    pub symbol: String,
    /// What it was called, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What it is.
    pub kind: &'static str,
    /// In which ways it breaks.
    pub ways: Vec<&'static str>,
    /// Relative to the root; the file of the base, where it is gone.
    pub path: String,
    /// 1-based line of its name there.
    pub line: u32,
    /// True where `path` and `line` are of the base.
    pub gone: bool,
    /// Its signature before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_signature: Option<String>,
    /// Its signature now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_signature: Option<String>,
    /// How many users it hits, that are proved to use it.
    pub resolved: usize,
    /// How many more may use it.
    pub possible: usize,
    /// How many users of the base use it no more.
    pub adapted: usize,
    /// The users, those that are proved first.
    pub hits: Vec<Hit>,
}

/// A user that a breaking change hits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hit {
    /// resolved or possible.
    pub resolution: &'static str,
    /// Its file.
    pub path: String,
    /// 1-based line of the first use.
    pub line: u32,
    /// The symbol or file that uses it.
    pub user: String,
}

impl BreakingRow {
    /// Writes the record, and below it the users.
    pub fn write(&self, out: &mut Records) {
        let mut record = out.record("breaking");
        record
            .field("ways", self.ways.join(","))
            .text("symbol", &self.symbol)
            .some("was", self.was.as_deref());
        record.text("path", &self.path).field("line", self.line).flag("gone", self.gone);
        record.field("resolved", self.resolved).field("possible", self.possible);
        record.count("adapted", self.adapted as u64);
        drop(record);
        out.depth(1);
        for hit in self.hits.iter().take(5) {
            let mut record = out.record("hits");
            record.text("user", &hit.user).text("path", &hit.path).field("line", hit.line);
            record.field("resolution", hit.resolution);
        }
        out.depth(0);
    }
}

/// The breaking changes in the order of the changes, those that hit most first.
pub fn breaking_rows(sides: &Sides<'_>, diff: &Diff<'_>) -> Vec<BreakingRow> {
    let now = Now::new(diff);
    let mut rows: Vec<BreakingRow> = Vec::new();
    for change in &diff.changes {
        let ways = breaking(change);
        if !ways.is_empty() {
            rows.extend(row(sides, &now, change, &ways));
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse((row.resolved, row.possible)));
    rows
}

fn row(sides: &Sides<'_>, now: &Now, change: &Change<'_>, ways: &[Breaking]) -> Option<BreakingRow> {
    let (path, entity) = change.new.or(change.old)?;
    let old = change.old.map(|(_, one)| one);
    let by_name = ways.iter().any(|way| {
        matches!(way, Breaking::Removed | Breaking::Renamed | Breaking::Moved | Breaking::Narrowed)
    });
    let mut users = Users::default();
    if let Some((_, new)) = change.new {
        let head = sides.head.view();
        // Whoever implements a trait is hit by a new member, not who uses the member.
        let about = match ways {
            [Breaking::MemberAdded] => {
                head.symbol(new.key).and_then(|one| Some(head.sym(one).owner()?.key()))
            }
            _ => Some(new.key)
                .filter(|_| ways.iter().any(|way| !matches!(way, Breaking::Renamed | Breaking::Moved))),
        };
        let wanted = |site: &Reference<'_>| match ways {
            [Breaking::MemberAdded] => site.role() == Role::Inherit,
            _ => site.role() != Role::Import,
        };
        for site in about.into_iter().flat_map(|key| head.references_to(key)).map(|one| head.reference(one)) {
            if wanted(&site) {
                users.add(site, site.resolution());
            }
        }
    }
    if let Some(old) = old.filter(|_| by_name) {
        left_behind(sides, now, old, &mut users);
    }
    let signature =
        |one: Option<&Entity>| one.map(|one| one.signature.clone()).filter(|text| !text.is_empty());
    let chain = |(path, one): (&str, &Entity)| format!("{path}#{}", one.chain());
    let symbol = chain((path, entity));
    let count = |resolution: Resolution| users.found.values().filter(|one| one.0 == resolution).count();
    Some(BreakingRow {
        was: change.old.map(chain).filter(|was| *was != symbol),
        symbol,
        kind: entity.kind.as_str(),
        ways: ways.iter().map(|way| way.word()).collect(),
        path: path.to_owned(),
        line: entity.line,
        gone: change.new.is_none(),
        old_signature: signature(old),
        new_signature: signature(change.new.map(|(_, one)| one)),
        resolved: count(Resolution::Resolved),
        possible: count(Resolution::Possible),
        adapted: users.adapted,
        hits: users.hits(),
    })
}

/// Users by the symbol or file that they are.
#[derive(Default)]
struct Users {
    found: BTreeMap<String, (Resolution, String, u32)>,
    adapted: usize,
}

impl Users {
    fn add(&mut self, site: Reference<'_>, resolution: Resolution) {
        let user = Node::around(site).printed();
        let new = (resolution, site.file().path().to_owned(), site.at().line);
        let known = self.found.entry(user).or_insert(new);
        known.0 = known.0.min(resolution);
    }

    fn hits(&self) -> Vec<Hit> {
        let hit = |(user, (resolution, path, line)): (&String, &(Resolution, String, u32))| Hit {
            resolution: resolution.as_str(),
            path: path.clone(),
            line: *line,
            user: user.clone(),
        };
        let mut hits: Vec<Hit> = self.found.iter().map(hit).collect();
        hits.sort_by(|a, b| (b.resolution, &a.path, a.line).cmp(&(a.resolution, &b.path, b.line)));
        hits.truncate(MOST_HITS);
        hits
    }
}

/// Users of the base that still name what is not there any more under that name: where the same symbol
/// of the head has a use of the name that is not proved to lead elsewhere.
fn left_behind(sides: &Sides<'_>, now: &Now, old: &Entity, users: &mut Users) {
    let (base, head) = (sides.base.view(), sides.head.view());
    let mut before: BTreeMap<String, (Resolution, Node<'_>)> = BTreeMap::new();
    for site in base.references_to(old.key).into_iter().map(|one| base.reference(one)) {
        let user = Node::around(site);
        let known = before.entry(user.printed()).or_insert((site.resolution(), user));
        known.0 = known.0.min(site.resolution());
    }
    let mut named: BTreeMap<String, Vec<Reference<'_>>> = BTreeMap::new();
    if !before.is_empty() {
        for site in head.references_named(&old.name).into_iter().map(|one| head.reference(one)) {
            if site.resolution() != Resolution::Resolved {
                named.entry(Node::around(site).printed()).or_default().push(site);
            }
        }
    }
    for (resolution, user) in before.into_values() {
        let is_now = match user {
            Node::Symbol(symbol) => super::sides::printed(head, now.key(symbol.key())),
            Node::File(file) => Some(now.path(file.path()).to_owned()),
        };
        // A user that is gone itself, or uses something else now, is not hit.
        match is_now.and_then(|user| named.get(&user)).and_then(|sites| sites.first()) {
            Some(site) => users.add(*site, resolution),
            None => users.adapted += 1,
        }
    }
}

/// The public symbols that were used and are not any more: nothing leads to them, and nowhere does
/// their name stand of which it is not known where it leads.
pub fn unused(sides: &Sides<'_>, edges: &Edges) -> Vec<String> {
    let view = sides.head.view();
    let mut found: Vec<String> = Vec::new();
    for key in &edges.deserted {
        let Some(symbol) = view.symbol(*key).map(|one| view.sym(one)) else { continue };
        let is_open = symbol.visibility() == indexer_core::Visibility::Public
            && !symbol.flags().has(Flags::TEST)
            && !symbol.flags().has(Flags::ENTRY)
            && !symbol.kind().eq(&indexer_core::SymbolKind::Module);
        if is_open && !is_used(view, *key, symbol.name()) {
            found.push(symbol.printed());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn is_used(view: &View, key: SymbolKey, name: &str) -> bool {
    let own = view.symbol(key);
    let elsewhere = |site: Reference<'_>| site.enclosing().map(|one| one.handle()) != own || own.is_none();
    let leads_here = view.references_to(key).into_iter().map(|one| view.reference(one)).any(elsewhere);
    leads_here || {
        let mut named = view.references_named(name).into_iter().map(|one| view.reference(one));
        named.any(|site| site.resolution() == Resolution::Unresolved)
    }
}
