//! `cargo xtask localise`: what it costs to find where a fix belongs.
//!
//! A fixed reader without a model is given the text of each fix of `issues_dev.tsv`, at the revision before it. It asks
//! and reads by the rules of [`ways`], in one way with the program, in others with whole files, and the tokens are
//! counted until it has read a line of a file that the fix changed, and one of the lines themselves. `--questions DIR
//! --clones DIR` as in `cargo xtask search`; `--every N` takes every Nth fix, the first one first; `--write` keeps the
//! table.

mod reader;
mod truth;
mod ways;

use crate::search::{Bm25, Case, fixes};
use crate::{Done, option, tree};
use reader::Seen;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use truth::Truth;
use ways::{Program, WAYS};

/// Fixes that are worked on at once.
const THREADS: usize = 2;
/// Files of a ranking that are read.
pub(crate) const MOST_FILES: usize = 20;
/// Tokens of which the table says how often they were enough.
const ENOUGH: [usize; 4] = [2_000, 5_000, 10_000, 20_000];

/// Lets the reader work on every fix, and prints the table.
pub(crate) fn run(arguments: &[String]) -> Done {
    let need = |name: &str| option(arguments, name).ok_or(format!("name {name} DIR"));
    let (questions, clones) = (need("--questions")?, need("--clones")?);
    let binary = match option(arguments, "--binary") {
        Some(binary) => PathBuf::from(binary),
        None => tree::build("release", &["indexer-cli"])?.join("indexer"),
    };
    let cache = tree::target_folder().join("search").join("cache");
    std::fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    let program = Program { binary, cache };
    let mut cases = fixes(Path::new(questions), Path::new(clones))?;
    let (only, is_kept) = (option(arguments, "--only"), arguments.iter().any(|one| one == "--write"));
    // What is kept is of all fixes, or of a part that it names itself.
    if is_kept && only.is_some() {
        return Err(
            "--only asks a part of the fixes, and --write keeps the table of all: leave one of them out"
                .into(),
        );
    }
    if let Some(only) = only {
        cases.retain(|case| case.repository == only);
    }
    let every = option(arguments, "--every").map_or(Ok(1), |every| match every.parse::<usize>() {
        Ok(0) | Err(_) => Err(format!("--every {every}: name a number of at least 1")),
        Ok(every) => Ok(every),
    })?;
    let all = cases.len();
    let cases: Vec<Case> = cases.into_iter().step_by(every).collect();
    let mut bm25 = Bm25::default();
    let ranked = cases.iter().map(|case| bm25.rank(case, MOST_FILES)).collect::<Result<Vec<_>, String>>()?;
    let found = work(&program, cases.into_iter().zip(ranked).collect())?;
    let page = page(&found, every, all);
    print!("{page}");
    if is_kept {
        let path = tree::root().join("benches").join("results").join("localise.md");
        std::fs::write(&path, page).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// What each way has seen of each fix whose lines are known.
fn work(program: &Program, cases: Vec<(Case, Vec<String>)>) -> Result<Vec<[Seen; WAYS.len()]>, String> {
    let open = Mutex::new(cases.into_iter());
    let done: Mutex<Vec<[Seen; WAYS.len()]>> = Mutex::default();
    let one = || -> Result<(), String> {
        while let Some((case, bm25)) = open.lock().ok().and_then(|mut open| open.next()) {
            let Some(truth) = Truth::of(&case)? else { continue };
            let seen = ways::all(program, &case, &truth, &bm25)?;
            if let Ok(mut done) = done.lock() {
                done.push(seen);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..THREADS).map(|_| scope.spawn(one)).collect();
        all.into_iter().try_for_each(|one| one.join().map_err(|_| "a thread ended early".to_owned())?)
    })?;
    done.into_inner().map_err(|e| e.to_string())
}

/// The table: a row for each way and each of what was looked for; of `all` fixes every so many were asked.
fn page(found: &[[Seen; WAYS.len()]], every: usize, all: usize) -> String {
    let sampled = match every {
        1 => String::new(),
        _ => format!(" --every {every}"),
    };
    let mut out = format!(
        "# Where a fix belongs\n\nWritten by `cargo xtask localise{sampled}`: {} of {all} fixes, each asked at the revision before it. A reader \
         without a model reads until it has seen a line of a file that the fix changed, or one of the changed lines. `with \
         indexer`: the first answer of `search`, the pieces that its plan names, who calls the first three of them with the \
         lines around each call, then whole files in the order of the answer. `whole files`: in the order of `search` or \
         of BM25, at most {MOST_FILES}. Tokens of o200k; what was not found counts with all that was read.\n\n| way | until | \
         found | median tokens | mean tokens | {} |\n|---|---|---|---|---|{}\n",
        found.len(),
        ENOUGH.map(|most| format!("within {most}")).join(" | "),
        "---|".repeat(ENOUGH.len()),
    );
    for (at, way) in WAYS.iter().enumerate() {
        for (what, of) in
            [("file", (|seen: &Seen| seen.file) as fn(&Seen) -> Option<usize>), ("line", |seen| seen.line)]
        {
            let _ = writeln!(
                out,
                "| {way} | {what} | {} |",
                row(found.iter().map(|all| (of(&all[at]), all[at].spent)))
            );
        }
    }
    out
}

/// The cells of a row: (tokens until it was seen, tokens that were spent in all) of each fix.
fn row(all: impl Iterator<Item = (Option<usize>, usize)>) -> String {
    let all: Vec<(Option<usize>, usize)> = all.collect();
    let mut spent: Vec<usize> = all.iter().map(|(seen, spent)| seen.unwrap_or(*spent)).collect();
    spent.sort_unstable();
    let count = all.len().max(1);
    let share = |fits: &dyn Fn(usize) -> bool| {
        format!("{:.3}", all.iter().filter(|(seen, _)| seen.is_some_and(fits)).count() as f64 / count as f64)
    };
    let median = spent.get(spent.len() / 2).copied().unwrap_or(0);
    let mean = spent.iter().sum::<usize>() / count;
    let mut cells = vec![share(&|_| true), median.to_string(), mean.to_string()];
    cells.extend(ENOUGH.iter().map(|most| share(&|seen| seen <= *most)));
    cells.join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_of_which_fixes_it_is() {
        let seen = |file| Seen { file, line: None, spent: 9 };
        let found = [[seen(Some(3)), seen(None), seen(None)]];
        assert!(page(&found, 4, 4).contains("`cargo xtask localise --every 4`: 1 of 4 fixes"));
        assert!(page(&found, 1, 1).contains("`cargo xtask localise`: 1 of 1 fixes"));
    }

    #[test]
    fn what_was_not_found_counts_with_all_that_was_read() {
        let all = [(Some(1_000), 9_000), (None, 30_000), (Some(6_000), 6_000)];
        assert_eq!(row(all.into_iter()), "0.667 | 6000 | 12333 | 0.333 | 0.333 | 0.667 | 0.667");
    }
}
