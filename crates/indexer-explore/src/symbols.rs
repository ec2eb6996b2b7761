//! Which symbols a page knows, and in which order they matter.

use indexer_store::Symbol;
use indexer_tools::analysis::graph;
use indexer_tools::outline::outline;
use indexer_tools::{Context, Problem};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The symbols of a page.
pub(crate) struct Listed<'v> {
    /// As [`outline`] has them, files in the order of their paths.
    pub(crate) symbols: Vec<Symbol<'v>>,
    /// Their numbers, those first that most is built on: by `rank_symbols`' rank, tests last.
    pub(crate) order: Vec<u32>,
    /// How many other symbols and files are proved to use each, as `rank_symbols` says; `None` where it does not.
    dependents: Vec<Option<u32>>,
    /// How many there are in the index.
    total: usize,
}

/// The symbols of the view, `most` of them. O(references).
pub(crate) fn listed<'v>(context: &Context<'v>, most: usize) -> Result<Listed<'v>, Problem> {
    let view = context.view();
    let graph = graph(context)?;
    let mut all: Vec<Symbol<'v>> = Vec::new();
    for file in view.files() {
        context.still_wanted()?;
        all.extend(outline(file).into_iter().map(|(symbol, _)| symbol));
    }
    let total = all.len();
    // What is no node of its own, as a field, comes after what is.
    let standing = |symbol: &Symbol<'v>| match graph.node(symbol.handle()) {
        Some(node) if graph.symbols[node as usize] == symbol.handle() => {
            (graph.is_test(node), Reverse(graph.rank[node as usize].to_bits()))
        }
        _ => (true, Reverse(0)),
    };
    let order = |symbols: &[Symbol<'v>]| {
        let mut order: Vec<u32> = (0..symbols.len() as u32).collect();
        order.sort_by_cached_key(|number| standing(&symbols[*number as usize]));
        order
    };
    if total > most {
        let mut kept = order(&all);
        kept.truncate(most);
        kept.sort_unstable();
        all = kept.into_iter().map(|number| all[number as usize]).collect();
    }
    let dependents = all.iter().map(|symbol| {
        let node = graph.node(symbol.handle())? as usize;
        (graph.symbols[node] == symbol.handle()).then(|| graph.dependents[node])
    });
    Ok(Listed { order: order(&all), dependents: dependents.collect(), symbols: all, total })
}

impl Listed<'_> {
    /// Columns: files and kinds by number, what stands behind `#` in the key of each symbol.
    pub(crate) fn written(&self) -> Value {
        let (mut paths, mut kinds) = (Vec::new(), BTreeMap::new());
        let (mut file, mut chain, mut name, mut kind) = (vec![], vec![], vec![], vec![]);
        let (mut line, mut end, mut cyclomatic) = (vec![], vec![], vec![]);
        for symbol in &self.symbols {
            let path = symbol.file().path();
            if paths.last() != Some(&path) {
                paths.push(path);
            }
            let printed = symbol.printed();
            let own = printed.strip_prefix(path).and_then(|rest| rest.strip_prefix('#'));
            let own = own.unwrap_or(&printed).to_owned();
            // Most names end their chain.
            let is_last = own.rsplit('.').next() == Some(symbol.name());
            name.push(if is_last { json!(0) } else { json!(symbol.name()) });
            chain.push(own);
            file.push(paths.len() - 1);
            let next = kinds.len();
            kind.push(*kinds.entry(symbol.kind().as_str()).or_insert(next));
            line.push(symbol.at().line);
            end.push(symbol.end_line());
            cyclomatic.push(symbol.metrics().map(|metrics| metrics.cyclomatic));
        }
        let mut words = vec![""; kinds.len()];
        kinds.iter().for_each(|(word, number)| words[*number] = word);
        json!({
            "total": self.total,
            "paths": paths, "kinds": words,
            "file": file, "chain": chain, "name": name, "kind": kind, "line": line, "end": end,
            "cyclomatic": cyclomatic, "dependents": self.dependents,
        })
    }
}
