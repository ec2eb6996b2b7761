//! What compilers said, by flag and by configuration.

use crate::Repository;
use indexer_testkit::scip::{document, index};
use std::ffi::OsString;
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

const A: &str = "def target():\n    pass\n";
const B: &str = "def use(given):\n    given().target()\n";

/// A repository with a SCIP file in it that says where `target` leads.
fn with_scip() -> Repository {
    let repository = Repository::new(&[("a.py", A), ("b.py", B)]);
    let symbol = "c p pkg 1 a/target().";
    let documents = vec![
        document("a.py", A, &[("target", 0, symbol, true)]),
        document("b.py", B, &[("target", 0, symbol, false)]),
    ];
    let path = repository.root().join("index.scip");
    fs::write(&path, index(documents)).unwrap();
    let later = SystemTime::now() + Duration::from_secs(60);
    File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
    repository
}

fn asks_the_compiler(repository: &Repository) -> bool {
    repository.ok(&["export", "refs"]).contains("\"compiler\"")
}

#[test]
fn a_file_that_the_user_names_is_used_and_none_other() {
    let repository = with_scip();
    repository.ok(&["index"]);
    repository.write(".indexer/config.toml", "scip = [\"index.scip\"]\n");
    let said = repository.run(&["index"]);
    assert!(String::from_utf8(said.stderr).unwrap().contains("scip"), "what a project asks for is said");
    assert!(!asks_the_compiler(&repository));
    repository.ok(&["index", "--scip", "index.scip"]);
    assert!(asks_the_compiler(&repository));
    let status = repository.ok(&["status"]);
    let line = status.lines().find(|line| line.starts_with("scip ")).unwrap();
    assert!(line.contains("in_force=2 dropped=0"), "{line}");
    repository.write("b.py", &format!("{B}\n"));
    assert!(!asks_the_compiler(&repository));
    assert!(repository.ok(&["status"]).contains("in_force=1 dropped=1"));
    repository.write("b.py", B);
    repository.ok(&["index"]);
    assert!(asks_the_compiler(&repository), "it is kept");
    repository.ok(&["index", "--scip", "none"]);
    assert!(!asks_the_compiler(&repository) && !repository.ok(&["status"]).contains("scip file"));
    let variable = repository.command(&["index"]).env("INDEXER_SCIP", "index.scip").output().unwrap();
    assert!(variable.status.success() && asks_the_compiler(&repository));
    let bad = repository.run(&["index", "--scip", "a.py"]);
    let errors = String::from_utf8(bad.stderr).unwrap();
    assert!(bad.status.code() == Some(2) && errors.contains("a.py: not a SCIP index"), "{errors}");
    assert!(asks_the_compiler(&repository), "what was taken in before stays");
}

#[test]
fn what_is_exported_can_be_taken_in() {
    let repository = Repository::new(&[
        ("shop.py", "def price(): pass\n\nclass Cart:\n    def total(self):\n        return price()\n"),
        ("main.py", "from shop import Cart\nCart().total()\n"),
    ]);
    let path = repository.root().join("index.scip");
    let output = repository.run(&["export", "--format", "scip", "-o", "index.scip"]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("scip documents=2 definitions=3 "), "{said}");

    // To the output it is the same, byte for byte.
    let piped = repository.run(&["export", "--format", "scip"]).stdout;
    assert_eq!(fs::read(&path).unwrap(), piped);

    repository.ok(&["index", "--scip", "index.scip"]);
    let status = repository.ok(&["status"]);
    let line = status.lines().find(|line| line.starts_with("scip ")).unwrap();
    assert!(line.ends_with(" in_force=2 dropped=0"), "{line}");
    let refs = repository.ok(&["export", "refs"]);
    assert!(refs.lines().count() >= 4 && refs.lines().all(|line| line.contains("\"compiler\"")), "{refs}");
}

#[test]
fn an_export_that_cannot_be_is_an_error_and_leaves_no_file() {
    let repository = Repository::new(&[("a.py", "def f(): pass\n")]);
    for (arguments, said) in [
        (&["export"][..], "say what is to be written"),
        (&["export", "refs", "--format", "scip"], "holds everything"),
        (&["export", "--format", "scip", "-o", "none/index.scip"], "cannot be written"),
        (&["export", "--format", "sqlite"], "a database is a file"),
        (&["export", "calls", "--format", "sqlite", "-o", "index.db"], "holds everything"),
        (&["export", "--format", "sqlite", "-o", "none/index.db"], "cannot be written"),
        (&["export", "--format", "parquet"], "stand in a folder"),
        (&["export", "deps", "--format", "parquet", "-o", "tables"], "holds everything"),
        (&["export", "--format", "parquet", "-o", "a.py"], "a.py cannot be written"),
        (&["export", "refs", "--name", "shop"], "only tables tell it"),
    ] {
        let output = repository.run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors.contains(said) && output.stdout.is_empty(), "{errors}");
    }
    let left: Vec<_> = fs::read_dir(repository.root()).unwrap().map(|one| one.unwrap().file_name()).collect();
    let is_ours = |name: &OsString| name == "a.py" || name == ".git";
    assert!(left.iter().all(is_ours), "{left:?}");
}

#[test]
fn a_database_takes_the_place_of_the_last_one() {
    let repository = Repository::new(&[("a.py", "def f(): pass\nf()\n")]);
    for symbols in [1, 2] {
        let output = repository.run(&["export", "--format", "sqlite", "-o", "index.db"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!("sqlite files=1 symbols={symbols} uses=1 targets=1")), "{said}");
        assert!(fs::read(repository.root().join("index.db")).unwrap().starts_with(b"SQLite format 3"));
        repository.write("a.py", "def f(): pass\nf()\ndef g(): pass\n");
    }
}

#[test]
fn parquet_files_stand_by_table_and_repository() {
    let repository = Repository::new(&[("a.py", "def f(): pass\nf()\n")]);
    let output = repository.run(&["export", "--format", "parquet", "-o", "tables", "--name", "my shop"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("parquet files=1 symbols=1 uses=1 targets=1"), "{said}");
    for table in ["files", "symbols", "references", "history"] {
        let folder = repository.root().join("tables").join(table).join("repository=my%20shop");
        let bytes = fs::read(folder.join("index.parquet")).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{table}");
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
    }
}
