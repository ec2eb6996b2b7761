//! Any bytes as a file of configuration and as values of variables: an answer or a reason, no panic,
//! and a project's file that widens nothing.
#![no_main]

use indexer_engine::Options;
use indexer_tools::settings::{
    Configuration, InFile, ReadAgainst, SETTINGS, TOOL_NAMES, Value, Whose, project_file, read,
};
use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::LazyLock;

static ROOT: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let root = tempfile::tempdir().expect("a folder for the project");
    let file = project_file(root.path());
    std::fs::create_dir_all(file.parent().expect("a file in a folder")).expect("a folder for its file");
    root
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let against = ReadAgainst { folder: Path::new("/folder"), tools: &TOOL_NAMES };
    let lines = text.lines().count().max(1);
    for whose in [Whose::User, Whose::Project] {
        let (entries, wrong) = read(&text, whose, &against);
        for entry in &entries {
            assert!((1..=lines).contains(&entry.line), "line {} of {lines}", entry.line);
            assert!(whose == Whose::User || matches!(entry.setting.file, InFile::Project(_)));
        }
        for wrong in &wrong {
            assert!((1..=lines + 1).contains(&wrong.line) && !wrong.what.is_empty());
            assert!(wrong.what.len() < 4_000, "what is shown of somebody's file is short");
        }
    }
    for setting in SETTINGS {
        if let Ok(value) = Value::of_text(&setting.kind, &text, &against) {
            let _ = value.to_string();
        }
    }
    let file = project_file(ROOT.path());
    if std::fs::write(&file, bytes).is_err() {
        return;
    }
    let nobody = Configuration::default();
    let settings = nobody.at(ROOT.path());
    let (with, without) = (settings.options(ROOT.path()), Options::new(ROOT.path()));
    assert_eq!(with.cache_dir, without.cache_dir, "a project does not say where the cache is");
    let lower =
        |with: Option<u64>, without: Option<u64>| without.is_none_or(|most| with.is_some_and(|n| n <= most));
    assert!(lower(with.max_file_size_kb, without.max_file_size_kb));
    assert!(without.exclude.iter().all(|glob| with.exclude.contains(glob)));
    assert!(with.no_gitignore == without.no_gitignore, "a project does not take in what git ignores");
});
