//! Draws the questions: of each repository what is used most, and beside it some by chance, so that there are
//! answers of all sizes. The same seed, checkouts and program give the same table.

use super::{Asker, TOOLS, command};
use crate::tree;
use serde_json::Value;
use std::path::Path;

/// The checkouts, their commits, and how many questions of each tool are about them: twenty in all.
const REPOSITORIES: &[(&str, &str, usize)] = &[
    ("ripgrep", "3fce3b5bb0236da2df6d99672afb8a719642eca7", 4),
    ("flask", "2ac89889f4cc330eabd50f295dcef02828522c69", 4),
    ("gson", "9835b6f90192f79cdf5300c528fc6212455fb6c1", 3),
    ("axios", "23a25af0688d1db2c396deb09229d2271cc24f6c", 3),
    ("gin", "dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9", 3),
    ("redis", "4f8cdc2a1ea53e42955af758aabffee67cb455dd", 3),
];
const SEED: u64 = 19;
/// Symbols that are drawn from, those that are used most.
const RANKED: usize = 1000;
/// Commits that are drawn from, the newest of the first parents.
const COMMITS: usize = 300;
/// Endings of files whose commits change symbols.
const CODE: &[&str] = &[".rs", ".py", ".java", ".js", ".ts", ".go", ".c", ".h"];

/// A ranked symbol.
struct Ranked {
    key: String,
    kind: String,
    path: String,
}

/// Writes the table.
pub(super) fn write(asker: &Asker, path: &Path) -> Result<(), String> {
    let mut out = String::from("# tool\trepository\tmain argument\n");
    let mut repositories = Vec::new();
    for (name, commit, count) in REPOSITORIES {
        let root = asker.corpora.join(name);
        let head = tree::git(&root, &["rev-parse", "HEAD"])?;
        if head.trim() != *commit {
            return Err(format!("{name} is at {}, not at {commit}", head.trim()));
        }
        repositories.push((*name, *count, ranked(asker, name)?, revisions(&root)?));
    }
    for (tool, _) in TOOLS {
        for (name, count, ranked, revisions) in &repositories {
            let mut random = Random(SEED ^ hash(&format!("{tool} {name}")));
            let all = subjects(tool, ranked, revisions);
            let mut chosen: Vec<&String> = Vec::new();
            // What is compared has no order that counts; of the rest, half is what is used most.
            let top = if *tool == "get_diff_summary" { 0 } else { count.div_ceil(2) };
            let mut at = 0;
            while chosen.len() < *count {
                let next = if chosen.len() < top { at } else { random.below(all.len().max(1)) };
                at += 1;
                if at > 100 * count {
                    return Err(format!("{tool} on {name}: too few questions are answered"));
                }
                let Some(one) = all.get(next).filter(|one| !chosen.contains(one)) else { continue };
                if asker.ask(name, &[command(tool)?, one]).is_ok() {
                    chosen.push(one);
                }
            }
            chosen.iter().for_each(|one| out.push_str(&format!("{tool}\t{name}\t{one}\n")));
        }
    }
    std::fs::write(path, out).map_err(|e| format!("{}: {e}", path.display()))
}

/// What a tool may be asked about, in order of rank.
fn subjects(tool: &str, ranked: &[Ranked], revisions: &[String]) -> Vec<String> {
    let is_type = |one: &&Ranked| matches!(&*one.kind, "class" | "struct" | "enum" | "interface" | "trait");
    let is_callable = |one: &&Ranked| matches!(&*one.kind, "function" | "method" | "constructor");
    let keys = |wanted: &dyn Fn(&&Ranked) -> bool| -> Vec<String> {
        ranked.iter().filter(wanted).map(|one| one.key.clone()).collect()
    };
    match tool {
        "get_diff_summary" => revisions.to_vec(),
        "get_callers" => keys(&is_callable),
        "get_type_hierarchy" => keys(&is_type),
        "get_related_tests" | "get_impact" => keys(&|one| is_callable(one) || is_type(one)),
        "get_file_summary" => {
            let mut paths: Vec<String> = Vec::new();
            for one in ranked {
                if !paths.contains(&one.path) {
                    paths.push(one.path.clone());
                }
            }
            paths
        }
        _ => keys(&|_| true),
    }
}

/// The symbols that are used most, by PageRank.
fn ranked(asker: &Asker, repository: &str) -> Result<Vec<Ranked>, String> {
    let mut found = Vec::new();
    let mut cursor: Option<String> = None;
    while found.len() < RANKED {
        let mut arguments = vec!["rank-symbols", "--limit", "200", "--budget", "200000", "--json"];
        arguments.extend(cursor.iter().flat_map(|cursor| ["--cursor", cursor.as_str()]));
        let said = asker.ask(repository, &arguments)?;
        let answer: Value = serde_json::from_str(&said).map_err(|e| format!("{repository}: {e}"))?;
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        for row in answer["symbols"].as_array().into_iter().flatten() {
            if row["dependents"].as_u64() > Some(0) {
                found.push(Ranked {
                    key: text(row, "key"),
                    kind: text(row, "kind"),
                    path: text(row, "path"),
                });
            }
        }
        cursor = answer["cursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    Ok(found)
}

/// Commits that change code, each as a range from its first parent.
fn revisions(root: &Path) -> Result<Vec<String>, String> {
    let count = COMMITS.to_string();
    let arguments =
        ["log", "--first-parent", "-m", "--name-only", "--format=commit %H", "-n", &count, "HEAD"];
    let said = tree::git(root, &arguments)?;
    let mut found: Vec<String> = Vec::new();
    let mut commit = "";
    for line in said.lines() {
        if let Some(id) = line.strip_prefix("commit ") {
            commit = id;
        } else if CODE.iter().any(|end| line.ends_with(end)) {
            let range = format!("{commit}~1..{commit}");
            if found.last() != Some(&range) {
                found.push(range);
            }
        }
    }
    Ok(found)
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
