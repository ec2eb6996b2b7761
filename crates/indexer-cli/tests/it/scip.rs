//! What compilers said, by flag and by configuration.

use crate::Repository;
use indexer_testkit::scip::{document, index};
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
