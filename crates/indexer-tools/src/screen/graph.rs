//! A graph as a tree: from what nothing leads to, each node opened once.

use super::rows::{Fields, counted};
use super::tree::rails;
use super::{Ink, Line, Screen, Span};
use std::collections::{BTreeMap, BTreeSet};

/// An edge that leads from a node that is open.
struct Step<'v> {
    depth: usize,
    node: &'v str,
    edge: Option<Fields<'v>>,
    /// Its own edges stand elsewhere.
    again: bool,
}

/// The edges as a tree. O(edges · log edges)
pub(super) fn draw(rows: &[Fields<'_>], screen: &mut Screen) {
    let steps = steps(rows);
    let depths: Vec<usize> = steps.iter().map(|step| step.depth).collect();
    for (step, (rail, _)) in steps.iter().zip(rails(&depths)) {
        let node = match step.node.split_once('#') {
            Some((path, name)) => {
                vec![Span::new(Ink::Name, name).at(path, 0, 0), Span::plain("  "), Span::path(path, 0)]
            }
            None => vec![Span::path(step.node, 0)],
        };
        if step.depth == 1 {
            screen.line(Line { before: node, ..Line::default() });
            continue;
        }
        // The top of each tree has no rail.
        let rail: String = rail.chars().skip(3).collect();
        let mut before = vec![Span::new(Ink::Faint, rail)];
        before.extend(node);
        let mut said = Vec::new();
        if let Some(uses) = step.edge.and_then(|edge| edge.number("uses")).filter(|uses| *uses > 0) {
            said.push(counted(uses, "use"));
        }
        if step.again {
            said.push("see above".to_owned());
        }
        if step.edge.is_some_and(|edge| edge.flag("cycle")) {
            before.push(Span::plain("  "));
            before.push(Span::new(Ink::Warning, "cycle"));
        }
        let after = vec![Span::new(Ink::Faint, said.join(", "))];
        screen.line(Line { before, after, ..Line::default() });
    }
}

fn steps<'v>(rows: &[Fields<'v>]) -> Vec<Step<'v>> {
    let mut out: BTreeMap<&str, Vec<Fields<'v>>> = BTreeMap::new();
    let mut led_to: BTreeSet<&str> = BTreeSet::new();
    for row in rows {
        let (Some(from), Some(to)) = (row.text("from"), row.text("to")) else { continue };
        out.entry(from).or_default().push(*row);
        led_to.insert(to);
    }
    let tops = out.keys().copied().filter(|node| !led_to.contains(node));
    let tops: Vec<&str> = tops.chain(out.keys().copied()).collect();
    let mut opened: BTreeSet<&str> = BTreeSet::new();
    let mut steps = Vec::with_capacity(rows.len());
    for top in tops {
        if opened.contains(top) {
            continue;
        }
        let mut open = vec![(1, top, None)];
        while let Some((depth, node, edge)) = open.pop() {
            let below = out.get(node).map_or(&[][..], Vec::as_slice);
            let again = !below.is_empty() && !opened.insert(node);
            steps.push(Step { depth, node, edge, again });
            if !again {
                let below = below.iter().rev();
                open.extend(below.filter_map(|row| Some((depth + 1, row.text("to")?, Some(*row)))));
            }
        }
    }
    steps
}
