//! Who would notice a change, by distance, and the tests among them.

use super::sides::Sides;
use crate::protocol::Problem;
use crate::relations::{Node, NodeId, NodeRow, Reach, Uses, is_call, reach};
use crate::tools::relations::get_related_tests::Tests;
use indexer_core::{Resolution, SymbolKind};
use indexer_diff::{Change, Diff, Happened};
use indexer_store::{Symbol, SymbolRef, View};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A test that reaches the change.
#[derive(Clone, Debug, Serialize)]
pub struct TestRow {
    /// The test.
    #[serde(flatten)]
    pub node: NodeRow,
    /// Steps to the change; 0 for a test that changed.
    pub distance: u32,
    /// How far the way is known.
    pub resolution: &'static str,
}

/// Who would notice a change.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// How many symbols are reached, by distance: proved, possible.
    pub distances: BTreeMap<u32, (usize, usize)>,
    /// How many files they are in.
    pub files: usize,
    /// The tests, nearest first.
    pub tests: Vec<TestRow>,
    /// The routes, nearest first, with their steps and how far the way is known.
    pub routes: Vec<(SymbolRef, u32, Resolution)>,
    /// True where the search stopped at its bound.
    pub bounded: bool,
}

/// True for what others can notice.
fn counts(change: &Change<'_>) -> bool {
    let silent = |one: &Happened| matches!(one, Happened::Documentation | Happened::Cosmetic);
    !change.happened.iter().all(silent)
}

/// True for a test, and false for what stands among tests and helps them: nobody calls a test.
pub(super) fn is_test<'a>(tests: &mut Tests<'a>, view: &'a View, node: Node<'a>) -> bool {
    let is_called = || match node {
        Node::Symbol(symbol) => {
            let uses = view.references_to(symbol.key());
            uses.into_iter().any(|site| is_call(view.reference(site).role()))
        }
        Node::File(_) => false,
    };
    tests.is(node) && !is_called()
}

/// The symbols that changed so that others can notice, as they are now.
pub(super) fn changed_symbols<'a>(view: &'a View, diff: &Diff<'_>) -> Vec<Symbol<'a>> {
    let changed = diff.changes.iter().filter(|one| counts(one)).filter_map(|one| one.new);
    changed.filter_map(|(_, entity)| view.symbol(entity.key).map(|one| view.sym(one))).collect()
}

/// Walks from what changed to its users, `depth` steps. Behind a test nothing is looked for.
pub fn reached(sides: &Sides<'_>, diff: &Diff<'_>, depth: u32) -> Result<Reached, Problem> {
    let context = &sides.head;
    let view = context.view();
    let mut starts: Vec<Node<'_>> = changed_symbols(view, diff).into_iter().map(Node::Symbol).collect();
    let mut own: FxHashSet<NodeId<'_>> = starts.iter().map(Node::id).collect();
    for file in diff.files.iter().filter(|file| file.happened.contains(&Happened::TopLevel)) {
        if let Some(node) = file.new.and_then(|path| view.file(path)).map(Node::File)
            && own.insert(node.id())
        {
            starts.push(node);
        }
    }
    let mut uses = Uses::new(context);
    let mut holds = Tests::new(context);
    let include = [Resolution::Resolved, Resolution::Possible];
    let found: Reach<'_> = reach(context, &starts, depth, &include, |node| {
        if is_test(&mut holds, view, node) { Rc::default() } else { uses.users_beyond(node, &starts) }
    })?;
    let mut reached = Reached { bounded: found.cut, ..Reached::default() };
    let test = |node: Node<'_>, distance: u32, resolution: Resolution| TestRow {
        node: NodeRow::new(node),
        distance,
        resolution: resolution.as_str(),
    };
    for node in &starts {
        if is_test(&mut holds, view, *node) {
            reached.tests.push(test(*node, 0, Resolution::Resolved));
        }
    }
    let mut files = FxHashSet::default();
    for one in &found.found {
        if own.contains(&one.step.node.id()) {
            continue;
        }
        let entry = reached.distances.entry(one.distance).or_default();
        if one.resolution == Resolution::Resolved {
            entry.0 += 1
        } else {
            entry.1 += 1
        }
        files.insert(one.step.node.file().path());
        if let Node::Symbol(symbol) = one.step.node
            && symbol.kind() == SymbolKind::Endpoint
        {
            reached.routes.push((symbol.handle(), one.distance, one.resolution));
        }
        if is_test(&mut holds, view, one.step.node) {
            reached.tests.push(test(one.step.node, one.distance, one.resolution));
        }
    }
    reached.files = files.len();
    Ok(reached)
}
