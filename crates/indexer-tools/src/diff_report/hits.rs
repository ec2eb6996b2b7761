//! What breaks, and whom it hits; what nobody uses any more.

use super::above::{Inherited, extends_all, implements_all, inherited};
use super::demands::Demands;
use super::edges::Edges;
use super::sides::{Now, Sides, key_of};
use crate::brief::{self, Lines, Place};
use crate::locate;
use crate::protocol::rows::is_zero;
use crate::protocol::{Problem, Records};
use crate::relations::{Hierarchy, Node};
use indexer_core::{Flags, Resolution, Role, SymbolKey, SymbolKind};
use indexer_diff::{Breaking, Change, Diff, Entity, Facet, Happened, breaking};
use indexer_store::{Reference, View};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// How many of both the change touches too: they may fit it already.
    pub touched: usize,
    /// How many users of the base use it no more.
    pub adapted: usize,
    /// How many of its members are gone with it and hit nobody.
    #[serde(skip_serializing_if = "is_zero")]
    pub members: usize,
    /// True where its owner is there and a base of that outside of the repository may have it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_inherit: bool,
    /// The users, those that the change does not touch first, and the proved ones before the others.
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
    /// True where the change touches the user too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub touched: bool,
    /// The line, of those that are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Users of one breaking change that text shows.
const SHOWN_HITS: usize = 5;

impl Hit {
    fn place(&self) -> Place<'_> {
        let text = Some(self.text.as_deref().unwrap_or_default());
        Place { path: &self.path, line: self.line, within: brief::chain(&self.user, &self.path), text }
    }
}

impl BreakingRow {
    /// Reads the lines of the users that text shows.
    pub fn read<'a>(&mut self, lines: &mut Lines<'a>) {
        for hit in self.hits.iter_mut().take(SHOWN_HITS) {
            hit.text = lines.numbered(&hit.path, hit.line);
        }
    }

    /// Writes it in the short form: what breaks in which ways, how many users there are, and the first of them.
    pub fn brief(&self, out: &mut Records) {
        let mut record = out.record("breaking");
        record.text("key", &self.symbol).some("was", self.was.as_deref());
        record.field("line", self.line).field("ways", self.ways.join(",")).flag("gone", self.gone);
        record.field("users", self.resolved).count("possible", self.possible as u64);
        record.count("touched", self.touched as u64).count("adapted", self.adapted as u64);
        record.count("members", self.members as u64).flag("may_inherit", self.may_inherit);
        drop(record);
        let mut previous: Option<Place<'_>> = None;
        for hit in self.hits.iter().take(SHOWN_HITS) {
            hit.place().write(previous.as_ref(), out, |line| {
                line.flag("possible", hit.resolution == Resolution::Possible.as_str());
                line.flag("touched", hit.touched);
            });
            previous = Some(hit.place());
        }
    }

    /// Writes the record, and below it the users.
    pub fn write(&self, out: &mut Records) {
        let mut record = out.record("breaking");
        record
            .field("ways", self.ways.join(","))
            .text("symbol", &self.symbol)
            .some("was", self.was.as_deref());
        record.text("path", &self.path).field("line", self.line).flag("gone", self.gone);
        record.field("resolved", self.resolved).field("possible", self.possible);
        record.count("touched", self.touched as u64).count("adapted", self.adapted as u64);
        record.count("members", self.members as u64).flag("may_inherit", self.may_inherit);
        drop(record);
        out.depth(1);
        for hit in self.hits.iter().take(SHOWN_HITS) {
            let mut record = out.record("hits");
            record.text("user", &hit.user).text("path", &hit.path).field("line", hit.line);
            record.field("resolution", hit.resolution).flag("touched", hit.touched);
            record.some("text", hit.text.as_deref());
        }
        out.depth(0);
    }
}

/// The breaking changes among those of symbols, in their order.
pub(super) fn of_changes(sides: &Sides<'_>, diff: &Diff<'_>) -> Result<Vec<BreakingRow>, Problem> {
    let now = Now::new(diff);
    let hierarchy = Hierarchy::new(&sides.head);
    let demands = Demands::new(sides)?;
    let silent = |one: &Happened| matches!(one, Happened::Documentation | Happened::Cosmetic);
    let changed = diff.changes.iter().filter(|one| !one.happened.iter().all(silent));
    let touched: FxHashSet<SymbolKey> =
        changed.filter_map(|change| change.new).map(|(_, one)| one.key).collect();
    let mut rows: Vec<Broken> = Vec::new();
    // The rows of what is written in several files, by its first part in the order of the view.
    let mut of_parts: FxHashMap<(bool, SymbolKey), usize> = FxHashMap::default();
    for change in &diff.changes {
        let mut ways = breaking(change);
        if ways.contains(&Breaking::MemberAdded) && !demands.is_new(&now, change) {
            ways.retain(|way| *way != Breaking::MemberAdded);
        }
        if ways.contains(&Breaking::Underived) && implements_all(sides, &hierarchy, change) {
            ways.retain(|way| *way != Breaking::Underived);
        }
        if ways.contains(&Breaking::Retyped) && extends_all(sides, &now, &hierarchy, change) {
            ways.retain(|way| *way != Breaking::Retyped);
        }
        let may_inherit = match inherited(sides, &now, &hierarchy, change) {
            Inherited::Yes => continue,
            Inherited::Perhaps => true,
            Inherited::No => false,
        };
        let Some(broken) = row(sides, &now, &touched, change, &ways).filter(|_| !ways.is_empty()) else {
            continue;
        };
        let broken = Broken { row: BreakingRow { may_inherit, ..broken.row }, ..broken };
        let part = first_part(sides, change).map(|key| (broken.gone.is_some(), key));
        match part.and_then(|part| of_parts.get(&part)).and_then(|at| rows.get_mut(*at)) {
            Some(known) => known.take(broken),
            None => {
                of_parts.extend(part.map(|part| (part, rows.len())));
                rows.push(broken);
            }
        }
    }
    let counted = |broken: Broken| (broken.gone, broken);
    let rows = rows.into_iter().map(counted).map(|(gone, broken)| (broken.counted(), gone));
    Ok(without_members(sides.base.view(), rows.collect()))
}

/// A breaking change with all that it hits.
struct Broken {
    row: BreakingRow,
    users: BTreeMap<String, Hit>,
    /// The key in the base of what is gone.
    gone: Option<SymbolKey>,
}

impl Broken {
    /// Takes in the same change of another part: of a definition what its declaration says too.
    fn take(&mut self, other: Self) {
        for way in other.row.ways {
            if !self.row.ways.contains(&way) {
                self.row.ways.push(way);
            }
        }
        self.row.adapted += other.row.adapted;
        for (user, hit) in other.users {
            let known = self.users.entry(user).or_insert_with(|| hit.clone());
            if hit.resolution == Resolution::Resolved.as_str() {
                known.resolution = hit.resolution;
            }
        }
    }

    /// The row with its users, those that the change does not touch first.
    fn counted(self) -> BreakingRow {
        let count = |resolution: Resolution| {
            self.users.values().filter(|hit| hit.resolution == resolution.as_str()).count()
        };
        let (resolved, possible) = (count(Resolution::Resolved), count(Resolution::Possible));
        let touched = self.users.values().filter(|hit| hit.touched).count();
        let mut hits: Vec<Hit> = self.users.into_values().collect();
        hits.sort_by(|a, b| {
            (a.touched, b.resolution, &a.path, a.line).cmp(&(b.touched, a.resolution, &b.path, b.line))
        });
        hits.truncate(MOST_HITS);
        BreakingRow { resolved, possible, touched, hits, ..self.row }
    }
}

/// The first part of what a change is about, where it is written in several files: a declaration and its definition are one.
fn first_part(sides: &Sides<'_>, change: &Change<'_>) -> Option<SymbolKey> {
    let (side, (_, entity)) = match change.new {
        Some(new) => (&sides.head, new),
        None => (&sides.base, change.old?),
    };
    let symbol = side.view().symbol(entity.key).map(|one| side.view().sym(one))?;
    let parts = locate::with_parts(side, vec![symbol]);
    let first = parts.iter().min_by_key(|part| (part.file().path(), part.name_span().start))?;
    (parts.len() > 1).then(|| first.key())
}

/// Members that are gone with their owner and hit nobody are counted there.
fn without_members(base: &View, rows: Vec<(BreakingRow, Option<SymbolKey>)>) -> Vec<BreakingRow> {
    let gone: FxHashSet<SymbolKey> = rows.iter().filter_map(|(_, gone)| *gone).collect();
    let mut members: FxHashMap<SymbolKey, usize> = FxHashMap::default();
    let mut kept: Vec<(BreakingRow, Option<SymbolKey>)> = Vec::new();
    for (row, key) in rows {
        let symbol = key.and_then(|key| base.symbol(key)).map(|one| base.sym(one));
        let mut owner = symbol.and_then(|one| one.owner()).filter(|owner| gone.contains(&owner.key()));
        // The outermost that is gone.
        while let Some(around) =
            owner.and_then(|owner| owner.owner()).filter(|around| gone.contains(&around.key()))
        {
            owner = Some(around);
        }
        match owner.filter(|_| row.resolved + row.possible == 0) {
            Some(owner) => *members.entry(owner.key()).or_default() += 1,
            None => kept.push((row, key)),
        }
    }
    let count = |key: Option<SymbolKey>| key.and_then(|key| members.get(&key)).copied().unwrap_or(0);
    kept.into_iter().map(|(row, key)| BreakingRow { members: count(key), ..row }).collect()
}

fn row(
    sides: &Sides<'_>,
    now: &Now,
    touched: &FxHashSet<SymbolKey>,
    change: &Change<'_>,
    ways: &[Breaking],
) -> Option<Broken> {
    let (path, entity) = change.new.or(change.old)?;
    let old = change.old.map(|(_, one)| one);
    let by_name = ways.iter().any(|way| {
        matches!(way, Breaking::Removed | Breaking::Renamed | Breaking::Moved | Breaking::Narrowed)
    });
    let mut users = Users { touched, found: BTreeMap::new(), adapted: 0 };
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
            [Breaking::MemberAdded] => site.role() == Role::Inherit && is_implemented_by(site),
            // A value that has an address is called on as before, and of which one has none nothing is known.
            [Breaking::Receiver] if is_pointed_at(change) => false,
            // Who calls what was derived is not known.
            [Breaking::Underived] => false,
            _ => site.role() != Role::Import,
        };
        for site in about.into_iter().flat_map(|key| head.references_to(key)).map(|one| head.reference(one)) {
            if wanted(&site) {
                users.add(site, site.resolution());
            }
        }
    }
    let is_only_wider = matches!(ways, [] | [Breaking::MemberAdded] | [Breaking::Underived])
        || ways == [Breaking::Receiver] && is_pointed_at(change);
    if let Some(old) = old.filter(|_| !is_only_wider) {
        let adapted = users.adapted;
        left_behind(sides, now, old, &mut users);
        // Who leads to it under the same name as before has adapted to nothing.
        users.adapted = if by_name { users.adapted } else { adapted };
    }
    let signature =
        |one: Option<&Entity>| one.map(|one| one.signature.clone()).filter(|text| !text.is_empty());
    let side = if change.new.is_some() { &sides.head } else { &sides.base };
    let symbol = key_of(side.view(), path, entity);
    let was = change.old.map(|(path, old)| key_of(sides.base.view(), path, old));
    let row = BreakingRow {
        was: was.filter(|was| *was != symbol),
        symbol,
        kind: entity.kind.as_str(),
        ways: ways.iter().map(|way| way.as_str()).collect(),
        path: path.to_owned(),
        line: entity.line,
        gone: change.new.is_none(),
        old_signature: signature(old),
        new_signature: signature(change.new.map(|(_, one)| one)),
        resolved: 0,
        possible: 0,
        touched: 0,
        adapted: users.adapted,
        members: 0,
        may_inherit: false,
        hits: Vec::new(),
    };
    let gone = change.old.filter(|_| change.new.is_none()).map(|(_, one)| one.key);
    Some(Broken { row, users: users.found, gone })
}

/// True where what inherits implements: an interface that takes another one in demands no more of itself.
fn is_implemented_by(site: &Reference<'_>) -> bool {
    let user = site.file().symbol_at(site.span().start);
    user.is_none_or(|one| !matches!(one.kind(), SymbolKind::Interface | SymbolKind::Trait))
}

/// True for a method of values that is one of pointers now.
fn is_pointed_at(change: &Change<'_>) -> bool {
    let receiver = change.aspects.iter().find(|one| one.facet == Facet::Receiver);
    receiver.is_some_and(|one| one.to.as_deref().is_some_and(|to| to.starts_with('*')))
}

/// Users by the symbol or file that they are.
struct Users<'t> {
    /// The symbols that the change touches.
    touched: &'t FxHashSet<SymbolKey>,
    found: BTreeMap<String, Hit>,
    adapted: usize,
}

impl Users<'_> {
    fn add(&mut self, site: Reference<'_>, resolution: Resolution) {
        let around = Node::around(site);
        let touched = matches!(around, Node::Symbol(user) if self.touched.contains(&user.key()));
        let user = around.printed();
        let hit = Hit {
            resolution: resolution.as_str(),
            path: site.file().path().to_owned(),
            line: site.at().line,
            user: user.clone(),
            touched,
            text: None,
        };
        let known = self.found.entry(user).or_insert(hit);
        if resolution == Resolution::Resolved {
            known.resolution = resolution.as_str();
        }
    }
}

/// Users of the base that still name what is not there any more under that name: where the same symbol
/// of the head has a use of the name that is not proved to lead elsewhere.
fn left_behind(sides: &Sides<'_>, now: &Now, old: &Entity, users: &mut Users<'_>) {
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
        // Overloads are one to whoever calls them.
        let printed = symbol.printed();
        let same =
            symbol.file().symbols().filter(|one| one.name() == symbol.name() && one.printed() == printed);
        // A declaration is used where its definition is.
        let mut all = same.chain(locate::with_parts(&sides.head, vec![symbol]));
        if is_open && !all.any(|one| is_used(view, one.key(), one.name())) {
            found.push(printed);
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
