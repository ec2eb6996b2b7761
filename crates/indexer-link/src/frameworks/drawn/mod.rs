//! Routes that calls draw in the block of a call, as Rails has them: `resources :users do get :feed, on: :collection end`.
//! The calls of a file are a tree by their blocks, which is read from above as the framework runs it.

mod answer;
mod route;
mod scope;
mod words;

use super::entries::{File, entry};
use super::files::depends_on;
use super::types::words;
use crate::unit::Unit;
use answer::Answers;
use indexer_core::framework::{DRAWING, DrawnRule, EntryDetail};
use indexer_core::path::join;
use indexer_core::{
    ExprId, Expression, FrameworkEntry, List, Resolution, Role, ScopeId, ScopeKind, SymbolKind,
};
use route::Route;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scope;

pub(crate) use answer::names_of_type;
pub(super) use words::{plural, singular};

/// Blocks in blocks that are followed; a block that stands for others counts as one.
const DEEPEST: u32 = 32;
/// Scopes around one call that are looked at.
const MOST_SCOPES: usize = 64;
/// Calls that are run, as often as something runs them.
const MOST_RUN: usize = 20_000;
/// Names of a constant that are looked at.
const MOST_NAMES: usize = 16;
/// Entries of one file.
const MOST_OF_FILE: usize = 10_000;
/// What one call is given, or one list of it holds.
const MOST_LISTED: usize = 200;
/// Folders in which types may stand too.
const MOST_SPACES: usize = 16;

/// The routes that a file draws.
pub(super) fn drawn(file: &File<'_, '_, '_>, all: &mut Vec<FrameworkEntry>) {
    let Some(rule) = &file.rules.drawn else { return };
    let Some((folder, is_part)) = program(file, rule) else { return };
    let mut drawing = Drawing {
        file,
        rule,
        calls: Vec::new(),
        concerns: FxHashMap::default(),
        answers: Answers::of(folder),
        left: MOST_RUN,
        all,
    };
    let top = drawing.read(is_part);
    for call in top {
        drawing.run(call, &Scope::default(), DEEPEST);
    }
}

/// True for a file whose place is that of one that draws.
pub(super) fn may_draw(unit: &Unit<'_>, rule: &DrawnRule) -> bool {
    place_of_program(&unit.place, rule).is_some()
}

/// The folder of the program that the file draws for, and whether it is a part that another one draws in.
fn program<'p>(file: &'p File<'_, '_, '_>, rule: &DrawnRule) -> Option<(&'p str, bool)> {
    let found = place_of_program(&file.unit.place, rule)?;
    let depends =
        |manifest: &String| depends_on(file.db, &file.unit.place, manifest, &rule.packages, true).is_some();
    rule.manifests.iter().any(depends).then_some(found)
}

fn place_of_program<'p>(place: &'p str, rule: &DrawnRule) -> Option<(&'p str, bool)> {
    let below = |end: &str| {
        let folder = place.strip_suffix(end)?;
        (folder.is_empty() || folder.ends_with('/')).then(|| folder.trim_end_matches('/'))
    };
    if let Some(folder) = below(&rule.file) {
        return Some((folder, false));
    }
    let (before, inside) = place.split_once(&rule.parts)?;
    let is_whole = (before.is_empty() || before.ends_with('/')) && inside.starts_with('/');
    is_whole.then(|| (before.trim_end_matches('/'), true))
}

/// A call that draws.
#[derive(Debug)]
struct Call<'u> {
    /// The reference that names it.
    at: u32,
    name: &'u str,
    arguments: List,
    /// The calls in its block.
    inside: Vec<usize>,
}

/// The routes of a file while they are drawn.
struct Drawing<'a, 'b, 'l, 'u> {
    file: &'a File<'b, 'l, 'u>,
    rule: &'a DrawnRule,
    calls: Vec<Call<'u>>,
    /// Blocks that have names, to be run where those are said.
    concerns: FxHashMap<&'u str, usize>,
    answers: Answers<'a>,
    /// How many more calls are run.
    left: usize,
    all: &'a mut Vec<FrameworkEntry>,
}

/// Where a call stands.
enum Around {
    /// In the block of another one.
    Call(usize),
    /// In that of the one that draws, or in a part of what that draws.
    Top,
    /// Elsewhere.
    Nothing,
}

impl<'u> Drawing<'_, '_, '_, 'u> {
    /// Reads the calls of the file; gives those that stand in no other one. O(calls x scopes around them), bounded.
    fn read(&mut self, is_part: bool) -> Vec<usize> {
        let facts = self.file.unit.facts;
        let mut by_call: FxHashMap<ExprId, usize> = FxHashMap::default();
        let with_block: FxHashSet<ExprId> =
            facts.lambdas.iter().filter_map(|one| Some(one.argument_of?.0)).collect();
        let mut top = Vec::new();
        for (reference, at) in facts.references.iter().zip(0u32..) {
            if reference.role != Role::Call || self.calls.len() >= MOST_OF_FILE {
                continue;
            }
            let Some((name, scope)) = self.bare(reference.expression) else { continue };
            let Some(used) = self.file.uses().get(&reference.expression) else { continue };
            let Expression::Call { arguments, .. } = facts.expression(used.call) else { continue };
            let is_unknown =
                || with_block.contains(&used.call) && !self.rule.through.iter().any(|one| one == name);
            if DRAWING.binary_search(&name).is_err() && !is_unknown() {
                continue;
            }
            let id = self.calls.len();
            match self.around(scope, is_part, &by_call) {
                Around::Call(outer) => self.calls[outer].inside.push(id),
                Around::Top => top.push(id),
                Around::Nothing => continue,
            }
            by_call.insert(used.call, id);
            self.calls.push(Call { at, name, arguments, inside: Vec::new() });
            if name == "concern"
                && let Some(name) = self.names(&self.calls[id]).first().copied()
            {
                self.concerns.insert(name, id);
            }
        }
        top
    }

    /// The name of a call without a receiver, and where it stands.
    fn bare(&self, id: ExprId) -> Option<(&'u str, ScopeId)> {
        let facts = self.file.unit.facts;
        // In a block outside of types it may be a method of what runs the block.
        let id = match facts.expression(id) {
            Expression::Case { member, name } => match facts.expression(member) {
                Expression::Member { of, .. } if of.is_unknown() => name,
                _ => return None,
            },
            _ => id,
        };
        let Expression::Name { name, scope, .. } = facts.expression(id) else { return None };
        Some((facts.name(name), scope))
    }

    fn around(&mut self, scope: ScopeId, is_part: bool, calls: &FxHashMap<ExprId, usize>) -> Around {
        let facts = self.file.unit.facts;
        let mut scope = Some(scope);
        for _ in 0..MOST_SCOPES {
            let Some(here) = scope else {
                return if is_part { Around::Top } else { Around::Nothing };
            };
            let Some(info) = facts.scopes.get(here.index()) else { return Around::Nothing };
            if matches!(info.kind, ScopeKind::Type | ScopeKind::Function | ScopeKind::Extension) {
                return Around::Nothing;
            }
            let lambda = self.file.unit.lambda_of(here);
            let behind = lambda.and_then(|lambda| facts.lambdas[lambda.index()].argument_of);
            if let Some((call, _)) = behind {
                if let Some(outer) = calls.get(&call) {
                    return Around::Call(*outer);
                }
                if let Some(on) = self.drawn_on(call) {
                    for space in spaces(&on) {
                        if !self.answers.spaces.contains(&space) && self.answers.spaces.len() < MOST_SPACES {
                            self.answers.spaces.push(space);
                        }
                    }
                    return Around::Top;
                }
            }
            scope = info.parent;
        }
        Around::Nothing
    }

    /// The names of the constant whose routes are drawn in the block of a call: `Rails.application.routes.draw`.
    fn drawn_on(&self, call: ExprId) -> Option<Vec<&'u str>> {
        let facts = self.file.unit.facts;
        let Expression::Call { of, .. } = facts.expression(call) else { return None };
        let Expression::Member { mut of, name, .. } = facts.expression(of) else { return None };
        if facts.name(name) != self.rule.by {
            return None;
        }
        let mut names = Vec::new();
        for _ in 0..MOST_NAMES {
            match facts.expression(of) {
                Expression::Call { of: called, .. } => of = called,
                Expression::Member { of: inner, name, .. } => {
                    names.push(facts.name(name));
                    of = inner;
                }
                Expression::Name { name, .. } => {
                    names.push(facts.name(name));
                    break;
                }
                _ => break,
            }
        }
        (names.first() == Some(&self.rule.on.as_str())).then(|| names.drain(1..).rev().collect())
    }

    /// Draws what a call draws whose surroundings are known, and what stands in its block.
    fn run(&mut self, id: usize, around: &Scope, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        if !self.may_run() {
            return;
        }
        let call = &self.calls[id];
        match call.name {
            "resources" | "resource" => {
                for name in self.given(call).into_iter().map(|(name, _)| name.unwrap_or("?")) {
                    if !self.may_run() {
                        return;
                    }
                    let call = &self.calls[id];
                    let scope = self.resource(call, name, around);
                    let names = self.keyword(call, "concerns");
                    let routes = self.actions(&scope);
                    self.block(id, &scope, depth);
                    if let Some(names) = names {
                        self.concerns(&super::places::texts(self.file.unit.facts, names), &scope, depth);
                    }
                    self.add(id, routes, &scope);
                }
            }
            "scope" | "namespace" => {
                let scope = self.scoped(call, around);
                self.block(id, &scope, depth);
            }
            "controller" => {
                let named = self.names(call).first().map(|name| (*name).to_owned());
                self.block(id, &Scope { controller: named, ..around.clone() }, depth);
            }
            "shallow" => self.block(id, &Scope { is_shallow: true, ..around.clone() }, depth),
            "constraints" | "defaults" => self.block(id, around, depth),
            "member" => self.block(id, &around.member(), depth),
            "collection" => self.block(id, &around.collection(), depth),
            "new" => self.block(id, &around.new_one(), depth),
            "concern" => {}
            "concerns" => {
                let names: Vec<String> = self.names(call).into_iter().map(str::to_owned).collect();
                self.concerns(&names, around, depth);
            }
            "draw" => self.part(id, around),
            "root" => {
                let route = self.root(call, around);
                self.add(id, vec![route], around);
            }
            name if DRAWING.binary_search(&name).is_err() => {
                // What the program has for itself may draw anything around its block.
                let scope = Scope { is_unknown: true, ..around.inner().with_path("?") };
                self.block(id, &scope, depth);
            }
            _ => {
                let routes = self.matched(call, around);
                self.add(id, routes, around);
            }
        }
    }

    /// Counts a call that is run, or a resource of one; false where enough were.
    fn may_run(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    fn block(&mut self, id: usize, scope: &Scope, depth: u32) {
        let inside = self.calls[id].inside.clone();
        for id in inside {
            self.run(id, scope, depth);
        }
    }

    /// Runs blocks that have names where those are said.
    fn concerns(&mut self, names: &[String], scope: &Scope, depth: u32) {
        for name in names {
            if let Some(concern) = self.concerns.get(name.as_str()).copied() {
                self.block(concern, scope, depth);
            }
        }
    }

    fn add(&mut self, id: usize, routes: Vec<Route>, around: &Scope) {
        let at = self.calls[id].at;
        for (method, path, to) in routes {
            if self.all.len() >= MOST_OF_FILE {
                return;
            }
            let mut edge = to.and_then(|(controller, action)| {
                self.answers.edge(self.file.db, self.rule, &controller, &action)
            });
            if let Some(edge) = edge.as_mut().filter(|_| around.is_unknown) {
                edge.resolution = Resolution::Possible;
            }
            let mut detail = self.detail(path.contains('?'));
            detail.is_certain = !around.is_unknown;
            self.all.push(entry(at, SymbolKind::Endpoint, (&method, &path), &detail, edge));
        }
    }

    fn detail(&self, is_open: bool) -> EntryDetail {
        EntryDetail {
            framework: self.rule.framework.clone(),
            is_certain: true,
            router: Some(self.file.unit.path.to_owned()),
            is_open,
            ..EntryDetail::default()
        }
    }

    /// A file that is drawn in by name.
    fn part(&mut self, id: usize, around: &Scope) {
        let call = &self.calls[id];
        let Some(name) = self.names(call).first().copied() else { return };
        let place = join(&join(self.answers.folder, &self.rule.parts), &format!("{name}.rb"));
        if !self.file.db.with_files(&place, |files| files.is_file(&place)) {
            return;
        }
        let Some(part) = self.file.db.linker.file_at(&place) else { return };
        let mounted = Some(self.file.db.linker.database.path(part).to_owned());
        let detail = EntryDetail { mounted, ..self.detail(around.path.contains('?')) };
        let path = scope::asked(&scope::below(&around.path, ""));
        self.all.push(entry(call.at, SymbolKind::Mount, ("", &path), &detail, None));
    }
}

/// The folders in which the types of an engine may stand, which its own file tells: `a/b` and `a` for `A::B::Engine`.
fn spaces(on: &[&str]) -> Vec<String> {
    let Some(("Engine", around)) = on.split_last().map(|(last, around)| (*last, around)) else {
        return Vec::new();
    };
    let all: Vec<String> = around.iter().map(|name| words(name, "_")).collect();
    (1..=all.len()).rev().map(|len| all[..len].join("/")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn types_of_an_engine_stand_in_the_folders_of_its_names() {
        assert_eq!(super::spaces(&["Spree", "CoreKit", "Engine"]), ["spree/core_kit", "spree"]);
        assert!(super::spaces(&["Rails", "application"]).is_empty());
    }
}
