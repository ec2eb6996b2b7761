//! Facts and edges to what a segment holds.

use crate::link::entries;
use crate::link::fresh_files::{FreshCode, TextFile};
use crate::link::index_names::{follows_values, packages};
use crate::link::macro_symbols::MacroSymbols;
use crate::link::rules::rules;
use crate::types::file::FileState;
use indexer_core::key::{hash_text, symbol_keys};
use indexer_core::{
    Bound, ContentId, DefId, Edge, ExprId, Expression, FileEdges, FileFacts, Makes, ManifestFacts, Name,
    Owner, Position, Problem, ProblemKind, Resolution, Role, SymbolKind, Tally, Target,
};
use indexer_link::{dropped_name, extended_names};
use indexer_store::{FactsTexts, FileRecord, ReferenceRecord, SymbolRecord, TEXT};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The record of a code file that was read, without its words, which are packed.
pub(crate) fn code(
    known: &FileState,
    language: &str,
    separator: &str,
    (read, facts, mut texts): (&FreshCode, &FileFacts, FactsTexts),
    mut edges: FileEdges,
) -> FileRecord {
    let entries = (std::mem::take(&mut edges.entries), std::mem::take(&mut edges.given));
    let origins = std::mem::take(&mut edges.origins);
    let place = |index: usize, at: u32| match &read.places {
        Some(places) => places.get(index).copied().unwrap_or(Position { line: 1, column: 1 }),
        None => facts.lines.position(at, b""),
    };
    let file = FileRecord {
        path: known.path.clone(),
        content: known.content,
        language: language.to_owned(),
        doc: texts.doc.take(),
        bytes: facts.lines.len(),
        lines: facts.lines.count(),
        problems: facts.problems.clone(),
        tally: Tally::default(),
        references: Vec::new(),
        symbols: Vec::new(),
        extends: extended_names(facts, rules(language)),
        packages: Vec::new(),
        words: Arc::default(),
        path_vector: crate::facts::words::path_vector(&known.path),
        module: String::new(),
        consulted: Vec::new(),
    };
    let made = MacroSymbols::new(facts, &edges.made);
    let mut file = filled(file, separator, (facts, texts), &made, place, edges);
    entries::add_origins(&mut file, facts, origins);
    entries::add(&mut file, separator, facts, entries);
    file
}

/// The record of a file that is no code, with its outline: `edges` say where its links lead.
pub(crate) fn outlined(
    file: FileRecord,
    language: &str,
    facts: &FileFacts,
    text: &str,
    edges: FileEdges,
) -> FileRecord {
    let mut problems = file.problems.clone();
    problems.extend(facts.problems.iter().filter(|one| !file.problems.contains(one)).cloned());
    let file = FileRecord { language: language.to_owned(), problems, ..file };
    let positions = facts.lines.positions(text.as_bytes());
    let place = |_, at: u32| positions.position(at);
    let kept = MacroSymbols::new(facts, &edges.made);
    filled(file, ".", (facts, FactsTexts::of(facts)), &kept, place, edges)
}

/// The record of a code file that is not linked: what it declares, in no module, and no uses. `made` is what macros
/// make of its names.
pub(crate) fn declared(
    path: &str,
    content: ContentId,
    facts: &FileFacts,
    made: &[Makes],
    text: &str,
) -> FileRecord {
    let (kept, mut texts) = (MacroSymbols::new(facts, made), FactsTexts::of(facts));
    let doc = texts.doc.take();
    let positions = facts.lines.positions(text.as_bytes());
    let place = |_, at: u32| positions.position(at);
    FileRecord {
        path: path.to_owned(),
        content,
        language: facts.language.clone(),
        doc,
        bytes: facts.lines.len(),
        lines: facts.lines.count(),
        problems: facts.problems.clone(),
        tally: Tally::default(),
        references: Vec::new(),
        symbols: symbols(path, ("", "."), (facts, texts), &kept, &place),
        extends: Vec::new(),
        packages: Vec::new(),
        words: Arc::default(),
        path_vector: Vec::new(),
        module: String::new(),
        consulted: Vec::new(),
    }
}

/// A record with the symbols and references of its facts. `place` gives the line and column of what
/// stands at an index among definitions and references, and at a byte.
fn filled(
    mut file: FileRecord,
    separator: &str,
    (facts, texts): (&FileFacts, FactsTexts),
    kept: &MacroSymbols,
    place: impl Fn(usize, u32) -> Position,
    edges: FileEdges,
) -> FileRecord {
    let symbols = symbols(&file.path, (&edges.module, separator), (facts, texts), kept, &place);
    let mut names: Vec<Option<Arc<str>>> = vec![None; facts.names.len()];
    let mut name = |of: Name| match names.get_mut(of.0 as usize) {
        Some(known) => known.get_or_insert_with(|| facts.name(of).into()).clone(),
        None => Arc::default(),
    };
    let all = edges.edges.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let references = facts.references.iter().enumerate().zip(all).map(|((i, reference), edge)| {
        let edge = edge.unwrap_or_else(|| Edge::unresolved(0));
        ReferenceRecord {
            name: name(reference.name),
            span: reference.span,
            at: place(facts.definitions.len() + i, reference.span.start),
            role: reference.role,
            enclosing: kept.enclosing(facts, reference),
            arguments: reference.arguments,
            resolution: edge.resolution,
            rule: edge.rule,
            targets: edge.targets,
            candidates: edge.candidates,
        }
    });
    let mut references = with_implied(references.collect(), edges.implied);
    let mut extends = std::mem::take(&mut file.extends);
    let follows = follows_values(&file.language);
    references.retain(|reference| {
        // What macros make of a token is told by their rules.
        let is_reference = kept.is_reference(reference.span);
        let is_nothing = is_nothing(&reference.targets, reference.resolution);
        if is_reference && is_nothing && follows {
            extends.extend(dropped_name(hash_text(&reference.name), reference.role));
        }
        is_reference && !is_nothing
    });
    extends.sort_unstable();
    extends.dedup();
    FileRecord {
        extends,
        tally: kept.tally(facts.tally),
        references,
        symbols,
        module: edges.module,
        consulted: edges.consulted,
        ..file
    }
}

/// What a file declares, in the order of its facts.
fn symbols(
    path: &str,
    (module, separator): (&str, &str),
    (facts, texts): (&FileFacts, FactsTexts),
    kept: &MacroSymbols,
    place: &impl Fn(usize, u32) -> Position,
) -> Vec<SymbolRecord> {
    let ids = (0u32..).map(DefId);
    let all = facts.definitions.iter().zip(texts.definitions).zip(symbol_keys(path, facts)).zip(ids);
    let all = all.filter(|(_, id)| kept.index(*id).is_some());
    let symbols = all.map(|(((definition, (signature, doc)), key), id)| {
        let (kind, flags) = kept.kind(facts, id);
        SymbolRecord {
            key,
            name: facts.name(definition.name).to_owned(),
            qualified: qualified(module, separator, facts, id),
            kind,
            visibility: definition.visibility,
            flags,
            owner: owner(facts, definition.owner).and_then(|id| kept.index(id)),
            name_span: definition.name_span,
            span: definition.span,
            at: place(id.index(), definition.name_span.start),
            start_line: facts.lines.line(definition.span.start),
            end_line: facts.lines.line(definition.span.end.saturating_sub(1).max(definition.span.start)),
            signature,
            doc,
            metrics: definition.metrics,
        }
    });
    symbols.collect()
}

/// The record of an unchanged file that was linked again: all that the edges say is new. `None` where `texts` gives none.
pub(crate) fn relinked(
    mut record: FileRecord,
    separator: &str,
    (facts, texts): (&FileFacts, impl FnOnce() -> Option<FactsTexts>),
    mut edges: FileEdges,
) -> Option<FileRecord> {
    let found = (std::mem::take(&mut edges.entries), std::mem::take(&mut edges.given));
    let origins = std::mem::take(&mut edges.origins);
    entries::remove(&mut record);
    let mut record = relinked_names(record, separator, (facts, texts), edges)?;
    entries::add_origins(&mut record, facts, origins);
    entries::add(&mut record, separator, facts, found);
    Some(record)
}

/// The same without what frameworks make of it.
fn relinked_names(
    mut record: FileRecord,
    separator: &str,
    (facts, texts): (&FileFacts, impl FnOnce() -> Option<FactsTexts>),
    edges: FileEdges,
) -> Option<FileRecord> {
    let kept = MacroSymbols::new(facts, &edges.made);
    let drops = edges.edges.iter().any(|edge| is_nothing(&edge.targets, edge.resolution));
    let named = facts.references.iter().filter(|reference| kept.is_reference(reference.span)).count();
    if drops || named != explicit(&record.references) || !kept.same_as(&record.symbols) {
        let symbols = record.symbols.iter().map(|one| (one.name_span.start, one.at));
        let places: FxHashMap<u32, Position> =
            symbols.chain(record.references.iter().map(|one| (one.span.start, one.at))).collect();
        // What was no reference before has nothing but ASCII before it in its line.
        let place = |_, at: u32| places.get(&at).copied().unwrap_or_else(|| entries::by_bytes(facts, at));
        return Some(filled(record, separator, (facts, texts()?), &kept, place, edges));
    }
    if record.module != edges.module {
        let ids = (0..facts.definitions.len() as u32).map(DefId).filter(|id| kept.index(*id).is_some());
        for (symbol, id) in record.symbols.iter_mut().zip(ids) {
            symbol.qualified = qualified(&edges.module, separator, facts, id);
        }
    }
    let all = edges.edges.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let all = facts.references.iter().zip(all).filter(|(reference, _)| kept.is_reference(reference.span));
    let mut references = without_implied(record.references);
    for (reference, (_, edge)) in references.iter_mut().zip(all) {
        let edge = edge.unwrap_or_else(|| Edge::unresolved(0));
        reference.resolution = edge.resolution;
        reference.rule = edge.rule;
        reference.targets = edge.targets;
        reference.candidates = edge.candidates;
    }
    record.references = with_implied(references, kept.implied(facts, edges.implied));
    record.module = edges.module;
    record.consulted = edges.consulted;
    Some(record)
}

/// Puts what calls run beside what they name behind the references of those calls.
fn with_implied(references: Vec<ReferenceRecord>, implied: Vec<(u32, Edge)>) -> Vec<ReferenceRecord> {
    if implied.is_empty() {
        return references;
    }
    let mut all = Vec::with_capacity(references.len() + implied.len());
    let mut implied = implied.into_iter().peekable();
    for (i, reference) in references.into_iter().enumerate() {
        let beside = implied.next_if(|(of, _)| *of as usize == i).map(|(_, edge)| ReferenceRecord {
            role: Role::Invoke,
            resolution: edge.resolution,
            rule: edge.rule,
            targets: edge.targets,
            candidates: edge.candidates,
            ..reference.clone()
        });
        all.push(reference);
        all.extend(beside);
    }
    all
}

/// How many references there are beside those of [`with_implied`].
fn explicit(references: &[ReferenceRecord]) -> usize {
    let implied =
        references.windows(2).filter(|two| two[1].role == Role::Invoke && two[0].span == two[1].span);
    references.len() - implied.count()
}

/// True for the edge of a name that is no reference: it leads out of the repository, and to nothing.
fn is_nothing(targets: &[Target], resolution: Resolution) -> bool {
    resolution == Resolution::External && targets.is_empty()
}

/// Takes them away again: they stand where the reference before them stands, as no other call of a
/// value does.
fn without_implied(references: Vec<ReferenceRecord>) -> Vec<ReferenceRecord> {
    let mut all: Vec<ReferenceRecord> = Vec::with_capacity(references.len());
    for reference in references {
        let same = |before: &ReferenceRecord| before.span == reference.span;
        if reference.role != Role::Invoke || !all.last().is_some_and(same) {
            all.push(reference);
        }
    }
    all
}

/// The record of a manifest, or of a text where there are no facts; without its words, which are packed.
pub(crate) fn plain(known: &FileState, facts: Option<&ManifestFacts>, read: &TextFile) -> FileRecord {
    let problem = facts.and_then(|facts| facts.problem.as_ref());
    let problem = problem.into_iter().map(|p| Problem::whole(ProblemKind::Manifest, p.clone()));
    FileRecord {
        path: known.path.clone(),
        content: known.content,
        language: if facts.is_some() { "" } else { TEXT }.to_owned(),
        module: String::new(),
        doc: None,
        bytes: read.bytes,
        lines: read.lines,
        problems: problem.collect(),
        tally: Default::default(),
        symbols: Vec::new(),
        references: Vec::new(),
        consulted: Vec::new(),
        extends: Vec::new(),
        packages: facts.map(packages).unwrap_or_default(),
        words: Arc::default(),
        path_vector: crate::facts::words::path_vector(&known.path),
    }
}

fn qualified(module: &str, separator: &str, facts: &FileFacts, id: DefId) -> String {
    let is_whole = rules(&facts.language).is_some_and(|rules| rules.whole_modules) && is_in_module(facts, id);
    let mut text = if is_whole { String::new() } else { module.to_owned() };
    for name in facts.owner_chain(id) {
        // A name that is written with its path holds what is around it.
        let has_path = name.strip_prefix(text.as_str()).is_some_and(|rest| rest.starts_with(separator));
        if has_path {
            text.clear();
        }
        if !text.is_empty() {
            text.push_str(separator);
        }
        text.push_str(name);
    }
    text
}

/// True for a module that a file declares, and for what stands in one.
fn is_in_module(facts: &FileFacts, id: DefId) -> bool {
    let around = |id: &DefId| owner(facts, facts.definition(*id).owner);
    let top = std::iter::successors(Some(id), around).take(64).last();
    top.is_some_and(|top| facts.definition(top).kind == SymbolKind::Module)
}

/// The definition of the same file that owns; an extension belongs to the type that it extends.
fn owner(facts: &FileFacts, owner: Owner) -> Option<DefId> {
    match owner {
        Owner::File => None,
        Owner::Definition(id) => Some(id),
        Owner::Extension(id) => extended(facts, facts.extensions.get(id.index())?.of),
    }
}

fn extended(facts: &FileFacts, mut of: ExprId) -> Option<DefId> {
    // `impl<T> X<T>`; the number of steps bounds what a damaged file could make endless.
    for _ in 0..8 {
        match facts.expression(of) {
            Expression::Apply { of: inner, .. } | Expression::Instance(inner) => of = inner,
            Expression::Name { bound: Some(binding), .. } => {
                return match facts.bindings.get(binding.index())?.bound {
                    Bound::Definition(id) => Some(id),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
    None
}
