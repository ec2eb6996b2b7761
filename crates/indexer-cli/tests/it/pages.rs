//! Names of other systems, INDEX.md, completions and manual pages, through the binary.

use super::repository;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn names_and_flags_of_other_systems_are_taken() {
    let repository = repository();
    for (arguments, holds) in [
        (&["code.symbol.search", "help", "--prefix-mode=true"][..], "pkg/a.py"),
        (&["code_symbol_findDefinition", "--symbol-name", "helper"], "pkg/a.py"),
        (&["get_callers", "helper"], "4 run|"),
        (&["refs", "helper", "--kind", "callers", "--token-budget", "500"], "main.py"),
        (&["find_refs", "helper", "--limit", "5"], "main.py"),
        (&["impact", "helper", "--direction", "up", "--no-fallback"], "main.py"),
        (&["locate", "helper", "--pick", "1"], "pkg/a.py"),
        (&["inventory", "--kind", "class"], "name=C"),
        (&["reindex"], "files_indexed=3"),
        (&["healthcheck"], "state=fresh"),
        (&["update", "--since", "HEAD"], "state=fresh"),
    ] {
        let text = repository.ok(arguments);
        assert!(text.contains(holds), "{arguments:?}: {text}");
    }
    let help = repository.ok(&["--help"]);
    assert!(!help.contains("code.symbol") && !help.contains("healthcheck"), "{help}");
}

#[test]
fn the_index_is_written_as_a_page_only_when_asked() {
    let repository = repository();
    repository.ok(&["index"]);
    let page = repository.root().join("INDEX.md");
    assert!(!page.exists());
    let said = repository.ok(&["--quiet", "index", "--write", "--max-tokens", "200"]);
    assert!(said.starts_with("written path=INDEX.md tokens=") && said.ends_with("changed=true\n"), "{said}");
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("`pkg/a.py`"), "{text}");
    assert!(repository.ok(&["--quiet", "index", "--write"]).contains("path=INDEX.md"));
    let said = repository.ok(&["--quiet", "index", "--write", "INDEX.json", "--detail", "full"]);
    assert!(said.contains("path=INDEX.json"), "{said}");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(repository.root().join("INDEX.json")).unwrap()).unwrap();
    assert_eq!(json["files"], 3);
    let yaml = repository.ok(&["--quiet", "index", "--write", "map.txt", "--format", "yaml"]);
    assert!(yaml.contains("map.txt"));
    assert!(fs::read_to_string(repository.root().join("map.txt")).unwrap().contains("\nfiles: 3\n"));
    let outside = repository.run(&["index", "--write", "../INDEX.md"]);
    assert_eq!(outside.status.code(), Some(2), "{outside:?}");
    assert!(!repository.root().join("../INDEX.md").exists());
}

#[test]
fn a_watcher_writes_the_page_once_for_each_change() {
    let repository = repository();
    let mut command = repository.command(&["--quiet", "watch", "--debounce-ms", "20", "--write"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert!(next().starts_with("refresh "));
    assert!(next().starts_with("written path=INDEX.md"));
    repository.write("later.py", "def later():\n    pass\n");
    let refresh = next();
    assert!(refresh.starts_with("refresh ") && refresh.contains(" parsed=1 "), "{refresh}");
    assert!(next().ends_with("changed=true"));
    assert!(fs::read_to_string(repository.root().join("INDEX.md")).unwrap().contains("later.py"));
    // The page itself calls for nothing: what comes next is the next change.
    repository.write("last.py", "def last():\n    pass\n");
    assert!(next().contains(" parsed=1 "));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn completions_and_manual_pages_come_from_the_table() {
    let repository = repository();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = repository.ok(&["completions", shell]);
        assert!(script.contains("find-references"), "{shell}");
        assert!(!script.contains("code.symbol"), "{shell}");
    }
    repository.ok(&["man", "manual"]);
    let folder = repository.root().join("manual");
    for tool in indexer_tools::ALL {
        let page =
            fs::read_to_string(folder.join(format!("indexer-{}.1", tool.command().get_name()))).unwrap();
        let description = tool.description();
        let first = description.split_whitespace().next().unwrap();
        assert!(page.contains(first), "{}", tool.name);
    }
    assert!(fs::read_to_string(folder.join("indexer.1")).unwrap().contains("indexer\\-refs"));
    assert!(!folder.join("indexer-code.symbol.search.1").exists());
}
