//! The short form of a difference: what breaks whom with their lines, which files and symbols changed, what is
//! reached and the first tests.

use super::found::{FileRow, Found, SHOWN};
use crate::brief::Place;
use crate::protocol::Records;
use crate::protocol::answer::short_commit;
use indexer_core::Resolution;
use std::collections::BTreeMap;

/// Edges of each list that are shown; the rest is counted.
const EDGES: usize = 3;
/// Routes that are shown; the rest is counted.
const ROUTES: usize = 10;
/// Tests that are shown; `tests` lists all.
const TESTS: usize = 3;

/// What stands before the symbols.
pub(super) fn head(found: &Found, out: &mut Records) {
    let mut record = out.record("compared");
    record.text("base", short_commit(&found.base));
    if found.head == "worktree" {
        record.text("head", &found.head);
    }
    drop(record);
    if found.only_tests {
        return;
    }
    let mut record = out.record("changes");
    record.field("symbols", found.changes);
    for (what, count) in &found.counts {
        record.field(what, count);
    }
    let [added, removed, modified] = found.file_counts.map(|count| count as u64);
    record.count("cosmetic", found.cosmetic as u64).count("files_added", added);
    record.count("files_removed", removed).count("files_modified", modified);
    record.count("breaking", (found.breaking.len() + found.more_breaking) as u64);
    record.count("cycles", (found.cycles.len() + found.more_cycles) as u64);
    let of_types = found.cycles_of_types.len() + found.more_cycles_of_types;
    record.count("cycles_of_types", of_types as u64);
    record.count("routes", (found.routes.len() + found.more_routes) as u64);
    record.count("tests", (found.tests.len() + found.more_tests) as u64);
    if !found.failed.is_empty() {
        let words: Vec<String> = found.failed.iter().map(|one| format!("{one:?}").to_lowercase()).collect();
        record.field("failed", words.join(","));
    }
    drop(record);
    for (what, files) in [
        ("added", &found.files_added),
        ("removed", &found.files_removed),
        ("modified", &found.files_modified),
    ] {
        files.iter().take(SHOWN).filter(|file| !is_told_by_symbols(what, file)).for_each(|file| {
            let mut record = out.record("file");
            record.field("is", what).text("path", &file.path).some("was", file.was.as_deref());
            record.count("symbols", file.symbols as u64);
            if !file.change.is_empty() && what == "modified" {
                record.field("change", file.change.join(","));
            }
        });
    }
    out.more("more_files", found.left_out_files(|what, file| !is_told_by_symbols(what, file)));
    found.write_unread(out);
    found.breaking.iter().for_each(|row| row.brief(out));
    out.more("more_breaking", found.more_breaking);
    found.routes.iter().take(ROUTES).for_each(|row| row.write(true, out));
    out.more("more_routes", found.routes.len().saturating_sub(ROUTES) + found.more_routes);
    found.write_cycles(out);
    found.write_unused(out);
    if found.changes > 0 {
        out.record("symbols");
    }
}

/// True for a file of which the rows of its symbols say all.
fn is_told_by_symbols(what: &str, file: &FileRow) -> bool {
    what == "modified" && file.symbols > 0 && file.was.is_none()
}

/// What stands behind the symbols and what is left out of them.
pub(super) fn tail(found: &Found, out: &mut Records) {
    if !found.only_tests {
        edges(found, out);
        let reached =
            |of: fn(&(usize, usize)) -> usize| found.distances.values().map(of).sum::<usize>() as u64;
        let (resolved, possible) = (reached(|both| both.0), reached(|both| both.1));
        if resolved + possible > 0 {
            let mut record = out.record("affected");
            record.field("resolved", resolved).count("possible", possible);
            record.field("files", found.affected_files).flag("bounded", found.bounded);
        }
    }
    let all = found.tests.len() + found.more_tests;
    if all == 0 {
        return;
    }
    let shown = if found.only_tests { all } else { TESTS };
    let mut record = out.record("tests_to_run");
    if all > shown {
        record.field("see", "tests=true");
    }
    drop(record);
    let place = |at: usize| {
        let node = &found.tests.get(at)?.node;
        Some(Place { path: &node.path, line: node.line.unwrap_or(1), within: node.within(), text: None })
    };
    for (at, test) in found.tests.iter().enumerate().take(shown) {
        let previous = at.checked_sub(1).and_then(place);
        let Some(here) = place(at) else { continue };
        here.write(previous.as_ref(), out, |line| {
            line.count("distance", u64::from(test.distance));
            line.flag("possible", test.resolution == Resolution::Possible.as_str());
        });
    }
}

/// How many edges of which kind came and went, and the first of those inside of the repository.
fn edges(found: &Found, out: &mut Records) {
    let lists = &found.edges;
    for (word, total, edges) in [
        ("appeared", lists.appeared_total, &lists.appeared),
        ("vanished", lists.vanished_total, &lists.vanished),
    ] {
        if total == 0 {
            continue;
        }
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        edges.iter().for_each(|edge| *kinds.entry(edge.kind).or_default() += 1);
        // Of a list that was cut, nothing but the total is known.
        kinds.retain(|_, _| edges.len() == total);
        let mut record = out.record("edges");
        record.field(word, total);
        for (kind, count) in kinds {
            record.field(kind, count);
        }
        drop(record);
        let inside = edges.iter().filter(|edge| edge.resolution != Resolution::External.as_str());
        inside.take(EDGES).for_each(|edge| edge.write(word, out));
    }
}
