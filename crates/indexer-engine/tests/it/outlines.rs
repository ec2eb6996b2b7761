//! Outlines after any edits are those of a build from nothing, and of which files are asked changes none of them.

use indexer_core::Resolution;
use indexer_engine::{Options, Snapshot, Workspace};
use indexer_testkit::Random;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

const PATHS: &[&str] =
    &["README.md", "docs/a.md", "docs/b.md", "Dockerfile", "app.yaml", "package.json", "run.sh", "a.py"];

/// Parts of which files are put together: each means something in one format and nothing in others.
const PARTS: &[&str] = &[
    "# One\n",
    "## Two\n",
    "[l](docs/a.md#two)\n",
    "[m](../README.md)\n",
    "![n](docs/b.md)\n",
    "FROM x AS y\n",
    "COPY run.sh /\n",
    "key:\n  run: ./run.sh\n",
    "{\"scripts\": {\"a\": \"python a.py\"}}\n",
    "def f(): pass\n",
    "```\n",
    "a: b\n",
    "\u{e9}\n",
];

fn dump(snapshot: &Arc<Snapshot>) -> String {
    snapshot.with_outlines(PATHS.iter().copied()).view.dump()
}

#[test]
fn outlines_after_edits_are_those_of_a_build_from_nothing() {
    let (root, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let options = Options { cache_dir: Some(cache.path().to_owned()), ..Options::new(root.path()) };
    let workspace = Workspace::open(options, |_| {}).unwrap();
    let mut random = Random(7);
    let mut below = |most: usize| random.number() as usize % most;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    fs::create_dir(root.path().join("docs")).unwrap();
    for step in 0..40 {
        let path = PATHS[below(PATHS.len())];
        if below(5) == 0 {
            files.remove(path);
            let _ = fs::remove_file(root.path().join(path));
        } else {
            let text: String = (0..below(8)).map(|_| PARTS[below(PARTS.len())]).collect();
            fs::write(root.path().join(path), &text).unwrap();
            files.insert(path.to_owned(), text.into_bytes());
        }
        let edited = workspace.refresh().unwrap();
        let fresh = Workspace::in_memory(files.clone()).refresh().unwrap();
        assert_eq!(dump(&edited), dump(&fresh), "step {step}: {files:?}");
        // The view that others ask holds none of it.
        assert_eq!(edited.view.dump(), fresh.view.dump(), "step {step}");
        let alone = edited.with_outlines(["README.md"]);
        let both = edited.with_outlines(PATHS.iter().copied());
        let links = |snapshot: &Snapshot| {
            let file = snapshot.view.file("README.md")?;
            Some(
                file.references()
                    .map(|one| format!("{:?} {:?}", one.resolution(), one.targets()))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(links(&alone), links(&both), "step {step}");
        assert_eq!(edited.version(), both.version(), "a cursor holds for both");
    }
}

/// A project of C# is code that imports, and XML beside that.
#[test]
fn a_project_has_an_outline_and_imports() {
    let project = "<Project>\n  <ItemGroup>\n    <Using Include=\"Shop\" />\n  </ItemGroup>\n</Project>\n";
    let files = [
        ("a/a.csproj", project),
        ("a/b.cs", "class B { Price p; }\n"),
        ("c.cs", "namespace Shop { class Price {} }\n"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let snapshot = Workspace::in_memory(files).refresh().unwrap();
    let resolved = |snapshot: &Snapshot, path: &str| {
        let file = snapshot.view.file(path).unwrap();
        file.references().filter(|one| one.resolution() == Resolution::Resolved).count()
    };
    assert_eq!((resolved(&snapshot, "a/a.csproj"), resolved(&snapshot, "a/b.cs")), (1, 1));
    let outlined = snapshot.with_outlines(["a/a.csproj"]);
    let file = outlined.view.file("a/a.csproj").unwrap();
    let names: Vec<String> = file.symbols().map(|one| one.name().to_owned()).collect();
    assert_eq!(names, ["Project", "ItemGroup", "Shop"]);
    assert_eq!(resolved(&outlined, "a/a.csproj"), 1);
    assert_eq!(outlined.with_outlines(["a/a.csproj"]).view.dump(), outlined.view.dump());
}

#[test]
fn what_a_link_says_decides_how_certain_it_is() {
    let files = [
        (
            "a.md",
            "# A\n[x](docs) [y](docs/b) [z](./docs/b.md#b-b-1) [w](docs/b.md#no) [v](a%20b.md) [u](/docs/b.md) [n](no.md)\n",
        ),
        ("docs/README.md", "# R\n"),
        ("docs/b.md", "# B b\n# B b\n"),
        ("a b.md", "x\n"),
        ("ci/Makefile", "all:\n\tsh run.sh ../docs/b.md no.sh\n"),
        ("ci/run.sh", "\n"),
        ("run.sh", "\n"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let snapshot = Workspace::in_memory(files).refresh().unwrap().with_outlines(["a.md", "ci/Makefile"]);
    let leads = |path: &str| -> Vec<String> {
        let of = |one: indexer_store::TargetRef<'_>| match one {
            indexer_store::TargetRef::Symbol(key) => {
                let symbol = snapshot.view.sym(snapshot.view.symbol(key).unwrap());
                format!("{}:{}", symbol.file().path(), symbol.at().line)
            }
            indexer_store::TargetRef::Module(path) => path.to_owned(),
            indexer_store::TargetRef::External(path) => format!("outside {path}"),
        };
        let file = snapshot.view.file(path).unwrap();
        let one = |one: indexer_store::Reference<'_>| {
            let targets: Vec<String> = one.targets().into_iter().map(of).collect();
            format!("{} {} {}", one.resolution(), one.rule(), targets.join(","))
        };
        file.references().map(one).collect()
    };
    let expected = [
        "possible path docs/README.md",
        "possible path docs/b.md",
        "resolved path docs/b.md:2",
        "resolved path docs/b.md",
        "resolved path a b.md",
        "resolved path docs/b.md",
        "unresolved none ",
    ];
    assert_eq!(leads("a.md"), expected);
    assert_eq!(leads("ci/Makefile"), ["possible run ci/run.sh,run.sh", "possible run docs/b.md"]);
}
