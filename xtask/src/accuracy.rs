//! `cargo xtask accuracy`: exported edges against what a type checker says.
//!
//! The truth and the scoring scripts live outside this repository, in the folder that `--eval` or
//! `INDEXER_EVAL` names; `--corpora` names the folder with the checkouts that the truth is of.

use crate::{Done, option};
use serde_json::Value;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A corpus, the file of its truth without the ending, and what else its references are scored by.
const CORPORA: &[(&str, &str, &[&str])] = &[
    ("requests", "requests.pyright", &[]),
    ("axios", "axios.scip", &["--exclude-props"]),
    ("ripgrep", "ripgrep.scip", &[]),
    ("gin", "gin.gotypes", &[]),
];

/// Exports, scores, prints.
pub(crate) fn run(arguments: &[String]) -> Done {
    let from_environment = std::env::var("INDEXER_EVAL").ok();
    let eval = option(arguments, "--eval").map(str::to_owned).or(from_environment);
    let eval = PathBuf::from(eval.ok_or("name the evaluation's folder by --eval or INDEXER_EVAL")?);
    let corpora =
        PathBuf::from(option(arguments, "--corpora").ok_or("name the checkouts' folder by --corpora")?);
    let out = crate::tree::target_folder().join("accuracy");
    std::fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let binary = match option(arguments, "--binary") {
        Some(binary) => PathBuf::from(binary),
        None => crate::tree::build("release", &["indexer-cli"])?.join("indexer"),
    };
    let scorer = Scorer { binary, cache: out.join("cache"), eval, out };
    for (name, truth, scoring) in CORPORA {
        let root = corpora.join(name);
        if root.is_dir() {
            scorer.corpus(name, truth, scoring, &root)?;
        } else {
            println!("## {name}\n\nnot there\n");
        }
    }
    scorer.call_graph()
}

struct Scorer {
    binary: PathBuf,
    eval: PathBuf,
    out: PathBuf,
    cache: PathBuf,
}

impl Scorer {
    fn corpus(&self, name: &str, truth: &str, scoring: &[&str], root: &Path) -> Done {
        let truth = self.eval.join("refs").join(format!("{truth}.jsonl.gz"));
        let truth = truth.to_string_lossy();
        let exported = |kind: &str| -> Result<String, String> {
            let file = self.out.join(format!("{name}.{kind}.jsonl"));
            std::fs::write(&file, self.export(kind, root)?).map_err(|e| e.to_string())?;
            Ok(file.to_string_lossy().into_owned())
        };
        println!("## {name}\n");
        let refs = exported("refs")?;
        self.score(
            "refs/score_refs.py",
            &[&[&*truth, refs.as_str(), "--resolution", "resolved", "--label", "resolved"], scoring].concat(),
        )?;
        self.score(
            "refs/score_refs.py",
            &[&[&*truth, refs.as_str(), "--not-rule", "override", "--label", "with-possible"], scoring]
                .concat(),
        )?;
        self.score("refs/score_symbols.py", &[&truth, &exported("symbols")?, "--label", "symbols"])?;
        let calls = exported("calls")?;
        self.score("refs/score_graph.py", &["score", &truth, &calls, "--resolution=resolved"])?;
        self.score("refs/score_graph.py", &["score", &truth, &exported("deps")?, "--deps"])?;
        println!();
        Ok(())
    }

    /// Every case of the call graph micro-benchmark is a root of its own.
    fn call_graph(&self) -> Done {
        let cases = self.eval.join("callgraph").join("pycg");
        let file = self.out.join("pycg.jsonl");
        let mut edges = BufWriter::new(File::create(&file).map_err(|e| e.to_string())?);
        let mut folders = Vec::new();
        find_cases(&cases, &mut folders);
        folders.sort();
        for folder in folders {
            let case = folder.strip_prefix(&cases).unwrap_or(&folder).to_string_lossy().into_owned();
            for line in String::from_utf8_lossy(&self.export("calls", &folder)?).lines() {
                let edge: Value = serde_json::from_str(line).map_err(|e| format!("{case}: {e}"))?;
                let (caller, callee) = (&edge["caller_qualified"], &edge["callee_qualified"]);
                let row = serde_json::json!({"case": case, "caller": caller, "callee": callee});
                writeln!(edges, "{row}").map_err(|e| e.to_string())?;
            }
        }
        edges.flush().map_err(|e| e.to_string())?;
        println!("## PyCG\n");
        let (cases, file) = (cases.to_string_lossy(), file.to_string_lossy());
        self.score("callgraph/score_callgraph.py", &[&cases, &file, "--by-category"])
    }

    fn export(&self, kind: &str, root: &Path) -> Result<Vec<u8>, String> {
        let done = Command::new(&self.binary)
            .args(["export", kind, "--quiet", "--root"])
            .arg(root)
            .arg("--cache-dir")
            .arg(&self.cache)
            .output()
            .map_err(|e| format!("{}: {e}", self.binary.display()))?;
        if done.status.success() {
            Ok(done.stdout)
        } else {
            Err(format!("export {kind} of {}: {}", root.display(), String::from_utf8_lossy(&done.stderr)))
        }
    }

    fn score(&self, script: &str, arguments: &[&str]) -> Done {
        let script = self.eval.join(script);
        let done = Command::new("python3").arg(&script).args(arguments).stdin(Stdio::null()).status();
        match done.map_err(|e| format!("python3 cannot be run: {e}"))? {
            status if status.success() => Ok(()),
            status => Err(format!("{}: {status}", script.display())),
        }
    }
}

/// Folders that hold a `callgraph.json`.
fn find_cases(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("callgraph.json").is_file() {
        found.push(folder.to_owned());
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).for_each(|path| find_cases(&path, found));
}
