//! What stands beside ours: BM25 over the code of a repository without its tests, a file a document.

use super::cases::Case;
use super::git::git;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Okapi's usual constants.
const K: f64 = 1.2;
const B: f64 = 0.75;
/// Endings of code.
const CODE: &[&str] = &[
    "c", "cc", "cpp", "cs", "go", "h", "hpp", "java", "js", "jsx", "kt", "kts", "mjs", "cjs", "php", "py",
    "pyi", "rb", "rs", "scala", "svelte", "swift", "ts", "tsx", "mts", "cts", "vue",
];
/// Most bytes of a file that is read.
const LONGEST: usize = 1 << 20;

/// The words of a file with how often they stand there.
#[derive(Debug, Default)]
struct Words {
    counts: HashMap<u64, u32>,
    length: u32,
}

/// Ranks files; keeps the words of contents that were read, for the next revision.
#[derive(Debug, Default)]
pub(crate) struct Bm25 {
    contents: HashMap<String, Arc<Words>>,
}

impl Bm25 {
    /// The files of a case, best first, those that hold a word of it, at most `most`.
    pub(crate) fn rank(&mut self, case: &Case, most: usize) -> Result<Vec<String>, String> {
        let files = match &case.revision {
            Some(revision) => self.at_revision(&case.root, revision)?,
            None => self.on_disk(&case.root)?,
        };
        let asked = words(case.query.as_bytes());
        let all = files.len() as f64;
        let usual = files.iter().map(|(_, words)| f64::from(words.length)).sum::<f64>() / all.max(1.0);
        let mut scores = vec![0.0; files.len()];
        for word in asked.counts.keys() {
            let with = files.iter().filter(|(_, words)| words.counts.contains_key(word)).count() as f64;
            let rarity = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
            for (score, (_, words)) in scores.iter_mut().zip(&files) {
                let count = f64::from(words.counts.get(word).copied().unwrap_or(0));
                let length = K * (1.0 - B + B * f64::from(words.length) / usual.max(1.0));
                *score += rarity * count * (K + 1.0) / (count + length);
            }
        }
        let mut ranked: Vec<(f64, String)> =
            scores.into_iter().zip(files).map(|(score, (path, _))| (score, path)).collect();
        ranked.retain(|(score, _)| *score > 0.0);
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        Ok(ranked.into_iter().take(most).map(|(_, path)| path).collect())
    }

    fn on_disk(&mut self, root: &Path) -> Result<Vec<(String, Arc<Words>)>, String> {
        let listed = git(root, &["ls-files"])?;
        let mut files = Vec::new();
        for path in listed.lines().filter(|path| is_searched(path)) {
            let Ok(bytes) = std::fs::read(root.join(path)) else { continue };
            let key = root.join(path).display().to_string();
            let words = self.contents.entry(key).or_insert_with(|| Arc::new(words(&bytes))).clone();
            files.push((path.to_owned(), words));
        }
        Ok(files)
    }

    fn at_revision(&mut self, root: &Path, revision: &str) -> Result<Vec<(String, Arc<Words>)>, String> {
        let listed = git(root, &["ls-tree", "-r", revision])?;
        let entries: Vec<(String, String)> = listed
            .lines()
            .filter_map(|line| {
                let (head, path) = line.split_once('\t')?;
                Some((head.split(' ').nth(2)?.to_owned(), path.to_owned()))
            })
            .filter(|(_, path)| is_searched(path))
            .collect();
        let mut unread: Vec<&String> =
            entries.iter().map(|(id, _)| id).filter(|id| !self.contents.contains_key(*id)).collect();
        unread.sort();
        unread.dedup();
        let read = read(root, &unread)?;
        self.contents.extend(read);
        let known = |(id, path): (String, String)| Some((path, self.contents.get(&id)?.clone()));
        Ok(entries.into_iter().filter_map(known).collect())
    }
}

/// The words of contents, by one process of git.
fn read(root: &Path, ids: &[&String]) -> Result<Vec<(String, Arc<Words>)>, String> {
    let mut process = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("git: {e}"))?;
    let (Some(mut to), Some(from)) = (process.stdin.take(), process.stdout.take()) else {
        return Err("git cat-file has no pipes".into());
    };
    let mut from = BufReader::new(from);
    let mut found = Vec::new();
    for id in ids {
        writeln!(to, "{id}").and_then(|()| to.flush()).map_err(|e| format!("git cat-file: {e}"))?;
        let mut head = String::new();
        from.read_line(&mut head).map_err(|e| format!("git cat-file: {e}"))?;
        let Some(size) = head.trim().rsplit(' ').next().and_then(|size| size.parse::<usize>().ok()) else {
            continue;
        };
        let mut bytes = vec![0; size + 1];
        from.read_exact(&mut bytes).map_err(|e| format!("git cat-file: {e}"))?;
        found.push(((*id).clone(), Arc::new(words(&bytes))));
    }
    drop(to);
    process.wait().map_err(|e| format!("git cat-file: {e}"))?;
    Ok(found)
}

/// True for code that is no test.
fn is_searched(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_aside = |part: &str| {
        let stem = part.split('.').next().unwrap_or(part);
        part.split(['_', '-', '.']).any(|word| matches!(word, "test" | "tests" | "spec" | "examples"))
            || stem.ends_with("Test")
            || stem.ends_with("Tests")
    };
    CODE.contains(&ending) && !path.split('/').any(is_aside)
}

/// The words of a text: identifiers in lower case, and their parts.
fn words(text: &[u8]) -> Words {
    let text = String::from_utf8_lossy(&text[..text.len().min(LONGEST)]);
    let mut found = Words::default();
    let mut add = |word: &str| {
        if word.len() > 1 {
            let mut hasher = DefaultHasher::new();
            word.to_lowercase().hash(&mut hasher);
            *found.counts.entry(hasher.finish()).or_default() += 1;
            found.length += 1;
        }
    };
    for identifier in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let mut parts = 0;
        let mut start = 0;
        let bytes = identifier.as_bytes();
        for at in 1..=bytes.len() {
            let is_end = at == bytes.len()
                || bytes[at] == b'_'
                || bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase();
            if is_end {
                let part = identifier[start..at].trim_matches('_');
                parts += usize::from(!part.is_empty());
                add(part);
                start = at;
            }
        }
        if parts > 1 {
            add(identifier);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_identifiers_and_their_parts() {
        assert_eq!(words(b"openPool(open_pool) a").length, 6);
        assert!(is_searched("src/pool.rs") && !is_searched("src/pool_test.go") && !is_searched("tests/a.py"));
        assert!(
            !is_searched("docs/a.md") && !is_searched("src/PoolTest.java") && is_searched("src/contest/a.c")
        );
    }
}
