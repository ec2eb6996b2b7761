//! Files that hang together, with names, interfaces and couplings.

use super::aside::Aside;
use super::graph::Graph;
use crate::protocol::{Context, Problem, Scope};
use indexer_graph::subsystems::{Part, parts};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::collections::BTreeMap;

/// Symbols, interfaces and couplings that each part names.
const NAMED: usize = 5;
/// Words of a part.
const WORDS: usize = 4;

/// A part.
#[derive(Clone, Debug, Serialize)]
pub struct Subsystem {
    /// From its folder, and from its words where several are in one.
    pub name: String,
    /// The folder that holds all of its files.
    pub path: String,
    /// Its files, in order.
    pub files: Vec<String>,
    /// Lines of them.
    pub lines: u64,
    /// Symbols of them.
    pub symbols: usize,
    /// The share of its uses that stay inside, from 0 to 1.
    pub cohesion: f64,
    /// Words of its names that others have not.
    pub words: Vec<String>,
    /// Its most important symbols.
    pub main: Vec<String>,
    /// Symbols that others use, those with most users first.
    pub interface: Vec<Interface>,
    /// What it uses of others, most first.
    pub couplings: Vec<Coupling>,
}

/// A symbol that is used from outside.
#[derive(Clone, Debug, Serialize)]
pub struct Interface {
    /// Module, owners and name.
    pub symbol: String,
    /// Symbols and files outside that use it.
    pub users: usize,
}

/// Uses of another part.
#[derive(Clone, Debug, Serialize)]
pub struct Coupling {
    /// Its name.
    pub subsystem: String,
    /// References that lead there.
    pub uses: u64,
}

/// The parts of a scope.
#[derive(Clone, Debug)]
pub struct Subsystems {
    /// The parts of at least two files, largest first.
    pub all: Vec<Subsystem>,
    /// Files in them.
    pub files: usize,
    /// Files that neither use nor are used.
    pub unconnected: usize,
}

impl Subsystems {
    /// The parts of a scope, tests aside unless they are asked for. O(edges of files * rounds + symbols).
    pub fn of(context: &Context<'_>, graph: &Graph, scope: &Scope, tests: bool) -> Result<Self, Problem> {
        let view = context.view();
        let counts = |file: &super::graph::TopFile| {
            let fits = file.aside == Aside::No || tests && file.aside == Aside::Tests;
            let is_code = || view.file(&file.path).is_some_and(|file| file.is_code());
            fits && scope.covers(&file.path) && is_code()
        };
        let inside: Vec<bool> = graph.files.iter().map(counts).collect();
        let found = parts(&graph.depends, &inside, context.cancel);
        context.still_wanted()?;
        let names = names(context, graph, &found.parts);
        let known = Known { context, graph, names, users: users(graph, &found.of_file, &inside) };
        let mut all: Vec<Subsystem> = found.parts.iter().map(|part| known.subsystem(part)).collect();
        all.sort_by(|a, b| {
            b.files
                .len()
                .cmp(&a.files.len())
                .then_with(|| a.path.cmp(&b.path))
                .then_with(|| a.files.cmp(&b.files))
        });
        let files: usize = all.iter().map(|one| one.files.len()).sum();
        Ok(Self { all, files, unconnected: found.unconnected })
    }
}

/// How many nodes outside of its part use each symbol.
fn users(graph: &Graph, parts: &[u32], inside: &[bool]) -> FxHashMap<u32, usize> {
    let count = graph.symbols.len() as u32;
    let file_of = |node: u32| node.checked_sub(count).unwrap_or_else(|| graph.file[node as usize]);
    let mut users: FxHashMap<u32, usize> = FxHashMap::default();
    for from in (0..graph.network.nodes()).filter(|from| inside[file_of(*from) as usize]) {
        for (to, _) in graph.network.from(from).filter(|(to, _)| *to < count) {
            if parts[file_of(from) as usize] != parts[graph.file[to as usize] as usize] {
                *users.entry(to).or_default() += 1;
            }
        }
    }
    users
}

/// What the rows of parts are made of.
struct Known<'c, 'v> {
    context: &'c Context<'v>,
    graph: &'c Graph,
    names: BTreeMap<u32, Named>,
    /// How many nodes outside of its part use each symbol.
    users: FxHashMap<u32, usize>,
}

impl Known<'_, '_> {
    fn subsystem(&self, part: &Part) -> Subsystem {
        let Self { context, graph, names, users } = self;
        let (view, files) = (context.view(), &part.files);
        let named = names.get(&part.number).cloned().unwrap_or_default();
        let nodes: Vec<u32> =
            files.iter().flat_map(|file| graph.files[*file as usize].nodes.clone()).collect();
        let mut main = nodes.clone();
        let score = |node: u32| graph.rank[node as usize] * graph.wanted[node as usize];
        main.sort_by(|a, b| score(*b).total_cmp(&score(*a)).then_with(|| a.cmp(b)));
        let mut outside: Vec<(usize, u32)> =
            nodes.iter().filter_map(|node| Some((*users.get(node)?, *node))).collect();
        outside.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let qualified = |node: u32| view.sym(graph.symbols[node as usize]).qualified();
        let coupling =
            |(other, uses): (&u32, &u64)| Coupling { subsystem: names[other].name.clone(), uses: *uses };
        let mut couplings: Vec<Coupling> = part.outside.iter().map(coupling).collect();
        couplings.sort_by(|a, b| b.uses.cmp(&a.uses).then_with(|| a.subsystem.cmp(&b.subsystem)));
        couplings.truncate(NAMED);
        let lines = |file: &u32| {
            view.file(&graph.files[*file as usize].path).map_or(0, |file| u64::from(file.lines()))
        };
        let interface = |(users, node): (usize, u32)| Interface { symbol: qualified(node), users };
        Subsystem {
            name: named.name,
            path: if named.path.is_empty() { ".".to_owned() } else { named.path },
            lines: files.iter().map(lines).sum(),
            symbols: nodes.len(),
            cohesion: (part.inside as f64 * 100.0 / part.uses().max(1) as f64).round() / 100.0,
            words: named.words,
            main: main.into_iter().take(NAMED).map(qualified).collect(),
            interface: outside.into_iter().take(NAMED).map(interface).collect(),
            couplings,
            files: files.iter().map(|file| graph.files[*file as usize].path.clone()).collect(),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Named {
    name: String,
    path: String,
    words: Vec<String>,
    /// What its most important file is called.
    file: String,
}

/// A name for each part: the deepest folder that most of its files are in; where that is the root or that
/// of another part, with its most important file.
fn names(context: &Context<'_>, graph: &Graph, parts: &[Part]) -> BTreeMap<u32, Named> {
    let view = context.view();
    let mut counts: BTreeMap<u32, FxHashMap<String, usize>> = BTreeMap::new();
    let mut holders: FxHashMap<String, usize> = FxHashMap::default();
    for Part { number: part, files, .. } in parts {
        let mut words: FxHashMap<String, usize> = FxHashMap::default();
        for file in files {
            let file = &graph.files[*file as usize];
            // A file that says a word often says it once.
            let mut of_file: FxHashSet<String> = FxHashSet::default();
            of_file.extend(split(stem(&file.path)));
            for node in file.nodes.clone() {
                of_file.extend(split(view.sym(graph.symbols[node as usize]).name()));
            }
            of_file.into_iter().for_each(|word| *words.entry(word).or_default() += 1);
        }
        words.keys().for_each(|word| *holders.entry(word.clone()).or_default() += 1);
        counts.insert(*part, words);
    }
    let mut named: BTreeMap<u32, Named> = BTreeMap::new();
    for Part { number: part, files, .. } in parts {
        let score = |word: &str, count: usize| {
            let rare = (parts.len() as f64 + 1.0) / holders.get(word).copied().unwrap_or(1) as f64;
            count as f64 * rare.ln()
        };
        let mut words: Vec<(f64, &String)> =
            counts[part].iter().map(|(word, count)| (score(word, *count), word)).collect();
        words.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        let words: Vec<String> = words.into_iter().take(WORDS).map(|(_, word)| word.clone()).collect();
        let paths: Vec<&str> = files.iter().map(|file| graph.files[*file as usize].path.as_str()).collect();
        let weight = |file: &u32| -> f64 {
            let nodes = graph.files[*file as usize].nodes.clone();
            nodes.map(|node| graph.rank[node as usize] * graph.wanted[node as usize]).sum()
        };
        let main = files.iter().copied().reduce(|a, b| if weight(&b) > weight(&a) { b } else { a });
        let file = main.map_or_else(String::new, |file| spoken(&graph.files[file as usize].path).to_owned());
        named.insert(*part, Named { name: folder(&paths, 0.6), path: folder(&paths, 1.0), words, file });
    }
    let mut same: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    named.iter().for_each(|(part, one)| same.entry(one.name.clone()).or_default().push(*part));
    for (name, parts) in same.iter().filter(|(name, parts)| parts.len() > 1 || name.is_empty()) {
        for part in parts {
            let Some(one) = named.get_mut(part) else { continue };
            one.name = if name.is_empty() { one.file.clone() } else { format!("{name}: {}", one.file) };
        }
    }
    named
}

/// The deepest folder that holds at least this share of the paths; "" for the root.
fn folder(paths: &[&str], share: f64) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        for (at, _) in path.match_indices('/') {
            *counts.entry(&path[..at]).or_default() += 1;
        }
    }
    let most = (paths.len() as f64 * share).ceil() as usize;
    let enough = counts.into_iter().filter(|(_, count)| *count >= most.max(1));
    enough
        .max_by_key(|(folder, count)| (folder.len(), *count))
        .map_or_else(String::new, |(folder, _)| folder.to_owned())
}

/// What people call a file: its stem, or the folder of one that only stands for its folder.
fn spoken(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let own = parts.next().map_or("", stem);
    match own {
        "lib" | "mod" | "index" | "main" | "__init__" => {
            parts.find(|folder| !matches!(*folder, "src" | "lib")).unwrap_or(own)
        }
        own => own,
    }
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

/// The words of a name, in lower case, those of at least three letters.
fn split(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphabetic(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| word.chars().count() >= 3);
    words
}

#[cfg(test)]
mod tests {
    use super::{folder, split, spoken};

    #[test]
    fn names_are_split_and_folders_shared() {
        assert_eq!(split("readJSONFile_of2Pages"), ["read", "jsonfile", "pages"]);
        assert_eq!(
            (spoken("a/core/src/lib.rs"), spoken("a/walk.rs"), spoken("main.c")),
            ("core", "walk", "main")
        );
        let paths = ["a/b/x.rs", "a/b/c/y.rs", "a/z.rs"];
        assert_eq!(
            (folder(&paths, 0.6), folder(&paths, 1.0), folder(&["x"], 1.0)),
            ("a/b".into(), "a".into(), String::new())
        );
    }
}
