//! One question to several repositories, ranked together.

use crate::consumers::Together;
use indexer_testkit::{Files, Scratch};
use indexer_tools::{Code, find};
use serde_json::{Value, json};
use std::fs;
use std::sync::atomic::AtomicBool;

const POOL: &str = "class ConnectionPool:\n    \"\"\"Keeps connections open for later use.\"\"\"\n\n    def checkout(self, timeout):\n        \"\"\"Takes an idle connection, or waits for one.\"\"\"\n        return self.idle.pop()\n";
const CACHE: &str = "class Cache:\n    def get(self, key):\n        return self.entries[key]\n";

/// A repository about connections, one about a cache whose page speaks of them, one of prices.
fn three() -> Together {
    Together::of(&[
        ("net/net/pool.py", POOL),
        ("store/store/cache.py", CACHE),
        (
            "store/store/remote.py",
            "def load(pool, key):\n    connection = pool.checkout(1)\n    return connection.get(key)\n",
        ),
        ("prices/prices.py", "def total(items):\n    return sum(items)\n\n\nclass Price:\n    pass\n"),
    ])
}

fn paths(found: &Value, rows: &str) -> Vec<String> {
    let rows = found[rows].as_array().unwrap().iter();
    rows.map(|row| row["path"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_search_ranks_the_pieces_of_all_and_each_row_names_its_repository() {
    let three = three();
    let found =
        three.ask("search", json!({"repository": "*", "query": "wait for an idle connection"})).unwrap();
    let first = &found["hits"][0];
    assert_eq!(
        (&first["repository"], &first["path"]),
        (&"net".into(), &"repo:net/net/pool.py".into()),
        "{found}"
    );
    assert_eq!(first["key"], "repo:net/net/pool.py#ConnectionPool.checkout");
    let paths = paths(&found, "hits");
    assert!(paths.contains(&"repo:store/store/remote.py".to_owned()), "{paths:?}");
    assert!(paths.iter().all(|path| path.starts_with("repo:")), "{paths:?}");
    assert_eq!(
        (&found["repositories"]["asked"], &found["repositories"]["not_asked"]),
        (&3.into(), &0.into())
    );
    let hits = found["hits"].as_array().unwrap();
    let scores: Vec<f64> = hits.iter().map(|hit| hit["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");

    // A key of an answer leads to its repository, whatever is asked next.
    let source = three.ask("read_source", json!({"symbol": first["key"]})).unwrap();
    assert!(source.to_string().contains("self.idle.pop()"), "{source}");
}

/// Scores are those of one repository that holds all files: which words are rare is said of all together.
#[test]
fn pieces_of_several_repositories_rank_as_those_of_one() {
    let files = [
        ("a/one.py", "def open_socket():\n    \"\"\"Opens a socket to the host.\"\"\"\n"),
        ("a/two.py", "def host_name():\n    \"\"\"The host that is meant.\"\"\"\n"),
        ("a/three.py", "def close():\n    \"\"\"Closes what is open.\"\"\"\n"),
        (
            "b/four.py",
            "def socket_pair(host):\n    \"\"\"Two sockets of one host.\"\"\"\n    return open(host)\n",
        ),
        ("b/five.py", "def parse():\n    \"\"\"Reads a header.\"\"\"\n"),
    ];
    let apart = Together::of(&files);
    let inside: Vec<(String, &str)> =
        files.iter().map(|(path, text)| (format!("all/{path}"), *text)).collect();
    let inside: Vec<(&str, &str)> = inside.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let one = Together::of(&inside);
    for (mode, query) in [
        ("lexical", "open a socket of the host"),
        ("semantic", "network endpoint"),
        ("symbol", "open_socket"),
    ] {
        let of = |found: Value| -> Vec<(String, Value)> {
            let hits = found["hits"].as_array().unwrap().clone();
            hits.iter().map(|hit| (hit["qualified"].to_string(), hit["score"].clone())).collect()
        };
        let asked = |repository: &str| json!({"repository": repository, "query": query, "mode": mode});
        let names = |all: &[(String, Value)]| -> Vec<(String, Value)> {
            // A module is called by its path, which is another one.
            all.iter()
                .map(|(name, score)| (name.rsplit('.').next().unwrap().to_owned(), score.clone()))
                .collect()
        };
        let (apart, one) =
            (of(apart.ask("search", asked("*")).unwrap()), of(one.ask("search", asked("all")).unwrap()));
        assert!(!apart.is_empty(), "{mode}");
        assert_eq!(names(&apart)[0], names(&one)[0], "{mode}");
        assert_eq!(apart.len(), one.len(), "{mode}: {apart:?} {one:?}");
    }
}

#[test]
fn names_patterns_paths_and_words_narrow_what_is_asked() {
    let three = three();
    let asked = |arguments: Value| three.ask("search", arguments).unwrap()["repositories"]["asked"].clone();
    assert_eq!(asked(json!({"query": "connection", "repository": "net,st*"})), 2);
    assert_eq!(asked(json!({"query": "connection", "path": "repo:*"})), 3);
    let found = three.ask("search", json!({"query": "connection", "path": "repo:*/store"})).unwrap();
    assert!(paths(&found, "hits").iter().all(|path| path.starts_with("repo:store/store/")), "{found}");
    let found = three.ask("search", json!({"query": "connection", "path": "repo:net"})).unwrap();
    assert_eq!(found["hits"][0]["path"], "net/pool.py", "one repository is asked as if alone: {found}");
    let found = three.ask("search", json!({"query": "idle", "mode": "regex", "repository": "*"})).unwrap();
    assert_eq!((&found["total"], &found["files"]), (&2.into(), &1.into()), "{found}");
    let problem = three.ask("search", json!({"query": "connection", "path": "repo:*/nowhere"})).unwrap_err();
    assert_eq!(problem.code, Code::NotFound);
    let problem = three.ask("search", json!({"query": "connection", "repository": "x*"})).unwrap_err();
    assert_eq!(problem.parameter.as_deref(), Some("repository"));
    let problem = three.ask("get_callers", json!({"symbol": "total", "repository": "*"})).unwrap_err();
    assert_eq!((problem.code, problem.parameter.as_deref()), (Code::NotSupported, Some("repository")));
    for (name, value) in [("rev", "HEAD"), ("package", "x")] {
        let problem = three.ask("search", json!({"query": "x", "repository": "*", name: value})).unwrap_err();
        assert!(problem.message.contains("no repository could be asked"), "{name}: {}", problem.message);
    }
}

#[test]
fn symbols_of_all_stand_closest_first() {
    let three = three();
    let found = three.ask("lookup_symbol", json!({"name": "Price", "repository": "*"})).unwrap();
    assert_eq!(paths(&found, "symbols"), ["repo:prices/prices.py"]);
    assert_eq!(found["symbols"][0]["key"], "repo:prices/prices.py#Price");
    // What one repository has by part is none where another has it whole.
    fs::write(three.folder.path().join("net/price.py"), "class PriceList:\n    pass\n").unwrap();
    let found = three.ask("lookup_symbol", json!({"name": "Price", "repository": "*"})).unwrap();
    assert_eq!(found["total"], 1, "{found}");
    let found =
        three.ask("lookup_symbol", json!({"name": "price", "match": "prefix", "repository": "*"})).unwrap();
    assert_eq!(paths(&found, "symbols"), ["repo:prices/prices.py", "repo:net/price.py"], "{found}");
    let found =
        three.ask("lookup_symbol", json!({"name": "totl", "match": "exact", "repository": "*"})).unwrap();
    assert_eq!(found["suggestions"][0], "total", "{found}");
}

/// Uses of all: of each symbol in its own repository, and in those that import its package.
#[test]
fn references_lead_from_one_repository_into_others() {
    let files = [
        ("prices/pyproject.toml", "[project]\nname = \"acme-prices\"\n"),
        ("prices/acme/__init__.py", "def total(all):\n    return sum(all)\n\n\ntotal([])\n"),
        ("web/pyproject.toml", "[project]\nname = \"web\"\ndependencies = [\"acme-prices\"]\n"),
        ("web/web.py", "from acme import total\n\n\ndef basket():\n    return total([1])\n"),
        ("other/other.py", "def total():\n    return 2\n\n\ntotal()\n"),
        ("none/none.py", "x = 1\n"),
    ];
    let all = Together::of(&files);
    let ask = |limit: u64, cursor: Option<&str>| {
        let asked = json!({"symbol": "total", "repository": "*", "limit": limit, "cursor": cursor});
        all.ask("find_references", asked).unwrap()
    };
    let rows = |found: &Value| -> Vec<String> {
        let rows = found["references"].as_array().unwrap().iter();
        let told = |row: &Value| {
            let text = |key: &str| row[key].as_str().unwrap().to_owned();
            format!("{}:{} {} {} {}", text("path"), row["line"], text("resolution"), text("rule"), row["of"])
        };
        rows.map(told).collect()
    };
    let found = ask(100, None);
    let expected = [
        "repo:other/other.py:5 resolved scope [1]",
        "repo:prices/acme/__init__.py:5 resolved scope [2]",
        "repo:web/web.py:1 resolved package [2]",
        "repo:web/web.py:5 resolved package [2]",
    ];
    assert_eq!(rows(&found), expected, "{found}");
    assert_eq!((&found["total"], &found["repositories"]["asked"]), (&4.into(), &4.into()));
    assert_eq!(found["symbols"][1]["key"], "repo:prices/acme/__init__.py#total");
    // Page by page they are the same.
    let (mut paged, mut cursor): (Vec<String>, Option<String>) = (Vec::new(), None);
    loop {
        let page = ask(1, cursor.as_deref());
        paged.extend(rows(&page));
        cursor = page["cursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(paged, expected);
    let problem = all.ask("find_references", json!({"symbol": "nothing", "repository": "*"})).unwrap_err();
    assert_eq!(problem.code, Code::NotFound);
}

#[test]
fn a_cursor_is_of_the_repositories_that_were_asked() {
    let three = three();
    let asked = |repository: &str, cursor: Option<&str>| {
        three.ask(
            "search",
            json!({"query": "connection", "limit": 1, "repository": repository, "cursor": cursor}),
        )
    };
    let first = asked("*", None).unwrap();
    assert!(first["total"].as_u64().unwrap() > 1, "{first}");
    let cursor = first["cursor"].as_str().unwrap();
    let second = asked("*", Some(cursor)).unwrap();
    assert_ne!(paths(&first, "hits"), paths(&second, "hits"));
    assert_eq!(asked("net,store", Some(cursor)).unwrap_err().code, Code::StaleCursor);
    fs::write(three.folder.path().join("prices/more.py"), "connection = 1\n").unwrap();
    assert_eq!(asked("*", Some(cursor)).unwrap_err().code, Code::StaleCursor);
}

#[test]
fn what_cannot_be_asked_is_said_and_the_others_answer() {
    let three = three();
    let list = three.folder.path().join("all.toml");
    fs::write(&list, "repositories = [\"net\", \"gone\", \"store\"]\n").unwrap();
    let found = three.ask("search", json!({"query": "connection", "repository": "*"})).unwrap();
    let asked = &found["repositories"];
    assert_eq!((&asked["asked"], &asked["not_asked"]), (&2.into(), &1.into()));
    assert_eq!(asked["problems"][0]["name"], "gone");
    assert!(asked["problems"][0]["problem"].as_str().unwrap().contains("cannot open"));
    assert!(!paths(&found, "hits").is_empty());
    let arguments = json!({"query": "connection", "repository": "*"});
    let text = three.roots.ask(find("search").unwrap(), &arguments, &AtomicBool::new(false)).unwrap().body;
    assert!(text.contains("repositories asked=2 not_asked=1\nnot_asked repository=gone problem="), "{text}");
    fs::write(&list, "repositories = [\"gone\"]\n").unwrap();
    let problem = three.ask("search", json!({"query": "connection", "repository": "*"})).unwrap_err();
    assert!(problem.message.contains("no repository could be asked"), "{}", problem.message);
}

#[test]
fn answers_stay_within_their_budget_however_many_are_asked() {
    let files: Vec<(String, String)> = (0..60)
        .map(|n| {
            (
                format!("r{n}/a{n}.py"),
                format!("def connection_{n}():\n    \"\"\"A connection {n}.\"\"\"\n    return {n}\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let many = Together::of(&files);
    for tool in ["search", "lookup_symbol"] {
        let what = if tool == "search" { "query" } else { "name" };
        let arguments = json!({what: "connection", "repository": "*", "budget": 600, "limit": 60});
        let output = many.roots.ask(find(tool).unwrap(), &arguments, &AtomicBool::new(false)).unwrap();
        assert!(
            output.body.contains("total=60") && output.body.contains("truncated=true"),
            "{}",
            output.body
        );
        assert!(output.body.len() < 600 * 5, "{tool}: {}", output.body.len());
    }
}

/// Bare clones and revisions: sources are read from git.
#[test]
fn bare_clones_are_asked_at_the_revision_that_the_file_names() {
    let origin = Scratch::new(&Files::new()).unwrap();
    let commit = |text: &str| {
        origin.write("shop.py", text).unwrap();
        origin.git(&["add", "-A"]).unwrap();
        origin.git(&["commit", "-q", "-m", "x"]).unwrap();
    };
    origin.git(&["init", "-q"]).unwrap();
    commit("def old_price():\n    return 1\n");
    origin.git(&["tag", "v1"]).unwrap();
    commit("def new_price():\n    return 2\n");
    let together = Together::of(&[("plain/plain.py", "def plain_price():\n    return 3\n")]);
    let bare = together.folder.path().join("shop.git");
    let (from, to) = (origin.root().display().to_string(), bare.display().to_string());
    origin.git(&["clone", "-q", "--bare", &from, &to]).unwrap();
    let list = "repositories = [\"plain\"]\n[named]\nhead = \"shop.git\"\nold = { path = \"shop.git\", revision = \"v1\" }\n\
                nope = { path = \"shop.git\", revision = \"v9\" }\nstore = { path = \"shop.git\", remote = \"nowhere://x\" }\n";
    fs::write(together.folder.path().join("all.toml"), list).unwrap();
    let found = together.ask("search", json!({"query": "price", "repository": "*"})).unwrap();
    let mut told = paths(&found, "hits");
    told.sort();
    assert_eq!(told, ["repo:head/shop.py", "repo:old/shop.py", "repo:plain/plain.py"], "{found}");
    let asked = &found["repositories"];
    assert_eq!((&asked["asked"], &asked["not_asked"]), (&3.into(), &2.into()));
    let problems: Vec<&str> =
        asked["problems"].as_array().unwrap().iter().map(|one| one["problem"].as_str().unwrap()).collect();
    assert!(problems[0].contains("v9") && !problems[1].is_empty(), "{problems:?}");
    // One of them alone, and another revision of it.
    let names = |arguments: Value| together.ask("list_declarations", arguments).unwrap().to_string();
    assert!(names(json!({"repository": "old", "path": "shop.py"})).contains("old_price"));
    assert!(names(json!({"path": "repo:head/shop.py"})).contains("new_price"));
    assert!(names(json!({"repository": "old", "path": "shop.py", "rev": "HEAD"})).contains("new_price"));
    let text =
        together.ask("read_source", json!({"symbol": "repo:old/shop.py#old_price"})).unwrap().to_string();
    assert!(text.contains("return 1"), "{text}");
}

#[test]
fn a_revision_is_asked_of_each_that_has_it() {
    let together = Together::of(&[("three/c.py", "x = 1\n")]);
    let (first, second) = (Scratch::new(&Files::new()).unwrap(), Scratch::new(&Files::new()).unwrap());
    for (one, file) in [(&first, "a.py"), (&second, "b.py")] {
        one.git(&["init", "-q"]).unwrap();
        for (text, tag) in
            [("def old_price():\n    return 1\n", "v1"), ("def new_price():\n    return 2\n", "v2")]
        {
            one.write(file, text).unwrap();
            one.git(&["add", "-A"]).unwrap();
            one.git(&["commit", "-q", "-m", tag]).unwrap();
            one.git(&["tag", tag]).unwrap();
        }
    }
    second.git(&["tag", "-d", "v1"]).unwrap();
    let (one, two) = (first.root().display().to_string(), second.root().display().to_string());
    let list = format!("repositories = [\"three\"]\n[named]\none = {one:?}\ntwo = {two:?}\n");
    fs::write(together.folder.path().join("all.toml"), list).unwrap();
    let ask = |rev: Option<&str>| {
        together.ask("lookup_symbol", json!({"repository": "*", "name": "price", "rev": rev})).unwrap()
    };
    let names = |found: &Value| -> Vec<String> {
        let rows = found["symbols"].as_array().unwrap().iter();
        rows.map(|row| row["key"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&ask(None)), ["repo:one/a.py#new_price", "repo:two/b.py#new_price"]);
    let old = ask(Some("v1"));
    assert_eq!(names(&old), ["repo:one/a.py#old_price"], "{old}");
    assert_eq!(old["index"]["rev"], "v1");
    let asked = &old["repositories"];
    assert_eq!((&asked["asked"], &asked["not_asked"]), (&1.into(), &2.into()));
    for problem in asked["problems"].as_array().unwrap() {
        assert!(!problem["problem"].as_str().unwrap().is_empty(), "{problem}");
    }
    assert_eq!(names(&ask(Some("v2"))).len(), 2);
    let text = together
        .roots
        .ask(
            find("search").unwrap(),
            &json!({"repository": "*", "query": "price", "rev": "v1"}),
            &AtomicBool::new(false),
        )
        .unwrap();
    assert!(
        text.body.starts_with("answer ") && text.body.lines().next().unwrap().contains("rev=v1"),
        "{}",
        text.body
    );
    let problem =
        together.ask("search", json!({"repository": "*", "query": "price", "rev": "v9"})).unwrap_err();
    assert!(problem.message.contains("no repository could be asked"), "{}", problem.message);
}

#[test]
fn a_package_is_asked_as_it_is_installed_for_each() {
    let manifest = "{\"name\": \"shelf\", \"version\": \"1.2.0\", \"main\": \"index.js\"}";
    let together = Together::of(&[
        ("web/package.json", "{\"name\": \"web\", \"dependencies\": {\"shelf\": \"1\"}}"),
        ("web/web.js", "import { openShelf } from 'shelf';\nopenShelf();\n"),
        ("web/node_modules/shelf/package.json", manifest),
        ("web/node_modules/shelf/index.js", "export function openShelf() {\n  return 1;\n}\n"),
        ("shop/package.json", "{\"name\": \"shop\", \"dependencies\": {\"shelf\": \"2\"}}"),
        ("shop/shop.js", "import { openShelf } from 'shelf';\nopenShelf();\n"),
        ("shop/node_modules/shelf/package.json", &manifest.replace("1.2.0", "2.0.1")),
        ("shop/node_modules/shelf/index.js", "export function openShelf(where) {\n  return where;\n}\n"),
        ("none/none.js", "export const none = 1;\n"),
    ]);
    let found = together
        .ask("lookup_symbol", json!({"repository": "*", "name": "openShelf", "package": "shelf"}))
        .unwrap();
    let rows = found["symbols"].as_array().unwrap();
    let keys: Vec<&str> = rows.iter().map(|row| row["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["repo:shop/index.js#openShelf", "repo:web/index.js#openShelf"], "{found}");
    let asked = &found["repositories"];
    assert_eq!(
        asked["packages"],
        json!([
            {"repository": "shop", "package": "shelf 2.0.1"},
            {"repository": "web", "package": "shelf 1.2.0"},
        ])
    );
    assert_eq!((&asked["asked"], asked["problems"][0]["name"].as_str()), (&2.into(), Some("none")));
    // A key of the answer is of the package, and is asked with it.
    let key = json!({"symbol": keys[0], "package": "shelf"});
    let text = together.ask("read_source", key).unwrap().to_string();
    assert!(text.contains("return where"), "{text}");
}

#[test]
fn the_symbol_that_is_meant_is_picked_by_its_number_among_all() {
    let all = Together::of(&[
        ("one/a.py", "def total():\n    return 1\n\n\ntotal()\n"),
        ("two/b.py", "def total():\n    return 2\n\n\nprint(total())\n"),
        ("two/c.py", "class Sum:\n    def total(self):\n        return 3\n\n\nSum().total()\n"),
        ("none/none.py", "x = 1\n"),
    ]);
    let ask = |pick: Option<u32>| {
        all.ask("find_references", json!({"symbol": "total", "repository": "*", "pick": pick}))
    };
    let whole = ask(None).unwrap();
    let symbols = whole["symbols"].as_array().unwrap();
    assert_eq!(symbols.len(), 3, "{whole}");
    let mut seen = 0;
    for symbol in symbols {
        let n = u32::try_from(symbol["n"].as_u64().unwrap()).unwrap();
        let one = ask(Some(n)).unwrap();
        assert_eq!(one["symbols"].as_array().unwrap().len(), 1, "{one}");
        assert_eq!((&one["symbols"][0]["key"], &one["symbols"][0]["n"]), (&symbol["key"], &symbol["n"]));
        seen += one["total"].as_u64().unwrap();
    }
    assert_eq!(seen, whole["total"].as_u64().unwrap(), "each use is of one of them");
    for pick in [0, 4] {
        let problem = ask(Some(pick)).unwrap_err();
        assert_eq!(
            (problem.parameter.as_deref(), problem.message.contains("between 1 and 3")),
            (Some("pick"), true)
        );
    }
}
