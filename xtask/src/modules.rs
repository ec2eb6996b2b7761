//! `cargo xtask modules`: which files of a crate use which, and the cycles among them.
//!
//! Modules import downwards: what two of them share lies below both. A file uses another where a path
//! of its code ends there, re-exports followed; `mod child;` and `pub use` alone are no use. What a
//! file takes from a module that it stands in is not counted either: a folder's own file names what
//! is in the folder, and holds what that shares.

mod paths;

use crate::Done;
use crate::rust_text::RustText;
use crate::tree::{self, File};
use paths::Paths;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};

/// How many re-exports a path is followed through before it counts as ending nowhere.
const REEXPORTS: usize = 16;

/// The files of one crate and their uses of each other.
#[derive(Debug, Default)]
pub(crate) struct Modules<'a> {
    /// Files with the files that they use.
    pub(crate) uses: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

/// One file as a module of its crate.
struct Module<'a> {
    file: &'a str,
    paths: Paths,
}

/// The modules of a crate by their path from its root.
struct Tree<'a>(BTreeMap<Vec<String>, Module<'a>>);

impl<'a> Modules<'a> {
    /// Reads the shipped files of the crate in `folder` (`crates/indexer-core`).
    pub(crate) fn of(files: &'a [File], folder: &str) -> Self {
        let tree = Tree::of(files, folder);
        let mut uses = BTreeMap::new();
        for (name, module) in &tree.0 {
            let around = |file: &&str| (0..=name.len()).any(|end| tree.file(&name[..end]) == Some(*file));
            let used = module.paths.used().filter_map(|path| tree.end(name, path, REEXPORTS));
            uses.insert(module.file, used.filter(|file| !around(file)).collect());
        }
        Self { uses }
    }

    /// Files that use each other in a circle: the strongly connected components of more than one
    /// file, sorted. O(files + uses).
    pub(crate) fn cycles(&self) -> Vec<Vec<&'a str>> {
        let mut graph: DiGraph<&str, ()> = DiGraph::new();
        let nodes: BTreeMap<&str, _> = self.uses.keys().map(|file| (*file, graph.add_node(file))).collect();
        for (from, to) in self.uses.iter().flat_map(|(from, used)| used.iter().map(move |to| (from, to))) {
            graph.add_edge(nodes[from], nodes[to], ());
        }
        let components = tarjan_scc(&graph).into_iter().filter(|component| component.len() > 1);
        let mut cycles: Vec<Vec<&str>> =
            components.map(|component| component.into_iter().map(|node| graph[node]).collect()).collect();
        cycles.iter_mut().for_each(|cycle| cycle.sort_unstable());
        cycles.sort();
        cycles
    }
}

impl<'a> Tree<'a> {
    fn of(files: &'a [File], folder: &str) -> Self {
        let source = format!("{folder}/src/");
        let program = !files.iter().any(|file| file.path == format!("{source}lib.rs"));
        let mut modules: BTreeMap<Vec<String>, Module<'a>> = BTreeMap::new();
        let mut of_tests: Vec<Vec<String>> = Vec::new();
        for file in files.iter().filter(|file| file.is_source()) {
            let Some(path) = file.path.strip_prefix(&source) else { continue };
            let Some(name) = module_name(path, program) else { continue };
            let text = RustText::new(&file.text);
            of_tests.extend(text.test_modules.iter().map(|test| {
                let mut inside = name.clone();
                inside.push(test.clone());
                inside
            }));
            modules.insert(name, Module { file: &file.path, paths: Paths::read(&text.code) });
        }
        modules.retain(|name, _| !of_tests.iter().any(|test| name.starts_with(test)));
        Self(modules)
    }

    fn file(&self, module: &[String]) -> Option<&'a str> {
        self.0.get(module).map(|module| module.file)
    }

    /// The file in which `path`, as written in `module`, ends.
    fn end(&self, module: &[String], path: &[String], follow: usize) -> Option<&'a str> {
        let (place, rest) = self.begin(module, path, follow)?;
        self.descend(place, rest, follow)
    }

    /// The module in which a path begins, and what is left of the path.
    fn begin<'p>(
        &self,
        module: &[String],
        path: &'p [String],
        follow: usize,
    ) -> Option<(Vec<String>, &'p [String])> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some((Vec::new(), rest)),
            "self" => Some((module.to_vec(), rest)),
            "super" => {
                let parent = &module[..module.len().checked_sub(1)?];
                match rest.first().map(String::as_str) {
                    Some("super") => self.begin(parent, rest, follow),
                    _ => Some((parent.to_vec(), rest)),
                }
            }
            _ => {
                let mut child = module.to_vec();
                child.push(first.clone());
                if self.0.contains_key(&child) {
                    return Some((child, rest));
                }
                let imported = self.0.get(module)?.paths.import(first)?;
                let follow = follow.checked_sub(1)?;
                // The import is of a module where the path goes on in it; else it ends as the import does.
                let (place, left) = self.begin(module, imported, follow)?;
                let whole: Vec<String> = place.into_iter().chain(left.iter().cloned()).collect();
                self.0.contains_key(&whole).then_some((whole, rest))
            }
        }
    }

    /// Goes down from `place` along `rest`, through modules and re-exports.
    fn descend(&self, mut place: Vec<String>, rest: &[String], follow: usize) -> Option<&'a str> {
        let mut rest = rest;
        while let Some((next, after)) = rest.split_first() {
            place.push(next.clone());
            if !self.0.contains_key(&place) {
                place.pop();
                break;
            }
            rest = after;
        }
        let module = self.0.get(&place)?;
        let Some(name) = rest.first() else { return Some(module.file) };
        if module.paths.defines(name) {
            return Some(module.file);
        }
        let follow = follow.checked_sub(1)?;
        if let Some(import) = module.paths.import(name) {
            return self.end(&place, import, follow);
        }
        let behind = module.paths.globs().filter_map(|glob| {
            let glob: Vec<String> = glob.iter().chain(rest).cloned().collect();
            self.end(&place, &glob, follow).filter(|file| self.defines(file, name))
        });
        behind.into_iter().next().or(Some(module.file))
    }

    fn defines(&self, file: &str, name: &str) -> bool {
        self.0.values().any(|module| module.file == file && module.paths.defines(name))
    }
}

/// The path of the module in a file below `src/`; `None` for a program beside a library.
fn module_name(path: &str, program: bool) -> Option<Vec<String>> {
    let root = if program { "main.rs" } else { "lib.rs" };
    if path == root {
        return Some(Vec::new());
    }
    if matches!(path, "main.rs" | "lib.rs") || path.starts_with("bin/") {
        return None;
    }
    let path = path.strip_suffix(".rs")?;
    Some(path.strip_suffix("/mod").unwrap_or(path).split('/').map(str::to_owned).collect())
}

/// Prints the cycles of each crate, or of the one crate that is named all uses as a graph for `dot`.
pub(crate) fn run(arguments: &[String]) -> Done {
    let files = tree::files(&tree::root())?;
    let folders: BTreeSet<&str> =
        files.iter().filter(|file| file.is_shipped()).map(File::crate_folder).collect();
    if let Some(name) = arguments.first() {
        let folder = folders.iter().find(|folder| folder.rsplit('/').next() == Some(name));
        let folder = folder.ok_or_else(|| format!("{name} is no crate of this workspace"))?;
        print!("{}", drawing(&Modules::of(&files, folder), folder));
        return Ok(());
    }
    for folder in folders {
        let modules = Modules::of(&files, folder);
        let cycles = modules.cycles();
        println!("{folder}: {} files, {} cycles", modules.uses.len(), cycles.len());
        for cycle in cycles {
            println!("  {} files", cycle.len());
            for file in &cycle {
                let inside: Vec<&str> =
                    modules.uses[file].iter().filter(|to| cycle.contains(to)).copied().collect();
                println!("    {} -> {}", short(file, folder), list(&inside, folder));
            }
        }
    }
    Ok(())
}

/// The uses of a crate in the language of `dot`; those within a cycle are red.
fn drawing(modules: &Modules<'_>, folder: &str) -> String {
    let cycles = modules.cycles();
    let mut text = format!("digraph \"{folder}\" {{\n");
    for (from, used) in &modules.uses {
        for to in used {
            let within = cycles.iter().any(|cycle| cycle.contains(from) && cycle.contains(to));
            let colour = if within { " [color=red]" } else { "" };
            text.push_str(&format!("  \"{}\" -> \"{}\"{colour};\n", short(from, folder), short(to, folder)));
        }
    }
    text.push_str("}\n");
    text
}

fn short<'p>(path: &'p str, folder: &str) -> &'p str {
    path.strip_prefix(folder).and_then(|path| path.strip_prefix("/src/")).unwrap_or(path)
}

fn list(files: &[&str], folder: &str) -> String {
    files.iter().map(|file| short(file, folder)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(files: &[(&str, &str)]) -> Vec<(String, Vec<String>)> {
        let files: Vec<File> =
            files.iter().map(|(path, text)| File::new(&format!("crates/c/src/{path}"), text)).collect();
        let modules = Modules::of(&files, "crates/c");
        let short = |file: &&str| short(file, "crates/c").to_owned();
        let found = modules.uses.iter().filter(|(_, to)| !to.is_empty());
        found.map(|(from, to)| (short(from), to.iter().map(short).collect())).collect()
    }

    fn pair(from: &str, to: &[&str]) -> (String, Vec<String>) {
        (from.to_owned(), to.iter().map(|to| (*to).to_owned()).collect())
    }

    #[test]
    fn a_path_ends_behind_the_reexports() {
        let found = uses(&[
            ("lib.rs", "mod a; mod b; pub use b::Deep;"),
            ("a.rs", "use crate::b::{Deep, other as another, glob::*}; fn f() { another() }"),
            ("b/mod.rs", "mod glob; mod inner; pub use inner::{Deep, other};"),
            ("b/inner.rs", "pub struct Deep; pub fn other() { super::glob::g() }"),
            ("b/glob.rs", "pub fn g(_: crate::Deep) {}"),
        ]);
        let within = [pair("b/glob.rs", &["b/inner.rs"]), pair("b/inner.rs", &["b/glob.rs"])];
        assert_eq!(found, [vec![pair("a.rs", &["b/glob.rs", "b/inner.rs"])], within.to_vec()].concat());
    }

    #[test]
    fn comments_texts_and_tests_use_nothing() {
        let found = uses(&[
            ("lib.rs", "mod a; mod b;"),
            (
                "a.rs",
                "// crate::b::B\nconst A: &str = \"crate::b::B\";\n#[cfg(test)] mod tests { use crate::b::B; }",
            ),
            ("b.rs", "pub struct B; use std::a::C; fn f() { std::a::b() }"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn cycles_are_found_and_chains_are_none() {
        let files = [
            File::new("crates/c/src/lib.rs", "mod a; mod b; mod c;"),
            File::new("crates/c/src/a.rs", "use crate::b; pub struct A; fn f() { b::f() }"),
            File::new("crates/c/src/b.rs", "pub fn f() { crate::a::A; crate::c::g() }"),
            File::new("crates/c/src/c.rs", "pub fn g() {}"),
        ];
        let cycles = Modules::of(&files, "crates/c").cycles();
        assert_eq!(cycles, [["crates/c/src/a.rs", "crates/c/src/b.rs"]]);
    }
}
