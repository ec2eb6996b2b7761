//! `cargo xtask definitions`: what of the definitions of a pinned repository the extractor finds, for each language that
//! has a truth in `benches/truth/definitions`, and where its references lead. `--write` stores the page, `--truth` makes the
//! truth again, `--program FILE` asks that program, which has all languages, and not one that is built here.

mod corpora;
mod ctags;
mod links;
mod page;
mod program;
mod truth;
mod words;

use crate::{Done, option, tree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use truth::Row;

/// Where the truth of a language comes from.
#[derive(Clone, Copy)]
enum Oracle {
    /// universal-ctags: its name of the language, and the letters of the kinds that are definitions.
    Ctags(&'static str, &'static str),
    /// The language's own parser: what runs a script, and the script beside the truths.
    Program(&'static [&'static str], &'static str),
    /// The words that declare: [`words`].
    Words(&'static words::Lexicon),
}

/// A repository of which the definitions are known.
struct Corpus {
    /// The id of the language.
    id: &'static str,
    /// Where the repository is published.
    repository: &'static str,
    /// Its folder among the checkouts, and the part of it that is read.
    folder: &'static str,
    part: &'static str,
    /// Endings of the files that are read.
    endings: &'static [&'static str],
    oracle: Oracle,
    /// Recall below which the task fails; whoever raises what is reached raises it.
    floor: f64,
}

use corpora::CORPORA;

/// What came out for a language.
struct Outcome {
    corpus: &'static Corpus,
    /// Files, lines, files with problems, references.
    counts: [usize; 4],
    /// Definitions that the extractor has in all of them.
    definitions: usize,
    /// By kind: found, and there are.
    kinds: BTreeMap<String, (usize, usize)>,
    missing: Vec<Row>,
    /// References: resolved, possible, external, unresolved.
    resolutions: [usize; 4],
}

impl Outcome {
    fn recall(&self) -> f64 {
        let (found, there) = self.kinds.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        if there == 0 { 0.0 } else { found as f64 / there as f64 }
    }
}

/// Prints recall against floors; fails where one is below.
pub(crate) fn run(arguments: &[String]) -> Done {
    let corpora = option(arguments, "--corpora").map(PathBuf::from);
    let corpora = corpora.or_else(|| std::env::var_os("INDEXER_CORPORA").map(PathBuf::from));
    let corpora = corpora.ok_or("give --corpora, the folder with the checkouts")?;
    let is_set = |name: &str| arguments.iter().any(|one| one == name);
    let only = option(arguments, "--only");
    let program = match option(arguments, "--program") {
        Some(program) => PathBuf::from(program),
        None => tree::build_with_all_languages("dev")?.join("indexer"),
    };
    let cache = tree::target_folder().join("definitions");
    let (mut outcomes, mut faults) = (Vec::new(), Vec::new());
    for corpus in CORPORA.iter().filter(|corpus| only.is_none_or(|id| id == corpus.id)) {
        let root = corpora.join(corpus.folder).join(corpus.part);
        let file = tree::root().join(format!("benches/truth/definitions/{}.tsv", corpus.id));
        if is_set("--truth") {
            let rows = match corpus.oracle {
                Oracle::Ctags(language, kinds) => ctags::rows(&root, corpus.endings, language, kinds)?,
                Oracle::Program(command, script) => program::rows(&root, command, script)?,
                Oracle::Words(lexicon) => words::rows(&root, corpus.endings, lexicon)?,
            };
            truth::write(&file, rows)?;
        }
        let mut outcome = score(corpus, &root, &truth::read(&file)?)?;
        outcome.resolutions = links::resolutions(&program, &root, &cache, corpus.id)?;
        print(&outcome, is_set("--missing"));
        if outcome.recall() < corpus.floor {
            faults.push(format!("{}: {:.4} is below {}", corpus.id, outcome.recall(), corpus.floor));
        }
        outcomes.push(outcome);
    }
    if is_set("--write") {
        page::write(&outcomes)?;
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

/// Asks the extractor, a program of its crate, so that this one needs no grammars.
fn score(corpus: &'static Corpus, root: &Path, truth: &[Row]) -> Result<Outcome, String> {
    let done = Command::new("cargo")
        .args(["run", "--quiet", "-p", "indexer-parse", "--all-features", "--example", "definitions", "--"])
        .arg(corpus.id)
        .arg(root)
        .current_dir(tree::root())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !done.status.success() {
        return Err(format!("{}: {}", corpus.id, String::from_utf8_lossy(&done.stderr)));
    }
    let text = String::from_utf8_lossy(&done.stdout);
    let mut counts = [0; 4];
    let mut definitions = 0;
    let mut found: BTreeMap<(&str, String), Vec<(usize, usize)>> = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| cells.get(at).and_then(|cell| cell.parse().ok()).unwrap_or(0);
        match cells.as_slice() {
            ["#", ..] => counts = [number(1), number(2), number(3), number(4)],
            [file, _, _, _, name] => {
                definitions += 1;
                let place = (number(1), number(2));
                found.entry((file, plain(name))).or_default().push(place);
                // What is named by a whole path, an oracle may name by the end of it.
                if let Some((_, last)) = name.rsplit_once('.') {
                    found.entry((file, plain(last))).or_default().push(place);
                }
            }
            _ => return Err(format!("{}: {line}", corpus.id)),
        }
    }
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut missing = Vec::new();
    let mut seen = BTreeSet::new();
    for row in truth.iter().filter(|row| seen.insert((&row.file, row.line, &row.name))) {
        let places = found.get(&(row.file.as_str(), plain(&row.name))).into_iter().flatten();
        // Of what begins on one line and has its name on another, an oracle may say either.
        let is_there = places.into_iter().any(|(first, own)| (*first..=*own).contains(&row.line));
        let (hit, all) = kinds.entry(row.kind.clone()).or_default();
        *hit += usize::from(is_there);
        *all += 1;
        if !is_there {
            missing.push(row.clone());
        }
    }
    Ok(Outcome { corpus, counts, definitions, kinds, missing, resolutions: [0; 4] })
}

/// A name as it is compared: an oracle may say `operator T*` where the text has `operator T *`.
fn plain(name: &str) -> String {
    name.replace(' ', "")
}

fn print(outcome: &Outcome, missing: bool) {
    let [files, lines, damaged, references] = outcome.counts;
    println!(
        "{:10} recall {:.4} (floor {}); {files} files, {lines} lines, {damaged} with problems, {} definitions, {references} references",
        outcome.corpus.id,
        outcome.recall(),
        outcome.corpus.floor,
        outcome.definitions
    );
    println!("    resolved, possible, external, unresolved: {:?}", outcome.resolutions);
    for (kind, (found, all)) in &outcome.kinds {
        println!("    {kind:20} {found} of {all}");
    }
    for row in outcome.missing.iter().filter(|_| missing) {
        println!("    - {}:{} {} {}", row.file, row.line, row.kind, row.name);
    }
}
