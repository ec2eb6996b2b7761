use crate::fixture::{Fixture, values};

fn fixture() -> Fixture {
    Fixture::new(&[
        ("app/__init__.py", ""),
        ("app/a.py", "import os\nimport app.b\n\ndef go(): return app.b.x()\n"),
        ("app/b.py", "def x():\n    from app.a import go\n    return go\n"),
        ("lib/__init__.py", ""),
        ("lib/c.py", "from app.a import go\ngo()\n"),
        ("other.py", "def alone(): pass\n"),
    ])
}

#[test]
fn mermaid_is_the_default_and_says_what_it_holds() {
    let body = fixture().output("get_dependency_graph", serde_json::json!({})).body;
    let lines: Vec<&str> = body.lines().collect();
    assert_eq!(lines[0], "graph LR");
    assert!(lines[1].starts_with("%% answer tool=get_dependency_graph"), "{body}");
    assert_eq!(lines[2], "%% graph level=file nodes=3 edges=3 shown=3 cycles=1");
    assert!(lines.contains(&"  n0[\"app/a.py\"]") && lines.contains(&"  n0 ==> n1"), "{body}");
    assert!(lines.contains(&"  n2 --> n0"), "{body}");
}

#[test]
fn data_of_every_level() {
    let json = fixture().json("get_dependency_graph", "{}");
    assert_eq!(json["cycles"], serde_json::json!([["app/a.py", "app/b.py"]]));
    let edges = json["edges"].as_array().unwrap();
    let from_c = edges.iter().find(|edge| edge["from"] == "lib/c.py").unwrap();
    assert_eq!(
        (&from_c["to"], &from_c["uses"], &from_c["cycle"]),
        (&"app/a.py".into(), &3.into(), &serde_json::Value::Null)
    );
    assert!(edges.iter().all(|edge| edge["cycle"] == true || edge == from_c));
    let modules = fixture().text("get_dependency_graph", r#"{"level": "module", "format": "text"}"#);
    assert_eq!(values(&modules, "edge", "from"), ["lib"]);
    assert_eq!(values(&modules, "edge", "to"), ["app"]);
    let symbols = fixture().text("get_dependency_graph", r#"{"level": "symbol", "format": "text"}"#);
    assert!(values(&symbols, "edge", "from").contains(&"app/a.py#go".to_owned()));
    let outside = fixture().json("get_dependency_graph", r#"{"external": true}"#);
    assert!(
        outside["nodes"].as_array().unwrap().contains(&serde_json::json!({"id": "os", "external": true}))
    );
}

#[test]
fn a_package_that_is_not_known_is_no_node() {
    let text =
        "using Xunit;\nnamespace Shop;\nclass PriceTests { [Fact] void Adds() { System.GC.Collect(); } }\n";
    let graph =
        Fixture::new(&[("PriceTests.cs", text)]).json("get_dependency_graph", r#"{"external": true}"#);
    let nodes = graph["nodes"].as_array().unwrap();
    let ids: Vec<&str> = nodes.iter().filter_map(|node| node["id"].as_str()).collect();
    assert_eq!(ids, ["PriceTests.cs", "System", "Xunit"]);
}

#[test]
fn a_path_and_a_depth_narrow_and_limits_say_so() {
    let lines = fixture().text("get_dependency_graph", r#"{"path": "lib", "depth": 1, "format": "text"}"#);
    assert_eq!(values(&lines, "edge", "to"), ["app/a.py"]);
    let up = fixture().text(
        "get_dependency_graph",
        r#"{"path": "app/a.py", "depth": 1, "direction": "up", "format": "text"}"#,
    );
    let mut from = values(&up, "edge", "from");
    from.sort();
    assert_eq!(from, ["app/b.py", "lib/c.py"]);
    let cut = fixture().text("get_dependency_graph", r#"{"limit": 1, "format": "text"}"#);
    assert_eq!(
        (cut[0].get("total"), cut[0].get("shown"), cut[0].get("truncated")),
        (Some("3"), Some("1"), Some("true"))
    );
}

#[test]
fn other_formats() {
    let dot = fixture().output("get_dependency_graph", serde_json::json!({"format": "dot"})).body;
    assert!(dot.contains("  \"app/a.py\" -> \"app/b.py\" [weight="), "{dot}");
    let graphml = fixture().output("get_dependency_graph", serde_json::json!({"format": "graphml"})).body;
    assert!(graphml.contains("<data key=\"label\">app/a.py</data>") && graphml.ends_with("</graphml>\n"));
    let problem = fixture().problem("get_stats", r#"{"format": "dot"}"#);
    assert_eq!(problem.parameter.as_deref(), Some("format"));
}
