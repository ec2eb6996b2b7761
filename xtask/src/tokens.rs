//! `cargo xtask tokens`: what answers cost a model that reads them.
//!
//! The questions stand in `benches/tokens/questions.tsv`, twenty for each tool. They are asked of the
//! program that `--binary` names, and of the one that `--against` names, a process each, and the tokens of
//! what is printed are counted: of the first answer, and of all pages where the answer has more. `--sample`
//! draws the questions again, by a seed.

mod sample;

use crate::{Done, option, tree};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// Pages of one answer that are read; what is longer is counted up to there.
const PAGES: usize = 30;

/// Draws the questions, or asks them.
pub(crate) fn run(arguments: &[String]) -> Done {
    let corpora =
        option(arguments, "--corpora").map(PathBuf::from).ok_or("name the checkouts by --corpora")?;
    let binary = match option(arguments, "--binary") {
        Some(binary) => PathBuf::from(binary),
        None => tree::build("release", &["indexer-cli"])?.join("indexer"),
    };
    let cache = tree::target_folder().join("tokens").join("cache");
    let asker = Asker::new(&binary, &corpora, &cache)?;
    let data = tree::root().join("benches").join("tokens").join("questions.tsv");
    if arguments.iter().any(|one| one == "--sample") {
        return sample::write(&asker, &data);
    }
    let mut questions = read(&data)?;
    if let Some(only) = option(arguments, "--only") {
        questions.retain(|question| only.split(',').any(|tool| tool == question.tool));
    }
    let after = asker.costs(&questions)?;
    let before = match option(arguments, "--against") {
        Some(other) => Some(Asker::new(Path::new(other), &corpora, &cache)?.costs(&questions)?),
        None => None,
    };
    if arguments.iter().any(|one| one == "--each") {
        for (i, question) in questions.iter().enumerate() {
            let old = before.as_ref().map_or(String::new(), |before| format!("{:?} -> ", before[i]));
            println!("{} {} {} {old}{:?}", question.tool, question.repository, question.about, after[i]);
        }
    }
    let page = page(&questions, before.as_deref(), &after);
    print!("{page}");
    if arguments.iter().any(|one| one == "--write") {
        return write(&page, &questions, before.as_deref(), &after);
    }
    Ok(())
}

/// One question.
struct Question {
    tool: String,
    repository: String,
    /// The main argument.
    about: String,
}

/// What an answer costs.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Tokens of the first answer.
    first: usize,
    /// Tokens of all its pages.
    whole: usize,
    /// Pages.
    pages: usize,
}

fn read(path: &Path) -> Result<Vec<Question>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let cells = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    cells
        .map(|cells| match cells[..] {
            [tool, repository, about] => {
                Ok(Question { tool: tool.into(), repository: repository.into(), about: about.into() })
            }
            _ => Err(format!("{}: {cells:?} are not a tool, a repository and an argument", path.display())),
        })
        .collect()
}

/// Asks a program.
struct Asker {
    binary: PathBuf,
    corpora: PathBuf,
    cache: PathBuf,
}

impl Asker {
    /// Asks `binary`; each program has a cache of its own.
    fn new(binary: &Path, corpora: &Path, cache: &Path) -> Result<Self, String> {
        let name: String =
            binary.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let cache = cache.join(name);
        std::fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
        Ok(Self { binary: binary.to_owned(), corpora: corpora.to_owned(), cache })
    }

    /// What a command prints about a repository; the place of the checkout is not a part of it.
    fn ask(&self, repository: &str, arguments: &[&str]) -> Result<String, String> {
        let root = self.corpora.join(repository);
        let output = Command::new(&self.binary)
            .args(arguments)
            .arg("--root")
            .arg(&root)
            .arg("--cache-dir")
            .arg(&self.cache)
            .output()
            .map_err(|e| format!("{}: {e}", self.binary.display()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{arguments:?} on {repository}: {}", said.trim()));
        }
        let said = String::from_utf8_lossy(&output.stdout);
        Ok(said.replace(&root.display().to_string(), &format!("/src/{repository}")))
    }

    fn costs(&self, questions: &[Question]) -> Result<Vec<Cost>, String> {
        questions.iter().map(|question| self.cost(question)).collect()
    }

    fn cost(&self, question: &Question) -> Result<Cost, String> {
        let mut cost = Cost::default();
        let mut cursor: Option<String> = None;
        while cost.pages < PAGES {
            let mut arguments = vec![command(&question.tool)?, question.about.as_str()];
            arguments.extend(cursor.iter().flat_map(|cursor| ["--cursor", cursor.as_str()]));
            let said = self.ask(&question.repository, &arguments)?;
            let tokens = indexer_tokens::count(&said);
            cost.first = if cost.pages == 0 { tokens } else { cost.first };
            cost.whole += tokens;
            cost.pages += 1;
            let first = said.lines().next().unwrap_or_default();
            cursor = first.split(' ').find_map(|word| word.strip_prefix("cursor=")).map(str::to_owned);
            if cursor.is_none() {
                break;
            }
        }
        Ok(cost)
    }
}

/// The tools that are measured, and their commands.
const TOOLS: &[(&str, &str)] = &[
    ("find_references", "find-references"),
    ("get_callers", "get-callers"),
    ("get_impact", "get-impact"),
    ("get_related_tests", "get-related-tests"),
    ("get_type_hierarchy", "get-type-hierarchy"),
    ("get_file_summary", "get-file-summary"),
    ("get_diff_summary", "diff"),
];

fn command(tool: &str) -> Result<&'static str, String> {
    let found = TOOLS.iter().find(|(name, _)| *name == tool);
    found.map(|(_, command)| *command).ok_or_else(|| format!("{tool} is none of the tools that are measured"))
}

/// Sums of one tool.
#[derive(Default)]
struct Sum {
    questions: usize,
    first: usize,
    whole: usize,
    pages: usize,
}

fn sums(questions: &[Question], costs: &[Cost]) -> BTreeMap<String, Sum> {
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    for (question, cost) in questions.iter().zip(costs) {
        for name in [question.tool.as_str(), "together"] {
            let sum = sums.entry(name.to_owned()).or_default();
            sum.questions += 1;
            sum.first += cost.first;
            sum.whole += cost.whole;
            sum.pages += cost.pages;
        }
    }
    sums
}

/// The table: sums of each tool, and their ratio.
fn page(questions: &[Question], before: Option<&[Cost]>, after: &[Cost]) -> String {
    let new = sums(questions, after);
    let old = before.map(|before| sums(questions, before));
    let mut out = String::from(
        "| tool | questions | first answer: before | now | ratio | all pages: before | now | ratio | pages: before | now |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    let names = TOOLS.iter().map(|(name, _)| *name).chain(["together"]);
    for (name, now) in names.filter_map(|name| new.get(name).map(|now| (name, now))) {
        let was = old.as_ref().and_then(|old| old.get(name));
        let number = |of: fn(&Sum) -> usize| was.map_or("-".to_owned(), |was| of(was).to_string());
        let ratio = |of: fn(&Sum) -> usize| {
            was.map_or("-".to_owned(), |was| format!("{:.2}", of(now) as f64 / of(was).max(1) as f64))
        };
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            now.questions,
            number(|sum| sum.first),
            now.first,
            ratio(|sum| sum.first),
            number(|sum| sum.whole),
            now.whole,
            ratio(|sum| sum.whole),
            number(|sum| sum.pages),
            now.pages,
        );
    }
    out
}

/// Keeps the run in `benches/results`.
fn write(page: &str, questions: &[Question], before: Option<&[Cost]>, after: &[Cost]) -> Done {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|e| e.to_string())?.as_secs();
    let folder = tree::root().join("benches").join("results");
    let cost = |cost: &Cost| json!({"first": cost.first, "whole": cost.whole, "pages": cost.pages});
    let row = |(i, question): (usize, &Question)| {
        let about = [&question.tool, &question.repository, &question.about];
        json!({"question": about, "before": before.map(|before| cost(&before[i])), "now": cost(&after[i])})
    };
    let rows: Vec<_> = questions.iter().enumerate().map(row).collect();
    let lines: Vec<String> = rows.iter().map(ToString::to_string).collect();
    let title = "# Tokens of answers\n\nSums over the questions of `benches/tokens/questions.tsv`, o200k tokens of the text form.\n\n";
    for (name, text) in [
        (format!("{seconds}.md"), format!("{title}{page}")),
        (format!("{seconds}.json"), format!("[\n{}\n]\n", lines.join(",\n"))),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
