//! `go.mod` and `go.work`: lines of words, blocks in parentheses.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;
use rustc_hash::FxHashMap;

/// The facts of a `go.mod`.
pub(super) fn read(text: &str) -> ManifestFacts {
    let mut facts = ManifestFacts::default();
    let mut replaced: Vec<(String, String)> = Vec::new();
    for words in directives(text) {
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["module", name] => facts.package = Some(name.to_owned()),
            ["require", name, ..] => {
                facts.dependencies.push(Dependency { name: name.to_owned(), package: None, path: None });
            }
            ["replace", name, .., path] if is_path(path) => replaced.push((name.to_owned(), path.to_owned())),
            _ => {}
        }
    }
    let mut by_name: FxHashMap<String, usize> = FxHashMap::default();
    for (at, one) in facts.dependencies.iter().enumerate() {
        by_name.entry(one.name.clone()).or_insert(at);
    }
    for (name, path) in replaced {
        let at = *by_name.entry(name).or_insert_with_key(|name| {
            // What only another dependency requires may be replaced too.
            let one = Dependency { name: name.clone(), package: None, path: None };
            facts.dependencies.push(one);
            facts.dependencies.len() - 1
        });
        facts.dependencies[at].path = Some(path);
    }
    facts
}

/// The facts of a `go.work`.
pub(super) fn read_work(text: &str) -> ManifestFacts {
    let uses = directives(text).into_iter().filter_map(|words| match &words[..] {
        [word, path] if word == "use" => Some(path.clone()),
        _ => None,
    });
    ManifestFacts { workspace: true, members: uses.collect(), ..ManifestFacts::default() }
}

fn is_path(text: &str) -> bool {
    text.starts_with("./") || text.starts_with("../") || text.starts_with('/')
}

/// Each directive with its words; the first word of a block stands before each of its lines.
fn directives(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or("");
        let mut words: Vec<String> =
            line.split_whitespace().map(|word| word.trim_matches(['"', '`']).to_owned()).collect();
        match (words.first().map(String::as_str), words.last().map(String::as_str)) {
            (None, _) => {}
            (Some(")"), _) => block = None,
            (_, Some("(")) if block.is_none() => block = words.first().cloned(),
            _ => {
                if let Some(block) = &block {
                    words.insert(0, block.clone());
                }
                found.push(words);
            }
        }
    }
    found
}
