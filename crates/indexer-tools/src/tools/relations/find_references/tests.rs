use crate::fixture::{Fixture, values};
use crate::protocol::problem::Code;

const A: &str = "class Session:\n    def get(self): pass\n\ndef helper(): pass\n";
const B: &str = "\
from a import helper as h, Session

def run(x):
    h()
    Session().get()
    print(x.get())
";

fn fixture() -> Fixture {
    Fixture::new(&[("a.py", A), ("b.py", B), ("c.py", "import a\na.helper()\n")])
}

#[test]
fn uses_come_with_role_resolution_rule_and_what_is_around() {
    let lines = fixture().text("find_references", r#"{"symbol": "helper"}"#);
    assert_eq!(values(&lines, "file", "path"), ["b.py", "c.py"]);
    assert_eq!(values(&lines, "use", "role"), ["import", "call", "call"]);
    assert_eq!(values(&lines, "use", "name"), ["h"]);
    assert_eq!(values(&lines, "use", "text"), ["from a import helper as h, Session", "h()", "a.helper()"]);
    assert_eq!(values(&lines, "use", "in"), ["b.run"]);
    assert_eq!(values(&lines, "symbol", "resolved"), ["3"]);
    assert_eq!(values(&lines, "sites", "unresolved"), ["0"]);
}

#[test]
fn the_short_form_has_lines_and_counts_imports_and_tests() {
    let tests: String = (0..5).map(|i| format!("def test_{i}():\n    helper()\n")).collect();
    let files = [
        ("a.py", A),
        ("b.py", "from a import helper as h, Session\n\ndef run(x):\n    h(h())\n    h()\n\nh()\n"),
        ("c.py", "from a import helper\n"),
        ("tests/test_a.py", &*format!("from a import helper\n\n{tests}")),
    ];
    let fixture = Fixture::new(&files);
    let brief = fixture.brief("find_references", r#"{"symbol": "helper"}"#);
    let expected = "symbol key=a.py#helper line=4 signature=\"def helper()\"\n\
                    file path=b.py\n4 run|h(h())\n5|h()\n7 -\nfile path=c.py\n1|from a import helper\n\
                    tests\nfile path=tests/test_a.py\n4 test_0|helper()\n6 test_1\n8 test_2\n\
                    folded tests=2 imports=2 see=detail=full\n";
    assert_eq!(brief, expected);
    let json = fixture.json("find_references", r#"{"symbol": "helper"}"#);
    assert_eq!(json["total"], 12, "{json}");
    let output = fixture.output("find_references", serde_json::json!({"symbol": "helper"}));
    assert!(output.body.starts_with("answer total=12\n"), "{}", output.body);
    let imports = fixture.brief("find_references", r#"{"symbol": "helper", "roles": ["import"]}"#);
    assert!(imports.contains("1|from a import helper as h, Session\n"), "{imports}");
    assert!(!imports.contains("folded"), "{imports}");
}

#[test]
fn uses_of_what_is_overridden_are_possible() {
    let a = "class A:\n    def go(self): pass\n\nclass B(A):\n    def go(self): pass\n\ndef run(a: A):\n    a.go()\n";
    let lines = Fixture::new(&[("a.py", a)]).text("find_references", r#"{"symbol": "B.go"}"#);
    assert_eq!(values(&lines, "use", "line"), ["8"]);
    assert_eq!(values(&lines, "use", "resolution"), ["possible"]);
    assert_eq!(values(&lines, "use", "rule"), ["override"]);
    assert_eq!(values(&lines, "symbol", "possible"), ["1"]);
}

#[test]
fn what_is_made_of_a_message_and_who_uses_that_are_possible() {
    let files = [
        ("proto/shop/order.proto", "syntax = \"proto3\";\npackage shop;\nmessage Order {}\n"),
        (
            "gen/order.pb.go",
            "// source: shop/order.proto\npackage gen\n\ntype Order struct{}\n\nvar own Order\n",
        ),
        ("gen/use.go", "package gen\n\nfunc f(one *Order) {}\n"),
    ];
    let fixture = Fixture::new(&files);
    let lines = fixture.text("find_references", r#"{"symbol": "proto/shop/order.proto#shop.Order"}"#);
    assert_eq!(values(&lines, "file", "path"), ["gen/order.pb.go", "gen/use.go"]);
    assert_eq!(values(&lines, "use", "rule"), ["generated", "generated"]);
    assert_eq!(values(&lines, "use", "resolution"), ["possible", "possible"]);
    let lines = fixture.text("get_imports", r#"{"path": "gen/order.pb.go"}"#);
    assert_eq!(values(&lines, "import", "target"), ["proto/shop/order.proto"]);
}

#[test]
fn a_target_of_a_build_is_meant_where_no_code_has_its_name() {
    let files = [
        ("Makefile", "all: install docs\ninstall: a.py\n\tpython a.py\ndocs:\n"),
        ("a.py", "def install(): pass\n\ninstall()\n"),
    ];
    let fixture = Fixture::new(&files);
    let lines = fixture.text("find_references", r#"{"symbol": "install"}"#);
    assert_eq!(values(&lines, "file", "path"), ["a.py"]);
    let lines = fixture.text("find_references", r#"{"symbol": "install", "kind": "stage"}"#);
    assert_eq!(values(&lines, "file", "path"), ["Makefile"]);
    let lines = fixture.text("find_references", r#"{"symbol": "docs"}"#);
    assert_eq!(values(&lines, "use", "in"), ["Makefile.all"]);
    // What commands run is still followed.
    let lines = fixture.text("get_dependents", r#"{"target": "a.py"}"#);
    assert!(lines.iter().any(|line| line.get("path") == Some("Makefile")), "{lines:?}");
}

#[test]
fn roles_paths_and_pages_narrow_and_the_total_stays() {
    let fixture = fixture();
    let lines = fixture.text("find_references", r#"{"symbol": "helper", "roles": ["call"], "path": "c.py"}"#);
    assert_eq!(values(&lines, "use", "line"), ["2"]);
    let lines = fixture.text("find_references", r#"{"symbol": "helper", "limit": 2}"#);
    assert_eq!((lines[0].get("total"), lines[0].get("shown")), (Some("3"), Some("2")));
    let cursor = lines[0].get("cursor").unwrap();
    let next = fixture.text("find_references", &format!(r#"{{"symbol": "helper", "cursor": "{cursor}"}}"#));
    assert_eq!(values(&next, "file", "path"), ["c.py"]);
    let other = format!(r#"{{"symbol": "get", "cursor": "{cursor}"}}"#);
    assert_eq!(fixture.problem("find_references", &other).code, Code::StaleCursor);
}

#[test]
fn no_bare_zero() {
    let fixture = fixture();
    let lines = fixture.text("find_references", r#"{"symbol": "print"}"#);
    // Of what nothing here is called, the uses that lead out are the answer.
    assert_eq!((lines[0].get("total"), values(&lines, "use", "line")), (Some("1"), vec!["6".to_owned()]));
    assert_eq!(values(&lines, "sites", "external"), ["1"]);
    let lines = fixture.text("find_references", r#"{"symbol": "print", "include": ["external"]}"#);
    assert_eq!(values(&lines, "use", "line"), ["6"]);
    let json = fixture.json("find_references", r#"{"symbol": "Session.get"}"#);
    assert_eq!(json["symbols"][0]["qualified"], "a.Session.get");
    assert_eq!(json["completeness"]["resolved"], 1);
    assert_eq!(json["references"][0]["line"], 5);
    assert_eq!(fixture.problem("find_references", r#"{"symbol": "nope"}"#).code, Code::NotFound);
}

#[test]
fn files_are_used_by_those_that_link_to_them_or_run_them() {
    let files = [
        ("docs/guide.md", "# Guide\n"),
        ("README.md", "See [how](docs/guide.md).\n"),
        ("run.sh", "echo\n"),
        ("Dockerfile", "FROM a\nRUN ./run.sh\n"),
    ];
    let fixture = Fixture::new(&files);
    for (asked, path, resolution) in
        [("docs/guide.md", "README.md", "resolved"), ("run.sh", "Dockerfile", "possible")]
    {
        let json = fixture.json("find_references", &format!(r#"{{"symbol": "{asked}"}}"#));
        assert_eq!(json["total"], 1, "{json}");
        assert_eq!(json["references"][0]["path"], path, "{json}");
        assert_eq!(json["references"][0]["resolution"], resolution, "{json}");
    }
}

#[test]
fn several_symbols_are_all_listed_and_one_can_be_picked() {
    let fixture =
        Fixture::new(&[("a.py", "def go(): pass\ngo()\n"), ("b.py", "def go(): pass\ngo()\ngo()\n")]);
    let lines = fixture.text("find_references", r#"{"symbol": "go"}"#);
    assert_eq!(values(&lines, "symbol", "path"), ["b.py", "a.py"], "what is used more stands first");
    assert_eq!(values(&lines, "symbol", "resolved"), ["2", "1"]);
    assert_eq!(values(&lines, "of", "n"), ["1", "2"]);
    assert_eq!(values(&lines, "file", "path"), ["b.py", "a.py"]);
    let json = fixture.json("find_references", r#"{"symbol": "go"}"#);
    assert_eq!(json["references"][2]["of"], serde_json::json!([2]));
    let lines = fixture.text("find_references", r#"{"symbol": "go", "pick": 2}"#);
    assert_eq!(values(&lines, "file", "path"), ["a.py"]);
    let lines = fixture.text("find_references", r#"{"symbol": "a.py#go"}"#);
    assert_eq!(values(&lines, "file", "path"), ["a.py"]);
    let problem = fixture.problem("find_references", r#"{"symbol": "go", "pick": 3}"#);
    assert_eq!(problem.parameter.as_deref(), Some("pick"));
}

#[test]
fn a_property_is_written_by_its_setter_and_read_by_its_getter() {
    let box_ = "export class Box {\n  set size(value) { this.kept = value; }\n  get size() { return 1; }\n}\nexport function use() {\n  const one = new Box();\n  one.size = 2;\n  return one.size;\n}\n";
    let thing = "class Thing:\n    @property\n    def left(self): return 1\n\n    @left.setter\n    def left(self, value): pass\n\ndef use(one: Thing):\n    one.left = 2\n    return one.left\n";
    let fixture = Fixture::new(&[("box.js", box_), ("thing.py", thing)]);
    let used = |symbol: &str| {
        let lines = fixture.text("find_references", &format!(r#"{{"symbol": "{symbol}"}}"#));
        let uses = lines.iter().filter(|line| line.kind() == "use" && line.get("rule") == Some("member"));
        uses.map(|line| line.get("line").unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((used("box.js:2:7"), used("box.js:3:7")), (vec!["7".to_owned()], vec!["8".to_owned()]));
    assert_eq!((used("thing.py:6:9"), used("thing.py:3:9")), (vec!["9".to_owned()], vec!["10".to_owned()]));
}

#[test]
fn uses_carry_their_condition_and_a_configuration_narrows_them() {
    let c = "int f(void);\n#ifdef _WIN32\nint a(void) { return f(); }\n#else\nint b(void) { return f(); }\n#endif\n\
             int c(void) { return f(); }\n";
    let fixture = Fixture::new(&[("a.c", c)]);
    let lines = fixture.text("find_references", r#"{"symbol": "f", "detail": "full"}"#);
    assert_eq!(values(&lines, "use", "when"), ["defined(_WIN32)", "!defined(_WIN32)"]);
    let lines = fixture.text("find_references", r#"{"symbol": "f", "detail": "full", "when": ["linux"]}"#);
    assert_eq!(values(&lines, "use", "line"), ["5", "7"]);
    // Of a language of which no conditions are read every use stays, and the answer says so.
    let fixture = Fixture::new(&[("a.py", "def f(): pass\nf()\nf()\n")]);
    let found = fixture.json("find_references", r#"{"symbol": "f", "when": ["linux"]}"#);
    assert_eq!(
        (&found["references"].as_array().map(Vec::len), &found["not_narrowed"]),
        (&Some(2), &2.into())
    );
    let problem = fixture.problem("find_references", r#"{"symbol": "f", "when": ["a b"]}"#);
    assert_eq!(problem.code, Code::InvalidArgument);
}

#[test]
fn a_name_that_only_leads_elsewhere_is_no_answer_of_nothing() {
    let thing = ("thing.ts", "export default function makeThing() {}\n");
    let uses = ("a.ts", "import thing from './thing';\nthing();\nclass K { at() {} }\nnew K().at();\n");
    let outside = ("b.py", "import lib\nlib.one()\nlib.one()\n");
    let fixture = Fixture::new(&[thing, uses, outside]);
    for (symbol, says) in [("thing", "thing.ts"), ("Wrong.at", "Wrong.at"), ("lib.two.one", "lead out")] {
        let problem = fixture.problem("find_references", &format!(r#"{{"symbol": "{symbol}"}}"#));
        assert_eq!(problem.code, Code::NotFound, "{symbol}");
        assert!(problem.message.contains(says), "{symbol}: {}", problem.message);
    }
    for symbol in ["lib.one", "one"] {
        let lines = fixture.text("find_references", &format!(r#"{{"symbol": "{symbol}"}}"#));
        assert_eq!(values(&lines, "use", "line"), ["2", "3"], "{symbol}");
    }
}
