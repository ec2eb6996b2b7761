use super::page::page;
use super::*;
use crate::fixture::Fixture;
use crate::protocol::Code;
use crate::tools::find;
use std::collections::BTreeSet;
use std::path::Path;

fn asked(name: &str, arguments: Value) -> Result<(&'static str, Value), Problem> {
    called(name, &arguments).unwrap().map(|(tool, arguments)| (tool.name, arguments.into_owned()))
}

/// `INDEXER_BLESS=1` writes the page.
#[test]
fn the_page_is_what_the_table_of_peers_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/coming-from.md");
    if std::env::var_os("INDEXER_BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page(), "run this test with INDEXER_BLESS=1");
}

#[test]
fn every_row_leads_to_arguments_that_there_are() {
    for row in PEERS.iter().flat_map(|peer| &peer.tools) {
        let tool = row.ours().unwrap_or_else(|| panic!("{}: there is no tool {}", row.name, row.tool));
        let schema = tool.full_schema();
        let check = |name: &str, value: Option<Value>| {
            let known = &schema["properties"][name];
            assert!(known.is_object(), "{}: {} has no {name}", row.name, tool.name);
            if let Some(value) = value {
                let given = Map::from_iter([(name.to_owned(), value)]);
                let without = json!({"properties": schema["properties"], "required": []});
                assert_eq!(crate::protocol::schema::complaint(&without, &given), None, "{}", row.name);
            }
        };
        row.adds.iter().for_each(|(name, value)| check(name, Some(value.clone())));
        for parameter in &row.parameters {
            let kind = parameter.kind.as_str();
            assert!(
                ["string", "integer", "number", "boolean", "strings"].contains(&kind),
                "{}: {kind}",
                row.name
            );
            match &parameter.to {
                To::Is(ours) | To::PathOr(ours) => check(ours, None),
                To::Words(words) => {
                    assert!(words.len() > 1, "{}: {}", row.name, parameter.name);
                    let adds = words.iter().flat_map(|(_, adds)| adds);
                    adds.for_each(|(name, value)| check(name, Some(value.clone())));
                }
                To::Nothing(why) => assert!(why.len() > 20),
            }
        }
    }
}

#[test]
fn every_peer_is_whole_and_its_lists_are_plain() {
    let sizes: Vec<(&str, usize)> = PEERS.iter().map(|peer| (peer.word.as_str(), peer.tools.len())).collect();
    assert_eq!(sizes, [("indxr", 23), ("codexlens", 4), ("codebase-index", 13), ("ck", 6), ("ix", 28)]);
    for peer in PEERS.iter() {
        let names: BTreeSet<String> = peer.tools.iter().map(Foreign::listed_name).collect();
        assert_eq!(names.len(), peer.tools.len(), "{}: a name stands twice", peer.word);
        assert!(find(&peer.word).is_none(), "{} is a list and a tool", peer.word);
        for row in &peer.tools {
            let name = row.listed_name();
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
            let schema = row.schema();
            for (_, property) in schema["properties"].as_object().unwrap() {
                assert!(property["type"].is_string(), "{name}: {schema}");
            }
        }
    }
}

#[test]
fn names_and_arguments_become_ours() {
    let search = |arguments| asked("code.symbol.search", arguments);
    let expected = json!({"name": "Ca", "match": "prefix", "limit": 5});
    assert_eq!(search(json!({"query": "Ca", "limit": 5})), Ok(("lookup_symbol", expected)));
    assert_eq!(search(json!({"query": "Ca", "prefix_mode": false})).unwrap().1["match"], "contains");
    assert_eq!(asked("code_symbol_search", json!({"query": "Ca"})), search(json!({"query": "Ca"})));
    // Ours are taken as well, and a null is an argument that was left out.
    assert_eq!(search(json!({"name": "Ca", "budget": 500})).unwrap().1["budget"], 500);
    let missing = search(json!({"kind": "class"})).unwrap_err();
    assert_eq!((missing.code, missing.parameter.as_deref()), (Code::InvalidArgument, Some("query")));
    let unknown = search(json!({"query": "a", "colour": 1})).unwrap_err();
    assert!(unknown.message.ends_with("known are query, kind, prefix_mode, limit"), "{unknown}");
    assert!(called("code.symbol.rename", &Value::Null).is_none());
}

#[test]
fn names_of_ours_take_arguments_of_peers() {
    let given = json!({"symbol": "a", "kind": "callers", "token_budget": 900});
    let expected = json!({"symbol": "a", "roles": ["call"], "budget": 900});
    assert_eq!(asked("refs", given), Ok(("find_references", expected)));
    // As the command line gives it.
    let given = json!({"symbol": "a", "kind": "callers", "include": [], "roles": []});
    assert_eq!(asked("refs", given), Ok(("find_references", json!({"symbol": "a", "roles": ["call"]}))));
    assert_eq!(asked("refs", json!({"symbol": "a", "kind": "class"})).unwrap().1["kind"], "class");
    assert_eq!(asked("read", json!({"target": "src/a.rs"})).unwrap().1, json!({"path": "src/a.rs"}));
    assert_eq!(asked("read", json!({"target": "A.run"})).unwrap().1, json!({"symbol": "A.run"}));
    assert_eq!(asked("briefing", json!({})), Ok(("get_briefing", json!({}))));
    let same = json!({"query": "a", "nothing": true});
    assert_eq!(asked("explain", same.clone()), Ok(("explain", same)), "the tool complains itself");
}

#[test]
fn a_call_by_another_name_is_answered() {
    let fixture = Fixture::new(&[("a.py", "def load_cache():\n    pass\n\nload_cache()\n")]);
    for (name, arguments) in [
        ("code.symbol.findReferences", json!({"symbol_name": "load_cache", "context_path": "."})),
        ("find_refs", json!({"symbol": "load_cache", "kind": "callers"})),
        ("callers", json!({"symbol": "load_cache", "pick": 1})),
    ] {
        let (tool, arguments) = asked(name, arguments).unwrap();
        assert!(fixture.output(tool, arguments).body.contains(" total=1"), "{name}");
    }
    let (tool, arguments) = asked("code.symbol.getHoverInfo", json!({"symbol_name": "load_cash"})).unwrap();
    let answer = fixture.output(tool, arguments);
    assert!(answer.empty && answer.body.contains("suggestion name=load_cache"), "{}", answer.body);
}
