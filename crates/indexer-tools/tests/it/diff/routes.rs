//! Routes of frameworks that a change touches.

use super::{Repository, json};
use serde_json::Value;

const APP: &str = "from flask import Flask\nfrom stock import count\napp = Flask(__name__)\n\n@app.get(\"/items\")\ndef items():\n    return count()\n\n@app.post(\"/items\")\ndef make():\n    return 1\n\n@app.get(\"/old\")\ndef old():\n    return 2\n\n@app.get(\"/same\")\ndef same():\n    return 3\n";
const STOCK: &str = "def count():\n    return 1\n";
const CLIENTS: &str = "import requests\n\ndef load():\n    requests.post(\"/items\")\n    requests.post(\"/items\")\n    requests.get(\"/old\")\n";
const TESTS: &str = "import requests\n\ndef test_make():\n    assert requests.post(\"/items\")\n\ndef test_old():\n    assert requests.get(\"/old\")\n";

/// `change METHOD path clients tests` of each route.
fn rows(answer: &Value) -> Vec<String> {
    let row = |row: &Value| {
        let word = |key: &str| row[key].as_str().unwrap_or("").to_owned();
        let name = format!("{} {} {}", word("change"), word("method"), word("name"));
        format!("{name} {} {}", row["clients"], row["tests"])
    };
    answer["routes"].as_array().into_iter().flatten().map(row).collect()
}

#[test]
fn routes_are_told_with_who_asks_for_them_and_the_tests_that_reach_them() {
    let files = [("app.py", APP), ("stock.py", STOCK), ("load.py", CLIENTS), ("tests/test_app.py", TESTS)];
    let repository = Repository::new(&files);
    let app = APP.replace("return 1", "return 10").replace("\"/old\"", "\"/new\"");
    repository.commit(&[("app.py", &app), ("stock.py", &STOCK.replace('1', "5"))]);
    let answer = repository.json(json!({"since_ref": "HEAD~1"}));
    assert_eq!(
        rows(&answer),
        ["removed GET /old 1 1", "added GET /new 0 0", "changed POST /items 2 1", "reached GET /items 0 0"]
    );
    assert_eq!(answer["routes"][0]["places"], json!(["load.py:6"]));
    let text = repository.text(json!({"since_ref": "HEAD~1"}));
    assert!(
        text.contains("route is=changed name=\"POST /items\" clients=2 tests=1 client=load.py:4,load.py:5\n"),
        "{text}"
    );
    let comment = repository.text(json!({"since_ref": "HEAD~1", "format": "markdown"}));
    assert!(comment.contains("- changed: `POST /items`; 2 possible clients, 1 test\n"), "{comment}");
    let screen = repository.text(json!({"since_ref": "HEAD~1", "format": "screen"}));
    assert!(screen.contains("~ POST /items\n    perhaps 2 clients, 1 test\n"), "{screen}");
}

#[test]
fn a_type_that_answers_changes_with_its_members_and_other_changes_touch_no_route() {
    let views = "from django.views import View\nclass Home(View):\n    def get(self, request):\n        return 1\n\ndef other():\n    return 1\n";
    let urls = "from django.urls import path\nfrom views import Home\nurlpatterns = [path(\"home/\", Home.as_view())]\n";
    let repository = Repository::new(&[("views.py", views), ("urls.py", urls)]);
    let now = views.replace("        return 1", "        return 2");
    repository.commit(&[("views.py", &now)]);
    assert_eq!(rows(&repository.json(json!({"since_ref": "HEAD~1"}))), ["changed ANY /home/ 0 0"]);
    repository
        .commit(&[("views.py", &now.replace("def other():\n    return 1", "def other():\n    return 7"))]);
    assert!(rows(&repository.json(json!({"since_ref": "HEAD~1"}))).is_empty());
}
