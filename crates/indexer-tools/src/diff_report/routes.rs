//! Which routes a change touches, with who may ask for them and the tests that reach them: what came, what went, and what of a
//! route's function, or of what that uses, is another.

use super::reached::{Reached, changed_symbols, is_test};
use super::sides::Sides;
use crate::brief::TestCode;
use crate::protocol::rows::is_zero;
use crate::protocol::{Problem, Records};
use crate::relations::endpoints::entries;
use crate::relations::entry::EntryRow;
use crate::relations::{Node, Uses, reach};
use crate::tools::relations::get_related_tests::Tests;
use indexer_core::{Resolution, SymbolKind};
use indexer_diff::Diff;
use indexer_store::{Symbol, SymbolRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::rc::Rc;

/// Routes whose tests are looked for.
const MOST_TESTED: usize = 50;
/// Clients of one route that are named.
const MOST_CLIENTS: usize = 5;
/// Types around one symbol that are looked at.
const MOST_OWNERS: usize = 16;

/// A route that a change touches.
#[derive(Clone, Debug, Serialize)]
pub struct RouteRow {
    /// `removed`, `added`, `changed` where its own function changed, `reached` where something changed that this uses.
    pub change: &'static str,
    /// Its method; `ANY` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Its whole path; `?` stands for a part that is no text in the files.
    pub name: String,
    /// What it calls, as `path#Owner.member`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handlers: Vec<String>,
    /// The file that declares it; that of the base, where it is gone.
    pub path: String,
    /// 1-based line there.
    pub line: u32,
    /// How many places of the repository, tests aside, possibly ask for it. Of one that is gone: that still do.
    pub clients: usize,
    /// The first of them, as `path:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// How many tests reach it, or still ask for what is gone.
    pub tests: usize,
    /// Steps to what changed, where that is not its own function.
    #[serde(skip_serializing_if = "is_zero_step")]
    pub distance: u32,
    /// `resolved` where all that it hangs on is proved.
    pub resolution: &'static str,
}

fn is_zero_step(distance: &u32) -> bool {
    is_zero(&(*distance as usize))
}

impl RouteRow {
    /// The method and the path.
    pub(super) fn title(&self) -> String {
        match &self.method {
            Some(method) => format!("{method} {}", self.name),
            None => self.name.clone(),
        }
    }

    /// Writes the record; `is_short` without what other records say.
    pub(super) fn write(&self, is_short: bool, out: &mut Records) {
        let mut record = out.record("route");
        record.field("is", self.change).text("name", &self.title());
        if !is_short {
            record.list("handler", &self.handlers).text("path", &self.path).field("line", self.line);
        }
        record.field("clients", self.clients).field("tests", self.tests);
        record.count("distance", u64::from(self.distance));
        record.flag("possible", self.resolution == Resolution::Possible.as_str());
        record.list("client", &self.places);
    }
}

/// The routes that a change touches: those that went, those that came, those whose functions changed, and those that reach
/// what changed, the nearest first. O(entries of both states), and a walk for each of the first.
pub fn routes(
    sides: &Sides<'_>,
    diff: &Diff<'_>,
    reached: &Reached,
    depth: u32,
) -> Result<Vec<RouteRow>, Problem> {
    let (old, new) = (entries(&sides.base)?, entries(&sides.head)?);
    let is_route = |row: &&EntryRow| row.kind == SymbolKind::Endpoint;
    let (before, after) = (titles(old.iter().filter(is_route)), titles(new.iter().filter(is_route)));
    if before.is_empty() && after.is_empty() {
        return Ok(Vec::new());
    }
    let changed = with_owners(sides, diff);
    let steps: FxHashMap<SymbolRef, (u32, Resolution)> =
        reached.routes.iter().map(|(symbol, distance, how)| (*symbol, (*distance, *how))).collect();
    let mut found: Vec<(u8, RouteRow, Option<SymbolRef>)> = Vec::new();
    let mut code = TestCode::default();
    for row in old.iter().filter(is_route) {
        for path in row.paths.iter().filter(|path| !after.contains(&title(row, path))) {
            let mut one = made("removed", row, path);
            asked(&mut one, left(sides, row), &mut code);
            // Nothing leads to what is gone: the tests are those that ask for it.
            found.push((0, one, None));
        }
    }
    for row in new.iter().filter(is_route) {
        let step = steps.get(&row.symbol);
        for path in &row.paths {
            let is_new = !before.contains(&title(row, path));
            let is_own = row.handlers.iter().any(|(key, _)| changed.contains(key));
            let (rank, change) = match step {
                _ if is_new => (1, "added"),
                _ if is_own => (2, "changed"),
                Some(_) => (3, "reached"),
                None => continue,
            };
            let mut one = made(change, row, path);
            if let Some((distance, how)) = step.filter(|_| change == "reached") {
                one.distance = *distance;
                if *how == Resolution::Possible {
                    one.resolution = how.as_str();
                }
            }
            let view = sides.head.view();
            asked(&mut one, row.requests.iter().map(|request| view.sym(*request)).collect(), &mut code);
            found.push((rank, one, Some(row.symbol)));
        }
    }
    found.sort_by(|(a, one, _), (b, other, _)| {
        (a, one.distance, &one.path, one.line).cmp(&(b, other.distance, &other.path, other.line))
    });
    let mut holds = Tests::new(&sides.head);
    let mut uses = Uses::new(&sides.head);
    for (_, one, symbol) in found.iter_mut().take(MOST_TESTED) {
        if let Some(symbol) = symbol {
            one.tests = tests(sides, (&mut holds, &mut uses), *symbol, depth)?;
        }
    }
    Ok(found.into_iter().map(|(_, one, _)| one).collect())
}

/// The methods and whole paths of entries.
fn titles<'r>(rows: impl Iterator<Item = &'r EntryRow>) -> FxHashSet<(Option<&'r str>, &'r str)> {
    rows.flat_map(|row| row.paths.iter().map(|path| title(row, path))).collect()
}

fn title<'r>(row: &'r EntryRow, path: &'r str) -> (Option<&'r str>, &'r str) {
    (row.method.as_deref(), path)
}

fn made(change: &'static str, row: &EntryRow, path: &str) -> RouteRow {
    let is_certain =
        row.detail.is_certain && row.handlers.iter().all(|(_, how)| *how == Resolution::Resolved);
    let resolution = if is_certain { Resolution::Resolved } else { Resolution::Possible };
    RouteRow {
        change,
        method: row.method.clone(),
        name: path.to_owned(),
        handlers: row.handlers.iter().map(|(key, _)| key.clone()).collect(),
        path: row.file.clone(),
        line: row.line,
        clients: 0,
        places: Vec::new(),
        tests: 0,
        distance: 0,
        resolution: resolution.as_str(),
    }
}

/// The symbols that changed, as they are printed, with the types around them: a type answers where one of its members does.
fn with_owners(sides: &Sides<'_>, diff: &Diff<'_>) -> FxHashSet<String> {
    let view = sides.head.view();
    let mut all = FxHashSet::default();
    for symbol in changed_symbols(view, diff) {
        all.insert(symbol.printed());
        let owners = std::iter::successors(symbol.owner(), Symbol::owner).take(MOST_OWNERS);
        all.extend(owners.filter(|one| one.kind().is_type()).map(|one| one.printed()));
    }
    all
}

/// The requests of the base that may have reached a route and are there still.
fn left<'a>(sides: &Sides<'a>, row: &EntryRow) -> Vec<Symbol<'a>> {
    let (base, head) = (sides.base.view(), sides.head.view());
    let now = |request: &SymbolRef| head.symbol(base.sym(*request).key()).map(|one| head.sym(one));
    row.requests.iter().filter_map(now).collect()
}

/// Counts who asks for a route; what stands in tests is one of those.
fn asked<'a>(row: &mut RouteRow, requests: Vec<Symbol<'a>>, code: &mut TestCode<'a>) {
    for request in requests {
        if code.holds(request.file(), Some(request)) {
            row.tests += 1;
            continue;
        }
        row.clients += 1;
        if row.places.len() < MOST_CLIENTS {
            row.places.push(format!("{}:{}", request.file().path(), request.at().line));
        }
    }
}

/// How many tests reach a route: its functions, or what asks for it.
fn tests<'a>(
    sides: &Sides<'a>,
    (holds, uses): (&mut Tests<'a>, &mut Uses<'a>),
    route: SymbolRef,
    depth: u32,
) -> Result<usize, Problem> {
    let view: &'a View = sides.head.view();
    let route = view.sym(route);
    let mut starts = vec![Node::Symbol(route)];
    let index = route.index_in_file();
    let of_route = route.file().references().filter(|one| one.enclosing_in_file() == Some(index));
    for target in of_route.flat_map(|one| one.targets().into_iter()) {
        if let indexer_store::TargetRef::Symbol(key) = target {
            starts.extend(view.symbol(key).map(|one| Node::Symbol(view.sym(one))));
        }
    }
    let include = [Resolution::Resolved, Resolution::Possible];
    let found = reach(&sides.head, &starts, depth, &include, |node| {
        if is_test(holds, view, node) { Rc::default() } else { uses.users_beyond(node, &starts) }
    })?;
    Ok(found.found.iter().filter(|one| is_test(holds, view, one.step.node)).count())
}
