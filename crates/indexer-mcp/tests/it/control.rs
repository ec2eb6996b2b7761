//! What the user lets the server do.

use crate::{Client, FILES};
use serde_json::{Value, json};

fn listed(client: &mut Client) -> Vec<String> {
    let answer = client.ask("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

fn refused(result: &Value) -> bool {
    let text = result["content"][0]["text"].as_str().unwrap();
    result["isError"] == true && text.starts_with("error code=disabled")
}

#[test]
fn a_list_of_names_confines() {
    let mut client = Client::start(FILES, &["--tools", "index_status,read"]);
    assert_eq!(listed(&mut client), ["read_source", "index_status"]);
    assert!(refused(&client.call("lookup_symbol", json!({"name": "helper"}))));
    assert_eq!(client.call("index_status", json!({}))["isError"], false);
    let variables = [("INDEXER_TOOLS", "lookup_symbol"), ("INDEXER_DISABLE_TOOLS", "lookup_symbol")];
    let mut client = Client::start_with(FILES, &[], &variables);
    assert_eq!(listed(&mut client), ["lookup_symbol"]);
    assert!(client.notes().contains("the list of allowed tools decides"));
}

#[test]
fn a_disabled_tool_is_neither_listed_nor_callable() {
    let mut client = Client::start(FILES, &["--tools=all", "--disable-tools", "refs"]);
    let names = listed(&mut client);
    assert!(names.len() > 2 && !names.iter().any(|name| name == "find_references"), "{names:?}");
    assert!(refused(&client.call("find_references", json!({"symbol": "helper"}))));
}

#[test]
fn what_is_switched_off_is_not_named_by_prompts_resources_or_completion() {
    let offered = |client: &mut Client, list: &str, key: &str| -> Vec<String> {
        let answer = client.ask(list, json!({}))["result"].clone();
        answer[key].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let completed = |client: &mut Client, reference: Value, argument: &str| {
        let argument = json!({"name": argument, "value": "he"});
        client.ask("completion/complete", json!({"ref": reference, "argument": argument}))
    };
    let understand = json!({"type": "ref/prompt", "name": "understand"});
    let source = json!({"type": "ref/resource", "uri": "indexer://source/{symbol}"});
    let mut client = Client::start(FILES, &[]);
    assert_eq!(offered(&mut client, "prompts/list", "prompts").len(), 3);
    let answer = completed(&mut client, understand.clone(), "symbol");
    assert_eq!(answer["result"]["completion"]["values"], json!(["pkg.a.helper"]));

    let mut client = Client::start(FILES, &["--tools", "index_status"]);
    assert_eq!(offered(&mut client, "prompts/list", "prompts"), [""; 0]);
    assert_eq!(offered(&mut client, "resources/list", "resources"), ["status"]);
    assert_eq!(offered(&mut client, "resources/templates/list", "resourceTemplates"), [""; 0]);
    assert_eq!(client.ask("prompts/get", json!({"name": "start"}))["error"]["code"], -32602);
    assert_eq!(completed(&mut client, understand.clone(), "symbol")["error"]["code"], -32602);
    assert_eq!(completed(&mut client, source.clone(), "symbol")["error"]["code"], -32602);
    let read = client.ask("resources/read", json!({"uri": "indexer://source/helper"}));
    assert_eq!(read["error"]["code"], -32002, "{read}");
    let unknown = client.ask("tools/call", json!({"name": "nope"}))["error"]["message"].clone();
    assert!(!unknown.as_str().unwrap().contains("read_source"), "{unknown}");

    // Names are not looked up by the letter where they may not be looked up at all.
    let mut client = Client::start(FILES, &["--disable-tools", "lookup_symbol"]);
    assert_eq!(offered(&mut client, "prompts/list", "prompts"), ["understand", "change"]);
    let answer = completed(&mut client, source, "symbol");
    assert_eq!(answer["result"]["completion"]["values"], json!([]), "{answer}");
}

#[test]
fn what_a_client_reads_at_the_start_is_cheap() {
    for (tools, most) in [("core", 1_000), ("all", 6_000)] {
        let mut client = Client::start(FILES, &["--tools", tools]);
        let listed = client.ask("tools/list", json!({}))["result"].clone();
        let tokens = indexer_tokens::count(&listed["tools"].to_string());
        assert!(tokens <= most, "{tools}: {tokens} tokens");
        assert!(listed["nextCursor"].is_null());
        for tool in listed["tools"].as_array().unwrap() {
            let description = tool["description"].as_str().unwrap();
            assert!(description.len() <= 150, "{}: {}", tool["name"], description.len());
            assert!(tool["title"].is_string() && tool["outputSchema"].is_null(), "{tool}");
        }
        let begun = client.ask("initialize", json!({"protocolVersion": "2025-11-25"}));
        let instructions = indexer_tokens::count(begun["result"]["instructions"].as_str().unwrap());
        assert!((1..=120).contains(&instructions), "{instructions} tokens of instructions");
    }
}

#[test]
fn the_kill_switch_ends_the_server_at_once_and_says_why() {
    let client = Client::start_with(FILES, &[], &[("INDEXER_MCP_ENABLED", "false")]);
    // The input is still open: the server ended by itself.
    let output = client.child.wait_with_output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && notes.contains("switched off by INDEXER_MCP_ENABLED"), "{notes}");
}

#[test]
fn a_project_that_switches_off_is_seen_by_the_next_question() {
    let mut client = Client::start(FILES, &[]);
    let root = client.root();
    assert_eq!(client.call("index_status", json!({}))["isError"], false);
    let write = |text: &str| {
        std::fs::create_dir_all(root.join(".indexer")).unwrap();
        std::fs::write(root.join(".indexer/config.toml"), text).unwrap();
    };
    let found = |client: &mut Client| {
        let result = client.call("lookup_symbol", json!({"name": "helper", "match": "exact"}));
        result["content"][0]["text"].as_str().unwrap().contains("total=1")
    };
    assert!(found(&mut client));
    write("exclude = [\"pkg/**\"]\n");
    assert!(!found(&mut client));
    write("max_depth = 9\ncache_dir = \"/elsewhere\"\n");
    assert!(found(&mut client));
    let status = client.call("index_status", json!({}));
    let text = status["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("unsafe_configuration what=") && text.contains("cache_dir: a project may not"),
        "{text}"
    );
    write("enabled = false\n");
    assert!(refused(&client.call("index_status", json!({}))));
    assert_eq!(listed(&mut client), [""; 0]);
    std::fs::remove_dir_all(root.join(".indexer")).unwrap();
    assert!(found(&mut client));
}

#[test]
fn other_folders_are_asked_about_only_where_the_user_allows_them() {
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("x.py"), "def elsewhere(): pass\n").unwrap();
    let path = other.path().to_str().unwrap();
    let ask = |client: &mut Client| {
        client.call("lookup_symbol", json!({"name": "elsewhere", "root": path}))["isError"].clone()
    };
    assert_eq!(ask(&mut Client::start(FILES, &[])), true);
    assert_eq!(ask(&mut Client::start(FILES, &["--allowed-roots", path])), false);
}

/// Others write below the root: a clone brings repositories that are none of its own along.
#[test]
fn a_repository_below_the_root_shows_nothing_of_another_one() {
    let git = |folder: &std::path::Path, arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@example.org"]);
        let done = git.args(arguments).current_dir(folder).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    };
    let private = tempfile::tempdir().unwrap();
    git(private.path(), &["init", "-q"]);
    std::fs::write(private.path().join("key.py"), "def private_of_another(): pass\n").unwrap();
    git(private.path(), &["add", "."]);
    git(private.path(), &["commit", "-q", "-m", "private"]);
    let commit = git(private.path(), &["rev-parse", "HEAD"]);

    let mut client = Client::start(FILES, &[]);
    let root = client.root().to_owned();
    std::fs::create_dir(root.join("sub")).unwrap();
    let named = format!("gitdir: {}\n", private.path().join(".git").display());
    std::fs::write(root.join("sub/.git"), named).unwrap();
    git(&root, &["init", "-q", "--bare", "embedded.git"]);
    let objects = private.path().join(".git/objects").display().to_string();
    std::fs::write(root.join("embedded.git/objects/info/alternates"), objects).unwrap();

    for folder in ["sub", "embedded.git"] {
        for rev in ["HEAD", &commit, &commit[..7]] {
            let arguments = json!({"name": "private_of_another", "root": folder, "rev": rev});
            let answer = client.ask("tools/call", json!({"name": "lookup_symbol", "arguments": arguments}));
            let text = answer.to_string();
            assert!(text.contains("keeps a part of itself elsewhere"), "{folder} {rev}: {text}");
            assert!(!text.contains("key.py"), "{folder} {rev}: {text}");
        }
    }
    // The user may hand it to the server.
    let sub = root.join("sub");
    let mut client = Client::start(FILES, &["--allowed-roots", sub.to_str().unwrap()]);
    let arguments = json!({"name": "private_of_another", "root": sub, "rev": "HEAD"});
    let answer = client.call("lookup_symbol", arguments);
    assert!(answer.to_string().contains("key.py"), "{answer}");
}

#[test]
fn the_configuration_is_printed_and_nothing_is_served() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_indexer-mcp"))
        .args(["--print-config", "--tools", "all", "--max-depth", "4"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("setting key=tools value=all from=flag place=--tools\n"), "{text}");
    assert!(text.contains("setting key=max_depth value=4 from=flag place=--max-depth\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server() {
    for (signal, code) in [("-INT", 130), ("-TERM", 0)] {
        let mut client = Client::start(FILES, &[]);
        client.call("index_status", json!({}));
        let id = client.child.id().to_string();
        std::process::Command::new("kill").args([signal, &id]).status().unwrap();
        assert_eq!(client.child.wait().unwrap().code(), Some(code));
    }
}

/// A repository of which every tool could say more than a reply may hold.
fn large() -> Vec<(String, String)> {
    let mut lib = "\"\"\"Much of everything.\"\"\"\n\nclass Base:\n    pass\n\n".to_owned();
    for i in 0..400 {
        lib += &format!("class Kind{i}(Base):\n    \"\"\"The kind number {i}.\"\"\"\n\n");
        lib += &format!("    def value(self, other: Base) -> Base:\n        return target(self, {i})\n\n");
    }
    lib += "def target(kind: Base, number: int) -> Base:\n    return kind\n";
    let mut files = vec![("lib.py".to_owned(), lib)];
    for i in 0..150 {
        let text =
            format!("from lib import target, Base\n\ndef test_{i}(base: Base):\n    target(base, {i})\n");
        files.push((format!("tests/test_{i}.py"), text));
    }
    files
}

#[test]
fn replies_stay_within_their_budget_whatever_is_asked() {
    let files = large();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut client = Client::start(&files, &["--tools", "all"]);
    let listed = client.ask("tools/list", json!({}));
    let mut answered = 0;
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        if name == "regenerate_index" {
            continue;
        }
        for symbol in ["target", "Base"] {
            let word = |argument: &str| match argument {
                "query" | "question" => json!("target of base"),
                "pattern" => json!("target"),
                "path" | "file" => json!("lib.py"),
                "paths" => json!(["tests/*.py"]),
                "from" => json!("test_1"),
                "ids" | "symbols" => json!(["target", "Base", "Kind1", "Kind2"]),
                _ => json!(symbol),
            };
            let required = tool["inputSchema"]["required"].as_array().cloned().unwrap_or_default();
            let given = required.iter().map(|argument| argument.as_str().unwrap());
            let mut arguments: serde_json::Map<_, _> =
                given.map(|name| (name.to_owned(), word(name))).collect();
            for (budget, most) in [(None, 2_000), (Some(1_000_000), 20_000)] {
                arguments.insert("limit".into(), json!(budget.map(|_| 100_000)));
                arguments.insert("budget".into(), json!(budget));
                let result = client.call(name, arguments.clone().into());
                let text =
                    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{name}: {result}"));
                // 3.3 bytes a token, as budgets count.
                assert!(text.len() <= most * 33 / 10, "{name}: {} bytes for {most} tokens", text.len());
                answered += usize::from(result["isError"] == false && text.len() > 1_000);
            }
        }
    }
    assert!(answered > 40, "only {answered} answers were long enough to tell");
}
