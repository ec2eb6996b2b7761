//! Endpoints that only tests declare.

use crate::fixture::{Fixture, values};

const PROGRAM: (&str, &str) =
    ("shop.py", "from flask import Flask\napp = Flask(__name__)\n@app.get(\"/items\")\ndef items(): pass\n");
const TEST: (&str, &str) = (
    "tests/test_client.py",
    "from flask import Flask\napp = Flask(__name__)\n@app.get(\"/made-up\")\ndef made_up(): pass\n",
);

#[test]
fn what_tests_answer_is_counted_and_listed_where_it_is_asked_for() {
    let fixture = Fixture::new(&[PROGRAM, TEST]);
    let names = |arguments: &str| values(&fixture.text("get_endpoints", arguments), "endpoint", "name");
    assert_eq!(names("{}"), ["/items"]);
    assert_eq!(values(&fixture.text("get_endpoints", "{}"), "counts", "in_tests"), ["1"]);
    assert_eq!(names(r#"{"path": "tests"}"#), ["/made-up"]);
    assert_eq!(names(r#"{"query": "made"}"#), ["/made-up"]);
    assert_eq!(names(r#"{"kind": "all"}"#).len(), 2);
    // Where nothing else is there, these are what is meant.
    let alone = Fixture::new(&[TEST]);
    assert_eq!(values(&alone.text("get_endpoints", "{}"), "endpoint", "name"), ["/made-up"]);
}
