//! Edges do not depend on the order in which files are linked or on how many threads link.

use crate::equality::{difference, workspace};
use indexer_core::FileId;
use indexer_engine::facts::cache::FactsCache;
use indexer_engine::link::database::Database;
use indexer_engine::link::fresh_files::{FreshCode, FreshFiles};
use indexer_engine::source::memory::MemorySource;
use indexer_engine::types::file::{FileState, FileStatus};
use indexer_engine::types::source::Source;
use indexer_engine::{Options, Workspace};
use indexer_link::{LinkDatabase, Linker};
use indexer_store::Spill;
use indexer_testkit::{Files, Random, Scratch, files, mini_corpus};
use std::collections::BTreeMap;
use std::sync::Arc;

#[test]
fn threads_do_not_matter() {
    let files = mini_corpus();
    let one = workspace(&files).with_threads(1).refresh().unwrap().view.dump();
    for _ in 0..8 {
        let two = workspace(&files).with_threads(2).refresh().unwrap().view.dump();
        assert!(one == two, "{}", difference(&two, &one));
    }
}

#[test]
fn order_does_not_matter() {
    for files in [
        mini_corpus(),
        files(include_str!("../fixtures/languages.md")),
        files(include_str!("../fixtures/circles.md")),
    ] {
        links_alike_in_any_order(files);
    }
}

fn links_alike_in_any_order(files: BTreeMap<String, Vec<u8>>) {
    let source = MemorySource::new(files);
    let facts_cache = FactsCache::new(None, Default::default(), None);
    let mut known = Vec::new();
    let mut fresh = FreshFiles::default();
    let mut manifests = BTreeMap::new();
    for file in source.list(None).unwrap().files {
        let bytes = source.read(&file.path, None).unwrap();
        let content = file.content.unwrap();
        if indexer_parse::is_code_too(&file.path) {
            let declared = indexer_parse::read_manifest(&file.path, &bytes);
            manifests.insert(file.path.clone(), Arc::new(declared));
        }
        let status = match indexer_parse::language_of(&file.path, &bytes) {
            Some(language) => {
                let read = facts_cache.read(content, &bytes, language).unwrap();
                fresh.code.insert(file.path.clone(), FreshCode::new(read, &Spill::default()));
                FileStatus::Code(language.id.to_owned())
            }
            None => {
                manifests
                    .insert(file.path.clone(), Arc::new(indexer_parse::read_manifest(&file.path, &bytes)));
                FileStatus::Manifest
            }
        };
        known.push(FileState { path: file.path, stamp: file.stamp, settled: true, content, status });
    }
    let database = Database::new(&source, &facts_cache, &known, &manifests, &mut fresh, None);
    let rules = |id: &str| indexer_parse::by_id(id).map(|language| language.rules);
    let mut random = Random(1);
    let mut first = None;
    for _ in 0..8 {
        let mut order: Vec<u32> = (0..database.own() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.number() as usize % (i + 1));
        }
        let linker = Linker::new(&database, rules);
        let mut linked: Vec<_> = order.iter().map(|id| (*id, linker.link(FileId(*id)))).collect();
        linked.sort_by_key(|(id, _)| *id);
        let first = first.get_or_insert_with(|| linked.clone());
        for (one, two) in first.iter().zip(&linked) {
            assert_eq!(one, two, "{}", database.path(FileId(one.0)));
        }
    }
}

/// A limit that is always spent ends a run of the linker after each batch of files: the next begins with nothing.
#[test]
fn several_runs_of_the_linker_give_one_view() {
    let mut all = Files::new();
    for copy in 0..8 {
        let circles = files(include_str!("../fixtures/circles.md"));
        for (path, bytes) in mini_corpus().into_iter().chain(circles) {
            all.insert(format!("copy{copy}/{path}"), bytes);
        }
    }
    assert!(all.len() > 200, "there are several batches: {}", all.len());
    let built = |memory_limit_mb| {
        let scratch = Scratch::new(&all).unwrap();
        let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
        let workspace = Workspace::open(Options { memory_limit_mb, ..options }, |_| ()).unwrap();
        let view = workspace.refresh().unwrap().view.clone();
        assert!(view.totals().by_resolution[0] > 240, "{:?}", view.totals());
        view.segments()[0].segment.bytes().to_vec()
    };
    assert!(built(Some(1)) == built(None));
}
