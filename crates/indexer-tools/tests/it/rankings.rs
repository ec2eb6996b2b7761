//! Rankings over a view of several segments, files replaced and removed in them, against those of a build
//! from nothing.

use indexer_engine::Workspace;
use indexer_testkit::{mini_corpus, script};
use indexer_tools::{Context, tools};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

const QUESTIONS: &[(&str, &str)] = &[
    ("where is the area of a shape computed", "hybrid"),
    ("load the configuration from a file", "hybrid"),
    ("base class of all shapes", "lexical"),
    ("read and parse text", "semantic"),
    ("main", "hybrid"),
];

/// Everything that the answers say of their hits.
fn rankings(workspace: &Workspace) -> Vec<Value> {
    let snapshot = workspace.refresh().unwrap();
    let cancel = AtomicBool::new(false);
    let context = Context::new(&snapshot, &cancel);
    let search = tools::find("search").unwrap();
    let ask = |(query, mode): &(&str, &str)| {
        let asked = json!({"query": query, "mode": mode, "limit": 50, "format": "json"});
        let answer = search.run(&context, asked).unwrap().structured.unwrap();
        json!([answer["total"], answer["confidence"], answer["hits"]])
    };
    QUESTIONS.iter().map(ask).collect()
}

#[test]
fn rankings_are_those_of_a_build_from_nothing() {
    let (mut hits, mut segments) = (0, 0);
    for seed in 0..6 {
        let mut files = mini_corpus();
        let edited = Workspace::in_memory(files.clone());
        rankings(&edited);
        for (at, edit) in script(seed, 8).iter().enumerate() {
            for path in edit.apply(&mut files) {
                edited.edit(&path, files.get(&path).cloned());
            }
            let (now, fresh) = (rankings(&edited), rankings(&Workspace::in_memory(files.clone())));
            assert_eq!(now, fresh, "seed {seed}, edit {at}: {edit:?}");
            hits += now.iter().map(|answer| answer[0].as_u64().unwrap()).sum::<u64>();
        }
        segments += edited.refresh().unwrap().view.segments().len();
    }
    assert!(hits > 500 && segments > 12, "{hits} hits, {segments} segments");
}
