//! Snapshots with the outlines of some files that are no code: what they hold stands in the view of the question that
//! names them, as what code declares does, and in no other.

use crate::link::records::outlined;
use crate::workspace::snapshot::Snapshot;
use crate::workspace::snapshot_cache::SnapshotCache;
use indexer_core::key::symbol_keys;
use indexer_core::path::{file_name, parent, resolve};
use indexer_core::{
    Edge, FileEdges, FileFacts, Import, Resolution, Role, Rule, Span, SymbolKey, SymbolKind, Target,
};
use indexer_parse::outlines::{Format, Links, anchor};
use indexer_store::{FileRecord, FileRef, ReferenceRecord, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Documents that are read because links name a heading of theirs.
const MOST_NAMED: usize = 64;

/// Symbols that are looked at for the one around a place.
const MOST_AROUND: usize = 64;

/// Names of the page that stands for a folder.
const PAGES: &[&str] = &["README.md", "index.md", "readme.md", "index.html"];

/// Facts by path.
type Outlines = BTreeMap<String, Arc<FileFacts>>;

impl Snapshot {
    /// True for an indexed file of which there is an outline.
    pub fn has_outline(&self, path: &str) -> bool {
        let is_text = |file: FileRef<'_>| {
            !file.is_code() || Format::is_of_code(path) || self.outlines.contains_key(path)
        };
        Format::of(path).is_some() && self.view.file(path).is_some_and(is_text)
    }

    /// True for an indexed file of which there is an outline, and for one of code whose words of commands lead to files
    /// (a Makefile): [`Snapshot::with_outlines`] adds what they lead to.
    pub fn has_links(&self, path: &str) -> bool {
        let is_code = |path| self.view.file(path).is_some_and(|file| file.is_code());
        self.has_outline(path) || Format::beside_code(path).is_some() && is_code(path)
    }

    /// The same snapshot in which those of `paths` that have an outline are files with what it holds, in the language of
    /// their format; itself where there is none. O(bytes of the files), and O(files) for the view.
    pub fn with_outlines<'p>(self: &Arc<Self>, paths: impl IntoIterator<Item = &'p str>) -> Arc<Self> {
        let read = |path: &str| Some((path.to_owned(), self.outline(path)?));
        let paths: Vec<&str> = paths.into_iter().collect();
        let mut outlines: Outlines = paths.iter().filter_map(|path| read(path)).collect();
        let beside: Vec<&str> = paths.iter().copied().filter(|path| !outlines.contains_key(*path)).collect();
        let beside: Vec<FileRecord> =
            beside.into_iter().filter_map(|path| self.with_commands(path)).collect();
        if outlines.is_empty() && beside.is_empty() {
            return self.clone();
        }
        let mut named: Vec<String> = Vec::new();
        for (path, facts) in &outlines {
            let documents = facts.imports.iter().filter_map(|import| {
                let link = facts.name(*import.path.first()?);
                let (file, _) = link.split_once('#').filter(|(file, _)| !file.is_empty())?;
                Place::of(&self.view, path, file).map(|place| place.path)
            });
            named.extend(documents.filter(|path| !outlines.contains_key(path)));
        }
        named.sort();
        named.dedup();
        outlines.extend(named.iter().take(MOST_NAMED).filter_map(|path| read(path)));
        let links = Linker { view: &self.view, outlines: &outlines, anchors: RefCell::default() };
        let linked = outlines.iter().filter_map(|(path, facts)| {
            let record = self.view.file(path)?.record_but_consulted();
            links.linked(record, facts, &self.source(path).ok()?.text)
        });
        let linked: Vec<(FileRecord, Arc<FileFacts>)> = linked.collect();
        let facts = linked.iter().map(|(record, facts)| (record.path.clone(), facts.clone())).collect();
        let records = linked.into_iter().map(|(record, _)| record).chain(beside);
        let mut records: Vec<FileRecord> = records.collect();
        records.sort_by(|left, right| left.path.cmp(&right.path));
        records.dedup_by(|left, right| left.path == right.path);
        let made = View::in_memory(records);
        let mut view = self.view.clone();
        for held in made.segments() {
            view = view.layered::<&str>(self.view.info().clone(), held.segment.clone(), &[]);
        }
        Arc::new(Snapshot { outlines: facts, ..self.over(view) })
    }

    /// The record of a file of code with what its commands run or copy; `None` for one that has no commands.
    fn with_commands(&self, path: &str) -> Option<FileRecord> {
        let format = Format::beside_code(path)?;
        let file = self.view.file(path).filter(|file| file.is_code())?;
        let text = self.source(path).ok()?.text;
        let facts = format.outline(text.as_bytes());
        let mut record = file.record_but_consulted();
        let found: Vec<ReferenceRecord> = facts
            .imports
            .iter()
            .filter_map(|import| {
                let word = facts.name(*import.path.first()?);
                let edge = run(&self.view, path, word)?;
                let at = import.span.start;
                Some(ReferenceRecord {
                    name: word.into(),
                    span: import.span,
                    at: facts.lines.position(at, text.as_bytes()),
                    role: Role::Import,
                    enclosing: around(&record, at),
                    arguments: None,
                    resolution: edge.resolution,
                    rule: edge.rule,
                    targets: edge.targets,
                    candidates: 0,
                })
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        record.references.extend(found);
        // Stable: those at one place stay as they are.
        record.references.sort_by_key(|reference| reference.span.start);
        Some(record)
    }

    /// The same snapshot over another view; what was worked out of its own is not kept.
    pub(super) fn over(&self, view: View) -> Snapshot {
        Snapshot {
            root: self.root.clone(),
            view,
            freshness: self.freshness.clone(),
            revision: self.revision.clone(),
            scip: self.scip.clone(),
            source: self.source.clone(),
            facts_cache: self.facts_cache.clone(),
            text_filters: self.text_filters.clone(),
            left_out_files: self.left_out_files.clone(),
            manifests: self.manifests.clone(),
            links: self.links.clone(),
            members: OnceLock::new(),
            file_queries: OnceLock::new(),
            cache: Arc::new(SnapshotCache::default()),
            outlines: self.outlines.clone(),
            changed: self.changed.clone(),
        }
    }

    /// The outline of a file, of its text as it may be shown: no hidden value is in it. `None` where it has none. Its
    /// links lead nowhere yet.
    pub fn outline(&self, path: &str) -> Option<Arc<FileFacts>> {
        let format = Format::of(path)?;
        if !self.has_outline(path) {
            return None;
        }
        Some(Arc::new(format.outline(self.source(path).ok()?.text.as_bytes())))
    }
}

/// The last of the symbols before a byte that goes on behind it: files of such code nest nothing deeply.
fn around(record: &FileRecord, at: u32) -> Option<u32> {
    let before = record.symbols.partition_point(|symbol| symbol.name_span.start <= at);
    let near = record.symbols[..before].iter().enumerate().rev().take(MOST_AROUND);
    near.filter(|(_, symbol)| symbol.span.contains(at)).map(|(index, _)| index as u32).next_back()
}

/// What leads from outlines to files.
struct Linker<'a> {
    view: &'a View,
    outlines: &'a Outlines,
    /// What fragments name in documents, by their paths, as far as that was asked.
    anchors: RefCell<BTreeMap<String, Rc<Anchors>>>,
}

/// What each fragment names.
type Anchors = FxHashMap<String, SymbolKey>;

impl Linker<'_> {
    /// The record of a file with its outline, whose links lead where a file stands; words of commands that lead nowhere
    /// are no links.
    fn linked(
        &self,
        file: FileRecord,
        facts: &FileFacts,
        text: &str,
    ) -> Option<(FileRecord, Arc<FileFacts>)> {
        let format = Format::by_id(&facts.language)?;
        let edge = |import: &Import| {
            let link = facts.name(*import.path.first()?);
            match format.links {
                Links::Written => Some(self.link(&file.path, link)),
                Links::Run => run(self.view, &file.path, link),
            }
        };
        let edges: Vec<Option<Edge>> = facts.imports.iter().map(edge).collect();
        let mut facts = facts.clone();
        let mut kept = edges.iter().map(Option::is_some);
        facts.imports.retain(|_| kept.next().unwrap_or(false));
        let mut kept = edges.iter().map(Option::is_some);
        facts.references.retain(|_| kept.next().unwrap_or(false));
        let edges = FileEdges { edges: edges.into_iter().flatten().collect(), ..FileEdges::default() };
        // What a file of code imports stays.
        let mut imports = file.references.clone();
        let links: FxHashSet<Span> = facts.references.iter().map(|one| one.span).collect();
        imports.retain(|one| !links.contains(&one.span));
        let mut record = outlined(file, format.id, &facts, text, edges);
        record.references.extend(imports);
        record.references.sort_by_key(|one| one.span);
        Some((record, Arc::new(facts)))
    }

    /// Where a link leads: the file at its path, a heading of it, or the page of a folder.
    fn link(&self, from: &str, link: &str) -> Edge {
        let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
        let place = match file.is_empty() {
            true => Some(Place { path: from.to_owned(), is_exact: true }),
            false => Place::of(self.view, from, file),
        };
        let Some(Place { path, is_exact }) = place else { return Edge::unresolved(0) };
        let heading = if fragment.is_empty() { None } else { self.anchor(&path, &decoded(fragment)) };
        let resolution = if is_exact { Resolution::Resolved } else { Resolution::Possible };
        let targets = vec![heading.map_or(Target::Module(path), Target::Symbol)];
        Edge { resolution, rule: Rule::Path, targets, candidates: 0 }
    }

    /// What a fragment names in the document at `path`.
    fn anchor(&self, path: &str, fragment: &str) -> Option<SymbolKey> {
        if let Some(known) = self.anchors.borrow().get(path) {
            return known.get(fragment).copied();
        }
        let made = Rc::new(anchors(path, self.outlines.get(path)?));
        let found = made.get(fragment).copied();
        self.anchors.borrow_mut().insert(path.to_owned(), made);
        found
    }
}

/// What each fragment names: headings by their letters, of several equal ones the next with `-1` and so on, and elements.
fn anchors(path: &str, facts: &FileFacts) -> Anchors {
    let mut times: FxHashMap<String, usize> = FxHashMap::default();
    let mut all = Anchors::default();
    for (definition, key) in facts.definitions.iter().zip(symbol_keys(path, facts)) {
        let name = facts.name(definition.name);
        if definition.kind != SymbolKind::Heading {
            all.entry(name.to_owned()).or_insert(key);
            continue;
        }
        let plain = anchor(name);
        let count = times.entry(plain.clone()).or_default();
        let own = if *count == 0 { plain } else { format!("{plain}-{count}") };
        *count += 1;
        all.entry(own).or_insert(key);
    }
    all
}

/// A file that a link names.
struct Place {
    path: String,
    /// False where another file than the written one stands for it.
    is_exact: bool,
}

impl Place {
    /// The file that `link` names in the file at `from`.
    fn of(view: &View, from: &str, link: &str) -> Option<Self> {
        let link = decoded(link.split('?').next().unwrap_or_default());
        let (folder, rest) = match link.strip_prefix('/') {
            Some(rest) => ("", rest),
            None => (parent(from), link.as_str()),
        };
        let path = resolve(folder, rest)?;
        if !link.ends_with('/') && view.file(&path).is_some() {
            return Some(Self { path, is_exact: true });
        }
        let inside = PAGES.iter().map(|page| indexer_core::path::join(&path, page));
        let page = (!file_name(&path).contains('.')).then(|| format!("{path}.md"));
        let found = page.into_iter().chain(inside).find(|path| view.file(path).is_some())?;
        Some(Self { path: found, is_exact: false })
    }
}

/// The files that a word of a command may be: below the folder of the file that says it, and below the root. `None` where
/// none stands there.
fn run(view: &View, from: &str, word: &str) -> Option<Edge> {
    let known =
        |folder: &str| resolve(folder, word).filter(|path| !path.is_empty() && view.file(path).is_some());
    let mut found: Vec<String> = [parent(from), ""].into_iter().filter_map(known).collect();
    found.retain(|path| path != from);
    found.sort();
    found.dedup();
    let targets: Vec<Target> = found.into_iter().map(Target::Module).collect();
    let is_there = !targets.is_empty();
    is_there.then_some(Edge { resolution: Resolution::Possible, rule: Rule::Run, targets, candidates: 0 })
}

/// `%20` and the like as what they stand for.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits =
            text.get(at + 1..at + 3).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = digits.and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
