//! Installed packages as an input of linking: types flow through them, nothing of them is in the index, and what is installed
//! anew links again who asked.

use crate::equality::difference;
use indexer_core::Resolution;
use indexer_engine::faults::Fault;
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

/// Files of packages are numbered behind those of the repository, in the order in which they are asked.
fn install_more(s: &Scratch) {
    let site = ".venv/lib/python3.11/site-packages";
    for (name, text) in [
        (
            "boxes",
            "from boxes.inner import Lid\n\n\nclass Box:\n    lid: Lid\n\n    def open(self) -> Lid: ...\n",
        ),
        ("bags", "class Bag:\n    def fill(self) -> 'Bag': ...\n\n    def empty(self): return self.fill()\n"),
    ] {
        s.write(&format!("{site}/{name}/__init__.py"), text).unwrap();
        s.write(&format!("{site}/{name}-1.dist-info/METADATA"), format!("Name: {name}\nVersion: 1\n\n"))
            .unwrap();
        let record = format!("{name}/__init__.py,,\n{name}/inner.py,,\n");
        s.write(&format!("{site}/{name}-1.dist-info/RECORD"), record).unwrap();
    }
    s.write(&format!("{site}/boxes/inner.py"), "class Lid:\n    def turn(self) -> int: ...\n").unwrap();
}

/// Edits of files that use packages, and files that come and go: after each the view of `workspace` is that of a build from
/// nothing, or this tells how it is not.
fn first_difference_beside_packages(s: &Scratch, workspace: &Workspace) -> Option<String> {
    let bags =
        "import bags\n\n\ndef bag():\n    return bags.Bag().empty()\n\n\nclass Own(bags.Bag):\n    pass\n";
    let boxes = "from boxes import Box\nfrom b import bag\n\n\ndef lid():\n    return Box().open().turn() + bag().fill()\n";
    let uses = "import a\nimport c\nfrom b import Own\n\n\ndef all():\n    return [Own().empty().fill(), c.lid(), a.X]\n";
    let steps: &[(&str, Option<&str>)] = &[
        ("b.py", Some(bags)),
        ("c.py", Some(boxes)),
        ("a.py", Some("X = 1\n")),
        ("use.py", Some(uses)),
        ("other.py", Some("def area():\n    return 2\n\n\ndef more(): ...\n")),
        ("a.py", None),
        (
            "main.py",
            Some(
                "from shapes import make\nfrom c import lid\n\n\ndef area():\n    return make().area() + lid()\n",
            ),
        ),
        ("aa.py", Some("def one():\n    return 1\n")),
        ("b.py", Some("import bags\n\n\ndef bag():\n    return bags.Bag().fill()\n")),
        ("c.py", None),
        ("use.py", Some("from b import bag\n\nbag().empty().fill()\n")),
        ("aa.py", None),
        ("c.py", Some(boxes)),
    ];
    for (at, (path, text)) in steps.iter().enumerate() {
        match text {
            Some(text) => s.write(path, text).unwrap(),
            None => fs::remove_file(s.root().join(path)).unwrap(),
        }
        if at == 7 {
            install(s, "2", "area");
        }
        let now = workspace.refresh().unwrap().view.dump();
        let fresh = open(s, "nothing", true).refresh().unwrap().view.dump();
        fs::remove_dir_all(s.cache().join("nothing")).unwrap();
        if now != fresh {
            return Some(format!("step {at} {path}:\n{}", difference(&now, &fresh)));
        }
    }
    None
}

#[test]
fn what_was_found_in_packages_stays_true_while_files_come_and_go() {
    let repository = || {
        let s = repository();
        install(&s, "1", "area");
        install_more(&s);
        s
    };
    let s = repository();
    assert_eq!(first_difference_beside_packages(&s, &open(&s, "a", true)), None);
    // It is kept from one question to the next, or no wrong numbers would show.
    let s = repository();
    let faulty = open(&s, "a", true).with_fault(Fault::OldNumbers);
    assert!(first_difference_beside_packages(&s, &faulty).is_some());
}

/// Bytes of the packs of facts below a folder of the cache, by the folder of the repository or package.
fn packs(cache: &std::path::Path) -> Vec<usize> {
    let repositories = fs::read_dir(cache).into_iter().flatten().flatten();
    let repositories = repositories.filter(|one| one.file_name().to_string_lossy().starts_with('v'));
    let each = repositories.flat_map(|version| fs::read_dir(version.path()).into_iter().flatten().flatten());
    let mut found: Vec<usize> =
        each.filter_map(|one| Some(fs::read_dir(one.path().join("facts")).ok()?.flatten().count())).collect();
    found.sort_unstable();
    found
}

#[test]
fn what_linking_parses_of_a_package_is_kept_once_for_all_repositories() {
    let (first, second) = (repository(), repository());
    install(&first, "1", "area");
    install(&second, "1", "area");
    let cache = first.cache().join("shared");
    for s in [&first, &second] {
        let options =
            Options { cache_dir: Some(cache.clone()), link_packages: true, ..Options::new(s.root()) };
        let workspace = Workspace::open(options, |_| ()).unwrap();
        workspace.index(false).unwrap();
        assert_eq!(lead(&workspace.refresh().unwrap().view, "area"), "shapes.Shape.area");
    }
    // A pack of each repository and one of the package, to which the second repository adds nothing.
    assert_eq!(packs(&cache), [1, 1, 1]);
}

#[test]
fn what_a_package_is_not_seen_to_declare_is_as_external_as_where_nobody_reads_it() {
    let s = repository();
    install(&s, "1", "area");
    let text = "import shapes\n\n\nclass Own(shapes.Shape):\n    def go(self):\n        self.area()\n        \
                super().drawn()\n        return self.painted.deep\n";
    s.write("main.py", text).unwrap();
    let view = |link| open(&s, if link { "a" } else { "b" }, link).refresh().unwrap().view.clone();
    let (asked, linked) = (view(false), view(true));
    for name in ["area", "drawn", "painted", "deep"] {
        let found = lead(&linked, name);
        assert!(found.starts_with("shapes.Shape."), "{name}: {found}");
        assert!(lead(&asked, name).starts_with("shapes.Shape."), "{name}");
    }
}

#[test]
fn what_syntax_calls_of_a_package_is_external() {
    let s = repository();
    install(&s, "1", "area");
    let package = "class Shape:\n    def __iter__(self): ...\n\n\ndef make() -> Shape: ...\n\n\n\
                   def mark(n):\n    def inner(f):\n        return f\n    return inner\n";
    s.write(".venv/lib/python3.11/site-packages/shapes/__init__.py", package).unwrap();
    let text = "import shapes\n\n\n@shapes.mark(1)\ndef f():\n    for x in shapes.make(): pass\n";
    s.write("main.py", text).unwrap();
    let view = |link| open(&s, if link { "a" } else { "b" }, link).refresh().unwrap().view.clone();
    let (asked, linked) = (view(false), view(true));
    assert_eq!(
        ["@", "for"].map(|name| lead(&asked, name)),
        ["Unresolved"; 2],
        "who does not read it cannot know"
    );
    assert_eq!(["@", "for"].map(|name| lead(&linked, name)), ["shapes.mark.inner", "shapes.Shape.__iter__"]);
}

#[test]
fn an_overload_is_the_one_that_takes_the_arguments_and_a_plugin_gives_its_fixtures() {
    let s = repository();
    install(&s, "1", "area");
    let package = "from typing import overload\nclass Shape:\n    def area(self): ...\nclass Line: ...\n\
                   @overload\ndef make(a) -> Shape: ...\n@overload\ndef make(a, b) -> Line: ...\n\
                   def make(*args): ...\n";
    s.write(".venv/lib/python3.11/site-packages/shapes/__init__.py", package).unwrap();
    let main = "from shapes import make\nmake(1).area()\n";
    s.write("main.py", main).unwrap();
    let view = |cache| open(&s, cache, true).refresh().unwrap().view.clone();
    assert_eq!(lead(&view("a"), "area"), "shapes.Shape.area");

    // What a plugin gives is known where the plugin is installed.
    s.write("main.py", "").unwrap();
    s.write("test_main.py", "def test_it(mocker):\n    mocker.patch()\n").unwrap();
    let of_test = |view: &View| {
        let file = view.file("test_main.py").unwrap();
        let found = file.references().find(|one| one.name() == "patch").unwrap();
        (found.resolution(), found.targets().first().map(|target| format!("{target:?}")))
    };
    assert_eq!(of_test(&view("b")).0, Resolution::Unresolved);
    let plugin = "class MockerFixture:\n    def patch(self): ...\n";
    let site = ".venv/lib/python3.11/site-packages";
    s.write(&format!("{site}/pytest_mock/plugin.py"), plugin).unwrap();
    s.write(&format!("{site}/pytest_mock/__init__.py"), "").unwrap();
    s.write(&format!("{site}/pytest_mock-1.dist-info/METADATA"), "Name: pytest-mock\nVersion: 1\n\n")
        .unwrap();
    let record = "pytest_mock/__init__.py,,\npytest_mock/plugin.py,,\n";
    s.write(&format!("{site}/pytest_mock-1.dist-info/RECORD"), record).unwrap();
    let (resolution, target) = of_test(&view("c"));
    assert_eq!(resolution, Resolution::External);
    assert!(target.is_some_and(|of| of.contains("pytest_mock.plugin.MockerFixture.patch")));
}
