//! The groups: what is measured of one corpus.

use crate::corpus::Corpus;
use crate::edits::{self, Edits};
use crate::meter::{Cost, Spread, itself, least, measure as metered};
use crate::tools::{self, ToolCost};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Processes started for one distribution of start to answer.
const STARTS: usize = 40;

/// What is measured, and how often.
pub(crate) struct Setup {
    /// The program `indexer`.
    pub(crate) binary: PathBuf,
    pub(crate) runs: usize,
    pub(crate) edits: usize,
    /// Groups to run; empty for all.
    pub(crate) only: Vec<String>,
}

impl Default for Setup {
    fn default() -> Self {
        Self { binary: PathBuf::new(), runs: 5, edits: 100, only: Vec::new() }
    }
}

impl Setup {
    fn runs_group(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|one| one == name)
    }
}

/// What was found about one corpus; groups that were not run are `None`.
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) commit: String,
    pub(crate) pinned: bool,
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    pub(crate) cold: Option<Cold>,
    /// Bytes of the index after a cold build: facts, segments, the rest.
    pub(crate) size: Option<[u64; 3]>,
    pub(crate) nochange: Option<Cost>,
    /// One refresh in a process that stays.
    pub(crate) sweep: Option<Cost>,
    pub(crate) start: Option<Spread>,
    pub(crate) edits: Option<Edits>,
    /// Each language: what its files cost.
    pub(crate) languages: Option<Vec<PerLanguage>>,
    pub(crate) tools: Option<Vec<ToolCost>>,
}

/// The files of one language in a corpus.
pub(crate) struct PerLanguage {
    pub(crate) id: &'static str,
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    pub(crate) bare: Cost,
    pub(crate) facts: Cost,
}

/// From nothing, and the parts of it.
pub(crate) struct Cold {
    pub(crate) bare: Cost,
    pub(crate) facts: Cost,
    pub(crate) index: Cost,
    /// With the facts kept and the segments gone: link and write.
    pub(crate) link: Cost,
}

/// Runs the groups on one corpus. The corpus itself is not written to.
pub(crate) fn measure(corpus: &Corpus, setup: &Setup) -> Result<Measured, String> {
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let bench = Bench::new(corpus, setup, scratch.path())?;
    let cold = setup.runs_group("cold").then(|| bench.cold()).transpose()?;
    // What follows asks of an index that is there.
    bench.indexer(&["index"])?;
    let size = setup.runs_group("size").then(|| bench.size());
    let nochange = setup.runs_group("nochange").then(|| bench.nochange()).transpose()?;
    let sweep = setup.runs_group("sweep").then(|| bench.sweep()).transpose()?;
    let start = setup.runs_group("start").then(|| bench.start()).transpose()?;
    let edits = setup.runs_group("edits").then(|| edits::measure(corpus, setup.edits, scratch.path()));
    let languages = setup.runs_group("languages").then(|| bench.languages()).transpose()?;
    let tools = setup.runs_group("tools").then(|| tools::measure(&bench.command(&[]).each())).transpose()?;
    Ok(Measured {
        name: corpus.name.clone(),
        commit: corpus.commit.clone(),
        pinned: corpus.pinned,
        files: corpus.files.len(),
        bytes: corpus.bytes,
        cold,
        size,
        nochange,
        sweep,
        start,
        edits: edits.transpose()?,
        languages,
        tools,
    })
}

/// A corpus with a cache of its own.
pub(crate) struct Bench<'a> {
    corpus: &'a Corpus,
    setup: &'a Setup,
    cache: PathBuf,
    list: PathBuf,
}

impl<'a> Bench<'a> {
    /// With its cache in `scratch`.
    pub(crate) fn new(corpus: &'a Corpus, setup: &'a Setup, scratch: &Path) -> Result<Self, String> {
        let bench = Self { corpus, setup, cache: scratch.join("cache"), list: scratch.join("files") };
        fs::write(&bench.list, corpus.files.join("\n")).map_err(|e| e.to_string())?;
        Ok(bench)
    }

    /// The bare parse of all files.
    pub(crate) fn bare(&self) -> Result<Cost, String> {
        self.parses("bare", &self.list)
    }

    fn cold(&self) -> Result<Cold, String> {
        let [mut bare, mut facts, mut index, mut link] = [const { Vec::new() }; 4];
        for _ in 0..self.setup.runs {
            bare.push(self.parses("bare", &self.list)?);
            facts.push(self.parses("facts", &self.list)?);
            remove(&self.cache)?;
            index.push(self.indexer(&["index"])?);
            for repository in repositories(&self.cache) {
                remove(&repository.join("segments"))?;
                remove(&repository.join("roots"))?;
            }
            link.push(self.indexer(&["index"])?);
        }
        Ok(Cold { bare: least(&bare), facts: least(&facts), index: least(&index), link: least(&link) })
    }

    /// Bytes of facts, of segments, and of the rest.
    pub(crate) fn size(&self) -> [u64; 3] {
        let repositories = repositories(&self.cache);
        let sum = |name: &str| repositories.iter().map(|one| folder_bytes(&one.join(name))).sum();
        let (facts, segments): (u64, u64) = (sum("facts"), sum("segments"));
        [facts, segments, folder_bytes(&self.cache).saturating_sub(facts + segments)]
    }

    fn nochange(&self) -> Result<Cost, String> {
        let runs: Result<Vec<Cost>, String> =
            (0..self.setup.runs).map(|_| self.indexer(&["index"])).collect();
        Ok(least(&runs?))
    }

    fn sweep(&self) -> Result<Cost, String> {
        let [root, cache] = [&self.corpus.root, &self.cache].map(|path| path.to_string_lossy());
        let runs: Result<Vec<Cost>, String> =
            (0..self.setup.runs).map(|_| itself(&["sweep", &root, &cache])).collect();
        Ok(least(&runs?))
    }

    fn start(&self) -> Result<Spread, String> {
        let ask = |_| Ok(self.indexer(&["lookup-symbol", "main"])?.wall);
        Ok(Spread::of((0..STARTS).map(ask).collect::<Result<_, String>>()?))
    }

    /// Bare parse and facts, of the files of each language that is more than a hundredth.
    fn languages(&self) -> Result<Vec<PerLanguage>, String> {
        let mut by_language: BTreeMap<&'static str, (Vec<&str>, u64)> = BTreeMap::new();
        for path in &self.corpus.files {
            let Some(language) = indexer_parse::language_of(path, b"") else { continue };
            let (paths, bytes) = by_language.entry(language.id).or_default();
            paths.push(path);
            *bytes += fs::metadata(self.corpus.root.join(path)).map_or(0, |meta| meta.len());
        }
        let mut found = Vec::new();
        for (id, (paths, bytes)) in by_language {
            if bytes * 100 < self.corpus.bytes {
                continue;
            }
            let list = self.list.with_extension(id);
            fs::write(&list, paths.join("\n")).map_err(|e| e.to_string())?;
            let [mut bare, mut facts] = [const { Vec::new() }; 2];
            for _ in 0..self.setup.runs {
                bare.push(self.parses("bare", &list)?);
                facts.push(self.parses("facts", &list)?);
            }
            let (bare, facts) = (least(&bare), least(&facts));
            found.push(PerLanguage { id, files: paths.len(), bytes, bare, facts });
        }
        Ok(found)
    }

    fn parses(&self, how: &str, list: &Path) -> Result<Cost, String> {
        let own = std::env::current_exe().map_err(|e| e.to_string())?;
        let [own, root, list] = [&own, &self.corpus.root, list].map(|path| path.to_string_lossy());
        metered(&[&own, "parses", how, &root, &list])
    }

    /// The cost of a command of the program.
    pub(crate) fn indexer(&self, command: &[&str]) -> Result<Cost, String> {
        metered(&self.command(command).each())
    }

    /// The program, a command and where it finds the corpus and the cache.
    fn command(&self, command: &[&str]) -> Words {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut words = vec![text(&self.setup.binary)];
        words.extend(command.iter().map(|&word| word.to_owned()));
        words.extend(["--quiet", "--root"].map(str::to_owned));
        words.extend([text(&self.corpus.root), "--cache-dir".to_owned(), text(&self.cache)]);
        Words(words)
    }
}

struct Words(Vec<String>);

impl Words {
    fn each(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }
}

/// The folders `v<format>/<repository>` of a cache.
fn repositories(cache: &Path) -> Vec<PathBuf> {
    let below =
        |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    below(cache)
        .flat_map(|version| below(&version).collect::<Vec<_>>())
        .filter(|path| path.is_dir())
        .collect()
}

fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if folder.exists() => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}

fn folder_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(meta) if meta.is_dir() => folder_bytes(&entry.path()),
            Ok(meta) => meta.len(),
            Err(_) => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_spread_has_its_order() {
        let spread = Spread::of((1..=100).rev().map(Duration::from_millis).collect());
        assert_eq!(spread.median, Duration::from_millis(51));
        assert_eq!(spread.p95, Duration::from_millis(96));
        assert_eq!(spread.worst, Duration::from_millis(100));
        assert_eq!(Spread::of(vec![]).worst, Duration::ZERO);
    }
}
