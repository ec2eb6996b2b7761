//! Fixtures that say where references lead.
//!
//! A fixture holds several files (`#---- path: a.py ----#`). A comment line with a `^` speaks of
//! the token above it: `# ^ resolved member a.py#Foo.bar` is its resolution, its rule and its
//! targets. `INDEXER_BLESS=1` writes what the linker finds behind each `^`: read it before it is
//! committed.
#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

#[path = "../../examples/references.rs"]
mod example;
use indexer_engine::Workspace;
use indexer_store::{FileRef, Reference, TargetRef, View};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// What is claimed of one token: the file, its 1-based line and column, the claim.
struct Claim<'t> {
    file: &'t str,
    line: u32,
    column: u32,
    text: &'t str,
}

/// The claims of a fixture, each with the number of its line in the fixture.
fn claims(text: &str) -> Vec<(usize, Claim<'_>)> {
    let (mut file, mut line, mut code_line) = ("", 0, 0);
    let mut found = Vec::new();
    for (number, content) in text.lines().enumerate() {
        if let Some(path) = content.strip_prefix("#---- path: ").and_then(|rest| rest.strip_suffix(" ----#"))
        {
            (file, line, code_line) = (path, 0, 0);
            continue;
        }
        line += 1;
        let comment = content.trim_start();
        let sign = comment.trim_start_matches(['#', '/']);
        match sign.trim_start().strip_prefix('^') {
            Some(claim) if sign.len() < comment.len() => {
                let column = content.chars().position(|c| c == '^').unwrap() as u32 + 1;
                found.push((number, Claim { file, line: code_line, column, text: claim.trim() }));
            }
            _ => code_line = line,
        }
    }
    found
}

fn target(view: &View, target: TargetRef<'_>) -> String {
    match target {
        TargetRef::Symbol(key) => {
            view.symbol(key).map_or("gone".to_owned(), |symbol| view.sym(symbol).printed())
        }
        TargetRef::Module(path) | TargetRef::External(path) => path.to_owned(),
    }
}

fn describe(view: &View, reference: Reference<'_>) -> String {
    let mut text = format!("{} {}", reference.resolution(), reference.rule());
    let mut targets: Vec<String> = reference.targets().into_iter().map(|one| target(view, one)).collect();
    targets.sort();
    for one in targets {
        write!(text, " {one}").unwrap();
    }
    if reference.candidates() > 0 {
        write!(text, " of {}", reference.candidates()).unwrap();
    }
    text
}

fn found_at(view: &View, file: FileRef<'_>, line: u32, column: u32) -> String {
    let at = |one: &Reference<'_>| {
        one.at().line == line && one.at().column <= column && column < one.at().column + one.span().len()
    };
    let found: Vec<String> = file.references().filter(at).map(|one| describe(view, one)).collect();
    if found.is_empty() { "no reference".to_owned() } else { found.join(" and ") }
}

fn view_of(text: &str) -> View {
    let workspace = Workspace::in_memory(indexer_testkit::files(text));
    workspace.refresh().unwrap().view.clone()
}

#[test]
fn references_lead_where_the_fixtures_say() {
    let bless = std::env::var_os("INDEXER_BLESS").is_some();
    let mut wrong = String::new();
    let mut checked = 0;
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).unwrap();
        let view = view_of(&text);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (number, claim) in claims(&text) {
            let file = view.file(claim.file).unwrap_or_else(|| panic!("{} is not indexed", claim.file));
            let found = found_at(&view, file, claim.line, claim.column);
            checked += 1;
            if found != claim.text {
                let name = path.file_name().unwrap().to_string_lossy();
                writeln!(wrong, "{name}:{}: says {:?}, found {found:?}", number + 1, claim.text).unwrap();
            }
            if let Some(at) = lines[number].find('^') {
                lines[number].truncate(at + 1);
                write!(lines[number], " {found}").unwrap();
            }
        }
        if bless {
            std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(checked > 100, "only {checked} claims: a fixture was not read");
    assert!(bless || wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_fixture_line_is_one_claim_at_most() {
    let text = "#---- path: a.py ----#\nx = 1\n# ^ claim one\n#     ^ claim two\ny = 2\n";
    let found = claims(text);
    let seen: Vec<_> = found.iter().map(|(n, c)| (*n, c.file, c.line, c.column, c.text)).collect();
    assert_eq!(seen, [(2, "a.py", 1, 3, "claim one"), (3, "a.py", 1, 7, "claim two")]);
}

/// Each name rests on the one before: neither the stack nor what is remembered of the questions may
/// grow with the square of the chain.
#[test]
fn a_long_chain_of_names_is_followed_to_its_end() {
    const LENGTH: usize = 20_000;
    let mut text = "#---- path: a.py ----#\nclass C:\n  def m(self): pass\nx0 = C()\n".to_owned();
    for i in 1..LENGTH {
        writeln!(text, "x{i} = x{}", i - 1).unwrap();
    }
    writeln!(text, "x{}.m()", LENGTH - 1).unwrap();
    let view = view_of(&text);
    let file = view.file("a.py").unwrap();
    let last = file.references().find(|one| one.name() == "m").unwrap();
    assert_eq!(describe(&view, last), "resolved member a.py#C.m");
}

#[test]
fn the_example_runs() {
    example::main().unwrap();
}
