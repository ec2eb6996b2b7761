//! The page without a browser: what it holds, what stands in it, and what it lets a browser do. `.ci/look` looks at
//! it in one.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod served;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use indexer_engine::{Reading, Workspace};
use indexer_explore::{Bounds, CODE_BYTES, Page, Wanted, is_ours};
use indexer_tools::{Context, find};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::atomic::AtomicBool;

const HOSTILE: &str = "</script><img src=x onerror=alert(1)><!--<script>";

/// Calls `with` with a question about files in memory.
fn asking(files: &[(&str, &str)], with: impl FnOnce(&Context<'_>)) {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    let workspace = Workspace::in_memory(files);
    let cancel = AtomicBool::new(false);
    let reading = Reading::new(&workspace, workspace.refresh().unwrap());
    with(&Context::of(&reading, &cancel));
}

fn shop(with: impl FnOnce(&Context<'_>)) {
    let callers: String = (0..50).map(|n| format!("def user_{n}():\n    return price({n})\n\n")).collect();
    let cart = format!("from shop import price\n\n{callers}");
    let hostile = format!("def odd(a=\"{HOSTILE}\"):\n    \"\"\"{HOSTILE}\"\"\"\n    return \"{HOSTILE}\"\n");
    let path = "odd<script>alert(1)</script>.py";
    let test = "from cart import user_1\n\ndef test_user():\n    assert user_1()\n";
    asking(
        &[
            ("shop.py", "import cart\n\ndef price(n):\n    return n\n"),
            ("cart.py", &cart),
            (path, &hostile),
            ("test_cart.py", test),
        ],
        with,
    );
}

fn tool(context: &Context<'_>, name: &str, mut arguments: Value) -> Value {
    arguments["format"] = "json".into();
    arguments["budget"] = 1_000_000.into();
    find(name).unwrap().run(context, arguments).unwrap().structured.unwrap()
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    text.split_once(from).unwrap().1.split_once(to).unwrap().0
}

#[test]
fn code_is_small_and_asks_nobody() {
    const { assert!(CODE_BYTES <= 150_000) };
    asking(&[], |context| {
        let page = Page::gather(context, &Wanted::default()).unwrap().html();
        assert!(is_ours(&page[..2_000]) && !is_ours("<!doctype html>"));
        let code = between(&page, "<script>(()", "</script>");
        for word in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "import(",
        ] {
            assert!(!code.contains(word), "{word}");
        }
        let rest = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!rest.contains("http:") && !rest.contains("https:"), "an address");
        assert!(!page.contains(" style=") && !page.contains(" src=") && !page.contains("url(h"));
    });
}

#[test]
fn the_policy_allows_what_is_there_and_nothing_else() {
    asking(&[("a.py", "x = 1\n")], |context| {
        for live in [false, true] {
            let page = Page::gather(context, &Wanted { live, ..Wanted::default() }).unwrap();
            let (html, policy) = (page.html(), page.policy().written());
            assert!(html.contains(&format!("content=\"{policy}\"")));
            assert!(policy.starts_with("default-src 'none';"));
            assert_eq!(policy.contains("connect-src 'self'"), live);
            let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
            let script = html.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
            assert!(policy.contains(&format!("script-src 'sha256-{}'", hash(script))));
            assert!(
                policy
                    .contains(&format!("style-src 'sha256-{}'", hash(between(&html, "<style>", "</style>"))))
            );
        }
    });
}

#[test]
fn names_and_texts_never_leave_their_data() {
    shop(|context| {
        let page = Page::gather(context, &Wanted::default()).unwrap();
        let html = page.html();
        // Ours are the data of the index, of symbols, of each part, and the program.
        assert_eq!(html.matches("<script").count(), 3 + page.details.len());
        assert_eq!(html.matches("</script").count(), 3 + page.details.len());
        assert!(!html.contains("<img") && !html.contains("<!--"));
        let symbols: Value = serde_json::from_str(between(&html, "id=\"symbols\">", "</script>")).unwrap();
        assert_eq!(symbols, page.symbols);
        let paths = symbols["paths"].as_array().unwrap();
        assert!(paths.contains(&json!("odd<script>alert(1)</script>.py")), "{paths:?}");
        let parts = page.details.iter().flat_map(|part| part.as_object().unwrap().values());
        assert!(parts.clone().any(|one| one["doc"] == HOSTILE), "the text is as it was");
    });
}

#[test]
fn numbers_are_those_of_the_tools() {
    shop(|context| {
        let page = Page::gather(context, &Wanted::default()).unwrap();
        let status = tool(context, "index_status", json!({}));
        for field in
            ["files", "lines", "symbols", "references", "resolved", "possible", "external", "unresolved"]
        {
            assert_eq!(page.about["status"][field], status[field], "{field}");
        }
        let declared = tool(context, "list_declarations", json!({"limit": 1000}));
        assert_eq!(page.symbols["total"], declared["total"]);
        for (level, number) in [("file", "file"), ("module", "module"), ("package", "package")] {
            let graph = tool(context, "get_dependency_graph", json!({"level": level}));
            let ours = &page.about["graphs"][number];
            assert_eq!(
                (&ours["edges_total"], &ours["nodes_total"]),
                (&graph["edges_total"], &graph["nodes_total"])
            );
            assert_eq!(ours["cycles"].as_array().unwrap().len(), graph["cycles"].as_array().unwrap().len());
        }
        let chains = page.symbols["chain"].as_array().unwrap();
        let number = chains.iter().position(|chain| chain == "price").unwrap();
        let part = page.symbols["part"][number].as_u64().unwrap() as usize - 1;
        let price = &page.details[part][number.to_string()];
        let callers = tool(context, "get_callers", json!({"symbol": "shop.py#price", "limit": 40}));
        assert_eq!((&price["callers"]["total"], &callers["total"]), (&json!(50), &json!(50)));
        assert_eq!(price["callers"]["callers"].as_array().unwrap().len(), 40, "bounded, and said so");
        assert_eq!(price["callers"]["resolved"], callers["resolved"]);
        assert_eq!(price["callers"]["callers"][0]["key"], callers["callers"][0]["key"]);
        let tests = tool(context, "get_related_tests", json!({"symbol": "shop.py#price"}));
        assert_eq!((&price["tests"]["by_edge"], &tests["by_edge"]), (&json!(1), &json!(1)));
        let file = page.about["files"]["path"]
            .as_array()
            .unwrap()
            .iter()
            .position(|path| path == "shop.py")
            .unwrap();
        let tests = tool(context, "get_related_tests", json!({"symbol": "shop.py"}));
        assert_eq!(page.about["files"]["reached"][file], tests["by_edge"]);
    });
}

#[test]
fn what_is_left_out_is_counted() {
    shop(|context| {
        let bounds = Bounds { symbols: 5, files: 2, edges: 1, detail_bytes: 9_000 };
        let page = Page::gather(context, &Wanted { bounds, ..Wanted::default() }).unwrap();
        assert_eq!(page.symbols["chain"].as_array().unwrap().len(), 5);
        assert!(page.symbols["total"].as_u64() > Some(50));
        assert!(page.symbols["chain"].as_array().unwrap().contains(&json!("price")), "the most used stay");
        let held = page.symbols["held"].as_u64().unwrap();
        assert!((1..5).contains(&held), "{held}");
        let bytes: usize = page.details.iter().map(|part| part.to_string().len()).sum();
        assert!(bytes < 9_500, "{bytes}");
        assert_eq!(
            (page.about["files"]["path"].as_array().unwrap().len(), &page.about["files"]["total"]),
            (2, &json!(4))
        );
        let graph = &page.about["graphs"]["file"];
        assert_eq!((graph["edges"].as_array().unwrap().len(), &graph["edges_total"]), (1, &json!(3)));
    });
}

#[test]
fn one_odd_path_ends_nothing() {
    asking(
        &[
            ("c#/a.py", "def f():\n    return 1\n\ndef g():\n    return f()\n"),
            (" `b`.py", "def h():\n    return 1\n"),
            ("d:3.py", "def i():\n    return 1\n"),
            ("e.py", "def j():\n    return 1\n"),
        ],
        |context| {
            let page = Page::gather(context, &Wanted::default()).unwrap();
            let chains = page.symbols["chain"].as_array().unwrap();
            let of = |name: &str| {
                let number = chains.iter().position(|chain| chain == name).unwrap();
                &page.details[0][number.to_string()]
            };
            assert_eq!(of("f")["callers"]["callers"][0]["key"], "c#/a.py#g");
            assert_eq!(of("j")["callers"]["total"], 0);
            let held: usize = page.details.iter().map(|part| part.as_object().unwrap().len()).sum();
            assert_eq!(held, chains.len(), "each has something to say");
        },
    );
}

#[test]
fn namesakes_have_numbers_of_their_own() {
    let shop = "import sys\n\nif sys.platform == 'win32':\n    def price():\n        return first()\nelse:\n    def price():\n        \
                return second()\n\ndef first():\n    return 1\n\ndef second():\n    return 2\n";
    asking(&[("shop.py", shop)], |context| {
        let page = Page::gather(context, &Wanted::default()).unwrap();
        let chains = page.symbols["chain"].as_array().unwrap();
        let both: Vec<&Value> = (0..chains.len())
            .filter(|number| chains[*number] == "price")
            .map(|number| &page.details[0][number.to_string()])
            .collect();
        let callees: Vec<Vec<&Value>> = both
            .iter()
            .map(|one| one["callees"]["callees"].as_array().unwrap().iter().map(|row| &row["key"]).collect())
            .collect();
        assert_eq!(callees, [["shop.py#first"], ["shop.py#second"]]);
    });
}
