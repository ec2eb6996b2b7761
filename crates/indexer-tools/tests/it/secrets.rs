//! No byte of a secret that stands in a file is in the cache, an answer or an export.

use indexer_engine::{Options, Workspace};
use indexer_testkit::secrets::{Sample, containers, samples};
use indexer_testkit::{Random, Scratch};
use indexer_tools::{ALL, Context, Settings, export, roots};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Fewest bytes in a row of a secret that count as seen.
const SEEN: usize = 8;

/// Of the containers, each sample is in one of so many: 15, or what `INDEXER_SECRETS_EVERY` says.
fn every() -> usize {
    std::env::var("INDEXER_SECRETS_EVERY").map_or(15, |every| every.parse().unwrap())
}

/// All pieces of all secrets.
fn pieces(samples: &[Sample]) -> Vec<&str> {
    let lines = samples.iter().flat_map(|sample| &sample.secret).flat_map(|secret| secret.lines());
    lines.map(|line| &line[line.len().saturating_sub(SEEN)..]).collect()
}

fn assert_hidden(what: &str, bytes: &[u8], pieces: &[&str]) {
    let text = String::from_utf8_lossy(bytes);
    for piece in pieces {
        assert!(!text.contains(piece), "{piece:?} is in {what}");
    }
}

fn scratch(samples: &[Sample]) -> Scratch {
    let (mut files, every) = (BTreeMap::new(), every());
    for (i, sample) in samples.iter().enumerate() {
        // Each sample in some of them: that each is hidden in all is a test of the engine.
        for (name, container) in containers().iter().skip(i % every).step_by(every) {
            if let Some(text) = sample.inside(name, container) {
                files.insert(format!("s{i}/{name}"), text.into_bytes());
            }
        }
    }
    Scratch::new(&files).unwrap()
}

fn check_files(folder: &Path, pieces: &[&str], seen: &mut usize) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            check_files(&path, pieces, seen);
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        assert_hidden(&path.to_string_lossy(), &bytes, pieces);
        // What a pack holds is compressed: each frame begins with this number.
        let frames = bytes.windows(4).enumerate().filter(|(_, four)| *four == [0x28, 0xb5, 0x2f, 0xfd]);
        for (at, _) in frames {
            let plain = zstd::stream::read::Decoder::new(&bytes[at..]).unwrap().single_frame();
            let mut out = Vec::new();
            if std::io::Read::read_to_end(&mut { plain }, &mut out).is_ok() {
                assert_hidden(&format!("{} at {at}", path.display()), &out, pieces);
                *seen += 1;
            }
        }
    }
}

#[test]
fn no_secret_is_in_the_cache_an_answer_or_an_export() {
    let samples = samples();
    let pieces = pieces(&samples);
    let scratch = scratch(&samples);
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let snapshot = workspace.index(false).unwrap();
    let mut frames = 0;
    check_files(&scratch.cache(), &pieces, &mut frames);
    assert!(frames * every() > 2500, "packs were looked into: {frames}");

    let never = AtomicBool::new(false);
    let (context, mut scip) = (Context::new(&snapshot, &never), Vec::new());
    for kind in [export::Kind::Refs, export::Kind::Symbols, export::Kind::Calls, export::Kind::Deps] {
        let mut out = Vec::new();
        export::export(&context, kind, &mut out).unwrap();
        assert_hidden(&format!("export of {kind:?}"), &out, &pieces);
    }
    export::write_scip(&context, &scratch.root(), &mut scip).unwrap();
    assert_hidden("the SCIP index", &scip, &pieces);
    let database = scratch.cache().join("export.db");
    export::write_sqlite(&context, "root", &database).unwrap();
    assert_hidden("the database", &fs::read(&database).unwrap(), &pieces);
    assert_hidden("the dump", snapshot.view.dump().as_bytes(), &pieces);

    let (cancel, settings) = (AtomicBool::new(false), Settings::default());
    let mut shown = 0;
    let mut answer = |tool, arguments: serde_json::Value| {
        for format in ["text", "json"] {
            let mut arguments = arguments.clone();
            arguments["format"] = format.into();
            let text = match roots::ask(&workspace, &settings, tool, &arguments, &cancel) {
                Ok(output) => {
                    shown += 1;
                    output.body
                }
                Err(problem) => problem.render(),
            };
            assert_hidden(&format!("{tool:?} {arguments}"), text.as_bytes(), &pieces);
        }
    };
    for tool in ALL {
        for arguments in
            [json!({}), json!({"symbol": "value"}), json!({"symbol": "f"}), json!({"name": "VALUE"})]
        {
            answer(tool, arguments);
        }
        // One folder for each tool and file is enough: all samples went the same way.
        for (i, (name, _)) in containers().iter().enumerate() {
            answer(tool, json!({"path": format!("s{i}/{name}"), "limit": 200}));
        }
    }
    assert!(shown > 100, "tools answered: {shown}");
    for file in snapshot.view.files() {
        let text = snapshot.source(file.path()).unwrap();
        assert!(text.redacted > 0, "{}", file.path());
        assert_hidden(file.path(), text.text.as_bytes(), &pieces);
        let outline = format!("{:?}", snapshot.outline(file.path()));
        assert_hidden(&format!("the outline of {}", file.path()), outline.as_bytes(), &pieces);
    }
}

/// What others wrote is asked of them by `package`, and goes the same way.
#[test]
fn no_secret_of_an_installed_package_is_in_the_cache_or_an_answer() {
    const SITE: &str = ".venv/lib/python3.11/site-packages";
    let samples = samples();
    let pieces = pieces(&samples);
    let written = scratch(&samples);
    let mut files = BTreeMap::from([
        ("app.py".to_owned(), b"import kit\nkit.f()\n".to_vec()),
        (format!("{SITE}/kit/__init__.py"), b"def f(): pass\n".to_vec()),
        (format!("{SITE}/kit-1.0.dist-info/METADATA"), b"Name: kit\nVersion: 1.0\n".to_vec()),
        (format!("{SITE}/kit-1.0.dist-info/RECORD"), b"kit/__init__.py,,\n".to_vec()),
    ]);
    let mut paths = Vec::new();
    for folder in fs::read_dir(written.root()).unwrap().map(|entry| entry.unwrap().path()) {
        for file in fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            let path = format!("kit/{}", file.strip_prefix(written.root()).unwrap().display());
            files.insert(format!("{SITE}/{path}"), fs::read(&file).unwrap());
            paths.push(path);
        }
    }
    let scratch = Scratch::new(&files).unwrap();
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let (cancel, settings) = (AtomicBool::new(false), Settings::default());
    let mut shown = 0;
    let mut answer = |tool, arguments: serde_json::Value| {
        let text = match roots::ask(&workspace, &settings, tool, &arguments, &cancel) {
            Ok(output) => {
                shown += usize::from(output.body.contains("package="));
                output.body
            }
            Err(problem) => problem.render(),
        };
        assert_hidden(&format!("{tool:?} {arguments}"), text.as_bytes(), &pieces);
    };
    for tool in ALL {
        for mut arguments in [
            json!({}),
            json!({"symbol": "value"}),
            json!({"symbol": "f"}),
            json!({"name": "VALUE"}),
            json!({"query": "value key token"}),
        ] {
            arguments["package"] = "kit".into();
            answer(tool, arguments);
        }
    }
    for tool in ["read_source", "search", "list_declarations"] {
        let tool = indexer_tools::find(tool).unwrap();
        for path in paths.iter().step_by(7) {
            answer(tool, json!({"package": "kit", "path": path, "query": "value", "limit": 200}));
            answer(tool, json!({"package": "kit", "path": path}));
        }
    }
    assert!(shown > 50, "the package answered: {shown}");
    let mut frames = 0;
    check_files(&scratch.cache(), &pieces, &mut frames);
    assert!(frames * every() > 2500, "packs were looked into: {frames}");
}

/// What git knows beside the contents: subjects, names of authors, branches and files.
#[test]
fn no_secret_of_a_commit_a_branch_or_a_file_name_is_in_an_answer() {
    let mut random = Random(5);
    let mut letter = || char::from(b"aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"[random.number() as usize % 36]);
    let mut token = || format!("gh{}_{}", 'p', (0..40).map(|_| letter()).collect::<String>());
    let [subject, author, branch, file, renamed] = [(); 5].map(|()| token());
    let scratch = Scratch::new(&[("a.py".to_owned(), b"def f(): pass\n".to_vec())].into()).unwrap();
    let write = |path: &str, text: &str| scratch.write(path, text).unwrap();
    let git = |arguments: &[&str]| scratch.git(arguments).unwrap();
    git(&["init", "-q"]);
    write(&format!("{renamed}.py"), "def g(): return 1 + 2 + 3 + 4\n");
    git(&["add", "."]);
    git(&[
        "commit",
        "-q",
        "-m",
        &format!("rotate {subject}"),
        "--author",
        &format!("{author} <a@example.org>"),
    ]);
    git(&["mv", &format!("{renamed}.py"), "b.py"]);
    write("a.py", "def f(): return 1\n");
    write(&format!("{file}.py"), "def h(): pass\n");
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "second"]);
    git(&["branch", &format!("fix/{branch}")]);
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let all = [subject, author, branch, file, renamed];
    let pieces: Vec<&str> = all.iter().map(|token| &token[20..]).collect();
    let (cancel, settings) = (AtomicBool::new(false), Settings::default());
    let mut shown = String::new();
    for tool in ALL {
        for arguments in [
            json!({}),
            json!({"path": "a.py"}),
            json!({"target": "a.py"}),
            json!({"target": "b.py"}),
            json!({"since_ref": "HEAD~1"}),
            json!({"since_ref": format!("fix/{}", &all[2][..20])}),
            json!({"rev": format!("fix/{}", &all[2][..38])}),
            json!({"question": "who wrote f", "query": "f"}),
        ] {
            let text = match roots::ask(&workspace, &settings, tool, &arguments, &cancel) {
                Ok(output) => output.body,
                Err(problem) => problem.render(),
            };
            assert_hidden(&format!("{tool:?} {arguments}"), text.as_bytes(), &pieces);
            shown.push_str(&text);
        }
    }
    assert!(shown.contains("rotate ***") && shown.contains("b.py"), "history was shown");
    let snapshot = workspace.refresh().unwrap();
    assert!(
        snapshot.view.files().all(|one| !one.path().contains("gh")),
        "a name that is a secret is left out"
    );
}
