//! Measures the index: CPU, time, memory, size, each beside the bare parse of the same files.
//!
//! Every measured thing is a process of its own, so that CPU (user + system) and peak memory are
//! exactly its own: this program starts itself as a meter around it. Only [`edits`] and [`sweep`]
//! measure inside, because there the process is meant to stay. Runs are interleaved, and the run with the
//! least CPU counts: what other processes do to a run can only make it dearer.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

mod corpus;
mod document;
mod edits;
mod groups;
mod large;
mod meter;
mod near;
mod parses;
mod report;
mod search;
mod sweep;
#[cfg(feature = "tantivy")]
mod tantivy;
mod tools;

use corpus::Corpus;
use groups::Setup;
use report::Report;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: indexer-benches --binary FILE --corpus DIR ... [options]
  --corpus DIR     a checkout; more than one can be given
  --linux DIR      a checkout as large as Linux, measured once and alone, beside what it may cost
  --results DIR    keep results there as JSON and Markdown; without it they are only printed
  --profile NAME   what the binary was built with, for the record
  --runs N         runs of each group (5)
  --edits N        edits out of history (100)
  --only A,B       groups: cold, size, nochange, sweep, start, edits, languages, tools";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some("meter") => meter::serve(&arguments[1..]),
        Some("sweep") => sweep::serve(&arguments[1..]),
        Some("search") => search::serve(&arguments[1..]),
        Some("parses") => parses::serve(&arguments[1..]),
        _ => run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let mut setup = Setup::default();
    let mut linux: Option<PathBuf> = None;
    let (mut corpora, mut results, mut profile) = (Vec::new(), None, "unknown".to_owned());
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{name} needs a value\n{USAGE}"))?;
        let number = || value.parse::<usize>().map_err(|_| format!("{name} {value}: no number"));
        match name.as_str() {
            "--binary" => setup.binary = PathBuf::from(value),
            "--linux" => linux = Some(PathBuf::from(value)),
            "--corpus" => corpora.push(PathBuf::from(value)),
            "--results" => results = Some(PathBuf::from(value)),
            "--profile" => profile.clone_from(value),
            "--runs" => setup.runs = number()?.max(1),
            "--edits" => setup.edits = number()?,
            "--only" => setup.only = value.split(',').map(str::to_owned).collect(),
            _ => return Err(format!("{name} is no option\n{USAGE}")),
        }
    }
    if let Some(root) = linux.filter(|_| setup.binary.is_file()) {
        print!("{}", large::measure(&Corpus::open_any(&root)?, &setup)?);
        return Ok(());
    }
    if corpora.is_empty() || !setup.binary.is_file() {
        return Err(USAGE.to_owned());
    }
    let mut report = Report::new(&profile, setup.runs);
    for root in &corpora {
        let corpus = Corpus::open(root)?;
        eprintln!("{}: {} files", corpus.name, corpus.files.len());
        report.add(groups::measure(&corpus, &setup)?);
    }
    print!("{}", report.markdown());
    results.map_or(Ok(()), |folder| report.store(&folder))
}
