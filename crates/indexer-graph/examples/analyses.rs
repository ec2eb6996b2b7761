//! Whole graphs as typed values: what uses what in a few texts, its cycles, what is central, and
//! petgraph's own algorithms over the same edges.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_core::{FileFacts, FileId, Target};
use indexer_graph::{CodeGraph, Network, cycles, rank};
use indexer_link::{LinkDatabase, MemoryDatabase};
use indexer_parse::{Limits, by_id, language_of, parse};
use petgraph::algo::dominators::simple_fast;
use std::sync::atomic::AtomicBool;

const FILES: [(&str, &str); 4] = [
    ("main.py", "import orders\norders.place()\n"),
    ("orders.py", "import prices\ndef place(): prices.total()\ndef tax(): ...\n"),
    ("prices.py", "import orders, money\ndef total(): return money.round_up(orders.tax())\n"),
    ("money.py", "def round_up(amount): ...\n"),
];

fn facts((path, text): (&str, &str)) -> Option<(String, FileFacts)> {
    let language = language_of(path, text.as_bytes())?;
    Some((path.to_owned(), parse(language, text.as_bytes(), Limits::default())))
}

/// Prints the cycle of imports, the most central file, and the file that every path to another goes through.
pub(crate) fn main() -> Result<(), &'static str> {
    let files = FILES.into_iter().filter_map(facts);
    let database = MemoryDatabase::new(|id| by_id(id).map(|language| language.rules), files);
    let node = |path: &str| database.find(path).map(|file| file.0).ok_or("no such file");

    // Nodes are numbers, here those of files: an edge for each module that a file names.
    let count = u32::try_from(database.len()).map_err(|_| "too many files")?;
    let edges = (0..count).flat_map(|file| {
        let linked = database.linker().link(FileId(file));
        let named = linked.edges.into_iter().flat_map(|edge| edge.targets);
        let named = named.filter_map(|target| match target {
            Target::Module(path) => database.find(&path),
            Target::Symbol(_) | Target::External(_) => None,
        });
        named.map(|to| (file, to.0, 1.0)).collect::<Vec<_>>()
    });
    let edges: Vec<(u32, u32, f32)> = edges.collect();
    let uses = Network::new(count, edges.clone());
    let path = |node: u32| database.path(FileId(node)).to_owned();

    let pairs: Vec<(u32, u32)> = edges.into_iter().map(|(from, to, _)| (from, to)).collect();
    let found: Vec<Vec<String>> =
        cycles(count, &pairs).into_iter().map(|cycle| cycle.into_iter().map(path).collect()).collect();
    println!("cycles: {found:?}");
    assert_eq!(found, [["orders.py", "prices.py"]]);

    // PageRank: where somebody who follows uses at random ends up, beginning anywhere.
    let scores = rank(&uses, &vec![1.0; count as usize], 0.85, &AtomicBool::new(false));
    let central = (0..count).max_by(|a, b| scores[*a as usize].total_cmp(&scores[*b as usize])).map(path);
    println!("most central: {central:?}");

    let used_by = uses.reversed();
    let dominators = simple_fast(CodeGraph::new(&uses, &used_by), node("main.py")?);
    let before = dominators.immediate_dominator(node("money.py")?).map(path);
    println!("every path from main.py to money.py leads through {before:?}");
    assert_eq!(before.as_deref(), Some("prices.py"));
    Ok(())
}
