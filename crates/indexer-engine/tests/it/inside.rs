//! A root inside a source folder: what names mean there is what they mean from the repository's own root, as manifests
//! and folders above it say.

use crate::equality::difference;
use indexer_core::Resolution;
use indexer_engine::{Options, STAGED, Workspace};
use indexer_store::{TargetRef, View};
use indexer_testkit::{Files, Scratch, fixture};
use std::collections::BTreeSet;

/// A repository of several languages, each with a folder from which it may be asked.
const FILES: &str = include_str!("inside.md");

/// Roots inside, and how many edges between files each has at least.
const ROOTS: &[(&str, usize)] = &[
    ("java/shop/src/main/java", 4),
    ("java/shop/src/main/java/org/shop", 4),
    ("web/app/src", 4),
    ("rust/code", 3),
    ("go/cart", 2),
    ("python/shop", 4),
    ("c/include/shop", 2),
];

fn files() -> Files {
    fixture::files(FILES)
}

fn repository() -> Scratch {
    let s = Scratch::new(&files()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s.git(&["add", "-A"]).unwrap();
    s.git(&["commit", "-q", "-m", "one"]).unwrap();
    s
}

fn open(s: &Scratch, root: &str) -> Workspace {
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root().join(root)) };
    Workspace::open(options, |_| ()).unwrap()
}

/// What the references below `folder` lead to between files, with the names of modules; paths below it.
fn edges(view: &View, folder: &str) -> BTreeSet<String> {
    let inside = |path: &str| match folder {
        "" => Some(path.to_owned()),
        _ => Some(path.strip_prefix(folder)?.strip_prefix('/')?.to_owned()),
    };
    let mut found = BTreeSet::new();
    for file in view.files() {
        let Some(from) = inside(file.path()) else { continue };
        if file.is_code() {
            found.insert(format!("{from} is {}", file.module()));
        }
        for reference in file.references().filter(|one| one.resolution() == Resolution::Resolved) {
            for target in reference.targets() {
                let to = match target {
                    TargetRef::Symbol(key) => match view.symbol(key) {
                        Some(symbol) => view.sym(symbol).file().path().to_owned(),
                        None => continue,
                    },
                    TargetRef::Module(path) => path.to_owned(),
                    _ => continue,
                };
                let to = inside(&to).unwrap_or(to);
                if to != from {
                    found.insert(format!("{from}:{} {} -> {to}", reference.at().line, reference.name()));
                }
            }
        }
    }
    found
}

#[test]
fn names_mean_what_they_mean_from_the_repositorys_root() {
    let s = repository();
    let whole = open(&s, "").refresh().unwrap();
    for (root, least) in ROOTS {
        let workspace = open(&s, root);
        let now = workspace.refresh().unwrap();
        let (expected, found) = (edges(&whole.view, root), edges(&now.view, ""));
        let led = expected.iter().filter(|line| line.contains(" -> ")).count();
        assert!(led >= *least, "{root}: {expected:#?}");
        assert_eq!(found, expected, "{root}");
        assert!(
            now.view.files().all(|file| !file.path().starts_with("..")),
            "no file above is one of the root"
        );
        for revision in ["HEAD", STAGED] {
            let then = workspace.at(revision).unwrap();
            assert_eq!(then.view.dump(), now.view.dump(), "{root} {revision}");
        }
        // A new process knows it all.
        assert_eq!(open(&s, root).refresh().unwrap().view.dump(), now.view.dump(), "{root}");
    }
}

#[test]
fn a_change_of_a_manifest_above_is_taken_in() {
    let s = repository();
    let workspace = open(&s, "web/app/src");
    let before = edges(&workspace.refresh().unwrap().view, "");
    let steps: [(&str, Option<&str>); 4] = [
        ("web/app/package.json", Some("{ \"name\": \"app\" }")),
        ("web/app/tsconfig.json", None),
        ("web/app/package.json", Some("{ \"name\": \"app\", \"imports\": { \"#tax\": \"./src/tax.ts\" } }")),
        ("web/app/tsconfig.json", Some("{ \"extends\": \"../tsconfig.base.json\" }")),
    ];
    let mut lost = 0;
    for (path, text) in steps {
        match text {
            Some(text) => s.write(path, text).unwrap(),
            None => s.remove(path).unwrap(),
        }
        let now = workspace.refresh().unwrap().view.dump();
        let other = tempfile::tempdir().unwrap();
        let options = Options {
            cache_dir: Some(other.path().to_owned()),
            ..Options::new(s.root().join("web/app/src"))
        };
        let fresh = Workspace::open(options, |_| ()).unwrap().refresh().unwrap();
        assert_eq!(now, fresh.view.dump(), "{path}: {}", difference(&now, &fresh.view.dump()));
        lost += usize::from(edges(&fresh.view, "") != before);
    }
    assert_eq!(lost, 3, "each step but the last leaves an edge out");
}

#[test]
fn a_change_of_a_build_description_inside_is_taken_in() {
    let files = [
        ("sub/CMakeLists.txt", "include_directories(one)\n"),
        ("sub/one/only.h", "#define ONLY 1\n"),
        ("sub/two/only.h", "#define ONLY 2\n"),
        ("sub/app/a.c", "#include <only.h>\nint only(void) { return ONLY; }\n"),
        ("sub/list/part.inc", "int k = KIND;\n"),
        ("sub/list/a.c", "#define KIND 1\n#include \"part.inc\"\n"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let s = Scratch::new(&files.into_iter().collect()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    let workspace = open(&s, "sub");
    let before = edges(&workspace.refresh().unwrap().view, "");
    let has = |all: &BTreeSet<String>, line: &str| all.iter().any(|one| one.ends_with(line));
    assert!(has(&before, "ONLY -> one/only.h"), "{before:#?}");
    assert!(has(&before, "KIND -> list/a.c"), "who includes a file is known inside too: {before:#?}");
    s.write("sub/CMakeLists.txt", "include_directories(two)\n").unwrap();
    let after = edges(&workspace.refresh().unwrap().view, "");
    assert!(has(&after, "ONLY -> two/only.h"), "{after:#?}");
}

/// The same, where the list of files was lost since: the view has no file above, and cannot tell which one is gone.
#[test]
fn a_manifest_above_that_is_gone_since_the_list_was_lost_leaves_no_trace() {
    let s = repository();
    let root = "go/cart";
    let before = edges(&open(&s, root).refresh().unwrap().view, "");
    let mut folders = vec![s.cache()];
    let mut lost = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if entry.file_name() == "fingerprints" {
                std::fs::remove_file(entry.path()).unwrap();
                lost += 1;
            }
        }
    }
    assert_eq!(lost, 1);
    s.remove("go/go.mod").unwrap();
    let now = open(&s, root).refresh().unwrap();
    let other = tempfile::tempdir().unwrap();
    let options = Options { cache_dir: Some(other.path().to_owned()), ..Options::new(s.root().join(root)) };
    let fresh = Workspace::open(options, |_| ()).unwrap().refresh().unwrap();
    assert_eq!(now.view.dump(), fresh.view.dump());
    assert_ne!(edges(&now.view, ""), before);
    assert_eq!(now.freshness.changed, Vec::<String>::new(), "it is no file of the root");
}

/// What the repository's own root leaves out counts for no folder in it either.
#[test]
fn rules_decide_on_manifests_above() {
    let (manifest, root) = ("web/app/package.json", "web/app/src");
    for (rules, text, is_tracked, is_left) in [
        (".gitignore", "package.json\n", false, true),
        ("web/.gitignore", "/app/package.json\n", false, true),
        (".gitignore", "package.json\n", true, false),
        (".indexerignore", "package.json\n", true, true),
        ("web/app/src/.gitignore", "package.json\n", false, false),
    ] {
        let s = repository();
        let all = edges(&open(&s, root).refresh().unwrap().view, "");
        if !is_tracked {
            s.git(&["rm", "-q", "--cached", manifest]).unwrap();
        }
        s.write(rules, text).unwrap();
        s.git(&["add", rules]).unwrap();
        s.git(&["commit", "-q", "-m", "rules"]).unwrap();
        let expected = edges(&open(&s, "").refresh().unwrap().view, root);
        assert_eq!(expected != all, is_left, "{rules} {is_tracked}");
        let workspace = open(&s, root);
        let found = edges(&workspace.refresh().unwrap().view, "");
        assert_eq!(found, expected, "{rules} {is_tracked}");
        if is_tracked {
            for revision in ["HEAD", STAGED] {
                assert_eq!(edges(&workspace.at(revision).unwrap().view, ""), expected, "{rules} {revision}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_above_the_root_and_what_is_above_the_repository_are_not_read() {
    let s = repository();
    let folder = s.root().join("web/app");
    std::fs::rename(folder.join("package.json"), s.root().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(s.root().join("elsewhere"), folder.join("package.json")).unwrap();
    let view = open(&s, "web/app/src").refresh().unwrap();
    assert!(!edges(&view.view, "").iter().any(|line| line.contains("rate -> tax.ts")));
    // Without a repository nothing says how far what is above belongs to the root.
    let bare = Scratch::new(&files()).unwrap();
    let view = open(&bare, "web/app/src").refresh().unwrap();
    assert!(!edges(&view.view, "").iter().any(|line| line.contains(" -> ")));
}
