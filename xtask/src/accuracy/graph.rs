//! Exported call edges and file edges against those that follow from the truth.

use super::Ratio;
use super::truth::{Definition, Truth, number, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Kinds that a call leads to.
const CALLED: &[&str] = &["function", "method", "macro", "class", "enum", "accessor", "modifier"];
/// Kinds that hold code.
const CALLING: &[&str] = &["function", "method", "objmethod", "accessor"];

/// Caller and callee: file and line of each.
type Edge = (String, i64, String, i64);

/// Scores the lines of `indexer export calls` that are proved. A call edge is a reference followed by
/// arguments, inside a function, to a function or class of the repository. One that is not in the truth
/// is left out where the caller holds an undecided token of the callee's name.
pub(super) fn calls(truth: &Truth, candidates: &[Value]) -> (Ratio, usize) {
    let mut edges: Vec<(Edge, BTreeSet<(String, i64)>)> = Vec::new();
    let mut known: BTreeMap<Edge, usize> = BTreeMap::new();
    for one in truth.references.iter().filter(|one| one.is_call && CALLED.contains(&one.kind.as_str())) {
        let Some((file, line)) = one.within.clone() else { continue };
        let edge: Edge = (file, line, one.to.0.clone(), one.to.1);
        let at = *known.entry(edge.clone()).or_insert_with(|| {
            edges.push((edge, BTreeSet::new()));
            edges.len() - 1
        });
        edges[at].1.extend(one.also.iter().map(|(file, line, _)| (file.clone(), *line)));
    }
    let mut accepted: BTreeMap<Edge, usize> = BTreeMap::new();
    for (i, (edge, also)) in edges.iter().enumerate() {
        accepted.insert(edge.clone(), i);
        for (file, line) in also {
            accepted.insert((edge.0.clone(), edge.1, file.clone(), *line), i);
        }
    }
    let definitions = truth.by_file();
    let place = |file: &str, line: i64, name: &str| -> Option<(String, i64)> {
        let all = definitions.get(file).into_iter().flatten();
        let around = all.filter(|one| one.start <= line && line <= one.line && one.name == name);
        let nearest = around.min_by_key(|one| one.line - one.start)?;
        Some((file.to_owned(), nearest.line))
    };
    let mut spans: BTreeMap<(&str, i64), &Definition> = BTreeMap::new();
    let calling = |one: &&Definition| CALLING.contains(&one.kind.as_str()) && one.end > 0;
    spans.extend(truth.definitions.iter().filter(calling).map(|one| ((one.file.as_str(), one.line), one)));
    let (mut seen, mut hit) = (BTreeSet::new(), BTreeSet::new());
    let (mut wrong, mut unjudged) = (0, 0);
    for row in candidates.iter().filter(|row| row["resolution"] == "resolved") {
        let end =
            |file: &str, line: &str, name: &str| place(&text(row, file), number(row, line), &text(row, name));
        let (Some(from), Some(to)) =
            (end("caller_file", "caller_line", "caller"), end("callee_file", "callee_line", "callee"))
        else {
            continue;
        };
        let edge = (from.0.clone(), from.1, to.0, to.1);
        if !seen.insert(edge.clone()) {
            continue;
        }
        let callee = text(row, "callee");
        let undecided = |caller: &&Definition| {
            truth.undecided.iter().any(|(file, line, name)| {
                *file == from.0 && *name == callee && caller.start <= *line && *line <= caller.end
            })
        };
        match accepted.get(&edge) {
            Some(one) => drop(hit.insert(*one)),
            None if spans.get(&(from.0.as_str(), from.1)).is_some_and(undecided) => unjudged += 1,
            None => wrong += 1,
        }
    }
    (Ratio { right: hit.len(), wrong, found: hit.len(), there: edges.len() }, unjudged)
}

/// Scores the lines of `indexer export deps`.
pub(super) fn files(truth: &Truth, candidates: &[Value]) -> Ratio {
    let between = |from: &String, to: &String| from != to;
    let wanted: BTreeSet<(String, String)> = truth
        .references
        .iter()
        .filter(|one| between(&one.file, &one.to.0))
        .map(|one| (one.file.clone(), one.to.0.clone()))
        .collect();
    let given: BTreeSet<(String, String)> = candidates
        .iter()
        .map(|row| (text(row, "from"), text(row, "to")))
        .filter(|(from, to)| truth.files.contains(from) && between(from, to))
        .collect();
    let right = wanted.intersection(&given).count();
    Ratio { right, wrong: given.len() - right, found: right, there: wanted.len() }
}
