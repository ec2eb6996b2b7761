//! No byte of a secret that stands in a file is in the cache, an answer or an export.

use indexer_engine::{Options, Workspace};
use indexer_testkit::Scratch;
use indexer_testkit::secrets::{CONTAINERS, Sample, samples};
use indexer_tools::{ALL, Settings, export, roots};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Fewest bytes in a row of a secret that count as seen.
const SEEN: usize = 8;

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
    let mut files = BTreeMap::new();
    for (i, sample) in samples.iter().enumerate() {
        for (name, container) in CONTAINERS {
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
    assert!(frames > 500, "packs were looked into");

    for kind in [export::Kind::Refs, export::Kind::Symbols, export::Kind::Calls, export::Kind::Deps] {
        let mut out = Vec::new();
        export::export(&snapshot.view, kind, &mut out).unwrap();
        assert_hidden(&format!("export of {kind:?}"), &out, &pieces);
    }
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
        for (i, (name, _)) in CONTAINERS.iter().enumerate() {
            answer(tool, json!({"path": format!("s{}/{name}", i * 2), "limit": 200}));
        }
    }
    assert!(shown > 100, "tools answered: {shown}");
    for file in snapshot.view.files() {
        let text = snapshot.source(file.path()).unwrap();
        assert!(text.redacted > 0, "{}", file.path());
        assert_hidden(file.path(), text.text.as_bytes(), &pieces);
    }
}
