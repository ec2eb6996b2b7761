//! Facts and edges to what a segment holds.

use crate::facts::Read;
use crate::plan::Known;
use crate::world::{extends, packages};
use indexer_core::key::symbol_keys;
use indexer_core::{
    Bound, DefId, Edge, ExprId, Expression, FileEdges, FileFacts, ManifestFacts, Name, Owner, Position,
    Problem, ProblemKind, Role,
};
use indexer_store::{FileRecord, ReferenceRecord, SymbolRecord};
use std::sync::Arc;

/// The record of a code file that was read.
pub(crate) fn code(
    known: &Known,
    language: &str,
    separator: &str,
    read: &Read,
    edges: FileEdges,
) -> FileRecord {
    let facts = &*read.facts;
    let place = |index: usize, at: u32| match &read.places {
        Some(places) => places.get(index).copied().unwrap_or(Position { line: 1, column: 1 }),
        None => facts.lines.position(at, b""),
    };
    let keys = symbol_keys(&known.path, facts);
    let symbols = facts.definitions.iter().zip(keys).enumerate().map(|(i, (definition, key))| SymbolRecord {
        key,
        name: facts.name(definition.name).to_owned(),
        qualified: qualified(&edges.module, separator, facts, DefId(i as u32)),
        kind: definition.kind,
        visibility: definition.visibility,
        flags: definition.flags,
        owner: owner(facts, definition.owner).map(|id| id.0),
        name_span: definition.name_span,
        span: definition.span,
        at: place(i, definition.name_span.start),
        start_line: facts.lines.line(definition.span.start),
        end_line: facts.lines.line(definition.span.end.saturating_sub(1).max(definition.span.start)),
        signature: definition.signature.clone(),
        doc: definition.doc.clone(),
        metrics: definition.metrics,
    });
    let symbols: Vec<SymbolRecord> = symbols.collect();
    let mut names: Vec<Option<Arc<str>>> = vec![None; facts.names.len()];
    let mut name = |of: Name| match names.get_mut(of.0 as usize) {
        Some(known) => known.get_or_insert_with(|| facts.name(of).into()).clone(),
        None => Arc::default(),
    };
    let all = edges.edges.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let references: Vec<ReferenceRecord> = facts
        .references
        .iter()
        .enumerate()
        .zip(all)
        .map(|((i, reference), edge)| {
            let edge = edge.unwrap_or_else(|| Edge::unresolved(0));
            ReferenceRecord {
                name: name(reference.name),
                span: reference.span,
                at: place(symbols.len() + i, reference.span.start),
                role: reference.role,
                enclosing: reference.enclosing.map(|id| id.0),
                arguments: reference.arguments,
                resolution: edge.resolution,
                rule: edge.rule,
                targets: edge.targets,
                candidates: edge.candidates,
            }
        })
        .collect();
    FileRecord {
        path: known.path.clone(),
        content: known.content,
        language: language.to_owned(),
        doc: facts.doc.clone(),
        bytes: facts.lines.len(),
        lines: facts.lines.count(),
        problems: facts.problems.clone(),
        tally: facts.tally,
        references: with_implied(references, edges.implied),
        symbols,
        extends: extends(facts),
        packages: Vec::new(),
        module: edges.module,
        consulted: edges.consulted,
    }
}

/// The record of an unchanged file that was linked again: all that the edges say is new.
pub(crate) fn relinked(
    mut record: FileRecord,
    separator: &str,
    facts: &FileFacts,
    edges: FileEdges,
) -> FileRecord {
    if record.module != edges.module {
        for (i, symbol) in record.symbols.iter_mut().enumerate().take(facts.definitions.len()) {
            symbol.qualified = qualified(&edges.module, separator, facts, DefId(i as u32));
        }
    }
    let all = edges.edges.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let mut references = without_implied(record.references);
    for (reference, edge) in references.iter_mut().zip(all) {
        let edge = edge.unwrap_or_else(|| Edge::unresolved(0));
        reference.resolution = edge.resolution;
        reference.rule = edge.rule;
        reference.targets = edge.targets;
        reference.candidates = edge.candidates;
    }
    record.references = with_implied(references, edges.implied);
    record.module = edges.module;
    record.consulted = edges.consulted;
    record
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

/// The record of a manifest.
pub(crate) fn manifest(known: &Known, facts: &ManifestFacts, bytes: u32, lines: u32) -> FileRecord {
    let problem = facts.problem.iter().map(|p| Problem::whole(ProblemKind::Manifest, p.clone()));
    FileRecord {
        path: known.path.clone(),
        content: known.content,
        language: String::new(),
        module: String::new(),
        doc: None,
        bytes,
        lines,
        problems: problem.collect(),
        tally: Default::default(),
        symbols: Vec::new(),
        references: Vec::new(),
        consulted: Vec::new(),
        extends: Vec::new(),
        packages: packages(facts),
    }
}

fn qualified(module: &str, separator: &str, facts: &FileFacts, id: DefId) -> String {
    let mut text = module.to_owned();
    for name in facts.owner_chain(id) {
        if !text.is_empty() {
            text.push_str(separator);
        }
        text.push_str(name);
    }
    text
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
