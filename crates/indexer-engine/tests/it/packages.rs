//! Installed packages as an input of linking: types flow through them, nothing of them is in the index, and what is installed
//! anew links again who asked.

use crate::equality::difference;
use indexer_core::Resolution;
use indexer_engine::{Options, Workspace};
use indexer_store::{TargetRef, View};
use indexer_testkit::{Files, Scratch};
use std::fs;

const MAIN: &str =
    "from shapes import make\nimport absent\n\n\ndef area():\n    return make().area() + make().gone()\n";
const OTHER: &str = "def area():\n    return 1\n";

/// A package whose function gives an instance of a class with this method.
fn install(s: &Scratch, version: &str, method: &str) {
    let site = ".venv/lib/python3.11/site-packages";
    let text = format!("class Shape:\n    def {method}(self) -> int: ...\n\n\ndef make() -> Shape: ...\n");
    for old in ["1", "2"] {
        let _ = fs::remove_dir_all(s.root().join(format!("{site}/shapes-{old}.dist-info")));
    }
    s.write(&format!("{site}/shapes/__init__.py"), text).unwrap();
    let metadata = format!("Name: shapes\nVersion: {version}\n\n");
    s.write(&format!("{site}/shapes-{version}.dist-info/METADATA"), metadata).unwrap();
    s.write(&format!("{site}/shapes-{version}.dist-info/RECORD"), "shapes/__init__.py,,\n").unwrap();
    s.write(".venv/pyvenv.cfg", "home = /nowhere\n").unwrap();
}

fn repository() -> Scratch {
    let files = [("main.py", MAIN), ("other.py", OTHER), (".gitignore", ".venv\n")];
    let files: Files = files.map(|(path, text)| (path.to_owned(), text.into())).into();
    let s = Scratch::new(&files).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s
}

fn open(s: &Scratch, cache: &str, link_packages: bool) -> Workspace {
    let cache_dir = Some(s.cache().join(cache));
    Workspace::open(Options { cache_dir, link_packages, ..Options::new(s.root()) }, |_| ()).unwrap()
}

/// Where a name of `main.py` leads.
fn lead(view: &View, name: &str) -> String {
    let file = view.file("main.py").unwrap();
    let found = file.references().filter(|one| one.name() == name).last().unwrap();
    match (found.resolution(), found.targets().first()) {
        (Resolution::External, Some(TargetRef::External(path))) => (*path).to_owned(),
        (resolution, _) => format!("{resolution:?}"),
    }
}

#[test]
fn types_flow_through_installed_packages_of_which_nothing_is_in_the_index() {
    let s = repository();
    install(&s, "1", "area");
    let view = |link| open(&s, if link { "a" } else { "b" }, link).refresh().unwrap().view.clone();
    let (asked, linked) = (view(false), view(true));
    assert_ne!(lead(&asked, "area"), "shapes.Shape.area");
    assert_eq!(lead(&linked, "area"), "shapes.Shape.area");
    let paths = |view: &View| view.files().map(|file| file.path().to_owned()).collect::<Vec<_>>();
    assert_eq!(paths(&linked), paths(&asked));
    let symbols = |view: &View| view.files().map(|file| file.symbol_count()).sum::<u32>();
    assert_eq!(symbols(&linked), symbols(&asked));
    for reference in linked.files().flat_map(|file| file.references()) {
        for target in reference.targets() {
            match target {
                TargetRef::Symbol(key) => assert!(linked.symbol(key).is_some(), "{}", reference.name()),
                TargetRef::Module(path) => assert!(linked.file(path).is_some(), "{path}"),
                TargetRef::External(path) => assert!(!path.contains('\0'), "{path}"),
            }
        }
    }
}

#[test]
fn what_is_installed_anew_links_again_who_asked_and_is_as_built_from_nothing() {
    let s = repository();
    let workspace = open(&s, "a", true);
    assert_ne!(lead(&workspace.refresh().unwrap().view, "area"), "shapes.Shape.area");
    let steps = [("1", "area"), ("2", "gone"), ("1", "area")];
    for (at, (version, method)) in steps.into_iter().enumerate() {
        install(&s, version, method);
        let snapshot = workspace.refresh().unwrap();
        assert_eq!(snapshot.freshness.relinked, 1, "only main.py asked");
        assert_eq!(lead(&snapshot.view, method), format!("shapes.Shape.{method}"));
        let scratch = open(&s, &format!("scratch{at}"), true).refresh().unwrap();
        let (now, fresh) = (snapshot.view.dump(), scratch.view.dump());
        assert_eq!(now, fresh, "{}", difference(&now, &fresh));
        assert_eq!(workspace.refresh().unwrap().freshness.relinked, 0);
    }
    // Another process goes on from what is stored.
    drop(workspace);
    assert_eq!(open(&s, "a", true).refresh().unwrap().freshness.relinked, 0);
}
