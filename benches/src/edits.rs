//! How long a refresh takes after an edit, in a process that stays: edits out of the history.

use crate::corpus::{Corpus, git};
use crate::meter::Spread;
use indexer_engine::{Options, Workspace};
use std::path::Path;
use std::time::{Duration, Instant};

/// What the edits cost.
pub(crate) struct Edits {
    /// How many there were.
    pub(crate) count: usize,
    /// Refreshes after an edit, publishing included.
    pub(crate) refresh: Spread,
    /// Refreshes without an edit, in the same process.
    pub(crate) nothing: Spread,
    /// Files linked again: median, 95th percentile, most.
    pub(crate) relinked: [usize; 3],
}

/// Takes the newest `count` changes of a file of a known language that is still there, each as it
/// was before and after its commit: the old text is written and taken in, then the new one is
/// written and taking it in is measured. Works on a clone below `scratch`.
pub(crate) fn measure(corpus: &Corpus, count: usize, scratch: &Path) -> Result<Edits, String> {
    let clone = scratch.join("clone");
    let (from, to) = (corpus.root.to_string_lossy(), clone.to_string_lossy());
    git(scratch, &["clone", "--quiet", "--shared", "--no-checkout", &from, &to])?;
    git(&clone, &["checkout", "--quiet", "--detach", &corpus.commit])?;
    let mut options = Options::new(&clone);
    options.cache_dir = Some(scratch.join("edits"));
    let workspace = Workspace::open(options, |_| ()).map_err(|e| e.to_string())?;
    workspace.index(false).map_err(|e| e.to_string())?;
    let refresh = || -> Result<(Duration, usize), String> {
        let started = Instant::now();
        let snapshot = workspace.refresh().map_err(|e| e.to_string())?;
        Ok((started.elapsed(), snapshot.freshness.relinked))
    };
    let (mut times, mut idle, mut relinked) = (Vec::new(), Vec::new(), Vec::new());
    for (commit, path) in changes(&clone, corpus, count)? {
        let file = clone.join(&path);
        let write = |text: &str| std::fs::write(&file, text).map_err(|e| format!("{path}: {e}"));
        let now = std::fs::read_to_string(&file).map_err(|e| format!("{path}: {e}"))?;
        let [old, new] = [format!("{commit}^:{path}"), format!("{commit}:{path}")];
        let (Ok(old), Ok(new)) = (git(&clone, &["show", &old]), git(&clone, &["show", &new])) else {
            continue;
        };
        write(&old)?;
        refresh()?;
        write(&new)?;
        let (time, files) = refresh()?;
        times.push(time);
        relinked.push(files);
        idle.push(refresh()?.0);
        write(&now)?;
        refresh()?;
    }
    relinked.sort_unstable();
    let at = |share: f64| relinked.get((relinked.len() as f64 * share) as usize).copied().unwrap_or(0);
    Ok(Edits {
        count: times.len(),
        refresh: Spread::of(times),
        nothing: Spread::of(idle),
        relinked: [at(0.5), at(0.95), relinked.last().copied().unwrap_or(0)],
    })
}

/// The newest changes of files that are still there: (commit, path).
fn changes(root: &Path, corpus: &Corpus, count: usize) -> Result<Vec<(String, String)>, String> {
    let format = ["log", "--no-merges", "--diff-filter=M", "--name-only", "--format=%x00%H", "-n", "3000"];
    let log = git(root, &format)?;
    let commits = log.split('\0').filter_map(|part| part.split_once('\n'));
    let pairs = commits.flat_map(|(commit, paths)| {
        let known = paths.lines().filter(|path| corpus.files.iter().any(|file| file == path));
        known.map(move |path| (commit.to_owned(), path.to_owned()))
    });
    Ok(pairs.take(count).collect())
}
