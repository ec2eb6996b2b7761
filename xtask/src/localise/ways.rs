//! The ways in which a place is looked for. Nobody decides anything: each step follows from the answer before it.

use super::MOST_FILES;
use super::reader::{Reader, Seen};
use super::truth::Truth;
use crate::search::Case;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::Command;

/// The ways.
pub(super) const WAYS: [&str; 3] = ["with indexer", "whole files by search", "whole files by BM25"];

/// Pieces of a plan whose callers are followed.
const FOLLOWED: usize = 3;
/// Calls of each that are looked at.
const CALLS: usize = 5;
/// Lines that are read before and behind a call.
const AROUND: u64 = 15;

/// The program that is asked.
pub(super) struct Program {
    pub(super) binary: PathBuf,
    pub(super) cache: PathBuf,
}

impl Program {
    fn ask(&self, case: &Case, arguments: &[&str], question: &str) -> Result<String, String> {
        let revision = case.revision.as_deref().unwrap_or("HEAD");
        let output = Command::new(&self.binary)
            .args(arguments)
            .args(["--rev", revision])
            .arg("--root")
            .arg(&case.root)
            .arg("--cache-dir")
            .arg(&self.cache)
            .args(["--", question])
            .output()
            .map_err(|e| format!("{}: {e}", self.binary.display()))?;
        // A symbol that is none has no callers.
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// What each way sees of a fix.
pub(super) fn all(
    program: &Program,
    case: &Case,
    truth: &Truth,
    bm25: &[String],
) -> Result<[Seen; WAYS.len()], String> {
    let most = (MOST_FILES * 3).to_string();
    let listed = ["search", "--limit", &most, "--budget", "100000", "--include-snippet", "false"];
    let mut ranked: Vec<String> = Vec::new();
    for line in program.ask(case, &listed, &case.query)?.lines() {
        if let Some(path) = line.strip_prefix("hit ").and_then(|rest| field(rest, "path"))
            && !ranked.contains(&path)
        {
            ranked.push(path);
        }
    }
    ranked.truncate(MOST_FILES);
    Ok([
        with_program(program, case, truth, &ranked)?,
        whole_files(case, truth, &ranked)?,
        whole_files(case, truth, bm25)?,
    ])
}

/// Reads a list of files, then the files.
fn whole_files(case: &Case, truth: &Truth, files: &[String]) -> Result<Seen, String> {
    let mut reader = Reader::new(case, truth);
    reader.pay(&files.join("\n"));
    for file in files {
        if reader.is_done() {
            break;
        }
        reader.read_file(file)?;
    }
    Ok(reader.seen)
}

/// Searches, reads what the plan names, looks at who calls the first of that, then reads whole files.
fn with_program(program: &Program, case: &Case, truth: &Truth, ranked: &[String]) -> Result<Seen, String> {
    let mut reader = Reader::new(case, truth);
    let answer = program.ask(case, &["search"], &case.query)?;
    reader.pay(&answer);
    let answer = Answer::read(&answer);
    for (path, lines) in &answer.shown {
        reader.note(path, lines);
    }
    for (path, lines) in &answer.plan {
        if reader.is_done() {
            return Ok(reader.seen);
        }
        reader.read(path, lines.clone())?;
    }
    for (path, lines) in answer.plan.iter().take(FOLLOWED) {
        if reader.is_done() {
            return Ok(reader.seen);
        }
        let callers = program.ask(case, &["get-callers"], &format!("{path}:{}", lines.start()))?;
        reader.pay(&callers);
        let calls = calls(&callers);
        calls.iter().for_each(|(path, line)| reader.note(path, &(*line..=*line)));
        for (path, line) in calls.iter().take(CALLS) {
            if reader.is_done() {
                return Ok(reader.seen);
            }
            reader.read(path, line.saturating_sub(AROUND).max(1)..=line + AROUND)?;
        }
    }
    for file in ranked {
        if reader.is_done() {
            break;
        }
        reader.read_file(file)?;
    }
    Ok(reader.seen)
}

/// What an answer of `search` shows and proposes.
#[derive(Debug, Default)]
struct Answer {
    /// Lines that it shows.
    shown: Vec<(String, RangeInclusive<u64>)>,
    /// Pieces to read: those of `read`; without it, those of the hits.
    plan: Vec<(String, RangeInclusive<u64>)>,
}

impl Answer {
    fn read(text: &str) -> Self {
        let mut answer = Self::default();
        let (mut path, mut hits) = (String::new(), Vec::new());
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("hit ") {
                path = field(rest, "path").unwrap_or_default();
                let number = |name: &str| field(rest, name)?.parse::<u64>().ok();
                if let (Some(first), Some(last)) = (number("start_line"), number("end_line")) {
                    hits.push((path.clone(), first..=last));
                }
            } else if let Some(rest) = line.strip_prefix("read ") {
                let of = field(rest, "path").unwrap_or_default();
                for symbol in field(rest, "symbols").unwrap_or_default().split(',') {
                    let lines = symbol.rsplit_once(':').and_then(|(_, lines)| lines.split_once('-'));
                    if let Some((Ok(first), Ok(last))) = lines.map(|(a, b)| (a.parse(), b.parse())) {
                        answer.plan.push((of.clone(), first..=last));
                    }
                }
            } else if let Some(Ok(number)) = line.split_once('|').map(|(number, _)| number.parse::<u64>()) {
                answer.shown.push((path.clone(), number..=number));
            }
        }
        if answer.plan.is_empty() {
            answer.plan = hits;
        }
        answer
    }
}

/// The places in an answer of `get-callers`: a heading for each file, a row for each call.
fn calls(text: &str) -> Vec<(String, u64)> {
    let (mut path, mut found) = (String::new(), Vec::new());
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("file ") {
            path = field(rest, "path").unwrap_or_default();
        } else if let Some((head, _)) = line.split_once('|')
            && let Some(Ok(number)) = head.split(' ').next().map(str::parse)
        {
            found.push((path.clone(), number));
        }
    }
    found
}

/// The value of a field of a record.
fn field(record: &str, name: &str) -> Option<String> {
    let mut rest = record;
    while let Some((key, value)) = rest.split_once('=') {
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_once(' ').unwrap_or((value, "")),
        };
        if key.trim() == name {
            return Some(value.to_owned());
        }
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() {
        let text = "search mode=hybrid confidence=low\nhit path=a.py start_line=4 end_line=8 kind=function\n4|def a():\n\
                    6|    b\nhit path=\"b c.py\" start_line=1 end_line=1\nplan symbols=a.py#a tokens=46\n\
                    read path=a.py score=0.4 symbols=a:4-8,b:10-12 told_by=pool\n";
        let answer = Answer::read(text);
        assert_eq!(answer.shown, [("a.py".to_owned(), 4..=4), ("a.py".to_owned(), 6..=6)]);
        assert_eq!(answer.plan, [("a.py".to_owned(), 4..=8), ("a.py".to_owned(), 10..=12)]);
        let hits = Answer::read("hit path=\"b c.py\" start_line=1 end_line=3\n");
        assert_eq!(hits.plan, [("b c.py".to_owned(), 1..=3)]);
        let callers = "answer total=1\nfile path=shop/cart.py\n11 Cart.total|return price(1)\n12|x\n";
        assert_eq!(calls(callers), [("shop/cart.py".to_owned(), 11), ("shop/cart.py".to_owned(), 12)]);
    }
}
