//! Symbolic links inside the root: a path leads over them to files that are listed where they are, and nothing else does.
#![cfg(unix)]

use indexer_engine::{Options, Snapshot, Workspace};
use indexer_store::TargetRef;
use indexer_testkit::Scratch;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;

fn scratch(files: &[(&str, &str)]) -> Scratch {
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    Scratch::new(&files).unwrap()
}

/// A workspace over the cache of this name.
fn open(s: &Scratch, cache: &str) -> Workspace {
    let options = Options { cache_dir: Some(s.cache().join(cache)), ..Options::new(s.root()) };
    Workspace::open(options, |_| ()).unwrap()
}

/// The files in which what the references of this name lead to stands.
fn targets(snapshot: &Snapshot, path: &str, name: &str) -> Vec<String> {
    let file = snapshot.view.file(path).unwrap();
    let references = file.references().filter(|one| one.name() == name);
    let targets = references.flat_map(|one| one.targets());
    let mut found: Vec<String> = targets
        .filter_map(|target| match target {
            TargetRef::Symbol(key) => {
                let symbol = snapshot.view.symbol(key)?;
                Some(snapshot.view.sym(symbol).file().path().to_owned())
            }
            _ => None,
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

fn linked() -> Scratch {
    let s = scratch(&[
        ("Cargo.toml", "[package]\nname = \"app\"\n"),
        ("tests/support/mod.rs", "pub fn helped() {}\n"),
        ("tests/other/mod.rs", "pub fn helped() {}\n"),
        ("tests/main.rs", "mod support;\nmod one;\nfn run() { support::helped(); one::single(); }\n"),
        ("benches/main.rs", "mod support;\nfn run() { support::helped(); }\n"),
        ("benches/one.rs", "pub fn single() {}\n"),
        ("lib/inner/price.py", "def price(): return 1\n"),
        ("main.py", "from near.price import price\nprice()\n"),
        ("include/a.h", "int get(void);\n"),
        (
            "src/a.c",
            "#include \"../headers/a.h\"\nint get(void) { return 1; }\nint use(void) { return get(); }\n",
        ),
    ]);
    symlink("../tests/support", s.root().join("benches/support")).unwrap();
    symlink("../benches/one.rs", s.root().join("tests/one.rs")).unwrap();
    symlink("lib/inner", s.root().join("near")).unwrap();
    symlink("include", s.root().join("headers")).unwrap();
    s
}

#[test]
fn a_path_over_a_link_leads_to_the_file_and_nothing_is_there_twice() {
    let s = linked();
    let snapshot = open(&s, "a").refresh().unwrap();
    assert_eq!(targets(&snapshot, "benches/main.rs", "helped"), ["tests/support/mod.rs"]);
    assert_eq!(targets(&snapshot, "tests/main.rs", "single"), ["benches/one.rs"]);
    assert_eq!(targets(&snapshot, "main.py", "price"), ["lib/inner/price.py"]);
    let includes = snapshot.view.file("src/a.c").unwrap().references().next().unwrap();
    assert!(matches!(includes.targets()[..], [TargetRef::Module("include/a.h")]), "{includes:?}");
    for path in ["benches/support/mod.rs", "tests/one.rs", "near/price.py", "headers/a.h"] {
        assert!(snapshot.view.file(path).is_none(), "{path}");
    }
}

#[test]
fn a_link_that_changes_is_followed_anew_and_the_view_equals_one_from_nothing() {
    let s = linked();
    let workspace = open(&s, "a");
    workspace.refresh().unwrap();
    let link = s.root().join("benches/support");
    let expect = |step: &str, expected: &[&str]| {
        let seen = workspace.refresh().unwrap();
        assert_eq!(targets(&seen, "benches/main.rs", "helped"), expected, "{step}");
        let next = open(&s, "a").refresh().unwrap();
        let scratch = open(&s, step).refresh().unwrap();
        assert_eq!(seen.view.dump(), scratch.view.dump(), "{step}");
        assert_eq!(next.view.dump(), scratch.view.dump(), "{step}");
    };
    fs::remove_file(&link).unwrap();
    expect("gone", &[]);
    symlink("../tests/other", &link).unwrap();
    expect("another", &["tests/other/mod.rs"]);
    fs::remove_file(&link).unwrap();
    symlink("../tests/support", &link).unwrap();
    expect("back", &["tests/support/mod.rs"]);
    s.remove("tests/support/mod.rs").unwrap();
    expect("without a file", &[]);
    s.write("tests/support.rs", "pub fn helped() {}\n").unwrap();
    s.write("tests/support/mod.rs", "fn other() {}\npub fn helped() {}\n").unwrap();
    expect("with it again", &["tests/support/mod.rs"]);
    fs::remove_file(&link).unwrap();
    fs::create_dir(&link).unwrap();
    s.write("benches/support/mod.rs", "pub fn helped() {}\n").unwrap();
    expect("a folder in its place", &["benches/support/mod.rs"]);
}

#[test]
fn links_that_lead_out_in_circles_or_to_what_is_not_listed_lead_nowhere() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("mod.rs"), "pub fn helped() {}\n").unwrap();
    let s = scratch(&[
        ("Cargo.toml", "[package]\nname = \"app\"\n"),
        (".env", "KEY=1\n"),
        ("ignored/mod.rs", "pub fn helped() {}\n"),
        (".gitignore", "ignored/\n"),
        ("tests/main.rs", "mod support;\nfn run() { support::helped(); }\n"),
    ]);
    s.git(&["init", "-q"]).unwrap();
    s.write(".git/held/mod.rs", "pub fn helped() {}\n").unwrap();
    let name = outside.path().file_name().unwrap().to_str().unwrap();
    let up = "../".repeat(s.root().components().count() + 3);
    let ways = [
        outside.path().to_str().unwrap().to_owned(),
        format!("{up}{}", outside.path().to_str().unwrap().trim_start_matches('/')),
        format!("../../{name}"),
        "support".to_owned(),
        "../tests/support".to_owned(),
        "../.git/held".to_owned(),
        "../.env".to_owned(),
        "../ignored".to_owned(),
        "..".to_owned(),
        "nowhere".to_owned(),
    ];
    let link = s.root().join("tests/support");
    for (step, way) in ways.iter().enumerate() {
        symlink(way, &link).unwrap();
        let snapshot = open(&s, &step.to_string()).refresh().unwrap();
        assert_eq!(targets(&snapshot, "tests/main.rs", "helped"), [""; 0], "{way}");
        let paths: Vec<&str> = snapshot.view.files().map(|file| file.path()).collect();
        assert_eq!(paths, ["Cargo.toml", "tests/main.rs"], "{way}");
        fs::remove_file(&link).unwrap();
    }
}

#[test]
fn links_of_a_revision_and_of_the_git_index_are_those_that_they_hold() {
    let s = linked();
    s.git(&["init", "-q"]).unwrap();
    s.git(&["add", "-A"]).unwrap();
    s.git(&["commit", "-q", "-m", "one"]).unwrap();
    let workspace = open(&s, "a");
    let disk = workspace.refresh().unwrap();
    let link = s.root().join("benches/support");
    fs::remove_file(&link).unwrap();
    symlink("../tests/other", &link).unwrap();
    assert_eq!(targets(&workspace.refresh().unwrap(), "benches/main.rs", "helped"), ["tests/other/mod.rs"]);
    for revision in ["HEAD", indexer_engine::STAGED] {
        let seen = workspace.at(revision).unwrap();
        assert_eq!(targets(&seen, "benches/main.rs", "helped"), ["tests/support/mod.rs"], "{revision}");
        assert_eq!(seen.view.dump(), disk.view.dump(), "{revision}");
    }
    s.git(&["add", "-A"]).unwrap();
    let staged = workspace.at(indexer_engine::STAGED).unwrap();
    assert_eq!(targets(&staged, "benches/main.rs", "helped"), ["tests/other/mod.rs"]);
}
