//! On a terminal nothing that comes from a repository is obeyed: every command, on a real terminal, over
//! a repository full of control characters.

use crate::Repository;
use indexer_tools::{ALL, Tool};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::thread;

/// What a terminal would obey: its title, its clipboard, a link, its other screen; the same with one
/// character of Unicode; an override of the direction; text that nobody sees.
const OBEYED: &str = "\u{1b}]0;title\u{7}\u{1b}]52;c;QUJD\u{7}\u{1b}]8;;http://x\u{1b}\\\u{1b}[?1049h\u{9b}2J\u{202e}\u{2066}\u{e0041}\u{7f}";

fn git(repository: &Repository, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", &format!("user.name=A {OBEYED}"), "-c", "user.email=t@example.org"]);
    let done = git.args(arguments).current_dir(repository.root()).output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

fn hostile() -> Repository {
    let code = format!(
        "/** Costs. {OBEYED} */\nexport class Cart {{\n  /* {OBEYED} */\n  total() {{ return price(`{OBEYED}`); }}\n  \
         'odd {OBEYED}'() {{ return this.total(); }}\n}}\n\nexport function price(of = \"{OBEYED}\") {{ return of.length; }}\n"
    );
    let path = format!("src/odd\n{OBEYED}.js");
    let repository = Repository::new(&[
        ("package.json", "{\"name\": \"shop\", \"version\": \"1.0.0\"}\n"),
        ("src/cart.js", &code),
        (&path, "import { price } from './cart.js';\nexport function more() { return price('x'); }\n"),
        ("src/cart.test.js", "import { price } from './cart.js';\ntest('price', () => { price(); });\n"),
        ("README.md", &format!("# Shop\n\nThe price {OBEYED} of it.\n")),
        // What a project asks for and does not get is told.
        (".indexer/config.toml", &format!("cache_dir = \"{}\"\n", "\\u001b]0;x\\u0007\\u202e")),
    ]);
    std::fs::remove_dir(repository.root().join(".git")).unwrap();
    git(&repository, &["init", "-q", "-b", "odd\u{202e}branch"]);
    git(&repository, &["add", "-A"]);
    git(&repository, &["commit", "-q", "-m", &format!("First {OBEYED}\n\n{OBEYED}")]);
    repository.write("src/cart.js", &code.replace("price(of", "price(many, of"));
    git(&repository, &["commit", "-q", "-a", "-m", &format!("Second {OBEYED}")]);
    let ledger = format!(
        "{}\n",
        serde_json::json!({
            "kind": "decision", "id": "d-1", "time": "2026-03-02T09:00:00Z", "title": format!("Cents {OBEYED}"),
            "anchors": [{"path": path, "name": "more", "kind": "function", "content": "1-0"}],
        })
    );
    repository.write(".indexer/ledger.jsonl", &ledger);
    repository
}

/// What a command writes to a terminal that is its input, its output and where it complains: one that
/// `script` of util-linux makes.
fn on_terminal(command: &mut Command, line: &[&str]) -> String {
    let quoted = |word: &&str| format!("'{}'", word.replace('\'', "'\\''"));
    let words: Vec<String> = [env!("CARGO_BIN_EXE_indexer")].iter().chain(line).map(quoted).collect();
    command.args(["-q", "-e", "-c", &words.join(" "), "/dev/null"]).stdin(Stdio::null());
    let output = command.output().expect("script, a part of util-linux, makes the terminal");
    String::from_utf8(output.stdout).unwrap()
}

/// What is left of a screen without what the program itself and the terminal put there: line ends, colours,
/// and what draws a bar of progress.
fn not_ours(screen: &str) -> String {
    // The end of the input, as a terminal shows it.
    let screen = screen.replace("^D\u{8}\u{8}", "");
    let mut rest = screen.as_str();
    let mut left = String::new();
    while let Some(c) = rest.chars().next() {
        // Links, whose addresses are visible ASCII.
        let link = rest.strip_prefix("\u{1b}]8;;").and_then(|after| {
            let end = after.find("\u{1b}\\")?;
            after[..end].bytes().all(|byte| byte.is_ascii_graphic()).then_some(5 + end + 2)
        });
        let style = || {
            rest.strip_prefix("\u{1b}[").and_then(|after| {
                let digits = after.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
                let own = matches!(after.as_bytes().get(digits), Some(b'm' | b'K' | b'A' | b'B' | b'G'));
                own.then_some(2 + digits + 1)
            })
        };
        match link.or_else(style) {
            Some(length) => rest = &rest[length..],
            None => {
                if !matches!(c, '\r' | '\n' | '\t') {
                    left.push(c);
                }
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    left
}

fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// The command line of a tool that leads it to what is hostile, by the flags or places of its arguments.
fn question(tool: &Tool) -> Vec<String> {
    let command = tool.command();
    let schema = tool.full_schema();
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let word = |name: &str| match name {
        "type_name" => "Cart",
        "from" => "Cart.total",
        "base" => "HEAD~1",
        "query" | "question" | "pattern" => "price",
        "paths" => "src/*.js",
        "title" => "\u{1b}]0;title\u{7}",
        _ => "price",
    };
    let mut line = vec![tool.cli_name.to_owned()];
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        if arg.is_positional() && (required.contains(&id) || ["name", "symbol", "base"].contains(&id)) {
            line.push(word(id).to_owned());
        } else if id == "path" && arg.is_positional() {
            line.push("src/cart.js".to_owned());
        } else if required.contains(&id) {
            line.push(format!("--{}", arg.get_long().unwrap()));
            line.push(word(id).to_owned());
        }
    }
    line
}

#[test]
fn no_command_lets_a_terminal_obey_a_repository() {
    let repository = hostile();
    repository.run(&["--quiet", "index"]);
    let own: &[&[&str]] = &[
        &["index"],
        &["index", "--rebuild"],
        &["index", "--write"],
        &["update"],
        &["export", "refs"],
        &["export", "symbols"],
        &["export", "calls"],
        &["export", "deps"],
        &["config"],
        &["serve", "--print-config"],
        &["init", "--dry-run", "--all"],
        &["doctor"],
        &["clean"],
        &["members"],
        &["completions", "bash"],
        // What is quoted from the command line, and what was not found.
        &["read-source", "--symbol", "odd \u{1b}]0;x\u{7}"],
        &["read-source", "src/odd"],
        &["lookup-symbol", "odd", "--json"],
        &["lookup-symbol", "Cart.odd"],
        &["search", "price", "--format", "\u{1b}]0;x\u{7}"],
        &["search", "price", "--rev", "odd\u{202e}brunch"],
        &["search", "price", "--rev", "odd\u{202e}branch"],
        &["\u{1b}]0;x\u{7}"],
        &["diff", "HEAD~1", "--color", "always"],
        &["refs", "price", "--hyperlink-format", "default"],
        &["callers", "price", "--hyperlink-format", "kitty", "--depth", "3"],
        &["tree", "--hyperlink-format", "vscode"],
        &["refs", "price", "--format", "text"],
        &["diff", "HEAD~1", "--format", "markdown"],
        &["diff", "HEAD~1", "--format", "github"],
        &["diff", "HEAD~1", "--format", "jest"],
        &["get-dependency-graph", "--format", "mermaid"],
        &["get-dependency-graph", "--format", "dot"],
        &["history", "src/cart.js"],
        &["history", "src/cart.js", "--json"],
        &["--help"],
    ];
    let mut lines: Vec<Vec<String>> =
        own.iter().map(|line| line.iter().map(|word| (*word).to_owned()).collect()).collect();
    lines.extend(ALL.iter().map(question));
    let ask = |line: &Vec<String>| {
        let line: Vec<&str> = ["--memory"].into_iter().chain(line.iter().map(String::as_str)).collect();
        let mut command = Command::new("script");
        repository.isolate(&mut command);
        command.env("TERM", "xterm-256color").env("PAGER", "cat").env_remove("NO_COLOR");
        let screen = on_terminal(&mut command, &line);
        let left = not_ours(&screen);
        let obeyed: String = left.chars().filter(|c| is_obeyed(*c)).collect();
        assert!(obeyed.is_empty(), "{line:?} lets the terminal obey {obeyed:?}: {screen:?}");
        assert!(!screen.is_empty(), "{line:?}");
        usize::from(["\\x1b]", "\\u{202e}", "\\u{1b}", "\\u001b"].iter().any(|shown| left.contains(shown)))
    };
    // Two at a time: most of it is waiting for a process to begin.
    let (one, other) = lines.split_at(lines.len() / 2);
    let shown: usize = thread::scope(|scope| {
        let one = scope.spawn(|| one.iter().map(ask).sum::<usize>());
        other.iter().map(ask).sum::<usize>() + one.join().unwrap()
    });
    assert!(shown >= 30, "only {shown} of {} commands showed what was hostile", lines.len());
}

#[test]
fn a_pipe_gets_what_is_there_and_a_forced_colour_does_not() {
    let repository = hostile();
    let lines = repository.ok(&["--quiet", "read-source", "src/cart.js"]);
    assert!(lines.contains(&format!("3|  /* {OBEYED} */")), "{lines:?}");
    // Colours are for a terminal behind the pipe: `less -R` obeys what it gets.
    let screen = repository.ok(&["--quiet", "diff", "HEAD~1", "--format", "screen", "--color", "always"]);
    assert!(screen.contains("\u{1b}[1m"), "{screen:?}");
    assert!(!not_ours(&screen).contains(is_obeyed), "{screen:?}");
}
