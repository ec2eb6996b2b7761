//! The two equalities: after every edit the view equals one built from nothing, and merged it is
//! byte for byte what a build from nothing writes.

use indexer_engine::{Options, Workspace};
use indexer_testkit::{Edit, Files, Random, Scratch, mini_corpus, script};
use proptest::prelude::*;
use std::path::Path;

pub(crate) fn workspace(files: &Files) -> Workspace {
    Workspace::in_memory(files.clone())
}

/// The first lines in which two texts differ, for people.
pub(crate) fn difference(incremental: &str, from_nothing: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (incremental.lines().collect(), from_nothing.lines().collect());
    let only = |these: &[&str], those: &[&str], mark: &str| {
        let lines = these.iter().filter(|line| !those.contains(line)).take(8);
        lines.map(|line| format!("{mark} {line}\n")).collect::<String>()
    };
    let found = only(&a, &b, "incremental:") + &only(&b, &a, "from nothing:");
    if !found.is_empty() {
        return found;
    }
    // The same lines in another order, or another number of times.
    let at = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let line = |all: &[&str]| all.get(at).copied().unwrap_or("nothing").to_owned();
    format!("line {at}\nincremental: {}\nfrom nothing: {}\n", line(&a), line(&b))
}

/// Applies a script edit by edit; gives the first edit after which the two differ. `make` makes both
/// the workspace that is edited and those from nothing, so that a mistake in it shows by what it
/// does to edits alone.
pub(crate) fn first_difference(
    files: &Files,
    make: impl Fn(&Files) -> Workspace,
    edits: &[Edit],
) -> Option<String> {
    let mut files = files.clone();
    let incremental = make(&files);
    incremental.refresh().unwrap();
    for (i, edit) in edits.iter().enumerate() {
        for path in edit.apply(&mut files) {
            incremental.edit(&path, files.get(&path).cloned());
        }
        let now = incremental.refresh().unwrap().view.dump();
        let fresh = make(&files).refresh().unwrap().view.dump();
        if now != fresh {
            return Some(format!("after edit {i} {edit:?}:\n{}", difference(&now, &fresh)));
        }
    }
    incremental.merge_segments();
    let fresh = make(&files).refresh().unwrap();
    let merged = incremental.refresh().unwrap();
    assert_eq!((merged.view.segments().len(), fresh.view.segments().len()), (1, 1));
    let (merged, fresh) = (&merged.view.segments()[0].segment, &fresh.view.segments()[0].segment);
    (merged.bytes() != fresh.bytes()).then(|| "merged bytes differ".to_owned())
}

/// So many scripts of so many random edits find no difference.
#[track_caller]
fn assert_equal(files: &Files, seeds: u64, edits: usize) {
    for seed in 0..seeds {
        if let Some(difference) = first_difference(files, workspace, &script(seed, edits)) {
            panic!("seed {seed} {difference}");
        }
    }
}

/// These edits with a file that comes or goes after each: what the linker found before is renumbered each time.
fn with_arrivals(edits: Vec<Edit>, seed: u64) -> Vec<Edit> {
    let mut random = Random(seed);
    let mut arrival = |at: usize| {
        let (a, b) = (random.number(), random.number());
        match at % 5 {
            0 => Edit::AddFile(a, b),
            1 => Edit::RemoveFile(a),
            2 => Edit::Shadow(a, b),
            3 => Edit::AddWanted(a),
            _ => Edit::RemoveFile(b),
        }
    };
    edits.into_iter().enumerate().flat_map(|(at, edit)| [edit, arrival(at)]).collect()
}

#[test]
fn files_that_come_and_go_between_edits_keep_both_equalities() {
    let fixtures = [
        include_str!("../fixtures/circles.md"),
        include_str!("../fixtures/csharp.md"),
        include_str!("../fixtures/frameworks.md"),
        include_str!("../fixtures/languages.md"),
        include_str!("../fixtures/packages.md"),
        include_str!("../fixtures/values.md"),
    ];
    for files in fixtures.map(indexer_testkit::files).iter().chain([&mini_corpus()]) {
        for seed in 0..6 {
            let edits = with_arrivals(script(seed, 8), seed);
            if let Some(difference) = first_difference(files, workspace, &edits) {
                panic!("{:?} seed {seed} {difference}", files.keys().next());
            }
        }
    }
}

#[test]
fn the_corpus_is_linked_at_all() {
    let view = &workspace(&mini_corpus()).refresh().unwrap().view.clone();
    assert!(view.totals().by_resolution[0] > 30, "{:?}", view.totals());
    assert!(!view.damaged());
}

#[test]
fn fixed_scripts_keep_both_equalities() {
    assert_equal(&mini_corpus(), 24, 12);
}

/// Names that files share without importing each other.
#[test]
fn packages_keep_both_equalities() {
    assert_equal(&indexer_testkit::files(include_str!("../fixtures/packages.md")), 40, 14);
}

/// Routers, fixtures and what else frameworks make, declared in one file and used in another.
#[test]
fn what_frameworks_make_keeps_both_equalities() {
    let files = indexer_testkit::files(include_str!("../fixtures/frameworks.md"));
    let view = workspace(&files).refresh().unwrap().view.clone();
    let made = view.files().flat_map(|file| file.symbols()).filter(|one| one.is_of_framework()).count();
    assert!(made > 15, "{made}");
    assert_equal(&files, 40, 14);
}

/// View sets whose bases and decorators stand in other files, qualifiers, tokens, and what a project brings along.
#[test]
fn what_routers_make_of_types_keeps_both_equalities() {
    let files = indexer_testkit::files(include_str!("../fixtures/frameworks_resources.md"));
    let view = workspace(&files).refresh().unwrap().view.clone();
    let made = view.files().flat_map(|file| file.symbols()).filter(|one| one.is_of_framework()).count();
    assert!(made > 20, "{made}");
    assert_equal(&files, 40, 14);
}

/// What functions are given by calls in other files, and hand on to a framework.
#[test]
fn what_functions_are_given_and_hand_on_keeps_both_equalities() {
    let files = indexer_testkit::files(include_str!("../fixtures/frameworks_passed.md"));
    let view = workspace(&files).refresh().unwrap().view.clone();
    let made = view.files().flat_map(|file| file.symbols()).filter(|one| one.is_of_framework()).count();
    assert!(made > 20, "{made}");
    assert_equal(&files, 40, 14);
}

/// Packages that are what files declare, in whatever folder: a file that comes later is found by those before it.
#[test]
fn files_that_join_a_declared_package_are_found() {
    let joins = [
        ("a.proto", "package a.b;\nmessage M { N n = 1; }\n", "c.proto", "package a.b;\nmessage N {}\n"),
        ("a.cs", "namespace A.B;\nclass M { N n; }\n", "x/c.cs", "namespace A.B;\nclass N {}\n"),
        ("a.kt", "package a.b\nclass M(val n: N)\n", "x/c.kt", "package a.b\nclass N\n"),
        (
            "a.php",
            "<?php\nnamespace A\\B;\nclass M { public N $n; }\n",
            "x/c.php",
            "<?php\nnamespace A\\B;\nclass N {}\n",
        ),
    ];
    for (first, text, later, joined) in joins {
        let incremental = workspace(&Files::from([(first.to_owned(), text.as_bytes().to_vec())]));
        incremental.refresh().unwrap();
        incremental.edit(later, Some(joined.as_bytes().to_vec()));
        let now = incremental.refresh().unwrap().view.dump();
        let files = [(first, text), (later, joined)];
        let files: Files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into();
        let fresh = workspace(&files).refresh().unwrap();
        assert_eq!(fresh.view.totals().by_resolution[0], 1, "{first}");
        assert_eq!(now, fresh.view.dump(), "{first}");
    }
}

/// Every language that is linked, with types, bases, re-exports and modules that are not there.
#[test]
fn every_language_keeps_both_equalities() {
    assert_equal(&indexer_testkit::files(include_str!("../fixtures/languages.md")), 60, 14);
}

#[test]
fn namespaces_that_folders_do_not_tell_keep_both_equalities() {
    assert_equal(&indexer_testkit::files(include_str!("../fixtures/csharp.md")), 60, 14);
}

/// Languages that share packages: each names what another one declares in its own way.
#[test]
fn languages_of_one_runtime_keep_both_equalities() {
    assert_equal(&indexer_testkit::files(include_str!("../fixtures/runtime.md")), 60, 14);
}

/// Functions that are passed on, kept and called from other files.
#[test]
fn values_that_are_functions_keep_both_equalities() {
    assert_equal(&indexer_testkit::files(include_str!("../fixtures/values.md")), 60, 14);
}

/// The pages that say where references of each language lead, each as one repository.
#[test]
fn every_page_of_linking_keeps_both_equalities() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../indexer-link/tests/fixtures"));
    let mut pages: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    assert!(pages.len() > 50);
    let failed = |page: &std::path::PathBuf| {
        let files = indexer_testkit::files(&std::fs::read_to_string(page).unwrap());
        (0..3).find_map(|seed| {
            let difference = first_difference(&files, workspace, &with_arrivals(script(seed, 6), seed))?;
            Some(format!("{} seed {seed} {difference}", page.file_stem()?.display()))
        })
    };
    let failed: Vec<String> = pages.iter().filter_map(failed).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Edits that were found by chance: what a parameter is given was asked of too few.
#[test]
fn contents_that_move_to_a_header_are_told_anew() {
    let text = "namespace a { class B { public: int c(); }; }\n";
    let files: Files = [("a.c", text), ("a.h", "int d(void);\n")]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into_iter()
        .collect();
    assert_eq!(first_difference(&files, workspace, &[Edit::Swap(0, 0), Edit::Swap(0, 1)]), None);
}

/// Files name something in places that turn out to be no reference. Who asks how many files store it is told of them, also
/// where they did not change and another process read them.
#[test]
fn names_in_places_that_are_no_reference_are_counted() {
    let lib = "export interface H { run: () => void }\nexport function same<T>(x: T): T { return x; }\n";
    let holder = "import { H } from './lib';\nfunction f() {}\nexport const h: H = { run: f };\n\
                  export function go(h: H) { h.run(); }\n";
    let mut files = Files::from([
        ("lib.ts".to_owned(), lib.as_bytes().to_vec()),
        ("holder.ts".to_owned(), holder.as_bytes().to_vec()),
    ]);
    for number in 0..40 {
        let text = "import { same } from './lib';\nsame({ run: 1 });\n";
        files.insert(format!("user{number}.ts"), text.as_bytes().to_vec());
    }
    assert_told_alike(&files, "holder.ts");
}

/// Members of modules, where modules have members, of a file that another process read.
#[test]
fn members_of_modules_are_found_in_files_that_did_not_change() {
    let texts = [
        ("a.ex", "defmodule A do\n  defstruct [:children]\nend\n"),
        ("b.ex", "defmodule B do\n  def f(x), do: x.children\nend\n"),
    ];
    assert_told_alike(&texts.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into(), "b.ex");
}

/// Fields that are not called are not counted among what a call may mean, in files that did not change.
#[test]
fn fields_that_are_not_called_are_not_counted() {
    let one = |number: usize| {
        let text = format!("class C{number} {{ public int Handle; }}\n");
        (format!("C{number}.cs"), text.into_bytes())
    };
    let mut files: Files = (0..12).map(one).collect();
    files.insert("M.cs".to_owned(), b"class M { public void Handle() {} }\n".to_vec());
    files.insert("U.cs".to_owned(), b"class U { void F(dynamic x) { x.Handle(); } }\n".to_vec());
    assert_told_alike(&files, "U.cs");
}

/// An overload of a base that was private is one more that a call may mean.
#[test]
fn overloads_that_become_public_are_found() {
    let base = |visibility: &str| {
        let methods =
            format!("{visibility} void W(int a) {{}} public abstract void W(int a, params string[] b);");
        format!("public abstract class T {{ {methods} }}\n").into_bytes()
    };
    let below = b"public class O : T { public override void W(int a, params string[] b) {} }\n".to_vec();
    let user = b"class U { void G(int w) { O o = new O(); o.W(w); } }\n".to_vec();
    let files = |visibility: &str| {
        let all = [("T.cs", base(visibility)), ("O.cs", below.clone()), ("U.cs", user.clone())];
        Files::from(all.map(|(path, text)| (path.to_owned(), text)))
    };
    let incremental = workspace(&files("private"));
    let before = incremental.refresh().unwrap().view.dump();
    incremental.edit("T.cs", Some(base("public")));
    let now = incremental.refresh().unwrap().view.dump();
    let fresh = workspace(&files("public")).refresh().unwrap().view.dump();
    assert_ne!(before, now);
    assert_eq!(now, fresh, "{}", difference(&now, &fresh));
}

/// A file that changes, with nothing else in memory, is told as in an index from scratch.
fn assert_told_alike(files: &Files, path: &str) {
    let scratch = Scratch::new(files).unwrap();
    let dump = |cache: &str| {
        let cache_dir = Some(scratch.cache().join(cache));
        let workspace = Workspace::open(Options { cache_dir, ..Options::new(scratch.root()) }, |_| ());
        workspace.unwrap().index(false).unwrap().view.dump()
    };
    dump("kept");
    let text = [files[path].as_slice(), b"\n"].concat();
    std::fs::write(scratch.root().join(path), text).unwrap();
    let (now, fresh) = (dump("kept"), dump("new"));
    assert!(now == fresh, "{}", difference(&now, &fresh));
}

#[test]
fn scripts_that_once_failed_keep_both_equalities() {
    let files = mini_corpus();
    let edits = [
        Edit::RemoveFile(865_746_701),
        Edit::RemoveImport(3_228_633_209),
        Edit::AddFile(2_076_686_603, 2_490_040_681),
    ];
    assert_eq!(first_difference(&files, workspace, &edits), None);
    // `use crate::main` in the root of a library: only the file beside it is meant, as no text declares the module, and the
    // import asks itself.
    let edits = [Edit::AddImport(495_589_929, 3_635_670_372), Edit::RemoveFile(3_103_714_288)];
    assert_eq!(first_difference(&files, workspace, &edits), None);
    // `use crate::main::*` below a root that offers all of the module: the file's function of that name hides the file, and
    // is only there as long as the file is meant. No round is the last one.
    let edits = [
        Edit::AddFile(3_625_127_981, 454_662_909),
        Edit::AddImport(2_563_081_441, 1_989_288_958),
        Edit::RemoveFile(569_942_653),
        Edit::Shadow(3_786_843_132, 1_668_495_227),
        Edit::Shadow(4_282_613_149, 2_354_643_414),
        Edit::AddImport(552_952_749, 3_706_334_507),
        Edit::AddWanted(729_247_163),
        Edit::RemoveFile(1_367_185_269),
        Edit::AddFile(3_710_272_744, 2_602_728_687),
        Edit::RemoveFile(592_867_350),
        Edit::Rename(698_797_868, 3_264_360_019),
    ];
    assert_eq!(first_difference(&files, workspace, &edits), None);
}

/// Files that import each other in a circle, with wildcards and names that several of them define.
#[test]
fn circles_keep_both_equalities() {
    assert_equal(&indexer_testkit::files(include_str!("../fixtures/circles.md")), 40, 14);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_scripts_keep_both_equalities(
        numbers in proptest::collection::vec((any::<u32>(), any::<u32>(), any::<u32>()), 1..10)
    ) {
        let files = mini_corpus();
        let edits: Vec<Edit> = numbers.iter().map(|(k, a, b)| Edit::from_numbers(*k, *a, *b)).collect();
        let found = first_difference(&files, workspace, &edits);
        prop_assert!(found.is_none(), "{}", found.unwrap_or_default());
        let edits = with_arrivals(edits, numbers.iter().map(|(k, a, b)| u64::from(k ^ a ^ b)).sum());
        let found = first_difference(&files, workspace, &edits);
        prop_assert!(found.is_none(), "{}", found.unwrap_or_default());
    }
}

/// Real files: the folders below `$INDEXER_CORPORA`, or the crates of this repository; at most this
/// many files of each.
const MOST_FILES: usize = 150;
/// How the names of those files end.
const TAKEN: &[&str] = &[
    ".py",
    ".rs",
    ".go",
    ".java",
    ".js",
    ".mjs",
    ".cjs",
    ".jsx",
    ".ts",
    ".tsx",
    ".c",
    ".h",
    ".cc",
    ".cpp",
    ".hpp",
    "Cargo.toml",
    "go.mod",
    "package.json",
    "tsconfig.json",
];

#[test]
fn corpora_keep_both_equalities() {
    let named = std::env::var_os("INDEXER_CORPORA");
    let mut roots: Vec<_> = match &named {
        Some(corpora) => std::fs::read_dir(corpora).unwrap().map(|e| e.unwrap().path()).collect(),
        None => vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")],
    };
    roots.sort();
    for root in roots.iter().filter(|root| root.is_dir()) {
        let mut files = Files::new();
        collect(root, root, &mut files);
        assert!(files.len() > 20, "{} is no corpus", root.display());
        println!("{}", root.display());
        assert_equal(&files, 2, 12);
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Files) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != ".git" && name != "target" {
            collect(root, &path, files);
        } else if files.len() < MOST_FILES && TAKEN.iter().any(|end| name.ends_with(end)) {
            let relative = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            files.insert(relative, std::fs::read(&path).unwrap());
        }
    }
}
