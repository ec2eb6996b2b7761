//! What people see: the page `docs/screens.md`, folders, languages, typos, links and the pager.

use crate::{Repository, repository};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// A shop with a past, in which nothing differs from run to run.
fn shop() -> Repository {
    let shop = Repository::new(&[
        ("shop/__init__.py", "from shop.cart import Cart as Cart\n"),
        (
            "shop/price.py",
            "\"\"\"Prices.\"\"\"\n\n\ndef price(item: str, count: int = 1) -> int:\n    \"\"\"What so many of an item cost.\"\"\"\n    \
             if count > 10:\n        return 9 * count\n    return 10 * count\n",
        ),
        (
            "shop/cart.py",
            "from shop.price import price\n\n\nclass Cart:\n    \"\"\"What somebody buys.\"\"\"\n\n    def __init__(self):\n        \
             self.items: list[str] = []\n\n    def total(self) -> int:\n        return sum(price(item) for item in self.items)\n\n    \
             def receipt(self, title: str) -> str:\n        lines = [f\"{item:20} {price(item):>8}\" for item in sorted(self.items) if item.strip()]\n        \
             return \"\\n\".join([title, *lines, str(self.total())])\n",
        ),
        (
            "web/view.py",
            "from shop import Cart\n\n\ndef show(cart: Cart) -> str:\n    return cart.receipt(\"Your cart\")\n\n\nclass Gift(Cart):\n    pass\n",
        ),
        (
            "tests/test_cart.py",
            "from shop import Cart\n\n\ndef test_total():\n    assert Cart().total() == 0\n",
        ),
        (
            "web/app.js",
            "export function start(cart) {\n  return render(cart);\n}\n\nfunction render(cart) {\n  return String(cart);\n}\n",
        ),
    ]);
    fs::remove_dir(shop.root().join(".git")).unwrap();
    git(&shop, &["init", "-q", "-b", "main"], "1");
    git(&shop, &["add", "-A"], "1");
    git(&shop, &["commit", "-q", "-m", "A shop with a cart"], "2026-01-05T10:00:00Z");
    let text = fs::read_to_string(shop.root().join("shop/price.py")).unwrap();
    shop.write("shop/price.py", &text.replace("count: int = 1)", "count: int)"));
    git(
        &shop,
        &["commit", "-q", "-a", "-m", "Nobody buys one of anything by mistake any more"],
        "2026-02-06T11:00:00Z",
    );
    shop
}

fn git(repository: &Repository, arguments: &[&str], date: &str) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Ada Byron", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]);
    git.args(arguments).current_dir(repository.root());
    git.env("GIT_AUTHOR_DATE", date).env("GIT_COMMITTER_DATE", date);
    let done = git.output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

/// A screen of so many cells, without colours.
fn screen(repository: &Repository, width: usize, line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    words.extend(["--format", "screen"]);
    let output = repository.command(&words).env("COLUMNS", width.to_string()).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands of the page.
const SHOWN: &[&str] = &[
    "search price",
    "search price --explain",
    "def Cart",
    "refs price",
    "callers price --depth 3",
    "impact price",
    "type-hierarchy Cart",
    "read Cart.total",
    "outline shop",
    "tree",
    "graph",
    "stats",
    "history shop/price.py",
    "hotspots",
    "diff HEAD~1",
];

#[test]
fn the_page_of_screens_is_what_the_program_shows() {
    let shop = shop();
    let mut page = String::from(
        "# Screens\n\nWhat some commands show on a terminal of 80 and of 120 columns, without its colours: written by the test\n\
         `the_page_of_screens_is_what_the_program_shows` with `INDEXER_BLESS=1`.\n",
    );
    for line in SHOWN {
        write!(page, "\n## {line}\n").unwrap();
        for width in [80, 120] {
            let text = screen(&shop, width, line);
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{line}");
            }
            write!(page, "\n{width} columns:\n\n```text\n{text}```\n").unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens.md");
    if env::var_os("INDEXER_BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/screens.md is stale; INDEXER_BLESS=1 writes it:\n{page}");
}

/// The commands of the picture in the README.
const PICTURED: &[&str] = &["refs price", "impact price", "read Cart.total"];

#[test]
fn the_picture_of_the_terminal_is_what_the_program_shows() {
    let shop = shop();
    let mut shown = String::new();
    for line in PICTURED {
        let words = [line.split(' ').collect(), vec!["--format", "screen", "--color", "always"]].concat();
        let output =
            shop.command(&words).env("COLUMNS", "80").env("TERM", "xterm-256color").output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("\u{1b}["), "{line} shows no colours: {text}");
        write!(shown, "\u{1b}[1m$ indexer {line}\u{1b}[0m\n{text}\n").unwrap();
    }
    let picture = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE).render_svg(shown.trim_end());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal.svg");
    if env::var_os("INDEXER_BLESS").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "docs/terminal.svg is stale; INDEXER_BLESS=1 draws it:\n{shown}");
}

#[test]
fn every_tool_has_a_screen_and_a_pipe_gets_records() {
    let repository = repository();
    for tool in indexer_tools::ALL.iter().filter(|tool| !tool.writes) {
        let required = tool.full_schema()["required"].as_array().map_or(0, Vec::len);
        if required > 0 {
            continue;
        }
        let name = tool.command().get_name().to_owned();
        let flag = if tool.memory { &["--memory"][..] } else { &[] };
        let output = repository.run(&[flag, &[&name, "--format", "screen"]].concat());
        if output.status.code() == Some(2) {
            continue;
        }
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.is_empty() && !text.contains("answer tool="), "{name}: {text}");
    }
    assert!(repository.ok(&["symbol", "helper"]).starts_with("answer tool=lookup_symbol"));
}

#[test]
fn a_format_that_a_command_does_not_have_is_not_listed() {
    let repository = repository();
    let help = repository.ok(&["help", "refs"]);
    assert!(help.contains("possible values") || help.contains("Possible values"), "{help}");
    assert!(help.contains("screen") && !help.contains("mermaid") && !help.contains("sarif"), "{help}");
    assert!(repository.ok(&["help", "graph"]).contains("mermaid"));
    let output = repository.run(&["refs", "helper", "--format", "mermaid"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(repository.ok(&["--format", "json", "stats"]).starts_with('{'), "before the command too");
}

#[test]
fn paths_are_taken_and_shown_as_seen_from_the_current_folder() {
    let repository = repository();
    let within = |line: &[&str]| {
        let output = repository.command(line).current_dir(repository.root().join("pkg")).output().unwrap();
        assert!(output.status.success(), "{line:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(within(&["outline", "a.py"]).contains("path=pkg/a.py"));
    assert!(within(&["outline", "pkg/a.py"]).contains("path=pkg/a.py"), "as answers name it");
    assert!(within(&["read", "../main.py"]).contains("1|from pkg.a import helper"));
    assert!(within(&["def", "a.py:5"]).contains("helper"));
    assert!(within(&["refs", "helper", "--path", "."]).contains("total=0"));
    // A folder narrows nothing by itself.
    let shown = within(&["refs", "helper", "--format", "screen"]);
    assert!(shown.contains("\n../main.py\n") && shown.contains("\n 4:5   helper()"), "{shown}");
    assert!(shown.starts_with("helper  function  a.py:5\n"), "{shown}");
}

#[test]
fn short_flags_languages_help_and_typos() {
    let shop = shop();
    assert!(shop.ok(&["refs", "price", "-n", "1"]).contains("shown=1"));
    let stats = shop.ok(&["stats", "--lang", "javascript"]);
    assert!(stats.contains("stats files=1 ") && !stats.contains("name=python"), "{stats}");
    assert!(shop.ok(&["outline", "--lang", "js"]).contains("name=render"));
    assert!(!shop.ok(&["refs", "price", "--lang", "js"]).contains("file path="));
    let wrong = shop.run(&["stats", "--lang", "pyhton"]);
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(wrong.status.code() == Some(2) && said.contains("near are python"), "{said}");
    for line in [&["help"][..], &["--help"]] {
        let help = shop.ok(line);
        let names = ["refs", "callers", "def", "read", "outline"];
        for name in names {
            assert!(
                help.lines().any(|line| line.trim_start().starts_with(&format!("{name} "))),
                "{name}: {help}"
            );
        }
    }
    for name in ["refs", "find-references", "find_references"] {
        assert!(shop.ok(&["help", name]).contains("Usage: indexer refs "), "{name}");
    }
    let typo = shop.run(&["caller", "price"]);
    let said = String::from_utf8(typo.stderr).unwrap();
    assert_eq!(typo.status.code(), Some(2));
    assert!(said.contains("there is no command caller\nhint: near are callers"), "{said}");
}

#[test]
fn a_folder_that_is_no_repository_is_said_and_a_large_one_is_not_indexed_silently() {
    let repository = Repository::new(&[("a.py", "def helper(): pass\n")]);
    fs::remove_dir(repository.root().join(".git")).unwrap();
    let output = repository.run(&["symbol", "helper"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && said.contains("note: no repository here or above; the root is "),
        "{said}"
    );
    assert!(repository.run(&["--quiet", "symbol", "helper"]).stderr.is_empty());
    let root = repository.root().display().to_string();
    assert!(repository.run(&["--root", &root, "symbol", "helper"]).stderr.is_empty(), "it was named");

    let large = Repository::new(&[]);
    fs::remove_dir(large.root().join(".git")).unwrap();
    for i in 0..=20_000 {
        fs::File::create(large.root().join(i.to_string())).unwrap();
    }
    let output = large.run(&["symbol", "helper"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("holds more than 20000 files") && said.contains("--root"), "{said}");
    assert!(!large.folder.path().join("cache").exists(), "nothing was indexed");
}

#[test]
fn links_lead_to_the_places_that_are_shown() {
    let repository = repository();
    let flags = ["--format", "screen", "--color", "always", "--hyperlink-format", "vscode"];
    let text = repository.ok(&[&["refs", "helper"], &flags[..]].concat());
    let main = fs::canonicalize(repository.root()).unwrap().join("main.py");
    let link = format!("\u{1b}]8;;vscode://file{}:4:5\u{1b}\\", main.display());
    assert!(text.contains(&link), "{text:?}");
    let plain = repository.ok(&["refs", "helper", "--format", "screen", "--hyperlink-format", "vscode"]);
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    let wrong = repository.run(&["refs", "helper", "--hyperlink-format", "vscod"]);
    assert_eq!(wrong.status.code(), Some(2));
}

/// A terminal of so many columns and lines.
#[cfg(target_os = "linux")]
fn terminal(repository: &Repository, (columns, lines): (u32, u32), line: &str) -> String {
    let mut script = Command::new("script");
    repository.isolate(&mut script);
    script.env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("LESS");
    script.env("PAGER", "sed -n 1p");
    let command = format!("stty cols {columns} rows {lines}; '{}' {line}", env!("CARGO_BIN_EXE_indexer"));
    script.args(["-q", "-e", "-c", &command, "/dev/null"]).stdin(std::process::Stdio::null());
    String::from_utf8(script.output().unwrap().stdout).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_a_screen_of_its_width_with_colours_and_what_is_longer_goes_to_the_pager() {
    let shop = shop();
    shop.ok(&["--quiet", "index"]);
    let seen = terminal(&shop, (200, 60), "refs price");
    let matched =
        "{\u{1b}[1m\u{1b}[31mprice\u{1b}[0m(item):>8}\" for item in sorted(self.items) if item.strip()]";
    assert!(seen.contains(matched) && !seen.contains('…'), "{seen:?}");
    let narrow = terminal(&shop, (60, 60), "refs price --color never");
    assert!(
        narrow.contains("{price(item)") && narrow.contains('…') && !narrow.contains("\u{1b}["),
        "{narrow:?}"
    );
    assert!(narrow.lines().all(|line| line.trim_end().chars().count() <= 60), "{narrow:?}");
    let paged = terminal(&shop, (80, 5), "outline shop");
    assert!(paged.contains("shop/cart.py") && !paged.contains("receipt"), "{paged:?}");
    let whole = terminal(&shop, (80, 5), "outline shop --no-pager");
    assert!(whole.contains("receipt"), "{whole:?}");
}
