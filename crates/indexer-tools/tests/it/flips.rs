//! Damage to any byte of a cache, and questions asked of it: every answer is that of a clean build.
//!
//! The cache holds two worktrees, three revisions and a staged view. Each round spoils one file of it
//! (a flipped byte, a cut, a block of zeros, two files swapped, one gone), asks two questions as two
//! processes would, one after the other, and compares with a cache that was built from nothing.
//! `INDEXER_FLIPS` says how many rounds, `INDEXER_FLIPS_SEED` which: `.ci/nightly` runs 10,000.

use indexer_engine::{Event, Options, STAGED, Workspace};
use indexer_testkit::{Random, Scratch, mini_corpus};
use indexer_tools::roots::ask;
use indexer_tools::{ALL, Settings, Tool, find};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Rounds where nothing else is said.
const ROUNDS: usize = 120;

/// What differs from build to build: times, sizes and places of the cache, and what it was built from.
const VOLATILE: &[&str] = &[
    "built_at=",
    "cache_dir=",
    "changed=",
    "duration_ms=",
    "generated_at=",
    "generation=",
    "index_bytes=",
    "indexing_ms=",
    "path=/",
    "relinked=",
    "segments=",
];
/// Records about the cache itself, and about what a state differs from that it happened to start from.
const ABOUT_CACHE: &[&str] = &["cache ", "changed path=", "damage ", "repaired "];

/// One question: where, of which tool, with what.
#[derive(Clone, Debug)]
struct Question {
    /// 0 or 1, for the worktrees.
    root: usize,
    tool: &'static str,
    arguments: Value,
}

/// Two worktrees and the cache that both share.
struct Desk {
    scratch: Scratch,
    /// The cache as it was before any damage, by path below it.
    whole: BTreeMap<PathBuf, Vec<u8>>,
    /// What a clean build answers.
    right: BTreeMap<String, String>,
}

/// The corpus several times over, so that segments have several blocks, of which a question reads some.
fn write_corpus(scratch: &Scratch) {
    for (path, bytes) in mini_corpus() {
        scratch.write(&path, &bytes).unwrap();
        for copy in 0..6 {
            if !path.ends_with(".toml") {
                scratch.write(&format!("copy{copy}/{path}"), &bytes).unwrap();
            }
        }
    }
}

impl Desk {
    fn new() -> Self {
        let scratch = Scratch::new(&BTreeMap::new()).unwrap();
        let git = |arguments: &[&str]| scratch.git(arguments).unwrap();
        let commit = |message: &str| {
            git(&["add", "-A"]);
            git(&["commit", "-q", "-m", message]);
        };
        git(&["init", "-q"]);
        write_corpus(&scratch);
        commit("one");
        scratch
            .write("app/tools.py", "def helper(thing):\n    return 1\n\n\ndef offset():\n    return 2\n")
            .unwrap();
        scratch.remove("app/shapes.py").unwrap();
        commit("two");
        scratch
            .write("app/added.py", "from app.tools import helper\n\n\ndef added():\n    return helper(3)\n")
            .unwrap();
        commit("three");
        git(&["worktree", "add", "-q", "../second", "HEAD~1"]);
        let desk = Self { scratch, whole: BTreeMap::new(), right: BTreeMap::new() };
        // Each a segment of its own, on top of the others.
        desk.open(0, &desk.scratch.cache()).0.index(false).unwrap();
        desk.open(1, &desk.scratch.cache()).0.index(false).unwrap();
        let second = desk.roots()[1].join("app/base.py");
        fs::write(second, "class Base:\n    def prepare(self):\n        return 4\n").unwrap();
        desk.scratch.write("app/added.py", "def added():\n    return 5\n").unwrap();
        desk.scratch.git(&["add", "-A"]).unwrap();
        desk.scratch
            .write("main.py", "from app.added import added\n\n\ndef main(thing):\n    return added()\n")
            .unwrap();
        for root in 0..2 {
            let (workspace, _) = desk.open(root, &desk.scratch.cache());
            workspace.refresh().unwrap();
            for revision in ["HEAD~2", "HEAD~1", "HEAD", STAGED] {
                if root == 0 {
                    workspace.at(revision).unwrap();
                }
            }
        }
        let whole = files_below(&desk.scratch.cache());
        Self { whole, ..desk }
    }

    fn roots(&self) -> [PathBuf; 2] {
        [self.scratch.root(), self.scratch.root().with_file_name("second")]
    }

    /// A workspace as a new process opens it, and how often it said that something was damaged.
    fn open(&self, root: usize, cache: &Path) -> (Workspace, Arc<AtomicUsize>) {
        let said = Arc::new(AtomicUsize::new(0));
        let count = said.clone();
        let on_event = move |event: Event| {
            if let Event::Damaged { .. } = event {
                count.fetch_add(1, Ordering::Relaxed);
            }
        };
        let options = Options { cache_dir: Some(cache.to_owned()), ..Options::new(&self.roots()[root]) };
        (Workspace::open(options, on_event).unwrap().with_threads(1), said)
    }

    /// The answer, and whether damage was said.
    fn ask(&self, question: &Question, cache: &Path) -> (String, bool) {
        let (workspace, said) = self.open(question.root, cache);
        let tool = find(question.tool).unwrap();
        let never = AtomicBool::new(false);
        let answer = ask(&workspace, &Settings::default(), tool, &question.arguments, &never);
        let text = answer.map_or_else(|problem| problem.render(), |output| output.body);
        (steady(&text), said.load(Ordering::Relaxed) > 0)
    }

    /// What a build from nothing answers; of the same folders, elsewhere in the cache.
    fn right(&mut self, question: &Question) -> String {
        let name = format!("{question:?}");
        if let Some(known) = self.right.get(&name) {
            return known.clone();
        }
        let clean = self.scratch.cache().with_file_name("clean");
        let _ = fs::remove_dir_all(&clean);
        let (answer, said) = self.ask(question, &clean);
        assert!(!said, "{name}");
        self.right.insert(name, answer.clone());
        answer
    }

    /// The cache as it was. Links, so that it costs nothing: nobody writes into a file of the cache.
    fn reset(&self) {
        let kept = self.scratch.cache().with_file_name("kept");
        if !kept.exists() {
            write_below(&kept, &self.whole);
        }
        let _ = fs::remove_dir_all(self.scratch.cache());
        for path in self.whole.keys() {
            let to = self.scratch.cache().join(path);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::hard_link(kept.join(path), to).unwrap();
        }
    }

    fn put(&self, path: &Path, bytes: &[u8]) {
        let path = self.scratch.cache().join(path);
        fs::remove_file(&path).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Spoils one file; says which, and how.
    fn spoil(&self, random: &mut Random) -> String {
        let files: Vec<(&PathBuf, &Vec<u8>)> =
            self.whole.iter().filter(|(_, bytes)| !bytes.is_empty()).collect();
        let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        // Half by bytes, half by files: small ones count too.
        let (path, bytes) = if random.number().is_multiple_of(2) {
            let mut at = random.number() as usize % total;
            *files
                .iter()
                .find(|(_, bytes)| {
                    let here = at < bytes.len();
                    at = at.saturating_sub(bytes.len());
                    here
                })
                .unwrap()
        } else {
            files[random.number() as usize % files.len()]
        };
        let at = random.number() as usize % bytes.len();
        let how = match random.number() % 20 {
            0 => {
                self.put(path, &bytes[..at]);
                format!("cut at {at}")
            }
            1 => {
                let mut bytes = bytes.clone();
                let end = (at + 4096).min(bytes.len());
                bytes[at..end].fill(0);
                self.put(path, &bytes);
                format!("zeros from {at}")
            }
            2 => {
                // Of the same kind, where there is another.
                let kind = |path: &Path| {
                    (
                        path.parent().unwrap().parent().map(Path::to_owned),
                        path.file_name().unwrap().len() < 32,
                    )
                };
                let others: Vec<_> =
                    files.iter().filter(|(other, _)| other != &path && kind(other) == kind(path)).collect();
                match others.is_empty() {
                    true => "not swapped".to_owned(),
                    false => {
                        let (other, theirs) = others[random.number() as usize % others.len()];
                        self.put(path, theirs);
                        self.put(other, bytes);
                        format!("swapped with {}", other.display())
                    }
                }
            }
            3 => {
                fs::remove_file(self.scratch.cache().join(path)).unwrap();
                "gone".to_owned()
            }
            _ => {
                let bits = 1 + (random.number() % 255) as u8;
                let mut bytes = bytes.clone();
                bytes[at] ^= bits;
                self.put(path, &bytes);
                format!("byte {at} flipped by {bits}")
            }
        };
        format!("{} {how}", path.display())
    }
}

fn files_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn walk(folder: &Path, top: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => walk(&path, top, found),
                false => {
                    drop(found.insert(path.strip_prefix(top).unwrap().to_owned(), fs::read(&path).unwrap()))
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

fn write_below(folder: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) {
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// An answer without what differs from build to build.
fn steady(answer: &str) -> String {
    let mut out = String::new();
    for line in answer.lines().filter(|line| !ABOUT_CACHE.iter().any(|about| line.starts_with(about))) {
        let is_source = line.split('|').next().is_some_and(|number| number.trim().parse::<u32>().is_ok());
        for word in line.split(' ') {
            if !VOLATILE.iter().any(|key| word.starts_with(key) && !is_source) {
                out.push_str(word);
                out.push(' ');
            }
        }
        out.push('\n');
    }
    out
}

/// Arguments that are right, for what each tool requires.
fn arguments(tool: &Tool) -> Value {
    let mut arguments = json!({"budget": 6_000});
    let schema = tool.full_schema();
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        arguments[name] = match name {
            "type_name" => json!("Base"),
            "pattern" => json!("helper"),
            "query" => json!("the area of a shape"),
            "from" => json!("begin"),
            "path" | "file" | "file_path" => json!("app/base.py"),
            "paths" | "files" => json!(["app/base.py", "main.py"]),
            _ => json!("helper"),
        };
    }
    arguments
}

/// Every tool that only reads, of both worktrees, three revisions and the staged view; and diffs between them.
fn questions() -> Vec<Question> {
    let mut all = Vec::new();
    for tool in ALL.iter().filter(|tool| !tool.memory && !tool.writes && tool.name != "get_diff_summary") {
        let asked = arguments(tool);
        for root in 0..2 {
            all.push(Question { root, tool: tool.name, arguments: asked.clone() });
        }
        for revision in ["HEAD~2", "HEAD~1", "HEAD", STAGED] {
            let mut asked = asked.clone();
            asked["rev"] = revision.into();
            all.push(Question { root: 0, tool: tool.name, arguments: asked });
        }
    }
    for _ in 0..8 {
        for asked in [
            json!({"since_ref": "HEAD~2"}),
            json!({"since_ref": "HEAD~1"}),
            json!({"since_ref": "HEAD~2..HEAD"}),
            json!({"since_ref": "HEAD~2..HEAD~1"}),
            json!({"worktree": true}),
            json!({"rev": STAGED}),
        ] {
            all.push(Question { root: 0, tool: "get_diff_summary", arguments: asked });
        }
        all.push(Question { root: 0, tool: "repo_map", arguments: json!({"diff": true}) });
        all.push(Question { root: 1, tool: "get_diff_summary", arguments: json!({"since_ref": "HEAD~1"}) });
    }
    all
}

fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().map_or(default, |text| text.parse().unwrap())
}

#[test]
fn whatever_byte_is_damaged_every_answer_is_that_of_a_clean_build() {
    let rounds = number("INDEXER_FLIPS", ROUNDS);
    let mut random = Random(number("INDEXER_FLIPS_SEED", 1) as u64);
    let mut desk = Desk::new();
    let questions = questions();
    let (mut wrong, mut said) = (Vec::new(), 0);
    for round in 0..rounds {
        desk.reset();
        let spoiled = desk.spoil(&mut random);
        for _ in 0..2 {
            let question = questions[random.number() as usize % questions.len()].clone();
            let right = desk.right(&question);
            let asked = catch_unwind(AssertUnwindSafe(|| desk.ask(&question, &desk.scratch.cache())));
            let place = format!("round {round}: {spoiled}, {question:?}");
            match asked {
                Ok((answer, damage)) => {
                    said += usize::from(damage);
                    if answer != right {
                        wrong.push(format!("{place}\n{answer}\nbut a clean build:\n{right}"));
                    }
                }
                Err(_) => wrong.push(format!("{place}: a panic")),
            }
        }
        if round % 1000 == 999 {
            println!("{} rounds, {said} questions said damage, {} wrong", round + 1, wrong.len());
        }
    }
    println!(
        "{rounds} rounds, {said} questions said damage, {} wrong, {} files",
        wrong.len(),
        desk.whole.len()
    );
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n\n"));
    assert!(said * 10 > rounds, "{said}");
}

/// One byte in each block of each segment, which only the side that is compared with has.
#[test]
fn damage_of_what_a_diff_compares_with_never_reaches_the_answer() {
    let mut desk = Desk::new();
    let question =
        Question { root: 0, tool: "get_diff_summary", arguments: json!({"since_ref": "HEAD~2..HEAD~1"}) };
    let right = desk.right(&question);
    assert!(right.contains("helper") && right.contains("app/shapes.py"), "{right}");
    let segments =
        desk.whole.clone().into_iter().filter(|(path, _)| path.to_str().unwrap().contains("segments"));
    let mut said = 0;
    for (path, bytes) in segments {
        for at in (4_000..bytes.len()).step_by(16 << 10) {
            desk.reset();
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x10;
            desk.put(&path, &bytes);
            let (answer, damage) = desk.ask(&question, &desk.scratch.cache());
            assert!(answer == right, "{} byte {at}:\n{answer}\nbut a clean build:\n{right}", path.display());
            said += usize::from(damage);
            // Another state may share what is gone, and is built again on its turn; then all is whole.
            let again = desk.ask(&question, &desk.scratch.cache());
            assert!(again.0 == right, "{} byte {at}, again", path.display());
            let third = desk.ask(&question, &desk.scratch.cache());
            assert!(third == (right.clone(), false), "{} byte {at}, once more", path.display());
        }
    }
    assert!(said > 3, "{said}");
}
