//! Asks all questions with known files, in every way, and writes what came out.

use super::bm25::Bm25;
use super::cases::Case;
use super::measure::{COLUMNS, Worth, difference, mean};
use super::{Asker, Said, rows};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;

/// Questions that are asked at once.
const THREADS: usize = 2;
/// Rows of an answer to a question, and to a fix, of which more files are asked for.
const ROWS: (usize, usize) = (20, 200);

/// What came out for one question.
struct Row {
    case: Case,
    class: String,
    /// In the order of [`WAYS`].
    worths: Vec<Worth>,
    /// Without each signal.
    without: BTreeMap<String, Worth>,
}

/// The ways in which a question is asked.
const WAYS: [&str; 4] = ["hybrid", "lexical", "semantic", "bm25"];

/// Asks them, prints the tables and, where they are to be kept, writes them with a line for each question.
pub(super) fn score(
    asker: &Asker,
    cases: Vec<Case>,
    against: Option<&Path>,
    kept: Option<&Path>,
) -> Result<(), String> {
    let ranked = {
        let mut bm25 = Bm25::default();
        cases.iter().map(|case| bm25.rank(case, ROWS.1)).collect::<Result<Vec<_>, String>>()?
    };
    let open = Mutex::new(cases.into_iter().zip(ranked).enumerate().collect::<Vec<_>>());
    let done: Mutex<Vec<(usize, Row)>> = Mutex::default();
    let work = || -> Result<(), String> {
        while let Some((at, (case, bm25))) = open.lock().ok().and_then(|mut open| open.pop()) {
            let row = ask(asker, case, &bm25)?;
            if let Ok(mut done) = done.lock() {
                done.push((at, row));
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        all.into_iter().try_for_each(|one| one.join().map_err(|_| "a thread ended early".to_owned())?)
    })?;
    let mut rows = done.into_inner().map_err(|e| e.to_string())?;
    rows.sort_by_key(|(at, _)| *at);
    let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    let before = against.map(read).transpose()?;
    let page = page(&rows, before.as_ref());
    println!("{page}");
    if let Some(folder) = kept {
        let write = |name: &str, text: &str| {
            std::fs::write(folder.join(name), text).map_err(|e| format!("{name}: {e}"))
        };
        write("search.md", &page)?;
        write("search.tsv", &lines(&rows))?;
    }
    Ok(())
}

fn ask(asker: &Asker, case: Case, bm25: &[String]) -> Result<Row, String> {
    let rows = if case.revision.is_some() { ROWS.1 } else { ROWS.0 };
    let mut worths = Vec::new();
    let (mut class, mut without) = (String::new(), BTreeMap::new());
    for way in &WAYS[..3] {
        let said = asker.ask_as(&case.root, case.revision.as_deref(), &case.query, way, rows)?;
        worths.push(Worth::of(&case, &files(&said)));
        if *way == WAYS[0] {
            for signal in asker_signals(&said) {
                let files = files_without(&said, &signal);
                without.insert(signal, Worth::of(&case, &files));
            }
            class = said.class;
        }
    }
    worths.push(Worth::of(&case, bm25));
    Ok(Row { case, class, worths, without })
}

/// The files of an answer, each once.
fn files(said: &Said) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for hit in &said.hits {
        if !files.contains(&hit.path) {
            files.push(hit.path.clone());
        }
    }
    files
}

fn asker_signals(said: &Said) -> Vec<String> {
    let mut all: Vec<String> = said.hits.iter().flat_map(|hit| hit.shares.keys().cloned()).collect();
    all.sort();
    all.dedup();
    all
}

/// The files of an answer as they would stand without a signal. What was found word for word stays first, and what is
/// kept of tests and text stays the part that it is.
fn files_without(said: &Said, signal: &str) -> Vec<String> {
    let mut best: Vec<(f64, &str)> = Vec::new();
    for hit in &said.hits {
        if best.iter().any(|(_, path)| *path == hit.path) {
            continue;
        }
        let sum: f64 = hit.shares.values().sum();
        let left = sum - hit.shares.get(signal).copied().unwrap_or(0.0);
        let score = hit.total.map_or(f64::INFINITY, |total| total * left / sum.max(1e-9));
        best.push((score, &hit.path));
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best.into_iter().map(|(_, path)| path.to_owned()).collect()
}

/// What an earlier run said of each question.
type Before = BTreeMap<String, (f64, Option<usize>, f64)>;

fn read(path: &Path) -> Result<Before, String> {
    let row = |row: Vec<String>| {
        let [id, _, _, _, ndcg, first, held, ..] = row.as_slice() else { return None };
        Some((id.clone(), (ndcg.parse().ok()?, first.parse().ok(), held.parse().ok()?)))
    };
    Ok(rows(path)?.into_iter().filter_map(row).collect())
}

/// A line for each question, for later runs to compare with.
fn lines(rows: &[Row]) -> String {
    let mut out = "# question\tset\trepository\tclass\tNDCG@10\tfirst\tall in 10\n".to_owned();
    for row in rows {
        let Worth { ndcg, first, held } = row.worths[0];
        let first = first.map_or("-".to_owned(), |first| first.to_string());
        let Case { id, set, repository, .. } = &row.case;
        let _ = writeln!(out, "{id}\t{set}\t{repository}\t{}\t{ndcg:.4}\t{first}\t{held:.3}", row.class);
    }
    out
}

/// The tables.
fn page(rows: &[Row], before: Option<&Before>) -> String {
    let mut out = "# Search\n\nWritten by `cargo xtask search`: questions with known files, and fixes asked at the \
                   revision before them. `first`, `of 5`, `of 10`: a relevant file stands there; `all in 10`: the share \
                   of all relevant files, also of those questions that have more than one (`of several files`). The weights of the signals were learned from these same questions and fixes, \
                   each repository weighed by what the others say: other repositories may do worse. Of traces, logs and diffs \
                   nothing was learned, but what their lines count for was chosen by hand while these same rows were looked at: none \
                   is held out. No question here is a path or nothing but a literal; `--corpora` asks for literals.\n"
        .to_owned();
    let sets = ["questions", "further", "fixes", "pasted"];
    let of = |set: &str| -> Vec<&Row> { rows.iter().filter(|row| row.case.set == set).collect() };
    for set in sets {
        let all = of(set);
        if all.is_empty() {
            continue;
        }
        heading(&mut out, set, "way");
        for (at, way) in WAYS.iter().enumerate() {
            line(&mut out, way, &all.iter().map(|row| row.worths[at]).collect::<Vec<_>>());
        }
        let several: Vec<Worth> =
            all.iter().filter(|row| row.case.relevant.len() > 1).map(|row| row.worths[0]).collect();
        if !several.is_empty() {
            line(&mut out, "of several files", &several);
        }
        let group = |name: fn(&Row) -> String| {
            let mut groups: BTreeMap<String, Vec<Worth>> = BTreeMap::new();
            for row in &all {
                groups.entry(name(row)).or_default().push(row.worths[0]);
            }
            groups
        };
        for (name, worths) in group(|row| format!("class {}", row.class)) {
            line(&mut out, &name, &worths);
        }
        for (name, worths) in group(|row| format!("category {}", row.case.category)) {
            line(&mut out, &name, &worths);
        }
        for (name, worths) in group(|row| format!("about {}", row.case.repository)) {
            line(&mut out, &name, &worths);
        }
    }
    without(&mut out, rows);
    if let Some(before) = before {
        compare(&mut out, &sets.map(|set| (set, of(set))), before);
    }
    out
}

fn heading(out: &mut String, title: &str, first: &str) {
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let _ = write!(out, "\n## {title}\n\n| {first} | n | {} |\n|---|---|", names.join(" | "));
    let _ = writeln!(out, "{}", "---|".repeat(names.len()));
}

fn line(out: &mut String, name: &str, worths: &[Worth]) {
    let cells: Vec<String> = COLUMNS.iter().map(|(_, of)| format!("{:.3}", mean(worths, *of))).collect();
    let _ = writeln!(out, "| {name} | {} | {} |", worths.len(), cells.join(" | "));
}

/// What is left of each class without each signal.
fn without(out: &mut String, rows: &[Row]) {
    let mut classes: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        classes.entry(row.class.clone()).or_default().push(row);
    }
    let mut signals: Vec<&String> = rows.iter().flat_map(|row| row.without.keys()).collect();
    signals.sort();
    signals.dedup();
    let names: Vec<String> = classes.iter().map(|(name, all)| format!("{name} ({})", all.len())).collect();
    let _ = write!(
        out,
        "\n## Without a signal: NDCG@10 of each class\n\nThe rows that came back, in the order that they would have without it: \
         what it alone brings in or keeps out does not show.\n\n| without | {} |\n|---|",
        names.join(" | ")
    );
    let _ = writeln!(out, "{}", "---|".repeat(names.len()));
    let mut line = |name: &str, of: &dyn Fn(&Row) -> f64| {
        let cells: Vec<String> = classes
            .values()
            .map(|all| format!("{:.3}", all.iter().map(|row| of(row)).sum::<f64>() / all.len() as f64))
            .collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    };
    line("nothing", &|row| row.worths[0].ndcg);
    for signal in signals {
        line(signal, &|row| row.without.get(signal).unwrap_or(&row.worths[0]).ndcg);
    }
}

/// The mean differences from an earlier run, with the interval of 95 % that chance leaves.
fn compare(out: &mut String, sets: &[(&str, Vec<&Row>)], before: &Before) {
    let _ = write!(
        out,
        "\n## Beside the run before\n\nMean difference of the same questions, and its interval of 95 % (paired \
         bootstrap).\n\n| set | n | NDCG@10 | MRR | all in 10 |\n|---|---|---|---|---|\n"
    );
    for (set, rows) in sets {
        let known: Vec<_> =
            rows.iter().filter_map(|row| Some((row.worths[0], before.get(&row.case.id)?))).collect();
        if known.is_empty() {
            continue;
        }
        let cell = |pairs: Vec<(f64, f64)>| {
            let (mean, low, high) = difference(&pairs);
            format!("{mean:+.3} ({low:+.3} to {high:+.3})")
        };
        let ndcg = cell(known.iter().map(|(now, before)| (before.0, now.ndcg)).collect());
        let mrr = cell(
            known
                .iter()
                .map(|(now, before)| (before.1.map_or(0.0, |at| 1.0 / at as f64), now.reciprocal()))
                .collect(),
        );
        let held = cell(known.iter().map(|(now, before)| (before.2, now.held)).collect());
        let _ = writeln!(out, "| {set} | {} | {ndcg} | {mrr} | {held} |", known.len());
    }
}
