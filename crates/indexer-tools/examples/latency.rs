//! How long `search` takes on an index that is warm and watched: `latency ROOT QUESTIONS.tsv.. [--rounds N] [--cache DIR] [--slow N] [--answers FILE]`.
//!
//! Of each table the third cell is a question, with `\n`, `\t` and `\\` for what they stand for. All are asked once, and
//! then again in rounds; of each the round of least processor time counts, that of all threads, and beside it that of least
//! time on the clock. With `--slow` the slowest are named; with `--answers` all first answers are written to a file, to be
//! compared with those of another program.
#![allow(clippy::print_stdout, reason = "a measuring tool")]

use indexer_engine::{Options, Workspace};
use indexer_search::Query;
use indexer_tools::{Settings, ask, find};
use serde_json::json;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Milliseconds of processor time of the threads that run.
fn cpu_ms() -> f64 {
    let Ok(tasks) = fs::read_dir("/proc/self/task") else { return 0.0 };
    let one = |path: PathBuf| {
        fs::read_to_string(path.join("schedstat")).ok()?.split(' ').next()?.parse::<f64>().ok()
    };
    tasks.flatten().filter_map(|task| one(task.path())).sum::<f64>() / 1e6
}

/// The value below which a share of all lies.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).copied().unwrap_or(0.0)
}

fn unescaped(cell: &str) -> String {
    let (mut out, mut rest) = (String::new(), cell.chars());
    while let Some(c) = rest.next() {
        match (c, c == '\\') {
            (_, true) => match rest.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                other => out.extend(other),
            },
            (c, _) => out.push(c),
        }
    }
    out
}

/// Asks all questions and prints a line for each class of them.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let (mut names, mut flags) = (Vec::new(), BTreeMap::new());
    let mut given = std::env::args().skip(1);
    while let Some(one) = given.next() {
        match one.strip_prefix("--") {
            Some(flag) => {
                flags.insert(flag.to_owned(), given.next().ok_or("a flag without its value")?);
            }
            None => names.push(one),
        }
    }
    let number = |flag: &str, usual: usize| flags.get(flag).map_or(Ok(usual), |value| value.parse());
    let (rounds, slow) = (number("rounds", 3)?, number("slow", 0)?);
    let (root, tables) = names.split_first().ok_or("name a root and tables of questions")?;
    let mut questions = Vec::new();
    for table in tables {
        let text = fs::read_to_string(table)?;
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        questions.extend(rows.filter_map(|row| row.split('\t').nth(2)).map(unescaped));
    }
    let cache_dir = flags.get("cache").map(PathBuf::from);
    let workspace = Workspace::open(Options { cache_dir, ..Options::new(root) }, |_event| ())?;
    // As a server does.
    workspace.watch();
    let (search, settings, cancel) =
        (find("search").ok_or("no search")?, Settings::default(), AtomicBool::new(false));
    let mut answers = String::new();
    let mut best = vec![(f64::INFINITY, f64::INFINITY); questions.len()];
    for round in 0..=rounds {
        for (question, (cpu, clock)) in questions.iter().zip(&mut best) {
            let (before, began) = (cpu_ms(), Instant::now());
            // What is refused costs what it costs.
            let answer = ask(&workspace, &settings, search, &json!({"query": question}), &cancel);
            let took = began.elapsed().as_secs_f64() * 1e3;
            if round == 0 {
                answers.push_str(&answer.map_or_else(|problem| problem.message, |answer| answer.body));
            } else {
                (*cpu, *clock) = (cpu.min(cpu_ms() - before), clock.min(took));
            }
        }
    }
    if let Some(file) = flags.get("answers") {
        fs::write(file, answers)?;
    }
    let mut classes: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for (question, spent) in questions.iter().zip(&best) {
        classes.entry(Query::new(question).class.as_str()).or_default().push(*spent);
        classes.entry("all").or_default().push(*spent);
    }
    for (class, all) in classes {
        let (mut cpu, mut clock): (Vec<f64>, Vec<f64>) = all.into_iter().unzip();
        let mean = cpu.iter().sum::<f64>() / cpu.len().max(1) as f64;
        cpu.sort_by(f64::total_cmp);
        clock.sort_by(f64::total_cmp);
        let of = |all: &[f64]| {
            let (half, most, last) = (quantile(all, 0.5), quantile(all, 0.99), quantile(all, 1.0));
            format!("p50 {half:>7.2}  p99 {most:>7.2}  most {last:>7.2}")
        };
        let (n, own, clock) = (cpu.len(), of(&cpu), of(&clock));
        println!("{class:<14} n {n:>4}  CPU ms: {own}  mean {mean:>7.2}  clock ms: {clock}");
    }
    let mut order: Vec<((f64, f64), &String)> = best.iter().copied().zip(&questions).collect();
    order.sort_by(|a, b| b.0.0.total_cmp(&a.0.0));
    for ((cpu, clock), question) in order.into_iter().take(slow) {
        println!("{cpu:>8.2} {clock:>8.2} {:?}", question.chars().take(100).collect::<String>());
    }
    Ok(())
}
