//! What compilers said goes before what the linker finds, for as long as it is known to hold.

use indexer_core::{Resolution, Rule};
use indexer_engine::scip::InForce;
use indexer_engine::{EngineError, Options, Snapshot, Workspace};
use indexer_store::TargetRef;
use indexer_testkit::Scratch;
use indexer_testkit::scip::{document, index, occurrence, rooted};
use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

const A: &str = "class Base:\n    def go(self):\n        return 1\n\n\ndef other():\n    return 2\n";
/// Nothing but a compiler can tell what `made` gives.
const B: &str = "from a import Base\n\n\ndef use(made):\n    made().go()\n    made().gone()\n    len(made)\n";

const GO: &str = "c p pkg 1 a/Base#go().";
const OTHER: &str = "c p pkg 1 a/other().";

fn scratch() -> Scratch {
    let files = [("a.py", A), ("b.py", B)].map(|(path, text)| (path.to_owned(), text.into()));
    Scratch::new(&files.into()).unwrap()
}

fn open(scratch: &Scratch) -> Workspace {
    Workspace::open(Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) }, |_| ())
        .unwrap()
}

/// A SCIP file with these bytes, written a while after everything else.
fn scip(scratch: &Scratch, bytes: &[u8]) -> PathBuf {
    let path = scratch.cache().with_file_name("index.scip");
    fs::write(&path, bytes).unwrap();
    File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_modified(SystemTime::now() + Duration::from_secs(60))
        .unwrap();
    path
}

fn whole() -> Vec<u8> {
    let a =
        document("a.py", A, &[("go", 0, GO, true), ("other", 0, OTHER, true), ("self", 0, "local 1", true)]);
    let b = document(
        "b.py",
        B,
        &[
            ("go", 0, GO, false),
            ("gone", 0, OTHER, false),
            ("len", 0, "c p elsewhere 3 builtins/len().", false),
            ("made", 1, "local 7", false),
        ],
    );
    index(vec![a, b])
}

/// What the reference of this name in a file leads to, in words.
fn edge(snapshot: &Snapshot, path: &str, name: &str) -> String {
    let file = snapshot.view.file(path).unwrap();
    let found = file.references().find(|one| one.name() == name).unwrap();
    let target = |target: &TargetRef<'_>| match target {
        TargetRef::Symbol(key) => {
            snapshot.view.sym(snapshot.view.symbol(*key).unwrap()).qualified().to_owned()
        }
        TargetRef::Module(path) | TargetRef::External(path) => (*path).to_owned(),
    };
    let targets: Vec<String> = found.targets().iter().map(target).collect();
    format!("{} {} {}", found.resolution(), found.rule(), targets.join(","))
}

fn in_force(workspace: &Workspace) -> InForce {
    let snapshot = workspace.refresh().unwrap();
    snapshot.scip.all()[0].in_force(&snapshot.view)
}

#[test]
fn a_compiler_decides_until_the_file_or_the_target_changes() {
    let scratch = scratch();
    let workspace = open(&scratch);
    let before = workspace.index(false).unwrap();
    let ours = ["go", "gone", "len"].map(|name| edge(&before, "b.py", name));
    let compiler = Rule::Compiler.as_str();
    assert!(ours.iter().all(|edge| !edge.contains(compiler)), "{ours:?}");
    workspace.scip_indexes().take(&[scip(&scratch, &whole())]).unwrap();
    let after = workspace.index(false).unwrap();
    let resolved = Resolution::Resolved.as_str();
    assert_eq!(edge(&after, "b.py", "go"), format!("{resolved} {compiler} a.Base.go"));
    assert_eq!(edge(&after, "b.py", "gone"), format!("{resolved} {compiler} a.other"));
    assert_eq!(
        edge(&after, "b.py", "len"),
        format!("external {compiler} builtins.len"),
        "ours is kept where it agrees"
    );
    // The import has no occurrence.
    assert!(!edge(&after, "b.py", "Base").contains(compiler));
    assert_eq!(in_force(&workspace), InForce { in_force: 2, dropped: 0 });

    // A change around the target leaves it where it is; without it, the edge is ours again.
    scratch.write("a.py", format!("X = 1\n{A}")).unwrap();
    let moved = workspace.refresh().unwrap();
    assert_eq!(edge(&moved, "b.py", "gone"), format!("{resolved} {compiler} a.other"));
    scratch.write("a.py", A.replace("other", "others")).unwrap();
    let gone = workspace.refresh().unwrap();
    assert_eq!(
        (edge(&gone, "b.py", "gone"), edge(&gone, "b.py", "go")),
        (ours[1].clone(), format!("{resolved} {compiler} a.Base.go"))
    );
    assert_eq!(in_force(&workspace), InForce { in_force: 1, dropped: 1 });
    scratch.write("a.py", A).unwrap();
    assert_eq!(edge(&workspace.refresh().unwrap(), "b.py", "gone"), format!("{resolved} {compiler} a.other"));

    // A change of the file itself takes all of it back, until the file is as it was.
    scratch.write("b.py", format!("{B}\n")).unwrap();
    let changed = workspace.refresh().unwrap();
    assert_eq!(["go", "gone", "len"].map(|name| edge(&changed, "b.py", name)), ours);
    scratch.write("b.py", B).unwrap();
    assert_eq!(edge(&workspace.refresh().unwrap(), "b.py", "go"), format!("{resolved} {compiler} a.Base.go"));

    workspace.scip_indexes().forget().unwrap();
    let forgotten = workspace.index(false).unwrap();
    assert!(forgotten.view.dump() == before.view.dump() && forgotten.scip.all().is_empty());
}

#[test]
fn every_process_answers_with_it_and_a_build_from_nothing_is_the_same() {
    let scratch = scratch();
    scratch.git(&["init", "-q"]).unwrap();
    let server = open(&scratch);
    let before = server.refresh().unwrap().view.dump();
    let taking = open(&scratch);
    taking.scip_indexes().take(&[scip(&scratch, &whole())]).unwrap();
    let after = taking.index(false).unwrap().view.dump();
    assert!(after != before && after.contains(" by compiler "));
    let again = open(&scratch).refresh().unwrap();
    assert!(again.view.dump() == after && again.freshness.parsed == 0);
    assert!(server.refresh().unwrap().view.dump() == after, "a process that was open takes notice");
    for (path, text) in
        [("a.py", A.replace("other", "others")), ("b.py", format!("{B}x = 1\n")), ("a.py", A.into())]
    {
        scratch.write(path, text).unwrap();
        let edited = server.refresh().unwrap().view.dump();
        let fresh = open(&scratch);
        assert!(fresh.index(true).unwrap().view.dump() == edited, "after an edit of {path}");
        server.refresh().unwrap();
        server.merge_segments();
        let bytes = |one: &Workspace| {
            one.merge_segments();
            one.refresh().unwrap().view.segments()[0].segment.bytes().to_vec()
        };
        assert!(bytes(&server) == bytes(&fresh), "merged after an edit of {path}");
    }
    // A worktree shares what is alike.
    scratch.write("b.py", B).unwrap();
    scratch.git(&["add", "-A"]).unwrap();
    scratch.git(&["commit", "-qm", "x"]).unwrap();
    scratch.git(&["worktree", "add", "-q", "../other"]).unwrap();
    let root = scratch.root().with_file_name("other");
    let other =
        Workspace::open(Options { cache_dir: Some(scratch.cache()), ..Options::new(root) }, |_| ()).unwrap();
    assert!(edge(&other.refresh().unwrap(), "b.py", "go").contains("compiler"));
    assert!(edge(&open(&scratch).at("HEAD").unwrap(), "b.py", "go").contains("compiler"));
}

#[test]
fn what_cannot_be_bound_is_refused_and_counted() {
    let scratch = scratch();
    let accented = "ß = '𝔸'; Base = 1; Base\n";
    scratch.write("c.py", accented).unwrap();
    let workspace = open(&scratch);
    let symbol = "c p pkg 1 c/Base.";
    let columns = |first: usize, second: usize, encoding: i32| {
        let occurrences = vec![
            occurrence(&[0, first, first + 4], symbol, true),
            occurrence(&[0, second, second + 4], symbol, false),
        ];
        let mut made = document("c.py", accented, &[]);
        made.occurrences = occurrences;
        made.position_encoding = protobuf_enum(encoding);
        index(vec![made])
    };
    let taken = |bytes: &[u8]| {
        let held = workspace.scip_indexes().take(&[scip(&scratch, bytes)]).unwrap();
        let one = &held.all()[0];
        let refused: Vec<String> =
            one.refused.iter().map(|(why, n)| format!("{}={n}", why.as_str())).collect();
        (one.in_force(&workspace.refresh().unwrap().view).in_force, refused.join(" "), one.untold)
    };
    // Bytes, units of UTF-16, characters, and columns that nobody explains.
    for (first, second, encoding) in [(13, 23, 1), (10, 20, 2), (9, 19, 3)] {
        assert_eq!(taken(&columns(first, second, encoding)), (1, String::new(), 0), "{encoding}");
        let edge = edge(&workspace.refresh().unwrap(), "c.py", "Base");
        assert!(edge.contains("compiler c.Base"), "{encoding}: {edge}");
    }
    assert_eq!(taken(&columns(9, 19, 0)), (1, String::new(), 1), "the reference is not placed");
    assert_eq!(taken(&columns(9, 1000, 3)), (0, "place_outside=1".into(), 0));
    assert_eq!(taken(&columns(1, 19, 1)).1, "place_outside=1", "inside a character");

    let at = |path: &str| document(path, A, &[("go", 0, GO, true)]);
    let paths = ["/etc/passwd", "../b.py", "a/../b.py", "", "a\\b.py", "nowhere.py"];
    assert_eq!(taken(&index(paths.map(at).into())), (0, "bad_path=5 not_indexed=1".into(), 0));
    let with_text = |text: &str| {
        let mut made = document("a.py", A, &[("go", 0, GO, true)]);
        made.text = text.into();
        index(vec![made])
    };
    assert_eq!(taken(&with_text("x")), (0, "other_text=1".into(), 0));
    assert_eq!(taken(&with_text(A)), (1, String::new(), 0));
    // Written after the SCIP file, unless that says what it held.
    let old = |bytes: &[u8]| {
        let path = scip(&scratch, bytes);
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(SystemTime::now() - Duration::from_secs(60))
            .unwrap();
        let held = workspace.scip_indexes().take(&[path]).unwrap();
        held.all()[0].refused.values().sum::<u32>()
    };
    assert_eq!((old(&with_text(A)), old(&index(vec![at("a.py")]))), (0, 1));
    // What was bound before from the same SCIP file stays bound.
    taken(&whole());
    assert_eq!(old(&whole()), 2);
    assert_eq!(in_force(&workspace).in_force, 2);
}

fn protobuf_enum(number: i32) -> protobuf::EnumOrUnknown<scip::types::PositionEncoding> {
    protobuf::EnumOrUnknown::from_i32(number)
}

#[test]
fn a_bad_file_is_an_error_and_nothing_is_half_taken() {
    let scratch = scratch();
    let workspace = open(&scratch);
    workspace.scip_indexes().take(&[scip(&scratch, &whole())]).unwrap();
    let before = workspace.index(false).unwrap().view.dump();
    let good = scip(&scratch, &whole());
    let elsewhere = tempfile::tempdir().unwrap();
    let uri = format!("file://{}", elsewhere.path().display());
    let cut = whole().len() - 3;
    for (bytes, said) in [
        (b"{\"documents\": []}".to_vec(), "not a SCIP index"),
        (Vec::new(), "holds no document"),
        (whole()[..cut].to_vec(), "cut short"),
        (rooted(&uri, vec![document("a.py", A, &[])]), "was made for"),
    ] {
        let bad = scratch.cache().with_file_name("bad.scip");
        fs::write(&bad, bytes).unwrap();
        let error = workspace.scip_indexes().take(&[good.clone(), bad]).unwrap_err();
        assert!(matches!(&error, EngineError::Scip { .. }) && error.to_string().contains(said), "{error}");
    }
    assert!(workspace.scip_indexes().take(&[scratch.root()]).unwrap_err().to_string().contains("not a file"));
    assert!(workspace.scip_indexes().take(&[scratch.root().join("none")]).is_err());
    assert!(workspace.index(false).unwrap().view.dump() == before);
    let memory = Workspace::in_memory([("a.py".to_owned(), A.into())]);
    assert!(matches!(memory.scip_indexes().take(&[good]), Err(EngineError::Write { .. })));
}

#[test]
fn a_damaged_file_is_said_and_its_edges_are_ours_again() {
    let scratch = scratch();
    let ours = open(&scratch).index(false).unwrap().view.dump();
    let workspace = open(&scratch);
    workspace.scip_indexes().take(&[scip(&scratch, &whole())]).unwrap();
    workspace.index(false).unwrap();
    let folder = workspace.cache().unwrap().parent().unwrap().parent().unwrap().join("scip");
    let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(&file, bytes).unwrap();
    let process = open(&scratch);
    scratch.write("b.py", format!("{B}\n")).unwrap();
    let found = process.refresh().unwrap();
    assert!(
        found.freshness.damage.iter().any(|one| one.what.contains("SCIP")),
        "{:?}",
        found.freshness.damage
    );
    scratch.write("b.py", B).unwrap();
    assert!(process.refresh().unwrap().view.dump() == ours);
    assert!(open(&scratch).refresh().unwrap().view.dump() == ours);
}

/// A good file under the name of another is lost too; and what is answered meanwhile is no mixture of
/// edges with and without it.
#[test]
fn a_file_under_the_name_of_another_is_not_believed() {
    let scratch = scratch();
    let ours = open(&scratch).index(false).unwrap().view.dump();
    let workspace = open(&scratch);
    let other = scratch.cache().with_file_name("other.scip");
    fs::write(&other, index(vec![document("a.py", A, &[("other", 0, OTHER, true)])])).unwrap();
    let one = scip(&scratch, &whole());
    File::options()
        .write(true)
        .open(&other)
        .unwrap()
        .set_modified(SystemTime::now() + Duration::from_secs(60))
        .unwrap();
    workspace.scip_indexes().take(&[one, other]).unwrap();
    let with = workspace.index(false).unwrap().view.dump();
    assert_ne!(with, ours);
    let folder = workspace.cache().unwrap().parent().unwrap().parent().unwrap().join("scip");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|path| fs::metadata(path).unwrap().len());
    let (small, large) = (&files[0], &files[1]);
    fs::copy(small, large).unwrap();
    scratch.write("c.py", "from a import other\nother()\n").unwrap();
    let process = open(&scratch);
    let found = process.refresh().unwrap();
    let said = found.freshness.damage.iter().any(|one| one.what.contains("SCIP"));
    assert!(said, "{:?}", found.freshness.damage);
    let edge = edge(&found, "b.py", "go");
    assert!(!edge.contains("compiler"), "what is lost is in no edge: {edge}");
    assert!(open(&scratch).refresh().unwrap().view.dump() == found.view.dump());
}
