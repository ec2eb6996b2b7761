//! What is worked out of the whole graph, over a view of several segments, files replaced and removed in
//! them, against a build from nothing: the same bytes.

use indexer_engine::Workspace;
use indexer_testkit::{Files, mini_corpus, script};
use indexer_tools::{Context, tools};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// Small budgets cut within what there is, so a byte more or less shows.
fn questions() -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("rank_symbols", json!({})),
        ("rank_symbols", json!({"by": "betweenness", "budget": 300})),
        ("rank_symbols", json!({"by": "dependents"})),
        ("get_subsystems", json!({})),
        ("get_hotspots", json!({})),
        ("get_smells", json!({})),
    ];
    for budget in [150, 170, 190, 230, 300, 1_000, 20_000] {
        all.push(("repo_map", json!({"budget": budget})));
        all.push(("repo_map", json!({"budget": budget, "format": "json"})));
    }
    all.push(("repo_map", json!({"budget": 300, "focus": ["engine"]})));
    all
}

/// The answers, of JSON without what says when and how often it was built.
fn answers(workspace: &Workspace) -> Vec<String> {
    let snapshot = workspace.refresh().unwrap();
    let cancel = AtomicBool::new(false);
    let context = Context::new(&snapshot, &cancel);
    let ask = |(tool, asked): (&str, Value)| {
        let output = tools::find(tool)
            .unwrap()
            .run(&context, asked.clone())
            .unwrap_or_else(|p| panic!("{tool} {asked}: {p:?}"));
        let text = output.structured.map_or(output.body, |mut answer| {
            answer["index"] = Value::Null;
            answer.to_string()
        });
        format!("{tool} {asked}\n{text}")
    };
    questions().into_iter().map(ask).collect()
}

fn compare(files: &Files, seed: u64, edits: usize) -> usize {
    let mut files = files.clone();
    let edited = Workspace::in_memory(files.clone());
    answers(&edited);
    for (at, edit) in script(seed, edits).iter().enumerate() {
        for path in edit.apply(&mut files) {
            edited.edit(&path, files.get(&path).cloned());
        }
        let (now, fresh) = (answers(&edited), answers(&Workspace::in_memory(files.clone())));
        for (now, fresh) in now.iter().zip(&fresh) {
            assert!(
                now == fresh,
                "seed {seed}, edit {at}: {edit:?}\n{now}\nbut a build from nothing:\n{fresh}"
            );
        }
    }
    edited.refresh().unwrap().view.segments().len()
}

#[test]
fn maps_and_ranks_are_those_of_a_build_from_nothing() {
    // Copies, so that much is equally important; more edits than a generation of one digit has.
    let mut files = mini_corpus();
    for (path, bytes) in mini_corpus() {
        files.insert(format!("copy/{path}"), bytes);
    }
    let segments: usize = (0..3).map(|seed| compare(&files, seed, 18)).sum();
    assert!(segments > 9, "{segments} segments");
}
