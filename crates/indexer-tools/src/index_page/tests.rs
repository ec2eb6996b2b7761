use super::*;
use crate::protocol::Code;
use indexer_engine::{Options, Reading, Workspace};
use std::fs;
use std::sync::atomic::AtomicBool;

struct Folder {
    folder: tempfile::TempDir,
    workspace: Workspace,
}

fn folder() -> Folder {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("shop");
    fs::create_dir_all(root.join("src")).unwrap();
    let used = "/// Prices: and \"more\".\npub fn price() -> u32 { 1 }\nfn hidden() {}\npub struct Cart { pub items: u32 }\n";
    fs::write(root.join("src/used.rs"), used).unwrap();
    let user = "use crate::used::price;\npub fn total() -> u32 { price() + price() }\n";
    fs::write(root.join("src/total.rs"), user).unwrap();
    fs::write(root.join("src/lib.rs"), "pub mod total;\npub mod used;\n").unwrap();
    fs::write(root.join("Cargo.toml"), "[package]\nname = \"shop\"\n").unwrap();
    for i in 0..20 {
        fs::write(root.join(format!("src/other_{i:02}.rs")), "pub fn other() {}\n".repeat(9)).unwrap();
    }
    let options = Options { cache_dir: Some(folder.path().join("cache")), ..Options::new(&root) };
    let workspace = Workspace::open(options, |_| {}).unwrap();
    Folder { folder, workspace }
}

impl Folder {
    fn ask<T>(&self, ask: impl Fn(&Context<'_>) -> T) -> T {
        let cancel = AtomicBool::new(false);
        let snapshot = self.workspace.refresh().unwrap();
        ask(&Context::of(&Reading::new(&self.workspace, snapshot), &cancel))
    }

    fn page(
        &self,
        form: Form,
        detail: Detail,
        max_tokens: Option<usize>,
    ) -> Result<(String, usize), Problem> {
        self.ask(|context| page(context, &Scope::default(), Wanted { form, detail, max_tokens }))
    }
}

#[test]
fn every_detail_says_more_and_all_forms_the_same() {
    let folder = folder();
    let summary = folder.page(Form::Markdown, Detail::Summary, None).unwrap().0;
    assert!(summary.starts_with("# Index of shop\n\n23 files, 188 lines: rust 23.\n"), "{summary}");
    assert!(
        summary.contains("- `src/used.rs` 4 lines\n- ") || summary.ends_with("- `src/used.rs` 4 lines\n"),
        "{summary}"
    );
    let signatures = folder.page(Form::Markdown, Detail::Signatures, None).unwrap().0;
    assert!(
        signatures.contains("`pub fn price() -> u32`\n") && !signatures.contains("fn hidden"),
        "{signatures}"
    );
    let full = folder.page(Form::Markdown, Detail::Full, None).unwrap().0;
    assert!(
        full.contains("`pub fn price() -> u32` Prices: and \"more\".\n") && full.contains("`fn hidden()`"),
        "{full}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&folder.page(Form::Json, Detail::Full, None).unwrap().0).unwrap();
    assert_eq!((json["files"].as_u64(), json["index"].as_array().unwrap().len()), (Some(23), 23));
    let yaml = folder.page(Form::Yaml, Detail::Full, None).unwrap().0;
    assert!(yaml.contains("languages:\n  \"rust\": 23\n"), "{yaml}");
    assert!(yaml.contains("  - path: \"src/used.rs\"\n    lines: 4\n    declarations:\n      - "), "{yaml}");
    assert!(yaml.contains("doc: \"Prices: and \\\"more\\\".\""), "{yaml}");
}

#[test]
fn a_budget_holds_in_every_form_and_the_most_used_stay() {
    let folder = folder();
    for form in [Form::Markdown, Form::Json, Form::Yaml] {
        for budget in [220, 400, 900, 5_000] {
            let (text, tokens) = folder.page(form, Detail::Full, Some(budget)).unwrap();
            assert_eq!(tokens, indexer_tokens::count(&text));
            assert!(tokens <= budget, "{form:?}: {tokens} of {budget}");
            assert!(text.contains("src/used.rs"), "{form:?} {budget}: {text}");
        }
    }
    let (text, tokens) = folder.page(Form::Markdown, Detail::Full, Some(300)).unwrap();
    assert!(tokens > 240, "{tokens} of 300 are used");
    assert!(text.contains("files are left out and"), "{text}");
    let problem = folder.page(Form::Markdown, Detail::Full, Some(5)).unwrap_err();
    assert_eq!((problem.code, problem.parameter.as_deref()), (Code::InvalidArgument, Some("max_tokens")));
}

#[test]
fn the_page_is_written_once_and_stays_inside() {
    let folder = folder();
    let to = |name: &str| folder.ask(|context| write(context, &Scope::default(), name, Wanted::default()));
    let first = to("INDEX.md").unwrap();
    assert!(first.changed && first.path == "INDEX.md");
    let root = folder.folder.path().join("shop");
    let text = fs::read_to_string(root.join("INDEX.md")).unwrap();
    assert!(!to("./INDEX.md").unwrap().changed, "the page does not speak of itself");
    assert!(!text.contains("INDEX.md"));
    fs::write(root.join("src/new.rs"), "pub fn new() {}\n").unwrap();
    assert!(to("INDEX.md").unwrap().changed);
    assert_eq!(fs::read_dir(&root).unwrap().count(), 3, "nothing else is left behind");
    for outside in
        ["../INDEX.md", "/INDEX.md", "src/../../x.md", "", ".", "none/x.md", "src", ".git/x.md", "src/lib.rs"]
    {
        let problem = to(outside).unwrap_err();
        assert_eq!(problem.parameter.as_deref(), Some("write"), "{outside}: {problem:?}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.folder.path(), root.join("away")).unwrap();
        assert!(to("away/x.md").is_err() && to("away").is_err());
    }
}
