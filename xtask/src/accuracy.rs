//! `cargo xtask accuracy`: what the index says of references, symbols, calls and file dependencies
//! against what type checkers say.
//!
//! The truth stands in `benches/truth` (or in the folder that `--eval` or `INDEXER_EVAL` names);
//! `--corpora` names the folder with the checkouts that it is of. `--write` puts the outcome into
//! docs/accuracy.md, and four columns of it into README.md.

mod callgraph;
mod graph;
mod page;
mod refs;
mod symbols;
mod truth;

use crate::{Done, option, tree};
use refs::{Chosen, Figures, References};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use symbols::Symbols;
use truth::Truth;

/// A repository with truth.
#[derive(Clone, Copy)]
struct Corpus {
    /// Its folder among the checkouts.
    name: &'static str,
    language: &'static str,
    checker: &'static str,
    /// The file of its truth without the ending.
    truth: &'static str,
    /// Properties of object literals are no symbols to its checker.
    without_properties: bool,
    /// Below these the program, and the tests, fail; whoever raises what is reached raises them.
    floor: Floor,
}

/// What must be reached on a repository.
#[derive(Clone, Copy)]
struct Floor {
    /// Precision and recall of what is resolved.
    resolved: (f64, f64),
    /// Recall with what is possible.
    with_possible: f64,
    /// F1 of call edges.
    calls: f64,
    /// Precision of what is possible, where anything is judged.
    possible: f64,
}

const CORPORA: &[Corpus] = &[
    corpus("requests", "Python", "pyright", "requests.pyright", floor(0.99, 0.95, 0.96, 0.98)),
    Corpus {
        without_properties: true,
        ..corpus(
            "axios",
            "JavaScript and TypeScript",
            "scip-typescript",
            "axios.scip",
            floor(0.99, 0.99, 0.99, 0.94),
        )
    },
    corpus("ripgrep", "Rust", "rust-analyzer", "ripgrep.scip", floor(0.999, 0.99, 0.995, 0.985)),
    corpus("gin", "Go", "go/types", "gin.gotypes", floor(0.998, 0.995, 0.995, 0.99)),
    corpus("jq", "C", "clang", "jq.clang", floor(0.995, 0.97, 0.98, 0.965)),
    corpus("leveldb", "C++", "clang", "leveldb.clang", floor(0.995, 0.985, 0.99, 0.975)),
    corpus("gson", "Java", "javac", "gson.javac", floor(0.999, 0.995, 0.995, 0.99)),
    corpus("okio", "Kotlin", "kotlinc", "okio.kotlinc", floor(0.99, 0.96, 0.97, 0.97)),
    corpus("upickle", "Scala", "scalac", "upickle.scalac", floor(0.99, 0.96, 0.98, 0.95)),
    corpus(
        "swift-argument-parser",
        "Swift",
        "swiftc",
        "swift-argument-parser.swiftc",
        floor(0.995, 0.95, 0.965, 0.9),
    ),
    corpus("monolog", "PHP", PSALM, "monolog.psalm", floor(0.995, 0.98, 0.99, 0.95)),
    corpus("openzeppelin", "Solidity", "solc", "openzeppelin.solc", floor(0.998, 0.995, 0.995, 0.97)),
    // Parameters have no types, so that calls of what they are given are found by their names at best.
    corpus("rack", "Ruby", TRACED, "rack.trace", floor(0.99, 0.8, 0.88, 0.8)),
    Corpus {
        // Of two functions of which a condition chooses, only the one that ran counts as right.
        floor: Floor { possible: 0.7, ..floor(0.99, 0.88, 0.9, 0.9) },
        ..corpus("Penlight", "Lua", TRACED, "penlight.trace", floor(0.99, 0.88, 0.9, 0.9))
    },
];

/// The checker of PHP.
const PSALM: &str = "Psalm";
/// What says where calls lead in languages without a checker.
const TRACED: &str = "its own test run";

const fn corpus(
    name: &'static str,
    language: &'static str,
    checker: &'static str,
    truth: &'static str,
    floor: Floor,
) -> Corpus {
    Corpus { name, language, checker, truth, without_properties: false, floor }
}

/// Of fewer possible references the part that is right says nothing.
const LEAST_JUDGED: usize = 8;

/// Of possible references so many are right in every language.
const LEAST_POSSIBLE: f64 = 0.85;

const fn floor(precision: f64, recall: f64, with_possible: f64, calls: f64) -> Floor {
    Floor { resolved: (precision, recall), with_possible, calls, possible: LEAST_POSSIBLE }
}

/// Counts behind a precision and a recall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ratio {
    /// Given and right.
    right: usize,
    /// Given and wrong.
    wrong: usize,
    /// Of what there is, found.
    found: usize,
    /// What there is.
    there: usize,
}

impl Ratio {
    fn with(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            found: self.found + other.found,
            there: self.there + other.there,
        }
    }

    fn precision(self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    fn recall(self) -> f64 {
        share(self.found, self.there)
    }

    fn f1(self) -> f64 {
        let (p, r) = (self.precision(), self.recall());
        if p + r == 0.0 { 0.0 } else { 2.0 * p * r / (p + r) }
    }
}

/// 0 of nothing.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// What came out for one repository.
struct Outcome {
    corpus: Corpus,
    resolved: References,
    /// Resolved and possible together.
    possible: References,
    /// Possible alone.
    guessed: References,
    symbols: Symbols,
    calls: Ratio,
    unjudged_calls: usize,
    files: Ratio,
}

impl Outcome {
    /// The part of the definitions that are symbols, of those that are not made by macros.
    fn found(&self) -> f64 {
        let written = self.symbols.iter().filter(|(kind, _)| *kind != "macro-made");
        let (found, all) = written.fold((0, 0), |sum, (_, one)| (sum.0 + one.0, sum.1 + one.1));
        share(found, all)
    }

    /// What is below the floor.
    fn faults(&self) -> Vec<String> {
        let Floor { resolved, with_possible, calls, possible } = self.corpus.floor;
        let is_judged = self.guessed.all.right + self.guessed.all.wrong >= LEAST_JUDGED;
        let reached = [
            (
                "precision of possible ones",
                if is_judged { self.guessed.all.precision() } else { 1.0 },
                possible,
            ),
            ("precision", self.resolved.all.precision(), resolved.0),
            ("recall", self.resolved.all.recall(), resolved.1),
            ("recall with possible ones", self.possible.all.recall(), with_possible),
            ("F1 of calls", self.calls.f1(), calls),
        ];
        let below = reached.into_iter().filter(|(_, reached, floor)| reached < floor);
        below
            .map(|(of, reached, floor)| format!("{}: {of} {reached:.4} < {floor}", self.corpus.name))
            .collect()
    }
}

/// Exports, scores, prints.
pub(crate) fn run(arguments: &[String]) -> Done {
    let from_environment = std::env::var("INDEXER_EVAL").ok();
    let named = option(arguments, "--eval").map(str::to_owned).or(from_environment);
    let eval = named.map_or_else(|| tree::root().join("benches").join("truth"), PathBuf::from);
    let corpora =
        PathBuf::from(option(arguments, "--corpora").ok_or("name the checkouts' folder by --corpora")?);
    let out = tree::target_folder().join("accuracy");
    std::fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let binary = match option(arguments, "--binary") {
        Some(binary) => PathBuf::from(binary),
        None => tree::build_with_all_languages("release")?.join("indexer"),
    };
    let exporter = Exporter { binary, cache: out.join("cache") };
    let mut outcomes = Vec::new();
    for corpus in CORPORA {
        let root = corpora.join(corpus.name);
        if root.is_dir() {
            let outcome = exporter.corpus(*corpus, &eval, &root)?;
            outcome.print();
            outcomes.push(outcome);
        } else {
            println!("## {}\n\nnot there\n", corpus.name);
        }
    }
    let call_graph = exporter.call_graph(&eval.join("callgraph").join("pycg"))?;
    if arguments.iter().any(|one| one == "--write") {
        if outcomes.len() < CORPORA.len() {
            return Err("--write wants all corpora; some are not there".into());
        }
        write("docs/accuracy.md", &page::table(&outcomes, Some(call_graph)))?;
        write("README.md", &page::summary(&outcomes))?;
    }
    let faults: Vec<String> = outcomes.iter().flat_map(Outcome::faults).collect();
    if faults.is_empty() { Ok(()) } else { Err(format!("below the floor: {}", faults.join("; "))) }
}

/// Puts a table between the marks of the page at `path`, which is relative to the root.
fn write(path: &str, table: &str) -> Done {
    let file = tree::root().join(path);
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{path}: {e}"))?;
    let text = page::replaced(&text, table).map_err(|e| format!("{path}: {e}"))?;
    std::fs::write(&file, text).map_err(|e| format!("{path}: {e}"))
}

impl Outcome {
    fn print(&self) {
        println!("## {}\n", self.corpus.name);
        let all = [
            ("resolved", &self.resolved),
            ("with possible", &self.possible),
            ("possible alone", &self.guessed),
        ];
        for (label, one) in all {
            let (wrong, all) = one.phantoms;
            println!("{label}: unjudged {}, phantoms {wrong} of {all} external tokens", one.unjudged);
            println!("  {:14} {:>7} {:>7} {:>7}  P     R     F1", "kind", "truth", "right", "wrong");
            print_ratio("ALL", one.all);
            one.kinds.iter().for_each(|(kind, ratio)| print_ratio(kind, *ratio));
        }
        println!("possible alone, left out:");
        for (reason, count) in &self.guessed.left_out {
            println!("  {count:>7} {reason}");
        }
        println!("possible alone by rule:");
        for (rule, (right, wrong)) in &self.guessed.rules {
            println!("  {rule:14} {right:>7} right {wrong:>7} wrong  {:.3}", share(*right, right + wrong));
        }
        println!("symbols: {:.4} of what no macro makes", self.found());
        for (kind, (found, all)) in &self.symbols {
            println!("  {kind:14} {found:>7} of {all:>7}");
        }
        println!("call edges: unjudged {}", self.unjudged_calls);
        print_ratio("calls", self.calls);
        print_ratio("files", self.files);
        println!();
    }
}

fn print_ratio(label: &str, ratio: Ratio) {
    let Ratio { right, wrong, there, .. } = ratio;
    let (p, r, f) = (ratio.precision(), ratio.recall(), ratio.f1());
    println!("  {label:14} {there:>7} {right:>7} {wrong:>7}  {p:.3} {r:.3} {f:.3}");
}

/// The name by which a package of the checkout's root is imported.
fn package_name(root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(root.join("package.json")).ok()?;
    let manifest: Value = serde_json::from_str(&text).ok()?;
    manifest["name"].as_str().map(str::to_owned)
}

/// The JSON objects of lines.
fn rows(lines: &[u8]) -> Result<Vec<Value>, String> {
    serde_json::Deserializer::from_slice(lines)
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|e| e.to_string())
}

struct Exporter {
    binary: PathBuf,
    cache: PathBuf,
}

impl Exporter {
    fn corpus(&self, corpus: Corpus, eval: &Path, root: &Path) -> Result<Outcome, String> {
        let mut truth = Truth::read(&eval.join("refs").join(format!("{}.jsonl.gz", corpus.truth)))?;
        truth.note_unfound(root, package_name(root).as_deref());
        let refs = self.export("refs", root)?;
        let without_properties = corpus.without_properties;
        let names_alone = matches!(corpus.checker, TRACED | PSALM);
        let chosen = |figures| Chosen { figures, without_properties, names_alone };
        let score = |figures| refs::score(&truth, &refs, &chosen(figures));
        let (calls, unjudged_calls) = graph::calls(&truth, &self.export("calls", root)?);
        Ok(Outcome {
            corpus,
            resolved: score(Figures::Resolved),
            possible: score(Figures::WithPossible),
            guessed: score(Figures::PossibleAlone),
            symbols: symbols::score(&truth, &self.export("symbols", root)?),
            calls,
            unjudged_calls,
            files: graph::files(&truth, &self.export("deps", root)?),
        })
    }

    /// Every case of the call graph micro-benchmark is a root of its own.
    fn call_graph(&self, folder: &Path) -> Result<Ratio, String> {
        println!("## PyCG\n");
        let mut categories: std::collections::BTreeMap<String, Ratio> = Default::default();
        for case in callgraph::cases(folder)? {
            let ratio = case.score(&self.export("calls", &case.folder)?);
            let category = case.name.split('/').next().unwrap_or_default().to_owned();
            let sum = categories.entry(category).or_default();
            *sum = sum.with(ratio);
        }
        let all = categories.values().fold(Ratio::default(), |sum, one| sum.with(*one));
        print_ratio("ALL", all);
        categories.iter().for_each(|(category, ratio)| print_ratio(category, *ratio));
        Ok(all)
    }

    fn export(&self, kind: &str, root: &Path) -> Result<Vec<Value>, String> {
        let done = Command::new(&self.binary)
            .args(["export", kind, "--quiet", "--root"])
            .arg(root)
            .arg("--cache-dir")
            .arg(&self.cache)
            .output()
            .map_err(|e| format!("{}: {e}", self.binary.display()))?;
        if done.status.success() {
            rows(&done.stdout)
        } else {
            Err(format!("export {kind} of {}: {}", root.display(), String::from_utf8_lossy(&done.stderr)))
        }
    }
}
