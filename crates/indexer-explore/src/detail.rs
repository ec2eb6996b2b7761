//! What is said of one symbol: its card, its source, who calls it, whom it calls, its tests, its history.

use indexer_store::Symbol;
use indexer_tools::locate::{AtPlace, at_place, key_parts};
use indexer_tools::protocol::rows::SymbolRow;
use indexer_tools::tools::change::get_history::GetHistory;
use indexer_tools::tools::navigate::explain_symbol::ExplainSymbol;
use indexer_tools::tools::navigate::read_source::ReadSource;
use indexer_tools::tools::relations::get_callees::GetCallees;
use indexer_tools::tools::relations::get_callers::GetCallers;
use indexer_tools::tools::relations::get_related_tests::{GetRelatedTests, TestReach};
use indexer_tools::{Code, Common, Context, Page, Problem, Row, typed};
use serde::Serialize;
use serde_json::{Value, json};

/// How much is said of one symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    /// Callers, and callees.
    rows: u32,
    tests: u32,
    lines: u32,
    /// Commits that changed it; 0 where history is not asked for, because it takes long.
    commits: u32,
}

impl Most {
    /// In a file that holds many symbols.
    pub(crate) const IN_FILE: Self = Self { rows: 40, tests: 10, lines: 60, commits: 0 };
    /// Where one is asked for.
    pub(crate) const ASKED: Self = Self { rows: 200, tests: 50, lines: 200, commits: 20 };
}

/// The symbol that has this key; of several the one whose name stands on `line`, else the first. A problem where none
/// has it any more.
pub(crate) fn detail(
    context: &Context<'_>,
    key: &str,
    line: Option<u32>,
    most: Most,
) -> Result<Value, Problem> {
    let gone = || Problem::new(Code::NotFound, format!("{key} is not in the index any more"));
    let (path, _) = key_parts(context.view(), key).ok_or_else(gone)?;
    let file = context.view().file(path).ok_or_else(gone)?;
    let bearers: Vec<Symbol<'_>> = file.symbols().filter(|symbol| symbol.printed() == key).collect();
    let there = bearers.iter().find(|symbol| line == Some(symbol.at().line));
    detail_of(context, *there.or(bearers.first()).ok_or_else(gone)?, most, None)
}

/// What tools are asked for, so that they answer about one symbol.
struct Called {
    /// Its key; its place, where others of its file bear the same key.
    name: String,
    /// How many symbols the answer is about: more than one where neither tells them apart.
    symbols: usize,
}

/// O(symbols of the file).
fn called(symbol: Symbol<'_>) -> Called {
    let (file, key) = (symbol.file(), symbol.printed());
    let is_twin = |one: &Symbol<'_>| one.name() == symbol.name() && one.printed() == key;
    let symbols = file.symbols().filter(is_twin).count();
    let at = symbol.at();
    let is_first =
        |one: &AtPlace<'_>| matches!(one, AtPlace::Definition(one) if one.handle() == symbol.handle());
    if symbols > 1 && at_place(file, at.line, Some(at.column)).first().is_some_and(is_first) {
        return Called { name: format!("{}:{}:{}", file.path(), at.line, at.column), symbols: 1 };
    }
    Called { name: key, symbols }
}

/// What is said of a symbol; of tests what `reach` knows, where it is there.
pub(crate) fn detail_of<'v>(
    context: &Context<'v>,
    symbol: Symbol<'v>,
    most: Most,
    reach: Option<&TestReach<'v>>,
) -> Result<Value, Problem> {
    let row = SymbolRow::new(symbol, false);
    let (_, doc, _) = symbol.detail();
    let Called { name, symbols } = called(symbol);
    let limit = |rows: u32| Common { limit: Some(rows), ..Common::default() };
    let explain = ExplainSymbol { name: name.clone(), kind: None, exact: false, package: None };
    // Compact, for else it goes back in history.
    let card = typed(context, explain, Common { compact: true, ..limit(1) })?.symbols.rows.into_iter().next();
    let mut card = card.map_or(Value::Null, |card| json!(card));
    for field in ["name", "path", "start_line", "column", "examples", "tests", "line", "end_line", "key"] {
        card.as_object_mut().map(|card| card.remove(field));
    }
    let callers =
        GetCallers { symbol: name.clone(), depth: None, include: Vec::new(), kind: None, detail: None };
    let callers = typed(context, callers, limit(most.rows))?;
    let callers = counted(&callers, &callers.callers);
    let callees = GetCallees { symbol: name.clone(), depth: None, include: Vec::new(), kind: None };
    let callees = typed(context, callees, limit(most.rows))?;
    let callees = counted(&callees, &callees.callees);
    let tests = match reach {
        Some(reach) => reached(reach, symbol, most.tests),
        // One by one it takes too long for many symbols.
        None if most.commits == 0 => Value::Null,
        None => {
            let asked = GetRelatedTests { symbol: name.clone(), depth: None, kind: None, detail: None };
            let tests = typed(context, asked, limit(most.tests))?;
            counted(&tests, &tests.tests)
        }
    };
    let end = row.end_line.min(row.start_line.saturating_add(most.lines - 1));
    let read = ReadSource {
        symbol: None,
        symbols: Vec::new(),
        start_line: Some(row.start_line),
        end_line: Some(end),
        expand: None,
        collapse: false,
        package: None,
    };
    let read = typed(context, read, Common { path: Some(row.path.clone()), ..Common::default() });
    let source = read.map_or_else(
        |problem| json!({"problem": problem.message}),
        |found| found.blocks.rows.first().map_or(Value::Null, |block| json!(block)),
    );
    let mut all = json!({
        "signature": row.signature, "doc": doc, "visibility": row.visibility, "flags": row.flags,
        "start": row.start_line, "end": row.end_line, "qualified": row.qualified,
        "card": card, "callers": callers, "callees": callees, "tests": tests, "source": source,
    });
    if symbols > 1 {
        all["symbols"] = symbols.into();
    }
    if most.commits > 0 {
        all["history"] = history(context, &name, most.commits);
    }
    Ok(all)
}

/// The tests that reach a symbol, as far as they are known all at once: not over which way.
fn reached<'v>(reach: &TestReach<'v>, symbol: Symbol<'v>, most: u32) -> Value {
    let all = reach.of_symbol(symbol);
    let shown = all.iter().take(most as usize);
    let rows: Vec<Value> = shown.map(|test| json!({"key": test.printed(), "line": test.line()})).collect();
    json!({"by_edge": all.len(), "total": all.len(), "tests": rows})
}

/// Commits that changed a symbol or a file, or why that cannot be said.
pub(crate) fn history(context: &Context<'_>, target: &str, commits: u32) -> Value {
    let asked = GetHistory { target: target.to_owned(), commits: None, kind: None };
    match typed(context, asked, Common { limit: Some(commits), ..Common::default() }) {
        Ok(found) => json!(found),
        Err(problem) => json!({"problem": problem.message}),
    }
}

/// What of a row its key says already, and what a page does not show.
const SAID: [&str; 6] = ["qualified", "path", "column", "name", "n", "of"];

/// An answer as its tool writes it, with how many rows there are in all; rows without what their keys say.
fn counted<A: Serialize, R: Row>(answer: &A, page: &Page<R>) -> Value {
    let mut written = json!(answer);
    written["total"] = page.total.into();
    let Some(object) = written.as_object_mut() else { return written };
    object.remove("symbols");
    for rows in ["callers", "callees", "tests"] {
        for row in object.get_mut(rows).and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(row) = row.as_object_mut() else { continue };
            row.retain(|name, value| {
                !SAID.contains(&name.as_str()) && (name != "more_sites" || *value != json!(0))
            });
        }
    }
    written
}
