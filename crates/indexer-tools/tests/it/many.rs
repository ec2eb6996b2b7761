//! A thousand repositories: what is open, and what that takes.

use crate::consumers::Together;
use serde_json::json;

/// Repositories that are named.
const NAMED: usize = 1_000;
/// Those that stay open, of which the page speaks.
const OPEN: usize = 64;

/// Set in that process.
const ALONE: &str = "INDEXER_MANY_ALONE";

/// How many of them one question asks here; `.ci/nightly` asks all.
fn asked_at_once() -> usize {
    std::env::var("INDEXER_MANY").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

/// Handles of this process, and its memory that is no mapped file, in MB; `None` where the system does not say.
fn held() -> Option<(usize, f64)> {
    let handles = std::fs::read_dir("/proc/self/fd").ok()?.count();
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some((handles, kilobytes / 1024.0))
}

/// In a process of its own: what is counted is that of the process.
#[test]
fn of_a_thousand_repositories_those_that_are_asked_cost_something() {
    if std::env::var_os(ALONE).is_none() {
        let name = "many::of_a_thousand_repositories_those_that_are_asked_cost_something";
        let mut this = std::process::Command::new(std::env::current_exe().unwrap());
        let ended = this.args(["--exact", name, "--nocapture"]).env(ALONE, "1").status().unwrap();
        assert!(ended.success(), "{ended}");
        return;
    }
    let files: Vec<(String, String)> = (0..NAMED)
        .map(|n| {
            (
                format!("r{n:03}/shop.py"),
                format!("def price_{n}(item):\n    \"\"\"The price of an item.\"\"\"\n    return item\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let many = Together::of(&files);
    let said = |when: &str| {
        // Those that were let go of watch for a moment more.
        let most = 3 * OPEN;
        let (mut handles, mut memory) = held().unwrap_or_default();
        for _ in 0..100 {
            if handles <= most {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
            (handles, memory) = held().unwrap_or_default();
        }
        assert!(handles <= most, "{when}: {handles} handles");
        eprintln!("{when}: {} open, {handles} handles, {memory:.1} MB anonymous", many.roots.open_count());
        (handles, memory)
    };
    let look_up = |n: usize| {
        let asked = json!({"name": format!("price_{n}"), "repository": format!("r{n:03}")});
        assert_eq!(many.ask("lookup_symbol", asked).unwrap()["total"], 1);
    };
    let none = said("none asked");
    assert_eq!(many.roots.open_count(), 0, "naming opens nothing");
    look_up(7);
    assert_eq!(many.roots.open_count(), 1);
    let one = said("one asked");
    (0..2 * OPEN).for_each(look_up);
    assert_eq!(many.roots.open_count(), OPEN);
    let full = said("twice as many asked as stay open");
    // A handle each and that of its watch.
    assert!(one.0 <= none.0 + 8 && full.0 <= one.0 + 3 * OPEN, "{none:?} {one:?} {full:?}");
    (0..2 * OPEN).for_each(look_up);
    let again = said("and again");
    assert!(again.1 <= full.1 * 1.25 + 16.0, "flat: {full:?} {again:?}");

    // A question to more than stay open, which end with it; those that are asked one by one stay.
    let last = asked_at_once();
    let named: Vec<String> = (0..last).map(|n| format!("r{n:03}")).collect();
    let asked = json!({"query": "price of an item", "repository": named.join(","), "limit": 5});
    let found = many.ask("search", asked.clone()).unwrap();
    assert_eq!(found["repositories"]["asked"], last, "{found}");
    assert_eq!(many.roots.open_count(), OPEN);
    let several = said("several at once");
    (0..3).for_each(|_| drop(many.ask("search", asked.clone()).unwrap()));
    let later = said("three times more");
    assert!(later.1 <= several.1 * 1.25 + 16.0, "flat: {several:?} {later:?}");
}
