//! Facts of notebooks.

use crate::shown::facts_of;
use indexer_core::FileFacts;

fn notebook(source: &str) -> String {
    format!("{{\"cells\": [{{\"cell_type\": \"code\", \"source\": {source}}}]}}")
}

fn names(facts: &FileFacts) -> Vec<&str> {
    facts.definitions.iter().map(|one| facts.name(one.name)).collect()
}

#[test]
fn places_are_those_of_the_file() {
    let text = notebook("[\"a = \\\"x\\u00e9\\\"; b = a\\n\", \"def f():\\n\", \"    return b\"]");
    let facts = facts_of("jupyter", &text);
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);
    assert_eq!(names(&facts), ["a", "b", "f"]);
    for definition in &facts.definitions {
        let span = definition.name_span;
        assert_eq!(&text[span.start as usize..span.end as usize], facts.name(definition.name));
    }
    let used: Vec<&str> =
        facts.references.iter().map(|one| &text[one.span.start as usize..one.span.end as usize]).collect();
    assert_eq!(used, ["a", "b"]);
    assert!(facts.definitions.iter().all(|one| one.span.end as usize <= text.len()));
}

#[test]
fn what_is_no_python_is_not_read() {
    let facts = facts_of("jupyter", &notebook("[\"%%bash\\n\", \"x = 1\\n\"]"));
    assert!(names(&facts).is_empty());
    let facts = facts_of("jupyter", &notebook("[\"!ls\\n\", \"é?\\n\", \"%%time\\n\", \"x = 1\\n\"]"));
    assert_eq!(names(&facts), ["x"]);
    let text = "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"x <- 1\"}], \
                \"metadata\": {\"kernelspec\": {\"language\": \"R\"}}}";
    let facts = facts_of("jupyter", text);
    assert!(facts.problems[0].detail.contains("a notebook in R"), "{:?}", facts.problems);
    assert!(facts.references.is_empty());
}

#[test]
fn hostile_notebooks_are_read_as_far_as_they_go() {
    let sources = [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{{\"cells\": [{{\"source\": {}", "[".repeat(100_000)),
        format!("{{\"metadata\": {}", "{\"kernelspec\": ".repeat(50_000)),
        notebook(&"\"a\\".repeat(10_000)),
        notebook("\"\\ud83d\\ude00 \\u12\\q\\\""),
        notebook("\"\\u1\u{e9}\u{e9}\""),
        notebook("\"é\\é\""),
    ];
    for source in &sources {
        let facts = facts_of("jupyter", source);
        assert!(facts.tally.balances(), "{source:.40}");
    }
}

#[test]
fn outputs_are_not_searched() {
    let text =
        "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"shown = 1\", \"outputs\": [\"hidden\"]}]}";
    let language = indexer_parse::by_id("jupyter").unwrap();
    let searched = indexer_parse::searched(language, text.as_bytes());
    let searched = std::str::from_utf8(&searched).unwrap();
    assert_eq!(searched.len(), text.len());
    assert!(searched.contains("shown = 1") && !searched.contains("hidden"), "{searched}");
}
