use crate::fixture::{Fixture, values};

const README: &str = "# Shop\n\nSells things. See [prices](docs/price.md#rounding), [gone](docs/gone.md), [code](shop/price.py).\n\n\
    ## Getting Started: 1.2\n\n```sh\n# no heading\n```\n\n## price\n";
const PRICE: &str = "# Prices\n\n## Rounding\n\nUp. [Back](../README.md#getting-started-12)\n";
const CODE: &str = "def price(): pass\n";
const DOCKER: &str = "FROM scratch AS run\nENV TOKEN=hunter2\nCOPY ci/run.sh /\n";

fn fixture() -> Fixture {
    Fixture::new(&[
        ("README.md", README),
        ("docs/price.md", PRICE),
        ("shop/price.py", CODE),
        ("ci/run.sh", "echo\n"),
        ("Dockerfile", DOCKER),
        ("app.yaml", "image:\n  tag: hunter2\n"),
        (".env.example", "API_URL=hunter2\n"),
    ])
}

#[test]
fn a_file_that_is_named_is_outlined_and_says_so() {
    let fixture = fixture();
    let lines = fixture.text("list_declarations", r#"{"path": "README.md"}"#);
    assert_eq!(values(&lines, "heading", "name"), ["Shop", "Getting Started: 1.2", "price"]);
    assert_eq!(values(&lines, "heading", "lines"), ["1-11", "5-9", "11-11"]);
    let says = values(&lines, "in_part", "says").join(" ");
    assert!(says.starts_with("Markdown is outlined: "), "{says}");
    let json = fixture.json("get_file_summary", r#"{"path": "README.md"}"#);
    assert_eq!((&json["language"], &json["kinds"]["heading"]), (&"markdown".into(), &3.into()));
    assert!(json["in_part"].as_str().unwrap().contains("outlined"), "{json}");
    for name in [
        "README.md#Shop.Getting Started: 1.2",
        "README.md#Getting Started: 1.2",
        "README.md#getting-started-12",
    ] {
        let asked = serde_json::json!({"symbol": name}).to_string();
        let lines = fixture.text("read_source", &asked);
        assert_eq!(values(&lines, "source", "start_line"), ["5"], "{name}");
        assert_eq!(values(&lines, "source", "end_line"), ["9"], "{name}");
    }
    let lines = fixture.text("list_declarations", r#"{"path": "Dockerfile"}"#);
    assert_eq!(values(&lines, "stage", "name"), ["run"]);
    assert_eq!(values(&lines, "key", "name"), ["TOKEN"]);
    let lines = fixture.text("list_declarations", r#"{"path": ".env.example"}"#);
    assert_eq!(values(&lines, "key", "name"), ["API_URL"]);
}

#[test]
fn links_lead_to_files_and_headings_and_back() {
    let fixture = fixture();
    let lines = fixture.text("get_imports", r#"{"path": "README.md"}"#);
    assert_eq!(values(&lines, "import", "name"), ["docs/price.md#rounding", "docs/gone.md", "shop/price.py"]);
    assert_eq!(values(&lines, "import", "resolution"), ["resolved", "unresolved", "resolved"]);
    assert_eq!(values(&lines, "import", "target"), ["docs/price.md#Prices.Rounding", "shop/price.py"]);

    let lines = fixture.text("get_dependents", r#"{"target": "shop/price.py"}"#);
    assert_eq!(values(&lines, "dependent", "path"), ["README.md"]);
    assert_eq!(values(&lines, "dependent", "tier"), ["outlined"]);
    let lines = fixture.text("get_dependents", r#"{"target": "README.md"}"#);
    assert_eq!(values(&lines, "dependent", "path"), ["docs/price.md"]);
    assert_eq!(values(&lines, "in_part", "says").len(), 1);

    let lines = fixture.text("get_dependents", r#"{"target": "ci/run.sh"}"#);
    assert_eq!(values(&lines, "dependent", "path"), ["Dockerfile"]);
    assert_eq!(values(&lines, "dependent", "resolution"), ["possible"], "it may be copied for anything");
    let lines =
        fixture.text("find_references", r#"{"symbol": "README.md#Getting Started: 1.2", "detail": "full"}"#);
    assert_eq!(values(&lines, "file", "path"), ["docs/price.md"]);
    let lines = fixture.text("explain_symbol", r#"{"symbol": "README.md#Getting Started: 1.2"}"#);
    assert_eq!(values(&lines, "uses", "resolved"), ["1"]);
}

#[test]
fn no_outline_stands_among_code_that_has_the_name() {
    let fixture = fixture();
    let found =
        |arguments: &str| values(&fixture.text("lookup_symbol", arguments), "symbol", "qualified").join(" ");
    assert_eq!(found(r#"{"name": "price"}"#), "shop.price.price");
    assert_eq!(found(r#"{"name": "price", "kind": "heading"}"#), "Shop.price");
    assert_eq!(found(r#"{"name": "rounding"}"#), "Prices.Rounding");
    assert_eq!(found(r#"{"name": "tag"}"#), "image.tag");
    let lines = fixture.text("lookup_symbol", r#"{"name": "rounding"}"#);
    assert!(values(&lines, "in_part", "says").join("").starts_with("Markdown is outlined"));

    let names = |arguments: &str, kind: &str| {
        values(&fixture.text("list_declarations", arguments), kind, "name").join(" ")
    };
    assert_eq!((names("{}", "function"), names("{}", "heading")), ("price".to_owned(), String::new()));
    assert_eq!(names(r#"{"kind": "heading", "path": "docs"}"#, "heading"), "Prices Prices.Rounding");
    assert_eq!(names(r#"{"path": "docs"}"#, "heading"), "Prices Rounding", "nothing there is code");
    for tool in ["get_stats", "rank_symbols", "repo_map", "get_health"] {
        let body = fixture.output(tool, serde_json::json!({})).body;
        assert!(!body.contains("heading") && !body.contains("Rounding"), "{tool}: {body}");
    }
}

#[test]
fn no_value_is_in_an_outline() {
    let fixture = fixture();
    for (tool, path) in [
        ("list_declarations", "app.yaml"),
        ("list_declarations", "Dockerfile"),
        ("list_declarations", ".env.example"),
        ("get_file_summary", "app.yaml"),
        ("get_file_summary", ".env.example"),
    ] {
        for format in ["text", "json"] {
            let body = fixture.output(tool, serde_json::json!({"path": path, "format": format})).body;
            assert!(!body.contains("hunter2"), "{tool} {path}: {body}");
        }
    }
}

#[test]
fn a_hit_in_a_document_tells_its_heading() {
    let json = fixture().json("search", r#"{"query": "sells things"}"#);
    let hit = json["hits"].as_array().unwrap().iter().find(|hit| hit["path"] == "README.md").unwrap();
    assert_eq!(hit["within"], "Shop", "{hit}");
}
