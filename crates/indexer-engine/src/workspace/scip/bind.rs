//! A SCIP index and the files as they are to [`Overrides`].

use crate::link::rules::rules;
use crate::link::scip::{BoundDocument, Overrides, ScipRefusal, ScipTarget};
use indexer_core::key::symbol_keys;
use indexer_core::{ContentId, DefId, Definition, FileFacts, Flags, Owner, RepoPath, Span, SymbolKind};
use indexer_scip::{Columns, Index, parts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;

/// A file of code as it is now.
pub(super) struct BoundFile {
    pub(super) content: ContentId,
    pub(super) facts: Arc<FileFacts>,
    /// Its text; `None` where it is ASCII and the index does not say what it held.
    pub(super) text: Option<String>,
}

/// Finds the file at a path; `with_text` also where it is ASCII.
pub(super) type FileAt<'a> = &'a dyn Fn(&str, bool) -> Result<BoundFile, ScipRefusal>;

/// Binds every document to the content of its file. `within` turns a document's path into one below
/// the root.
pub(super) fn bind(index: &Index, within: &dyn Fn(&str) -> Option<String>, file_at: FileAt<'_>) -> Overrides {
    let mut made = Overrides { tool: index.tool.clone(), ..Overrides::default() };
    let mut defined = Defined::new(index);
    let mut accepted = Vec::new();
    for document in &index.documents {
        match look(document, within, file_at) {
            Ok((path, file)) => {
                defined.take_in(document, &path, &file);
                accepted.push((document, path));
            }
            Err(refusal) => *made.refused.entry(refusal).or_default() += 1,
        }
    }
    let mut known: FxHashMap<Vec<ScipTarget>, u32> = FxHashMap::default();
    for (document, path) in accepted {
        // Not kept since the first look: the facts of all files at once would take much room.
        let file = match file_at(&path, document.text.is_some()) {
            Ok(file) => file,
            Err(refusal) => {
                *made.refused.entry(refusal).or_default() += 1;
                continue;
            }
        };
        let mut places: FxHashMap<u32, Option<Vec<ScipTarget>>> = FxHashMap::default();
        for one in document.occurrences.iter().filter(|one| !one.is_definition) {
            let Location::At(span) = place(document.columns, one, &file) else {
                made.untold += 1;
                continue;
            };
            if !is_reference(&file.facts, span) || index.symbols[one.symbol as usize].starts_with("local ") {
                continue;
            }
            let said = defined.targets(one.symbol, &file.facts);
            let all = places.entry(span.start).or_insert_with(|| Some(Vec::new()));
            // Where one of several symbols cannot be placed, nothing is claimed.
            match (all.as_mut(), said) {
                (Some(all), Some(said)) => all.extend(said),
                _ => *all = None,
            }
        }
        let mut bound: Vec<(u32, u32)> = Vec::with_capacity(places.len());
        for (at, targets) in places {
            let Some(mut targets) = targets else { continue };
            targets.sort_unstable();
            targets.dedup();
            let outside = targets.iter().filter(|target| matches!(target, ScipTarget::External(_))).count();
            if targets.is_empty() || (outside > 0 && targets.len() > 1) {
                continue;
            }
            let id = *known.entry(targets).or_insert_with_key(|targets| {
                made.targets.push(targets.clone());
                made.targets.len() as u32 - 1
            });
            bound.push((at, id));
        }
        bound.sort_unstable();
        made.documents.push(BoundDocument { path, content: file.content, places: bound });
    }
    // The format allows a file in several parts.
    made.documents.sort_by(|a, b| (&a.path, a.content).cmp(&(&b.path, b.content)));
    made.documents.dedup_by(|later, first| {
        let same = (&later.path, later.content) == (&first.path, first.content);
        if same {
            first.places.append(&mut later.places);
            first.places.sort_unstable();
            first.places.dedup_by_key(|(at, _)| *at);
        }
        same
    });
    made
}

/// The file of a document, where every place of the document is in it.
fn look(
    document: &indexer_scip::Document,
    within: &dyn Fn(&str) -> Option<String>,
    file_at: FileAt<'_>,
) -> Result<(String, BoundFile), ScipRefusal> {
    let path =
        RepoPath::new(&document.path).filter(|path| !path.as_str().is_empty()).ok_or(ScipRefusal::Path)?;
    let path = within(&path).ok_or(ScipRefusal::Path)?;
    let file = file_at(&path, document.text.is_some())?;
    if document.text.is_some() && document.text != file.text {
        return Err(ScipRefusal::Differs);
    }
    let outside = |one| matches!(place(document.columns, one, &file), Location::Outside);
    if document.malformed > 0 || document.occurrences.iter().any(outside) {
        return Err(ScipRefusal::Range);
    }
    Ok((path, file))
}

enum Location {
    At(Span),
    /// Columns are not said, and the line is not ASCII up to there.
    Untold,
    /// The file has no such place, so it is not what the compiler read.
    Outside,
}

fn place(columns: Columns, one: &indexer_scip::Occurrence, file: &BoundFile) -> Location {
    let lines = &file.facts.lines;
    let Some(line) = one.line.checked_add(1).filter(|line| *line <= lines.count().max(1)) else {
        return Location::Outside;
    };
    let span = lines.span(line);
    let Some(text) = &file.text else {
        // Columns of ASCII are bytes, whatever they count. A line ending may be counted as well.
        let end = span.start.checked_add(one.end).filter(|end| *end <= span.end);
        return end.map_or(Location::Outside, |end| {
            Location::At(Span::new(span.start + one.start.min(one.end), end))
        });
    };
    let line = span.text(text);
    let ascii_to = line.find(|c: char| !c.is_ascii()).unwrap_or(line.len());
    if columns == Columns::Unknown && one.end as usize > ascii_to {
        return Location::Untold;
    }
    match (columns.byte(line, one.start), columns.byte(line, one.end)) {
        (Some(start), Some(end)) => {
            Location::At(Span::new(span.start + start as u32, span.start + end as u32))
        }
        _ => Location::Outside,
    }
}

/// True where a reference stands exactly there.
fn is_reference(facts: &FileFacts, span: Span) -> bool {
    let first = facts.references.partition_point(|reference| reference.span.start < span.start);
    let here = facts.references[first..].iter().take_while(|reference| reference.span.start == span.start);
    here.into_iter().any(|reference| reference.span == span)
}

/// What symbols are defined where.
struct Defined<'i> {
    index: &'i Index,
    targets: FxHashMap<u32, Vec<ScipTarget>>,
    /// Symbols that some document defines, also one that was refused.
    own: FxHashSet<u32>,
    /// Their packages.
    packages: FxHashSet<String>,
}

impl<'i> Defined<'i> {
    fn new(index: &'i Index) -> Self {
        let all = index.documents.iter().flat_map(|document| &document.occurrences);
        let own: FxHashSet<u32> = all.filter(|one| one.is_definition).map(|one| one.symbol).collect();
        let package = |symbol: &u32| Some(parts(&index.symbols[*symbol as usize])?.whole_package);
        let packages = own.iter().filter_map(package).collect();
        Self { index, targets: FxHashMap::default(), own, packages }
    }

    /// Takes in the definitions of a document.
    fn take_in(&mut self, document: &indexer_scip::Document, path: &str, file: &BoundFile) {
        let keys = symbol_keys(path, &file.facts);
        for one in document.occurrences.iter().filter(|one| one.is_definition) {
            let Location::At(span) = place(document.columns, one, file) else { continue };
            let definitions = &file.facts.definitions;
            let first = definitions.partition_point(|definition| definition.name_span.start < span.start);
            let mut here = definitions[first..].iter().take_while(|one| one.name_span.start == span.start);
            // Which candidates are symbols is known when all is linked.
            let is_it = |one: &Definition| one.name_span == span && !one.flags.has(Flags::MADE);
            let found = here.position(is_it).map(|at| first + at);
            let target = match found {
                Some(found) => ScipTarget::Symbol {
                    path: path.to_owned(),
                    key: keys[found],
                    instead: instead(&file.facts, DefId(found as u32)).into_iter().map(|i| keys[i]).collect(),
                },
                // How indexers write that the symbol is the file itself.
                None if span == Span::new(0, 0) => ScipTarget::Module(path.to_owned()),
                None => continue,
            };
            self.targets.entry(one.symbol).or_default().push(target);
        }
    }

    /// What a symbol is; `None` where that cannot be said.
    fn targets(&self, symbol: u32, facts: &FileFacts) -> Option<Vec<ScipTarget>> {
        if let Some(found) = self.targets.get(&symbol) {
            return Some(found.clone());
        }
        if self.own.contains(&symbol) {
            return None;
        }
        let parts = parts(&self.index.symbols[symbol as usize])?;
        // What compilers make up inside the packages that they read is not outside.
        if parts.package.is_empty() || self.packages.contains(&parts.whole_package) {
            return None;
        }
        let separator = rules(&facts.language).map_or(".", |rules| rules.separator);
        let is_file = |name: &str| indexer_parse::language_of(name, b"").is_some();
        // Some packages are divided by files, some by modules: only modules are a part of a path.
        let by_files = parts.names.iter().any(|name| name.is_namespace && is_file(&name.text));
        let names = parts.names.iter().filter(|name| !(by_files && name.is_namespace));
        let path: Vec<Cow<'_, str>> = std::iter::once(Cow::from(parts.package.as_str()))
            .chain(names.map(|name| Cow::from(name.text.as_str())))
            .collect();
        Some(vec![ScipTarget::External(path.join(separator))])
    }
}

/// The constructors of a type, or the type of a constructor, as places among the definitions.
fn instead(facts: &FileFacts, of: DefId) -> Vec<usize> {
    let one = facts.definition(of);
    match one.owner {
        Owner::Definition(owner) if one.kind == SymbolKind::Constructor => vec![owner.index()],
        _ if one.kind.is_type() => {
            let makes =
                |one: &Definition| one.kind == SymbolKind::Constructor && one.owner == Owner::Definition(of);
            (0..facts.definitions.len()).filter(|i| makes(&facts.definitions[*i])).collect()
        }
        _ => Vec::new(),
    }
}
