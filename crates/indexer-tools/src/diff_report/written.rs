//! A difference as a comment of a pull request, as a SARIF log and as commands of a workflow.

use super::found::{Found, SymbolChange};
use super::hits::BreakingRow;
use indexer_core::key::hash_text;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// By this the comment is found again, to be updated in place.
const MARKER: &str = "<!-- indexer-diff -->";
/// Rows of a section of a comment.
const MOST_ROWS: usize = 50;

/// What one breaking change says, in one line.
fn said(row: &BreakingRow) -> String {
    let ways = row.ways.join(", ").replace('_', " ");
    let mut text = format!("{}: {ways}", row.was.as_deref().unwrap_or(&row.symbol));
    if row.was.is_some() {
        let _ = write!(text, " (now {})", row.symbol);
    }
    let _ = match (row.resolved, row.possible) {
        (0, 0) => write!(text, "; no user in this repository"),
        (resolved, 0) => write!(text, "; {resolved} users"),
        (resolved, possible) => write!(text, "; {resolved} users, {possible} more are possible"),
    };
    if row.touched > 0 {
        let _ = write!(text, ", {} of them changed with it", row.touched);
    }
    text
}

/// A comment for a pull request: short, the rest folded, the same for the same difference.
pub(super) fn comment(found: &Found) -> String {
    let mut out = format!("{MARKER}\n### What this changes\n\n");
    let counts: Vec<String> =
        found.counts.iter().map(|(what, count)| format!("{count} {}", what.replace('_', " "))).collect();
    let _ = writeln!(
        out,
        "{} symbols changed{}{}; {} files added, {} removed, {} modified.",
        found.changes,
        if counts.is_empty() { "" } else { ": " },
        counts.join(", "),
        found.files_added.len(),
        found.files_removed.len(),
        found.files_modified.len()
    );
    let broken = found.breaking.len() + found.more_breaking;
    if broken == 0 {
        out += "\nNothing of the public surface breaks.\n";
    } else {
        let _ = writeln!(out, "\n**{broken} breaking changes**\n");
        for row in found.breaking.iter().take(10) {
            let _ = writeln!(out, "- {}", code(&said(row)));
        }
        more(&mut out, broken.saturating_sub(10));
    }
    routes(&mut out, found);
    for cycle in &found.cycles {
        let _ = writeln!(out, "\n**Closes a cycle**: {}", code(&cycle.join(" > ")));
    }
    for name in found.unused.iter().take(10) {
        let _ = writeln!(out, "\nNobody uses {} any more.", code(name));
    }
    let symbols: Vec<String> = found.symbols.rows.iter().map(symbol_line).collect();
    folded(&mut out, "Symbols", found.symbols.total, &symbols);
    let edges: Vec<String> = found
        .edges
        .rows()
        .map(|(sign, edge)| format!("- {sign} {} {} > {}", edge.kind, code(&edge.from), code(&edge.to)))
        .collect();
    folded(&mut out, "Edges", found.edges.total(), &edges);
    let tests: Vec<String> = found.tests.iter().map(|test| format!("- {}", code(&test.node.key))).collect();
    folded(&mut out, "Tests to run", found.tests.len() + found.more_tests, &tests);
    out
}

/// The routes that the change touches, each with how many may ask for it and how many tests reach it.
fn routes(out: &mut String, found: &Found) {
    let total = found.routes.len() + found.more_routes;
    if total == 0 {
        return;
    }
    let _ = writeln!(out, "\n**{total} routes**\n");
    for row in found.routes.iter().take(10) {
        let word = if row.change == "reached" { "uses what changed" } else { row.change };
        let clients = if row.clients == 1 { "client" } else { "clients" };
        let tests = if row.tests == 1 { "test" } else { "tests" };
        let _ = write!(out, "- {word}: {}; {} possible {clients}", code(&row.title()), row.clients);
        let _ = writeln!(out, ", {} {tests}", row.tests);
    }
    more(out, total.saturating_sub(10));
}

fn symbol_line(row: &SymbolChange) -> String {
    let name = row.new.as_ref().or(row.old.as_ref()).map_or("", |end| &end.key);
    let was = match (&row.old, &row.new) {
        (Some(old), Some(new)) if old.key != new.key => format!(" (was {})", code(&old.key)),
        _ => String::new(),
    };
    format!("- {}: {}{was}", row.change.join(", ").replace('_', " "), code(name))
}

/// A folded section; nothing where there are no lines.
fn folded(out: &mut String, title: &str, total: usize, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n<details><summary>{title} ({total})</summary>\n");
    for line in lines.iter().take(MOST_ROWS) {
        let _ = writeln!(out, "{line}");
    }
    more(out, total.saturating_sub(lines.len().min(MOST_ROWS)));
    *out += "\n</details>\n";
}

fn more(out: &mut String, count: usize) {
    if count > 0 {
        let _ = writeln!(out, "- and {count} more");
    }
}

/// Text that means nothing to Markdown.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace(['\n', '\r'], " "))
}

/// Where a breaking change is shown: at its symbol, or where that is gone at the first user.
fn place(row: &BreakingRow) -> (&str, u32) {
    match row.hits.first() {
        Some(hit) if row.gone => (&hit.path, hit.line),
        _ if row.gone => (&row.path, 1),
        _ => (&row.path, row.line),
    }
}

/// By what a result is known again when lines have moved, under the one name that GitHub reads. Equal
/// ones of a log are counted, as it wants them.
#[derive(Default)]
struct Fingerprints {
    seen: BTreeMap<u64, u32>,
}

impl Fingerprints {
    fn next(&mut self, parts: &[&str]) -> Value {
        let hash = hash_text(&parts.join("\n"));
        let count = self.seen.entry(hash).or_default();
        *count += 1;
        json!({"primaryLocationLineHash": format!("{hash:016x}:{count}")})
    }
}

/// The breaking changes and closed cycles as a SARIF log.
pub(super) fn sarif(found: &Found) -> String {
    let location = |path: &str, line: u32| json!({"physicalLocation": {"artifactLocation": {"uri": path}, "region": {"startLine": line.max(1)}}});
    let result = |rule: &str, text: String, locations: Vec<Value>| json!({"ruleId": rule, "level": "warning", "message": {"text": text}, "locations": locations});
    let mut results: Vec<Value> = Vec::new();
    let mut fingerprints = Fingerprints::default();
    for row in &found.breaking {
        let (path, line) = place(row);
        let mut one = result("breaking", said(row), vec![location(path, line)]);
        let was = row.was.as_deref().unwrap_or(&row.symbol);
        one["partialFingerprints"] = fingerprints.next(&[&["breaking", was][..], &row.ways[..]].concat());
        let hits: Vec<Value> = row.hits.iter().map(|hit| location(&hit.path, hit.line)).collect();
        if !hits.is_empty() {
            one["relatedLocations"] = hits.into();
        }
        results.push(one);
    }
    for cycle in &found.cycles {
        let text = format!("closes a cycle: {}", cycle.join(" > "));
        let locations = cycle.last().map(|path| location(path, 1)).into_iter().collect();
        let mut one = result("cycle", text, locations);
        let files: Vec<&str> = cycle.iter().map(String::as_str).collect();
        one["partialFingerprints"] = fingerprints.next(&[&["cycle"][..], &files[..]].concat());
        results.push(one);
    }
    let rule = |id: &str, text: &str| json!({"id": id, "shortDescription": {"text": text}});
    let rules = [
        rule("breaking", "The public surface changed in a way that breaks its users"),
        rule("cycle", "Files depend on each other in a circle"),
    ];
    let driver = json!({
        "name": "indexer", "version": env!("CARGO_PKG_VERSION"), "rules": rules,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    });
    format!("{log}\n")
}

/// The same as workflow commands, which GitHub shows at the lines of the change.
pub(super) fn annotations(found: &Found) -> String {
    let level = if found.failed.is_empty() { "warning" } else { "error" };
    let mut out = String::new();
    for row in &found.breaking {
        let (path, line) = place(row);
        let _ = writeln!(
            out,
            "::{level} file={},line={},title=Breaking change::{}",
            property(path),
            line.max(1),
            escaped(&said(row))
        );
    }
    for cycle in &found.cycles {
        let path = cycle.last().map_or("", String::as_str);
        let text = escaped(&cycle.join(" > "));
        let _ = writeln!(out, "::{level} file={},line=1,title=Closes a cycle::{text}", property(path));
    }
    let _ = writeln!(
        out,
        "::notice title=Structure::{} symbols changed, {} breaking changes, {} tests reach the change",
        found.changes,
        found.breaking.len() + found.more_breaking,
        found.tests.len() + found.more_tests
    );
    out
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
