//! Measures a root: a bare parse, a cold index, refreshes. `measure ROOT [--threads N]`.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "a measuring tool")]

use indexer_engine::{Options, Workspace};
use rayon::prelude::*;
use std::time::Instant;

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = text.rsplit_once(')').unwrap().1.split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (wall, before) = (Instant::now(), cpu());
    let result = work();
    println!("{what:<28} wall {:>9.2} ms  cpu {:>6.2} s", wall.elapsed().as_secs_f64() * 1e3, cpu() - before);
    result
}

fn main() {
    let root = std::env::args().nth(1).unwrap();
    let cache = tempfile::tempdir().unwrap();
    let options = || Options { cache_dir: Some(cache.path().to_owned()), ..Options::new(root.as_str()) };
    let workspace = Workspace::open(options(), |_| ()).unwrap();
    let snapshot = timed("cold index", || workspace.index(false).unwrap());
    let paths: Vec<(String, String)> =
        snapshot.view.files().map(|f| (f.path().to_owned(), f.language().to_owned())).collect();
    println!("{:?} {:?}", snapshot.view.totals(), snapshot.freshness);
    timed("bare parallel parse", || {
        let sum: usize = paths
            .par_iter()
            .filter_map(|(path, language)| {
                let bytes = std::fs::read(workspace.root().join(path)).ok()?;
                let tree = indexer_parse::parse_tree(
                    indexer_parse::by_id(language)?,
                    &String::from_utf8_lossy(&bytes),
                )?;
                Some(tree.root_node().child_count() as usize)
            })
            .sum();
        std::hint::black_box(sum)
    });
    for _ in 0..3 {
        timed("no-change refresh", || workspace.refresh().unwrap());
    }
    for _ in 0..3 {
        timed("open and refresh", || Workspace::open(options(), |_| ()).unwrap().refresh().unwrap());
    }
    std::thread::sleep(std::time::Duration::from_secs(2));
    timed("open and refresh, settled", || Workspace::open(options(), |_| ()).unwrap().refresh().unwrap());
    timed("open and refresh, settled", || Workspace::open(options(), |_| ()).unwrap().refresh().unwrap());
}
