//! PyCG's micro-benchmark: small programs, each with the call graph that it has.
//!
//! Only edges between functions, methods and modules of the program itself are scored; lambdas are
//! not, nor what is builtin or external.

use super::Ratio;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Caller and callee, as dotted names that begin with the module.
pub(super) type Edge = (String, String);

/// One program.
pub(super) struct Case {
    /// `category/name`.
    pub(super) name: String,
    pub(super) folder: PathBuf,
    modules: BTreeSet<String>,
    wanted: BTreeSet<Edge>,
}

/// The programs below a folder, by name.
pub(super) fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(one) = open.pop() {
        let entries = fs::read_dir(&one).map_err(|error| format!("{}: {error}", one.display()))?;
        open.extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()));
        let graph = one.join("callgraph.json");
        if graph.is_file() {
            found.push(case(folder, one, &graph)?);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn case(all: &Path, folder: PathBuf, graph: &Path) -> Result<Case, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", graph.display());
    let text = fs::read_to_string(graph).map_err(|error| wrong(&error))?;
    let callees: BTreeMap<String, Vec<String>> =
        serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    let name = dotted(folder.strip_prefix(all).unwrap_or(&folder)).replace('.', "/");
    let mut made = Case { name, modules: modules(&folder), folder, wanted: BTreeSet::new() };
    let edges = callees.into_iter().flat_map(|(caller, callees)| {
        callees.into_iter().map(move |callee| (caller.clone(), callee)).collect::<Vec<_>>()
    });
    made.wanted = edges.filter(|edge| made.is_inside(edge)).collect();
    Ok(made)
}

/// What the files of a program are called as modules.
fn modules(folder: &Path) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(one) = open.pop() {
        for path in fs::read_dir(&one).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "py") {
                let name = dotted(path.with_extension("").strip_prefix(folder).unwrap_or(&path));
                found.insert(name.strip_suffix(".__init__").unwrap_or(&name).to_owned());
            }
        }
    }
    found
}

fn dotted(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join(".")
}

impl Case {
    fn is_inside(&self, (caller, callee): &Edge) -> bool {
        let of = |name: &String| {
            let below = |module: &String| name.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'));
            !name.contains('<') && self.modules.iter().any(|module| name == module || below(module))
        };
        of(caller) && of(callee)
    }

    /// Scores the lines of `indexer export calls`.
    pub(super) fn score(&self, lines: &[Value]) -> Ratio {
        let name = |row: &Value, key: &str| super::truth::text(row, key);
        let edges = lines.iter().map(|row| (name(row, "caller_qualified"), name(row, "callee_qualified")));
        let given: BTreeSet<Edge> = edges.filter(|edge| self.is_inside(edge)).collect();
        let right = given.intersection(&self.wanted).count();
        Ratio { right, wrong: given.len() - right, found: right, there: self.wanted.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_engine::Workspace;
    use indexer_tools::Context;
    use indexer_tools::export::{Kind, export};
    use std::sync::atomic::AtomicBool;

    /// F1 below which the tests fail; whoever raises what is reached raises this.
    const FLOOR: f64 = 0.95;

    #[test]
    fn the_call_graph_benchmark_stays_above_its_floor() {
        let cases = cases(&crate::tree::root().join("benches/truth/callgraph/pycg")).unwrap();
        assert_eq!(cases.len(), 119);
        let mut all = Ratio::default();
        for case in &cases {
            let mut files = Vec::new();
            collect(&case.folder, &case.folder, &mut files);
            let snapshot = Workspace::in_memory(files).refresh().unwrap();
            let (mut lines, never) = (Vec::new(), AtomicBool::new(false));
            export(&Context::new(&snapshot, &never), Kind::Calls, &mut lines).unwrap();
            let lines = super::super::rows(&lines).unwrap();
            all = all.with(case.score(&lines));
        }
        println!("{all:?} precision={:.3} recall={:.3} F1={:.3}", all.precision(), all.recall(), all.f1());
        assert!(all.f1() >= FLOOR, "{all:?} F1={:.3}", all.f1());
    }

    fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, Vec<u8>)>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                collect(root, &path, files);
            } else if path.extension().is_some_and(|extension| extension == "py") {
                let relative = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                files.push((relative, fs::read(&path).unwrap()));
            }
        }
    }
}
